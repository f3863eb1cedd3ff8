//! Bootstrap over cases with the repeats nested inside.
//!
//! Cases are drawn with replacement; a drawn case brings all its repeats. In each resample the statistic is computed
//! per repeat and the defined values are averaged, in the same order as the point estimate. What a case adds to a
//! repeat is an array of integer counts, so a resample is a few additions per draw and 0 and 1 stay exact. Gains,
//! decreases and paired differences are statistics over stacked counts: `K` holds the counts of both sides, and both
//! sides see the same draws.
//!
//! The draws depend on the seed and the number of cases alone, so the result is the same on any number of threads. They
//! fall on cases by place: callers order them by id.

use std::num::NonZeroUsize;

use super::draws::{drawable, finite, replicate, threads_for};
use super::moments::mean_of_defined;
use super::quantile::{inverse_cdf, tails};
use super::repeats::mean_of_models;

/// How to resample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CaseBootstrap {
    /// Number of resamples.
    pub resamples: usize,
    /// Confidence level, in (0, 1).
    pub level: f64,
    /// Key of the random stream.
    pub seed: [u8; 32],
}

impl Default for CaseBootstrap {
    fn default() -> Self {
        Self { resamples: 10_000, level: 0.95, seed: [0; 32] }
    }
}

/// A percentile interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end, the (1 - level)/2 quantile of the defined resamples; `None` when none is defined.
    pub low: Option<f64>,
    /// Upper end, the (1 + level)/2 quantile.
    pub high: Option<f64>,
    /// Resamples in which no repeat was defined; they leave the distribution.
    pub discarded: usize,
    /// Resamples drawn, the discarded ones included.
    pub resamples: usize,
}

impl Interval {
    /// Whether all resamples that decide its ends gave one value. Of shares, and of means and differences
    /// of shares, such an interval says nothing: units that are all alike are drawn alike, however few
    /// they are.
    pub fn is_flat(&self) -> bool {
        self.low == self.high
    }

    /// The percentile interval of replicates, by the inverse of their distribution function.
    pub fn of(replicates: &[Option<f64>], level: f64) -> Self {
        let defined = ascending(replicates);
        let (low, high) = tails(level);
        Self {
            low: inverse_cdf(&defined, low),
            high: inverse_cdf(&defined, high),
            discarded: replicates.len() - defined.len(),
            resamples: replicates.len(),
        }
    }
}

/// Percentile interval of a statistic of counts, with cases resampled and repeats nested.
///
/// `cases[i][r]` holds the counts that case `i` adds in repeat `r`; a case lost in a repeat adds zeros, and a case
/// with fewer repeats than the others is taken as lost in the rest. `statistic` maps the counts summed over the drawn
/// cases of one repeat to a value, or to `None` where undefined. Should the counts of one resample be able to exceed
/// `u32::MAX`, no value is defined and every resample is discarded.
pub fn case_bootstrap<const K: usize>(
    cases: &[Vec<[u32; K]>],
    statistic: impl Fn(&[u32; K]) -> Option<f64> + Sync,
    options: &CaseBootstrap,
) -> Interval {
    let work = options.resamples.saturating_mul(cases.len()).saturating_mul(repeats_of(cases) * K);
    case_bootstrap_on(threads_for(work), cases, statistic, options)
}

/// [`case_bootstrap`] on a given number of threads; the result does not depend on it.
pub fn case_bootstrap_on<const K: usize>(
    threads: NonZeroUsize,
    cases: &[Vec<[u32; K]>],
    statistic: impl Fn(&[u32; K]) -> Option<f64> + Sync,
    options: &CaseBootstrap,
) -> Interval {
    let replicates = case_replicates(threads, cases, statistic, options);
    Interval::of(&replicates, options.level)
}

/// The replicates behind [`case_bootstrap`] on all threads: with one seed and number of cases, those of one table are
/// drawn as those of another, so that the difference of two tables is the difference of their replicates.
pub fn case_bootstrap_replicates<const K: usize>(
    cases: &[Vec<[u32; K]>],
    statistic: impl Fn(&[u32; K]) -> Option<f64> + Sync,
    options: &CaseBootstrap,
) -> Vec<Option<f64>> {
    let work = options.resamples.saturating_mul(cases.len()).saturating_mul(repeats_of(cases) * K);
    case_replicates(threads_for(work), cases, statistic, options)
}

/// The replicates behind [`case_bootstrap`], in the order of their streams.
pub(crate) fn case_replicates<const K: usize>(
    threads: NonZeroUsize,
    cases: &[Vec<[u32; K]>],
    statistic: impl Fn(&[u32; K]) -> Option<f64> + Sync,
    options: &CaseBootstrap,
) -> Vec<Option<f64>> {
    let repeats = repeats_of(cases);
    let largest = cases.iter().flatten().flatten().copied().max().unwrap_or(0);
    let Some(n_cases) =
        drawable(cases.len()).filter(|n| u64::from(*n) * u64::from(largest) <= u32::MAX.into())
    else {
        return vec![None; options.resamples];
    };
    let added = Added::of(cases);
    replicate(threads, n_cases, options, |draws| {
        let mut totals = vec![[0u32; K]; repeats];
        let cells = totals.as_flattened_mut();
        draws.for_each(|case| {
            for (cell, count) in added.by(case) {
                cells[*cell] += count;
            }
        });
        mean_of_defined(&totals.iter().map(&statistic).collect::<Vec<_>>())
    })
}

/// What each case adds to the totals of all repeats, cells of zero left out: a case touches few cells of the tables.
struct Added {
    /// Cell of the flattened totals and count, case after case.
    entries: Vec<(usize, u32)>,
    /// Where the entries of each case begin, and where the last ones end.
    starts: Vec<usize>,
}

impl Added {
    fn of<const K: usize>(cases: &[Vec<[u32; K]>]) -> Self {
        let mut added = Self { entries: Vec::new(), starts: vec![0] };
        for case in cases {
            let cells = case.as_flattened().iter().copied().enumerate();
            added.entries.extend(cells.filter(|(_, count)| *count > 0));
            added.starts.push(added.entries.len());
        }
        added
    }

    fn by(&self, case: usize) -> &[(usize, u32)] {
        &self.entries[self.starts[case]..self.starts[case + 1]]
    }
}

/// The statistic of each repeat over all cases, in repeat order: the point estimates that [`case_bootstrap`] resamples.
/// `None` also where the counts of a repeat exceed `u32::MAX`.
pub fn per_repeat<const K: usize>(
    cases: &[Vec<[u32; K]>],
    statistic: impl Fn(&[u32; K]) -> Option<f64>,
) -> Vec<Option<f64>> {
    (0..repeats_of(cases))
        .map(|repeat| {
            let mut totals = [0u32; K];
            for counts in cases.iter().filter_map(|case| case.get(repeat)) {
                for (total, count) in totals.iter_mut().zip(counts) {
                    *total = total.checked_add(*count)?;
                }
            }
            statistic(&totals).filter(|value| value.is_finite())
        })
        .collect()
}

/// Percentile interval of a mean over cases: per repeat the mean of the values present, then the mean over the
/// repeats. `cases[i][r]` is the value of case `i` in repeat `r`, `None` where it has none. For a paired difference
/// give the difference of each case.
pub fn case_bootstrap_values(cases: &[Vec<Option<f64>>], options: &CaseBootstrap) -> Interval {
    case_bootstrap_value_blocks(cases, repeats_of(cases), options)
}

/// As [`case_bootstrap_values`] for several models beside each other: every `repeats` columns are one model's. In each
/// resample the means are averaged over the repeats of each model where they are defined, then over the models, which is
/// the order of the point estimate; a resample in which one of the models has none is discarded.
pub fn case_bootstrap_value_blocks(
    cases: &[Vec<Option<f64>>],
    repeats: usize,
    options: &CaseBootstrap,
) -> Interval {
    let columns = repeats_of(cases);
    let Some(n_cases) = drawable(cases.len()) else {
        return Interval::of(&vec![None; options.resamples], options.level);
    };
    // A value and whether it is there, so that one loop sums both.
    let mut flat: Vec<[f64; 2]> = Vec::with_capacity(cases.len() * columns);
    for case in cases {
        flat.extend(case.iter().map(|value| finite(*value).map_or([0.0, 0.0], |value| [value, 1.0])));
        flat.extend(std::iter::repeat_n([0.0; 2], columns - case.len()));
    }
    let threads = threads_for(options.resamples.saturating_mul(flat.len() * 2));
    let replicates = replicate(threads, n_cases, options, |draws| {
        let mut totals = vec![[0.0; 2]; columns];
        draws.for_each(|case| {
            for (total, value) in totals.iter_mut().zip(&flat[case * columns..(case + 1) * columns]) {
                total[0] += value[0];
                total[1] += value[1];
            }
        });
        let means: Vec<Option<f64>> = totals.iter().map(|[sum, n]| (*n > 0.0).then(|| sum / n)).collect();
        let models: Vec<Option<f64>> = means.chunks(repeats.max(1)).map(mean_of_defined).collect();
        mean_of_models(&models)
    });
    Interval::of(&replicates, options.level)
}

/// The mean over cases of each repeat: the point estimates that [`case_bootstrap_values`] resamples.
pub fn per_repeat_values(cases: &[Vec<Option<f64>>]) -> Vec<Option<f64>> {
    (0..repeats_of(cases))
        .map(|repeat| {
            let values: Vec<Option<f64>> =
                cases.iter().filter_map(|case| case.get(repeat)).map(|value| finite(*value)).collect();
            mean_of_defined(&values)
        })
        .collect()
}

/// The defined values in ascending order.
pub(crate) fn ascending(values: &[Option<f64>]) -> Vec<f64> {
    let mut defined: Vec<f64> = values.iter().flatten().copied().collect();
    defined.sort_by(f64::total_cmp);
    defined
}

fn repeats_of<T>(cases: &[Vec<T>]) -> usize {
    cases.iter().map(Vec::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share_of(counts: &[u32; 2]) -> Option<f64> {
        (counts[1] > 0).then(|| f64::from(counts[0]) / f64::from(counts[1]))
    }

    fn cases(n: u32) -> Vec<Vec<[u32; 2]>> {
        (0..n).map(|case| (0..3).map(|repeat| [(case * case + repeat) % 5 / 3, 1]).collect()).collect()
    }

    #[test]
    fn the_interval_is_the_same_on_any_number_of_threads() {
        let options = CaseBootstrap { resamples: 1_001, ..CaseBootstrap::default() };
        let on = |threads: usize| {
            case_bootstrap_on(NonZeroUsize::new(threads).unwrap(), &cases(40), share_of, &options)
        };
        let alone = on(1);
        assert!(alone.low < alone.high);
        assert_eq!([on(2), on(3), on(64), on(5_000)], [alone; 4]);
    }

    #[test]
    fn another_seed_draws_other_cases() {
        let interval = |seed| {
            let options = CaseBootstrap { resamples: 200, seed: [seed; 32], ..CaseBootstrap::default() };
            let cases: Vec<Vec<Option<f64>>> =
                (0..50).map(|case| vec![Some(f64::from(case).sqrt())]).collect();
            case_bootstrap_values(&cases, &options)
        };
        assert_ne!(interval(1), interval(2));
    }

    #[test]
    fn models_weigh_alike_however_many_of_their_repeats_have_values() {
        // Model A: 0 in both repeats. Model B: 1 in its first repeat, lost in its second.
        let cases = vec![vec![Some(0.0), Some(0.0), Some(1.0), None]; 5];
        let options = CaseBootstrap { resamples: 50, ..CaseBootstrap::default() };
        let interval = case_bootstrap_value_blocks(&cases, 2, &options);
        assert_eq!((interval.low, interval.high), (Some(0.5), Some(0.5)));
        let third = case_bootstrap_values(&cases, &options).low.expect("it is defined");
        assert!((third - 1.0 / 3.0).abs() < 1e-12, "as repeats of one model they would not");
    }

    #[test]
    fn a_resample_without_a_defined_repeat_is_discarded_and_counted() {
        let options = CaseBootstrap { resamples: 2_000, ..CaseBootstrap::default() };
        let interval = case_bootstrap(&[vec![[1, 1]], vec![[0, 0]]], share_of, &options);
        assert_eq!((interval.low, interval.high), (Some(1.0), Some(1.0)));
        // Both draws miss the only case that counts with probability 1/4.
        assert!((400..600).contains(&interval.discarded), "{}", interval.discarded);
    }

    #[test]
    fn the_repeats_are_averaged_not_pooled() {
        let cases = vec![vec![[1, 1], [0, 9]]; 4];
        let interval = case_bootstrap(&cases, share_of, &CaseBootstrap::default());
        assert_eq!(interval.low, Some(0.5));
        assert_eq!(per_repeat(&cases, share_of), vec![Some(1.0), Some(0.0)]);
    }

    #[test]
    fn the_percentile_interval_of_a_share_matches_the_binomial_quantiles() {
        // 20 cases, 8 successes: the resampled number of successes is Bin(20, 0.4), whose 2.5% and 97.5% quantiles
        // are 4 and 12.
        let cases: Vec<Vec<[u32; 2]>> = (0..20).map(|case| vec![[u32::from(case < 8), 1]]).collect();
        let interval = case_bootstrap(&cases, share_of, &CaseBootstrap::default());
        assert_eq!((interval.low, interval.high), (Some(4.0 / 20.0), Some(12.0 / 20.0)));
    }

    #[test]
    fn values_and_counts_agree_where_both_apply() {
        let options = CaseBootstrap { resamples: 500, ..CaseBootstrap::default() };
        let values: Vec<Vec<Option<f64>>> = cases(30)
            .iter()
            .map(|case| case.iter().map(|counts| Some(f64::from(counts[0]))).collect())
            .collect();
        assert_eq!(case_bootstrap_values(&values, &options), case_bootstrap(&cases(30), share_of, &options));
        assert_eq!(per_repeat_values(&values), per_repeat(&cases(30), share_of));
    }

    #[test]
    fn no_cases_no_repeats_and_too_large_counts_are_undefined() {
        let options = CaseBootstrap { resamples: 10, ..CaseBootstrap::default() };
        let undefined = Interval { low: None, high: None, discarded: 10, resamples: 10 };
        assert_eq!(case_bootstrap::<2>(&[], share_of, &options), undefined);
        assert_eq!(case_bootstrap::<2>(&[vec![], vec![]], share_of, &options), undefined);
        let large = vec![vec![[1, u32::MAX]]; 2];
        assert_eq!(case_bootstrap(&large, share_of, &options), undefined);
        assert_eq!(per_repeat(&large, share_of), vec![None]);
        assert_eq!(case_bootstrap_values(&[], &options), undefined);
    }

    #[test]
    fn a_case_with_fewer_repeats_is_lost_in_the_rest() {
        let short = [vec![[1, 2], [1, 2]], vec![[1, 2]]];
        let padded = [vec![[1, 2], [1, 2]], vec![[1, 2], [0, 0]]];
        let options = CaseBootstrap { resamples: 50, ..CaseBootstrap::default() };
        assert_eq!(case_bootstrap(&short, share_of, &options), case_bootstrap(&padded, share_of, &options));
    }
}
