//! The commands that read runs for people and for other tools.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

/// `report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Folders of runs, which stand side by side, and of probes, which are shown beside them
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    #[command(flatten)]
    pub page: PageArgs,
}

/// How a page is written.
#[derive(Args, Debug)]
pub struct PageArgs {
    /// md, html, latex or csv [default: by the ending of FILE, else md]
    #[arg(long, value_enum, hide_possible_values = true)]
    pub format: Option<PageFormat>,
    /// Write to this file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// en or zh [default: the language of most cases]
    #[arg(long, value_enum, hide_possible_values = true)]
    pub lang: Option<PageLanguage>,
}

/// The file format of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PageFormat {
    /// Markdown; with -o its figures are SVG files in a folder beside it.
    Md,
    /// One file with everything in it.
    Html,
    /// For xelatex.
    Latex,
    /// The tables alone.
    Csv,
}

/// The language of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PageLanguage {
    /// English.
    En,
    /// Chinese.
    Zh,
}

/// `compare`.
#[derive(Args, Debug)]
#[command(
    after_help = "With one run, or with --a and --b, assistants of one run are compared; with two runs, those of the same name, or the only ones. Fields for --allow: pack, user, manner, gate, judge, prompts, history, temperature, judge-temperature, max-tokens; of arguments: triples, judge, prompts, name-precedent, dialogue, temperature, sampling, judge-temperature, max-tokens. For programs there is --format csv; --json is refused."
)]
pub struct CompareArgs {
    /// Folder of the run that A is in
    #[arg(value_name = "A")]
    pub run_a: PathBuf,
    /// Folder of the run that B is in [default: the same]
    #[arg(value_name = "B")]
    pub run_b: Option<PathBuf>,
    /// Which assistant is A
    #[arg(long, value_name = "MODEL")]
    pub a: Option<String>,
    /// Which assistant is B
    #[arg(long, value_name = "MODEL")]
    pub b: Option<String>,
    /// Compare although the runs differ in this field; may be repeated
    #[arg(long, value_name = "FIELD", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// Resamples behind the intervals of headline metrics
    #[arg(long, default_value_t = 10_000)]
    pub resamples: usize,
    #[command(flatten)]
    pub page: PageArgs,
}

/// `export`.
#[derive(Args, Debug)]
#[command(after_help = "What is written has the format that is asked for; --json changes nothing here.")]
#[command(group(ArgGroup::new("what").required(true).args(["table", "dialogues", "results"])))]
pub struct ExportArgs {
    /// The run's folder
    pub run: PathBuf,
    /// units, turns, disclosures, judgements or calls
    #[arg(long, value_enum, hide_possible_values = true)]
    pub table: Option<ExportTable>,
    /// Dialogues as chat messages, a JSON object a line
    #[arg(long)]
    pub dialogues: bool,
    /// All numbers in one JSON document of the form in docs/results.schema.json
    #[arg(long)]
    pub results: bool,
    /// Of a table: csv, jsonl or parquet [default: by the ending of FILE, else csv]
    #[arg(long, value_enum, hide_possible_values = true, conflicts_with_all = ["dialogues", "results"])]
    pub format: Option<TableFormat>,
    /// Write to this file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A table of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExportTable {
    Units,
    Turns,
    Disclosures,
    Judgements,
    Calls,
}

/// The file format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TableFormat {
    Csv,
    Jsonl,
    Parquet,
}
