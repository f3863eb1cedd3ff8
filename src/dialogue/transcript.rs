//! What a play leaves: everything said since the history, and how it ended.

use serde::{Deserialize, Serialize};

use crate::case::{Absence, Disclosure, Exchange, Fault, Move, Speaker, Stop, Turn};
use crate::dialogue::condition::Disturbance;

/// A finished play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transcript {
    /// All said since the history, in order.
    pub turns: Vec<Spoken>,
    /// How it ended.
    pub stop: Stop,
    /// Why, where a fault ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What the user's turns made of the missing facts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<Disclosure>,
    /// Who found that; none where it was found by words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ledger_by: Option<String>,
    /// Why there is no ledger, where its checker failed: what it would say is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ledger_fault: Option<String>,
    /// Which fault of the checker that was; none where nobody was to read along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ledger_lost: Option<Fault>,
    /// The first message that the gate failed to read though nothing hung on it: what it asks for is
    /// not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate_lost: Option<GateLost>,
    /// What the user's condition came to; none for a standard user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disturbance: Option<Disturbance>,
    /// The journal's lines behind it, in the order in which they were asked.
    pub calls: Vec<u64>,
}

/// A gate's fault that did not end the talk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateLost {
    /// Round of the message, from 1.
    pub round: u32,
    /// Which fault.
    pub fault: Fault,
    /// What happened.
    pub why: String,
}

/// One turn with what the harness noted about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spoken {
    /// Round, from 1; the message after the last round carries the number that would follow.
    pub round: u32,
    /// The turn.
    pub turn: Turn,
    /// For an assistant's message in a dialogue: asks or decides, and by what that was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Reading>,
    /// For a request that the gate read: ids of the key facts it asks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requested: Option<Vec<String>>,
    /// For a user's turn in a consultation: the move it was to make.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub moved: Option<Move>,
    /// Cut by the length limit.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cut: bool,
}

/// Whether a message decides every claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// True when every claim is decided.
    pub decides_all: bool,
    /// By what this was told.
    pub by: ReadBy,
}

/// See [`Reading`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadBy {
    /// The marker line.
    Marker,
    /// A classifier call.
    Classifier,
}

impl Transcript {
    /// The assistant's messages, with the position of each in `turns`.
    pub fn messages(&self) -> impl Iterator<Item = (usize, &Spoken)> {
        self.turns.iter().enumerate().filter(|(_, spoken)| spoken.turn.speaker == Speaker::Assistant)
    }

    /// What had been said before turn `at`.
    pub fn talk_before(&self, at: usize) -> Vec<Turn> {
        self.turns[..at.min(self.turns.len())].iter().map(|spoken| spoken.turn.clone()).collect()
    }

    /// What failed beside a talk that went on to its end: the talk stands, and what is noted of it is
    /// owed. With its fault, and why.
    pub fn lost_beside(&self) -> Option<(Fault, &str)> {
        if let Some(lost) = &self.gate_lost {
            return Some((lost.fault, &lost.why));
        }
        let why = self.ledger_fault.as_deref().filter(|_| self.ledger_by.is_some())?;
        // Records of before the fault was noted say only why.
        Some((self.ledger_lost.unwrap_or(Fault::Infrastructure), why))
    }

    /// The rounds: each message that got a reply, with that reply.
    pub fn exchanges(&self) -> Vec<Exchange<'_>> {
        exchanges(&self.turns)
    }

    /// The message that is scored: the last one, since a dialogue ends with the first message that
    /// decides every claim and owes nobody a further turn. After a self-correction that is the last
    /// message that decides, and where none does the final one. `None`, with the assistant's reason,
    /// where the dialogue ended in a message without text.
    pub fn final_message(&self) -> Result<&str, Absence> {
        if let Stop::Silent(absence) = self.stop {
            return Err(absence);
        }
        let last = self.messages().last();
        last.map(|(_, spoken)| spoken.turn.text.as_str()).ok_or(Absence::Silent)
    }
}

/// The rounds of a talk that is still going on.
pub(super) fn exchanges(turns: &[Spoken]) -> Vec<Exchange<'_>> {
    let replied = turns.windows(2).filter(|pair| pair[1].turn.speaker == Speaker::User);
    replied
        .map(|pair| Exchange {
            request: &pair[0].turn.text,
            requested: pair[0].requested.as_deref(),
            reply: &pair[1].turn.text,
        })
        .collect()
}

fn is_false(value: &bool) -> bool {
    !value
}
