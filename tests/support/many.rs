//! A run with many records, made of a small one that was played: what its repeats brought stands for
//! further repeats as well, as it would with players that do the same each time.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Makes a run beside `run` that has each of its records `times` times, each time as another repeat.
/// It has no scores yet.
pub fn multiplied(run: &Path, times: u32) -> PathBuf {
    let many = run.with_extension(format!("x{times}"));
    crate::folders::copy(&run.join("snapshots"), &many.join("snapshots"));
    fs::create_dir_all(many.join("calls")).expect("a folder for the journal");
    fs::copy(run.join("run.json"), many.join("run.json")).expect("the run has a manifest");
    let settings = many.join("snapshots/001/settings.json");
    let text = fs::read_to_string(&settings).expect("the run has settings");
    let mut value: Value = serde_json::from_str(&text).expect("they are JSON");
    let repeats =
        u32::try_from(value["repeats"].as_u64().expect("a number of repeats")).expect("a small one");
    value["repeats"] = (repeats * times).into();
    fs::write(&settings, value.to_string()).expect("the settings can be written");
    for file in ["plays.jsonl", "judgements.jsonl"] {
        multiply(&run.join(file), &many.join(file), repeats, times);
    }
    many
}

/// Writes the lines of a file over and over, only the number of the record and of the repeat changed.
fn multiply(from: &Path, to: &Path, repeats: u32, times: u32) {
    let text = fs::read_to_string(from).expect("the run has the file");
    let mut out = BufWriter::new(File::create(to).expect("the file can be made"));
    let mut seq = 0;
    for time in 0..times {
        for line in text.lines() {
            let (_, line) = line.split_once(',').expect("a record begins with its number");
            let bar = line.match_indices('|').nth(4).expect("a record names its play").0 + 1;
            let end = bar + line[bar..].find('|').expect("the repeat is not the last part");
            let repeat: u32 = line[bar + 1..end].parse().expect("a repeat");
            let now = repeat + time * repeats;
            let rest =
                line[end..].replacen(&format!("\"repeat\":{repeat},"), &format!("\"repeat\":{now},"), 1);
            writeln!(out, "{{\"seq\":{seq},{}r{now}{rest}", &line[..bar]).expect("the file can be written");
            seq += 1;
        }
    }
    out.flush().expect("the file can be written");
}
