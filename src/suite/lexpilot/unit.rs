//! The unit of play and its identity.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::case::Variant;
use crate::cast::Condition;

/// The suite's name in identities and files.
pub const SUITE: &str = "lexpilot";

/// The three tasks (LexPilot 3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Legal completeness assessment.
    Lca,
    /// Detail completion guidance.
    Dcg,
    /// Legal judgment prediction.
    Ljp,
}

/// The setups of LJP (LexPilot 6.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setup {
    /// Predict from the underspecified history at once.
    Direct,
    /// Ask first, within the round budget.
    Interaction,
    /// Predict from the complete history.
    Gold,
}

macro_rules! named {
    ($kind:ident { $($variant:ident => $name:literal),* $(,)? }) => {
        impl $kind {
            /// All of them, in the order of the paper.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// As in flags and files.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// The inverse of `name`.
            pub fn parse(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named!(Task { Lca => "lca", Dcg => "dcg", Ljp => "ljp" });
named!(Setup { Direct => "direct", Interaction => "interaction", Gold => "gold" });

/// One play: what makes it itself. A judge is never part of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Which task.
    pub task: Task,
    /// For LJP.
    #[serde(default)]
    pub setup: Option<Setup>,
    /// Which history it starts from.
    pub variant: Variant,
    /// Id of the case.
    pub case: String,
    /// For Interaction.
    #[serde(default)]
    pub condition: Option<Condition>,
    /// From 1.
    pub repeat: u32,
    /// Name of the assistant.
    pub assistant: String,
    /// Name of the user simulator with its design, where one takes part.
    #[serde(default)]
    pub user: Option<String>,
    /// Name of the gate, where it takes part.
    #[serde(default)]
    pub gate: Option<String>,
    /// Drawn apart from the other conditions, instead of sharing their calls up to the trigger.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub independent: bool,
}

impl Play {
    /// The identity in one string.
    pub fn id(&self) -> String {
        let condition = self.condition.map_or("-", Condition::name);
        let gate = self.gate.as_deref().unwrap_or("-");
        format!("{SUITE}|{}|{condition}|{}", self.scope(), escaped(gate))
    }

    /// The scope of its asks: conditions share their calls up to the trigger, so the condition is
    /// no part of it, unless the play is drawn independently and is not the standard one.
    pub fn scope(&self) -> String {
        let apart = match self.condition {
            Some(condition) if self.independent && condition != Condition::Standard => {
                format!("|{condition}")
            }
            _ => String::new(),
        };
        let shared = format!(
            "{}|{}|{}|{}|r{}|{}|{}",
            escaped(&self.case),
            self.variant.name(),
            self.task,
            self.setup.map_or("-", Setup::name),
            self.repeat,
            escaped(&self.assistant),
            escaped(self.user.as_deref().unwrap_or("-")),
        );
        shared + &apart
    }
}

/// The task in a scope.
pub fn task_of(scope: &str) -> Option<Task> {
    Task::parse(scope.split('|').nth(2)?)
}

/// Names hold whatever a user wrote; the separator must not.
fn escaped(name: &str) -> String {
    name.replace('%', "%25").replace('|', "%7C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_play_is_known_by_all_that_takes_part_and_by_no_judge() {
        let play = Play {
            task: Task::Ljp,
            setup: Some(Setup::Interaction),
            variant: Variant::Underspecified,
            case: "zh-01".into(),
            condition: Some(Condition::Standard),
            repeat: 2,
            assistant: "cmd/a|b".into(),
            user: Some("builtin/lexical+single-prompt".into()),
            gate: Some("builtin/lexical".into()),
            independent: false,
        };
        assert_eq!(
            play.scope(),
            "zh-01|underspecified|ljp|interaction|r2|cmd/a%7Cb|builtin/lexical+single-prompt"
        );
        assert_eq!(play.id(), format!("lexpilot|{}|standard|builtin/lexical", play.scope()));
        let of = |condition, independent| Play { condition: Some(condition), independent, ..play.clone() };
        for &condition in Condition::ALL {
            assert_eq!(of(condition, false).scope(), play.scope(), "conditions share their asks");
            let apart = if condition == Condition::Standard { "" } else { &format!("|{condition}") };
            assert_eq!(of(condition, true).scope(), format!("{}{apart}", play.scope()));
        }
    }
}
