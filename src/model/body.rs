//! The body of a request, with the provider's quirks.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;

use super::exchange::{Message, Params, Request, Role, Schema, Structured};
use super::provider::{MaxTokensField, Provider};

/// A context that is nearly full leaves this many tokens for the reply: the server is to say that the
/// request is too long, not to cut every reply after a word.
const REPLY_MIN: u32 = 256;

/// What is sent, and nothing else: stop and seed are left to the endpoint, and so is what a suite does
/// not set, as LexPilot does not set `top_p` and the penalties.
#[derive(Serialize)]
pub(super) struct Body<'a> {
    model: &'a str,
    messages: Cow<'a, [Message]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    presence_penalty: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frequency_penalty: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'a str>,
    n: u8,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ResponseFormat<'a> {
    JsonSchema { json_schema: Form<'a> },
    JsonObject,
}

#[derive(Serialize)]
struct Form<'a> {
    name: &'a str,
    strict: bool,
    schema: &'a RawValue,
}

impl<'a> Body<'a> {
    /// Of a request to `model`. `structured` is how the server is held to the request's schema.
    pub(super) fn new(
        model: &'a str,
        request: &'a Request,
        quirks: &'a Provider,
        structured: Structured,
    ) -> Self {
        let Params { temperature, max_tokens, top_p, presence_penalty, frequency_penalty } = request.params;
        let limit = max_tokens.map(|asked| length_limit(asked, &request.messages, quirks));
        // A server that takes no temperature, as those of reasoning models, samples as it will.
        let samples = quirks.temperature != Some(false);
        let penalties = quirks.penalties.unwrap_or(samples);
        let (max_tokens, max_completion_tokens) = match quirks.max_tokens_field.unwrap_or_default() {
            MaxTokensField::MaxTokens => (limit, None),
            MaxTokensField::MaxCompletionTokens => (None, limit),
        };
        Body {
            model,
            messages: match quirks.system_role {
                Some(false) => Cow::Owned(without_system(&request.messages)),
                Some(true) | None => Cow::Borrowed(&request.messages),
            },
            temperature: temperature.filter(|_| samples),
            top_p: top_p.filter(|_| quirks.top_p.unwrap_or(samples)),
            presence_penalty: presence_penalty.filter(|_| penalties),
            frequency_penalty: frequency_penalty.filter(|_| penalties),
            max_tokens,
            max_completion_tokens,
            reasoning_effort: quirks.reasoning_effort.as_deref(),
            n: 1,
            stream: false,
            response_format: request.schema.as_deref().and_then(|schema| response_format(schema, structured)),
        }
    }
}

fn response_format(schema: &Schema, structured: Structured) -> Option<ResponseFormat<'_>> {
    match structured {
        Structured::JsonSchema => {
            let form = Form { name: &schema.name, strict: true, schema: &schema.form };
            Some(ResponseFormat::JsonSchema { json_schema: form })
        }
        Structured::JsonObject => Some(ResponseFormat::JsonObject),
        Structured::Prompted => None,
    }
}

fn length_limit(asked: u32, messages: &[Message], quirks: &Provider) -> u32 {
    let limit = asked.min(quirks.max_tokens_most.unwrap_or(u32::MAX));
    match quirks.context_tokens {
        None => limit,
        Some(context) => {
            let prompt = u32::try_from(prompt_tokens(messages)).unwrap_or(u32::MAX);
            limit.min(context.saturating_sub(prompt).max(REPLY_MIN.min(limit)))
        }
    }
}

/// About how many tokens messages make, rather too many than too few: one a character beyond ASCII,
/// one for three others, and a few a message for its frame.
pub(super) fn prompt_tokens(messages: &[Message]) -> u64 {
    let of = |message: &Message| {
        let plain = message.content.bytes().filter(u8::is_ascii).count();
        let first_bytes = message.content.bytes().filter(|byte| byte & 0xc0 != 0x80).count();
        (plain.div_ceil(3) + (first_bytes - plain) + 8) as u64
    };
    messages.iter().map(of).sum()
}

/// System messages open the first message of the user.
fn without_system(messages: &[Message]) -> Vec<Message> {
    let (system, mut talk): (Vec<Message>, Vec<Message>) =
        messages.iter().cloned().partition(|message| message.role == Role::System);
    let mut opening = system.into_iter().map(|message| message.content).collect::<Vec<_>>();
    if opening.is_empty() {
        return talk;
    }
    match talk.first_mut().filter(|message| message.role == Role::User) {
        Some(first) => {
            opening.push(std::mem::take(&mut first.content));
            first.content = opening.join("\n\n");
        }
        None => talk.insert(0, Message { role: Role::User, content: opening.join("\n\n") }),
    }
    talk
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(content: &str) -> Vec<Message> {
        vec![Message { role: Role::User, content: content.to_owned() }]
    }

    #[test]
    fn a_prompt_is_estimated_by_its_characters() {
        assert_eq!(prompt_tokens(&messages("")), 8);
        assert_eq!(prompt_tokens(&messages("abc def")), 8 + 3);
        assert_eq!(prompt_tokens(&messages("借款 ab")), 8 + 2 + 1);
    }

    #[test]
    fn sampling_settings_are_sent_where_they_are_set_and_taken() {
        let all = Params {
            temperature: Some(0.0),
            max_tokens: None,
            top_p: Some(1.0),
            presence_penalty: Some(0.0),
            frequency_penalty: Some(0.0),
        };
        let sent = |params: Params, quirks: &str| -> String {
            let quirks: Provider = toml::from_str(quirks).expect("a provider's table");
            let request = Request { messages: Vec::new(), params, schema: None };
            let body = Body::new("m", &request, &quirks, Structured::Prompted);
            let body = serde_json::to_value(&body).expect("a body is plain data");
            let names = ["temperature", "top_p", "presence_penalty", "frequency_penalty"];
            names.into_iter().filter(|name| body.get(name).is_some()).collect::<Vec<_>>().join(" ")
        };
        for (quirks, expected) in [
            ("", "temperature top_p presence_penalty frequency_penalty"),
            ("temperature = false", ""),
            ("temperature = false\ntop_p = true", "top_p"),
            ("temperature = false\npenalties = true", "presence_penalty frequency_penalty"),
            ("penalties = false", "temperature top_p"),
            ("top_p = false", "temperature presence_penalty frequency_penalty"),
        ] {
            assert_eq!(sent(all, quirks), expected, "{quirks}");
        }
        assert_eq!(sent(Params::default(), ""), "");
    }

    #[test]
    fn a_reply_gets_what_the_context_leaves() {
        let quirks = |most, context| Provider {
            max_tokens_most: most,
            context_tokens: context,
            ..Provider::default()
        };
        let prompt = messages(&"借".repeat(992));
        for (most, context, limit) in [
            (None, None, 8192),
            (Some(4096), None, 4096),
            (None, Some(100_000), 8192),
            (None, Some(4000), 3000),
            (Some(2000), Some(4000), 2000),
            (None, Some(1100), REPLY_MIN),
            (None, Some(10), REPLY_MIN),
        ] {
            assert_eq!(length_limit(8192, &prompt, &quirks(most, context)), limit, "{most:?} {context:?}");
        }
        assert_eq!(length_limit(16, &prompt, &quirks(None, Some(10))), 16);
    }
}
