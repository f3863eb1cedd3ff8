//! Two raters over a closed set of labels: agreement and Cohen's kappa, each with an interval over
//! clusters (LexPilot E.3.1; LRB 4.2).

use std::collections::BTreeMap;

use super::StatError;
use super::agreement::{Weights, kappa_of};
use super::proportions::wilson;
use super::resampling::{CaseBootstrap, Interval, case_bootstrap};

/// Most labels of a set.
pub const LABELS_MAX: usize = 6;

/// One item with the labels of both, each by its position in the set; `None` where a rater gave none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedItem<'a> {
    /// What is resampled.
    pub cluster: &'a str,
    /// By the first rater.
    pub first: Option<usize>,
    /// By the second rater.
    pub second: Option<usize>,
}

/// How far both agree. Every rate is a fraction; `None` where undefined.
#[derive(Clone, PartialEq, Debug)]
pub struct TwoRaters {
    /// Items that both labelled.
    pub n: u64,
    /// Items that one of them, or both, did not label, left out.
    pub n_missing: u64,
    /// Of these, without a label of the first, and of the second.
    pub missing_first: u64,
    pub missing_second: u64,
    /// Clusters behind the compared items.
    pub clusters: u64,
    /// Share of items with the same label, and its interval.
    pub agreement: Option<f64>,
    pub agreement_low: Option<f64>,
    pub agreement_high: Option<f64>,
    /// How that interval was made: `percentile` over clusters, `wilson` where the share is 0 or 1, with
    /// the clusters as trials, or `none`: of one cluster every resample is the same.
    pub agreement_method: &'static str,
    /// Cohen's kappa, nominal, and its percentile interval over clusters; no interval at 1 or -1, or of
    /// one cluster.
    pub kappa: Option<f64>,
    pub kappa_low: Option<f64>,
    pub kappa_high: Option<f64>,
    /// Resamples, and how many of them left kappa undefined.
    pub resamples: usize,
    pub discarded: usize,
    /// 2 x agreement - 1: chance taken as one half.
    pub pabak: Option<f64>,
    /// Counts: rows the first, columns the second.
    pub confusion: Vec<Vec<u64>>,
}

/// Compares two raters who choose among `labels` labels.
///
/// # Errors
/// When there are no labels or more than [`LABELS_MAX`], or an item has a label beyond them.
pub fn two_raters(
    labels: usize,
    items: &[RatedItem<'_>],
    options: &CaseBootstrap,
) -> Result<TwoRaters, StatError> {
    let beyond = |item: &RatedItem<'_>| [item.first, item.second].into_iter().flatten().any(|l| l >= labels);
    if let Some(at) = items.iter().position(beyond) {
        return Err(StatError::conflict(
            format!("items[{at}]"),
            format!("its label is not among the {labels}"),
        ));
    }
    match labels {
        1 | 2 => Ok(counted::<4>(labels, items, options)),
        3 => Ok(counted::<9>(labels, items, options)),
        4 => Ok(counted::<16>(labels, items, options)),
        5 => Ok(counted::<25>(labels, items, options)),
        LABELS_MAX => Ok(counted::<36>(labels, items, options)),
        _ => Err(StatError::value("labels", labels, "1 to 6")),
    }
}

/// `CELLS` is at least the square of `labels`.
fn counted<const CELLS: usize>(labels: usize, items: &[RatedItem<'_>], options: &CaseBootstrap) -> TwoRaters {
    let mut clusters: BTreeMap<&str, [u32; CELLS]> = BTreeMap::new();
    let (mut n_missing, mut missing_first, mut missing_second) = (0, 0, 0);
    for item in items {
        match (item.first, item.second) {
            (Some(first), Some(second)) => {
                clusters.entry(item.cluster).or_insert([0; CELLS])[first * labels + second] += 1;
            }
            (first, second) => {
                n_missing += 1;
                missing_first += u64::from(first.is_none());
                missing_second += u64::from(second.is_none());
            }
        }
    }
    let counts: Vec<Vec<[u32; CELLS]>> = clusters.values().map(|counts| vec![*counts]).collect();
    let mut total = [0u32; CELLS];
    for cluster in &counts {
        for (sum, count) in total.iter_mut().zip(&cluster[0]) {
            *sum += count;
        }
    }
    let agreed = |counts: &[u32; CELLS]| agreed(labels, counts);
    let nominal = |counts: &[u32; CELLS]| kappa_of(&table(labels, counts), Weights::Nominal);
    let agreement = agreed(&total);
    let kappa = nominal(&total);
    let of_kappa = case_bootstrap(&counts, nominal, options);
    let (agreement_low, agreement_high, agreement_method) =
        share_interval(agreement, counts.len() as u64, options.level, || {
            case_bootstrap(&counts, agreed, options)
        });
    let certain = kappa.is_none_or(|kappa| kappa.abs() == 1.0) || counts.len() < 2;
    let (kappa_low, kappa_high) = if certain { (None, None) } else { (of_kappa.low, of_kappa.high) };
    TwoRaters {
        n: total.iter().map(|count| u64::from(*count)).sum(),
        n_missing,
        missing_first,
        missing_second,
        clusters: counts.len() as u64,
        agreement,
        agreement_low,
        agreement_high,
        agreement_method,
        kappa,
        kappa_low,
        kappa_high,
        resamples: of_kappa.resamples,
        discarded: of_kappa.discarded,
        pabak: agreement.map(|share| 2.0 * share - 1.0),
        confusion: table(labels, &total),
    }
}

/// Ends and name of a share's interval: Wilson's, with the clusters as trials, where the share is 0 or
/// 1 and a resample of the clusters could give nothing else.
fn share_interval(
    share: Option<f64>,
    clusters: u64,
    level: f64,
    resampled: impl FnOnce() -> Interval,
) -> (Option<f64>, Option<f64>, &'static str) {
    let edge = match share {
        None => return (None, None, "none"),
        Some(0.0) => wilson(0, clusters, level),
        Some(1.0) => wilson(clusters, clusters, level),
        Some(_) => None,
    };
    match edge {
        Some((low, high)) => (Some(low), Some(high), "wilson"),
        None if clusters < 2 => (None, None, "none"),
        None => {
            let interval = resampled();
            (interval.low, interval.high, "percentile")
        }
    }
}

fn agreed(labels: usize, counts: &[u32]) -> Option<f64> {
    let n: u64 = counts.iter().map(|count| u64::from(*count)).sum();
    let same: u64 = (0..labels).map(|label| u64::from(counts[label * labels + label])).sum();
    (n > 0).then(|| same as f64 / n as f64)
}

fn table(labels: usize, counts: &[u32]) -> Vec<Vec<u64>> {
    let row = |row: &[u32]| row.iter().map(|count| u64::from(*count)).collect();
    counts[..labels * labels].chunks(labels).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> CaseBootstrap {
        CaseBootstrap { resamples: 200, ..CaseBootstrap::default() }
    }

    /// `(first, second, times)`, each item a cluster of its own.
    fn rated(labels: usize, cells: &[(usize, usize, usize)]) -> TwoRaters {
        let names: Vec<String> = (0..100).map(|at| format!("c{at:02}")).collect();
        let mut items = Vec::new();
        for (first, second, times) in cells {
            for _ in 0..*times {
                let cluster = names[items.len()].as_str();
                items.push(RatedItem { cluster, first: Some(*first), second: Some(*second) });
            }
        }
        two_raters(labels, &items, &options()).expect("labels are within the set")
    }

    #[test]
    fn any_number_of_labels_is_counted_alike() {
        // 10 items: 4 and 3 agreed, 1 and 2 not. Margins 5 5 and 6 4: expected 0.5, kappa 0.4.
        for labels in 2..=LABELS_MAX {
            let found = rated(labels, &[(0, 0, 4), (0, 1, 1), (1, 0, 2), (1, 1, 3)]);
            assert_eq!((found.n, found.agreement), (10, Some(0.7)));
            assert!((found.kappa.expect("defined") - 0.4).abs() < 1e-12, "{labels}");
            assert_eq!(found.confusion.len(), labels);
            assert_eq!((&found.confusion[0][..2], &found.confusion[1][..2]), (&[4, 1][..], &[2, 3][..]));
            assert!(found.kappa_low < found.kappa && found.kappa < found.kappa_high);
        }
        assert_eq!(rated(1, &[(0, 0, 3)]).kappa, None);
    }

    #[test]
    fn one_cluster_says_nothing_of_others() {
        let item = |second| RatedItem { cluster: "c", first: Some(0), second: Some(second) };
        let found = two_raters(2, &[item(0), item(0), item(1)], &options()).expect("within the set");
        assert_eq!((found.agreement_low, found.agreement_method), (None, "none"));
        assert_eq!((found.kappa, found.kappa_low), (Some(0.0), None));
        let found = two_raters(2, &[item(0)], &options()).expect("within the set");
        assert_eq!(found.agreement_method, "wilson");
    }

    #[test]
    fn labels_that_are_none_are_refused() {
        let item = RatedItem { cluster: "c", first: Some(0), second: Some(2) };
        assert!(two_raters(2, &[item], &options()).is_err());
        assert!(two_raters(3, &[item], &options()).is_ok());
        assert!(two_raters(0, &[], &options()).is_err());
        assert!(two_raters(LABELS_MAX + 1, &[], &options()).is_err());
    }
}
