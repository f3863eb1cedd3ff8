//! The body of a request, with the provider's quirks.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;

use super::exchange::{Message, Request, Role, Schema, Structured};
use super::provider::{MaxTokensField, Provider};

/// A context that is nearly full leaves this many tokens for the reply: the server is to say that the
/// request is too long, not to cut every reply after a word.
const REPLY_MIN: u32 = 256;

/// What is sent, and nothing else: top_p, penalties, stop and seed are left to the endpoint
/// (LexPilot's setting).
#[derive(Serialize)]
pub(super) struct Body<'a> {
    model: &'a str,
    messages: Cow<'a, [Message]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
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
        let limit = request.params.max_tokens.map(|asked| length_limit(asked, &request.messages, quirks));
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
            temperature: request.params.temperature.filter(|_| quirks.temperature != Some(false)),
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
