//! Which precedent each side relies on.

use super::super::triple::Case;
use super::Cited;
use super::heading::Speaker;
use super::token::Token;

/// What was said of precedents in the first two plies, in order.
#[derive(Debug, Default)]
pub(super) struct Citations {
    first: Ply,
    second: Ply,
}

#[derive(Debug, Default)]
struct Ply {
    /// Precedents in the order in which they are named; true with a word of reliance beside it.
    named: Vec<(Case, bool)>,
    /// The side says that it cites none.
    none: bool,
}

const RELIES: [&str; 33] = [
    "cite",
    "cites",
    "citing",
    "relies",
    "rely",
    "relied",
    "reliance",
    "counterexample",
    "prefers",
    "draws",
    "invokes",
    "precedent",
    "governs",
    "follow",
    "followed",
    "controls",
    "support",
    "supports",
    "won",
    "prevailed",
    "analogous",
    "favor",
    "favour",
    "favorable",
    "favourable",
    "counter",
    "points",
    "looks",
    "invoked",
    "authority",
    "decided",
    "outcome",
    "cited",
];

impl Citations {
    /// Takes in a sentence with the precedents that it names.
    pub fn sentence(&mut self, speaker: Option<Speaker>, tokens: &[Token], named: &[Case]) {
        let ply = match speaker {
            None | Some(Speaker::First) => &mut self.first,
            Some(Speaker::Second) => &mut self.second,
            Some(Speaker::Third) => return,
        };
        let words: Vec<&str> = tokens.iter().filter_map(Token::word).collect();
        let pair =
            |a: &[&str], b: &[&str]| words.windows(2).any(|two| a.contains(&two[0]) && b.contains(&two[1]));
        ply.none |= pair(&["no", "any", "without", "neither"], &["precedent", "authority", "counterexample"])
            && words
                .iter()
                .any(|word| matches!(*word, "no" | "not" | "without" | "cannot" | "neither" | "lacks"));
        let relies = words.iter().any(|word| RELIES.contains(word));
        let distinguishes = words.iter().any(|word| word.starts_with("distinguish"));
        ply.named.extend(named.iter().map(|case| (*case, relies && !distinguishes)));
    }

    /// Whom each side cites, as far as was read.
    pub fn cited(&self) -> Cited {
        let plaintiff = self.first.first(None);
        let defendant = self.second.first(plaintiff);
        Cited { plaintiff, defendant }
    }
}

impl Ply {
    /// The precedent relied on first, other than the one that is answered.
    fn first(&self, answered: Option<Case>) -> Option<Case> {
        if self.none {
            return None;
        }
        let mut others = self.named.iter().filter(|(case, _)| Some(*case) != answered);
        let relied = others.clone().find(|(_, relies)| *relies);
        relied.or_else(|| others.next()).map(|(case, _)| *case)
    }
}
