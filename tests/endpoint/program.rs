//! The whole program against servers that misbehave: every unit is scored or missing for the harness's
//! reason, and what was paid for is not paid for again.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lexconsult::draw;
use lexconsult::model::journal::{Asked, Journal, Outcome};
use lexconsult::run::ScoreFile;
use rand::RngExt;
use serde_json::{Value, json};

use super::rude::{Act, Rude, Seen, document, error, rude, saying, slowly};

/// The program, to be run in `folder` against a server.
pub fn program(folder: &Path, url: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lexconsult"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").env("OPENROUTER_BASE_URL", url);
    command.env("OPENROUTER_API_KEY", "sk-canary-5f0c1d2e3b4a");
    command.stdin(Stdio::null());
    command
}

/// Runs the program to its end, off the runtime's threads; its code, and what it wrote.
pub async fn run(mut command: Command) -> (Option<i32>, String, String) {
    let output = tokio::task::spawn_blocking(move || command.output()).await.expect("no panic there");
    let output = output.expect("the program is built and starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const CAST: [&str; 8] = [
    "--model",
    "openrouter/assistant",
    "--user",
    "openrouter/user",
    "--gate",
    "builtin/lexical",
    "--judge",
    "builtin/rules",
];

/// A study of model and user on the server, judged by rule.
pub fn study<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let how = ["run", "--display", "none", "--name", "r", "--json", "--resamples", "100"];
    how.iter().chain(&CAST).chain(more).copied().collect()
}

/// Text that asks and decides nothing, so that plays are long.
const QUESTION: &str = "Is there a written contract? 有书面合同吗？";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_unit_is_scored_or_missing_for_the_harness_never_by_accident() {
    type Script = Box<dyn Fn() -> Act + Send + Sync>;
    let empty =
        || document(200, &json!({ "choices": [{ "finish_reason": "stop", "message": { "content": "" } }] }));
    let cases: Vec<(&str, Script, Option<&str>, i32)> = vec![
        ("a server that fails", Box::new(|| error(500, "oops")), Some("infrastructure"), 3),
        (
            "half a document",
            Box::new(|| Act::Reply(Duration::ZERO, 200, vec![], b"{\"choices\":[".to_vec())),
            Some("infrastructure"),
            3,
        ),
        (
            "a web page",
            Box::new(|| Act::Reply(Duration::ZERO, 200, vec![], b"<html>".to_vec())),
            Some("infrastructure"),
            3,
        ),
        ("a torn connection", Box::new(|| Act::Torn(Vec::new())), Some("infrastructure"), 3),
        (
            "an error that calls itself a success",
            Box::new(|| document(200, &json!({ "error": { "code": 500 } }))),
            Some("infrastructure"),
            3,
        ),
        ("a refusal of the key", Box::new(|| error(401, "no such key")), Some("infrastructure"), 3),
        // An assistant's own silence is scored.
        ("empty content", Box::new(empty), None, 0),
    ];
    for (name, act, lost, code) in cases {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let server = rude(move |_| act()).await;
        let more = ["--task", "lca", "--limit", "2", "--repeats", "1", "--max-retries", "0"];
        let (exit, stdout, stderr) = run(program(folder.path(), &server.url, &study(&more))).await;
        assert_eq!(exit, Some(code), "{name}: {stderr}");
        assert!(!stderr.contains("sk-canary"), "{name}: {stderr}");
        let scores: ScoreFile = serde_json::from_str(&stdout).expect("`--json` prints the scores");
        let scored: Vec<_> = scores
            .estimates
            .iter()
            .filter(|estimate| estimate.metric == "macro_f1" && estimate.group.is_none())
            .map(|estimate| (estimate.n, estimate.point))
            .collect();
        match lost {
            Some(reason) => {
                assert!(scored.iter().all(|(n, point)| *n == 0 && point.is_none()), "{name}: {scored:?}");
                assert!(stdout.contains(reason), "{name}: {stdout}");
            }
            None => assert!(scored.iter().any(|(n, _)| *n == 4), "{name}: {scored:?}"),
        }
    }
}

/// A share of the requests gets a fault, by their bodies and by how often they came.
fn faulty(seen: &Seen<'_>, after: Duration) -> Act {
    let mut hasher = DefaultHasher::new();
    (seen.body.to_string(), seen.again).hash(&mut hasher);
    match hasher.finish() % 40 {
        0 => error(429, "slow down"),
        1 => error(500, "oops"),
        2 => Act::Torn(Vec::new()),
        3 => Act::Reply(Duration::ZERO, 200, vec![], b"{\"choices\":[{\"mess".to_vec()),
        _ => slowly(QUESTION, after),
    }
}

/// How often each request was answered well, by model and messages.
type Counts = BTreeMap<(String, String), usize>;

fn answered(server: &Rude, from: usize) -> Counts {
    let mut counts = Counts::new();
    for served in &server.log().served[from..] {
        let body: Value = serde_json::from_str(&served.body).expect("requests are JSON");
        let whole = served.status == 200 && !served.is_fault;
        if whole {
            let key = (body["model"].as_str().unwrap_or_default().to_owned(), body["messages"].to_string());
            *counts.entry(key).or_default() += 1;
        }
    }
    counts
}

/// What a run's journal holds the answers to; each is there once.
fn held(run: &Path) -> Counts {
    let mut counts = Counts::new();
    if !run.join("calls").exists() {
        return counts;
    }
    let journal = Journal::open(&run.join("calls")).expect("the journal is whole");
    let mut names = HashSet::new();
    for seq in journal.seqs() {
        let call = journal.call(seq).expect("every line can be read");
        let (Outcome::Answer(_), Asked::Chat { messages, .. }) = (&call.outcome, &call.request) else {
            continue;
        };
        assert!(names.insert((call.scope.clone(), call.path.clone())), "{} {}", call.scope, call.path);
        let model = call.model.trim_start_matches("openrouter/").to_owned();
        let messages = serde_json::to_value(messages).expect("messages are plain data").to_string();
        *counts.entry((model, messages)).or_default() += 1;
    }
    counts
}

fn total(counts: &Counts) -> usize {
    counts.values().sum()
}

const KILLS: usize = 20;
const CONNECTIONS: usize = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_kills_under_faults_and_load_cost_no_more_than_what_was_in_flight() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let load = ["--limit", "6", "--repeats", "2", "--max-connections", "16", "--max-retries", "8"];

    let calm = rude(|_| saying(QUESTION)).await;
    let undisturbed = folder.path().join("calm");
    std::fs::create_dir(&undisturbed).expect("the folder can be written");
    let (code, calm_scores, stderr) = run(program(&undisturbed, &calm.url, &study(&load))).await;
    assert_eq!(code, Some(0), "{stderr}");
    let wanted = answered(&calm, 0);
    assert_eq!(held(&undisturbed.join("results/r")), wanted, "the journal and the server agree");

    let server = rude(|seen| faulty(seen, Duration::from_millis(10))).await;
    let run_folder: PathBuf = folder.path().join("results/r");
    let resume = [
        "resume",
        "results/r",
        "--display",
        "none",
        "--json",
        "--max-connections",
        "16",
        "--max-retries",
        "8",
    ];
    let mut rng = draw::rng(4, &["moments of the kills"]);
    let stride = total(&wanted) * 8 / 10 / KILLS;
    let (mut before, mut lost) = (Counts::new(), 0);
    for kill in 0..KILLS {
        let from = server.log().served.len();
        let arguments = if kill == 0 { study(&load) } else { resume.to_vec() };
        let mut command = program(folder.path(), &server.url, &arguments);
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
        let begun = Instant::now();
        while server.log().served.len() < from + stride {
            assert!(begun.elapsed() < Duration::from_secs(20), "kill {kill}: the program asks nothing");
            let ended = child.try_wait().expect("a child");
            assert!(ended.is_none(), "kill {kill}: it ended first, with {ended:?}");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        tokio::time::sleep(Duration::from_micros(rng.random_range(0..12_000))).await;
        child.kill().expect("it runs");
        child.wait().expect("it has ended");
        // What the server is still at was on its way when the kill came.
        tokio::time::sleep(Duration::from_millis(40)).await;

        let now = answered(&server, from);
        for (ask, times) in &now {
            let owed = wanted.get(ask).copied().unwrap_or(0) - before.get(ask).copied().unwrap_or(0);
            assert!(*times <= owed, "kill {kill}: asked {times} times, owed {owed}: {ask:?}");
        }
        let after = held(&run_folder);
        let in_flight = total(&before) + total(&now) - total(&after);
        assert!(in_flight <= CONNECTIONS, "kill {kill}: {in_flight} answers lost");
        lost += in_flight;
        before = after;
    }
    assert!(lost > 0, "no kill fell into an answer: the moments are badly chosen");

    let from = server.log().served.len();
    let (code, scores, stderr) = run(program(folder.path(), &server.url, &resume)).await;
    assert_eq!(code, Some(0), "{stderr}");
    let mut owed = wanted.clone();
    for (ask, times) in &before {
        *owed.get_mut(ask).expect("nothing is held that was not wanted") -= times;
    }
    owed.retain(|_, times| *times > 0);
    assert_eq!(answered(&server, from), owed, "the last resume asks for exactly what is owed");
    assert_eq!(held(&run_folder), wanted);
    let estimates =
        |text: &str| serde_json::from_str::<Value>(text).expect("scores are JSON")["estimates"].clone();
    assert_eq!(estimates(&scores), estimates(&calm_scores));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_tells_what_works() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let server = rude(|seen| match seen.body["response_format"]["type"].as_str() {
        None if seen.body.is_null() => document(200, &json!({ "data": [{ "id": "assistant" }] })),
        None => saying("yes"),
        Some("json_schema") => error(400, "response_format json_schema is not known"),
        Some(_) => saying("{\"ok\": true}"),
    })
    .await;
    let doctor = ["doctor", "--model", "openrouter/assistant,builtin/oracle", "--json"];
    let (code, stdout, stderr) = run(program(folder.path(), &server.url, &doctor)).await;
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(!stdout.contains("sk-canary"));
    let patients: Value = serde_json::from_str(&stdout).expect("one document");
    let of = |what: &str| -> (String, String) {
        let checks = patients[0]["checks"].as_array().expect("checks");
        let check = checks.iter().find(|check| check["what"] == what).expect("the check is there");
        (
            check["health"].as_str().unwrap_or_default().to_owned(),
            check["says"].as_str().unwrap_or_default().to_owned(),
        )
    };
    for what in ["name", "key", "address", "clock", "model", "call", "form"] {
        assert_eq!(of(what).0, "ok", "{what}: {stdout}");
    }
    assert_eq!(of("form").1, "held to a form by json_object");
    assert_eq!(of("key").1, "present in OPENROUTER_API_KEY");
    assert_eq!(patients[1]["checks"][0]["health"], "ok");

    let away = ["doctor", "--model", "openrouter/assistant"];
    let (code, stdout, _) = run(program(folder.path(), "http://127.0.0.1:9/v1", &away)).await;
    assert_eq!(code, Some(1), "{stdout}");
    assert!(stdout.contains("fail  address"), "{stdout}");

    let refusing =
        rude(|seen| if seen.body.is_null() { error(404, "no list") } else { error(401, "bad key") }).await;
    let (code, stdout, _) = run(program(folder.path(), &refusing.url, &away)).await;
    assert_eq!(code, Some(1), "{stdout}");
    assert!(stdout.contains("warn  model") && stdout.contains("fail  call"), "{stdout}");

    let mut keyless = program(folder.path(), &refusing.url, &away);
    keyless.env_remove("OPENROUTER_API_KEY");
    let (code, stdout, _) = run(keyless).await;
    assert_eq!(code, Some(1), "{stdout}");
    assert!(stdout.contains("fail  key") && stdout.contains("export OPENROUTER_API_KEY"), "{stdout}");

    let (code, stdout, _) = run(program(folder.path(), &refusing.url, &["doctor"])).await;
    assert_eq!(code, Some(0), "{stdout}");
    assert!(stdout.contains("openrouter (OPENROUTER_API_KEY)"), "{stdout}");
    std::fs::write(folder.path().join("lexconsult.toml"), "[run]\nmodel = 1\n").expect("a file");
    let (code, stdout, _) = run(program(folder.path(), &refusing.url, &["doctor"])).await;
    assert_eq!(code, Some(1), "{stdout}");
    assert!(stdout.contains("fail  settings"), "{stdout}");
}
