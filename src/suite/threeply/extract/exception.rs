//! Exceptions: `except F3`, `save for F4 and F13`, `apart from F1`. What they name is the other way than
//! what the rest of the sentence says.

use super::super::triple::Case;
use super::clause::Clause;
use super::flow::GROUP_MAX;
use super::lexicon::EXCEPTION;
use super::reader::{Placement, Reader};
use super::token::{Kind, Token, Who};

/// Factors excepted, with the place at which the exception stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Exception {
    pub factors: Vec<Token>,
    pub at: usize,
}

/// The tokens of a sentence without its exceptions, and these.
pub(super) fn part(tokens: &[Token]) -> (Vec<Token>, Vec<Exception>) {
    let mut rest: Vec<Token> = Vec::new();
    let mut found = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match exception(tokens, i) {
            Some(end) => {
                let factors = tokens[i..end].iter().filter(|token| token.is_factor()).cloned().collect();
                found.push(Exception { factors, at: tokens[i].start });
                i = end;
            }
            None => {
                rest.push(tokens[i].clone());
                i += 1;
            }
        }
    }
    (rest, found)
}

/// The end of the exception that begins at `i`.
fn exception(tokens: &[Token], i: usize) -> Option<usize> {
    let is = |n: usize, words: &[&str]| tokens.get(i + n).is_some_and(|token| token.is(words));
    // `except that F8 was absent there`
    if is(1, &["that"]) {
        return None;
    }
    let length = if tokens[i].of(EXCEPTION) {
        1 + usize::from(is(1, &["for"]))
    } else if tokens[i].is(&["apart", "aside"]) && is(1, &["from"])
        || tokens[i].is(&["other"]) && is(1, &["than"])
        || tokens[i].is(&["but"]) && is(1, &["for"])
    {
        2
    } else if tokens[i].is(&["with"])
        && is(1, &["the"])
        && is(2, &["exception", "exceptions"])
        && is(3, &["of"])
    {
        4
    } else if tokens[i].is(&["but"])
        && tokens[..i].iter().rev().take(3).any(|token| token.is(&["nothing", "none", "all", "everything"]))
        && tokens.get(i + 1).is_some_and(Token::is_factor)
    {
        1
    } else {
        return None;
    };
    let begin = i + length;
    let lead = tokens[begin..].iter().take(3).position(Token::is_factor)?;
    // Words such as "the factor" may stand before the first, but no case.
    if tokens[begin..begin + lead].iter().any(|token| token.is_case() || matches!(token.kind, Kind::Sign(_)))
    {
        return None;
    }
    let mut end = begin + lead;
    let mut last = end;
    while let Some(token) = tokens.get(end) {
        if token.is_factor() {
            last = end + 1;
        } else if !(token.is(&["and", "or"]) || matches!(token.kind, Kind::Sign(',' | '/' | '&'))) {
            break;
        }
        end += 1;
    }
    // The comma that closes it.
    Some(last + usize::from(tokens.get(last).is_some_and(|token| token.is_sign(','))))
}

impl Reader {
    /// Exceptions: in a denial they are present; in what is said of all factors of a case they are
    /// that case's and no other's; beside other factors they come in addition.
    pub(super) fn except(
        &mut self,
        clause: &Clause,
        excepted: &[Placement],
        factors: &[Placement],
        has: &[Case],
    ) {
        // "of the current case"
        let of_the = clause.tokens.windows(3).find_map(|three| match three[2].kind {
            Kind::Case(Who::One(case)) if three[0].is(&["of"]) && three[1].is(&["the"]) => Some(case),
            _ => None,
        });
        let all = clause.has(&["every", "all", "each", "any", "everything", "whole"]);
        let mut cases = has.to_vec();
        if clause.negative {
            if clause.has(&["common", "share", "shared", "shares"]) {
                self.widen(&mut cases);
            }
        } else if !factors.is_empty()
            || clause.has(&["also", "too", "further", "additional", "additionally", "moreover"])
        {
            // In addition to them.
        } else if all {
            let owner = clause.tokens.windows(2).find_map(|two| match two[1].kind {
                Kind::Case(Who::One(case)) if two[0].is(&["of"]) => Some(case),
                _ => None,
            });
            cases = owner.or(of_the).into_iter().collect();
            if cases.is_empty() {
                self.record(excepted, has, false);
            }
        } else {
            self.record(excepted, has, false);
            return;
        }
        self.group.extend(excepted);
        self.group.truncate(GROUP_MAX);
        self.assert(excepted, &cases);
    }
}
