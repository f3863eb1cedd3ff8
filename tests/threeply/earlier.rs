//! A run of arguments that was begun before `top_p` and penalties were sent: it stands as it was asked.

use std::fs;
use std::path::Path;

use lexconsult::run::ScoreFile;
use serde_json::Value;

use super::folders::copy;
use super::program::run;

/// Kept as it was made; see the README beside it.
const EARLIER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/runs/before-threeply");

/// A folder with a copy of the run, and none of the program that it asked: who is asked now fails.
fn bench() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy(Path::new(EARLIER), &folder.path().join("r"));
    folder
}

#[test]
fn a_run_that_left_sampling_to_the_endpoint_owes_nothing() {
    let folder = bench();
    let plan: Value =
        serde_json::from_str(&run(folder.path(), &["plan", "--why", "r", "--json"], 0)).expect("JSON");
    assert_eq!(
        (&plan["plays"], &plan["plays_owed"], &plan["judgements_owed"], &plan["calls_reused"]),
        (&4.into(), &0.into(), &0.into(), &8.into())
    );
    let text = run(folder.path(), &["resume", "r", "--display", "none"], 0);
    assert!(text.contains("4 of 4 plays scored; this time 0 played, 0 judged, 0 new asks"), "{text}");
}

#[test]
fn what_it_asked_is_asked_alike() {
    let folder = bench();
    for file in ["plays.jsonl", "judgements.jsonl"] {
        fs::remove_file(folder.path().join("r").join(file)).expect("the fixture has it");
    }
    // A further setting makes a new snapshot, which still leaves sampling to the endpoint.
    let flags = ["resume", "r", "--json", "--display", "none", "--resamples", "50"];
    let scores: ScoreFile = serde_json::from_str(&run(folder.path(), &flags, 0)).expect("the scores");
    assert_eq!((scores.coverage.planned, scores.coverage.played), (4, 4));
    let settings = fs::read_to_string(folder.path().join("r/snapshots/002/settings.json")).expect("kept");
    assert!(!settings.contains("top_p") && !settings.contains("penalties"), "{settings}");
}
