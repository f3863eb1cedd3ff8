//! Factors that no sentence gives to a case: the case that their sentence is about has them.
//!
//! An argument names a factor because some case has it. Where the grammar leaves it open which, and no
//! other mention is given to a case, the sentence is looked at once more by what it names: the cases of
//! which it denies something, the others, and the precedent under discussion.

use std::collections::BTreeSet;

use super::super::triple::Case;
use super::clause::{Clause, clauses};
use super::contrast::contrasted;
use super::flow::Fact;
use super::lexicon::{BE, HOLDS};
use super::negation::denies;
use super::reader::{Placement, Reader, placement};
use super::token::{Kind, Token, Who};

/// A mention that was given to no case, with the case that its sentence suggests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Leftover {
    factor: Placement,
    case: Case,
}

impl Reader {
    /// Remembers what a sentence suggests of factors that it gave to no case. `begun`: how many
    /// assertions were made before it.
    pub(super) fn leave_over(&mut self, tokens: &[Token], begun: usize) {
        /// A text that leaves over more is no argument, nor is a longer sentence one.
        const LEFT_MAX: usize = 400;
        const TOKENS_MAX: usize = 400;
        // What is said of all cases, or of none of them, leaves nothing open.
        let closed = |token: &Token| match token.kind {
            Kind::Case(Who::Nobody | Who::All) => true,
            Kind::Case(Who::That) => self.topic.is_none(),
            _ => false,
        };
        let said = self.read.asserted.get(begun..).unwrap_or_default();
        let open = |factor: &Placement| !said.iter().any(|found| found.number == factor.number);
        let long = tokens.len() > TOKENS_MAX || self.left.len() > LEFT_MAX;
        if long || !tokens.iter().any(Token::is_factor) || tokens.iter().any(closed) {
            return;
        }
        let polarity = self.polarity(tokens);
        for clause in clauses(tokens).iter().filter(|clause| !clause.supposed && !plainly_denied(clause)) {
            for factor in clause.factors().map(placement).filter(open) {
                let Some(case) = self.suggested(&polarity, clause) else { continue };
                let denied = |fact: &Fact| !fact.present && fact.factor == factor && fact.case == case;
                // `present: F1; absent: F7`
                if clause.cases().is_empty() && self.facts.iter().any(denied) {
                    continue;
                }
                self.left.push(Leftover { factor, case });
            }
        }
    }

    /// Gives each factor that is in no case to the case that its first mention suggests, unless it was
    /// claimed and denied.
    pub(super) fn settle_leftovers(&mut self) {
        let mut known: BTreeSet<u32> = self.read.asserted.iter().map(|found| found.number).collect();
        known.extend(&self.taken_back);
        for Leftover { factor, case } in std::mem::take(&mut self.left) {
            if known.insert(factor.number) {
                self.read.unattributed = self.read.unattributed.saturating_sub(1);
                self.assert(&[factor], &[case]);
            }
        }
    }

    /// The case that a sentence is about: the first one of which it denies nothing; where it denies
    /// something of one case alone, and the clause affirms something, the other one of the pair under discussion.
    fn suggested(&self, (present, absent): &(Vec<Case>, Vec<Case>), clause: &Clause) -> Option<Case> {
        let affirms = !clause.negative && clause.tokens.iter().any(|token| token.of(HOLDS) || token.of(BE));
        match (&present[..], &absent[..]) {
            ([first, ..], _) => Some(*first),
            ([], [Case::Current]) if affirms => self.topic,
            ([], [_]) if affirms => Some(Case::Current),
            _ => None,
        }
    }

    /// The cases that a sentence names, in order: those of which it denies nothing, and the others.
    fn polarity(&self, tokens: &[Token]) -> (Vec<Case>, Vec<Case>) {
        let meant = |who: Who| match who {
            Who::One(case) => vec![case],
            Who::Both => [Some(Case::Current), self.topic].into_iter().flatten().collect(),
            Who::Precedents => Case::PRECEDENTS.to_vec(),
            Who::That | Who::CitedBy(_) => self.topic.into_iter().collect(),
            Who::Here => vec![Case::Current],
            _ => Vec::new(),
        };
        let named: Vec<(usize, Vec<Case>)> = (0..tokens.len())
            .filter_map(|i| match tokens[i].kind {
                Kind::Case(who) => Some((i, meant(who))),
                _ => None,
            })
            .filter(|(_, cases)| !cases.is_empty())
            .collect();
        let places: Vec<usize> = named.iter().map(|(at, _)| *at).collect();
        let denials = (0..tokens.len()).filter(|i| denies(tokens, *i));
        let denied: BTreeSet<usize> = denials.filter_map(|n| denied_by(tokens, n, &places)).collect();
        let (mut present, mut absent) = (Vec::new(), Vec::new());
        for (n, (at, cases)) in named.into_iter().enumerate() {
            let like = likened(tokens, at) && !denied.is_empty();
            let lacks = like || denied.contains(&n) || contrasted(&tokens[..at]);
            let list = if lacks { &mut absent } else { &mut present };
            list.extend(cases);
        }
        absent.sort();
        absent.dedup();
        present.retain(|case| !absent.contains(case));
        (present, absent)
    }
}

/// Whether a clause denies its factors of the only case that it names: "F7 is absent from TSC1".
fn plainly_denied(clause: &Clause) -> bool {
    let cases = clause.cases();
    let one = cases.len() < 2 || clause.has(&["so", "neither"]);
    clause.negative && one && !cases.iter().any(|named| named.contrasted)
}

/// `Like TSC2, the current case is without F16`: what holds of the one holds of the other.
fn likened(tokens: &[Token], i: usize) -> bool {
    let lead = tokens[..i].iter().rev().find(|token| !token.is(&["the", "in"]));
    lead.is_some_and(|lead| lead.is(&["like"]))
}

/// Which of the cases at these places the denial at `n` speaks of: the one that a preposition after it
/// leads to, or the nearest in the same part of the sentence.
fn denied_by(tokens: &[Token], n: usize, cases: &[usize]) -> Option<usize> {
    /// No further does a denial reach to the place that it speaks of.
    const NEAR: usize = 7;
    let place = cases.iter().position(|at| *at > n).filter(|after| {
        let at = cases[*after];
        let between = &tokens[n + 1..at];
        let lead = between.iter().rfind(|token| !token.is(&["the"]));
        at - n <= NEAR
            && lead.is_none_or(|lead| lead.of(" in of from to for by with on under "))
            && between.iter().all(|token| token.word().is_some())
    });
    place.or_else(|| {
        let parts = |token: &Token| matches!(token.kind, Kind::Sign(';' | ':' | '.' | '\u{2014}'));
        let same = |at: usize| !tokens[n.min(at)..n.max(at)].iter().any(parts);
        let far = |at: usize| if at > n { 2 * (at - n) } else { 2 * (n - at) + 1 };
        (0..cases.len()).filter(|i| same(cases[*i])).min_by_key(|i| far(cases[*i]))
    })
}
