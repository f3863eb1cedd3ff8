//! Standard errors of a mean: independent observations (LRB Table 3) and clustered ones (LRB 3.3; Miller 2024, 2.2),
//! and the cluster bootstrap (LRB 5.3).

use std::collections::BTreeMap;

use serde::Serialize;

use super::StatError;
use super::distributions::{normal_critical, student_critical};
use super::draws::{drawable, replicate, threads_for};
use super::error::{all_finite, confidence_level, same_length};
use super::moments::{is_constant, mean, sd_sample, squared_deviations, sum};
use super::proportions::wilson;
use super::resampling::{CaseBootstrap, Interval};

/// A mean with its standard error for independent observations.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SeMean {
    /// Observations.
    pub n: usize,
    /// Their mean.
    pub mean: Option<f64>,
    /// Standard error, `None` for fewer than two observations.
    pub se: Option<f64>,
    /// sqrt(p (1 - p) / n), for data of 0 and 1 alone.
    pub se_bernoulli: Option<f64>,
    /// mean - z se, not clipped.
    pub ci_low: Option<f64>,
    /// mean + z se.
    pub ci_high: Option<f64>,
    /// Wilson interval, for data of 0 and 1 alone: print it where the rate is 0 or 1.
    pub wilson_low: Option<f64>,
    /// Its upper end.
    pub wilson_high: Option<f64>,
}

/// Standard error of the mean; constant data have exactly 0.
pub(crate) fn standard_error(values: &[f64]) -> Option<f64> {
    let sd = sd_sample(values)?;
    Some(if is_constant(values) { 0.0 } else { sd / (values.len() as f64).sqrt() })
}

/// Mean and standard error of independent observations.
///
/// # Errors
/// When a value is not finite or `level` is outside (0, 1).
pub fn se_mean(values: &[f64], level: f64) -> Result<SeMean, StatError> {
    all_finite("values", values)?;
    confidence_level(level)?;
    let centre = mean(values);
    let se = standard_error(values);
    let interval = centre.zip(se).map(|(centre, se)| around(centre, normal_critical(level) * se));
    let binary = values.iter().all(|value| *value == 0.0 || *value == 1.0);
    let rate = centre.filter(|_| binary);
    let successes = values.iter().filter(|value| **value == 1.0).count();
    let wilson = rate.and_then(|_| wilson(successes as u64, values.len() as u64, level));
    Ok(SeMean {
        n: values.len(),
        mean: centre,
        se,
        se_bernoulli: rate.map(|p| (p * (1.0 - p) / values.len() as f64).sqrt()),
        ci_low: interval.map(|(low, _)| low),
        ci_high: interval.map(|(_, high)| high),
        wilson_low: wilson.map(|(low, _)| low),
        wilson_high: wilson.map(|(_, high)| high),
    })
}

/// (centre - half, centre + half).
pub(crate) fn around(centre: f64, half: f64) -> (f64, f64) {
    (centre - half, centre + half)
}

/// A mean with standard errors for clustered observations. With one cluster every clustered value is `None`: the
/// formula would give 0, which is false.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ClusterSe {
    /// Observations.
    pub n: usize,
    /// Clusters.
    pub n_clusters: usize,
    /// Mean over observations, so larger clusters weigh more.
    pub mean: Option<f64>,
    /// Standard error were the observations independent.
    pub se_iid: Option<f64>,
    /// sqrt(sum of squared cluster residual sums) / n.
    pub se_cr0: Option<f64>,
    /// `se_cr0` x sqrt(G / (G - 1)), the default.
    pub se_cr1: Option<f64>,
    /// Miller's formula as printed: independent variance plus the cross products within clusters.
    pub se_miller: Option<f64>,
    /// mean - z `se_cr1`.
    pub ci_low: Option<f64>,
    /// mean + z `se_cr1`.
    pub ci_high: Option<f64>,
    /// The same with t of G - 1 degrees of freedom, better for fewer than 40 clusters.
    pub ci_low_t: Option<f64>,
    /// Its upper end.
    pub ci_high_t: Option<f64>,
}

/// Sums of the residuals around `centre`, by cluster.
pub(crate) fn residual_sums<C: AsRef<str>>(values: &[f64], clusters: &[C], centre: f64) -> Vec<f64> {
    grouped(values, clusters)
        .into_values()
        .map(|group| sum(group.iter().map(|value| value - centre)))
        .collect()
}

fn grouped<'a, C: AsRef<str>>(values: &[f64], clusters: &'a [C]) -> BTreeMap<&'a str, Vec<f64>> {
    let mut groups: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (value, cluster) in values.iter().zip(clusters) {
        groups.entry(cluster.as_ref()).or_default().push(*value);
    }
    groups
}

/// The CR1 standard error of the mean of clustered values; `None` for fewer than two clusters.
pub(crate) fn se_cr1<C: AsRef<str>>(values: &[f64], clusters: &[C]) -> Option<f64> {
    let residuals = residual_sums(values, clusters, mean(values)?);
    let groups = residuals.len() as f64;
    (residuals.len() > 1).then(|| cr0(&residuals, values.len()) * (groups / (groups - 1.0)).sqrt())
}

fn cr0(residuals: &[f64], n: usize) -> f64 {
    sum(residuals.iter().map(|residual| residual * residual)).sqrt() / n as f64
}

/// Mean and clustered standard errors; `clusters[i]` names the cluster of `values[i]`.
///
/// # Errors
/// When the lengths differ, a value is not finite, or `level` is outside (0, 1).
pub fn cluster_se<C: AsRef<str>>(values: &[f64], clusters: &[C], level: f64) -> Result<ClusterSe, StatError> {
    same_length("values", values.len(), "clusters", clusters.len())?;
    all_finite("values", values)?;
    confidence_level(level)?;
    let n = values.len();
    let centre = mean(values);
    let residuals = centre.map_or_else(Vec::new, |centre| residual_sums(values, clusters, centre));
    let n_clusters = residuals.len();
    let is_clustered = n_clusters > 1;
    let se_cr0 = is_clustered.then(|| cr0(&residuals, n));
    let se_cr1 = se_cr1(values, clusters);
    let size = n as f64;
    let se_miller =
        se_cr0.map(|cr0| (cr0 * cr0 + squared_deviations(values) / (size * size * (size - 1.0))).sqrt());
    let interval =
        |critical: Option<f64>| Some(around(centre?, critical? * se_cr1?)).filter(|_| is_clustered);
    let normal = interval(Some(normal_critical(level)));
    let student = interval(student_critical(level, (n_clusters as f64) - 1.0));
    Ok(ClusterSe {
        n,
        n_clusters,
        mean: centre,
        se_iid: standard_error(values),
        se_cr0,
        se_cr1,
        se_miller,
        ci_low: normal.map(|(low, _)| low),
        ci_high: normal.map(|(_, high)| high),
        ci_low_t: student.map(|(low, _)| low),
        ci_high_t: student.map(|(_, high)| high),
    })
}

/// A mean with its cluster bootstrap interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ClusterBootstrap {
    /// Clusters.
    pub n_clusters: usize,
    /// Mean over observations.
    pub mean: Option<f64>,
    /// Lower end of the percentile interval; `None` for fewer than two clusters.
    pub ci_low: Option<f64>,
    /// Upper end.
    pub ci_high: Option<f64>,
    /// Standard deviation of the resampled means.
    pub se_boot: Option<f64>,
}

/// Resamples clusters with replacement; the statistic is the total over the number of observations in the drawn
/// clusters. Clusters are ordered by name before drawing, so the order of the observations does not matter.
///
/// # Errors
/// When the lengths differ, a value is not finite, or the level is outside (0, 1).
pub fn cluster_bootstrap<C: AsRef<str>>(
    values: &[f64],
    clusters: &[C],
    options: &CaseBootstrap,
) -> Result<ClusterBootstrap, StatError> {
    same_length("values", values.len(), "clusters", clusters.len())?;
    all_finite("values", values)?;
    confidence_level(options.level)?;
    let totals: Vec<(f64, f64)> = grouped(values, clusters)
        .into_values()
        .map(|mut group| {
            // Sorted, so that the sum does not depend on the order of the observations either.
            group.sort_by(f64::total_cmp);
            (sum(group.iter().copied()), group.len() as f64)
        })
        .collect();
    let mean = mean(values);
    let n_clusters = totals.len();
    let Some(drawn) = drawable(n_clusters).filter(|n| *n > 1) else {
        return Ok(ClusterBootstrap { n_clusters, mean, ci_low: None, ci_high: None, se_boot: None });
    };
    let threads = threads_for(options.resamples.saturating_mul(n_clusters));
    let replicates = replicate(threads, drawn, options, |draws| {
        let (mut total, mut n) = (0.0, 0.0);
        draws.for_each(|cluster| {
            total += totals[cluster].0;
            n += totals[cluster].1;
        });
        Some(total / n)
    });
    let interval = Interval::of(&replicates, options.level);
    let defined: Vec<f64> = replicates.into_iter().flatten().collect();
    Ok(ClusterBootstrap {
        n_clusters,
        mean,
        ci_low: interval.low,
        ci_high: interval.high,
        se_boot: if is_constant(&defined) { Some(0.0) } else { sd_sample(&defined) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_of_one_has_no_standard_error_but_a_wilson_interval() {
        let all = se_mean(&[1.0; 20], 0.95).unwrap();
        assert_eq!((all.se, all.ci_low, all.wilson_high), (Some(0.0), Some(1.0), Some(1.0)));
        assert!(all.wilson_low < Some(0.84));
        assert_eq!(se_mean(&[0.5, 1.0], 0.95).unwrap().wilson_low, None);
    }

    #[test]
    fn one_cluster_is_undefined_not_zero() {
        let scores = cluster_se(&[1.0, 0.0, 1.0], &["a", "a", "a"], 0.95).unwrap();
        assert_eq!((scores.se_cr0, scores.se_cr1, scores.ci_low_t), (None, None, None));
        let boot = cluster_bootstrap(&[1.0, 0.0], &["a", "a"], &CaseBootstrap::default()).unwrap();
        assert_eq!((boot.mean, boot.ci_low, boot.se_boot), (Some(0.5), None, None));
    }

    #[test]
    fn singletons_give_the_independent_standard_error() {
        let scores = cluster_se(&[1.0, 0.0, 1.0, 0.0], &["a", "b", "c", "d"], 0.95).unwrap();
        assert!((scores.se_cr1.unwrap() - scores.se_iid.unwrap()).abs() < 1e-15);
    }

    #[test]
    fn bad_values_are_refused_by_place() {
        let error = se_mean(&[0.0, f64::NAN], 0.95).unwrap_err();
        assert!(error.to_string().contains("`values[1]`"), "{error}");
        assert!(cluster_se(&[0.0], &["a", "b"], 0.95).unwrap_err().to_string().contains("clusters"));
        assert!(se_mean(&[0.0], 0.0).unwrap_err().to_string().contains("level"));
    }

    #[test]
    fn no_observations_are_undefined() {
        assert_eq!(se_mean(&[], 0.95).unwrap().mean, None);
        let none: [&str; 0] = [];
        assert_eq!(cluster_se(&[], &none, 0.95).unwrap().mean, None);
    }
}
