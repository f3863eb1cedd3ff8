//! The reader of replies against recorded and hand-written replies of real servers
//! (`fixtures/replies/README.md` tells where they come from and how the expectations are decided).

use lexconsult::model::reader::reading;
use serde_json::{Map, Value};

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
