//! Why a metric is not computed.

use thiserror::Error;

use crate::stats::StatError;

/// Why a metric is not computed. The message names the field at fault.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MetricError {
    /// No metric has this name.
    #[error("no metric is called {name:?}{}", hint(nearest.as_deref()))]
    UnknownMetric {
        /// The name asked for.
        name: String,
        /// A name that is close.
        nearest: Option<String>,
    },
    /// An option is unknown or has a value it does not admit.
    #[error("params.{field}: {reason}")]
    Param {
        /// The option.
        field: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The input does not have the shape of the metric.
    #[error("{field}: {reason}")]
    Input {
        /// Path into the input, such as `cases[2].pred[0]`.
        field: String,
        /// What is wrong there.
        reason: String,
    },
    /// The input has the shape but is refused.
    #[error(transparent)]
    Refused(#[from] StatError),
    /// A text is not in its format.
    #[error("line {line}: {reason}")]
    Text {
        /// Line, from 1.
        line: u64,
        /// What is wrong there.
        reason: String,
    },
}

impl MetricError {
    pub(super) fn input(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Input { field: field.into(), reason: reason.into() }
    }

    pub(super) fn param(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Param { field: field.into(), reason: reason.into() }
    }

    pub(super) fn text(line: u64, reason: impl Into<String>) -> Self {
        Self::Text { line, reason: reason.into() }
    }
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(", did you mean {name:?}?")).unwrap_or_default()
}
