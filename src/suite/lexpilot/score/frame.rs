//! From counts to estimates: what every task's scorer shares.

use std::collections::BTreeMap;

use crate::cast::Judge;
use crate::stats::joint::{Statistic, case_bootstrap_blocks, case_bootstrap_each};
use crate::stats::proportions::wilson;
use crate::stats::repeats::{mean_across, mean_of_models, mean_sd};
use crate::stats::resampling::{CaseBootstrap, Interval, per_repeat};
use crate::suite::lexpilot::{Condition, Noncompliant, SUITE, Setup, Study, Task};
use crate::suite::{Estimate, INCOMPLETE_ABOVE, LEFT_OUT, MEAN_OF_MODELS};

use super::Slice;

/// The metrics that are shares of units. A share of 0 or 1 is the same in every resample of the cases,
/// which is no certainty: there the interval is Wilson's, with the cases as trials. Neither is it where
/// the mean of several such shares (of assistants, of repeats) is the same: there is no interval then.
const SHARES: &[&str] = &[
    "acc_c",
    "acc_u",
    "over_asking_rate",
    "premature_rate",
    "neither_rate",
    "mixed_rate",
    "success_rate",
    "success_rate_strict",
    "first_round_success_rate",
];

/// What an estimate says about where it comes from.
pub struct Frame<'a> {
    study: &'a Study,
    by: By,
    task: Task,
    setup: Option<Setup>,
    condition: Option<Condition>,
}

/// By whose labels: a judge's, or a panel's.
#[derive(Clone)]
pub struct By {
    name: String,
    /// A judge by rule has a part in them.
    rules: bool,
    panel: bool,
}

impl By {
    pub fn of(judge: &Judge) -> Self {
        Self { name: judge.seat.name(), rules: judge.seat.is_rule(), panel: false }
    }

    pub fn panel(name: &str, judges: &[Judge]) -> Self {
        let rules = judges.iter().any(|judge| judge.seat.is_rule());
        Self { name: name.to_owned(), rules, panel: true }
    }
}

/// Resampling keyed by the run's seed alone: paired numbers see the same draws.
pub fn bootstrap(study: &Study) -> CaseBootstrap {
    CaseBootstrap {
        seed: crate::draw::seed(study.seed, &["bootstrap"]),
        resamples: study.resamples as usize,
        ..CaseBootstrap::default()
    }
}

/// Counts of one assistant over a set of cases, and what is missing from them.
pub struct Tally<const K: usize> {
    /// `[case][repeat]`
    pub counts: Vec<Vec<[u32; K]>>,
    /// What was left out or absent.
    pub coverage: Coverage,
}

/// How much of what was planned is scored.
#[derive(Clone, Default)]
pub struct Coverage {
    /// Units (claims) scored.
    pub n: u64,
    /// Units (claims) planned.
    pub planned: u64,
    /// Of the planned, lost to the harness.
    pub lost: u64,
    /// By reason, the assistant's and the harness's.
    pub missing: BTreeMap<String, u64>,
}

impl Coverage {
    /// `units` were planned and scored.
    pub fn scored(&mut self, units: u64) {
        self.n += units;
        self.planned += units;
    }

    /// `units` were planned and lost.
    pub fn lost(&mut self, reason: &str, units: u64) {
        self.planned += units;
        self.lost += units;
        self.count(reason, units);
    }

    /// Of the scored, `units` have no label for the assistant's own reason.
    pub fn count(&mut self, reason: &str, units: u64) {
        if units > 0 {
            *self.missing.entry(reason.to_owned()).or_default() += units;
        }
    }

    /// Adds another's.
    pub fn add(&mut self, other: &Self) {
        self.n += other.n;
        self.planned += other.planned;
        self.lost += other.lost;
        for (reason, units) in &other.missing {
            self.count(reason, *units);
        }
    }
}

/// A metric of summed counts.
pub type Metric<const K: usize> = (&'static str, Statistic<K>);

/// What of an estimate differs from one metric to the next.
pub struct Value<'a> {
    pub metric: &'a str,
    pub model: &'a str,
    pub group: Option<String>,
    pub point: Option<f64>,
    pub per_repeat: Vec<Option<f64>>,
    /// `None` where no interval is defined for the metric.
    pub interval: Option<Interval>,
    /// Cases in which the metric is defined, if it is a share.
    pub trials: Option<u64>,
    pub coverage: &'a Coverage,
}

impl<'a> Frame<'a> {
    pub fn new(study: &'a Study, by: By) -> Self {
        Self { study, by, task: Task::Ljp, setup: None, condition: None }
    }

    pub fn slice(&self, slice: Slice) -> Self {
        Self {
            study: self.study,
            by: self.by.clone(),
            task: slice.task,
            setup: slice.setup,
            condition: slice.condition,
        }
    }

    /// Whether the user's condition is another than the standard one.
    pub fn is_disturbed(&self) -> bool {
        self.condition.is_some_and(|condition| condition != Condition::Standard)
    }

    /// What becomes of dialogues whose user did not keep to its condition.
    pub fn noncompliant(&self) -> Noncompliant {
        self.study.noncompliant
    }

    /// Whether rules read the requests or the disclosures.
    pub fn ledger_by_rules(&self) -> bool {
        self.study.gate.facts.is_rule() || self.study.checker.seat.is_rule()
    }

    /// Whether several judges have decided by vote.
    pub fn by_panel(&self) -> bool {
        self.by.panel
    }

    /// Ids of the types of focal points.
    pub fn focal_types(&self) -> Vec<&'a str> {
        self.study.pack.taxonomy.types.iter().map(|kind| kind.id.as_str()).collect()
    }

    /// Names of the assistants, in the study's order.
    pub fn models(&self) -> Vec<String> {
        self.study.assistants.iter().map(|assistant| assistant.seat.name()).collect()
    }

    pub fn repeats(&self) -> usize {
        self.study.repeats as usize
    }

    /// See [`bootstrap`].
    pub fn bootstrap(&self) -> CaseBootstrap {
        bootstrap(self.study)
    }

    /// Adds each metric for each assistant, and for their average where there are several.
    pub fn emit<const K: usize>(
        &self,
        group: Option<&str>,
        tallies: &[Tally<K>],
        metrics: &[Metric<K>],
        out: &mut Vec<Estimate>,
    ) {
        let options = self.bootstrap();
        let statistics: Vec<Statistic<K>> = metrics.iter().map(|(_, s)| *s).collect();
        let intervals = |tally: &Tally<K>| {
            resampled(&tally.counts, |cases| case_bootstrap_each(cases, &statistics, &options))
        };
        let intervals: Vec<Option<Vec<Interval>>> = tallies.iter().map(intervals).collect();
        let together = (tallies.len() > 1).then(|| {
            let tally = beside(tallies);
            let intervals = resampled(&tally.counts, |cases| {
                case_bootstrap_blocks(cases, self.repeats(), &statistics, &options)
            });
            (tally, intervals)
        });
        for (at, (metric, statistic)) in metrics.iter().enumerate() {
            let mut push = |model: &str, point, per_repeat, interval, trials, coverage: &Coverage| {
                out.push(self.estimate(Value {
                    metric,
                    model,
                    group: group.map(str::to_owned),
                    point,
                    per_repeat,
                    interval,
                    trials,
                    coverage,
                }));
            };
            let trials: Vec<Option<u64>> = tallies
                .iter()
                .map(|tally| SHARES.contains(metric).then(|| defined_in(tally, statistic)))
                .collect();
            let per_model: Vec<Vec<Option<f64>>> =
                tallies.iter().map(|tally| self.padded(per_repeat(&tally.counts, statistic))).collect();
            for (model, name) in self.models().iter().enumerate() {
                let values = per_model[model].clone();
                let point = mean_sd(&values).mean;
                let interval = intervals[model].as_ref().map(|intervals| intervals[at]);
                push(name, point, values, interval, trials[model], &tallies[model].coverage);
            }
            if let Some((tally, intervals)) = &together {
                // Over the repeats of each assistant first, then over the assistants.
                let points: Vec<Option<f64>> = per_model.iter().map(|values| mean_sd(values).mean).collect();
                let point = mean_of_models(&points);
                let fewest = trials.iter().copied().min().flatten();
                let interval = intervals.as_ref().map(|intervals| intervals[at]);
                push(MEAN_OF_MODELS, point, mean_across(&per_model), interval, fewest, &tally.coverage);
            }
        }
    }

    /// Whether a player by rule took part in this assistant's numbers.
    fn rules(&self, model: &str) -> bool {
        let assistant = self
            .study
            .assistants
            .iter()
            .any(|seat| seat.seat.is_rule() && (model == MEAN_OF_MODELS || model == seat.seat.name()));
        let with_user = self.task == Task::Dcg || matches!(self.setup, None | Some(Setup::Interaction));
        let user = self.task != Task::Lca && with_user && self.study.user.seat.is_rule();
        // The classifier decides where an unmarked message ends a consultation.
        let classifier = self.setup == Some(Setup::Interaction) && self.study.gate.classifier.is_rule();
        // The gate decides where a condition takes hold.
        let gate = self.is_disturbed() && self.study.gate.facts.is_rule();
        assistant || user || classifier || gate || self.by.rules
    }

    pub fn estimate(&self, value: Value<'_>) -> Estimate {
        let Value { metric, model, group, point, per_repeat, interval, trials, coverage } = value;
        // An undefined number has no error bars, whatever its resamples gave.
        let interval = interval.filter(|_| point.is_some());
        let at_the_edge =
            trials.zip(point).and_then(|(trials, point)| edge(point, trials, self.bootstrap().level));
        let (low, high, method) = match (at_the_edge, interval) {
            (Some((low, high)), _) => (Some(low), Some(high), "wilson"),
            (None, Some(interval)) if trials.is_some() && interval.is_flat() => (None, None, "none"),
            (None, Some(interval)) => (interval.low, interval.high, "percentile"),
            (None, None) => (None, None, "none"),
        };
        let spread = mean_sd(&per_repeat);
        // What is left out by choice makes nothing incomplete.
        let chosen = coverage.missing.get(LEFT_OUT).copied().unwrap_or(0);
        let lost_share = coverage.lost.saturating_sub(chosen) as f64 / coverage.planned.max(1) as f64;
        Estimate {
            metric: metric.to_owned(),
            suite: SUITE.to_owned(),
            task: self.task.name().to_owned(),
            setup: self.setup.map(|setup| setup.name().to_owned()),
            condition: self.condition.map(|condition| condition.name().to_owned()),
            model: model.to_owned(),
            judge: self.by.name.clone(),
            group,
            point,
            mean: point,
            sd: spread.sd_sample,
            low,
            high,
            level: self.bootstrap().level,
            method: method.to_owned(),
            resamples: interval.map_or(0, |interval| interval.resamples),
            discarded: interval.map_or(0, |interval| interval.discarded),
            cluster: "case".to_owned(),
            per_repeat,
            n: coverage.n,
            planned: coverage.planned,
            missing: coverage.missing.clone(),
            triggered: None,
            rules: self.rules(model),
            incomplete: lost_share > INCOMPLETE_ABOVE,
        }
    }

    /// One value a repeat, also where no case is left.
    pub fn padded(&self, mut values: Vec<Option<f64>>) -> Vec<Option<f64>> {
        values.resize(self.repeats(), None);
        values
    }
}

/// Cases in which the metric is defined.
fn defined_in<const K: usize>(tally: &Tally<K>, statistic: &Statistic<K>) -> u64 {
    let defined = |case: &&Vec<[u32; K]>| case.iter().any(|counts| statistic(counts).is_some());
    tally.counts.iter().filter(defined).count() as u64
}

/// What resampling the cases gives; of a single case all resamples are the same, which is no certainty.
pub fn resampled<const K: usize, T>(
    cases: &[Vec<[u32; K]>],
    resample: impl FnOnce(&[Vec<[u32; K]>]) -> T,
) -> Option<T> {
    let counted = |case: &&Vec<[u32; K]>| case.iter().flatten().any(|count| *count > 0);
    (cases.iter().filter(counted).take(2).count() > 1).then(|| resample(cases))
}

/// Wilson's interval of a share that is exactly 0 or 1.
fn edge(point: f64, trials: u64, level: f64) -> Option<(f64, f64)> {
    if point == 0.0 {
        wilson(0, trials, level)
    } else if point == 1.0 {
        wilson(trials, trials, level)
    } else {
        None
    }
}

/// The assistants' counts as columns beside each other, so that all are resampled by the same draws.
fn beside<const K: usize>(tallies: &[Tally<K>]) -> Tally<K> {
    let cases = tallies.iter().map(|tally| tally.counts.len()).max().unwrap_or(0);
    let mut both = Tally { counts: vec![Vec::new(); cases], coverage: Coverage::default() };
    for tally in tallies {
        for (row, counts) in both.counts.iter_mut().zip(&tally.counts) {
            row.extend_from_slice(counts);
        }
        both.coverage.add(&tally.coverage);
    }
    both
}
