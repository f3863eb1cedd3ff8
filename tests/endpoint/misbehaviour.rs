//! Every way of a server to misbehave, and the reason in which it ends: through the product's own
//! models, and for some of them through the whole program.

use std::time::Duration;

use lexconsult::model::{FailureKind, Finish, Reply, Settings, Timeouts};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::rude::{Act, document, error, rude};
use super::server::{KEY, open_at, request, settings};

/// What an ask comes to.
#[derive(Debug, PartialEq)]
enum End {
    /// Text, reasoning, finish.
    Answer(Option<&'static str>, Option<&'static str>, Option<Finish>),
    /// Kind of the failure, and the word for its last try.
    Failure(FailureKind, &'static str),
}
use End::{Answer, Failure};

const GZIP: [u8; 108] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 21, 138, 49, 14, 131, 64, 12, 4, 191, 130, 182, 78, 65, 157, 175, 160,
    40, 178, 14, 3, 22, 193, 70, 236, 21, 145, 78, 247, 119, 76, 55, 59, 179, 13, 101, 11, 43, 74, 188, 135,
    169, 193, 124, 214, 127, 226, 248, 26, 112, 40, 41, 171, 230, 106, 184, 226, 247, 0, 132, 52, 86, 241,
    138, 60, 148, 240, 170, 137, 233, 79, 41, 187, 206, 232, 105, 23, 115, 227, 246, 189, 84, 24, 254, 52,
    214, 56, 209, 63, 253, 6, 164, 206, 197, 176, 107, 0, 0, 0,
];

fn choice(finish: Value, message: Value) -> Act {
    document(200, &json!({ "choices": [{ "index": 0, "finish_reason": finish, "message": message }] }))
}

fn with_type(content_type: &'static str, body: &[u8]) -> Act {
    Act::Reply(Duration::ZERO, 200, vec![("content-type", content_type.to_owned())], body.to_vec())
}

fn limited(wait: Option<(&'static str, &str)>) -> Act {
    match error(429, "slow down") {
        Act::Reply(after, status, mut headers, body) => {
            headers.extend(wait.map(|(name, value)| (name, value.to_owned())));
            Act::Reply(after, status, headers, body)
        }
        other => other,
    }
}

fn head(length: usize) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n")
        .into_bytes()
}

/// A request is asked once; the server does this with it.
async fn end_of(act: impl Fn() -> Act + Send + Sync + 'static) -> (End, Vec<Option<u16>>) {
    let server = rude(move |_| act()).await;
    let timeouts =
        Timeouts { read: Duration::from_millis(700), total: Duration::from_secs(2), ..Timeouts::default() };
    // The provider vllm allows longer silences: one that does not is asked.
    let models = lexconsult::model::Models::new(Settings { timeouts, ..settings() });
    let model = super::server::open(&models, "openrouter/m", &server.url);
    let leak = |text: Option<String>| text.map(|text| &*text.leak());
    match model.ask(&request()).await {
        Ok(Reply { text, reasoning, finish, attempts, .. }) => {
            (Answer(leak(text), leak(reasoning), finish), attempts.iter().map(|a| a.status).collect())
        }
        Err(failure) => {
            let word = failure.attempts.last().and_then(|last| last.error.clone()).unwrap_or_default();
            assert!(!failure.message.contains(KEY.trim()), "{failure}");
            (Failure(failure.kind, word.leak()), failure.attempts.iter().map(|a| a.status).collect())
        }
    }
}

#[tokio::test]
async fn every_misbehaviour_ends_in_its_reason() {
    use FailureKind::{BadReply, NotFound, RateLimited, Server, Timeout, Unreachable};
    type Script = Box<dyn Fn() -> Act + Send + Sync>;
    let whole = || super::server::reply("ok").to_string();
    let half = whole()[..60].to_owned();
    let page = || b"<!doctype html><html><body>Please sign in</body></html>".to_vec();
    let stop = || Some(Finish::Stop);
    let huge = || "很".repeat(3 << 20);
    let tool = json!({ "content": null, "tool_calls": [
        { "id": "1", "type": "function", "function": { "name": "search", "arguments": "{}" } }
    ] });
    let cases: Vec<(&str, Script, End, Option<u16>)> = vec![
        ("429", Box::new(|| limited(None)), Failure(RateLimited, "rate_limited"), Some(429)),
        (
            "429 that asks to wait",
            Box::new(|| limited(Some(("retry-after", "7")))),
            Failure(RateLimited, "rate_limited"),
            Some(429),
        ),
        ("500", Box::new(|| error(500, "oops")), Failure(Server, "server"), Some(500)),
        ("503", Box::new(|| error(503, "later")), Failure(Server, "overloaded"), Some(503)),
        (
            "reset before a word",
            Box::new(|| Act::Torn(Vec::new())),
            Failure(Unreachable, "unreachable"),
            None,
        ),
        (
            "reset within the body",
            Box::new(|| Act::Torn([head(4000), b"{\"choices\":[{".to_vec()].concat())),
            Failure(BadReply, "bad_reply"),
            None,
        ),
        (
            "an end within the body",
            Box::new(|| Act::Bytes([head(4000), b"{\"choices\":[{".to_vec()].concat())),
            Failure(BadReply, "bad_reply"),
            None,
        ),
        (
            "a drip that never ends",
            Box::new(|| Act::Drip([head(4000), vec![b' '; 4000]].concat(), Duration::from_millis(50))),
            Failure(Timeout, "timeout"),
            None,
        ),
        ("silence", Box::new(|| Act::Silence), Failure(Timeout, "timeout"), None),
        (
            "silence within the body",
            Box::new(|| Act::Drip([head(4000), vec![b' '; 9]].concat(), Duration::from_secs(1))),
            Failure(Timeout, "timeout"),
            None,
        ),
        (
            "no HTTP at all",
            Box::new(|| Act::Bytes(b"220 mail ready\r\n".to_vec())),
            Failure(Unreachable, "unreachable"),
            None,
        ),
        (
            "half a document",
            Box::new(move || with_type("application/json", half.as_bytes())),
            Failure(BadReply, "bad_reply"),
            Some(200),
        ),
        (
            "a good document of the wrong type",
            Box::new(move || with_type("text/plain", whole().as_bytes())),
            Answer(Some("ok"), None, stop()),
            Some(200),
        ),
        (
            "a web page that calls itself JSON",
            Box::new(move || with_type("application/json", &page())),
            Failure(BadReply, "bad_reply"),
            Some(200),
        ),
        (
            "a web page",
            Box::new(move || with_type("text/html", &page())),
            Failure(BadReply, "bad_reply"),
            Some(200),
        ),
        (
            "nothing",
            Box::new(|| with_type("application/json", b"")),
            Failure(BadReply, "bad_reply"),
            Some(200),
        ),
        (
            "empty content",
            Box::new(|| choice(json!("stop"), json!({ "content": "" }))),
            Answer(Some(""), None, stop()),
            Some(200),
        ),
        (
            "reasoning alone",
            Box::new(|| choice(json!("length"), json!({ "content": null, "reasoning_content": "hm" }))),
            Answer(None, Some("hm"), Some(Finish::Length)),
            Some(200),
        ),
        (
            "a call of a tool",
            Box::new(move || choice(json!("tool_calls"), tool.clone())),
            Answer(None, None, Some(Finish::ToolCalls)),
            Some(200),
        ),
        (
            "an unknown end",
            Box::new(|| choice(json!("because"), json!({ "content": "a" }))),
            Answer(Some("a"), None, Some(Finish::Other("because".to_owned()))),
            Some(200),
        ),
        (
            "no usage",
            Box::new(|| choice(json!("stop"), json!({ "content": "a" }))),
            Answer(Some("a"), None, stop()),
            Some(200),
        ),
        (
            "a huge reply",
            Box::new(move || choice(json!("stop"), json!({ "content": huge() }))),
            Answer(Some(huge().leak()), None, stop()),
            Some(200),
        ),
        (
            "a reply without end",
            Box::new(|| choice(json!("stop"), json!({ "content": " ".repeat(17 << 20) }))),
            Failure(BadReply, "bad_reply"),
            None,
        ),
        (
            "a think block",
            Box::new(|| choice(json!("stop"), json!({ "content": "<think>hm</think>\n\nYes." }))),
            Answer(Some("Yes."), Some("hm"), stop()),
            Some(200),
        ),
        (
            "gzip",
            Box::new(|| {
                let headers = vec![
                    ("content-type", "application/json".to_owned()),
                    ("content-encoding", "gzip".to_owned()),
                ];
                Act::Reply(Duration::ZERO, 200, headers, GZIP.to_vec())
            }),
            Answer(Some("packed"), None, stop()),
            Some(200),
        ),
        (
            "gzip that is none",
            Box::new(|| {
                Act::Reply(Duration::ZERO, 200, vec![("content-encoding", "gzip".to_owned())], b"{}".to_vec())
            }),
            Failure(BadReply, "bad_reply"),
            None,
        ),
        (
            "a redirect to another server",
            Box::new(|| {
                Act::Reply(
                    Duration::ZERO,
                    307,
                    vec![("location", "http://127.0.0.1:9/v1/x".to_owned())],
                    Vec::new(),
                )
            }),
            Failure(NotFound, "not_found"),
            Some(307),
        ),
        (
            "a redirect in a circle",
            Box::new(|| {
                let again = vec![("location", "/v1/chat/completions".to_owned())];
                Act::Reply(Duration::ZERO, 307, again, Vec::new())
            }),
            Failure(NotFound, "not_found"),
            Some(307),
        ),
        (
            "an error that calls itself a success",
            Box::new(|| document(200, &json!({ "error": { "code": 503, "message": "no room" } }))),
            Failure(Server, "overloaded"),
            Some(200),
        ),
    ];
    for (name, act, end, status) in cases {
        let (got, statuses) = end_of(act).await;
        assert_eq!(got, end, "{name}");
        assert_eq!(statuses, [status], "{name}");
    }
}

/// A server that answers every greeting with these bytes; its address as one of TLS.
async fn greeted(answer: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("https://{}/v1", listener.local_addr().expect("an address"));
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut hello = [0; 5];
            let _ = stream.read_exact(&mut hello).await;
            let _ = stream.write_all(answer).await;
            // The answer is read before the end.
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    url
}

#[tokio::test]
async fn tls_and_names_that_fail_are_told_and_not_asked_again() {
    // A server that speaks no TLS, and one that knows TLS and shakes no hands.
    let plain = greeted(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n").await;
    let refusing = greeted(&[21, 3, 3, 0, 2, 2, 40]).await;
    for (url, says) in [
        (plain.clone(), "TLS"),
        (refusing, "TLS"),
        ("https://no-such-host.invalid/v1".to_owned(), "the name cannot be resolved"),
    ] {
        let failure = open_at(Settings { retries_max: 0, ..settings() }, &url)
            .ask(&request())
            .await
            .expect_err("no answer");
        assert_eq!(failure.kind, FailureKind::Unreachable, "{failure}");
        assert!(failure.message.contains(says), "{failure}");
    }
    let tls = open_at(Settings { retries_max: 3, ..settings() }, &plain);
    let failure = tls.ask(&request()).await.expect_err("no answer");
    assert_eq!(failure.attempts.len(), 1, "TLS that fails now fails later: {failure}");
}
