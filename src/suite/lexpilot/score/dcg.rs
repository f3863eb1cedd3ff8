//! DCG: success rate, its strict form, recall over the missing facts (LexPilot 6.3).

use std::collections::BTreeSet;

use crate::stats::repeats::flip_rate;
use crate::suite::Estimate;
use crate::suite::lexpilot::{DcgRequest, Label};

use super::frame::{Coverage, Frame, Metric, Tally, Value};
use super::{Cells, ScoredCase, UnitState};

/// Consultations, successes, strict successes, successes in the first round, messages, messages
/// with several questions; recall in [`RECALL_PARTS`], and the consultations it is defined for.
type Counts = [u32; 8];

/// A consultation's recall is a whole number of these: every number of missing facts that a case may
/// have divides it.
const RECALL_PARTS: u32 = 60;

fn share(part: u32, whole: u32) -> Option<f64> {
    (whole > 0).then(|| f64::from(part) / f64::from(whole))
}

const HEADLINES: &[Metric<8>] = &[
    ("success_rate", |c| share(c[1], c[0])),
    ("success_rate_strict", |c| share(c[2], c[0])),
    ("fact_recall", |c| share(c[6], c[7]).map(|parts| parts / f64::from(RECALL_PARTS))),
    ("first_round_success_rate", |c| share(c[3], c[0])),
    ("multi_question_rate", |c| share(c[5], c[4])),
];

const GROUPED: &[Metric<8>] =
    &[("success_rate", |c| share(c[1], c[0])), ("success_rate_strict", |c| share(c[2], c[0]))];

pub fn score(
    frame: &Frame<'_>,
    cases: &[ScoredCase<'_>],
    models: &[Cells],
    focal_types: &[&str],
    out: &mut Vec<Estimate>,
) {
    let tallies = |keep: &dyn Fn(&ScoredCase<'_>) -> bool, accepts: Accepts<'_>| -> Vec<Tally<8>> {
        models.iter().map(|cells| tally(cases, cells, keep, accepts)).collect()
    };
    frame.emit(None, &tallies(&|_| true, &|_, _| true), HEADLINES, out);
    for (model, cells) in frame.models().iter().zip(models) {
        out.push(flips(frame, model, cells));
    }
    let classes: BTreeSet<&str> = cases.iter().map(|case| case.class).collect();
    for class in classes {
        let tallies = tallies(&|case| case.class == class, &|_, _| true);
        frame.emit(Some(&format!("class:{class}")), &tallies, GROUPED, out);
    }
    // A consultation counts once under each type with missing facts, and succeeds there through an
    // accepted request on that type.
    for &kind in focal_types {
        let has = |case: &ScoredCase<'_>| {
            case.key.focal_points.iter().any(|focal| focal.kind == kind && !focal.missing.is_empty())
        };
        let on = |case: &ScoredCase<'_>, focal_point: &str| {
            case.key.focal_points.iter().any(|focal| focal.id == focal_point && focal.kind == kind)
        };
        if cases.iter().any(has) {
            frame.emit(Some(&format!("focal_type:{kind}")), &tallies(&has, &on), GROUPED, out);
        }
    }
}

/// Whether an accepted question on this focal point counts.
type Accepts<'a> = &'a dyn Fn(&ScoredCase<'_>, &str) -> bool;

fn tally(
    cases: &[ScoredCase<'_>],
    cells: &Cells,
    keep: &dyn Fn(&ScoredCase<'_>) -> bool,
    accepts: Accepts<'_>,
) -> Tally<8> {
    let mut coverage = Coverage::default();
    let mut counts = Vec::new();
    for (case, repeats) in cases.iter().zip(cells).filter(|(case, _)| keep(case)) {
        let row = repeats.iter().map(|units| {
            let mut sum = Counts::default();
            for (_, unit) in units {
                if let Some(requests) = requests(&unit.state, &mut coverage) {
                    add(&mut sum, case, requests, accepts);
                }
            }
            sum
        });
        counts.push(row.collect());
    }
    Tally { counts, coverage }
}

/// The judged requests of a unit: none for an assistant that gave no text (a failure, counted),
/// `None` for a unit that is taken out.
fn requests<'a>(unit: &'a UnitState, coverage: &mut Coverage) -> Option<&'a [DcgRequest]> {
    match unit {
        UnitState::Lost(reason) => {
            coverage.lost(reason, 1);
            None
        }
        UnitState::Absent(absence) => {
            coverage.scored(1);
            coverage.count(absence.name(), 1);
            Some(&[])
        }
        UnitState::Labelled(Label::Dcg { requests }, absence) => {
            coverage.scored(1);
            if let Some(absence) = absence {
                coverage.count(absence.name(), 1);
            }
            Some(requests)
        }
        UnitState::Labelled(..) => {
            coverage.lost("judge_fault", 1);
            None
        }
    }
}

fn add(sum: &mut Counts, case: &ScoredCase<'_>, requests: &[DcgRequest], accepts: Accepts<'_>) {
    let passes = |request: &DcgRequest| {
        request.accepted().any(|q| q.focal_point.as_deref().is_some_and(|focal| accepts(case, focal)))
    };
    let success = requests.iter().any(passes);
    let strict = requests.iter().any(|request| request.questions.len() == 1 && passes(request));
    let first = requests.iter().any(|request| request.round == 1 && passes(request));
    let multi = requests.iter().filter(|request| request.questions.len() > 1).count() as u32;
    let asked = requests.len() as u32;
    let recall = recalled(case, requests);
    let defined = u32::from(recall.is_some());
    let unit = [
        1,
        u32::from(success),
        u32::from(strict),
        u32::from(first),
        asked,
        multi,
        recall.unwrap_or(0),
        defined,
    ];
    for (total, count) in sum.iter_mut().zip(unit) {
        *total += count;
    }
}

/// Share of the missing facts asked for by accepted requests, in [`RECALL_PARTS`]; `None` for a case
/// that has none, or a number of them that does not divide the parts.
fn recalled(case: &ScoredCase<'_>, requests: &[DcgRequest]) -> Option<u32> {
    let asked: BTreeSet<&str> = requests
        .iter()
        .flat_map(DcgRequest::accepted)
        .flat_map(|question| question.facts.iter().map(String::as_str))
        .collect();
    let missing = &case.key.missing;
    let found = missing.iter().filter(|fact| asked.contains(*fact)).count() as u32;
    let all =
        u32::try_from(missing.len()).ok().filter(|all| *all > 0 && RECALL_PARTS.is_multiple_of(*all))?;
    Some(found * (RECALL_PARTS / all))
}

/// Share of consultations whose success is not the same in all repeats.
fn flips(frame: &Frame<'_>, model: &str, cells: &Cells) -> Estimate {
    let mut coverage = Coverage::default();
    let units: Vec<Vec<Option<bool>>> = cells
        .iter()
        .map(|repeats| {
            repeats
                .iter()
                .map(|units| {
                    let (_, unit) = units.first()?;
                    requests(&unit.state, &mut coverage)
                        .map(|requests| requests.iter().any(DcgRequest::passes))
                })
                .collect()
        })
        .collect();
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
