//! What annotators are handed tells them nothing that the judge may not know, nor whose message it is.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::bench::Bench;
use super::pack::{CanaryPack, Place, Shape, Words, write};
use crate::program;

/// A pack with words of its own in every field, played, judged and exported.
fn exported(folder: &Path) -> (CanaryPack, String) {
    let pack = write(&folder.join("pack"), Shape::default(), &mut Words::default());
    ask_in_so_many_words(&folder.join("pack/cases.jsonl"));
    let model = "builtin/listener,builtin/always-ask";
    let how = ["run", "--pack", "pack", "--model", model, "--repeats", "1", "--name", "r", "--json"];
    program::run(folder, &[&how[..], &["--display", "none", "--resamples", "50"]].concat(), 0);
    program::run(folder, &["annotate", "export", "results/r", "--out", "a", "--per-task", "500"], 0);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("written");
    let handed_out = read("a/sheet.csv") + &read("a/guidelines.md");
    (pack, handed_out)
}

/// The program plays no pack that breaks a rule: a direct probe must use a word of its fact.
fn ask_in_so_many_words(cases: &Path) {
    let text = std::fs::read_to_string(cases).expect("written");
    let mended = text.lines().map(|line| {
        let mut case: Value = serde_json::from_str(line).expect("a case a line");
        let target = case["probes"][0]["target"].clone();
        let facts = case["key_facts"].as_array().expect("a list").clone();
        let fact = facts.iter().find(|fact| fact["id"] == target).expect("a fact of the case");
        let word = fact["asked_by"]["words"][1].as_str().expect("a word");
        let direct = format!("{} {word}", case["probes"][0]["direct"].as_str().expect("a text"));
        case["probes"][0]["direct"] = direct.into();
        case.to_string()
    });
    std::fs::write(cases, mended.collect::<Vec<_>>().join("\n")).expect("written");
}

#[test]
fn a_sheet_shows_what_the_judges_see_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (pack, handed_out) = exported(folder.path());
    let cases: BTreeSet<usize> = pack.secrets.iter().filter_map(|secret| secret.case).collect();
    assert_eq!(cases.len(), pack.pack.cases.len(), "every case has words of its own");
    let mut shown: BTreeSet<Place> = BTreeSet::new();
    for secret in &pack.secrets {
        if handed_out.contains(&secret.word) {
            shown.insert(secret.place);
        }
    }
    let judges_see = [
        Place::ClaimText,
        Place::FocalId,
        Place::FocalText,
        Place::MissingId,
        Place::ToldId,
        Place::ToldText,
        Place::MissingText,
        Place::Complete,
        Place::Underspecified,
    ];
    // A request of the assistant under test asks in the words of the case.
    let said = [Place::MissingQuestion];
    let allowed: BTreeSet<Place> = judges_see.into_iter().chain(said).collect();
    assert_eq!(shown.difference(&allowed).collect::<Vec<_>>(), Vec::<&Place>::new());
    for place in judges_see {
        assert!(shown.contains(&place), "{place:?} is what a judge sees");
    }
    let of_probes =
        [Place::ProbeDirect, Place::ProbeIndirect, Place::ProbeBroad, Place::ProbeAnswer, Place::ProbeNote];
    let hidden = [Place::Reasoning, Place::Frame, Place::WhyDecisive, Place::Mistaken];
    for place in hidden.into_iter().chain(of_probes) {
        assert!(pack.secrets.iter().any(|secret| secret.place == place), "{place:?} is in the pack");
    }
}

#[test]
fn nothing_tells_the_assistant_the_judge_or_the_history() {
    let bench = Bench::new(&[]);
    bench.run(&["annotate", "export", "results/r", "--out", "a"], 0);
    let sheet = bench.read("a/sheet.csv");
    let handed_out = sheet.clone() + &bench.read("a/guidelines.md");
    for hidden in
        ["builtin/", "listener", "never-ask", "interaction", "lexpilot|", "zh-private-lending", "gold"]
    {
        assert!(!handed_out.contains(hidden), "{hidden}");
    }
    let mut reader = csv::Reader::from_reader(sheet.trim_start_matches('\u{feff}').as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    for row in &rows {
        // Only `message`, `history` and the like may hold more than numbers and the task.
        let number = row[0].strip_prefix(&format!("{}-", &row[1])).expect("task and number");
        assert!(number.chars().all(|c| c.is_ascii_digit()), "{}", &row[0]);
        assert!(row[11].is_empty() && row[12].is_empty(), "labels and notes are the annotators'");
    }
    // The same seed draws the same sheet; another seed another one.
    bench.run(&["annotate", "export", "results/r", "--out", "b"], 0);
    assert_eq!(sheet, bench.read("b/sheet.csv"));
    bench.run(&["annotate", "export", "results/r", "--out", "c", "--seed", "2"], 0);
    assert_ne!(sheet, bench.read("c/sheet.csv"));
}
