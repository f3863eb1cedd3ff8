//! A server to ask, and how to ask it.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use lexconsult::model::{
    Failure, Message, Model, Models, Params, Providers, Reply, Request, Role, Settings, Timeouts,
};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

/// A key which must never show, with the white space that a pasted key has.
pub const KEY: &str = "  sk-canary-5f0c1d2e3b4a  \n";

pub fn settings() -> Settings {
    let providers = Providers::new(None).expect("the providers known by name");
    Settings {
        retries_max: 0,
        timeouts: Timeouts { total: Duration::from_secs(10), ..Timeouts::default() },
        ..Settings::new(providers, Timestamp::now)
    }
}

/// Opens `vllm/test-model` at an address.
pub fn open_at(settings: Settings, base_url: &str) -> Arc<dyn Model> {
    open(&Models::new(settings), "vllm/test-model", base_url)
}

/// Opens a model whose provider lives at an address.
pub fn open(models: &Models, name: &str, base_url: &str) -> Arc<dyn Model> {
    let env = |variable: &str| match variable {
        variable if variable.ends_with("_BASE_URL") => Some(base_url.to_owned()),
        variable if variable.ends_with("_API_KEY") => Some(KEY.to_owned()),
        _ => None,
    };
    models.open(name, &env).expect("a model that opens")
}

pub fn request() -> Request {
    let message = |role, content: &str| Message { role, content: content.to_owned() };
    Request {
        messages: vec![
            message(Role::System, "You are a lawyer."),
            message(Role::User, "借款到期未还，怎么办？"),
            message(Role::Assistant, "【追问】\n有借条吗？"),
            message(Role::User, "有。"),
        ],
        params: Params { temperature: Some(0.7), max_tokens: Some(8192), ..Params::default() },
        schema: None,
    }
}

/// A good reply with a text.
pub fn reply(text: &str) -> Value {
    json!({
        "id": "c-1",
        "object": "chat.completion",
        "choices": [{
            "index": 0,
            "message": { "role": "assistant", "content": text },
            "finish_reason": "stop"
        }],
        "usage": {
            "prompt_tokens": 31,
            "completion_tokens": 7,
            "total_tokens": 38,
            "completion_tokens_details": { "reasoning_tokens": 2 },
            "prompt_tokens_details": { "cached_tokens": 16 }
        }
    })
}

pub fn good(text: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(reply(text))
}

/// A server that gives these replies in turn, the last one for ever.
pub async fn server(replies: Vec<ResponseTemplate>) -> MockServer {
    let server = MockServer::start().await;
    let last = replies.len() - 1;
    for (at, template) in replies.into_iter().enumerate() {
        let mock = Mock::given(method("POST")).and(path("/v1/chat/completions")).respond_with(template);
        let mock = if at < last { mock.up_to_n_times(1) } else { mock };
        mock.with_priority(u8::try_from(at + 1).expect("few replies")).mount(&server).await;
    }
    server
}

pub fn base_url(server: &MockServer) -> String {
    format!("{}/v1", server.uri())
}

/// Asks once a server that always gives one reply.
pub async fn ask(template: ResponseTemplate) -> Result<Reply, Failure> {
    let server = server(vec![template]).await;
    open_at(settings(), &base_url(&server)).ask(&request()).await
}

/// Takes a whole request from a bare connection: its body is an object, and the last thing in it.
pub async fn take_request(stream: &mut TcpStream) {
    let mut held = Vec::new();
    while !(held.ends_with(b"}") && held.windows(4).any(|end| end == b"\r\n\r\n")) {
        let taken = stream.read_buf(&mut held).await.expect("a request");
        assert_ne!(taken, 0, "the request ends early");
    }
}
