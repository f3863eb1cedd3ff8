//! Metrics of agreement between judges, people and repeats.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::arguments::{Arguments, LEVEL};
use super::input::{Binary, Name, decode, encode, plain};
use super::{Column, MetricError, MetricInfo, ParamInfo, Shape};
use crate::stats::agreement::{CohenKappa, Weights, cohen_kappa, judge_agreement};
use crate::stats::correlation::{judge_robustness, rank_correlation};
use crate::stats::prevalence::{JudgedShare, prevalence_corrected};
use crate::stats::raters::{krippendorff_alpha, multi_rater};
use crate::stats::repeats::flip_rate;

pub(super) const METRICS: &[MetricInfo] = &[
    MetricInfo {
        name: "judge_agreement",
        summary: "a judge's binary decisions against a reference: agreement, kappa, both kinds of error rates",
        params: &[],
        input: "reference[], judge[] in {0, 1, null}",
        output: "n, n_missing, tp, fp, fn, tn, agreement, kappa, fp_share, fn_share (of all comparisons), fpr, fnr \
                 (class-conditional), pass_rate_reference, pass_rate_judge",
        source: "LexPilot E.3.1; LRB 4.2, Table 2",
        shape: Shape::Columns(&[Column::flag("reference"), Column::flag("judge")]),
        run: |_, input| {
            let given: JudgeInput = decode(input)?;
            encode(judge_agreement(&plain(&given.reference), &plain(&given.judge))?)
        },
    },
    MetricInfo {
        name: "cohen_kappa",
        summary: "Cohen's kappa of two raters, nominal or weighted, beside its table",
        params: &[
            ParamInfo { name: "weights", default: "nominal", meaning: "nominal, linear or quadratic" },
            ParamInfo { name: "labels", default: "those of the input", meaning: "the labels in their order" },
        ],
        input: "a[], b[] labels or null; labels[] in order (may be left out for nominal weights)",
        output: "n, n_missing, agreement, kappa, confusion (rows a, columns b), labels",
        source: "LexPilot E.3.1",
        shape: Shape::Columns(&[Column::text("a"), Column::text("b")]),
        run: |arguments, input| {
            let given: KappaInput = decode(input)?;
            let weights = arguments.optional("weights")?.unwrap_or_default();
            let labels = given.labels(arguments, weights)?;
            let kappa = cohen_kappa(&given.a, &given.b, &labels, weights)?;
            encode(KappaOutput { kappa, labels })
        },
    },
    MetricInfo {
        name: "multi_rater",
        summary: "agreement of several raters: pairwise, with the majority, Fleiss' kappa, Krippendorff's alpha",
        params: &[],
        input: "ratings[item][rater] in {0, 1, null}",
        output: "n_items, n_raters, mean_pairwise_agreement, pooled_pairwise_agreement, mean_pairwise_kappa, \
                 n_undefined_pair_kappas, majority, n_majority_ties, agreement_with_majority, fleiss_kappa, \
                 krippendorff_alpha, pairs {first, second, n, agreement, kappa, confusion}",
        source: "LRB 4.2, Table 2, human row",
        shape: Shape::Matrix { list: "ratings" },
        run: |_, input| {
            let given: Ratings<Binary> = decode(input)?;
            encode(multi_rater(&given.ratings.iter().map(|item| plain(item)).collect::<Vec<_>>())?)
        },
    },
    MetricInfo {
        name: "krippendorff_ordinal",
        summary: "Krippendorff's alpha of integer codes",
        params: &[ParamInfo {
            name: "level",
            default: "ordinal",
            meaning: "measurement level: nominal, ordinal or interval",
        }],
        input: "ratings[unit][rater], whole numbers or null",
        output: "alpha, n_units, n_pairable_units",
        source: "not in the papers",
        shape: Shape::Matrix { list: "ratings" },
        run: |arguments, input| {
            let given: Ratings<i64> = decode(input)?;
            encode(krippendorff_alpha(&given.ratings, arguments.optional("level")?.unwrap_or_default())?)
        },
    },
    MetricInfo {
        name: "judge_robustness",
        summary: "scores of the same items under two judges: Pearson's r and mean differences",
        params: &[],
        input: "x[], y[] numbers or null",
        output: "n_pairs, n_excluded, pearson_r, mean_abs_diff, mean_diff_y_minus_x",
        source: "InsufficiencyBench appendix D",
        shape: Shape::Columns(&[Column::number("x"), Column::number("y")]),
        run: |_, input| {
            let given: Pairs = decode(input)?;
            encode(judge_robustness(&given.x, &given.y)?)
        },
    },
    MetricInfo {
        name: "rank_correlation",
        summary: "Spearman's rho and Kendall's tau-b with intervals",
        params: &[LEVEL],
        input: "x[], y[] numbers or null",
        output: "n, n_excluded, spearman_rho, spearman_low, spearman_high, spearman_p, kendall_tau_b, kendall_low, \
                 kendall_high, kendall_p",
        source: "LexPilot 6.5 (complexity); Bonett and Wright 2000; Fieller, Hartley and Pearson 1957",
        shape: Shape::Columns(&[Column::number("x"), Column::number("y")]),
        run: |arguments, input| {
            let given: Pairs = decode(input)?;
            encode(rank_correlation(&given.x, &given.y, arguments.level()?)?)
        },
    },
    MetricInfo {
        name: "prevalence_corrected",
        summary: "a share counted by a judge, corrected for the judge's sensitivity and specificity",
        params: &[LEVEL],
        input: "n, positive (by the judge); tp, fn, tn, fp of the sample that people labelled too",
        output: "observed, sensitivity, specificity, corrected, corrected_clipped, se_delta, ci_low, ci_high",
        source: "Rogan and Gladen 1978; Lang and Reiczigel 2014",
        shape: Shape::Record(&[
            Column::number("n"),
            Column::number("positive"),
            Column::number("tp"),
            Column::number("fn"),
            Column::number("tn"),
            Column::number("fp"),
        ]),
        run: |arguments, input| {
            encode(prevalence_corrected(&decode::<JudgedShare>(input)?, arguments.level()?)?)
        },
    },
    MetricInfo {
        name: "flip_rate",
        summary: "share of units whose label is not the same in all repeats",
        params: &[],
        input: "items[] = {unit, repeat, label or null}",
        output: "n_units, n_compared, n_too_few_labels, n_missing, n_flipped, flip_rate, pairwise_disagreement",
        source: "not in the papers",
        shape: Shape::Records {
            list: "items",
            columns: &[Column::text("unit"), Column::text("repeat"), Column::text("label")],
        },
        run: |_, input| encode(flip_rate(&labels_by_unit(decode(input)?)?)),
    },
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JudgeInput {
    reference: Vec<Option<Binary>>,
    judge: Vec<Option<Binary>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KappaInput {
    a: Vec<Option<Name>>,
    b: Vec<Option<Name>>,
    #[serde(default)]
    labels: Option<Vec<Name>>,
}

impl KappaInput {
    /// The labels given, else those that occur; an order cannot be guessed.
    fn labels(&self, arguments: &Arguments, weights: Weights) -> Result<Vec<Name>, MetricError> {
        let option = arguments.optional::<Vec<String>>("labels")?;
        match (&self.labels, option) {
            (Some(_), Some(_)) => Err(MetricError::param("labels", "the input has labels already")),
            (Some(labels), None) => Ok(labels.clone()),
            (None, Some(labels)) => Ok(labels.into_iter().map(Name).collect()),
            (None, None) if weights == Weights::Nominal => {
                let occurring: BTreeSet<&Name> = self.a.iter().chain(&self.b).flatten().collect();
                if occurring.is_empty() {
                    return Err(MetricError::input("labels", "no label occurs and none is given"));
                }
                Ok(occurring.into_iter().cloned().collect())
            }
            (None, None) => {
                Err(MetricError::input("labels", "weighted kappa needs the labels in their order"))
            }
        }
    }
}

#[derive(serde::Serialize)]
struct KappaOutput {
    #[serde(flatten)]
    kappa: CohenKappa,
    labels: Vec<Name>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ratings<T> {
    ratings: Vec<Vec<Option<T>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairs {
    x: Vec<Option<f64>>,
    y: Vec<Option<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelledItems {
    items: Vec<LabelledItem>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelledItem {
    unit: Name,
    repeat: Name,
    #[serde(deserialize_with = "crate::stats::nullable::deserialize")]
    label: Option<Name>,
}

fn labels_by_unit(given: LabelledItems) -> Result<Vec<Vec<Option<Name>>>, MetricError> {
    let mut units: BTreeMap<Name, BTreeMap<Name, Option<Name>>> = BTreeMap::new();
    for (index, item) in given.items.into_iter().enumerate() {
        let repeats = units.entry(item.unit).or_default();
        if repeats.contains_key(&item.repeat) {
            return Err(MetricError::input(
                format!("items[{index}].repeat"),
                format!("{:?} is given twice for this unit", item.repeat.0),
            ));
        }
        repeats.insert(item.repeat, item.label);
    }
    Ok(units.into_values().map(|repeats| repeats.into_values().collect()).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::run;

    #[test]
    fn weighted_kappa_needs_the_order_of_the_labels() {
        let input = json!({"a": ["x", "y"], "b": ["x", "x"]});
        let error = run("cohen_kappa", &json!({"weights": "linear"}), input.clone()).unwrap_err();
        assert!(error.to_string().starts_with("labels: "), "{error}");
        let output =
            run("cohen_kappa", &json!({"weights": "linear", "labels": ["y", "x"]}), input.clone()).unwrap();
        assert_eq!(output["confusion"], json!([[0, 1], [0, 1]]));
        assert_eq!(run("cohen_kappa", &Value::Null, input).unwrap()["labels"], json!(["x", "y"]));
    }

    #[test]
    fn a_repeat_given_twice_is_refused() {
        let item = json!({"unit": "u", "repeat": 1, "label": "a"});
        let error = run("flip_rate", &Value::Null, json!({"items": [item, item]})).unwrap_err();
        assert!(error.to_string().starts_with("items[1].repeat: "), "{error}");
    }

    #[test]
    fn an_omitted_label_is_not_a_missing_one() {
        let error = run("flip_rate", &Value::Null, json!({"items": [{"unit": 1, "repeat": 1}]})).unwrap_err();
        assert!(error.to_string().contains("label"), "{error}");
    }
}
