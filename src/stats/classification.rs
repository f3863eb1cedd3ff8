//! Two-class scores of the legal completeness assessment (LexPilot 6.2, E.2, E.4, Table 14).

use std::iter::Sum;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::StatError;
use super::error::same_length;
use super::moments::ratio;

/// What a consultation is, or what an assistant treats it as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Completeness {
    /// The facts needed for every verdict are told.
    Complete,
    /// At least one fact that a verdict needs is missing.
    Underspecified,
}

/// Confusion counts over consultations: `c_u` = truth complete, treated as underspecified, and so on.
/// `*_missing` counts the consultations without a class for the assistant's own reason (*neither* included);
/// they are false negatives of their class and false positives of none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
pub struct LcaCounts {
    /// Complete, treated as complete.
    pub c_c: u32,
    /// Complete, treated as underspecified (over-asking).
    pub c_u: u32,
    /// Complete, without a class.
    pub c_missing: u32,
    /// Underspecified, treated as complete (premature).
    pub u_c: u32,
    /// Underspecified, treated as underspecified.
    pub u_u: u32,
    /// Underspecified, without a class.
    pub u_missing: u32,
}

impl LcaCounts {
    /// Counts one consultation.
    pub fn record(&mut self, truth: Completeness, predicted: Option<Completeness>) {
        use Completeness::{Complete, Underspecified};
        let cell = match (truth, predicted) {
            (Complete, Some(Complete)) => &mut self.c_c,
            (Complete, Some(Underspecified)) => &mut self.c_u,
            (Complete, None) => &mut self.c_missing,
            (Underspecified, Some(Complete)) => &mut self.u_c,
            (Underspecified, Some(Underspecified)) => &mut self.u_u,
            (Underspecified, None) => &mut self.u_missing,
        };
        *cell = cell.saturating_add(1);
    }

    /// Adds the counts of `other`.
    pub fn add(&mut self, other: &Self) {
        let mine = self.to_array();
        let theirs = other.to_array();
        *self = Self::from(std::array::from_fn(|cell| mine[cell].saturating_add(theirs[cell])));
    }

    /// The counts in the order of the fields, as [`super::resampling::case_bootstrap`] takes them.
    pub fn to_array(self) -> [u32; 6] {
        [self.c_c, self.c_u, self.c_missing, self.u_c, self.u_u, self.u_missing]
    }

    /// Consultations counted.
    pub fn n(&self) -> u64 {
        self.n_complete() + self.n_underspecified()
    }

    /// Consultations that are complete in truth.
    pub fn n_complete(&self) -> u64 {
        total([self.c_c, self.c_u, self.c_missing])
    }

    /// Consultations that are underspecified in truth.
    pub fn n_underspecified(&self) -> u64 {
        total([self.u_c, self.u_u, self.u_missing])
    }

    /// Consultations without a predicted class.
    pub fn n_missing(&self) -> u64 {
        total([self.c_missing, self.u_missing])
    }

    /// F1 of the class *complete*; `None` when it occurs neither in truth nor in prediction.
    pub fn f1_complete(&self) -> Option<f64> {
        f1(self.c_c, self.n_complete(), total([self.c_c, self.u_c]))
    }

    /// F1 of the class *underspecified*; `None` when it occurs neither in truth nor in prediction.
    pub fn f1_underspecified(&self) -> Option<f64> {
        f1(self.u_u, self.n_underspecified(), total([self.u_u, self.c_u]))
    }

    /// Unweighted mean of the two F1; `None` when either is undefined.
    pub fn macro_f1(&self) -> Option<f64> {
        Some(f64::midpoint(self.f1_complete()?, self.f1_underspecified()?))
    }

    /// Macro-F1 with scikit-learn's `zero_division=0`: an undefined class counts 0; `None` only without data.
    pub fn macro_f1_zero_division_0(&self) -> Option<f64> {
        let or_zero = |f1: Option<f64>| f1.unwrap_or(0.0);
        (self.n() > 0).then(|| f64::midpoint(or_zero(self.f1_complete()), or_zero(self.f1_underspecified())))
    }

    /// Recall of *complete* (AccC); missing predictions stay below the line.
    pub fn acc_c(&self) -> Option<f64> {
        ratio(u64::from(self.c_c), self.n_complete())
    }

    /// Recall of *underspecified* (AccU); missing predictions stay below the line.
    pub fn acc_u(&self) -> Option<f64> {
        ratio(u64::from(self.u_u), self.n_underspecified())
    }

    /// Share of complete consultations that the assistant treated as underspecified.
    pub fn over_asking_rate(&self) -> Option<f64> {
        ratio(u64::from(self.c_u), self.n_complete())
    }

    /// Share of underspecified consultations that the assistant treated as complete.
    pub fn premature_rate(&self) -> Option<f64> {
        ratio(u64::from(self.u_c), self.n_underspecified())
    }

    /// Share treated as what they are; a missing prediction is wrong.
    pub fn accuracy(&self) -> Option<f64> {
        ratio(total([self.c_c, self.u_u]), self.n())
    }
}

impl From<[u32; 6]> for LcaCounts {
    fn from([c_c, c_u, c_missing, u_c, u_u, u_missing]: [u32; 6]) -> Self {
        Self { c_c, c_u, c_missing, u_c, u_u, u_missing }
    }
}

impl AddAssign for LcaCounts {
    fn add_assign(&mut self, other: Self) {
        self.add(&other);
    }
}

impl Sum for LcaCounts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |mut total, item| {
            total += item;
            total
        })
    }
}

fn total<const N: usize>(counts: [u32; N]) -> u64 {
    counts.into_iter().map(u64::from).sum()
}

/// 2TP / (2TP + FP + FN), written with the margins: 2TP / (support + predicted).
fn f1(true_positives: u32, support: u64, predicted: u64) -> Option<f64> {
    ratio(2 * u64::from(true_positives), support + predicted)
}

/// Scores of one run of the completeness assessment. Rates are fractions in [0, 1].
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LcaScores {
    /// Consultations.
    pub n: u64,
    /// Of these, complete in truth.
    pub n_complete: u64,
    /// Of these, underspecified in truth.
    pub n_underspecified: u64,
    /// Without a predicted class.
    pub n_missing: u64,
    /// The confusion counts.
    pub confusion: LcaCounts,
    /// See [`LcaCounts::f1_complete`].
    pub f1_complete: Option<f64>,
    /// See [`LcaCounts::f1_underspecified`].
    pub f1_underspecified: Option<f64>,
    /// See [`LcaCounts::macro_f1`].
    pub macro_f1: Option<f64>,
    /// See [`LcaCounts::macro_f1_zero_division_0`].
    pub macro_f1_zero_division_0: Option<f64>,
    /// See [`LcaCounts::acc_c`].
    pub acc_c: Option<f64>,
    /// See [`LcaCounts::acc_u`].
    pub acc_u: Option<f64>,
    /// See [`LcaCounts::over_asking_rate`].
    pub over_asking_rate: Option<f64>,
    /// See [`LcaCounts::premature_rate`].
    pub premature_rate: Option<f64>,
    /// See [`LcaCounts::accuracy`].
    pub accuracy: Option<f64>,
}

impl From<LcaCounts> for LcaScores {
    fn from(counts: LcaCounts) -> Self {
        Self {
            n: counts.n(),
            n_complete: counts.n_complete(),
            n_underspecified: counts.n_underspecified(),
            n_missing: counts.n_missing(),
            confusion: counts,
            f1_complete: counts.f1_complete(),
            f1_underspecified: counts.f1_underspecified(),
            macro_f1: counts.macro_f1(),
            macro_f1_zero_division_0: counts.macro_f1_zero_division_0(),
            acc_c: counts.acc_c(),
            acc_u: counts.acc_u(),
            over_asking_rate: counts.over_asking_rate(),
            premature_rate: counts.premature_rate(),
            accuracy: counts.accuracy(),
        }
    }
}

/// Scores the consultations of one run; never pool several runs into one call (LexPilot E.2 averages scores).
///
/// # Errors
/// When `y_true` and `y_pred` differ in length.
pub fn lca_scores(
    truth: &[Completeness],
    predicted: &[Option<Completeness>],
) -> Result<LcaScores, StatError> {
    same_length("y_true", truth.len(), "y_pred", predicted.len())?;
    let mut counts = LcaCounts::default();
    for (truth, predicted) in truth.iter().zip(predicted) {
        counts.record(*truth, *predicted);
    }
    Ok(counts.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_without_a_class_is_wrong_for_its_own_class_only() {
        let counts = LcaCounts { c_c: 1, c_missing: 1, u_u: 1, u_missing: 1, ..LcaCounts::default() };
        assert_eq!(counts.f1_complete(), Some(2.0 / 3.0));
        assert_eq!(counts.over_asking_rate(), Some(0.0));
        assert_eq!(counts.acc_c(), Some(0.5));
    }

    #[test]
    fn a_class_that_occurs_nowhere_leaves_macro_f1_undefined() {
        let counts = LcaCounts { c_c: 3, ..LcaCounts::default() };
        assert_eq!(counts.macro_f1(), None);
        assert_eq!(counts.macro_f1_zero_division_0(), Some(0.5));
        assert_eq!(LcaCounts::default().macro_f1_zero_division_0(), None);
    }

    #[test]
    fn counts_survive_the_way_through_an_array() {
        let counts = LcaCounts { c_c: 1, c_u: 2, c_missing: 3, u_c: 4, u_u: 5, u_missing: 6 };
        assert_eq!(LcaCounts::from(counts.to_array()), counts);
        assert_eq!([counts, counts].into_iter().sum::<LcaCounts>().n(), 42);
    }
}
