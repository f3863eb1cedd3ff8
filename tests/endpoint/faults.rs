//! The ways in which an ask fails, and those which only look like failing.

use std::time::{Duration, Instant};

use lexconsult::model::{FailureKind, Finish, Settings, Timeouts};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use wiremock::ResponseTemplate;

use super::server::{ask, base_url, good, open_at, request, server, settings, take_request};

fn error(status: u16, body: Value) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(body)
}

#[tokio::test]
async fn each_kind_of_error_is_told_apart() {
    let message = |message: &str| json!({ "error": { "message": message, "code": null } });
    let coded = |code: &str| json!({ "error": { "message": "no", "code": code } });
    let html = || ResponseTemplate::new(200).set_body_raw("<html><body>Sign in</body></html>", "text/html");
    let cut = r#"{"choices":[{"message":{"content":"本院认"#;
    let cases: Vec<(ResponseTemplate, FailureKind, &str)> = vec![
        (error(401, coded("invalid_api_key")), FailureKind::Auth, "auth"),
        (error(403, message("no access")), FailureKind::Auth, "auth"),
        (error(402, message("pay")), FailureKind::Quota, "quota"),
        (error(429, coded("insufficient_quota")), FailureKind::Quota, "quota"),
        (error(404, message("the model `x` does not exist")), FailureKind::NotFound, "not_found"),
        (error(429, message("slow down")), FailureKind::RateLimited, "rate_limited"),
        (error(503, message("later")), FailureKind::Server, "overloaded"),
        (error(500, message("oops")), FailureKind::Server, "server"),
        (error(501, message("never")), FailureKind::Server, "server"),
        (error(504, message("too slow")), FailureKind::Timeout, "timeout"),
        (error(400, message("temperature?")), FailureKind::BadRequest, "bad_request"),
        (error(400, coded("context_length_exceeded")), FailureKind::ContextLength, "context_length"),
        (error(400, coded("content_filter")), FailureKind::ContentFilter, "content_filter"),
        (
            error(200, json!({ "error": { "code": 429, "message": "x" } })),
            FailureKind::RateLimited,
            "rate_limited",
        ),
        (error(200, json!({ "error": { "code": 502, "message": "x" } })), FailureKind::Server, "server"),
        (error(200, json!({ "object": "list", "data": [] })), FailureKind::BadReply, "bad_reply"),
        (html(), FailureKind::BadReply, "bad_reply"),
        (
            ResponseTemplate::new(200).set_body_raw(cut, "application/json"),
            FailureKind::BadReply,
            "bad_reply",
        ),
        (ResponseTemplate::new(200), FailureKind::BadReply, "bad_reply"),
        (
            ResponseTemplate::new(502).set_body_string("<html>Bad Gateway</html>"),
            FailureKind::Server,
            "server",
        ),
    ];
    for (template, kind, label) in cases {
        let failure = ask(template).await.expect_err("an error");
        assert_eq!(failure.kind, kind, "{failure}");
        assert_eq!(failure.attempts.len(), 1, "{failure}");
        assert_eq!(failure.attempts[0].error.as_deref(), Some(label), "{failure}");
        assert!(failure.attempts[0].status.is_some(), "{failure}");
    }
}

#[tokio::test]
async fn a_failure_tells_what_the_server_said() {
    let body = json!({ "error": { "message": "The model `test-model`\n\u{1b}[31mdoes not exist" } });
    let failure = ask(error(404, body)).await.expect_err("an error");
    assert_eq!(
        failure.to_string(),
        "no such model or address (status 404): The model `test-model` [31mdoes not exist"
    );
}

#[tokio::test]
async fn a_reply_of_little_use_is_still_a_reply() {
    let choice = |finish: &str, message: Value| {
        error(200, json!({ "choices": [{ "index": 0, "finish_reason": finish, "message": message }] }))
    };
    let empty = ask(choice("stop", json!({ "content": "" }))).await.expect("a reply");
    assert_eq!((empty.text.as_deref(), empty.finish), (Some(""), Some(Finish::Stop)));

    let thought = choice("length", json!({ "content": null, "reasoning_content": "先看时效" }));
    let thought = ask(thought).await.expect("a reply");
    assert_eq!((thought.text, thought.reasoning.as_deref()), (None, Some("先看时效")));
    assert_eq!(thought.finish, Some(Finish::Length));

    let filtered = ask(choice("content_filter", json!({ "content": "" }))).await.expect("a reply");
    assert_eq!(filtered.finish, Some(Finish::ContentFilter));

    let refused = choice("stop", json!({ "content": null, "refusal": "I cannot help with that." }));
    let refused = ask(refused).await.expect("a reply");
    assert_eq!((refused.text, refused.finish), (None, Some(Finish::Refusal)));

    let unknown = ask(choice("abort", json!({ "content": "The" }))).await.expect("a reply");
    assert_eq!(unknown.finish, Some(Finish::Other("abort".to_owned())));
}

#[tokio::test]
async fn a_stream_that_nobody_asked_for_is_read() {
    let events = concat!(
        ": waiting\n\n",
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"可以\"}}]}\n\n",
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"。\"},\"finish_reason\":\"stop\"}]}\n\n",
        "data: [DONE]\n\n",
    );
    let reply =
        ask(ResponseTemplate::new(200).set_body_raw(events, "text/event-stream")).await.expect("a reply");
    assert_eq!(reply.text.as_deref(), Some("可以。"));
    let kept: String = serde_json::from_str(reply.raw.get()).expect("a string of JSON");
    assert_eq!(kept, events);
}

#[tokio::test]
async fn a_silent_server_is_a_timeout() {
    let timeouts = [
        Timeouts { read: Duration::from_millis(200), ..Timeouts::default() },
        Timeouts { total: Duration::from_millis(200), ..Timeouts::default() },
    ];
    for timeouts in timeouts {
        let server = server(vec![good("late").set_delay(Duration::from_secs(20))]).await;
        let settings = Settings { timeouts, ..settings() };
        // The vllm provider allows longer silences, so another one is asked.
        let models = lexconsult::model::Models::new(settings);
        let model = super::server::open(&models, "deepseek/m", &base_url(&server));
        let begun = Instant::now();
        let failure = model.ask(&request()).await.expect_err("a timeout");
        assert!(begun.elapsed() < Duration::from_secs(10));
        assert_eq!(failure.kind, FailureKind::Timeout);
        assert_eq!(failure.attempts[0].status, None);
        assert_eq!(failure.attempts[0].error.as_deref(), Some("timeout"));
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unreachable() {
    let free = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = free.local_addr().expect("an address");
    drop(free);
    let failure =
        open_at(settings(), &format!("http://{address}/v1")).ask(&request()).await.expect_err("none");
    assert_eq!(failure.kind, FailureKind::Unreachable);
    assert!(failure.message.starts_with(&format!("failed to connect to {address}: ")), "{failure}");
    assert_eq!(failure.attempts[0].error.as_deref(), Some("unreachable"));

    let failure =
        open_at(settings(), "http://no-such-host.invalid/v1").ask(&request()).await.expect_err("none");
    assert_eq!(failure.kind, FailureKind::Unreachable, "{failure}");
    assert!(failure.message.starts_with("failed to connect to no-such-host.invalid:80: "), "{failure}");
}

/// A server that takes one request, writes these bytes and hangs up.
async fn rude_server(answer: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        take_request(&mut stream).await;
        stream.write_all(answer).await.expect("a reader");
    });
    format!("http://{address}/v1")
}

#[tokio::test]
async fn a_server_that_hangs_up_is_told_by_how_far_it_got() {
    let before = rude_server(b"").await;
    let failure = open_at(settings(), &before).ask(&request()).await.expect_err("no answer");
    assert_eq!(failure.kind, FailureKind::Unreachable, "{failure}");

    let within = rude_server(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{\"choices\":[").await;
    let failure = open_at(settings(), &within).ask(&request()).await.expect_err("half an answer");
    assert_eq!(failure.kind, FailureKind::BadReply, "{failure}");
}

#[tokio::test]
async fn a_redirect_is_followed_only_within_the_server() {
    let other = server(vec![good("from another server")]).await;
    let away = ResponseTemplate::new(307)
        .insert_header("location", format!("{}/chat/completions", base_url(&other)).as_str());
    let failure = ask(away).await.expect_err("a redirect that is not followed");
    assert_eq!(failure.kind, FailureKind::NotFound, "{failure}");
    assert_eq!(failure.attempts[0].status, Some(307));
    assert_eq!(other.received_requests().await.map(|requests| requests.len()), Some(0));

    let within = server(vec![
        ResponseTemplate::new(307).insert_header("location", "/v1/chat/completions"),
        good("from the same server"),
    ])
    .await;
    let reply = open_at(settings(), &base_url(&within)).ask(&request()).await.expect("a reply");
    assert_eq!(reply.text.as_deref(), Some("from the same server"));
}
