//! Missing facts: told in the complete history, and neither told nor hinted at in the other.

use std::collections::BTreeSet;

use super::super::consultation::{KeyFact, MissingFact};
use super::super::label::Language;
use super::super::lexical::{contains, normalise, tells};
use super::super::measure::runs;
use super::super::numbers::numbers;
use super::Sheet;
use super::histories::user_turns;

const MARKS: std::ops::RangeInclusive<usize> = 1..=3;

pub(super) fn check(sheet: &mut Sheet<'_>) {
    for (i, fact, missing) in sheet.missing() {
        let path = format!("key_facts[{i}]");
        marks_tell_the_fact(&path, fact, sheet);
        marks_stand_nowhere_else(&path, fact, sheet);
        disturbed_answers(&path, fact, missing, sheet);
        screen(&path, fact, sheet);
    }
}

fn marks_tell_the_fact(path: &str, fact: &KeyFact, sheet: &mut Sheet<'_>) {
    let (case, cues) = (sheet.case, &fact.cues);
    if !MARKS.contains(&cues.marks.len()) {
        sheet.warning(
            format!("{path}.marks"),
            format!("there are {}", cues.marks.len()),
            "give one to three",
        );
    }
    if !tells(&fact.text, cues, case.language) {
        sheet.error(
            format!("{path}.marks"),
            "the fact's own text does not hold all of them",
            "take each mark, or one of its alternatives, from the text",
        );
    }
    let said = user_turns(&case.private().complete);
    for (j, alternatives) in cues.marks.iter().enumerate() {
        if !said.iter().any(|turn| holds_any(turn, alternatives, case.language)) {
            sheet.error(
                format!("{path}.marks[{j}]"),
                "no user turn of the complete history holds it",
                "let the user tell the fact there, or add the words used as an alternative",
            );
        }
    }
}

/// Neither in the underspecified history, whoever speaks, nor in told facts or claims.
fn marks_stand_nowhere_else(path: &str, fact: &KeyFact, sheet: &mut Sheet<'_>) {
    let case = sheet.case;
    let private = case.private();
    let turns = private.underspecified.iter().enumerate();
    let told = private.facts.iter().enumerate().filter(|(_, other)| !other.is_missing());
    let places: Vec<(String, String)> = turns
        .map(|(i, turn)| (format!("history.underspecified[{i}]"), turn.text.as_str()))
        .chain(told.map(|(i, other)| (format!("key_facts[{i}].text"), other.text.as_str())))
        .chain(
            case.claims
                .iter()
                .enumerate()
                .map(|(i, claim)| (format!("claims[{i}].text"), claim.text.as_str())),
        )
        .map(|(place, text)| (place, normalise(text, case.language)))
        .collect();
    for (j, mark) in fact.cues.marks.iter().enumerate() {
        for alternative in mark {
            let normal = normalise(alternative, case.language);
            for (place, text) in &places {
                if contains(text, &normal, case.language) {
                    sheet.error(
                        place.clone(),
                        format!(
                            "holds `{alternative}`, a mark of the missing fact `{}` ({path}.marks[{j}])",
                            fact.id
                        ),
                        "say it otherwise here, or take a mark that is the fact's alone",
                    );
                }
            }
        }
    }
}

fn disturbed_answers(path: &str, fact: &KeyFact, missing: &MissingFact, sheet: &mut Sheet<'_>) {
    let language = sheet.case.language;
    for (field, text) in [("mistaken", &missing.mistaken), ("incomplete", &missing.incomplete)] {
        if tells(text, &fact.cues, language) {
            sheet.error(
                format!("{path}.{field}"),
                "tells the fact: it holds all marks",
                "change or leave out what makes the fact",
            );
        }
    }
}

/// What gives a fact away whatever its marks: its numbers, and whole phrases of its text.
fn screen(path: &str, fact: &KeyFact, sheet: &mut Sheet<'_>) {
    let language = sheet.case.language;
    let open: Vec<&str> = sheet.open_texts().collect();
    let history: Vec<&str> =
        sheet.case.private().underspecified.iter().map(|turn| turn.text.as_str()).collect();
    let of = |texts: &[&str], measure: &dyn Fn(&str) -> BTreeSet<String>| -> BTreeSet<String> {
        texts.iter().flat_map(|text| measure(text)).collect()
    };
    let shared = |measure: &dyn Fn(&str) -> BTreeSet<String>| -> Vec<String> {
        let (own, open, history) = (measure(&fact.text), of(&open, measure), of(&history, measure));
        own.into_iter().filter(|part| history.contains(part) && !open.contains(part)).collect()
    };
    let leaked = shared(&|text| numbers(text, language));
    if !leaked.is_empty() {
        sheet.error(
            "history.underspecified",
            format!("holds {} of the missing fact `{}` ({path})", leaked.join(", "), fact.id),
            "leave these numbers out, or tell them in a told fact if they are no secret",
        );
    }
    let run = match language {
        Language::Zh => 8,
        Language::En => 5,
    };
    let leaked = shared(&|text| runs(text, language, run));
    if let Some(first) = leaked.first() {
        sheet.warning(
            "history.underspecified",
            format!("shares words with the missing fact `{}` ({path}): {first}", fact.id),
            "see that nothing of the fact can be inferred from them",
        );
    }
}

fn holds_any(text: &str, alternatives: &[String], language: Language) -> bool {
    let text = normalise(text, language);
    alternatives.iter().any(|alternative| contains(&text, &normalise(alternative, language), language))
}
