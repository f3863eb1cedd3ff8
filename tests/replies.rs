//! The reader of replies against recorded and hand-written replies of real servers
//! (`fixtures/replies/README.md` tells where they come from and how the expectations are decided).

use lexconsult::model::reader::reading;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const REPLY_FIELDS: [&str; 7] = [
    "content",
    "reasoning",
    "finish",
    "prompt_tokens",
    "completion_tokens",
    "reasoning_tokens",
    "cached_tokens",
];
const ERROR_FIELDS: [&str; 3] = ["error", "retryable", "retry_after_ms"];

/// The fields in which a reading differs from what the line accepts.
fn differences(line: &Value, read: &Value) -> Vec<String> {
    let expect = &line["expect"];
    let mut wrong = Vec::new();
    let mut check = |field: &str| {
        let accepted = read[field] == expect[field] || is_lenient(line, field, &read[field]);
        if !accepted {
            wrong.push(format!("{field}: expected {}, read {}", expect[field], read[field]));
        }
    };
    check("kind");
    // A lenient kind: the fields of the kind that was read are compared.
    let fields: &[&str] = if read["kind"] == "reply" { &REPLY_FIELDS } else { &ERROR_FIELDS };
    fields.iter().for_each(|field| check(field));
    wrong
}

/// A lenient field takes its alternatives; one without alternatives takes anything.
fn is_lenient(line: &Value, field: &str, value: &Value) -> bool {
    let named = line["lenient"].as_array().is_some_and(|fields| fields.iter().any(|name| name == field));
    let alternatives = line["alt"][field].as_array();
    named && alternatives.is_none_or(|values| values.contains(value))
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("fixtures are JSON lines")).collect()
}

fn check_corpus(text: &str, count: usize) {
    let lines = lines(text);
    assert_eq!(lines.len(), count);
    let mut wrong = String::new();
    for line in &lines {
        for difference in differences(line, &reading(line)) {
            wrong.push_str(&format!("{} {difference}\n", line["id"]));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn recorded_replies_are_read_as_expected() {
    check_corpus(include_str!("fixtures/replies/recorded.jsonl"), 130);
}

#[test]
fn awkward_replies_are_read_as_expected() {
    check_corpus(include_str!("fixtures/replies/awkward.jsonl"), 78);
}

/// Runs `doctor --replies` on a file; its code, what it printed, what it said.
fn doctor(text: &[u8]) -> (Option<i32>, Value, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("replies.jsonl");
    std::fs::write(&file, text).expect("the folder can be written");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_lexconsult"))
        .args(["doctor", "--replies"])
        .arg(&file)
        .output()
        .expect("the program is built and starts");
    let printed = serde_json::from_slice(&output.stdout).expect("one document on stdout");
    (output.status.code(), printed, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn the_doctor_prints_every_reading_in_the_form_of_the_expectations() {
    for text in
        [include_str!("fixtures/replies/recorded.jsonl"), include_str!("fixtures/replies/awkward.jsonl")]
    {
        let (code, printed, said) = doctor(text.as_bytes());
        assert_eq!((code, said.as_str()), (Some(0), ""));
        let lines = lines(text);
        assert_eq!(printed.as_object().map(Map::len), Some(lines.len()));
        for line in &lines {
            let id = line["id"].as_str().expect("an id");
            assert_eq!(printed[id], reading(line), "{id}");
        }
    }
}

#[test]
fn the_doctor_names_bad_lines_and_prints_the_others() {
    let good =
        |id: &str| json!({ "id": id, "status": 200, "body": chat(json!({ "content": "a" })) }).to_string();
    let text = [
        good("a"),
        String::new(),
        "{\"id\": \"cut".to_owned(),
        json!({ "status": 200, "body": "" }).to_string(),
        json!({ "id": "no-status", "body": "" }).to_string(),
        json!({ "id": "no-body", "status": 200 }).to_string(),
        good("a"),
        "[]".to_owned(),
        good("b"),
    ];
    let mut bytes = text.join("\r\n").into_bytes();
    bytes.extend_from_slice(b"\n{\"id\": \"\xff\"}\n");
    let (code, printed, said) = doctor(&bytes);
    assert_eq!(code, Some(1));
    assert_eq!(
        printed.as_object().map(|all| all.keys().cloned().collect::<Vec<_>>()),
        Some(vec!["a".into(), "b".into()])
    );
    for line in [3, 4, 5, 6, 7, 8, 10] {
        assert!(said.contains(&format!("replies.jsonl:{line}: ")), "{line}: {said}");
    }
    assert_eq!(said.lines().count(), 7, "{said}");
    assert_eq!(doctor(b"").1, json!({}));
}

#[test]
fn a_reading_has_the_fields_of_an_expectation() {
    let all = lines(include_str!("fixtures/replies/awkward.jsonl"));
    let keys = |value: &Value| value.as_object().map(Map::len);
    for line in &all {
        let read = reading(line);
        assert_eq!(keys(&read), keys(&line["expect"]), "{}", line["id"]);
        for field in line["expect"].as_object().into_iter().flat_map(Map::keys) {
            assert!(read.get(field).is_some(), "{} lacks {field}", line["id"]);
        }
        let others: &[&str] =
            if read["kind"] == "reply" { &["error", "retry_after_ms"] } else { &REPLY_FIELDS };
        for field in others {
            assert!(read[field].is_null(), "{} {field}", line["id"]);
        }
    }
}

/// A reading of a reply which is not among the fixtures, reduced to these fields.
fn read(status: u16, body: &str, fields: &[&str]) -> Value {
    let line = json!({ "status": status, "headers": {}, "body": body });
    let read = reading(&line);
    fields.iter().map(|field| ((*field).to_owned(), read[*field].clone())).collect::<Map<_, _>>().into()
}

fn chat(message: Value) -> String {
    json!({ "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }] }).to_string()
}

#[test]
fn a_specific_code_goes_before_the_status_and_the_status_before_the_message() {
    let cases = [
        (400, r#"{"error":{"code":"rate_limit_exceeded","message":"x"}}"#, "rate_limited", true),
        (413, r#"{"error":{"code":null,"type":"context_length_exceeded"}}"#, "context_length", false),
        (400, r#"{"error":{"message":"x","type":"authentication_error"}}"#, "auth", false),
        (500, r#"{"error":{"message":"x","type":"overloaded_error"}}"#, "overloaded", true),
        (400, r#"{"error":{"code":"InputTextSensitiveContentDetected"}}"#, "content_filter", false),
        (403, r#"{"error":{"code":"insufficient_user_quota","message":"x"}}"#, "quota", false),
        (503, r#"{"error":{"code":"model_not_found","message":"no channel"}}"#, "not_found", false),
        (502, r#"{"error":{"type":"upstream_timeout"}}"#, "timeout", true),
        (400, r#"{"__type":"ThrottlingException","message":"x"}"#, "rate_limited", true),
        (404, r#"{"statusCode":404,"error":"Not Found","message":"cannot POST"}"#, "not_found", false),
        (401, r#"{"error":{"message":"the prompt is too long"}}"#, "auth", false),
        (400, r#"{"error":{"message":"Prompt is too long: 9 tokens > 8 maximum"}}"#, "context_length", false),
        (422, r#"{"detail":[{"msg":"input is too long"}]}"#, "context_length", false),
        (400, r#"{"error":{"message":"Your credit balance is too low"}}"#, "quota", false),
        (400, r#"{"error":{"message":"Content Exists Risk"}}"#, "content_filter", false),
        (500, r#"{"error":"the server is overloaded"}"#, "overloaded", true),
        (429, r#"{"error":{"message":"您的账户已欠费"}}"#, "quota", false),
        (429, r#"{"errors":[{"code":10000,"message":"slow down"}]}"#, "rate_limited", true),
        (409, "conflict", "bad_request", false),
        (520, "", "server", true),
        (529, "", "overloaded", true),
        (200, r#"{"error":{"code":"402","message":"x"}}"#, "quota", false),
        (200, r#"{"error":{"status":503,"message":"x"},"choices":[]}"#, "overloaded", true),
        (200, r#"{"error":{"code":501,"message":"x"}}"#, "server", false),
        (200, r#"{"error":"something broke"}"#, "server", true),
        (200, r#"{"error":{"type":"invalid_request_error","message":"x"}}"#, "bad_request", false),
        (200, r#"[{"error":{"code":429}}]"#, "rate_limited", true),
        (
            200,
            r#"{"base_resp":{"status_code":1008,"status_msg":"insufficient balance"},"choices":null}"#,
            "quota",
            false,
        ),
        (200, r#"{"choices":[{"message":{"content":"a"},"error":{"code":503}}]}"#, "overloaded", true),
        (200, r#"{"choices":[]}"#, "bad_reply", true),
        (200, r#"{"choices":[null]}"#, "bad_reply", true),
        (200, r#"{"choices":[{"message":{"content":"a"}}]} and more"#, "bad_reply", true),
        (200, "null", "bad_reply", true),
    ];
    for (status, body, error, retryable) in cases {
        let expected = json!({ "kind": "error", "error": error, "retryable": retryable });
        assert_eq!(read(status, body, &["kind", "error", "retryable"]), expected, "{status} {body}");
    }
}

#[test]
fn an_error_beside_choices_is_none_and_neither_is_null() {
    for error in ["null", r#"{"message":"a warning"}"#] {
        let body =
            format!(r#"{{"error":{error},"choices":[{{"message":{{"content":"ok"}},"error":null}}]}}"#);
        assert_eq!(read(200, &body, &["kind", "content"]), json!({ "kind": "reply", "content": "ok" }));
    }
}

#[test]
fn choice_zero_is_found_by_its_index() {
    let body = r#"{"choices":[{"index":1,"message":{"content":"b"}},{"index":0,"message":{"content":"a"}}]}"#;
    assert_eq!(read(200, body, &["content"]), json!({ "content": "a" }));
    let body = r#"{"choices":[{"index":3,"message":{"content":"b"}},{"index":4,"message":{"content":"a"}}]}"#;
    assert_eq!(read(200, body, &["content"]), json!({ "content": "b" }));
}

#[test]
fn content_and_reasoning_are_taken_as_they_are() {
    let cases = [
        (json!({ "content": "  a \n" }), json!("  a \n"), Value::Null),
        (json!({ "content": null, "thinking": " t " }), Value::Null, json!(" t ")),
        (json!({ "content": "a", "reasoning": "r", "reasoning_content": "c" }), json!("a"), json!("c")),
        (json!({ "content": "a", "reasoning": { "x": 1 }, "thinking": "t" }), json!("a"), json!("t")),
        (json!({ "content": "<think>b</think> a ", "reasoning": "r" }), json!("a"), json!("r")),
        (json!({ "content": "a", "reasoning_details": [{ "data": "x" }] }), json!("a"), Value::Null),
        (
            json!({ "content": [{ "type": "thinking", "thinking": "t" }, "a", { "type": "text", "text": "b" }] }),
            json!("ab"),
            json!("t"),
        ),
        (json!({ "content": [{ "type": "text", "text": "" }] }), json!(""), Value::Null),
    ];
    for (message, content, reasoning) in cases {
        let expected = json!({ "content": content, "reasoning": reasoning });
        assert_eq!(read(200, &chat(message.clone()), &["content", "reasoning"]), expected, "{message}");
    }
}

#[test]
fn finish_reasons_are_known_in_any_case() {
    let cases = [
        (json!("STOP"), json!("stop")),
        (json!("end_turn"), json!("stop")),
        (json!("MAX_TOKENS"), json!("length")),
        (json!("model_length"), json!("length")),
        (json!("tool_use"), json!("tool_calls")),
        (json!("SAFETY"), json!("content_filter")),
        (json!("RECITATION"), json!("content_filter")),
        (json!(""), json!("other")),
        (json!("load"), json!("other")),
        (Value::Null, Value::Null),
    ];
    for (said, finish) in cases {
        let body =
            json!({ "choices": [{ "message": { "content": "a" }, "finish_reason": said }] }).to_string();
        assert_eq!(read(200, &body, &["finish"]), json!({ "finish": finish }), "{said}");
    }
    let refusal = chat(json!({ "content": [{ "type": "refusal", "refusal": "No." }] }));
    assert_eq!(read(200, &refusal, &["finish", "content"]), json!({ "finish": "refusal", "content": null }));
}

#[test]
fn tokens_are_found_under_their_several_names() {
    let fields = ["prompt_tokens", "completion_tokens", "reasoning_tokens", "cached_tokens"];
    let cases = [
        (json!({ "input_tokens": 3, "output_tokens": 2, "reasoning_tokens": 1 }), json!([3, 2, 1, null])),
        (json!({ "prompt_tokens": null, "input_tokens": 3, "cached_tokens": 0 }), json!([3, null, null, 0])),
        (
            json!({
                "prompt_tokens_details": { "cached_tokens": 5 },
                "prompt_cache_hit_tokens": 6,
                "completion_tokens_details": { "reasoning_tokens": 7 },
                "reasoning_tokens": 8
            }),
            json!([null, null, 7, 5]),
        ),
        (json!({ "prompt_tokens_details": {}, "cache_read_input_tokens": 4 }), json!([null, null, null, 4])),
        (json!({ "prompt_tokens": -1, "completion_tokens": 1.5 }), json!([null, null, null, null])),
        (json!(null), json!([null, null, null, null])),
    ];
    for (usage, expected) in cases {
        let body = json!({ "choices": [{ "message": { "content": "a" } }], "usage": usage }).to_string();
        let read = read(200, &body, &fields);
        let counts: Vec<_> = fields.iter().map(|field| read[field].clone()).collect();
        assert_eq!(json!(counts), expected, "{usage}");
    }
}

/// A piece of a stream.
fn piece(delta: Value, finish: Value) -> String {
    json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }] }).to_string()
}

#[test]
fn streams_are_joined() {
    let fields = ["kind", "content", "reasoning", "finish", "prompt_tokens"];
    let thought = piece(json!({ "content": null, "reasoning": "先" }), Value::Null);
    let more = piece(json!({ "reasoning": "看" }), Value::Null);
    let said = piece(json!({ "content": [{ "type": "text", "text": "可以" }] }), Value::Null);
    let other =
        json!({ "choices": [{ "index": 1, "delta": { "content": "no" }, "finish_reason": "length" }] });
    let end = piece(json!({ "content": "。" }), json!("stop"));
    let usage = r#"{"choices":[],"usage":{"prompt_tokens":9}}"#;
    let late = r#"{"choices":[],"usage":null}"#;
    let pieces = [&thought, &more, &said, &other.to_string(), &end, usage, late];
    let expected = json!({
        "kind": "reply", "content": "可以。", "reasoning": "先看", "finish": "stop", "prompt_tokens": 9
    });
    for separator in ["\n\n", "\r\n\r\n", "\r\r", "\n"] {
        let events = pieces.map(|piece| format!("data: {piece}{separator}")).concat();
        assert_eq!(read(200, &events, &fields), expected, "without an end, {separator:?}");
        let events = format!(": waiting\n\n{events}\n\ndata:[DONE]\n\n");
        assert_eq!(read(200, &events, &fields), expected, "{separator:?}");
    }
}

#[test]
fn a_stream_that_fails_or_is_cut_is_an_error() {
    let said = piece(json!({ "content": "The tenant" }), Value::Null);
    let cases = [
        (format!("data: {said}\n\n"), "bad_reply"),
        (format!("data: {said}\n\ndata: {{\"choices\":[{{\"ind"), "bad_reply"),
        ("data: [DONE]\n\n".to_owned(), "bad_reply"),
        (": waiting\n\n: waiting\n\n".to_owned(), "bad_reply"),
        (format!("data: {said}\n\ndata: {{\"error\":{{\"code\":429}}}}\n\ndata: [DONE]\n\n"), "rate_limited"),
        (format!("data: {said}\n\nevent: error\ndata: {{\"message\":\"overloaded\"}}\n\n"), "overloaded"),
        (format!("data: {said}\n\nerror: {{\"code\":500,\"message\":\"x\"}}\n\n"), "server"),
    ];
    for (events, error) in cases {
        let expected = json!({ "kind": "error", "content": null, "error": error, "retryable": true });
        assert_eq!(read(200, &events, &["kind", "content", "error", "retryable"]), expected, "{events}");
    }
    let refused = "data: {\"error\":{\"message\":\"no\",\"type\":\"authentication_error\"}}\n\n";
    assert_eq!(read(401, refused, &["error"]), json!({ "error": "auth" }));
}

#[test]
fn comments_may_stand_before_a_document() {
    let body = format!(": waiting\n\n: waiting\n\n{}", chat(json!({ "content": "ok" })));
    assert_eq!(read(200, &body, &["content"]), json!({ "content": "ok" }));
}

proptest! {
    #[test]
    fn anything_can_be_read(
        status in 100_u16..600,
        noise in "[\\PC\\n]{0,40}",
        cut in 0_usize..400,
        stream in any::<bool>(),
    ) {
        let whole = chat(json!({ "content": format!("<think>{noise}"), "reasoning": noise }));
        let whole = if stream { format!("data: {whole}\n\ndata: [DONE]\n\n{noise}") } else { whole };
        let cut = whole.char_indices().nth(cut).map_or(whole.len(), |(at, _)| at);
        for body in [&whole[..cut], &noise] {
            let read = reading(&json!({ "status": status, "headers": {}, "body": body }));
            let is_reply = read["kind"] == "reply";
            prop_assert_eq!(is_reply, read["error"].is_null());
            prop_assert!(!is_reply || (200..300).contains(&status));
            if (200..300).contains(&status) && !is_reply {
                prop_assert_eq!(&read["error"], "bad_reply");
            }
        }
    }
}
