//! What a report reads of a record's line: of what was said only where it stands, unless it is needed.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::case::{Disclosure, Speaker, Stop};
use crate::dialogue::{Reading, Spoken};
use crate::run::RunError;
use crate::suite::Basis;
use crate::suite::lexpilot::{JudgeOutcome, Play};

/// A line of `plays.jsonl`. A record that holds more than this version knows is none, as for scores.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayLine<'a> {
    /// Identity in one string.
    #[serde(borrow)]
    pub id: Cow<'a, str>,
    /// Identity.
    pub play: Play,
    /// What it rests on.
    pub basis: Basis,
    /// What was said.
    #[serde(borrow)]
    pub transcript: Said<'a>,
    #[serde(rename = "seq")]
    _seq: IgnoredAny,
    #[serde(rename = "snapshot")]
    _snapshot: IgnoredAny,
    #[serde(default, rename = "supersedes")]
    _supersedes: IgnoredAny,
    #[serde(rename = "spent")]
    _spent: IgnoredAny,
}

/// See [`PlayLine`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said<'a> {
    /// The turns, as they are written in the file.
    #[serde(borrow)]
    turns: &'a RawValue,
    /// How it ended.
    pub stop: Stop,
    /// What the user's turns made of the missing facts.
    #[serde(default)]
    ledger: Vec<Disclosure>,
    /// There where there is no ledger, as its checker failed.
    #[serde(default)]
    ledger_fault: Option<IgnoredAny>,
    /// There where the gate failed on a message.
    #[serde(default)]
    gate_lost: Option<IgnoredAny>,
    #[serde(default, rename = "why")]
    _why: IgnoredAny,
    #[serde(default, rename = "ledger_by")]
    _ledger_by: IgnoredAny,
    #[serde(default, rename = "ledger_lost")]
    _ledger_lost: IgnoredAny,
    #[serde(default, rename = "disturbance")]
    _disturbance: IgnoredAny,
    #[serde(rename = "calls")]
    _calls: IgnoredAny,
}

/// A turn without its words.
#[derive(Deserialize)]
pub struct TurnLine {
    /// Round, from 1.
    pub round: u32,
    turn: SpeakerOnly,
    /// Whether a message asks or decides.
    #[serde(default)]
    pub reading: Option<Reading>,
    /// What the gate found it to ask for.
    #[serde(default)]
    pub requested: Option<Vec<IgnoredAny>>,
}

#[derive(Deserialize)]
struct SpeakerOnly {
    speaker: Speaker,
}

impl TurnLine {
    /// Who speaks.
    pub fn speaker(&self) -> Speaker {
        self.turn.speaker
    }

    /// Whether the assistant speaks.
    pub fn is_message(&self) -> bool {
        self.speaker() == Speaker::Assistant
    }
}

impl Said<'_> {
    /// What became known, where it is known what was asked for and what was told: as scores take it, too.
    pub fn disclosed(&self) -> Option<&[Disclosure]> {
        (self.gate_lost.is_none() && self.ledger_fault.is_none()).then_some(&self.ledger)
    }

    /// The turns without their words.
    ///
    /// # Errors
    /// When they are not turns.
    pub fn turns(&self) -> serde_json::Result<Vec<TurnLine>> {
        serde_json::from_str(self.turns.get())
    }

    /// The turns as the file has them: what a judgement of them rests on, where no other program has
    /// written the file.
    pub fn as_written(&self) -> &str {
        self.turns.get()
    }

    /// The turns as this program writes them.
    ///
    /// # Errors
    /// When they are not turns.
    pub fn written_anew(&self) -> serde_json::Result<String> {
        serde_json::to_string(&serde_json::from_str::<Vec<Spoken>>(self.turns.get())?)
    }
}

/// A line of `judgements.jsonl`.
#[derive(Deserialize)]
pub struct JudgementLine<'a> {
    /// Identity of the play.
    #[serde(borrow)]
    pub play: Cow<'a, str>,
    /// Name of the judge.
    #[serde(borrow)]
    pub judge: Cow<'a, str>,
    /// Which draw of this judge, from 1.
    pub draw: u32,
    /// What it rests on.
    pub basis: Basis,
    /// The label, or what failed.
    pub outcome: JudgeOutcome,
}

/// Hands over each whole line of a file with the place where it begins, one at a time; a torn last
/// line is passed over, and a file that is not there is empty.
///
/// # Errors
/// When the file cannot be read.
pub fn each_line(path: &Path, take: &mut dyn FnMut(u64, &[u8])) -> Result<(), RunError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        opened => opened.map_err(RunError::io("read", path))?,
    };
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let (mut line, mut at) = (Vec::new(), 0);
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line).map_err(RunError::io("read", path))?;
        if line.last() != Some(&b'\n') {
            return Ok(());
        }
        take(at, &line);
        at += length as u64;
    }
}
