//! Error envelopes: where servers put the code, the type and the message of an error.

use super::class::{self, Signs};
use super::json::{self, Object};
use super::{Class, Fault, Received, stream};

/// Most characters of a server's message that are kept.
const MESSAGE_MAX: usize = 300;

/// A reply with a status other than 2xx.
pub(super) fn of_status(text: &str, received: &Received) -> Fault {
    let event = stream::is_stream(text).then(|| stream::events(text).into_iter().next()).flatten();
    let signs = envelope(event.as_ref().map_or(text, |event| &event.data)).unwrap_or_else(|| Signs {
        // A page of a proxy says nothing that its status does not say.
        message: if text.starts_with('<') { String::new() } else { text.to_owned() },
        ..Signs::default()
    });
    fault(&signs, received)
}

/// A 2xx that is no object: an error in a list, or nothing that can be read.
pub(super) fn of_unreadable(text: &str, received: &Received) -> Fault {
    match envelope(text) {
        Some(signs) => fault(&signs, received),
        None if text.starts_with('<') => bad_reply("the reply is a web page, not JSON"),
        None => bad_reply("the reply is no JSON object, or was cut"),
    }
}

/// A 2xx object without choices: an error, or something other than a chat completion.
pub(super) fn of_no_choice(reply: &Object<'_>, received: &Received) -> Fault {
    let mut signs = signs(reply);
    if signs.message.is_empty() {
        "the reply holds no choice".clone_into(&mut signs.message);
    }
    fault(&signs, received)
}

/// An error event of a stream, by its name or by what it holds.
pub(super) fn of_event(piece: &Object<'_>, is_named_so: bool, received: &Received) -> Option<Fault> {
    let is_error = is_named_so || is_error(piece);
    is_error.then(|| fault(&Signs { marked: true, ..signs(piece) }, received))
}

/// The error that a choice carries.
pub(super) fn of_choice(choice: &Object<'_>, received: &Received) -> Option<Fault> {
    choice.get("error").map(|_| fault(&signs(choice), received))
}

/// A 2xx that cannot be read; the message is one of ours.
pub(super) fn bad_reply(message: &str) -> Fault {
    Fault { class: Class::BadReply, retryable: true, retry_after_ms: None, message: message.to_owned() }
}

fn fault(signs: &Signs, received: &Received) -> Fault {
    let (class, retryable) = class::classify(received.status, signs);
    let message = match signs.message.trim() {
        "" => format!("status {}", received.status),
        message => one_line(message),
    };
    Fault { class, retryable, retry_after_ms: None, message }
}

/// A server's words on one line, cut, without control characters.
fn one_line(message: &str) -> String {
    let plain = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(MESSAGE_MAX) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

/// The signs of a body: an object, or a list that opens with one.
fn envelope(text: &str) -> Option<Signs> {
    if let Some(object) = Object::parse(text) {
        return Some(signs(&object));
    }
    let first = json::list(text)?.into_iter().find_map(Object::parse)?;
    Some(signs(&first))
}

fn is_error(object: &Object<'_>) -> bool {
    object.get("error").is_some()
        || ["object", "type"].iter().any(|key| object.string(key).as_deref() == Some("error"))
}

/// Gathers the signs of an envelope: of the error object within it first, then of its own fields.
fn signs(envelope: &Object<'_>) -> Signs {
    let mut signs = Signs { marked: is_error(envelope), ..Signs::default() };
    match envelope.get("error") {
        Some(error) => match (Object::parse(error), json::string(error)) {
            (Some(inner), _) => gather(&inner, &mut signs),
            // Some frameworks put the status phrase there and the message beside it.
            (None, Some(text)) if envelope.string("message").is_some() => signs.codes.push(text),
            (None, Some(text)) => signs.message = text,
            (None, None) => {}
        },
        None => {
            let listed = || envelope.list("errors")?.into_iter().find_map(Object::parse);
            // MiniMax's: status_code 0 is success.
            let base = || envelope.object("base_resp").filter(|base| base.count("status_code") != Some(0));
            if let Some(inner) = listed().or_else(base) {
                signs.marked = true;
                gather(&inner, &mut signs);
            }
        }
    }
    gather(envelope, &mut signs);
    signs
}

fn gather(object: &Object<'_>, signs: &mut Signs) {
    for key in ["code", "error_code", "type", "error_type", "__type", "reason", "status"] {
        signs.codes.extend(object.scalar(key));
    }
    for details in object.list("details").unwrap_or_default().into_iter().filter_map(Object::parse) {
        signs.codes.extend(details.string("reason"));
    }
    if let Some(inner) = object.object("innererror") {
        signs.codes.extend(inner.string("code"));
    }
    signs.codes.extend(["status_code", "statusCode", "http_code"].iter().find_map(|key| object.scalar(key)));
    if signs.message.is_empty() {
        let plain = ["message", "msg", "detail", "error_message", "error_msg", "status_msg"];
        let told = plain.iter().find_map(|key| object.string(key));
        signs.message = told.or_else(|| nested_detail(object)).unwrap_or_default();
    }
    if let Some(metadata) = object.object("metadata") {
        // What the server behind a router said.
        signs.upstream = signs.upstream.take().or_else(|| metadata.string("raw"));
        signs.flagged |= metadata.get("flagged_input").is_some();
    }
}

/// `detail` as an object, or as the list that request validation gives.
fn nested_detail(object: &Object<'_>) -> Option<String> {
    let detail = object.get("detail")?;
    let first = Object::parse(detail).or_else(|| json::list(detail)?.into_iter().find_map(Object::parse))?;
    ["message", "msg"].iter().find_map(|key| first.string(key)).or_else(|| first.string("error"))
}
