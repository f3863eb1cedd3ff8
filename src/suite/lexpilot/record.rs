//! What judges say, and the records of plays and judgements.

use serde::{Deserialize, Serialize};

use crate::case::Verdict;
use crate::suite::lexpilot::Study;

/// A finished play.
pub type PlayRecord = crate::suite::PlayRecord<Study>;

/// What one judge made of one play.
pub type Judgement = crate::suite::Judgement<Study>;

/// See [`Judgement`].
pub type JudgeOutcome = crate::suite::JudgeOutcome<Label>;

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
