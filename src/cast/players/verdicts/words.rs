//! Verdict words in one sentence, and what they come to.

use super::{chinese, english};
use crate::case::{Language, Verdict, lexical};

/// What a sentence says about a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// A verdict.
    Decided(Verdict),
    /// A verdict word, but hedged or under a condition.
    Open,
}

/// What one verdict word says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Supported,
    Partial,
    Dismissed,
    /// The rest of the claim is dismissed.
    RestDismissed,
    Hedged,
}

/// A verdict word with the words that belong to it, as in `不 予 支持` or `will be granted in part`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Occurrence {
    pub start: usize,
    pub end: usize,
    pub kind: Kind,
}

/// A line as it is read: lower case, half-width, without emphasis, without blanks in Chinese.
pub(super) fn fold(line: &str) -> String {
    let plain: String = line.chars().filter(|c| !matches!(c, '*' | '`' | '#')).collect();
    let text: Vec<char> = lexical::normalise(&plain, Language::En).trim().chars().collect();
    let han = |i: usize| text.get(i).copied().is_some_and(is_han);
    let keep = |i: usize| text[i] != ' ' || !(i > 0 && han(i - 1) || han(i + 1));
    (0..text.len()).filter(|&i| keep(i)).map(|i| text[i]).collect()
}

pub(super) fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// The sentences of a folded line, each with its end mark.
pub(super) fn sentences(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (i, c) in line.char_indices() {
        let end = i + c.len_utf8();
        let ends = match c {
            '。' | '!' | '?' | ';' => true,
            '.' => line[end..].starts_with(' ') && !is_abbreviation(&line[start..i]),
            _ => false,
        };
        if ends {
            out.push(line[start..end].trim());
            start = end;
        }
    }
    out.push(line[start..].trim());
    out.retain(|sentence| !sentence.is_empty());
    out
}

/// Whether a point after this text does not end a sentence: a number at its start, or a word as in
/// `c. 186`.
fn is_abbreviation(text: &str) -> bool {
    const WORDS: [&str; 18] = [
        "c", "s", "ss", "no", "mr", "mrs", "ms", "dr", "art", "v", "st", "ch", "sec", "para", "inc", "co",
        "ltd", "g.l",
    ];
    let word = text.rsplit([' ', '(']).next().unwrap_or_default();
    text.trim().chars().all(|c| c.is_ascii_digit()) || WORDS.contains(&word)
}

/// What a sentence comes to: a part outweighs all, a dismissal a support; hedges and conditions
/// leave it open. `None` when it holds no verdict word, or is a question.
pub(super) fn outcome(sentence: &str) -> Option<Outcome> {
    let found = occurrences(sentence);
    let has = |kind| found.iter().any(|o| o.kind == kind);
    if found.is_empty() || sentence.ends_with('?') {
        return None;
    }
    if has(Kind::Hedged) || is_conditional(sentence) || offers_alternatives(sentence, &found) {
        return Some(Outcome::Open);
    }
    Some(Outcome::Decided(if has(Kind::Partial) || has(Kind::Supported) && has(Kind::RestDismissed) {
        Verdict::PartiallySupported
    } else if has(Kind::Dismissed) || has(Kind::RestDismissed) {
        Verdict::Dismissed
    } else {
        Verdict::Supported
    }))
}

/// What a sentence comes to whose part from `at` begins with a verdict word, and whether that word
/// stands for itself (`支持。`) or goes on (`支持原告…`); `None` when the part does not begin so.
///
/// A word that stands for itself is the verdict, whatever reasons follow; a condition counts only
/// before it or right after it.
pub(super) fn leading_outcome(sentence: &str, at: usize) -> Option<(Outcome, bool)> {
    let segment = &sentence[at..];
    let lead = segment.len() - segment.trim_start_matches(is_dressing).len();
    let found = occurrences(segment);
    let first = *found.first().filter(|o| o.start == lead)?;
    if sentence.ends_with('?') {
        return None;
    }
    let after = &segment[first.end..];
    if after.starts_with(char::is_alphanumeric) {
        let open = is_conditional(&sentence[..at]);
        return outcome(segment).map(|outcome| (if open { Outcome::Open } else { outcome }, false));
    }
    let open =
        is_conditional(&sentence[..at]) || condition_follows(after) || offers_alternatives(segment, &found);
    let verdict = match first.kind {
        _ if open => return Some((Outcome::Open, true)),
        Kind::Hedged => return Some((Outcome::Open, true)),
        Kind::Supported => Verdict::Supported,
        Kind::Partial => Verdict::PartiallySupported,
        Kind::Dismissed | Kind::RestDismissed => Verdict::Dismissed,
    };
    Some((Outcome::Decided(verdict), true))
}

/// Whether the clause right after a verdict puts it under a condition.
fn condition_follows(after: &str) -> bool {
    const REASONS: [&str; 7] = ["因", "由于", "理由", "because", "since", "as ", "reason"];
    let clause = after.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = clause.find([',', '。', ';', ')', '|']).unwrap_or(clause.len());
    is_conditional(&clause[..end]) && !REASONS.iter().any(|reason| clause.starts_with(reason))
}

/// Whether the segment is a verdict word and nothing but what may follow one.
pub(super) fn is_bare_verdict(segment: &str) -> bool {
    let text = segment.trim_matches(|c: char| is_dressing(c) || matches!(c, '。' | '.' | '!' | ';'));
    matches!(occurrences(text)[..], [o] if o.start == 0 && o.end == text.len())
}

/// Marks that may stand around a verdict word.
pub(super) fn is_dressing(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '"' | '\'' | '「' | '」' | '【' | '】' | '[' | ']' | '(' | ')' | '《' | '》' | '_' | ',' | '、'
        )
}

fn occurrences(sentence: &str) -> Vec<Occurrence> {
    let mut found = chinese::occurrences(sentence);
    found.extend(english::occurrences(sentence));
    found.sort_by_key(|o| (o.end, o.start));
    found
}

/// Two different verdicts with nothing but `or` between them.
fn offers_alternatives(text: &str, found: &[Occurrence]) -> bool {
    found.windows(2).any(|pair| {
        let between = text.get(pair[0].end..pair[1].start).unwrap_or_default().trim();
        pair[0].kind != pair[1].kind && matches!(between, "/" | "|" | "或" | "或者" | "还是" | "or")
    })
}

pub(super) fn is_conditional(sentence: &str) -> bool {
    chinese::is_conditional(sentence) || english::is_conditional(sentence)
}

/// Whether the text dismisses the rest of a claim.
pub(super) fn dismisses_rest(text: &str) -> bool {
    occurrences(text).iter().any(|o| o.kind == Kind::RestDismissed)
}
