//! Replies to probes, labelled by people: blind sheets, and the assessor against the consensus.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::told::document;
use crate::program::{program, run};

const TINY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny");

fn exported(folder: &Path) -> serde_json::Value {
    let users = "builtin/lexical,builtin/leaky,builtin/evasive";
    run(folder, &["probe", "--pack", TINY, "--user", users, "--name", "p", "--display", "none"], 0);
    document(&run(
        folder,
        &["annotate", "export", "results/p", "--task", "fidelity", "--out", "a", "--json"],
        0,
    ))
}

/// Item, task, and the assessor's label, in the order of the sheet.
fn items(folder: &Path) -> Vec<(String, String, String)> {
    let key = document(&fs::read_to_string(folder.join("a/key.json")).expect("the key is there"));
    let one = |item: &serde_json::Value| {
        let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
        (text(&item["item"]), text(&item["task"]), text(&item["labels"]["builtin/rules"]))
    };
    key["items"].as_array().expect("items").iter().map(one).collect()
}

fn sheet(labels: &BTreeMap<String, String>) -> String {
    labels.iter().fold("item,label\n".to_owned(), |text, (item, label)| format!("{text}{item},{label}\n"))
}

#[test]
fn a_sheet_asks_two_or_three_questions_on_each_reply_and_tells_nobody_whose_it_is() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let summary = exported(folder);
    // Two cases, four requests, three users; a broad request leaves two questions.
    assert_eq!(summary["items"], 2 * 3 * (3 + 3 + 2 + 3));
    for user in ["lexical", "leaky", "evasive"] {
        let drawn = &summary["strata"]["fidelity"][format!("builtin/{user}+single-prompt")]["drawn"];
        assert_eq!(*drawn, 8);
    }
    let sheet = fs::read_to_string(folder.join("a/sheet.csv")).expect("the sheet is there");
    let guidelines = fs::read_to_string(folder.join("a/guidelines.md")).expect("the guidelines are there");
    for hidden in ["builtin", "lexical", "By rule", "partially_supported", "dismissed"] {
        assert!(!sheet.contains(hidden), "{hidden} stands on the sheet");
        assert!(!guidelines.contains(&format!("builtin/{hidden}")));
    }
    for shown in [
        "An answer must contain at least: A sworn list with a $400 receipt came on June 20, 2023",
        "A broad question, which warrants no fact.",
        "回答至少要包含：2023年9月12日还回2万元",
        "k3 (not known, not to be told): On June 20, 2023",
        "k3 (known, may be told): On June 20, 2023",
        "Lawyer: Are you familiar with how forfeiture works in deposit law?",
    ] {
        assert!(sheet.contains(shown), "{shown} is not on the sheet");
    }
    for part in ["Fidelity: does it tell more than it may?", "保真度：回复是否说错", "\"unsupported\""]
    {
        assert!(guidelines.contains(part), "{part} is not in the guidelines");
    }
    let refused = program(folder, &["annotate", "export", "results/p", "--tasks", "lca", "--out", "b"]);
    let refused = { refused }.output().expect("starts");
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn two_people_agree_or_are_adjudicated_and_the_assessor_is_compared_with_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    exported(folder);
    let items = items(folder);
    let turned = |label: &str| if label == "yes" { "no" } else { "yes" }.to_owned();
    let of = |task: &str| items.iter().filter(|item| item.1 == task).map(|item| &item.0).collect::<Vec<_>>();
    let assessor: BTreeMap<String, String> =
        items.iter().map(|(item, _, label)| (item.clone(), label.clone())).collect();
    // Both say against the assessor that one reply errs; the second strays from the first in three answers
    // and one disclosure.
    let mut first = assessor.clone();
    let errors = of("fidelity_error");
    let wrong = errors.first().expect("an item");
    first.insert((*wrong).clone(), turned(&assessor[*wrong]));
    let mut second = first.clone();
    for item in of("fidelity_answer").iter().take(3).chain(of("fidelity_disclosure").iter().take(1)) {
        second.insert((*item).clone(), turned(&assessor[*item]));
    }
    fs::write(folder.join("1.csv"), sheet(&first)).expect("written");
    fs::write(folder.join("2.csv"), sheet(&second)).expect("written");
    run(folder, &["annotate", "import", "a", "--annotator", "ann", "1.csv"], 0);
    let both =
        document(&run(folder, &["annotate", "import", "a", "--annotator", "bo", "2.csv", "--json"], 0));
    let task = |list: &serde_json::Value, name: &str| {
        let list = list.as_array().expect("a list");
        list.iter().find(|found| found["task"] == name).expect("the task").clone()
    };
    let agreement = &both["agreement"];
    // 18 answers (A, B, D), 24 disclosures, 24 errors.
    let shares =
        [("fidelity_answer", 15.0 / 18.0), ("fidelity_disclosure", 23.0 / 24.0), ("fidelity_error", 1.0)];
    for (name, wanted) in shares {
        let found = task(&agreement["tasks"], name)["agreement"].as_f64().expect("defined");
        assert!((found - wanted).abs() < 1e-12, "{name} {found}");
    }
    assert_eq!(agreement["to_adjudicate"], 4);

    // The adjudicator takes the first annotator's side.
    let listed = fs::read_to_string(folder.join("a/disagreements.csv")).expect("listed");
    let open: BTreeMap<String, String> = first
        .iter()
        .filter(|(item, _)| listed.contains(item.as_str()))
        .map(|(item, label)| (item.clone(), label.clone()))
        .collect();
    assert_eq!(open.len(), 4);
    fs::write(folder.join("adjudicated.csv"), sheet(&open)).expect("written");
    let settled =
        document(&run(folder, &["annotate", "import", "a", "--adjudicated", "adjudicated.csv", "--json"], 0));
    assert_eq!((&settled["agreed"], &settled["adjudicated"]), (&62.into(), &4.into()));
    let wanted = [("fidelity_answer", 1.0), ("fidelity_disclosure", 1.0), ("fidelity_error", 23.0 / 24.0)];
    for (name, share) in wanted {
        let found = task(&settled["assessor"], name)["agreement"].as_f64().expect("defined");
        assert!((found - share).abs() < 1e-12, "{name} {found}");
    }
}

#[test]
fn replies_to_other_cases_than_the_snapshot_holds_make_no_sheet() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    exported(folder);
    let path = folder.join("results/p/probe.json");
    let text = fs::read_to_string(&path).expect("is written");
    let hash = text.lines().find(|line| line.contains("pack_hash")).expect("the hash of the pack");
    fs::write(&path, text.replace(hash, "\"pack_hash\": \"0\",")).expect("written");
    let output = program(folder, &["annotate", "export", "results/p", "--out", "b"]).output();
    let output = output.expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("to other cases than its newest snapshot"));
    assert!(!folder.join("b").exists());
}
