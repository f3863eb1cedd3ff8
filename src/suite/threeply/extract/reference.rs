//! References to cases: by name, by number, by description, by a label that the text introduces.

use super::super::factor::Side;
use super::super::triple::Case;
use super::current::current;
use super::lexicon::HOLDS;
use super::pronoun::pronoun;
use super::token::{Kind, Labels, Token, Who};

const NUMBERS: [(&str, Case); 6] = [
    ("1", Case::Tsc1),
    ("one", Case::Tsc1),
    ("i", Case::Tsc1),
    ("2", Case::Tsc2),
    ("two", Case::Tsc2),
    ("ii", Case::Tsc2),
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
    appositions(cataphora(out))
}

/// `For all its F2, TSC2 was lost`: "its" at the beginning means the case that the comma leads to.
fn cataphora(mut tokens: Vec<Token>) -> Vec<Token> {
    const LEADS: &str = " for with despite given because without through thanks notwithstanding on in besides owing due apart ";
    let led = tokens.first().is_some_and(|first| first.of(LEADS));
    let Some(its) = tokens.iter().take(6).position(|token| token.kind == Kind::Case(Who::It)).filter(|_| led)
    else {
        return tokens;
    };
    let later = (its..tokens.len()).find(|n| tokens[*n].is_case() && *n != its);
    if let Some(case) = later
        && !tokens[..its].iter().any(Token::is_case)
        && tokens[its..case].iter().any(|token| token.is_sign(','))
        && tokens[case - 1].is_sign(',')
            | (tokens[case - 1].is(&["the"]) && case > 1 && tokens[case - 2].is_sign(','))
    {
        tokens[its].kind = tokens[case].kind.clone();
    }
    tokens
}

/// `cited case TSC1`, `the defendant's authority, TSC2` and `its own authority is TSC2` are one case.
fn appositions(mut tokens: Vec<Token>) -> Vec<Token> {
    let named = |token: &Token| matches!(token.kind, Kind::Case(Who::One(case)) if case != Case::Current);
    let described = |token: &Token| matches!(token.kind, Kind::Case(Who::That | Who::CitedBy(_)));
    let mut drop = vec![false; tokens.len()];
    for i in 0..tokens.len() {
        if !described(&tokens[i]) {
            continue;
        }
        let between = |token: &Token| {
            token.is(&["is", "was", "being", "namely", "remains"])
                || token.is(&["in"])
                || matches!(token.kind, Kind::Sign(',' | '('))
        };
        let next = (i + 1..tokens.len().min(i + 4)).find(|n| !between(&tokens[*n]));
        if next.is_some_and(|n| named(&tokens[n])) {
            drop[i] = true;
            // The comma goes with it.
            for mark in drop.iter_mut().take(next.unwrap_or(i)).skip(i) {
                *mark = true;
            }
        }
    }
    let mut marks = drop.into_iter();
    tokens.retain(|_| !marks.next().unwrap_or(false));
    tokens
}

/// The reference to a case that begins at `i`, with its length in tokens.
fn reference(tokens: &[Token], i: usize, labels: &Labels) -> Option<(Who, usize)> {
    let word = |n: usize| tokens.get(i + n).and_then(Token::word).map(|word| word.trim_end_matches("'s"));
    for (label, case) in &labels.cases {
        let length = label.split(' ').count();
        if label.split(' ').enumerate().all(|(n, part)| word(n) == Some(part)) {
            return Some((Who::One(*case), length));
        }
    }
    // `in X and Y`, after `Case X`
    const LEADS: &str = " in of from to with and or both unlike than ";
    if let Some(letter) = word(0).filter(|word| word.len() == 1 && !matches!(*word, "a" | "i"))
        && i > 0
        && tokens[i - 1].of(LEADS)
        && let Some((_, case)) =
            labels.cases.iter().find(|(label, _)| label.strip_prefix("case ") == Some(letter))
    {
        return Some((Who::One(*case), 1));
    }
    // `Exhibits A and C`
    let plural = |label: &str| {
        let (head, last) = label.split_once(' ')?;
        let heads = i > 0 && tokens[i - 1].word().and_then(|before| before.strip_suffix('s')) == Some(head);
        let goes_on = i > 2
            && tokens[i - 1].is(&["and"])
            && tokens[..i]
                .iter()
                .rev()
                .take(6)
                .any(|token| token.word().and_then(|w| w.strip_suffix('s')) == Some(head));
        (word(0) == Some(last) && (heads || goes_on)).then_some(())
    };
    if let Some((_, case)) = labels.cases.iter().find(|(label, _)| plural(label).is_some()) {
        return Some((Who::One(*case), 1));
    }
    by_number(tokens, i)
        .or_else(|| ordinal(tokens, i))
        .or_else(|| current(tokens, i))
        .or_else(|| described(tokens, i))
        .or_else(|| pronoun(tokens, i))
}

/// `TSC1`, `TSC #2`, `Precedent no. 1`, `trade secret case 2`, `Case 1`.
fn by_number(tokens: &[Token], i: usize) -> Option<(Who, usize)> {
    let word = |n: usize| tokens.get(i + n).and_then(Token::word).map(|word| word.trim_end_matches("'s"));
    let numbered = |n: usize| {
        let mut at = n;
        while at < n + 2
            && (word(at).is_some_and(|word| matches!(word, "no" | "number" | "nr" | "n"))
                || tokens
                    .get(i + at)
                    .is_some_and(|token| matches!(token.kind, Kind::Sign('-' | '#' | '.' | '\u{b0}'))))
        {
            at += 1;
        }
        let number = word(at)?;
        if number.len() == 1 && number.chars().all(|c| ('3'..='9').contains(&c)) {
            return Some((Who::Nobody, at + 1));
        }
        let (_, case) = NUMBERS.iter().find(|(text, _)| *text == number)?;
        Some((Who::One(*case), at + 1))
    };
    match word(0)? {
        "tsc1" => Some((Who::One(Case::Tsc1), 1)),
        "tsc2" => Some((Who::One(Case::Tsc2), 1)),
        "tsc3" | "tsc4" | "tsc5" => Some((Who::Nobody, 1)),
        "cc" | "cfs" => Some((Who::One(Case::Current), 1)),
        "tsc" | "precedent" | "prec" | "authority" => numbered(1).or_else(|| {
            const OWN: &str =
                " factor factors only alone strengths weaknesses advantages features has had lacks lacked ";
            let bare = word(0) == Some("precedent")
                && (i > 0 && tokens[i - 1].is(&["in", "with", "from", "to"])
                    || tokens.get(i + 1).is_some_and(|next| next.of(OWN))
                        && !(i > 0
                            && tokens[i - 1].is(&["no", "neither", "either", "a", "each", "any", "every"])));
            bare.then_some((Who::That, 1))
        }),
        "case" => numbered(1).filter(|(_, length)| word(length - 1) != Some("i")),
        "prior" | "past" | "cited" | "earlier" if word(1) == Some("case") => numbered(2),
        "trade" if word(1) == Some("secret") && word(2) == Some("case") => numbered(3),
        _ => None,
    }
}

/// `the first precedent`, `the second of the two`, `the second trade secret case`.
fn ordinal(tokens: &[Token], i: usize) -> Option<(Who, usize)> {
    let word = |n: usize| tokens.get(i + n).and_then(Token::word).map(|word| word.trim_end_matches("'s"));
    let case = match word(0)? {
        "first" | "1st" => Case::Tsc1,
        "second" | "2nd" => Case::Tsc2,
        _ => return None,
    };
    let mut n = 1;
    while word(n).is_some_and(|word| {
        matches!(word, "cited" | "prior" | "earlier" | "reported" | "decided" | "trade" | "secret" | "past")
    }) {
        n += 1;
    }
    let head = match word(n) {
        Some("precedent" | "tsc" | "authority" | "decision" | "ruling") => true,
        Some("case") => n > 1,
        _ => false,
    };
    if head {
        return Some((Who::One(case), n + 1));
    }
    let holds = |token: &Token| token.of(HOLDS) && !token.of(" lost present ");
    let subject = i > 0 && tokens[i - 1].is(&["the", "only"]) && tokens.get(i + 1).is_some_and(holds);
    // `; the second and the current case share`
    let paired = i > 1
        && tokens[i - 1].is(&["the"])
        && matches!(tokens[i - 2].kind, Kind::Sign(';' | '.'))
        && word(1) == Some("and");
    // `the first has F6, the second F10`
    let gapped = i > 1
        && tokens[i - 1].is(&["the"])
        && tokens.get(i + 1).is_some_and(Token::is_factor)
        && case == Case::Tsc2
        && tokens[..i].iter().any(|token| token.is(&["first"]));
    let subject = subject || paired || gapped;
    // `in the second and not in the current case`
    let ends =
        tokens.get(i + 1).is_none_or(|next| matches!(next.kind, Kind::Sign(_)) || next.is(&["and", "but"]));
    let place = i > 1 && tokens[i - 1].is(&["the"]) && tokens[i - 2].is(&["in", "from", "with"]) && ends;
    (subject || place).then_some((Who::One(case), 1))
}

/// `the case that the defendant cites`, `the precedent on which the plaintiff relies`.
fn relied_on(tokens: &[Token], i: usize) -> Option<(Who, usize)> {
    const RELIES: &str =
        " cites cited relies relied invokes invoked draws prefers points builds chose chooses leans rests ";
    let is = |n: usize, words: &[&str]| tokens.get(i + n).is_some_and(|token| token.is(words));
    if !(is(0, &["the"])
        && tokens.get(i + 1).and_then(Token::word).is_some_and(|word| RULING.contains(&word)))
    {
        return None;
    }
    let mut n = 2;
    while is(n, &["that", "which", "on", "upon", "to", "the", "from"]) {
        n += 1;
    }
    let side = match tokens.get(i + n)?.word()? {
        "plaintiff" => Side::Plaintiff,
        "defendant" => Side::Defendant,
        _ => return None,
    };
    let verb = tokens.get(i + n + 1).is_some_and(|token| token.of(RELIES));
    let after = usize::from(is(n + 2, &["on", "upon", "to"]));
    (verb && n > 2).then_some((Who::CitedBy(side), n + 2 + after))
}

/// `that precedent`, `the cited case`, `the plaintiff's authority`, `the other precedent`.
fn described(tokens: &[Token], i: usize) -> Option<(Who, usize)> {
    let word = |n: usize| tokens.get(i + n).and_then(Token::word).map(|word| word.trim_end_matches("'s"));
    let owned = tokens[i].word().is_some_and(|word| word.ends_with("'s"));
    if let Some(found) = relied_on(tokens, i) {
        return Some(found);
    }
    match word(0)? {
        first @ ("that" | "this" | "the" | "said" | "such" | "cited" | "its" | "their" | "his" | "other"
        | "our" | "my" | "your") => {
            let mut n = usize::from(first != "cited" && first != "other");
            while matches!(
                word(n),
                Some(
                    "cited" | "same" | "earlier" | "prior" | "very" | "own" | "other" | "decided" | "latest"
                )
            ) && word(n + 1).is_some()
            {
                n += 1;
            }
            let n = n.max(1);
            let other = (0..n).any(|m| word(m) == Some("other"));
            match word(n) {
                // "the case" alone is said of any case.
                Some("case") if first == "the" && n == 1 => None,
                Some(ruling) if RULING.contains(&ruling) => {
                    Some((if other { Who::Other } else { Who::That }, n + 1))
                }
                // "that plaintiff", "that secret": of the precedent spoken of last.
                Some(
                    "plaintiff" | "defendant" | "owner" | "court" | "claim" | "secret" | "record" | "file"
                    | "dispute" | "claimant" | "action" | "suit" | "lawsuit" | "quarrel" | "judge"
                    | "litigant",
                ) if first == "that" && n == 1 => Some((Who::That, 2)),
                // "factors that one does not meet with" names none.
                Some("one") if first == "that" => {
                    let noun = i > 0
                        && tokens[i - 1].word().is_some()
                        && !tokens[i - 1]
                            .of(" in of to from with for by on and or but is was than unlike like ");
                    (!noun).then_some((Who::That, 2))
                }
                Some("counterexample") if n == 1 => Some((Who::CitedBy(Side::Defendant), 2)),
                _ => None,
            }
        }
        side @ ("plaintiff" | "defendant") if owned => {
            let mut n = 1;
            while matches!(
                word(n),
                Some("own" | "cited" | "chosen" | "preferred" | "favoured" | "favored" | "main")
            ) {
                n += 1;
            }
            let side = if side == "plaintiff" { Side::Plaintiff } else { Side::Defendant };
            // "The plaintiff's case" is what the plaintiff argues.
            let head = word(n).filter(|w| RULING.contains(w) && (*w != "case" || n > 1));
            head.map(|_| (Who::CitedBy(side), n + 1))
        }
        _ => None,
    }
}
