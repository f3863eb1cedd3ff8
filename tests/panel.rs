//! Several judges on the same answers, through the program: their agreement and both panels, with every
//! number by hand.

#[path = "support/program.rs"]
mod program;

use std::fs;
use std::path::Path;

use lexconsult::run::ScoreFile;
use lexconsult::suite::{Estimate, JudgeAgreement};
use serde_json::{Value, json};

const TINY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny");

/// The judges, as the program calls them.
const ALPHA: &str = "cmd/sh judge.sh alpha";
const BETA: &str = "cmd/sh judge.sh beta";
const GAMMA: &str = "cmd/sh judge.sh gamma";
const MAJORITY: &str = "panel/majority";
const UNANIMOUS: &str = "panel/unanimous";

/// A Chinese and an English case, each with two claims: the first partially supported, the second
/// dismissed.
const ZH: &str = "tiny-zh-lending";
const EN: &str = "tiny-en-deposit";

/// LCA: case, history, repeat, and what alpha, beta and gamma say.
const LCA: [(&str, &str, u32, [&str; 3]); 8] = [
    (ZH, "complete", 1, ["complete", "complete", "complete"]),
    (ZH, "underspecified", 1, ["underspecified", "underspecified", "complete"]),
    (EN, "complete", 1, ["complete", "underspecified", "neither"]),
    (EN, "underspecified", 1, ["underspecified", "underspecified", "underspecified"]),
    (ZH, "complete", 2, ["complete", "complete", "garbage"]),
    (ZH, "underspecified", 2, ["complete", "underspecified", "garbage"]),
    (EN, "complete", 2, ["underspecified", "underspecified", "complete"]),
    (EN, "underspecified", 2, ["underspecified", "complete", "complete"]),
];

/// DCG: case, repeat, and what they say of the two requests.
const DCG: [(&str, u32, [[&str; 3]; 2]); 4] = [
    (ZH, 1, [["yes", "yes", "no"], ["no", "no", "no"]]),
    (EN, 1, [["yes", "yes", "yes"], ["no", "yes", "no"]]),
    (ZH, 2, [["no", "no", "no"], ["no", "no", "no"]]),
    (EN, 2, [["yes", "no", "garbage"], ["no", "no", "no"]]),
];

/// LJP Direct: case, repeat, and what they say of the two claims.
const LJP: [(&str, u32, [&str; 3]); 4] = [
    (ZH, 1, ["pd", "pd", "pd"]),
    (EN, 1, ["sd", "pd", "nd"]),
    (ZH, 2, ["pd", "ps", "ns"]),
    (EN, 2, ["sd", "sd", "garbage"]),
];

fn message([alpha, beta, gamma]: [&str; 3]) -> String {
    format!("alpha={alpha} beta={beta} gamma={gamma}.")
}

/// The answers, and a judge that reads them as told.
fn place(folder: &Path) {
    fs::write(folder.join("judge.sh"), include_str!("panel/judge.sh")).expect("the folder can be written");
    let lca = LCA.map(|(id, variant, repeat, said)| {
        json!({ "id": id, "task": "lca", "variant": variant, "repeat": repeat, "messages": [message(said)] })
    });
    let dcg = DCG.map(|(id, repeat, said)| {
        json!({ "id": id, "task": "dcg", "repeat": repeat, "messages": said.map(message) })
    });
    let ljp = LJP.map(|(id, repeat, said)| {
        json!({ "id": id, "task": "ljp", "setup": "direct", "repeat": repeat, "messages": [message(said)] })
    });
    let lines: Vec<String> = lca.iter().chain(&dcg).chain(&ljp).map(ToString::to_string).collect();
    fs::write(folder.join("answers.jsonl"), lines.join("\n")).expect("the folder can be written");
}

fn scores(json: &str) -> ScoreFile {
    serde_json::from_str(json).expect("`--json` prints the scores")
}

fn play(folder: &Path, judges: &[&str], code: i32) -> ScoreFile {
    let mut arguments = vec!["run", "--json", "--display", "none", "--name", "r", "--max-connections", "4"];
    arguments.extend([
        "--pack",
        TINY,
        "--answers",
        "answers.jsonl",
        "--setup",
        "direct",
        "--resamples",
        "200",
    ]);
    arguments.extend(judges.iter().flat_map(|judge| ["--judge", judge]));
    scores(&program::run(folder, &arguments, code))
}

fn overall<'a>(scores: &'a ScoreFile, judge: &str, task: &str, metric: &str) -> &'a Estimate {
    let found: Vec<&Estimate> = scores
        .estimates
        .iter()
        .filter(|e| (e.judge.as_str(), e.task.as_str(), e.metric.as_str()) == (judge, task, metric))
        .filter(|e| e.group.is_none())
        .collect();
    assert_eq!(found.len(), 1, "{judge} {task} {metric}");
    found[0]
}

fn agreement<'a>(
    scores: &'a ScoreFile,
    of: [&str; 2],
    task: &str,
    group: Option<&str>,
) -> &'a JudgeAgreement {
    let is = |found: &&JudgeAgreement| {
        [found.first.as_str(), &found.second] == of && found.task == task && found.group.as_deref() == group
    };
    scores.agreement.iter().find(is).unwrap_or_else(|| panic!("{of:?} {task} {group:?}"))
}

#[test]
fn three_judges_and_their_panels_by_hand() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    place(folder.path());
    let scores = play(folder.path(), &[ALPHA, BETA, GAMMA], 3);

    // The mean over two repeats, each a share of what is left in it.
    for (task, metric, expected) in [
        ("lca", "acc_c", [Some(0.75), Some(0.5), Some(0.75), Some(0.75), Some(1.0)]),
        ("lca", "acc_u", [Some(0.75), Some(0.75), Some(0.25), Some(0.5), Some(1.0)]),
        ("dcg", "success_rate", [Some(0.75), Some(0.5), Some(0.25), Some(0.5), Some(0.0)]),
        ("ljp", "accuracy", [Some(0.75), Some(0.75), Some(0.375), Some(0.75), Some(1.0)]),
    ] {
        let judges = [ALPHA, BETA, GAMMA, MAJORITY, UNANIMOUS];
        let found = judges.map(|judge| overall(&scores, judge, task, metric).point);
        for (found, expected) in found.into_iter().zip(expected) {
            let near = found.zip(expected).is_some_and(|(a, b)| (a - b).abs() < 1e-12);
            assert!(near, "{task} {metric}: {found:?}, not {expected:?}");
        }
    }
    // What a panel does not decide is taken out and counted; what the assistant left out is its own.
    for (judge, task, metric, n, planned, missing) in [
        (GAMMA, "lca", "acc_c", 6, 8, vec![("judge_fault", 2), ("neither", 1)]),
        (MAJORITY, "lca", "acc_c", 6, 8, vec![("judge_fault", 1), ("panel_undecided", 1)]),
        (UNANIMOUS, "lca", "acc_c", 2, 8, vec![("judge_fault", 1), ("panel_undecided", 5)]),
        (MAJORITY, "dcg", "success_rate", 3, 4, vec![("judge_fault", 1)]),
        (UNANIMOUS, "dcg", "success_rate", 1, 4, vec![("panel_undecided", 3)]),
        (GAMMA, "ljp", "accuracy", 6, 8, vec![("judge_fault", 2), ("no_verdict", 2)]),
        (MAJORITY, "ljp", "accuracy", 7, 8, vec![("panel_undecided", 1)]),
        (UNANIMOUS, "ljp", "accuracy", 3, 8, vec![("judge_fault", 2), ("panel_undecided", 3)]),
    ] {
        let found = overall(&scores, judge, task, metric);
        let counted: Vec<(&str, u64)> = found.missing.iter().map(|(why, n)| (why.as_str(), *n)).collect();
        assert_eq!((found.n, found.planned, counted), (n, planned, missing), "{judge} {task}");
        assert!(found.incomplete, "{judge} {task}: more than 2% is lost");
    }
    // Only the judges are waited for: nothing is owed that a panel could not decide.
    let lost: Vec<&String> = scores.coverage.lost_by_further_judges.keys().collect();
    assert_eq!(lost, [GAMMA]);

    let ab = agreement(&scores, [ALPHA, BETA], "lca", None);
    assert_eq!((ab.n, ab.missing_first, ab.missing_second, ab.cases), (8, 0, 0, 2));
    assert_eq!((ab.agreement, ab.kappa, ab.pabak), (Some(0.625), Some(0.25), Some(0.25)));
    assert_eq!(ab.confusion, [[2, 2, 0], [1, 3, 0], [0, 0, 0]]);
    assert!(ab.agreement_low <= ab.agreement && ab.agreement <= ab.agreement_high);
    let ag = agreement(&scores, [ALPHA, GAMMA], "lca", None);
    assert_eq!((ag.n, ag.missing_first, ag.missing_second), (6, 0, 2));
    assert_eq!(ag.confusion, [[1, 0, 1], [3, 1, 0], [0, 0, 0]]);
    for (class, n, share) in [("class:finance_contract", 4, 0.75), ("class:housing", 4, 0.5)] {
        let found = agreement(&scores, [ALPHA, BETA], "lca", Some(class));
        assert_eq!((found.n, found.agreement), (n, Some(share)), "{class}");
    }
    // Requests: of eight, alpha and beta label two otherwise.
    let ab = agreement(&scores, [ALPHA, BETA], "dcg", None);
    assert_eq!((ab.n, ab.agreement), (8, Some(0.75)));
    // Claims: of eight, alpha and beta label two otherwise; gamma lost a message with two claims.
    let ab = agreement(&scores, [ALPHA, BETA], "ljp", None);
    assert_eq!((ab.n, ab.agreement), (8, Some(0.75)));
    let bg = agreement(&scores, [BETA, GAMMA], "ljp", None);
    assert_eq!((bg.n, bg.missing_second, bg.agreement), (6, 2, Some(4.0 / 6.0)));
    let pairs = 3;
    assert_eq!(scores.agreement.len(), pairs * 3 * (1 + 2), "each pair, task, and class of two");
}

#[test]
fn two_who_disagree_have_decided_nothing_and_one_has_no_panel() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    place(folder.path());
    let alone = play(folder.path(), &[ALPHA], 0);
    assert!(alone.agreement.is_empty());
    assert!(alone.estimates.iter().all(|estimate| estimate.judge == ALPHA));

    let rejudge = ["rejudge", "results/r", "--json", "--display", "none", "--judge", ALPHA, "--judge", BETA];
    let both = scores(&program::run(folder.path(), &rejudge, 0));
    for policy in [MAJORITY, UNANIMOUS] {
        let found = overall(&both, policy, "lca", "acc_c");
        assert_eq!((found.n, found.point), (5, Some(0.75)), "a tie of two is no majority");
        assert_eq!(found.missing.get("panel_undecided"), Some(&3));
    }
    let of = |scores: &ScoreFile, judge: &str| -> Vec<Estimate> {
        scores.estimates.iter().filter(|estimate| estimate.judge == judge).cloned().collect()
    };
    assert_eq!(of(&both, ALPHA), of(&alone, ALPHA), "a judge's own score is what it was");
}

#[test]
fn panels_stand_in_what_people_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    place(folder.path());
    play(folder.path(), &[ALPHA, BETA, GAMMA], 3);
    let closing = program::run(folder.path(), &["score", "results/r"], 3);
    for words in [
        "The judges against each other, on what both labelled",
        "cmd/sh judge.sh alpha and cmd/sh judge.sh beta",
        "panel/majority",
        "taken out as panel_undecided and is nobody's failure",
        "5 panel_undecided",
    ] {
        assert!(closing.contains(words), "{words}\n{closing}");
    }
    let report = |language: &str| {
        program::run(folder.path(), &["report", "results/r", "--lang", language, "--format", "csv"], 0)
    };
    let (en, zh) = (report("en"), report("zh"));
    for words in [
        "Headlines under each judge, and under all of them as a panel",
        "Agreement of the judges on what both labelled",
        "Agreement of the judges by class of cause",
        "5 judges divided",
    ] {
        assert!(en.contains(words), "{words}\n{en}");
    }
    for words in ["评判者之间的一致程度", "评判者意见不一5", "panel/unanimous", "行为cmd/sh judge.sh alpha"]
    {
        assert!(zh.contains(words), "{words}\n{zh}");
    }
    assert!(en.contains("0.625"), "{en}");
    let results = program::run(folder.path(), &["report", "results/r", "--json"], 0);
    let results: Value = serde_json::from_str(&results).expect("`--json` prints one document");
    let schema = serde_json::from_str(include_str!("../docs/results.schema.json")).expect("a schema");
    assert!(jsonschema::is_valid(&schema, &results[0]), "{results}");
    assert_eq!(results[0]["agreement"][0]["n"], 8);
    let strict = ["score", "results/r", "--fail-under", "acc_c=0.9"];
    let output = program::program(folder.path(), &strict).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("acc_c of answers/answers in lca under panel/majority is 0.750, below 0.9"),
        "{said}"
    );
    assert!(!said.contains("under panel/unanimous"), "{said}");
}
