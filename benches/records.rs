//! `report` and `compare` on runs of about 1,000, 10,000 and 100,000 plays, each with as many judgements.
//!
//! `cargo bench --bench records`. A small run is played by the built-in players and scored; its records then stand for
//! more repeats (`tests/support/many.rs`). Printed are the records, the seconds (median of three) and the most memory
//! at a time. `-- --keep DIR` leaves the runs in a folder.

#[path = "../tests/support/folders.rs"]
mod folders;
#[path = "../tests/support/many.rs"]
mod many;
#[path = "../tests/support/peak.rs"]
mod peak;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

const MODELS: &str =
    "builtin/listener,builtin/always-ask,builtin/never-ask,builtin/oracle,builtin/majority,builtin/random";

/// What is played: a name, how many assistants and cases, and how often its records are taken.
const SHAPES: [(&str, usize, &str, [u32; 3]); 2] =
    [("many cases", 6, "72", [1, 4, 39]), ("many repeats", 3, "20", [3, 28, 280])];

fn main() {
    let keep = std::env::args().skip_while(|argument| argument != "--keep").nth(1);
    let passing = tempfile::tempdir().expect("a temporary folder");
    let folder = keep.map_or_else(|| passing.path().to_path_buf(), PathBuf::from);
    println!("| run | plays | judgements | MB of records | report s | MiB | compare s | MiB |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (shape, models, cases, sizes) in SHAPES {
        let name = shape.replace(' ', "-");
        let small = folder.join(&name);
        let models: Vec<&str> = MODELS.split(',').take(models).collect();
        let log_dir = folder.display().to_string();
        let fixed = ["run", "--pack", "zh-civil", "--repeats", "1", "--display", "none", "--name", &name];
        let chosen = ["--log-dir", &log_dir, "--limit", cases, "--model", &models.join(",")];
        done(quiet(&folder).args(fixed).args(chosen));
        for times in sizes {
            let run = many::multiplied(&small, times);
            done(quiet(&folder).arg("score").arg(&run));
            let [plays, judgements] = ["plays.jsonl", "judgements.jsonl"].map(|file| run.join(file));
            let megabytes = [&plays, &judgements].map(|file| fs::metadata(file).map_or(0, |of| of.len()));
            let [report, compare] = ["report", "compare"].map(|page| measured(&folder, page, &run));
            println!(
                "| {shape} | {} | {} | {:.0} | {:.2} | {:.1} | {:.2} | {:.1} |",
                lines(&plays),
                lines(&judgements),
                megabytes.iter().sum::<u64>() as f64 / 1e6,
                report.0,
                report.1,
                compare.0,
                compare.1,
            );
        }
    }
}

fn quiet(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lexconsult"));
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn done(command: &mut Command) {
    let status = command.status().expect("the program starts");
    assert!(status.success(), "{command:?}");
}

fn lines(file: &Path) -> usize {
    fs::read(file).expect("the run has the file").iter().filter(|byte| **byte == b'\n').count()
}

/// Seconds, and mebibytes.
fn measured(folder: &Path, page: &str, run: &Path) -> (f64, f64) {
    let once = || {
        let begun = Instant::now();
        let peak = peak::peak_kb(quiet(folder).arg(page).arg(run).args(["-o", "page.html"]));
        (begun.elapsed().as_secs_f64(), peak as f64 / 1024.0)
    };
    let mut found = [once(), once(), once()];
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let most = found.iter().map(|(_, peak)| *peak).fold(0.0, f64::max);
    (found[1].0, most)
}
