//! The command line: the commands, and the options that all of them take.

mod doctor;
mod library;
mod people;
mod profile;
mod reports;
mod runs;
mod study;
mod triples;
mod trust;
mod users;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

pub use doctor::DoctorArgs;
pub use library::{
    InitArgs, MetricArgs, PackArgs, PackCommand, PromptArgs, PromptCommand, SetupArgs, SetupCommand,
};
pub use people::{AnnotateArgs, AnnotateCommand, CalibrateArgs, LabelledArgs};
pub use profile::{ProfileArgs, ProfileCommand};
pub use reports::{
    CompareArgs, ExportArgs, ExportTable, PageArgs, PageFormat, PageLanguage, ReportArgs, TableFormat,
};
pub use runs::{PlanArgs, RejudgeArgs, ResumeArgs, RunArgs, ScoreArgs, ShowArgs};
pub use study::{StudyArgs, ThresholdArgs, WorkArgs, model_names, tasks};
pub use triples::{GenerateArgs, TriplesArgs, TriplesCommand};
pub use trust::ProbeArgs;

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
    /// Have other judges read the answers of a run; nobody else is asked
    Rejudge(RejudgeArgs),
    /// Score a run again from its records; nobody is asked
    Score(ScoreArgs),
    /// Write a run, or several side by side, as a page for people
    Report(ReportArgs),
    /// Set assistants against each other on the cases that both have
    Compare(CompareArgs),
    /// Write a run as tables and files for other tools
    Export(ExportArgs),
    /// Try user simulators with requests whose answers are known
    Probe(ProbeArgs),
    /// Say what a study would ask, and what a run owes and why
    Plan(PlanArgs),
    /// Print a case, or the plays of a run
    Show(ShowArgs),
    /// Check and describe packs of cases
    Pack(PackArgs),
    /// Draw personas for cases of one's own
    Profile(ProfileArgs),
    /// List and show the prompts
    Prompt(PromptArgs),
    /// Set up what lexconsult does not bring along
    Setup(SetupArgs),
    /// Draw and check triples of cases for 3-ply arguments
    Triples(TriplesArgs),
    /// Have people label judged units, and bring their labels back
    Annotate(AnnotateArgs),
    /// Compare judges with people, on a run or on labelled messages
    Calibrate(CalibrateArgs),
    /// Compute a metric on labels of one's own
    Metric(MetricArgs),
    /// Look at models, keys and this machine, or at how replies of a server are read
    Doctor(DoctorArgs),
}
