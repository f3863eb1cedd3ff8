//! Messages from a file: scored like any others, and nobody but the judge is asked.

use std::time::Duration;

use super::served::{PRICES, Served};
use crate::program::program;

const STUDY: [&str; 10] = [
    "--pack",
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny"),
    "--resamples",
    "100",
    "--display",
    "none",
    "--name",
    "r",
    "--judge",
    "builtin/rules",
];

fn refused(served: &Served, lines: &str, more: &[&str], says: &[&str]) {
    std::fs::write(served.path().join("mine.jsonl"), lines).expect("the folder can be written");
    let arguments = [&["run", "--answers", "mine.jsonl"], &STUDY[..], more].concat();
    let output = program(served.path(), &arguments).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    for part in says {
        assert!(said.contains(part), "`{part}` is not in: {said}");
    }
    assert!(!served.path().join("results").exists(), "no run is begun");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_scored_and_what_is_missing_is_counted() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    let line = |id: &str, variant: &str, said: &str| {
        format!(
            "{{\"id\": \"{id}\", \"repeat\": 1, \"variant\": \"{variant}\", \"messages\": [\"{said}\"]}}\n"
        )
    };
    let decided = "[VERDICT]\\n1. Supported\\n2. Dismissed";
    let lines = line("tiny-en-deposit", "complete", decided)
        + &line("tiny-en-deposit", "underspecified", "[ASK]\\nWas there a list of damage?")
        + &line("tiny-zh-lending", "complete", "【结论】\\n1. 支持");
    std::fs::write(served.path().join("mine.jsonl"), lines).expect("the folder can be written");
    let arguments = [&["run", "--json", "--answers", "mine.jsonl", "--task", "lca"], &STUDY[..]].concat();
    let scores = crate::scores::scores(&served.command(&arguments, 3));
    assert_eq!((scores.coverage.planned, scores.coverage.played), (4, 3));
    assert_eq!(scores.coverage.lost.get("not_answered"), Some(&1));
    let acc_c = scores.estimates.iter().find(|e| e.metric == "acc_c" && e.group.is_none()).expect("scored");
    assert_eq!((acc_c.model.as_str(), acc_c.n), ("answers/mine", 3));
    let records = std::fs::read_to_string(served.path().join("results/r/plays.jsonl")).expect("records");
    assert!(records.lines().all(|record| record.contains("[\"answers\",\"mine.jsonl (")), "{records}");
    let text = served.command(&["score", "results/r"], 3);
    assert!(text.contains("answers    mine.jsonl ("), "{text}");
    // A resume judges, and asks nobody for what was not answered.
    let resumed = served.command(&["resume", "results/r"], 3);
    assert!(!resumed.contains("is owed still") && resumed.contains("lexconsult show results/r"), "{resumed}");
    let planned = served.command(&["plan", "--why", "results/r"], 0);
    assert!(planned.contains("4 plays, none owed"), "{planned}");
    let delayed = ["resume", "results/r", "--condition", "standard,delayed"];
    let output = program(served.path(), &delayed).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nobody is"), "{output:?}");
    assert_eq!(served.calls(), [0, 0, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_cannot_be_used_is_named_with_its_field() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    let good = "{\"id\": \"tiny-en-deposit\", \"repeat\": 1, \"task\": \"lca\", \"variant\": \"complete\", \"messages\": [\"x\"]}\n";
    let with = |from: &str, to: &str| good.replace(from, to);
    refused(&served, &(good.to_owned() + good), &[], &["mine.jsonl:2: ", "same unit as line 1"]);
    refused(&served, &with("tiny-en-deposit", "nobody"), &[], &["mine.jsonl:1: id: no case `nobody`"]);
    refused(
        &served,
        &with("\"repeat\": 1", "\"repeat\": 2"),
        &["--repeats", "1"],
        &["repeat: 2 is not among"],
    );
    refused(
        &served,
        &with(", \"variant\": \"complete\"", ""),
        &[],
        &["variant: missing", "narrow the selection"],
    );
    refused(&served, &with("\"lca\"", "\"lcaa\""), &[], &["mine.jsonl:1: task: unknown variant `lcaa`"]);
    refused(
        &served,
        &with("[\"x\"]", "[\"x\", \"y\"]"),
        &[],
        &["messages: 2 of the assistant", "docs/runs.md"],
    );
    refused(&served, &with("[\"x\"]", "[{\"role\": \"judge\"}]"), &[], &["messages[0]: ", "`role`"]);
    refused(&served, &with("\"id\"", "\"case\""), &[], &["mine.jsonl:1: ", "unknown field `case`"]);
    refused(&served, "\n", &[], &["mine.jsonl holds no answer"]);
    // A consultation ends with the message that decides.
    let talk = |messages: &[&str]| {
        let said = |(at, text): (usize, &&str)| {
            let role = if at % 2 == 0 { "assistant" } else { "user" };
            serde_json::json!({ "role": role, "content": text })
        };
        let messages: Vec<_> = messages.iter().enumerate().map(said).collect();
        let line = serde_json::json!({ "id": "tiny-en-deposit", "repeat": 1, "task": "ljp", "setup": "interaction",
            "messages": messages });
        good.to_owned() + &line.to_string()
    };
    let decided = "[VERDICT]\n1. Supported\n2. Dismissed";
    for messages in [
        &["[ASK]\nWhen?", "In May.", decided, "Thank you.", "[ASK]\nWas there a list?"][..],
        &["[ASK]\nWhen?", "In May.", decided, "Thank you.", decided],
        &["[ASK]\nWhen?", "In May.", decided, "Thank you."],
        &["[ASK]\nWhen?", "In May.", "【结论】\n1. Supported", "Yes?", ""],
    ] {
        refused(
            &served,
            &talk(messages),
            &[],
            &["mine.jsonl:2: messages[3]: ", "ended with messages[2]", "hint: leave out what follows"],
        );
    }
    // Neither does it end with a question that somebody could still have answered.
    for messages in [
        &["[ASK]\nWhen?"][..],
        &["[ASK]\nWhen?", "In May.", "【追问】\nWas there a list?"],
        &["[ASK]\nA?", "B.", "[ASK]\nA?", "B.", "[ASK]\nA?"],
    ] {
        let at = messages.len() - 1;
        let says = [format!("mine.jsonl:2: messages[{at}]: asks"), format!("in round {} of 3", at / 2 + 1)];
        let says = [says[0].as_str(), says[1].as_str(), "hint: go on to the message that decides"];
        refused(&served, &talk(messages), &[], &says);
    }
    refused(&served, good, &["--condition", "delayed"], &["--condition", "--answers nobody is"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consultation_that_decides_once_at_its_end_is_scored() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    let line = serde_json::json!({ "id": "tiny-en-deposit", "repeat": 1, "messages": [
        { "role": "assistant", "content": "[ASK]\n[VERDICT]\nWhen?" },
        { "role": "user", "content": "In May." },
        { "role": "assistant", "content": "I would say that all is due.\n[VERDICT] comes later" },
        { "role": "user", "content": "And?" },
        { "role": "assistant", "content": "[VERDICT]\n1. Supported\n2. Dismissed" },
    ] });
    std::fs::write(served.path().join("mine.jsonl"), line.to_string()).expect("the folder can be written");
    let answered = ["run", "--json", "--answers", "mine.jsonl", "--task", "ljp", "--setup", "interaction"];
    let scores = crate::scores::scores(&served.command(&[&answered[..], &STUDY].concat(), 3));
    assert_eq!(scores.coverage.stops["ljp interaction"].get("decided"), Some(&1), "{:?}", scores.coverage);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_talk_from_a_file_ends_as_it_ended_and_built_in_names_are_only_names() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    let line = |id: &str, task: &str, messages: &[&str]| {
        let said = |(at, text): (usize, &&str)| {
            let role = if at % 2 == 0 { "assistant" } else { "user" };
            serde_json::json!({ "role": role, "content": text })
        };
        let messages: Vec<_> = messages.iter().enumerate().map(said).collect();
        let setup = if task == "ljp" { "interaction".into() } else { serde_json::Value::Null };
        let line = serde_json::json!({ "id": id, "repeat": 1, "task": task, "setup": setup,
            "model": "builtin/listener", "messages": messages });
        format!("{line}\n")
    };
    let all_rounds = ["[ASK]\nA?", "B.", "[ASK]\nA?", "B.", "[ASK]\nA?", "B.", "[ASK]\nA?"];
    let lines = line("tiny-en-deposit", "ljp", &all_rounds)
        + &line("tiny-zh-lending", "ljp", &["[ASK]\nWhen?", "In May.", "1. Supported"])
        + &line("tiny-en-deposit", "dcg", &["Was there a list?"])
        + &line("tiny-zh-lending", "dcg", &["Was there a list?", "No.", "When?"]);
    std::fs::write(served.path().join("mine.jsonl"), lines).expect("the folder can be written");
    let study = ["run", "--json", "--answers", "mine.jsonl", "--task", "dcg,ljp", "--setup", "interaction"];
    let scores = crate::scores::scores(&served.command(&[&study[..], &STUDY].concat(), 0));
    let stops = &scores.coverage.stops;
    for (task, stop) in [
        ("ljp interaction", "rounds_spent"),
        ("ljp interaction", "decided"),
        ("dcg", "answered"),
        ("dcg", "rounds_spent"),
    ] {
        assert_eq!(stops[task].get(stop), Some(&1), "{task} {stop}: {stops:?}");
    }
    assert!(scores.estimates.iter().all(|estimate| estimate.model == "builtin/listener"));
    let records = std::fs::read_to_string(served.path().join("results/r/plays.jsonl")).expect("records");
    assert!(records.lines().all(|record| record.contains("[\"answers\",\"mine.jsonl (")), "{records}");
    assert!(served.command(&["resume", "results/r"], 0).contains("this time 0 played"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_says_what_judging_the_answers_may_cost() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    let line = |id: &str, said: &str| {
        format!(
            "{{\"id\": \"{id}\", \"repeat\": 1, \"variant\": \"complete\", \"messages\": [\"{said}\"]}}\n"
        )
    };
    // A silent answer leaves a judge nothing to read.
    let lines = line("tiny-en-deposit", "[ASK]\\nWas there a list of damage?") + &line("tiny-zh-lending", "");
    std::fs::write(served.path().join("mine.jsonl"), lines).expect("the folder can be written");
    let [but_the_judge @ .., _] = STUDY;
    let study = [&but_the_judge[..], &["lab/judge"]].concat();
    let answered = [&["run", "--json", "--answers", "mine.jsonl", "--task", "lca"], &study[..]].concat();
    let planned = served.command(&[&answered[..], &["--dry-run"]].concat(), 0);
    let planned: serde_json::Value = serde_json::from_str(&planned).expect("a plan");
    assert_eq!(served.calls(), [0, 0, 0], "a plan asks nobody");
    assert_eq!((&planned["plays"], &planned["plays_owed"]), (&4.into(), &0.into()), "{planned}");
    assert_eq!(planned["judgements_owed"], 1);
    let [to_pay] = planned["to_pay"].as_array().expect("a list").as_slice() else {
        panic!("the judge alone is paid: {planned}")
    };
    assert_eq!((&to_pay["role"], &to_pay["model"]), (&"judge".into(), &"lab/judge".into()));
    served.command(&answered, 3);
    let [assistant, user, judge] = served.calls();
    assert_eq!((assistant, user, judge), (0, 0, 1));
    let calls = |end: &str| to_pay["calls"][end].as_u64().expect("a count");
    assert!((calls("least")..=calls("most")).contains(&judge), "{to_pay}");
    let most = planned["cost"]["USD"]["most"].as_f64().expect("a sum");
    assert!(served.bill() > 0.0 && served.bill() < most, "{} {most}", served.bill());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_ends_before_all_answers_are_on_record_is_begun_anew() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    let line = |id: &str| {
        let said = "Was there a list? ".repeat(30_000);
        format!(
            "{{\"id\": \"{id}\", \"repeat\": 1, \"variant\": \"complete\", \"messages\": [\"{said}\"]}}\n"
        )
    };
    let lines = line("tiny-en-deposit") + &line("tiny-zh-lending");
    std::fs::write(served.path().join("mine.jsonl"), lines).expect("the folder can be written");
    let answered = [&["run", "--answers", "mine.jsonl", "--task", "lca"], &STUDY[..]].concat();
    // No file may grow to the length of both records: the program ends at the second.
    let limited = "ulimit -c 0; ulimit -f 1600; exec \"$@\"";
    let status = std::process::Command::new("sh")
        .args(["-c", limited, "sh", env!("CARGO_BIN_EXE_lexconsult")])
        .args(&answered)
        .current_dir(served.path())
        .output()
        .expect("the program starts")
        .status;
    assert!(!status.success());
    let run = served.path().join("results/r");
    assert!(std::fs::read(run.join("plays.jsonl")).expect("records").len() > 500_000, "the first is there");

    let output = program(served.path(), &["resume", "results/r"]).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("ended before it began") && said.contains("begin the run anew"), "{said}");
    std::fs::remove_dir_all(run).expect("it can be removed");
    served.command(&answered, 3);
}
