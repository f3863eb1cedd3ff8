//! How a consultation ended, and why a label may be missing.

use serde::{Deserialize, Serialize};

/// Why there is nothing to score. The assistant's own reasons count as `metrics_spec` says; the
/// harness's take the unit out before scoring, counted and printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// For the assistant's own reason.
    Assistant(Absence),
    /// The harness, the simulator or the judge failed: never scored against the assistant.
    Harness(Fault),
}

/// The assistant's own reasons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absence {
    /// The server's filter or refusal flag, and no text. (A refusal in words is text.)
    Refused,
    /// A reply without visible text.
    Silent,
    /// Cut by length before any visible text.
    Truncated,
    /// Text, but no verdict on this claim.
    NoVerdict,
}

/// What failed that is not the assistant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The judge gave nothing usable, asked again twice.
    JudgeFault,
    /// The user simulator, the gate or the classifier gave nothing usable.
    SimulatorFault,
    /// Network, server, process.
    Infrastructure,
    /// The money ran out.
    Budget,
}

/// How a consultation ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The one message that the task asks for was given.
    Answered,
    /// A message decided every claim.
    Decided,
    /// The round budget was spent.
    RoundsSpent,
    /// The assistant gave a message without text.
    Silent(Absence),
    /// Something other than the assistant failed.
    Fault(Fault),
}

impl Missing {
    /// The name under which it is counted.
    pub fn name(self) -> &'static str {
        match self {
            Self::Assistant(absence) => absence.name(),
            Self::Harness(fault) => fault.name(),
        }
    }
}

impl Absence {
    /// As in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Silent => "silent",
            Self::Truncated => "truncated",
            Self::NoVerdict => "no_verdict",
        }
    }
}

impl Fault {
    /// As in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::JudgeFault => "judge_fault",
            Self::SimulatorFault => "simulator_fault",
            Self::Infrastructure => "infrastructure",
            Self::Budget => "budget",
        }
    }
}

impl Stop {
    /// As in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Decided => "decided",
            Self::RoundsSpent => "rounds_spent",
            Self::Silent(absence) => absence.name(),
            Self::Fault(fault) => fault.name(),
        }
    }
}
