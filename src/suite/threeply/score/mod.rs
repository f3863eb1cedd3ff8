//! Scores of arguments under two policies (3-ply pipeline 3.4; notes D47-D50, D54).
//!
//! *Paper*: an answer that declines in whatever words abstains; it stays in the means with faithfulness
//! 1 and use 0. *Strict*: only the required sentence alone abstains; an abstained triple has no
//! faithfulness, and no use either where abstaining was right. Under both an extractor's failure is a
//! fault of the harness: the triple is taken out and counted, and never an abstention.

mod argument;
mod corpus;
mod error;
mod estimates;
mod metrics;
mod queue;

use std::collections::BTreeMap;

use crate::stats::factors::TripleFactors;

use super::extract::{Abstention, Cited, Extraction, Flag};
use super::triple::Triple;

pub use argument::{ArgumentScore, Numbers, score_argument};
pub use corpus::{Group, PolicyScores, Scores, score_corpus};
pub use error::{ErrorAnalysis, Omission};
pub use estimates::estimates;
pub use metrics::value_of;
pub use queue::{Entry, Reason, review_queue};

/// What an extractor made of one answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Factors asserted of each case.
    pub factors: TripleFactors,
    /// Whether the answer abstains.
    pub abstention: Abstention,
    /// Whom each side cites.
    pub cited: Cited,
    /// What is odd about it.
    pub flags: BTreeMap<Flag, usize>,
    /// Mentions that could not be attributed.
    pub unattributed: usize,
}

impl From<&Extraction> for Reading {
    fn from(extraction: &Extraction) -> Self {
        Self {
            factors: extraction.factors(),
            abstention: extraction.abstention,
            cited: extraction.cited,
            flags: extraction.flags.clone(),
            unattributed: extraction.unattributed,
        }
    }
}

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
