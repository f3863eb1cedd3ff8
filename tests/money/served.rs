//! A run played by models of a local server, which keeps account of what it charges.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lexconsult::run::ScoreFile;
use serde_json::{Value, json};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

use crate::{program, scores};

/// Two short cases, a Chinese and an English one.
const TINY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny");

/// Of the run, from the folder.
pub const RUN: &str = "results/r";

/// Prices of a million tokens.
pub const PRICES: &str = "\n[prices.\"lab/*\"]\ninput = 100.0\ncached_input = 10.0\noutput = 1000.0\n";

/// What a model was charged for, over all its replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Charged {
    pub calls: u64,
    pub prompt: u64,
    pub cached: u64,
    pub reply: u64,
    pub reasoning: u64,
}

#[derive(Default)]
struct Book {
    by_model: BTreeMap<String, Charged>,
    /// Replies that are still to be broken off: charged, and of no use.
    broken: u32,
    /// No reply says what it was charged for.
    silent: bool,
}

#[derive(Clone)]
struct Lab {
    book: Arc<Mutex<Book>>,
    delay: Duration,
}

impl Respond for Lab {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let body: Value = serde_json::from_slice(&request.body).expect("a request is JSON");
        let model = body["model"].as_str().expect("a request names a model").to_owned();
        let mut book = self.book.lock().expect("no responder panics");
        let prompt = request.body.len() as u64 / 4;
        let (reply, reasoning) = if model == "assistant" { (70, 30) } else { (20, 0) };
        let charged = book.by_model.entry(model.clone()).or_default();
        charged.calls += 1;
        charged.prompt += prompt;
        charged.cached += 8;
        charged.reply += reply;
        charged.reasoning += reasoning;
        let finish = if book.broken > 0 && model == "assistant" {
            book.broken -= 1;
            "error"
        } else {
            "stop"
        };
        let mut reply = json!({
            "choices": [{
                "index": 0,
                "message": { "role": "assistant", "content": said(&model, &body) },
                "finish_reason": finish
            }],
            "usage": {
                "prompt_tokens": prompt,
                "completion_tokens": reply,
                "completion_tokens_details": { "reasoning_tokens": reasoning },
                "prompt_tokens_details": { "cached_tokens": 8 }
            }
        });
        if book.silent {
            reply["usage"] = Value::Null;
        }
        ResponseTemplate::new(200).set_delay(self.delay).set_body_json(reply)
    }
}

fn said(model: &str, body: &Value) -> String {
    let asked = body["messages"].to_string();
    let schema = body["response_format"]["json_schema"]["name"].as_str().unwrap_or_default();
    match (model, schema) {
        ("user", _) => "It is as the paper says.".to_owned(),
        ("assistant", _) if asked.contains("\\n\\n---\\n\\n") => {
            "[VERDICT]\nAll claims: Supported".to_owned()
        }
        ("assistant", _) => "[ASK]\nWhich paper?".to_owned(),
        (_, "judge_lca") => {
            r#"{"reason": "r", "decides": false, "asks": true, "label": "underspecified"}"#.to_owned()
        }
        (_, "judge_dcg") => r#"{"reason": "r", "asks": false, "questions": []}"#.to_owned(),
        (model, schema) => panic!("{model} is asked for {schema}"),
    }
}

/// The folder, and the server that its settings file names as `lab`.
pub struct Served {
    folder: tempfile::TempDir,
    server: MockServer,
    lab: Lab,
}

impl Served {
    pub async fn new(prices: &str, delay: Duration) -> Self {
        let lab = Lab { book: Arc::default(), delay };
        let server = MockServer::start().await;
        Mock::given(wiremock::matchers::method("POST")).respond_with(lab.clone()).mount(&server).await;
        let served = Self { folder: tempfile::tempdir().expect("a temporary folder"), server, lab };
        served.settings(&served.address(), prices);
        served
    }

    pub fn address(&self) -> String {
        format!("{}/v1", self.server.uri())
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes the settings file: `lab` lives at this address.
    pub fn settings(&self, address: &str, rest: &str) {
        let text = format!("[providers.lab]\nbase_url = \"{address}\"\n{rest}");
        std::fs::write(self.path().join("lexconsult.toml"), text).expect("the folder can be written");
    }

    /// The next so many replies to the assistant are broken off.
    pub fn break_off(&self, replies: u32) {
        self.lab.book.lock().expect("no responder panics").broken = replies;
    }

    /// No reply says from now on what it was charged for.
    pub fn tell_nothing(&self) {
        self.lab.book.lock().expect("no responder panics").silent = true;
    }

    pub fn charged(&self, model: &str) -> Charged {
        self.lab.book.lock().expect("no responder panics").by_model.get(model).copied().unwrap_or_default()
    }

    pub fn calls(&self) -> [u64; 3] {
        ["assistant", "user", "judge"].map(|model| self.charged(model).calls)
    }

    /// What all replies together cost at [`PRICES`], in units of the currency.
    pub fn bill(&self) -> f64 {
        let book = self.lab.book.lock().expect("no responder panics");
        let cost = |c: &Charged| (c.prompt - c.cached) * 100 + c.cached * 10 + c.reply * 1000;
        book.by_model.values().map(cost).sum::<u64>() as f64 / 1e6
    }

    pub fn command(&self, arguments: &[&str], code: i32) -> String {
        program::run(self.path(), arguments, code)
    }

    pub fn play(&self, more: &[&str], code: i32) -> ScoreFile {
        scores::scores(
            &self.command(&[&["run", "--json"], &STUDY[..], &["--name", "r"], more].concat(), code),
        )
    }

    pub fn resume(&self, more: &[&str], code: i32) -> ScoreFile {
        scores::scores(&self.command(&[&["resume", RUN, "--json", "--display", "none"], more].concat(), code))
    }
}

/// LCA and DCG on the tiny pack, all roles played by the server.
pub const STUDY: [&str; 16] = [
    "--pack",
    TINY,
    "--task",
    "lca,dcg",
    "--model",
    "lab/assistant",
    "--user",
    "lab/user",
    "--judge",
    "lab/judge",
    "--resamples",
    "100",
    "--max-tokens",
    "80",
    "--display",
    "none",
];
