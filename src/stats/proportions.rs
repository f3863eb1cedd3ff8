//! Intervals of a proportion: Wilson and Clopper-Pearson.

use serde::Serialize;

use super::StatError;
use super::distributions::{beta_quantile, normal_critical};
use super::error::confidence_level;
use super::moments::ratio;

/// A proportion with its intervals, all in [0, 1]; everything is `None` for n = 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ProportionCi {
    /// k / n.
    pub rate: Option<f64>,
    /// Wilson, lower end; exactly 0 for k = 0.
    pub wilson_low: Option<f64>,
    /// Wilson, upper end; exactly 1 for k = n.
    pub wilson_high: Option<f64>,
    /// Clopper-Pearson, lower end; exactly 0 for k = 0.
    pub cp_low: Option<f64>,
    /// Clopper-Pearson, upper end; exactly 1 for k = n.
    pub cp_high: Option<f64>,
}

/// Intervals of `k` successes in `n` trials at `level` in (0, 1).
///
/// # Errors
/// When `k` exceeds `n` or `level` is outside (0, 1).
pub fn proportion_ci(k: u32, n: u32, level: f64) -> Result<ProportionCi, StatError> {
    confidence_level(level)?;
    if k > n {
        return Err(StatError::conflict("k", format!("{k} successes in {n} trials")));
    }
    let (successes, failures) = (f64::from(k), f64::from(n - k));
    let tail = (1.0 - level) / 2.0;
    let wilson = wilson(u64::from(k), u64::from(n), level);
    let defined = n > 0;
    Ok(ProportionCi {
        rate: ratio(u64::from(k), u64::from(n)),
        wilson_low: wilson.map(|(low, _)| low),
        wilson_high: wilson.map(|(_, high)| high),
        cp_low: match k {
            0 => defined.then_some(0.0),
            _ => beta_quantile(tail, successes, failures + 1.0),
        },
        cp_high: match n - k {
            0 => defined.then_some(1.0),
            // The upper end is the complement of the lower end for the failures, which keeps its digits.
            _ => beta_quantile(tail, failures, successes + 1.0).map(|low| 1.0 - low),
        },
    })
}

/// Wilson interval of `k` successes in `n` trials, `None` for n = 0 or k > n. Its ends are exactly 0 for k = 0 and
/// exactly 1 for k = n. Print it where a rate is 0 or 1 and a standard error would be 0.
pub fn wilson(k: u64, n: u64, level: f64) -> Option<(f64, f64)> {
    if n == 0 || k > n {
        return None;
    }
    let z = normal_critical(level);
    let (size, rate) = (n as f64, k as f64 / n as f64);
    let shrink = 1.0 + z * z / size;
    let centre = (rate + z * z / (2.0 * size)) / shrink;
    let half = z / shrink * (rate * (1.0 - rate) / size + z * z / (4.0 * size * size)).sqrt();
    let low = if k == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if k == n { 1.0 } else { (centre + half).min(1.0) };
    Some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_at_no_and_at_all_successes_are_exact() {
        let none = proportion_ci(0, 20, 0.95).unwrap();
        assert_eq!((none.wilson_low, none.cp_low), (Some(0.0), Some(0.0)));
        let all = proportion_ci(20, 20, 0.95).unwrap();
        assert_eq!((all.wilson_high, all.cp_high), (Some(1.0), Some(1.0)));
        assert!(none.wilson_high < Some(0.17) && all.wilson_low > Some(0.83));
    }

    #[test]
    fn no_trials_are_undefined_and_too_many_successes_refused() {
        let empty = proportion_ci(0, 0, 0.95).unwrap();
        assert_eq!((empty.rate, empty.wilson_low, empty.cp_high), (None, None, None));
        assert!(proportion_ci(3, 2, 0.95).unwrap_err().to_string().contains("`k`"));
        assert!(proportion_ci(1, 2, 1.0).unwrap_err().to_string().contains("`level`"));
        assert_eq!(wilson(3, 2, 0.95), None);
    }
}
