//! Error analysis of one argument (3-ply pipeline 6).

use std::collections::BTreeSet;

use serde::Serialize;

use super::super::extract::{Abstention, Flag};
use super::super::factor::{Side, factor};
use super::super::triple::{Case, Triple};
use super::Reading;
use super::argument::Policy;
use crate::stats::factors::TripleFactors;

/// A factor that a side should have named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Omission {
    /// Who should have.
    pub side: Side,
    /// The precedent in question.
    pub precedent: Case,
    /// In which case the factor is.
    pub case: Case,
    /// The factor.
    pub number: u32,
}

/// What is wrong with an argument.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ErrorAnalysis {
    /// Factors given to a case that another case of the triple has.
    pub misattributions: Vec<(Case, u32)>,
    /// Factors given to a case that no case of the triple has.
    pub inventions: Vec<(Case, u32)>,
    /// Shared with the precedent that a side cites, and not said of both cases.
    pub omitted_shared: Vec<Omission>,
    /// Differences that the other side should have pointed out: factors of the cited precedent alone that favour
    /// the side that cites it, factors of the current case alone that favour the side that answers.
    pub omitted_distinguishing: Vec<Omission>,
    /// It argues though nothing is shared.
    pub spurious_argument: bool,
    /// Wording meant as the abstention sentence that is not it.
    pub near_miss_abstention: bool,
    /// The reasoning says that one must stop, and the answer argues.
    pub reasoning_says_stop: bool,
}

impl ErrorAnalysis {
    /// Analyses what was read. An abstaining answer omits nothing: that it should not have abstained is scored elsewhere.
    pub(super) fn of(triple: &Triple, reading: &Reading) -> Self {
        let mut errors = Self {
            near_miss_abstention: reading.flags.contains_key(&Flag::NearMissAbstention),
            reasoning_says_stop: reading.flags.contains_key(&Flag::ReasoningSaysStop),
            ..Self::default()
        };
        if reading.abstention != Abstention::No {
            return errors;
        }
        // Of a dialogue, what the plies assert that do not abstain.
        let said = &reading.asserted(Policy::Paper);
        for case in Case::ALL {
            for number in asserted(said, case).difference(triple.factors_of(case)) {
                let elsewhere = Case::ALL.into_iter().any(|other| triple.factors_of(other).contains(number));
                let list = if elsewhere { &mut errors.misattributions } else { &mut errors.inventions };
                list.push((case, *number));
            }
        }
        if triple.requires_abstention() {
            errors.spurious_argument = Case::ALL.into_iter().any(|case| !asserted(said, case).is_empty());
            return errors;
        }
        for side in Side::BOTH {
            let cited = reading.cited.by(side).or_else(|| triple.citable_by(side).first().copied());
            let Some(precedent) = cited else { continue };
            errors.omitted_shared.extend(omitted_shared(triple, said, side, precedent));
            errors.omitted_distinguishing.extend(omitted_distinguishing(triple, said, side, precedent));
        }
        errors
    }
}

fn asserted(said: &TripleFactors, case: Case) -> &BTreeSet<u32> {
    match case {
        Case::Current => &said.cc,
        Case::Tsc1 => &said.tsc1,
        Case::Tsc2 => &said.tsc2,
    }
}

fn omitted_shared(triple: &Triple, said: &TripleFactors, side: Side, precedent: Case) -> Vec<Omission> {
    let shared = triple.shared_with(precedent).into_iter();
    let of_both = |number: &u32| {
        asserted(said, Case::Current).contains(number) && asserted(said, precedent).contains(number)
    };
    shared
        .filter(|number| !of_both(number))
        .map(|number| Omission { side, precedent, case: Case::Current, number })
        .collect()
}

/// What the side that answers `citing` left out of the differences.
fn omitted_distinguishing(
    triple: &Triple,
    said: &TripleFactors,
    citing: Side,
    precedent: Case,
) -> Vec<Omission> {
    let answering = citing.other();
    let favours = |number: &u32, side: Side| factor(*number).is_some_and(|factor| factor.side == side);
    let of = |case: Case, other: Case, side: Side| {
        let only = triple.only_in(case, other).into_iter();
        only.filter(move |number| favours(number, side) && !asserted(said, case).contains(number))
            .map(move |number| Omission { side: answering, precedent, case, number })
    };
    of(precedent, Case::Current, citing).chain(of(Case::Current, precedent, answering)).collect()
}
