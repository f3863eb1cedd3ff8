//! Trying again: when, how often, and what holds a place meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use lexconsult::model::{FailureKind, Models, Settings};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use wiremock::ResponseTemplate;

use super::server::{base_url, good, open, open_at, reply, request, server, settings, take_request};

fn with_retries(retries_max: u32) -> Settings {
    Settings { retries_max, ..settings() }
}

#[tokio::test]
async fn a_server_that_asks_to_wait_is_asked_again_after_the_wait() {
    let busy = || ResponseTemplate::new(429).set_body_string("rate limited");
    let server = server(vec![
        busy().insert_header("retry-after-ms", "300"),
        busy().insert_header("retry-after", "0.4"),
        good("ok"),
    ])
    .await;
    let reply = open_at(with_retries(5), &base_url(&server)).ask(&request()).await.expect("a reply");
    assert_eq!(reply.text.as_deref(), Some("ok"));
    let tries: Vec<_> =
        reply.attempts.iter().map(|attempt| (attempt.status, attempt.error.as_deref())).collect();
    let limited = (Some(429), Some("rate_limited"));
    assert_eq!(tries, [limited, limited, (Some(200), None)]);
    assert!(reply.attempts[0].waited_ms < 250, "{:?}", reply.attempts);
    assert!(reply.attempts[1].waited_ms >= 300, "{:?}", reply.attempts);
    assert!(reply.attempts[2].waited_ms >= 400, "{:?}", reply.attempts);
}

#[tokio::test]
async fn an_error_within_a_200_may_ask_to_wait() {
    let busy = json!({ "error": { "code": 429, "message": "slow down" } });
    let busy = ResponseTemplate::new(200).set_body_json(busy).insert_header("retry-after", "1");
    let server = server(vec![busy, good("ok")]).await;
    let reply = open_at(with_retries(1), &base_url(&server)).ask(&request()).await.expect("a reply");
    assert!(reply.attempts[1].waited_ms >= 1000, "{:?}", reply.attempts);
}

#[tokio::test]
async fn tries_end() {
    let server = server(vec![ResponseTemplate::new(500)]).await;
    let failure = open_at(with_retries(2), &base_url(&server)).ask(&request()).await.expect_err("an error");
    assert_eq!(failure.kind, FailureKind::Server);
    assert_eq!(failure.attempts.len(), 3);
    assert_eq!(server.received_requests().await.map(|requests| requests.len()), Some(3));
}

#[tokio::test]
async fn what_would_fail_again_is_not_tried_again() {
    for status in [400, 401, 402, 403, 404, 413, 422, 501] {
        let server = server(vec![ResponseTemplate::new(status), good("too late")]).await;
        let failure =
            open_at(with_retries(5), &base_url(&server)).ask(&request()).await.expect_err("an error");
        assert_eq!(failure.attempts.len(), 1, "{status}");
    }
}

#[tokio::test]
async fn a_wait_holds_no_connection() {
    let busy = ResponseTemplate::new(429).insert_header("retry-after", "2");
    let server = server(vec![busy, good("ok")]).await;
    let models = Models::new(Settings { connections_max: Some(1), ..with_retries(1) });
    let first = open(&models, "vllm/a", &base_url(&server));
    let second = open(&models, "vllm/b", &base_url(&server));
    let question = request();
    let begun = Instant::now();
    let (waiting, meanwhile) = tokio::join!(first.ask(&question), async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        second.ask(&question).await.map(|_| begun.elapsed())
    });
    assert!(meanwhile.expect("a reply") < Duration::from_secs(2));
    assert_eq!(waiting.expect("a reply").attempts.len(), 2);
    assert!(begun.elapsed() >= Duration::from_secs(2));
}

/// A server that counts how many it serves at a time.
async fn counting_server(most: Arc<AtomicUsize>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let body = reply("ok").to_string();
    let answer =
        format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    tokio::spawn(async move {
        let serving = Arc::new(AtomicUsize::new(0));
        while let Ok((mut stream, _)) = listener.accept().await {
            let (serving, most, answer) = (Arc::clone(&serving), Arc::clone(&most), answer.clone());
            tokio::spawn(async move {
                take_request(&mut stream).await;
                most.fetch_max(serving.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(50)).await;
                serving.fetch_sub(1, Ordering::SeqCst);
                stream.write_all(answer.as_bytes()).await.expect("a reader");
            });
        }
    });
    format!("http://{address}/v1")
}

#[tokio::test]
async fn the_models_of_an_endpoint_share_its_connections() {
    let most = Arc::new(AtomicUsize::new(0));
    let url = counting_server(Arc::clone(&most)).await;
    let models = Models::new(Settings { connections_max: Some(3), ..settings() });
    let opened: Vec<_> = (0..4).map(|at| open(&models, &format!("vllm/m{at}"), &url)).collect();
    let question = request();
    let asks =
        opened.iter().flat_map(|model| [model.ask(&question), model.ask(&question), model.ask(&question)]);
    for outcome in futures::future::join_all(asks).await {
        outcome.expect("a reply");
    }
    assert_eq!(most.load(Ordering::SeqCst), 3);
}
