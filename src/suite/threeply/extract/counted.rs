//! Factors that a sentence counts and the sentences after it name: "TSC1 has three factors that are
//! missing here. First, F21."

use super::super::triple::Case;
use super::clause::Clause;
use super::heading::scope;
use super::lexicon::BE;
use super::reader::Reader;
use super::token::{Token, Who};

const NUMBERS: &str = " one two three four five six seven eight nine ten several some following these ";

impl Reader {
    /// The cases of the factors that a sentence counts and does not name.
    pub(super) fn counts(&self, tokens: &[Token], parts: &[Clause]) -> Vec<Case> {
        const NOUNS: &str = " factor factors point points features facts things circumstances respects ways strengths weaknesses ";
        if tokens.iter().any(Token::is_factor) || parts.iter().any(|part| part.supposed) {
            return Vec::new();
        }
        if let [clause] = parts
            && !clause.negative
            && (clause.any_of(NOUNS) || clause.tokens[0].of(NUMBERS))
        {
            // "Seven factors bind TSC2 to the current case."
            let named = clause.names();
            let both: Vec<Case> = self.pair.iter().copied().filter(|case| named.contains(case)).collect();
            if both.len() > 1 {
                return both;
            }
        }
        let numbered =
            |i: usize| tokens[i].of(NUMBERS) && tokens[i + 1..].iter().take(3).any(|token| token.of(NOUNS));
        let opened = scope(tokens).filter(|_| (0..tokens.len()).any(numbered));
        match opened.map(|scope| (scope.has, scope.shared)) {
            Some((has, false)) => match has[..] {
                [Who::One(case)] => vec![case],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}

/// "Three favour the plaintiff:", "Four do not:", "First, F21", "The other is F27": some of the factors
/// that were counted.
pub(super) fn counts_some(clause: &Clause) -> bool {
    const COUNTS: &str = " one two three four five six seven eight nine ten some most the others another ";
    const IN_TURN: &str = " first second third fourth fifth secondly thirdly finally lastly ";
    let second = clause.tokens.get(1);
    let says = clause.announces
        || second.is_some_and(|next| next.of(BE))
        || clause.tokens.get(2).is_some_and(|next| next.of(BE))
            && second.is_some_and(|next| next.is(&["other"]));
    let names = clause.factors().next().is_some();
    let Some(first) = clause.tokens.first() else { return false };
    says && first.of(COUNTS) || names && first.of(IN_TURN)
}
