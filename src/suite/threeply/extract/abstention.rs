//! Abstention: the required sentence, other wordings of it, refusals (notes D49, D50).

use super::Abstention;
use super::reader::Read;

/// The sentence that is required when nothing is shared (3-ply pipeline, Appendix A).
pub const ABSTENTION: &str = "No common factor between the input current case and the TSC1/TSC2";

/// Letters and digits in lower case, all else left out.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Words in lower case with single spaces.
fn words(text: &str) -> String {
    let mapped: String = text
        .chars()
        .map(|c| match c {
            '\u{2019}' | '\'' => '\'',
            c if c.is_alphanumeric() => c,
            '\n' | '.' | '!' | '?' | ';' => '\n',
            _ => ' ',
        })
        .collect::<String>()
        .to_lowercase();
    mapped
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Wordings meant as the required sentence: parts that stand in one sentence, in this order.
const MEANT: [&[&str]; 24] = [
    &["no common factor"],
    &["no shared factor"],
    &["no factor", "in common"],
    &["no factors", "common"],
    &["not share any", "factor"],
    &["not have any", "factor", "common"],
    &["not any common factor"],
    &["share no", "factor"],
    &["shares no", "factor"],
    &["no overlap"],
    &["nothing in common"],
    &["no factual overlap"],
    &["no overlapping factor"],
    &["lack of common factor"],
    &["lack of shared factor"],
    &["absence of common factor"],
    &["absence of shared factor"],
    &["without common factor"],
    &["without any common factor"],
    &["no factor is shared"],
    &["no factors are shared"],
    &["none of the factors", "shared"],
    &["no common ground"],
    &["common factors between", "none"],
];

/// Wordings of a refusal.
const REFUSED: [&[&str]; 21] = [
    &["not something i can"],
    &["cannot", "argument"],
    &["can't", "argument"],
    &["unable to", "argument"],
    &["not able to", "argument"],
    &["not possible", "argument"],
    &["impossible", "argument"],
    &["no argument can"],
    &["i can't", "help"],
    &["i cannot", "help"],
    &["i can't assist"],
    &["i cannot assist"],
    &["i am unable"],
    &["i'm unable"],
    &["i'm sorry"],
    &["i am sorry"],
    &["i must decline"],
    &["i decline"],
    &["i won't"],
    &["not able to provide"],
    &["cannot provide"],
];

/// Whether a sentence of the text holds all parts of a wording, in order.
fn holds(text: &str, wordings: &[&[&str]]) -> bool {
    words(text).lines().any(|line| {
        wordings.iter().any(|parts| {
            let mut rest = line;
            parts.iter().all(|part| match rest.find(part) {
                Some(at) => {
                    rest = &rest[at + part.len()..];
                    true
                }
                None => false,
            })
        })
    })
}

/// Whether an answer abstains. `answer` is without reasoning, `read` what was read from it.
pub(super) fn of(answer: &str, read: &Read) -> Abstention {
    if is_required(answer) {
        return Abstention::Strict;
    }
    let declines = holds(answer, &MEANT) || holds(answer, &REFUSED);
    if declines && !argues(answer, read) { Abstention::Lenient } else { Abstention::No }
}

/// The required sentence and nothing else: case, spaces, quotation marks and the final stop apart.
pub(super) fn is_required(answer: &str) -> bool {
    let plain: String = answer
        .chars()
        .filter(|c| {
            !matches!(
                c,
                '*' | '_' | '`' | '#' | '>' | '"' | '\'' | '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}'
            )
        })
        .collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let plain = plain.strip_suffix('.').unwrap_or(&plain).trim_end();
    plain == ABSTENTION.to_lowercase()
}

/// Whether an answer makes an argument beside declining.
fn argues(answer: &str, read: &Read) -> bool {
    const ARGUES: [&[&str]; 15] = [
        &["should prevail"],
        &["counterexample"],
        &["plaintiff cites"],
        &["defendant cites"],
        &["plaintiff relies"],
        &["plaintiff argues"],
        &["defendant argues"],
        &["is distinguishable"],
        &["can be distinguished"],
        &["should win"],
        &["must be decided"],
        &["should be decided"],
        &["stronger"],
        &["nevertheless"],
        &["supports the plaintiff"],
    ];
    (read.plies && !read.asserted.is_empty()) || (!read.asserted.is_empty() && holds(answer, &ARGUES))
}

/// Whether wording is meant as the required sentence, but is not it.
pub(super) fn near_miss(answer: &str, abstention: Abstention) -> bool {
    if abstention == Abstention::Strict {
        return false;
    }
    let required = bare(ABSTENTION);
    // The sentence itself, though it is not alone, is not missed.
    let exact = answer.lines().any(|line| bare(line).contains(&required));
    !exact && holds(answer, &MEANT)
}

/// Whether reasoning concludes that nothing is shared, or that one must stop.
pub(super) fn concludes(reasoning: &str) -> bool {
    const STOPS: [&[&str]; 9] = [
        &["should stop"],
        &["must stop"],
        &["need to stop"],
        &["have to stop"],
        &["should abstain"],
        &["must abstain"],
        &["stop here"],
        &["should output", "no common factor"],
        &["cannot argue"],
    ];
    holds(reasoning, &MEANT) || holds(reasoning, &STOPS)
}
