//! Kappa and macro-F1 with cases resampled and repeats nested in cases, and the paired difference of two systems.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::arguments::{Arguments, LEVEL, RESAMPLES, SEED};
use super::input::{Name, decode, encode};
use super::lexpilot::{Cases, case_counts};
use super::{Column, MetricError, MetricInfo, ParamInfo, Shape};
use crate::stats::classification::{Completeness, LcaCounts};
use crate::stats::nested::{NestedScore, halves, nested_difference, nested_score, stack};
use crate::stats::qwk::{QwkCounts, VerdictLabel};
use crate::stats::resampling::CaseBootstrap;

/// What a missing prediction does to kappa.
const MISSING: ParamInfo =
    ParamInfo { name: "missing", default: "penalised", meaning: "penalised, exclude, strict or farthest" };

pub(super) const METRICS: &[MetricInfo] = &[
    MetricInfo {
        name: "qwk_case_bootstrap",
        summary: "interval of pooled kappa over cases, or of the paired difference of two systems",
        params: &[LEVEL, RESAMPLES, SEED, MISSING],
        input: "cases[] = {truth[], pred_a[], pred_b[] optional} as in qwk_pooled; ordered by id where every case has \
                one, else by content",
        output: "n_cases, qwk_a, confusion_a, ci_low, ci_high, undefined_replicate_share; with pred_b: qwk_b, \
                 confusion_b, diff_b_minus_a, to which the interval then belongs",
        source: "not in the papers (LexPilot 6.4 has the kappa)",
        shape: Shape::Gathered {
            list: "cases",
            shared: &[],
            columns: &[Column::text("truth"), Column::text("pred_a"), Column::text("pred_b").optional()],
        },
        run: qwk_case_bootstrap,
    },
    MetricInfo {
        name: "qwk_bootstrap",
        summary: "pooled kappa with repeats nested in cases: spread over repeats, interval over cases",
        params: &[LEVEL, RESAMPLES, SEED, MISSING],
        input: "claims[] = {case, repeat, truth, pred or null, pred_b optional}, one entry a claim",
        output: "n_cases, n_repeats, n_units, a {per_repeat, mean, sd_over_repeats, ci_over_cases_low, \
                 ci_over_cases_high, n_discarded, n_resamples}, tables_a by repeat; with pred_b: b, tables_b, b_minus_a",
        source: "LexPilot 6.4, E.2 (repeats)",
        shape: Shape::Records {
            list: "claims",
            columns: &[
                Column::text("case"),
                Column::text("repeat"),
                Column::text("truth"),
                Column::text("pred"),
                Column::text("pred_b").optional(),
            ],
        },
        run: |arguments, input| {
            let given: Claims = decode(input)?;
            let missing: Missing = arguments.optional("missing")?.unwrap_or_default();
            let mut nested = Nested::<12, 24>::new("claims");
            for claim in given.claims {
                let count = |pred| {
                    let mut counts = QwkCounts::default();
                    counts.record(claim.truth, pred);
                    counts.to_array()
                };
                nested.add(claim.case, claim.repeat, count(claim.pred), claim.pred_b.map(count))?;
            }
            let statistic = |counts: &[u32; 12]| missing.kappa(&QwkCounts::from(*counts));
            let table = |counts: [u32; 12]| {
                let counts = QwkCounts::from(counts);
                serde_json::json!({"confusion": counts.table, "missing": counts.missing})
            };
            nested.score(statistic, table, &arguments.bootstrap()?)
        },
    },
    MetricInfo {
        name: "macro_f1_bootstrap",
        summary: "macro-F1 of the completeness assessment with repeats nested in cases",
        params: &[LEVEL, RESAMPLES, SEED],
        input: "units[] = {case, repeat, y_true, y_pred or null, y_pred_b optional}, one entry a consultation",
        output: "n_cases, n_repeats, n_units, a {per_repeat, mean, sd_over_repeats, ci_over_cases_low, \
                 ci_over_cases_high, n_discarded, n_resamples}, tables_a by repeat; with y_pred_b: b, tables_b, \
                 b_minus_a",
        source: "LexPilot 6.2, E.2 (repeats)",
        shape: Shape::Records {
            list: "units",
            columns: &[
                Column::text("case"),
                Column::text("repeat"),
                Column::text("y_true"),
                Column::text("y_pred"),
                Column::text("y_pred_b").optional(),
            ],
        },
        run: |arguments, input| {
            let given: Units = decode(input)?;
            let mut nested = Nested::<6, 12>::new("units");
            for unit in given.units {
                let count = |predicted| {
                    let mut counts = LcaCounts::default();
                    counts.record(unit.y_true, predicted);
                    counts.to_array()
                };
                nested.add(unit.case, unit.repeat, count(unit.y_pred), unit.y_pred_b.map(count))?;
            }
            let statistic = |counts: &[u32; 6]| LcaCounts::from(*counts).macro_f1();
            let table = |counts: [u32; 6]| serde_json::json!(LcaCounts::from(counts));
            nested.score(statistic, table, &arguments.bootstrap()?)
        },
    },
];

/// Which kappa of [`QwkCounts`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Missing {
    #[default]
    Penalised,
    Exclude,
    Strict,
    Farthest,
}

impl Missing {
    fn kappa(self, counts: &QwkCounts) -> Option<f64> {
        match self {
            Self::Penalised => counts.penalised(),
            Self::Exclude => counts.exclude(),
            Self::Strict => counts.strict(),
            Self::Farthest => counts.farthest(),
        }
    }
}

/// A field that may be left out and, where it is there, may be null.
fn present<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Some)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ComparedCase {
    #[serde(default)]
    id: Option<Name>,
    #[serde(default, rename = "group")]
    _group: Option<Name>,
    truth: Vec<VerdictLabel>,
    pred_a: Vec<Option<VerdictLabel>>,
    #[serde(default)]
    pred_b: Option<Vec<Option<VerdictLabel>>>,
}

#[derive(Serialize)]
struct QwkCaseBootstrap {
    n_cases: usize,
    qwk_a: Option<f64>,
    confusion_a: [[u32; 3]; 3],
    ci_low: Option<f64>,
    ci_high: Option<f64>,
    undefined_replicate_share: f64,
    #[serde(flatten)]
    against: Option<QwkAgainst>,
}

#[derive(Serialize)]
struct QwkAgainst {
    qwk_b: Option<f64>,
    confusion_b: [[u32; 3]; 3],
    diff_b_minus_a: Option<f64>,
}

fn qwk_case_bootstrap(arguments: &Arguments, input: Value) -> Result<Value, MetricError> {
    let missing: Missing = arguments.optional("missing")?.unwrap_or_default();
    let options = arguments.bootstrap()?;
    let given: Cases<ComparedCase> = decode(input)?;
    let has_b = given.cases.first().is_some_and(|case| case.pred_b.is_some());
    let mut cases = Vec::new();
    for (index, case) in given.cases.into_iter().enumerate() {
        if case.pred_b.is_some() != has_b {
            return Err(MetricError::input(
                format!("cases[{index}].pred_b"),
                "some cases have it and some have not",
            ));
        }
        let a = case_counts(index, "pred_a", &case.truth, &case.pred_a)?.to_array();
        let b = match case.pred_b {
            Some(pred_b) => case_counts(index, "pred_b", &case.truth, &pred_b)?.to_array(),
            None => [0; 12],
        };
        cases.push((case.id, stack::<12, 24>(&a, &b)));
    }
    // Ordered by id; cases without one are ordered by content, so that their order in the file does not matter.
    cases.sort();
    let stacked: Counts<24> = cases.into_iter().map(|(_, both)| vec![both]).collect();
    let (a, b) = sides::<12, 24>(&stacked);
    let pooled = |side: &[Vec<[u32; 12]>]| side.iter().flatten().map(|counts| QwkCounts::from(*counts)).sum();
    let (total_a, total_b): (QwkCounts, QwkCounts) = (pooled(&a), pooled(&b));
    let statistic = |counts: &[u32; 12]| missing.kappa(&QwkCounts::from(*counts));
    let score = if has_b {
        nested_difference(&stacked, statistic, &options)
    } else {
        nested_score(&a, statistic, &options)
    };
    encode(QwkCaseBootstrap {
        n_cases: stacked.len(),
        qwk_a: missing.kappa(&total_a),
        confusion_a: total_a.table,
        ci_low: score.ci_over_cases_low,
        ci_high: score.ci_over_cases_high,
        undefined_replicate_share: score.n_discarded as f64 / score.n_resamples as f64,
        against: has_b.then(|| QwkAgainst {
            qwk_b: missing.kappa(&total_b),
            confusion_b: total_b.table,
            diff_b_minus_a: score.mean,
        }),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claims {
    claims: Vec<Claim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    case: Name,
    repeat: Name,
    truth: VerdictLabel,
    #[serde(deserialize_with = "crate::stats::nullable::deserialize")]
    pred: Option<VerdictLabel>,
    #[serde(default, deserialize_with = "present")]
    pred_b: Option<Option<VerdictLabel>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Units {
    units: Vec<Unit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    case: Name,
    repeat: Name,
    y_true: Completeness,
    #[serde(deserialize_with = "crate::stats::nullable::deserialize")]
    y_pred: Option<Completeness>,
    #[serde(default, deserialize_with = "present")]
    y_pred_b: Option<Option<Completeness>>,
}

/// Counts of A followed by those of B (zeros where there is no B), by repeat; `D` = 2 `K`.
type ByRepeat<const D: usize> = BTreeMap<Name, [u32; D]>;

/// Counts by case and repeat.
type Counts<const K: usize> = Vec<Vec<[u32; K]>>;

/// The counts of every case. Cases and repeats are ordered by name.
struct Nested<const K: usize, const D: usize> {
    list: &'static str,
    cases: BTreeMap<Name, ByRepeat<D>>,
    repeats: BTreeSet<Name>,
    n_units: usize,
    has_b: Option<bool>,
}

#[derive(Serialize)]
struct NestedOutput {
    n_cases: usize,
    n_repeats: usize,
    n_units: usize,
    a: NestedScore,
    tables_a: BTreeMap<String, Value>,
    #[serde(flatten)]
    against: Option<NestedAgainst>,
}

#[derive(Serialize)]
struct NestedAgainst {
    b: NestedScore,
    tables_b: BTreeMap<String, Value>,
    b_minus_a: NestedScore,
}

impl<const K: usize, const D: usize> Nested<K, D> {
    fn new(list: &'static str) -> Self {
        Self { list, cases: BTreeMap::new(), repeats: BTreeSet::new(), n_units: 0, has_b: None }
    }

    fn add(&mut self, case: Name, repeat: Name, a: [u32; K], b: Option<[u32; K]>) -> Result<(), MetricError> {
        if *self.has_b.get_or_insert(b.is_some()) != b.is_some() {
            return Err(MetricError::input(
                format!("{}[{}]", self.list, self.n_units),
                "some entries have a second prediction and some have not",
            ));
        }
        self.n_units += 1;
        self.repeats.insert(repeat.clone());
        let counts = self.cases.entry(case).or_default().entry(repeat).or_insert([0; D]);
        let added: [u32; D] = stack(&a, &b.unwrap_or([0; K]));
        counts.iter_mut().zip(added).for_each(|(total, count)| *total += count);
        Ok(())
    }

    fn score(
        &self,
        statistic: impl Fn(&[u32; K]) -> Option<f64> + Sync,
        table: impl Fn([u32; K]) -> Value,
        options: &CaseBootstrap,
    ) -> Result<Value, MetricError> {
        let stacked: Counts<D> = self.cases.values().map(|repeats| self.in_order(repeats)).collect();
        let (a, b) = sides::<K, D>(&stacked);
        let tables = |cases: &[Vec<[u32; K]>]| -> BTreeMap<String, Value> {
            let names = self.repeats.iter().map(|name| name.0.clone());
            names.zip(repeat_totals(cases).into_iter().map(&table)).collect()
        };
        let against = (self.has_b == Some(true)).then(|| NestedAgainst {
            tables_b: tables(&b),
            b: nested_score(&b, &statistic, options),
            b_minus_a: nested_difference(&stacked, &statistic, options),
        });
        encode(NestedOutput {
            n_cases: self.cases.len(),
            n_repeats: self.repeats.len(),
            n_units: self.n_units,
            tables_a: tables(&a),
            a: nested_score(&a, &statistic, options),
            against,
        })
    }

    /// The counts of one case in the order of all repeats; a repeat it was lost in adds nothing.
    fn in_order(&self, repeats: &ByRepeat<D>) -> Vec<[u32; D]> {
        self.repeats.iter().map(|repeat| repeats.get(repeat).copied().unwrap_or([0; D])).collect()
    }
}

/// The counts of A and those of B, each by case and repeat.
fn sides<const K: usize, const D: usize>(stacked: &[Vec<[u32; D]>]) -> (Counts<K>, Counts<K>) {
    let case = |repeats: &Vec<[u32; D]>| repeats.iter().map(halves::<K, D>).unzip();
    stacked.iter().map(case).unzip()
}

/// The counts of all cases, by repeat.
fn repeat_totals<const K: usize>(cases: &[Vec<[u32; K]>]) -> Vec<[u32; K]> {
    let n_repeats = cases.first().map_or(0, Vec::len);
    (0..n_repeats)
        .map(|repeat| std::array::from_fn(|cell| cases.iter().map(|case| case[repeat][cell]).sum()))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::run;
    use super::*;

    fn units() -> Vec<Value> {
        let mut units = Vec::new();
        for case in 0..12 {
            for repeat in 0..3 {
                for y_true in ["complete", "underspecified"] {
                    let wrong = (case * 5 + repeat) % 4 == 0;
                    let y_pred = if wrong { "complete" } else { y_true };
                    units.push(json!({"case": format!("c{case:02}"), "repeat": repeat, "y_true": y_true,
                        "y_pred": y_pred, "y_pred_b": y_true}));
                }
            }
        }
        units
    }

    #[test]
    fn the_order_of_the_units_changes_nothing() {
        let params = json!({"resamples": 400});
        let forward = run("macro_f1_bootstrap", &params, json!({"units": units()})).unwrap();
        let mut reversed = units();
        reversed.reverse();
        assert_eq!(run("macro_f1_bootstrap", &params, json!({"units": reversed})).unwrap(), forward);
        assert_eq!(forward["b"]["mean"], 1.0);
        assert!(forward["b_minus_a"]["ci_over_cases_low"].as_f64() > Some(0.0));
        assert_eq!(forward["tables_a"]["0"]["u_c"], 3);
    }

    #[test]
    fn a_second_prediction_is_given_for_all_or_for_none() {
        let mut units = units();
        units[1].as_object_mut().unwrap().remove("y_pred_b");
        let error = run("macro_f1_bootstrap", &Value::Null, json!({"units": units})).unwrap_err();
        assert!(error.to_string().starts_with("units[1]: "), "{error}");
    }

    #[test]
    fn lengths_that_differ_name_the_case() {
        let case = json!({"truth": ["Supported"], "pred_a": [], "pred_b": ["Supported"]});
        let error = run("qwk_case_bootstrap", &Value::Null, json!({"cases": [case]})).unwrap_err();
        assert_eq!(error.to_string(), "`cases[0].truth` has 1 entries but `cases[0].pred_a` has 0");
    }

    #[test]
    fn cases_without_an_id_are_ordered_by_content() {
        let case =
            |truth: &str, pred: &str| json!({"truth": [truth, "Supported"], "pred_a": [pred, "Supported"]});
        let cases = [
            case("Dismissed", "Dismissed"),
            case("Supported", "Dismissed"),
            case("Dismissed", "Supported"),
            case("Partially Supported", "Dismissed"),
            case("Partially Supported", "Partially Supported"),
        ];
        let params = json!({"resamples": 300});
        let forward = run("qwk_case_bootstrap", &params, json!({"cases": cases})).unwrap();
        let mut reversed = cases.to_vec();
        reversed.reverse();
        assert_eq!(run("qwk_case_bootstrap", &params, json!({"cases": reversed})).unwrap(), forward);
        assert!(forward["ci_low"].as_f64() < forward["ci_high"].as_f64());
    }
}
