//! What the commands print, as a person reads it and as a program reads it.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use lexconsult::case::embedded_packs;
use serde_json::Value;

/// Flags of a small study on the tiny pack, asked in one fixed order.
const SMALL: [&str; 10] = [
    "--pack",
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny"),
    "--repeats",
    "2",
    "--resamples",
    "200",
    "--max-connections",
    "1",
    "--display",
    "none",
];

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lexconsult"));
    command.args(args).current_dir(folder).env_clear().stdin(Stdio::null());
    command
}

/// Starts the program, which must end well; what it prints on stdout and on stderr.
fn printed(folder: &Path, args: &[&str]) -> (String, String) {
    let output = command(folder, args).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("what is printed is UTF-8");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(0), "{args:?}\n{stderr}");
    assert!(!stdout.contains('\u{1b}') && !stderr.contains('\u{1b}'), "no colour without a terminal");
    for line in stdout.lines() {
        assert_eq!(line, line.trim_end(), "{args:?}: nothing stands behind a line");
    }
    (stdout, stderr)
}

/// What is printed, with what changes from one version of the texts to the next made alike.
fn shown(args: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    without_hashes(&printed(folder.path(), args).0)
}

/// Hashes of twelve hexadecimal digits, made alike.
fn without_hashes(text: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let end = |word: &mut String, out: &mut String| {
        let is_hash = word.len() == 12 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        out.push_str(if is_hash { "<hash......>" } else { word });
        word.clear();
    };
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            word.push(c);
        } else {
            end(&mut word, &mut out);
            out.push(c);
        }
    }
    end(&mut word, &mut out);
    out
}

#[test]
fn help_of_every_command() {
    let commands: [&[&str]; 34] = [
        &[],
        &["init"],
        &["run"],
        &["resume"],
        &["rejudge"],
        &["score"],
        &["report"],
        &["compare"],
        &["export"],
        &["probe"],
        &["plan"],
        &["show"],
        &["pack"],
        &["pack", "list"],
        &["pack", "check"],
        &["pack", "stats"],
        &["profile"],
        &["profile", "list"],
        &["profile", "sample"],
        &["prompt"],
        &["prompt", "list"],
        &["prompt", "show"],
        &["setup"],
        &["setup", "local"],
        &["triples"],
        &["triples", "generate"],
        &["triples", "check"],
        &["annotate"],
        &["annotate", "export"],
        &["annotate", "import"],
        &["annotate", "terminal"],
        &["calibrate"],
        &["metric"],
        &["doctor"],
    ];
    for command in commands {
        let name = [&["help"], command].concat().join("-");
        let help = shown(&[command, &["--help"]].concat());
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{name}: it fits a terminal");
        insta::assert_snapshot!(name, help);
    }
}

#[test]
fn every_command_is_in_the_help() {
    let help = shown(&["--help"]);
    for command in [
        "init",
        "run",
        "resume",
        "rejudge",
        "score",
        "report",
        "compare",
        "export",
        "probe",
        "plan",
        "show",
        "pack",
        "profile",
        "prompt",
        "setup",
        "metric",
        "triples",
        "annotate",
        "calibrate",
        "doctor",
    ] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(&format!("{command} "))), "{command}");
    }
}

#[test]
fn packs_listed_checked_and_described() {
    let list = shown(&["pack", "list"]);
    let rows: Vec<&str> = list.lines().skip(2).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(rows, embedded_packs());
    let starter: Vec<&str> = list.lines().filter(|line| !line.starts_with("zh-civil")).collect();
    insta::assert_snapshot!("pack-list", starter.join("\n"));
    insta::assert_snapshot!("pack-check", shown(&["pack", "check", "starter"]));
    insta::assert_snapshot!("pack-stats", shown(&["pack", "stats", "starter"]));
}

#[test]
fn prompts_listed() {
    insta::assert_snapshot!("prompt-list", shown(&["prompt", "list"]));
}

#[test]
fn a_case_for_people() {
    insta::assert_snapshot!("show-case", shown(&["show", "tiny-en-deposit", SMALL[0], SMALL[1]]));
}

#[test]
fn a_plan_for_people_and_for_programs() {
    let plan = [
        "plan",
        "--model",
        "builtin/oracle,openai/gpt-4.1",
        "--user",
        "builtin/lexical",
        "--judge",
        "builtin/rules",
    ];
    let args = [&plan[..], &SMALL[..4]].concat();
    insta::assert_snapshot!("plan", shown(&args));
    let json: Value = serde_json::from_str(&shown(&[&args[..], &["--json"]].concat())).expect("one document");
    insta::assert_json_snapshot!("plan-json", json);
}

#[test]
fn the_closing_text_of_a_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = ["run", "--model", "builtin/listener", "--name", "one"];
    let (text, notes) = printed(folder.path(), &[&run[..], &SMALL].concat());
    insta::assert_snapshot!("closing", text);
    assert_eq!(notes, "results/one: 24 plays planned, 24 owed; 24 judgements owed at most\n");
    let two = [
        "run",
        "--model",
        "builtin/listener",
        "--model",
        "builtin/never-ask",
        "--task",
        "lca,dcg",
        "--name",
        "two",
    ];
    insta::assert_snapshot!("closing-of-two", printed(folder.path(), &[&two[..], &SMALL].concat()).0);
    insta::assert_snapshot!("closing-of-score", printed(folder.path(), &["score", "results/one"]).0);
    insta::assert_snapshot!(
        "plan-why",
        printed(folder.path(), &["plan", "--why", "results/one", "--repeats", "3"]).0
    );
    let show = ["show", "results/one", "--task", "ljp", "--setup", "interaction", "--limit", "1", "--calls"];
    let shown = printed(folder.path(), &show).0;
    // Which number a call gets depends on which unit came first.
    let lines = shown.lines().map(|line| match line.strip_prefix("··· call ") {
        Some(rest) => format!("··· call N{}", rest.trim_start_matches(|c: char| c.is_ascii_digit())),
        None => line.to_owned(),
    });
    insta::assert_snapshot!("show-run", lines.collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_json_document_stands_alone_on_stdout() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = ["run", "--model", "builtin/random", "--name", "one", "--json"];
    let (stdout, stderr) = printed(folder.path(), &[&run[..], &SMALL].concat());
    let document: Value = serde_json::from_str(&stdout).expect("one document and nothing else");
    let written = std::fs::read(folder.path().join("results/one/scores.json")).expect("written");
    assert_eq!(stdout.into_bytes(), written, "what is printed is what is written");
    assert!(stderr.contains("Rules, not models"), "a person sees the text as well: {stderr}");

    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<BTreeSet<_>>();
    let known = |names: &str| names.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(keys(&document), known("run version pack rules coverage spent estimates"));
    assert_eq!(keys(&document["coverage"]), known("planned played stops lost"));
    let estimates = document["estimates"].as_array().expect("a list");
    assert!(estimates.len() > 20);
    for estimate in estimates {
        assert_eq!(
            keys(estimate),
            known(
                "metric suite task setup condition model judge group point per_repeat mean sd low high level method \
                 resamples discarded cluster n planned missing rules incomplete"
            )
        );
        assert_eq!(estimate["rules"], true);
    }
}

#[test]
fn every_command_that_prints_prints_json_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = ["run", "--model", "builtin/oracle", "--task", "dcg", "--name", "one"];
    printed(folder.path(), &[&run[..], &SMALL].concat());
    std::fs::write(folder.path().join("p.json"), r#"{"p": [0.01, 0.04]}"#).expect("written");
    std::fs::write(folder.path().join("all.json"), r#"{"schema": "golden-1", "cases": []}"#)
        .expect("written");
    let commands: [&[&str]; 18] = [
        &["score", "results/one"],
        &["resume", "results/one"],
        &["show", "results/one"],
        &["show", "zh-private-lending-01"],
        &["plan", "--model", "builtin/oracle"],
        &["plan", "--why", "results/one"],
        &["run", "--model", "builtin/oracle", "--dry-run"],
        &["pack", "list"],
        &["pack", "check", "starter"],
        &["pack", "stats", "starter"],
        &["profile", "list"],
        &["profile", "sample", "--count", "2"],
        &["prompt", "list"],
        &["prompt", "show", "--case", "zh-private-lending-01", "--role", "judge/lca"],
        &["metric", "--list"],
        &["metric", "holm", "p.json"],
        &["metric", "--batch", "all.json"],
        &["doctor"],
    ];
    for command in commands {
        let (stdout, _) = printed(folder.path(), &[command, &["--json"]].concat());
        let document: Value =
            serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{command:?}: {error}"));
        assert!(document.is_object() || document.is_array(), "{command:?}");
    }
    let init = printed(folder.path(), &["init", "new", "--json"]).0;
    assert!(serde_json::from_str::<Value>(&init).is_ok(), "{init}");
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = ["run", "--model", "builtin/oracle", "--name", "one"];
    let run = [&run[..], &SMALL].concat();
    let commands: [&[&str]; 5] = [
        &["prompt", "list"],
        &["show", "zh-private-lending-01"],
        &["pack", "stats", "starter", "--json"],
        &["metric", "--list"],
        &run,
    ];
    for command_line in commands {
        let mut child = command(folder.path(), command_line)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Both are closed at once: whatever is printed meets a reader that has left.
        drop(child.stdout.take());
        drop(child.stderr.take());
        let ended = child.wait().expect("it ends");
        assert_eq!(ended.code(), Some(0), "{command_line:?}");
    }
    let mut child = command(folder.path(), &["prompt", "list"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("piped"));
    reader.read_line(&mut first).expect("a line");
    drop(reader);
    assert!(first.starts_with("prompt"), "{first}");
    let mut errors = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut errors).expect("read");
    assert_eq!((child.wait().expect("it ends").code(), errors.as_str()), (Some(0), ""));
}

#[test]
fn metrics_are_computed_from_files_and_explained() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write(
        "labels.csv",
        "y_true,y_pred\ncomplete,complete\nunderspecified,complete\nunderspecified,underspecified\n",
    );
    let (csv, _) = printed(folder.path(), &["metric", "lca_scores", "labels.csv"]);
    let scores: Value = serde_json::from_str(&csv).expect("one document");
    assert_eq!((&scores["n"], &scores["acc_u"]), (&3.into(), &0.5.into()));
    write(
        "labels.json",
        r#"{"y_true": ["complete", "underspecified", "underspecified"], "y_pred": ["complete", "complete", "underspecified"]}"#,
    );
    assert_eq!(printed(folder.path(), &["metric", "lca_scores", "labels.json"]).0, csv);
    insta::assert_snapshot!(
        "metric-explained",
        printed(folder.path(), &["metric", "--list", "dcg_success"]).0
    );

    let refused = |args: &[&str], code: i32, says: &[&str]| {
        let output = command(folder.path(), args).output().expect("the program starts");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
        for part in says {
            assert!(stderr.contains(part), "`{part}` is not in: {stderr}");
        }
    };
    refused(&["metric", "lca_score", "labels.csv"], 2, &["lca_score", "did you mean", "lca_scores"]);
    refused(&["metric", "lca_scores"], 2, &["no file of labels", "--list lca_scores"]);
    refused(&["metric"], 2, &["Usage: lexconsult metric"]);
    refused(&["metric", "lca_scores", "labels"], 2, &["does not tell the format"]);
    refused(&["metric", "lca_scores", "absent.csv"], 1, &["failed to read absent.csv"]);
    refused(&["metric", "dcg_success", "--params", "{", "labels.json"], 2, &["--params is not JSON"]);
    refused(
        &["metric", "lca_scores", "--params", r#"{"seed": 1}"#, "labels.csv"],
        2,
        &["params.seed", "--list lca_scores"],
    );
    write("bad.csv", "y_true,y_pred\ncomplete,perhaps\n");
    refused(&["metric", "lca_scores", "bad.csv"], 1, &["bad.csv: ", "perhaps"]);
}
