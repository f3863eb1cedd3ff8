//! A score with repeats nested in cases: its value per repeat, its spread over repeats, its interval over cases, and
//! the paired difference of two systems on the same cases.
//!
//! The spread over repeats (a standard deviation) measures repeat noise alone; the interval over cases (a bootstrap)
//! measures how far the score would move with other cases. They are two things and carry two names.

use serde::Serialize;

use super::repeats::mean_sd;
use super::resampling::{CaseBootstrap, case_bootstrap, per_repeat};

/// A score with repeats nested in cases.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NestedScore {
    /// The score of each repeat over all cases.
    pub per_repeat: Vec<Option<f64>>,
    /// Their mean where defined: the point estimate.
    pub mean: Option<f64>,
    /// Their sample standard deviation; `None` for fewer than two.
    pub sd_over_repeats: Option<f64>,
    /// Lower end of the percentile interval, cases resampled.
    pub ci_over_cases_low: Option<f64>,
    /// Upper end.
    pub ci_over_cases_high: Option<f64>,
    /// Resamples in which no repeat was defined.
    pub n_discarded: usize,
    /// Resamples drawn.
    pub n_resamples: usize,
}

/// Scores cases with `statistic`; see [`case_bootstrap`] for the shape of `cases` and its order.
pub fn nested_score<const K: usize>(
    cases: &[Vec<[u32; K]>],
    statistic: impl Fn(&[u32; K]) -> Option<f64> + Sync,
    options: &CaseBootstrap,
) -> NestedScore {
    let per_repeat = per_repeat(cases, &statistic);
    let spread = mean_sd(&per_repeat);
    let interval = case_bootstrap(cases, statistic, options);
    NestedScore {
        mean: spread.mean,
        sd_over_repeats: spread.sd_sample,
        per_repeat,
        ci_over_cases_low: interval.low,
        ci_over_cases_high: interval.high,
        n_discarded: interval.discarded,
        n_resamples: interval.resamples,
    }
}

/// B minus A on the same cases, repeat by repeat: `cases[i][r]` holds the counts of A and then those of B (`D` = 2
/// `K`), so both see the same draws. A repeat in which either is undefined has no difference.
pub fn nested_difference<const K: usize, const D: usize>(
    cases: &[Vec<[u32; D]>],
    statistic: impl Fn(&[u32; K]) -> Option<f64> + Sync,
    options: &CaseBootstrap,
) -> NestedScore {
    let difference = |counts: &[u32; D]| {
        let (a, b) = halves::<K, D>(counts);
        Some(statistic(&b)? - statistic(&a)?)
    };
    nested_score(cases, difference, options)
}

/// The counts of A followed by those of B.
pub fn stack<const K: usize, const D: usize>(a: &[u32; K], b: &[u32; K]) -> [u32; D] {
    const { assert!(D == 2 * K) };
    std::array::from_fn(|cell| if cell < K { a[cell] } else { b[cell - K] })
}

/// The two halves of stacked counts.
pub fn halves<const K: usize, const D: usize>(stacked: &[u32; D]) -> ([u32; K], [u32; K]) {
    const { assert!(D == 2 * K) };
    (std::array::from_fn(|cell| stacked[cell]), std::array::from_fn(|cell| stacked[K + cell]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::classification::LcaCounts;
    use crate::stats::qwk::QwkCounts;

    fn macro_f1(counts: &[u32; 6]) -> Option<f64> {
        LcaCounts::from(*counts).macro_f1()
    }

    #[test]
    fn a_system_against_itself_differs_by_exactly_nothing() {
        let case = |right: u32| [right, 1 - right, 0, 1 - right, right, 0];
        let cases: Vec<Vec<[u32; 12]>> =
            (0..20).map(|index| vec![stack(&case(index % 2), &case(index % 2)); 2]).collect();
        let found =
            nested_difference(&cases, macro_f1, &CaseBootstrap { resamples: 300, ..Default::default() });
        assert_eq!((found.mean, found.sd_over_repeats), (Some(0.0), Some(0.0)));
        assert_eq!((found.ci_over_cases_low, found.ci_over_cases_high), (Some(0.0), Some(0.0)));
    }

    #[test]
    fn a_perfect_system_has_exactly_one_throughout() {
        let right = QwkCounts { table: [[1, 0, 0], [0, 0, 0], [0, 0, 1]], missing: [0; 3] };
        let cases = vec![vec![right.to_array(); 3]; 10];
        let kappa = |counts: &[u32; 12]| QwkCounts::from(*counts).penalised();
        let found = nested_score(&cases, kappa, &CaseBootstrap { resamples: 100, ..Default::default() });
        assert_eq!(found.per_repeat, vec![Some(1.0); 3]);
        assert_eq!((found.ci_over_cases_low, found.ci_over_cases_high), (Some(1.0), Some(1.0)));
    }

    #[test]
    fn a_repeat_in_which_either_side_is_undefined_has_no_difference() {
        let both = stack::<6, 12>(&[1, 0, 0, 0, 1, 0], &[1, 0, 0, 0, 0, 0]);
        let found = nested_difference(
            &[vec![both]],
            macro_f1,
            &CaseBootstrap { resamples: 10, ..Default::default() },
        );
        assert_eq!((found.mean, found.n_discarded), (None, 10));
    }
}
