//! From what extractors read to estimates: by extractor, model, mode and complexity, with intervals over
//! triples, and the mean over the models where there are several.

use std::collections::{BTreeMap, BTreeSet};

use super::argument::{ArgumentScore, score_argument};
use super::metrics::{Mean, POOLED, Pooled, any, means, one};
use super::{Argued, Reading};
use crate::case::Absence;
use crate::cast::Seat;
use crate::stats::joint::case_bootstrap_blocks;
use crate::stats::proportions::wilson;
use crate::stats::repeats::{mean_across, mean_of_models, mean_sd};
use crate::stats::resampling::{
    CaseBootstrap, Interval, case_bootstrap, case_bootstrap_value_blocks, case_bootstrap_values, per_repeat,
    per_repeat_values,
};
use crate::suite::threeply::arguer::Arguer;
use crate::suite::threeply::extract::Abstention;
use crate::suite::threeply::factor::Side;
use crate::suite::threeply::study::Arguments;
use crate::suite::threeply::triple::{Case, Mode, Triple};
use crate::suite::threeply::unit::{SUITE, Unit};
use crate::suite::{Estimate, INCOMPLETE_ABOVE, MEAN_OF_MODELS, StateOf, UnitState};

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

/// The setup of dialogues; a single message has none.
pub const DIALOGUE: &str = "dialogue";

/// How a further extractor compares with the leading one.
const COMPARED: [&str; 3] = ["extraction_precision", "extraction_recall", "abstention_agreement"];

/// What of an estimate differs from one number to the next.
struct Number<'a> {
    metric: &'a str,
    /// Values by model and repeat.
    per_model: Vec<Vec<Option<f64>>>,
    interval: Interval,
    /// Triples on which a share is defined, by the model with the fewest.
    trials: Option<u64>,
    n: u64,
    /// Whose plies it speaks of, where not of the whole.
    side: Option<Side>,
}

/// The arguments of one part under one extractor: one model's, or those of all.
struct Part<'a> {
    study: &'a Arguments,
    judge: &'a str,
    model: &'a str,
    rules: bool,
    task: &'static str,
    setup: Option<&'static str>,
    group: Option<String>,
    /// `[model][triple][repeat]`
    models: Vec<Vec<&'a Vec<Cell<'a>>>>,
}

/// The estimates of a study; `state` says what a unit came to under an extractor. Pure.
pub fn estimates(study: &Arguments, state: StateOf<'_, Arguments>) -> Vec<Estimate> {
    let mut found = Vec::new();
    let names: Vec<String> = study.arguers.iter().map(Arguer::name).collect();
    let cells_under = |judge: &str| -> Vec<Cells<'_>> {
        study.arguers.iter().map(|arguer| cells_of(study, arguer, judge, state)).collect()
    };
    let leading = study.extractors.first().map(Seat::name).unwrap_or_default();
    let leads = cells_under(&leading);
    let setup = study.arguers.first().filter(|arguer| arguer.is_pair()).map(|_| DIALOGUE);
    for extractor in &study.extractors {
        let judge = extractor.name();
        let read = if judge == leading { None } else { Some(cells_under(&judge)) };
        let cells = read.as_ref().unwrap_or(&leads);
        for (task, group, chosen) in parts_of(study.triples()) {
            let part = |model, rules, models| Part {
                study,
                judge: &judge,
                model,
                rules: rules || extractor.is_rule(),
                task,
                setup,
                group: group.clone(),
                models,
            };
            let mut all = Vec::new();
            for (at, arguer) in study.arguers.iter().enumerate() {
                let mine: Vec<&Vec<Cell<'_>>> = chosen.iter().map(|triple| &cells[at][*triple]).collect();
                let part = part(&names[at], arguer.is_rule(), vec![mine.clone()]);
                part.emit(&mut found);
                if read.is_some() {
                    let theirs = chosen.iter().map(|triple| &leads[at][*triple]).collect();
                    part.compare(&theirs, &mut found);
                }
                all.push(mine);
            }
            if all.len() > 1 {
                let rules = study.arguers.iter().any(Arguer::is_rule);
                part(MEAN_OF_MODELS, rules, all).emit(&mut found);
            }
        }
    }
    // Headlines before groups; within each the order stays.
    found.sort_by_key(|estimate| estimate.group.is_some());
    found
}

/// The metrics of which a study may have estimates, each once.
pub fn metrics_of(study: &Arguments) -> Vec<&'static str> {
    let dialogues = study.arguers.iter().any(Arguer::is_pair);
    let speaks = |about: fn(&Triple) -> bool| study.triples().iter().any(about);
    let spoken = means().filter(|mean| mean.side.is_none() || dialogues);
    let spoken = spoken.filter(|mean| speaks(mean.about)).map(|mean| mean.name);
    let pooled = POOLED.iter().filter(|pooled| speaks(pooled.about)).map(|pooled| pooled.name);
    let compared = if study.extractors.len() > 1 { COMPARED.as_slice() } else { &[] };
    spoken.chain(pooled).chain(compared.iter().copied()).collect()
}

fn cells_of<'a>(
    study: &'a Arguments,
    arguer: &Arguer,
    judge: &str,
    state: StateOf<'_, Arguments>,
) -> Cells<'a> {
    let cell = |triple: &'a Triple, repeat: u32| {
        let unit = Unit::of(triple, repeat, arguer);
        let (reading, missing) = match state(&unit, judge) {
            UnitState::Lost(reason) => (None, Some(reason)),
            UnitState::Absent(absence) => (Some(Reading::of_absent(&unit, absence)), Some(absence.name())),
            UnitState::Labelled(label, absence) => (Some(Reading::from(label)), absence.map(Absence::name)),
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
fn parts_of(triples: &[Triple]) -> Vec<(&'static str, Option<String>, Vec<usize>)> {
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

    /// Every metric that speaks of any of these triples; those of a side, of dialogues alone.
    fn emit(&self, out: &mut Vec<Estimate>) {
        for metric in means().filter(|metric| metric.side.is_none() || self.setup.is_some()) {
            let value = |cell: &Cell<'_>| {
                let (_, score) = cell.read.as_ref().filter(|_| (metric.about)(cell.triple))?;
                (metric.value)(score)
            };
            out.extend(self.estimate(self.mean(metric, &value), metric.about));
        }
        for metric in POOLED {
            let counts = |cell: &Cell<'_>| -> [u32; 2] {
                let read = cell.read.as_ref().filter(|_| (metric.about)(cell.triple));
                read.and_then(|(reading, _)| (metric.counts)(cell.triple, reading)).unwrap_or_default()
            };
            out.extend(self.estimate(self.pooled(metric, &counts), metric.about));
        }
    }

    /// `[model][triple][repeat]` of a number of each unit.
    fn table<T>(&self, of: &dyn Fn(&Cell<'_>) -> T) -> Vec<Vec<Vec<T>>> {
        let row = |repeats: &&Vec<Cell<'_>>| repeats.iter().map(of).collect();
        self.models.iter().map(|triples| triples.iter().map(row).collect()).collect()
    }

    fn repeats(&self) -> usize {
        self.study.repeats as usize
    }

    fn mean<'m>(&self, metric: &'m Mean, value: &dyn Fn(&Cell<'_>) -> Option<f64>) -> Number<'m> {
        let models = self.table(value);
        let defined = |triples: &Vec<Vec<Option<f64>>>| {
            triples.iter().filter(|case| case.iter().any(Option::is_some)).count() as u64
        };
        Number {
            metric: metric.name,
            per_model: models.iter().map(|triples| per_repeat_values(triples)).collect(),
            interval: case_bootstrap_value_blocks(&beside(&models), self.repeats(), &self.options()),
            trials: models.iter().map(defined).min().filter(|_| metric.share),
            n: models.iter().flatten().flatten().flatten().count() as u64,
            side: metric.side,
        }
    }

    fn pooled<'m>(&self, metric: &'m Pooled, counts: &dyn Fn(&Cell<'_>) -> [u32; 2]) -> Number<'m> {
        let models = self.table(counts);
        let statistic = metric.statistic;
        let intervals =
            case_bootstrap_blocks(&beside(&models), self.repeats(), &[statistic], &self.options());
        let nothing = Interval { low: None, high: None, discarded: 0, resamples: 0 };
        Number {
            metric: metric.name,
            per_model: models.iter().map(|triples| per_repeat(triples, statistic)).collect(),
            interval: intervals.into_iter().next().unwrap_or(nothing),
            trials: None,
            n: models.iter().flatten().flatten().filter(|[_, all]| *all > 0).count() as u64,
            side: None,
        }
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
        for (mine, theirs) in self.models.iter().flatten().zip(leading) {
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
        let [precision, recall, abstention] = COMPARED;
        for (metric, of) in [(precision, 1), (recall, 2)] {
            let number = Number {
                metric,
                per_model: vec![per_repeat(&both_of, ratio(of))],
                interval: case_bootstrap(&both_of, ratio(of), &self.options()),
                trials: None,
                n,
                side: None,
            };
            out.extend(self.estimate(number, any));
        }
        let number = Number {
            metric: abstention,
            per_model: vec![per_repeat_values(&agree)],
            interval: case_bootstrap_values(&agree, &self.options()),
            trials: Some(trials),
            n,
            side: None,
        };
        out.extend(self.estimate(number, any));
    }

    /// `None` where the metric speaks of none of these triples.
    fn estimate(&self, number: Number<'_>, about: fn(&Triple) -> bool) -> Option<Estimate> {
        let Number { metric, per_model, interval, trials, n, side } = number;
        let mut missing: BTreeMap<String, u64> = BTreeMap::new();
        let (mut planned, mut lost) = (0_u64, 0_u64);
        let units = self.models.iter().flatten().flat_map(|repeats| repeats.iter());
        for cell in units.filter(|cell| about(cell.triple)) {
            planned += 1;
            lost += u64::from(cell.read.is_none());
            if let Some(reason) = cell.missing_of(side) {
                *missing.entry(reason.to_owned()).or_default() += 1;
            }
        }
        if planned == 0 {
            return None;
        }
        let per_model: Vec<Vec<Option<f64>>> =
            per_model.into_iter().map(|values| self.padded(values)).collect();
        // Over the repeats of each model first, then over the models.
        let points: Vec<Option<f64>> = per_model.iter().map(|values| mean_sd(values).mean).collect();
        let point = mean_of_models(&points);
        let values = mean_across(&per_model);
        let spread = mean_sd(&values);
        let level = self.options().level;
        // A share of 0 or 1 is the same in every resample, which is no certainty; nor is a mean of such.
        let edge = match (trials, point) {
            (Some(trials), Some(0.0)) => wilson(0, trials, level),
            (Some(trials), Some(1.0)) => wilson(trials, trials, level),
            _ => None,
        };
        let read = |(at, repeats): (usize, &&Vec<Cell<'_>>)| {
            repeats.iter().any(|cell| about(cell.triple) && cell.read.is_some()).then_some(at)
        };
        let read: BTreeSet<usize> =
            self.models.iter().flat_map(|triples| triples.iter().enumerate().filter_map(read)).collect();
        // Of a single triple all resamples are the same, which is none either.
        let defined = point.is_some() && read.len() > 1;
        let (low, high, method) = match edge {
            Some((low, high)) => (Some(low), Some(high), "wilson"),
            None if defined && trials.is_some() && interval.is_flat() => (None, None, "none"),
            None if defined => (interval.low, interval.high, "percentile"),
            None => (None, None, "none"),
        };
        Some(Estimate {
            metric: metric.to_owned(),
            suite: SUITE.to_owned(),
            task: self.task.to_owned(),
            setup: self.setup.map(str::to_owned),
            condition: None,
            model: self.model.to_owned(),
            judge: self.judge.to_owned(),
            group: self.group.clone(),
            point,
            mean: point,
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

impl Part<'_> {
    /// One value a repeat, also where no triple is left.
    fn padded(&self, mut values: Vec<Option<f64>>) -> Vec<Option<f64>> {
        values.resize(self.repeats(), None);
        values
    }
}

impl Cell<'_> {
    /// Why the harness lost it, or why there was no text: of a side's plies, or of the whole.
    fn missing_of(&self, side: Option<Side>) -> Option<&'static str> {
        match (&self.read, side) {
            (Some((reading, _)), Some(side)) => reading.absence_of(side).map(Absence::name),
            _ => self.missing,
        }
    }
}

/// The models' numbers as columns beside each other, so that the same draws serve all.
fn beside<T: Clone>(models: &[Vec<Vec<T>>]) -> Vec<Vec<T>> {
    let triples = models.first().map_or(0, Vec::len);
    (0..triples).map(|at| models.iter().flat_map(|triples| triples[at].iter().cloned()).collect()).collect()
}

#[cfg(test)]
mod tests;
