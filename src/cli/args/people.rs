//! The commands by which people check the judge.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};

use super::study::WorkArgs;

/// `annotate`.
#[derive(Args, Debug)]
pub struct AnnotateArgs {
    #[command(subcommand)]
    pub command: AnnotateCommand,
}

/// The steps of an annotation study.
#[derive(Subcommand, Debug)]
pub enum AnnotateCommand {
    /// Draw judged units and write a blind sheet, its guidelines, and the key
    Export {
        /// The folder of a run, or of probes
        run: PathBuf,
        /// New folder to write to
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Tasks: lca, dcg, ljp, or fidelity for probes [default: those of the run]
        #[arg(long, alias = "task", value_name = "TASK", value_delimiter = ',')]
        tasks: Vec<String>,
        /// Units a task, the same number of each assistant; of LJP, claims; of probes, replies, the same number
        /// of each user
        #[arg(long, value_name = "N", default_value_t = 100)]
        per_task: usize,
        /// Seed of the draw
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Take in a filled sheet, or the adjudication of two
    Import {
        /// The annotation folder
        dir: PathBuf,
        /// The filled sheet (.csv), or labels made in the terminal elsewhere (.jsonl); without it, what
        /// the annotator labelled here
        #[arg(required_unless_present = "annotator")]
        file: Option<PathBuf>,
        /// Who filled it
        #[arg(long, value_name = "NAME", required_unless_present = "adjudicated")]
        annotator: Option<String>,
        /// Take the place of labels that this annotator has here
        #[arg(long, requires = "annotator")]
        replace: bool,
        /// The file is disagreements.csv with the label of each row decided
        #[arg(long, conflicts_with = "annotator")]
        adjudicated: bool,
    },
    /// Label in the terminal, one item a screen; every label is kept at once
    Terminal {
        /// The annotation folder; the sheet alone will do
        dir: PathBuf,
        /// Who labels
        #[arg(long, value_name = "NAME")]
        annotator: String,
        /// Only this task
        #[arg(long, value_parser = ["lca", "dcg", "ljp", "fidelity_answer", "fidelity_disclosure", "fidelity_error"])]
        task: Option<String>,
    },
}

/// `calibrate`.
#[derive(Args, Debug)]
#[command(
    after_help = "Of a run, without --annotations: whether its calibration is fresh, or through which field it is \
                        stale (exit 3). With --builtin, to which the flags under Work belong: docs/judges.md.",
    group(ArgGroup::new("whom").required(true).args(["run", "builtin"])),
    // That these need --builtin does not keep them from a run by itself.
    group(ArgGroup::new("trial").multiple(true).requires("builtin").conflicts_with("run").args([
        "judge", "task", "prompts", "judge_temperature", "max_tokens", "resamples", "log_dir", "name",
        "max_connections", "max_requests_per_minute", "max_tokens_per_minute", "max_retries", "cost_limit", "local",
    ]))
)]
pub struct CalibrateArgs {
    /// The run's folder
    pub run: Option<PathBuf>,
    /// Annotation folder with the labels of two annotators, adjudicated
    #[arg(long, value_name = "DIR", requires = "run")]
    pub annotations: Option<PathBuf>,
    /// Try judges on the labelled messages in the program, instead of a run
    #[arg(long)]
    pub builtin: bool,
    #[command(flatten)]
    pub labelled: LabelledArgs,
}

/// What `calibrate --builtin` takes.
#[derive(Args, Debug)]
#[command(next_help_heading = "With --builtin")]
pub struct LabelledArgs {
    /// Judge to try: `builtin/rules`, `cmd/…`, `openai/gpt-4.1`; several are tried apart
    #[arg(long, value_name = "MODEL")]
    pub judge: Vec<String>,
    /// Tasks: lca, dcg, ljp [default: all]
    #[arg(long, value_name = "TASK", value_delimiter = ',')]
    pub task: Vec<String>,
    /// Folder of prompts that override the shipped ones
    #[arg(long, value_name = "DIR")]
    pub prompts: Option<String>,
    /// Temperature of the judge [default: 0.1]
    #[arg(long, value_name = "T")]
    pub judge_temperature: Option<f64>,
    /// Most tokens in a reply [default: 8192]
    #[arg(long, value_name = "N")]
    pub max_tokens: Option<u32>,
    /// Resamples behind each interval [default: 10000]
    #[arg(long, value_name = "N")]
    pub resamples: Option<u32>,
    /// Folder that holds one folder a trial [default: results]
    #[arg(long, value_name = "DIR")]
    pub log_dir: Option<PathBuf>,
    /// Name of its folder; given again, only what is missing there is asked [default: time and a few letters]
    #[arg(long)]
    pub name: Option<String>,
    #[command(flatten)]
    pub work: WorkArgs,
}
