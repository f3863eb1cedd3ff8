//! Scores of one argument.

use serde::Serialize;

use super::super::extract::{Abstention, Flag};
use super::super::factor::Side;
use super::super::triple::{Mode, Triple};
use super::error::ErrorAnalysis;
use super::{Argued, Reading};
use crate::stats::factors::{ArguedTriple, TripleFactors, threeply};

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
}

/// The policies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Policy {
    Paper,
    Strict,
}

impl Policy {
    pub fn abstained(self, reading: &Reading) -> bool {
        match self {
            Self::Paper => reading.abstention != Abstention::No,
            Self::Strict => reading.abstention == Abstention::Strict,
        }
    }

    /// As `stats` scores it: an abstained triple asserts nothing.
    pub fn argued(self, triple: &Triple, reading: &Reading) -> ArguedTriple {
        let abstained = self.abstained(reading);
        ArguedTriple {
            truth: triple.truth(),
            asserted: if abstained { TripleFactors::default() } else { reading.factors.clone() },
            requires_abstention: triple.requires_abstention(),
            abstained,
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

    fn numbers(self, triple: &Triple, reading: &Reading) -> Numbers {
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
    let cites = |side: Side| reading.and_then(|reading| cites_right(triple, reading, side));
    let nothing = |reading: &Reading| {
        let factors = &reading.factors;
        reading.abstention == Abstention::No
            && [&factors.cc, &factors.tsc1, &factors.tsc2]
                .into_iter()
                .all(std::collections::BTreeSet::is_empty)
    };
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
    }
}

/// Whether a side cites a precedent that was decided for it, or none where there is none.
fn cites_right(triple: &Triple, reading: &Reading, side: Side) -> Option<bool> {
    if triple.requires_abstention() || reading.abstention != Abstention::No {
        return None;
    }
    let citable = triple.citable_by(side);
    Some(match reading.cited.by(side) {
        Some(case) => citable.contains(&case),
        None => citable.is_empty(),
    })
}
