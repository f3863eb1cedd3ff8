//! Scores of one argument.

use serde::Serialize;

use super::super::extract::{Abstention, Flag};
use super::super::factor::Side;
use super::super::triple::{Mode, Triple};
use super::error::ErrorAnalysis;
use super::side::SideScore;
use super::{Argued, Reading};
use crate::stats::factors::{ArguedTriple, threeply};

/// Faithfulness and use of one argument under one policy; `None` where the policy gives none.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Numbers {
    /// 1 - hallucinated / factors of the triple; negative when more is invented than there is.
    pub acc_h: Option<f64>,
    /// Used / factors of the triple.
    pub rec_u: Option<f64>,
    /// Whether the policy takes it as an abstention.
    pub abstained: bool,
}

/// Everything that is scored of one argument.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ArgumentScore {
    /// Id of the triple.
    pub id: String,
    /// Its mode.
    pub mode: Mode,
    /// Its complexity.
    pub complexity: u32,
    /// The required answer is to abstain.
    pub requires_abstention: bool,
    /// The extractor failed: nothing else is scored.
    pub harness_fault: bool,
    /// Under the paper's policy.
    pub paper: Option<Numbers>,
    /// Under the strict policy.
    pub strict: Option<Numbers>,
    /// How it abstains.
    pub abstention: Option<Abstention>,
    /// It neither abstains nor asserts anything.
    pub empty: bool,
    /// The plaintiff cites a precedent decided for it, or none where there is none; `None` where nothing is to be argued.
    pub plaintiff_cites_right: Option<bool>,
    /// The same for the defendant.
    pub defendant_cites_right: Option<bool>,
    /// What is wrong with it.
    pub errors: Option<ErrorAnalysis>,
    /// Mentions that could not be attributed.
    pub unattributed: usize,
    /// Oddities, by kind.
    pub flags: std::collections::BTreeMap<Flag, usize>,
    /// Of a dialogue, what each side's own plies come to, the plaintiff's first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SideScore>,
}

impl ArgumentScore {
    /// The score of a side, in a dialogue.
    pub fn side(&self, side: Side) -> Option<&SideScore> {
        self.sides.iter().find(|score| score.side == side)
    }
}

/// The policies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Policy {
    Paper,
    Strict,
}

impl Policy {
    /// Whether it takes this for an abstention.
    pub fn takes(self, abstention: Abstention) -> bool {
        match self {
            Self::Paper => abstention != Abstention::No,
            Self::Strict => abstention == Abstention::Strict,
        }
    }

    pub fn abstained(self, reading: &Reading) -> bool {
        self.takes(reading.abstention)
    }

    /// As `stats` scores it: an abstained triple asserts nothing.
    pub fn argued(self, triple: &Triple, reading: &Reading) -> ArguedTriple {
        ArguedTriple {
            truth: triple.truth(),
            asserted: reading.asserted(self),
            requires_abstention: triple.requires_abstention(),
            abstained: self.abstained(reading),
        }
    }

    /// Whether an argument's faithfulness counts.
    pub fn has_acc_h(self, argued: &ArguedTriple) -> bool {
        self == Self::Paper || !argued.abstained
    }

    /// Whether its use of factors counts: not where abstaining was right.
    pub fn has_rec_u(self, argued: &ArguedTriple) -> bool {
        self == Self::Paper || !(argued.abstained && argued.requires_abstention)
    }

    pub fn numbers(self, triple: &Triple, reading: &Reading) -> Numbers {
        let argued = self.argued(triple, reading);
        let (has_acc_h, has_rec_u, abstained) =
            (self.has_acc_h(&argued), self.has_rec_u(&argued), argued.abstained);
        let scores = threeply(&[argued]).per_triple[0];
        Numbers {
            acc_h: scores.acc_h.filter(|_| has_acc_h),
            rec_u: scores.rec_u.filter(|_| has_rec_u),
            abstained,
        }
    }
}

/// Scores one argument.
pub fn score_argument(argued: &Argued<'_>) -> ArgumentScore {
    let triple = argued.triple;
    let reading = argued.reading.as_ref();
    let sides = reading.map(|reading| SideScore::of_both(triple, reading)).unwrap_or_default();
    let cites = |side: Side| match sides.iter().find(|score| score.side == side) {
        // In a dialogue one side may abstain where the other argues.
        Some(score) => score.cites_right,
        None => reading.and_then(|reading| cites_right(triple, reading, side)),
    };
    let nothing = |reading: &Reading| reading.abstention == Abstention::No && reading.asserts_nothing();
    ArgumentScore {
        id: triple.id.clone(),
        mode: triple.mode,
        complexity: triple.complexity,
        requires_abstention: triple.requires_abstention(),
        harness_fault: reading.is_none(),
        paper: reading.map(|reading| Policy::Paper.numbers(triple, reading)),
        strict: reading.map(|reading| Policy::Strict.numbers(triple, reading)),
        abstention: reading.map(|reading| reading.abstention),
        empty: reading.is_some_and(nothing),
        plaintiff_cites_right: cites(Side::Plaintiff),
        defendant_cites_right: cites(Side::Defendant),
        errors: reading.map(|reading| ErrorAnalysis::of(triple, reading)),
        unattributed: reading.map_or(0, |reading| reading.unattributed),
        flags: reading.map(|reading| reading.flags.clone()).unwrap_or_default(),
        sides,
    }
}

/// Whether a side cites a precedent that was decided for it, or none where there is none.
pub(super) fn cites_right(triple: &Triple, reading: &Reading, side: Side) -> Option<bool> {
    if triple.requires_abstention() || reading.abstention != Abstention::No {
        return None;
    }
    let citable = triple.citable_by(side);
    Some(match reading.cited.by(side) {
        Some(case) => citable.contains(&case),
        None => citable.is_empty(),
    })
}
