//! Run folders.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use super::program::Place;

/// Arguments of a small run.
const RUN: [&str; 11] = [
    "run",
    "--model",
    "builtin/oracle",
    "--task",
    "lca",
    "--limit",
    "1",
    "--repeats",
    "1",
    "--resamples",
    "10",
];

/// A place with the finished run `results/one`.
fn place_with_run() -> Place {
    let place = Place::new();
    place.run(&[&RUN[..], &["--name", "one"]].concat()).done();
    place
}

/// Every command that works on a run.
const COMMANDS: [&[&str]; 4] = [&["resume"], &["score"], &["show"], &["plan", "--why"]];

fn each_command_refuses(place: &Place, run: &str, code: i32, says: &[&str]) {
    for command in COMMANDS {
        place.refused(&[command, &[run]].concat(), code, says);
    }
}

#[test]
fn a_folder_that_cannot_be_written() {
    let place = Place::new();
    place.write("file", "x");
    for dir in ["file/results", "/proc/results"] {
        let says = [&format!("failed to create {dir}"), "hint: ", "--log-dir"];
        place.refused(&[&RUN[..], &["--log-dir", dir]].concat(), 1, &says.map(|part| part as &str));
    }
}

#[test]
fn a_run_of_another_version() {
    let place = place_with_run();
    let file = place.path("results/one/run.json");
    let text = std::fs::read_to_string(&file).expect("written by the run");
    std::fs::write(&file, text.replace("\"layout\": 1", "\"layout\": 99")).expect("written");
    let says = ["results/one has layout 99", "reads layout 1", "hint: update lexconsult"];
    each_command_refuses(&place, "results/one", 1, &says);
    std::fs::write(&file, "{ \"layout\": ").expect("written");
    each_command_refuses(&place, "results/one", 1, &["results/one/run.json: "]);
}

#[test]
fn a_folder_that_is_no_run() {
    let place = Place::new();
    std::fs::create_dir(place.path("empty")).expect("created");
    each_command_refuses(&place, "empty", 1, &["empty is not a run folder", "run.json", "hint: "]);
    for command in [&["resume"][..], &["score"], &["plan", "--why"]] {
        place.refused(&[command, &["absent"]].concat(), 1, &["absent is not a run folder"]);
    }
    place.refused(&["show", "absent"], 2, &["no case `absent`", "nor is it the folder of a run"]);
}

#[test]
fn a_second_process_in_the_run() {
    let place = place_with_run();
    let lock = File::options().write(true).open(place.path("results/one/lock")).expect("the run has a lock");
    lock.try_lock().expect("nobody holds it");
    let says = ["another process is working in results/one", "hint: "];
    place.refused(&["resume", "results/one"], 1, &says);
    // Who only reads needs no lock, and leaves everything as it is.
    let before = files(&place.path("results/one"));
    for command in READING {
        place.run(&[command, &["results/one"]].concat()).done();
    }
    let scored = place.run(&["score", "results/one"]).done();
    assert!(scored.stderr.contains("scores.json is left as it is: another process"), "{}", scored.stderr);
    assert!(files(&place.path("results/one")) == before, "a reading command changed the run");
    drop(lock);
    let scored = place.run(&["score", "results/one"]).done();
    assert_eq!(scored.stderr, "");
}

/// The commands that only read a run.
const READING: [&[&str]; 3] = [&["show", "--calls"], &["plan", "--why"], &["show", "--json"]];

/// All files below a folder with their content.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder of the run") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path.clone(), std::fs::read(&path).expect("readable"));
        }
    }
    found
}

#[test]
fn lines_that_are_being_written_are_passed_over_by_who_reads() {
    let place = place_with_run();
    let run = place.path("results/one");
    let whole = place.run(&["score", "results/one", "--json"]).done();
    for file in ["plays.jsonl", "judgements.jsonl", "calls/000001.jsonl"] {
        let mut text = std::fs::read(run.join(file)).expect("written by the run");
        text.extend(b"{\"seq\": 99, \"half a l");
        std::fs::write(run.join(file), text).expect("written");
    }
    let before = files(&run);
    for command in READING {
        place.run(&[command, &["results/one"]].concat()).done();
    }
    let scored = place.run(&["score", "results/one", "--json"]).done();
    assert_eq!(scored.stdout, whole.stdout);
    assert!(files(&run) == before, "a reading command changed the run");
    // A run that goes on cuts them off.
    place.run(&["resume", "results/one"]).done();
    let text = std::fs::read_to_string(run.join("plays.jsonl")).expect("written by the run");
    assert!(!text.contains("half a l"));
}

#[test]
fn a_name_that_is_taken_or_is_none() {
    let place = place_with_run();
    let named = |name| [&RUN[..], &["--name", name]].concat();
    place.refused(&named("one"), 1, &["results/one exists", "never overwritten", "lexconsult resume"]);
    for bad in ["../up", "a b", ".hidden", ""] {
        place.refused(&named(bad), 2, &[&format!("`{bad}` cannot name a run"), "--name takes"]);
    }
}

#[test]
fn damaged_records_are_named_by_file_and_line() {
    let place = place_with_run();
    for file in ["plays.jsonl", "judgements.jsonl"] {
        let path = place.path("results/one").join(file);
        let kept = std::fs::read(&path).expect("written by the run");
        std::fs::write(&path, [b"{\"seq\": true}\n".as_slice(), &kept].concat()).expect("written");
        // A record can be made again, so that one bad line does not make the others useless.
        let scored = place.run(&["score", "results/one"]).done();
        let says = [&format!("line 1 of results/one/{file} is damaged"), "lexconsult resume"];
        for part in says.map(|part| part as &str) {
            assert!(scored.stderr.contains(part), "`{part}` is not in:\n{}", scored.stderr);
        }
        std::fs::write(&path, kept).expect("written");
    }
    place.write("results/one/snapshots/001/settings.json", "{}");
    place.refused(&["score", "results/one"], 1, &["results/one/snapshots/001/settings.json", "hint: "]);
}
