//! Exports: what other tools get.

use std::fs;

use serde_json::Value;

use super::runs::played;
use crate::program::{program, run};

#[test]
fn results_fit_their_schema() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &[]).display().to_string();
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/results.schema.json"))
        .expect("is there");
    let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let mut document: Value =
        serde_json::from_str(&run(folder.path(), &["export", &path, "--results"], 0)).expect("is JSON");
    let faults =
        |document: &Value| validator.iter_errors(document).map(|error| error.to_string()).collect::<Vec<_>>();
    assert_eq!(faults(&document), Vec::<String>::new());
    assert_eq!(document["cast"]["assistants"][0], "builtin/listener");
    let mut other = document.clone();
    other["estimates"][0]["task"] = "arguable".into();
    assert_eq!(faults(&other).len(), 1, "modes are those of arguments");
    document["dialogues"][0]["rounds"] = Value::Null;
    assert_eq!(faults(&document).len(), 1, "the schema refuses what it must");
    document["more"] = Value::Null;
    assert_eq!(faults(&document).len(), 2);
}

#[test]
fn tables_have_a_row_a_unit_and_a_turn_and_agree_in_all_formats() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &["--model", "builtin/listener"]).display().to_string();
    let plays = fs::read_to_string(folder.path().join("study/plays.jsonl")).expect("is there");
    let plays: Vec<Value> = plays.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let turns: usize =
        plays.iter().map(|play| play["transcript"]["turns"].as_array().map_or(0, Vec::len)).sum();
    let told: usize =
        plays.iter().map(|play| play["transcript"]["ledger"].as_array().map_or(0, Vec::len)).sum();
    assert!(told > 0, "the listener is told something");
    for (table, rows) in [("units", plays.len()), ("turns", turns), ("disclosures", told)] {
        let jsonl = run(folder.path(), &["export", &path, "--table", table, "--format", "jsonl"], 0);
        let objects: Vec<Value> =
            jsonl.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(objects.len(), rows, "{table}");
        let text = run(folder.path(), &["export", &path, "--table", table], 0);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let names = reader.headers().expect("has names").clone();
        for (row, object) in reader.records().zip(&objects) {
            for (name, cell) in names.iter().zip(&row.expect("well-formed")) {
                let value = match &object[name] {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                assert_eq!(cell.trim_end_matches(".0"), value.trim_end_matches(".0"), "{table} {name}");
            }
        }
    }
    let units = run(folder.path(), &["export", &path, "--table", "units", "--format", "jsonl"], 0);
    for unit in units.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        assert_eq!(unit["lost"], Value::Null);
        // By its rule the listener is right in all but what it is not told.
        if unit["setup"] != "direct" {
            assert_eq!(unit["right"], 1.0, "{unit}");
        }
    }
    let calls = run(folder.path(), &["export", &path, "--table", "calls", "--format", "jsonl"], 0);
    assert!(calls.lines().count() > plays.len());
    let judgements = run(folder.path(), &["export", &path, "--table", "judgements", "--format", "jsonl"], 0);
    let truths = judgements.lines().filter(|line| line.contains("\"truth\":\"partially_supported\"")).count();
    assert!(truths > 0, "a claim stands beside its truth");
}

#[test]
fn dialogues_begin_with_the_history_and_go_on_as_they_were_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &["--model", "builtin/listener", "--task", "ljp"])
        .display()
        .to_string();
    let text = run(folder.path(), &["export", &path, "--dialogues"], 0);
    let mut seen = 0;
    for line in text.lines() {
        let dialogue: Value = serde_json::from_str(line).expect("JSON");
        let messages = dialogue["messages"].as_array().expect("messages");
        let history = dialogue["metadata"]["history"].as_u64().expect("a number") as usize;
        assert_eq!(messages[history - 1]["role"], "user", "a history ends in the user's words");
        assert_eq!(messages[history]["role"], "assistant");
        assert_eq!(messages.last().expect("is not empty")["role"], "assistant");
        for message in messages {
            assert!(message["content"].as_str().is_some_and(|text| !text.is_empty()));
        }
        seen += 1;
    }
    assert_eq!(seen, 2 * 3 * 2, "two cases, three setups, two repeats");
}

#[test]
fn an_export_says_what_it_cannot_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &["--model", "builtin/listener"]).display().to_string();
    run(folder.path(), &["export", &path], 2);
    run(folder.path(), &["export", &path, "--table", "units", "--dialogues"], 2);
    let output = program(folder.path(), &["export", &path, "--table", "units", "--format", "parquet"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let notes = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(notes.contains("Parquet"), "{notes}");
    if cfg!(feature = "parquet") {
        run(folder.path(), &["export", &path, "--table", "units", "-o", "units.parquet"], 0);
        let bytes = fs::read(folder.path().join("units.parquet")).expect("is written");
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    }
}
