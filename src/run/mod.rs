//! Runs: what is planned and owed, playing it with bounded concurrency, resuming, scoring, and the
//! folder that keeps it all.

mod answers;
mod casting;
mod error;
mod execute;
mod folder;
mod forecast;
mod gather;
mod lexpilot;
mod owed;
mod probing;
mod scoring;
mod shelf;
mod threeply;

pub use answers::{Answers, AnswersFrom, owed_of_answers, record};
pub use casting::{Environment, absent, same_family};
pub use error::RunError;
pub use execute::{Drain, Event, Events, Limits, Outcome, Work, execute};
pub use folder::{Manifest, RunFolder, Snapshot, name_of, newest_settings};
pub use forecast::{Asked, Caster, Forecast, Range, Standing, alike, forecast, standing_answers};
pub use gather::{Gathered, Gathering};
pub use lexpilot::{
    Changes, MannerChanges, MannerSettings, Settings, cast, pack_and_prompts, read_snapshot, write_snapshot,
};
pub use owed::{
    Asks, Owed, OwedUnit, Shelves, Why, judgement_key_of_first_draw, owed, owed_judgements, shelves,
};
pub use probing::{ProbeFolder, ProbeSettings, cast_probes, of_assessors_family};
pub use scoring::{Coverage, ScoreFile, TakeUnit, each_unit, score_run, standing_judgement, unit_state};
pub use shelf::{Shelf, Shelved};
pub use threeply::{
    ArgumentChanges, ArgumentSettings, TriplesFrom, cast_arguments, load_prompts, read_triples_snapshot,
    write_triples_snapshot,
};
