//! How a LexPilot study is set up: its settings, who sits where, answers from a file, and what a
//! snapshot holds.

mod answers;
mod casting;
mod manner;
mod settings;
mod snapshot;

pub use casting::cast;
pub(super) use casting::{numbers_mean_something, params};
pub use manner::{MannerChanges, MannerSettings};
pub use settings::{Changes, Settings};
pub use snapshot::{pack_and_prompts, read_snapshot, write_snapshot};
