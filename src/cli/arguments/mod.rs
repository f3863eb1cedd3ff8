//! `run`, `resume`, `rejudge`, `plan` and `score` for 3-ply arguments.

mod show;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::cli::args::{PlanArgs, RunArgs, ScoreArgs, StudyArgs, ThresholdArgs, WorkArgs};
use crate::cli::config::Config;
use crate::cli::exit::{Exit, Failed};
use crate::cli::input::text_of;
use crate::cli::job::{Scope, finish};
use crate::cli::ready::Ready;
use crate::cli::run::{Output, read_answers};
use crate::cli::score::score_study;
use crate::cli::{local, plan, score, thresholds};
use crate::report::number::of;
use crate::run::{
    Answers, ArgumentSettings, Environment, RunFolder, TriplesFrom, cast_arguments, load_prompts,
    read_triples_snapshot, write_triples_snapshot,
};
use crate::suite::threeply::{Arguments, Mode, Triple, generate, read_triples};

pub use show::show;

/// Plays a new study.
pub fn run(args: &RunArgs, config: &Config, output: Output) -> Result<Exit, Failed> {
    let thresholds = thresholds::parse(&args.thresholds)?;
    let settings = args.study.argument_changes()?.apply(&of_config(config));
    let settings = local::fill_arguments(settings, &args.work);
    let repeats_given = args.study.repeats.or(config.run.repeats).is_some();
    let (answers, settings) = match &args.answers {
        Some(file) => {
            let (answers, settings) = with_answers(file, settings, repeats_given)?;
            (Some(answers), settings)
        }
        None => (None, settings),
    };
    let prompts = load_prompts(settings.prompts.as_deref().map(Path::new))?;
    let chosen = Chosen::new(&settings, load(&settings.triples)?);
    let ready = Ready {
        cast: &|environment| chosen.cast(&settings, environment),
        snapshot: &|folder, prompts| write_triples_snapshot(folder, &settings, &chosen.all, prompts),
        prompts,
        seed: settings.seed,
        scope: scope_of(&settings, Scope::All),
        thresholds,
    };
    let answered = |study: &Arguments| Ok(answers.map(|answers| answers.arguments(study)).transpose()?);
    if args.dry_run {
        return plan::print_new(ready, config, output.json, answered);
    }
    let finished = ready.begin(args, "threeply", config, output, answered)?;
    finish(output, finished)
}

/// Goes on with a run.
pub fn go_on(
    run: &Path,
    study: &StudyArgs,
    work: &WorkArgs,
    wanted: &ThresholdArgs,
    scope: Scope,
    config: &Config,
    output: Output,
) -> Result<Exit, Failed> {
    let thresholds = thresholds::parse(wanted)?;
    let folder = RunFolder::open(run)?;
    let Anew { snapshot, settings, chosen, ready_prompts, scope } = Anew::of(run, study, scope)?;
    let ready = Ready {
        cast: &|environment| chosen.cast(&settings, environment),
        snapshot: &|folder, prompts| write_triples_snapshot(folder, &settings, &chosen.all, prompts),
        prompts: ready_prompts,
        seed: settings.seed,
        scope,
        thresholds,
    };
    finish(output, ready.go_on(folder, snapshot, work, config, output)?)
}

/// What a study would ask, or a run owes.
pub fn plan(args: &PlanArgs, config: &Config, json: bool) -> Result<Exit, Failed> {
    let (settings, chosen, prompts) = match &args.why {
        None => {
            let settings = args.study.argument_changes()?.apply(&of_config(config));
            let chosen = Chosen::new(&settings, load(&settings.triples)?);
            let prompts = load_prompts(settings.prompts.as_deref().map(Path::new))?;
            (settings, chosen, prompts)
        }
        Some(run) => {
            let Anew { settings, chosen, ready_prompts, .. } = Anew::of(run, &args.study, Scope::All)?;
            (settings, chosen, ready_prompts)
        }
    };
    let ready = Ready {
        cast: &|environment| chosen.cast(&settings, environment),
        snapshot: &|folder, prompts| write_triples_snapshot(folder, &settings, &chosen.all, prompts),
        prompts,
        seed: settings.seed,
        scope: scope_of(&settings, Scope::All),
        thresholds: Vec::new(),
    };
    match &args.why {
        None => plan::print_new(ready, config, json, |_| Ok(None)),
        Some(run) => plan::print_owed(run, ready, config, json),
    }
}

/// Scores a run under its newest snapshot.
pub fn score(args: &ScoreArgs, config: &Config, json: bool) -> Result<Exit, Failed> {
    let thresholds = thresholds::parse(&args.thresholds)?;
    let folder = RunFolder::reading(&args.run)?;
    let (_, settings, triples, prompts) = read_triples_snapshot(folder.path())?;
    let study = Chosen::new(&settings, triples).cast(&settings, &Environment::Offline)?;
    thresholds::known(&thresholds, &study)?;
    let scores = score_study(&folder, &study, &prompts, config, json)?;
    Ok(score::exit_of(&scores, &thresholds))
}

/// The triples of a run, and those of them that are argued.
pub struct Chosen {
    /// All of them, as the snapshot keeps them.
    pub all: Vec<Triple>,
    argued: Arc<[Triple]>,
    material: String,
}

impl Chosen {
    /// Of the settings' limit.
    pub fn new(settings: &ArgumentSettings, all: Vec<Triple>) -> Self {
        let argued = &all[..settings.limit.unwrap_or(all.len()).min(all.len())];
        let mut modes: BTreeMap<Mode, usize> = BTreeMap::new();
        for triple in argued {
            *modes.entry(triple.mode).or_default() += 1;
        }
        let modes: Vec<String> = modes.iter().map(|(mode, n)| format!("{n} {mode}")).collect();
        let from = match &settings.triples {
            TriplesFrom::File(file) => file.clone(),
            TriplesFrom::Drawn(drawn) => {
                let strict = if drawn.strict_sides { ", strict sides" } else { "" };
                format!("drawn with complexity {}, seed {}{strict}", drawn.complexity, drawn.seed)
            }
        };
        let material = format!("{from} ({}: {})", of(argued.len(), "triple", "triples"), modes.join(", "));
        Self { argued: argued.to_vec().into(), material, all }
    }

    /// Seats who argues and who extracts.
    pub fn cast(
        &self,
        settings: &ArgumentSettings,
        environment: &Environment<'_>,
    ) -> Result<Arguments, crate::run::RunError> {
        cast_arguments(settings, Arc::clone(&self.argued), &self.material, environment)
    }
}

/// A run with what is given anew.
struct Anew {
    /// Its newest snapshot, where nothing is given anew.
    snapshot: Option<u32>,
    settings: ArgumentSettings,
    chosen: Chosen,
    ready_prompts: crate::suite::threeply::ArgumentPrompts,
    scope: Scope,
}

impl Anew {
    fn of(run: &Path, study: &StudyArgs, scope: Scope) -> Result<Self, Failed> {
        let changes = study.argument_changes()?;
        let (number, old, old_triples, old_prompts) = read_triples_snapshot(run)?;
        let settings = changes.apply(&old);
        let scope = scope_of(&settings, scope);
        // What is given anew is loaded anew; the rest is the snapshot's own.
        let anew = changes.file.is_some() || changes.changes_triples(&old);
        let triples = if anew { load(&settings.triples)? } else { old_triples };
        let ready_prompts = match &changes.prompts {
            None => old_prompts,
            Some(dir) => {
                let given = load_prompts(Some(Path::new(dir)))?;
                // Where only extractors are asked, what was argued stands.
                match scope {
                    Scope::All => given,
                    Scope::Judging => old_prompts.extracting_as(given),
                }
            }
        };
        let chosen = Chosen::new(&settings, triples);
        let snapshot = changes.is_empty().then_some(number);
        Ok(Self { snapshot, settings, chosen, ready_prompts, scope })
    }
}

/// Of the settings file, what is not LexPilot's alone.
fn of_config(config: &Config) -> ArgumentSettings {
    let (run, paper) = (&config.run, ArgumentSettings::default());
    ArgumentSettings {
        repeats: run.repeats.unwrap_or(paper.repeats),
        resamples: run.resamples.unwrap_or(paper.resamples),
        ..paper
    }
}

/// Who answered in a file is asked nothing more.
fn scope_of(settings: &ArgumentSettings, wanted: Scope) -> Scope {
    if settings.answers.is_some() { Scope::Judging } else { wanted }
}

/// Draws or reads triples, refusing those that break the rules of their modes.
fn load(from: &TriplesFrom) -> Result<Vec<Triple>, Failed> {
    let file = match from {
        TriplesFrom::Drawn(parameters) => {
            return generate(parameters).map_err(|error| {
                let mend = "change --mode, --count, --complexity or --strict-sides accordingly";
                Failed::usage(error.to_string(), mend)
            });
        }
        TriplesFrom::File(file) => file,
    };
    let text = text_of(Path::new(file), "write it with `lexconsult triples generate`")?;
    let (triples, findings) = read_triples(&text).map_err(|error| {
        Failed::usage(
            format!("{file}: {error}"),
            "`lexconsult triples generate --mode arguable` shows the form",
        )
    })?;
    match findings.first() {
        None => Ok(triples),
        Some(first) => Err(Failed::usage(
            format!("{file}: {first}"),
            format!("`lexconsult triples check {file}` lists all that is wrong with it"),
        )),
    }
}

/// A file of answers, and the settings under which they are scored.
fn with_answers(
    file: &Path,
    settings: ArgumentSettings,
    repeats_given: bool,
) -> Result<(Answers, ArgumentSettings), Failed> {
    let answers = read_answers(file, &settings.models)?;
    let settings = ArgumentSettings {
        repeats: if repeats_given { settings.repeats } else { answers.repeats() },
        models: answers.models(),
        answers: Some(answers.from.clone()),
        ..settings
    };
    Ok((answers, settings))
}

/// Whether the run is one of arguments; `--suite` may only say what it is.
///
/// # Errors
/// When it is no run, or of another suite than the one that is named.
pub fn is_run_of_arguments(run: &Path, named: Option<&str>) -> Result<bool, Failed> {
    let suite = RunFolder::manifest(run)?.suite;
    match named {
        Some(named) if named != suite => Err(Failed::usage(
            format!("{} is a run of {suite}, and --suite names {named}", run.display()),
            "leave --suite out, or begin another run",
        )),
        _ => Ok(suite == <Arguments as crate::suite::Suite>::NAME),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_takes_the_first_triples_and_the_snapshot_keeps_all() {
        let settings = ArgumentSettings { limit: Some(4), ..ArgumentSettings::default() };
        let chosen = Chosen::new(&settings, load(&settings.triples).expect("they can be drawn"));
        assert_eq!((chosen.all.len(), chosen.argued.len()), (30, 4));
        assert_eq!(chosen.material, "drawn with complexity 12, seed 1 (4 triples: 4 arguable)");
    }
}
