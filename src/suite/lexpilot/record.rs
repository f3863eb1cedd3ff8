//! What plays and judges leave on disk.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::case::{Fault, Verdict};
use crate::cast::Spent;
use crate::dialogue::Transcript;
use crate::suite::lexpilot::{Basis, Play};

/// A finished play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayRecord {
    /// Position in the file, from 0.
    pub seq: u64,
    /// Snapshot of the settings under which it was played, from 1.
    pub snapshot: u32,
    /// The earlier record of the same play that this one takes the place of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<u64>,
    /// Identity in one string.
    pub id: String,
    /// Identity.
    pub play: Play,
    /// What it rests on.
    pub basis: Basis,
    /// What was said.
    pub transcript: Transcript,
    /// What its asks came to, by role.
    pub spent: BTreeMap<String, Spent>,
}

/// What one judge made of one play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// Position in the file, from 0.
    pub seq: u64,
    /// Snapshot of the settings under which it was made, from 1.
    pub snapshot: u32,
    /// The earlier judgement that this one takes the place of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<u64>,
    /// Identity of the play.
    pub play: String,
    /// Name of the judge.
    pub judge: String,
    /// Which draw of this judge, from 1.
    pub draw: u32,
    /// What it rests on: the play's transcript, judge and rubric.
    pub basis: Basis,
    /// The label, or what failed.
    pub outcome: JudgeOutcome,
    /// The journal's lines behind it.
    pub calls: Vec<u64>,
    /// What its asks came to, by role.
    pub spent: BTreeMap<String, Spent>,
}

/// See [`Judgement`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JudgeOutcome {
    /// A usable label.
    Label(Label),
    /// The judge, or the way to it, failed.
    Fault { fault: Fault, why: String },
}

/// A judge's label.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// LCA.
    Lca {
        /// As which class the message treats the consultation.
        class: LcaClass,
        /// It both decides and asks.
        mixed: bool,
    },
    /// DCG: one entry a request, in round order.
    Dcg { requests: Vec<DcgRequest> },
    /// LJP: one verdict a claim, `None` where the message gives none.
    Ljp { verdicts: Vec<Option<Verdict>> },
}

/// See [`Label`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LcaClass {
    /// Decides every claim.
    Complete,
    /// At least one claim's verdict waits for an answer.
    Underspecified,
    /// Generic advice, referral, refusal in words.
    Neither,
}

/// The judge's reading of one message in DCG.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DcgRequest {
    /// From 1.
    pub round: u32,
    /// The questions in the message; none when it asks nothing.
    pub questions: Vec<DcgQuestion>,
}

/// One question of a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DcgQuestion {
    /// The focal point it targets.
    #[serde(default)]
    pub focal_point: Option<String>,
    /// The missing facts it asks for.
    pub facts: Vec<String>,
    /// Targets a focal point whose details are missing and not yet told.
    pub relevant: bool,
    /// Can be answered from the annotated facts.
    pub answerable: bool,
}

impl DcgRequest {
    /// The questions that meet both criteria.
    pub fn accepted(&self) -> impl Iterator<Item = &DcgQuestion> {
        self.questions.iter().filter(|question| question.relevant && question.answerable)
    }

    /// Whether any question of the turn meets both criteria.
    pub fn passes(&self) -> bool {
        self.accepted().next().is_some()
    }

    /// As `passes`, but a turn with several questions fails.
    pub fn passes_strictly(&self) -> bool {
        self.questions.len() == 1 && self.passes()
    }
}
