//! Messages from a file: scored like any others, and nobody but the judge is asked.

use std::time::Duration;

use super::served::{PRICES, Served};
use crate::program::program;

const STUDY: [&str; 10] = [
    "--pack",
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny"),
    "--resamples",
    "100",
    "--display",
    "none",
    "--name",
    "r",
    "--judge",
    "builtin/rules",
];

fn refused(served: &Served, lines: &str, more: &[&str], says: &[&str]) {
    std::fs::write(served.path().join("mine.jsonl"), lines).expect("the folder can be written");
    let arguments = [&["run", "--answers", "mine.jsonl"], &STUDY[..], more].concat();
    let output = program(served.path(), &arguments).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    for part in says {
        assert!(said.contains(part), "`{part}` is not in: {said}");
    }
    assert!(!served.path().join("results").exists(), "no run is begun");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_scored_and_what_is_missing_is_counted() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    let line = |id: &str, variant: &str, said: &str| {
        format!(
            "{{\"id\": \"{id}\", \"repeat\": 1, \"variant\": \"{variant}\", \"messages\": [\"{said}\"]}}\n"
        )
    };
    let decided = "[VERDICT]\\n1. Supported\\n2. Dismissed";
    let lines = line("tiny-en-deposit", "complete", decided)
        + &line("tiny-en-deposit", "underspecified", "[ASK]\\nWas there a list of damage?")
        + &line("tiny-zh-lending", "complete", "【结论】\\n1. 支持");
    std::fs::write(served.path().join("mine.jsonl"), lines).expect("the folder can be written");
    let arguments = [&["run", "--json", "--answers", "mine.jsonl", "--task", "lca"], &STUDY[..]].concat();
    let scores = crate::scores::scores(&served.command(&arguments, 3));
    assert_eq!((scores.coverage.planned, scores.coverage.played), (4, 3));
    assert_eq!(scores.coverage.lost.get("not_answered"), Some(&1));
    let acc_c = scores.estimates.iter().find(|e| e.metric == "acc_c" && e.group.is_none()).expect("scored");
    assert_eq!((acc_c.model.as_str(), acc_c.n), ("answers/mine", 3));
    let records = std::fs::read_to_string(served.path().join("results/r/plays.jsonl")).expect("records");
    assert!(records.lines().all(|record| record.contains("[\"answers\",\"mine.jsonl (")), "{records}");
    let text = served.command(&["score", "results/r"], 3);
    assert!(text.contains("answers    mine.jsonl ("), "{text}");
    // A resume judges, and asks nobody for what was not answered.
    served.command(&["resume", "results/r"], 3);
    assert_eq!(served.calls(), [0, 0, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_cannot_be_used_is_named_with_its_field() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    let good = "{\"id\": \"tiny-en-deposit\", \"repeat\": 1, \"task\": \"lca\", \"variant\": \"complete\", \"messages\": [\"x\"]}\n";
    let with = |from: &str, to: &str| good.replace(from, to);
    refused(&served, &(good.to_owned() + good), &[], &["mine.jsonl:2: ", "same unit as line 1"]);
    refused(&served, &with("tiny-en-deposit", "nobody"), &[], &["mine.jsonl:1: id: no case `nobody`"]);
    refused(
        &served,
        &with("\"repeat\": 1", "\"repeat\": 2"),
        &["--repeats", "1"],
        &["repeat: 2 is not among"],
    );
    refused(
        &served,
        &with(", \"variant\": \"complete\"", ""),
        &[],
        &["variant: missing", "narrow the selection"],
    );
    refused(&served, &with("\"lca\"", "\"lcaa\""), &[], &["mine.jsonl:1: task: unknown variant `lcaa`"]);
    refused(
        &served,
        &with("[\"x\"]", "[\"x\", \"y\"]"),
        &[],
        &["messages: 2 of the assistant", "docs/runs.md"],
    );
    refused(&served, &with("[\"x\"]", "[{\"role\": \"judge\"}]"), &[], &["messages[0]: ", "`role`"]);
    refused(&served, &with("\"id\"", "\"case\""), &[], &["mine.jsonl:1: ", "unknown field `case`"]);
    refused(&served, "\n", &[], &["mine.jsonl holds no answer"]);
}
