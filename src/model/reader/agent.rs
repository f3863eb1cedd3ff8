//! A line from a user's own agent.

use super::json::{self, Object};
use super::{Answer, message, think, usage};

/// A line that names the request it belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AgentLine {
    /// Of the request.
    pub(crate) id: u64,
    /// The answer, or what the agent says went wrong; `None` if it holds neither.
    pub(crate) said: Option<Result<Answer, String>>,
}

/// Reads a line; `None` for anything but an object with an `id`.
pub(crate) fn agent_line(line: &[u8]) -> Option<AgentLine> {
    let text = json::body_text(line);
    let object = Object::parse(&text)?;
    let id = object.count("id")?;
    let said = match (object.get("error"), object.has("content")) {
        (Some(error), _) => Some(Err(json::string(error).unwrap_or_else(|| error.to_owned()))),
        (None, true) => Some(Ok(answer(&object))),
        (None, false) => None,
    };
    Some(AgentLine { id, said })
}

fn answer(object: &Object<'_>) -> Answer {
    let mut text = object.string("content");
    let mut reasoning = object.string("reasoning");
    if let Some((block, rest)) = text.as_deref().and_then(think::split) {
        reasoning = reasoning.or(Some(block));
        text = Some(rest);
    }
    Answer {
        text,
        reasoning,
        finish: object.string("finish_reason").map(message::finish),
        usage: object.object("usage").map(|counted| usage::usage(&counted)).unwrap_or_default(),
    }
}
