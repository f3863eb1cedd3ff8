//! A ratio whose observations are clustered two ways at once, such as texts by writer and by case (LexPilot C.1), by the
//! method of Cameron, Gelbach and Miller (2011).

use std::collections::BTreeMap;

use serde::Serialize;

use super::StatError;
use super::clustered::around;
use super::distributions::{normal_critical, student_critical};
use super::error::{all_finite, confidence_level};
use super::moments::sum;

/// One observation: `numerator / denominator` counts towards the ratio of the sums.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossedObservation {
    /// What is counted.
    pub numerator: f64,
    /// Out of what; 1 makes the ratio a mean. Not negative.
    pub denominator: f64,
    /// First cluster, say the writer.
    pub first: String,
    /// Second cluster, say the case.
    pub second: String,
}

/// A ratio with standard errors clustered one way, the other, and both. Each has the factor G / (G - 1) and is `None`
/// for fewer than two clusters.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CrossedRatio {
    /// Observations.
    pub n: usize,
    /// First clusters.
    pub n_first: usize,
    /// Second clusters.
    pub n_second: usize,
    /// Sum of numerators / sum of denominators.
    pub ratio: Option<f64>,
    /// Clustered by the first alone.
    pub se_first: Option<f64>,
    /// Clustered by the second alone.
    pub se_second: Option<f64>,
    /// Clustered by both: the variances of each minus that of their intersection. Where this comes out below the larger
    /// of the two one-way variances of a tiny sample and is not positive, the larger is taken.
    pub se_both: Option<f64>,
    /// ratio - z `se_both`.
    pub ci_low: Option<f64>,
    /// ratio + z `se_both`.
    pub ci_high: Option<f64>,
    /// The same with t of min(G) - 1 degrees of freedom.
    pub ci_low_t: Option<f64>,
    /// Its upper end.
    pub ci_high_t: Option<f64>,
}

/// The ratio of crossed observations.
///
/// # Errors
/// When a number is not finite, a denominator is negative, or `level` is outside (0, 1).
pub fn crossed_ratio(observations: &[CrossedObservation], level: f64) -> Result<CrossedRatio, StatError> {
    let numerators: Vec<f64> = observations.iter().map(|observation| observation.numerator).collect();
    let denominators: Vec<f64> = observations.iter().map(|observation| observation.denominator).collect();
    all_finite("numerator", &numerators)?;
    all_finite("denominator", &denominators)?;
    confidence_level(level)?;
    if let Some(index) = denominators.iter().position(|denominator| *denominator < 0.0) {
        return Err(StatError::value(format!("denominator[{index}]"), denominators[index], "at least 0"));
    }
    let total = sum(denominators.iter().copied());
    let ratio = (total > 0.0).then(|| sum(numerators.iter().copied()) / total + 0.0);
    let residuals: Vec<f64> = ratio.map_or_else(Vec::new, |ratio| {
        numerators
            .iter()
            .zip(&denominators)
            .map(|(numerator, denominator)| numerator - ratio * denominator)
            .collect()
    });
    let by = |key: fn(&CrossedObservation) -> (&str, &str)| -> (usize, Option<f64>) {
        let mut sums: BTreeMap<(&str, &str), f64> = BTreeMap::new();
        for (observation, residual) in observations.iter().zip(&residuals) {
            *sums.entry(key(observation)).or_insert(0.0) += residual;
        }
        let groups = sums.len();
        let squares = sum(sums.into_values().map(|value| value * value));
        let variance =
            (groups > 1).then(|| squares / (total * total) * groups as f64 / (groups as f64 - 1.0));
        (groups, variance)
    };
    let (n_first, first) = by(|observation| (&observation.first, ""));
    let (n_second, second) = by(|observation| ("", &observation.second));
    let (_, intersection) = by(|observation| (&observation.first, &observation.second));
    let both = first.zip(second).zip(intersection).map(|((first, second), intersection)| {
        let variance = first + second - intersection;
        if variance > 0.0 { variance } else { first.max(second) }
    });
    let se_both = both.map(f64::sqrt);
    let interval = |critical: Option<f64>| Some(around(ratio?, critical? * se_both?));
    let normal = interval(Some(normal_critical(level)));
    let student = interval(student_critical(level, n_first.min(n_second) as f64 - 1.0));
    Ok(CrossedRatio {
        n: observations.len(),
        n_first,
        n_second,
        ratio,
        se_first: first.map(f64::sqrt),
        se_second: second.map(f64::sqrt),
        se_both,
        ci_low: normal.map(|(low, _)| low),
        ci_high: normal.map(|(_, high)| high),
        ci_low_t: student.map(|(low, _)| low),
        ci_high_t: student.map(|(_, high)| high),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(numerator: f64, denominator: f64, first: &str, second: &str) -> CrossedObservation {
        CrossedObservation { numerator, denominator, first: first.into(), second: second.into() }
    }

    #[test]
    fn one_writer_leaves_the_crossed_error_undefined() {
        let observations = [observation(1.0, 2.0, "w", "a"), observation(2.0, 2.0, "w", "b")];
        let found = crossed_ratio(&observations, 0.95).unwrap();
        assert_eq!((found.ratio, found.se_first, found.se_both), (Some(0.75), None, None));
        assert!(found.se_second.is_some());
    }

    #[test]
    fn nothing_below_the_line_is_undefined_and_a_negative_refused() {
        assert_eq!(crossed_ratio(&[observation(0.0, 0.0, "w", "a")], 0.95).unwrap().ratio, None);
        assert_eq!(crossed_ratio(&[], 0.95).unwrap().ratio, None);
        let error = crossed_ratio(&[observation(0.0, -1.0, "w", "a")], 0.95).unwrap_err();
        assert!(error.to_string().contains("`denominator[0]`"), "{error}");
    }
}
