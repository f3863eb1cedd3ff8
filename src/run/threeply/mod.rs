//! How a study of 3-ply arguments is set up: its settings, who sits where, answers from a file, and what
//! a snapshot holds.

mod answers;
mod casting;
mod settings;
mod snapshot;

pub use casting::cast_arguments;
pub use settings::{ArgumentChanges, ArgumentSettings, TriplesFrom};
pub use snapshot::{load_prompts, read_triples_snapshot, write_triples_snapshot};
