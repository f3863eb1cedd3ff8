//! The whole program against a server that speaks as endpoints do, with a model in every role.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

/// Answers by what the prompt asks for: an object where it names one, else a question or a reply. The
/// gate finds the first fact asked for, every time.
fn answer(request: &Request) -> ResponseTemplate {
    let asked: Value = serde_json::from_slice(&request.body).expect("a request is JSON");
    let messages = asked["messages"].as_array().expect("messages");
    let all: String = messages.iter().filter_map(|message| message["content"].as_str()).collect();
    let first_fact = all
        .lines()
        .filter_map(|line| Some(line.split_once([':', '：'])?.0))
        .find(|id| id.starts_with('k') && id[1..].parse::<u32>().is_ok_and(|number| number > 2))
        .unwrap_or("k1");
    let text = if all.contains("\"disclosures\"") {
        json!({"disclosures": [{"turn": 1, "fact": first_fact, "how": "distorted"}]}).to_string()
    } else if all.contains("\"facts\"") && !all.contains("\"focal_point\"") {
        json!({ "facts": [first_fact] }).to_string()
    } else if all.contains("\"quote\"") {
        let claim = |number| json!({"number": number, "quote": null, "verdict": "supported"});
        json!({"claims": [claim(1), claim(2)]}).to_string()
    } else if all.contains("\n\n---\n\n") {
        "[VERDICT]\n1. Supported\n2. Supported".to_owned()
    } else if all.contains("[ASK]") || all.contains("【追问】") {
        "[ASK]\nWhat happened then?".to_owned()
    } else {
        "It was as I said.".to_owned()
    };
    ResponseTemplate::new(200).set_body_json(json!({
        "id": "c", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{
            "index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text},
        }],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_condition_runs_to_its_end_over_http() {
    let server = MockServer::start().await;
    Mock::given(method("POST")).and(path("/v1/chat/completions")).respond_with(answer).mount(&server).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let config = format!("[providers.mock]\nbase_url = \"{}/v1\"\nkey_required = false\n", server.uri());
    fs::write(folder.path().join("lexconsult.toml"), config).expect("written");
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lexconsult"));
    let arguments = [
        "run",
        "--json",
        "--display",
        "none",
        "--name",
        "r",
        "--pack",
        pack,
        "--task",
        "ljp",
        "--setup",
        "interaction",
        "--repeats",
        "1",
        "--resamples",
        "50",
        "--model",
        "mock/lawyer",
        "--user",
        "mock/client",
        "--gate",
        "mock/gate",
        "--judge",
        "mock/judge",
        "--condition",
        "standard,delayed,self-correction,reluctant",
    ];
    command.args(arguments).current_dir(folder.path()).env("NO_COLOR", "1");
    let output = tokio::task::spawn_blocking(move || command.output().expect("the program starts"));
    let output = output.await.expect("it ends");
    let notes = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{notes}");
    let scores: Value = serde_json::from_slice(&output.stdout).expect("`--json` prints the scores");
    let point = |condition: &str, metric: &str| {
        let estimates = scores["estimates"].as_array().expect("a list");
        let fits = |e: &&Value| e["condition"] == condition && e["metric"] == metric && e["group"].is_null();
        estimates.iter().find(fits).unwrap_or_else(|| panic!("no {metric} under {condition}"))["point"]
            .clone()
    };
    for condition in ["delayed", "self-correction", "reluctant"] {
        assert_eq!(point(condition, "disruption_rate"), 1.0, "{condition}");
        assert_eq!(point(condition, "fact_recovery"), 0.0, "{condition}");
    }
    // The checker says that the first reply distorts: right where that was the move, else a breach.
    assert_eq!(point("delayed", "compliance_rate"), 0.0);
    assert_eq!(point("self-correction", "correction_rate"), 1.0);
    assert_eq!(point("self-correction", "compliance_rate"), 0.0, "it never corrected anything");
    assert!(point("standard", "simulator_fault_rate").as_f64() > Some(0.9));
}
