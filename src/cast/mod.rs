//! The cast: assistant, user simulator, gate and judge; typed ask in, typed answer out.

mod assistant;
mod gate;
mod judge;
pub mod players;
pub mod reading;
mod scene;
mod seat;
mod user;

pub use assistant::{Assistant, Call, Heard};
pub use gate::Gate;
pub use judge::Judge;
pub use scene::{Halt, Scene, Spent, Stage, to_messages};
pub use seat::{Named, Seat};
pub use user::User;
