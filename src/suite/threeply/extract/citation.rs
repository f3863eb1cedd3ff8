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
    /// Precedents in the order in which they are named.
    named: Vec<(Case, Standing)>,
    /// The side says that it cites none.
    none: bool,
}

/// How a sentence stands to a precedent that it names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// It names it.
    Named,
    /// A word of reliance stands beside it.
    Relied,
    /// The side says of itself that it relies on it.
    Own,
}

/// What a side does with a precedent that it cites, and nobody does otherwise.
const CITES: [&str; 9] =
    ["cite", "cites", "citing", "rely", "relies", "relied", "invoke", "invokes", "invoked"];

/// Words that deny the verb which follows them.
fn denies(word: &str) -> bool {
    matches!(word, "not" | "cannot" | "never" | "neither" | "nor" | "no" | "none" | "nothing")
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
        let cites = words.iter().position(|word| CITES.contains(word));
        if let Some(at) = cites {
            let next = words.get(at + 1).is_some_and(|word| denies(word));
            ply.none |=
                next || words[..at].ends_with(&["none", "to"]) || words[..at].ends_with(&["nothing", "to"]);
            // "but" brings what is cited instead.
            if words[..at].iter().any(|word| denies(word)) && !words.contains(&"but") {
                return;
            }
        }
        let own = ["i", "we", "our", "my", "us", "defendant"].iter().any(|word| words.contains(word))
            && !words.iter().any(|word| word.starts_with("plaintiff"));
        let itself = cites.is_some() || pair(&["our", "my"], &["precedent", "authority", "counterexample"]);
        let relies = words.iter().any(|word| RELIES.contains(word));
        let distinguishes = words.iter().any(|word| word.starts_with("distinguish"));
        let standing = match relies && !distinguishes {
            true if own && itself => Standing::Own,
            true => Standing::Relied,
            false => Standing::Named,
        };
        ply.named.extend(named.iter().map(|case| (*case, standing)));
    }

    /// Whom each side cites, as far as was read.
    pub fn cited(&self) -> Cited {
        let plaintiff = self.first.first(None);
        let defendant = self.second.first(plaintiff);
        Cited { plaintiff, defendant }
    }
}

impl Ply {
    /// The precedent relied on first: the one that is answered only where the side says so of itself
    /// and relies on no other.
    fn first(&self, answered: Option<Case>) -> Option<Case> {
        if self.none {
            return None;
        }
        let mut others = self.named.iter().filter(|(case, _)| Some(*case) != answered);
        let relied = others.clone().find(|(_, standing)| *standing != Standing::Named);
        let own = self.named.iter().find(|(_, standing)| *standing == Standing::Own);
        relied.or(own).or_else(|| others.next()).map(|(case, _)| *case)
    }
}
