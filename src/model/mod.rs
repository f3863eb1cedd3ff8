//! Models: one trait, its back ends, and the journal through which every ask goes.

mod body;
mod budget;
mod cmd;
mod estimate;
mod examine;
mod exchange;
pub mod journal;
mod lane;
mod limit;
pub mod local;
mod open;
mod openai;
mod price;
mod provider;
pub mod reader;
mod redact;
mod retry;
mod stated;
mod transport;
mod words;

pub use budget::{Budget, BudgetError, BudgetReport};
pub use cmd::AgentLimits;
pub use estimate::{prompt_tokens, request_at_most};
pub use examine::{Check, Health};
pub use exchange::{
    Attempt, Failure, FailureKind, Finish, Message, Model, Params, Reply, Request, Role, Schema, Structured,
    Usage,
};
pub use journal::JournalError;
pub use limit::{Levels, connections_that_fit, make_room};
pub use open::{ModelError, Models, Settings};
pub use price::{Money, Price, PriceError, PriceTable, Prices, Tokens};
pub use provider::{Env, MaxTokensField, Provider, ProviderError, Providers};
pub use transport::Timeouts;
