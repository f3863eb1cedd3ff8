//! What a snapshot of a run of arguments holds beside its settings: the triples and the prompts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::prompt::PromptError;
use crate::run::threeply::ArgumentSettings;
use crate::run::{RunError, RunFolder, Snapshot, newest_settings};
use crate::suite::Suite;
use crate::suite::threeply::{
    ArgumentPrompts, Arguments, PROMPT_FILES, RenderError, Triple, read_triples, write_triples,
};

/// The file of the triples within a snapshot.
const TRIPLES: &str = "triples.jsonl";

/// Writes settings, triples and prompts down as a further snapshot.
///
/// # Errors
/// When the folder cannot be written.
pub fn write_triples_snapshot(
    folder: &RunFolder,
    settings: &ArgumentSettings,
    triples: &[Triple],
    prompts: &ArgumentPrompts,
) -> Result<Snapshot, RunError> {
    let path = folder.path().join(TRIPLES);
    let lines = write_triples(triples).map_err(|error| RunError::Damaged { path, why: error.to_string() })?;
    let of_prompts = prompts.sources().map(|(name, text)| (format!("prompts/{name}"), text.as_bytes()));
    let files = std::iter::once((TRIPLES.to_owned(), lines.as_bytes())).chain(of_prompts);
    folder.add_snapshot(settings, files)
}

/// The settings, triples and prompts of a run's newest snapshot.
///
/// # Errors
/// When the run is of another suite, or the snapshot is not there or cannot be read.
pub fn read_triples_snapshot(
    run: &Path,
) -> Result<(u32, ArgumentSettings, Vec<Triple>, ArgumentPrompts), RunError> {
    let (number, dir, settings) = newest_settings(run, Arguments::NAME)?;
    let path = dir.join(TRIPLES);
    let text = fs::read_to_string(&path).map_err(RunError::io("read", &path))?;
    let (triples, _) =
        read_triples(&text).map_err(|error| RunError::Damaged { path, why: error.to_string() })?;
    let prompts = load_prompts(Some(&dir.join("prompts")))?;
    Ok((number, settings, triples, prompts))
}

/// The shipped prompts, overridden by those of a folder laid out as `prompts/` is.
///
/// # Errors
/// When a file cannot be read or does not render, or the folder holds none.
pub fn load_prompts(dir: Option<&Path>) -> Result<ArgumentPrompts, RunError> {
    let Some(dir) = dir else {
        return ArgumentPrompts::new(&BTreeMap::new()).map_err(|(file, error)| malformed(file, &error));
    };
    let mut given = BTreeMap::new();
    for file in PROMPT_FILES {
        let path = dir.join(file);
        match fs::read_to_string(&path) {
            Ok(text) => {
                given.insert(file, text);
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(RunError::io("read", &path)(error)),
        }
    }
    if given.is_empty() {
        return Err(RunError::usage(
            format!("{} holds no prompt of this suite", dir.display()),
            format!("it may hold {}", PROMPT_FILES.join(", ")),
        ));
    }
    ArgumentPrompts::new(&given)
        .map_err(|(file, error)| malformed(&dir.join(file).display().to_string(), &error))
}

fn malformed(file: &str, error: &RenderError) -> RunError {
    let (line, problem) = match error {
        RenderError::Template { line, .. } => (*line, error.to_string()),
        RenderError::Lacks(_) => (1, error.to_string()),
    };
    let mend = "docs/threeply.md says what the prompts may use".to_owned();
    RunError::Prompt(PromptError::Malformed { file: file.to_owned(), line, problem, mend })
}
