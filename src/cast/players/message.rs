//! How players by rule word an assistant's message: marker line, question, verdict lines.

use crate::case::{Language, Verdict};

/// A message that asks where it may also decide. (Where it must ask, the prompt asks for the question
/// alone.)
pub(super) fn asking(language: Language, question: &str) -> String {
    let marker = match language {
        Language::Zh => "【追问】",
        Language::En => "[ASK]",
    };
    format!("{marker}\n{question}")
}

/// A message that gives each numbered claim its verdict.
pub(super) fn deciding(language: Language, verdicts: impl IntoIterator<Item = (usize, Verdict)>) -> String {
    let lines: Vec<String> = verdicts
        .into_iter()
        .map(|(number, verdict)| format!("{number}. {}", verdict.word(language)))
        .collect();
    decided(language, &lines.join("\n"))
}

/// A message that gives all claims the same verdict, for players that do not know the claims.
pub(super) fn deciding_all(language: Language, verdict: Verdict) -> String {
    let word = verdict.word(language);
    match language {
        Language::Zh => decided(language, &format!("全部诉讼请求：{word}")),
        Language::En => decided(language, &format!("All claims: {word}")),
    }
}

fn decided(language: Language, lines: &str) -> String {
    let marker = match language {
        Language::Zh => "【结论】",
        Language::En => "[VERDICT]",
    };
    format!("{marker}\n{lines}")
}
