//! One HTTP exchange: sends the request that the client library built and reads the whole body.
//! Knows no shapes of the API.
//!
//! Architecture invariant: the client library only ever sees a 200 with a JSON document. It would
//! log other bodies, lose the status of those it cannot parse, and drop the headers; such replies
//! go around it, through its error channel, as [`Aside`].

use std::sync::{Arc, Once};
use std::task::{Context, Poll};
use std::time::Duration;

use async_openai::error::OpenAIError;
use async_openai::middleware::HttpRequestFactory;
use bytes::{Bytes, BytesMut};
use futures::future::BoxFuture;
use http::{HeaderMap, header};
use reqwest::redirect::Policy;
use secrecy::{ExposeSecret, SecretString};
use serde_json::value::RawValue;

use super::provider::Address;
use super::reader::Received;
use super::redact::redacted;

/// Largest body taken, in bytes, decompressed. A chat completion is some kilobytes.
const BODY_MAX: usize = 16 << 20;
/// Shorter keys are not searched for in replies: they would be found in ordinary words.
const KEY_MIN: usize = 8;

/// How long things may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// Until a connection stands.
    pub connect: Duration,
    /// Longest silence of the server.
    pub read: Duration,
    /// The whole exchange.
    pub total: Duration,
}

impl Default for Timeouts {
    /// 10 seconds, 2 minutes, 10 minutes.
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            read: Duration::from_secs(120),
            total: Duration::from_secs(600),
        }
    }
}

/// What does not pass through the client library.
#[derive(Debug, thiserror::Error)]
pub(super) enum Aside {
    /// A reply other than a plain 200 with a JSON document.
    #[error("status {}", .0.status)]
    Received(Received),
    /// The server cannot be reached, or hung up before answering.
    #[error("{message}")]
    Unreachable {
        /// What happened.
        message: String,
        /// Whether another try may find it.
        again: bool,
    },
    /// It did not answer in time.
    #[error("{0}")]
    Timeout(String),
    /// It hung up in the middle of its answer, or the answer has no end.
    #[error("{0}")]
    Broken(String),
}

/// The service which the client library sends its requests through.
#[derive(Clone)]
pub(super) struct Transport {
    client: reqwest::Client,
    key: Option<Arc<SecretString>>,
}

impl Transport {
    /// A transport to one address.
    ///
    /// # Errors
    /// No TLS set-up, such as a machine without root certificates.
    pub(super) fn new(address: &Address, timeouts: Timeouts) -> Result<Self, reqwest::Error> {
        install_tls();
        let mut builder = reqwest::Client::builder()
            .connect_timeout(timeouts.connect)
            .read_timeout(timeouts.read)
            .timeout(timeouts.total)
            .redirect(same_origin_only())
            .user_agent(concat!("lexconsult/", env!("CARGO_PKG_VERSION")));
        if address.is_loopback() {
            builder = builder.no_proxy();
        }
        if address.base_url.scheme() == "http" {
            // Redirects leave no origin, so that no certificate is ever looked at: none need be read.
            builder = builder.tls_certs_only([]);
        }
        Ok(Self { client: builder.build()?, key: address.key.clone().map(Arc::new) })
    }

    /// The HTTP client beneath, from which the client library builds its requests.
    pub(super) fn http(&self) -> reqwest::Client {
        self.client.clone()
    }

    async fn send(&self, factory: HttpRequestFactory) -> Result<reqwest::Response, OpenAIError> {
        let request = factory.build().await?;
        let received = self.exchange(request).await.map_err(boxed)?;
        // A header that asks to wait would be lost on the way through the client library.
        let plain = received.status == 200
            && !received.headers.contains_key(header::RETRY_AFTER)
            && serde_json::from_slice::<&RawValue>(&received.body).is_ok();
        if plain {
            Ok(http::Response::new(reqwest::Body::from(received.body)).into())
        } else {
            Err(boxed(Aside::Received(received)))
        }
    }

    /// Fetches a document; every status is an answer.
    pub(super) async fn get(&self, url: &str, headers: HeaderMap) -> Result<Received, Aside> {
        let unbuilt = |error: reqwest::Error| Aside::Unreachable {
            message: format!("the request could not be built: {}", redacted(&cause(&error))),
            again: false,
        };
        self.exchange(self.client.get(url).headers(headers).build().map_err(unbuilt)?).await
    }

    async fn exchange(&self, request: reqwest::Request) -> Result<Received, Aside> {
        let mut response = self.client.execute(request).await.map_err(unsent)?;
        let status = response.status().as_u16();
        let headers = std::mem::take(response.headers_mut());
        let mut body = BytesMut::new();
        while let Some(piece) = response.chunk().await.map_err(broken)? {
            if body.len() + piece.len() > BODY_MAX {
                return Err(Aside::Broken(format!("the reply is larger than {} MiB", BODY_MAX >> 20)));
            }
            body.extend_from_slice(&piece);
        }
        Ok(Received { status, headers, body: self.without_key(body.freeze()) })
    }

    /// Some servers quote the key they refuse: it must reach neither messages nor records.
    fn without_key(&self, body: Bytes) -> Bytes {
        let Some(key) = self.key.as_ref().map(|key| key.expose_secret().as_bytes()) else { return body };
        if key.len() < KEY_MIN || memchr::memmem::find(&body, key).is_none() {
            return body;
        }
        let mut clean = Vec::with_capacity(body.len());
        let mut at = 0;
        while at < body.len() {
            if body[at..].starts_with(key) {
                clean.extend_from_slice(b"[key]");
                at += key.len();
            } else {
                clean.push(body[at]);
                at += 1;
            }
        }
        clean.into()
    }
}

impl tower::Service<HttpRequestFactory> for Transport {
    type Response = reqwest::Response;
    type Error = OpenAIError;
    type Future = BoxFuture<'static, Result<reqwest::Response, OpenAIError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), OpenAIError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, factory: HttpRequestFactory) -> Self::Future {
        let transport = self.clone();
        Box::pin(async move { transport.send(factory).await })
    }
}

fn boxed(aside: Aside) -> OpenAIError {
    OpenAIError::Boxed(Box::new(aside))
}

/// Makes ring the process's TLS provider, unless a program that embeds this one has chosen another.
pub(super) fn install_tls() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if rustls::crypto::ring::default_provider().install_default().is_err() {
            tracing::debug!("another TLS provider is installed already");
        }
    });
}

/// Follows redirects within one origin only: a request carries a key and a consultation, which are
/// meant for the address that the user named.
fn same_origin_only() -> Policy {
    Policy::custom(|attempt| {
        let within = attempt.previous().first().is_some_and(|first| first.origin() == attempt.url().origin());
        if within && attempt.previous().len() <= 5 { attempt.follow() } else { attempt.stop() }
    })
}

/// No reply began.
fn unsent(error: reqwest::Error) -> Aside {
    let cause = redacted(&cause(&error));
    if error.is_connect() {
        let host = error.url().and_then(host);
        let at = host.map(|host| format!(" to {host}")).unwrap_or_default();
        let (cause, again) = match broken_in(&error) {
            Some(Breach::Name) => (format!("the name cannot be resolved ({cause})"), true),
            Some(Breach::Tls) => (format!("TLS failed: {cause}"), false),
            None => (cause, true),
        };
        Aside::Unreachable { message: format!("failed to connect{at}: {cause}"), again }
    } else if error.is_timeout() {
        Aside::Timeout("the server did not answer in time".to_owned())
    } else {
        Aside::Unreachable { message: format!("failed to get an answer: {cause}"), again: true }
    }
}

/// Which part of connecting failed, where that makes a difference.
#[derive(PartialEq, Eq, Debug)]
enum Breach {
    /// The host's name is not known, or not at the moment.
    Name,
    /// The server's certificate is refused, or it speaks no TLS: the same a moment later.
    Tls,
}

fn broken_in(error: &(dyn std::error::Error + 'static)) -> Option<Breach> {
    let mut next = Some(error);
    while let Some(error) = next {
        if error.is::<rustls::Error>() {
            return Some(Breach::Tls);
        }
        // The connector's own type for this is private; its words are all there is.
        if error.to_string() == "dns error" {
            return Some(Breach::Name);
        }
        // What an I/O error was made of is not its source, but within it.
        let within = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        next = match within {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    None
}

/// Host and port: what a person needs to find the server, and nothing that could be a secret.
fn host(url: &reqwest::Url) -> Option<String> {
    Some(format!("{}:{}", url.host_str()?, url.port_or_known_default()?))
}

/// A reply began and did not end.
fn broken(error: reqwest::Error) -> Aside {
    if error.is_timeout() {
        Aside::Timeout("the server did not finish its answer in time".to_owned())
    } else {
        Aside::Broken(format!("failed to read the answer: {}", redacted(&cause(&error))))
    }
}

/// The innermost cause, which names no address.
fn cause(error: &reqwest::Error) -> String {
    let mut innermost: &dyn std::error::Error = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    if std::ptr::addr_eq(innermost, error) { "no cause given".to_owned() } else { innermost.to_string() }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_certificate_that_is_refused_is_told_from_a_server_that_is_away() {
        let refused = rustls::Error::InvalidCertificate(rustls::CertificateError::Expired);
        let within = io::Error::new(io::ErrorKind::InvalidData, refused.clone());
        assert_eq!(broken_in(&refused), Some(Breach::Tls));
        assert_eq!(broken_in(&within), Some(Breach::Tls));
        assert_eq!(broken_in(&io::Error::other(within)), Some(Breach::Tls));
        assert_eq!(broken_in(&io::Error::other("dns error")), Some(Breach::Name));
        assert_eq!(broken_in(&io::Error::from(io::ErrorKind::ConnectionRefused)), None);
    }
}
