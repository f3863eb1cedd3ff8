//! Run folders.

use std::fs::File;

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
    each_command_refuses(&place, "results/one", 1, &["another process is working in results/one", "hint: "]);
    drop(lock);
    place.run(&["score", "results/one"]).done();
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
        let says = [&format!("results/one/{file}: line 1 is not a record"), "hint: "];
        place.refused(&["score", "results/one"], 1, &says.map(|part| part as &str));
        std::fs::write(&path, kept).expect("written");
    }
    place.write("results/one/snapshots/001/settings.json", "{}");
    place.refused(&["score", "results/one"], 1, &["results/one/snapshots/001/settings.json", "hint: "]);
}
