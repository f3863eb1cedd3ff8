//! Denial of presence, and contrast.

use super::token::{Kind, Token};

const ABSENT: [&str; 44] = [
    "not",
    "no",
    "never",
    "neither",
    "nor",
    "none",
    "without",
    "lack",
    "lacks",
    "lacked",
    "lacking",
    "absent",
    "absence",
    "missing",
    "nothing",
    "nowhere",
    "cannot",
    "can't",
    "doesn't",
    "didn't",
    "isn't",
    "aren't",
    "wasn't",
    "weren't",
    "don't",
    "hasn't",
    "haven't",
    "hadn't",
    "devoid",
    "fails",
    "failed",
    "omits",
    "omitted",
    "vain",
    "unaccompanied",
    "excludes",
    "excluded",
    "minus",
    "sans",
    "non",
    "wanting",
    "couldn't",
    "unmatched",
    "bereft",
];
/// What follows a negation that is not one of presence.
const OTHERWISE: [&str; 44] = [
    "defeat",
    "prevent",
    "stop",
    "save",
    "matter",
    "change",
    "help",
    "bar",
    "preclude",
    "outweigh",
    "deter",
    "hinder",
    "undermine",
    "affect",
    "win",
    "prevail",
    "rely",
    "need",
    "require",
    "mean",
    "decide",
    "turn",
    "weigh",
    "harm",
    "hurt",
    "sink",
    "doom",
    "stand",
    "suffice",
    "enough",
    "fatal",
    "decisive",
    "trouble",
    "troubled",
    "alter",
    "disturb",
    "overcome",
    "dispositive",
    "only",
    "merely",
    "just",
    "doubt",
    "less",
    "apply",
];

/// Whether the token at `i` denies presence.
pub(super) fn denies(tokens: &[Token], i: usize) -> bool {
    if !tokens[i].is(&ABSENT) {
        // `free of F6`
        return tokens[i].is(&["free"]) && tokens.get(i + 1).is_some_and(|next| next.is(&["of", "from"]));
    }
    if tokens[i].is(&["no"])
        && tokens.get(i + 1).is_some_and(|next| next.is(&["doubt", "less", "precedent", "longer"]))
    {
        return false;
    }
    // `not only`, `did not prevent`, `non-`
    let next = tokens[i + 1..]
        .iter()
        .find(|token| !token.is(&["in", "the", "by", "itself", "be", "of", "to", "at", "all", "ever"]));
    !(tokens[i]
        .word()
        .is_some_and(|word| word == "not" || word == "cannot" || word == "never" || word.ends_with("n't"))
        && next.is_some_and(|next| next.is(&OTHERWISE)))
}

/// Whether what precedes a case only sets it against another: `unlike`, `in contrast to`.
pub(super) fn contrasted(before: &[Token]) -> bool {
    const AGAINST: [&str; 17] = [
        "unlike",
        "than",
        "contrary",
        "contrast",
        "contrasted",
        "opposed",
        "compared",
        "comparison",
        "differs",
        "differ",
        "differed",
        "different",
        "differing",
        "departs",
        "distinct",
        "apart",
        "beyond",
    ];
    const DISTINGUISHES: [&str; 5] =
        ["distinguishes", "distinguish", "distinguished", "distinguishable", "distinguishing"];
    let article = before.last().is_some_and(|token| token.is(&["the"]));
    let before = &before[..before.len() - usize::from(article)];
    for (n, token) in before.iter().rev().enumerate() {
        // A second case goes with the first: `unlike TSC1 or TSC2` is rare, `from TSC1 and` is not.
        let passed = n == 1 && token.is_case() && before[before.len() - 1].is(&["from"]);
        if n > 4
            || token.is_factor()
            || (token.is_case() && !passed)
            || matches!(token.kind, Kind::Sign(',' | ':' | '('))
        {
            return false;
        }
        let from = n > 0 && before[before.len() - n].is(&["from"]);
        if token.is(&AGAINST) || (token.is(&DISTINGUISHES) && (n == 0 || from)) {
            return true;
        }
    }
    false
}
