//! What a report counts is what the scores count.

use std::fs;
use std::path::Path;

use lexconsult::report::lexpilot::evidence::Evidence;
use lexconsult::report::lexpilot::units::{Slice, weigh};
use lexconsult::report::seam::ReadRun;
use lexconsult::run::each_unit;

use super::runs::{played, rewrite};
use crate::program::{program, run};

/// A unit by its play, with what it came to.
type Counted = Vec<(String, [u32; 12])>;

/// The units of a run by its census, and by the states that its scores rest on.
fn both(path: &Path) -> (Counted, Counted) {
    let evidence = Evidence::read(path).expect("the run can be read");
    let names = evidence.assistants();
    let cases = evidence.study.cases();
    let name = |slice: Slice, variant: &str, case: &str, repeat: u32, assistant: &str| {
        format!("{slice:?} {variant} {case} {repeat} {assistant}")
    };
    let census = evidence
        .units()
        .map(|unit| {
            let record = evidence.record(&unit).expect("its record can be read");
            assert_eq!((record.play.repeat, &record.play.case), (unit.repeat, &cases[unit.case].id));
            let (case, model) = (&cases[unit.case].id, &names[unit.assistant]);
            (name(unit.slice, unit.variant.name(), case, unit.repeat, model), unit.counts)
        })
        .collect();
    let (plays, judgements) = evidence.shelves().expect("the records can be read");
    let mut scored = Vec::new();
    let judge = evidence.judge();
    each_unit(&evidence.study, &evidence.prompts, &plays, &judgements, &judge, &mut |play, state| {
        let key = evidence.study.case(play).expect("a case of the pack").answer_key();
        if let Some(counts) = weigh(play.task, play.variant, state, &key) {
            let slice = Slice::of(play);
            scored.push((name(slice, play.variant.name(), &play.case, play.repeat, &play.assistant), counts));
        }
    });
    (census, scored)
}

fn agree(path: &Path, what: &str) -> usize {
    let (census, scored) = both(path);
    assert_eq!(census, scored, "{what}");
    census.len()
}

fn dialogues(path: &Path) -> u64 {
    let evidence = Evidence::read(path).expect("the run can be read");
    evidence.talks.values().map(|talks| talks.dialogues + talks.unread).sum()
}

/// Changes every third line of a file, and puts the new one behind the old ones.
fn supersede(path: &Path, file: &str, change: &dyn Fn(&mut serde_json::Value)) {
    let path = path.join(file);
    let mut text = fs::read_to_string(&path).expect("the run has the file");
    let newer: Vec<String> = text
        .lines()
        .step_by(3)
        .map(|line| {
            let mut record = serde_json::from_str(line).expect("a JSON line");
            change(&mut record);
            serde_json::to_string(&record).expect("plain data")
        })
        .collect();
    text.push_str(&(newer.join("\n") + "\n"));
    fs::write(&path, text).expect("the run can be written");
}

#[test]
fn the_units_of_a_report_are_those_of_the_scores() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &["--condition", "standard,delayed,self-correction"]);
    let all = agree(&path, "as played");
    let talks = dialogues(&path);
    assert!(all > 90 && talks > 20, "{all} units, {talks} dialogues");

    // Another program has written the same records: keys stand in another order.
    rewrite(&path, "plays.jsonl", &|_| {});
    assert_eq!(agree(&path, "keys in another order"), all);

    // The newest record of a play stands, and is counted once.
    supersede(&path, "plays.jsonl", &|_| {});
    assert_eq!(agree(&path, "the same records again"), all);
    assert_eq!(dialogues(&path), talks, "no dialogue counts twice");
    supersede(&path, "plays.jsonl", &|record| {
        record["transcript"]["turns"][0]["turn"]["text"] = "other words".into();
    });
    assert!(agree(&path, "what was judged is no longer what was said") < all);
    assert_eq!(dialogues(&path), talks, "what was told needs no judge");
    supersede(&path, "plays.jsonl", &|record| {
        record["transcript"]["stop"] = serde_json::json!({"fault": "infrastructure"});
    });
    assert!(dialogues(&path) < talks, "a dialogue that came to no end counts in none");
    let left = dialogues(&path);
    supersede(&path, "plays.jsonl", &|record| record["of_a_later_version"] = true.into());
    assert_eq!(dialogues(&path), left, "a record that holds more than is known is none");
}

/// Counts of consultations beside what `fact_recovery` rests on: dialogues, and those that nobody read.
fn counted_alike(folder: &Path, path: &Path) -> Vec<[u64; 3]> {
    let name = path.display().to_string();
    let scored = program(folder, &["score", &name]).output().expect("the program starts");
    assert!(matches!(scored.status.code(), Some(0 | 3)), "{scored:?}");
    let evidence = Evidence::read(path).expect("the run can be read");
    let names = evidence.assistants();
    let mut found = Vec::new();
    for ((assistant, slice), talks) in evidence.talks.iter().filter(|((_, slice), _)| slice.setup.is_some()) {
        let estimate = evidence.estimate(*slice, &names[*assistant], None, "fact_recovery").expect("a score");
        let unread =
            ["no_gate", "no_ledger"].map(|reason| estimate.missing.get(reason).copied().unwrap_or(0));
        assert_eq!((talks.dialogues, talks.unread), (estimate.n, unread.iter().sum()), "{slice:?}");
        let told = talks.told() as f64 / talks.missing as f64;
        // All cases in all repeats: the mean over the repeats is that of all facts.
        if estimate.missing.is_empty() {
            assert!(estimate.point.is_some_and(|point| (point - told).abs() < 1e-12), "{estimate:?} {told}");
        }
        found.push([talks.dialogues, talks.unread, talks.unscored]);
    }
    found
}

#[test]
fn facts_told_are_those_of_the_scores() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let more = ["--condition", "standard,delayed", "--user", "builtin/leaky"];
    let path = played(folder.path(), "study", &[&more[..], &["--noncompliant", "drop"]].concat());
    let sum = |counts: &[[u64; 3]], at: usize| counts.iter().map(|counts| counts[at]).sum::<u64>();
    let first = counted_alike(folder.path(), &path);
    let dropped = sum(&first, 2);
    assert!(sum(&first, 0) > 20 && sum(&first, 1) == 0 && dropped > 0, "{first:?}");
    supersede(&path, "judgements.jsonl", &|record| {
        record["outcome"] = serde_json::json!({"fault": {"fault": "judge_fault", "why": "no label"}});
    });
    let judged = counted_alike(folder.path(), &path);
    assert!(sum(&judged, 0) == sum(&first, 0) && sum(&judged, 2) > dropped, "{judged:?}");
    let page = run(folder.path(), &["report", &path.display().to_string(), "--lang", "en"], 0);
    assert!(page.contains("What was asked and told needs no judge: "), "{page}");
    supersede(&path, "plays.jsonl", &|record| {
        if record["play"]["setup"] == "interaction" {
            let lost = serde_json::json!({"round": 1, "fault": "simulator_fault", "why": "no reply"});
            record["transcript"]["gate_lost"] = lost;
        }
    });
    let unread = counted_alike(folder.path(), &path);
    assert!(sum(&unread, 1) > 0 && sum(&unread, 0) < sum(&first, 0), "{unread:?}");
}

#[test]
fn faults_and_silence_are_told_apart_as_in_the_scores() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &[]);
    let all = agree(&path, "as played");
    supersede(&path, "judgements.jsonl", &|record| {
        record["outcome"] = serde_json::json!({"fault": {"fault": "judge_fault", "why": "no label"}});
    });
    let judged = agree(&path, "a judge that failed");
    assert!(judged < all, "{judged} of {all}");
    supersede(&path, "plays.jsonl", &|record| {
        record["transcript"]["stop"] = serde_json::json!({"silent": "refused"});
    });
    let silent = agree(&path, "an assistant that says nothing");
    assert!(silent > judged, "silence is scored: {silent}, {judged}");
    supersede(&path, "plays.jsonl", &|record| {
        record["transcript"]["stop"] = serde_json::json!({"fault": "infrastructure"});
    });
    assert!(agree(&path, "a server that failed") < silent);
    supersede(&path, "plays.jsonl", &|record| record["basis"][0][1] = "another case".into());
    agree(&path, "a record of another case");
    let plays = path.join("plays.jsonl");
    let mut text = fs::read_to_string(&plays).expect("is there");
    text.push_str("not a record\n{\"seq\":");
    fs::write(&plays, text).expect("can be written");
    agree(&path, "a damaged line and a torn one");
}

#[test]
fn users_that_did_not_comply_are_left_out_where_the_scores_leave_them_out() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let more = ["--condition", "standard,delayed", "--user", "builtin/leaky"];
    let keep = agree(&played(folder.path(), "keep", &more), "kept");
    let path = folder.path().join("drop");
    let mut arguments =
        vec!["run", "--name", "drop", "--repeats", "2", "--resamples", "20", "--pack", super::runs::TINY];
    let log_dir = folder.path().display().to_string();
    arguments.extend(["--log-dir", &log_dir, "--noncompliant", "drop", "--display", "none"]);
    arguments.extend(["--model", "builtin/listener,builtin/always-ask,builtin/never-ask"]);
    arguments.extend(more);
    run(folder.path(), &arguments, 0);
    assert!(agree(&path, "dropped") < keep);
    // What is left out by choice was not lost, and makes nothing incomplete: the run ends with 0.
    let path = path.display().to_string();
    let page = run(folder.path(), &["report", &path, "--lang", "en"], 0);
    assert!(page.contains("Harness losses: none (lost: 0 of "), "{page}");
    assert!(page.contains("Left out by choice, as the user did not keep to its condition: "), "{page}");
    assert!(!page.to_lowercase().contains("incomplete:"), "{page}");
    let page = run(folder.path(), &["report", &path, "--lang", "zh"], 0);
    assert!(page.contains("依选择剔除（用户未守其条件）：") && !page.contains("不完整："), "{page}");
}
