//! The commands by which user simulators are tried.

use std::path::PathBuf;

use clap::Args;

use super::study::{CaseLimit, WorkArgs};

/// `probe`.
#[derive(Args, Debug)]
#[command(
    after_help = "The same command with the same --name goes on where it was: what was answered is not asked again."
)]
pub struct ProbeArgs {
    /// User simulator; several, comma-separated or repeated, are probed side by side
    #[arg(long, value_name = "MODEL")]
    pub user: Vec<String>,
    /// How a model plays the user: single-prompt, select-then-speak, or both [default: single-prompt]
    #[arg(long, value_name = "DESIGN", value_delimiter = ',', value_parser = ["single-prompt", "select-then-speak"])]
    pub user_design: Vec<String>,
    /// Tell the user's model the case's profile
    #[arg(long)]
    pub user_profile: bool,
    /// Assesses the replies [default: builtin/rules, with built-in users only]
    #[arg(long, value_name = "MODEL")]
    pub assessor: Option<String>,
    /// Says which questions are relevant and answerable (DCG+) [default: the assessor]
    #[arg(long, value_name = "MODEL")]
    pub judge: Option<String>,
    /// Pack of cases: a name or a folder [default: starter]
    #[arg(long, value_name = "NAME|DIR")]
    pub pack: Option<String>,
    /// Take only the first N cases, by id
    #[arg(long, value_name = "N|all")]
    pub limit: Option<CaseLimit>,
    /// Independent replies to each request [default: 1]
    #[arg(long, alias = "epochs", value_name = "N")]
    pub repeats: Option<u32>,
    /// Seed of the resamples; never sent to an endpoint [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Temperature of the users [default: 0.7]
    #[arg(long, value_name = "T")]
    pub temperature: Option<f64>,
    /// Temperature of assessor and judge [default: 0.1]
    #[arg(long, value_name = "T")]
    pub judge_temperature: Option<f64>,
    /// Most tokens in a reply [default: 8192]
    #[arg(long, value_name = "N")]
    pub max_tokens: Option<u32>,
    /// Folder of prompts that override the shipped ones
    #[arg(long, value_name = "DIR")]
    pub prompts: Option<String>,
    /// Resamples behind an interval that has no exact one [default: 10000]
    #[arg(long, value_name = "N")]
    pub resamples: Option<u32>,
    /// Print the N replies with most wrong in them
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub worst: usize,
    /// Folder that holds one folder a run [default: results]
    #[arg(long, value_name = "DIR")]
    pub log_dir: Option<PathBuf>,
    /// Name of the folder [default: probe, time, pack and a few letters]
    #[arg(long)]
    pub name: Option<String>,
    #[command(flatten)]
    pub work: WorkArgs,
}
