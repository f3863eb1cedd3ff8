//! A line as tokens: mentions of factors, references to cases, words, signs.

use super::super::factor::Side;
use super::super::triple::Case;
use super::mention::{Mention, mention};
use super::plain::Placed;
use super::{gloss, lexicon, reference, spelling};

/// To which case or cases a reference points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    /// This one.
    One(Case),
    /// The current case and the precedent under discussion.
    Both,
    /// Both precedents.
    Precedents,
    /// All three.
    All,
    /// The precedent spoken of last.
    That,
    /// The case spoken of last.
    It,
    /// The same, where it is not the subject.
    ItObject,
    /// `here, too`: the case of the heading above, or the current one.
    Here,
    /// The precedent that is not under discussion.
    Other,
    /// Of the two cases spoken of last, the first.
    Former,
    /// The second.
    Latter,
    /// Cases spoken of last, more than one.
    Them,
    /// A case that the triple does not have: `TSC3`.
    Nobody,
    /// The precedent that this side cites.
    CitedBy(Side),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Factor(Mention),
    Case(Who),
    /// In lower case.
    Word(String),
    Sign(char),
}

/// A token with its bytes in the original.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub fn is(&self, words: &[&str]) -> bool {
        self.word().is_some_and(|word| words.contains(&word))
    }

    /// Whether it is a word of a class.
    pub fn of(&self, class: &str) -> bool {
        self.word().is_some_and(|word| lexicon::within(class, word))
    }

    pub fn is_case(&self) -> bool {
        matches!(self.kind, Kind::Case(_))
    }

    pub fn is_factor(&self) -> bool {
        matches!(self.kind, Kind::Factor(_))
    }

    pub fn is_sign(&self, sign: char) -> bool {
        self.kind == Kind::Sign(sign)
    }
}

/// How a text speaks of cases and factors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Labels {
    /// Names that it gives to cases, such as `Case A`.
    pub cases: Vec<(String, Case)>,
    /// It names factors by bare numbers alone.
    pub numbers: bool,
}

/// The tokens of a line.
pub(super) fn tokens(chars: &[Placed], labels: &Labels) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let byte = |i: usize| chars.get(i).map_or_else(|| end_of(chars), |p| p.at);
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i].c;
        if c == ' ' {
            i += 1;
            continue;
        }
        let push = |found: &mut Vec<Token>, kind, end: usize| {
            let last = chars[end - 1];
            found.push(Token { kind, start: byte(i), end: last.at + last.c.len_utf8() });
        };
        if !c.is_alphanumeric() {
            push(&mut found, Kind::Sign(c), i + 1);
            i += 1;
            continue;
        }
        if let Some(factor) = mention(chars, i, listed(&found) || labels.numbers && numbers_factor(&found)) {
            push(&mut found, Kind::Factor(factor), factor.end);
            i = factor.end;
            continue;
        }
        let mut end = i;
        while end < chars.len() && (chars[end].c.is_alphanumeric() || (chars[end].c == '\'' && end > i)) {
            end += 1;
        }
        // A quotation mark that closes what one before it opens.
        if i > 0 && chars[i - 1].c == '\'' && end > i + 1 && chars[end - 1].c == '\'' {
            end -= 1;
        }
        let word: String = chars[i..end].iter().map(|p| p.c).collect::<String>().to_lowercase();
        let word = spelling::mended(word);
        push(&mut found, Kind::Word(word), end);
        i = end;
    }
    reference::cases(gloss::plain(found), labels)
}

fn end_of(chars: &[Placed]) -> usize {
    chars.last().map_or(0, |p| p.at + p.c.len_utf8())
}

/// Whether a bare number here may name a factor: it counts nothing and names no case or ply.
fn numbers_factor(found: &[Token]) -> bool {
    const NUMBERED: &str =
        " tsc precedent case ply step no number part section act round turn paragraph of exhibit ";
    !found
        .last()
        .is_some_and(|before| before.of(NUMBERED) || matches!(before.kind, Kind::Sign('#' | '-' | '.' | '$')))
}

/// Whether a bare number here goes on a list: after "factors", or after a mention and a joint.
fn listed(found: &[Token]) -> bool {
    let mut back = found.iter().rev();
    let joint = |token: &&Token| {
        token.is(&["and", "or", "nor", "plus"]) || matches!(token.kind, Kind::Sign(',' | '&' | '/' | '#'))
    };
    let mut last = back.next();
    let first = last;
    // A list has at most ", and" between its members.
    for _ in 0..3 {
        if !last.as_ref().is_some_and(joint) {
            break;
        }
        last = back.next();
    }
    match last.map(|token| &token.kind) {
        Some(Kind::Word(word)) => {
            matches!(word.as_str(), "factors" | "factor") && first.is_some_and(|f| !joint(&f))
        }
        // `Factors 4, 6 and 21`: the first is a mention by its word, the others go on with it.
        Some(Kind::Factor(mention)) => mention.name == super::mention::Name::None && first != last,
        _ => false,
    }
}
