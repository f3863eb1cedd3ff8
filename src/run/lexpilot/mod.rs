//! How a LexPilot study is set up: its settings, who sits where, answers from a file, and what a
//! snapshot holds.

mod answers;
mod casting;
mod manner;
mod settings;
mod snapshot;

pub use casting::cast;
pub use manner::{MannerChanges, MannerSettings};
pub use settings::{Changes, Settings};
pub use snapshot::{keep_snapshot, read_snapshot};
