//! Lines in order: what each sentence asserts of which case.

use std::collections::BTreeMap;

use super::super::factor::{Side, factor};
use super::super::triple::Case;
use super::citation::Citations;
use super::flow::{Fact, GROUP_MAX};
use super::heading::{Scope, Speaker, is_heading, ply};
use super::label::labels;
use super::layout::{Line, sentences};
use super::leftover::Leftover;
use super::lexicon::SHARED;
use super::mention::{Mention, Name};
use super::plain::Placed;
use super::question;
use super::table::{self, Columns};
use super::token::{Kind, Labels, Token, Who, tokens};
use super::{Assertion, Cited, Flag};

/// What was read from the lines of an answer.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub asserted: Vec<Assertion>,
    pub unattributed: usize,
    pub cited: Cited,
    pub flags: BTreeMap<Flag, usize>,
    /// The text ends within a factor's name.
    pub cut: bool,
    /// A ply was opened.
    pub plies: bool,
}

/// Reads the lines.
pub(super) fn read(lines: &[Line]) -> Read {
    let all: Vec<Vec<Placed>> = lines.iter().map(|line| line.chars.clone()).collect();
    let mut reader = Reader { labels: labels(&all), ..Reader::default() };
    for (i, line) in lines.iter().enumerate() {
        let ruled = lines.get(i + 1).and_then(|next| next.cells.as_deref()).is_some_and(table::is_rule);
        let first = i.checked_sub(1).is_none_or(|before| lines[before].cells.is_none());
        let ruled =
            ruled || first && line.cells.as_ref().is_some_and(|cells| table::heads(cells, &reader.labels));
        let leads = lines.get(i + 1).is_some_and(|next| {
            let deeper = line.item && next.item && next.depth > line.depth;
            let closed = line.chars.last().is_some_and(|p| p.c == '.');
            !closed && (deeper || reader.lists_below(line, next) || reader.names_list(line, next))
                || reader.announces_list(line, next)
        });
        reader.line(line, ruled, leads);
    }
    reader.settle_leftovers();
    let mut read = reader.read;
    read.cited = reader.citations.cited();
    read.plies = reader.speaker.is_some();
    read
}

/// Words that no heading ends in.
pub(super) const SUBORDINATORS: [&str; 4] = ["because", "since", "that", "as"];

/// A mention with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placement {
    pub(super) number: u32,
    start: usize,
    end: usize,
}

impl Placement {
    /// Whether its mention begins at this byte.
    pub(super) fn starts_at(&self, byte: usize) -> bool {
        self.start == byte
    }
}

#[derive(Debug, Default)]
pub(super) struct Reader {
    pub(super) labels: Labels,
    pub(super) read: Read,
    pub(super) citations: Citations,
    pub(super) speaker: Option<Speaker>,
    /// Headings that are open, outermost first.
    pub(super) scopes: Vec<(i32, Scope)>,
    pub(super) columns: Option<Columns>,
    /// Columns of the table that say of which cases something is absent.
    pub(super) absent: Vec<bool>,
    /// The precedent spoken of last.
    pub(super) topic: Option<Case>,
    /// The two cases spoken of last, in that order.
    pub(super) recent: Vec<Case>,
    /// The cases that one clause spoke of together.
    pub(super) pair: Vec<Case>,
    /// The case spoken of last.
    pub(super) last: Option<Case>,
    /// Cases that the sentence names after the clause that is read.
    pub(super) named_later: Vec<Case>,
    /// The case of which the last clause denied something, as its subject.
    pub(super) denied: Option<Case>,
    /// The case that the last clause said to lack something.
    pub(super) denied_place: Option<Case>,
    /// The factors named last, for "both are found in".
    pub(super) group: Vec<Placement>,
    /// The factors named last, whatever sentences named them.
    pub(super) named_last: Vec<Placement>,
    /// Factors of an item below which lines say in which cases they are, and its depth.
    pub(super) owner: Option<(i32, Vec<Placement>)>,
    /// Cases that the sentence before gave its first factors to, for "the same goes for".
    pub(super) before: Vec<Case>,
    /// The cases to which factors were given last.
    pub(super) said: Vec<Case>,
    /// What this sentence has said so far, and what the one before it said.
    pub(super) facts: Vec<Fact>,
    pub(super) before_facts: Vec<Fact>,
    /// The cases of which a sentence said that they share some number of factors, for those that follow.
    pub(super) counted: Vec<Case>,
    /// Where the assertions of a claim begin that the other side is said to make.
    pub(super) claimed: Option<usize>,
    /// Factors of claims that were taken back.
    pub(super) taken_back: Vec<u32>,
    /// The factors of the list that is read, and of the one before it.
    pub(super) listed: Vec<Placement>,
    pub(super) listed_before: Vec<Placement>,
    /// Mentions that were given to no case.
    pub(super) left: Vec<Leftover>,
}

impl Reader {
    fn line(&mut self, line: &Line, ruled: bool, leads: bool) {
        if let Some(cells) = &line.cells {
            return self.row(cells, ruled);
        }
        self.columns = None;
        self.absent.clear();
        let tokens = tokens(&line.chars, &self.labels);
        // A line that names all plies at once opens none.
        let together = tokens.iter().any(|token| token.is_sign('/'))
            && tokens.iter().any(|token| token.is(&["counterargument"]))
            && tokens.iter().any(|token| token.is(&["rebuttal"]));
        if let Some(named) = ply(&tokens).filter(|_| !together) {
            self.speaker = Some(self.speaker.map_or(named, |speaker| speaker.then(named)));
        }
        if self.owned(line, &tokens) {
            return;
        }
        let subordinate = tokens.last().is_some_and(|last| last.is(&SUBORDINATORS));
        // `Common factors`, where the list below it names the factors
        let names =
            tokens.iter().any(Token::is_case) || line.item && tokens.iter().any(|token| token.of(SHARED));
        let leads = leads && !subordinate && names && !tokens.iter().any(Token::is_factor);
        if leads || is_heading(line, &tokens) {
            // What stands before the sentence that announces a list is no heading.
            let parts = sentences(&line.chars);
            if let [before @ .., last] = &parts[..]
                && !line.marked
                && !before.is_empty()
            {
                for sentence in before {
                    let tokens = super::token::tokens(sentence, &self.labels);
                    self.sentence(&tokens);
                }
                let tokens = super::token::tokens(last, &self.labels);
                return self.heading(line, &tokens);
            }
            return self.heading(line, &tokens);
        }
        let first_is_factor = tokens.first().is_some_and(Token::is_factor);
        let depth = line.depth;
        let loose = !line.item && line.apart && !first_is_factor;
        self.scopes.retain(|(open, _)| {
            if line.item || depth > 0 && first_is_factor {
                *open < depth
            } else {
                *open < -1 || (!loose && *open < 0)
            }
        });
        if self.above(&tokens) {
            return;
        }
        let unattributed = self.read.unattributed;
        self.sentences(&line.chars);
        let factors: Vec<Placement> =
            tokens.iter().filter(|token| token.is_factor()).map(placement).collect();
        self.listed.extend(&factors);
        self.listed.truncate(GROUP_MAX);
        if first_is_factor && !tokens.iter().any(Token::is_case) && self.read.unattributed > unattributed {
            self.owner = Some((depth, factors.into_iter().take(GROUP_MAX).collect()));
        }
    }

    /// Reads running text.
    fn sentences(&mut self, chars: &[Placed]) {
        let read = sentences(chars).into_iter().map(|sentence| super::token::tokens(&sentence, &self.labels));
        for sentence in question::answered(read.collect()) {
            self.sentence(&sentence);
        }
    }

    fn row(&mut self, cells: &[Vec<Placed>], ruled: bool) {
        if table::is_rule(cells) {
            return;
        }
        if ruled {
            self.columns = table::columns(cells, &self.labels);
            self.absent = cells.iter().map(|cell| table::denies(cell, &self.labels)).collect();
            return;
        }
        let absent = |i: usize| self.columns.is_none() && self.absent.get(i).copied().unwrap_or(false);
        let kept = cells.iter().enumerate().filter(|(i, _)| !absent(*i));
        let tokens: Vec<Token> = kept.flat_map(|(_, cell)| tokens(cell, &self.labels)).collect();
        self.citations.sentence(self.speaker, &tokens, &self.named(&tokens));
        match self.columns.clone() {
            Some(columns) => {
                for token in tokens.iter().filter(|token| token.is_factor()) {
                    self.look_at(token);
                }
                let of_row = cells.iter().find_map(|cell| table::row_case(cell, &self.labels));
                if let Some(case) = of_row {
                    self.resolve(Who::One(case));
                }
                for (scope, token) in table::row(cells, &columns, &self.labels) {
                    let cases = self.cases_of(scope);
                    self.assert(&[placement(&token)], &cases);
                }
                // A cell of no column's case that says of itself where its factors are.
                for (_, cell) in cells
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| columns.cases.get(*i).is_none_or(Option::is_none))
                {
                    let said = super::token::tokens(cell, &self.labels);
                    if said.iter().any(Token::is_factor) && said.iter().any(Token::is_case) {
                        self.sentences(cell);
                    }
                }
            }
            None => {
                if cells.iter().any(|cell| sentences(cell).len() > 1) {
                    for cell in cells {
                        let head = super::token::tokens(cell, &self.labels);
                        if let Some(named) = ply(&head) {
                            self.speaker = Some(self.speaker.map_or(named, |speaker| speaker.then(named)));
                        }
                        self.sentences(cell);
                    }
                    return;
                }
                // Cells without a sign between them are one clause.
                let words: Vec<Token> = tokens.into_iter().filter(|token| !token.is_sign('?')).collect();
                self.sentence(&words);
            }
        }
    }

    /// The precedents that tokens name, without moving on what is spoken of.
    pub(super) fn named(&self, tokens: &[Token]) -> Vec<Case> {
        let mut found = Vec::new();
        for token in tokens {
            match token.kind {
                Kind::Case(Who::One(case)) if case != Case::Current => found.push(case),
                Kind::Case(Who::That) => found.extend(self.topic),
                _ => {}
            }
        }
        found
    }

    /// The cases that a reference points to.
    pub(super) fn resolve(&mut self, who: Who) -> Vec<Case> {
        let found: Vec<Case> = match who {
            Who::One(case) => vec![case],
            Who::Both => [Some(Case::Current), self.topic].into_iter().flatten().collect(),
            Who::Precedents => Case::PRECEDENTS.to_vec(),
            Who::All => Case::ALL.to_vec(),
            Who::That => self.topic.into_iter().collect(),
            Who::Nobody => {
                (self.topic, self.last) = (None, None);
                Vec::new()
            }
            Who::It | Who::ItObject => self.antecedent().into_iter().collect(),
            Who::Here => {
                let heading = self.scopes.last().map(|(_, scope)| scope.has.clone()).unwrap_or_default();
                match heading[..] {
                    [Who::One(case)] => vec![case],
                    _ => vec![Case::Current],
                }
            }
            Who::Other => self.topic.and_then(Case::other_precedent).into_iter().collect(),
            Who::Former => self.recent.first().copied().into_iter().collect(),
            Who::Latter => self.recent.last().copied().into_iter().collect(),
            Who::Them => self.pair.clone(),
            Who::CitedBy(side) => self.cited_by(side).into_iter().collect(),
        };
        if let [case] = found[..] {
            self.last = Some(case);
            if case != Case::Current {
                self.topic = Some(case);
            }
            if !matches!(who, Who::Former | Who::Latter) && !self.recent.ends_with(&[case]) {
                self.recent.push(case);
                if self.recent.len() > 2 {
                    self.recent.remove(0);
                }
            }
        }
        found
    }

    /// The case that "it" means: the one spoken of last that is not named after it.
    pub(super) fn antecedent(&self) -> Option<Case> {
        let back = self.recent.iter().rev().copied();
        let mut candidates = self.last.into_iter().chain(self.topic).chain(back);
        candidates.find(|case| !self.named_later.contains(case)).or(self.last).or(self.topic)
    }

    fn cited_by(&self, side: Side) -> Option<Case> {
        self.citations.cited().by(side).or(self.topic)
    }

    pub(super) fn look_at(&mut self, token: &Token) {
        let Kind::Factor(mention) = token.kind else { return };
        let known = factor(mention.number);
        let mut count = |flag, holds: bool| {
            if holds {
                *self.read.flags.entry(flag).or_insert(0) += 1;
            }
        };
        count(Flag::NameMismatch, mention.name == Name::Foreign);
        count(Flag::UnknownNumber, known.is_none());
        count(Flag::WrongSide, known.zip(mention.side).is_some_and(|(own, given)| own.side != given));
        self.read.cut |= mention.name == Name::Cut;
    }

    pub(super) fn assert(&mut self, factors: &[Placement], cases: &[Case]) {
        self.record(factors, cases, true);
        if !factors.is_empty() && !cases.is_empty() {
            self.said = cases.to_vec();
        }
        for found in factors {
            for case in cases {
                let &Placement { number, start, end } = found;
                self.read.asserted.push(Assertion { case: *case, number, start, end });
            }
        }
    }

    /// The cases of the innermost heading that names some.
    pub(super) fn scope(&mut self) -> (Vec<Case>, bool) {
        let Some((_, scope)) = self.scopes.last().cloned() else { return (Vec::new(), false) };
        let denies = scope.denies;
        // "Not in the current case" below a heading of another case.
        let outer = self.scopes.iter().rev().skip(1).find_map(|(_, outer)| match outer.has[..] {
            [who @ Who::One(_)] => Some(who),
            _ => None,
        });
        if scope.has.is_empty()
            && !scope.lack.is_empty()
            && outer.is_some_and(|who| !scope.lack.contains(&who))
        {
            return (outer.into_iter().flat_map(|who| self.resolve(who)).collect(), false);
        }
        let cases = self.cases_of(scope);
        let denied = denies && cases.is_empty();
        (cases, denied)
    }

    pub(super) fn cases_of(&mut self, scope: Scope) -> Vec<Case> {
        let mut cases = Vec::new();
        for who in scope.has {
            cases.extend(match who {
                Who::One(case) => vec![case],
                other => self.resolve(other),
            });
        }
        if scope.shared {
            self.widen(&mut cases);
        }
        cases
    }

    /// Of what is shared, the other case belongs to it, too.
    pub(super) fn widen(&self, cases: &mut Vec<Case>) {
        if cases.len() >= 2 {
            return;
        }
        if !cases.contains(&Case::Current) {
            cases.push(Case::Current);
        }
        if cases.len() < 2 {
            cases.extend(self.topic);
        }
    }
}

pub(super) fn placement(token: &Token) -> Placement {
    let number = match token.kind {
        Kind::Factor(Mention { number, .. }) => number,
        _ => 0,
    };
    Placement { number, start: token.start, end: token.end }
}
