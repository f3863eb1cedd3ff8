//! The reader of replies: what an HTTP reply of a chat-completions server says, or how it failed.
//!
//! Pure: bytes in, an [`Answer`] or a [`Fault`] out. It takes what servers really send: errors
//! within a 200, think blocks within the content, counts as strings, bodies cut or broken. Whether
//! an answer is of any use (an empty text, say) is not its business.

mod agent;
mod class;
mod fault;
mod json;
mod message;
mod recorded;
mod stream;
mod think;
mod usage;
mod wait;

use std::fmt;

use bytes::Bytes;
use http::HeaderMap;
use jiff::Timestamp;
use serde_json::value::RawValue;

use self::json::Object;
use self::message::Choice;
use super::exchange::{Finish, Usage};

pub(super) use self::agent::{AgentLine, agent_line};
pub use self::recorded::reading;

/// An HTTP reply as it came.
#[derive(Clone)]
pub struct Received {
    /// HTTP status.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// Body, decompressed.
    pub body: Bytes,
}

/// Bodies hold what was said in a consultation and headers may hold cookies: neither is shown.
impl fmt::Debug for Received {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Received")
            .field("status", &self.status)
            .field("bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

/// What a reply says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Visible text of choice 0, untrimmed unless a think block was separated from it; `None` when
    /// the server sent none.
    pub text: Option<String>,
    /// Reasoning: a reasoning field, else thinking parts, else a think block that opens the content.
    pub reasoning: Option<String>,
    /// Why it ended, where the server says.
    pub finish: Option<Finish>,
    /// Tokens.
    pub usage: Usage,
}

impl Answer {
    /// Why this is no answer of the model's, though it can be read: the server says that it broke
    /// off, or there is neither text nor reasoning nor an end.
    pub fn broken_off(&self) -> Option<Class> {
        const BREAKDOWNS: [&str; 9] = [
            "insufficient_system_resource",
            "abort",
            "aborted",
            "cancelled",
            "canceled",
            "error",
            "network_error",
            "load",
            "unload",
        ];
        match &self.finish {
            Some(Finish::Other(reason)) => {
                let reason = reason.to_ascii_lowercase();
                BREAKDOWNS.contains(&reason.as_str()).then_some(Class::Server)
            }
            None if self.text.as_deref().unwrap_or_default().is_empty() && self.reasoning.is_none() => {
                Some(Class::BadReply)
            }
            _ => None,
        }
    }
}

/// The classes of errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// The key is missing or refused.
    Auth,
    /// No balance.
    Quota,
    /// Too many requests.
    RateLimited,
    /// The server has no room.
    Overloaded,
    /// The server's filter refused the request.
    ContentFilter,
    /// Longer than the model's context.
    ContextLength,
    /// No such model, or no such address.
    NotFound,
    /// The server gave up waiting.
    Timeout,
    /// The request is malformed.
    BadRequest,
    /// The server failed.
    Server,
    /// A 2xx that cannot be read.
    BadReply,
}

impl Class {
    /// Its name in recorded expectations and in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auth => "auth",
            Self::Quota => "quota",
            Self::RateLimited => "rate_limited",
            Self::Overloaded => "overloaded",
            Self::ContentFilter => "content_filter",
            Self::ContextLength => "context_length",
            Self::NotFound => "not_found",
            Self::Timeout => "timeout",
            Self::BadRequest => "bad_request",
            Self::Server => "server",
            Self::BadReply => "bad_reply",
        }
    }
}

/// A reply that is an error, or cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which kind.
    pub class: Class,
    /// Whether the same request may well succeed later.
    pub retryable: bool,
    /// How long the server asks to wait, in milliseconds.
    pub retry_after_ms: Option<u64>,
    /// What the server says, or what is wrong with the reply: one line of at most 300 characters.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// Reads a reply.
///
/// `at` is the time of reading, which a `Retry-After` date is measured from; without it such a date
/// tells nothing.
///
/// # Errors
/// Every status but 2xx; a 2xx that carries an error or cannot be read as a chat completion.
pub fn read(received: &Received, at: Option<Timestamp>) -> Result<Answer, Fault> {
    read_body(received)
        .map_err(|fault| Fault { retry_after_ms: wait::retry_after_ms(&received.headers, at), ..fault })
}

/// Tokens that a body tells of which no answer could be read: what failed may be charged all the same.
pub(super) fn charged(body: &[u8]) -> Option<Usage> {
    let text = json::body_text(body);
    let counted = Object::parse(stream::skip_comments(text.trim()))?.object("usage")?;
    Some(usage::usage(&counted))
}

/// A body that was read, as the JSON to keep of it: the document as it came, or the text of an
/// event stream as one string.
pub(super) fn raw(body: &[u8]) -> Box<RawValue> {
    let text = json::body_text(body);
    RawValue::from_string(text.trim().to_owned())
        .or_else(|_| serde_json::value::to_raw_value(&text))
        .unwrap_or_else(|_| RawValue::NULL.to_owned())
}

fn read_body(received: &Received) -> Result<Answer, Fault> {
    let text = json::body_text(&received.body);
    // Servers keep a connection alive with empty lines and comments.
    let text = stream::skip_comments(text.trim());
    if !(200..300).contains(&received.status) {
        return Err(fault::of_status(text, received));
    }
    if text.is_empty() {
        return Err(fault::bad_reply("the reply is empty"));
    }
    if stream::is_stream(text) {
        return stream::read(text, received);
    }
    let Some(reply) = Object::parse(text) else {
        return Err(fault::of_unreadable(text, received));
    };
    let choices: Vec<Object<'_>> =
        reply.list("choices").unwrap_or_default().into_iter().filter_map(Object::parse).collect();
    let Some(fields) = choices.iter().find(|choice| choice.count("index") == Some(0)).or(choices.first())
    else {
        return Err(fault::of_no_choice(&reply, received));
    };
    if let Some(error) = fault::of_choice(fields, received) {
        return Err(error);
    }
    let mut choice = Choice::default();
    choice.add(fields);
    Ok(choice.answer(reply.object("usage").map(|counted| usage::usage(&counted)).unwrap_or_default()))
}
