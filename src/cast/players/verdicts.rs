//! Reading verdicts on numbered claims out of a message, as plain rules can.
//!
//! A *verdict line* names a claim and gives its verdict in the form that the prompts ask for
//! (`1. …：支持`); it outweighs prose. Prose is read a line at a time: what it says of a claim that it
//! names by number.

mod chinese;
mod english;
mod labels;
mod lines;
mod words;

use self::labels::{Form, Label};
use self::lines::Weight;
use self::words::Outcome;
use crate::case::Verdict;

/// What a message says of one claim.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Reading {
    /// `None` when it says nothing, or nothing definite.
    pub verdict: Option<Verdict>,
    /// The line, as written.
    pub quote: Option<String>,
    /// It gives a verdict, but hedged or under a condition.
    pub open: bool,
}

/// One line's saying on one claim.
type Found = Option<(Outcome, String)>;

/// What was found on one claim; later lines replace earlier ones.
#[derive(Default)]
struct Slot {
    /// In a verdict line.
    line: Found,
    /// In prose.
    prose: Found,
}

/// What the message says of each of `claims` claims, in order.
pub(super) fn read(message: &str, claims: usize) -> Vec<Reading> {
    let lines: Vec<(String, &str)> = message
        .lines()
        .map(|line| (words::fold(line), line.trim()))
        .filter(|(line, _)| !line.is_empty())
        .collect();
    let mut notes = Notes {
        claims,
        named: lines
            .iter()
            .any(|(line, _)| labels::leading(line, claims).is_some_and(|label| label.form == Form::Named)),
        slots: (0..claims).map(|_| Slot::default()).collect(),
        all: None,
        current: if claims == 1 { vec![1] } else { Vec::new() },
    };
    for (line, written) in &lines {
        for part in labels::parts(line, claims) {
            notes.take(part, written);
        }
    }
    if notes.is_empty() {
        notes.take_in_order(&lines);
    }
    let all = notes.all;
    notes.slots.into_iter().map(|slot| slot.reading(&all)).collect()
}

/// Where the reader stands in a message.
struct Notes {
    claims: usize,
    /// Some line names a claim in words: then a bare number may be anything.
    named: bool,
    slots: Vec<Slot>,
    /// What is said of all claims at once.
    all: Found,
    /// The claims whose heading was read last.
    current: Vec<usize>,
}

impl Notes {
    fn take(&mut self, line: &str, written: &str) {
        if labels::is_foreign(line, self.claims) {
            self.current.clear();
        }
        match labels::leading(line, self.claims) {
            Some(label) => self.take_labelled(line, &label, written),
            None if labels::names_all(line) => {
                let found = lines::verdict(line).map(|(outcome, _)| outcome).or_else(|| lines::prose(line));
                if let Some(outcome) = found {
                    self.all = Some((outcome, written.to_owned()));
                }
            }
            None => match lines::conclusion(line) {
                Some(outcome) => self.note(&self.current.clone(), Weight::Line, outcome, written),
                None => self.take_prose(line, written),
            },
        }
    }

    fn take_labelled(&mut self, line: &str, label: &Label, written: &str) {
        let found = lines::verdict(&line[label.end..]);
        if label.form == Form::Named || !self.named || found.is_some() {
            self.current.clone_from(&label.numbers);
        }
        if let Some((outcome, weight)) = found
            && (weight == Weight::Line || label.form == Form::Bare && !self.named)
        {
            self.note(&label.numbers, weight, outcome, written);
        }
        if label.form == Form::Named {
            self.take_prose(line, written);
        } else if found.is_none()
            && label.form == Form::Bare
            && !self.named
            && let Some(outcome) = lines::prose(&line[label.end..])
        {
            self.note(&label.numbers, Weight::Prose, outcome, written);
        }
    }

    /// Sentences that name claims in words. A sentence without a name speaks of the claim named last.
    fn take_prose(&mut self, line: &str, written: &str) {
        let mut last = if self.claims == 1 && speaks_of_claim(line) { vec![1] } else { Vec::new() };
        for sentence in words::sentences(line) {
            let mentions = mentions(sentence, self.claims);
            if mentions.is_empty()
                && let Some(outcome) = words::outcome(sentence)
            {
                self.note(&last, Weight::Prose, outcome, written);
            }
            for (numbers, outcome) in mentions {
                if let Some(outcome) = outcome {
                    self.note(&numbers, Weight::Prose, outcome, written);
                }
                last = numbers;
            }
        }
    }

    /// As many verdict lines as there are claims, none of them numbered: they stand in order.
    fn take_in_order(&mut self, lines: &[(String, &str)]) {
        let found: Vec<(Outcome, &str)> = lines
            .iter()
            .filter(|(line, _)| lines::is_unnumbered(line))
            .filter_map(|(line, written)| Some((lines::verdict(line)?.0, *written)))
            .collect();
        if found.len() == self.claims {
            for (i, (outcome, written)) in found.into_iter().enumerate() {
                self.note(&[i + 1], Weight::Line, outcome, written);
            }
        }
    }

    fn note(&mut self, numbers: &[usize], weight: Weight, outcome: Outcome, written: &str) {
        for &number in numbers {
            if let Some(slot) = self.slots.get_mut(number - 1) {
                let place = match weight {
                    Weight::Line => &mut slot.line,
                    Weight::Prose => &mut slot.prose,
                };
                *place = Some((outcome, written.to_owned()));
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.all.is_none() && self.slots.iter().all(|slot| slot.line.is_none() && slot.prose.is_none())
    }
}

/// The claims that a sentence names, each group with what the sentence says of it: the words from its
/// name to the next one; or, where the verdicts come first (`支持第一项，驳回第二项`), the words before.
fn mentions(sentence: &str, claims: usize) -> Vec<(Vec<usize>, Option<Outcome>)> {
    const JOINTS: [&str; 9] = ["", "、", ",", "和", "与", "及", "以及", "and", "&"];
    let mut groups: Vec<(usize, usize, Vec<usize>)> = Vec::new();
    for (start, label) in labels::within(sentence, claims) {
        match groups.last_mut() {
            Some((_, end, numbers)) if JOINTS.contains(&sentence[*end..start].trim()) => {
                numbers.extend(label.numbers);
                *end = label.end;
            }
            _ => groups.push((start, label.end, label.numbers)),
        }
    }
    let verdict_first = groups.len() > 1 && words::outcome(&sentence[..groups[0].0]).is_some();
    let conditional = words::is_conditional(sentence);
    let saying = |i: usize| {
        let (start, end, _) = groups[i];
        let from = i.checked_sub(1).map_or(0, |before| groups[before].1);
        let to = groups.get(i + 1).map_or(sentence.len(), |next| next.0);
        let before = words::outcome(&sentence[from..end]);
        let after = words::outcome(&sentence[start..to]);
        let found = match groups.len() {
            1 => words::outcome(sentence),
            _ if verdict_first => before.or(after),
            _ => after,
        };
        found.map(|outcome| if conditional { Outcome::Open } else { outcome })
    };
    let sayings: Vec<Option<Outcome>> = (0..groups.len()).map(saying).collect();
    groups.into_iter().map(|(_, _, numbers)| numbers).zip(sayings).collect()
}

impl Slot {
    /// A verdict line counts first, then definite prose, then what is said of all claims.
    fn reading(self, all: &Found) -> Reading {
        let definite = |found: &Found| matches!(found, Some((Outcome::Decided(_), _)));
        let found = match (self.line, self.prose) {
            (Some(line), _) => Some(line),
            (None, prose) if definite(&prose) || !definite(all) => prose.or_else(|| all.clone()),
            (None, _) => all.clone(),
        };
        match found {
            Some((Outcome::Decided(verdict), quote)) => {
                Reading { verdict: Some(verdict), quote: Some(quote), open: false }
            }
            Some((Outcome::Open, quote)) => Reading { verdict: None, quote: Some(quote), open: true },
            None => Reading::default(),
        }
    }
}

fn speaks_of_claim(line: &str) -> bool {
    ["请求", "诉求", "诉请", "主张", "claim"].iter().any(|word| line.contains(word))
}

#[cfg(test)]
mod tests;
