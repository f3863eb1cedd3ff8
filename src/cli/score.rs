//! `score`: a run's numbers again, from its records.

use crate::cli::args::ScoreArgs;
use crate::cli::arguments::{self, is_run_of_arguments};
use crate::cli::config::Config;
use crate::cli::exit::{Exit, Failed};
use crate::cli::thresholds::Threshold;
use crate::cli::{run, session, thresholds};
use crate::model::journal::{Journal, Spent};
use crate::report::closing::{self, Closing};
use crate::run::{Environment, RunError, RunFolder, ScoreFile, cast, read_snapshot, score_run, shelves};
use crate::suite::Suite;

/// Scores a run under its newest snapshot.
pub fn score(args: &ScoreArgs, config: &Config, json: bool) -> Result<Exit, Failed> {
    if is_run_of_arguments(&args.run, None)? {
        return arguments::score(args, config, json);
    }
    let thresholds = thresholds::parse(&args.thresholds)?;
    let folder = RunFolder::reading(&args.run)?;
    let (_, settings, pack, prompts) = read_snapshot(folder.path())?;
    let study = cast(&settings, pack, &Environment::Offline)?;
    thresholds::known(&thresholds, &study)?;
    let scores = score_study(&folder, &study, &prompts, config, json)?;
    Ok(exit_of(&scores, &thresholds))
}

/// Warns of what is below its threshold; the exit code.
pub fn exit_of(scores: &ScoreFile, thresholds: &[Threshold]) -> Exit {
    let below = thresholds::below(thresholds, &scores.estimates);
    for line in &below {
        session::warn(line);
    }
    match (scores.coverage.is_complete(), below.is_empty()) {
        (false, _) => Exit::Incomplete,
        (true, false) => Exit::BelowThreshold,
        (true, true) => Exit::Done,
    }
}

/// Scores what stands, keeps the numbers and prints them.
pub fn score_study<S: Suite>(
    folder: &RunFolder,
    study: &S,
    prompts: &S::Prompts,
    config: &Config,
    json: bool,
) -> Result<ScoreFile, Failed> {
    // Whoever is at work in the run writes its numbers: those of what stands now would be of less.
    let mine = RunFolder::open(folder.path());
    let (plays, judgements) = shelves(folder)?;
    let journal = Journal::reading_by(&folder.calls(), study.tasks()).map_err(RunError::from)?;
    let spent = Spent::of(&journal.sums(), &config.prices()?);
    let scores = score_run(&folder.name(), study, prompts, &plays, &judgements, spent);
    let numbers = run::to_json(&scores)?;
    // It may lie where nobody may write.
    if let Err(error) = mine.and_then(|folder| folder.write("scores.json", &numbers)) {
        session::warn(&format!("scores.json is left as it is: {error}"));
    }
    let asked = closing::asked(study, &plays, &judgements);
    let closing =
        Closing { folder: folder.path(), study, scores: &scores, outcome: None, asked: &asked, budget: None };
    run::print_scores(&scores, &closing.to_string(), json)?;
    Ok(scores)
}
