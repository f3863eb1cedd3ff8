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
use super::openai::{ChatModel, Endpoint};
use super::provider::{Env, ProviderError, Providers};
use super::retry::Retries;
use super::transport::{Timeouts, Transport};
use super::words;

/// How models are reached; the same for all of a run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Most exchanges at a time with one endpoint or agent.
    pub connections_max: usize,
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
    /// The defaults: 10 connections, 5 retries.
    pub fn new(providers: Providers, now: fn() -> Timestamp) -> Self {
        Self {
            connections_max: 10,
            retries_max: 5,
            timeouts: Timeouts::default(),
            agents: AgentLimits::default(),
            providers,
            seed: 0,
            now,
        }
    }
}

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
}

impl Models {
    /// No model is open yet.
    pub fn new(settings: Settings) -> Self {
        Self { settings, endpoints: Mutex::default(), agents: Mutex::default() }
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

    /// Where a model would be asked: see [`Model::endpoint`]. Nothing is opened.
    pub fn endpoint_of(&self, name: &str, env: Env<'_>) -> Option<String> {
        let (provider, _) = name.split_once('/')?;
        self.settings.providers.base_url(provider, env)
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
        let agent = Arc::new(Agent::new(name, words, self.settings.connections_max, self.settings.agents));
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
        let endpoint =
            Arc::new(Endpoint::new(address, transport, settings.connections_max, retries, settings.now));
        endpoints.insert(provider.to_owned(), Arc::clone(&endpoint));
        Ok(endpoint)
    }
}

impl fmt::Debug for Models {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models").field("settings", &self.settings).finish_non_exhaustive()
    }
}
