//! The commands on profiles.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `profile`.
#[derive(Args, Debug)]
pub struct ProfileArgs {
    #[command(subcommand)]
    pub command: ProfileCommand,
}

/// The commands on profiles.
#[derive(Subcommand, Debug)]
pub enum ProfileCommand {
    /// List what personas are drawn from, and where the trait table comes from
    List {
        /// Folder whose personas.yaml and traits.yaml take the place of the built-in ones
        #[arg(long, value_name = "DIR")]
        profiles: Option<PathBuf>,
    },
    /// Draw personas, as profiles for cases of one's own
    Sample {
        /// How many
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        count: u32,
        /// Same seed, same personas; more of them begin with the same ones
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// In which language
        #[arg(long, value_parser = ["zh", "en"], default_value = "zh")]
        language: String,
        /// Folder whose personas.yaml and traits.yaml take the place of the built-in ones
        #[arg(long, value_name = "DIR")]
        profiles: Option<PathBuf>,
    },
}
