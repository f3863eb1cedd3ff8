//! LJP: claim-level quadratic weighted kappa pooled over claims, by setup; gain of Interaction over
//! Direct and its relative decrease against Gold (LexPilot 6.4, E.6).

use std::collections::{BTreeMap, BTreeSet};

use crate::case::Verdict;
use crate::stats::joint::{case_bootstrap_joint, column_totals};
use crate::stats::qwk::{QwkCounts, VerdictLabel};
use crate::stats::repeats::{flip_rate, mean_across, mean_of_models, mean_sd};
use crate::stats::resampling::per_repeat;
use crate::stats::setups::relative_decrease_of;
use crate::suite::lexpilot::{Label, Play, Setup, Task};
use crate::suite::{Estimate, MEAN_OF_MODELS};

use super::frame::{Coverage, Frame, Metric, Tally, Value, resampled};
use super::{Cells, ScoredCase, Slice, Standing, UnitState};

const HEADLINES: &[Metric<12>] = &[
    ("qwk_penalised", |c| QwkCounts::from(*c).penalised()),
    ("qwk_exclude", |c| QwkCounts::from(*c).exclude()),
    ("qwk_strict", |c| QwkCounts::from(*c).strict()),
    ("qwk_farthest", |c| QwkCounts::from(*c).farthest()),
    ("accuracy", |c| QwkCounts::from(*c).accuracy()),
];

const BY_CLASS: &[Metric<12>] = &[
    ("qwk_penalised", |c| QwkCounts::from(*c).penalised()),
    ("accuracy", |c| QwkCounts::from(*c).accuracy()),
];

pub fn score(frame: &Frame<'_>, cases: &[ScoredCase<'_>], models: &[Cells], out: &mut Vec<Estimate>) {
    let all: Vec<Tally<12>> = models.iter().map(|cells| tally(cases, cells, |_| true)).collect();
    frame.emit(None, &all, HEADLINES, out);
    for (model, cells) in frame.models().iter().zip(models) {
        out.push(flips(frame, model, cases, cells));
    }
    let classes: BTreeSet<&str> = cases.iter().map(|case| case.class).collect();
    for class in classes {
        let tallies: Vec<Tally<12>> =
            models.iter().map(|cells| tally(cases, cells, |case| case.class == class)).collect();
        frame.emit(Some(&format!("class:{class}")), &tallies, BY_CLASS, out);
    }
}

fn tally(cases: &[ScoredCase<'_>], cells: &Cells, keep: impl Fn(&ScoredCase<'_>) -> bool) -> Tally<12> {
    let mut coverage = Coverage::default();
    let mut counts = Vec::new();
    for (case, repeats) in cases.iter().zip(cells).filter(|(case, _)| keep(case)) {
        let row = repeats.iter().map(|units| {
            let mut sum = QwkCounts::default();
            for (_, unit) in units {
                let claims = claims_of(case, unit);
                count(&claims, &mut coverage);
                sum.add(&compared(case, &claims));
            }
            sum.to_array()
        });
        counts.push(row.collect());
    }
    Tally { counts, coverage }
}

/// What a claim came to.
#[derive(Clone, Copy)]
enum Claim {
    /// The message gives this verdict.
    Says(Verdict),
    /// Missing for the assistant's own reason.
    Without(&'static str),
    /// Taken out.
    Lost(&'static str),
}

/// One entry a claim.
fn claims_of(case: &ScoredCase<'_>, unit: &Standing) -> Vec<Claim> {
    let n = case.key.verdicts.len();
    match &unit.state {
        UnitState::Lost(reason) => vec![Claim::Lost(reason); n],
        UnitState::Absent(absence) => vec![Claim::Without(absence.name()); n],
        UnitState::Labelled(Label::Ljp { verdicts }, _) if verdicts.len() == n => {
            let said = |verdict: &Option<Verdict>| verdict.map_or(Claim::Without("no_verdict"), Claim::Says);
            let mut claims: Vec<Claim> = verdicts.iter().map(said).collect();
            for (at, reason) in &unit.lost_claims {
                claims[*at] = Claim::Lost(reason);
            }
            claims
        }
        UnitState::Labelled(..) => vec![Claim::Lost("judge_fault"); n],
    }
}

fn count(claims: &[Claim], coverage: &mut Coverage) {
    for claim in claims {
        match claim {
            Claim::Says(_) => coverage.scored(1),
            Claim::Without(reason) => {
                coverage.scored(1);
                coverage.count(reason, 1);
            }
            Claim::Lost(reason) => coverage.lost(reason, 1),
        }
    }
}

fn compared(case: &ScoredCase<'_>, claims: &[Claim]) -> QwkCounts {
    let mut counts = QwkCounts::default();
    for (truth, claim) in case.key.verdicts.iter().zip(claims) {
        match claim {
            Claim::Says(verdict) => counts.record(label(*truth), Some(label(*verdict))),
            Claim::Without(_) => counts.record(label(*truth), None),
            Claim::Lost(_) => {}
        }
    }
    counts
}

fn label(verdict: Verdict) -> VerdictLabel {
    match verdict {
        Verdict::Dismissed => VerdictLabel::Dismissed,
        Verdict::PartiallySupported => VerdictLabel::PartiallySupported,
        Verdict::Supported => VerdictLabel::Supported,
    }
}

/// Share of claims whose verdict is not the same in all repeats.
fn flips(frame: &Frame<'_>, model: &str, cases: &[ScoredCase<'_>], cells: &Cells) -> Estimate {
    let mut coverage = Coverage::default();
    let mut units: Vec<Vec<Option<Verdict>>> = Vec::new();
    for (case, repeats) in cases.iter().zip(cells) {
        let columns: Vec<Vec<Claim>> = repeats
            .iter()
            .map(|units| units.first().map(|(_, unit)| claims_of(case, unit)).unwrap_or_default())
            .collect();
        columns.iter().for_each(|claims| count(claims, &mut coverage));
        for claim in 0..case.key.verdicts.len() {
            let of_claim = columns.iter().map(|column| match column.get(claim) {
                Some(Claim::Says(verdict)) => Some(*verdict),
                Some(Claim::Without(_) | Claim::Lost(_)) | None => None,
            });
            units.push(of_claim.collect());
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

/// Counts of Direct, Interaction and Gold one after the other.
type Stacked = [u32; 36];

fn of_setup(counts: &Stacked, setup: Setup) -> Option<f64> {
    let from = match setup {
        Setup::Direct => 0,
        Setup::Interaction => 12,
        Setup::Gold => 24,
    };
    QwkCounts::from(<[u32; 12]>::try_from(&counts[from..from + 12]).ok()?).penalised()
}

fn mean_of_setup(columns: &[Stacked], setup: Setup) -> Option<f64> {
    mean_sd(&columns.iter().map(|counts| of_setup(counts, setup)).collect::<Vec<_>>()).mean
}

/// Interaction minus Direct, both as means over the repeats.
fn gain(columns: &[Stacked]) -> Option<f64> {
    Some(mean_of_setup(columns, Setup::Interaction)? - mean_of_setup(columns, Setup::Direct)?)
}

/// A comparison of setups.
struct Comparison {
    metric: &'static str,
    /// From the counts of each repeat.
    of: fn(&[Stacked]) -> Option<f64>,
    /// Over the assistants' points.
    over_models: fn(&[Option<f64>]) -> Option<f64>,
}

const GAIN: Comparison = Comparison { metric: "gain_over_direct", of: gain, over_models: mean_of_models };
const DECREASE: Comparison =
    Comparison { metric: "relative_decrease", of: decrease, over_models: mean_of_decreases };

/// Of relative decreases, over those that have one: its reference skips the undefined (metrics 1.5).
fn mean_of_decreases(points: &[Option<f64>]) -> Option<f64> {
    mean_sd(points).mean
}

/// (Gold - Interaction) / Gold, both as means over the repeats.
fn decrease(columns: &[Stacked]) -> Option<f64> {
    relative_decrease_of(mean_of_setup(columns, Setup::Interaction)?, mean_of_setup(columns, Setup::Gold)?)
}

/// Adds the penalised kappa of other cells of a slice than all of them.
pub fn emit_kappa(
    frame: &Frame<'_>,
    metric: &'static str,
    cases: &[ScoredCase<'_>],
    models: &[Cells],
    out: &mut Vec<Estimate>,
) {
    let tallies: Vec<Tally<12>> = models.iter().map(|cells| tally(cases, cells, |_| true)).collect();
    frame.emit(None, &tallies, &[(metric, |c| QwkCounts::from(*c).penalised())], out);
}

/// Adds the kappa of one set of consultations minus that of another, paired.
pub fn emit_difference(
    frame: &Frame<'_>,
    metric: &'static str,
    cases: &[ScoredCase<'_>],
    base: &[Cells],
    models: &[Cells],
    out: &mut Vec<Estimate>,
) {
    // The base stands where the gain has Direct.
    let pairs = base.iter().zip(models);
    let tallies: Vec<Tally<36>> =
        pairs.map(|(base, cells)| stacked(cases, [Some(base), Some(cells), None], |_| true)).collect();
    emit(frame, &Comparison { metric, ..GAIN }, None, &tallies, out);
}

/// Gain and relative decrease of each condition, overall and by class, each on the (case, repeat)
/// pairs that are present in both setups it compares.
pub fn compare_setups(
    frame: &Frame<'_>,
    cases: &[ScoredCase<'_>],
    slices: &BTreeMap<Slice, Vec<Cells>>,
    out: &mut Vec<Estimate>,
) {
    let of = |setup| {
        slices.iter().find(|(slice, _)| slice.task == Task::Ljp && slice.setup == Some(setup)).map(|(_, m)| m)
    };
    let (direct, gold) = (of(Setup::Direct), of(Setup::Gold));
    let classes: BTreeSet<&str> = cases.iter().map(|case| case.class).collect();
    for (slice, interaction) in slices.iter().filter(|(slice, _)| slice.setup == Some(Setup::Interaction)) {
        let frame = frame.slice(*slice);
        let groups = std::iter::once(None).chain(classes.iter().copied().map(Some));
        for class in groups {
            let tallies = |direct: Option<&Vec<Cells>>, gold: Option<&Vec<Cells>>| -> Vec<Tally<36>> {
                let of_model = |model: usize| {
                    let setups =
                        [direct.map(|m| &m[model]), Some(&interaction[model]), gold.map(|m| &m[model])];
                    stacked(cases, setups, |case| class.is_none_or(|class| case.class == class))
                };
                (0..interaction.len()).map(of_model).collect()
            };
            let group = class.map(|class| format!("class:{class}"));
            if direct.is_some() {
                emit(&frame, &GAIN, group.clone(), &tallies(direct, None), out);
            }
            if gold.is_some() {
                emit(&frame, &DECREASE, group, &tallies(None, gold), out);
            }
        }
    }
}

fn stacked(
    cases: &[ScoredCase<'_>],
    setups: [Option<&Cells>; 3],
    keep: impl Fn(&ScoredCase<'_>) -> bool,
) -> Tally<36> {
    let mut coverage = Coverage::default();
    let mut counts = Vec::new();
    for (at, case) in cases.iter().enumerate().filter(|(_, case)| keep(case)) {
        let repeats = setups.iter().flatten().map(|cells| cells[at].len()).max().unwrap_or(0);
        let row =
            (0..repeats).map(|repeat| pair(case, setups.map(|s| s.map(|c| &c[at][repeat])), &mut coverage));
        counts.push(row.collect());
    }
    Tally { counts, coverage }
}

/// One (case, repeat) in all setups; a claim that is not present in each adds nothing.
fn pair(
    case: &ScoredCase<'_>,
    setups: [Option<&Vec<(Play, Standing)>>; 3],
    coverage: &mut Coverage,
) -> Stacked {
    let absent = || vec![Claim::Lost("judge_fault"); case.key.verdicts.len()];
    let of_setup =
        |units: &Vec<(Play, Standing)>| units.first().map_or_else(absent, |(_, unit)| claims_of(case, unit));
    let mut blocks = setups.map(|units| units.map(of_setup));
    for claim in 0..case.key.verdicts.len() {
        let mut lost = None;
        let mut without = Vec::new();
        for claims in blocks.iter().flatten() {
            match claims[claim] {
                Claim::Says(_) => {}
                Claim::Without(reason) => without.push(reason),
                Claim::Lost(reason) => lost = Some(reason),
            }
        }
        match lost {
            Some(reason) => {
                coverage.lost(reason, 1);
                blocks.iter_mut().flatten().for_each(|claims| claims[claim] = Claim::Lost(reason));
            }
            None => {
                coverage.scored(1);
                without.into_iter().for_each(|reason| coverage.count(reason, 1));
            }
        }
    }
    let mut counts = [0; 36];
    for (block, claims) in blocks.iter().enumerate() {
        if let Some(claims) = claims {
            counts[block * 12..block * 12 + 12].copy_from_slice(&compared(case, claims).to_array());
        }
    }
    counts
}

fn emit(
    frame: &Frame<'_>,
    &Comparison { metric, of: statistic, over_models: mean }: &Comparison,
    group: Option<String>,
    tallies: &[Tally<36>],
    out: &mut Vec<Estimate>,
) {
    let options = frame.bootstrap();
    let alone = |counts: &Stacked| statistic(std::slice::from_ref(counts));
    let per_model: Vec<Vec<Option<f64>>> =
        tallies.iter().map(|tally| frame.padded(per_repeat(&tally.counts, alone))).collect();
    let point = |tally: &Tally<36>| column_totals(&tally.counts).and_then(|totals| statistic(&totals));
    for ((model, tally), values) in frame.models().iter().zip(tallies).zip(&per_model) {
        out.push(frame.estimate(Value {
            metric,
            model,
            group: group.clone(),
            point: point(tally),
            per_repeat: values.clone(),
            interval: resampled(&tally.counts, |cases| case_bootstrap_joint(cases, statistic, &options)),
            trials: None,
            coverage: &tally.coverage,
        }));
    }
    if tallies.len() > 1 {
        let repeats = frame.repeats();
        let cases = tallies.iter().map(|tally| tally.counts.len()).max().unwrap_or(0);
        let mut beside: Vec<Vec<Stacked>> = vec![Vec::new(); cases];
        let mut coverage = Coverage::default();
        for tally in tallies {
            for (row, counts) in beside.iter_mut().zip(&tally.counts) {
                row.extend_from_slice(counts);
            }
            coverage.add(&tally.coverage);
        }
        // The mean over the assistants of their own values, each from its own columns.
        let over_models =
            |columns: &[Stacked]| mean(&columns.chunks(repeats.max(1)).map(statistic).collect::<Vec<_>>());
        let points: Vec<Option<f64>> = tallies.iter().map(point).collect();
        out.push(frame.estimate(Value {
            metric,
            model: MEAN_OF_MODELS,
            group,
            point: mean(&points),
            per_repeat: mean_across(&per_model),
            interval: resampled(&beside, |cases| case_bootstrap_joint(cases, over_models, &options)),
            trials: None,
            coverage: &coverage,
        }));
    }
}
