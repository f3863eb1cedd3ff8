//! From what extractors read to estimates: by extractor, model, mode and complexity, with intervals over
//! triples.

use std::collections::{BTreeMap, BTreeSet};

use super::argument::{ArgumentScore, score_argument};
use super::metrics::{MEANS, POOLED, any, one};
use super::{Argued, Reading};
use crate::cast::Seat;
use crate::stats::proportions::wilson;
use crate::stats::repeats::mean_sd;
use crate::stats::resampling::{
    CaseBootstrap, Interval, case_bootstrap, case_bootstrap_values, per_repeat, per_repeat_values,
};
use crate::suite::threeply::extract::Abstention;
use crate::suite::threeply::study::Arguments;
use crate::suite::threeply::triple::{Case, Mode, Triple};
use crate::suite::threeply::unit::{SUITE, Unit};
use crate::suite::{Estimate, INCOMPLETE_ABOVE, StateOf, UnitState};

/// What one unit came to.
struct Cell<'a> {
    triple: &'a Triple,
    /// What was read of it, and its scores; `None` where the harness lost it.
    read: Option<(Reading, ArgumentScore)>,
    /// Why there was nothing to read: the harness's reason or the model's.
    missing: Option<&'static str>,
}

/// The units of one model under one extractor: `[triple][repeat]`.
type Cells<'a> = Vec<Vec<Cell<'a>>>;

/// What of an estimate differs from one number to the next.
struct Number<'a> {
    metric: &'a str,
    per_repeat: Vec<Option<f64>>,
    interval: Interval,
    /// Triples on which a share is defined.
    trials: Option<u64>,
    n: u64,
}

/// One model's arguments of one part, under one extractor.
struct Part<'a> {
    study: &'a Arguments,
    judge: &'a str,
    model: &'a str,
    rules: bool,
    task: &'static str,
    group: Option<String>,
    cells: Vec<&'a Vec<Cell<'a>>>,
}

/// The estimates of a study; `state` says what a unit came to under an extractor. Pure.
pub fn estimates(study: &Arguments, state: StateOf<'_, Arguments>) -> Vec<Estimate> {
    let mut found = Vec::new();
    let leading = study.extractors.first().map(Seat::name).unwrap_or_default();
    for extractor in &study.extractors {
        let judge = extractor.name();
        for arguer in &study.arguers {
            let model = arguer.name();
            let rules = arguer.is_rule() || extractor.is_rule();
            let cells = cells_of(study, &model, &judge, state);
            let parts = parts_of(&cells);
            for (task, group, chosen) in &parts {
                let cells: Vec<&Vec<Cell<'_>>> = chosen.iter().map(|at| &cells[*at]).collect();
                let group = group.clone();
                let part = Part { study, judge: &judge, model: &model, rules, task, group, cells };
                part.emit(&mut found);
                if judge != leading {
                    let leads = cells_of(study, &model, &leading, state);
                    let leads = chosen.iter().map(|at| &leads[*at]).collect();
                    part.compare(&leads, &mut found);
                }
            }
        }
    }
    // Headlines before groups; within each the order stays.
    found.sort_by_key(|estimate| estimate.group.is_some());
    found
}

fn cells_of<'a>(study: &'a Arguments, model: &str, judge: &str, state: StateOf<'_, Arguments>) -> Cells<'a> {
    let cell = |triple: &'a Triple, repeat: u32| {
        let unit = Unit { triple: triple.id.clone(), mode: triple.mode, repeat, assistant: model.to_owned() };
        let (reading, missing) = match state(&unit, judge) {
            UnitState::Lost(reason) => (None, Some(reason)),
            UnitState::Absent(absence) => (Some(Reading::of_nothing()), Some(absence.name())),
            UnitState::Labelled(label, _) => (Some(Reading::from(label)), None),
        };
        let read = reading.map(|reading| {
            let score = score_argument(&Argued { triple, reading: Some(reading.clone()) });
            (reading, score)
        });
        Cell { triple, read, missing }
    };
    study
        .triples()
        .iter()
        .map(|triple| (1..=study.repeats).map(|repeat| cell(triple, repeat)).collect())
        .collect()
}

/// Which triples are scored together: by mode, all modes where there are several, and each by complexity
/// where there are several. By name of the task, group, and places of the triples.
fn parts_of(cells: &Cells<'_>) -> Vec<(&'static str, Option<String>, Vec<usize>)> {
    let triples: Vec<&Triple> = cells.iter().filter_map(|cells| Some(cells.first()?.triple)).collect();
    let modes: BTreeSet<Mode> = triples.iter().map(|triple| triple.mode).collect();
    let mut tasks: Vec<(&'static str, Option<Mode>)> =
        modes.iter().map(|mode| (mode.name(), Some(*mode))).collect();
    if modes.len() > 1 {
        tasks.push(("all", None));
    }
    let mut parts = Vec::new();
    for (task, mode) in tasks {
        let of_mode = |at: &usize| mode.is_none_or(|mode| triples[*at].mode == mode);
        let chosen: Vec<usize> = (0..triples.len()).filter(of_mode).collect();
        let complexities: BTreeSet<u32> = chosen.iter().map(|at| triples[*at].complexity).collect();
        if complexities.len() > 1 {
            parts.extend(complexities.iter().map(|complexity| {
                let of_it = |at: &usize| triples[*at].complexity == *complexity;
                let part = chosen.iter().copied().filter(of_it).collect();
                (task, Some(format!("complexity:{complexity}")), part)
            }));
        }
        parts.push((task, None, chosen));
    }
    parts
}

impl Part<'_> {
    fn options(&self) -> CaseBootstrap {
        CaseBootstrap {
            seed: crate::draw::seed(self.study.seed, &["bootstrap"]),
            resamples: self.study.resamples as usize,
            ..CaseBootstrap::default()
        }
    }

    /// Every metric that speaks of any of these triples.
    fn emit(&self, out: &mut Vec<Estimate>) {
        for metric in MEANS {
            let value = |cell: &Cell<'_>| {
                let (_, score) = cell.read.as_ref().filter(|_| (metric.about)(cell.triple))?;
                (metric.value)(score)
            };
            self.emit_mean(metric.name, metric.share, metric.about, &value, out);
        }
        for metric in POOLED {
            let counts = |cell: &Cell<'_>| -> [u32; 2] {
                let read = cell.read.as_ref().filter(|_| (metric.about)(cell.triple));
                read.and_then(|(reading, _)| (metric.counts)(cell.triple, reading)).unwrap_or_default()
            };
            // Of the invented, what is left; of the used, as it is.
            let faithful = metric.name.starts_with("acc_h");
            self.emit_pooled(metric.name, metric.about, faithful, &counts, out);
        }
    }

    fn emit_mean(
        &self,
        metric: &str,
        share: bool,
        about: fn(&Triple) -> bool,
        value: &dyn Fn(&Cell<'_>) -> Option<f64>,
        out: &mut Vec<Estimate>,
    ) {
        let cases: Vec<Vec<Option<f64>>> =
            self.cells.iter().map(|repeats| repeats.iter().map(value).collect()).collect();
        let n = cases.iter().flatten().flatten().count() as u64;
        let trials = cases.iter().filter(|case| case.iter().any(Option::is_some)).count() as u64;
        let number = Number {
            metric,
            per_repeat: per_repeat_values(&cases),
            interval: case_bootstrap_values(&cases, &self.options()),
            trials: share.then_some(trials),
            n,
        };
        out.extend(self.estimate(number, about));
    }

    fn emit_pooled(
        &self,
        metric: &str,
        about: fn(&Triple) -> bool,
        faithful: bool,
        counts: &dyn Fn(&Cell<'_>) -> [u32; 2],
        out: &mut Vec<Estimate>,
    ) {
        let cases: Vec<Vec<[u32; 2]>> =
            self.cells.iter().map(|repeats| repeats.iter().map(counts).collect()).collect();
        let statistic = |[part, all]: &[u32; 2]| {
            let part = if faithful { f64::from(*all) - f64::from(*part) } else { f64::from(*part) };
            (*all > 0).then(|| part / f64::from(*all))
        };
        let number = Number {
            metric,
            per_repeat: per_repeat(&cases, statistic),
            interval: case_bootstrap(&cases, statistic, &self.options()),
            trials: None,
            n: cases.iter().flatten().filter(|[_, all]| *all > 0).count() as u64,
        };
        out.extend(self.estimate(number, about));
    }

    /// How far this extractor agrees with the leading one on the same answers. Of the factors that this
    /// one lists, the leading one lists the share `extraction_precision`; of those that the leading one
    /// lists, this one does the share `extraction_recall`.
    fn compare(&self, leading: &Vec<&Vec<Cell<'_>>>, out: &mut Vec<Estimate>) {
        let asserted = |reading: &Reading| -> BTreeSet<(Case, u32)> {
            let factors = &reading.factors;
            let of = |case, numbers: &BTreeSet<u32>| {
                numbers.iter().map(|number| (case, *number)).collect::<Vec<_>>()
            };
            [of(Case::Current, &factors.cc), of(Case::Tsc1, &factors.tsc1), of(Case::Tsc2, &factors.tsc2)]
                .concat()
                .into_iter()
                .collect()
        };
        let mut both_of: Vec<Vec<[u32; 3]>> = Vec::new();
        let mut agree: Vec<Vec<Option<f64>>> = Vec::new();
        for (mine, theirs) in self.cells.iter().zip(leading) {
            let (mut counts, mut same) = (Vec::new(), Vec::new());
            for (mine, theirs) in mine.iter().zip(theirs.iter()) {
                let readings = mine.read.as_ref().zip(theirs.read.as_ref());
                let readings = readings.filter(|_| mine.missing.is_none() && theirs.missing.is_none());
                let of_both = readings.map(|((mine, _), (theirs, _))| {
                    let (a, b) = (asserted(mine), asserted(theirs));
                    let n = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                    [n(a.intersection(&b).count()), n(a.len()), n(b.len())]
                });
                counts.push(of_both.unwrap_or_default());
                same.push(readings.map(|((mine, _), (theirs, _))| {
                    one((mine.abstention == Abstention::No) == (theirs.abstention == Abstention::No))
                }));
            }
            both_of.push(counts);
            agree.push(same);
        }
        let n = agree.iter().flatten().flatten().count() as u64;
        let trials = agree.iter().filter(|case| case.iter().any(Option::is_some)).count() as u64;
        let ratio = |of: usize| {
            move |counts: &[u32; 3]| (counts[of] > 0).then(|| f64::from(counts[0]) / f64::from(counts[of]))
        };
        for (metric, of) in [("extraction_precision", 1), ("extraction_recall", 2)] {
            let number = Number {
                metric,
                per_repeat: per_repeat(&both_of, ratio(of)),
                interval: case_bootstrap(&both_of, ratio(of), &self.options()),
                trials: None,
                n,
            };
            out.extend(self.estimate(number, any));
        }
        let number = Number {
            metric: "abstention_agreement",
            per_repeat: per_repeat_values(&agree),
            interval: case_bootstrap_values(&agree, &self.options()),
            trials: Some(trials),
            n,
        };
        out.extend(self.estimate(number, any));
    }

    /// `None` where the metric speaks of none of these triples.
    fn estimate(&self, number: Number<'_>, about: fn(&Triple) -> bool) -> Option<Estimate> {
        let Number { metric, per_repeat, interval, trials, n } = number;
        let mut missing: BTreeMap<String, u64> = BTreeMap::new();
        let (mut planned, mut lost) = (0_u64, 0_u64);
        for cell in self.cells.iter().flat_map(|repeats| repeats.iter()).filter(|cell| about(cell.triple)) {
            planned += 1;
            lost += u64::from(cell.read.is_none());
            if let Some(reason) = cell.missing {
                *missing.entry(reason.to_owned()).or_default() += 1;
            }
        }
        if planned == 0 {
            return None;
        }
        let mut values = per_repeat;
        values.resize(self.study.repeats as usize, None);
        let spread = mean_sd(&values);
        let level = self.options().level;
        // A share of 0 or 1 is the same in every resample, which is no certainty.
        let edge = match (trials, spread.mean) {
            (Some(trials), Some(0.0)) => wilson(0, trials, level),
            (Some(trials), Some(1.0)) => wilson(trials, trials, level),
            _ => None,
        };
        let read =
            |repeats: &&&Vec<Cell<'_>>| repeats.iter().any(|cell| about(cell.triple) && cell.read.is_some());
        // Of a single triple all resamples are the same, which is none either.
        let several = self.cells.iter().filter(read).take(2).count() > 1;
        let defined = spread.mean.is_some() && several;
        let (low, high, method) = match edge {
            Some((low, high)) => (Some(low), Some(high), "wilson"),
            None if defined => (interval.low, interval.high, "percentile"),
            None => (None, None, "none"),
        };
        Some(Estimate {
            metric: metric.to_owned(),
            suite: SUITE.to_owned(),
            task: self.task.to_owned(),
            setup: None,
            condition: None,
            model: self.model.to_owned(),
            judge: self.judge.to_owned(),
            group: self.group.clone(),
            point: spread.mean,
            mean: spread.mean,
            sd: spread.sd_sample,
            low,
            high,
            level,
            method: method.to_owned(),
            resamples: if defined { interval.resamples } else { 0 },
            discarded: if defined { interval.discarded } else { 0 },
            cluster: "triple".to_owned(),
            per_repeat: values,
            n,
            planned,
            missing,
            triggered: None,
            rules: self.rules,
            incomplete: lost as f64 / planned as f64 > INCOMPLETE_ABOVE,
        })
    }
}

#[cfg(test)]
mod tests;
