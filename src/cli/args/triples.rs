//! The commands on triples of cases for 3-ply arguments.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::suite::threeply::Mode;

/// Which triples a study of 3-ply arguments takes, and how they are asked. What is absent keeps the
/// setting of the run, or the default.
#[derive(Args, Debug, Default, Clone)]
#[command(next_help_heading = "3-ply arguments (--suite threeply)")]
pub struct ChosenTriples {
    /// File of triples, one JSON object a line, instead of drawn ones
    #[arg(long = "triples", value_name = "FILE")]
    pub file: Option<String>,
    /// Kind of triple: arguable, reordered, non-arguable or mismatched [default: arguable]
    #[arg(long, value_name = "MODE", value_parser = mode)]
    pub mode: Option<Mode>,
    /// How many triples are drawn, by --seed [default: 30]
    #[arg(long, value_name = "N")]
    pub count: Option<u32>,
    /// Factors of a case: one fewer to one more than this [default: 12]
    #[arg(long, value_name = "N")]
    pub complexity: Option<u32>,
    /// One shared factor favours the side that cites the precedent
    #[arg(long)]
    pub strict_sides: bool,
    /// Play each argument as a dialogue: the plaintiff argues, the defendant answers, the plaintiff rebuts
    #[arg(long)]
    pub dialogue: bool,
    /// Who plays the defendant in a dialogue, against --model as the plaintiff; several make a matrix
    /// [default: each --model plays both]
    #[arg(long, value_name = "MODEL")]
    pub opponent: Vec<String>,
    /// Tell each side which precedent to cite
    #[arg(long)]
    pub name_precedent: bool,
    /// The models reason before they answer: 5000 tokens instead of 500
    #[arg(long)]
    pub reasoning: bool,
}

impl ChosenTriples {
    /// A flag that is given, if one is.
    pub fn first_given(&self) -> Option<&'static str> {
        let flags = [
            (self.file.is_some(), "--triples"),
            (self.mode.is_some(), "--mode"),
            (self.count.is_some(), "--count"),
            (self.complexity.is_some(), "--complexity"),
            (self.strict_sides, "--strict-sides"),
            (self.dialogue, "--dialogue"),
            (!self.opponent.is_empty(), "--opponent"),
            (self.name_precedent, "--name-precedent"),
            (self.reasoning, "--reasoning"),
        ];
        flags.into_iter().find(|(given, _)| *given).map(|(_, flag)| flag)
    }
}

/// `triples`.
#[derive(Args, Debug)]
pub struct TriplesArgs {
    #[command(subcommand)]
    pub command: TriplesCommand,
}

/// The commands on triples.
#[derive(Subcommand, Debug)]
pub enum TriplesCommand {
    /// Draw triples, one JSON object a line
    Generate(GenerateArgs),
    /// Check a file of triples against the rules of their modes
    Check {
        /// The file; `-` reads from stdin
        file: PathBuf,
    },
}

/// `triples generate`.
#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// Kind of triple: arguable, reordered, non-arguable or mismatched
    #[arg(long, value_name = "MODE", value_parser = mode)]
    pub mode: Mode,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub count: u32,
    /// Factors of a case: one fewer to one more than this
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub complexity: u32,
    /// The same seed draws the same triples
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// One shared factor favours the side that cites the precedent
    #[arg(long)]
    pub strict_sides: bool,
    /// Where to write [default: stdout]; a file that exists is not overwritten
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

fn mode(name: &str) -> Result<Mode, String> {
    Mode::parse(name).ok_or_else(|| format!("the modes are {}", Mode::ALL.map(Mode::name).join(", ")))
}
