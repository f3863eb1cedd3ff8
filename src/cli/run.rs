//! `run`, `resume` and `rejudge`.

use std::path::Path;
use std::sync::Arc;

use crate::cast::Condition;
use crate::cli::args::{Display, RejudgeArgs, ResumeArgs, RunArgs, StudyArgs, ThresholdArgs, WorkArgs};
use crate::cli::arguments::{self, is_run_of_arguments};
use crate::cli::config::Config;
use crate::cli::exit::{Exit, Failed};
use crate::cli::job::{Scope, finish};
use crate::cli::ready::Ready;
use crate::cli::{local, plan, session, thresholds};
use crate::run::{Answers, Changes, RunFolder, ScoreFile, Settings, cast, read_snapshot, write_snapshot};
use crate::suite::lexpilot::Study;

/// How output is given.
#[derive(Clone, Copy)]
pub struct Output {
    /// One JSON document on stdout.
    pub json: bool,
    /// How progress is shown.
    pub display: Display,
}

/// Plays a new study.
pub fn run(args: &RunArgs, config: &Config, output: Output) -> Result<Exit, Failed> {
    if args.study.argues() {
        return arguments::run(args, config, output);
    }
    let thresholds = thresholds::parse(&args.thresholds)?;
    let changes = args.study.changes()?;
    let given = changes.max_tokens.or(config.run.max_tokens).is_some();
    let settings = changes.apply(&config.changes().apply(&Settings::default()));
    conditions_fit(&changes, &settings)?;
    let settings = local::fill(settings, &args.work, given);
    let repeats_given = args.study.repeats.or(config.run.repeats).is_some();
    let (answers, settings) = match &args.answers {
        Some(file) => {
            let (answers, settings) = with_answers(file, settings, repeats_given)?;
            (Some(answers), settings)
        }
        None => (None, settings),
    };
    let scope = if answers.is_some() { Scope::Judging } else { Scope::All };
    let (pack, prompts) = session::load(&settings)?;
    let pack = Arc::new(pack);
    let ready = Ready {
        cast: &|environment| cast(&settings, Arc::clone(&pack), environment),
        snapshot: &|folder, prompts| write_snapshot(folder, &settings, &pack, prompts),
        prompts,
        seed: settings.seed,
        scope,
        thresholds,
    };
    let units = |study: &Study| Ok(answers.map(|answers| answers.units(study)).transpose()?);
    if args.dry_run {
        return plan::print_new(ready, config, output.json, units);
    }
    let finished = ready.begin(args, &pack.meta.name, config, output, units)?;
    finish(output, finished)
}

/// Goes on with a run.
pub fn resume(args: &ResumeArgs, config: &Config, output: Output) -> Result<Exit, Failed> {
    go_on(&args.run, &args.study, &args.work, &args.thresholds, Scope::All, config, output)
}

/// Has other judges read what a run has; nobody else is asked.
pub fn rejudge(args: &RejudgeArgs, config: &Config, output: Output) -> Result<Exit, Failed> {
    let study =
        StudyArgs { judge: args.judge.clone(), prompts: args.prompts.clone(), ..StudyArgs::default() };
    go_on(&args.run, &study, &args.work, &args.thresholds, Scope::Judging, config, output)
}

fn go_on(
    run: &Path,
    study: &StudyArgs,
    work: &WorkArgs,
    wanted: &ThresholdArgs,
    scope: Scope,
    config: &Config,
    output: Output,
) -> Result<Exit, Failed> {
    if is_run_of_arguments(run, study.suite.as_deref())? {
        return arguments::go_on(run, study, work, wanted, scope, config, output);
    }
    let thresholds = thresholds::parse(wanted)?;
    let folder = RunFolder::open(run)?;
    let changes = study.changes()?;
    let (snapshot, old, old_pack, old_prompts) = read_snapshot(folder.path())?;
    let settings = changes.apply(&old);
    answers_fit(settings.answers.is_some(), &settings.conditions)?;
    conditions_fit(&changes, &settings)?;
    // Who answered in a file is asked nothing more.
    let scope = if settings.answers.is_some() { Scope::Judging } else { scope };
    // What is given anew is loaded anew; the rest is the snapshot's own.
    let pack = Arc::new(match &changes.pack {
        Some(pack) => session::load_pack(pack)?,
        None => old_pack,
    });
    let prompts = session::prompts_over(old_prompts, changes.prompts.as_deref(), scope)?;
    let ready = Ready {
        cast: &|environment| cast(&settings, Arc::clone(&pack), environment),
        snapshot: &|folder, prompts| write_snapshot(folder, &settings, &pack, prompts),
        prompts,
        seed: settings.seed,
        scope,
        thresholds,
    };
    let standing = changes.is_empty().then_some(snapshot);
    finish(output, ready.go_on(folder, standing, work, config, output)?)
}

/// A file of answers, and the settings under which they are scored.
fn with_answers(file: &Path, settings: Settings, repeats_given: bool) -> Result<(Answers, Settings), Failed> {
    answers_fit(true, &settings.conditions)?;
    let answers = read_answers(file, &settings.models)?;
    let models = answers.models();
    let talked = models.first().cloned().unwrap_or_default();
    let settings = Settings {
        repeats: if repeats_given { settings.repeats } else { answers.repeats() },
        user: settings.user.or(Some(talked)),
        models,
        conditions: vec![Condition::Standard],
        answers: Some(answers.from.clone()),
        ..settings
    };
    Ok((answers, settings))
}

/// Reads a file of answers; of the models that were named, one may say who gave those of no name.
///
/// # Errors
/// When several are named, or the file cannot be read.
pub fn read_answers(file: &Path, models: &[String]) -> Result<Answers, Failed> {
    let model = match models {
        [] => None,
        [model] => Some(model.as_str()),
        _ => {
            return Err(Failed::usage(
                "--answers takes one --model at most",
                "name whoever answered a line in its field `model`",
            ));
        }
    };
    Ok(Answers::read(file, model)?)
}

/// Refuses conditions that are given where no user is played under them.
///
/// # Errors
/// When no Interaction is among what is played.
pub fn conditions_fit(given: &Changes, settings: &Settings) -> Result<(), Failed> {
    let conditions = given.conditions.as_deref().unwrap_or_default();
    if settings.has_interaction() || conditions.iter().all(|condition| *condition == Condition::Standard) {
        return Ok(());
    }
    Err(Failed::usage(
        "--condition says how the user of Interaction is played, and no Interaction is",
        "leave --condition out, or have it played: --task ljp --setup interaction",
    ))
}

/// Nobody plays what was answered in a file, so nobody plays it under a condition.
fn answers_fit(from_file: bool, conditions: &[Condition]) -> Result<(), Failed> {
    if !from_file || conditions == [Condition::Standard] {
        return Ok(());
    }
    Err(Failed::usage(
        "--condition says how a user is played, and with --answers nobody is",
        "leave --condition out, or play: lexconsult run --model",
    ))
}

/// Prints scores: one JSON document, or the closing text.
pub fn print_scores(scores: &ScoreFile, text: &str, json: bool) -> Result<(), Failed> {
    if json {
        // The text goes to stderr, so that a person sees it as well.
        super::note(text.trim_end());
        super::print_json(scores)
    } else {
        super::print_text(text)
    }
}

/// A document as it is written to files.
pub fn to_json(value: &impl serde::Serialize) -> Result<Vec<u8>, Failed> {
    let mut bytes = serde_json::to_vec_pretty(value).map_err(|error| Failed::error(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}
