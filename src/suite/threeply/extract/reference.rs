//! References to cases: by name, by description, by pronoun, by a label that the text introduces.

use super::super::factor::Side;
use super::super::triple::Case;
use super::plain::Placed;
use super::token::{Kind, Labels, Token, Who, tokens};

const NUMBERS: [(&str, Case); 6] = [
    ("1", Case::Tsc1),
    ("one", Case::Tsc1),
    ("i", Case::Tsc1),
    ("2", Case::Tsc2),
    ("two", Case::Tsc2),
    ("ii", Case::Tsc2),
];
const NOW: [&str; 11] = [
    "current",
    "present",
    "instant",
    "input",
    "our",
    "subject",
    "pending",
    "new",
    "immediate",
    "underlying",
    "client",
];
const MATTER: [&str; 17] = [
    "case",
    "matter",
    "plaintiff",
    "defendant",
    "dispute",
    "facts",
    "fact",
    "situation",
    "litigation",
    "action",
    "claim",
    "controversy",
    "one",
    "record",
    "cases",
    "problem",
    "scenario",
];
const RULING: [&str; 6] = ["case", "precedent", "decision", "authority", "ruling", "judgment"];

/// Replaces words that name a case by one token each.
pub(super) fn cases(tokens: Vec<Token>, labels: &Labels) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match reference(&tokens, i, labels) {
            Some((who, length)) => {
                let end = tokens[i + length - 1].end;
                out.push(Token { kind: Kind::Case(who), start: tokens[i].start, end });
                i += length;
                if tokens[i - 1].word().is_some_and(|word| word.ends_with("'s")) {
                    out.push(Token { kind: Kind::Word("'s".to_owned()), start: end, end });
                }
            }
            None => {
                out.push(tokens[i].clone());
                i += 1;
            }
        }
    }
    // `cited case TSC1` is one case.
    let mut i = 0;
    while i + 1 < out.len() {
        let named = matches!(out[i + 1].kind, Kind::Case(Who::One(case)) if case != Case::Current);
        if out[i].kind == Kind::Case(Who::That) && named {
            out.remove(i);
        }
        i += 1;
    }
    out
}

/// The reference to a case that begins at `i`, with its length in tokens.
fn reference(tokens: &[Token], i: usize, labels: &Labels) -> Option<(Who, usize)> {
    let word = |n: usize| tokens.get(i + n).and_then(Token::word).map(|word| word.trim_end_matches("'s"));
    let sign = |n: usize, c: char| tokens.get(i + n).is_some_and(|token| token.is_sign(c));
    let first = word(0)?;
    for (label, case) in labels {
        let length = label.split(' ').count();
        if label.split(' ').enumerate().all(|(n, part)| word(n) == Some(part)) {
            return Some((Who::One(*case), length));
        }
    }
    let numbered = |n: usize| {
        let dash =
            usize::from(sign(n, '-') || sign(n, '#') || word(n) == Some("no") || word(n) == Some("number"));
        let number = word(n + dash)?;
        let (_, case) = NUMBERS.iter().find(|(text, _)| *text == number)?;
        Some((Who::One(*case), n + dash + 1))
    };
    let before_is = |words: &[&str]| i > 0 && tokens[i - 1].is(words);
    match first {
        "tsc1" => return Some((Who::One(Case::Tsc1), 1)),
        "tsc2" => return Some((Who::One(Case::Tsc2), 1)),
        "cc" => return Some((Who::One(Case::Current), 1)),
        "tsc" | "precedent" | "prec" => {
            if let Some(found) = numbered(1) {
                return Some(found);
            }
            if first == "precedent" && before_is(&["in", "with"]) {
                return Some((Who::That, 1));
            }
        }
        "current" if before_is(&["in", "to", "of", "the", "with", "from"]) && word(1).is_none() => {
            return Some((Who::One(Case::Current), 1));
        }
        "trade" if word(1) == Some("secret") && word(2) == Some("case") => {
            if let Some(found) = numbered(3) {
                return Some(found);
            }
        }
        "first" | "second" | "1st" | "2nd" => {
            let of_precedent = |n: usize| {
                matches!(word(n), Some("precedent" | "tsc" | "authority" | "decision"))
                    || (word(n) == Some("cited") && word(n + 1) == Some("case"))
            };
            const HOLDS: [&str; 8] =
                ["had", "has", "contained", "contains", "lacked", "lacks", "involved", "did"];
            let subject =
                i > 0 && tokens[i - 1].is(&["the"]) && word(1).is_some_and(|next| HOLDS.contains(&next));
            if subject {
                let case = if matches!(first, "first" | "1st") { Case::Tsc1 } else { Case::Tsc2 };
                return Some((Who::One(case), 1));
            }
            if of_precedent(1) {
                let case = if matches!(first, "first" | "1st") { Case::Tsc1 } else { Case::Tsc2 };
                let length = if word(1) == Some("cited") { 3 } else { 2 };
                return Some((Who::One(case), length));
            }
        }
        _ => {}
    }
    current(&word, first).or_else(|| pronoun(tokens, i, &word, first))
}

fn current<'a>(word: &impl Fn(usize) -> Option<&'a str>, first: &str) -> Option<(Who, usize)> {
    let current = |length| Some((Who::One(Case::Current), length));
    if NOW.contains(&first) {
        let mut n = 1;
        while word(n).is_some_and(|next| NOW.contains(&next) || next == "fact") {
            n += 1;
        }
        if word(n).is_some_and(|next| MATTER.contains(&next)) {
            let more = usize::from(matches!((word(n), word(n + 1)), (Some("fact"), Some("situation"))));
            return current(n + 1 + more);
        }
        // `current: F4` and `current & TSC1` are seen where headings are read.
        return None;
    }
    if MATTER.contains(&first) {
        if word(1) == Some("at") && matches!(word(2), Some("bar" | "hand" | "issue")) {
            return current(3);
        }
        if word(1) == Some("before") && matches!(word(2), Some("us" | "you" | "me")) {
            return current(3);
        }
        if word(1) == Some("before") && matches!(word(2), Some("the" | "this")) && word(3) == Some("court") {
            return current(4);
        }
    }
    if first == "this" && matches!(word(1), Some("case" | "matter" | "plaintiff" | "dispute")) {
        return current(2);
    }
    None
}

fn pronoun<'a>(
    tokens: &[Token],
    i: usize,
    word: &impl Fn(usize) -> Option<&'a str>,
    first: &str,
) -> Option<(Who, usize)> {
    let before = i.checked_sub(1).and_then(|before| tokens[before].word());
    match first {
        "here" => Some((Who::One(Case::Current), 1)),
        "there" => {
            let existential = matches!(
                word(1),
                Some(
                    "is" | "was"
                        | "are"
                        | "were"
                        | "isn't"
                        | "wasn't"
                        | "exist"
                        | "exists"
                        | "being"
                        | "can"
                        | "will"
                )
            );
            (!existential).then_some((Who::That, 1))
        }
        "that" | "this" | "the" | "said" | "such" | "cited" | "its" | "their" => {
            let mut n = 1;
            while matches!(word(n), Some("cited" | "same" | "earlier" | "prior" | "very" | "own" | "other"))
                && word(n + 1).is_some()
            {
                n += 1;
            }
            let other = (1..n).any(|m| word(m) == Some("other"));
            match word(n) {
                // "the case" alone is said of any case.
                Some("case") if first == "the" && n == 1 => None,
                Some(ruling) if RULING.contains(&ruling) && !other => Some((Who::That, n + 1)),
                Some("counterexample") if n == 1 => Some((Who::CitedBy(Side::Defendant), 2)),
                _ => None,
            }
        }
        "plaintiff's" | "defendant's" => None,
        "plaintiff" | "defendant" if tokens[i].word().is_some_and(|word| word.ends_with("'s")) => {
            let mut n = 1;
            while matches!(word(n), Some("own" | "cited" | "chosen" | "preferred")) {
                n += 1;
            }
            let side = if first == "plaintiff" { Side::Plaintiff } else { Side::Defendant };
            word(n).filter(|w| RULING.contains(w)).map(|_| (Who::CitedBy(side), n + 1))
        }
        "both" | "either" => {
            let precedents = |w: &str| matches!(w, "precedents" | "precedent" | "tscs");
            match word(1) {
                Some(next) if precedents(next) => Some((Who::Precedents, 2)),
                Some("cases" | "matters" | "decisions" | "situations" | "disputes") => Some((Who::Both, 2)),
                Some(
                    "contain" | "have" | "share" | "involve" | "feature" | "include" | "had" | "show"
                    | "exhibit" | "present" | "involved" | "contained" | "featured" | "included" | "shared",
                ) => Some((Who::Both, 1)),
                _ if matches!(before, Some("in" | "to" | "across" | "by" | "of"))
                    && tokens.get(i + 1).is_none_or(|next| matches!(next.kind, Kind::Sign(_))) =>
                {
                    Some((Who::Both, 1))
                }
                _ => None,
            }
        }
        "two" if matches!(word(1), Some("cases")) => Some((Who::Both, 2)),
        "two" | "precedents" if word(usize::from(first == "two")) == Some("precedents") => {
            Some((Who::Precedents, 1 + usize::from(first == "two")))
        }
        "all" if word(1) == Some("three") => {
            let more = usize::from(matches!(word(2), Some("cases" | "matters")));
            Some((Who::All, 2 + more))
        }
        "three" if word(1) == Some("cases") => Some((Who::All, 2)),
        "it" => {
            const HAS: [&str; 22] = [
                "had",
                "has",
                "contains",
                "contained",
                "lacked",
                "lacks",
                "includes",
                "included",
                "shares",
                "shared",
                "features",
                "featured",
                "involved",
                "involves",
                "also",
                "presented",
                "presents",
                "exhibited",
                "carries",
                "carried",
                "adds",
                "turned",
            ];
            let object = matches!(before, Some("in" | "to" | "of" | "from" | "with"));
            let subject = word(1).is_some_and(|next| HAS.contains(&next))
                || (matches!(word(1), Some("did" | "does")) && matches!(word(2), Some("not")));
            (object || subject).then_some((Who::It, 1))
        }
        _ => None,
    }
}

/// Labels such as `Case A` that the text introduces beside the name of a case.
pub(super) fn labels(lines: &[Vec<Placed>]) -> Labels {
    let none = Labels::new();
    let mut found: Labels = Vec::new();
    for line in lines {
        let tokens = tokens(line, &none);
        for i in 0..tokens.len() {
            let Some(label) = label_at(&tokens, i) else { continue };
            if found.iter().any(|(known, _)| *known == label) {
                continue;
            }
            let one = |token: &Token| match token.kind {
                Kind::Case(Who::One(case)) => Some(case),
                _ => None,
            };
            // Between the name and the label stand a sign or a few words of introduction.
            let introduces = |between: &[Token]| {
                between.len() <= 5
                    && between.iter().all(|token| match &token.kind {
                        Kind::Sign(sign) => {
                            matches!(sign, '(' | ')' | '"' | '=' | ':' | ',' | '-' | '\'' | '[')
                        }
                        Kind::Word(word) => matches!(
                            word.as_str(),
                            "hereafter"
                                | "hereinafter"
                                | "henceforth"
                                | "called"
                                | "call"
                                | "is"
                                | "be"
                                | "as"
                                | "the"
                                | "i"
                                | "we"
                                | "it"
                                | "below"
                                | "means"
                                | "refer"
                                | "to"
                                | "referred"
                                | "for"
                                | "here"
                                | "let"
                                | "stands"
                        ),
                        _ => false,
                    })
            };
            let ahead = (0..i).rev().take(6).find(|j| one(&tokens[*j]).is_some());
            let behind = (i + 2..tokens.len()).take(6).find(|j| one(&tokens[*j]).is_some());
            let named = ahead
                .filter(|j| introduces(&tokens[j + 1..i]))
                .or_else(|| behind.filter(|j| introduces(&tokens[i + 2..*j])));
            if let Some(case) = named.and_then(|j| one(&tokens[j])) {
                found.push((label, case));
            }
        }
    }
    found
}

fn label_at(tokens: &[Token], i: usize) -> Option<String> {
    let head = tokens[i].word()?;
    let letter = tokens.get(i + 1)?.word()?;
    let letter = letter.trim_end_matches("'s");
    (matches!(head, "case" | "precedent" | "matter" | "authority")
        && letter.len() == 1
        && letter.chars().all(|c| c.is_ascii_alphabetic() || c.is_ascii_digit())
        && !(head == "precedent" && letter.chars().all(|c| c.is_ascii_digit())))
    .then(|| format!("{head} {letter}"))
}
