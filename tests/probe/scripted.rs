//! Users and assessors that are programs.

use std::fs;
use std::path::Path;

use super::told::{condition, document, whole};
use crate::agents::{agent, asked, place};
use crate::program::{program, run};

const TINY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny");

fn arguments(more: &[&str]) -> Vec<String> {
    let (user, assessor, judge) = (agent("user", ""), agent("assessor", ""), agent("judge", ""));
    let cast = ["--user", &user, "--assessor", &assessor, "--judge", &judge];
    let base = ["probe", "--pack", TINY, "--display", "none", "--json", "--name", "p"];
    base.iter().chain(&cast).chain(more).map(|part| (*part).to_owned()).collect()
}

fn probe(folder: &Path, more: &[&str], code: i32) -> serde_json::Value {
    let arguments = arguments(more);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    document(&run(folder, &arguments, code))
}

fn user(design: &str) -> String {
    format!("{}+{design}", agent("user", ""))
}

fn spoil(folder: &Path, name: &str, how: &str) {
    fs::write(folder.join(format!("{name}.spoilt")), how).expect("written");
}

#[test]
fn designs_are_paired_on_the_same_probes_and_a_question_is_judged_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    place(folder);
    let told = probe(folder, &["--user-design", "single-prompt,select-then-speak", "--repeats", "2"], 0);
    for design in ["single-prompt", "select-then-speak"] {
        let whole = whole(&told, &user(design));
        for kind in ["A", "B", "C", "D"] {
            // Two cases with a probe each, twice.
            assert_eq!(condition(whole, kind)["n"], 4, "{design} {kind}");
        }
    }
    assert_eq!(asked(folder, "judge").len(), 2 * 3, "once a question, whoever answers it, however often");
    assert_eq!(asked(folder, "assessor").len(), 2 * 16);
    assert_eq!(asked(folder, "user").len(), 16 + 2 * 16, "select-then-speak takes two calls");
    for pair in told["fidelity"]["pairs"].as_array().expect("pairs") {
        assert_eq!(pair["difference"]["n"], 4);
        assert_eq!(
            pair["difference"]["mcnemar_exact_p"],
            serde_json::Value::Null,
            "repeats are not independent"
        );
    }
    // The user starts from the original history each time: its request ends in the question and holds no
    // earlier reply.
    for messages in asked(folder, "user") {
        let text: String = messages.iter().map(|message| message.content.as_str()).collect();
        assert!(!text.contains("It is as paper"), "{text}");
    }
}

#[test]
fn a_fault_is_counted_by_its_reason_and_never_scored() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    place(folder);
    // What the assessor says of broad requests cannot be read; what the user says to one question is empty.
    spoil(folder, "assessor", "none_due\ngarbage\n\n");
    let told = probe(folder, &[], 3);
    let all = whole(&told, &user("single-prompt"));
    // The word stands in the rules of every request.
    for kind in ["A", "B", "C", "D"] {
        let condition = condition(all, kind);
        assert_eq!((&condition["planned"], &condition["n"]), (&2.into(), &0.into()));
        assert_eq!(condition["lost"], serde_json::json!({"judge_fault": 2}));
        assert_eq!(condition["error"]["rate"], serde_json::Value::Null);
    }
    assert_eq!(all["incomplete"], true);
    assert_eq!(asked(folder, "assessor").len(), 3 * 8, "asked again twice");
    for reply in told["replies"].as_array().expect("replies") {
        assert_eq!(reply["lost"]["by"], "assessor");
        assert!(reply["assessment"].is_null() && reply["reply"].is_string());
    }

    // Mended, the same command asks the assessor alone, and scores what the users said before.
    fs::remove_file(folder.join("assessor.spoilt")).expect("removed");
    let users_before = asked(folder, "user").len();
    let mended = probe(folder, &[], 0);
    assert_eq!(asked(folder, "user").len(), users_before);
    assert_eq!(asked(folder, "assessor").len(), 3 * 8 + 8);
    let all = whole(&mended, &user("single-prompt"));
    for kind in ["A", "B", "C", "D"] {
        assert_eq!(condition(all, kind)["n"], 2);
    }
    assert_eq!(all["incomplete"], false);

    // A user that says nothing is a fault of the simulator.
    let other = tempfile::tempdir().expect("a temporary folder");
    place(other.path());
    spoil(other.path(), "user", "Are you familiar\nempty\n\n");
    let told = probe(other.path(), &[], 3);
    let all = whole(&told, &user("single-prompt"));
    assert_eq!(condition(all, "C")["lost"], serde_json::json!({"simulator_fault": 1}));
    assert_eq!((&condition(all, "C")["n"], &condition(all, "A")["n"]), (&1.into(), &2.into()));
}

#[test]
fn questions_that_the_judge_left_unjudged_are_told_beside_what_rests_on_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    place(folder);
    spoil(folder, "judge", "\ngarbage\n\n");
    let arguments = arguments(&[]);
    let arguments: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|part| *part != "--json").collect();
    let text = run(folder, &arguments, 3);
    let said: Vec<&str> = text.lines().filter(|line| line.starts_with("Incomplete")).collect();
    let says = |what: &str| format!("Incomplete, more than 2% of it lost: {what}");
    assert_eq!(said, [says("facts recovered"), says("A, B, C")], "{text}");
}

#[test]
fn what_rules_say_is_no_sign_of_an_endpoint() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    place(folder);
    spoil(folder, "user", "\nerror\n\n");
    let user = agent("user", "");
    let arguments = ["probe", "--pack", TINY, "--user", &user, "--assessor", "builtin/rules"];
    let more = ["--repeats", "9", "--display", "none", "--max-connections", "1"];
    let output = program(folder, &[&arguments[..], &more].concat()).output().expect("the program starts");
    let notes = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{notes}");
    assert!(notes.contains("give the same command again: nothing is lost"), "{notes}");
}

#[test]
fn an_assessor_that_quotes_what_is_not_there_is_not_believed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    place(folder);
    // It quotes what users of its own script say; a user by rule never says that.
    let assessor = agent("assessor", "quotes");
    let arguments = [
        "probe",
        "--pack",
        TINY,
        "--user",
        "builtin/lexical",
        "--assessor",
        &assessor,
        "--judge",
        "builtin/rules",
        "--json",
        "--display",
        "none",
    ];
    let told = document(&run(folder, &arguments, 3));
    for reply in told["replies"].as_array().expect("replies") {
        assert!(reply["assessment"].is_null());
        assert_eq!(reply["lost"]["fault"], "judge_fault");
        let why = reply["lost"]["why"].as_str().expect("a reason");
        assert!(why.contains("`errors[0].quote` is not in the reply"), "{why}");
    }
    let asked = asked(folder, "assessor");
    assert_eq!(asked.len(), 3 * 8, "asked again twice, told why");
    let told_why = |messages: &&Vec<lexconsult::model::Message>| {
        messages.last().is_some_and(|last| last.content.contains("is not in the reply"))
    };
    assert_eq!(asked.iter().filter(told_why).count(), 2 * 8);
}
