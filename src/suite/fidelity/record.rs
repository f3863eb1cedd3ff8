//! What came of a request, as `probe.json` holds it.

use serde::{Deserialize, Serialize};

use super::unit::{ProbeQuestion, ProbeUnit};
use crate::case::{Fault, Language};
use crate::cast::reading::FidelityReply;

/// Who of the harness gave nothing usable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Silent {
    /// The user simulator.
    User,
    /// The assessor.
    Assessor,
    /// The DCG judge.
    Judge,
}

/// Why there is nothing to score. It is never scored, and counted by its reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lost {
    /// Who gave nothing usable.
    pub by: Silent,
    /// What failed.
    pub fault: Fault,
    /// What happened.
    pub why: String,
}

/// One reply of one user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyRecord {
    /// Which request to whom.
    pub unit: ProbeUnit,
    /// Class of the case.
    pub class: String,
    /// Types of the focal points that the fact decides.
    pub types: Vec<String>,
    /// Language of the case.
    pub language: Language,
    /// What was asked.
    pub question: String,
    /// What the user said; null where it gave nothing usable.
    pub reply: Option<String>,
    /// How it was assessed; null where nobody could.
    pub assessment: Option<FidelityReply>,
    /// Why something is missing.
    pub lost: Option<Lost>,
}

/// One question and whether the DCG judge accepts it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionRecord {
    /// Which question.
    pub question: ProbeQuestion,
    /// Class of the case.
    pub class: String,
    /// Types of the focal points that the fact decides.
    pub types: Vec<String>,
    /// Relevant and answerable at once; null where the judge gave nothing usable.
    pub accepted: Option<bool>,
    /// Why something is missing.
    pub lost: Option<Lost>,
}
