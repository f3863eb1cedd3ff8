//! How well two sets of labels of the same items agree: two annotators, or a judge and the consensus
//! (LexPilot E.3.1; LRB 4.2, Table 2).

use serde::{Deserialize, Serialize};

use crate::annotate::decision::Decision;
use crate::annotate::labels::{Code, names};
use crate::stats::agreement::{Weights, judge_agreement, kappa_of};
use crate::stats::resampling::CaseBootstrap;
use crate::stats::two_raters::{RatedItem, two_raters};

/// The labels of LJP that have an order: the first three.
const VERDICTS: usize = 3;

/// One item with the labels of both sides; `None` where a side gave none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair<'a> {
    /// Id of the case: what is resampled.
    pub case: &'a str,
    /// The first annotator, or the consensus.
    pub reference: Option<Code>,
    /// The second annotator, or the judge.
    pub other: Option<Code>,
}

/// Agreement on one task. Every rate is a fraction; null where undefined.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// The task.
    pub task: Decision,
    /// The labels in the order of the tables.
    pub labels: Vec<String>,
    /// Items that both sides labelled.
    pub n: u64,
    /// Items that a side did not label, left out.
    pub n_missing: u64,
    /// Of these, without a label of the reference (or first annotator), and of the other side.
    pub missing_reference: u64,
    pub missing_other: u64,
    /// Cases behind the compared items.
    pub n_cases: u64,
    /// Share of items with the same label, and its interval.
    pub agreement: Option<f64>,
    pub agreement_low: Option<f64>,
    pub agreement_high: Option<f64>,
    /// How that interval was made: `percentile` over cases, or `wilson` where the share is 0 or 1.
    pub agreement_method: String,
    /// Cohen's kappa, nominal, and its percentile interval over cases; no interval at 1 or -1.
    pub kappa: Option<f64>,
    pub kappa_low: Option<f64>,
    pub kappa_high: Option<f64>,
    /// Resamples, and how many of them left kappa undefined.
    pub resamples: usize,
    pub discarded: usize,
    /// Confidence level of the intervals.
    pub level: f64,
    /// 2 x agreement - 1: chance taken as one half, as every kappa that LexPilot prints has it.
    pub pabak: Option<f64>,
    /// (k x agreement - 1) / (k - 1) with k labels: chance taken as 1/k (Brennan and Prediger 1981).
    pub brennan_prediger: Option<f64>,
    /// LJP: quadratically weighted kappa over the items on which both sides name a verdict.
    pub kappa_quadratic: Option<f64>,
    pub n_quadratic: u64,
    /// Counts: rows the reference, columns the other side, in the order of `labels`.
    pub confusion: Vec<Vec<u64>>,
    /// Each label against all others.
    pub per_label: Vec<PerLabel>,
}

/// One label against all others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerLabel {
    /// The label.
    pub label: String,
    /// Both; the other side alone; the reference alone; neither side.
    pub tp: u64,
    pub fp: u64,
    #[serde(rename = "fn")]
    pub fn_: u64,
    pub tn: u64,
    /// Share of the items that the reference, and the other side, gives this label: the base rates.
    pub rate_reference: Option<f64>,
    pub rate_other: Option<f64>,
    /// Cohen's kappa of this label against the rest.
    pub kappa: Option<f64>,
    /// Shares of all items compared.
    pub fp_share: Option<f64>,
    pub fn_share: Option<f64>,
    /// FP among what the reference labels otherwise; FN among what it labels so.
    pub fp_rate: Option<f64>,
    pub fn_rate: Option<f64>,
    /// TP / (TP + FP).
    pub precision: Option<f64>,
}

/// Compares both sides of the items of one task.
pub fn compare(task: impl Into<Decision>, pairs: &[Pair<'_>], options: &CaseBootstrap) -> Agreement {
    let task = task.into();
    let labels: Vec<String> = names(task).into_iter().map(str::to_owned).collect();
    let k = labels.len();
    let code = |code: Option<Code>| code.map(|code| code.0);
    let items: Vec<RatedItem<'_>> = pairs
        .iter()
        .map(|pair| RatedItem { cluster: pair.case, first: code(pair.reference), second: code(pair.other) })
        .collect();
    // A code is a position among the labels of its task, of which there are few.
    let found = two_raters(k, &items, options).expect("codes are positions among the labels");
    let size = k as f64;
    // The labels that have an order: the three verdicts.
    let ordinal: Option<Vec<Vec<u64>>> = (task == Decision::Ljp)
        .then(|| found.confusion.iter().take(VERDICTS).map(|row| row[..VERDICTS].to_vec()).collect());
    Agreement {
        task,
        n: found.n,
        n_missing: found.n_missing,
        missing_reference: found.missing_first,
        missing_other: found.missing_second,
        n_cases: found.clusters,
        agreement: found.agreement,
        agreement_low: found.agreement_low,
        agreement_high: found.agreement_high,
        agreement_method: found.agreement_method.to_owned(),
        kappa: found.kappa,
        kappa_low: found.kappa_low,
        kappa_high: found.kappa_high,
        resamples: found.resamples,
        discarded: found.discarded,
        level: options.level,
        pabak: found.pabak,
        brennan_prediger: found.agreement.map(|share| (size * share - 1.0) / (size - 1.0)),
        kappa_quadratic: ordinal.as_ref().and_then(|table| kappa_of(table, Weights::Quadratic)),
        n_quadratic: ordinal.iter().flatten().flatten().sum(),
        confusion: found.confusion,
        per_label: labels.iter().enumerate().map(|(at, label)| per_label(label, at, pairs)).collect(),
        labels,
    }
}

fn per_label(label: &str, at: usize, pairs: &[Pair<'_>]) -> PerLabel {
    let is = |side: fn(&Pair<'_>) -> Option<Code>| -> Vec<Option<bool>> {
        pairs.iter().map(|pair| side(pair).map(|code| code.0 == at)).collect()
    };
    let (reference, other) = (is(|pair| pair.reference), is(|pair| pair.other));
    // Both have one entry a pair.
    let found = judge_agreement(&reference, &other).expect("both sides are of one length");
    PerLabel {
        label: label.to_owned(),
        tp: found.tp,
        fp: found.fp,
        fn_: found.fn_,
        tn: found.tn,
        rate_reference: found.pass_rate_reference,
        rate_other: found.pass_rate_judge,
        kappa: found.kappa,
        fp_share: found.fp_share,
        fn_share: found.fn_share,
        fp_rate: found.fpr,
        fn_rate: found.fnr,
        precision: (found.tp + found.fp > 0).then(|| found.tp as f64 / (found.tp + found.fp) as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::lexpilot::Task;

    fn options() -> CaseBootstrap {
        CaseBootstrap { resamples: 400, ..CaseBootstrap::default() }
    }

    /// `(reference, other, times)` over cases of one item each.
    fn agreement(task: Task, cells: &[(usize, usize, usize)]) -> Agreement {
        let cases: Vec<String> = (0..200).map(|case| format!("c{case:03}")).collect();
        let mut pairs = Vec::new();
        for (reference, other, times) in cells {
            for _ in 0..*times {
                let case = cases[pairs.len()].as_str();
                pairs.push(Pair { case, reference: Some(Code(*reference)), other: Some(Code(*other)) });
            }
        }
        compare(task, &pairs, &options())
    }

    #[test]
    fn kappa_pabak_and_the_error_rates_by_hand() {
        // 20 items, rows the reference: 8 1 1 / 2 6 0 / 0 0 2. Agreed 16 of 20; margins 10 8 2 and
        // 10 7 3; expected (100 + 56 + 6) / 400 = 0.405; kappa (0.8 - 0.405) / 0.595.
        let found = agreement(Task::Lca, &[(0, 0, 8), (0, 1, 1), (0, 2, 1), (1, 0, 2), (1, 1, 6), (2, 2, 2)]);
        assert_eq!(found.confusion, [[8, 1, 1], [2, 6, 0], [0, 0, 2]]);
        assert_eq!((found.n, found.n_cases, found.agreement), (20, 20, Some(0.8)));
        let near = |value: Option<f64>, wanted: f64| (value.expect("defined") - wanted).abs() < 1e-12;
        assert!(near(found.kappa, 0.395 / 0.595));
        assert!(near(found.pabak, 0.6) && near(found.brennan_prediger, 0.7));
        assert!(found.kappa_low < found.kappa && found.kappa < found.kappa_high);
        let complete = &found.per_label[0];
        assert_eq!((complete.tp, complete.fp, complete.fn_, complete.tn), (8, 2, 2, 8));
        assert_eq!((complete.fp_share, complete.fp_rate), (Some(0.1), Some(0.2)));
        assert_eq!((complete.rate_reference, complete.rate_other), (Some(0.5), Some(0.5)));
        assert_eq!(found.kappa_quadratic, None);
    }

    #[test]
    fn the_verdicts_weigh_by_their_distance() {
        let near = agreement(Task::Ljp, &[(0, 0, 5), (0, 1, 2), (2, 2, 5), (3, 2, 1)]);
        let far = agreement(Task::Ljp, &[(0, 0, 5), (0, 2, 2), (2, 2, 5), (3, 2, 1)]);
        assert!(near.kappa_quadratic > far.kappa_quadratic);
        assert_eq!((near.n, near.n_quadratic), (13, 12));
    }

    #[test]
    fn full_agreement_has_no_interval_of_no_width() {
        let found = agreement(Task::Lca, &[(0, 0, 5), (1, 1, 5)]);
        assert_eq!((found.agreement, found.kappa), (Some(1.0), Some(1.0)));
        assert_eq!((found.kappa_low, found.agreement_method.as_str()), (None, "wilson"));
        assert!(found.agreement_low < Some(0.8));
        let constant = agreement(Task::Lca, &[(0, 0, 5)]);
        assert_eq!((constant.agreement, constant.kappa), (Some(1.0), None));
        let nothing = agreement(Task::Lca, &[]);
        assert_eq!((nothing.agreement, nothing.agreement_low), (None, None));
    }

    #[test]
    fn what_a_side_left_blank_is_counted_and_left_out() {
        let pair = |reference: Option<usize>, other: Option<usize>| Pair {
            case: "c",
            reference: reference.map(Code),
            other: other.map(Code),
        };
        let pairs = [pair(Some(0), Some(0)), pair(None, Some(1)), pair(Some(1), None), pair(None, None)];
        let found = compare(Task::Lca, &pairs, &options());
        assert_eq!((found.n, found.n_missing), (1, 3));
        assert_eq!((found.missing_reference, found.missing_other), (2, 2));
    }
}
