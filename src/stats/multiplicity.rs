//! Holm's step-down adjustment of a family of p-values (Holm 1979).

use serde::Serialize;

use super::StatError;
use super::error::{closed_unit, open_unit};

/// Adjusted p-values, in input order.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Holm {
    /// p-values that are present.
    pub m: usize,
    /// Monotone adjusted p-values, capped at 1; `None` where there is no p-value.
    pub adjusted: Vec<Option<f64>>,
    /// Whether the adjusted p-value is at most `alpha`.
    pub reject: Vec<Option<bool>>,
}

/// Adjusts a family of p-values; a missing one stays missing and does not count in the family.
///
/// # Errors
/// When a p-value is outside [0, 1] or `alpha` is outside (0, 1).
pub fn holm(p: &[Option<f64>], alpha: f64) -> Result<Holm, StatError> {
    open_unit("alpha", alpha)?;
    let mut family: Vec<(usize, f64)> = Vec::new();
    for (index, value) in p.iter().enumerate() {
        if let Some(value) = value {
            closed_unit(&format!("p[{index}]"), *value)?;
            family.push((index, value + 0.0));
        }
    }
    family.sort_by(|left, right| left.1.total_cmp(&right.1));
    let mut adjusted = vec![None; p.len()];
    let mut floor = 0.0f64;
    for (step, (index, value)) in family.iter().enumerate() {
        floor = floor.max(value * (family.len() - step) as f64).min(1.0);
        adjusted[*index] = Some(floor);
    }
    Ok(Holm {
        m: family.len(),
        reject: adjusted.iter().map(|value| value.map(|value| value <= alpha)).collect(),
        adjusted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_step_never_falls_below_an_earlier_one() {
        let found = holm(&[Some(0.01), Some(0.04), None, Some(0.03)], 0.05).unwrap();
        assert_eq!(found.adjusted, vec![Some(0.03), Some(0.06), None, Some(0.06)]);
        assert_eq!(found.reject, vec![Some(true), Some(false), None, Some(false)]);
    }

    #[test]
    fn a_p_value_outside_the_unit_interval_is_refused_by_place() {
        for wrong in [1.2, -0.1, f64::NAN] {
            let error = holm(&[Some(0.5), Some(wrong)], 0.05).unwrap_err();
            assert!(error.to_string().contains("`p[1]`"), "{error}");
        }
        assert!(holm(&[], 0.0).unwrap_err().to_string().contains("alpha"));
    }
}
