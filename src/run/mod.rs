//! Runs: what is planned and owed, playing it with bounded concurrency, resuming, scoring, and the
//! folder that keeps it all.

mod casting;
mod error;
mod execute;
mod folder;
mod owed;
mod scoring;
mod settings;
mod shelf;

pub use casting::{Environment, absent, cast, same_family};
pub use error::RunError;
pub use execute::{Event, Events, Limits, Outcome, Work, execute};
pub use folder::{Manifest, RunFolder, name_of, read_snapshot};
pub use owed::{Owed, OwedUnit, Why, judgement_key_of_first_draw, owed, shelves};
pub use scoring::{Coverage, ScoreFile, each_unit, score_run};
pub use settings::{Changes, Settings};
pub use shelf::{Shelf, Shelved};
