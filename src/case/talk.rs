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
    /// Told wrongly.
    Distorted,
    /// Told rightly after it had been told wrongly or in part.
    Corrected,
}

/// One entry of the fact ledger: a missing fact became known in a user turn.
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
