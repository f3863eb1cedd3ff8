//! What was said, and what became known by it.

use serde::{Deserialize, Serialize};

/// Who speaks in a consultation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// The person who seeks advice.
    User,
    /// The adviser: the lawyer of the history, later the model under test.
    Assistant,
}

/// One turn of a consultation as every role hears it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Who speaks.
    pub speaker: Speaker,
    /// What other roles are shown: without marker lines.
    pub text: String,
    /// The message as its author wrote it, where that differs (marker included); only its own
    /// author is shown this again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_written: Option<String>,
}

impl Turn {
    /// A turn that is delivered as it was written.
    pub fn new(speaker: Speaker, text: impl Into<String>) -> Self {
        Self { speaker, text: text.into(), as_written: None }
    }

    /// What the author of the turn is shown of it.
    pub fn own_text(&self) -> &str {
        self.as_written.as_deref().unwrap_or(&self.text)
    }
}

/// How a hidden fact became known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Told in answer to a request for it.
    Elicited,
    /// Told though the request did not ask for it.
    Volunteered,
    /// Not said, but to be inferred from what was said.
    Implied,
    /// Told wrongly, or only in part where the rest was asked for.
    Distorted,
    /// Told rightly after it had been told wrongly or in part.
    Corrected,
}

impl How {
    /// As in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Elicited => "elicited",
            Self::Volunteered => "volunteered",
            Self::Implied => "implied",
            Self::Distorted => "distorted",
            Self::Corrected => "corrected",
        }
    }

    /// Whether the fact is known by it, as it is.
    pub fn recovers(self) -> bool {
        match self {
            Self::Elicited | Self::Volunteered | Self::Corrected => true,
            Self::Implied | Self::Distorted => false,
        }
    }
}

/// One entry of the fact ledger: what a user turn made of a missing fact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disclosure {
    /// Id of the key fact.
    pub fact: String,
    /// Round of the talk (from 1) whose user turn disclosed it.
    pub round: u32,
    /// In which way.
    pub how: How,
}

/// What a user simulator is to do in one turn: a closed set (LexPilot E.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Answer accurately and sufficiently, and go no further.
    Answer,
    /// Be hesitant about the targets, and say nothing false.
    Withhold,
    /// State the targets wrongly or in part, as the slip says.
    Misstate,
    /// Correct unprompted what was misstated of the targets, then answer.
    Correct,
    /// Answer fully what was withheld of the targets before.
    FollowUp,
}

/// In which way a fact is misstated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slip {
    /// Wrongly.
    Mistaken,
    /// In part.
    Incomplete,
}

/// One turn's act, and the facts it is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// What to do.
    pub act: Act,
    /// Ids of the facts it is about; none for [`Act::Answer`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
    /// For what is misstated, or was: in which way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slip: Option<Slip>,
    /// Ids of the facts that are kept back still, whatever else is asked for. A user by one prompt is
    /// not told of them: its request stays that of a plain answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withheld: Vec<String>,
}

impl Act {
    /// As in files, fingerprints and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Withhold => "withhold",
            Self::Misstate => "misstate",
            Self::Correct => "correct",
            Self::FollowUp => "follow_up",
        }
    }
}

impl Slip {
    /// As in files and prompts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mistaken => "mistaken",
            Self::Incomplete => "incomplete",
        }
    }
}

impl Move {
    /// The plain answer.
    pub const ANSWER: Self = Self { act: Act::Answer, targets: Vec::new(), slip: None, withheld: Vec::new() };

    /// An act without a slip on these facts.
    pub fn on(act: Act, targets: Vec<String>) -> Self {
        Self { act, targets, ..Self::ANSWER }
    }

    /// Misstating these facts, or correcting them.
    pub fn slipped(act: Act, targets: Vec<String>, slip: Slip) -> Self {
        Self { act, targets, slip: Some(slip), ..Self::ANSWER }
    }

    /// The same, with facts that are kept back still.
    pub fn keeping_back(self, withheld: Vec<String>) -> Self {
        Self { withheld, ..self }
    }

    /// Whether this fact is kept back still.
    pub fn keeps_back(&self, fact: &str) -> bool {
        self.withheld.iter().any(|kept| kept == fact)
    }

    /// Whether the move is about this fact.
    pub fn is_about(&self, fact: &str) -> bool {
        self.targets.iter().any(|target| target == fact)
    }
}
