//! Reading a dialogue with the built-in extractor: what each ply asserts, in the light of those before it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::extract::{Abstention, Assertion, Cited, Extraction, Flag, extract};
use super::ply::Ply;
use super::score::{PlyReading, Reading};
use super::triple::Case;
use super::unit::Said;
use crate::stats::factors::TripleFactors;

/// Reads a dialogue of three plies.
///
/// The plies are read one after the other as one growing argument, so that a ply may speak of what was
/// said before ("that case", "the same is true of TSC2"); what is asserted once a ply has joined, and was
/// not before, is that ply's. Whether a ply abstains is seen in the ply alone.
pub fn read_plies(said: &[Said]) -> Reading {
    let (mut grown, mut spoken) = (String::new(), String::new());
    let mut heard: Vec<Assertion> = Vec::new();
    let mut plies = Vec::new();
    let mut cited = Cited::default();
    let mut flags: BTreeMap<Flag, usize> = BTreeMap::new();
    let mut unattributed = 0;
    for (ply, said) in Ply::ALL.into_iter().zip(said) {
        let text = marked(ply, &said.text);
        let alone = extract(&text);
        let in_context = match argument_of(&text, &alone) {
            Some(argument) => argument,
            None => {
                unattributed += alone.unattributed;
                add(&mut flags, &alone.flags, OF_MENTIONS);
                ""
            }
        };
        grown.push_str(&format!("{}:\n{}\n\n", ply.heading(), in_context));
        let whole = extract(&grown);
        let mut asserted = left_over(&whole.asserted, &heard);
        heard = whole.asserted.clone();
        let by_itself = in_context.is_empty();
        if by_itself {
            asserted.extend(&alone.asserted);
        }
        spoken.push_str(&in_one_voice(ply, in_context));
        let cites = if by_itself { alone.cited } else { extract(&spoken).cited };
        match ply {
            Ply::Argument => cited.plaintiff = cites.plaintiff,
            Ply::Counterargument => cited.defendant = cites.defendant,
            Ply::Rebuttal => {
                unattributed += whole.unattributed;
                add(&mut flags, &whole.flags, OF_MENTIONS);
            }
        }
        add(&mut flags, &alone.flags, |flag| !OF_MENTIONS(flag));
        plies.push(PlyReading {
            ply,
            factors: factors_of(&asserted),
            abstention: if said.absent.is_some() { Abstention::No } else { alone.abstention },
            absent: said.absent,
        });
    }
    Reading::of_plies(plies, cited, flags, unattributed)
}

/// A ply as its party speaks it. In one message a line such as "The plaintiff relies on TSC1" hands the word
/// to the other side; here it is known whose word it is, whatever its lines begin with.
fn in_one_voice(ply: Ply, argument: &str) -> String {
    let lines: Vec<String> = argument.lines().map(|line| format!("So, {line}")).collect();
    format!("{}:\n{}\n\n", ply.heading(), lines.join("\n"))
}

/// What a ply says by itself.
pub(super) fn read_alone(ply: Ply, text: &str) -> Extraction {
    extract(&marked(ply, text))
}

/// A ply whose heading follows announced analysis, with the heading announced as the answer: the extractor
/// knows by which headings a whole argument begins, not those of its later plies.
fn marked(ply: Ply, text: &str) -> Cow<'_, str> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if at > 0 && is_heading_of(ply, line) {
            let told = format!("{}{ANSWER}{}", &text[..at], &text[at..]);
            let reasons = |text: &str| extract(text).flags.contains_key(&Flag::ReasoningBefore);
            return if reasons(&told) && !reasons(text) { Cow::Owned(told) } else { Cow::Borrowed(text) };
        }
        at += line.len();
    }
    Cow::Borrowed(text)
}

/// A line by which the extractor sees that analysis has ended.
const ANSWER: &str = "Final answer:\n";

/// Whether a line is by its first words the heading of a ply.
fn is_heading_of(ply: Ply, line: &str) -> bool {
    let headings: &[&str] = match ply {
        Ply::Argument => &["first turn", "the first turn", "plaintiff's first"],
        Ply::Counterargument => &[
            "defendant's counterargument",
            "defendant's answer",
            "defendant's argument",
            "defendant's response",
            "defendant:",
            "counterargument",
            "second turn",
            "the second turn",
        ],
        Ply::Rebuttal => &["plaintiff's rebuttal", "rebuttal", "third turn", "the third turn"],
    };
    let line = line.trim_start_matches(|c: char| !c.is_alphabetic()).to_lowercase().replace('\u{2019}', "'");
    headings.iter().any(|heading| line.starts_with(heading))
}

/// Flags that a mention has wherever it stands; the others speak of a ply as a whole.
const OF_MENTIONS: fn(Flag) -> bool =
    |flag| matches!(flag, Flag::NameMismatch | Flag::UnknownNumber | Flag::WrongSide);

fn add(flags: &mut BTreeMap<Flag, usize>, more: &BTreeMap<Flag, usize>, wanted: fn(Flag) -> bool) {
    for (flag, n) in more.iter().filter(|(flag, _)| wanted(**flag)) {
        *flags.entry(*flag).or_default() += n;
    }
}

/// The argument of a ply, without the reasoning that stands before it; `None` where the ply is to be read
/// by itself: it only abstains, it is no running text, or its reasoning cannot be told from its argument.
fn argument_of<'a>(text: &'a str, alone: &Extraction) -> Option<&'a str> {
    if alone.abstention == Abstention::Strict {
        return None;
    }
    let argument =
        if alone.flags.contains_key(&Flag::ReasoningBefore) { after_reasoning(text, alone)? } else { text };
    let structured = ["{", "[", "```"].iter().any(|sign| argument.trim_start().starts_with(sign));
    (!structured && !argument.trim().is_empty()).then_some(argument)
}

/// Longest ply, in bytes, whose argument is looked for behind its reasoning, and most places at which it is
/// looked for: reading takes time, and whoever writes plies may write a great deal.
const SEARCHED_MAX: usize = 64 << 10;
const PLACES_MAX: usize = 64;

/// The longest end of a text, from behind a closing tag or from the beginning of a line that may open an
/// argument, that asserts what the whole does and has no reasoning before it.
fn after_reasoning<'a>(text: &'a str, whole: &Extraction) -> Option<&'a str> {
    if text.len() > SEARCHED_MAX {
        return None;
    }
    let same = |from: &usize| {
        let end = extract(&text[*from..]);
        let moved =
            |found: &Assertion| Assertion { start: found.start + from, end: found.end + from, ..*found };
        !end.flags.contains_key(&Flag::ReasoningBefore)
            && end.abstention == whole.abstention
            && end.unattributed == whole.unattributed
            && end.asserted.iter().map(moved).eq(whole.asserted.iter().copied())
    };
    places(text).take(PLACES_MAX).find(same).map(|from| &text[from..])
}

/// Where an argument may begin behind reasoning, in order.
fn places(text: &str) -> impl Iterator<Item = usize> {
    // A tag is short: `</reasoning>`.
    let closes = |at: usize| {
        let before = &text.as_bytes()[at.saturating_sub(16)..at];
        let tag = before.iter().rposition(|byte| *byte == b'<').map(|open| &before[open + 1..]);
        tag.is_some_and(|tag| tag.starts_with(b"/") || tag.starts_with(b"\\"))
    };
    const OPENING: [&str; 10] =
        ["argument", "answer", "output", "plaintiff", "ply", "response", "turn", "factor", "rebuttal", "{"];
    let opens = |at: usize| {
        let line = text[at..].lines().next().unwrap_or_default().to_lowercase();
        OPENING.iter().any(|word| line.contains(word))
    };
    text.char_indices().filter_map(move |(at, c)| match c {
        '>' => Some(at + 1).filter(|_| closes(at)),
        '\n' => Some(at + 1).filter(|at| opens(*at)),
        _ => None,
    })
}

/// What is in `now` and not in `before`; what is asserted twice is there twice.
fn left_over(now: &[Assertion], before: &[Assertion]) -> Vec<Assertion> {
    let mut known: BTreeMap<Assertion, usize> = BTreeMap::new();
    for found in before {
        *known.entry(*found).or_default() += 1;
    }
    let is_new = |found: &&Assertion| match known.get_mut(*found) {
        Some(n) if *n > 0 => {
            *n -= 1;
            false
        }
        _ => true,
    };
    now.iter().filter(is_new).copied().collect()
}

fn factors_of(asserted: &[Assertion]) -> TripleFactors {
    let of =
        |case: Case| asserted.iter().filter(|found| found.case == case).map(|found| found.number).collect();
    TripleFactors { cc: of(Case::Current), tsc1: of(Case::Tsc1), tsc2: of(Case::Tsc2) }
}

#[cfg(test)]
mod tests {
    use super::super::extract::abstention::ABSTENTION;
    use super::*;

    fn said(text: &str) -> Said {
        Said::of(Some(text.to_owned()), None, None)
    }

    /// Of each ply, what it asserts of the three cases.
    fn by_ply(texts: [&str; 3]) -> Vec<[Vec<u32>; 3]> {
        let reading = read_plies(&texts.map(said));
        let sets = |ply: &PlyReading| {
            [&ply.factors.cc, &ply.factors.tsc1, &ply.factors.tsc2]
                .map(|set| Vec::from_iter(set.iter().copied()))
        };
        reading.plies.iter().map(sets).collect()
    }

    const FIRST: &str = "The plaintiff cites TSC1. F4 Agreed-not-to-disclose (P) is present in both the current case and TSC1.";
    const SECOND: &str = "That case also has F16 Info-reverse-engineerable (D). The defendant cites TSC2. F4 Agreed-not-to-disclose (P) is present in both the current case and TSC2.";

    #[test]
    fn a_ply_asserts_what_it_says_itself_though_another_has_said_it() {
        let found = by_ply([FIRST, SECOND, "F5 Agreement-not-specific (D) is present in TSC2."]);
        assert_eq!(found[0], [vec![4], vec![4], vec![]]);
        assert_eq!(found[1], [vec![4], vec![16], vec![4]], "TSC1 is the case spoken of before");
        assert_eq!(found[2], [vec![], vec![], vec![5]]);
        let reading = read_plies(&[FIRST, SECOND, ""].map(said));
        assert_eq!((reading.cited.plaintiff, reading.cited.defendant), (Some(Case::Tsc1), Some(Case::Tsc2)));
        assert_eq!((reading.plies[2].absent, reading.unattributed), (Some(crate::case::Absence::Silent), 0));
    }

    #[test]
    fn reasoning_before_a_ply_asserts_nothing_and_cuts_no_other_ply_off() {
        let thinks = format!("F7 is in TSC1, let me see.</think>\n{SECOND}");
        let announced =
            "Let me think. F10 is in the current case.\n\nPlaintiff's Rebuttal:\nF5 is present in TSC2.";
        let found = by_ply([FIRST, &thinks, announced]);
        assert_eq!(found[0], [vec![4], vec![4], vec![]]);
        assert_eq!(found[1], [vec![4], vec![16], vec![4]]);
        assert_eq!(found[2], [vec![], vec![], vec![5]]);
        let reading = read_plies(&[FIRST, &thinks, announced].map(said));
        assert_eq!(reading.flags.get(&Flag::ReasoningBefore), Some(&2));
        let heading = "**Second turn**";
        let second = format!("Let me compare the cases. F10 is in TSC1.\n\n{heading}\n{SECOND}");
        assert_eq!(by_ply([FIRST, &second, ""])[1], [vec![4], vec![16], vec![4]]);
        // Without an announcement what stands before a heading is part of the ply.
        let plain = format!("F10 is present in TSC1.\n\n{heading}\n{SECOND}");
        assert_eq!(by_ply([FIRST, &plain, ""])[1], [vec![4], vec![10, 16], vec![4]]);
        // A tag that is no reasoning of its own takes nothing from the ply before.
        let hostile = "<think>\n</think></think> F5 is present in TSC2.";
        assert_eq!(by_ply([FIRST, hostile, ""])[0], [vec![4], vec![4], vec![]]);
    }

    #[test]
    fn reasoning_without_end_takes_no_time_without_end() {
        // Too long to be searched: read by itself, and so without what was said before.
        let thoughts = "</think>\nThe argument > is > this.\n".repeat(3_000);
        assert!(thoughts.len() > SEARCHED_MAX);
        let long = format!("{thoughts}F5 is present in TSC2.");
        let found = by_ply([FIRST, &long, "F10 is present in the current case."]);
        assert_eq!(found[0], [vec![4], vec![4], vec![]]);
        assert_eq!(found[1], [vec![], vec![], vec![5]]);
        assert_eq!(found[2], [vec![10], vec![], vec![]]);
        assert_eq!(places(&thoughts).take(PLACES_MAX).count(), PLACES_MAX);
    }

    #[test]
    fn what_the_other_is_said_to_cite_is_not_cited_by_it() {
        let first = "The plaintiff cites TSC1. F4 Agreed-not-to-disclose (P) is present in TSC1.\n\n\
                     Defendant's Counterargument:\nThe defendant cites TSC1, too.";
        let second = "The plaintiff relies on TSC1, which is distinguishable.\n\n\
                      Instead, TSC2 governs. F5 is present in TSC2.\n\nPlaintiff's Rebuttal:\nNone.";
        let reading = read_plies(&[first, second, "The plaintiff cites TSC2."].map(said));
        assert_eq!(reading.cited, Cited { plaintiff: Some(Case::Tsc1), defendant: Some(Case::Tsc2) });
        let reading =
            read_plies(&[first, "The defendant has no precedent to cite. F5 is in TSC2.", ""].map(said));
        assert_eq!(reading.cited.defendant, None);
    }

    #[test]
    fn a_party_that_abstains_asserts_nothing_and_the_others_are_read() {
        let reading = read_plies(&[ABSTENTION, SECOND, ABSTENTION].map(said));
        let abstentions: Vec<Abstention> = reading.plies.iter().map(|ply| ply.abstention).collect();
        assert_eq!(abstentions, [Abstention::Strict, Abstention::No, Abstention::Strict]);
        assert_eq!(reading.abstention, Abstention::No, "some argue");
        assert_eq!(reading.cited, Cited { plaintiff: None, defendant: Some(Case::Tsc2) });
        let all =
            read_plies(&[ABSTENTION, "There is nothing in common, so I cannot argue.", ABSTENTION].map(said));
        assert_eq!(all.abstention, Abstention::Lenient, "the loosest of the three");
        let silent = read_plies(&[ABSTENTION, ABSTENTION, ""].map(said));
        assert_eq!(silent.abstention, Abstention::No, "silence is no abstention");
    }

    #[test]
    fn a_ply_that_is_no_running_text_is_read_by_itself() {
        let json = r#"{"argument": "F5 is present in TSC2."}"#;
        let found = by_ply([FIRST, json, "F10 is present in the current case."]);
        assert_eq!(found[1], [vec![], vec![], vec![5]]);
        assert_eq!(found[2], [vec![10], vec![], vec![]]);
    }
}
