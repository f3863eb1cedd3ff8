//! What a statistic refuses, with the field that is at fault.

use thiserror::Error;

/// Input that a statistic refuses. `field` is the name of the argument as `docs/metrics.md` writes it, with an
/// index where one entry is at fault (`values[3]`).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StatError {
    /// Two sequences that run in parallel differ in length.
    #[error("`{left}` has {left_len} entries but `{right}` has {right_len}")]
    Length {
        /// First field.
        left: String,
        /// Number of entries in the first field.
        left_len: usize,
        /// Second field.
        right: String,
        /// Number of entries in the second field.
        right_len: usize,
    },
    /// A value lies outside what the field admits.
    #[error("`{field}`: {value} is not {expected}")]
    Value {
        /// The field at fault.
        field: String,
        /// The value as given.
        value: String,
        /// What the field admits, fitting "is not ...".
        expected: &'static str,
    },
    /// Entries that are each admissible do not fit together.
    #[error("`{field}`: {reason}")]
    Conflict {
        /// The field at fault.
        field: String,
        /// Why the entries do not fit.
        reason: String,
    },
}

impl StatError {
    /// A value that the field does not admit.
    pub(crate) fn value(field: impl Into<String>, value: impl ToString, expected: &'static str) -> Self {
        Self::Value { field: field.into(), value: value.to_string(), expected }
    }

    /// Entries that contradict each other.
    pub(crate) fn conflict(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Conflict { field: field.into(), reason: reason.into() }
    }
}

/// Refuses two parallel sequences of different length.
pub(crate) fn same_length(
    left: &str,
    left_len: usize,
    right: &str,
    right_len: usize,
) -> Result<(), StatError> {
    if left_len == right_len {
        return Ok(());
    }
    Err(StatError::Length { left: left.to_owned(), left_len, right: right.to_owned(), right_len })
}

/// Refuses NaN and infinities.
pub(crate) fn all_finite(field: &str, values: &[f64]) -> Result<(), StatError> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(index) => Err(StatError::value(format!("{field}[{index}]"), values[index], "a finite number")),
    }
}

/// Refuses NaN and infinities among the values that are present.
pub(crate) fn all_present_finite(field: &str, values: &[Option<f64>]) -> Result<(), StatError> {
    for (index, value) in values.iter().enumerate() {
        if let Some(value) = value.filter(|value| !value.is_finite()) {
            return Err(StatError::value(format!("{field}[{index}]"), value, "a finite number or null"));
        }
    }
    Ok(())
}

/// Refuses a confidence level outside the open interval (0, 1).
pub(crate) fn confidence_level(level: f64) -> Result<(), StatError> {
    open_unit("level", level)
}

/// Refuses a number outside the open interval (0, 1).
pub(crate) fn open_unit(field: &str, value: f64) -> Result<(), StatError> {
    if value > 0.0 && value < 1.0 {
        return Ok(());
    }
    Err(StatError::value(field, value, "between 0 and 1, both excluded"))
}

/// Refuses a number outside the closed interval [0, 1].
pub(crate) fn closed_unit(field: &str, value: f64) -> Result<(), StatError> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(StatError::value(field, value, "between 0 and 1"))
}
