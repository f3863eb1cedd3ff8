//! Messages that others generated: read from a file, and put on record as if they had been played.
//!
//! One JSON object a line, one unit each: `id`, `repeat`, `messages`, and what the selection leaves
//! open of `task`, `setup`, `variant` and `model`. See `docs/runs.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::case::Variant;
use crate::model::{Failure, FailureKind, Model, Reply, Request};
use crate::run::{Owed, OwedUnit, RunError, Shelf, Why};
use crate::suite::lexpilot::{Setup, Task};
use crate::suite::{PlayRecord, Suite, judges_of};

/// Most bytes of a file.
const FILE_MAX: u64 = 1 << 30;

/// From which file the messages of a run came.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswersFrom {
    /// As the user gave it.
    pub file: String,
    /// Hash of its content.
    pub hash: String,
}

impl AnswersFrom {
    /// As records carry it.
    pub fn told(&self) -> String {
        format!("{} ({})", self.file, self.hash)
    }
}

/// A line as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: String,
    repeat: u32,
    messages: Vec<serde_json::Value>,
    #[serde(default)]
    task: Option<Task>,
    #[serde(default)]
    setup: Option<Setup>,
    #[serde(default)]
    variant: Option<Variant>,
    #[serde(default)]
    model: Option<String>,
}

/// A line as a suite reads it.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub at: usize,
    pub id: &'a str,
    pub repeat: u32,
    /// Who answered.
    pub model: &'a str,
    pub messages: &'a [serde_json::Value],
    /// What only a line of LexPilot says.
    pub task: Option<Task>,
    pub setup: Option<Setup>,
    pub variant: Option<Variant>,
}

/// A file of answers.
pub struct Answers {
    /// Whence.
    pub from: AnswersFrom,
    default_model: String,
    lines: Vec<(usize, Written)>,
}

impl Answers {
    /// Reads a file; `model` is who answered where a line does not say.
    ///
    /// # Errors
    /// When it cannot be read, or a line is malformed: file, line, field, and how to mend it.
    pub fn read(path: &Path, model: Option<&str>) -> Result<Self, RunError> {
        let size = std::fs::metadata(path).map_err(RunError::io("read", path))?.len();
        if size > FILE_MAX {
            return Err(RunError::usage(
                format!("{} is longer than 1 GiB", path.display()),
                "part it, and score each part as a run",
            ));
        }
        let text = std::fs::read_to_string(path).map_err(RunError::io("read", path))?;
        let stem = path.file_stem().map_or_else(|| "file".into(), |stem| stem.to_string_lossy());
        let default_model = model.map_or_else(|| format!("answers/{stem}"), str::to_owned);
        let from = AnswersFrom {
            file: path.display().to_string(),
            hash: blake3::hash(text.as_bytes()).to_hex()[..16].to_owned(),
        };
        let mut lines = Vec::new();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let mut reader = serde_json::Deserializer::from_str(line);
            let written: Written = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
                let field = match error.path().to_string().as_str() {
                    "." => String::new(),
                    path => format!("{path}: "),
                };
                refused(&from, at + 1, format!("{field}{}", error.inner()), FORM)
            })?;
            lines.push((at + 1, written));
        }
        if lines.is_empty() {
            return Err(RunError::usage(format!("{} holds no answer", path.display()), FORM));
        }
        Ok(Self { from, default_model, lines })
    }

    /// The lines, for a suite to find their units.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.lines.iter().map(|(at, line)| Line {
            at: *at,
            id: &line.id,
            repeat: line.repeat,
            model: line.model.as_ref().unwrap_or(&self.default_model),
            messages: &line.messages,
            task: line.task,
            setup: line.setup,
            variant: line.variant,
        })
    }

    /// A line that cannot be used.
    pub(super) fn refused(&self, line: usize, what: String, mend: &str) -> RunError {
        refused(&self.from, line, what, mend)
    }

    /// Who answered, in the order in which they first appear.
    pub fn models(&self) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let names = self.lines.iter().map(|(_, line)| line.model.as_ref().unwrap_or(&self.default_model));
        names.filter(|name| seen.insert((*name).clone())).cloned().collect()
    }

    /// The highest repeat.
    pub fn repeats(&self) -> u32 {
        self.lines.iter().map(|(_, line)| line.repeat).max().unwrap_or(1).max(1)
    }
}

/// What a study owes that has not begun and whose plays are answered: judgements alone.
pub fn owed_of_answers<S: Suite>(study: &S, answered: &[(S::Unit, S::Transcript)]) -> Owed<S::Unit> {
    let judges = judges_of(study).len();
    let read = answered.iter().filter(|(play, transcript)| S::gist(play, transcript).to_judge);
    let unit = |(play, _): &(S::Unit, S::Transcript)| OwedUnit {
        play: play.clone(),
        play_why: None,
        judges: (0..judges).map(|judge| (judge, Why::New)).collect(),
    };
    Owed { plays_planned: study.units().len(), units: read.map(unit).collect(), moved: Vec::new() }
}

/// Puts answered units on record.
///
/// # Errors
/// When the records cannot be written.
pub fn record<S: Suite>(
    units: Vec<(S::Unit, S::Transcript)>,
    study: &S,
    prompts: &S::Prompts,
    snapshot: u32,
    plays: &mut Shelf<PlayRecord<S>>,
) -> Result<(), RunError> {
    for (play, transcript) in units {
        let Some(basis) = study.play_basis(prompts, &play) else { continue };
        let (seq, id, spent) = (plays.next_seq(), S::id(&play), BTreeMap::new());
        plays.append(&PlayRecord { seq, snapshot, supersedes: None, id, play, basis, transcript, spent })?;
    }
    plays.sync()
}

pub(super) const FORM: &str = "write one object a line: {\"id\": CASE, \"repeat\": 1, \"task\": \"lca\", \"variant\": \"complete\", \"messages\": [\"…\"]}; docs/runs.md shows each task";

fn refused(from: &AnswersFrom, line: usize, what: String, mend: &str) -> RunError {
    RunError::usage(format!("{}:{line}: {what}", from.file), mend)
}

/// Who answered in a file: named, and never asked.
pub(super) fn from_file(name: &str, from: &AnswersFrom) -> Arc<dyn Model> {
    Arc::new(FromFile { name: name.to_owned(), from: from.told() })
}

struct FromFile {
    name: String,
    from: String,
}

impl Model for FromFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn answers_file(&self) -> Option<&str> {
        Some(&self.from)
    }

    fn ask<'a>(&'a self, _: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>> {
        let message = format!("{} answered in a file, and is not asked", self.name);
        Box::pin(async { Err(Failure { kind: FailureKind::Stopped, message, attempts: Vec::new() }) })
    }
}
