//! Scores of arguments under two policies (3-ply pipeline 3.4; notes D47-D50, D54).
//!
//! *Paper*: an answer that declines in whatever words abstains; it stays in the means with faithfulness
//! 1 and use 0. *Strict*: only the required sentence alone abstains; an abstained triple has no
//! faithfulness, and no use either where abstaining was right. Under both an extractor's failure is a
//! fault of the harness: the triple is taken out and counted, and never an abstention.
//!
//! A dialogue abstains where every ply does; where some do, the rest is scored (notes D50). Beside the whole
//! each side's own plies are scored by the same policies.

mod argument;
mod corpus;
mod error;
mod estimates;
mod metrics;
mod queue;
mod reading;
mod side;

use super::triple::Triple;

pub use argument::{ArgumentScore, Numbers, score_argument};
pub use corpus::{Group, PolicyScores, Scores, score_corpus};
pub use error::{ErrorAnalysis, Omission};
pub use estimates::{DIALOGUE, estimates, metrics_of};
pub use metrics::value_of;
pub use queue::{Entry, Reason, review_queue};
pub use reading::{PlyReading, Reading};
pub use side::SideScore;

/// An answer to a triple.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argued<'a> {
    /// What was given.
    pub triple: &'a Triple,
    /// What was read; `None` when the extractor failed.
    pub reading: Option<Reading>,
}

#[cfg(test)]
mod tests;
