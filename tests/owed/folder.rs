//! A run's folder belongs to one process at a time, and is never overwritten.

use std::fs;
use std::process::{Command, Output};

use super::bench::{Bench, RUN, arguments};
use crate::program::program;
use crate::running::Running;
use crate::scores;

/// Exit code and notes of a command that is refused.
fn refused(bench: &Bench, arguments: &[&str]) -> (Option<i32>, String) {
    let Output { status, stderr, .. } =
        program(bench.path(), arguments).output().expect("the program is built and starts");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

#[test]
fn a_second_process_in_the_same_run_is_refused() {
    let bench = Bench::new();
    let made = Command::new("mkfifo").arg(bench.path().join("go")).status().expect("mkfifo is there");
    assert!(made.success());
    let mut first = Running::start(bench.path(), bench.path(), &arguments("waits", &["--task", "lca"]));
    first.follow(1);
    // The first one is at work now: its agent waits for a word.
    let (code, notes) = refused(&bench, &["resume", RUN]);
    assert_eq!(code, Some(1), "{notes}");
    assert!(notes.contains("another process is working in"), "{notes}");
    // Who reads is let in, and sees what there is so far.
    bench.command(&["plan", "--why", RUN], 0);
    bench.command(&["show", RUN, "--calls"], 0);
    let so_far = scores::scores(&bench.command(&["score", RUN, "--json"], 3));
    assert_eq!(so_far.coverage.planned, 4);
    assert!(!bench.path().join(RUN).join("scores.json").exists(), "the run itself writes its numbers");
    // Opening the pipe waits for the agent to read from it.
    fs::write(bench.path().join("go"), "decides\n").expect("the agent reads");
    first.end(bench.path(), 0);
    assert_eq!(bench.counts(), [4, 0, 4]);
    bench.resume(&[], 0);
}

#[test]
fn a_run_is_never_overwritten() {
    let bench = Bench::new();
    bench.play("", &["--task", "lca"], 0);
    let before =
        ["run.json", "plays.jsonl", "scores.json", "calls/000001.jsonl"].map(|name| bench.file(name));
    let again = arguments("", &["--task", "dcg"]);
    let (code, notes) = refused(&bench, &again.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(code, Some(1));
    assert!(notes.starts_with("error: results/r exists, and a run is never overwritten\n"), "{notes}");
    assert!(notes.contains("\nhint: go on with it by `lexconsult resume`"), "{notes}");
    let after = ["run.json", "plays.jsonl", "scores.json", "calls/000001.jsonl"].map(|name| bench.file(name));
    assert_eq!(after, before);
}

#[test]
fn a_run_is_scored_elsewhere_from_its_folder_alone() {
    let bench = Bench::new();
    let changed = bench.changed_prompt("en/judge/lca.j2", "Read slowly.");
    let scores = bench.play("", &["--prompts", &changed], 0);
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let copied = Command::new("cp").arg("-r").arg(bench.path().join(RUN)).arg(elsewhere.path()).status();
    assert!(copied.expect("cp is there").success());
    drop(bench);
    // Neither agent nor prompts are there.
    let again = crate::program::run(elsewhere.path(), &["score", "r", "--json"], 0);
    assert_eq!(crate::scores::scores(&again), scores);
}

#[test]
fn a_run_that_was_killed_before_its_settings_were_written_says_so() {
    let bench = Bench::new();
    bench.play("decides", &["--task", "lca", "--limit", "1"], 0);
    fs::remove_dir_all(bench.path().join(RUN).join("snapshots")).expect("the run can be written");
    for command in [["resume", RUN].as_slice(), &["score", RUN], &["plan", "--why", RUN]] {
        let (code, notes) = refused(&bench, command);
        assert_eq!(code, Some(1), "{command:?}: {notes}");
        assert!(notes.contains("holds no settings: its run ended before it began"), "{notes}");
    }
}

#[test]
fn numbers_of_lines_that_a_crash_took_are_not_given_to_other_asks() {
    let bench = Bench::new();
    bench.play("", &["--task", "dcg", "--limit", "1"], 0);
    // What a player by rule said last costs nothing, and a crash of the machine may lose it.
    let whole = bench.file("calls/000001.jsonl");
    let (kept, lost) = whole.trim_end().rsplit_once('\n').expect("two lines");
    fs::write(bench.path().join(RUN).join("calls/000001.jsonl"), format!("{kept}\n")).expect("written");
    let lost: serde_json::Value = serde_json::from_str(lost).expect("a line");
    let named = |line: u64| {
        let of_play = bench.plays().iter().any(|record| record.transcript.calls.contains(&line));
        of_play || bench.judgements().iter().any(|record| record.calls.contains(&line))
    };
    let number = lost["seq"].as_u64().expect("a number");
    assert!(named(number), "a record names the line that is lost");
    bench.resume(&["--repeats", "2"], 0);
    let seqs: Vec<u64> = bench.calls().iter().map(|call| call.seq).collect();
    assert!(!seqs.contains(&number) && seqs.iter().any(|seq| *seq > number), "{number}: {seqs:?}");
}
