//! The commands on runs.

use std::path::PathBuf;

use clap::Args;

use super::study::{StudyArgs, ThresholdArgs, WorkArgs};

/// `run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    pub study: StudyArgs,
    #[command(flatten)]
    pub work: WorkArgs,
    #[command(flatten)]
    pub thresholds: ThresholdArgs,
    /// Folder that holds one folder a run [default: results]
    #[arg(long, value_name = "DIR")]
    pub log_dir: Option<PathBuf>,
    /// Name of the run's folder [default: time, pack and a few letters]
    #[arg(long)]
    pub name: Option<String>,
    /// Score messages that others generated: a file with one JSON object a unit (docs/runs.md); only
    /// judges are asked
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// Only say what would be asked
    #[arg(long)]
    pub dry_run: bool,
}

/// `resume`.
#[derive(Args, Debug)]
#[command(after_help = "What is not given keeps the run's setting; the defaults are those of a new run.")]
pub struct ResumeArgs {
    /// The run's folder
    pub run: PathBuf,
    #[command(flatten)]
    pub study: StudyArgs,
    #[command(flatten)]
    pub work: WorkArgs,
    #[command(flatten)]
    pub thresholds: ThresholdArgs,
}

/// `rejudge`.
#[derive(Args, Debug)]
#[command(after_help = "The judges named take the place of the run's; name one of those again to keep it.")]
pub struct RejudgeArgs {
    /// The run's folder
    pub run: PathBuf,
    /// Judge; of several the first one leads
    #[arg(long, value_name = "MODEL", required = true)]
    pub judge: Vec<String>,
    /// Folder of prompts that override the shipped ones
    #[arg(long, value_name = "DIR")]
    pub prompts: Option<String>,
    #[command(flatten)]
    pub work: WorkArgs,
    #[command(flatten)]
    pub thresholds: ThresholdArgs,
}

/// `score`.
#[derive(Args, Debug)]
pub struct ScoreArgs {
    /// The run's folder
    pub run: PathBuf,
    #[command(flatten)]
    pub thresholds: ThresholdArgs,
}

/// `plan`.
#[derive(Args, Debug)]
pub struct PlanArgs {
    #[command(flatten)]
    pub study: StudyArgs,
    /// Say what this run owes under these flags, and through which field
    #[arg(long, value_name = "RUN", help_heading = "Study")]
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
