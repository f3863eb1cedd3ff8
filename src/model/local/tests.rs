use std::collections::BTreeMap;

use wiremock::matchers::path;
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::*;

/// A server whose child is this shell script.
fn child(folder: &Path, script: &str) -> LocalServer {
    let file = folder.join("child.sh");
    std::fs::write(&file, script).expect("a script that can be written");
    let mut command = Command::new("sh");
    command.arg(&file).stdin(Stdio::piped()).stderr(File::create(folder.join("log")).expect("a log"));
    command.kill_on_drop(true).process_group(0);
    let mut child = command.spawn().expect("sh is there");
    let stdin = child.stdin.take();
    LocalServer { child, stdin, port: 1, notes: folder.join("log") }
}

fn lives(id: u32) -> bool {
    // The state stands behind the name in brackets; a zombie is no life.
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    state.is_some_and(|state| !matches!(state, 'Z' | 'X'))
}

#[tokio::test]
async fn a_server_that_loads_is_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let stub = MockServer::start().await;
    let loading = ResponseTemplate::new(503).set_body_string("{\"error\":{\"message\":\"Loading model\"}}");
    Mock::given(path("/health")).respond_with(loading).up_to_n_times(3).with_priority(1).mount(&stub).await;
    Mock::given(path("/health")).respond_with(ResponseTemplate::new(200)).with_priority(2).mount(&stub).await;
    let mut server = child(folder.path(), "cat >/dev/null");
    server.port = stub.address().port();
    server.wait_until_loaded(Duration::from_secs(20)).await.expect("it is loaded in the end");
    assert_eq!(stub.received_requests().await.map(|requests| requests.len()), Some(4));
    assert!(server.base_url().ends_with("/v1"));
    server.end().await;
}

#[tokio::test]
async fn a_server_that_ends_or_never_loads_is_told_with_its_last_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = child(folder.path(), "echo no such model >&2; exit 3");
    let error = server.wait_until_loaded(Duration::from_secs(20)).await.expect_err("it ended").to_string();
    assert!(error.contains("ended (exit status: 3)") && error.contains("no such model"), "{error}");
    let mut server = child(folder.path(), "cat >/dev/null");
    let error = server.wait_until_loaded(Duration::from_millis(300)).await.expect_err("it is not there");
    assert!(error.to_string().contains("was not ready in 0 s"), "{error}");
}

#[tokio::test]
async fn a_child_ends_by_its_input_by_force_or_when_dropped() {
    let folder = tempfile::tempdir().expect("a folder");
    for script in ["cat >/dev/null", "trap '' TERM; while :; do sleep 1; done"] {
        let server = child(folder.path(), script);
        let id = server.child.id().expect("it runs");
        assert!(lives(id), "{script}");
        server.end().await;
        assert!(!lives(id), "{script}");
    }
    let server = child(folder.path(), "while :; do sleep 1; done");
    let id = server.child.id().expect("it runs");
    drop(server);
    let begun = Instant::now();
    while lives(id) {
        assert!(begun.elapsed() < Duration::from_secs(10), "it outlives its owner");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn the_command_line_divides_the_context_among_slots() {
    let words = arguments(Path::new("/d/serve.py"), Path::new("/m/big.gguf"), 4711);
    assert_eq!(words, ["-I", "/d/serve.py", "/m/big.gguf", "4711", "16384", "2"]);
    assert_eq!(name(None), "local/smollm2-135m");
    assert_eq!(name(Some(Path::new("/m/big.gguf"))), "local/big");
}

#[test]
fn the_place_is_named_by_the_environment() {
    let place_of = |variables: &[(&str, &str)]| {
        let variables: BTreeMap<&str, &str> = variables.iter().copied().collect();
        place(&|name| variables.get(name).map(|value| (*value).to_owned())).ok()
    };
    assert_eq!(place_of(&[("HOME", "/h")]), Some("/h/.local/share/lexconsult/local".into()));
    assert_eq!(place_of(&[("HOME", "/h"), ("XDG_DATA_HOME", "/x")]), Some("/x/lexconsult/local".into()));
    assert_eq!(place_of(&[("HOME", "/h"), ("LEXCONSULT_LOCAL_DIR", "/l")]), Some("/l".into()));
    assert_eq!(place_of(&[("HOME", " ")]), None);
}
