//! Agreement of two raters: Cohen's kappa and the judge against a reference (LexPilot E.3.1, LRB 4.2, Table 2).

use serde::{Deserialize, Serialize};

use super::StatError;
use super::error::same_length;
use super::moments::ratio;

/// How much a disagreement between two labels weighs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weights {
    /// Every disagreement weighs the same.
    #[default]
    Nominal,
    /// By the distance of the labels.
    Linear,
    /// By the squared distance of the labels.
    Quadratic,
}

impl Weights {
    /// The weight as an integer; a common factor cancels in kappa.
    fn of(self, left: usize, right: usize) -> u128 {
        let distance = left.abs_diff(right) as u128;
        match self {
            Self::Nominal => u128::from(distance > 0),
            Self::Linear => distance,
            Self::Quadratic => distance * distance,
        }
    }
}

/// Kappa of a square table of counts, `1 - n * sum(w O) / sum(w row column)`; `None` when no disagreement is expected
/// (nothing counted, or both sides constant and equal). Integer arithmetic makes 0 and 1 exact.
pub(crate) fn kappa_of(table: &[Vec<u64>], weights: Weights) -> Option<f64> {
    let size = table.len();
    let rows: Vec<u128> = table.iter().map(|row| row.iter().map(|count| u128::from(*count)).sum()).collect();
    let columns: Vec<u128> =
        (0..size).map(|label| table.iter().map(|row| u128::from(row[label])).sum()).collect();
    let n: u128 = rows.iter().sum();
    let (mut observed, mut expected) = (0u128, 0u128);
    for (row, counts) in table.iter().enumerate() {
        for (column, count) in counts.iter().enumerate() {
            let weight = weights.of(row, column);
            observed += weight * n * u128::from(*count);
            expected += weight * rows[row] * columns[column];
        }
    }
    if expected == 0 {
        return None;
    }
    let excess = expected.abs_diff(observed) as f64 / expected as f64;
    Some(if observed <= expected { excess } else { -excess })
}

/// Agreement of two raters over a list of labels.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CohenKappa {
    /// Pairs with both labels.
    pub n: u64,
    /// Pairs without one of them, left out.
    pub n_missing: u64,
    /// Share of pairs with the same label.
    pub agreement: Option<f64>,
    /// Kappa under the weights.
    pub kappa: Option<f64>,
    /// Counts: rows `a`, columns `b`, in the order of the labels.
    pub confusion: Vec<Vec<u64>>,
}

/// Cohen's kappa of two raters. `labels` fixes the label set and, for weighted kappa, its order.
///
/// # Errors
/// When `a` and `b` differ in length, `labels` is empty or repeats a label, or a label is not in `labels`.
pub fn cohen_kappa<L: AsRef<str>>(
    a: &[Option<L>],
    b: &[Option<L>],
    labels: &[L],
    weights: Weights,
) -> Result<CohenKappa, StatError> {
    same_length("a", a.len(), "b", b.len())?;
    if labels.is_empty() {
        return Err(StatError::conflict("labels", "no label is given"));
    }
    for (index, label) in labels.iter().enumerate() {
        if labels[..index].iter().any(|earlier| earlier.as_ref() == label.as_ref()) {
            return Err(StatError::conflict(
                format!("labels[{index}]"),
                format!("{:?} is given twice", label.as_ref()),
            ));
        }
    }
    let code = |field: &str, index: usize, label: &L| {
        labels.iter().position(|known| known.as_ref() == label.as_ref()).ok_or_else(|| {
            StatError::value(format!("{field}[{index}]"), format!("{:?}", label.as_ref()), "one of `labels`")
        })
    };
    let mut confusion = vec![vec![0u64; labels.len()]; labels.len()];
    let mut n_missing = 0;
    for (index, (left, right)) in a.iter().zip(b).enumerate() {
        let left = left.as_ref().map(|label| code("a", index, label)).transpose()?;
        let right = right.as_ref().map(|label| code("b", index, label)).transpose()?;
        match (left, right) {
            (Some(left), Some(right)) => confusion[left][right] += 1,
            _ => n_missing += 1,
        }
    }
    let n = confusion.iter().flatten().sum();
    let agreed = (0..labels.len()).map(|label| confusion[label][label]).sum();
    Ok(CohenKappa {
        n,
        n_missing,
        agreement: ratio(agreed, n),
        kappa: kappa_of(&confusion, weights),
        confusion,
    })
}

/// A judge's binary decisions against a reference. `tp` = both positive, `fp` = judge positive and reference negative.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct JudgeAgreement {
    /// Pairs with both decisions.
    pub n: u64,
    /// Pairs without one of them, left out.
    pub n_missing: u64,
    /// True positives.
    pub tp: u64,
    /// False positives.
    pub fp: u64,
    /// False negatives.
    #[serde(rename = "fn")]
    pub fn_: u64,
    /// True negatives.
    pub tn: u64,
    /// (TP + TN) / n.
    pub agreement: Option<f64>,
    /// Cohen's kappa; `None` when both sides are constant and equal, 0 when exactly one is constant.
    pub kappa: Option<f64>,
    /// FP / n: share of all comparisons, what LRB Table 2 prints.
    pub fp_share: Option<f64>,
    /// FN / n: share of all comparisons, what LRB Table 2 prints.
    pub fn_share: Option<f64>,
    /// FP / (FP + TN): among the reference's negatives.
    pub fpr: Option<f64>,
    /// FN / (FN + TP): among the reference's positives.
    pub fnr: Option<f64>,
    /// Share of positives in the reference.
    pub pass_rate_reference: Option<f64>,
    /// Share of positives by the judge.
    pub pass_rate_judge: Option<f64>,
}

/// Agreement of a judge with a reference.
///
/// # Errors
/// When `reference` and `judge` differ in length.
pub fn judge_agreement(
    reference: &[Option<bool>],
    judge: &[Option<bool>],
) -> Result<JudgeAgreement, StatError> {
    same_length("reference", reference.len(), "judge", judge.len())?;
    let (mut tp, mut fp, mut fn_, mut tn, mut n_missing) = (0, 0, 0, 0, 0);
    for pair in reference.iter().zip(judge) {
        match pair {
            (Some(true), Some(true)) => tp += 1,
            (Some(false), Some(true)) => fp += 1,
            (Some(true), Some(false)) => fn_ += 1,
            (Some(false), Some(false)) => tn += 1,
            (None, _) | (_, None) => n_missing += 1,
        }
    }
    let n = tp + fp + fn_ + tn;
    Ok(JudgeAgreement {
        n,
        n_missing,
        tp,
        fp,
        fn_,
        tn,
        agreement: ratio(tp + tn, n),
        kappa: kappa_of(&[vec![tn, fp], vec![fn_, tp]], Weights::Nominal),
        fp_share: ratio(fp, n),
        fn_share: ratio(fn_, n),
        fpr: ratio(fp, fp + tn),
        fnr: ratio(fn_, fn_ + tp),
        pass_rate_reference: ratio(tp + fn_, n),
        pass_rate_judge: ratio(tp + fp, n),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_constant_side_scores_exactly_zero() {
        let scores =
            judge_agreement(&[Some(true); 5], &[Some(true), Some(true), None, Some(false), Some(false)]);
        let scores = scores.unwrap();
        assert_eq!((scores.kappa, scores.n_missing, scores.fpr), (Some(0.0), 1, None));
    }

    #[test]
    fn total_disagreement_of_balanced_sides_scores_minus_one() {
        let reference = [Some(true), Some(false)];
        let judge = [Some(false), Some(true)];
        assert_eq!(judge_agreement(&reference, &judge).unwrap().kappa, Some(-1.0));
    }

    #[test]
    fn an_unknown_label_is_refused_by_place() {
        let error = cohen_kappa(&[Some("x"), Some("z")], &[Some("x"), None], &["x", "y"], Weights::Nominal);
        assert!(error.unwrap_err().to_string().contains("`a[1]`"));
    }

    #[test]
    fn a_repeated_label_is_refused() {
        let error = cohen_kappa(&[], &[], &["x", "x"], Weights::Nominal).unwrap_err();
        assert!(error.to_string().contains("`labels[1]`"), "{error}");
        assert!(cohen_kappa::<&str>(&[], &[], &[], Weights::Nominal).is_err());
    }
}
