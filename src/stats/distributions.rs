//! The probability distributions behind intervals and tests, from `statrs`, with the quantiles polished to full
//! precision: the library's inverse of the incomplete beta function stops early, and its error function is good to
//! ten digits only, so that one is written out here.

use std::f64::consts::{FRAC_2_SQRT_PI, PI, SQRT_2};

use statrs::distribution::{Beta, Continuous, ContinuousCDF, Normal, StudentsT};
use statrs::function::beta::beta_reg;

/// P(Z <= z) of the standard normal.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    erfc(-z / SQRT_2) / 2.0
}

/// P(|Z| >= |z|) of the standard normal.
pub(crate) fn normal_two_sided(z: f64) -> f64 {
    erfc(z.abs() / SQRT_2)
}

/// Standard normal quantile of `p` in (0, 1).
pub(crate) fn normal_quantile(p: f64) -> f64 {
    let normal = Normal::standard();
    if p > 0.5 {
        // The lower tail keeps its digits.
        return -normal_quantile(1.0 - p);
    }
    let rough = normal.inverse_cdf(p);
    let refined = rough - (normal_cdf(rough) - p) / normal.pdf(rough);
    if refined.is_finite() { refined } else { rough }
}

/// Complementary error function: the series of positive terms for small arguments, the continued fraction for large.
fn erfc(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    let gauss = (-x * x).exp();
    if x < 2.0 {
        let (mut term, mut total) = (x, x);
        let mut odd = 1.0;
        while term > total * 1e-17 {
            odd += 2.0;
            term *= 2.0 * x * x / odd;
            total += term;
        }
        return 1.0 - FRAC_2_SQRT_PI * gauss * total;
    }
    let fraction = (1..=120).rev().fold(x, |fraction, k| x + f64::from(k) / 2.0 / fraction);
    gauss / (PI.sqrt() * fraction)
}

/// The two-sided critical value z with P(|Z| <= z) = `level`.
pub(crate) fn normal_critical(level: f64) -> f64 {
    -normal_quantile((1.0 - level) / 2.0)
}

/// P(|T| >= |t|) of Student's t; `freedom` > 0.
pub(crate) fn student_two_sided(t: f64, freedom: f64) -> f64 {
    beta_reg(freedom / 2.0, 0.5, freedom / (freedom + t * t))
}

/// The two-sided critical value t with P(|T| <= t) = `level` in (0, 1); `None` for `freedom` below 1.
pub(crate) fn student_critical(level: f64, freedom: f64) -> Option<f64> {
    let tail = (1.0 - level) / 2.0;
    let student = StudentsT::new(0.0, 1.0, freedom).ok().filter(|_| freedom >= 1.0)?;
    let mut t = student.inverse_cdf(1.0 - tail);
    if !t.is_finite() {
        t = normal_critical(level);
    }
    for _ in 0..8 {
        // Newton on the upper tail, which keeps its digits where the distribution function nears 1.
        let step = (student_two_sided(t, freedom) / 2.0 - tail) / student.pdf(t);
        t += step;
        if step.abs() <= 1e-15 * t.abs() {
            break;
        }
    }
    Some(t)
}

/// Quantile of the beta distribution with positive shapes; `p` in (0, 1).
pub(crate) fn beta_quantile(p: f64, a: f64, b: f64) -> Option<f64> {
    let beta = Beta::new(a, b).ok()?;
    let (mut low, mut high) = (0.0f64, 1.0f64);
    let mut x = beta.inverse_cdf(p);
    if !(x > 0.0 && x < 1.0) {
        x = 0.5;
    }
    for _ in 0..200 {
        let excess = beta_reg(a, b, x) - p;
        if excess > 0.0 {
            high = x;
        } else {
            low = x;
        }
        let newton = x - excess / beta.pdf(x);
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - x).abs() <= 1e-15 * x {
            return Some(next);
        }
        x = next;
    }
    Some(x)
}

/// Survival function of chi-squared with one degree of freedom.
pub(crate) fn chi_squared_1_sf(x: f64) -> f64 {
    erfc((x / 2.0).sqrt())
}

/// Probabilities of 0..=n successes in `n` trials, by the ratio of neighbours from the mode outward: no factorial
/// overflows and the sum is 1 to the last digits.
pub(crate) fn binomial_pmf(n: u64, p: f64) -> Vec<f64> {
    let Ok(size) = usize::try_from(n) else { return Vec::new() };
    let mut mass = vec![0.0; size + 1];
    if p <= 0.0 || p >= 1.0 {
        mass[if p <= 0.0 { 0 } else { size }] = 1.0;
        return mass;
    }
    let odds = p / (1.0 - p);
    let mode = (((n + 1) as f64 * p) as usize).min(size);
    mass[mode] = 1.0;
    for k in mode..size {
        mass[k + 1] = mass[k] * odds * (size - k) as f64 / (k + 1) as f64;
    }
    for k in (0..mode).rev() {
        mass[k] = mass[k + 1] * (k + 1) as f64 / (odds * (size - k) as f64);
    }
    let total = super::moments::sum(mass.iter().copied());
    for value in &mut mass {
        *value /= total;
    }
    mass
}

#[cfg(test)]
mod tests {
    use super::*;

    // Reference values from scipy 1.17.1 (`norm`, `t`, `beta`, `binom`).

    fn assert_close(actual: f64, expected: f64) {
        assert!((actual - expected).abs() <= 2e-11 * expected.abs(), "{actual} is not {expected}");
    }

    #[test]
    fn normal_quantiles_and_tails_match_scipy() {
        for (p, z) in [(1e-10, -6.361340902404056), (0.025, -1.9599639845400545), (0.8, 0.8416212335729143)] {
            assert_close(normal_quantile(p), z);
        }
        assert_close(normal_critical(0.95), 1.959963984540054);
        for (z, p) in [(-8.0, 6.22096057427174e-16), (-1.96, 0.024997895148220435), (2.0, 0.9772498680518208)]
        {
            assert_close(normal_cdf(z), p);
        }
    }

    #[test]
    fn student_critical_values_match_scipy() {
        for (level, freedom, t) in [
            (0.95, 1.0, 12.706204736174694),
            (0.95, 2.0, 4.302652729749462),
            (0.95, 19.0, 2.0930240544083087),
            (0.9, 29.0, 1.699127026533498),
            (0.99, 412.0, 2.5878148931443388),
            (0.95, 5000.0, 1.9604385517065073),
            (0.999, 3.0, 12.923978636687476),
            (0.95, 100000.0, 1.9599877075346095),
            (0.5, 7.0, 0.7111417780817866),
            (0.9999, 1.0, 6366.197671316637),
        ] {
            assert_close(student_critical(level, freedom).unwrap(), t);
        }
        assert_eq!(student_critical(0.95, 0.0), None);
    }

    #[test]
    fn student_tails_match_scipy() {
        for (t, freedom, p) in [
            (2.5, 3.0, 0.08770664700806556),
            (0.1, 10.0, 0.9223207185644082),
            (30.0, 99.0, 1.7008499117282118e-51),
            (-1.9, 1.0, 0.30842822890066696),
        ] {
            assert_close(student_two_sided(t, freedom), p);
        }
    }

    #[test]
    fn beta_quantiles_match_scipy() {
        for (p, a, b, x) in [
            (0.025, 68.0, 5.0, 0.863821350687076),
            (0.975, 69.0, 4.0, 0.9846574628888694),
            (0.025, 1.0, 1.0, 0.025),
            (0.975, 1.0, 20.0, 0.1684334709830853),
            (0.05, 26.0, 5.0, 0.7203848341065179),
            (0.025, 177.0, 237.0, 0.3802954791301984),
            (0.975, 178.0, 236.0, 0.47787810463858416),
            (0.005, 0.5, 3.0, 7.111178535954342e-06),
            (0.025, 3.0, 998.0, 0.0006190999316495713),
            (0.975, 5000.5, 5000.5, 0.5097986339281972),
        ] {
            assert_close(beta_quantile(p, a, b).unwrap(), x);
        }
    }

    #[test]
    fn binomial_probabilities_match_scipy() {
        assert_close(binomial_pmf(20, 0.4)[8], 0.17970578775468962);
        assert_close(binomial_pmf(432, 0.055)[20], 0.06527689040426);
        assert_close(binomial_pmf(2000, 0.74)[1500], 0.012194673471309354);
        assert_eq!(binomial_pmf(3, 0.0), vec![1.0, 0.0, 0.0, 0.0]);
        assert_eq!(binomial_pmf(2, 1.0), vec![0.0, 0.0, 1.0]);
    }

    #[test]
    fn chi_squared_tail_matches_its_normal_root() {
        assert_close(chi_squared_1_sf(1.0), normal_two_sided(1.0));
        assert_eq!(chi_squared_1_sf(0.0), 1.0);
    }
}
