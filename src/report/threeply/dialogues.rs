//! Arguments in the form in which chat endpoints take and give them.

use serde::Serialize;

use crate::report::export::{ExportError, Message};
use crate::report::seam::ReadRun;
use crate::report::threeply::ArgumentRun;
use crate::run::RunError;
use crate::suite::Suite;
use crate::suite::threeply::{ArgumentView, Unit, render_argument};

/// One line: the request, and the argument.
#[derive(Serialize, Debug, Clone, PartialEq, Eq)]
pub struct Dialogue {
    /// In order. The request is that of the run's prompt; there is none where the arguments came from a
    /// file, since how these were asked for is not known, and none of a dialogue, whose plies stand as they
    /// were written.
    pub messages: Vec<Message>,
    /// What it belongs to.
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
    pub play: Unit,
    /// How it ended.
    pub stop: &'static str,
}

/// Hands over every argument that is scored.
///
/// # Errors
/// When a record cannot be read, or `take` fails.
pub fn dialogues(
    run: &ArgumentRun,
    take: &mut dyn FnMut(&Dialogue) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let (plays, _) = run.shelves()?;
    for scored in &run.scored {
        let unit = &scored.unit;
        let (Some(record), Some(triple)) = (plays.read(&unit.id())?, run.study.triple(unit)) else {
            continue;
        };
        let mut messages = Vec::new();
        let plies = &record.transcript.plies;
        if run.study.answers_file().is_none() && plies.is_empty() {
            let view = ArgumentView::of(triple, run.study.name_precedent);
            let request = render_argument(&run.prompts.argument.text, &view).map_err(|error| {
                RunError::Damaged { path: run.path().join("snapshots"), why: error.to_string() }
            })?;
            messages
                .extend(request.messages.into_iter().map(|(_, content)| Message { role: "user", content }));
        }
        let said = |text: &String| Message { role: "assistant", content: text.clone() };
        match plies.as_slice() {
            [] => messages.push(said(&record.transcript.text)),
            plies => messages.extend(plies.iter().map(|ply| said(&ply.text))),
        }
        take(&Dialogue {
            messages,
            metadata: Metadata {
                run: run.name().to_owned(),
                id: record.id,
                play: record.play,
                stop: record.transcript.stop.name(),
            },
        })?;
    }
    Ok(())
}
