//! Models: one trait, its back ends, and the journal through which every ask goes.

mod exchange;
pub mod journal;

pub use exchange::{
    Attempt, Failure, FailureKind, Finish, Message, Model, Params, Reply, Request, Role, Usage,
};
