//! Reading verdicts on numbered claims out of a message, as plain rules can.
//!
//! A *verdict line* names a claim and gives its verdict in the form that the prompts ask for
//! (`1. …：支持`); it outweighs prose. Prose is read a line at a time: what it says of a claim that it
//! names by number.

mod chinese;
mod english;
mod labels;
mod words;

use self::labels::{Form, Label};
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
        notes.take(line, written);
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
        match labels::leading(line, self.claims) {
            Some(label) => self.take_labelled(line, &label, written),
            None if labels::names_all(line) => {
                if let Some(outcome) = verdict_line(line, 0).or_else(|| prose(line)) {
                    self.all = Some((outcome, written.to_owned()));
                }
            }
            None => match conclusion(line) {
                Some(outcome) => self.note(&self.current.clone(), true, outcome, written),
                None => self.take_prose(line, written),
            },
        }
    }

    fn take_labelled(&mut self, line: &str, label: &Label, written: &str) {
        let outcome = verdict_line(line, label.end);
        let may_be_prose = label.form == Form::Named || label.form == Form::Bare && !self.named;
        if may_be_prose || outcome.is_some() {
            self.current.clone_from(&label.numbers);
        }
        if let Some(outcome) = outcome {
            self.note(&label.numbers, true, outcome, written);
        }
        if label.form == Form::Named {
            self.take_prose(line, written);
        } else if may_be_prose && outcome.is_none() {
            if let Some(outcome) = prose(&line[label.end..]) {
                self.note(&label.numbers, false, outcome, written);
            }
        }
    }

    /// Sentences that name claims in words: each label reaches to the next one, the first also back.
    fn take_prose(&mut self, line: &str, written: &str) {
        let mut last: Vec<usize> = Vec::new();
        for sentence in words::sentences(line) {
            let found = labels::within(sentence, self.claims);
            if found.is_empty() {
                if let Some(outcome) = words::outcome(sentence).filter(|_| !last.is_empty()) {
                    self.note(&last, false, outcome, written);
                }
            }
            for (i, (_, label)) in found.iter().enumerate() {
                let start = if i == 0 { 0 } else { found[i].0 };
                let end = found.get(i + 1).map_or(sentence.len(), |(start, _)| *start);
                if let Some(outcome) = words::outcome(&sentence[start..end]) {
                    self.note(&label.numbers, false, outcome, written);
                }
                last.clone_from(&label.numbers);
            }
        }
        if self.claims == 1 && self.slots[0].prose.is_none() && speaks_of_claim(line) {
            if let Some(outcome) = prose(line) {
                self.note(&[1], false, outcome, written);
            }
        }
    }

    /// As many verdict lines as there are claims, none of them numbered: they stand in order.
    fn take_in_order(&mut self, lines: &[(String, &str)]) {
        let found: Vec<(Outcome, &str)> = lines
            .iter()
            .filter(|(line, _)| line.contains([':', '|']) || words::is_bare_verdict(line))
            .filter(|(line, _)| line.rsplit([':', '|']).any(words::is_bare_verdict))
            .filter_map(|(line, written)| Some((verdict_line(line, 0)?, *written)))
            .collect();
        if found.len() == self.claims {
            for (i, (outcome, written)) in found.into_iter().enumerate() {
                self.note(&[i + 1], true, outcome, written);
            }
        }
    }

    fn note(&mut self, numbers: &[usize], is_line: bool, outcome: Outcome, written: &str) {
        for &number in numbers {
            if let Some(slot) = self.slots.get_mut(number - 1) {
                let place = if is_line { &mut slot.line } else { &mut slot.prose };
                *place = Some((outcome, written.to_owned()));
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.all.is_none() && self.slots.iter().all(|slot| slot.line.is_none() && slot.prose.is_none())
    }
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

/// The verdict of a line whose part from `from` holds a verdict right at its start or after a
/// separator.
fn verdict_line(line: &str, from: usize) -> Option<Outcome> {
    let rest = &line[from..];
    let concluded = words::sentences(rest).into_iter().find_map(conclusion);
    let outcome = concluded.or_else(|| {
        words::sentences(rest).into_iter().find_map(|sentence| {
            let separators = sentence.match_indices([':', '|', '—', '–', '→', '=', '-', '>']);
            let starts = std::iter::once(0).chain(separators.map(|(at, found)| at + found.len()));
            let bracketed = sentence.match_indices(['(', '【']).filter_map(|(at, found)| {
                let inner = sentence[at + found.len()..].split([')', '】']).next()?;
                words::is_bare_verdict(inner).then_some(at + found.len())
            });
            starts.chain(bracketed).find_map(|at| words::leading_outcome(sentence, at))
        })
    })?;
    Some(match outcome {
        Outcome::Decided(Verdict::Supported) if words::dismisses_rest(rest) => {
            Outcome::Decided(Verdict::PartiallySupported)
        }
        outcome => outcome,
    })
}

/// The verdict of a text such as `结论：部分支持` or `Verdict: Dismissed`.
fn conclusion(text: &str) -> Option<Outcome> {
    const WORDS: [&str; 14] = [
        "结论",
        "判断",
        "裁判",
        "判决",
        "预测",
        "结果",
        "裁决",
        "verdict",
        "result",
        "outcome",
        "conclusion",
        "prediction",
        "decision",
        "ruling",
    ];
    let text = text.trim_start_matches(|c: char| words::is_dressing(c) || matches!(c, '-' | '•' | '>'));
    let Some((name, _)) = text.split_once(':') else {
        return if words::is_bare_verdict(text) { words::outcome(text) } else { None };
    };
    let named = name.chars().count() <= 16 && WORDS.iter().any(|word| name.contains(word));
    if named { words::leading_outcome(text, name.len() + 1) } else { None }
}

/// What prose comes to: its last sentence that says anything.
fn prose(text: &str) -> Option<Outcome> {
    words::sentences(text).into_iter().filter_map(words::outcome).next_back()
}

fn speaks_of_claim(line: &str) -> bool {
    ["请求", "诉求", "诉请", "主张", "claim"].iter().any(|word| line.contains(word))
}

#[cfg(test)]
mod tests;
