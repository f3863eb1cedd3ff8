//! Sums, means and spreads that every other file leans on.

/// Sum with Neumaier's correction, starting from positive zero (the standard library's starts from -0.0).
pub(crate) fn sum(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut total, mut lost) = (0.0f64, 0.0f64);
    for value in values {
        let next = total + value;
        lost += if total.abs() >= value.abs() { (total - next) + value } else { (value - next) + total };
        total = next;
    }
    total + lost
}

/// `numerator / denominator`, undefined when nothing is counted below the line.
pub(crate) fn ratio(numerator: u64, denominator: u64) -> Option<f64> {
    (denominator > 0).then(|| numerator as f64 / denominator as f64)
}

/// `numerator / denominator` of two collection sizes.
pub(crate) fn share(numerator: usize, denominator: usize) -> Option<f64> {
    ratio(numerator as u64, denominator as u64)
}

/// Arithmetic mean; constant data give exactly that constant. `None` when there is nothing to average.
pub(crate) fn mean(values: &[f64]) -> Option<f64> {
    let first = *values.first()?;
    let mean = if values.iter().all(|value| *value == first) {
        first
    } else {
        sum(values.iter().copied()) / values.len() as f64
    };
    // Adding zero turns -0.0 into 0.0 and changes nothing else.
    Some(mean + 0.0)
}

/// Mean of the values that are present; `None` when none is.
pub(crate) fn mean_of_defined(values: &[Option<f64>]) -> Option<f64> {
    mean(&values.iter().flatten().copied().collect::<Vec<_>>())
}

/// Sum of squared deviations from the mean, in two passes.
pub(crate) fn squared_deviations(values: &[f64]) -> f64 {
    match mean(values) {
        None => 0.0,
        Some(centre) => sum(values.iter().map(|value| (value - centre).powi(2))),
    }
}

/// Sample standard deviation (n - 1); `None` for fewer than two values.
pub(crate) fn sd_sample(values: &[f64]) -> Option<f64> {
    (values.len() > 1).then(|| (squared_deviations(values) / (values.len() - 1) as f64).sqrt())
}

/// Population standard deviation (n); `None` without values.
pub(crate) fn sd_population(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| (squared_deviations(values) / values.len() as f64).sqrt())
}

/// Whether the values differ by no more than rounding: 0.5 - 0.4 and 0.6 - 0.5 differ in the last bit and are
/// still the same difference.
pub(crate) fn is_constant(values: &[f64]) -> bool {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    values.len() < 2 || high - low <= 1e-12 * low.abs().max(high.abs()).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_sum_is_positive_zero() {
        assert!(sum([]).is_sign_positive());
        assert!(mean(&[-0.0, -0.0]).is_some_and(f64::is_sign_positive));
    }

    #[test]
    fn constant_values_have_exactly_that_mean_and_no_spread() {
        let values = [0.1; 7];
        assert_eq!(mean(&values), Some(0.1));
        assert_eq!(sd_sample(&values), Some(0.0));
    }

    #[test]
    fn a_small_spread_on_a_large_mean_survives() {
        let values = [1e9 + 1.0, 1e9 + 2.0, 1e9 + 3.0];
        assert_eq!(mean(&values), Some(1e9 + 2.0));
        assert_eq!(sd_sample(&values), Some(1.0));
    }

    #[test]
    fn rounding_does_not_make_a_constant_vary() {
        assert!(is_constant(&[0.5 - 0.4, 0.6 - 0.5]));
        assert!(!is_constant(&[0.1, 0.1001]));
    }
}
