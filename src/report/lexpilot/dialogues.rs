//! Dialogues in the form in which chat endpoints take and give them.

use serde::Serialize;

use crate::case::{Case, Speaker, Variant};
use crate::report::export::{ExportError, Message};
use crate::report::lexpilot::evidence::Evidence;
use crate::report::seam::ReadRun;
use crate::run::each_unit;
use crate::suite::lexpilot::{Play, PlayRecord, UnitState};

/// One line: the history and all that was said after it.
#[derive(Serialize, Debug, Clone, PartialEq, Eq)]
pub struct Dialogue {
    /// In order; the assistant's own past is the lawyer of the history.
    pub messages: Vec<Message>,
    /// What the dialogue belongs to.
    pub metadata: Metadata,
}

/// See [`Dialogue`].
#[derive(Serialize, Debug, Clone, PartialEq, Eq)]
pub struct Metadata {
    /// Name of the run.
    pub run: String,
    /// Identity of the play, in one string.
    pub id: String,
    /// Identity of the play, in parts.
    pub play: Play,
    /// How many of the messages are the history.
    pub history: usize,
    /// How it ended.
    pub stop: &'static str,
    /// The pack's plea to keep it out of training corpora.
    pub canary: Option<String>,
}

/// Hands over every dialogue that was played to an end.
///
/// # Errors
/// When a record cannot be read, or `take` fails.
pub fn dialogues(
    run: &Evidence,
    take: &mut dyn FnMut(&Dialogue) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let mut failed: Option<ExportError> = None;
    let (plays, judgements) = run.shelves()?;
    each_unit(&run.study, &run.prompts, &plays, &judgements, &run.judge(), &mut |play, state| {
        if failed.is_some() || matches!(state, UnitState::Lost("not_played")) {
            return;
        }
        failed = match (plays.read(&play.id()), run.study.case(play)) {
            (Ok(Some(record)), Some(case)) => take(&dialogue(run, case, &record)).err(),
            (Err(error), _) => Some(error.into()),
            _ => None,
        };
    });
    failed.map_or(Ok(()), Err)
}

fn dialogue(run: &Evidence, case: &Case, record: &PlayRecord) -> Dialogue {
    let role = |speaker| match speaker {
        Speaker::User => "user",
        Speaker::Assistant => "assistant",
    };
    let reader = case.for_reader();
    let history = match record.play.variant {
        Variant::Complete => reader.complete,
        Variant::Underspecified => reader.underspecified,
    };
    let before = history.len();
    let said = record.transcript.turns.iter().map(|spoken| Message {
        role: role(spoken.turn.speaker),
        content: spoken.turn.own_text().to_owned(),
    });
    Dialogue {
        messages: history
            .into_iter()
            .map(|turn| Message { role: role(turn.speaker), content: turn.text.to_owned() })
            .chain(said)
            .collect(),
        metadata: Metadata {
            run: run.name().to_owned(),
            id: record.id.clone(),
            play: record.play.clone(),
            history: before,
            stop: record.transcript.stop.name(),
            canary: run.study.pack.meta.canary.clone(),
        },
    }
}
