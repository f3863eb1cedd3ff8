//! Metrics of LexPilot.

use serde::Deserialize;
use serde_json::Value;

use super::arguments::LEVEL;
use super::input::{Binary, Name, decode, encode};
use super::{Column, MetricError, MetricInfo, ParamInfo, Shape};
use crate::stats::StatError;
use crate::stats::classification::{Completeness, lca_scores};
use crate::stats::fidelity::{
    AnswerableReply, BroadReply, KeyDetails, ProbeReply, ProbedCase, WithheldReply, factual_recovery,
    key_detail_coverage, sim_fidelity,
};
use crate::stats::qwk::{QwkCounts, VerdictLabel, qwk_by_class, qwk_pooled};
use crate::stats::repeats::mean_sd_runs;
use crate::stats::setups::{SetupMeans, relative_decrease};
use crate::stats::success::{DCG_ROUNDS_MAX, Request, dcg_success, grouped_rate};

pub(super) const METRICS: &[MetricInfo] = &[
    MetricInfo {
        name: "lca_scores",
        summary: "macro-F1, AccC, AccU, over-asking and premature rates of the completeness assessment, one run",
        params: &[],
        input: "y_true[] in {complete, underspecified}; y_pred[] the same or null",
        output: "n, n_complete, n_underspecified, n_missing, confusion {c_c, c_u, c_missing, u_c, u_u, u_missing}, \
                 f1_complete, f1_underspecified, macro_f1, macro_f1_zero_division_0, acc_c, acc_u, \
                 over_asking_rate, premature_rate, accuracy",
        source: "LexPilot 6.2, E.2, E.4, Table 14",
        shape: Shape::Columns(&[Column::text("y_true"), Column::text("y_pred")]),
        run: |_, input| {
            let labels: LcaInput = decode(input)?;
            encode(lca_scores(&labels.y_true, &labels.y_pred)?)
        },
    },
    MetricInfo {
        name: "dcg_success",
        summary: "share of consultations in which one request is both relevant and answerable",
        params: &[ParamInfo {
            name: "max_rounds",
            default: "2",
            meaning: "requests considered per consultation",
        }],
        input: "consultations[] = {requests[] = {relevant, answerable} in {true, false, null}, in round order}",
        output: "n, n_requests, n_requests_ignored, n_no_request, n_unjudged_requests, n_success, success_rate, \
                 wilson_low, wilson_high, n_first_round_success, first_round_success_rate",
        source: "LexPilot 6.3",
        shape: Shape::Lines { list: "consultations" },
        run: |arguments, input| {
            let given: Consultations<Consultation> = decode(input)?;
            let requests: Vec<Vec<Request>> =
                given.consultations.into_iter().map(|consultation| consultation.requests).collect();
            let rounds_max = arguments.optional("max_rounds")?.unwrap_or(DCG_ROUNDS_MAX);
            encode(dcg_success(&requests, rounds_max)?)
        },
    },
    MetricInfo {
        name: "qwk_pooled",
        summary: "quadratic weighted kappa over the claims of all cases, with four treatments of missing predictions",
        params: &[],
        input: "cases[] = {truth[], pred[]}, one entry a claim, in {Dismissed, Partially Supported, Supported}; pred \
                may be null",
        output: "n_claims, n_cases, n_missing, coverage, confusion, qwk_strict, qwk_exclude, qwk_penalised, \
                 qwk_farthest, accuracy, per_label {support, predicted, recall, precision, f1}",
        source: "LexPilot 6.4, E.6, Tables 3, 4, 15-17",
        shape: Shape::Gathered {
            list: "cases",
            shared: &[],
            columns: &[Column::text("truth"), Column::text("pred")],
        },
        run: |_, input| {
            let counts: Vec<QwkCounts> = judged_cases(input)?.into_iter().map(|(_, counts)| counts).collect();
            encode(qwk_pooled(&counts))
        },
    },
    MetricInfo {
        name: "qwk_by_class",
        summary: "quadratic weighted kappa by group of cases",
        params: &[],
        input: "cases[] = {group, truth[], pred[]} as in qwk_pooled",
        output: "overall, by_class {n_cases, n_claims, qwk, qwk_exclude, n_missing, confusion}, mean_of_class_qwk, \
                 n_undefined_classes",
        source: "LexPilot 6.1, Tables 16-17",
        shape: Shape::Gathered {
            list: "cases",
            shared: &[Column::text("group")],
            columns: &[Column::text("truth"), Column::text("pred")],
        },
        run: |_, input| {
            let mut grouped = Vec::new();
            for (index, (group, counts)) in judged_cases(input)?.into_iter().enumerate() {
                let group = group.ok_or_else(|| {
                    MetricError::input(format!("cases[{index}].group"), "the group is missing")
                })?;
                grouped.push((group, counts));
            }
            encode(qwk_by_class(&grouped))
        },
    },
    MetricInfo {
        name: "relative_decrease",
        summary: "how much Interaction loses to Gold and gains over Direct",
        params: &[],
        input: "models[] = {direct, interaction, gold}, each a mean QWK over runs, or null",
        output: "per_model, n_undefined, mean_relative_decrease, relative_decrease_of_means, mean_gain_over_direct, \
                 n_improved_over_direct, n_below_gold",
        source: "LexPilot 6.4",
        shape: Shape::Records {
            list: "models",
            columns: &[
                Column::text("name").optional(),
                Column::number("direct"),
                Column::number("interaction"),
                Column::number("gold"),
            ],
        },
        run: |_, input| {
            let given: Models = decode(input)?;
            let means: Vec<SetupMeans> = given
                .models
                .into_iter()
                .map(|Model { direct, interaction, gold, .. }| SetupMeans { direct, interaction, gold })
                .collect();
            encode(relative_decrease(&means)?)
        },
    },
    MetricInfo {
        name: "mean_sd_runs",
        summary: "mean and standard deviation of a score over runs: repeat noise, not uncertainty over cases",
        params: &[],
        input: "values[], null for a run without a defined score",
        output: "n_runs, n_defined, complete, mean, sd_sample, sd_population, min, max",
        source: "LexPilot E.2, Table 11",
        shape: Shape::Columns(&[Column::number("values")]),
        run: |_, input| encode(mean_sd_runs(&decode::<Values<Option<f64>>>(input)?.values)?),
    },
    MetricInfo {
        name: "grouped_rate",
        summary: "success rate by group, over all items and averaged over groups; a missing outcome fails",
        params: &[],
        input: "items[] = {group, value in {0, 1, null}}",
        output: "by_group {n, n_missing, rate, wilson_low, wilson_high}, micro, macro",
        source: "LexPilot Table 2, Figure 4",
        shape: Shape::Records { list: "items", columns: &[Column::text("group"), Column::flag("value")] },
        run: |_, input| {
            let given: Items = decode(input)?;
            let items: Vec<(Name, Option<bool>)> =
                given.items.into_iter().map(|item| (item.group, item.value.map(|value| value.0))).collect();
            encode(grouped_rate(&items))
        },
    },
    MetricInfo {
        name: "key_detail_coverage",
        summary: "share of annotated key details that free-text consultations contain",
        params: &[],
        input: "consultations[] = {included, total}",
        output: "n, coverage_pooled, coverage_mean_of_ratios, distribution",
        source: "LexPilot 3.1, C.1, Table 5",
        shape: Shape::Records {
            list: "consultations",
            columns: &[Column::number("included"), Column::number("total")],
        },
        run: |_, input| {
            encode(key_detail_coverage(&decode::<Consultations<KeyDetails>>(input)?.consultations)?)
        },
    },
    MetricInfo {
        name: "sim_fidelity",
        summary: "fidelity of the user simulator by kind of probe, with the paired interval of indirect minus direct",
        params: &[LEVEL],
        input: "cases[] = {A: {ok, od, err, dcg}, B: the same, C: {od, err, dcg}, D: {ok, od, err} or null}",
        output: "n_cases, A, B, C, D {n, ok_rate, ok_wilson_low, ok_wilson_high, od_rate, err_rate, dcg_plus}, n_ab_pairs, \
                 a_only, b_only, diff_b_minus_a, mcnemar_exact_p, n_ad_pairs, ad_joint_rate, ci_low, ci_high",
        source: "LexPilot E.3.2, Table 13",
        shape: Shape::Lines { list: "cases" },
        run: |arguments, input| {
            let given: Cases<Probes> = decode(input)?;
            let cases: Vec<ProbedCase> = given
                .cases
                .into_iter()
                .map(|probes| ProbedCase { a: probes.a, b: probes.b, c: probes.c, d: probes.d })
                .collect();
            encode(sim_fidelity(&cases, arguments.level()?)?)
        },
    },
    MetricInfo {
        name: "factual_recovery",
        summary: "share of accepted direct and indirect questions whose reply recovers the fact",
        params: &[],
        input: "replies[] = {cond in {A, B, C, D}, accepted in {true, false, null}, sufficient, od, err}",
        output: "n_ab, n_accepted_ab, n_recovered, recovery_rate, wilson_low, wilson_high, failure_rate, \
                 n_excluded_c_accepted, n_excluded_d",
        source: "LexPilot E.3.3",
        shape: Shape::Records {
            list: "replies",
            columns: &[
                Column::text("cond"),
                Column::flag("accepted"),
                Column::flag("sufficient"),
                Column::flag("od"),
                Column::flag("err"),
            ],
        },
        run: |_, input| encode(factual_recovery(&decode::<Replies>(input)?.replies)),
    },
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LcaInput {
    y_true: Vec<Completeness>,
    y_pred: Vec<Option<Completeness>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Consultations<T> {
    consultations: Vec<T>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Consultation {
    #[serde(default, rename = "id")]
    _id: Option<Name>,
    requests: Vec<Request>,
}

/// A list of numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Values<T> {
    pub(super) values: Vec<T>,
}

/// A list of cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cases<T> {
    pub(super) cases: Vec<T>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JudgedCase {
    #[serde(default, rename = "id")]
    _id: Option<Name>,
    #[serde(default)]
    group: Option<Name>,
    truth: Vec<VerdictLabel>,
    pred: Vec<Option<VerdictLabel>>,
}

/// The group and the counts of each case.
fn judged_cases(input: Value) -> Result<Vec<(Option<Name>, QwkCounts)>, MetricError> {
    let given: Cases<JudgedCase> = decode(input)?;
    let cases = given.cases.into_iter().enumerate();
    cases
        .map(|(index, case)| Ok((case.group, case_counts(index, "pred", &case.truth, &case.pred)?)))
        .collect()
}

/// The counts of one case; `index` and `field` name it in messages.
pub(super) fn case_counts(
    index: usize,
    field: &str,
    truth: &[VerdictLabel],
    predicted: &[Option<VerdictLabel>],
) -> Result<QwkCounts, StatError> {
    let mut counts = QwkCounts::default();
    counts.record_case(truth, predicted).map_err(|_| StatError::Length {
        left: format!("cases[{index}].truth"),
        left_len: truth.len(),
        right: format!("cases[{index}].{field}"),
        right_len: predicted.len(),
    })?;
    Ok(counts)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Models {
    models: Vec<Model>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Model {
    #[serde(default, rename = "name")]
    _name: Option<Name>,
    #[serde(deserialize_with = "crate::stats::nullable::deserialize")]
    direct: Option<f64>,
    #[serde(deserialize_with = "crate::stats::nullable::deserialize")]
    interaction: Option<f64>,
    #[serde(deserialize_with = "crate::stats::nullable::deserialize")]
    gold: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Items {
    items: Vec<Item>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    group: Name,
    #[serde(deserialize_with = "crate::stats::nullable::deserialize")]
    value: Option<Binary>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Probes {
    #[serde(default, rename = "id")]
    _id: Option<Name>,
    #[serde(default, rename = "A")]
    a: Option<AnswerableReply>,
    #[serde(default, rename = "B")]
    b: Option<AnswerableReply>,
    #[serde(default, rename = "C")]
    c: Option<BroadReply>,
    #[serde(default, rename = "D")]
    d: Option<WithheldReply>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Replies {
    replies: Vec<ProbeReply>,
}
