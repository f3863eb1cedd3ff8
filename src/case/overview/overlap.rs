//! How much histories of different cases share: a sign of cases written from one mould.

use std::collections::HashMap;

use serde::Serialize;

use super::super::consultation::Case;
use super::super::label::Language;
use super::super::measure::runs;

/// Length of the runs compared: characters (Chinese) or words.
const RUN: usize = 8;
/// Cases compared at most; of a larger pack every k-th.
const COMPARED_MAX: usize = 500;

/// Overlap between the cases of one language, over all pairs of different cases.
///
/// The overlap of a pair is the share of the 8-character (Chinese) or 8-word runs of the case with
/// fewer of them, both histories together, which the other case has as well.
#[derive(Serialize, Debug, Clone, PartialEq)]
pub struct Overlap {
    /// Language of the cases.
    pub language: Language,
    /// Cases compared: all, or 500 spread evenly over a larger pack.
    pub cases: usize,
    /// Median over the pairs, in [0, 1].
    pub median: f64,
    /// The pair with most overlap; the first in order of id where several have it.
    pub worst: OverlapPair,
}

/// Two cases and what they share.
#[derive(Serialize, Debug, Clone, PartialEq)]
pub struct OverlapPair {
    /// Id of the one.
    pub a: String,
    /// Id of the other.
    pub b: String,
    /// In [0, 1].
    pub share: f64,
}

/// `None` with fewer than two cases of the language.
pub(super) fn of(cases: &[Case], language: Language) -> Option<Overlap> {
    let all: Vec<&Case> = cases.iter().filter(|case| case.language == language).collect();
    let step = all.len().div_ceil(COMPARED_MAX).max(1);
    let compared: Vec<&Case> = all.into_iter().step_by(step).collect();
    let n = compared.len();
    let mut owners: HashMap<String, Vec<usize>> = HashMap::new();
    let mut sizes = vec![0_usize; n];
    for (i, case) in compared.iter().enumerate() {
        let private = case.private();
        for run in private
            .complete
            .iter()
            .chain(&private.underspecified)
            .flat_map(|turn| runs(&turn.text, language, RUN))
        {
            let owners = owners.entry(run).or_default();
            if owners.last() != Some(&i) {
                owners.push(i);
                sizes[i] += 1;
            }
        }
    }
    let mut shared = vec![0_usize; n * n];
    for owners in owners.values() {
        for (k, &a) in owners.iter().enumerate() {
            for &b in &owners[k + 1..] {
                shared[a * n + b] += 1;
            }
        }
    }
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let share = |(a, b): (usize, usize)| {
        let least = sizes[a].min(sizes[b]);
        if least == 0 { 0.0 } else { shared[a * n + b] as f64 / least as f64 }
    };
    let mut shares: Vec<f64> = pairs.clone().map(share).collect();
    let (a, b) = pairs.reduce(|worst, pair| if share(pair) > share(worst) { pair } else { worst })?;
    shares.sort_by(f64::total_cmp);
    let middle = shares.len() / 2;
    let median = match shares.len().is_multiple_of(2) {
        true => (shares[middle - 1] + shares[middle]) / 2.0,
        false => shares[middle],
    };
    let worst = OverlapPair { a: compared[a].id.clone(), b: compared[b].id.clone(), share: share((a, b)) };
    Some(Overlap { language, cases: n, median, worst })
}
