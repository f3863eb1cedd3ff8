//! How far the judges of a run agree on the units that they share, two at a time, by task and class
//! (LexPilot E.3.1; LRB 4.2).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::stats::resampling::CaseBootstrap;
use crate::stats::two_raters::{RatedItem, two_raters};
use crate::suite::lexpilot::parts::{Part, label_names, parts_of};
use crate::suite::lexpilot::{Play, Task};

use super::UnitState;

/// Agreement of two judges. Every rate is a fraction; null where undefined. The unit is one message
/// (LCA), one request (DCG), one claim (LJP, all setups together).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgeAgreement {
    /// The judges, in the order of the run.
    pub first: String,
    pub second: String,
    /// The task.
    pub task: Task,
    /// `class:…`, or null for overall.
    pub group: Option<String>,
    /// The labels in the order of the table.
    pub labels: Vec<String>,
    /// Units that both labelled, over all assistants and repeats.
    pub n: u64,
    /// Units that only one of them labelled, left out: without a label of the first, and of the second.
    pub missing_first: u64,
    pub missing_second: u64,
    /// Cases behind the units compared.
    pub cases: u64,
    /// Share of units with the same label, and its interval over cases.
    pub agreement: Option<f64>,
    pub agreement_low: Option<f64>,
    pub agreement_high: Option<f64>,
    /// `percentile`, `wilson` where the share is 0 or 1, or `none`.
    pub agreement_method: String,
    /// Cohen's kappa, nominal, and its percentile interval over cases; none at 1 or -1, or of one case.
    pub kappa: Option<f64>,
    pub kappa_low: Option<f64>,
    pub kappa_high: Option<f64>,
    /// 2 x agreement - 1.
    pub pabak: Option<f64>,
    /// Resamples, and how many of them left kappa undefined.
    pub resamples: usize,
    pub discarded: usize,
    /// Confidence level of the intervals.
    pub level: f64,
    /// Counts: rows the first judge, columns the second, in the order of `labels`.
    pub confusion: Vec<Vec<u64>>,
}

/// The units of a run as its judges have them.
pub struct JudgedUnits<'a> {
    /// The plays.
    pub plays: &'a [Play],
    /// Names of the judges.
    pub judges: &'a [String],
    /// By judge, then as the plays.
    pub states: &'a [Vec<UnitState>],
    /// The class of a case, by its id.
    pub classes: &'a BTreeMap<&'a str, &'a str>,
}

/// One unit that either of two judges labelled.
struct Common<'a> {
    task: Task,
    class: &'a str,
    item: RatedItem<'a>,
}

/// Compares every two judges; task by task overall, then class by class.
pub fn agreements(units: &JudgedUnits<'_>, options: &CaseBootstrap) -> Vec<JudgeAgreement> {
    let tasks: BTreeSet<Task> = units.plays.iter().map(|play| play.task).collect();
    let mut found = Vec::new();
    for first in 0..units.judges.len() {
        for second in first + 1..units.judges.len() {
            let common = common(units, first, second);
            let compare = |task: Task, class: Option<&str>| {
                let items: Vec<RatedItem<'_>> = common
                    .iter()
                    .filter(|unit| unit.task == task && class.is_none_or(|class| unit.class == class))
                    .map(|unit| unit.item)
                    .collect();
                let names = [&units.judges[first], &units.judges[second]];
                compare(names, task, class, &items, options)
            };
            found.extend(tasks.iter().map(|task| compare(*task, None)));
            let classes: BTreeSet<&str> = units.classes.values().copied().collect();
            for task in &tasks {
                found.extend(classes.iter().map(|class| compare(*task, Some(class))));
            }
        }
    }
    found
}

fn common<'a>(units: &JudgedUnits<'a>, first: usize, second: usize) -> Vec<Common<'a>> {
    let mut found = Vec::new();
    for (at, play) in units.plays.iter().enumerate() {
        let mut parts: BTreeMap<Part, [Option<usize>; 2]> = BTreeMap::new();
        for (side, judge) in [first, second].into_iter().enumerate() {
            if let UnitState::Labelled(label, _) = &units.states[judge][at] {
                for (part, code) in parts_of(label) {
                    parts.entry(part).or_default()[side] = Some(code);
                }
            }
        }
        let class = units.classes.get(play.case.as_str()).copied().unwrap_or_default();
        found.extend(parts.into_values().map(|[first, second]| Common {
            task: play.task,
            class,
            item: RatedItem { cluster: &play.case, first, second },
        }));
    }
    found
}

fn compare(
    [first, second]: [&String; 2],
    task: Task,
    class: Option<&str>,
    items: &[RatedItem<'_>],
    options: &CaseBootstrap,
) -> JudgeAgreement {
    let labels = label_names(task);
    // Codes are positions among the labels of the task, of which there are at most five.
    let found = two_raters(labels.len(), items, options).expect("codes are positions among the labels");
    JudgeAgreement {
        first: first.clone(),
        second: second.clone(),
        task,
        group: class.map(|class| format!("class:{class}")),
        labels: labels.iter().map(|label| (*label).to_owned()).collect(),
        n: found.n,
        missing_first: found.missing_first,
        missing_second: found.missing_second,
        cases: found.clusters,
        agreement: found.agreement,
        agreement_low: found.agreement_low,
        agreement_high: found.agreement_high,
        agreement_method: found.agreement_method.to_owned(),
        kappa: found.kappa,
        kappa_low: found.kappa_low,
        kappa_high: found.kappa_high,
        pabak: found.pabak,
        resamples: found.resamples,
        discarded: found.discarded,
        level: options.level,
        confusion: found.confusion,
    }
}
