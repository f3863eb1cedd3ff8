//! `score`: a run's numbers again, from its records.

use std::path::Path;

use crate::cli::args::ScoreArgs;
use crate::cli::exit::{Exit, Failed};
use crate::cli::{run, session, thresholds};
use crate::report::closing::{self, Closing};
use crate::run::{Environment, RunFolder, cast, read_snapshot, score_run, shelves};

/// Scores a run under its newest snapshot.
pub fn score(args: &ScoreArgs, json: bool) -> Result<Exit, Failed> {
    let thresholds = thresholds::parse(&args.fail_under)?;
    let folder = RunFolder::reading(&args.run)?;
    let (_, settings, pack, prompts) = read_snapshot(folder.path())?;
    let study = cast(&settings, pack, &Environment::Offline)?;
    let (plays, judgements) = shelves(&folder)?;
    let scores = score_run(&folder.name(), &study, &prompts, &plays, &judgements);
    keep(&args.run, &run::to_json(&scores)?);
    let spent = closing::spent(&study, &plays, &judgements)?;
    let closing =
        Closing { folder: folder.path(), study: &study, scores: &scores, outcome: None, spent: &spent };
    run::print_scores(&scores, &closing.to_string(), json)?;
    let below = thresholds::below(&thresholds, &scores.estimates);
    for line in &below {
        session::warn(line);
    }
    Ok(match (scores.coverage.is_complete(), below.is_empty()) {
        (false, _) => Exit::Incomplete,
        (true, false) => Exit::BelowThreshold,
        (true, true) => Exit::Done,
    })
}

/// Writes the numbers into the run where that is possible: it may lie where nobody may write, or
/// another process may be at work in it.
fn keep(run: &Path, scores: &[u8]) {
    if let Err(error) = RunFolder::open(run).and_then(|folder| folder.write("scores.json", scores)) {
        session::warn(&format!("scores.json is left as it is: {error}"));
    }
}
