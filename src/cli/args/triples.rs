//! The commands on triples of cases for 3-ply arguments.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::suite::threeply::Mode;

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
