//! A study in its folder: played, judged, scored, and told of.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{mpsc, watch};

use crate::cast::Stage;
use crate::cli::exit::{Exit, Failed};
use crate::cli::progress::CostSoFar;
use crate::cli::run::{self, Output};
use crate::cli::thresholds::{self, Threshold};
use crate::cli::{progress, session};
use crate::model::journal::{Journal, Spent};
use crate::model::local::LocalServer;
use crate::model::{Budget, JournalError, Models, Prices};
use crate::report::closing::{self, Closing};
use crate::report::{money, number};
use crate::run::{
    Limits, Outcome, RunError, RunFolder, ScoreFile, Snapshot, Work, execute, owed, owed_judgements,
    score_run, shelves,
};
use crate::suite::Suite;

/// A study in its folder, ready to be carried out.
pub struct Job<S: Suite> {
    pub folder: RunFolder,
    /// Number of the settings' snapshot.
    pub snapshot: u32,
    /// The snapshot, where it is still to be kept: before anybody is asked.
    pub unkept: Option<Snapshot>,
    /// Seed of the run's own draws.
    pub seed: u64,
    pub study: S,
    pub prompts: S::Prompts,
    pub models: Models,
    /// The local model, where one takes part.
    pub server: Option<LocalServer>,
    /// What the run asked and asks.
    pub journal: Journal,
    pub prices: Prices,
    /// What it may cost.
    pub budget: Option<Arc<Budget>>,
    /// What of it is carried out.
    pub scope: Scope,
    /// What metrics are not to fall below.
    pub thresholds: Vec<Threshold>,
    pub output: Output,
}

/// What of a study is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Plays and judgements.
    All,
    /// Judgements of what stands; nobody else is asked.
    Judging,
}

impl Scope {
    /// Whether anybody in this role is asked.
    pub fn opens(self, role: &str) -> bool {
        self == Self::All || role == "judge"
    }
}

/// What carrying it out came to.
pub struct Finished {
    scores: ScoreFile,
    outcome: Outcome,
    thresholds: Vec<Threshold>,
    text: String,
}

impl<S: Suite> Job<S> {
    /// Plays, judges and scores what is owed.
    ///
    /// # Errors
    /// When the run must end, or its folder cannot be read or written.
    pub async fn carry_out(self) -> Result<Finished, Failed> {
        let (mut plays, mut judgements) = shelves(&self.folder)?;
        self.journal.number_from(plays.lines_end().max(judgements.lines_end()));
        // Planning goes on while the disk takes it in; nobody is asked before.
        let keeping = self.unkept.map(|snapshot| std::thread::spawn(move || snapshot.keep()));
        let owed = match self.scope {
            Scope::All => owed(&self.study, &self.prompts, &plays, &judgements)?,
            Scope::Judging => owed_judgements(&self.study, &self.prompts, &plays, &judgements)?,
        };
        if let Some(keeping) = keeping {
            let kept = keeping.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            kept.map_err(|error| error.before_begun(self.folder.path()))?;
        }
        let units = owed.units.len() as u64;
        super::note(&format!(
            "{}: {} planned, {} owed; {} owed at most",
            self.folder.path().display(),
            number::of(owed.plays_planned, "play", "plays"),
            owed.plays(),
            number::of(owed.judgements(), "judgement", "judgements")
        ));
        let stage = Arc::new(Stage { journal: self.journal, prompts: self.prompts, run_seed: self.seed });
        let study = Arc::new(self.study);
        let (events, watched) = mpsc::unbounded_channel();
        let (stop, stopping) = watch::channel(false);
        let playing = Arc::new(AtomicBool::new(true));
        tokio::spawn(interrupts(stop, Arc::clone(&playing)));
        let (spending, prices) = (Arc::clone(&stage), self.prices.clone());
        let cost: CostSoFar = Box::new(move || money::so_far(&Spent::of(&spending.journal.sums(), &prices)));
        let shown = tokio::spawn(progress::show(watched, units, self.output.display, cost));
        let work = Work {
            stage: Arc::clone(&stage),
            study: Arc::clone(&study),
            units: owed.units,
            snapshot: self.snapshot,
            limits: Limits { levels: self.models.levels() },
            budget: self.budget.clone(),
        };
        let result = execute(work, (&mut plays, &mut judgements), stopping, &events).await;
        drop(events);
        playing.store(false, Ordering::Relaxed);
        // A watcher that panicked has shown why; the run does not depend on it.
        let _ = shown.await;
        self.models.close().await;
        if let Some(server) = self.server {
            server.end().await;
        }
        let sync = || plays.sync().and_then(|()| judgements.sync());
        let outcome = match result {
            Ok(outcome) => outcome,
            Err(error) => {
                stage.journal.sync().await.map_err(RunError::from)?;
                sync()?;
                let ended = matches!(error, RunError::NothingAnswered { .. });
                let go_on =
                    || format!("mend that, then go on: lexconsult resume {}", self.folder.path().display());
                let failed = Failed::from(error);
                return Err(if ended { failed.hint(go_on()) } else { failed });
            }
        };
        let name = self.folder.name();
        let paid = Spent::of(&stage.journal.sums(), &self.prices);
        let numbers = || {
            let scores = score_run(&name, study.as_ref(), &stage.prompts, &plays, &judgements, paid);
            (scores, closing::asked(study.as_ref(), &plays, &judgements))
        };
        let write = |(scores, _): &(ScoreFile, _)| -> Result<(), Failed> {
            self.folder.write("scores.json", &run::to_json(scores)?)?;
            Ok(())
        };
        let (scores, asked) = written_last(stage.journal.sync(), sync, numbers, write).await?;
        let closing = Closing {
            folder: self.folder.path(),
            study: study.as_ref(),
            scores: &scores,
            outcome: Some(&outcome),
            asked: &asked,
            budget: self.budget.map(|budget| budget.report()),
        };
        let text = closing.to_string();
        if let Ok(stage) = Arc::try_unwrap(stage).map_err(drop) {
            stage.journal.close().map_err(RunError::from)?;
        }
        Ok(Finished { scores, outcome, thresholds: self.thresholds, text })
    }
}

/// Numbers are made while the disk takes the records in, and written when it has them: first the journal,
/// since records name lines of it, then the records.
async fn written_last<T>(
    journal: impl Future<Output = Result<(), JournalError>>,
    records: impl FnOnce() -> Result<(), RunError> + Send,
    numbers: impl FnOnce() -> T,
    write: impl FnOnce(&T) -> Result<(), Failed>,
) -> Result<T, Failed> {
    journal.await.map_err(RunError::from)?;
    let numbers = std::thread::scope(|beside| {
        let synced = beside.spawn(records);
        let numbers = numbers();
        synced.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).map(|()| numbers)
    })?;
    write(&numbers)?;
    Ok(numbers)
}

/// While plays are in flight the first Ctrl-C lets no further unit begin, and the second ends the
/// process; while scores are computed the first one ends it. What was answered is kept.
pub async fn interrupts(stop: watch::Sender<bool>, playing: Arc<AtomicBool>) {
    while tokio::signal::ctrl_c().await.is_ok() {
        if *stop.borrow() || !playing.load(Ordering::Relaxed) {
            std::process::exit(130);
        }
        // The receiver may have gone: then nothing is in flight any more.
        let _ = stop.send(true);
    }
}

/// Prints what came of it; the exit code.
///
/// # Errors
/// When the output cannot be written.
pub fn finish(output: Output, finished: Finished) -> Result<Exit, Failed> {
    let Finished { scores, outcome, thresholds, text } = finished;
    run::print_scores(&scores, &text, output.json)?;
    for (fault, example) in &outcome.examples {
        session::warn(&format!("{fault}, for example: {example}"));
    }
    let below = thresholds::below(&thresholds, &scores.estimates);
    for line in &below {
        session::warn(line);
    }
    Ok(if !scores.coverage.is_complete() || outcome.interrupted || outcome.over_budget {
        Exit::Incomplete
    } else if below.is_empty() {
        Exit::Done
    } else {
        Exit::BelowThreshold
    })
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Mutex;

    use super::*;

    /// What was done, in its order, where the journal and the records can be made safe or not.
    async fn done(
        journal: Result<(), &'static str>,
        records: Result<(), &'static str>,
    ) -> (bool, Vec<&'static str>) {
        let dir = tempfile::tempdir().expect("a folder");
        let done = Mutex::new(Vec::new());
        let note = |what: &'static str| done.lock().expect("nobody panics").push(what);
        let refused = |what| Arc::new(io::Error::other(what));
        let safe = async {
            note("journal");
            journal.map_err(|what| JournalError::Io {
                doing: "write",
                dir: dir.path().to_path_buf(),
                source: refused(what),
            })
        };
        let sync = || {
            note("records");
            records.map_err(|what| RunError::io("write", dir.path())(io::Error::other(what)))
        };
        let written = written_last(
            safe,
            sync,
            || 7,
            |n| {
                assert_eq!(*n, 7);
                note("numbers");
                Ok(())
            },
        );
        let written = written.await.is_ok();
        let done = done.lock().expect("nobody panics").clone();
        (written, done)
    }

    #[tokio::test]
    async fn numbers_are_written_when_journal_and_records_are_safe() {
        assert_eq!(done(Ok(()), Ok(())).await, (true, vec!["journal", "records", "numbers"]));
        assert_eq!(done(Err("gone"), Ok(())).await, (false, vec!["journal"]), "records name its lines");
        assert_eq!(done(Ok(()), Err("full")).await, (false, vec!["journal", "records"]));
    }
}
