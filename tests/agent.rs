//! A user's own agent: one process, many requests.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use lexconsult::model::{
    AgentLimits, Finish, Message, Model, Models, Params, Providers, Request, Role, Settings, Usage,
};

fn settings() -> Settings {
    let providers = Providers::new(None).expect("the providers known by name");
    let agents = AgentLimits { answer: Duration::from_secs(20), ..AgentLimits::default() };
    Settings { agents, ..Settings::new(providers, Timestamp::now) }
}

fn request(text: &str) -> Request {
    Request {
        messages: vec![Message { role: Role::User, content: text.to_owned() }],
        params: Params { temperature: Some(0.5), max_tokens: Some(64) },
    }
}

/// An agent that is a shell script; it finds its folder in `$1`.
fn agent(models: &Models, folder: &Path, script: &str) -> Arc<dyn Model> {
    let file = folder.join("an agent.sh");
    std::fs::write(&file, script).expect("a script that can be written");
    let name = format!("cmd/sh '{}' '{}'", file.display(), folder.display());
    models.open(&name, &|_| None).expect("an agent that opens")
}

/// The id of a request line, in shell.
const ID: &str = r#"id=${line#*\"id\":}; id=${id%%,*}"#;

#[tokio::test]
async fn one_process_answers_every_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!(
        r#"echo started >> "$1/starts"
while read -r line; do
  printf '%s\n' "$line" >> "$1/requests"
  {ID}
  printf '{{"id": %s, "content": "<think>a</think>answer %s", "usage": {{"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}}, "finish_reason": "stop"}}\n' "$id" "$id"
done
echo ended >> "$1/starts"
"#
    );
    let models = Models::new(settings());
    let model = agent(&models, folder.path(), &script);
    let first = model.ask(&request("你好 \"x\"")).await.expect("an answer");
    let second = model.ask(&request("again")).await.expect("an answer");
    models.close().await;

    assert_eq!(first.text.as_deref(), Some("answer 1"));
    assert_eq!(first.reasoning.as_deref(), Some("a"));
    assert_eq!(first.finish, Some(Finish::Stop));
    let usage = Usage { prompt_tokens: Some(3), completion_tokens: Some(2), ..Usage::default() };
    assert_eq!(first.usage, usage);
    assert!(first.raw.get().contains("<think>a</think>answer 1"));
    assert_eq!(second.text.as_deref(), Some("answer 2"));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(read("starts"), "started\nended\n");
    let requests = read("requests");
    let line: serde_json::Value =
        serde_json::from_str(requests.lines().next().expect("a line")).expect("a JSON line");
    let expected = serde_json::json!({
        "id": 1,
        "messages": [{ "role": "user", "content": "你好 \"x\"" }],
        "temperature": 0.5,
        "max_tokens": 64
    });
    assert_eq!(line, expected);
}
