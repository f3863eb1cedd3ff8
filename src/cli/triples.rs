//! `triples generate`, `triples check`.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use serde::Serialize;

use crate::cli::args::{GenerateArgs, TriplesCommand};
use crate::cli::exit::{Exit, Failed};
use crate::cli::input::text_of;
use crate::report::number::of;
use crate::suite::threeply::{Finding, Parameters, generate, read_triples, write_triples};

/// `triples`.
pub fn triples(command: &TriplesCommand, json: bool) -> Result<Exit, Failed> {
    match command {
        TriplesCommand::Generate(args) => draw(args, json),
        TriplesCommand::Check { file } => check(file, json),
    }
}

#[derive(Serialize)]
struct Written<'a> {
    file: &'a Path,
    triples: usize,
}

fn draw(args: &GenerateArgs, json: bool) -> Result<Exit, Failed> {
    let &GenerateArgs { mode, count, complexity, seed, strict_sides, .. } = args;
    let drawn = generate(&Parameters { mode, count, complexity, seed, strict_sides }).map_err(|error| {
        Failed::usage(error.to_string(), "change --mode, --count, --complexity or --strict-sides accordingly")
    })?;
    let text = write_triples(&drawn).map_err(|error| Failed::error(error.to_string()))?;
    match &args.output {
        Some(file) => {
            write_new(file, &text)?;
            if json {
                super::print_json(&Written { file, triples: drawn.len() })?;
            } else {
                super::note(&format!("{}: {}", file.display(), of(drawn.len(), "triple", "triples")));
            }
        }
        None if json => super::print_json(&drawn)?,
        None => super::print_text(&text)?,
    }
    Ok(Exit::Done)
}

/// Writes a file that is not there yet.
fn write_new(file: &Path, text: &str) -> Result<(), Failed> {
    let failed = |error: io::Error| {
        if error.kind() == io::ErrorKind::AlreadyExists {
            Failed::error(format!("{} exists, and is not overwritten", file.display()))
                .hint("name another file, or remove this one")
        } else {
            Failed::error(format!("failed to write {}: {error}", file.display()))
                .hint("see that the folder is there and may be written")
        }
    };
    let mut open = File::create_new(file).map_err(failed)?;
    open.write_all(text.as_bytes()).map_err(failed)
}

#[derive(Serialize)]
struct Checked<'a> {
    triples: usize,
    findings: &'a [Finding],
}

fn check(file: &Path, json: bool) -> Result<Exit, Failed> {
    let text = text_of(file, "write it with `triples generate`")?;
    let (triples, findings) = read_triples(&text).map_err(|error| {
        Failed::error(format!("{}: {error}", file.display()))
            .hint("`lexconsult triples generate --mode arguable` shows the form")
    })?;
    if json {
        super::print_json(&Checked { triples: triples.len(), findings: &findings })?;
    } else {
        let mut text = String::new();
        for finding in &findings {
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(text, "{}: {finding}", file.display());
        }
        let _ = writeln!(
            text,
            "{}: {}, {}",
            file.display(),
            of(triples.len(), "triple", "triples"),
            of(findings.len(), "finding", "findings")
        );
        super::print_text(&text)?;
    }
    Ok(if findings.is_empty() { Exit::Done } else { Exit::Error })
}
