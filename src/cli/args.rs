//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::run::Changes;
use crate::suite::lexpilot::{Condition, Setup, Task};

/// Plays legal consultations between an assistant and a simulated user, and measures them.
#[derive(Parser, Debug)]
#[command(
    name = "lexconsult",
    version,
    max_term_width = 100,
    after_help = "Exit: 0 done, 1 error, 2 usage, 3 incomplete, 4 below a threshold."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Settings file [default: lexconsult.toml, where there is one]
    #[arg(short, long, global = true, value_name = "FILE", help_heading = EVERYWHERE)]
    pub config: Option<PathBuf>,
    /// Print one JSON document on stdout; everything else goes to stderr
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    pub json: bool,
    /// Progress on stderr: rich (a bar, on a terminal), plain (lines), none
    #[arg(
        long, global = true, value_enum, default_value_t = Display::Rich,
        hide_possible_values = true, help_heading = EVERYWHERE
    )]
    pub display: Display,
}

/// The heading of options that every command takes.
const EVERYWHERE: &str = "Everywhere";

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Display {
    /// A bar, where stderr is a terminal; else lines.
    Rich,
    /// Lines.
    Plain,
    /// Nothing.
    None,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Write a settings file and a pack to begin with
    Init(InitArgs),
    /// Play, judge and score a study
    Run(RunArgs),
    /// Go on with a run, asking only what it owes; what is given anew becomes a further snapshot
    Resume(ResumeArgs),
    /// Score a run again from its records; nobody is asked
    Score(ScoreArgs),
    /// Say what a study would ask, and what a run owes and why
    Plan(PlanArgs),
    /// Print a case, or the plays of a run
    Show(ShowArgs),
    /// Check and describe packs of cases
    Pack(PackArgs),
    /// List and show the prompts
    Prompt(PromptArgs),
    /// Compute a metric on labels of one's own
    Metric(MetricArgs),
}

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
    /// Suite of tasks
    #[arg(long, value_name = "SUITE", value_parser = ["lexpilot"])]
    pub suite: Option<String>,
    /// Tasks: lca, dcg, ljp [default: all]
    #[arg(long, value_name = "TASK", value_delimiter = ',')]
    pub task: Vec<String>,
    /// Setups of LJP: direct, interaction, gold [default: all]
    #[arg(long, value_name = "SETUP", value_delimiter = ',')]
    pub setup: Vec<String>,
    /// User conditions of Interaction: standard
    #[arg(long, value_name = "CONDITION", value_delimiter = ',')]
    pub condition: Vec<String>,
    /// Take only the first N cases, by id
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
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
}

/// How a study is carried out; decides no number.
#[derive(Args, Debug, Default, Clone)]
#[command(next_help_heading = "Work")]
pub struct WorkArgs {
    /// Most exchanges at a time, and units in flight [default: 10]
    #[arg(long, value_name = "N")]
    pub max_connections: Option<usize>,
    /// Most tries after the first, for an exchange that failed [default: 5]
    #[arg(long, value_name = "N")]
    pub max_retries: Option<u32>,
    /// End with exit 4 when an overall metric is below a value; may be repeated
    #[arg(long, value_name = "METRIC=VALUE")]
    pub fail_under: Vec<String>,
}

/// `run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    pub study: StudyArgs,
    #[command(flatten)]
    pub work: WorkArgs,
    /// Folder that holds one folder a run [default: results]
    #[arg(long, value_name = "DIR")]
    pub log_dir: Option<PathBuf>,
    /// Name of the run's folder [default: time, pack and a few letters]
    #[arg(long)]
    pub name: Option<String>,
    /// Only say what would be asked
    #[arg(long)]
    pub dry_run: bool,
}

/// `resume`.
#[derive(Args, Debug)]
pub struct ResumeArgs {
    /// The run's folder
    pub run: PathBuf,
    #[command(flatten)]
    pub study: StudyArgs,
    #[command(flatten)]
    pub work: WorkArgs,
}

/// `score`.
#[derive(Args, Debug)]
pub struct ScoreArgs {
    /// The run's folder
    pub run: PathBuf,
    /// End with exit 4 when an overall metric is below a value; may be repeated
    #[arg(long, value_name = "METRIC=VALUE")]
    pub fail_under: Vec<String>,
}

/// `plan`.
#[derive(Args, Debug)]
pub struct PlanArgs {
    #[command(flatten)]
    pub study: StudyArgs,
    /// Say what this run owes under these flags, and through which field
    #[arg(long, value_name = "RUN")]
    pub why: Option<PathBuf>,
}

/// `show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// A run's folder, or the id of a case
    pub what: String,
    /// Pack of the case
    #[arg(long, value_name = "NAME|DIR", default_value = "starter")]
    pub pack: String,
    /// Of a run: only this case
    #[arg(long)]
    pub case: Option<String>,
    /// Of a run: only this task
    #[arg(long)]
    pub task: Option<String>,
    /// Of a run: only this setup
    #[arg(long)]
    pub setup: Option<String>,
    /// Of a run: only this assistant
    #[arg(long)]
    pub model: Option<String>,
    /// Of a run: only this repeat
    #[arg(long)]
    pub repeat: Option<u32>,
    /// Of a run: at most so many plays
    #[arg(long, default_value_t = 3)]
    pub limit: usize,
    /// Of a run: also the requests as they were sent
    #[arg(long)]
    pub calls: bool,
}

/// `pack`.
#[derive(Args, Debug)]
pub struct PackArgs {
    #[command(subcommand)]
    pub command: PackCommand,
}

/// The commands on packs.
#[derive(Subcommand, Debug)]
pub enum PackCommand {
    /// List the packs in the binary
    List,
    /// Check a pack against every rule
    Check {
        /// A name or a folder
        pack: String,
        /// End with exit 1 on a warning, too
        #[arg(long)]
        strict: bool,
    },
    /// Figures on a pack
    Stats {
        /// A name or a folder
        pack: String,
    },
}

/// `prompt`.
#[derive(Args, Debug)]
pub struct PromptArgs {
    #[command(subcommand)]
    pub command: PromptCommand,
}

/// The commands on prompts.
#[derive(Subcommand, Debug)]
pub enum PromptCommand {
    /// List the prompts in force
    List {
        /// Folder of prompts that override the shipped ones
        #[arg(long, value_name = "DIR")]
        prompts: Option<PathBuf>,
    },
    /// Show a prompt as a role would get it on a case
    Show {
        /// Id of the case
        #[arg(long)]
        case: String,
        /// Role or prompt, such as `assistant`, `user`, `gate`, `judge/lca`, `assistant/direct-prediction`
        #[arg(long)]
        role: String,
        /// Pack of the case
        #[arg(long, value_name = "NAME|DIR", default_value = "starter")]
        pack: String,
        /// Which history
        #[arg(long, value_parser = ["complete", "underspecified"], default_value = "underspecified")]
        variant: String,
        /// Folder of prompts that override the shipped ones
        #[arg(long, value_name = "DIR")]
        prompts: Option<PathBuf>,
    },
}

/// `metric`.
#[derive(Args, Debug)]
pub struct MetricArgs {
    /// Name of the metric; --list says which there are
    #[arg(required_unless_present_any = ["list", "batch"])]
    pub name: Option<String>,
    /// The labels: .json, .jsonl or .csv; `-` reads JSON from stdin
    pub file: Option<PathBuf>,
    /// Options of the metric, as a JSON object
    #[arg(long, value_name = "JSON")]
    pub params: Option<String>,
    /// Compute every case of a file in the form of the golden files
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "file", "params", "list"])]
    pub batch: Option<PathBuf>,
    /// List the metrics; with a name, explain that one
    #[arg(long, conflicts_with_all = ["file", "params"])]
    pub list: bool,
}

/// `init`.
#[derive(Args, Debug)]
pub struct InitArgs {
    /// Where to write [default: here]
    #[arg(default_value = ".")]
    pub dir: PathBuf,
}

impl StudyArgs {
    /// What is given, as changes to settings.
    ///
    /// # Errors
    /// When a task, setup or condition is not known: the flag, and what there is.
    pub fn changes(&self) -> Result<Changes, super::exit::Failed> {
        Ok(Changes {
            pack: self.pack.clone(),
            models: given(names(&self.model)),
            user: self.user.clone(),
            gate: self.gate.clone(),
            judges: given(names(&self.judge)),
            tasks: given(parsed("--task", &self.task, Task::parse, &Task::ALL.map_names(Task::name))?),
            setups: given(parsed("--setup", &self.setup, Setup::parse, &Setup::ALL.map_names(Setup::name))?),
            conditions: given(parsed(
                "--condition",
                &self.condition,
                Condition::parse,
                &Condition::ALL.map_names(Condition::name),
            )?),
            repeats: self.repeats,
            limit: self.limit,
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
fn names(given: &[String]) -> Vec<String> {
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

fn parsed<T: PartialEq>(
    flag: &str,
    given: &[String],
    parse: fn(&str) -> Option<T>,
    known: &[&str],
) -> Result<Vec<T>, super::exit::Failed> {
    let mut list = Vec::new();
    for name in given {
        let item = parse(name.trim()).ok_or_else(|| {
            super::exit::Failed::usage(
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
