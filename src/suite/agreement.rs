//! How far two judges agree on the units that both have labelled (LexPilot E.3.1; LRB 4.2).

use serde::{Deserialize, Serialize};

use crate::stats::StatError;
use crate::stats::resampling::CaseBootstrap;
use crate::stats::two_raters::{RatedItem, two_raters};

/// Agreement of two judges in one task. Every rate is a fraction; null where undefined.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgeAgreement {
    /// The judges, in the order of the run.
    pub first: String,
    pub second: String,
    /// The task.
    pub task: String,
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

/// What is compared of two judges.
pub struct Compared<'a> {
    /// Their names.
    pub judges: [&'a str; 2],
    /// The task.
    pub task: &'a str,
    /// `class:…`, or none for overall.
    pub group: Option<String>,
    /// The labels of the task.
    pub labels: &'a [&'a str],
    /// The units that either labelled, by the positions of the labels.
    pub units: &'a [RatedItem<'a>],
}

impl JudgeAgreement {
    /// Compares two judges.
    ///
    /// # Errors
    /// When there are more labels than can be compared, or a unit has one that is not among them.
    pub fn of(compared: &Compared<'_>, options: &CaseBootstrap) -> Result<Self, StatError> {
        let Compared { judges: [first, second], task, group, labels, units } = compared;
        let found = two_raters(labels.len(), units, options)?;
        Ok(Self {
            first: (*first).to_owned(),
            second: (*second).to_owned(),
            task: (*task).to_owned(),
            group: group.clone(),
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
        })
    }
}
