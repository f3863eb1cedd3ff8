//! Dialogues: rounds, budgets, stops. Each is an ordinary async function over the cast.

pub mod condition;
mod play;
mod transcript;

pub use play::{Manner, Players, consultation, forced_questions, one_message};
pub use transcript::{GateLost, ReadBy, Reading, Spoken, Transcript};
