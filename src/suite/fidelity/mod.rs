//! Fidelity of user simulators (LexPilot E.3.2, E.3.3): four requests on one fact, each to a user who has
//! heard the original history and nothing since; a reply is assessed by an assessor, its question by the
//! DCG judge. There are no records but the journal: what was paid for is answered from it.
//!
//! `docs/fidelity.md` describes the protocol, the assessment and every number.

mod play;
mod record;
mod score;
mod study;
mod unit;

use std::sync::Arc;

use crate::model::journal::TaskOf;

pub use play::{Accepted, Probed, accept, planned_question, planned_reply, probe_user};
pub use record::{Lost, QuestionRecord, ReplyRecord, Silent};
pub use score::{
    Accuracy, ConditionRates, Difference, Fidelity, Joint, Outcome, QuestionRates, Rate, Scoring,
    UserFidelity, UserPair, score, worst,
};
pub use study::ProbeStudy;
pub use unit::{ProbeQuestion, ProbeUnit};

/// The suite's name in identities and files.
pub const SUITE: &str = "fidelity";

/// The task of all of its asks, as costs are listed.
pub fn tasks() -> TaskOf {
    Arc::new(|_| SUITE)
}
