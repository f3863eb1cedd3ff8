//! The back end for servers that speak OpenAI's chat completions.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use async_openai::Client;
use async_openai::config::Config;
use async_openai::error::OpenAIError;
use bytes::Bytes;
use futures::future::BoxFuture;
use http::HeaderMap;
use jiff::Timestamp;
use secrecy::SecretString;
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::exchange::{Failure, FailureKind, Message, Model, Reply, Request, Role};
use super::provider::{Address, MaxTokensField, Provider};
use super::reader::{self, Class, Fault, Received};
use super::retry::{Fall, Retries, Tried};
use super::transport::{Aside, Transport};

/// A provider in use: what all its models share.
pub(super) struct Endpoint {
    base_url: String,
    client: Client<Arc<dyn Config>>,
    quirks: Provider,
    permits: Semaphore,
    retries: Retries,
    now: fn() -> Timestamp,
}

impl Endpoint {
    /// `now` is what `Retry-After` dates are measured from.
    pub(super) fn new(
        address: Address,
        transport: Transport,
        connections_max: usize,
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
            base_url,
            client: Client::build(http, server).with_http_service(transport),
            quirks: address.provider,
            permits: Semaphore::new(connections_max.clamp(1, Semaphore::MAX_PERMITS)),
            retries,
            now,
        }
    }

    /// One try. Its permit is held while the server is at work, never during a wait.
    async fn exchange(&self, body: &Body<'_>) -> Tried<Reply> {
        // The semaphore is never closed, so an error cannot happen; a missing permit would only
        // mean a busier server.
        let _permit = self.permits.acquire().await.ok();
        let began = Instant::now();
        let (received, raw) = match self.client.chat().create_byot::<_, Box<RawValue>>(body).await {
            Ok(raw) => {
                let bytes = Bytes::copy_from_slice(raw.get().as_bytes());
                (Received { status: 200, headers: HeaderMap::new(), body: bytes }, Some(raw))
            }
            Err(error) => match set_aside(error) {
                Ok(received) => (received, None),
                Err(fall) => return Tried { began, status: None, outcome: Err(fall) },
            },
        };
        let outcome = match reader::read(&received, Some((self.now)())) {
            Ok(answer) if let Some(class) = answer.broken_off() => {
                Err(fall(received.status, broken_off(class)))
            }
            Ok(answer) => Ok(Reply {
                text: answer.text,
                reasoning: answer.reasoning,
                finish: answer.finish,
                usage: answer.usage,
                raw: raw.unwrap_or_else(|| reader::raw(&received.body)),
                attempts: Vec::new(),
            }),
            Err(fault) => Err(fall(received.status, fault)),
        };
        Tried { began, status: Some(received.status), outcome }
    }
}

/// One model of a provider.
pub(super) struct ChatModel {
    name: String,
    model: String,
    endpoint: Arc<Endpoint>,
}

impl ChatModel {
    /// `name` is the whole name, `model` the part that the server knows.
    pub(super) fn new(name: &str, model: &str, endpoint: Arc<Endpoint>) -> Self {
        Self { name: name.to_owned(), model: model.to_owned(), endpoint }
    }
}

impl Model for ChatModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn ask<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async move {
            let body = Body::new(&self.model, request, &self.endpoint.quirks);
            let (reply, attempts) = self.endpoint.retries.run(|| self.endpoint.exchange(&body)).await?;
            Ok(Reply { attempts, ..reply })
        })
    }

    fn endpoint(&self) -> Option<&str> {
        Some(&self.endpoint.base_url)
    }
}

/// What is sent, and nothing else: top_p, penalties, stop and seed are left to the endpoint
/// (LexPilot's setting).
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Cow<'a, [Message]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    n: u8,
    stream: bool,
}

impl<'a> Body<'a> {
    fn new(model: &'a str, request: &'a Request, quirks: &Provider) -> Self {
        let most = quirks.max_tokens_most.unwrap_or(u32::MAX);
        let limit = request.params.max_tokens.map(|tokens| tokens.min(most));
        let (max_tokens, max_completion_tokens) = match quirks.max_tokens_field.unwrap_or_default() {
            MaxTokensField::MaxTokens => (limit, None),
            MaxTokensField::MaxCompletionTokens => (None, limit),
        };
        Body {
            model,
            messages: match quirks.system_role {
                Some(false) => Cow::Owned(without_system(&request.messages)),
                Some(true) | None => Cow::Borrowed(&request.messages),
            },
            temperature: request.params.temperature.filter(|_| quirks.temperature != Some(false)),
            max_tokens,
            max_completion_tokens,
            n: 1,
            stream: false,
        }
    }
}

/// System messages open the first message of the user.
fn without_system(messages: &[Message]) -> Vec<Message> {
    let (system, mut talk): (Vec<Message>, Vec<Message>) =
        messages.iter().cloned().partition(|message| message.role == Role::System);
    let mut opening = system.into_iter().map(|message| message.content).collect::<Vec<_>>();
    if opening.is_empty() {
        return talk;
    }
    match talk.first_mut().filter(|message| message.role == Role::User) {
        Some(first) => {
            opening.push(std::mem::take(&mut first.content));
            first.content = opening.join("\n\n");
        }
        None => talk.insert(0, Message { role: Role::User, content: opening.join("\n\n") }),
    }
    talk
}

/// The reply that went around the client library, or why there is none.
fn set_aside(error: OpenAIError) -> Result<Received, Fall> {
    let unreadable = |message: String| Fall {
        kind: FailureKind::BadReply,
        message,
        label: Class::BadReply.name(),
        retryable: true,
        asked_ms: None,
    };
    let boxed = match error {
        OpenAIError::Boxed(boxed) => boxed,
        // The library's own errors may quote bodies: only their kind is told. Replies are read
        // here, so what is left to the HTTP client is to build the request.
        OpenAIError::InvalidArgument(_) | OpenAIError::Reqwest(_) => {
            return Err(Fall {
                kind: FailureKind::BadRequest,
                retryable: false,
                label: Class::BadRequest.name(),
                ..unreadable("the request could not be built".to_owned())
            });
        }
        _ => return Err(unreadable("the reply could not be taken in".to_owned())),
    };
    match boxed.downcast::<Aside>().map(|aside| *aside) {
        Ok(Aside::Received(received)) => Ok(received),
        Ok(Aside::Unreachable(message)) => {
            Err(Fall { kind: FailureKind::Unreachable, label: "unreachable", ..unreadable(message) })
        }
        Ok(Aside::Timeout(message)) => {
            Err(Fall { kind: FailureKind::Timeout, label: Class::Timeout.name(), ..unreadable(message) })
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
        message: format!("{what} (status {status}): {}", fault.message),
        label: fault.class.name(),
        retryable: fault.retryable,
        asked_ms: fault.retry_after_ms,
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
