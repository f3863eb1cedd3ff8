//! Endpoints that are not there, and agents that do not start.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::json;
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::program::{Ended, Place};

/// A port of this machine on which nobody listens.
fn closed_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("bound").port()
}

fn settings(place: &Place, address: &str) {
    place.write("lexconsult.toml", format!("[providers.lab]\nbase_url = \"{address}\"\n"));
}

fn run(place: &Place, model: &str, more: &[&str]) -> Ended {
    let begin = ["run", "--model", model, "--user", "builtin/lexical", "--judge", "builtin/rules"];
    let small = ["--name", "one", "--repeats", "1", "--resamples", "10", "--max-retries", "0"];
    place.run(&[&begin[..], &small, more].concat())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_that_is_down_ends_the_run_and_nothing_is_lost() {
    let place = Place::new();
    let address = format!("127.0.0.1:{}", closed_port());
    settings(&place, &format!("http://{address}/v1"));
    let begun = Instant::now();
    let says =
        ["no ask was answered", "lab/m", "failed to connect", &address, "lexconsult resume results/one"];
    run(&place, "lab/m", &[]).refused(1, &says);
    assert!(begun.elapsed() < Duration::from_secs(30), "it ends soon");

    let server = MockServer::start().await;
    let message = json!({"role": "assistant", "content": "[VERDICT]\nAll claims: Supported"});
    let reply = json!({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]});
    Mock::given(wiremock::matchers::any())
        .respond_with(ResponseTemplate::new(200).set_body_json(reply))
        .mount(&server)
        .await;
    settings(&place, &format!("{}/v1", server.uri()));
    let resumed = place.run(&["resume", "results/one", "--limit", "1"]).done();
    assert!(resumed.stdout.contains("6 of 6 plays scored"), "{}", resumed.stdout);
}

#[test]
fn a_side_of_a_dialogue_that_is_down_ends_the_run_though_rules_answer_on_the_other() {
    let place = Place::new();
    let address = format!("127.0.0.1:{}", closed_port());
    settings(&place, &format!("http://{address}/v1"));
    let sides = ["run", "--suite", "threeply", "--dialogue", "--model", "builtin/perfect-arguer"];
    let small = ["--opponent", "lab/m", "--count", "40", "--name", "one", "--max-retries", "0"];
    place.run(&[&sides[..], &small].concat()).refused(1, &["no ask was answered", "lab/m", &address]);
}

#[test]
fn a_few_units_lost_leave_the_run_incomplete() {
    let place = Place::new();
    let address = format!("127.0.0.1:{}", closed_port());
    settings(&place, &format!("http://{address}/v1"));
    let ended = run(&place, "lab/m", &["--task", "lca", "--limit", "1"]);
    assert_eq!(ended.code, 3, "{}", ended.stderr);
    assert!(ended.stderr.contains(&address), "{}", ended.stderr);
    assert!(ended.stdout.contains("0 of 2 plays scored"), "{}", ended.stdout);
    assert!(ended.stdout.contains("lexconsult resume results/one"), "{}", ended.stdout);
}

#[test]
fn an_agent_that_does_not_start_or_says_nothing() {
    let place = Place::new();
    let ended = run(&place, "cmd/./no-such-agent --fast", &["--task", "lca"]);
    ended.refused(1, &["no ask was answered", "no-such-agent", "No such file", "hint: "]);
    std::fs::remove_dir_all(place.path("results")).expect("removed");
    let ended = run(&place, "cmd/true", &["--task", "lca"]);
    ended.refused(1, &["no ask was answered", "cmd/true"]);
}
