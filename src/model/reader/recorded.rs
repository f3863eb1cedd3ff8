//! Recorded replies: lines of JSON that hold an HTTP reply, read and written down as their
//! expectations are.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};

use super::{Received, read};
use crate::model::exchange::Finish;

/// Reads the reply of a recorded line (`status`, `headers`, and `body` or `body_base64`) and gives
/// the reading in the form of the line's `expect`.
pub fn reading(line: &Value) -> Value {
    match read(&received(line), None) {
        Ok(answer) => json!({
            "kind": "reply",
            "content": answer.text,
            "reasoning": answer.reasoning,
            "finish": answer.finish.as_ref().map(finish_name),
            "prompt_tokens": answer.usage.prompt_tokens,
            "completion_tokens": answer.usage.completion_tokens,
            "reasoning_tokens": answer.usage.reasoning_tokens,
            "cached_tokens": answer.usage.cached_tokens,
            "error": null,
            "retryable": false,
            "retry_after_ms": null,
        }),
        Err(fault) => json!({
            "kind": "error",
            "content": null,
            "reasoning": null,
            "finish": null,
            "prompt_tokens": null,
            "completion_tokens": null,
            "reasoning_tokens": null,
            "cached_tokens": null,
            "error": fault.class.name(),
            "retryable": fault.retryable,
            "retry_after_ms": fault.retry_after_ms,
        }),
    }
}

fn received(line: &Value) -> Received {
    let status = line["status"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(0);
    let mut headers = HeaderMap::new();
    for (name, value) in line["headers"].as_object().into_iter().flatten() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), HeaderValue::from_str(&text)) {
            headers.append(name, value);
        }
    }
    let body = match (line["body"].as_str(), line["body_base64"].as_str()) {
        (Some(text), _) => Bytes::copy_from_slice(text.as_bytes()),
        (None, Some(encoded)) => base64(encoded).into(),
        (None, None) => Bytes::new(),
    };
    Received { status, headers, body }
}

fn finish_name(finish: &Finish) -> &'static str {
    match finish {
        Finish::Stop => "stop",
        Finish::Length => "length",
        Finish::ToolCalls => "tool_calls",
        Finish::ContentFilter => "content_filter",
        Finish::Refusal => "refusal",
        Finish::Other(_) => "other",
    }
}

/// Decodes base64 up to its padding or the first character that is none of its own.
fn base64(encoded: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(encoded.len() / 4 * 3);
    let (mut bits, mut held) = (0_u32, 0_u32);
    for digit in encoded.bytes() {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => break,
        };
        bits = (bits << 6 | u32::from(value)) & 0xff_ffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_decoded_with_and_without_padding() {
        for (encoded, expected) in
            [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm8", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob")]
        {
            assert_eq!(base64(encoded), expected.as_bytes(), "{encoded}");
        }
    }
}
