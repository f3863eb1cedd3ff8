//! Correlation: judges against each other (InsufficiencyBench appendix D) and ranks against complexity (LexPilot 6.5).

use serde::Serialize;

use super::StatError;
use super::distributions::{normal_critical, normal_two_sided, student_two_sided};
use super::error::{all_present_finite, confidence_level, same_length};
use super::moments::{is_constant, mean, sum};

/// Pearson's r of equally long sequences; `None` for fewer than two pairs or a constant side.
pub(crate) fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.len() < 2 || is_constant(x) || is_constant(y) {
        return None;
    }
    let (centre_x, centre_y) = (mean(x)?, mean(y)?);
    let product = |left: &[f64], left_centre: f64, right: &[f64], right_centre: f64| {
        sum(left.iter().zip(right).map(|(left, right)| (left - left_centre) * (right - right_centre)))
    };
    let (xx, yy) = (product(x, centre_x, x, centre_x), product(y, centre_y, y, centre_y));
    // One root of the product, so that a perfect correlation is exactly 1.
    Some((product(x, centre_x, y, centre_y) / (xx * yy).sqrt()).clamp(-1.0, 1.0) + 0.0)
}

/// The pairs of which both values are present, as two sequences.
fn complete_pairs(x: &[Option<f64>], y: &[Option<f64>]) -> Result<(Vec<f64>, Vec<f64>), StatError> {
    same_length("x", x.len(), "y", y.len())?;
    all_present_finite("x", x)?;
    all_present_finite("y", y)?;
    Ok(x.iter().zip(y).filter_map(|(x, y)| (*x).zip(*y)).unzip())
}

/// Two judges' scores of the same items.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct JudgeRobustness {
    /// Items scored by both.
    pub n_pairs: usize,
    /// Items left out because one score is undefined.
    pub n_excluded: usize,
    /// Pearson's r; `None` for fewer than two pairs or a constant side.
    pub pearson_r: Option<f64>,
    /// Mean of |y - x|.
    pub mean_abs_diff: Option<f64>,
    /// Mean of y - x.
    pub mean_diff_y_minus_x: Option<f64>,
}

/// Compares the scores `x` and `y` of the same items under two judges; `None` is an undefined score.
///
/// # Errors
/// When lengths differ or a value is not finite.
pub fn judge_robustness(x: &[Option<f64>], y: &[Option<f64>]) -> Result<JudgeRobustness, StatError> {
    let (left, right) = complete_pairs(x, y)?;
    let differences: Vec<f64> = left.iter().zip(&right).map(|(x, y)| y - x).collect();
    let distances: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
    Ok(JudgeRobustness {
        n_pairs: left.len(),
        n_excluded: x.len() - left.len(),
        pearson_r: pearson(&left, &right),
        mean_abs_diff: mean(&distances),
        mean_diff_y_minus_x: mean(&differences),
    })
}

/// Rank correlation with intervals.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RankCorrelation {
    /// Complete pairs.
    pub n: usize,
    /// Pairs left out because a value is missing.
    pub n_excluded: usize,
    /// Spearman's rho: Pearson's r of the mid-ranks. `None` for n < 2 or a constant side.
    pub spearman_rho: Option<f64>,
    /// Lower end by Fisher's z with the variance (1 + rho^2/2)/(n - 3) of Bonett and Wright (2000); `None` for n < 4
    /// or |rho| = 1.
    pub spearman_low: Option<f64>,
    /// Upper end.
    pub spearman_high: Option<f64>,
    /// Two-sided p-value by Student's t with n - 2 degrees of freedom; `None` for n < 3.
    pub spearman_p: Option<f64>,
    /// Kendall's tau-b, corrected for ties. `None` for n < 2 or a constant side.
    pub kendall_tau_b: Option<f64>,
    /// Lower end by Fisher's z with the variance 0.437/(n - 4) of Fieller, Hartley and Pearson (1957); `None` for
    /// n < 5 or |tau| = 1.
    pub kendall_low: Option<f64>,
    /// Upper end.
    pub kendall_high: Option<f64>,
    /// Two-sided p-value by the normal with the tie-corrected variance; `None` for n < 3.
    pub kendall_p: Option<f64>,
}

/// Rank correlation of `x` and `y`; pairs with a missing value are left out and counted.
///
/// # Errors
/// When lengths differ, a value is not finite, or `level` is outside (0, 1).
pub fn rank_correlation(
    x: &[Option<f64>],
    y: &[Option<f64>],
    level: f64,
) -> Result<RankCorrelation, StatError> {
    confidence_level(level)?;
    let (left, right) = complete_pairs(x, y)?;
    let n = left.len();
    let size = n as f64;
    let rho = pearson(&mid_ranks(&left), &mid_ranks(&right));
    let spearman = rho
        .filter(|_| n > 3)
        .and_then(|rho| fisher_interval(rho, ((1.0 + rho * rho / 2.0) / (size - 3.0)).sqrt(), level));
    let kendall = Kendall::of(&left, &right);
    let tau = kendall.tau_b();
    let tau_interval =
        tau.filter(|_| n > 4).and_then(|tau| fisher_interval(tau, (0.437 / (size - 4.0)).sqrt(), level));
    Ok(RankCorrelation {
        n,
        n_excluded: x.len() - n,
        spearman_rho: rho,
        spearman_low: spearman.map(|(low, _)| low),
        spearman_high: spearman.map(|(_, high)| high),
        spearman_p: rho.filter(|_| n > 2).map(|rho| {
            let t = rho * ((size - 2.0) / ((1.0 - rho) * (1.0 + rho))).sqrt();
            if t.is_finite() { student_two_sided(t, size - 2.0) } else { 0.0 }
        }),
        kendall_tau_b: tau,
        kendall_low: tau_interval.map(|(low, _)| low),
        kendall_high: tau_interval.map(|(_, high)| high),
        kendall_p: tau.filter(|_| n > 2).map(|_| kendall.p_value()),
    })
}

/// tanh(atanh(r) -+ z se); `None` where atanh has no value, rounding allowed for.
fn fisher_interval(r: f64, se: f64, level: f64) -> Option<(f64, f64)> {
    let centre = r.atanh();
    let half = normal_critical(level) * se;
    (r.abs() < 1.0 - 1e-12).then(|| ((centre - half).tanh(), (centre + half).tanh()))
}

/// Ranks from 1, ties sharing the mean of their places.
fn mid_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|left, right| values[*left].total_cmp(&values[*right]));
    let mut ranks = vec![0.0; values.len()];
    for run in order.chunk_by(|left, right| values[*left] == values[*right]) {
        let first = order.partition_point(|place| values[*place] < values[run[0]]);
        for place in run {
            ranks[*place] = first as f64 + f64::midpoint(1.0, run.len() as f64);
        }
    }
    ranks
}

/// The counts behind Kendall's tau, by Knight's method in n log n.
struct Kendall {
    n: f64,
    /// Concordant minus discordant pairs.
    excess: f64,
    ties_x: Ties,
    ties_y: Ties,
}

/// Tie sums over groups of t equal values.
struct Ties {
    /// Sum of t (t - 1) / 2.
    pairs: f64,
    /// Sum of t (t - 1) (t - 2).
    triples: f64,
    /// Sum of t (t - 1) (2 t + 5).
    variance: f64,
}

impl Ties {
    fn of(ascending: &[f64]) -> Self {
        let mut ties = Self { pairs: 0.0, triples: 0.0, variance: 0.0 };
        for run in ascending.chunk_by(|left, right| left == right) {
            let t = run.len() as f64;
            ties.pairs += t * (t - 1.0) / 2.0;
            ties.triples += t * (t - 1.0) * (t - 2.0);
            ties.variance += t * (t - 1.0) * (2.0 * t + 5.0);
        }
        ties
    }
}

impl Kendall {
    fn of(x: &[f64], y: &[f64]) -> Self {
        let mut points: Vec<(f64, f64)> = x.iter().zip(y).map(|(x, y)| (x + 0.0, y + 0.0)).collect();
        points.sort_by(|left, right| left.0.total_cmp(&right.0).then(left.1.total_cmp(&right.1)));
        let joint: f64 = points
            .chunk_by(|left, right| left == right)
            .map(|run| run.len() as f64 * (run.len() as f64 - 1.0) / 2.0)
            .sum();
        let ascending_x: Vec<f64> = points.iter().map(|point| point.0).collect();
        let mut ascending_y: Vec<f64> = points.iter().map(|point| point.1).collect();
        let discordant = sort_counting_swaps(&mut ascending_y) as f64;
        let (ties_x, ties_y) = (Ties::of(&ascending_x), Ties::of(&ascending_y));
        let n = points.len() as f64;
        let all = n * (n - 1.0) / 2.0;
        Self { n, excess: all - ties_x.pairs - ties_y.pairs + joint - 2.0 * discordant, ties_x, ties_y }
    }

    fn tau_b(&self) -> Option<f64> {
        let all = self.n * (self.n - 1.0) / 2.0;
        let (x, y) = (all - self.ties_x.pairs, all - self.ties_y.pairs);
        (x > 0.0 && y > 0.0).then(|| (self.excess / (x * y).sqrt()).clamp(-1.0, 1.0) + 0.0)
    }

    fn p_value(&self) -> f64 {
        let (n, m) = (self.n, self.n * (self.n - 1.0));
        let variance = (m * (2.0 * n + 5.0) - self.ties_x.variance - self.ties_y.variance) / 18.0
            + 2.0 * self.ties_x.pairs * self.ties_y.pairs / m
            + self.ties_x.triples * self.ties_y.triples / (9.0 * m * (n - 2.0));
        normal_two_sided(self.excess / variance.sqrt())
    }
}

/// Merge sort that counts how many pairs stood in the wrong order.
fn sort_counting_swaps(values: &mut [f64]) -> u64 {
    let middle = values.len() / 2;
    if middle == 0 {
        return 0;
    }
    let mut swaps = sort_counting_swaps(&mut values[..middle]) + sort_counting_swaps(&mut values[middle..]);
    let (left, right) = (values[..middle].to_vec(), values[middle..].to_vec());
    let (mut i, mut j) = (0, 0);
    for slot in values {
        if j == right.len() || (i < left.len() && left[i] <= right[j]) {
            *slot = left[i];
            i += 1;
        } else {
            *slot = right[j];
            j += 1;
            swaps += (left.len() - i) as u64;
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tied_values_share_their_mean_rank() {
        assert_eq!(mid_ranks(&[3.0, 1.0, 3.0, 2.0]), vec![3.5, 1.0, 3.5, 2.0]);
    }

    #[test]
    fn swaps_are_the_pairs_in_the_wrong_order() {
        let mut values = [3.0, 1.0, 2.0, 2.0, 0.0];
        assert_eq!(sort_counting_swaps(&mut values), 7);
        assert_eq!(values, [0.0, 1.0, 2.0, 2.0, 3.0]);
    }

    #[test]
    fn a_constant_side_has_no_correlation() {
        let flat = [Some(0.5); 3];
        let varying = [Some(0.0), Some(1.0), Some(0.5)];
        let scores = rank_correlation(&flat, &varying, 0.95).unwrap();
        assert_eq!((scores.spearman_rho, scores.kendall_tau_b, scores.kendall_p), (None, None, None));
        assert_eq!(judge_robustness(&flat, &varying).unwrap().pearson_r, None);
    }

    #[test]
    fn a_perfect_order_has_no_interval() {
        let x: Vec<Option<f64>> = (0..8).map(|value| Some(f64::from(value))).collect();
        let scores = rank_correlation(&x, &x, 0.95).unwrap();
        assert_eq!((scores.spearman_rho, scores.kendall_tau_b), (Some(1.0), Some(1.0)));
        assert_eq!((scores.spearman_low, scores.kendall_high, scores.spearman_p), (None, None, Some(0.0)));
    }

    #[test]
    fn bad_values_are_refused_by_place() {
        let error = rank_correlation(&[Some(f64::INFINITY)], &[None], 0.95).unwrap_err();
        assert!(error.to_string().contains("`x[0]`"), "{error}");
        assert!(judge_robustness(&[None], &[]).is_err());
    }
}
