//! A share corrected for the errors of the judge that counted it (Rogan and Gladen 1978), with the interval of Lang and
//! Reiczigel (2014).
//!
//! A judge that finds a property in a share q of the answers is wrong at known rates: its sensitivity and specificity
//! come from a sample that people labelled too. The true share follows from q = p se + (1 - p)(1 - sp).

use serde::{Deserialize, Serialize};

use super::StatError;
use super::distributions::normal_critical;
use super::error::confidence_level;
use super::moments::ratio;

/// What a judge found, and how it fared on a validation sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgedShare {
    /// Answers the judge labelled.
    pub n: u32,
    /// Of these, labelled positive.
    pub positive: u32,
    /// Validation: positive by people and by the judge.
    pub tp: u32,
    /// Validation: positive by people, negative by the judge.
    #[serde(rename = "fn")]
    pub fn_: u32,
    /// Validation: negative by people and by the judge.
    pub tn: u32,
    /// Validation: negative by people, positive by the judge.
    pub fp: u32,
}

/// A corrected share. `None` where a denominator is empty or the judge is no better than chance
/// (sensitivity + specificity <= 1).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PrevalenceCorrected {
    /// positive / n, as the judge has it.
    pub observed: Option<f64>,
    /// TP / (TP + FN) of the validation sample.
    pub sensitivity: Option<f64>,
    /// TN / (TN + FP) of the validation sample.
    pub specificity: Option<f64>,
    /// (observed + specificity - 1) / (sensitivity + specificity - 1); may leave [0, 1].
    pub corrected: Option<f64>,
    /// The same, clipped to [0, 1].
    pub corrected_clipped: Option<f64>,
    /// Standard error of `corrected` by the delta method, all three rates uncertain.
    pub se_delta: Option<f64>,
    /// Lower end of the Lang-Reiczigel interval, clipped to [0, 1]. Both ends at 0, or both at 1, mean that the share
    /// found contradicts the validation sample.
    pub ci_low: Option<f64>,
    /// Upper end.
    pub ci_high: Option<f64>,
}

/// Corrects a share for its judge, with an interval at `level` in (0, 1).
///
/// # Errors
/// When `positive` exceeds `n` or `level` is outside (0, 1).
pub fn prevalence_corrected(share: &JudgedShare, level: f64) -> Result<PrevalenceCorrected, StatError> {
    confidence_level(level)?;
    if share.positive > share.n {
        return Err(StatError::conflict("positive", format!("{} positive of {}", share.positive, share.n)));
    }
    let wide = u64::from;
    let observed = Binomial { hits: wide(share.positive), n: wide(share.n) };
    let sensitivity = Binomial { hits: wide(share.tp), n: wide(share.tp) + wide(share.fn_) };
    let specificity = Binomial { hits: wide(share.tn), n: wide(share.tn) + wide(share.fp) };
    let plain = [observed.plain(), sensitivity.plain(), specificity.plain()];
    let corrected = rogan_gladen(&plain);
    let z = normal_critical(level);
    let adjusted = [observed.adjusted(z * z / 2.0), sensitivity.adjusted(1.0), specificity.adjusted(1.0)];
    let interval = corrected.and_then(|_| lang_reiczigel(&adjusted, z));
    Ok(PrevalenceCorrected {
        observed: ratio(observed.hits, observed.n),
        sensitivity: ratio(sensitivity.hits, sensitivity.n),
        specificity: ratio(specificity.hits, specificity.n),
        corrected,
        corrected_clipped: corrected.map(|share| share.clamp(0.0, 1.0)),
        se_delta: corrected.map(|share| variance(&plain, share).sqrt()),
        ci_low: interval.map(|(low, _)| low),
        ci_high: interval.map(|(_, high)| high),
    })
}

struct Binomial {
    hits: u64,
    n: u64,
}

/// A rate and the number of trials behind it.
#[derive(Clone, Copy)]
struct Estimated {
    rate: f64,
    n: f64,
}

impl Estimated {
    fn variance(self) -> f64 {
        self.rate * (1.0 - self.rate) / self.n
    }
}

impl Binomial {
    fn plain(&self) -> Estimated {
        Estimated { rate: self.hits as f64 / self.n as f64, n: self.n as f64 }
    }

    /// With `extra` successes and as many failures added.
    fn adjusted(&self, extra: f64) -> Estimated {
        let n = self.n as f64 + 2.0 * extra;
        Estimated { rate: (self.hits as f64 + extra) / n, n }
    }
}

/// Observed, sensitivity, specificity -> true share; `None` where a rate is undefined or the judge is no better than
/// chance.
fn rogan_gladen([observed, sensitivity, specificity]: &[Estimated; 3]) -> Option<f64> {
    let youden = sensitivity.rate + specificity.rate - 1.0;
    (youden > 1e-12 && observed.n > 0.0).then(|| (observed.rate + specificity.rate - 1.0) / youden + 0.0)
}

/// Variance of the corrected share by the delta method.
fn variance([observed, sensitivity, specificity]: &[Estimated; 3], share: f64) -> f64 {
    let youden = sensitivity.rate + specificity.rate - 1.0;
    (observed.variance()
        + share * share * sensitivity.variance()
        + (1.0 - share).powi(2) * specificity.variance())
        / (youden * youden)
}

/// Equations 16 and 17 of Lang and Reiczigel (2014), on the adjusted rates.
fn lang_reiczigel(adjusted: &[Estimated; 3], z: f64) -> Option<(f64, f64)> {
    let [_, sensitivity, specificity] = adjusted;
    let share = rogan_gladen(adjusted)?;
    let shift = 2.0 * z * z * (share * sensitivity.variance() - (1.0 - share) * specificity.variance());
    let half = z * variance(adjusted, share).sqrt();
    let end = |value: f64| value.clamp(0.0, 1.0);
    Some((end(share + shift - half), end(share + shift + half)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARE: JudgedShare = JudgedShare { n: 400, positive: 100, tp: 45, fn_: 5, tn: 90, fp: 10 };

    #[test]
    fn a_perfect_judge_changes_nothing() {
        let perfect = JudgedShare { fn_: 0, fp: 0, ..SHARE };
        let found = prevalence_corrected(&perfect, 0.95).unwrap();
        assert_eq!((found.corrected, found.observed), (Some(0.25), Some(0.25)));
    }

    #[test]
    fn the_corrected_share_solves_the_mixing_equation() {
        let found = prevalence_corrected(&SHARE, 0.95).unwrap();
        let p = found.corrected.unwrap();
        assert!((p * 0.9 + (1.0 - p) * 0.1 - 0.25).abs() < 1e-15);
        assert!(found.ci_low < found.corrected && found.corrected < found.ci_high);
    }

    #[test]
    fn a_judge_no_better_than_chance_corrects_nothing() {
        let chance = JudgedShare { tp: 25, fn_: 25, tn: 50, fp: 50, ..SHARE };
        let found = prevalence_corrected(&chance, 0.95).unwrap();
        assert_eq!((found.observed, found.corrected, found.ci_low), (Some(0.25), None, None));
        let unvalidated = JudgedShare { tp: 0, fn_: 0, ..SHARE };
        assert_eq!(prevalence_corrected(&unvalidated, 0.95).unwrap().corrected, None);
    }

    #[test]
    fn more_positives_than_answers_are_refused() {
        let error = prevalence_corrected(&JudgedShare { n: 3, positive: 4, ..SHARE }, 0.95).unwrap_err();
        assert!(error.to_string().contains("`positive`"), "{error}");
    }
}
