//! Runs of the controls: their scores are known, to the last bit.

use std::fs;
use std::path::Path;

use lexconsult::run::ScoreFile;
use lexconsult::suite::Estimate;
use lexconsult::suite::threeply::{Case, Mode, Parameters, Triple, generate};
use serde_json::Value;

use super::program::{program, run};

const HOW: [&str; 9] =
    ["run", "--suite", "threeply", "--json", "--display", "none", "--resamples", "100", "--log-dir"];

/// Scores of a run of these flags, in a folder of its own.
fn scores(folder: &Path, name: &str, more: &[&str]) -> ScoreFile {
    let flags = [&HOW[..], &["results", "--name", name], more].concat();
    serde_json::from_str(&run(folder, &flags, 0)).expect("`--json` prints the scores")
}

/// The one overall estimate of a metric.
fn overall<'a>(scores: &'a ScoreFile, model: &str, task: &str, metric: &str) -> &'a Estimate {
    let is_it = |e: &&Estimate| {
        e.metric == metric
            && e.model == model
            && e.task == task
            && e.group.is_none()
            && e.judge == "builtin/parser"
    };
    let mut found = scores.estimates.iter().filter(is_it);
    let first = found.next().unwrap_or_else(|| panic!("{model} has no {metric} in {task}"));
    assert!(found.next().is_none(), "{model} has {metric} in {task} twice");
    first
}

fn triples(mode: Mode) -> Vec<Triple> {
    generate(&Parameters { mode, count: 12, complexity: 9, seed: 4, strict_sides: false }).expect("feasible")
}

fn size(triple: &Triple) -> f64 {
    Case::ALL.iter().map(|case| triple.factors_of(*case).len()).sum::<usize>() as f64
}

#[test]
fn every_control_scores_what_it_was_made_to_score() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let models = "builtin/perfect-arguer,builtin/never-abstain,builtin/always-abstain,builtin/hallucinator:3";
    for mode in Mode::ALL {
        let task = mode.name();
        let flags = ["--mode", task, "--count", "12", "--complexity", "9", "--seed", "4", "--model", models];
        let scores = scores(folder.path(), task, &flags);
        assert!(scores.rules && scores.coverage.is_complete());
        assert_eq!((scores.coverage.planned, scores.coverage.played), (48, 48));
        let point = |model: &str, metric: &str| overall(&scores, model, task, metric).point;
        let apart = mode == Mode::NonArguable;
        let drawn = triples(mode);
        let lied = drawn.iter().map(|t| (size(t) - 3.0) / size(t)).sum::<f64>() / drawn.len() as f64;
        let pooled: f64 = drawn.iter().map(size).sum();
        let pooled = (pooled - 36.0) / pooled;
        // Model; faithfulness and use under both policies; whether it abstains.
        for (model, paper, strict, abstains) in [
            (
                "perfect-arguer",
                (1.0, if apart { 0.0 } else { 1.0 }),
                if apart { (None, None) } else { (Some(1.0), Some(1.0)) },
                apart,
            ),
            ("never-abstain", (1.0, 1.0), (Some(1.0), Some(1.0)), false),
            ("always-abstain", (1.0, 0.0), (None, if apart { None } else { Some(0.0) }), true),
            ("hallucinator:3", (lied, 1.0), (Some(lied), Some(1.0)), false),
        ] {
            let model = format!("builtin/{model}");
            let point = |metric: &str| point(&model, metric);
            let what = format!("{task} {model}");
            let close = |found: Option<f64>, wanted: Option<f64>| match (found, wanted) {
                (Some(found), Some(wanted)) => (found - wanted).abs() < 1e-12,
                (found, wanted) => found == wanted,
            };
            assert!(close(point("acc_h_mean"), Some(paper.0)), "{what}");
            assert_eq!(point("rec_u_mean"), Some(paper.1), "{what}");
            assert!(close(point("acc_h_mean_strict"), strict.0), "{what}");
            assert_eq!(point("rec_u_mean_strict"), strict.1, "{what}");
            if model.ends_with(":3") {
                assert_eq!(point("acc_h_pooled"), Some(pooled), "{what}");
                let wrong = point("misattributions_mean").zip(point("inventions_mean")).map(|(a, b)| a + b);
                assert!(close(wrong, Some(3.0)), "{what}");
            }
            if apart {
                let ratio = Some(if abstains { 1.0 } else { 0.0 });
                assert_eq!(point("abstention_ratio"), ratio, "{what}");
                assert_eq!(point("abstention_ratio_strict"), ratio, "{what}");
                assert_eq!(point("spurious_argument_rate"), Some(if abstains { 0.0 } else { 1.0 }), "{what}");
            } else {
                let rate = Some(if abstains { 1.0 } else { 0.0 });
                assert_eq!(point("wrong_abstention_rate"), rate, "{what}");
                let right = (!abstains).then_some(1.0);
                assert_eq!(
                    (point("plaintiff_cites_right"), point("defendant_cites_right")),
                    (right, right),
                    "{what}"
                );
            }
            assert_eq!(point("empty_rate"), Some(0.0), "{what}");
        }
    }
}

#[test]
fn a_file_of_several_modes_and_complexities_is_scored_in_parts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let draw = |mode: &str, complexity: &str| {
        run(
            folder.path(),
            &["triples", "generate", "--mode", mode, "--count", "3", "--complexity", complexity],
            0,
        )
    };
    // Ids are unique within a file.
    let all = draw("arguable", "4")
        + &draw("arguable", "9").replace("arguable-", "larger-")
        + &draw("non-arguable", "4");
    fs::write(folder.path().join("all.jsonl"), all).expect("the folder can be written");
    let flags = ["--triples", "all.jsonl", "--model", "builtin/always-abstain", "--repeats", "2"];
    let scores = scores(folder.path(), "r", &flags);
    assert_eq!(scores.pack, "all.jsonl (9 triples: 6 arguable, 3 non-arguable)");
    let point = |task: &str, group: Option<&str>, metric: &str| {
        let is_it = |e: &&Estimate| e.task == task && e.metric == metric && e.group.as_deref() == group;
        scores.estimates.iter().find(is_it).map(|e| (e.point, e.n, e.per_repeat.len()))
    };
    assert_eq!(point("arguable", None, "wrong_abstention_rate"), Some((Some(1.0), 12, 2)));
    assert_eq!(point("arguable", Some("complexity:9"), "rec_u_mean"), Some((Some(0.0), 6, 2)));
    assert_eq!(point("non-arguable", None, "abstention_ratio"), Some((Some(1.0), 6, 2)));
    assert_eq!(
        point("non-arguable", Some("complexity:4"), "abstention_ratio"),
        None,
        "one complexity is no group"
    );
    assert_eq!(point("all", None, "acc_h_mean"), Some((Some(1.0), 18, 2)));
    assert_eq!(point("non-arguable", None, "wrong_abstention_rate"), None, "it speaks of none of these");
}

#[test]
fn what_is_to_be_looked_at_is_shown_first() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let models = "builtin/perfect-arguer,builtin/hallucinator:9";
    scores(folder.path(), "r", &["--count", "4", "--complexity", "5", "--model", models]);
    let text = run(folder.path(), &["show", "results/r", "--limit", "1"], 0);
    assert!(text.starts_with("To be looked at, gravest first (4 in all):\n"), "{text}");
    for part in
        ["builtin/hallucinator:9: acc_h below 0.95", "builtin/parser reads: ", "paper: acc_h ", "7 more fit"]
    {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
    let json = run(folder.path(), &["show", "results/r", "--json", "--model", "builtin/perfect-arguer"], 0);
    let document: Value = serde_json::from_str(&json).expect("one document");
    assert_eq!(document["review_queue"], serde_json::json!([]));
    assert_eq!(document["arguments"][0]["score"]["paper"]["acc_h"], 1.0);
}

#[test]
fn a_run_of_arguments_stands_until_what_it_rests_on_changes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    let first = scores(here, "r", &["--count", "5", "--complexity", "6", "--model", "builtin/never-abstain"]);
    let resume = |more: &[&str]| -> (ScoreFile, String) {
        let flags = [&["resume", "results/r", "--json", "--display", "none"], more].concat();
        let output = program(here, &flags).output().expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{told}");
        (serde_json::from_slice(&output.stdout).expect("the scores"), told)
    };
    let (again, told) = resume(&[]);
    assert!(told.contains("0 owed; 0 judgements owed at most"), "{told}");
    assert_eq!(again.estimates, first.estimates);
    run(here, &["score", "results/r"], 0);
    let plan = |more: &[&str]| -> Value {
        let flags = [&["plan", "--why", "results/r", "--json"], more].concat();
        serde_json::from_str(&run(here, &flags, 0)).expect("one document")
    };
    assert_eq!(plan(&["--seed", "2"])["owed"][0]["why"], "changed: triple");
    assert_eq!(plan(&["--count", "7"])["plays_owed"], 2, "a longer set begins with the shorter");
    let (_, told) = resume(&["--count", "7"]);
    assert!(told.contains("7 plays planned, 2 owed"), "{told}");
    assert!(here.join("results/r/snapshots/002/triples.jsonl").exists());
}

#[test]
fn flags_of_the_other_suite_are_refused_and_so_are_runs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    let refused = |flags: &[&str], code: i32| -> String {
        let output = program(here, flags).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(code), "{flags:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let study = |more: &[&'static str]| {
        [&["run", "--suite", "threeply", "--model", "builtin/perfect-arguer"], more].concat()
    };
    assert!(refused(&study(&["--task", "ljp"]), 2).contains("--task is for --suite lexpilot"));
    assert!(refused(&study(&["--user-profile"]), 2).contains("is for --suite lexpilot"));
    assert!(
        refused(&study(&["--mode", "non-arguable", "--complexity", "13"]), 2)
            .contains("largest possible is 12")
    );
    assert!(refused(&study(&["--triples", "x.jsonl", "--count", "3"]), 2).contains("give either"));
    assert!(refused(&study(&["--judge", "builtin/rules"]), 2).contains("there is: builtin/parser"));
    assert!(
        refused(&["run", "--model", "builtin/oracle", "--count", "3"], 2)
            .contains("--count is for --suite threeply")
    );
    assert!(
        refused(&["run", "--model", "builtin/oracle", "--dialogue"], 2)
            .contains("--dialogue is for --suite threeply")
    );
    let text = refused(&["run", "--suite", "threeply", "--model", "builtin/oracle"], 2);
    assert!(text.contains("builtin/hallucinator:N"), "{text}");
    fs::write(here.join("bad.jsonl"), "{}\n").expect("the folder can be written");
    assert!(refused(&study(&["--triples", "bad.jsonl"]), 2).contains("bad.jsonl: line 1"));
    scores(here, "r", &["--count", "2", "--model", "builtin/perfect-arguer"]);
    let text = refused(&["annotate", "export", "results/r", "--out", "sheet"], 1);
    assert!(text.contains("is a run of threeply") && text.contains("hint: "), "{text}");
    assert!(refused(&["resume", "results/r", "--suite", "lexpilot"], 2).contains("leave --suite out"));
}
