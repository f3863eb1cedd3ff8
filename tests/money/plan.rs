//! What a plan says is to be paid holds what is paid then.

use std::time::Duration;

use serde_json::Value;

use super::served::{PRICES, RUN, STUDY, Served, TINY};

fn plan(served: &Served, arguments: &[&str]) -> Value {
    let json = served.command(&[&["plan", "--json"], arguments].concat(), 0);
    serde_json::from_str(&json).expect("`--json` prints the plan")
}

/// Least and most calls of a role.
fn calls(plan: &Value, role: &str) -> (u64, u64) {
    let lines = plan["to_pay"].as_array().expect("a list");
    let line =
        lines.iter().find(|line| line["role"] == role).unwrap_or_else(|| panic!("no {role} in {plan}"));
    let number = |end: &str| line["calls"][end].as_u64().expect("a count");
    (number("least"), number("most"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_holds_what_is_paid() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    let study: Vec<&str> =
        STUDY.iter().copied().filter(|word| !["--display", "none"].contains(word)).collect();
    let planned = plan(&served, &[&study[..], &["--repeats", "3"]].concat());
    assert_eq!(served.calls(), [0, 0, 0], "a plan asks nobody");
    // Two cases, three times: LCA twice a case, DCG two questions and a reply between them.
    assert_eq!(calls(&planned, "assistant"), (24, 24));
    assert_eq!(calls(&planned, "user"), (6, 18));
    assert_eq!(calls(&planned, "judge"), (24, 72));
    served.play(&["--repeats", "3"], 0);
    for (role, paid) in ["assistant", "user", "judge"].into_iter().zip(served.calls()) {
        let (least, most) = calls(&planned, role);
        assert!((least..=most).contains(&paid), "{role}: {paid}");
    }
    let cost = &planned["cost"]["USD"];
    let (least, most) = (cost["least"].as_f64().expect("a sum"), cost["most"].as_f64().expect("a sum"));
    assert!(least < served.bill() && served.bill() < most, "{least} {} {most}", served.bill());
    assert_eq!(planned["detectable"][1]["metric"], "success_rate");

    // Nothing is owed, and all of it would be used again.
    let all: u64 = served.calls().iter().sum();
    let done = plan(&served, &["--why", RUN]);
    assert_eq!((&done["calls_reused"], &done["to_pay"]), (&all.into(), &Value::Array(Vec::new())));
    // One more repeat costs about a third, at the mean of the run.
    let more = plan(&served, &["--why", RUN, "--repeats", "4"]);
    assert_eq!(calls(&more, "assistant"), (8, 8));
    let mean = more["cost_at_mean"]["USD"]["least"].as_f64().expect("a sum");
    assert!((mean - served.bill() / 3.0).abs() < served.bill() / 100.0, "{mean} {}", served.bill());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_unit_that_was_cut_short_is_paid_from_where_it_stood() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    served.play(&["--repeats", "1"], 0);
    // As after a crash: the answers are there, the records are not.
    for file in ["plays.jsonl", "judgements.jsonl"] {
        std::fs::remove_file(served.path().join(RUN).join(file)).expect("a file of the run");
    }
    let all: u64 = served.calls().iter().sum();
    let planned = plan(&served, &["--why", RUN]);
    assert_eq!((&planned["plays_owed"], &planned["calls_reused"]), (&6.into(), &all.into()), "{planned}");
    assert_eq!(planned["to_pay"], Value::Array(Vec::new()));
    served.resume(&[], 0);
    assert_eq!(served.calls().iter().sum::<u64>(), all);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_price_is_told() {
    let served = Served::new("", Duration::ZERO).await;
    let text = served.command(&[&["run", "--dry-run"], &STUDY[..]].concat(), 0);
    assert!(text.contains("price not known") && text.contains("[prices.\"lab/assistant\"]"), "{text}");
    assert!(!text.contains("Cost: "), "{text}");
    assert!(
        text.contains(
            "Smallest difference in dcg success_rate that 2 cases can detect: none, they are too few"
        ),
        "{text}"
    );
}

#[test]
fn what_conditions_may_share_is_in_the_least_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let planned = |conditions: &str| -> Value {
        let study = ["--pack", TINY, "--task", "ljp", "--setup", "interaction", "--repeats", "2"];
        let cast = ["--model", "lab/assistant", "--user", "lab/user", "--judge", "builtin/rules"];
        let gate = ["--gate", "lab/gate", "--ledger", "lab/checker", "--condition", conditions];
        let arguments = [&["plan", "--json"], &study[..], &cast, &gate].concat();
        serde_json::from_str(&crate::program::run(folder.path(), &arguments, 0)).expect("a plan")
    };
    let (one, three) = (planned("standard"), planned("standard,delayed,self-correction"));
    assert_eq!((calls(&one, "assistant").0, calls(&three, "assistant").0), (4, 4));
    assert_eq!(calls(&three, "assistant").1, 3 * calls(&one, "assistant").1);
    // By the name that the journal gives it.
    assert!(calls(&three, "ledger").1 > 0);
}
