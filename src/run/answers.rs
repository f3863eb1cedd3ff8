//! Messages that others generated: read from a file, and put on record as if they had been played.
//!
//! One JSON object a line, one unit each: `id`, `repeat`, `messages`, and what the selection leaves
//! open of `task`, `setup`, `variant` and `model`. See `docs/runs.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::case::{Absence, Speaker, Stop, Turn, Variant};
use crate::cast::reading::{Said, marker};
use crate::dialogue::{ReadBy, Reading, Spoken, Transcript};
use crate::model::{Failure, FailureKind, Model, Reply, Request};
use crate::run::{RunError, Shelf};
use crate::suite::lexpilot::{DCG_ROUNDS, LJP_ROUNDS, Play, Setup, Study, Task};
use crate::suite::{PlayRecord, Suite};

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

    /// The units that are answered, each with what was said.
    ///
    /// # Errors
    /// A line that fits no unit of the study, or two; messages that are none of its task's.
    pub fn units(&self, study: &Study) -> Result<Vec<(Play, Transcript)>, RunError> {
        let plays = study.plays();
        let mut answered: BTreeMap<String, usize> = BTreeMap::new();
        let mut units = Vec::new();
        for (at, line) in &self.lines {
            let refuse = |what: String, mend: &str| refused(&self.from, *at, what, mend);
            let play = self.unit(study, &plays, line).map_err(|(what, mend)| refuse(what, &mend))?;
            if let Some(earlier) = answered.insert(play.id(), *at) {
                return Err(refuse(
                    format!("answers the same unit as line {earlier}"),
                    "leave one of them out",
                ));
            }
            let transcript = transcript(play, &line.messages).map_err(|what| refuse(what, FORM))?;
            units.push((play.clone(), transcript));
        }
        Ok(units)
    }

    fn unit<'p>(
        &self,
        study: &Study,
        plays: &'p [Play],
        line: &Written,
    ) -> Result<&'p Play, (String, String)> {
        let model = line.model.as_ref().unwrap_or(&self.default_model);
        if !study.cases().iter().any(|case| case.id == line.id) {
            let what = format!("id: no case `{}` in the selection", line.id);
            return Err((what, "name a case of the pack, or take a --limit back".to_owned()));
        }
        if !(1..=study.repeats).contains(&line.repeat) {
            let what = format!("repeat: {} is not among the run's {}", line.repeat, study.repeats);
            return Err((what, "count repeats from 1, or give --repeats".to_owned()));
        }
        let fits = |play: &&Play| {
            play.case == line.id
                && play.repeat == line.repeat
                && play.assistant == *model
                && line.task.is_none_or(|task| play.task == task)
                && line.setup.is_none_or(|setup| play.setup == Some(setup))
                && line.variant.is_none_or(|variant| play.variant == variant)
        };
        let found: Vec<&Play> = plays.iter().filter(fits).collect();
        match found[..] {
            [] => {
                let what = "task, setup or variant: no unit of the selection is such".to_owned();
                Err((what, "see which there are: lexconsult plan".to_owned()))
            }
            [play] => Ok(play),
            [first, second, ..] => {
                let open = match (first.task == second.task, first.setup == second.setup) {
                    (false, _) => "task",
                    (true, false) => "setup",
                    (true, true) => "variant",
                };
                let what = format!("{open}: missing, and the selection leaves it open");
                Err((what, format!("add `{open}` to the line, or narrow the selection by flags")))
            }
        }
    }
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

const FORM: &str = "write one object a line: {\"id\": CASE, \"repeat\": 1, \"task\": \"lca\", \"variant\": \"complete\", \"messages\": [\"…\"]}; docs/runs.md shows each task";

fn refused(from: &AnswersFrom, line: usize, what: String, mend: &str) -> RunError {
    RunError::usage(format!("{}:{line}: {what}", from.file), mend)
}

/// A message is a text of the assistant, or an object with `role` and `content`.
fn turns(messages: &[serde_json::Value]) -> Result<Vec<(Speaker, &str)>, String> {
    fn turn(at: usize, message: &serde_json::Value) -> Result<(Speaker, &str), String> {
        let bad = |why: &str| format!("messages[{at}]: {why}");
        if let Some(text) = message.as_str() {
            return Ok((Speaker::Assistant, text));
        }
        let speaker = match message.get("role").and_then(|role| role.as_str()) {
            Some("assistant") => Speaker::Assistant,
            Some("user") => Speaker::User,
            _ => return Err(bad("neither a text nor an object with a `role` of `assistant` or `user`")),
        };
        let content = message.get("content").and_then(|content| content.as_str());
        Ok((speaker, content.ok_or_else(|| bad("`content` is no text"))?))
    }
    messages.iter().enumerate().map(|(at, message)| turn(at, message)).collect()
}

fn transcript(play: &Play, messages: &[serde_json::Value]) -> Result<Transcript, String> {
    let said = turns(messages)?;
    let asked = said.iter().filter(|(speaker, _)| *speaker == Speaker::Assistant).count() as u32;
    let (most, talks) = match (play.task, play.setup) {
        (Task::Dcg, _) => (DCG_ROUNDS, true),
        (Task::Ljp, Some(Setup::Interaction)) => (LJP_ROUNDS + 1, true),
        _ => (1, false),
    };
    if !(1..=most).contains(&asked) || (!talks && said.len() > 1) {
        return Err(format!("messages: {asked} of the assistant, and this unit has 1 to {most}"));
    }
    let whole = play.setup == Some(Setup::Interaction);
    for (at, (speaker, text)) in said.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| said[before].0);
        let follows = match speaker {
            Speaker::User => before == Some(Speaker::Assistant),
            Speaker::Assistant => before != Some(Speaker::Assistant) || !whole,
        };
        if !follows {
            return Err(format!("messages[{at}]: the talk begins with the assistant, and takes turns"));
        }
        if text.trim().is_empty() && at + 1 < said.len() {
            return Err(format!("messages[{at}]: a talk ends with a message without text"));
        }
    }
    if said.last().is_some_and(|(speaker, _)| *speaker == Speaker::User) {
        return Err("messages: the last one is the user's; end with the assistant's".to_owned());
    }
    let mut spoken = Vec::new();
    let (mut round, mut stop) = (0, None);
    for (speaker, text) in said {
        round += u32::from(speaker == Speaker::Assistant);
        let marked = marker(text);
        if speaker == Speaker::Assistant && marked.text.trim().is_empty() {
            stop = Some(Stop::Silent(Absence::Silent));
            break;
        }
        let (turn, reading) = match speaker {
            Speaker::User => (Turn::new(speaker, text), None),
            Speaker::Assistant => {
                let as_written = (marked.text != text).then(|| text.to_owned());
                let decides = |said| Reading { decides_all: said == Said::Decides, by: ReadBy::Marker };
                let reading = marked.said.map(decides).filter(|_| whole);
                (Turn { speaker, text: marked.text, as_written }, reading)
            }
        };
        spoken.push(Spoken { round, turn, reading, requested: None, moved: None, cut: false });
    }
    let decided = spoken.last().and_then(|last| last.reading).is_some_and(|reading| reading.decides_all);
    let ended = match (talks, whole && decided) {
        (false, _) => Stop::Answered,
        (true, true) => Stop::Decided,
        (true, false) => Stop::RoundsSpent,
    };
    Ok(Transcript {
        turns: spoken,
        stop: stop.unwrap_or(ended),
        why: None,
        ledger: Vec::new(),
        ledger_by: None,
        // Nobody read along.
        ledger_fault: whole.then(|| "the messages came from a file".to_owned()),
        ledger_lost: None,
        gate_lost: None,
        disturbance: None,
        calls: Vec::new(),
    })
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
