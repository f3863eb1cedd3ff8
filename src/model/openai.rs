//! The back end for servers that speak OpenAI's chat completions.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use async_openai::Client;
use async_openai::config::Config;
use async_openai::error::OpenAIError;
use bytes::Bytes;
use futures::future::BoxFuture;
use http::HeaderMap;
use jiff::Timestamp;
use secrecy::SecretString;
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::body::{Body, prompt_tokens};
use super::exchange::{Failure, FailureKind, Model, Reply, Request, Structured};
use super::lane::{Lane, is_about_form, is_missed_form};
use super::limit::{Ended, Gate, Tokens};
use super::provider::{Address, Provider};
use super::reader::{self, Class, Fault, Received};
use super::redact::redacted;
use super::retry::{Fall, Next, Retries, Tried};
use super::stated;
use super::transport::{Aside, Transport};

/// A provider in use: what all its models share.
pub(super) struct Endpoint {
    name: String,
    base_url: String,
    client: Client<Arc<dyn Config>>,
    quirks: Provider,
    gate: Gate,
    lanes: Mutex<BTreeMap<String, Arc<Lane>>>,
    retries: Retries,
    now: fn() -> Timestamp,
    /// The limits that the server states have been logged.
    limits_told: AtomicBool,
}

impl Endpoint {
    /// `now` is what `Retry-After` dates are measured from.
    pub(super) fn new(
        name: &str,
        address: Address,
        transport: Transport,
        gate: Gate,
        retries: Retries,
        now: fn() -> Timestamp,
    ) -> Self {
        let http = transport.http();
        let base_url = address.base_url.as_str().trim_end_matches('/').to_owned();
        let server: Arc<dyn Config> = Arc::new(Server {
            base_url: base_url.clone(),
            headers: address.headers,
            no_key: SecretString::default(),
        });
        Self {
            name: name.to_owned(),
            base_url,
            client: Client::build(http, server).with_http_service(transport),
            quirks: address.provider,
            gate,
            lanes: Mutex::default(),
            retries,
            now,
            limits_told: AtomicBool::new(false),
        }
    }

    fn lane(&self, model: &str) -> Arc<Lane> {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let lane =
            lanes.entry(model.to_owned()).or_insert_with(|| Arc::new(Lane::new(self.quirks.structured)));
        Arc::clone(lane)
    }

    /// One try. Its permit is held while the server is at work, never during a wait.
    async fn exchange(&self, model: &ChatModel, request: &Request) -> Tried<Reply> {
        let permit = self.gate.enter(&model.lane.hold, || prompt_tokens(&request.messages)).await;
        // Another ask may have learned meanwhile what the server does not take.
        let level = model.lane.structured();
        let structured = request.schema.as_ref().map(|_| level);
        let body = Body::new(&model.model, request, &self.quirks, level);
        let began = Instant::now();
        let sent = self.client.chat().create_byot::<_, Box<RawValue>>(body).await;
        let (status, outcome) = match sent.map_err(set_aside) {
            Ok(raw) => {
                let body = Bytes::copy_from_slice(raw.get().as_bytes());
                self.read(Received { status: 200, headers: HeaderMap::new(), body }, Some(raw))
            }
            Err(Ok(received)) => {
                let (status, outcome) = self.read(received.clone(), None);
                (status, outcome.map_err(|fall| self.refused(model, fall, &received, structured)))
            }
            Err(Err(fall)) => (None, Err(fall)),
        };
        match &outcome {
            Ok(reply) => permit.leave(Ended::Served, tokens(reply)),
            Err(fall) => permit.leave(fall.ended, None),
        }
        Tried { began, status, structured, outcome }
    }

    fn read(&self, received: Received, raw: Option<Box<RawValue>>) -> (Option<u16>, Result<Reply, Fall>) {
        let status = received.status;
        let outcome = match reader::read(&received, Some((self.now)())) {
            Ok(answer) if let Some(class) = answer.broken_off() => {
                Err(Fall { usage: Some(Box::new(answer.usage)), ..fall(status, broken_off(class)) })
            }
            Ok(answer) => Ok(Reply {
                text: answer.text,
                reasoning: answer.reasoning,
                finish: answer.finish,
                usage: answer.usage,
                raw: raw.unwrap_or_else(|| reader::raw(&received.body)),
                attempts: Vec::new(),
            }),
            Err(fault) => {
                Err(Fall { usage: reader::charged(&received.body).map(Box::new), ..fall(status, fault) })
            }
        };
        (Some(status), outcome)
    }

    /// What is to be learned from an error.
    fn refused(
        &self,
        model: &ChatModel,
        fall: Fall,
        received: &Received,
        structured: Option<Structured>,
    ) -> Fall {
        if fall.ended == Ended::Refused {
            if let Some(wait_ms) = fall.asked_ms {
                model.lane.hold.asked(wait_ms);
            }
            self.tell_limits(&received.headers, &fall.message);
        }
        let about_form = || is_about_form(received.status, &received.body);
        match structured {
            Some(level) if about_form() && model.lane.step_down(level) => Fall { next: Next::AtOnce, ..fall },
            Some(_) if is_missed_form(&received.body) => Fall { next: Next::Later, ..fall },
            _ => fall,
        }
    }

    fn tell_limits(&self, headers: &HeaderMap, message: &str) {
        let Some(limits) = stated::limits(headers, message) else { return };
        if !self.limits_told.swap(true, Ordering::Relaxed) {
            tracing::warn!("{} states its limits: {limits}", self.name);
        }
    }
}

fn tokens(reply: &Reply) -> Option<Tokens> {
    Some(Tokens { prompt: reply.usage.prompt_tokens?, reply: reply.usage.completion_tokens? })
}

/// One model of a provider.
pub(super) struct ChatModel {
    name: String,
    model: String,
    endpoint: Arc<Endpoint>,
    lane: Arc<Lane>,
}

impl ChatModel {
    /// `name` is the whole name, `model` the part that the server knows.
    pub(super) fn new(name: &str, model: &str, endpoint: Arc<Endpoint>) -> Self {
        let lane = endpoint.lane(model);
        Self { name: name.to_owned(), model: model.to_owned(), endpoint, lane }
    }
}

impl Model for ChatModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn ask<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async move {
            let endpoint = &self.endpoint;
            let (reply, attempts) = endpoint.retries.run(|| endpoint.exchange(self, request)).await?;
            Ok(Reply { attempts, ..reply })
        })
    }

    fn endpoint(&self) -> Option<&str> {
        Some(&self.endpoint.base_url)
    }
}

/// The reply that went around the client library, or why there is none.
fn set_aside(error: OpenAIError) -> Result<Received, Fall> {
    let unreadable = |message: String| Fall {
        kind: FailureKind::BadReply,
        message,
        label: Class::BadReply.name(),
        next: Next::Later,
        asked_ms: None,
        ended: Ended::Untold,
        usage: None,
    };
    let boxed = match error {
        OpenAIError::Boxed(boxed) => boxed,
        // The library's own errors may quote bodies: only their kind is told. Replies are read
        // here, so what is left to the HTTP client is to build the request.
        OpenAIError::InvalidArgument(_) | OpenAIError::Reqwest(_) => {
            return Err(Fall {
                kind: FailureKind::BadRequest,
                next: Next::Never,
                label: Class::BadRequest.name(),
                ..unreadable("the request could not be built".to_owned())
            });
        }
        _ => return Err(unreadable("the reply could not be taken in".to_owned())),
    };
    match boxed.downcast::<Aside>().map(|aside| *aside) {
        Ok(Aside::Received(received)) => Ok(received),
        Ok(Aside::Unreachable { message, again }) => {
            let next = if again { Next::Later } else { Next::Never };
            let kind = FailureKind::Unreachable;
            Err(Fall { kind, label: "unreachable", next, ..unreadable(message) })
        }
        Ok(Aside::Timeout(message)) => {
            let (kind, ended) = (FailureKind::Timeout, Ended::TimedOut);
            Err(Fall { kind, label: Class::Timeout.name(), ended, ..unreadable(message) })
        }
        Ok(Aside::Broken(message)) => Err(unreadable(message)),
        Err(_) => Err(unreadable("the reply could not be taken in".to_owned())),
    }
}

/// A reply that the server itself calls broken off, or that says nothing at all.
fn broken_off(class: Class) -> Fault {
    Fault {
        class,
        retryable: true,
        retry_after_ms: None,
        message: "the reply was broken off before the model was done".to_owned(),
    }
}

fn fall(status: u16, fault: Fault) -> Fall {
    let (kind, what) = match fault.class {
        Class::Auth => (FailureKind::Auth, "the key is missing or refused"),
        Class::Quota => (FailureKind::Quota, "the account has no balance"),
        Class::RateLimited => (FailureKind::RateLimited, "too many requests"),
        Class::Overloaded => (FailureKind::Server, "the server is overloaded"),
        Class::ContentFilter => (FailureKind::ContentFilter, "the server's filter refused the request"),
        Class::ContextLength => {
            (FailureKind::ContextLength, "the request is longer than the model's context")
        }
        Class::NotFound => (FailureKind::NotFound, "no such model or address"),
        Class::Timeout => (FailureKind::Timeout, "the server gave up waiting"),
        Class::BadRequest => (FailureKind::BadRequest, "the server calls the request malformed"),
        Class::Server => (FailureKind::Server, "the server failed"),
        Class::BadReply => (FailureKind::BadReply, "the reply cannot be read"),
    };
    Fall {
        kind,
        message: format!("{what} (status {status}): {}", redacted(&fault.message)),
        label: fault.class.name(),
        next: if fault.retryable { Next::Later } else { Next::Never },
        asked_ms: fault.retry_after_ms,
        ended: match fault.class {
            Class::RateLimited | Class::Overloaded => Ended::Refused,
            Class::Timeout => Ended::TimedOut,
            _ => Ended::Untold,
        },
        usage: None,
    }
}

/// The address of a provider as the client library wants it. The library's own settings read
/// variables of the environment and panic on keys that no header may hold.
struct Server {
    base_url: String,
    headers: HeaderMap,
    no_key: SecretString,
}

impl Config for Server {
    fn headers(&self) -> HeaderMap {
        self.headers.clone()
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }

    fn query(&self) -> Vec<(&str, &str)> {
        Vec::new()
    }

    fn api_base(&self) -> &str {
        &self.base_url
    }

    /// Only the library's web sockets ask for it; the key is among the headers.
    fn api_key(&self) -> &SecretString {
        &self.no_key
    }
}

impl fmt::Debug for ChatModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatModel").field("name", &self.name).finish_non_exhaustive()
    }
}
