//! Quadratic weighted kappa over claims (LexPilot 6.4, E.6, Tables 3, 4, 15-17).
//!
//! Everything is computed from integer counts, so that 0 and 1 are exact.

use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::StatError;
use super::error::same_length;
use super::moments::{mean_of_defined, ratio};

/// A verdict as a code on the fixed order Dismissed < Partially Supported < Supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum VerdictLabel {
    /// Code 0.
    Dismissed,
    /// Code 1.
    #[serde(rename = "Partially Supported")]
    PartiallySupported,
    /// Code 2.
    Supported,
}

impl VerdictLabel {
    /// The labels in their order.
    pub const ALL: [Self; 3] = [Self::Dismissed, Self::PartiallySupported, Self::Supported];

    /// The name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dismissed => "Dismissed",
            Self::PartiallySupported => "Partially Supported",
            Self::Supported => "Supported",
        }
    }
}

/// Claims counted by truth and prediction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct QwkCounts {
    /// Extracted predictions: rows truth, columns prediction, order Dismissed, Partially Supported, Supported.
    pub table: [[u32; 3]; 3],
    /// Claims without an extracted prediction, by truth.
    pub missing: [u32; 3],
}

/// 4 x the quadratic weight (i - j)^2 / (k - 1)^2 of three labels.
const WEIGHT_X4: [[u128; 3]; 3] = [[0, 1, 4], [1, 0, 1], [4, 1, 0]];

impl QwkCounts {
    /// Counts one claim.
    pub fn record(&mut self, truth: VerdictLabel, predicted: Option<VerdictLabel>) {
        let cell = match predicted {
            Some(predicted) => &mut self.table[truth as usize][predicted as usize],
            None => &mut self.missing[truth as usize],
        };
        *cell = cell.saturating_add(1);
    }

    /// Counts the claims of one case.
    ///
    /// # Errors
    /// When `truth` and `pred` differ in length: an omitted prediction is written `None`, never left out.
    pub fn record_case(
        &mut self,
        truth: &[VerdictLabel],
        predicted: &[Option<VerdictLabel>],
    ) -> Result<(), StatError> {
        same_length("truth", truth.len(), "pred", predicted.len())?;
        for (truth, predicted) in truth.iter().zip(predicted) {
            self.record(*truth, *predicted);
        }
        Ok(())
    }

    /// Adds the counts of `other`.
    pub fn add(&mut self, other: &Self) {
        let mine = self.to_array();
        let theirs = other.to_array();
        *self = Self::from(std::array::from_fn(|cell| mine[cell].saturating_add(theirs[cell])));
    }

    /// The table row by row, then the missing, as [`super::resampling::case_bootstrap`] takes them.
    pub fn to_array(self) -> [u32; 12] {
        std::array::from_fn(|cell| match cell {
            0..9 => self.table[cell / 3][cell % 3],
            _ => self.missing[cell - 9],
        })
    }

    /// Claims counted.
    pub fn n(&self) -> u64 {
        self.n_extracted() + self.n_missing()
    }

    /// Claims with an extracted prediction.
    pub fn n_extracted(&self) -> u64 {
        self.table.iter().flatten().map(|count| u64::from(*count)).sum()
    }

    /// Claims without an extracted prediction.
    pub fn n_missing(&self) -> u64 {
        self.missing.iter().map(|count| u64::from(*count)).sum()
    }

    /// Share of claims with an extracted prediction.
    pub fn coverage(&self) -> Option<f64> {
        ratio(self.n_extracted(), self.n())
    }

    /// Kappa with the missing predictions as a fourth column that disagrees with every label as much as the
    /// extremes do. The default: equal to the paper's kappa when nothing is missing, and lower than a positive
    /// [`Self::exclude`] when the missing claims have verdicts like the others. Silence on verdicts that are rare among
    /// the others widens the truth's margin, and can so raise a kappa near 0: print the number missing beside it.
    pub fn penalised(&self) -> Option<f64> {
        let n = u128::from(self.n());
        let missing = u128::from(self.n_missing());
        let rows = std::array::from_fn(|label| self.row(label) + u64::from(self.missing[label]));
        let columns = std::array::from_fn(|label| self.column(label));
        let observed = n * (self.observed_x4() + 4 * missing);
        let expected = expected_x4(rows, columns) + 4 * missing * n;
        one_minus(observed, expected)
    }

    /// Kappa over the extracted pairs alone; print only beside the number missing.
    pub fn exclude(&self) -> Option<f64> {
        let rows = std::array::from_fn(|label| self.row(label));
        let columns = std::array::from_fn(|label| self.column(label));
        one_minus(u128::from(self.n_extracted()) * self.observed_x4(), expected_x4(rows, columns))
    }

    /// Kappa when nothing is missing, else `None`.
    pub fn strict(&self) -> Option<f64> {
        if self.n_missing() == 0 { self.exclude() } else { None }
    }

    /// Kappa with each missing prediction set to the label farthest from the truth, half and half for Partially
    /// Supported.
    pub fn farthest(&self) -> Option<f64> {
        // Counts doubled, so that halves are whole.
        let mut doubled = self.table.map(|row| row.map(|count| 2 * u64::from(count)));
        let [dismissed, partially, supported] = self.missing.map(u64::from);
        doubled[0][2] += 2 * dismissed;
        doubled[1][0] += partially;
        doubled[1][2] += partially;
        doubled[2][0] += 2 * supported;
        let rows: [u64; 3] = doubled.map(|row| row.iter().sum());
        let columns: [u64; 3] = std::array::from_fn(|label| doubled.iter().map(|row| row[label]).sum());
        let observed: u128 = weighted(|row, column| u128::from(doubled[row][column]));
        one_minus(u128::from(rows.iter().sum::<u64>()) * observed, expected_x4(rows, columns))
    }

    /// Share of claims predicted exactly; a missing prediction is wrong.
    pub fn accuracy(&self) -> Option<f64> {
        ratio((0..3).map(|label| u64::from(self.table[label][label])).sum(), self.n())
    }

    /// Recall, precision and F1 of one label.
    pub fn label_scores(&self, label: VerdictLabel) -> LabelScores {
        let code = label as usize;
        let hits = u64::from(self.table[code][code]);
        let support = self.row(code) + u64::from(self.missing[code]);
        let predicted = self.column(code);
        LabelScores {
            support,
            predicted,
            recall: ratio(hits, support),
            precision: ratio(hits, predicted),
            f1: ratio(2 * hits, support + predicted),
        }
    }

    fn row(&self, label: usize) -> u64 {
        self.table[label].iter().map(|count| u64::from(*count)).sum()
    }

    fn column(&self, label: usize) -> u64 {
        self.table.iter().map(|row| u64::from(row[label])).sum()
    }

    fn observed_x4(&self) -> u128 {
        weighted(|row, column| u128::from(self.table[row][column]))
    }
}

impl From<[u32; 12]> for QwkCounts {
    fn from(counts: [u32; 12]) -> Self {
        Self {
            table: std::array::from_fn(|row| std::array::from_fn(|column| counts[3 * row + column])),
            missing: std::array::from_fn(|label| counts[9 + label]),
        }
    }
}

impl AddAssign for QwkCounts {
    fn add_assign(&mut self, other: Self) {
        self.add(&other);
    }
}

impl Sum for QwkCounts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |mut total, item| {
            total += item;
            total
        })
    }
}

/// Sum over the cells of 4 x weight x count.
fn weighted(count: impl Fn(usize, usize) -> u128) -> u128 {
    (0..3).map(|row| (0..3).map(|column| WEIGHT_X4[row][column] * count(row, column)).sum::<u128>()).sum()
}

/// Sum over the cells of 4 x weight x row margin x column margin.
fn expected_x4(rows: [u64; 3], columns: [u64; 3]) -> u128 {
    weighted(|row, column| u128::from(rows[row]) * u128::from(columns[column]))
}

/// `1 - observed / expected`, undefined when nothing is expected to disagree.
fn one_minus(observed: u128, expected: u128) -> Option<f64> {
    if expected == 0 {
        return None;
    }
    let kappa = if observed <= expected {
        (expected - observed) as f64 / expected as f64
    } else {
        -((observed - expected) as f64 / expected as f64)
    };
    Some(kappa)
}

/// How one label fares. Rates are fractions in [0, 1]; `None` on a zero denominator.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LabelScores {
    /// Claims with this truth.
    pub support: u64,
    /// Claims predicted so.
    pub predicted: u64,
    /// Hits / support.
    pub recall: Option<f64>,
    /// Hits / predicted.
    pub precision: Option<f64>,
    /// 2 hits / (support + predicted).
    pub f1: Option<f64>,
}

/// Scores over the claims pooled from all cases of one run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QwkPooled {
    /// Claims.
    pub n_claims: u64,
    /// Cases.
    pub n_cases: usize,
    /// Claims without an extracted prediction.
    pub n_missing: u64,
    /// Share of claims with one.
    pub coverage: Option<f64>,
    /// Extracted predictions, rows truth, columns prediction.
    pub confusion: [[u32; 3]; 3],
    /// See [`QwkCounts::strict`].
    pub qwk_strict: Option<f64>,
    /// See [`QwkCounts::exclude`].
    pub qwk_exclude: Option<f64>,
    /// See [`QwkCounts::penalised`].
    pub qwk_penalised: Option<f64>,
    /// See [`QwkCounts::farthest`].
    pub qwk_farthest: Option<f64>,
    /// See [`QwkCounts::accuracy`].
    pub accuracy: Option<f64>,
    /// See [`QwkCounts::label_scores`]; by label name.
    pub per_label: BTreeMap<&'static str, LabelScores>,
}

/// Scores cases, each given by its counts. Claims are pooled with equal weight; per-case kappas are never averaged.
pub fn qwk_pooled(cases: &[QwkCounts]) -> QwkPooled {
    let counts: QwkCounts = cases.iter().copied().sum();
    QwkPooled {
        n_claims: counts.n(),
        n_cases: cases.len(),
        n_missing: counts.n_missing(),
        coverage: counts.coverage(),
        confusion: counts.table,
        qwk_strict: counts.strict(),
        qwk_exclude: counts.exclude(),
        qwk_penalised: counts.penalised(),
        qwk_farthest: counts.farthest(),
        accuracy: counts.accuracy(),
        per_label: VerdictLabel::ALL.map(|label| (label.name(), counts.label_scores(label))).into(),
    }
}

/// Kappa of the claims pooled inside one group.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct GroupQwk {
    /// Cases of the group.
    pub n_cases: usize,
    /// Their claims.
    pub n_claims: u64,
    /// Penalised kappa.
    pub qwk: Option<f64>,
    /// Kappa over the extracted pairs alone.
    pub qwk_exclude: Option<f64>,
    /// Claims of the group without an extracted prediction.
    pub n_missing: u64,
    /// The group's table, rows truth, columns prediction.
    pub confusion: [[u32; 3]; 3],
}

/// Kappa by group (LexPilot 6.1, Tables 16-17).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QwkByClass {
    /// Penalised kappa over the claims of all groups; not the mean of the group values.
    pub overall: Option<f64>,
    /// By group name.
    pub by_class: BTreeMap<String, GroupQwk>,
    /// Mean of the defined group values, shown to make the difference from `overall` visible.
    pub mean_of_class_qwk: Option<f64>,
    /// Groups whose kappa is undefined.
    pub n_undefined_classes: usize,
}

/// Kappa of cases by group.
pub fn qwk_by_class<G: AsRef<str>>(cases: &[(G, QwkCounts)]) -> QwkByClass {
    let mut groups: BTreeMap<String, (usize, QwkCounts)> = BTreeMap::new();
    for (group, counts) in cases {
        let (n_cases, pooled) = groups.entry(group.as_ref().to_owned()).or_default();
        *n_cases += 1;
        *pooled += *counts;
    }
    let by_class: BTreeMap<String, GroupQwk> = groups
        .into_iter()
        .map(|(group, (n_cases, counts))| {
            let qwk = GroupQwk {
                n_cases,
                n_claims: counts.n(),
                qwk: counts.penalised(),
                qwk_exclude: counts.exclude(),
                n_missing: counts.n_missing(),
                confusion: counts.table,
            };
            (group, qwk)
        })
        .collect();
    let values: Vec<Option<f64>> = by_class.values().map(|group| group.qwk).collect();
    QwkByClass {
        overall: cases.iter().map(|(_, counts)| *counts).sum::<QwkCounts>().penalised(),
        mean_of_class_qwk: mean_of_defined(&values),
        n_undefined_classes: values.iter().filter(|value| value.is_none()).count(),
        by_class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(table: [[u32; 3]; 3], missing: [u32; 3]) -> QwkCounts {
        QwkCounts { table, missing }
    }

    #[test]
    fn perfect_agreement_is_exactly_one_and_constant_truth_exactly_zero() {
        assert_eq!(counts([[7, 0, 0], [0, 3, 0], [0, 0, 13]], [0; 3]).penalised(), Some(1.0));
        let constant_truth = counts([[0; 3], [0; 3], [17, 5, 31]], [0; 3]).penalised();
        assert_eq!(constant_truth, Some(0.0));
        assert!(constant_truth.is_some_and(f64::is_sign_positive));
    }

    #[test]
    fn one_label_everywhere_is_undefined_although_accuracy_is_one() {
        let same = counts([[0; 3], [0; 3], [0, 0, 9]], [0; 3]);
        assert_eq!((same.penalised(), same.exclude(), same.farthest()), (None, None, None));
        assert_eq!(same.accuracy(), Some(1.0));
        assert_eq!(QwkCounts::default().penalised(), None);
    }

    #[test]
    fn leaving_claims_out_lowers_a_positive_kappa() {
        let whole = counts([[5, 1, 0], [1, 5, 1], [0, 1, 5]], [0; 3]);
        let silent = counts([[5, 1, 0], [1, 5, 1], [0, 1, 5]], [2, 0, 1]);
        assert!(silent.penalised() < whole.penalised());
        assert_eq!(silent.exclude(), whole.exclude());
        assert_eq!(silent.strict(), None);
    }

    #[test]
    fn silence_that_widens_the_margin_of_the_truth_can_raise_a_kappa_near_zero() {
        let silent = counts([[4, 0, 4], [3, 2, 1], [3, 3, 3]], [0, 0, 1]);
        assert!(silent.exclude() > Some(0.0));
        assert!(silent.penalised() > silent.exclude());
    }

    #[test]
    fn silence_throughout_scores_chance() {
        assert_eq!(counts([[0; 3]; 3], [3, 2, 4]).penalised(), Some(0.0));
    }

    #[test]
    fn counts_survive_the_way_through_an_array() {
        let given = counts([[1, 2, 3], [4, 5, 6], [7, 8, 9]], [10, 11, 12]);
        assert_eq!(QwkCounts::from(given.to_array()), given);
        assert_eq!(given.to_array(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    }
}
