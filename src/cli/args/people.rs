//! The commands by which people check the judge.

use std::path::PathBuf;

use clap::{Args, Subcommand};

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
    after_help = "Without --annotations: whether the run's calibration is fresh, or through which field it is \
                        stale (exit 3)."
)]
pub struct CalibrateArgs {
    /// The run's folder
    pub run: PathBuf,
    /// Annotation folder with the labels of two annotators, adjudicated
    #[arg(long, value_name = "DIR")]
    pub annotations: Option<PathBuf>,
}
