//! Metrics of InsufficiencyBench, the 3-ply pipeline and Legal Research Bench.

use std::collections::BTreeSet;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::input::{Name, decode, encode};
use super::{MetricError, MetricInfo, ParamInfo, Shape};
use crate::stats::elements::{CATEGORIES, CategorisedItem, ElementItem, category_recall, insufficiency};
use crate::stats::factors::{ArguedTriple, TripleFactors, threeply};
use crate::stats::grading::{GradedResponse, lrb_grade};

pub(super) const METRICS: &[MetricInfo] = &[
    MetricInfo {
        name: "insufficiency",
        summary: "precision, recall, F2, explanation accuracy and safety over sets of missing elements",
        params: &[],
        input: "items[] = {kind: variant|base, gt[], identified[], additional[], claimed, judgments[] = {element, \
                explains, fabricated}}",
        output: "per_item {tp, fp, fn, judge_violations, precision, recall, f2, expl_acc, safety, \
                 n_missing_explanation_judgments, n_missing_safety_judgments}, n_variants, n_base, f2_mean, \
                 recall_mean, precision_mean, n_precision, expl_acc_mean, n_expl_acc, safety_mean, n_safety, \
                 hedge_rate, f2_given_hedge, hedge_rate_alt_any_flag, over_flag_rate, over_flag_rate_alt_claimed, \
                 f2_micro, recall_micro, precision_micro",
        source: "InsufficiencyBench 3.5, appendices A and C, Table 4",
        shape: Shape::Lines { list: "items" },
        run: |_, input| encode(insufficiency(&decode::<Items<ElementItem>>(input)?.items)?),
    },
    MetricInfo {
        name: "category_recall",
        summary: "recall by category of missing element, pooled over element instances",
        params: &[ParamInfo {
            name: "categories",
            default: "the eight of the paper",
            meaning: "the category names",
        }],
        input: "items[] = {gt[] = {name, category}, identified[]}",
        output: "by_category {n, hits, recall}, micro, macro_defined, n_undefined",
        source: "InsufficiencyBench 4, Figure 4",
        shape: Shape::Lines { list: "items" },
        run: |arguments, input| {
            let given: Items<CategorisedItem> = decode(input)?;
            let categories = arguments.optional::<Vec<String>>("categories")?;
            let categories = categories.unwrap_or_else(|| CATEGORIES.map(str::to_owned).to_vec());
            encode(category_recall(&given.items, &categories)?)
        },
    },
    MetricInfo {
        name: "threeply",
        summary: "faithfulness, use of factors and abstention of 3-ply arguments",
        params: &[],
        input: "triples[] = {gt: {CC[], TSC1[], TSC2[]}, ext: the same, requires_abstention, abstained}; factors as \
                F4, compared by number",
        output: "per_triple {n_gt, n_h, n_u, acc_h, rec_u}, acc_h_mean, acc_h_pooled, rec_u_mean, rec_u_pooled, \
                 n_requiring_abstention, n_abstained, abstention_ratio, n_wrongly_abstained, acc_h_mean_failed_only, \
                 acc_h_pooled_failed_only",
        source: "3-ply pipeline 3.4, Tables 2-4",
        shape: Shape::Lines { list: "triples" },
        run: |_, input| encode(threeply(&argued_triples(input)?)),
    },
    MetricInfo {
        name: "lrb_grade",
        summary: "all-pass and weighted pass of rubric-graded answers, with the split of failures",
        params: &[],
        input: "responses[] = {weights[] in {1, 2, 3}, passes[] in {true, false, null}, citations[] in {true, false, \
                null}}",
        output: "per_response {weighted_pass, rubric_all, source_ok, all_pass, class}, n, all_pass_rate, all_pass_se, \
                 all_pass_wilson_low, all_pass_wilson_high, weighted_pass_mean, weighted_pass_se, class_counts, \
                 central_share_of_failures, source_only_rate, n_unjudged_criteria, n_unverified_citations, \
                 n_no_citation",
        source: "LRB 3.3, 5.1, 5.2, Table 3, Figure 9",
        shape: Shape::Lines { list: "responses" },
        run: |_, input| encode(lrb_grade(&decode::<Responses>(input)?.responses)?),
    },
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Items<T> {
    items: Vec<T>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Responses {
    responses: Vec<GradedResponse>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Triples {
    triples: Vec<Triple>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Triple {
    #[serde(default, rename = "id")]
    _id: Option<Name>,
    gt: Factors,
    ext: Factors,
    requires_abstention: bool,
    abstained: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Factors {
    #[serde(rename = "CC")]
    cc: BTreeSet<Factor>,
    #[serde(rename = "TSC1")]
    tsc1: BTreeSet<Factor>,
    #[serde(rename = "TSC2")]
    tsc2: BTreeSet<Factor>,
}

impl From<Factors> for TripleFactors {
    fn from(factors: Factors) -> Self {
        let numbers = |factors: BTreeSet<Factor>| factors.into_iter().map(|factor| factor.0).collect();
        Self { cc: numbers(factors.cc), tsc1: numbers(factors.tsc1), tsc2: numbers(factors.tsc2) }
    }
}

/// A factor by its number; whatever follows the number (its name, its side) is not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Factor(u32);

impl<'de> Deserialize<'de> for Factor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        factor_number(&text)
            .map(Factor)
            .ok_or_else(|| D::Error::custom(format!("{text:?} is not a factor such as F4")))
    }
}

/// The number of `F4`, `f4` or `F4 Agreed-Not-To-Disclose (P)`.
fn factor_number(text: &str) -> Option<u32> {
    let rest = text.trim().strip_prefix(['F', 'f'])?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, name) = rest.split_at(end);
    if name.starts_with(char::is_alphanumeric) {
        return None;
    }
    digits.parse().ok()
}

fn argued_triples(input: Value) -> Result<Vec<ArguedTriple>, MetricError> {
    let given: Triples = decode(input)?;
    let mut triples = Vec::new();
    for (index, triple) in given.triples.into_iter().enumerate() {
        let asserted = TripleFactors::from(triple.ext);
        if triple.abstained && asserted != TripleFactors::default() {
            return Err(MetricError::input(
                format!("triples[{index}].ext"),
                "an answer that abstains asserts no factor",
            ));
        }
        triples.push(ArguedTriple {
            truth: triple.gt.into(),
            asserted,
            requires_abstention: triple.requires_abstention,
            abstained: triple.abstained,
        });
    }
    Ok(triples)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::run;
    use super::*;

    #[test]
    fn factors_are_compared_by_number() {
        for (text, number) in [
            ("F4", Some(4)),
            (" f4 ", Some(4)),
            ("F04", Some(4)),
            ("F4 Agreed-Not-To-Disclose (P)", Some(4)),
            ("F4: agreed", Some(4)),
            ("F", None),
            ("4", None),
            ("F4x", None),
            ("F99999999999", None),
        ] {
            assert_eq!(factor_number(text), number, "{text}");
        }
    }

    #[test]
    fn a_factor_that_is_none_is_refused_by_path() {
        let factors = json!({"CC": ["F1", "G2"], "TSC1": [], "TSC2": []});
        let none = json!({"CC": [], "TSC1": [], "TSC2": []});
        let triple = json!({"gt": factors, "ext": none, "requires_abstention": false, "abstained": false});
        let error = run("threeply", &Value::Null, json!({"triples": [triple]})).unwrap_err();
        assert!(error.to_string().starts_with("triples[0].gt.CC[1]: "), "{error}");
    }

    #[test]
    fn an_abstention_that_asserts_factors_is_refused() {
        let factors = json!({"CC": ["F1"], "TSC1": [], "TSC2": []});
        let triple = json!({"gt": factors, "ext": factors, "requires_abstention": true, "abstained": true});
        let error = run("threeply", &Value::Null, json!({"triples": [triple]})).unwrap_err();
        assert!(error.to_string().starts_with("triples[0].ext: "), "{error}");
    }
}
