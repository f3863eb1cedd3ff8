//! Small runs to read.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::run;

/// The pack of the tests.
pub const TINY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny");

/// Three assistants with known differences on the tiny pack.
pub fn played(folder: &Path, name: &str, more: &[&str]) -> PathBuf {
    let log_dir = folder.display().to_string();
    let mut arguments = vec![
        "run",
        "--repeats",
        "2",
        "--resamples",
        "200",
        "--display",
        "none",
        "--name",
        name,
        "--log-dir",
        &log_dir,
    ];
    arguments.extend(more);
    if !more.contains(&"--pack") {
        arguments.extend(["--pack", TINY]);
    }
    if !more.contains(&"--model") {
        arguments.extend(["--model", "builtin/listener,builtin/always-ask,builtin/never-ask"]);
    }
    run(folder, &arguments, 0);
    folder.join(name)
}

/// Rewrites a run's plays so that every message and every ledger speaks as `words` says.
pub fn rewrite(run: &Path, file: &str, change: &dyn Fn(&mut serde_json::Value)) {
    let path = run.join(file);
    let text = fs::read_to_string(&path).expect("the run has the file");
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let mut record = serde_json::from_str(line).expect("a JSON line");
            change(&mut record);
            serde_json::to_string(&record).expect("plain data")
        })
        .collect();
    fs::write(path, lines.join("\n") + "\n").expect("the run can be written");
}
