//! A choice: its message, or the pieces of one that a stream sends.

use super::json::{self, Object};
use super::{Answer, think};
use crate::model::exchange::{Finish, Usage};

/// What has been read of choice 0 so far; a stream adds piece after piece.
#[derive(Debug, Default)]
pub(super) struct Choice {
    content: Option<String>,
    /// A reasoning field of the message.
    reasoning: Option<String>,
    /// Thinking parts of a content list.
    thinking: Option<String>,
    refusal: Option<String>,
    finish: Option<String>,
}

impl Choice {
    /// Adds a choice of a reply, or of a piece of a stream.
    pub(super) fn add(&mut self, choice: &Object<'_>) {
        // Some servers put an empty `delta` beside the message, others the whole message beside a delta.
        let key = if choice.get("message").is_some() && self.is_empty() { "message" } else { "delta" };
        match choice.object(key) {
            Some(message) => self.add_message(&message),
            // The choices of the older completions endpoint.
            None => append(&mut self.content, choice.string("text")),
        }
        if let Some(finish) = choice.string("finish_reason") {
            self.finish = Some(finish);
        }
    }

    fn is_empty(&self) -> bool {
        self.content.is_none() && self.reasoning.is_none() && self.thinking.is_none()
    }

    fn add_message(&mut self, message: &Object<'_>) {
        if let Some(content) = message.get("content") {
            self.add_content(content);
        }
        let reasoning =
            ["reasoning_content", "reasoning", "thinking"].iter().find_map(|key| message.string(key));
        append(&mut self.reasoning, reasoning);
        append(&mut self.refusal, message.string("refusal"));
    }

    /// Content is a string or a list of parts.
    fn add_content(&mut self, content: &str) {
        append(&mut self.content, json::string(content));
        for part in json::list(content).unwrap_or_default() {
            let Some(part_fields) = Object::parse(part) else {
                append(&mut self.content, json::string(part));
                continue;
            };
            match part_fields.string("type").as_deref() {
                Some("thinking" | "reasoning") => {
                    for key in ["thinking", "reasoning", "text"] {
                        append(&mut self.thinking, part_fields.get(key).and_then(joined_text));
                    }
                }
                Some("refusal") => append(&mut self.refusal, part_fields.string("refusal")),
                _ => append(&mut self.content, part_fields.string("text")),
            }
        }
    }

    /// Whether the server said why the reply ended.
    pub(super) fn has_finish(&self) -> bool {
        self.finish.is_some()
    }

    /// The whole, with think blocks separated.
    pub(super) fn answer(self, usage: Usage) -> Answer {
        let mut text = self.content;
        let mut reasoning = self.reasoning.or(self.thinking);
        if let Some((block, rest)) = text.as_deref().and_then(think::split) {
            reasoning = reasoning.or(Some(block));
            text = Some(rest);
        }
        let refused = self.refusal.is_some_and(|refusal| !refusal.is_empty());
        let finish = if refused { Some(Finish::Refusal) } else { self.finish.map(finish) };
        Answer { text, reasoning, finish, usage }
    }
}

/// A string, or the text of a list of text parts.
fn joined_text(value: &str) -> Option<String> {
    if let Some(text) = json::string(value) {
        return Some(text);
    }
    let mut text = None;
    for part in json::list(value)? {
        let of_part = json::string(part).or_else(|| Object::parse(part)?.string("text"));
        append(&mut text, of_part);
    }
    text
}

fn append(text: &mut Option<String>, more: Option<String>) {
    match (text.as_mut(), more) {
        (Some(text), Some(more)) => text.push_str(&more),
        (None, Some(more)) => *text = Some(more),
        (_, None) => {}
    }
}

/// Servers' words for why a reply ended.
pub(super) fn finish(said: String) -> Finish {
    match said.to_ascii_lowercase().as_str() {
        "stop" | "eos" | "end_turn" | "stop_sequence" => Finish::Stop,
        "length" | "max_tokens" | "model_length" => Finish::Length,
        "tool_calls" | "function_call" | "tool_use" => Finish::ToolCalls,
        "content_filter"
        | "content_filtered"
        | "safety"
        | "sensitive"
        | "recitation"
        | "blocklist"
        | "prohibited_content"
        | "spii"
        | "image_safety"
        | "guardrail_intervened" => Finish::ContentFilter,
        _ => Finish::Other(said),
    }
}
