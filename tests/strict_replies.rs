//! No reply of a judge, gate, classifier or checker is bent into a label: whatever it lacks, adds or invents, it
//! is refused, asked for again, and then a fault that is counted.

#[path = "support/program.rs"]
mod program;

use std::fs;
use std::path::Path;

use lexconsult::case::ProbeKind;
use lexconsult::cast::reading::{
    read_classifier, read_dcg, read_disclosures, read_fidelity, read_gate, read_lca, read_ljp,
};
use serde_json::{Value, json};

/// What an extractor of LJP reads.
const MESSAGE: &str = "1. Refund: Supported\n2. Damages: Dismissed";

/// What a fidelity assessor reads: a user's reply.
const REPLY: &str = "A list came on June 20, and I sold the car.";

/// One kind of reply: how it is read, one that is taken, and some that only their content spoils.
struct Kind {
    name: &'static str,
    takes: fn(&str) -> bool,
    good: Value,
    bad: Vec<(&'static str, Value)>,
}

fn kinds() -> Vec<Kind> {
    let lca =
        |decides, label: &str| json!({ "reason": "r", "decides": decides, "asks": false, "label": label });
    let question = |focal: Value, facts: Value, relevant: bool| json!({ "focal_point": focal, "facts": facts, "relevant": relevant, "answerable": true });
    let dcg = |asks, questions: Vec<Value>| json!({ "reason": "r", "asks": asks, "questions": questions });
    let good_question = || question(json!("f1"), json!(["k4"]), true);
    let claim = |number, quote: Value, verdict: Value| json!({ "number": number, "quote": quote, "verdict": verdict });
    let ljp = |claims: Vec<Value>| json!({ "claims": claims });
    let first = || claim(1, json!("Refund: Supported"), json!("supported"));
    let second = || claim(2, json!("2. Damages: Dismissed"), json!("dismissed"));
    let shown =
        |turn, fact: &str, how: &str| json!({ "disclosures": [{ "turn": turn, "fact": fact, "how": how }] });
    let assessment = |answer: &str, over: (&str, &str), error: (&str, &str)| {
        json!({
            "reason": "r", "answer": answer, "over_disclosed": [{ "fact": over.0, "quote": over.1 }],
            "errors": [{ "kind": error.0, "quote": error.1 }],
        })
    };
    vec![
        Kind {
            name: "judge/lca",
            takes: |text| read_lca(text).is_ok(),
            good: lca(true, "complete"),
            bad: vec![
                ("label out of range", lca(true, "COMPLETE")),
                ("label out of range", lca(true, "PASS")),
                ("label against what it says", lca(false, "complete")),
                ("label against what it says", lca(true, "underspecified")),
            ],
        },
        Kind {
            name: "judge/dcg",
            takes: |text| read_dcg(text, &["f1", "f2"], &["f1"], &["k4", "k5"]).is_ok(),
            good: dcg(true, vec![good_question()]),
            bad: vec![
                ("unknown focal point", dcg(true, vec![question(json!("f9"), json!([]), false)])),
                ("unknown fact", dcg(true, vec![question(json!("f1"), json!(["k9"]), true)])),
                ("a fact that is told", dcg(true, vec![question(json!("f1"), json!(["k1"]), true)])),
                ("relevant to no point", dcg(true, vec![question(Value::Null, json!([]), true)])),
                ("relevant to what is told", dcg(true, vec![question(json!("f2"), json!([]), true)])),
                ("asks nothing, with a question", dcg(false, vec![good_question()])),
                ("asks, without a question", dcg(true, vec![])),
            ],
        },
        Kind {
            name: "judge/ljp",
            takes: |text| read_ljp(text, 2, MESSAGE).is_ok(),
            good: ljp(vec![first(), second()]),
            bad: vec![
                ("label out of range", ljp(vec![first(), claim(2, json!("Dismissed"), json!("rejected"))])),
                ("a claim too few", ljp(vec![first()])),
                ("a claim too many", ljp(vec![first(), second(), claim(3, Value::Null, Value::Null)])),
                ("a claim twice", ljp(vec![first(), first()])),
                ("no such claim", ljp(vec![first(), claim(0, Value::Null, Value::Null)])),
                (
                    "quote not in the message",
                    ljp(vec![first(), claim(2, json!("Damages: denied"), json!("dismissed"))]),
                ),
                ("quote of nothing", ljp(vec![first(), claim(2, json!(" "), json!("dismissed"))])),
            ],
        },
        Kind {
            name: "judge/fidelity",
            takes: |text| read_fidelity(text, ProbeKind::Direct, &["k1"], REPLY).is_ok(),
            good: assessment("sufficient", ("k1", "sold the car"), ("confused", "on June 20")),
            bad: vec![
                ("label out of range", assessment("PASS", ("k1", "the car"), ("confused", "June 20"))),
                (
                    "label of another request",
                    assessment("uncertain", ("k1", "the car"), ("confused", "June 20")),
                ),
                ("unknown fact", assessment("sufficient", ("k9", "the car"), ("confused", "June 20"))),
                ("no such error", assessment("sufficient", ("k1", "the car"), ("wrong", "June 20"))),
                (
                    "quote not in the reply",
                    assessment("sufficient", ("k1", "the boat"), ("confused", "June 20")),
                ),
                (
                    "quote not in the reply",
                    assessment("sufficient", ("k1", "the car"), ("confused", "June 21")),
                ),
                ("quote of nothing", assessment("sufficient", ("k1", "the car"), ("confused", " "))),
            ],
        },
        Kind {
            name: "gate",
            takes: |text| read_gate(text, &["k1", "k4"]).is_ok(),
            good: json!({ "facts": ["k4"] }),
            bad: vec![
                ("unknown fact", json!({ "facts": ["k9"] })),
                ("a word for all", json!({ "facts": ["all"] })),
            ],
        },
        Kind {
            name: "classifier",
            takes: |text| read_classifier(text).is_ok(),
            good: json!({ "asks": true, "decides_all": false }),
            bad: vec![("label out of range", json!({ "asks": "yes", "decides_all": false }))],
        },
        Kind {
            name: "checker",
            takes: |text| read_disclosures(text, &["k1", "k4"], 2).is_ok(),
            good: shown(1, "k4", "told"),
            bad: vec![
                ("label out of range", shown(1, "k4", "corrected")),
                ("unknown fact", shown(1, "k9", "told")),
                ("no such turn", shown(0, "k4", "told")),
                ("no such turn", shown(3, "k4", "told")),
            ],
        },
    ]
}

/// Every way to take a field out, to put one in, or to write a value as another type, at every depth.
fn spoilt(value: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    match value {
        Value::Object(fields) => {
            let mut more = fields.clone();
            more.insert("confidence".to_owned(), json!(1));
            found.push(("a field too many".to_owned(), Value::Object(more)));
            for (name, inner) in fields {
                let mut fewer = fields.clone();
                fewer.remove(name);
                found.push((format!("without `{name}`"), Value::Object(fewer)));
                for (how, inner) in spoilt(inner) {
                    let mut other = fields.clone();
                    other.insert(name.clone(), inner);
                    found.push((format!("`{name}`: {how}"), Value::Object(other)));
                }
            }
        }
        Value::Array(items) => {
            found.push(("no list".to_owned(), json!({})));
            for (at, item) in items.iter().enumerate() {
                for (how, item) in spoilt(item) {
                    let mut other = items.clone();
                    other[at] = item;
                    found.push((format!("[{at}] {how}"), Value::Array(other)));
                }
            }
        }
        Value::String(_) => found.push(("no text".to_owned(), json!(7))),
        Value::Bool(truth) => found.push(("no truth value".to_owned(), json!(truth.to_string()))),
        Value::Number(number) => found.push(("no number".to_owned(), json!(number.to_string()))),
        Value::Null => {}
    }
    found
}

#[test]
fn whatever_a_reply_lacks_adds_or_invents_it_is_no_label() {
    let mut tried = 0;
    for Kind { name, takes, good, bad } in kinds() {
        assert!(takes(&good.to_string()), "{name}: {good}");
        let of_form = spoilt(&good);
        let fields = [
            "reason",
            "label",
            "questions",
            "focal_point",
            "number",
            "quote",
            "facts",
            "disclosures",
            "turn",
        ];
        for field in fields.iter().filter(|field| good.to_string().contains(&format!("\"{field}\":"))) {
            let without = format!("without `{field}`");
            assert!(of_form.iter().any(|(how, _)| how.ends_with(&without)), "{name}: {without} is not tried");
        }
        let of_content = bad.into_iter().map(|(how, reply)| (how.to_owned(), reply));
        for (how, reply) in of_form.into_iter().chain(of_content) {
            assert!(!takes(&reply.to_string()), "{name}, {how}: {reply}");
            tried += 1;
        }
        // Nor is what breaks off, or stands beside another of its form that says otherwise.
        let text = good.to_string();
        let other = text.replacen("true", "false", 1).replacen("\"told\"", "\"implied\"", 1);
        let other = other.replacen("\"sufficient\"", "\"insufficient\"", 1);
        let other = other.replacen("[\"k4\"]", "[]", 1).replacen("\"supported\"", "\"dismissed\"", 1);
        assert_ne!(text, other, "{name}");
        let two = format!("{other}\n{text}");
        for reply in [&text[..text.len() - 1], "GRADE: PASS", "", "null", &two] {
            assert!(!takes(reply), "{name}: {reply}");
        }
    }
    assert!(tried > 80, "{tried}");
}

/// A judge that goes through a file of replies, line by line, whatever it is asked.
const REPLIES: &str = r#"
while IFS= read -r line; do
    id=${line#*:}
    id=${id%%,*}
    IFS= read -r reply <&3 || { exec 3<replies; IFS= read -r reply <&3; }
    echo asked >>asks
    printf '{"id": %s, "content": "%s"}\n' "$id" "$reply"
done 3<replies
"#;

fn faults(folder: &Path, task: &str, replies: &[String]) -> Value {
    // As the inside of a JSON string.
    let lines: Vec<String> = replies.iter().map(|reply| json!(reply).to_string()).collect();
    let lines: String = lines.iter().map(|line| format!("{}\n", &line[1..line.len() - 1])).collect();
    fs::write(folder.join("replies"), lines).expect("the folder can be written");
    fs::write(folder.join("judge.sh"), REPLIES).expect("the folder can be written");
    fs::write(folder.join("asks"), "").expect("the folder can be written");
    let how = ["calibrate", "--builtin", "--json", "--resamples", "50", "--judge", "cmd/sh judge.sh"];
    let text = program::run(folder, &[&how[..], &["--task", task, "--name", task]].concat(), 0);
    let found: Value = serde_json::from_str(&text).expect("`--json` prints one document");
    found["judges"][0]["tasks"][0].clone()
}

#[test]
fn a_refused_reply_is_asked_for_twice_more_and_then_a_fault_that_is_counted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for Kind { name, good, bad, .. } in kinds() {
        let Some(task) = name.strip_prefix("judge/") else { continue };
        let of_form = spoilt(&good).into_iter().map(|(_, reply)| reply.to_string());
        // A case of the set has other facts and points than the table's; those named are in none.
        let named = ["f9", "k9"];
        let of_content = bad.iter().map(|(_, reply)| reply.to_string()).filter(|reply| {
            task == "lca" || named.iter().any(|name| reply.contains(name)) || reply.contains("\"rejected\"")
        });
        let replies: Vec<String> = of_form.chain(of_content).collect();
        let found = faults(folder.path(), task, &replies);
        assert_eq!((&found["faults"], &found["n"]), (&json!({ "judge_fault": 60 }), &json!(0)), "{task}");
        let asks = fs::read_to_string(folder.path().join("asks")).expect("it is kept").lines().count();
        assert_eq!(asks, 180, "{task}: each message three times");
    }
}
