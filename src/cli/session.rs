//! What `run`, `resume`, `plan` and `score` share: settings resolved, pack and prompts loaded, the
//! cast seated.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::case::check::{Severity, check};
use crate::case::{Pack, PackSource};
use crate::cli::args::WorkArgs;
use crate::cli::config::{Config, DEFAULT_FILE};
use crate::cli::exit::Failed;
use crate::cli::job::Scope;
use crate::model::journal::{Account, Journal, Sum, TaskOf};
use crate::model::{self, Budget, BudgetError, Model, Models, Money, Prices, Providers};
use crate::prompt::{Prompts, Template};
use crate::run::{Caster, Environment, RunError, RunFolder, Settings, absent};
use crate::suite::Suite;

/// Opens nothing yet; knows the providers and the limits.
///
/// # Errors
/// When a limit lets nothing through, or the providers known by name cannot be read.
pub fn models(config: &Config, work: &WorkArgs, seed: u64) -> Result<Models, Failed> {
    let mut settings = model::Settings::new(providers(config)?, jiff::Timestamp::now);
    settings.connections_max =
        at_least_one("--max-connections", work.max_connections.or(config.run.max_connections))?;
    settings.requests_per_minute = at_least_one(
        "--max-requests-per-minute",
        work.max_requests_per_minute.or(config.run.max_requests_per_minute),
    )?;
    settings.tokens_per_minute = at_least_one(
        "--max-tokens-per-minute",
        work.max_tokens_per_minute.or(config.run.max_tokens_per_minute),
    )?;
    if let Some(retries) = work.max_retries.or(config.run.max_retries) {
        settings.retries_max = retries;
    }
    settings.seed = seed;
    Ok(Models::new(settings))
}

/// The providers known by name, and those of the settings file.
///
/// # Errors
/// When the providers known by name cannot be read.
pub fn providers(config: &Config) -> Result<Providers, Failed> {
    let known = Providers::new(None).map_err(|error| Failed::error(error.to_string()))?;
    Ok(known.with(config.providers.clone()))
}

fn at_least_one<T: Default + PartialEq>(flag: &str, value: Option<T>) -> Result<Option<T>, Failed> {
    match value {
        Some(none) if none == T::default() => {
            Err(Failed::usage(format!("{flag} 0 lets no exchange through"), "give 1 or more"))
        }
        value => Ok(value),
    }
}

/// The environment as the model floor asks it.
pub fn env(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Loads the pack and the prompts that settings name, refusing a pack with errors.
///
/// # Errors
/// When either cannot be loaded, or the pack breaks a rule.
pub fn load(settings: &Settings) -> Result<(Pack, Prompts), Failed> {
    let prompts = Prompts::load(settings.prompts.as_deref().map(Path::new)).map_err(RunError::from)?;
    Ok((load_pack(&settings.pack)?, prompts))
}

/// Loads the pack of this name, refusing one with errors.
///
/// # Errors
/// When it cannot be loaded, or breaks a rule.
pub fn load_pack(name: &str) -> Result<Pack, Failed> {
    let pack = Pack::load(&PackSource::named(name)).map_err(RunError::from)?;
    refuse_errors(name, &pack)?;
    Ok(pack)
}

/// The prompts of a run, with those of a directory laid over them: all of them, or where only judges
/// are asked the judges' alone, so that what was played stands.
///
/// # Errors
/// When the directory cannot be read or holds no valid prompts.
pub fn prompts_over(run: Prompts, dir: Option<&str>, scope: Scope) -> Result<Prompts, Failed> {
    let Some(dir) = dir else { return Ok(run) };
    let taken = |template: Template| scope == Scope::All || template.is_of_judge();
    Ok(run.overridden(Path::new(dir), taken).map_err(RunError::from)?)
}

fn refuse_errors(name: &str, pack: &Pack) -> Result<(), Failed> {
    let errors: Vec<String> = check(pack)
        .into_iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| format!("  {finding}"))
        .collect();
    if errors.is_empty() {
        return Ok(());
    }
    let count = errors.len();
    let list = errors.into_iter().take(5).collect::<Vec<_>>().join("\n");
    Err(RunError::PackInvalid { pack: name.to_owned(), count, list }.into())
}

/// Opens the journal of a run to work in it; `tasks` tells by what its costs are listed.
///
/// # Errors
/// When it cannot be read or written.
pub fn journal(folder: &RunFolder, prices: &Prices, tasks: TaskOf) -> Result<Journal, RunError> {
    let journal = Journal::open_by(&folder.calls(), tasks)?;
    if let Some(torn) = &journal.torn {
        warn(&format!("a torn last line of the journal was set aside in {}", torn.display()));
    }
    Ok(journal.priced(prices.clone()))
}

/// The budget of a run, where a limit is given; `before` is what the run has asked so far.
///
/// # Errors
/// As [`cost_limit`].
pub fn budget<S: Suite>(
    limit: Option<f64>,
    cast: &Caster<'_, S>,
    prices: &Prices,
    before: &BTreeMap<Account, Sum>,
    scope: Scope,
) -> Result<Option<Arc<Budget>>, Failed> {
    if limit.is_none() {
        return Ok(None);
    }
    let asked = RefCell::new(BTreeSet::new());
    let noted = |role: &str, name: &str| {
        if scope.opens(role) {
            asked.borrow_mut().insert(name.to_owned());
        }
        Ok(absent(name, None))
    };
    cast(&Environment::By(&noted))?;
    cost_limit(limit, &asked.into_inner(), prices, before)
}

/// The budget for asking these models, where a limit is given; `before` is what was asked so far.
///
/// # Errors
/// When the limit is no sum of money, or a model that can be asked has no known price.
pub fn cost_limit(
    limit: Option<f64>,
    asked: &BTreeSet<String>,
    prices: &Prices,
    before: &BTreeMap<Account, Sum>,
) -> Result<Option<Arc<Budget>>, Failed> {
    let Some(limit) = limit else { return Ok(None) };
    let limit = Money::of_units(limit).ok_or_else(|| {
        Failed::usage(
            format!("--cost-limit {limit:?} is no sum of money"),
            "give a number from 0 to 18000000, such as 2.5",
        )
    })?;
    let names: Vec<&str> = asked.iter().map(String::as_str).collect();
    let budget = Budget::new(limit, &names, prices, before).map_err(|error| {
        let hint = match &error {
            BudgetError::Unpriced(models) => {
                let model = models.first().map_or("provider/model", String::as_str);
                format!(
                    "state it in {DEFAULT_FILE}, per million tokens: [prices.{}] input = 0.5, output = 1.5 (0 for what costs nothing)",
                    toml::Value::from(model)
                )
            }
            BudgetError::Unknown(_) => {
                "go on without --cost-limit, or begin another run".to_owned()
            }
            BudgetError::Currencies(_) => {
                format!("state all in one currency in {DEFAULT_FILE}: [prices.\"provider/model\"]")
            }
        };
        Failed::usage(error.to_string(), hint)
    })?;
    Ok(Some(Arc::new(budget)))
}

/// Seats everyone, with the back ends opened that are asked.
///
/// # Errors
/// When someone cannot be seated: see [`crate::run::cast`].
pub fn seat<S: Suite>(
    cast: &Caster<'_, S>,
    models: &Models,
    budget: Option<&Arc<Budget>>,
    scope: Scope,
) -> Result<S, Failed> {
    let opened = |role: &str, name: &str| {
        if !scope.opens(role) {
            return Ok(absent(name, None));
        }
        open(models, budget, role, name)
    };
    let study = cast(&Environment::By(&opened))?;
    for (assistant, judge) in crate::run::same_family(&study) {
        warn(&format!(
            "judge {judge} and assistant {assistant} seem to be of one family: a judge may favour its own"
        ));
    }
    Ok(study)
}

/// Opens the back end of a role, within the budget.
///
/// # Errors
/// When it cannot be opened.
pub fn open(
    models: &Models,
    budget: Option<&Arc<Budget>>,
    role: &str,
    name: &str,
) -> Result<Arc<dyn Model>, RunError> {
    let model = models.open_as(role, name, &env).map_err(|error| match name.starts_with("local/") {
        true => RunError::usage(format!("{name} is not served"), "give --local with the command"),
        false => error.into(),
    })?;
    Ok(match budget {
        Some(budget) => budget.holding(role, model),
        None => model,
    })
}

/// A warning on stderr.
pub fn warn(text: &str) {
    let yellow = anstyle::AnsiColor::Yellow.on_default().bold();
    super::marked_note(yellow, "warning", text);
}

/// A name for a new run: time, what is played, and a few letters so that two begun at once differ.
pub fn run_name(material: &str) -> String {
    let now = jiff::Timestamp::now();
    let letters = &blake3::hash(format!("{now:?}{}", std::process::id()).as_bytes()).to_hex()[..4];
    format!("{}-{material}-{letters}", now.strftime("%Y%m%dT%H%M%SZ"))
}

/// Where runs are kept.
pub fn log_dir(flag: Option<&PathBuf>, config: &Config) -> PathBuf {
    flag.or(config.run.log_dir.as_ref()).cloned().unwrap_or_else(|| PathBuf::from("results"))
}

/// The runtime of a command that may keep so many connections at once, or as many as it finds. No
/// thread is to run before.
///
/// # Errors
/// When the system gives no threads.
pub fn runtime_of_many(
    config: &Config,
    max_connections: Option<usize>,
) -> Result<tokio::runtime::Runtime, Failed> {
    model::make_room(max_connections.or(config.run.max_connections));
    runtime()
}

/// The async runtime of a command.
///
/// # Errors
/// When the system gives no threads.
pub fn runtime() -> Result<tokio::runtime::Runtime, Failed> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failed::error(format!("failed to start the runtime: {error}")))
}
