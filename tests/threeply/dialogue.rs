//! Dialogues of the controls: every pairing in every mode has scores that are known, whole and by side.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use lexconsult::run::ScoreFile;
use lexconsult::suite::Estimate;
use lexconsult::suite::threeply::{
    ABSTENTION, Case, Control, Mode, Parameters, Ply, Side, Triple, factor, factors, generate,
};
use serde_json::{Value, json};

use super::program::{program, run};

const COUNT: u32 = 6;

const CONTROLS: [Control; 4] =
    [Control::Perfect, Control::NeverAbstain, Control::AlwaysAbstain, Control::Hallucinate(3)];

fn name(control: Control) -> &'static str {
    match control {
        Control::Perfect => "builtin/perfect-arguer",
        Control::NeverAbstain => "builtin/never-abstain",
        Control::AlwaysAbstain => "builtin/always-abstain",
        Control::Hallucinate(_) => "builtin/hallucinator:3",
    }
}

fn triples(mode: Mode) -> Vec<Triple> {
    generate(&Parameters { mode, count: COUNT, complexity: 8, seed: 4, strict_sides: false })
        .expect("feasible")
}

type Asserted = BTreeSet<(Case, u32)>;

/// What a control asserts as one of the parties, told from the triple alone; `None` where it abstains.
fn asserted(control: Control, triple: &Triple, side: Side) -> Option<Asserted> {
    match control {
        Control::AlwaysAbstain => return None,
        Control::Perfect if triple.requires_abstention() => return None,
        Control::Perfect | Control::NeverAbstain | Control::Hallucinate(_) => {}
    }
    let decided = |side: Side| Case::PRECEDENTS.into_iter().find(|case| triple.outcome(*case) == Some(side));
    let mut said = Asserted::new();
    // The factors of the current case that favour it.
    let own = triple.current.iter().filter(|number| factor(**number).is_some_and(|f| f.side == side));
    said.extend(own.map(|number| (Case::Current, *number)));
    // What the current case shares with the precedent that it cites.
    if let Some(case) = decided(side) {
        let shared = triple.shared_with(case);
        said.extend(shared.iter().flat_map(|number| [(Case::Current, *number), (case, *number)]));
    }
    // What distinguishes the one that the other cites.
    if let Some(case) = decided(side.other()) {
        said.extend(triple.only_in(case, Case::Current).iter().map(|number| (case, *number)));
    }
    // A precedent that nobody cites is the rebuttal's.
    let cited = Side::BOTH.map(decided);
    if side == Side::Plaintiff {
        for case in Case::PRECEDENTS.into_iter().filter(|case| !cited.contains(&Some(*case))) {
            said.extend(triple.factors_of(case).iter().map(|number| (case, *number)));
            said.extend(triple.shared_with(case).iter().map(|number| (Case::Current, *number)));
        }
    }
    if let Control::Hallucinate(count) = control {
        let all = factors().iter().flat_map(|factor| Case::ALL.map(|case| (case, factor.number)));
        let absent = all.filter(|(case, number)| !triple.factors_of(*case).contains(number));
        said.extend(absent.take(count as usize));
    }
    Some(said)
}

/// Faithfulness and use of what is asserted.
fn numbers(triple: &Triple, said: &Asserted) -> (f64, f64) {
    let all = Case::ALL.iter().map(|case| triple.factors_of(*case).len()).sum::<usize>() as f64;
    let right = said.iter().filter(|(case, number)| triple.factors_of(*case).contains(number)).count() as f64;
    ((all - (said.len() as f64 - right)) / all, right / all)
}

fn mean(values: &[Option<f64>]) -> Option<f64> {
    let defined: Vec<f64> = values.iter().flatten().copied().collect();
    (!defined.is_empty()).then(|| defined.iter().sum::<f64>() / defined.len() as f64)
}

/// The scores of what was asserted in each triple, `None` where it abstains: `acc_h` and `rec_u` by the
/// paper's policy, and by the strict one.
fn expected(drawn: &[Triple], said: &[Option<Asserted>]) -> [Option<f64>; 4] {
    let of = |at: usize| -> [Option<f64>; 4] {
        let requires = drawn[at].requires_abstention();
        match &said[at] {
            Some(said) => {
                let (acc_h, rec_u) = numbers(&drawn[at], said);
                [Some(acc_h), Some(rec_u), Some(acc_h), Some(rec_u)]
            }
            None => [Some(1.0), Some(0.0), None, (!requires).then_some(0.0)],
        }
    };
    let each: Vec<[Option<f64>; 4]> = (0..drawn.len()).map(of).collect();
    [0, 1, 2, 3].map(|number| mean(&each.iter().map(|numbers| numbers[number]).collect::<Vec<_>>()))
}

fn overall<'a>(scores: &'a ScoreFile, model: &str, metric: &str) -> &'a Estimate {
    let is_it = |e: &&Estimate| e.metric == metric && e.model == model && e.group.is_none();
    let mut found = scores.estimates.iter().filter(is_it);
    let first = found.next().unwrap_or_else(|| panic!("{model} has no {metric}"));
    assert!(found.next().is_none(), "{model} has {metric} twice");
    first
}

fn close(found: Option<f64>, wanted: Option<f64>) -> bool {
    match (found, wanted) {
        (Some(found), Some(wanted)) => (found - wanted).abs() < 1e-12,
        (found, wanted) => found == wanted,
    }
}

fn scores(folder: &Path, name: &str, more: &[&str]) -> ScoreFile {
    let how =
        ["run", "--suite", "threeply", "--dialogue", "--json", "--display", "none", "--resamples", "50"];
    let flags = [&how[..], &["--name", name], more].concat();
    serde_json::from_str(&run(folder, &flags, 0)).expect("`--json` prints the scores")
}

#[test]
fn every_pairing_of_controls_scores_what_it_was_made_to_score() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let all = CONTROLS.map(name).join(",");
    for mode in Mode::ALL {
        let flags = ["--mode", mode.name(), "--count", "6", "--complexity", "8", "--seed", "4"];
        let flags = [&flags[..], &["--model", &all, "--opponent", &all]].concat();
        let scores = scores(folder.path(), mode.name(), &flags);
        assert!(scores.rules && scores.coverage.is_complete());
        assert_eq!((scores.coverage.planned, scores.coverage.played), (96, 96));
        assert_eq!(scores.coverage.stops[&format!("{} dialogue", mode.name())]["answered"], 96);
        let drawn = triples(mode);
        let apart = mode == Mode::NonArguable;
        let mut whole_means = Vec::new();
        for plaintiff in CONTROLS {
            for defendant in CONTROLS {
                let model = match plaintiff == defendant {
                    true => name(plaintiff).to_owned(),
                    false => format!("{} against {}", name(plaintiff), name(defendant)),
                };
                let what = format!("{mode} {model}");
                let point = |metric: &str| overall(&scores, &model, metric).point;
                let check = |prefix: &str, said: &[Option<Asserted>]| {
                    let wanted = expected(&drawn, said);
                    let metrics = ["acc_h_mean", "rec_u_mean", "acc_h_mean_strict", "rec_u_mean_strict"];
                    for (metric, wanted) in metrics.into_iter().zip(wanted) {
                        let metric = format!("{prefix}{metric}");
                        let found = point(&metric);
                        assert!(close(found, wanted), "{what} {metric}: {found:?}, not {wanted:?}");
                    }
                    let abstained = said.iter().filter(|said| said.is_none()).count();
                    let share = Some(abstained as f64 / f64::from(COUNT));
                    if apart {
                        for metric in ["abstention_ratio", "abstention_ratio_strict"] {
                            assert_eq!(point(&format!("{prefix}{metric}")), share, "{what} {prefix}{metric}");
                        }
                    } else {
                        let rate = format!("{prefix}wrong_abstention_rate");
                        assert_eq!(point(&rate), share, "{what} {rate}");
                    }
                    assert_eq!(point(&format!("{prefix}empty_rate")), Some(0.0), "{what} {prefix}");
                    wanted[0]
                };
                let sides =
                    [(plaintiff, Side::Plaintiff), (defendant, Side::Defendant)].map(|(control, side)| {
                        drawn.iter().map(|triple| asserted(control, triple, side)).collect::<Vec<_>>()
                    });
                check("plaintiff_", &sides[0]);
                check("defendant_", &sides[1]);
                // The whole abstains where both do, and asserts what the others assert.
                let together = |(p, d): (&Option<Asserted>, &Option<Asserted>)| {
                    let said: Vec<&Asserted> = p.iter().chain(d).collect();
                    (!said.is_empty()).then(|| said.into_iter().flatten().copied().collect::<Asserted>())
                };
                let whole: Vec<Option<Asserted>> = sides[0].iter().zip(&sides[1]).map(together).collect();
                whole_means.push(check("", &whole));
                if !apart {
                    for (side, said) in ["plaintiff", "defendant"].into_iter().zip(&sides) {
                        let right = said.iter().any(Option::is_some).then_some(1.0);
                        assert_eq!(point(&format!("{side}_cites_right")), right, "{what} {side}");
                    }
                }
                assert_eq!(point("unattributed_mean"), Some(0.0), "{what}");
                assert_eq!(point("plaintiff_partial_abstention_rate"), Some(0.0), "{what}");
            }
        }
        let mean_of_models = overall(&scores, "mean", "acc_h_mean");
        assert!(close(mean_of_models.point, mean(&whole_means)), "{mode}");
        assert_eq!((mean_of_models.planned, mean_of_models.setup.as_deref()), (96, Some("dialogue")));
    }
}

#[test]
fn one_model_in_both_parties_argues_as_it_does_in_one_message() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let models = "builtin/perfect-arguer,builtin/hallucinator:3";
    for mode in Mode::ALL {
        let flags = ["--mode", mode.name(), "--count", "6", "--complexity", "8", "--model", models];
        let dialogue = scores(folder.path(), &format!("{mode}-d"), &flags);
        let how =
            ["run", "--suite", "threeply", "--json", "--display", "none", "--resamples", "50", "--name"];
        let message = run(folder.path(), &[&how[..], &[mode.name()], &flags].concat(), 0);
        let message: ScoreFile = serde_json::from_str(&message).expect("the scores");
        for estimate in message.estimates {
            let found = overall(&dialogue, &estimate.model, &estimate.metric);
            assert_eq!(
                found.per_repeat, estimate.per_repeat,
                "{mode} {} {}",
                estimate.model, estimate.metric
            );
            assert_eq!((found.low, found.high), (estimate.low, estimate.high));
        }
    }
}

#[test]
fn a_dialogue_is_shown_ply_by_ply() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pair = ["--model", "builtin/hallucinator:3", "--opponent", "builtin/always-abstain"];
    scores(folder.path(), "r", &[&["--count", "2", "--complexity", "4"], &pair[..]].concat());
    let text = run(folder.path(), &["show", "results/r", "--limit", "1"], 0);
    insta::assert_snapshot!("show-dialogue", text);
    let document: Value =
        serde_json::from_str(&run(folder.path(), &["show", "results/r", "--json"], 0)).expect("one document");
    let first = &document["arguments"][0];
    assert_eq!(first["record"]["transcript"]["plies"].as_array().map(Vec::len), Some(3));
    assert_eq!(first["score"]["sides"][1]["side"], "defendant");
    assert_eq!(first["score"]["sides"][1]["strict"]["acc_h"], Value::Null, "abstained");
    assert_eq!(document["review_queue"][0]["reasons"][0], "wrongly_abstained", "one of its sides did");
    for (model, n) in
        [("builtin/always-abstain", 2), ("builtin/hallucinator:3", 2), ("builtin/perfect-arguer", 0)]
    {
        let shown = run(folder.path(), &["show", "results/r", "--json", "--model", model], 0);
        let shown: Value = serde_json::from_str(&shown).expect("one document");
        assert_eq!(shown["arguments"].as_array().map(Vec::len), Some(n), "{model}");
    }
}

#[test]
fn the_closing_table_of_dialogues() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let how =
        ["run", "--suite", "threeply", "--dialogue", "--display", "none", "--resamples", "50", "--name", "r"];
    let more =
        ["--count", "4", "--complexity", "5", "--model", "builtin/perfect-arguer,builtin/hallucinator:2"];
    let text = run(folder.path(), &[&how[..], &more, &["--opponent", "builtin/always-abstain"]].concat(), 0);
    insta::assert_snapshot!("closing-of-dialogues", text);
}

#[test]
fn a_dialogue_of_others_is_three_messages_a_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    let drawn = triples(Mode::Arguable);
    let line = |at: usize, messages: Value| {
        json!({ "id": drawn[at].id, "repeat": 1, "model": "lab/theirs", "messages": messages }).to_string()
    };
    let plies = |at: usize| Ply::ALL.map(|ply| Control::Perfect.ply(&drawn[at], ply));
    let mut lines: Vec<String> = (0..4).map(|at| line(at, json!(plies(at)))).collect();
    let [first, second, _] = plies(4);
    lines.push(line(4, json!([first, second, " "])));
    lines.push(line(5, json!(["", ABSTENTION, ""])));
    fs::write(here.join("theirs.jsonl"), lines.join("\n")).expect("the folder can be written");
    let study = ["--count", "6", "--complexity", "8", "--seed", "4", "--answers", "theirs.jsonl"];
    let found = scores(here, "r", &[&study[..], &["--opponent", "lab/ours"]].concat());
    let model = "lab/theirs against lab/ours";
    let of = |metric: &str| overall(&found, model, metric);
    assert_eq!(found.coverage.planned, 6);
    assert_eq!((of("plaintiff_acc_h_mean").point, of("plaintiff_rec_u_mean").n), (Some(1.0), 6));
    assert_eq!(of("plaintiff_empty_rate").point, Some(1.0 / 6.0), "silence is no abstention");
    assert_eq!(of("plaintiff_empty_rate").missing.get("silent"), Some(&2), "by the side that was silent");
    assert!(of("defendant_empty_rate").missing.is_empty());
    assert_eq!(of("plaintiff_wrong_abstention_rate").point, Some(0.0));
    assert_eq!(of("defendant_wrong_abstention_rate").point, Some(1.0 / 6.0));
    assert_eq!(of("wrong_abstention_rate").point, Some(0.0), "a partial abstention is none");

    let refused = |flags: &[&str], what: &str| {
        let base = ["run", "--suite", "threeply", "--count", "6", "--complexity", "8", "--seed", "4"];
        let output = program(here, &[&base[..], flags].concat()).output().expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(what), "`{what}` is not in {told}");
    };
    refused(&["--answers", "theirs.jsonl"], "give --dialogue if they are the plies");
    fs::write(here.join("one.jsonl"), line(0, json!(["x"]))).expect("the folder can be written");
    refused(&["--answers", "one.jsonl", "--dialogue"], "a dialogue is three, one a ply");
    refused(
        &["--answers", "theirs.jsonl", "--dialogue", "--opponent", "lab/a,lab/b"],
        "name one --opponent for a file of dialogues",
    );
    refused(&["--model", "builtin/perfect-arguer", "--opponent", "builtin/never-abstain"], "give --dialogue");
    refused(
        &["--model", "builtin/perfect-arguer", "--dialogue", "--opponent", "builtin/oracle"],
        "no built-in model `oracle` argues",
    );
    refused(
        &["--dialogue", "--model", "builtin/perfect-arguer", "--opponent", "lab/x,lab/x"],
        "--opponent names lab/x twice",
    );
}

#[test]
fn a_run_of_messages_goes_on_as_one_of_dialogues_and_against_further_opponents() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    let how =
        ["run", "--suite", "threeply", "--json", "--display", "none", "--resamples", "50", "--name", "r"];
    run(here, &[&how[..], &["--count", "3", "--model", "builtin/perfect-arguer"]].concat(), 0);
    let owed = |more: &[&str]| -> Value {
        let plan = run(here, &[&["plan", "--why", "results/r", "--json"], more].concat(), 0);
        serde_json::from_str::<Value>(&plan).expect("one document")["plays_owed"].clone()
    };
    assert_eq!(owed(&[]), 0);
    assert_eq!(owed(&["--dialogue"]), 3, "a dialogue is no single message");
    let resume = |more: &[&str]| -> ScoreFile {
        let flags = [&["resume", "results/r", "--json", "--display", "none"], more].concat();
        serde_json::from_str(&run(here, &flags, 0)).expect("the scores")
    };
    resume(&["--dialogue"]);
    assert_eq!(owed(&[]), 0);
    assert_eq!(
        owed(&["--opponent", "builtin/never-abstain,builtin/perfect-arguer"]),
        3,
        "one of them stands"
    );
    let scores = resume(&["--opponent", "builtin/never-abstain,builtin/perfect-arguer"]);
    assert_eq!(scores.coverage.planned, 6);
    for model in ["builtin/perfect-arguer", "builtin/perfect-arguer against builtin/never-abstain", "mean"] {
        assert_eq!(overall(&scores, model, "defendant_acc_h_mean").point, Some(1.0));
    }
}
