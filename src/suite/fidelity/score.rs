//! From replies to numbers (`metrics_spec` 1.9, 1.10). Pure.

mod groups;
mod pairs;
mod rates;
mod worst;

use serde::Serialize;

use super::record::{QuestionRecord, ReplyRecord};
use crate::stats::resampling::CaseBootstrap;

pub use groups::{QuestionRates, UserFidelity};
pub use pairs::{Difference, UserPair};
pub use rates::{Accuracy, ConditionRates, Joint, Outcome, Rate};
pub use worst::worst;

/// How numbers get their intervals.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scoring {
    /// Level of the intervals, in (0, 1).
    pub level: f64,
    /// Resamples where the bootstrap has no exact distribution.
    pub resamples: usize,
    /// Key of their random stream.
    pub seed: [u8; 32],
}

impl Default for Scoring {
    fn default() -> Self {
        let CaseBootstrap { resamples, level, seed } = CaseBootstrap::default();
        Self { level, resamples, seed }
    }
}

/// Everything that the probes came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fidelity {
    /// Each user over all probes, then by class and by type of the fact.
    pub users: Vec<UserFidelity>,
    /// Users against each other on the requests that both were assessed on.
    pub pairs: Vec<UserPair>,
    /// Which questions the DCG judge accepts.
    pub questions: Vec<QuestionRates>,
}

/// Scores the replies of these users. What was lost is counted, and in no number.
pub fn score(
    users: &[String],
    replies: &[ReplyRecord],
    questions: &[QuestionRecord],
    options: &Scoring,
) -> Fidelity {
    let of_user = |user: &String| -> Vec<&ReplyRecord> {
        replies.iter().filter(|reply| reply.unit.user == *user).collect()
    };
    Fidelity {
        users: users.iter().flat_map(|user| groups::of(user, &of_user(user), questions, options)).collect(),
        pairs: pairs::between(users, replies, options),
        questions: groups::of_questions(questions, options),
    }
}

#[cfg(test)]
mod tests;
