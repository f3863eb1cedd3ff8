//! What an extractor made of an answer: a message, or a dialogue ply by ply.

use std::collections::{BTreeMap, BTreeSet};

use super::argument::Policy;
use crate::case::Absence;
use crate::stats::factors::TripleFactors;
use crate::suite::threeply::extract::{Abstention, Cited, Extraction, Flag};
use crate::suite::threeply::factor::Side;
use crate::suite::threeply::ply::Ply;

/// What an extractor made of one answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Factors asserted of each case.
    pub factors: TripleFactors,
    /// Whether the answer abstains; a dialogue does where every ply does, as loosely as the loosest.
    pub abstention: Abstention,
    /// Whom each side cites.
    pub cited: Cited,
    /// What is odd about it.
    pub flags: BTreeMap<Flag, usize>,
    /// Mentions that could not be attributed.
    pub unattributed: usize,
    /// Of a dialogue, what each ply asserts; empty where all stands in one message.
    pub plies: Vec<PlyReading>,
}

/// What an extractor made of one ply of a dialogue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyReading {
    /// Which.
    pub ply: Ply,
    /// Factors that it asserts of each case.
    pub factors: TripleFactors,
    /// Whether it abstains; a ply without text does not.
    pub abstention: Abstention,
    /// Why it has no text, where it has none.
    pub absent: Option<Absence>,
}

impl From<&Extraction> for Reading {
    fn from(extraction: &Extraction) -> Self {
        Self {
            factors: extraction.factors(),
            abstention: extraction.abstention,
            cited: extraction.cited,
            flags: extraction.flags.clone(),
            unattributed: extraction.unattributed,
            plies: Vec::new(),
        }
    }
}

impl Reading {
    /// Of a message without text: it asserts nothing, and does not abstain.
    pub fn of_nothing() -> Self {
        Self {
            factors: TripleFactors::default(),
            abstention: Abstention::No,
            cited: Cited::default(),
            flags: BTreeMap::new(),
            unattributed: 0,
            plies: Vec::new(),
        }
    }

    /// Of a dialogue in which nobody wrote anything, each ply for its own reason.
    pub fn of_silence(absences: [Absence; 3]) -> Self {
        let silent = |(ply, absence)| PlyReading {
            ply,
            factors: TripleFactors::default(),
            abstention: Abstention::No,
            absent: Some(absence),
        };
        Self { plies: Ply::ALL.into_iter().zip(absences).map(silent).collect(), ..Self::of_nothing() }
    }

    /// Of plies. Whom a side cites counts only where the side does not abstain.
    pub fn of_plies(
        plies: Vec<PlyReading>,
        cited: Cited,
        flags: BTreeMap<Flag, usize>,
        unattributed: usize,
    ) -> Self {
        let abstention = loosest(&plies);
        let argues = |side: Side| loosest_of(&plies, side) == Abstention::No;
        let cited = Cited {
            plaintiff: cited.plaintiff.filter(|_| argues(Side::Plaintiff)),
            defendant: cited.defendant.filter(|_| argues(Side::Defendant)),
        };
        let factors = union(plies.iter().map(|ply| &ply.factors));
        Self { factors, abstention, cited, flags, unattributed, plies }
    }

    /// What it asserts under a policy: nothing where it abstains, and of a dialogue what the plies assert
    /// that do not.
    pub(super) fn asserted(&self, policy: Policy) -> TripleFactors {
        if !self.plies.is_empty() {
            let argue = self.plies.iter().filter(|ply| !policy.takes(ply.abstention));
            return union(argue.map(|ply| &ply.factors));
        }
        if policy.takes(self.abstention) { TripleFactors::default() } else { self.factors.clone() }
    }

    /// Whether there is no assertion in it at all.
    pub(super) fn asserts_nothing(&self) -> bool {
        [&self.factors.cc, &self.factors.tsc1, &self.factors.tsc2].into_iter().all(BTreeSet::is_empty)
    }

    /// The part of a dialogue that a side wrote; `None` of a message. It has no flags: these are counted
    /// of the whole.
    pub(super) fn of_side(&self, side: Side) -> Option<Self> {
        let plies: Vec<PlyReading> =
            self.plies.iter().filter(|ply| ply.ply.side() == side).cloned().collect();
        if plies.is_empty() {
            return None;
        }
        let cited = match side {
            Side::Plaintiff => Cited { defendant: None, ..self.cited },
            Side::Defendant => Cited { plaintiff: None, ..self.cited },
        };
        Some(Self::of_plies(plies, cited, BTreeMap::new(), 0))
    }

    /// Why a side wrote nothing in one of its plies, if it did.
    pub(super) fn absence_of(&self, side: Side) -> Option<Absence> {
        self.plies.iter().filter(|ply| ply.ply.side() == side).find_map(|ply| ply.absent)
    }
}

/// All plies abstain by the required sentence, all in whatever words, or not all.
fn loosest(plies: &[PlyReading]) -> Abstention {
    plies.iter().map(|ply| ply.abstention).min().unwrap_or(Abstention::No)
}

fn loosest_of(plies: &[PlyReading], side: Side) -> Abstention {
    let of_side = plies.iter().filter(|ply| ply.ply.side() == side);
    of_side.map(|ply| ply.abstention).min().unwrap_or(Abstention::No)
}

fn union<'a>(all: impl Iterator<Item = &'a TripleFactors>) -> TripleFactors {
    let mut sum = TripleFactors::default();
    for TripleFactors { cc, tsc1, tsc2 } in all {
        sum.cc.extend(cc);
        sum.tsc1.extend(tsc1);
        sum.tsc2.extend(tsc2);
    }
    sum
}
