//! A report holds a transcript only while it reads it, and of a record a few numbers.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use super::runs::{played, rewrite};
use crate::many::multiplied;
use crate::peak;
use crate::program::{program, run};

fn peak_kb(folder: &Path, arguments: &[&str]) -> u64 {
    peak::peak_kb(program(folder, arguments).stdout(Stdio::null()).stderr(Stdio::null()))
}

#[test]
fn the_length_of_what_was_said_does_not_stay_in_memory() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &["--model", "builtin/listener,builtin/never-ask"]);
    let name = path.display().to_string();
    let pages: [&[&str]; 2] =
        [&["report", &name, "-o", "page.md"], &["compare", &name, "--resamples", "50", "-o", "page.md"]];
    let short = pages.map(|arguments| peak_kb(folder.path(), arguments));
    rewrite(&path, "plays.jsonl", &|record| {
        for spoken in record["transcript"]["turns"].as_array_mut().expect("turns") {
            spoken["turn"]["text"] = "x".repeat(1 << 18).into();
        }
    });
    run(folder.path(), &["resume", &name, "--display", "none"], 0);
    let bytes = fs::metadata(path.join("plays.jsonl")).expect("is there").len();
    assert!(bytes > 10 << 20, "{bytes} bytes");
    for (arguments, short) in pages.iter().zip(short) {
        let long = peak_kb(folder.path(), arguments);
        assert!(short > 0 && long < short + 8 * 1024, "{arguments:?}: {short} kB, then {long} kB");
    }
}

/// Most that a record may add to the memory of a report, in bytes: the numbers of its unit, in the
/// census and where pairs are laid side by side. Its line has some 800, and a record that is held as
/// such takes several kilobytes.
const BYTES_A_RECORD: u64 = 400;

#[test]
fn memory_does_not_follow_the_number_of_records() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let small = played(folder.path(), "study", &["--model", "builtin/listener,builtin/never-ask"]);
    let settings = small.join("snapshots/001/settings.json");
    let text = fs::read_to_string(&settings).expect("the run has settings");
    fs::write(&settings, text.replace("\"resamples\": 200", "\"resamples\": 20")).expect("can be written");
    let records = |path: &Path| {
        let lines = |file| fs::read_to_string(path.join(file)).expect("is there").lines().count() as u64;
        lines("plays.jsonl") + lines("judgements.jsonl")
    };
    let times = (1_000 / records(&small)) as u32;
    let [few, many] = [times, 10 * times].map(|times| {
        let path = multiplied(&small, times);
        let name = path.display().to_string();
        run(folder.path(), &["score", &name], 0);
        (records(&path), name)
    });
    let pages: [&[&str]; 2] =
        [&["report", "-o", "page.html"], &["compare", "--resamples", "20", "-o", "page.html"]];
    for page in pages {
        let of = |name: &str| peak_kb(folder.path(), &[&[page[0], name], &page[1..]].concat());
        let (with_few, with_many) = (of(&few.1), of(&many.1));
        let each = with_many.saturating_sub(with_few) * 1024 / (many.0 - few.0);
        assert!(many.0 >= 9_000 && with_few > 0, "{} records, {with_few} kB", many.0);
        assert!(each < BYTES_A_RECORD, "{page:?}: {with_few} kB, then {with_many} kB: {each} bytes a record");
    }
}
