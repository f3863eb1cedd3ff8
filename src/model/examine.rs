//! Looking at a model before it is used: is it known, can it be reached, does it answer, and how far
//! can it be held to the form of a reply.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::exchange::{Failure, FailureKind, Message, Model, Params, Request, Role, Schema, Structured};
use super::open::{ModelError, Models};
use super::provider::{Address, Env, ProviderError};
use super::reader::Received;
use super::redact::redacted;
use super::transport::{Aside, Transport};

/// Clocks that differ by more are worth a word, in seconds.
const SKEW_MAX_S: i64 = 30;

/// How a check came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Health {
    /// As it should be.
    Ok,
    /// Usable, with a reservation.
    Warn,
    /// Not usable.
    Fail,
}

/// One thing looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// What, in a word.
    pub what: &'static str,
    /// How it came out.
    pub health: Health,
    /// What was found; never a key.
    pub says: String,
    /// What to do about it.
    pub advice: Option<String>,
}

impl Check {
    /// As it should be.
    pub fn ok(what: &'static str, says: impl Into<String>) -> Self {
        Self { what, health: Health::Ok, says: says.into(), advice: None }
    }

    /// Usable, with a reservation.
    pub fn warn(what: &'static str, says: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { what, health: Health::Warn, says: says.into(), advice: Some(advice.into()) }
    }

    /// Not usable.
    pub fn fail(what: &'static str, says: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { what, health: Health::Fail, says: says.into(), advice: Some(advice.into()) }
    }
}

impl Models {
    /// Looks at a model, up to the first thing without which the rest cannot be. Two short calls are
    /// paid for.
    pub async fn examine(&self, name: &str, env: Env<'_>) -> Vec<Check> {
        let mut checks = Vec::new();
        if name.split_once('/').is_some_and(|(provider, _)| provider != "cmd")
            && !self.endpoint_answers(name, env, &mut checks).await
        {
            return checks;
        }
        match self.open(name, env) {
            Ok(model) => {
                if name.starts_with("cmd/") {
                    checks.push(Check::ok("name", "a program of one's own"));
                }
                if call(model.as_ref(), &mut checks).await && !name.starts_with("cmd/") {
                    checks.push(structured(model.as_ref()).await);
                }
            }
            Err(error) => checks.push(unopened(&error)),
        }
        checks
    }

    /// Name, key, address and list of models; whether it is worth going on.
    async fn endpoint_answers(&self, name: &str, env: Env<'_>, checks: &mut Vec<Check>) -> bool {
        let (provider, model) = name.split_once('/').unwrap_or((name, ""));
        let address = match self.address(provider, env) {
            Ok(address) => address,
            Err(error) => {
                checks.push(unopened(&error));
                return false;
            }
        };
        checks.push(Check::ok("name", format!("provider {provider}, model {model}")));
        checks.push(match (&address.key, &address.provider.key_env) {
            (Some(_), Some(variable)) => Check::ok("key", format!("present in {variable}")),
            (_, Some(variable)) => Check::ok("key", format!("none in {variable}, and none is demanded")),
            (_, None) => Check::ok("key", "none is sent"),
        });
        let base = address.base_url.as_str().trim_end_matches('/').to_owned();
        let transport = match Transport::new(&address, self.timeouts()) {
            Ok(transport) => transport,
            Err(error) => {
                let says = redacted(&error.to_string());
                checks.push(Check::fail("address", says, "look at the machine's root certificates"));
                return false;
            }
        };
        let begun = Instant::now();
        let before = self.now();
        match transport.get(&format!("{base}/models"), address.headers.clone()).await {
            Ok(received) => {
                let took = begun.elapsed().as_millis();
                checks.push(Check::ok("address", format!("{base} answers in {took} ms")));
                checks.push(clock(&received, before));
                checks.push(listed(&received, model));
                true
            }
            Err(aside) => {
                checks.push(unreached(&base, &aside, &address));
                false
            }
        }
    }
}

fn unopened(error: &ModelError) -> Check {
    let says = error.to_string();
    match error {
        ModelError::Provider(ProviderError::NoKey { variable, .. }) => {
            Check::fail("key", says, format!("export {variable}=… in the shell that starts lexconsult"))
        }
        ModelError::Provider(ProviderError::BadKey { variable }) => {
            Check::fail("key", says, format!("copy the key into {variable} once more, alone"))
        }
        ModelError::Provider(ProviderError::NoAddress { variable, .. }) => {
            Check::fail("address", says, format!("export {variable}=https://…"))
        }
        ModelError::Provider(ProviderError::BadAddress { .. }) => {
            Check::fail("address", says, "an address ends before /chat/completions, and holds no key")
        }
        ModelError::Files { .. } => Check::fail("files", says, "raise the limit of open files"),
        ModelError::Provider(_)
        | ModelError::Name(_)
        | ModelError::Command { .. }
        | ModelError::Connections { .. } => {
            Check::fail("name", says, "docs/models.md lists names; others need a table in lexconsult.toml")
        }
    }
}

fn unreached(base: &str, aside: &Aside, address: &Address) -> Check {
    let local = address.is_loopback();
    let advice = match aside {
        Aside::Unreachable { .. } if local => "start the server, or give its address",
        Aside::Unreachable { .. } => "look at address, name service, proxy (HTTPS_PROXY) and firewall",
        Aside::Timeout(_) => "the server or a proxy before it is silent: try again later",
        Aside::Broken(_) | Aside::Received(_) => "something else than a model server may live there",
    };
    Check::fail("address", format!("{base}: {aside}"), advice)
}

/// Dates in `Retry-After` are measured by our clock.
fn clock(received: &Received, now: Timestamp) -> Check {
    let date = received.headers.get(http::header::DATE).and_then(|value| value.to_str().ok());
    match date.and_then(|date| rfc2822::parse(date).ok()) {
        None => Check::ok("clock", "the server tells no time"),
        Some(then) => {
            let skew_s = now.as_second() - then.timestamp().as_second();
            if skew_s.abs() <= SKEW_MAX_S {
                Check::ok("clock", format!("{} s from the server's", skew_s.abs()))
            } else {
                let says = format!(
                    "{} s {} the server's",
                    skew_s.abs(),
                    if skew_s > 0 { "ahead of" } else { "behind" }
                );
                Check::warn(
                    "clock",
                    says,
                    "set this machine's clock: waits that servers ask for may be dates",
                )
            }
        }
    }
}

#[derive(Deserialize)]
struct List {
    data: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    id: String,
}

fn listed(received: &Received, model: &str) -> Check {
    let unlisted = |says: String| Check::warn("model", says, "the call below tells");
    if received.status != 200 {
        return unlisted(format!("the server lists no models (status {})", received.status));
    }
    let Ok(List { data }) = serde_json::from_slice::<List>(&received.body) else {
        return unlisted("the server's list of models cannot be read".to_owned());
    };
    // Some servers list names with a folder before them.
    if data.iter().any(|listed| listed.id == model || listed.id.ends_with(&format!("/{model}"))) {
        return Check::ok("model", format!("{model} is among the {} listed", data.len()));
    }
    let some = data.iter().take(5).map(|listed| listed.id.chars().take(60).collect::<String>());
    let some = some.collect::<Vec<_>>().join(", ");
    Check::warn(
        "model",
        format!("{model} is not among the {} listed", data.len()),
        format!("listed are, for example: {}", if some.is_empty() { "none" } else { some.as_str() }),
    )
}

fn ask(text: &str, max_tokens: u32, schema: Option<Schema>) -> Request {
    Request {
        messages: vec![Message { role: Role::User, content: text.to_owned() }],
        params: Params { temperature: None, max_tokens: Some(max_tokens), ..Params::default() },
        schema: schema.map(Arc::new),
    }
}

async fn call(model: &dyn Model, checks: &mut Vec<Check>) -> bool {
    let begun = Instant::now();
    match model.ask(&ask("Say: yes", 1, None)).await {
        Ok(reply) => {
            let took = begun.elapsed().as_millis();
            let tokens = match (reply.usage.prompt_tokens, reply.usage.completion_tokens) {
                (None, None) => "tokens not told".to_owned(),
                (prompt, reply) => format!("{} + {} tokens", prompt.unwrap_or(0), reply.unwrap_or(0)),
            };
            checks.push(Check::ok("call", format!("answered in {took} ms, {tokens}")));
            true
        }
        Err(failure) => {
            checks.push(Check::fail("call", failure.to_string(), advice(&failure)));
            false
        }
    }
}

fn advice(failure: &Failure) -> &'static str {
    match failure.kind {
        FailureKind::Auth => "the key is not one for this server, or has expired",
        FailureKind::NotFound => {
            "look at the model's name, and that the address ends before /chat/completions"
        }
        FailureKind::RateLimited => "wait, or set --max-requests-per-minute and --max-tokens-per-minute",
        FailureKind::Quota => "top up the account",
        FailureKind::BadRequest => {
            "a quirk: temperature, system_role or max_tokens_field in the provider's table"
        }
        FailureKind::ContextLength => "the model's context is too short for any consultation",
        FailureKind::ContentFilter => "the server's filter refuses even this: another deployment may not",
        FailureKind::Unreachable | FailureKind::Timeout | FailureKind::Server => "try again later",
        FailureKind::BadReply => {
            "it may speak another protocol; `lexconsult doctor --replies` reads saved replies"
        }
        FailureKind::Budget => "raise --cost-limit",
        FailureKind::Process | FailureKind::Stopped => "start the program by hand, and see docs/agents.md",
    }
}

const FORM: &str = r#"{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Formed {
    #[serde(rename = "ok")]
    _ok: bool,
}

async fn structured(model: &dyn Model) -> Check {
    // The constant above is JSON.
    let form = RawValue::from_string(FORM.to_owned()).expect("the schema of this file is JSON");
    let schema = Schema { name: "doctor".to_owned(), form };
    let prompt = r#"Reply with this JSON object and nothing else: {"ok": true}"#;
    match model.ask(&ask(prompt, 256, Some(schema))).await {
        Err(failure) => Check::warn("form", failure.to_string(), "judge and gate may fail in the same way"),
        Ok(reply) => {
            let level =
                reply.attempts.last().and_then(|last| last.structured).unwrap_or(Structured::Prompted);
            let text = reply.text.unwrap_or_default();
            let begins = text.find('{').unwrap_or(0);
            let ends = text.rfind('}').map_or(text.len(), |at| at + 1);
            let is_formed =
                text.get(begins..ends).is_some_and(|text| serde_json::from_str::<Formed>(text).is_ok());
            match (is_formed, level) {
                (true, Structured::Prompted) => Check::warn(
                    "form",
                    "keeps to a form by the prompt alone",
                    "judge and gate are asked again where they do not",
                ),
                (true, level) => Check::ok("form", format!("held to a form by {}", level.name())),
                (false, level) => Check::warn(
                    "form",
                    format!("took {} and did not keep to the form", level.name()),
                    "as judge or gate it may give no usable answer",
                ),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue};

    use super::*;

    fn received(status: u16, body: &str, date: Option<&'static str>) -> Received {
        let mut headers = HeaderMap::new();
        headers.extend(date.map(|date| (http::header::DATE, HeaderValue::from_static(date))));
        Received { status, headers, body: body.to_owned().into() }
    }

    #[test]
    fn clocks_that_differ_are_told() {
        let now: Timestamp = "2026-11-29T21:40:00Z".parse().expect("a time");
        let check = |date| clock(&received(200, "", date), now);
        assert_eq!(
            check(Some("Sun, 29 Nov 2026 21:39:50 GMT")),
            Check::ok("clock", "10 s from the server's")
        );
        let late = check(Some("Sun, 29 Nov 2026 21:50:00 GMT"));
        assert_eq!((late.health, late.says.as_str()), (Health::Warn, "600 s behind the server's"));
        let early = check(Some("Sun, 29 Nov 2026 21:00:00 GMT"));
        assert_eq!((early.health, early.says.as_str()), (Health::Warn, "2400 s ahead of the server's"));
        assert_eq!(check(None).health, Health::Ok);
        assert_eq!(check(Some("yesterday")).health, Health::Ok);
    }

    #[test]
    fn a_model_is_looked_up_in_the_servers_list() {
        let list = r#"{"object":"list","data":[{"id":"a"},{"id":"models/b","owned_by":null}]}"#;
        for (status, body, model, health) in [
            (200, list, "a", Health::Ok),
            (200, list, "b", Health::Ok),
            (200, list, "c", Health::Warn),
            (200, r#"{"data":[]}"#, "a", Health::Warn),
            (200, "<html>", "a", Health::Warn),
            (404, list, "a", Health::Warn),
        ] {
            assert_eq!(
                listed(&received(status, body, None), model).health,
                health,
                "{status} {body} {model}"
            );
        }
    }
}
