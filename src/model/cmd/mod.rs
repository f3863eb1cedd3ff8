//! `cmd/PROGRAM ARGUMENTS`: a user's own agent, one long-lived process that speaks JSON lines.
//!
//! Each request is a line on its stdin and carries the whole conversation; each answer is a line on
//! its stdout and names its request, so answers may come in any order. The protocol is told in
//! `docs/agents.md`.

mod process;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::future::BoxFuture;
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::{Mutex, Semaphore};
use tokio::time::Instant;

use self::process::Process;
use super::exchange::{Attempt, Failure, FailureKind, Message, Model, Params, Reply, Request};
use super::reader::Answer;

/// Longest line either way, in bytes.
const LINE_MAX: usize = 4 << 20;

/// What an agent's process is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentLimits {
    /// How often a process that died is started again, in all.
    pub restarts_max: u32,
    /// Time for one answer.
    pub answer: Duration,
    /// Time between the end of its input and being killed.
    pub grace: Duration,
}

impl Default for AgentLimits {
    /// 5 restarts, 10 minutes, 5 seconds.
    fn default() -> Self {
        Self { restarts_max: 5, answer: Duration::from_secs(600), grace: Duration::from_secs(5) }
    }
}

/// A user's own agent.
pub(super) struct Agent {
    name: String,
    words: Vec<String>,
    limits: AgentLimits,
    permits: Semaphore,
    ids: AtomicU64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    process: Option<Process>,
    starts: u32,
    /// Why the last start failed, if it did.
    not_started: Option<String>,
    closed: bool,
}

/// A request as the agent reads it.
#[derive(Serialize)]
struct Line<'a> {
    id: u64,
    messages: &'a [Message],
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    presence_penalty: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frequency_penalty: Option<f64>,
}

/// An ask that the agent or its process did not answer.
struct Fault {
    kind: FailureKind,
    label: &'static str,
    message: String,
}

impl Fault {
    fn process(message: impl Into<String>) -> Self {
        Self { kind: FailureKind::Process, label: "process", message: message.into() }
    }
}

impl Agent {
    /// `words` is the command line: the program and its arguments. It starts with the first ask.
    pub(super) fn new(name: &str, words: Vec<String>, connections_max: usize, limits: AgentLimits) -> Self {
        Self {
            name: name.to_owned(),
            words,
            limits,
            permits: Semaphore::new(connections_max.clamp(1, Semaphore::MAX_PERMITS)),
            ids: AtomicU64::new(1),
            state: Mutex::default(),
        }
    }

    /// Ends the process: its input ends, it is waited for, then killed. Later asks are refused.
    pub(super) async fn close(&self) {
        let process = {
            let mut state = self.state.lock().await;
            state.closed = true;
            state.process.take()
        };
        if let Some(process) = process {
            process.end(self.limits.grace).await;
        }
    }

    async fn answer(&self, request: &Request) -> Result<(Answer, Box<RawValue>), Fault> {
        let id = self.ids.fetch_add(1, Ordering::Relaxed);
        let line = line(id, request)?;
        let (sender, waiting) = {
            let mut state = self.state.lock().await;
            self.living(&mut state)?.expect(id).map_err(Fault::process)?
        };
        let sent_and_answered = async {
            sender.send(line).await.map_err(|_| Fault::process("the agent closed its input"))?;
            // The sender is all that keeps the process's input open when it is to end.
            drop(sender);
            waiting.answer().await
        };
        match tokio::time::timeout(self.limits.answer, sent_and_answered).await {
            Ok(answered) => answered,
            Err(_) => Err(Fault {
                kind: FailureKind::Timeout,
                label: "timeout",
                message: format!("the agent did not answer in {} s", self.limits.answer.as_secs()),
            }),
        }
    }

    /// The process, started or started again if need be.
    fn living<'s>(&self, state: &'s mut State) -> Result<&'s Process, Fault> {
        if state.closed {
            let message = "the agent has been stopped".to_owned();
            return Err(Fault { kind: FailureKind::Stopped, label: "stopped", message });
        }
        let end = state.process.as_ref().map(Process::end_told);
        if let Some(None) = end {
            // It lives.
        } else if state.starts > self.limits.restarts_max {
            let last = state.not_started.clone().or(end.flatten());
            let last = last.unwrap_or_else(|| "it ended".to_owned());
            return Err(Fault::process(format!(
                "the agent was started {} times and is not started again: {last}",
                state.starts
            )));
        } else {
            state.starts += 1;
            match Process::start(&self.name, &self.words, self.limits.grace) {
                Ok(process) => (state.process, state.not_started) = (Some(process), None),
                Err(why) => {
                    state.not_started = Some(why.clone());
                    return Err(Fault::process(why));
                }
            }
        }
        state.process.as_ref().ok_or_else(|| Fault::process("the agent is not running"))
    }
}

fn line(id: u64, request: &Request) -> Result<Vec<u8>, Fault> {
    let bad = |message: &str| Fault {
        kind: FailureKind::BadRequest,
        label: "bad_request",
        message: message.to_owned(),
    };
    let Params { temperature, max_tokens, top_p, presence_penalty, frequency_penalty } = request.params;
    let line = Line {
        id,
        messages: &request.messages,
        temperature,
        max_tokens,
        top_p,
        presence_penalty,
        frequency_penalty,
    };
    let mut bytes = serde_json::to_vec(&line).map_err(|_| bad("the request cannot be written as JSON"))?;
    if bytes.len() >= LINE_MAX {
        return Err(bad("the request is longer than a line to an agent may be (4 MiB)"));
    }
    bytes.push(b'\n');
    Ok(bytes)
}

impl Model for Agent {
    fn name(&self) -> &str {
        &self.name
    }

    fn ask<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async move {
            let asked = Instant::now();
            // The semaphore is never closed, so an error cannot happen.
            let _permit = self.permits.acquire().await.ok();
            let began = Instant::now();
            let answered = self.answer(request).await;
            let attempts = vec![Attempt {
                status: None,
                waited_ms: millis(began.duration_since(asked)),
                took_ms: millis(began.elapsed()),
                error: answered.as_ref().err().map(|fault| fault.label.to_owned()),
                structured: None,
                usage: None,
            }];
            match answered {
                Ok((Answer { text, reasoning, finish, usage }, raw)) => {
                    Ok(Reply { text, reasoning, finish, usage, raw, attempts })
                }
                Err(Fault { kind, message, .. }) => Err(Failure { kind, message, attempts }),
            }
        })
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

impl fmt::Debug for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent").field("name", &self.name).finish_non_exhaustive()
    }
}
