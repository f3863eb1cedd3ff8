//! The command line: arguments in, exit code out.

mod annotate;
mod args;
mod arguments;
mod calibrate;
mod compare;
mod config;
mod doctor;
mod exit;
mod export;
mod init;
mod input;
mod job;
mod labelled;
mod local;
mod metric;
mod pack;
mod plan;
mod probe;
mod profile;
mod progress;
mod prompt;
mod ready;
mod report;
mod run;
mod score;
mod session;
mod show;
mod terminal;
mod thresholds;
mod triples;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use tracing_subscriber::filter::LevelFilter;

use crate::printable::printable;
use args::{Cli, Command};
use config::Config;
use exit::{Exit, Failed};
use run::Output;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    tracing_subscriber::fmt()
        // Takes the colours off where no terminal is.
        .with_writer(anstream::stderr)
        .with_max_level(LevelFilter::WARN)
        .with_target(false)
        .without_time()
        .log_internal_errors(false)
        .init();
    match dispatch(&cli) {
        Ok(exit) => exit.into(),
        Err(failed) => {
            failed.print();
            failed.exit.into()
        }
    }
}

fn dispatch(cli: &Cli) -> Result<Exit, Failed> {
    let config = || Config::read(cli.config.as_deref());
    let output = Output { json: cli.json, display: cli.display };
    match &cli.command {
        Command::Run(args) => run::run(args, &config()?, output),
        Command::Resume(args) => run::resume(args, &config()?, output),
        Command::Rejudge(args) => run::rejudge(args, &config()?, output),
        Command::Score(args) => score::score(args, &config()?, cli.json),
        Command::Report(args) => report::report(args, cli.json),
        Command::Compare(args) => compare::compare(args, cli.json),
        Command::Export(args) => export::export(args),
        Command::Plan(args) => plan::plan(args, &config()?, cli.json),
        Command::Probe(args) => probe::probe(args, &config()?, output),
        Command::Show(args) => show::show(args, cli.json),
        Command::Pack(args) => pack::pack(&args.command, cli.json),
        Command::Profile(args) => profile::profile(&args.command, cli.json),
        Command::Prompt(args) => prompt::prompt(&args.command, cli.json),
        Command::Triples(args) => triples::triples(&args.command, cli.json),
        Command::Init(args) => init::init(args, cli.json),
        Command::Setup(args) => local::setup(&args.command),
        Command::Annotate(args) => annotate::annotate(&args.command, cli.json),
        Command::Calibrate(args) => calibrate::calibrate(args, config, cli.json),
        Command::Metric(args) => metric::metric(args, cli.json),
        Command::Doctor(args) => doctor::doctor(args, config, cli.json),
    }
}

/// Prints a line on stderr. That nobody reads there any more is no error.
fn note(line: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{}", printable(line));
}

/// As [`note`], with a word before it that is coloured where that is wanted.
fn marked_note(colour: anstyle::Style, word: &str, line: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{colour}{word}:{colour:#} {}", printable(line));
}

/// Prints one JSON document on stdout.
fn print_json(value: &impl serde::Serialize) -> Result<(), Failed> {
    let bytes = run::to_json(value)?;
    print_bytes(&bytes)
}

/// Prints text on stdout.
fn print_text(text: &str) -> Result<(), Failed> {
    let mut out = anstream::stdout().lock();
    piped(out.write_all(printable(text).as_bytes()).and_then(|()| out.flush()))
}

fn print_bytes(bytes: &[u8]) -> Result<(), Failed> {
    let mut out = io::stdout().lock();
    piped(out.write_all(bytes).and_then(|()| out.flush()))
}

/// A reader that has seen enough and left is no error.
fn piped(written: io::Result<()>) -> Result<(), Failed> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failed::error(format!("failed to write the output: {error}")))
        }
        _ => Ok(()),
    }
}
