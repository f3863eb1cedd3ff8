//! The paired histories: equal turns, in turn, and every claim stated by the user in both.

use super::super::label::{Language, Variant};
use super::super::measure::length;
use super::super::numbers::numbers;
use super::super::talk::{Speaker, Turn};
use super::Sheet;

/// User turns a history should have; a consultation of the paper has about as many.
const USER_TURNS: std::ops::RangeInclusive<usize> = 3..=6;

pub(super) fn check(sheet: &mut Sheet<'_>) {
    let case = sheet.case;
    let private = case.private();
    if private.complete.len() != private.underspecified.len() {
        sheet.error(
            "history",
            format!(
                "the complete history has {} turns, the underspecified one {}",
                private.complete.len(),
                private.underspecified.len()
            ),
            "give both the same number of turns",
        );
    }
    for variant in [Variant::Complete, Variant::Underspecified] {
        form(variant, case.history(variant), sheet);
    }
    for (i, turn) in private.underspecified.iter().enumerate() {
        if turn.speaker == Speaker::User && private.complete.contains(turn) {
            sheet.warning(
                format!("history.underspecified[{i}]"),
                "the same words stand in the complete history",
                "tell it another way: the one history is not the other less a sentence",
            );
        }
    }
    claims(sheet);
}

fn form(variant: Variant, turns: &[Turn], sheet: &mut Sheet<'_>) {
    let path = format!("history.{}", variant.name());
    let user = |turn: Option<&Turn>| turn.is_some_and(|turn| turn.speaker == Speaker::User);
    if !user(turns.first()) || !user(turns.last()) {
        sheet.error(path.clone(), "does not start and end with the user", "let the user open and speak last");
    }
    if let Some(i) = turns.windows(2).position(|pair| pair[0].speaker == pair[1].speaker) {
        sheet.error(
            format!("{path}[{}]", i + 1),
            "the same person speaks twice in a row",
            "join the turns, or let the other answer between them",
        );
    }
    let count = turns.iter().filter(|turn| turn.speaker == Speaker::User).count();
    if !USER_TURNS.contains(&count) {
        sheet.warning(path, format!("has {count} user turns"), "give three to six");
    }
}

fn claims(sheet: &mut Sheet<'_>) {
    let case = sheet.case;
    let lengths = match case.language {
        Language::Zh => 6..=60,
        Language::En => 4..=30,
    };
    for (i, (claim, truth)) in case.claims.iter().zip(&case.private().truths).enumerate() {
        let quotes = [
            (Variant::Complete, &truth.stated_complete),
            (Variant::Underspecified, &truth.stated_underspecified),
        ];
        for (variant, quote) in quotes {
            let path = format!("claims[{i}].stated.{}", variant.name());
            let said = user_turns(case.history(variant));
            if quote.trim().is_empty() || !said.iter().any(|turn| turn.contains(quote.as_str())) {
                sheet.error(
                    path.clone(),
                    "is not to be found in a user turn of this history",
                    "quote, letter by letter, the words with which the user states the claim",
                );
            } else if !lengths.contains(&length(quote, case.language)) {
                sheet.warning(
                    path.clone(),
                    format!("is {} long", length(quote, case.language)),
                    match case.language {
                        Language::Zh => "quote 6 to 60 characters",
                        Language::En => "quote 4 to 30 words",
                    },
                );
            }
            let said = numbers(&said.join("\n"), case.language);
            let unsaid: Vec<String> =
                numbers(&claim.text, case.language).difference(&said).cloned().collect();
            if !unsaid.is_empty() {
                sheet.warning(
                    path,
                    format!("the user does not say what the claim says: {}", unsaid.join(", ")),
                    "let the user state amounts and dates of the claim as its text has them",
                );
            }
        }
    }
}

/// What the user says in a history.
pub(super) fn user_turns(turns: &[Turn]) -> Vec<&str> {
    turns.iter().filter(|turn| turn.speaker == Speaker::User).map(|turn| turn.text.as_str()).collect()
}
