//! The conditions under which a user simulator plays (LexPilot E.5), by name; what each does when is
//! decided on the floor above.

use serde::{Deserialize, Serialize};

/// How the user behaves in a consultation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Accurate and sufficient answers.
    Standard,
    /// The first relevant request is answered vaguely; who follows up is told.
    Delayed,
    /// The first relevant request is answered wrongly or in part; the next turn corrects it.
    SelfCorrection,
    /// Every missing fact must be asked for twice (this project's own).
    Reluctant,
}

/// Who decides when a condition takes hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionMode {
    /// The gate's reading of each request; the user is told its move.
    #[default]
    Triggered,
    /// The user model, which is told the condition from the start; the gate annotates.
    PromptOnly,
}

impl Condition {
    /// All of them, in the order of the paper, this project's own last.
    pub const ALL: &[Self] = &[Self::Standard, Self::Delayed, Self::SelfCorrection, Self::Reluctant];

    /// As in flags and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Delayed => "delayed",
            Self::SelfCorrection => "self-correction",
            Self::Reluctant => "reluctant",
        }
    }

    /// The inverse of `name`.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|condition| condition.name() == name)
    }
}

impl ConditionMode {
    /// As in flags and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Triggered => "triggered",
            Self::PromptOnly => "prompt-only",
        }
    }

    /// The inverse of `name`.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Triggered, Self::PromptOnly].into_iter().find(|mode| mode.name() == name)
    }
}

impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
