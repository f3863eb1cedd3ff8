//! What is decided of an item: a task of a run, or one of the three questions on a reply to a probe.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::suite::lexpilot::Task;

/// What an annotator, or a judge, decides of one item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// As what a message treats the consultation.
    Lca,
    /// What a request is.
    Dcg,
    /// The verdict that a message gives on a claim.
    Ljp,
    /// Whether a user's reply to a probe is as it should be: sufficient, or uncertain where it cannot know.
    FidelityAnswer,
    /// Whether it tells more than is permitted.
    FidelityDisclosure,
    /// Whether it says what is not so.
    FidelityError,
}

impl Decision {
    /// All of them: the tasks of runs in the order of the paper, then those on probes.
    pub const ALL: [Self; 6] = [
        Self::Lca,
        Self::Dcg,
        Self::Ljp,
        Self::FidelityAnswer,
        Self::FidelityDisclosure,
        Self::FidelityError,
    ];

    /// As in flags and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lca => Task::Lca.name(),
            Self::Dcg => Task::Dcg.name(),
            Self::Ljp => Task::Ljp.name(),
            Self::FidelityAnswer => "fidelity_answer",
            Self::FidelityDisclosure => "fidelity_disclosure",
            Self::FidelityError => "fidelity_error",
        }
    }

    /// The inverse of `name`.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|decision| decision.name() == name)
    }

    /// The task of a run; `None` for probes.
    pub fn task(self) -> Option<Task> {
        match self {
            Self::Lca => Some(Task::Lca),
            Self::Dcg => Some(Task::Dcg),
            Self::Ljp => Some(Task::Ljp),
            Self::FidelityAnswer | Self::FidelityDisclosure | Self::FidelityError => None,
        }
    }
}

impl From<Task> for Decision {
    fn from(task: Task) -> Self {
        match task {
            Task::Lca => Self::Lca,
            Task::Dcg => Self::Dcg,
            Task::Ljp => Self::Ljp,
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq<Task> for Decision {
    fn eq(&self, task: &Task) -> bool {
        *self == Self::from(*task)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_has_the_name_that_it_has_elsewhere_and_files_hold_names() {
        for decision in Decision::ALL {
            assert_eq!(Decision::parse(decision.name()), Some(decision));
            assert_eq!(serde_json::to_value(decision).expect("a name"), decision.name());
            assert!(decision.task().is_none_or(|task| decision == task && task.name() == decision.name()));
        }
    }
}
