//! The cast: assistant, user simulator, gate, disclosure checker and judge; typed ask in, typed answer out.

mod assessor;
mod assistant;
mod checker;
mod condition;
mod gate;
mod judge;
mod matter;
pub mod players;
pub mod reading;
mod scene;
mod seat;
mod user;

pub use assessor::Assessor;
pub use assistant::{Assistant, Call, Heard};
pub use checker::Checker;
pub use condition::{Condition, ConditionMode};
pub use gate::Gate;
pub use judge::Judge;
pub use matter::Matter;
pub use scene::{Halt, Scene, Spent, Stage, Structured, Subject, to_messages};
pub use seat::{Named, Seat};
pub use user::{Brief, User, UserDesign};
