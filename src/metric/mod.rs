//! Metrics by name, on labels that people bring: JSON, CSV or JSONL in, JSON out.
//!
//! Every metric of `docs/metrics.md` has an entry in [`list`]. The functions here take and give values; files and the
//! command line are the caller's.

mod arguments;
mod batch;
mod benchmarks;
mod comparisons;
mod error;
mod input;
mod judges;
mod lexpilot;
mod nested;
mod read;
mod uncertainty;

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::Value;

pub use self::batch::batch;
pub use self::error::MetricError;
pub use self::read::{Column, ColumnKind, Format, Shape, read};

use self::arguments::Arguments;

/// An option of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ParamInfo {
    /// Its key in the params object.
    pub name: &'static str,
    /// What an absent option means; empty when it must be given.
    pub default: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

/// What a metric takes, gives, and where it comes from.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct MetricInfo {
    /// Its name.
    pub name: &'static str,
    /// One line on what it measures.
    pub summary: &'static str,
    /// Its options.
    pub params: &'static [ParamInfo],
    /// The JSON input, in the notation of `docs/metrics.md`.
    pub input: &'static str,
    /// The output fields.
    pub output: &'static str,
    /// Paper and section.
    pub source: &'static str,
    /// How CSV and JSONL are laid out.
    #[serde(skip)]
    pub shape: Shape,
    #[serde(skip)]
    run: fn(&Arguments, Value) -> Result<Value, MetricError>,
}

static METRICS: LazyLock<Vec<MetricInfo>> = LazyLock::new(|| {
    [
        lexpilot::METRICS,
        judges::METRICS,
        benchmarks::METRICS,
        uncertainty::METRICS,
        nested::METRICS,
        comparisons::METRICS,
    ]
    .concat()
});

/// Every metric, by paper and then by subject.
pub fn list() -> &'static [MetricInfo] {
    &METRICS
}

/// The metric called `name`.
///
/// # Errors
/// [`MetricError::UnknownMetric`] with the nearest name.
pub fn find(name: &str) -> Result<&'static MetricInfo, MetricError> {
    METRICS.iter().find(|metric| metric.name == name).ok_or_else(|| {
        let names = METRICS.iter().map(|metric| metric.name);
        MetricError::UnknownMetric { name: name.to_owned(), nearest: nearest(name, names) }
    })
}

/// Computes the metric called `name`. `params` is an object of options, or null for none; undefined outputs are null.
///
/// # Errors
/// When there is no such metric, an option is unknown or wrong, or the input is refused; the message names the field.
pub fn run(name: &str, params: &Value, input: Value) -> Result<Value, MetricError> {
    let metric = find(name)?;
    let arguments = Arguments::of(metric, params)?;
    if !input.is_object() {
        return Err(MetricError::input("input", format!("an object is expected: {}", metric.input)));
    }
    (metric.run)(&arguments, input).map(without_negative_zero)
}

fn without_negative_zero(value: Value) -> Value {
    match value {
        Value::Number(number) if number.as_f64() == Some(0.0) && number.is_f64() => Value::from(0.0),
        Value::Array(items) => items.into_iter().map(without_negative_zero).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(key, value)| (key, without_negative_zero(value))).collect()
        }
        other => other,
    }
}

/// The candidate within few edits of `name`, for messages.
fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    candidates
        .map(|candidate| (edits(name, candidate), candidate))
        .min()
        .filter(|(distance, candidate)| *distance <= candidate.len().div_ceil(3))
        .map(|(_, candidate)| candidate.to_owned())
}

/// Levenshtein distance.
fn edits(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, letter) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (place, other) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(row[place] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_has_a_name_of_its_own_and_says_what_it_is() {
        let mut names: Vec<&str> = list().iter().map(|metric| metric.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), list().len());
        for metric in list() {
            for text in [metric.summary, metric.input, metric.output, metric.source] {
                assert!(!text.is_empty(), "{}", metric.name);
            }
        }
    }

    #[test]
    fn a_misspelt_metric_is_answered_with_the_nearest_name() {
        let error = run("lca_score", &Value::Null, Value::Null).unwrap_err();
        assert!(error.to_string().contains("lca_scores"), "{error}");
        assert_eq!(
            find("nothing of the kind").unwrap_err().to_string(),
            "no metric is called \"nothing of the kind\""
        );
    }

    #[test]
    fn no_negative_zero_leaves_a_metric() {
        let output = run("se_mean", &Value::Null, serde_json::json!({"values": [-0.0, -0.0]})).unwrap();
        assert_eq!(output["mean"].to_string(), "0.0");
        assert_eq!(without_negative_zero(serde_json::json!([{"x": -0.0}])).to_string(), r#"[{"x":0.0}]"#);
    }
}
