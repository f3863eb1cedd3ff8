//! Comparisons: what is paired, what is refused.

use super::runs::{played, rewrite};
use crate::program::{program, run};

fn refused(folder: &std::path::Path, arguments: &[&str]) -> String {
    let output = program(folder, arguments).output().expect("the program starts");
    assert_ne!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn runs_that_differ_in_more_than_the_assistant_are_refused_by_field() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |path: std::path::PathBuf| path.display().to_string();
    let one = at(played(folder.path(), "one", &["--model", "builtin/listener"]));
    let leaky =
        at(played(folder.path(), "leaky", &["--model", "builtin/never-ask", "--user", "builtin/leaky"]));
    let warm = at(played(folder.path(), "warm", &["--model", "builtin/never-ask", "--temperature", "0.1"]));
    let other_pack = at(played(
        folder.path(),
        "pack",
        &["--model", "builtin/never-ask", "--pack", "starter", "--limit", "2"],
    ));
    let strict =
        at(played(folder.path(), "strict", &["--model", "builtin/never-ask", "--noncompliant", "drop"]));
    let others = [(&leaky, "user"), (&warm, "temperature"), (&other_pack, "pack"), (&strict, "manner")];
    for (run_b, field) in others {
        let notes = refused(folder.path(), &["compare", &one, run_b]);
        assert!(notes.contains(&format!("differ in {field}:")), "{notes}");
        assert!(notes.contains(&format!("--allow {field}")), "{notes}");
    }
    let page = run(
        folder.path(),
        &["compare", &one, &leaky, "--allow", "user", "--resamples", "200", "--lang", "en"],
        0,
    );
    assert!(page.contains("These runs differ in user"), "{page}");
    assert!(
        refused(folder.path(), &["compare", &one, &leaky, "--allow", "users"]).contains("no field `users`")
    );
    assert!(refused(folder.path(), &["compare", &one]).contains("no two assistants"));
    assert!(
        refused(folder.path(), &["compare", &one, "--a", "builtin/oracle"])
            .contains("it has builtin/listener")
    );
}

#[test]
fn a_known_difference_is_found_and_the_cases_to_read_are_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &[]).display().to_string();
    let arguments = [
        "compare",
        &path,
        "--a",
        "builtin/never-ask",
        "--b",
        "builtin/listener",
        "--resamples",
        "200",
        "--lang",
        "en",
    ];
    let page = run(folder.path(), &arguments, 0);
    let row =
        page.lines().find(|line| line.contains("| LCA ") && line.contains("macro-F1")).expect("a row of LCA");
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    // Never-ask decides all: F1 of complete 2/3, of underspecified 0. The listener is always right.
    assert_eq!(cells[5..8], ["0.333", "1.000", "0.667"], "{row}");
    // One always succeeds and one never: alike in every draw, which is no certainty. So it is of each case.
    let row =
        |of: &str| page.lines().find(|line| line.contains("| DCG ") && line.contains(of)).expect("a row");
    let cells: Vec<&str> = row("success rate").split('|').map(str::trim).collect();
    assert_eq!(cells[5..9], ["0.000", "1.000", "1.000", "n/a"], "{cells:?}");
    let (_, paired) = page.split_once("**Paired comparison**").expect("the table");
    let row = paired.lines().find(|line| line.contains("| DCG ")).expect("a row");
    assert!(row.contains("| 1.000 |") && !row.contains('['), "{row}");
    assert!(page.contains("tiny-") && page.contains("## To read first"), "{page}");
    let turned = run(
        folder.path(),
        &[
            "compare",
            &path,
            "--a",
            "builtin/listener",
            "--b",
            "builtin/never-ask",
            "--resamples",
            "200",
            "--lang",
            "en",
        ],
        0,
    );
    assert!(turned.contains("\u{2212}0.667"), "B minus A turns round with A and B");
}

#[test]
fn a_unit_lost_on_one_side_is_taken_out_on_both() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &["--model", "builtin/always-ask,builtin/never-ask"]);
    // Of never-ask, every judgement of the first repeat is lost.
    rewrite(&path, "judgements.jsonl", &|record| {
        let play = record["play"].as_str().expect("an id").to_owned();
        if play.contains("never-ask") && play.contains("|r1|") {
            record["outcome"] = serde_json::json!({ "fault": { "fault": "judge_fault", "why": "a test" } });
        }
    });
    let path = path.display().to_string();
    run(folder.path(), &["score", &path], 3);
    let page = run(folder.path(), &["compare", &path, "--resamples", "200", "--lang", "en"], 0);
    let row =
        page.lines().find(|line| line.contains("| DCG ") && line.contains("success rate")).expect("a row");
    assert!(row.contains("| 2 |") || row.trim_end().ends_with("0 |"), "no case is left out: {row}");
    let report = run(folder.path(), &["report", &path, "--lang", "en"], 0);
    assert!(report.contains("Incomplete:") && report.contains("judge failed"), "{report}");
}

#[test]
fn a_history_lost_in_one_run_is_no_difference_where_repeats_differ() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let model = ["--model", "builtin/always-ask"];
    let one = played(folder.path(), "one", &model);
    let two = played(folder.path(), "two", &model);
    let at = two.display().to_string();
    let resumed = ["resume", &at, "--repeats", "3", "--display", "none"];
    run(folder.path(), &resumed, 0);
    // Of one case, the complete history is lost in the run of two repeats.
    rewrite(&one, "judgements.jsonl", &|record| {
        let play = record["play"].as_str().expect("an id").to_owned();
        if play.contains("tiny-en-deposit|complete|lca|") {
            record["outcome"] = serde_json::json!({ "fault": { "fault": "judge_fault", "why": "a test" } });
        }
    });
    let one = one.display().to_string();
    run(folder.path(), &["score", &one], 3);
    let page = run(folder.path(), &["compare", &one, &at, "--resamples", "200", "--lang", "en"], 0);
    let row =
        page.lines().find(|line| line.contains("| LCA ") && line.contains("macro-F1")).expect("a row of LCA");
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    assert_eq!((cells[5], cells[7]), (cells[6], "0.000"), "{row}");
}
