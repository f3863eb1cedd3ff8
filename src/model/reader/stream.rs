//! Server-sent events: a reply in pieces. Nothing asks for them, but some servers send them anyway.

use super::json::Object;
use super::message::Choice;
use super::{Answer, Fault, Received, fault, usage};
use crate::model::exchange::Usage;

/// Whether a body is an event stream, whatever its content type says.
pub(super) fn is_stream(text: &str) -> bool {
    ["data:", "event:", "id:", "retry:", ":"].iter().any(|field| text.starts_with(field))
}

/// The data of each event in turn.
pub(super) fn events(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut events = Vec::new();
    let mut data: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        if let Some(value) = line.strip_prefix("data:") {
            data.push(value.strip_prefix(' ').unwrap_or(value));
        } else if line.is_empty() {
            let joined = data.join("\n");
            if data.len() > 1 && Object::parse(&joined).is_none() {
                // A server that forgets the empty line between events sends a document a line.
                events.extend(data.iter().map(|line| (*line).to_owned()));
            } else {
                events.push(joined);
            }
            data.clear();
        }
    }
    events.retain(|event| !event.trim().is_empty());
    events
}

/// Reads a stream: the pieces of choice 0 joined, the last usage, or the first error in it.
pub(super) fn read(text: &str, received: &Received) -> Result<Answer, Fault> {
    let mut choice = Choice::default();
    let mut chosen = false;
    let mut done = false;
    let mut tokens = Usage::default();
    for event in events(text) {
        if event.trim() == "[DONE]" {
            done = true;
            break;
        }
        let Some(piece) = Object::parse(&event) else {
            return Err(fault::bad_reply("an event of the stream is no JSON object"));
        };
        if let Some(error) = fault::of_event(&piece, received) {
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
