//! One exchange with a model: what is sent, what comes back, and how it can fail.

use std::fmt;
use std::sync::Arc;

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Whose message it is, in the terms of chat endpoints.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Instructions.
    System,
    /// The other side, as the model sees it.
    User,
    /// The model's own past messages.
    Assistant,
}

/// One chat message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// Whose.
    pub role: Role,
    /// Its text.
    pub content: String,
}

/// Sampling settings; what is `None` is left to the endpoint, and is no part of an ask's identity.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// 0 to 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Most tokens in the reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// Share of the likeliest tokens that are drawn from, above 0 and at most 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// Against tokens that are there already, -2 to 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presence_penalty: Option<f64>,
    /// Against tokens by how often they are there, -2 to 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency_penalty: Option<f64>,
}

/// What is asked of a model.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The conversation, system message first.
    pub messages: Vec<Message>,
    /// Sampling settings.
    pub params: Params,
    /// The form that the reply is to have, for endpoints that can be held to one; the reader of the
    /// reply checks it all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<Arc<Schema>>,
}

/// The form of a structured reply, as a JSON schema. The order of its properties is kept: it is the
/// order in which a model that is held to it writes them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schema {
    /// Letters, digits, `_` and `-`.
    pub name: String,
    /// The schema itself; fit for strict modes, which want every property required and no other.
    pub form: Box<RawValue>,
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.form.get() == other.form.get()
    }
}

/// How an endpoint is held to the form of a reply, the strictest first. Whatever it is, the reader
/// checks the reply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Structured {
    /// The server enforces the schema.
    JsonSchema,
    /// The server enforces some JSON object.
    JsonObject,
    /// Only the prompt asks for JSON.
    Prompted,
}

impl Structured {
    /// The next looser one; the loosest stays.
    pub fn looser(self) -> Self {
        match self {
            Self::JsonSchema => Self::JsonObject,
            Self::JsonObject | Self::Prompted => Self::Prompted,
        }
    }

    /// Its name in records and settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonSchema => "json_schema",
            Self::JsonObject => "json_object",
            Self::Prompted => "prompted",
        }
    }
}

/// Why a reply ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// The model was done.
    Stop,
    /// Cut by a length limit.
    Length,
    /// It called tools.
    ToolCalls,
    /// The server's filter.
    ContentFilter,
    /// The server's refusal flag.
    Refusal,
    /// Anything else the server said.
    Other(String),
}

/// Tokens of one exchange; `None` where the server does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion_tokens: Option<u64>,
    /// Part of the completion spent on reasoning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens: Option<u64>,
    /// Part of the prompt answered from the server's cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_tokens: Option<u64>,
    /// All of them, as the server adds them up: some count their thinking here alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_tokens: Option<u64>,
}

/// One try at an exchange.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// HTTP status, if one came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Waited before the try, in milliseconds.
    pub waited_ms: u64,
    /// The try itself, in milliseconds.
    pub took_ms: u64,
    /// What went wrong, in a few words; keys and bodies are never in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How the endpoint was held to the form of the reply, where one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structured: Option<Structured>,
    /// Tokens that the server told of a try that failed: they are paid for all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// What came back. Content is never edited; think blocks are separated, and the raw reply keeps
/// everything.
#[derive(Debug)]
pub struct Reply {
    /// Visible text, as it is; `None` when the server sent none.
    pub text: Option<String>,
    /// Reasoning, apart.
    pub reasoning: Option<String>,
    /// Why it ended, where the server says.
    pub finish: Option<Finish>,
    /// Tokens.
    pub usage: Usage,
    /// The reply as received.
    pub raw: Box<RawValue>,
    /// The tries it took; empty for players by rule.
    pub attempts: Vec<Attempt>,
}

/// The ways in which an ask can end without an answer. All are the harness's, never the model's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The endpoint cannot be reached.
    Unreachable,
    /// No answer in time.
    Timeout,
    /// The key is missing or refused.
    Auth,
    /// No such model, or no such address.
    NotFound,
    /// Too many requests.
    RateLimited,
    /// No balance.
    Quota,
    /// The request is longer than the model's context.
    ContextLength,
    /// The server's filter refused the request.
    ContentFilter,
    /// The server calls the request malformed.
    BadRequest,
    /// The server failed.
    Server,
    /// The answer cannot be read.
    BadReply,
    /// The agent's process failed.
    Process,
    /// The run is being stopped.
    Stopped,
    /// It was not asked: the money of the run does not reach.
    Budget,
}

/// An ask that ended without an answer.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Which way.
    pub kind: FailureKind,
    /// What happened, in lower case, without keys.
    pub message: String,
    /// The tries made.
    pub attempts: Vec<Attempt>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// A back end: something that answers a request.
pub trait Model: Send + Sync {
    /// Its name as the user wrote it, such as `openai/gpt-4.1` or `cmd/agent.py`.
    fn name(&self) -> &str;

    /// Answers one request.
    fn ask<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>>;

    /// The file from which its messages came, where nobody is asked at all.
    fn answers_file(&self) -> Option<&str> {
        None
    }

    /// The address at which it is asked, without secrets, where it has one.
    fn endpoint(&self) -> Option<&str> {
        None
    }
}
