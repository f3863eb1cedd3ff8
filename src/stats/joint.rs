//! Bootstraps beyond one statistic of one repeat: several statistics on the same draws, and statistics that need all
//! repeats at once, such as a ratio of means over the repeats.

use super::draws::{drawable, replicate, replicate_each, threads_for};
use super::moments::mean_of_defined;
use super::repeats::mean_of_models;
use super::resampling::{CaseBootstrap, Interval};

/// A statistic of the counts summed over the cases of one repeat; `None` where undefined.
pub type Statistic<const K: usize> = fn(&[u32; K]) -> Option<f64>;

/// The intervals that [`super::resampling::case_bootstrap`] gives for each of several statistics, with the counts of a
/// resample summed once for all of them.
pub fn case_bootstrap_each<const K: usize>(
    cases: &[Vec<[u32; K]>],
    statistics: &[Statistic<K>],
    options: &CaseBootstrap,
) -> Vec<Interval> {
    let columns = cases.iter().map(Vec::len).max().unwrap_or(0);
    case_bootstrap_blocks(cases, columns, statistics, options)
}

/// As [`case_bootstrap_each`] for several models beside each other: every `repeats` columns are one model's. In each
/// resample a statistic is averaged over the repeats of each model where it is defined, then over the models, which is
/// the order of the point estimate; a resample in which one of the models has none is discarded.
pub fn case_bootstrap_blocks<const K: usize>(
    cases: &[Vec<[u32; K]>],
    repeats: usize,
    statistics: &[Statistic<K>],
    options: &CaseBootstrap,
) -> Vec<Interval> {
    let columns = cases.iter().map(Vec::len).max().unwrap_or(0);
    let repeats = repeats.max(1);
    let largest = cases.iter().flatten().flatten().copied().max().unwrap_or(0);
    let each = statistics.len();
    let Some(n_cases) =
        drawable(cases.len()).filter(|n| u64::from(*n) * u64::from(largest) <= u32::MAX.into())
    else {
        return vec![Interval::of(&vec![None; options.resamples], options.level); each];
    };
    // A statistic of one column takes about as long as this many additions.
    const ADDITIONS_OF_A_STATISTIC: usize = 16;
    let of_a_resample = columns * (cases.len() * K + each * ADDITIONS_OF_A_STATISTIC);
    let work = options.resamples.saturating_mul(of_a_resample);
    let values = replicate_each(threads_for(work), n_cases, each, options, |draws, values| {
        let mut totals = vec![[0u32; K]; columns];
        draws.for_each(|case| add_columns(&mut totals, &cases[case]));
        for (value, statistic) in values.iter_mut().zip(statistics) {
            let of_model =
                |block: &[[u32; K]]| mean_of_defined(&block.iter().map(statistic).collect::<Vec<_>>());
            *value = mean_of_models(&totals.chunks(repeats).map(of_model).collect::<Vec<_>>());
        }
    });
    let of_one = |at: usize| -> Vec<Option<f64>> { values.iter().skip(at).step_by(each).copied().collect() };
    (0..each).map(|at| Interval::of(&of_one(at), options.level)).collect()
}

fn add_columns<const K: usize>(totals: &mut [[u32; K]], columns: &[[u32; K]]) {
    for (total, counts) in totals.iter_mut().zip(columns) {
        for (sum, count) in total.iter_mut().zip(counts) {
            *sum += count;
        }
    }
}

/// Percentile interval of a statistic of the per-repeat totals, with cases resampled.
///
/// As [`super::resampling::case_bootstrap`], but `statistic` sees the totals of all columns at once;
/// a column is a repeat, or a repeat of one of several models. The same draws serve all columns.
pub fn case_bootstrap_joint<const K: usize>(
    cases: &[Vec<[u32; K]>],
    statistic: impl Fn(&[[u32; K]]) -> Option<f64> + Sync,
    options: &CaseBootstrap,
) -> Interval {
    let columns = cases.iter().map(Vec::len).max().unwrap_or(0);
    let largest = cases.iter().flatten().flatten().copied().max().unwrap_or(0);
    let Some(n_cases) =
        drawable(cases.len()).filter(|n| u64::from(*n) * u64::from(largest) <= u32::MAX.into())
    else {
        return Interval::of(&vec![None; options.resamples], options.level);
    };
    let work = options.resamples.saturating_mul(cases.len()).saturating_mul(columns * K);
    let replicates = replicate(threads_for(work), n_cases, options, |draws| {
        let mut totals = vec![[0u32; K]; columns];
        draws.for_each(|case| add_columns(&mut totals, &cases[case]));
        statistic(&totals)
    });
    Interval::of(&replicates, options.level)
}

/// The totals of each column over all cases: what the point estimate is computed from. `None` where
/// counts exceed `u32::MAX`.
pub fn column_totals<const K: usize>(cases: &[Vec<[u32; K]>]) -> Option<Vec<[u32; K]>> {
    let columns = cases.iter().map(Vec::len).max().unwrap_or(0);
    let mut totals = vec![[0u32; K]; columns];
    for case in cases {
        for (total, counts) in totals.iter_mut().zip(case) {
            for (sum, count) in total.iter_mut().zip(counts) {
                *sum = sum.checked_add(*count)?;
            }
        }
    }
    Some(totals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::resampling::case_bootstrap;

    #[test]
    fn a_statistic_that_averages_the_columns_gives_the_nested_interval() {
        let cases: Vec<Vec<[u32; 2]>> = (0..20).map(|i| vec![[i % 3, 3], [(i * 7) % 4, 4]]).collect();
        let options = CaseBootstrap { resamples: 500, ..CaseBootstrap::default() };
        let share = |counts: &[u32; 2]| Some(f64::from(counts[0]) / f64::from(counts[1]));
        let joint = case_bootstrap_joint(
            &cases,
            |columns| Some((share(&columns[0])? + share(&columns[1])?) / 2.0),
            &options,
        );
        assert_eq!(joint, case_bootstrap(&cases, share, &options));
    }

    #[test]
    fn statistics_on_the_same_draws_give_the_intervals_they_have_alone() {
        let cases: Vec<Vec<[u32; 2]>> = (0..30).map(|i| vec![[i % 3, 3], [(i * 7) % 4, 4]]).collect();
        let options = CaseBootstrap { resamples: 300, seed: [3; 32], ..CaseBootstrap::default() };
        let statistics: [Statistic<2>; 3] = [
            |counts| Some(f64::from(counts[0]) / f64::from(counts[1])),
            |counts| (counts[0] % 2 == 0).then_some(1.0),
            |_| None,
        ];
        let alone: Vec<Interval> =
            statistics.iter().map(|statistic| case_bootstrap(&cases, statistic, &options)).collect();
        assert_eq!(case_bootstrap_each(&cases, &statistics, &options), alone);
    }

    #[test]
    fn models_weigh_alike_however_many_of_their_repeats_are_defined() {
        // Model A: 0 in both repeats. Model B: 1 in its first repeat, lost in its second.
        let cases: Vec<Vec<[u32; 2]>> = vec![vec![[0, 1], [0, 1], [1, 1], [0, 0]]; 5];
        let share: Statistic<2> = |c| (c[1] > 0).then(|| f64::from(c[0]) / f64::from(c[1]));
        let options = CaseBootstrap { resamples: 50, ..CaseBootstrap::default() };
        let interval = case_bootstrap_blocks(&cases, 2, &[share], &options)[0];
        assert_eq!((interval.low, interval.high), (Some(0.5), Some(0.5)));
    }

    #[test]
    fn a_resample_in_which_a_model_has_no_value_is_discarded() {
        // Model A: 1, in one case of four. Model B: 0 in each.
        let mut cases: Vec<Vec<[u32; 2]>> = vec![vec![[0, 0], [0, 1]]; 4];
        cases[0][0] = [1, 1];
        let share: Statistic<2> = |c| (c[1] > 0).then(|| f64::from(c[0]) / f64::from(c[1]));
        let options = CaseBootstrap { resamples: 400, ..CaseBootstrap::default() };
        let interval = case_bootstrap_blocks(&cases, 1, &[share], &options)[0];
        assert_eq!((interval.low, interval.high), (Some(0.5), Some(0.5)));
        // Without that case: (3/4)^4 of the resamples.
        assert!((90..170).contains(&interval.discarded), "{}", interval.discarded);
    }

    #[test]
    fn nothing_to_draw_discards_every_resample() {
        let options = CaseBootstrap { resamples: 10, ..CaseBootstrap::default() };
        let none = case_bootstrap_joint::<2>(&[], |_| Some(1.0), &options);
        assert_eq!((none.low, none.high, none.discarded), (None, None, 10));
        assert_eq!(column_totals::<2>(&[]), Some(Vec::new()));
    }
}
