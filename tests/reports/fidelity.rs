//! Probes of simulated users beside a report.

use std::fs;
use std::path::Path;

use super::runs::{TINY, played};
use crate::program::{program, run};

/// Three built-in users probed on the tiny pack: what `probe` wrote.
fn probed(folder: &Path) -> String {
    let log_dir = folder.display().to_string();
    let users = "builtin/lexical,builtin/leaky,builtin/evasive";
    let fixed = ["probe", "--user", users, "--pack", TINY, "--name", "probes", "--display", "none"];
    run(folder, &[fixed.as_slice(), &["--log-dir", &log_dir]].concat(), 0);
    fs::read_to_string(folder.join("probes/probe.json")).expect("is written")
}

/// The folder of the probes, its file changed.
fn beside(folder: &Path, text: &str) -> String {
    let probes = folder.join("probes");
    fs::write(probes.join("probe.json"), text).expect("a file can be written");
    probes.display().to_string()
}

fn refused(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = program(folder, arguments).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn probes_stand_beside_the_run_whose_user_they_are_of() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &["--model", "builtin/listener"]).display().to_string();
    assert!(!run(folder.path(), &["report", &path, "--lang", "en"], 0).contains("Fidelity of the simulated"));
    probed(folder.path());
    let probes = folder.path().join("probes").display().to_string();
    let page = run(folder.path(), &["report", &path, &probes, "--lang", "en"], 0);
    assert!(page.contains("Its fidelity was probed (probes)"), "{page}");
    assert!(!page.contains("was not probed"), "{page}");
    assert!(page.contains("Assessed by rules, not by a model"), "{page}");
    assert!(page.contains("The questions were judged by rules"), "{page}");
    let row = |user: &str, request: &str| -> Vec<String> {
        let line = page.lines().find(|line| line.contains(user) && line.contains(request));
        let line = line.unwrap_or_else(|| panic!("no row of {user}, {request}\n{page}"));
        line.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    // Replies, as they should be, told too much, error: leaky tells all when C asks for nothing.
    assert_eq!(
        row("builtin/lexical", "A direct")[3..9],
        ["2", "1.000", "[0.342, 1.000]", "0.000", "[0.000, 0.658]", "0.000"]
    );
    assert_eq!(row("builtin/leaky", "C broad")[3..7], ["2", "n/a", "n/a", "1.000"]);
    assert_eq!(row("builtin/evasive", "A direct")[4], "0.000");
    assert_eq!(row("builtin/evasive", "D withheld")[4], "1.000");

    let zh = run(folder.path(), &["report", &path, &probes, "--lang", "zh"], 0);
    assert!(zh.contains("其忠实度已经检验（probes）") && zh.contains("C 宽泛"), "{zh}");
    for format in ["html", "latex", "csv"] {
        let page = run(folder.path(), &["report", &path, &probes, "--format", format, "--lang", "en"], 0);
        assert!(page.contains("told too much"), "{format}");
    }
}

#[test]
fn probes_of_another_user_or_other_cases_are_told_apart() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &["--model", "builtin/listener"]).display().to_string();
    let written = probed(folder.path());
    let others = written.replace("builtin/lexical+single-prompt", "cmd/other+single-prompt");
    let probes = beside(folder.path(), &others);
    let page = run(folder.path(), &["report", &path, &probes, "--lang", "en"], 0);
    assert!(page.contains("Its fidelity was not probed"), "{page}");
    assert!(
        page.contains("probes did not probe builtin/lexical+single-prompt, the user of study."),
        "{page}"
    );

    let hash = written.lines().find(|line| line.contains("pack_hash")).expect("the hash of the pack");
    let probes = beside(folder.path(), &written.replace(hash, "\"pack_hash\": \"0\","));
    let page = run(folder.path(), &["report", &path, &probes, "--lang", "en"], 0);
    assert!(page.contains("on tiny, not on the cases of study"), "{page}");
}

#[test]
fn what_a_number_of_the_probes_lacks_is_said_below_its_table() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &["--model", "builtin/listener"]).display().to_string();
    let written = probed(folder.path());
    let whole = beside(folder.path(), &written);
    assert!(!run(folder.path(), &["report", &path, &whole, "--lang", "en"], 0).contains("INCOMPLETE"));
    let lacking = written.replace("\"incomplete\": false", "\"incomplete\": true");
    let probes = beside(folder.path(), &lacking.replace("\"unjudged\": 0", "\"unjudged\": 7"));
    let page = run(folder.path(), &["report", &path, &probes, "--lang", "en"], 0);
    for lacks in ["A direct, B indirect, C broad, D withheld", "B − A, A and D, recovered"] {
        let said = format!("INCOMPLETE: more than 2% was lost of {lacks} (builtin/leaky+single-prompt).");
        assert!(page.contains(&said), "{said}\n{page}");
    }
    let row = page.lines().find(|line| line.contains("builtin/leaky") && line.ends_with(" 7 |"));
    assert!(row.is_some(), "{page}");
}

#[test]
fn probes_within_a_run_are_read_and_others_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &["--model", "builtin/listener"]);
    let name = path.display().to_string();
    let written = probed(folder.path());
    fs::write(path.join("probe.json"), &written).expect("a file can be written");
    let page = run(folder.path(), &["report", &name, "--lang", "en"], 0);
    assert!(page.contains("Fidelity of the simulated user"), "{page}");
    let (scores, aside) = (path.join("scores.json"), path.join("aside"));
    fs::rename(&scores, &aside).expect("it was scored");
    assert!(refused(folder.path(), &["report", &name], 2).contains("has no scores yet"));
    fs::rename(&aside, &scores).expect("it can be put back");

    let probes = beside(folder.path(), &written);
    assert!(refused(folder.path(), &["report", &probes], 2).contains("name a run beside them"));
    let newer = beside(folder.path(), &written.replacen("\"layout\": 1", "\"layout\": 9", 1));
    assert!(refused(folder.path(), &["report", &name, &newer], 1).contains("has layout 9"));
    let broken = beside(folder.path(), &written.replace("\"b_minus_a\"", "\"other\""));
    assert!(refused(folder.path(), &["report", &name, &broken], 1).contains("b_minus_a"));
}
