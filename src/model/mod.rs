//! Models: one trait, its back ends, and the journal through which every ask goes.

mod cmd;
mod exchange;
pub mod journal;
mod open;
mod openai;
mod provider;
pub mod reader;
mod retry;
mod transport;
mod words;

pub use cmd::AgentLimits;
pub use exchange::{
    Attempt, Failure, FailureKind, Finish, Message, Model, Params, Reply, Request, Role, Usage,
};
pub use journal::JournalError;
pub use open::{ModelError, Models, Settings};
pub use provider::{Env, MaxTokensField, Provider, ProviderError, Providers};
pub use transport::Timeouts;
