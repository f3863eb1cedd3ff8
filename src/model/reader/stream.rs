//! Server-sent events: a reply in pieces. Nothing asks for them, but some servers send them anyway.

use super::json::Object;
use super::message::Choice;
use super::{Answer, Fault, Received, fault, usage};
use crate::model::exchange::Usage;

/// Whether a body is an event stream, whatever its content type says.
pub(super) fn is_stream(text: &str) -> bool {
    ["data:", "event:", "id:", "retry:", "error:"].iter().any(|field| text.starts_with(field))
}

/// A body without the comments before it, which keep a connection alive.
pub(super) fn skip_comments(mut text: &str) -> &str {
    while text.starts_with(':') {
        text = text.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    text
}

/// The data of one event.
pub(super) struct Event {
    pub(super) data: String,
    /// The event is named `error`.
    pub(super) is_error: bool,
}

/// The events in turn, those without data left out.
pub(super) fn events(text: &str) -> Vec<Event> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut events = Vec::new();
    let mut data: Vec<&str> = Vec::new();
    let mut is_error = false;
    for line in text.lines().chain([""]) {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => data.push(value),
            "event" => is_error = value == "error",
            // llama.cpp names the error in the place of the field.
            "error" => {
                data.push(value);
                is_error = true;
            }
            "" if line.is_empty() => {
                let joined = data.join("\n");
                if data.len() > 1 && Object::parse(&joined).is_none() {
                    // A server that forgets the empty line between events sends a document a line.
                    events.extend(data.iter().map(|line| Event { data: (*line).to_owned(), is_error }));
                } else {
                    events.push(Event { data: joined, is_error });
                }
                data.clear();
                is_error = false;
            }
            _ => {}
        }
    }
    events.retain(|event| !event.data.trim().is_empty());
    events
}

/// Reads a stream: the pieces of choice 0 joined, the last usage, or the first error in it.
pub(super) fn read(text: &str, received: &Received) -> Result<Answer, Fault> {
    let mut choice = Choice::default();
    let mut chosen = false;
    let mut done = false;
    let mut tokens = Usage::default();
    for Event { data, is_error } in events(text) {
        if data.trim() == "[DONE]" {
            done = true;
            break;
        }
        let Some(piece) = Object::parse(&data) else {
            return Err(fault::bad_reply("an event of the stream is no JSON object"));
        };
        if let Some(error) = fault::of_event(&piece, is_error, received) {
            return Err(error);
        }
        if let Some(counted) = piece.object("usage") {
            tokens = usage::usage(&counted);
        }
        for fields in piece.list("choices").unwrap_or_default().into_iter().filter_map(Object::parse) {
            if fields.count("index").unwrap_or(0) != 0 {
                continue;
            }
            if let Some(error) = fault::of_choice(&fields, received) {
                return Err(error);
            }
            choice.add(&fields);
            chosen = true;
        }
    }
    if !chosen {
        return Err(fault::bad_reply("the stream holds no choice"));
    }
    if !done && !choice.has_finish() {
        return Err(fault::bad_reply("the stream was cut"));
    }
    Ok(choice.answer(tokens))
}
