//! Arguments in the form in which chat endpoints take and give them.

use serde::Serialize;

use crate::prompt::Rendered;
use crate::report::export::{ExportError, Message};
use crate::report::seam::ReadRun;
use crate::report::threeply::ArgumentRun;
use crate::run::RunError;
use crate::suite::Suite;
use crate::suite::threeply::{ArgumentView, Ply, PlyView, RenderError, Unit, render_argument, render_ply};

/// One line: a request, and what was answered to it; of a dialogue of two parties a line a ply.
#[derive(Serialize, Debug, Clone, PartialEq, Eq)]
pub struct Dialogue {
    /// In order. The request is that of the run's prompt for the argument or the ply; there is none where
    /// the arguments came from a file, since how these were asked for is not known.
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
    /// Which ply of a dialogue, by its heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<&'static str>,
    /// Which party wrote the ply: `plaintiff` or `defendant`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub party: Option<String>,
}

/// Hands over every argument that is scored.
///
/// # Errors
/// When a record cannot be read, a prompt of the run does not render, or `take` fails.
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
        let line = |ply: Option<Ply>, messages: Vec<Message>| Dialogue {
            messages,
            metadata: Metadata {
                run: run.name().to_owned(),
                id: record.id.clone(),
                play: record.play.clone(),
                stop: record.transcript.stop.name(),
                ply: ply.map(Ply::heading),
                party: ply.map(|ply| ply.side().to_string()),
            },
        };
        let name_precedent = run.study.name_precedent;
        let plies = &record.transcript.plies;
        if plies.is_empty() {
            let view = ArgumentView::of(triple, name_precedent);
            let request = || render_argument(&run.prompts.argument.text, &view);
            take(&line(None, exchange(run, request, &record.transcript.text)?))?;
        }
        let texts: Vec<&str> = plies.iter().map(|said| said.text.as_str()).collect();
        for (at, (ply, text)) in Ply::ALL.into_iter().zip(&texts).enumerate() {
            let view = PlyView::of(triple, ply, name_precedent, &texts[..at]);
            let request = || render_ply(&run.prompts.of_ply(ply).1.text, &view);
            take(&line(Some(ply), exchange(run, request, text)?))?;
        }
    }
    Ok(())
}

/// A request as it was sent, where one was, and the answer.
fn exchange(
    run: &ArgumentRun,
    request: impl FnOnce() -> Result<Rendered, RenderError>,
    answer: &str,
) -> Result<Vec<Message>, ExportError> {
    let mut messages = Vec::new();
    if run.study.answers_file().is_none() {
        let request = request().map_err(|error| RunError::Damaged {
            path: run.path().join("snapshots"),
            why: error.to_string(),
        })?;
        messages.extend(request.messages.into_iter().map(|(_, content)| Message { role: "user", content }));
    }
    messages.push(Message { role: "assistant", content: answer.to_owned() });
    Ok(messages)
}
