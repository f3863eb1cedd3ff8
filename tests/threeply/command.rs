//! `triples generate` and `triples check` as they are typed.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::program::{program, run};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// What a refused command says on stderr.
fn refused(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = program(folder, arguments).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("the program writes UTF-8")
}

#[test]
fn triples_are_drawn_written_and_checked() {
    let place = folder();
    let here = place.path();
    for mode in ["arguable", "reordered", "non-arguable", "mismatched"] {
        let generate = ["triples", "generate", "--mode", mode, "--complexity", "12", "--seed", "1"];
        let text = run(here, &generate, 0);
        assert_eq!(text.lines().count(), 30, "{mode}");
        assert_eq!(run(here, &generate, 0), text, "the same seed draws the same");
        let file = format!("{mode}.jsonl");
        let written = run(here, &[&generate[..], &["-o", &file]].concat(), 0);
        assert_eq!(written, "", "what is written is not printed");
        assert_eq!(fs::read_to_string(here.join(&file)).expect("written"), text);
        assert_eq!(run(here, &["triples", "check", &file], 0), format!("{file}: 30 triples, 0 findings\n"));
    }
    let strict = ["triples", "generate", "--mode", "arguable", "--count", "2", "--strict-sides", "--json"];
    let drawn: Value = serde_json::from_str(&run(here, &strict, 0)).expect("one document");
    assert_eq!(drawn.as_array().map(Vec::len), Some(2));
    assert_eq!(drawn[0]["strict_sides"], true);
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_bound() {
    let place = folder();
    let here = place.path();
    let generate = |rest: &[&str], code| refused(here, &[&["triples", "generate"], rest].concat(), code);
    let text = generate(&["--mode", "non-arguable", "--complexity", "13"], 2);
    assert!(text.contains("the largest possible is 12") && text.contains("hint: "), "{text}");
    assert!(
        generate(&["--mode", "arguable", "--complexity", "26"], 2).contains("the largest possible is 25")
    );
    assert!(generate(&["--mode", "arguable", "--count", "0"], 2).contains("the largest 10000"));
    assert!(generate(&["--mode", "non-arguable", "--strict-sides"], 2).contains("share none"));
    let text = generate(&["--mode", "argueable"], 2);
    assert!(text.contains("arguable, reordered, non-arguable, mismatched"), "{text}");
    fs::write(here.join("there.jsonl"), "kept").expect("written");
    let text = generate(&["--mode", "arguable", "-o", "there.jsonl"], 1);
    assert!(text.contains("there.jsonl exists, and is not overwritten"), "{text}");
    assert_eq!(fs::read_to_string(here.join("there.jsonl")).expect("there"), "kept");
    assert!(generate(&["--mode", "arguable", "-o", "no/such/x.jsonl"], 1).contains("failed to write"));
}

#[test]
fn a_file_that_breaks_its_mode_is_found_out() {
    let place = folder();
    let here = place.path();
    let text = run(here, &["triples", "generate", "--mode", "arguable", "--count", "3"], 0);
    fs::write(here.join("t.jsonl"), text.replacen("\"arguable\"", "\"non-arguable\"", 1)).expect("written");
    let checked = run(here, &["triples", "check", "t.jsonl"], 1);
    assert!(checked.contains("t.jsonl: line 1: arguable-0001: TSC1 shares F"), "{checked}");
    let json = run(here, &["triples", "check", "t.jsonl", "--json"], 1);
    let document: Value = serde_json::from_str(&json).expect("one document");
    assert_eq!((&document["triples"], &document["findings"][0]["line"]), (&3.into(), &1.into()));
    fs::write(here.join("bad.jsonl"), "{}\n").expect("written");
    assert!(
        refused(here, &["triples", "check", "bad.jsonl"], 1)
            .contains("bad.jsonl: line 1: missing field `id`")
    );
    assert!(refused(here, &["triples", "check", "absent.jsonl"], 1).contains("failed to read absent.jsonl"));
    fs::write(here.join("latin.jsonl"), b"\xe9").expect("written");
    assert!(refused(here, &["triples", "check", "latin.jsonl"], 1).contains("is not UTF-8"));
}
