//! What is sent and what is read when all is well.

use lexconsult::model::{Finish, Message, Models, Params, Providers, Request, Role, Settings, Usage};
use serde_json::{Value, json};

use super::server::{base_url, good, open, open_at, reply, request, server, settings};

async fn sent(server: &wiremock::MockServer) -> Vec<(wiremock::Request, Value)> {
    let requests = server.received_requests().await.expect("requests are recorded");
    requests
        .into_iter()
        .map(|request| {
            let body = request.body_json().expect("the body is JSON");
            (request, body)
        })
        .collect()
}

#[tokio::test]
async fn the_request_is_exactly_what_was_asked() {
    let server = server(vec![good("可以起诉。")]).await;
    let model = open_at(settings(), &format!("{}/", base_url(&server)));
    let answer = model.ask(&request()).await.expect("an answer");

    let sent = sent(&server).await;
    assert_eq!(sent.len(), 1);
    let (http, body) = &sent[0];
    let expected = json!({
        "model": "test-model",
        "messages": [
            { "role": "system", "content": "You are a lawyer." },
            { "role": "user", "content": "借款到期未还，怎么办？" },
            { "role": "assistant", "content": "【追问】\n有借条吗？" },
            { "role": "user", "content": "有。" }
        ],
        "temperature": 0.7,
        "max_tokens": 8192,
        "n": 1,
        "stream": false
    });
    assert_eq!(*body, expected);
    assert_eq!(http.url.path(), "/v1/chat/completions");
    assert_eq!(http.url.query(), None);
    assert_eq!(http.headers["authorization"], "Bearer sk-canary-5f0c1d2e3b4a");
    assert_eq!(http.headers["content-type"], "application/json");
    assert!(!http.headers.contains_key("openai-organization"));
    assert!(!http.headers.contains_key("openai-project"));

    assert_eq!(model.name(), "vllm/test-model");
    assert_eq!(answer.text.as_deref(), Some("可以起诉。"));
    assert_eq!(answer.reasoning, None);
    assert_eq!(answer.finish, Some(Finish::Stop));
    let usage = Usage {
        prompt_tokens: Some(31),
        completion_tokens: Some(7),
        reasoning_tokens: Some(2),
        cached_tokens: Some(16),
        total_tokens: Some(38),
    };
    assert_eq!(answer.usage, usage);
    assert_eq!(answer.raw.get(), reply("可以起诉。").to_string());
    assert_eq!(answer.attempts.len(), 1);
    assert_eq!((answer.attempts[0].status, answer.attempts[0].error.as_deref()), (Some(200), None));
}

#[tokio::test]
async fn what_is_not_asked_is_left_to_the_endpoint() {
    let server = server(vec![good("ok")]).await;
    let bare = Request { params: Params::default(), ..request() };
    open_at(settings(), &base_url(&server)).ask(&bare).await.expect("an answer");
    let (_, body) = &sent(&server).await[0];
    let keys: Vec<&str> = body.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys.len(), 4, "{keys:?}");
    assert!(["messages", "model", "n", "stream"].iter().all(|key| keys.contains(key)), "{keys:?}");
}

#[tokio::test]
async fn providers_have_quirks() {
    let server = server(vec![good("ok")]).await;
    let own = r#"
        [providers.odd]
        temperature = false
        system_role = false
        max_tokens_most = 4096
        headers = { "x-team" = "law" }

        [providers.openai]
        key_header = "api-key"
    "#;
    let providers = Providers::new(Some(own)).expect("good providers");
    let models = Models::new(Settings { providers, ..settings() });
    for name in ["openai/gpt-x", "odd/org/model:free"] {
        open(&models, name, &base_url(&server)).ask(&request()).await.expect("an answer");
    }
    let opening = Request {
        messages: vec![Message { role: Role::System, content: "Speak first.".to_owned() }],
        ..request()
    };
    open(&models, "odd/m", &base_url(&server)).ask(&opening).await.expect("an answer");

    let sent = sent(&server).await;
    let (http, body) = &sent[0];
    assert_eq!(body["max_completion_tokens"], 8192);
    assert_eq!(body.get("max_tokens"), None);
    assert_eq!(http.headers["api-key"], "sk-canary-5f0c1d2e3b4a");
    assert!(!http.headers.contains_key("authorization"));

    let (http, body) = &sent[1];
    let expected = json!({
        "model": "org/model:free",
        "messages": [
            { "role": "user", "content": "You are a lawyer.\n\n借款到期未还，怎么办？" },
            { "role": "assistant", "content": "【追问】\n有借条吗？" },
            { "role": "user", "content": "有。" }
        ],
        "max_tokens": 4096,
        "n": 1,
        "stream": false
    });
    assert_eq!(*body, expected);
    assert_eq!(http.headers["x-team"], "law");
    assert!(!http.headers.contains_key("authorization"), "no key_env, no key");

    assert_eq!(sent[2].1["messages"], json!([{ "role": "user", "content": "Speak first." }]));
}
