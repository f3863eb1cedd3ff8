//! The line of the journal: one ask and what became of it.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::model::exchange::{Attempt, Failure, FailureKind, Finish, Message, Params, Reply, Request, Usage};
use crate::model::price::{Money, Tokens};

/// What identifies an ask's content: model, parameters and everything it is shown (blake3, hex).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fingerprint(pub String);

impl Fingerprint {
    /// Of a request to a model.
    pub fn of_request(model: &str, request: &Request) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"request\0").update(model.as_bytes()).update(b"\0");
        // Serialising these plain structs cannot fail: no maps with odd keys, no custom code.
        let body = serde_json::to_vec(request).expect("a request is plain data");
        hasher.update(&body);
        Self(hasher.finalize().to_hex().to_string())
    }

    /// Of a view handed to a player by rule; `case` is the case's hash, since the player reads
    /// cues that the view does not print, and `seed` whatever randomness it is given.
    pub fn of_view(player: &str, occasion: &str, view: &str, case: &str, seed: &[u8]) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in [b"view".as_slice(), player.as_bytes(), occasion.as_bytes(), case.as_bytes(), seed] {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        hasher.update(view.as_bytes());
        Self(hasher.finalize().to_hex().to_string())
    }
}

/// What was asked, as the journal keeps it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Asked {
    /// A chat request, whole.
    Chat { messages: Vec<Message>, params: Params },
    /// A chat request that begins with the first `keep` messages of an earlier line's request.
    Continued { parent: u64, keep: usize, added: Vec<Message>, params: Params },
    /// A view handed to a player by rule: the pack and the transcript give it again.
    View,
}

/// The reply as the journal keeps it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Answer {
    /// Visible text, as it is.
    pub text: Option<String>,
    /// Reasoning, apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<Finish>,
    #[serde(default)]
    pub usage: Usage,
    /// The reply as received; absent for players by rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<Box<RawValue>>,
}

impl Answer {
    /// What a player by rule said.
    pub fn by_rule(text: String) -> Self {
        Self {
            text: Some(text),
            reasoning: None,
            finish: Some(Finish::Stop),
            usage: Usage::default(),
            raw: None,
        }
    }
}

/// An answer, or why there is none.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Answer(Answer),
    Failure { kind: FailureKind, message: String },
}

impl Outcome {
    /// Splits a back end's result into what the journal keeps and the tries it took.
    pub(super) fn from_result(result: Result<Reply, Failure>) -> (Self, Vec<Attempt>) {
        match result {
            Ok(reply) => {
                let Reply { text, reasoning, finish, usage, raw, attempts } = reply;
                (Self::Answer(Answer { text, reasoning, finish, usage, raw: Some(raw) }), attempts)
            }
            Err(failure) => {
                (Self::Failure { kind: failure.kind, message: failure.message }, failure.attempts)
            }
        }
    }
}

/// One ask, as a line of `calls/*.jsonl`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Call {
    /// Position in the journal, from 0.
    pub seq: u64,
    /// Case, variant, task, setup, repeat, assistant, user.
    pub scope: String,
    /// Place within the scope, such as `r2/user`.
    pub path: String,
    pub fingerprint: Fingerprint,
    /// The model or player that was asked.
    pub model: String,
    pub request: Asked,
    pub outcome: Outcome,
    /// What an answer is taken to have been charged for whose server told no tokens: as much as its
    /// texts can come to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Tokens>,
    /// What it cost at the price of its time, failed tries that were charged included; absent where
    /// no price was known or no tokens were told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
    /// The currency of `cost`: three letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attempts: Vec<Attempt>,
    /// When it was asked and answered, UTC.
    pub asked_at: jiff::Timestamp,
    pub answered_at: jiff::Timestamp,
}
