//! A study of any suite, ready to be seated: what a new run and one that goes on share.

use std::collections::BTreeMap;

use tokio::runtime::Runtime;

use crate::cli::args::{RunArgs, WorkArgs};
use crate::cli::config::Config;
use crate::cli::exit::Failed;
use crate::cli::job::{Finished, Job, Scope};
use crate::cli::run::Output;
use crate::cli::thresholds::{self, Threshold};
use crate::cli::{local, session};
use crate::model::journal::Journal;
use crate::run::{Caster, Environment, RunError, RunFolder, Snapshot, record, shelves};
use crate::suite::Suite;

/// Units with what was played in each.
pub type Answered<S> = Vec<(<S as Suite>::Unit, <S as Suite>::Transcript)>;

/// Writes a snapshot into a run's folder.
type Snapshots<'a, P> = dyn Fn(&RunFolder, &P) -> Result<Snapshot, RunError> + 'a;

/// Settings and what they name, loaded.
pub struct Ready<'a, S: Suite> {
    /// Seats everyone.
    pub cast: &'a Caster<'a, S>,
    /// Writes down what was loaded.
    pub snapshot: &'a Snapshots<'a, S::Prompts>,
    /// The prompts in force.
    pub prompts: S::Prompts,
    /// Seed of the run's own draws.
    pub seed: u64,
    /// What is carried out.
    pub scope: Scope,
    /// What metrics are not to fall below.
    pub thresholds: Vec<Threshold>,
}

impl<S: Suite> Ready<'_, S> {
    /// Carries out a new run, named after its material unless it is given a name; `answered` tells what
    /// came from a file.
    ///
    /// # Errors
    /// When someone cannot be seated, the folder cannot be made, or the run must end.
    pub fn begin(
        self,
        args: &RunArgs,
        material: &str,
        config: &Config,
        output: Output,
        answered: impl FnOnce(&S) -> Result<Option<Answered<S>>, Failed>,
    ) -> Result<Finished, Failed> {
        let Self { cast, snapshot, prompts, seed, scope, thresholds } = self;
        if !thresholds.is_empty() {
            thresholds::known(&thresholds, &cast(&Environment::Offline)?)?;
        }
        let prices = config.prices()?;
        let budget = session::budget(args.work.cost_limit, cast, &prices, &BTreeMap::new(), scope)?;
        let runtime = session::runtime_of_many(config, args.work.max_connections)?;
        let inside = runtime.enter();
        let (server, config, work) = local::start(&args.work, config, &runtime)?;
        let models = session::models(&config, &work, seed)?;
        let study = session::seat(cast, &models, budget.as_ref(), scope)?;
        let answered = answered(&study)?.unwrap_or_default();
        let name = args.name.clone().unwrap_or_else(|| session::run_name(material));
        check_name(&name)?;
        let folder = RunFolder::create(&session::log_dir(args.log_dir.as_ref(), &config), &name, S::NAME)?;
        let put_down = || -> Result<(Snapshot, Journal), RunError> {
            // A run whose answers are not all on record has no snapshot yet, and cannot be gone on with.
            if !answered.is_empty() {
                let (mut plays, _) = shelves(&folder)?;
                record(answered, &study, &prompts, folder.newest_snapshot()? + 1, &mut plays)?;
            }
            Ok((snapshot(&folder, &prompts)?, session::journal(&folder, &prices, study.tasks())?))
        };
        let (snapshot, journal) = put_down().map_err(|error| error.before_begun(folder.path()))?;
        let job = Job {
            folder,
            snapshot: snapshot.number,
            unkept: Some(snapshot),
            seed,
            study,
            prompts,
            models,
            server,
            journal,
            prices,
            budget,
            scope,
            thresholds,
            output,
        };
        drop(inside);
        carry_out(runtime, job)
    }

    /// Carries out what a run owes; `standing` is its newest snapshot, where nothing is given anew.
    ///
    /// # Errors
    /// When someone cannot be seated, the folder cannot be read or written, or the run must end.
    pub fn go_on(
        self,
        folder: RunFolder,
        standing: Option<u32>,
        work: &WorkArgs,
        config: &Config,
        output: Output,
    ) -> Result<Finished, Failed> {
        let Self { cast, snapshot, prompts, seed, scope, thresholds } = self;
        let known = cast(&Environment::Offline)?;
        thresholds::known(&thresholds, &known)?;
        let prices = config.prices()?;
        let journal = session::journal(&folder, &prices, known.tasks())?;
        let budget = session::budget(work.cost_limit, cast, &prices, &journal.sums(), scope)?;
        let runtime = session::runtime_of_many(config, work.max_connections)?;
        let inside = runtime.enter();
        let (server, config, work) = local::start(work, config, &runtime)?;
        let models = session::models(&config, &work, seed)?;
        let study = session::seat(cast, &models, budget.as_ref(), scope)?;
        folder.drop_scores()?;
        let snapshot = match standing {
            Some(snapshot) => snapshot,
            None => {
                let snapshot = snapshot(&folder, &prompts)?;
                let number = snapshot.number;
                // The run has begun: where this fails, that is no reason to begin anew.
                snapshot.keep()?;
                number
            }
        };
        let job = Job {
            folder,
            snapshot,
            unkept: None,
            seed,
            study,
            prompts,
            models,
            server,
            journal,
            prices,
            budget,
            scope,
            thresholds,
            output,
        };
        drop(inside);
        carry_out(runtime, job)
    }
}

fn carry_out<S: Suite>(runtime: Runtime, job: Job<S>) -> Result<Finished, Failed> {
    let finished = runtime.block_on(job.carry_out())?;
    leave(runtime);
    Ok(finished)
}

/// Nothing is in flight: the connections that stand are not worth waiting for.
pub fn leave(runtime: Runtime) {
    runtime.shutdown_background();
}

/// Refuses a name that cannot be a folder's.
///
/// # Errors
/// When it is empty, hidden, or holds anything but letters, digits, `-`, `_` and `.`.
pub fn check_name(name: &str) -> Result<(), Failed> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !name.is_empty() && !name.starts_with('.') && name.chars().all(plain) {
        return Ok(());
    }
    Err(Failed::usage(
        format!("`{name}` cannot name a run"),
        "--name takes letters, digits, `-`, `_` and `.`, and does not begin with `.`",
    ))
}
