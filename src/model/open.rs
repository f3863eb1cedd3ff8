//! Opening models by name.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::cmd::{Agent, AgentLimits};
use super::exchange::Model;
use super::limit::{CEILING, Gate, Levels, Limits, connections_that_fit};
use super::openai::{ChatModel, Endpoint};
use super::provider::{Address, Env, ProviderError, Providers};
use super::retry::Retries;
use super::transport::{Timeouts, Transport};
use super::words;

/// How models are reached; the same for all of a run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Most exchanges at a time with one endpoint or agent. `None`: endpoints find their level, and
    /// agents are given 10.
    pub connections_max: Option<usize>,
    /// Most requests a minute to one endpoint; a provider's own table goes before it.
    pub requests_per_minute: Option<u64>,
    /// Most tokens a minute of one endpoint, prompts and replies together; a provider's own table goes
    /// before it.
    pub tokens_per_minute: Option<u64>,
    /// Most tries after the first.
    pub retries_max: u32,
    /// Of HTTP exchanges.
    pub timeouts: Timeouts,
    /// Of agents.
    pub agents: AgentLimits,
    /// The providers known.
    pub providers: Providers,
    /// Seeds the waits before further tries.
    pub seed: u64,
    /// The time, which `Retry-After` dates are measured from.
    pub now: fn() -> Timestamp,
}

impl Settings {
    /// The defaults: levels that find themselves, 5 retries.
    pub fn new(providers: Providers, now: fn() -> Timestamp) -> Self {
        Self {
            connections_max: None,
            requests_per_minute: None,
            tokens_per_minute: None,
            retries_max: 5,
            timeouts: Timeouts::default(),
            agents: AgentLimits::default(),
            providers,
            seed: 0,
            now,
        }
    }
}

/// Exchanges at a time with an agent, where nobody says.
const AGENT_CONNECTIONS: usize = 10;

/// Why a model cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The name is none.
    #[error("`{0}` names no model: write provider/model, such as openai/gpt-4.1, or cmd/PROGRAM")]
    Name(String),
    /// The provider cannot be used.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The command line of an agent cannot be split.
    #[error("the command of `{name}` cannot be read: {reason}")]
    Command {
        /// As written.
        name: String,
        /// Why.
        reason: &'static str,
    },
    /// The process may not open as many files as there are to be connections.
    #[error(
        "{wanted} connections need more open files than the system allows (room for {fit}): raise the limit, \
         such as with `ulimit -n {}`, or give --max-connections {fit}", .wanted + 1000
    )]
    Files {
        /// Connections to all endpoints.
        wanted: usize,
        /// Connections there is room for.
        fit: usize,
    },
    /// The HTTP client cannot be set up.
    #[error("failed to set up connections to `{name}`: {reason}")]
    Connections {
        /// The provider.
        name: String,
        /// Why.
        reason: String,
    },
}

/// The models of a run. Models of one provider share its connections; a name opened twice is one
/// model.
pub struct Models {
    settings: Settings,
    endpoints: Mutex<BTreeMap<String, Arc<Endpoint>>>,
    /// By role and name: a program that is named in two roles is two processes.
    agents: Mutex<BTreeMap<(String, String), Arc<Agent>>>,
    levels: Arc<Levels>,
}

impl Models {
    /// No model is open yet.
    pub fn new(settings: Settings) -> Self {
        let levels = Arc::new(Levels::new(settings.connections_max));
        Self { settings, endpoints: Mutex::default(), agents: Mutex::default(), levels }
    }

    /// How much all that are open take at a time.
    pub fn levels(&self) -> Arc<Levels> {
        Arc::clone(&self.levels)
    }

    /// Opens `provider/model` or `cmd/PROGRAM ARGUMENTS`. Nothing is asked of it yet. Asks must run
    /// within a Tokio runtime.
    ///
    /// # Errors
    /// A name that is none, an unknown provider, a missing key, a command that cannot be split.
    pub fn open(&self, name: &str, env: Env<'_>) -> Result<Arc<dyn Model>, ModelError> {
        self.open_as("", name, env)
    }

    /// As [`Models::open`], for a role: a program that plays two roles is a process in each, so
    /// that what it keeps in mind of one cannot reach the other.
    ///
    /// # Errors
    /// As [`Models::open`].
    pub fn open_as(&self, role: &str, name: &str, env: Env<'_>) -> Result<Arc<dyn Model>, ModelError> {
        let (provider, model) = name
            .split_once('/')
            .filter(|(provider, model)| !provider.is_empty() && !model.trim().is_empty())
            .ok_or_else(|| ModelError::Name(name.to_owned()))?;
        if provider == "cmd" {
            return self.agent(role, name, model);
        }
        Ok(Arc::new(ChatModel::new(name, model, self.endpoint(provider, env)?)))
    }

    /// Ends the processes of agents, each as [`AgentLimits::grace`] says. Asks in flight may still
    /// be answered meanwhile; later ones are refused.
    pub async fn close(&self) {
        let agents: Vec<Arc<Agent>> = {
            let agents = self.agents.lock().unwrap_or_else(PoisonError::into_inner);
            agents.values().cloned().collect()
        };
        futures::future::join_all(agents.iter().map(|agent| agent.close())).await;
    }

    fn agent(&self, role: &str, name: &str, command: &str) -> Result<Arc<dyn Model>, ModelError> {
        let fail = |reason| ModelError::Command { name: name.to_owned(), reason };
        let mut agents = self.agents.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (role.to_owned(), name.to_owned());
        if let Some(agent) = agents.get(&key) {
            let agent: Arc<Agent> = Arc::clone(agent);
            return Ok(agent);
        }
        let words = words::split(command).map_err(fail)?;
        if words.first().is_none_or(String::is_empty) {
            return Err(fail("it names no program"));
        }
        let connections = self.settings.connections_max.unwrap_or(AGENT_CONNECTIONS);
        let agent = Arc::new(Agent::new(name, words, connections, self.settings.agents));
        self.levels.change(0, connections);
        agents.insert(key, Arc::clone(&agent));
        Ok(agent)
    }

    fn endpoint(&self, provider: &str, env: Env<'_>) -> Result<Arc<Endpoint>, ModelError> {
        let mut endpoints = self.endpoints.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(endpoint) = endpoints.get(provider) {
            return Ok(Arc::clone(endpoint));
        }
        let settings = &self.settings;
        let address = settings.providers.address(provider, env)?;
        let mut timeouts = settings.timeouts;
        if let Some(seconds) = address.provider.read_timeout_s {
            timeouts.read = Duration::from_secs(seconds);
        }
        let transport = Transport::new(&address, timeouts).map_err(|error| ModelError::Connections {
            name: provider.to_owned(),
            reason: error.to_string(),
        })?;
        let seed = blake3::hash(format!("retry {} {provider}", settings.seed).as_bytes());
        let retries = Retries::new(settings.retries_max, ChaCha8Rng::from_seed(*seed.as_bytes()));
        let own = &address.provider;
        let limits = Limits {
            connections: settings.connections_max,
            files: self.files(endpoints.len() + 1)?,
            requests_per_minute: own.requests_per_minute.or(settings.requests_per_minute),
            tokens_per_minute: own.tokens_per_minute.or(settings.tokens_per_minute),
        };
        let gate = Gate::new(limits, Arc::clone(&self.levels));
        let endpoint = Arc::new(Endpoint::new(provider, address, transport, gate, retries, settings.now));
        endpoints.insert(provider.to_owned(), Arc::clone(&endpoint));
        Ok(endpoint)
    }

    /// Everything needed to reach a provider.
    pub(super) fn address(&self, provider: &str, env: Env<'_>) -> Result<Address, ModelError> {
        Ok(self.settings.providers.address(provider, env)?)
    }

    /// Of HTTP exchanges.
    pub(super) fn timeouts(&self) -> Timeouts {
        self.settings.timeouts
    }

    /// The time.
    pub(super) fn now(&self) -> Timestamp {
        (self.settings.now)()
    }

    /// Makes room for the connections to so many endpoints; how many each may have, where that is less
    /// than it could want.
    fn files(&self, endpoints: usize) -> Result<Option<usize>, ModelError> {
        let each = self.settings.connections_max.unwrap_or(CEILING);
        let wanted = each.saturating_mul(endpoints);
        let fit = connections_that_fit(wanted);
        if fit >= wanted {
            return Ok(None);
        }
        if self.settings.connections_max.is_some() {
            return Err(ModelError::Files { wanted, fit: fit / endpoints });
        }
        let fit = (fit / endpoints).max(1);
        tracing::warn!("the system allows files for {fit} connections an endpoint; `ulimit -n` raises that");
        Ok(Some(fit))
    }
}

impl fmt::Debug for Models {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models").field("settings", &self.settings).finish_non_exhaustive()
    }
}
