//! Percentile and BCa intervals of a mean (Efron and Tibshirani 1993, chapters 13 and 14).

use serde::Serialize;

use super::StatError;
use super::distributions::{normal_cdf, normal_quantile};
use super::draws::{Draws, drawable, replicate, threads_for};
use super::error::{all_finite, confidence_level};
use super::moments::{is_constant, mean, sd_sample, sum};
use super::quantile::{linear, tails};
use super::resampling::CaseBootstrap;

/// Intervals from given replicates of a mean.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ReplicateIntervals {
    /// The mean of the data.
    pub theta_hat: Option<f64>,
    /// Lower end, type-7 quantile.
    pub percentile_low: Option<f64>,
    /// Upper end.
    pub percentile_high: Option<f64>,
    /// Standard deviation of the replicates.
    pub se_boot: Option<f64>,
    /// Lower end, bias-corrected and accelerated; `None` where it is not defined, as are the four below.
    pub bca_low: Option<f64>,
    /// Upper end.
    pub bca_high: Option<f64>,
    /// Bias correction: normal quantile of the share of replicates below the estimate, ties counting one half.
    pub z0: Option<f64>,
    /// Acceleration, from the jackknife.
    pub accel: Option<f64>,
}

/// Percentile and BCa intervals from the data and the replicates of their mean. BCa is `None` when the replicates or
/// the jackknife are constant, or all replicates lie on one side of the estimate.
///
/// # Errors
/// When a value is not finite or `level` is outside (0, 1).
pub fn bootstrap_from_replicates(
    data: &[f64],
    replicates: &[f64],
    level: f64,
) -> Result<ReplicateIntervals, StatError> {
    all_finite("data", data)?;
    all_finite("replicates", replicates)?;
    confidence_level(level)?;
    Ok(intervals(data, replicates, level))
}

fn intervals(data: &[f64], replicates: &[f64], level: f64) -> ReplicateIntervals {
    let mut ascending = replicates.to_vec();
    ascending.sort_by(f64::total_cmp);
    let (low, high) = tails(level);
    let theta_hat = mean(data);
    let is_flat = is_constant(&ascending);
    let bca = theta_hat.and_then(|theta| Bca::of(data, theta, &ascending)).filter(|_| !is_flat);
    let end = |tail: f64| bca.as_ref().and_then(|bca| linear(&ascending, bca.adjusted(tail)));
    ReplicateIntervals {
        theta_hat,
        percentile_low: linear(&ascending, low),
        percentile_high: linear(&ascending, high),
        se_boot: if is_flat { sd_sample(&ascending).map(|_| 0.0) } else { sd_sample(&ascending) },
        bca_low: end(low),
        bca_high: end(high),
        z0: bca.as_ref().map(|bca| bca.z0),
        accel: bca.as_ref().map(|bca| bca.accel),
    }
}

struct Bca {
    z0: f64,
    accel: f64,
}

impl Bca {
    fn of(data: &[f64], theta: f64, ascending: &[f64]) -> Option<Self> {
        // A replicate that equals the estimate up to rounding is a tie: sums in another order differ in the last bits.
        let slack = 1e-12 * theta.abs().max(1.0);
        let below = ascending.partition_point(|value| *value < theta - slack);
        let upto = ascending.partition_point(|value| *value <= theta + slack);
        let share = (below + upto) as f64 / (2 * ascending.len()) as f64;
        let z0 = (share > 0.0 && share < 1.0).then(|| normal_quantile(share) + 0.0)?;
        Some(Self { z0, accel: acceleration(data)? })
    }

    /// The level at which the quantile is taken instead of `tail`.
    fn adjusted(&self, tail: f64) -> f64 {
        let z = self.z0 + normal_quantile(tail);
        normal_cdf(self.z0 + z / (1.0 - self.accel * z))
    }
}

/// sum u^3 / (6 (sum u^2)^1.5) of the jackknife; `None` when it is constant. For a mean, u_i = (x_i - mean)/(n - 1),
/// and the factor cancels.
fn acceleration(data: &[f64]) -> Option<f64> {
    if is_constant(data) {
        return None;
    }
    let centre = mean(data)?;
    let power = |exponent: i32| sum(data.iter().map(|value| (value - centre).powi(exponent)));
    Some(power(3) / (6.0 * power(2).powf(1.5)) + 0.0)
}

/// Intervals of a mean from our own resamples.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct BootstrapMean {
    /// Observations.
    pub n: usize,
    /// Their mean.
    pub mean: Option<f64>,
    /// Lower end, percentile.
    pub percentile_low: Option<f64>,
    /// Upper end.
    pub percentile_high: Option<f64>,
    /// Lower end, BCa; `None` for constant data.
    pub bca_low: Option<f64>,
    /// Upper end.
    pub bca_high: Option<f64>,
    /// Acceleration, exact.
    pub accel: Option<f64>,
}

/// Bootstrap of a mean. With `lattice` = s, s x value must be a whole number, and sums are exact. Values are sorted
/// before drawing, so their order does not matter.
///
/// # Errors
/// When a value is not finite or not on the lattice, `lattice` is not positive, or the level is outside (0, 1).
pub fn bootstrap_mean(
    values: &[f64],
    lattice: Option<f64>,
    options: &CaseBootstrap,
) -> Result<BootstrapMean, StatError> {
    all_finite("values", values)?;
    confidence_level(options.level)?;
    let scale = lattice.unwrap_or(1.0);
    if !(scale.is_finite() && scale > 0.0) {
        return Err(StatError::value("lattice", scale, "a positive number"));
    }
    let mut scaled: Vec<f64> = values.iter().map(|value| value * scale).collect();
    if lattice.is_some() {
        for (index, value) in scaled.iter_mut().enumerate() {
            if (*value - value.round()).abs() > 1e-6 {
                return Err(StatError::value(format!("values[{index}]"), values[index], "on the lattice"));
            }
            *value = value.round();
        }
    }
    scaled.sort_by(f64::total_cmp);
    let replicates: Vec<f64> = drawable(scaled.len()).map_or_else(Vec::new, |n| {
        let threads = threads_for(options.resamples.saturating_mul(scaled.len()));
        let total = |draws: &mut Draws| {
            let mut total = 0.0;
            draws.for_each(|place| total += scaled[place]);
            Some(total / (f64::from(n) * scale))
        };
        replicate(threads, n, options, total).into_iter().flatten().collect()
    });
    if is_constant(values) {
        let centre = mean(values);
        return Ok(BootstrapMean {
            n: values.len(),
            mean: centre,
            percentile_low: centre,
            percentile_high: centre,
            bca_low: None,
            bca_high: None,
            accel: None,
        });
    }
    let found = intervals(values, &replicates, options.level);
    Ok(BootstrapMean {
        n: values.len(),
        mean: found.theta_hat,
        percentile_low: found.percentile_low,
        percentile_high: found.percentile_high,
        bca_low: found.bca_low,
        bca_high: found.bca_high,
        accel: acceleration(values),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replicates_on_one_side_of_the_estimate_leave_bca_undefined() {
        let found = bootstrap_from_replicates(&[0.0, 1.0, 1.0], &[0.8, 0.9, 1.0, 1.0], 0.95).unwrap();
        assert_eq!((found.z0, found.accel, found.bca_low), (None, None, None));
        assert!(found.percentile_low.is_some());
    }

    #[test]
    fn the_order_of_the_values_does_not_matter() {
        let options = CaseBootstrap { resamples: 500, ..CaseBootstrap::default() };
        let values = [0.1, 0.9, 0.4, 0.35, 0.8];
        let mut reversed = values;
        reversed.reverse();
        assert_eq!(bootstrap_mean(&values, None, &options), bootstrap_mean(&reversed, None, &options));
    }

    #[test]
    fn a_value_off_the_lattice_is_refused_by_place() {
        let error = bootstrap_mean(&[0.5, 0.3], Some(4.0), &CaseBootstrap::default()).unwrap_err();
        assert!(error.to_string().contains("`values[1]`"), "{error}");
        assert!(bootstrap_mean(&[0.5], Some(0.0), &CaseBootstrap::default()).is_err());
    }

    #[test]
    fn no_values_are_undefined() {
        let found = bootstrap_mean(&[], None, &CaseBootstrap::default()).unwrap();
        assert_eq!((found.mean, found.percentile_low), (None, None));
        let found = bootstrap_from_replicates(&[], &[], 0.95).unwrap();
        assert_eq!((found.theta_hat, found.percentile_high, found.se_boot), (None, None, None));
    }
}
