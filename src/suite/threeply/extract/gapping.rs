//! Lists in one sentence that each have a case of their own, the verb left out.

use super::boundary::{Gathered, bracket, link};
use super::token::Token;

/// `, and TSC2 with F20`; `, TSC2 no F10`: another case with factors, the verb left out.
pub(super) fn gaps(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    if !(link(&tokens[i]) && !bracket(&tokens[i]) && seen.factor && seen.case_first) {
        return false;
    }
    let mut n = i + 1;
    while n < i + 4 && tokens.get(n).is_some_and(|token| token.is(&["and", "but", "the", "in", "for"])) {
        n += 1;
    }
    if !tokens.get(n).is_some_and(Token::is_case) {
        return false;
    }
    let rest = &tokens[n + 1..];
    // `, TSC2 with none of them`
    if rest.iter().take(2).any(|token| token.is(&["none", "neither", "nothing"]))
        && rest.iter().take(1).all(|token| token.is(&["with", "on", "by", "none", "neither", "nothing"]))
    {
        return true;
    }
    let lead = rest.iter().take(5).position(Token::is_factor);
    lead.is_some_and(|lead| {
        rest[..lead].iter().all(|token| {
            // `TSC2 and the current case F10`
            token.is_case()
                || token.is(&["and", "the"])
                || token.is(&[
                    "on", "with", "by", "in", "for", "as", "no", "only", "from", "under", "factor",
                    "factors", "through", "via", "thanks", "to", "owing", "because", "of", "just", "merely",
                    "also",
                ])
                || token.is_sign(',')
                || token.is_sign('(')
        })
    })
}

/// `bribed an employee (F2) in TSC1 and deceived the plaintiff (F26) here`: other factors, then their case.
pub(super) fn places_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    const WORDS_MAX: usize = 10;
    if !(link(&tokens[i]) && !bracket(&tokens[i]) && seen.factor && seen.case && !seen.case_first)
        || i == 0
        || !tokens[i - 1].is_case()
    {
        return false;
    }
    let rest = &tokens[i + 1..];
    let Some(factor) = rest.iter().take(WORDS_MAX).position(Token::is_factor) else { return false };
    let plain =
        rest[..factor].iter().all(|token| !token.is_case() && (token.word().is_some() || token.is_sign('(')));
    let begins = rest
        .first()
        .is_some_and(|first| !first.is_factor() && !first.of(" and or with by on in of from as at "));
    let after = rest[factor..].iter().take(4).position(Token::is_case);
    let placed =
        after.is_some_and(|n| rest[factor..factor + n].iter().all(|token| !token.of(" than unlike ")));
    plain && begins && placed
}

/// `F4 of the current case answers to F6 in TSC1`; `F10 and F27 there, F4 here`: a second list with a
/// case of its own.
pub(super) fn pairs_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    if !(tokens[i].is_factor() && seen.factor && seen.case) || i == 0 {
        return false;
    }
    // `F4 in both, F21 in TSC1 alone and F8 in the current case alone`
    let back =
        tokens[..i].iter().rev().skip_while(|token| link(token)).find(|token| !token.is(&["alone", "only"]));
    let parted = link(&tokens[i - 1]) && back.is_some_and(Token::is_case);
    let rest = tokens[i..].iter().skip_while(|token| token.is_factor() || link(token) && !bracket(token));
    let mut rest = rest.skip_while(|token| token.is(&["only", "alone"]));
    let led = rest.next().is_some_and(|token| token.is(&["in", "with"]));
    if parted && led && rest.take(2).any(Token::is_case) {
        return true;
    }
    if seen.case_first {
        return false;
    }
    const LIST_MAX: usize = 80;
    let rest = &tokens[i..tokens.len().min(i + LIST_MAX)];
    let Some(end) = rest.iter().position(|token| !(token.is_factor() || (link(token) && !bracket(token))))
    else {
        return false;
    };
    let before = tokens[..i].iter().rev().find(|token| !link(token));
    let placed = before.is_some_and(Token::is_case);
    let own = rest[end].is(&["in", "of", "from", "under"])
        && rest[end + 1..].iter().take(2).any(Token::is_case)
        || placed && rest[end].is_case();
    let joined = link(&tokens[i - 1]) && !placed || tokens[i - 1].is_factor();
    own && !joined && rest[end - 1].is_factor()
}
