//! Lists: which lines announce the one below them, what refers to the one above, and lists defined in a
//! sentence.

use super::heading::scope;
use super::layout::{Line, sentences};
use super::lexicon::BE;
use super::negation::denies;
use super::reader::{Placement, Reader, placement};
use super::token::{Kind, Token, Who, tokens};

impl Reader {
    /// Whether a sentence announces the list below it: "In the current case, the following factors are present."
    pub(super) fn announces_list(&self, line: &Line, next: &Line) -> bool {
        let below = tokens(&next.chars, &self.labels);
        let announced = |token: &Token| token.is(&["following", "these", "below", "follows"]);
        !line.item
            && next.item
            && below.iter().any(Token::is_factor)
            && !below.iter().any(Token::is_case)
            && sentences(&line.chars)
                .last()
                .is_some_and(|last| tokens(last, &self.labels).iter().any(announced))
    }

    /// Whether the line below names factors and nothing else: `Factors present only in TSC1`, then `F4`.
    pub(super) fn names_list(&self, line: &Line, next: &Line) -> bool {
        let below = tokens(&next.chars, &self.labels);
        let listed = |token: &Token| {
            token.is_factor() || token.is(&["and"]) || matches!(token.kind, Kind::Sign(',' | ';' | '.' | '&'))
        };
        below.iter().any(Token::is_factor)
            && below.iter().all(listed)
            && line.cells.is_none()
            && next.cells.is_none()
    }

    /// Whether a short line only names a case, and the next one only factors: `TSC1 (held for the defendant)`.
    pub(super) fn lists_below(&self, line: &Line, next: &Line) -> bool {
        const WORDS_MAX: usize = 14;
        let head = tokens(&line.chars, &self.labels);
        let below = tokens(&next.chars, &self.labels);
        let apart = |token: &&Token| !matches!(token.kind, Kind::Sign('(' | ':' | '-' | ',' | '\u{2014}'));
        let named = head.iter().take_while(apart).all(|token| {
            token.is_case() || token.is(&["the", "in", "of", "factors", "case", "for", "and", "facts"])
        });
        named
            && head.len() <= WORDS_MAX
            && head
                .iter()
                .find(|token| token.is_case())
                .is_some_and(|token| matches!(token.kind, Kind::Case(Who::One(_))))
            && !head.iter().any(Token::is_factor)
            && below.iter().any(Token::is_factor)
            && !below.iter().any(Token::is_case)
            && line.cells.is_none()
            && next.cells.is_none()
    }

    /// `present in: TSC1` below an item that only names factors: reads it, where it is one.
    pub(super) fn owned(&mut self, line: &Line, tokens: &[Token]) -> bool {
        // A line that lies no deeper ends it.
        self.owner.take_if(|(depth, _)| line.depth <= *depth);
        let speaks = !tokens.iter().any(Token::is_factor) && tokens.iter().any(Token::is_case);
        let Some((_, factors)) = self.owner.clone().filter(|_| speaks) else { return false };
        let mut denied = false;
        for clause in super::clause::clauses(tokens) {
            denied |= clause.negative;
            for named in clause.cases() {
                let cases = self.resolve(named.who);
                if !denied {
                    self.read.unattributed = self.read.unattributed.saturating_sub(factors.len());
                    self.assert(&factors, &cases);
                }
            }
        }
        true
    }

    /// Reads "the only factors of TSC1 that are not in the current case are F21 and F22": a heading and
    /// its list in one sentence.
    pub(super) fn defined(&mut self, tokens: &[Token]) -> bool {
        const NOUNS: &str = " factor factors strength strengths weakness weaknesses ";
        let Some(first) = tokens.iter().position(Token::is_factor).filter(|first| *first > 3) else {
            return false;
        };
        let (head, list) = tokens.split_at(first);
        let (Some(verb), head) = (head.last(), &head[..head.len() - 1]) else { return false };
        let listed = |token: &Token| {
            token.is_factor() || token.is(&["and"]) || matches!(token.kind, Kind::Sign(',' | '.' | ';' | '&'))
        };
        let whole = verb.of(BE)
            && head.iter().take(4).any(|token| token.of(NOUNS))
            && (0..head.len()).any(|i| denies(head, i))
            && head.iter().filter(|token| token.is_case()).count() == 2
            && list.iter().all(listed);
        let Some(scope) = scope(head).filter(|_| whole) else { return false };
        for token in head {
            if let Kind::Case(who) = token.kind {
                self.resolve(who);
            }
        }
        let cases = self.cases_of(scope);
        let factors: Vec<Placement> = list.iter().filter(|token| token.is_factor()).map(placement).collect();
        self.group.clone_from(&factors);
        self.assert(&factors, &cases);
        self.before = cases;
        !self.before.is_empty()
    }

    /// Reads "all three of the above" in a list: its cases have the factors of the list before.
    pub(super) fn above(&mut self, tokens: &[Token]) -> bool {
        const NUMBERS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
        const WORDS: &str = " all of the these those same factors above listed again just ditto as and both ";
        let closed = |token: &Token| {
            token.of(WORDS) || token.is(&NUMBERS) || matches!(token.kind, Kind::Sign('.' | '(' | ')'))
        };
        let said = tokens.iter().any(|token| token.is(&["above", "same", "these", "those"]));
        if !said || !tokens.iter().all(closed) || self.listed_before.is_empty() {
            return false;
        }
        let (cases, denied) = self.scope();
        let count = NUMBERS.iter().position(|number| tokens.iter().any(|token| token.is(&[number])));
        let last = count.map_or(0, |count| self.listed_before.len().saturating_sub(count + 2));
        if !denied && !cases.is_empty() {
            let listed = self.listed_before[last..].to_vec();
            self.assert(&listed, &cases);
        }
        !cases.is_empty()
    }
}
