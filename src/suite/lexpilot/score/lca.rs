//! LCA: macro-F1, AccC, AccU, the share of *neither* (LexPilot 6.2, E.2, E.4).

use std::collections::BTreeSet;

use crate::case::Variant;
use crate::stats::classification::{Completeness, LcaCounts};
use crate::stats::repeats::flip_rate;
use crate::suite::Estimate;
use crate::suite::lexpilot::{Label, LcaClass};

use super::frame::{Coverage, Frame, Metric, Tally, Value};
use super::{Cells, ScoredCase, UnitState};

/// The six counts, then *neither*, mixed messages, and all units.
type Counts = [u32; 9];

fn lca(counts: &Counts) -> LcaCounts {
    LcaCounts {
        c_c: counts[0],
        c_u: counts[1],
        c_missing: counts[2],
        u_c: counts[3],
        u_u: counts[4],
        u_missing: counts[5],
    }
}

fn share(part: u32, whole: u32) -> Option<f64> {
    (whole > 0).then(|| f64::from(part) / f64::from(whole))
}

const HEADLINES: &[Metric<9>] = &[
    ("macro_f1", |c| lca(c).macro_f1()),
    ("acc_c", |c| lca(c).acc_c()),
    ("acc_u", |c| lca(c).acc_u()),
    ("f1_complete", |c| lca(c).f1_complete()),
    ("f1_underspecified", |c| lca(c).f1_underspecified()),
    ("over_asking_rate", |c| lca(c).over_asking_rate()),
    ("premature_rate", |c| lca(c).premature_rate()),
    ("neither_rate", |c| share(c[6], c[8])),
    ("mixed_rate", |c| share(c[7], c[8])),
];

const BY_CLASS: &[Metric<9>] =
    &[("macro_f1", |c| lca(c).macro_f1()), ("acc_c", |c| lca(c).acc_c()), ("acc_u", |c| lca(c).acc_u())];

pub fn score(frame: &Frame<'_>, cases: &[ScoredCase<'_>], models: &[Cells], out: &mut Vec<Estimate>) {
    let all: Vec<Tally<9>> = models.iter().map(|cells| tally(cases, cells, |_| true)).collect();
    frame.emit(None, &all, HEADLINES, out);
    for (model, cells) in frame.models().iter().zip(models) {
        out.push(flips(frame, model, cells));
    }
    let classes: BTreeSet<&str> = cases.iter().map(|case| case.class).collect();
    for class in classes {
        let tallies: Vec<Tally<9>> =
            models.iter().map(|cells| tally(cases, cells, |case| case.class == class)).collect();
        frame.emit(Some(&format!("class:{class}")), &tallies, BY_CLASS, out);
    }
}

fn tally(cases: &[ScoredCase<'_>], cells: &Cells, keep: impl Fn(&ScoredCase<'_>) -> bool) -> Tally<9> {
    let mut coverage = Coverage::default();
    let mut counts = Vec::new();
    for (_, repeats) in cases.iter().zip(cells).filter(|(case, _)| keep(case)) {
        let row = repeats.iter().map(|units| {
            let mut sum = Counts::default();
            for (play, unit) in units {
                add(&mut sum, play.variant, &unit.state, &mut coverage);
            }
            sum
        });
        counts.push(row.collect());
    }
    Tally { counts, coverage }
}

fn add(sum: &mut Counts, variant: Variant, unit: &UnitState, coverage: &mut Coverage) {
    let predicted = match unit {
        UnitState::Lost(reason) => return coverage.lost(reason, 1),
        UnitState::Absent(absence) => {
            coverage.count(absence.name(), 1);
            None
        }
        UnitState::Labelled(Label::Lca { class, mixed }, _) => {
            sum[7] += u32::from(*mixed);
            match class {
                LcaClass::Complete => Some(Completeness::Complete),
                LcaClass::Underspecified => Some(Completeness::Underspecified),
                LcaClass::Neither => {
                    sum[6] += 1;
                    coverage.count("neither", 1);
                    None
                }
            }
        }
        UnitState::Labelled(..) => return coverage.lost("judge_fault", 1),
    };
    let truth = match variant {
        Variant::Complete => Completeness::Complete,
        Variant::Underspecified => Completeness::Underspecified,
    };
    let mut one = LcaCounts::default();
    one.record(truth, predicted);
    for (total, count) in sum.iter_mut().zip(one.to_array()) {
        *total += count;
    }
    sum[8] += 1;
    coverage.scored(1);
}

/// Share of units whose label is not the same in all repeats; *neither* is a label of its own.
fn flips(frame: &Frame<'_>, model: &str, cells: &Cells) -> Estimate {
    let mut coverage = Coverage::default();
    let mut units: Vec<Vec<Option<LcaClass>>> = Vec::new();
    for repeats in cells {
        for variant in [Variant::Complete, Variant::Underspecified] {
            let labels = repeats.iter().map(|plays| {
                let unit =
                    plays.iter().find(|(play, _)| play.variant == variant).map(|(_, unit)| &unit.state);
                match unit {
                    Some(UnitState::Labelled(Label::Lca { class, .. }, _)) => {
                        coverage.scored(1);
                        Some(*class)
                    }
                    Some(UnitState::Absent(absence)) => {
                        coverage.scored(1);
                        coverage.count(absence.name(), 1);
                        None
                    }
                    Some(UnitState::Lost(reason)) => {
                        coverage.lost(reason, 1);
                        None
                    }
                    Some(UnitState::Labelled(..)) | None => None,
                }
            });
            units.push(labels.collect());
        }
    }
    frame.estimate(Value {
        metric: "flip_rate",
        model,
        group: None,
        point: flip_rate(&units).flip_rate,
        per_repeat: Vec::new(),
        interval: None,
        trials: None,
        coverage: &coverage,
    })
}
