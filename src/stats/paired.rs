//! Paired differences of two systems on the same questions (LRB appendix D; Miller 2024, section 4).

use serde::Serialize;

use super::StatError;
use super::clustered::{around, se_cr1, standard_error};
use super::correlation::pearson;
use super::distributions::{normal_critical, normal_two_sided, student_critical, student_two_sided};
use super::error::{all_finite, confidence_level, same_length};
use super::moments::{is_constant, mean};

/// The paired comparison.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PairedDiff {
    /// Questions.
    pub n: usize,
    /// Mean of A.
    pub mean_a: Option<f64>,
    /// Mean of B.
    pub mean_b: Option<f64>,
    /// Mean of A - B.
    pub diff: Option<f64>,
    /// Standard error of the mean difference; `None` for n < 2, 0 for a constant difference.
    pub se: Option<f64>,
    /// What it would be without pairing, for contrast.
    pub se_unpaired: Option<f64>,
    /// Pearson correlation of A and B; `None` when either is constant.
    pub corr: Option<f64>,
    /// diff - z se.
    pub ci_low: Option<f64>,
    /// diff + z se.
    pub ci_high: Option<f64>,
    /// diff - t se, n - 1 degrees of freedom.
    pub ci_low_t: Option<f64>,
    /// diff + t se.
    pub ci_high_t: Option<f64>,
    /// Two-sided p-value by the normal; `None` for a constant difference.
    pub p_z: Option<f64>,
    /// Two-sided p-value of the paired t test; `None` for a constant difference.
    pub p_t: Option<f64>,
    /// CR1 standard error of the differences, when clusters are given.
    pub se_clustered: Option<f64>,
}

/// Compares A and B question by question.
///
/// # Errors
/// When lengths differ, a value is not finite, or `level` is outside (0, 1).
pub fn paired_diff<C: AsRef<str>>(
    a: &[f64],
    b: &[f64],
    clusters: Option<&[C]>,
    level: f64,
) -> Result<PairedDiff, StatError> {
    same_length("a", a.len(), "b", b.len())?;
    if let Some(clusters) = clusters {
        same_length("a", a.len(), "clusters", clusters.len())?;
    }
    all_finite("a", a)?;
    all_finite("b", b)?;
    confidence_level(level)?;
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    let diff = mean(&differences);
    let se = standard_error(&differences);
    let freedom = a.len() as f64 - 1.0;
    let statistic = diff.zip(se).filter(|_| !is_constant(&differences)).map(|(diff, se)| diff / se);
    let normal = diff.zip(se).map(|(diff, se)| around(diff, normal_critical(level) * se));
    let student = diff
        .zip(se)
        .zip(student_critical(level, freedom))
        .map(|((diff, se), critical)| around(diff, critical * se));
    Ok(PairedDiff {
        n: a.len(),
        mean_a: mean(a),
        mean_b: mean(b),
        diff,
        se,
        se_unpaired: standard_error(a).zip(standard_error(b)).map(|(a, b)| a.hypot(b)),
        corr: pearson(a, b),
        ci_low: normal.map(|(low, _)| low),
        ci_high: normal.map(|(_, high)| high),
        ci_low_t: student.map(|(low, _)| low),
        ci_high_t: student.map(|(_, high)| high),
        p_z: statistic.map(normal_two_sided),
        p_t: statistic.map(|t| student_two_sided(t, freedom)),
        se_clustered: clusters.and_then(|clusters| se_cr1(&differences, clusters)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_CLUSTERS: Option<&[&str]> = None;

    #[test]
    fn a_difference_constant_up_to_rounding_has_no_error_and_no_p_value() {
        let scores = paired_diff(&[0.5, 0.6], &[0.4, 0.5], NO_CLUSTERS, 0.95).unwrap();
        assert_eq!((scores.se, scores.p_z, scores.p_t), (Some(0.0), None, None));
        assert_eq!(scores.ci_low, scores.ci_high);
    }

    #[test]
    fn one_question_has_a_difference_but_no_error() {
        let scores = paired_diff(&[1.0], &[0.0], NO_CLUSTERS, 0.95).unwrap();
        assert_eq!((scores.diff, scores.se, scores.ci_low_t), (Some(1.0), None, None));
    }

    #[test]
    fn lengths_must_agree() {
        assert!(paired_diff(&[1.0], &[], NO_CLUSTERS, 0.95).is_err());
        let error = paired_diff(&[1.0], &[0.0], Some(&["a", "b"][..]), 0.95).unwrap_err();
        assert!(error.to_string().contains("clusters"), "{error}");
    }
}
