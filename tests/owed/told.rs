//! What is told of a run that owes something: nothing that no longer stands.

use std::fs;

use serde_json::Value;

use super::bench::{Bench, RUN};
use crate::agents::agent;
use crate::program::program;
use crate::running::Running;

/// The plays of which the table of judgements tells a label.
fn judged(bench: &Bench) -> Vec<String> {
    let rows = bench.command(&["export", RUN, "--table", "judgements", "--format", "jsonl"], 0);
    let rows = rows.lines().map(|row| serde_json::from_str::<Value>(row).expect("a row a line"));
    let labelled = rows.filter(|row| row["label"].is_string());
    labelled.map(|row| row["play"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn a_label_by_another_rubric_is_not_told() {
    let bench = Bench::new();
    bench.play("", &["--task", "lca"], 0);
    assert_eq!(judged(&bench).len(), 4);
    let changed = bench.changed_prompt("en/judge/lca.j2", "Read slowly.");
    bench.resume(&["--prompts", &changed], 0);
    assert_eq!(judged(&bench).len(), 4);

    // As if it had ended before the second of the two.
    let mut lines: Vec<String> = bench.file("judgements.jsonl").lines().map(str::to_owned).collect();
    let last: Value = serde_json::from_str(&lines.pop().expect("a line")).expect("a record a line");
    let file = bench.path().join(RUN).join("judgements.jsonl");
    fs::write(file, lines.join("\n") + "\n").expect("the run can be written");
    bench.command(&["score", RUN], 3);
    let told = judged(&bench);
    assert_eq!(told.len(), 3);
    assert!(!told.contains(&last["play"].as_str().expect("a name").to_owned()), "{told:?}");
    let shown = bench.command(&["show", RUN, "--limit", "9"], 0);
    assert_eq!(shown.matches(" says: ").count(), 3, "{shown}");
}

#[test]
fn a_label_of_an_earlier_talk_is_not_told() {
    let bench = Bench::new();
    bench.play("", &["--task", "lca"], 0);
    bench.spoil("assistant", "", "error", "always");
    bench.resume(&["--temperature", "0.2"], 3);
    assert_eq!(judged(&bench), Vec::<String>::new());
    let shown = bench.command(&["show", RUN, "--limit", "9"], 0);
    assert_eq!(shown.matches("end: fault").count(), 4, "{shown}");
    assert!(!shown.contains(" says: "), "{shown}");
}

#[test]
fn numbers_of_other_records_are_not_told() {
    let bench = Bench::new();
    bench.play("", &["--task", "lca"], 0);
    bench.command(&["report", RUN], 0);
    let second = agent("second", "");
    let rejudge = ["rejudge", RUN, "--judge", &second, "--max-connections", "1", "--display", "none"];
    let mut rejudging = Running::start(bench.path(), bench.path(), &rejudge.map(str::to_owned));
    rejudging.follow(2);
    rejudging.program.kill().expect("the program runs");
    rejudging.program.wait().expect("the program has ended");

    let output = program(bench.path(), &["report", RUN]).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("has no scores yet") && said.contains("lexconsult score"), "{said}");
    bench.command(&["score", RUN], 3);
    bench.command(&["report", RUN], 0);
}
