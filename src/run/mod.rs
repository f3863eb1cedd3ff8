//! Runs: what is planned and owed, playing it with bounded concurrency, resuming, scoring, and the
//! folder that keeps it all.

mod answers;
mod casting;
mod error;
mod execute;
mod folder;
mod forecast;
mod gather;
mod manner;
mod owed;
mod probing;
mod scoring;
mod settings;
mod shelf;
mod snapshot;

pub use answers::{Answers, AnswersFrom, record};
pub use casting::{Environment, absent, cast, same_family};
pub use error::RunError;
pub use execute::{Drain, Event, Events, Limits, Outcome, Work, execute};
pub use folder::{Manifest, RunFolder, name_of, newest_settings};
pub use forecast::{Asked, Caster, Forecast, Range, alike, forecast, standing_answers};
pub use gather::{Gathered, Gathering};
pub use manner::{MannerChanges, MannerSettings};
pub use owed::{Owed, OwedUnit, Shelves, Why, judgement_key_of_first_draw, owed, owed_judgements, shelves};
pub use probing::{ProbeFolder, ProbeSettings, cast_probes, of_assessors_family};
pub use scoring::{Coverage, ScoreFile, TakeUnit, each_unit, score_run, unit_state};
pub use settings::{Changes, Settings};
pub use shelf::{Shelf, Shelved};
pub use snapshot::{keep_snapshot, pack_and_prompts, read_snapshot};
