//! `run` and `resume`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{mpsc, watch};

use crate::cast::Stage;
use crate::cli::args::{Display, ResumeArgs, RunArgs};
use crate::cli::config::Config;
use crate::cli::exit::{Exit, Failed};
use crate::cli::{plan, progress, session, thresholds};
use crate::model::Models;
use crate::model::journal::Journal;
use crate::prompt::Prompts;
use crate::report::closing::{self, Closing};
use crate::report::number;
use crate::run::{
    Limits, Outcome, RunError, RunFolder, ScoreFile, Settings, Work, execute, owed, read_snapshot, score_run,
    shelves,
};
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
    let thresholds = thresholds::parse(&args.work.fail_under)?;
    let settings = args.study.changes()?.apply(&config.changes().apply(&Settings::default()));
    let (pack, prompts) = session::load(&settings)?;
    if args.dry_run {
        return plan::print_new(&settings, pack, &prompts, output.json);
    }
    let models = session::models(config, &args.work, settings.seed)?;
    let runtime = session::runtime()?;
    let _inside = runtime.enter();
    let study = session::seat(&settings, pack, &models)?;
    let name = args.name.clone().unwrap_or_else(|| session::run_name(&study.pack));
    check_name(&name)?;
    let folder = RunFolder::create(&session::log_dir(args.log_dir.as_ref(), config), &name)?;
    let snapshot = folder.add_snapshot(&settings, &study.pack, &prompts)?;
    let job = Job { folder, snapshot, settings, study, prompts, models, output };
    finish(output, runtime.block_on(job.carry_out())?, &thresholds)
}

/// Goes on with a run.
pub fn resume(args: &ResumeArgs, config: &Config, output: Output) -> Result<Exit, Failed> {
    let thresholds = thresholds::parse(&args.work.fail_under)?;
    let folder = RunFolder::open(&args.run)?;
    let changes = args.study.changes()?;
    let (mut snapshot, old, old_pack, old_prompts) = read_snapshot(folder.path())?;
    let settings = changes.apply(&old);
    // What is given anew is loaded anew; the rest is the snapshot's own.
    let (pack, prompts) = if changes.pack.is_some() || changes.prompts.is_some() {
        let (pack, prompts) =
            session::load(&settings_for_loading(&settings, &changes, folder.path(), snapshot))?;
        (pack, prompts)
    } else {
        (old_pack, old_prompts)
    };
    let models = session::models(config, &args.work, settings.seed)?;
    let runtime = session::runtime()?;
    let _inside = runtime.enter();
    let study = session::seat(&settings, pack, &models)?;
    if !changes.is_empty() {
        snapshot = folder.add_snapshot(&settings, &study.pack, &prompts)?;
    }
    let job = Job { folder, snapshot, settings, study, prompts, models, output };
    finish(output, runtime.block_on(job.carry_out())?, &thresholds)
}

/// The settings with which a resumed run loads pack and prompts: the snapshot's copy of what was
/// not given anew.
fn settings_for_loading(
    settings: &Settings,
    changes: &crate::run::Changes,
    run: &Path,
    snapshot: u32,
) -> Settings {
    let kept = run.join("snapshots").join(format!("{snapshot:03}"));
    let copy = |part: &str| kept.join(part).display().to_string();
    Settings {
        pack: changes.pack.clone().unwrap_or_else(|| copy("pack")),
        prompts: Some(changes.prompts.clone().unwrap_or_else(|| copy("prompts"))),
        ..settings.clone()
    }
}

/// A study in its folder, ready to be carried out.
struct Job {
    folder: RunFolder,
    snapshot: u32,
    settings: Settings,
    study: Study,
    prompts: Prompts,
    models: Models,
    output: Output,
}

/// What carrying it out came to.
struct Finished {
    scores: ScoreFile,
    outcome: Outcome,
    text: String,
}

impl Job {
    async fn carry_out(self) -> Result<Finished, Failed> {
        let (mut plays, mut judgements) = shelves(&self.folder)?;
        let owed = owed(&self.study, &self.prompts, &plays, &judgements)?;
        let journal = Journal::open(&self.folder.calls()).map_err(RunError::from)?;
        if let Some(torn) = &journal.torn {
            session::warn(&format!("a torn last line of the journal was set aside in {}", torn.display()));
        }
        let units = owed.units.len() as u64;
        super::note(&format!(
            "{}: {} planned, {} owed; {} owed at most",
            self.folder.path().display(),
            number::of(owed.plays_planned, "play", "plays"),
            owed.plays(),
            number::of(owed.judgements(), "judgement", "judgements")
        ));
        let stage = Arc::new(Stage { journal, prompts: self.prompts, run_seed: self.settings.seed });
        let study = Arc::new(self.study);
        let (events, watched) = mpsc::unbounded_channel();
        let (stop, stopping) = watch::channel(false);
        let playing = Arc::new(AtomicBool::new(true));
        tokio::spawn(interrupts(stop, Arc::clone(&playing)));
        let shown = tokio::spawn(progress::show(watched, units, self.output.display));
        let work = Work {
            stage: Arc::clone(&stage),
            study: Arc::clone(&study),
            units: owed.units,
            snapshot: self.snapshot,
            limits: Limits { levels: self.models.levels() },
        };
        let result = execute(work, (&mut plays, &mut judgements), stopping, &events).await;
        drop(events);
        playing.store(false, Ordering::Relaxed);
        // A watcher that panicked has shown why; the run does not depend on it.
        let _ = shown.await;
        self.models.close().await;
        let outcome = result.map_err(|error| match error {
            RunError::NothingAnswered { .. } => Failed::from(error)
                .hint(format!("mend that, then go on: lexconsult resume {}", self.folder.path().display())),
            other => Failed::from(other),
        })?;
        let name = self.folder.name();
        let scores = score_run(&name, &study, &stage.prompts, &plays, &judgements);
        self.folder.write("scores.json", &to_json(&scores)?)?;
        let spent = closing::spent(&study, &plays, &judgements)?;
        let closing = Closing {
            folder: self.folder.path(),
            study: &study,
            scores: &scores,
            outcome: Some(&outcome),
            spent: &spent,
        };
        let text = closing.to_string();
        if let Ok(stage) = Arc::try_unwrap(stage).map_err(drop) {
            stage.journal.close();
        }
        Ok(Finished { scores, outcome, text })
    }
}

/// While plays are in flight the first Ctrl-C lets no further unit begin, and the second ends the
/// process; while scores are computed the first one ends it. What was answered is kept.
async fn interrupts(stop: watch::Sender<bool>, playing: Arc<AtomicBool>) {
    while tokio::signal::ctrl_c().await.is_ok() {
        if *stop.borrow() || !playing.load(Ordering::Relaxed) {
            std::process::exit(130);
        }
        // The receiver may have gone: then nothing is in flight any more.
        let _ = stop.send(true);
    }
}

fn finish(output: Output, finished: Finished, thresholds: &[thresholds::Threshold]) -> Result<Exit, Failed> {
    let Finished { scores, outcome, text } = finished;
    print_scores(&scores, &text, output.json)?;
    for (fault, example) in &outcome.examples {
        session::warn(&format!("{fault}, for example: {example}"));
    }
    let below = thresholds::below(thresholds, &scores.estimates);
    for line in &below {
        session::warn(line);
    }
    Ok(if !scores.coverage.is_complete() || outcome.interrupted {
        Exit::Incomplete
    } else if below.is_empty() {
        Exit::Done
    } else {
        Exit::BelowThreshold
    })
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

fn check_name(name: &str) -> Result<(), Failed> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !name.is_empty() && !name.starts_with('.') && name.chars().all(plain) {
        return Ok(());
    }
    Err(Failed::usage(
        format!("`{name}` cannot name a run"),
        "--name takes letters, digits, `-`, `_` and `.`, and does not begin with `.`",
    ))
}
