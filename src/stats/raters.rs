//! Agreement of several raters: pairwise, with the majority, Fleiss' kappa and Krippendorff's alpha (LRB 4.2, the
//! human row of Table 2).

use serde::{Deserialize, Serialize};

use super::StatError;
use super::agreement::{Weights, kappa_of};
use super::error::same_length;
use super::moments::{mean_of_defined, ratio, share, sum};

/// Two raters compared over the items both have rated.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RaterPair {
    /// Column of the first rater.
    pub first: usize,
    /// Column of the second rater.
    pub second: usize,
    /// Items rated by both.
    pub n: u64,
    /// Share of these with the same rating.
    pub agreement: Option<f64>,
    /// Cohen's kappa.
    pub kappa: Option<f64>,
    /// Counts: rows the first rater, columns the second, order 0, 1.
    pub confusion: Vec<Vec<u64>>,
}

/// Agreement of several raters on binary items.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MultiRater {
    /// Items.
    pub n_items: usize,
    /// Raters.
    pub n_raters: usize,
    /// Mean over the rater pairs of the agreement on their common items.
    pub mean_pairwise_agreement: Option<f64>,
    /// Agreement pooled over all pairs.
    pub pooled_pairwise_agreement: Option<f64>,
    /// Mean of the defined pair kappas.
    pub mean_pairwise_kappa: Option<f64>,
    /// Pairs whose kappa is undefined.
    pub n_undefined_pair_kappas: usize,
    /// Majority of each item, 0 or 1; `None` on a tie or without a rating.
    pub majority: Vec<Option<u8>>,
    /// Items without a majority.
    pub n_majority_ties: usize,
    /// Share of individual ratings equal to their item's majority. A rater is part of the majority it is compared
    /// with, so this lies above the pairwise agreement.
    pub agreement_with_majority: Option<f64>,
    /// Fleiss' kappa, for complete data only.
    pub fleiss_kappa: Option<f64>,
    /// Krippendorff's alpha, nominal.
    pub krippendorff_alpha: Option<f64>,
    /// Every pair with its table.
    pub pairs: Vec<RaterPair>,
}

/// Agreement of several raters; `ratings[item][rater]`, `None` where the rater did not rate the item.
///
/// # Errors
/// When the items have different numbers of raters.
pub fn multi_rater(ratings: &[Vec<Option<bool>>]) -> Result<MultiRater, StatError> {
    let n_raters = rectangular(ratings)?;
    let mut pairs = Vec::new();
    for first in 0..n_raters {
        for second in first + 1..n_raters {
            pairs.push(compare(ratings, first, second));
        }
    }
    let agreed: u64 = pairs.iter().map(|pair| pair.confusion[0][0] + pair.confusion[1][1]).sum();
    let compared: u64 = pairs.iter().map(|pair| pair.n).sum();
    let agreements: Vec<Option<f64>> = pairs.iter().map(|pair| pair.agreement).collect();
    let kappas: Vec<Option<f64>> = pairs.iter().map(|pair| pair.kappa).collect();
    let majority: Vec<Option<bool>> = ratings.iter().map(|item| majority_of(item)).collect();
    let (mut with_majority, mut judged) = (0, 0);
    for (item, majority) in ratings.iter().zip(&majority).filter(|(_, majority)| majority.is_some()) {
        judged += item.iter().flatten().count();
        with_majority += item.iter().filter(|rating| **rating == *majority).count();
    }
    let codes: Vec<Vec<Option<i64>>> =
        ratings.iter().map(|item| item.iter().map(|rating| rating.map(i64::from)).collect()).collect();
    Ok(MultiRater {
        n_items: ratings.len(),
        n_raters,
        mean_pairwise_agreement: mean_of_defined(&agreements),
        pooled_pairwise_agreement: ratio(agreed, compared),
        mean_pairwise_kappa: mean_of_defined(&kappas),
        n_undefined_pair_kappas: kappas.iter().filter(|kappa| kappa.is_none()).count(),
        n_majority_ties: majority.iter().filter(|majority| majority.is_none()).count(),
        majority: majority.into_iter().map(|majority| majority.map(u8::from)).collect(),
        agreement_with_majority: share(with_majority, judged),
        fleiss_kappa: fleiss_kappa(ratings, n_raters),
        krippendorff_alpha: krippendorff_alpha(&codes, MeasurementLevel::Nominal)?.alpha,
        pairs,
    })
}

fn rectangular<T>(ratings: &[Vec<T>]) -> Result<usize, StatError> {
    let n_raters = ratings.first().map_or(0, Vec::len);
    for (index, item) in ratings.iter().enumerate() {
        same_length("ratings[0]", n_raters, &format!("ratings[{index}]"), item.len())?;
    }
    Ok(n_raters)
}

fn compare(ratings: &[Vec<Option<bool>>], first: usize, second: usize) -> RaterPair {
    let mut confusion = vec![vec![0; 2]; 2];
    for item in ratings {
        if let (Some(left), Some(right)) = (item[first], item[second]) {
            confusion[usize::from(left)][usize::from(right)] += 1;
        }
    }
    let n = confusion.iter().flatten().sum();
    RaterPair {
        first,
        second,
        n,
        agreement: ratio(confusion[0][0] + confusion[1][1], n),
        kappa: kappa_of(&confusion, Weights::Nominal),
        confusion,
    }
}

fn majority_of(item: &[Option<bool>]) -> Option<bool> {
    let positive = item.iter().filter(|rating| **rating == Some(true)).count();
    let negative = item.iter().filter(|rating| **rating == Some(false)).count();
    (positive != negative).then_some(positive > negative)
}

/// Fleiss' kappa of complete binary ratings; `None` with a missing rating, fewer than two raters, or no variation.
fn fleiss_kappa(ratings: &[Vec<Option<bool>>], n_raters: usize) -> Option<f64> {
    if n_raters < 2 || ratings.iter().flatten().any(Option::is_none) {
        return None;
    }
    let positives: Vec<u128> = ratings
        .iter()
        .map(|item| item.iter().filter(|rating| **rating == Some(true)).count() as u128)
        .collect();
    let (items, raters) = (ratings.len() as u128, n_raters as u128);
    let cells = items * raters;
    // Disagreeing ordered pairs, observed and expected; kappa = 1 - observed / expected, as one fraction.
    let observed: u128 = positives.iter().map(|positive| 2 * positive * (raters - positive)).sum();
    let positive: u128 = positives.iter().sum();
    let expected = 2 * positive * (cells - positive);
    if expected == 0 {
        return None;
    }
    // 1 - [observed / (items raters (raters - 1))] / [expected / cells^2].
    let above = observed * cells;
    let below = expected * (raters - 1);
    let excess = below.abs_diff(above) as f64 / below as f64;
    Some(if above <= below { excess } else { -excess })
}

/// What differences between codes mean.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MeasurementLevel {
    /// Different is different.
    Nominal,
    /// Codes are ranks.
    #[default]
    Ordinal,
    /// Codes are numbers with equal steps.
    Interval,
}

/// Krippendorff's alpha.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct KrippendorffAlpha {
    /// 1 - observed / expected disagreement; `None` without variation.
    pub alpha: Option<f64>,
    /// Units given.
    pub n_units: usize,
    /// Units with at least two ratings; the others do not enter alpha.
    pub n_pairable_units: usize,
}

/// Krippendorff's alpha of `ratings[unit][rater]`, `None` where missing.
///
/// # Errors
/// When the units have different numbers of raters.
pub fn krippendorff_alpha(
    ratings: &[Vec<Option<i64>>],
    level: MeasurementLevel,
) -> Result<KrippendorffAlpha, StatError> {
    rectangular(ratings)?;
    let units: Vec<Vec<i64>> = ratings
        .iter()
        .map(|unit| unit.iter().flatten().copied().collect::<Vec<_>>())
        .filter(|unit| unit.len() > 1)
        .collect();
    let mut values: Vec<i64> = units.iter().flatten().copied().collect();
    values.sort_unstable();
    values.dedup();
    let code = |value: i64| values.binary_search(&value).unwrap_or_else(|place| place);
    let counts_of = |unit: &[i64]| {
        let mut counts = vec![0.0; values.len()];
        for value in unit {
            counts[code(*value)] += 1.0;
        }
        counts
    };
    let unit_counts: Vec<Vec<f64>> = units.iter().map(|unit| counts_of(unit)).collect();
    let totals: Vec<f64> =
        (0..values.len()).map(|value| sum(unit_counts.iter().map(|counts| counts[value]))).collect();
    let n = sum(totals.iter().copied());
    let squared_distance = |low: usize, high: usize| match level {
        MeasurementLevel::Nominal => 1.0,
        MeasurementLevel::Interval => (values[high] as f64 - values[low] as f64).powi(2),
        MeasurementLevel::Ordinal => {
            (sum(totals[low..=high].iter().copied()) - (totals[low] + totals[high]) / 2.0).powi(2)
        }
    };
    let (mut observed, mut expected) = (0.0, 0.0);
    for high in 0..values.len() {
        for low in 0..high {
            let distance = squared_distance(low, high);
            let coincidences = sum(unit_counts
                .iter()
                .map(|counts| counts[low] * counts[high] / (sum(counts.iter().copied()) - 1.0)));
            observed += distance * coincidences;
            expected += distance * totals[low] * totals[high];
        }
    }
    Ok(KrippendorffAlpha {
        alpha: (expected > 0.0).then(|| 1.0 - (n - 1.0) * observed / expected),
        n_units: ratings.len(),
        n_pairable_units: units.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_different_width_are_refused() {
        let error = multi_rater(&[vec![Some(true), None], vec![Some(true)]]).unwrap_err();
        assert!(error.to_string().contains("`ratings[1]`"), "{error}");
    }

    #[test]
    fn a_single_rater_has_no_pairs() {
        let scores = multi_rater(&[vec![Some(true)], vec![Some(false)]]).unwrap();
        assert_eq!(scores.mean_pairwise_agreement, None);
        assert_eq!(scores.fleiss_kappa, None);
        assert_eq!(scores.agreement_with_majority, Some(1.0));
    }

    #[test]
    fn no_ratings_at_all_are_undefined() {
        let scores = multi_rater(&[]).unwrap();
        assert_eq!((scores.n_items, scores.n_raters, scores.krippendorff_alpha), (0, 0, None));
    }

    #[test]
    fn the_worked_ordinal_example_gives_its_alpha() {
        let ratings = [[0, 0], [1, 1], [2, 2], [0, 1]].map(|unit| unit.map(Some).to_vec());
        let alpha = krippendorff_alpha(&ratings, MeasurementLevel::Ordinal).unwrap().alpha.unwrap();
        assert!((alpha - 0.79).abs() < 1e-12, "{alpha}");
    }
}
