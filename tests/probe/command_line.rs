//! Command lines that cannot be used say what is wrong and how to mend it.

use std::fs;

use crate::program::{program, run};

fn refused(arguments: &[&str], code: i32) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = program(folder.path(), arguments).output().expect("the program starts");
    let notes = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{notes}");
    assert!(!folder.path().join("results").exists(), "nothing is made for a command that cannot be used");
    notes
}

#[test]
fn a_role_that_nobody_plays_is_named() {
    assert!(refused(&["probe"], 2).contains("no user is named"));
    let notes = refused(&["probe", "--user", "cmd/cat"], 2);
    assert!(notes.contains("--assessor is required with a user that is not built in"), "{notes}");
    let notes = refused(&["probe", "--user", "builtin/lexcal"], 2);
    assert!(notes.contains("builtin/lexical, builtin/leaky, builtin/evasive"), "{notes}");
    let notes = refused(&["probe", "--user", "builtin/leaky,builtin/leaky"], 2);
    assert!(notes.contains("--user names builtin/leaky twice"), "{notes}");
    let notes = refused(&["probe", "--user", "builtin/leaky", "--user-profile"], 2);
    assert!(notes.contains("every user is built in"), "{notes}");
    for (flag, value) in [("--repeats", "0"), ("--limit", "0"), ("--temperature", "3"), ("--resamples", "0")]
    {
        let notes = refused(&["probe", "--user", "builtin/leaky", flag, value], 2);
        assert!(notes.contains(flag), "{notes}");
    }
    let notes =
        refused(&["probe", "--user", "cmd/cat", "--assessor", "builtin/rules", "--cost-limit", "1"], 2);
    assert!(notes.contains("[prices.\"cmd/cat\"]"), "{notes}");
    let notes = refused(&["probe", "--user", "builtin/leaky", "--name", "../up"], 2);
    assert!(notes.contains("cannot name a run"), "{notes}");
}

#[test]
fn a_run_is_no_folder_of_probes_and_the_reverse() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let quiet = ["--limit", "1", "--repeats", "1", "--display", "none"];
    run(folder, &[&["run", "--model", "builtin/majority", "--name", "r"][..], &quiet].concat(), 0);
    let before = fs::read(folder.join("results/r/scores.json")).expect("scores");
    let clash =
        program(folder, &["probe", "--user", "builtin/leaky", "--name", "r"]).output().expect("starts");
    assert_eq!(clash.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&clash.stderr).contains("never overwritten"));
    assert_eq!(fs::read(folder.join("results/r/scores.json")).expect("scores"), before);

    run(folder, &[&["probe", "--user", "builtin/leaky", "--name", "p"][..], &quiet].concat(), 0);
    for (command, code, words) in
        [("score", 1, "is a run of fidelity"), ("report", 2, "probes alone are no run")]
    {
        let output = program(folder, &[command, "results/p"]).output().expect("starts");
        let notes = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{notes}");
        assert!(notes.contains(words), "{notes}");
    }
}
