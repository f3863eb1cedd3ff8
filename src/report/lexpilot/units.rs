//! Every unit of a run in a few numbers: what comparisons and analyses beyond the estimates rest on.

use crate::case::{AnswerKey, Variant, Verdict};
use crate::stats::classification::{Completeness, LcaCounts};
use crate::stats::qwk::{QwkCounts, VerdictLabel};
use crate::suite::lexpilot::{Condition, DcgRequest, Label, LcaClass, Play, Setup, Task, UnitState};

/// Which plays are scored together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Slice {
    /// The task.
    pub task: Task,
    /// For LJP.
    pub setup: Option<Setup>,
    /// For Interaction.
    pub condition: Option<Condition>,
}

/// What a unit adds to its slice's counts: six of LCA; consultations and successes of DCG; the table
/// of LJP.
pub type Counts = [u32; 12];

/// One scored unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Unit {
    /// Where it is scored.
    pub slice: Slice,
    /// Position of the assistant in the study.
    pub assistant: usize,
    /// Position of the case among those played.
    pub case: usize,
    /// From 1.
    pub repeat: u32,
    /// From which history it starts.
    pub variant: Variant,
    /// See [`Counts`].
    pub counts: Counts,
    /// How right it is, in [0, 1]: the class is right (LCA), a question was accepted (DCG), the share
    /// of claims whose verdict is right (LJP).
    pub right: f64,
    /// Where its record begins in the file.
    pub record: u64,
}

impl Slice {
    /// The slice of a play.
    pub fn of(play: &Play) -> Self {
        Self { task: play.task, setup: play.setup, condition: play.condition }
    }

    /// The metric by which the slice is known.
    pub fn headline(self) -> &'static str {
        match self.task {
            Task::Lca => "macro_f1",
            Task::Dcg => "success_rate",
            Task::Ljp => "qwk_penalised",
        }
    }

    /// Whether its headline metric is a share of consultations.
    pub fn headline_is_share(self) -> bool {
        self.task == Task::Dcg
    }

    /// How right a unit with these counts is; see [`Unit::right`].
    pub fn right(self, counts: &Counts) -> f64 {
        let (right, of) = match self.task {
            Task::Lca => (counts[0] + counts[4], counts[..6].iter().sum()),
            Task::Dcg => (counts[1], counts[0]),
            Task::Ljp => {
                let table = QwkCounts::from(*counts).table;
                ((0..table.len()).map(|at| table[at][at]).sum(), counts.iter().sum::<u32>())
            }
        };
        f64::from(right) / f64::from(of.max(1))
    }

    /// That metric of summed counts.
    pub fn statistic(self) -> fn(&Counts) -> Option<f64> {
        match self.task {
            Task::Lca => |c| lca(c).macro_f1(),
            Task::Dcg => |c| (c[0] > 0).then(|| f64::from(c[1]) / f64::from(c[0])),
            Task::Ljp => |c| QwkCounts::from(*c).penalised(),
        }
    }
}

fn lca(counts: &Counts) -> LcaCounts {
    let [c_c, c_u, c_missing, u_c, u_u, u_missing, ..] = *counts;
    LcaCounts { c_c, c_u, c_missing, u_c, u_u, u_missing }
}

/// What a unit's label comes to against the truth; `None` for one that is taken out.
pub fn weigh(task: Task, variant: Variant, state: &UnitState, key: &AnswerKey<'_>) -> Option<Counts> {
    match (task, state) {
        (_, UnitState::Lost(_)) => None,
        (Task::Lca, UnitState::Absent(_)) => Some(lca_unit(variant, None)),
        (Task::Lca, UnitState::Labelled(Label::Lca { class, .. }, _)) => {
            let predicted = match class {
                LcaClass::Complete => Some(Completeness::Complete),
                LcaClass::Underspecified => Some(Completeness::Underspecified),
                LcaClass::Neither => None,
            };
            Some(lca_unit(variant, predicted))
        }
        (Task::Dcg, UnitState::Absent(_)) => Some(dcg_unit(&[])),
        (Task::Dcg, UnitState::Labelled(Label::Dcg { requests }, _)) => Some(dcg_unit(requests)),
        (Task::Ljp, UnitState::Absent(_)) => Some(ljp_unit(&key.verdicts, &vec![None; key.verdicts.len()])),
        (Task::Ljp, UnitState::Labelled(Label::Ljp { verdicts }, _))
            if verdicts.len() == key.verdicts.len() =>
        {
            Some(ljp_unit(&key.verdicts, verdicts))
        }
        (_, UnitState::Labelled(..)) => None,
    }
}

fn lca_unit(variant: Variant, predicted: Option<Completeness>) -> Counts {
    let truth = match variant {
        Variant::Complete => Completeness::Complete,
        Variant::Underspecified => Completeness::Underspecified,
    };
    let mut one = LcaCounts::default();
    one.record(truth, predicted);
    let mut counts = Counts::default();
    for (count, of_one) in counts.iter_mut().zip(one.to_array()) {
        *count = of_one;
    }
    counts
}

fn dcg_unit(requests: &[DcgRequest]) -> Counts {
    // As the score counts it: an accepted question without a focal point succeeds under none.
    let passes = |request: &DcgRequest| request.accepted().any(|question| question.focal_point.is_some());
    let success = requests.iter().any(passes);
    let mut counts = Counts::default();
    counts[0] = 1;
    counts[1] = u32::from(success);
    counts
}

fn ljp_unit(truth: &[Verdict], predicted: &[Option<Verdict>]) -> Counts {
    let mut counts = QwkCounts::default();
    for (truth, predicted) in truth.iter().zip(predicted) {
        counts.record(label(*truth), predicted.map(label));
    }
    counts.to_array()
}

fn label(verdict: Verdict) -> VerdictLabel {
    match verdict {
        Verdict::Dismissed => VerdictLabel::Dismissed,
        Verdict::PartiallySupported => VerdictLabel::PartiallySupported,
        Verdict::Supported => VerdictLabel::Supported,
    }
}
