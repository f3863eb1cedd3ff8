//! Words by which a question for a fact is recognised.

use super::super::consultation::KeyFact;
use super::super::lexical::{asks_for, broad_question, normalise, tells};
use super::super::talk::Speaker;
use super::Sheet;

const WORDS: std::ops::RangeInclusive<usize> = 3..=8;

pub(super) const GIVEN_AWAY: &str = "holds all marks of the fact";
pub(super) const GIVEN_AWAY_MEND: &str =
    "ask otherwise or take other marks: an answer that denies it in these words would pass for telling it";

pub(super) fn check(sheet: &mut Sheet<'_>) {
    let language = sheet.case.language;
    for (i, fact, _) in sheet.missing() {
        let path = format!("key_facts[{i}].asked_by");
        if !WORDS.contains(&fact.cues.words.len()) {
            sheet.warning(
                format!("{path}.words"),
                format!("there are {}", fact.cues.words.len()),
                "give three to eight",
            );
        }
        let question = fact.cues.question.as_deref().unwrap_or_default();
        if !asks_for(question, &fact.cues, language) {
            sheet.error(
                format!("{path}.question"),
                "holds none of the fact's words",
                "add one of its words to `words`, or use one in the question",
            );
        }
        if asks_for(broad_question(language), &fact.cues, language) {
            sheet.error(
                format!("{path}.words"),
                format!("a word of the fact is in the broad question `{}`", broad_question(language)),
                "take words that only a question for this fact uses",
            );
        }
        no_other(&format!("{path}.question"), question, fact, true, sheet);
        if tells(question, &fact.cues, language) {
            sheet.warning(format!("{path}.question"), GIVEN_AWAY, GIVEN_AWAY_MEND);
        }
        shared_words(&path, fact, i, sheet);
        history(&path, fact, sheet);
    }
}

/// A question for `fact` must not pass for a question for another missing fact.
pub(super) fn no_other(path: &str, question: &str, fact: &KeyFact, grave: bool, sheet: &mut Sheet<'_>) {
    let language = sheet.case.language;
    for (_, other, _) in sheet.missing() {
        if other.id != fact.id && asks_for(question, &other.cues, language) {
            let message = format!("holds a word of the missing fact `{}` as well", other.id);
            let mend = "say it in other words, or take that word from the other fact's list";
            if grave {
                sheet.error(path, message, mend);
            } else {
                sheet.warning(path, message, mend);
            }
        }
    }
}

/// A word of two missing facts lets one question pass for both.
fn shared_words(path: &str, fact: &KeyFact, position: usize, sheet: &mut Sheet<'_>) {
    let language = sheet.case.language;
    let normal = |words: &[String]| words.iter().map(|word| normalise(word, language)).collect::<Vec<_>>();
    let own = normal(&fact.cues.words);
    for (i, other, _) in sheet.missing() {
        if i >= position {
            break;
        }
        for word in normal(&other.cues.words).iter().filter(|word| own.contains(word)) {
            sheet.warning(
                format!("{path}.words"),
                format!("`{word}` is also a word of `{}`", other.id),
                "keep it for one of the two facts",
            );
        }
    }
}

/// In the underspecified history nobody asks for what is missing.
fn history(path: &str, fact: &KeyFact, sheet: &mut Sheet<'_>) {
    let case = sheet.case;
    for (i, turn) in case.private().underspecified.iter().enumerate() {
        if turn.speaker == Speaker::Assistant && asks_for(&turn.text, &fact.cues, case.language) {
            sheet.warning(
                format!("history.underspecified[{i}]"),
                format!("the lawyer uses a word of the missing fact `{}` ({path}.words)", fact.id),
                "let the lawyer ask for something else, or choose words that fit this fact alone",
            );
        }
    }
}
