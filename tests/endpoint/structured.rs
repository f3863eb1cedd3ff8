//! How an endpoint is held to the form of a structured reply, and what happens where it cannot be.

use std::sync::Arc;

use lexconsult::model::{Models, Providers, Request, Schema, Settings, Structured};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::rude::{Rude, error, rude, saying};
use super::server::{open, request, settings};

const FORM: &str = r#"{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"boolean"}}}"#;

fn structured() -> Request {
    let form = RawValue::from_string(FORM.to_owned()).expect("a schema");
    Request { schema: Some(Arc::new(Schema { name: "verdict".to_owned(), form })), ..request() }
}

/// A server that takes these types of `response_format` and refuses others.
async fn taking(types: &'static [&'static str]) -> Rude {
    rude(move |seen| match seen.body["response_format"]["type"].as_str() {
        Some(asked) if !types.contains(&asked) => error(400, "This response_format type is unavailable now"),
        _ => saying("{}"),
    })
    .await
}

fn asked(server: &Rude) -> Vec<Value> {
    let bodies = |served: &super::rude::Served| serde_json::from_str::<Value>(&served.body).expect("JSON");
    server.log().served.iter().map(bodies).map(|body| body["response_format"].clone()).collect()
}

#[tokio::test]
async fn a_schema_is_sent_whole_and_in_its_order() {
    let server = taking(&["json_schema"]).await;
    let model = open(&Models::new(settings()), "vllm/m", &server.url);
    let reply = model.ask(&structured()).await.expect("a reply");
    assert_eq!(reply.attempts[0].structured, Some(Structured::JsonSchema));
    let format = json!({
        "type": "json_schema",
        "json_schema": { "name": "verdict", "strict": true, "schema": serde_json::from_str::<Value>(FORM).expect("JSON") }
    });
    assert_eq!(asked(&server), [format]);
    assert!(server.log().served[0].body.contains(FORM), "the order of the properties is kept");
    let reply = model.ask(&request()).await.expect("a reply");
    assert_eq!(reply.attempts[0].structured, None);
    assert_eq!(asked(&server)[1], Value::Null);
}

#[tokio::test]
async fn a_form_that_is_refused_is_loosened_without_a_retry_and_remembered() {
    let kinds = |server: &Rude| -> Vec<String> {
        let kind = |format: &Value| format["type"].as_str().unwrap_or("none").to_owned();
        asked(server).iter().map(kind).collect()
    };
    for (takes, level, first) in [
        (["json_object"].as_slice(), Structured::JsonObject, vec!["json_schema", "json_object"]),
        (&[], Structured::Prompted, vec!["json_schema", "json_object", "none"]),
    ] {
        let server = taking(takes).await;
        let models = Models::new(settings());
        let model = open(&models, "vllm/m", &server.url);
        let reply = model.ask(&structured()).await.expect("no retry is allowed, and none is needed");
        let levels: Vec<_> = reply.attempts.iter().filter_map(|attempt| attempt.structured).collect();
        assert_eq!(levels.last(), Some(&level));
        assert_eq!(levels.len(), first.len());
        assert_eq!(kinds(&server), first);
        // A second model object of the same name has learned it, too.
        let again = open(&models, "vllm/m", &server.url).ask(&structured()).await.expect("a reply");
        assert_eq!(again.attempts.len(), 1);
        assert_eq!(again.attempts[0].structured, Some(level));
    }
}

#[tokio::test]
async fn a_bad_request_that_is_not_about_the_form_stays_one() {
    let server = rude(|_| error(400, "temperature must be below 1")).await;
    let failure =
        open(&Models::new(settings()), "vllm/m", &server.url).ask(&structured()).await.expect_err("refused");
    assert_eq!(failure.attempts.len(), 1);
    let stubborn = rude(|_| error(400, "response_format")).await;
    let failure = open(&Models::new(settings()), "vllm/m", &stubborn.url)
        .ask(&structured())
        .await
        .expect_err("refused");
    assert_eq!(failure.attempts.len(), 3, "it ends");
}

#[tokio::test]
async fn a_providers_table_says_where_to_begin_and_what_to_send() {
    let own = r#"
        [providers.odd]
        structured = "json_object"
        reasoning_effort = "low"
        context_tokens = 1000
    "#;
    let providers = Providers::new(Some(own)).expect("good providers");
    let server = taking(&["json_object"]).await;
    let models = Models::new(Settings { providers, ..settings() });
    open(&models, "odd/m", &server.url).ask(&structured()).await.expect("a reply");
    let body: Value = serde_json::from_str(&server.log().served[0].body).expect("JSON");
    assert_eq!(body["response_format"], json!({ "type": "json_object" }));
    assert_eq!(body["reasoning_effort"], "low");
    assert!(body["max_tokens"].as_u64().is_some_and(|most| (900..1000).contains(&most)), "{body}");
}
