//! A run that an earlier version made: it stands, and where a record is gone its journal answers for
//! it. Nothing is paid anew.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::agents::place;
use crate::folders::copy;
use crate::program::run;

/// Kept as it was made; see the README beside it.
const EARLIER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/runs/before");
const AGENTS: [&str; 4] = ["assistant", "user", "gate", "judge"];

/// A folder with the agents and a copy of the run.
fn bench() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    place(folder.path());
    copy(Path::new(EARLIER), &folder.path().join("r"));
    folder
}

/// Nobody was asked anything.
fn assert_unasked(folder: &Path) {
    for name in AGENTS {
        assert!(!folder.join(format!("{name}.log")).exists(), "{name} was asked");
    }
}

/// The records of a file, sorted, without their place in it.
fn records(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a file of the run");
    let mut records: Vec<String> = text
        .lines()
        .map(|line| {
            let mut record: Value = serde_json::from_str(line).expect("a record a line");
            record.as_object_mut().expect("a record").remove("seq");
            record.to_string()
        })
        .collect();
    records.sort();
    records
}

#[test]
fn a_run_of_an_earlier_version_stands() {
    let folder = bench();
    let plan: Value =
        serde_json::from_str(&run(folder.path(), &["plan", "--json", "--why", "r"], 0)).expect("JSON");
    assert_eq!(
        (&plan["plays"], &plan["plays_owed"], &plan["judgements_owed"]),
        (&3.into(), &0.into(), &0.into())
    );
    assert_eq!(plan["calls_reused"], 16);
    let text = run(folder.path(), &["resume", "r", "--display", "none"], 0);
    assert!(text.contains("3 of 3 plays scored; this time 0 played, 0 judged, 0 new asks"), "{text}");
    assert_unasked(folder.path());
    assert_eq!(
        records(&folder.path().join("r/plays.jsonl")),
        records(&Path::new(EARLIER).join("plays.jsonl"))
    );
}

#[test]
fn what_an_earlier_version_asked_is_asked_alike() {
    let folder = bench();
    for file in ["plays.jsonl", "judgements.jsonl"] {
        fs::remove_file(folder.path().join("r").join(file)).expect("the fixture has it");
    }
    let text = run(folder.path(), &["resume", "r", "--display", "none"], 0);
    assert!(
        text.contains("this time 3 played, 3 judged, 0 new asks, 16 answered from the journal"),
        "{text}"
    );
    assert_unasked(folder.path());
    for file in ["plays.jsonl", "judgements.jsonl"] {
        let (made, kept) = (folder.path().join("r").join(file), Path::new(EARLIER).join(file));
        assert_eq!(records(&made), records(&kept), "{file}");
    }
}
