//! Providers: the address, key and quirks behind the first part of a `provider/model` name.

use std::collections::BTreeMap;
use std::fmt;

use http::{HeaderMap, HeaderName, HeaderValue, header};
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

use super::exchange::Structured;

/// The providers known by name.
const KNOWN: &str = include_str!("providers.toml");

/// How the environment is asked; nothing here reads it directly.
pub type Env<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A provider's table, as in a providers file. What is absent keeps its default, or what the
/// provider of that name already has.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    /// Address up to and without `/chat/completions`.
    pub base_url: Option<String>,
    /// Environment variable that holds the key; without one no key is sent.
    pub key_env: Option<String>,
    /// Whether the key must be there (default: true).
    pub key_required: Option<bool>,
    /// Header that carries the bare key; without one it is `Authorization: Bearer KEY`.
    pub key_header: Option<String>,
    /// Headers sent besides; not for secrets.
    pub headers: Option<BTreeMap<String, String>>,
    /// The name under which the length limit is sent (default: `max_tokens`).
    pub max_tokens_field: Option<MaxTokensField>,
    /// Greater length limits are sent as this, in tokens.
    pub max_tokens_most: Option<u32>,
    /// Whether `temperature` is accepted (default: true); if not it is never sent.
    pub temperature: Option<bool>,
    /// Whether `top_p` is accepted (default: where a temperature is); if not it is never sent.
    pub top_p: Option<bool>,
    /// Whether `presence_penalty` and `frequency_penalty` are accepted (default: where a temperature is);
    /// if not they are never sent.
    pub penalties: Option<bool>,
    /// Whether system messages are accepted (default: true); if not their text opens the first
    /// message of the user.
    pub system_role: Option<bool>,
    /// Longest silence within a reply, in seconds (default: that of the settings).
    pub read_timeout_s: Option<u64>,
    /// Tokens that prompt and reply may have together; longer limits of the reply are cut to what an
    /// estimate of the prompt leaves.
    pub context_tokens: Option<u32>,
    /// Sent as `reasoning_effort`, such as `low` (default: not sent).
    pub reasoning_effort: Option<String>,
    /// How the server is held to the form of structured replies, to begin with (default:
    /// `json_schema`); what it refuses is not asked for again.
    pub structured: Option<Structured>,
    /// Most requests a minute.
    pub requests_per_minute: Option<u64>,
    /// Most tokens a minute, prompts and replies together.
    pub tokens_per_minute: Option<u64>,
}

/// The name under which the length limit is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MaxTokensField {
    /// As most servers know it.
    #[default]
    MaxTokens,
    /// As OpenAI's reasoning models demand.
    MaxCompletionTokens,
}

impl Provider {
    /// These fields where they are given, the others as they were.
    fn over(self, base: Provider) -> Provider {
        Provider {
            base_url: self.base_url.or(base.base_url),
            key_env: self.key_env.or(base.key_env),
            key_required: self.key_required.or(base.key_required),
            key_header: self.key_header.or(base.key_header),
            headers: self.headers.or(base.headers),
            max_tokens_field: self.max_tokens_field.or(base.max_tokens_field),
            max_tokens_most: self.max_tokens_most.or(base.max_tokens_most),
            temperature: self.temperature.or(base.temperature),
            top_p: self.top_p.or(base.top_p),
            penalties: self.penalties.or(base.penalties),
            system_role: self.system_role.or(base.system_role),
            read_timeout_s: self.read_timeout_s.or(base.read_timeout_s),
            context_tokens: self.context_tokens.or(base.context_tokens),
            reasoning_effort: self.reasoning_effort.or(base.reasoning_effort),
            structured: self.structured.or(base.structured),
            requests_per_minute: self.requests_per_minute.or(base.requests_per_minute),
            tokens_per_minute: self.tokens_per_minute.or(base.tokens_per_minute),
        }
    }
}

/// Why a provider cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// The providers file is malformed.
    #[error("failed to read the providers: {0}")]
    File(String),
    /// Nobody knows the name.
    #[error("no provider is called `{name}`{}; known: {known}, and cmd for an agent of one's own", hint(.nearest))]
    Unknown {
        /// As written.
        name: String,
        /// The known name nearest to it.
        nearest: Option<String>,
        /// All known names.
        known: String,
    },
    /// The address is missing.
    #[error("provider `{name}` needs an address: set {variable}, or base_url in a providers file")]
    NoAddress {
        /// The provider.
        name: String,
        /// The variable which would give it.
        variable: String,
    },
    /// The address cannot be used.
    #[error("the address of provider `{name}` cannot be used: {reason}")]
    BadAddress {
        /// The provider.
        name: String,
        /// Why.
        reason: String,
    },
    /// The key is missing.
    #[error("provider `{name}` needs a key: set {variable}")]
    NoKey {
        /// The provider.
        name: String,
        /// The variable which would give it.
        variable: String,
    },
    /// The key cannot be sent.
    #[error("the key in {variable} cannot be sent: it holds characters that no header may hold")]
    BadKey {
        /// The variable which holds it.
        variable: String,
    },
    /// A header cannot be sent.
    #[error("header `{header}` of provider `{name}` cannot be sent")]
    BadHeader {
        /// The provider.
        name: String,
        /// The header.
        header: String,
    },
}

fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

/// A table of `[providers.NAME]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    providers: BTreeMap<String, Provider>,
}

fn parse(text: &str) -> Result<BTreeMap<String, Provider>, ProviderError> {
    let file: File = toml::from_str(text).map_err(|error| ProviderError::File(told(text, &error)))?;
    Ok(file.providers)
}

/// What is wrong and where. The line itself is not quoted: somebody may have put a key into it.
fn told(text: &str, error: &toml::de::Error) -> String {
    let what = error.message();
    let Some(before) = error.span().and_then(|span| text.get(..span.start)) else {
        return what.to_owned();
    };
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    format!("line {line}, column {column}: {what}")
}

/// All providers known in a run.
#[derive(Clone, Debug)]
pub struct Providers(BTreeMap<String, Provider>);

impl Providers {
    /// The providers known by name, and those of a user's providers file.
    ///
    /// # Errors
    /// A malformed text (with line and column), an unknown field, a name with a slash.
    pub fn new(own: Option<&str>) -> Result<Self, ProviderError> {
        Ok(Self(parse(KNOWN)?).with(own.map(parse).transpose()?.unwrap_or_default()))
    }

    /// These and further ones; a table under a known name changes the fields it gives.
    #[must_use]
    pub fn with(mut self, own: BTreeMap<String, Provider>) -> Self {
        for (name, provider) in own {
            let base = self.0.remove(&name).unwrap_or_default();
            self.0.insert(name, provider.over(base));
        }
        self
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Each provider that reads a key, with the variable it reads and whether the key is there.
    pub fn keys(&self, env: Env<'_>) -> Vec<(&str, &str, bool)> {
        let of = |(name, provider)| {
            let (name, provider): (&String, &Provider) = (name, provider);
            let variable = provider.key_env.as_deref()?;
            Some((name.as_str(), variable, given(env, variable).is_some()))
        };
        self.0.iter().filter_map(of).collect()
    }

    /// Everything needed to reach a provider.
    ///
    /// # Errors
    /// An unknown name, no usable address, no usable key.
    pub(super) fn address(&self, name: &str, env: Env<'_>) -> Result<Address, ProviderError> {
        let provider = self.0.get(name).ok_or_else(|| self.unknown(name))?;
        let base_url = base_url(name, provider, env)?;
        let key = key(name, provider, env)?;
        let mut headers = HeaderMap::new();
        for (header, value) in provider.headers.iter().flatten() {
            let bad = || ProviderError::BadHeader { name: name.to_owned(), header: header.clone() };
            let field: HeaderName = header.parse().map_err(|_| bad())?;
            headers.insert(field, HeaderValue::from_str(value).map_err(|_| bad())?);
        }
        if let Some((variable, key)) = &key {
            let bad = |_| ProviderError::BadKey { variable: variable.clone() };
            let (field, text) = match &provider.key_header {
                Some(header) => {
                    let bad = |_| ProviderError::BadHeader { name: name.to_owned(), header: header.clone() };
                    (header.parse::<HeaderName>().map_err(bad)?, key.expose_secret().to_owned())
                }
                None => (header::AUTHORIZATION, format!("Bearer {}", key.expose_secret())),
            };
            let mut value = HeaderValue::from_str(&text).map_err(bad)?;
            value.set_sensitive(true);
            headers.insert(field, value);
        }
        Ok(Address { base_url, headers, key: key.map(|(_, key)| key), provider: provider.clone() })
    }

    /// The address at which a model is asked, without a slash at its end; `None` where there is none
    /// that can be used. Needs no key.
    pub fn endpoint_of(&self, model: &str, env: Env<'_>) -> Option<String> {
        let (name, _) = model.split_once('/')?;
        let url = base_url(name, self.0.get(name)?, env).ok()?;
        Some(url.as_str().trim_end_matches('/').to_owned())
    }

    fn unknown(&self, name: &str) -> ProviderError {
        let nearest = self
            .names()
            .map(|known| (distance(&name.to_lowercase(), known), known))
            .min()
            .filter(|(distance, known)| *distance <= 1 + known.len() / 4)
            .map(|(_, known)| known.to_owned());
        let known = self.names().collect::<Vec<_>>().join(", ");
        ProviderError::Unknown { name: name.to_owned(), nearest, known }
    }
}

/// Everything needed to reach a provider.
pub(super) struct Address {
    /// Address, without a slash at its end.
    pub(super) base_url: Url,
    /// All headers, the key's among them, marked as sensitive.
    pub(super) headers: HeaderMap,
    /// The key itself, so that it can be taken out of what a server says.
    pub(super) key: Option<SecretString>,
    /// Its quirks.
    pub(super) provider: Provider,
}

impl Address {
    /// Whether the address is on this machine.
    pub(super) fn is_loopback(&self) -> bool {
        let host = self.base_url.host_str().unwrap_or("").trim_matches(['[', ']']);
        host.eq_ignore_ascii_case("localhost")
            || host.ends_with(".localhost")
            || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Address").field("base_url", &self.base_url.as_str()).finish_non_exhaustive()
    }
}

/// The environment variable of a provider: its name in capitals and an ending.
fn variable(name: &str, ending: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    format!("{}_{ending}", name.chars().map(plain).collect::<String>())
}

fn given(env: Env<'_>, variable: &str) -> Option<String> {
    env(variable).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
}

fn base_url(name: &str, provider: &Provider, env: Env<'_>) -> Result<Url, ProviderError> {
    let variable = variable(name, "BASE_URL");
    let Some(text) = given(env, &variable).or_else(|| provider.base_url.clone()) else {
        return Err(ProviderError::NoAddress { name: name.to_owned(), variable });
    };
    let bad = |reason: &str| ProviderError::BadAddress { name: name.to_owned(), reason: reason.to_owned() };
    let url = Url::parse(text.trim_end_matches('/')).map_err(|error| bad(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(bad("it must begin with http:// or https://"));
    }
    // An address is shown and recorded; a password or token in it would be, too.
    if !url.username().is_empty() || url.password().is_some() || url.query().is_some() {
        return Err(bad("it must hold neither a name, a password nor a query"));
    }
    if url.fragment().is_some() {
        return Err(bad("it must hold no fragment"));
    }
    if url.path().ends_with("/chat/completions") {
        return Err(bad("it must end before /chat/completions"));
    }
    Ok(url)
}

/// The variable and the trimmed key in it; `None` if the provider does without.
fn key(
    name: &str,
    provider: &Provider,
    env: Env<'_>,
) -> Result<Option<(String, SecretString)>, ProviderError> {
    let Some(variable) = provider.key_env.clone() else { return Ok(None) };
    match given(env, &variable) {
        Some(key) => Ok(Some((variable, SecretString::from(key)))),
        None if provider.key_required.unwrap_or(true) => {
            Err(ProviderError::NoKey { name: name.to_owned(), variable })
        }
        None => Ok(None),
    }
}

/// Edits between two names.
fn distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.chars().count()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in right.chars().enumerate() {
            let edited = diagonal.min(row[j]).min(row[j + 1]) + 1;
            let cost = if a == b { diagonal } else { edited };
            diagonal = std::mem::replace(&mut row[j + 1], cost);
        }
    }
    row[right.chars().count()]
}
