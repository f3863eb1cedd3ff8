//! Keys and bodies never show: not in errors, not in records, not in logs.

use std::io;
use std::sync::{Arc, Mutex};

use lexconsult::model::Models;
use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;
use wiremock::ResponseTemplate;

use super::server::{base_url, open, request, server, settings};

const BARE_KEY: &str = "sk-canary-5f0c1d2e3b4a";
/// Words of a reply's body.
const WORDS: &str = "zebra-crossing-words";

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Log;

    fn make_writer(&self) -> Log {
        self.clone()
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("no writer panics")).into_owned()
    }
}

#[tokio::test]
async fn keys_and_bodies_never_show() {
    let log = Log::default();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone()).finish();
    // For the whole process: a subscriber of one thread misses events whose place in the code
    // another thread without one came to first. What other tests log must hold no key either.
    tracing::subscriber::set_global_default(subscriber).expect("no other test sets one");

    let echo = format!("Incorrect API key provided: {BARE_KEY}");
    let replies = [
        ResponseTemplate::new(401).set_body_json(json!({ "error": { "message": echo, "code": BARE_KEY } })),
        ResponseTemplate::new(500).set_body_string(format!("{WORDS} Authorization: Bearer {BARE_KEY}")),
        ResponseTemplate::new(200).set_body_json(json!({ "error": { "message": echo } })),
        ResponseTemplate::new(200).set_body_string(format!("{WORDS} is no JSON, {BARE_KEY}")),
        ResponseTemplate::new(200).set_body_json(json!({ "choices": WORDS, "key": BARE_KEY })),
        ResponseTemplate::new(400).set_body_string(format!("<html>{WORDS}</html>")),
        ResponseTemplate::new(200)
            .set_body_json(json!({ "choices": [{ "message": { "content": WORDS } }], "seen": BARE_KEY })),
    ];
    let mut shown = String::new();
    for template in replies {
        let server = server(vec![template]).await;
        let models = Models::new(settings());
        let model = open(&models, "openai/gpt-x", &base_url(&server));
        shown.push_str(&format!("{models:?}"));
        match model.ask(&request()).await {
            Ok(reply) => {
                shown.push_str(&format!("{reply:?} {}", reply.raw));
                assert!(reply.raw.get().contains(r#""seen":"[key]""#), "{}", reply.raw);
            }
            Err(failure) => {
                let attempts = serde_json::to_string(&failure.attempts).expect("attempts are records");
                shown.push_str(&format!("{failure} {failure:?} {attempts}"));
                assert!(!attempts.contains(WORDS), "{attempts}");
            }
        }
    }
    let log = log.text();
    assert!(!log.is_empty(), "the log was caught");
    for text in [&shown, &log] {
        assert!(!text.contains(BARE_KEY), "{text}");
    }
    assert!(!log.contains(WORDS), "{log}");
    assert!(!log.contains("async_openai"), "{log}");
    assert!(!log.contains("借款到期未还"), "{log}");
}

#[tokio::test]
async fn an_unusable_key_is_not_quoted() {
    let models = Models::new(settings());
    let env = |variable: &str| (variable == "OPENAI_API_KEY").then(|| format!("{BARE_KEY}\nx"));
    let error = models.open("openai/gpt-x", &env).err().expect("a key that no header may hold");
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains(BARE_KEY), "{shown}");
    assert!(shown.contains("OPENAI_API_KEY"), "{shown}");
}
