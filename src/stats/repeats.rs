//! What repeats of the same run say: mean and spread of a score (LexPilot E.2, Table 11), and how often a unit's
//! label flips. The spread over repeats is repeat noise alone; how far a score would move with other cases is what
//! [`super::resampling`] measures.

use serde::Serialize;

use super::StatError;
use super::error::all_present_finite;
use super::moments::{mean, sd_population, sd_sample, share};

/// Mean and standard deviation of a score over runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MeanSd {
    /// Runs.
    pub n_runs: usize,
    /// Runs with a defined score.
    pub n_defined: usize,
    /// Whether every run has one; when false, print "mean over k of n runs".
    pub complete: bool,
    /// Mean over the defined runs.
    pub mean: Option<f64>,
    /// Standard deviation with n - 1; `None` for fewer than two defined runs.
    pub sd_sample: Option<f64>,
    /// Standard deviation with n.
    pub sd_population: Option<f64>,
    /// Least defined score.
    pub min: Option<f64>,
    /// Greatest defined score.
    pub max: Option<f64>,
}

/// Mean and spread of finite scores over runs; `None` is a run without a defined score.
pub fn mean_sd(values: &[Option<f64>]) -> MeanSd {
    let defined: Vec<f64> = values.iter().flatten().map(|value| value + 0.0).collect();
    MeanSd {
        n_runs: values.len(),
        n_defined: defined.len(),
        complete: defined.len() == values.len(),
        mean: mean(&defined),
        sd_sample: sd_sample(&defined),
        sd_population: sd_population(&defined),
        min: defined.iter().copied().reduce(f64::min),
        max: defined.iter().copied().reduce(f64::max),
    }
}

/// The mean over the models; undefined where it is for one of them, since a mean over fewer is another number.
pub fn mean_of_models(models: &[Option<f64>]) -> Option<f64> {
    mean(&models.iter().copied().collect::<Option<Vec<_>>>()?)
}

/// [`mean_of_models`], repeat by repeat.
pub fn mean_across(per_model: &[Vec<Option<f64>>]) -> Vec<Option<f64>> {
    let repeats = per_model.iter().map(Vec::len).max().unwrap_or(0);
    let of_repeat = |repeat: usize| -> Option<f64> {
        let values: Vec<Option<f64>> =
            per_model.iter().map(|values| values.get(repeat).copied().flatten()).collect();
        mean_of_models(&values)
    };
    (0..repeats).map(of_repeat).collect()
}

/// [`mean_sd`] for scores from outside.
///
/// # Errors
/// When a value is not finite.
pub fn mean_sd_runs(values: &[Option<f64>]) -> Result<MeanSd, StatError> {
    all_present_finite("values", values)?;
    Ok(mean_sd(values))
}

/// How often the label of a unit is not the same in all repeats.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FlipRate {
    /// Units given.
    pub n_units: usize,
    /// Units with at least two labels, the denominator.
    pub n_compared: usize,
    /// Units with fewer than two labels, which cannot flip and leave the denominator.
    pub n_too_few_labels: usize,
    /// Labels that are missing, over all units.
    pub n_missing: usize,
    /// Units of the denominator whose labels are not all the same.
    pub n_flipped: usize,
    /// `n_flipped / n_compared`.
    pub flip_rate: Option<f64>,
    /// Share of ordered-by-repeat pairs of present labels that differ, averaged over the compared units: a unit
    /// that flips once in five repeats weighs less here than one that is a coin toss.
    pub pairwise_disagreement: Option<f64>,
}

/// Flip rate over units, each with one label per repeat (`None` where the repeat gave none).
pub fn flip_rate<L: PartialEq>(units: &[Vec<Option<L>>]) -> FlipRate {
    let labels: Vec<Vec<&L>> = units.iter().map(|unit| unit.iter().flatten().collect()).collect();
    let compared: Vec<&Vec<&L>> = labels.iter().filter(|labels| labels.len() > 1).collect();
    let n_flipped = compared.iter().filter(|labels| labels.iter().any(|label| *label != labels[0])).count();
    let disagreements: Vec<f64> = compared.iter().filter_map(|labels| pairs_that_differ(labels)).collect();
    FlipRate {
        n_units: units.len(),
        n_compared: compared.len(),
        n_too_few_labels: units.len() - compared.len(),
        n_missing: units.iter().flatten().filter(|label| label.is_none()).count(),
        n_flipped,
        flip_rate: share(n_flipped, compared.len()),
        pairwise_disagreement: mean(&disagreements),
    }
}

fn pairs_that_differ<L: PartialEq>(labels: &[&L]) -> Option<f64> {
    let mut differ = 0;
    for (index, left) in labels.iter().enumerate() {
        differ += labels[index + 1..].iter().filter(|right| **right != *left).count();
    }
    share(differ, labels.len() * labels.len().saturating_sub(1) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_with_one_label_cannot_flip_and_leaves_the_denominator() {
        let units =
            [vec![Some('a'), Some('a')], vec![Some('a'), Some('b')], vec![Some('a'), None], vec![None]];
        let rate = flip_rate(&units);
        assert_eq!((rate.n_compared, rate.n_too_few_labels, rate.n_missing), (2, 2, 2));
        assert_eq!(rate.flip_rate, Some(0.5));
    }

    #[test]
    fn one_odd_label_in_five_disagrees_with_four_of_ten_pairs() {
        let rate = flip_rate(&[vec![Some(1), Some(1), Some(1), Some(1), Some(2)]]);
        assert_eq!(rate.pairwise_disagreement, Some(0.4));
    }

    #[test]
    fn nothing_to_compare_is_undefined() {
        assert_eq!(flip_rate::<u8>(&[]).flip_rate, None);
        assert_eq!(mean_sd(&[None, None]).mean, None);
        assert!(!mean_sd(&[None]).complete);
    }

    #[test]
    fn no_negative_zero_comes_out() {
        let spread = mean_sd(&[Some(-0.0), Some(-0.0)]);
        assert!([spread.mean, spread.min, spread.max].iter().flatten().all(|value| value.is_sign_positive()));
    }
}
