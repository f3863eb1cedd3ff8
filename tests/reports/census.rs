//! What a report counts is what the scores count.

use std::fs;
use std::path::Path;

use lexconsult::report::evidence::Evidence;
use lexconsult::report::units::{Slice, weigh};
use lexconsult::run::each_unit;

use super::runs::{played, rewrite};
use crate::program::run;

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
    assert!(dialogues(&path) < talks, "a dialogue that is taken out counts in none");
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
}
