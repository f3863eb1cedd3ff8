//! How much is asked of an endpoint: a level of exchanges at a time that finds itself, waits that the
//! server asks for, and limits a minute. Knows no shapes of the API.

mod files;
mod gate;
mod level;
mod levels;
mod pace;

pub use files::{connections_that_fit, make_room};
pub(super) use gate::{Gate, Hold, Limits, Tokens};
pub(super) use level::{CEILING, Ended};
pub use levels::Levels;
