//! Models: one trait, its back ends, and the journal through which every ask goes.

mod body;
mod cmd;
mod exchange;
pub mod journal;
mod lane;
mod limit;
mod open;
mod openai;
mod provider;
pub mod reader;
mod retry;
mod stated;
mod transport;
mod words;

pub use cmd::AgentLimits;
pub use exchange::{
    Attempt, Failure, FailureKind, Finish, Message, Model, Params, Reply, Request, Role, Schema, Structured,
    Usage,
};
pub use journal::JournalError;
pub use limit::Levels;
pub use open::{ModelError, Models, Settings};
pub use provider::{Env, MaxTokensField, Provider, ProviderError, Providers};
pub use transport::Timeouts;
