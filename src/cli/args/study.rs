//! What makes a study, and how it is carried out.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::triples::ChosenTriples;
use super::users::UserArgs;
use crate::cli::exit::Failed;
use crate::run::{ArgumentChanges, Changes, MannerChanges};
use crate::suite::lexpilot::{Condition, Setup, Task};

/// What makes a study. What is absent keeps the setting of the file, of the run, or the default.
#[derive(Args, Debug, Default, Clone)]
#[command(next_help_heading = "Study")]
pub struct StudyArgs {
    /// Pack of cases: a name or a folder [default: starter]
    #[arg(long, value_name = "NAME|DIR")]
    pub pack: Option<String>,
    /// Assistant under test: `openai/gpt-4.1`, `cmd/…`, `builtin/oracle`; several make a matrix
    #[arg(long, value_name = "MODEL")]
    pub model: Vec<String>,
    /// User simulator [default: builtin/lexical, with built-in assistants only]
    #[arg(long, value_name = "MODEL")]
    pub user: Option<String>,
    /// Judge; of several the first one leads [default: builtin/rules, with built-in assistants only]
    #[arg(long, value_name = "MODEL")]
    pub judge: Vec<String>,
    /// Tells which facts a request asks for, and whether an unmarked message decides [default:
    /// builtin/lexical, and the user simulator's model for the second]
    #[arg(long, value_name = "MODEL")]
    pub gate: Option<String>,
    /// What is played [default: lexpilot]
    #[arg(long, value_name = "SUITE", value_parser = ["lexpilot", "threeply"])]
    pub suite: Option<String>,
    /// Tasks: lca, dcg, ljp [default: all]
    #[arg(long, value_name = "TASK", value_delimiter = ',')]
    pub task: Vec<String>,
    /// Setups of LJP: direct, interaction, gold [default: all]
    #[arg(long, value_name = "SETUP", value_delimiter = ',')]
    pub setup: Vec<String>,
    /// User conditions of Interaction: standard, delayed, self-correction, reluctant [default: standard]
    #[arg(long, value_name = "CONDITION", value_delimiter = ',')]
    pub condition: Vec<String>,
    /// Take only the first N cases, by id; `all` takes a limit back
    #[arg(long, value_name = "N|all")]
    pub limit: Option<CaseLimit>,
    /// Independent draws of each unit [default: 5]
    #[arg(long, alias = "epochs", value_name = "N")]
    pub repeats: Option<u32>,
    /// Seed of the run's own draws; never sent to an endpoint [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Temperature of assistant and user [default: 0.7]
    #[arg(long, value_name = "T")]
    pub temperature: Option<f64>,
    /// Temperature of judge and gate [default: 0.1]
    #[arg(long, value_name = "T")]
    pub judge_temperature: Option<f64>,
    /// Most tokens in a reply [default: 8192]
    #[arg(long, value_name = "N")]
    pub max_tokens: Option<u32>,
    /// How the history reaches a model: chat or transcript [default: chat]
    #[arg(long, value_name = "STYLE", value_parser = ["chat", "transcript"])]
    pub history: Option<String>,
    /// Folder of prompts that override the shipped ones
    #[arg(long, value_name = "DIR")]
    pub prompts: Option<String>,
    /// Resamples behind each interval [default: 10000]
    #[arg(long, value_name = "N")]
    pub resamples: Option<u32>,
    #[command(flatten)]
    pub users: UserArgs,
    #[command(flatten)]
    pub triples: ChosenTriples,
}

/// How asks are made; decides no number.
#[derive(Args, Debug, Default, Clone)]
#[command(next_help_heading = "Work")]
pub struct WorkArgs {
    /// Most exchanges at a time with one endpoint [default: each finds its level, up to 1000]
    #[arg(long, value_name = "N")]
    pub max_connections: Option<usize>,
    /// Most requests a minute to one endpoint
    #[arg(long, value_name = "N")]
    pub max_requests_per_minute: Option<u64>,
    /// Most tokens a minute of one endpoint, prompts and replies together
    #[arg(long, value_name = "N")]
    pub max_tokens_per_minute: Option<u64>,
    /// Most tries after the first, for an exchange that failed [default: 5]
    #[arg(long, value_name = "N")]
    pub max_retries: Option<u32>,
    /// Have a small model on this machine take every role that is not named otherwise, to see whether
    /// everything runs (see `setup local`); a file of its own takes its place
    #[arg(long, value_name = "PATH.gguf", num_args = 0..=1)]
    pub local: Option<Option<PathBuf>>,
    /// Most that it may cost, what its folder has cost so far included, in the currency of its models'
    /// prices; what would pass it is not asked (exit 3)
    #[arg(long, value_name = "AMOUNT")]
    pub cost_limit: Option<f64>,
}

/// What a study's numbers must reach.
#[derive(Args, Debug, Default, Clone)]
pub struct ThresholdArgs {
    /// End with exit 4 when an overall metric is below a value; may be repeated. What the study does not
    /// score is refused
    #[arg(long, value_name = "METRIC=VALUE")]
    pub fail_under: Vec<String>,
}

impl StudyArgs {
    /// What is given, as changes to settings.
    ///
    /// # Errors
    /// When a task, setup or condition is not known: the flag, and what there is; when a flag is another
    /// suite's.
    pub fn changes(&self) -> Result<Changes, Failed> {
        if let Some(flag) = self.triples.first_given() {
            return Err(of_another_suite(flag, "threeply"));
        }
        Ok(Changes {
            pack: self.pack.clone(),
            models: given(model_names(&self.model)),
            user: self.user.clone(),
            gate: self.gate.clone(),
            judges: given(model_names(&self.judge)),
            tasks: given(tasks(&self.task)?),
            setups: given(parsed("--setup", &self.setup, Setup::parse, &Setup::ALL.map_names(Setup::name))?),
            conditions: given(parsed(
                "--condition",
                &self.condition,
                Condition::parse,
                &Condition::ALL.map_names(Condition::name),
            )?),
            manner: self.users.changes()?,
            repeats: self.repeats,
            limit: self.limit.map(|limit| limit.0),
            seed: self.seed,
            history: self.history.clone(),
            temperature: self.temperature,
            judge_temperature: self.judge_temperature,
            max_tokens: self.max_tokens,
            prompts: self.prompts.clone(),
            resamples: self.resamples,
        })
    }
}

impl StudyArgs {
    /// Whether 3-ply arguments are asked for.
    pub fn argues(&self) -> bool {
        self.suite.as_deref() == Some("threeply")
    }

    /// What is given, as changes to the settings of 3-ply arguments.
    ///
    /// # Errors
    /// When a flag is another suite's.
    pub fn argument_changes(&self) -> Result<ArgumentChanges, Failed> {
        let of_lexpilot = [
            (self.pack.is_some(), "--pack"),
            (self.user.is_some(), "--user"),
            (self.gate.is_some(), "--gate"),
            (!self.task.is_empty(), "--task"),
            (!self.setup.is_empty(), "--setup"),
            (!self.condition.is_empty(), "--condition"),
            (self.history.is_some(), "--history"),
            (self.users.changes()? != MannerChanges::default(), "a flag on the user"),
        ];
        if let Some((_, flag)) = of_lexpilot.into_iter().find(|(given, _)| *given) {
            return Err(of_another_suite(flag, "lexpilot"));
        }
        let ChosenTriples { file, mode, count, complexity, .. } = &self.triples;
        let changes = ArgumentChanges {
            file: file.clone(),
            mode: *mode,
            count: *count,
            complexity: *complexity,
            strict_sides: self.triples.strict_sides.then_some(true),
            models: given(model_names(&self.model)),
            dialogue: self.triples.dialogue.then_some(true),
            opponents: given(model_names(&self.triples.opponent)),
            judges: given(model_names(&self.judge)),
            name_precedent: self.triples.name_precedent.then_some(true),
            reasoning: self.triples.reasoning.then_some(true),
            repeats: self.repeats,
            limit: self.limit.map(|limit| limit.0),
            seed: self.seed,
            temperature: self.temperature,
            judge_temperature: self.judge_temperature,
            max_tokens: self.max_tokens,
            prompts: self.prompts.clone(),
            resamples: self.resamples,
        };
        if changes.file.is_some() && changes.draws() {
            return Err(Failed::usage(
                "--triples names a file, and the other flags say how triples are drawn",
                "give either",
            ));
        }
        Ok(changes)
    }
}

fn of_another_suite(flag: &str, suite: &str) -> Failed {
    Failed::usage(format!("{flag} is for --suite {suite}"), "leave it out, or name that suite")
}

/// How many cases are taken; `None` stands for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaseLimit(pub Option<usize>);

impl FromStr for CaseLimit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "all" => Ok(Self(None)),
            number => number.parse().map(|n| Self(Some(n))).map_err(|_| "give a number of cases, or `all`"),
        }
    }
}

/// Names of a closed set, for messages.
trait MapNames<T> {
    fn map_names(&self, name: fn(T) -> &'static str) -> Vec<&'static str>;
}

impl<T: Copy> MapNames<T> for &[T] {
    fn map_names(&self, name: fn(T) -> &'static str) -> Vec<&'static str> {
        self.iter().map(|item| name(*item)).collect()
    }
}

/// Comma-separated or repeated; the command line of an agent may hold commas of its own.
pub fn model_names(given: &[String]) -> Vec<String> {
    given
        .iter()
        .flat_map(|entry| {
            let whole = entry.starts_with("cmd/");
            let parts: Vec<&str> = if whole { vec![entry] } else { entry.split(',').collect() };
            parts.into_iter().map(|name| name.trim().to_owned()).collect::<Vec<_>>()
        })
        .filter(|name| !name.is_empty())
        .collect()
}

fn given<T>(list: Vec<T>) -> Option<Vec<T>> {
    (!list.is_empty()).then_some(list)
}

/// Tasks by name, each once.
///
/// # Errors
/// When one is not known: the flag, and what there is.
pub fn tasks(given: &[String]) -> Result<Vec<Task>, Failed> {
    parsed("--task", given, Task::parse, &Task::ALL.map_names(Task::name))
}

fn parsed<T: PartialEq>(
    flag: &str,
    given: &[String],
    parse: fn(&str) -> Option<T>,
    known: &[&str],
) -> Result<Vec<T>, Failed> {
    let mut list = Vec::new();
    for name in given {
        let item = parse(name.trim()).ok_or_else(|| {
            Failed::usage(
                format!("{flag} does not know `{name}`"),
                format!("there are: {}", known.join(", ")),
            )
        })?;
        if !list.contains(&item) {
            list.push(item);
        }
    }
    Ok(list)
}
