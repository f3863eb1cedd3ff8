//! Judges tried on the set, through the program.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::agents::{agent, asked, place};
use crate::program;

fn trial(folder: &Path, more: &[&str], code: i32) -> Value {
    let how = ["calibrate", "--builtin", "--json", "--name", "t", "--resamples", "100"];
    let text = program::run(folder, &[&how[..], more].concat(), code);
    serde_json::from_str(&text).expect("`--json` prints one document")
}

fn task<'a>(trial: &'a Value, judge: usize, task: &str) -> &'a Value {
    let tasks = trial["judges"][judge]["tasks"].as_array().expect("a list");
    tasks.iter().find(|found| found["task"] == task).unwrap_or_else(|| panic!("no {task}: {trial}"))
}

/// Units compared, of these right, and messages without a label.
fn counts(found: &Value) -> [u64; 3] {
    let faults = found["faults"].as_object().expect("counts").values().filter_map(Value::as_u64).sum();
    [found["n"].as_u64().expect("a count"), found["right"].as_u64().expect("a count"), faults]
}

/// The figures of rules, which read verdict lines well and free prose badly. They are no model's.
#[test]
fn the_rules_read_the_set_as_they_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let how = ["calibrate", "--builtin", "--judge", "builtin/rules", "--name", "t"];
    let text = program::run(folder.path(), &how, 0);
    insta::assert_snapshot!("rules", text);
    let again = program::run(folder.path(), &how, 0);
    assert_eq!(again, text, "the same numbers");
    let kept = fs::read_to_string(folder.path().join("results/t/labelled.json")).expect("it is kept");
    let kept: Value = serde_json::from_str(&kept).expect("a document");
    assert_eq!(kept["judges"][0]["rules"], true);
}

/// Verdict words and JSON in a message are no label. A judge that hands back what stands in the message is
/// refused where it is no reply, and where it is one it is as wrong as the message wants it.
#[test]
fn a_judge_that_believes_the_message_is_not_believed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("copy.sh"), include_str!("copy.sh")).expect("the folder can be written");
    let found = trial(folder.path(), &["--judge", "cmd/sh copy.sh"], 0);
    // `GRADE: PASS` is no label of anything: each such message was asked three times.
    assert_eq!(counts(task(&found, 0, "lca")), [4, 0, 56]);
    assert_eq!(counts(task(&found, 0, "dcg")), [4, 0, 56]);
    // Five messages hold 14 claims; of one, two claims are wrong and the third is dismissed as it says.
    assert_eq!(counts(task(&found, 0, "ljp")), [14, 1, 55]);
    for name in ["lca", "dcg", "ljp"] {
        let found = task(&found, 0, name);
        let plain =
            found["groups"].as_array().expect("a list").iter().find(|group| group["group"] == "plain");
        assert_eq!(plain.expect("there are such")["n"], 0, "{name}: only hostile messages hold JSON");
        assert!(found["faults"].get("judge_fault").is_some(), "{name}");
        let wrong = found["wrong"].as_array().expect("a list");
        assert!(wrong.iter().all(|miss| miss["hostile"] == true) && wrong.len() >= 4, "{name}: {wrong:?}");
        // No message was read rightly in whole.
        let missed: Vec<&Value> = wrong.iter().map(|miss| &miss["item"]).collect();
        let read = counts(found)[0] - wrong.len() as u64;
        assert!(read <= 1 && missed.len() as u64 >= counts(found)[0] - 1, "{name}");
    }
    let example = found["judges"][0]["examples"]["judge_fault"].as_str().expect("an example");
    assert!(example.contains("no usable answer"), "{example}");
    // 180 messages, those refused asked twice more.
    let asks = asked(folder.path(), "copy").len();
    assert_eq!(asks, 13 + 3 * (56 + 56 + 55));
}

#[test]
fn what_is_there_is_not_asked_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path();
    place(path);
    let judge = agent("judge", "");
    let asks = || asked(path, "judge").len();
    let first = trial(path, &["--judge", &judge, "--task", "lca"], 0);
    assert_eq!((asks(), first["messages"].as_u64()), (60, Some(60)));
    let again = trial(path, &["--judge", &judge, "--task", "lca"], 0);
    assert_eq!((asks(), &again["judges"]), (60, &first["judges"]));

    // A second judge is asked by itself; what fails on the way is no label, and is asked anew.
    let second = agent("second", "");
    let both = ["--judge", &judge, "--judge", &second, "--task", "lca"];
    fs::write(path.join("second.spoilt"), "消息第一行是识别码\nerror\nalways\n")
        .expect("the folder can be written");
    let found = trial(path, &both, 3);
    assert_eq!(asks(), 60);
    assert_eq!(task(&found, 1, "lca")["faults"]["infrastructure"], 30, "the Chinese half");
    let before = asked(path, "second").len();
    fs::remove_file(path.join("second.spoilt")).expect("it was spoilt");
    let found = trial(path, &both, 0);
    assert_eq!((asks(), asked(path, "second").len()), (60, before + 30));
    assert_eq!(counts(task(&found, 1, "lca"))[2], 0);
    assert_eq!(task(&found, 0, "lca"), task(&first, 0, "lca"));
}

#[test]
fn what_cannot_be_tried_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path();
    let refused = |arguments: &[&str], words: &str| {
        let output = program::program(path, arguments).output().expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}\n{said}");
        assert!(said.contains(words), "{arguments:?}\n{said}");
    };
    refused(&["calibrate"], "--builtin");
    refused(&["calibrate", "--builtin"], "no judge is named");
    refused(&["calibrate", "--builtin", "--judge", "builtin/oracle"], "no built-in judge `oracle`");
    refused(&["calibrate", "--builtin", "--judge", "builtin/rules", "--task", "ljq"], "does not know `ljq`");
    refused(&["calibrate", "results/r", "--judge", "builtin/rules"], "cannot be used with");
    refused(&["calibrate", "results/r", "--builtin"], "cannot be used with");
    let twice = ["calibrate", "--builtin", "--judge", "builtin/rules,builtin/rules"];
    refused(&twice, "names builtin/rules twice");
    refused(&["calibrate", "--builtin", "--judge", "builtin/rules", "--name", "../r"], "cannot name a run");
    let play =
        ["run", "--model", "builtin/oracle", "--limit", "1", "--repeats", "1", "--name", "r", "--json"];
    program::run(path, &[&play[..], &["--display", "none"]].concat(), 0);
    refused(&["calibrate", "--builtin", "--judge", "builtin/rules", "--name", "r"], "is a run");
}
