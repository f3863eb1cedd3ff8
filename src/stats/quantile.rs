//! Quantiles of a finite sample, in the two conventions this crate uses.

/// Type-7 quantile (linear interpolation between order statistics) of ascending values, `level` in [0, 1];
/// `None` for no values.
pub fn linear(ascending: &[f64], level: f64) -> Option<f64> {
    let last = ascending.len().checked_sub(1)?;
    let position = level.clamp(0.0, 1.0) * last as f64;
    let below = (position.floor() as usize).min(last);
    let above = (below + 1).min(last);
    let (low, high) = (ascending[below], ascending[above]);
    Some(low + (high - low) * (position - below as f64))
}

/// Inverse of the empirical distribution function of ascending values: the least value whose cumulative share
/// reaches `level`. Always one of the values; `None` for no values.
pub fn inverse_cdf(ascending: &[f64], level: f64) -> Option<f64> {
    let n = ascending.len();
    // A level such as 0.975 of 10,000 must name position 9,750 although the product may round just above it.
    let rank = (level * n as f64 - 1e-9).ceil().max(1.0) as usize;
    ascending.get(rank.min(n).checked_sub(1)?).copied()
}

/// The two tail levels of a central interval: (1 - level)/2 and (1 + level)/2.
pub(crate) fn tails(level: f64) -> (f64, f64) {
    ((1.0 - level) / 2.0, f64::midpoint(1.0, level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_linear_quantile_interpolates() {
        let values = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(linear(&values, 0.5), Some(2.5));
        assert_eq!(linear(&values, 1.0), Some(4.0));
        assert_eq!(linear(&[], 0.5), None);
    }

    #[test]
    fn the_inverse_distribution_function_returns_a_sample_value() {
        let values = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(inverse_cdf(&values, 0.5), Some(2.0));
        assert_eq!(inverse_cdf(&values, 0.51), Some(3.0));
        assert_eq!(inverse_cdf(&values, 0.0), Some(1.0));
        assert_eq!(inverse_cdf(&values, 1.0), Some(4.0));
        assert_eq!(inverse_cdf(&[], 0.5), None);
    }
}
