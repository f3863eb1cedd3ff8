//! McNemar's test of paired binary outcomes, and its power.

use serde::Serialize;
use statrs::function::beta::beta_reg;

use super::StatError;
use super::distributions::{binomial_pmf, chi_squared_1_sf};
use super::error::{closed_unit, open_unit};
use super::moments::{ratio, sum};

/// Paired outcomes of A and B over the same units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairedOutcomes {
    /// A alone succeeds.
    pub a_only: u32,
    /// B alone succeeds.
    pub b_only: u32,
    /// Both and neither, where known; they matter for `diff` alone.
    pub concordant: Option<(u32, u32)>,
}

/// McNemar's test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct McNemar {
    /// min(1, 2 P(Bin(m, 1/2) <= min)), m = discordant pairs; 1 when m = 0. The default.
    pub p_exact: f64,
    /// The mid-p version: 2 P(X <= k) - P(X = k), and 1 - P(X = k) when balanced; 1 when m = 0.
    pub p_mid: f64,
    /// (a_only - b_only)^2 / m, without continuity correction; `None` when m = 0.
    pub chi2: Option<f64>,
    /// Its tail probability.
    pub p_chi2: Option<f64>,
    /// m.
    pub n_discordant: u64,
    /// a_only / b_only; `None` when b_only = 0.
    pub odds_ratio: Option<f64>,
    /// (a_only - b_only) / N over all pairs; `None` when N is unknown or 0.
    pub diff: Option<f64>,
}

/// McNemar's test of paired outcomes.
pub fn mcnemar(outcomes: PairedOutcomes) -> McNemar {
    let (a, b) = (u64::from(outcomes.a_only), u64::from(outcomes.b_only));
    let discordant = a + b;
    let difference = a as f64 - b as f64;
    let chi2 = (discordant > 0).then(|| difference * difference / discordant as f64);
    McNemar {
        p_exact: exact_p(a, b),
        p_mid: mid_p(a, b),
        chi2,
        p_chi2: chi2.map(chi_squared_1_sf),
        n_discordant: discordant,
        odds_ratio: ratio(a, b),
        diff: outcomes.concordant.and_then(|(both, neither)| {
            let pairs = discordant + u64::from(both) + u64::from(neither);
            (pairs > 0).then(|| difference / pairs as f64)
        }),
    }
}

/// The exact two-sided p-value of a_only against b_only.
pub(crate) fn exact_p(a_only: u64, b_only: u64) -> f64 {
    if a_only == b_only {
        return 1.0;
    }
    (2.0 * half_binomial(a_only + b_only, a_only.min(b_only)).cumulative).min(1.0)
}

fn mid_p(a_only: u64, b_only: u64) -> f64 {
    if a_only + b_only == 0 {
        return 1.0;
    }
    let lower = half_binomial(a_only + b_only, a_only.min(b_only));
    if a_only == b_only { 1.0 - lower.point } else { (2.0 * lower.cumulative - lower.point).min(1.0) }
}

struct Lower {
    /// P(X <= k).
    cumulative: f64,
    /// P(X = k).
    point: f64,
}

/// P(X <= k) and P(X = k) of X ~ Bin(m, 1/2), k <= m/2.
fn half_binomial(m: u64, k: u64) -> Lower {
    const WHOLE_NUMBERS_TO: u64 = 120;
    const SUMMED_TO: u64 = 1_000_000;
    if m <= WHOLE_NUMBERS_TO {
        // Every binomial coefficient fits, so a p-value that equals a level is found equal.
        let (mut coefficient, mut cumulative) = (1u128, 1u128);
        for j in 0..k {
            coefficient = coefficient * u128::from(m - j) / u128::from(j + 1);
            cumulative += coefficient;
        }
        let scale = 2f64.powi(-(m as i32));
        return Lower { cumulative: cumulative as f64 * scale, point: coefficient as f64 * scale };
    }
    if m <= SUMMED_TO {
        let mass = binomial_pmf(m, 0.5);
        let upto = &mass[..=k as usize];
        return Lower { cumulative: sum(upto.iter().copied()), point: upto[k as usize] };
    }
    let cumulative = |k: u64| beta_reg((m - k) as f64, (k + 1) as f64, 0.5);
    let below = if k == 0 { 0.0 } else { cumulative(k - 1) };
    Lower { cumulative: cumulative(k), point: cumulative(k) - below }
}

/// Pairs up to which [`mcnemar_power`] sums; its work grows with the square.
pub const MCNEMAR_POWER_PAIRS_MAX: u32 = 20_000;

/// Exact power of the exact test at `n` pairs with P(a only) = `p10` and P(b only) = `p01`: the probability under the
/// trinomial that the p-value is at most `alpha`.
///
/// # Errors
/// When a probability is outside [0, 1], their sum exceeds 1, `alpha` is outside (0, 1), or `n` exceeds
/// [`MCNEMAR_POWER_PAIRS_MAX`].
pub fn mcnemar_power(n: u32, p10: f64, p01: f64, alpha: f64) -> Result<f64, StatError> {
    closed_unit("p10", p10)?;
    closed_unit("p01", p01)?;
    open_unit("alpha", alpha)?;
    if p10 + p01 > 1.0 + 1e-12 {
        return Err(StatError::conflict("p10", format!("p10 + p01 = {} exceeds 1", p10 + p01)));
    }
    if n > MCNEMAR_POWER_PAIRS_MAX {
        return Err(StatError::value("n", n, "at most 20000 pairs"));
    }
    let discordance = (p10 + p01).min(1.0);
    if discordance == 0.0 {
        return Ok(0.0);
    }
    let mut power = Vec::new();
    for (m, probability) in (0u64..).zip(binomial_pmf(u64::from(n), discordance)) {
        if probability < 1e-18 {
            continue;
        }
        let Some(critical) = critical_value(m, alpha) else { continue };
        let mass = binomial_pmf(m, p10 / discordance);
        let (low, high) = (critical as usize, (m - critical) as usize);
        power.push(probability * sum(mass[..=low].iter().chain(&mass[high..]).copied()));
    }
    Ok(sum(power))
}

/// The largest k <= (m - 1)/2 whose exact p-value is at most `alpha`.
fn critical_value(m: u64, alpha: f64) -> Option<u64> {
    let rejects = |k: u64| exact_p(k, m - k) <= alpha;
    if m == 0 || !rejects(0) {
        return None;
    }
    let (mut low, mut high) = (0, m.div_ceil(2));
    // Invariant: `low` rejects, `high` does not (at half of m the p-value is 1).
    while high - low > 1 {
        let middle = u64::midpoint(low, high);
        if rejects(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(actual: f64, expected: f64) {
        assert!((actual - expected).abs() <= 1e-11 * expected, "{actual} is not {expected}");
    }

    #[test]
    fn exact_p_values_match_scipy() {
        // scipy 1.17.1, binomtest(a, a + b, 0.5).pvalue.
        for (a, b, p) in [
            (3, 1, 0.625),
            (30, 12, 0.007915897334896727),
            (60, 25, 0.00018679938527835335),
            (120, 90, 0.045114087864840696),
            (700, 800, 0.010559255466711506),
            (60_000, 60_900, 0.00972316581415882),
        ] {
            assert_close(exact_p(a, b), p);
            assert_eq!(exact_p(a, b), exact_p(b, a));
        }
    }

    #[test]
    fn a_balanced_or_empty_table_has_p_one() {
        assert_eq!(exact_p(0, 0), 1.0);
        assert_eq!(exact_p(7, 7), 1.0);
        assert_eq!(mid_p(0, 0), 1.0);
    }

    #[test]
    fn a_p_value_equal_to_the_level_rejects() {
        // m = 5: the p-value at 0 is exactly 2/32.
        assert_eq!(critical_value(5, 0.0625), Some(0));
        assert_eq!(critical_value(5, 0.0624), None);
        // Power with p10 = 1: every pair is discordant towards A.
        assert_eq!(mcnemar_power(5, 1.0, 0.0, 0.0625).unwrap(), 1.0);
    }

    #[test]
    fn impossible_probabilities_are_refused() {
        let error = mcnemar_power(10, 0.7, 0.6, 0.05).unwrap_err();
        assert!(error.to_string().contains("`p10`"), "{error}");
        assert!(mcnemar_power(10, 0.1, 0.1, 1.0).is_err());
        assert!(mcnemar_power(MCNEMAR_POWER_PAIRS_MAX + 1, 0.1, 0.1, 0.05).is_err());
    }
}
