//! What single lines come to.

use super::words::{self, Outcome};
use crate::case::Verdict;

/// How much what a line says weighs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Weight {
    /// A verdict in the form that the prompts ask for.
    Line,
    Prose,
}

/// The verdict of a text that holds one right at its start, after a separator, or in brackets, in its
/// first sentence; or of its last conclusion.
pub(super) fn verdict(text: &str) -> Option<(Outcome, Weight)> {
    let sentences = words::sentences(text);
    let concluded = sentences.iter().skip(1).rev().find_map(|sentence| conclusion(sentence));
    let (outcome, weight) = match concluded {
        Some(outcome) => (outcome, Weight::Line),
        None => {
            let sentence = sentences.first()?;
            let separators = sentence.match_indices([':', '|', '—', '–', '→', '=', '-', '>']);
            let starts = std::iter::once(0).chain(separators.map(|(at, found)| at + found.len()));
            let bracketed = sentence.match_indices(['(', '【']).filter_map(|(at, found)| {
                let inner = sentence[at + found.len()..].split([')', '】']).next()?;
                words::is_bare_verdict(inner).then_some(at + found.len())
            });
            let (outcome, exact) =
                starts.chain(bracketed).find_map(|at| words::leading_outcome(sentence, at))?;
            (outcome, if exact { Weight::Line } else { Weight::Prose })
        }
    };
    let partly = outcome == Outcome::Decided(Verdict::Supported) && words::dismisses_rest(text);
    Some((if partly { Outcome::Decided(Verdict::PartiallySupported) } else { outcome }, weight))
}

/// The verdict of a text such as `结论：部分支持`, `Verdict: Dismissed` or a bare `支持`.
pub(super) fn conclusion(text: &str) -> Option<Outcome> {
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
    if named { words::leading_outcome(text, name.len() + 1).map(|(outcome, _)| outcome) } else { None }
}

/// What prose comes to: its last sentence that says anything.
pub(super) fn prose(text: &str) -> Option<Outcome> {
    words::sentences(text).into_iter().filter_map(words::outcome).next_back()
}

/// Whether the line is a verdict line without a number: `归还本金：支持`, or `支持` alone.
pub(super) fn is_unnumbered(line: &str) -> bool {
    words::is_bare_verdict(line.rsplit([':', '|']).find(|part| !part.trim().is_empty()).unwrap_or_default())
}
