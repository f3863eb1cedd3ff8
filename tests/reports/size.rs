//! A report holds a transcript only while it reads it.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use super::runs::{played, rewrite};
use crate::program::{program, run};

/// The most memory a command takes at a time, in kB, as the kernel counts it while it runs.
fn peak_kb(folder: &Path, arguments: &[&str]) -> u64 {
    let mut child = program(folder, arguments).stdout(Stdio::null()).spawn().expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = now.unwrap_or(0).max(peak);
        if let Some(ended) = child.try_wait().expect("the child can be waited for") {
            assert!(ended.success(), "{arguments:?}");
            return peak;
        }
        sleep(Duration::from_millis(1));
    }
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
