//! A user's own agent: one process, many requests.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use lexconsult::model::{
    AgentLimits, FailureKind, Finish, Message, Model, Models, Params, Providers, Request, Role, Settings,
    Usage,
};

fn settings() -> Settings {
    let providers = Providers::new(None).expect("the providers known by name");
    let agents = AgentLimits { answer: Duration::from_secs(20), ..AgentLimits::default() };
    Settings { agents, ..Settings::new(providers, Timestamp::now) }
}

fn request(text: &str) -> Request {
    Request {
        messages: vec![Message { role: Role::User, content: text.to_owned() }],
        params: Params { temperature: Some(0.5), max_tokens: Some(64), ..Params::default() },
        schema: None,
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
    let usage = Usage {
        prompt_tokens: Some(3),
        completion_tokens: Some(2),
        total_tokens: Some(5),
        ..Usage::default()
    };
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

#[tokio::test]
async fn answers_may_come_in_any_order() {
    let folder = tempfile::tempdir().expect("a folder");
    // Waits for three requests, then answers the last one first.
    let script = format!(
        r#"ids=
for n in 1 2 3; do
  read -r line
  {ID}
  ids="$id $ids"
done
for id in $ids; do
  printf '{{"id": %s, "content": "answer %s"}}\n' "$id" "$id"
done
"#
    );
    let models = Models::new(settings());
    let model = agent(&models, folder.path(), &script);
    let question = request("x");
    let asks = (0..3).map(|_| model.ask(&question));
    let mut texts: Vec<_> = futures::future::join_all(asks)
        .await
        .into_iter()
        .map(|outcome| outcome.expect("an answer").text.expect("a text"))
        .collect();
    texts.sort();
    assert_eq!(texts, ["answer 1", "answer 2", "answer 3"]);
}

#[tokio::test]
async fn an_agent_may_fail_one_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!(
        r#"read -r line
{ID}
printf '{{"id": %s, "error": "no such statute"}}\n' "$id"
read -r line
{ID}
printf '{{"id": %s}}\n' "$id"
read -r line
{ID}
printf '\n{{"id": 999, "content": "nobody asked"}}\n{{"id": %s, "content": null}}\n' "$id"
"#
    );
    let models = Models::new(settings());
    let model = agent(&models, folder.path(), &script);
    let failure = model.ask(&request("x")).await.expect_err("a failure");
    assert_eq!(failure.kind, FailureKind::Process);
    assert_eq!(failure.message, "the agent failed: no such statute");
    let failure = model.ask(&request("x")).await.expect_err("a failure");
    assert_eq!(failure.kind, FailureKind::BadReply);
    assert_eq!(failure.message, "the agent's answer holds neither content nor error");
    assert_eq!(model.ask(&request("x")).await.expect("an answer").text, None);
}

#[tokio::test]
async fn a_process_that_dies_fails_the_asks_in_flight_and_starts_again() {
    let folder = tempfile::tempdir().expect("a folder");
    // The first process dies with two requests unanswered.
    let script = format!(
        r#"if [ ! -e "$1/second" ]; then
  touch "$1/second"
  read -r line
  read -r line
  echo "out of paper" >&2
  exit 3
fi
while read -r line; do
  {ID}
  printf '{{"id": %s, "content": "alive"}}\n' "$id"
done
"#
    );
    let models = Models::new(settings());
    let model = agent(&models, folder.path(), &script);
    let question = request("x");
    let (one, two) = tokio::join!(model.ask(&question), model.ask(&question));
    for outcome in [one, two] {
        let failure = outcome.expect_err("the process died");
        assert_eq!(failure.kind, FailureKind::Process);
        assert_eq!(
            failure.message,
            "the agent's process ended (exit status: 3); its last note: out of paper"
        );
        assert_eq!(failure.attempts.len(), 1);
        assert_eq!(failure.attempts[0].error.as_deref(), Some("process"));
    }
    assert_eq!(model.ask(&question).await.expect("an answer").text.as_deref(), Some("alive"));
}

#[tokio::test]
async fn restarts_are_bounded() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "echo start >> \"$1/starts\"; exit 7";
    let limits = AgentLimits { restarts_max: 2, ..settings().agents };
    let models = Models::new(Settings { agents: limits, ..settings() });
    let model = agent(&models, folder.path(), script);
    let mut last = String::new();
    for _ in 0..5 {
        let failure = model.ask(&request("x")).await.expect_err("it dies at once");
        assert_eq!(failure.kind, FailureKind::Process);
        last = failure.message;
    }
    assert_eq!(
        last,
        "the agent was started 3 times and is not started again: the agent's process ended (exit status: 7)"
    );
    let starts = std::fs::read_to_string(folder.path().join("starts")).expect("a file");
    assert_eq!(starts.lines().count(), 3);
}

#[tokio::test]
async fn a_program_that_is_not_there_is_told() {
    let models = Models::new(settings());
    let model = models.open("cmd/no-such-program-anywhere --now", &|_| None).expect("it opens");
    let failure = model.ask(&request("x")).await.expect_err("it does not start");
    assert_eq!(failure.kind, FailureKind::Process);
    assert!(failure.message.starts_with("failed to start `no-such-program-anywhere`: "), "{failure}");
    // Also once it is not tried again.
    let mut last = String::new();
    for _ in 0..8 {
        last = model.ask(&request("x")).await.expect_err("it does not start").message;
    }
    assert!(last.starts_with("the agent was started 6 times and is not started again: failed to"), "{last}");
}

#[tokio::test]
async fn what_is_no_answer_ends_the_process() {
    let cases = [
        (r#"read -r line; echo "Loading the model"; exec sleep 60"#, "a line that is no answer"),
        (r#"read -r line; echo '{"content": "whose?"}'; exec sleep 60"#, "a line that is no answer"),
        // A line of more than 4 MiB.
        (
            r#"read -r line; head -c 4194400 /dev/zero | tr '\0' 'x'; echo; exec sleep 60"#,
            "a line longer than 4 MiB",
        ),
    ];
    for (script, said) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let models = Models::new(settings());
        let begun = Instant::now();
        let failure = agent(&models, folder.path(), script).ask(&request("x")).await.expect_err("no answer");
        assert_eq!(failure.kind, FailureKind::Process);
        assert!(failure.message.contains(said), "{failure}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{said}");
    }
}

#[tokio::test]
async fn a_request_longer_than_a_line_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let models = Models::new(settings());
    let model = agent(&models, folder.path(), "cat");
    let failure = model.ask(&request(&"x".repeat(4 << 20))).await.expect_err("too long");
    assert_eq!(failure.kind, FailureKind::BadRequest);
}

#[tokio::test]
async fn an_agent_that_keeps_silent_is_a_timeout() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = AgentLimits {
        answer: Duration::from_millis(300),
        grace: Duration::from_millis(200),
        ..AgentLimits::default()
    };
    let models = Models::new(Settings { agents: limits, ..settings() });
    let model = agent(&models, folder.path(), "exec sleep 60");
    let failure = model.ask(&request("x")).await.expect_err("no answer");
    assert_eq!(failure.kind, FailureKind::Timeout);
    assert_eq!(failure.attempts[0].error.as_deref(), Some("timeout"));

    // It does not heed the end of its input either: it is killed.
    let begun = Instant::now();
    models.close().await;
    assert!(begun.elapsed() < Duration::from_secs(10));
    let failure = model.ask(&request("x")).await.expect_err("it has been stopped");
    assert_eq!(failure.kind, FailureKind::Stopped);
}

#[tokio::test]
async fn closing_lets_an_agent_finish_what_it_is_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!(
        r#"read -r line
{ID}
touch "$1/asked"
read -r line
printf '{{"id": %s, "content": "after the end of input"}}\n' "$id"
"#
    );
    let models = Models::new(settings());
    let model = agent(&models, folder.path(), &script);
    let question = request("x");
    let (answer, ()) = tokio::join!(model.ask(&question), async {
        while !folder.path().join("asked").exists() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        models.close().await;
    });
    assert_eq!(answer.expect("an answer").text.as_deref(), Some("after the end of input"));
}

#[tokio::test]
async fn a_name_opened_twice_is_one_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!(
        r#"echo started >> "$1/starts"
while read -r line; do
  {ID}
  printf '{{"id": %s, "content": "ok"}}\n' "$id"
done
"#
    );
    let models = Models::new(settings());
    for _ in 0..2 {
        agent(&models, folder.path(), &script).ask(&request("x")).await.expect("an answer");
    }
    let starts = std::fs::read_to_string(folder.path().join("starts")).expect("a file");
    assert_eq!(starts, "started\n");
}

#[tokio::test]
async fn an_agent_in_two_roles_is_two_processes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("agent.sh");
    let script = format!(
        r#"while read -r line; do
  {ID}
  printf '{{"id": %s, "content": "%s"}}\n' "$id" "$$"
done
"#
    );
    std::fs::write(&file, script).expect("a script that can be written");
    let models = Models::new(settings());
    let name = format!("cmd/sh '{}'", file.display());
    let mut said = Vec::new();
    for role in ["assistant", "judge", "assistant"] {
        let model = models.open_as(role, &name, &|_| None).expect("an agent that opens");
        let reply = model.ask(&request("who are you?")).await.expect("an answer");
        said.push(reply.text.expect("its process"));
    }
    models.close().await;
    assert_eq!(said[0], said[2], "one process for a role");
    assert_ne!(said[0], said[1], "another process for another role");
}
