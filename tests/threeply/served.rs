//! Runs played and read by models of a local server, and arguments from a file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lexconsult::run::ScoreFile;
use lexconsult::suite::Estimate;
use lexconsult::suite::threeply::{
    ARGUMENT_PROMPT, ArgumentView, Case, Control, Mode, Parameters, Triple, extract, generate,
    render_argument,
};
use serde_json::{Value, json};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

use super::program::{program, run};

const COUNT: u32 = 12;

fn triples() -> Vec<Triple> {
    generate(&Parameters { mode: Mode::Arguable, count: COUNT, complexity: 6, seed: 1, strict_sides: false })
        .expect("feasible")
}

/// Answers as the perfect control does, and reads as the parser does, unless its name says otherwise.
#[derive(Clone)]
struct Lab {
    answers: Arc<BTreeMap<String, String>>,
    asked: Arc<Mutex<Vec<Value>>>,
    delay: Duration,
}

impl Respond for Lab {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let body: Value = serde_json::from_slice(&request.body).expect("a request is JSON");
        let model = body["model"].as_str().expect("a request names a model").to_owned();
        let last = body["messages"].as_array().and_then(|all| all.last()).expect("there are messages");
        let shown = last["content"].as_str().expect("a text");
        let said = match model.as_str() {
            "arguer" => self.answers.get(shown).expect("one of the triples, in the shipped prompt").clone(),
            "broken" => "I see F4 everywhere.".to_owned(),
            reader => read(reader, shown),
        };
        self.asked.lock().expect("no responder panics").push(body);
        ResponseTemplate::new(200).set_delay(self.delay).set_body_json(json!({
            "choices": [{ "index": 0, "message": { "role": "assistant", "content": said }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": 100, "completion_tokens": 50 }
        }))
    }
}

/// An extractor's reply to a request; `sloppy` leaves the second precedent out.
fn read(reader: &str, shown: &str) -> String {
    let code = shown.lines().next().and_then(|line| line.strip_prefix("Code: ")).expect("a code");
    let argument = shown
        .split_once(&format!("=== {code} ARGUMENT ===\n"))
        .and_then(|(_, rest)| rest.split_once(&format!("\n=== {code} END ===")))
        .expect("fences")
        .0;
    let found = extract(argument);
    let tsc2 = if reader == "sloppy" { Default::default() } else { found.factors_of(Case::Tsc2) };
    json!({
        "abstains": false,
        "plaintiff_cites": found.cited.plaintiff,
        "defendant_cites": found.cited.defendant,
        "current": found.factors_of(Case::Current),
        "tsc1": found.factors_of(Case::Tsc1),
        "tsc2": tsc2,
    })
    .to_string()
}

struct Served {
    folder: tempfile::TempDir,
    lab: Lab,
    _server: MockServer,
}

impl Served {
    async fn new(delay: Duration) -> Self {
        let answer = |triple: &Triple| {
            let view = ArgumentView::of(triple, false);
            let request = render_argument(ARGUMENT_PROMPT, &view).expect("the shipped prompt renders");
            (request.messages[0].1.clone(), Control::Perfect.answer(triple))
        };
        let answers = Arc::new(triples().iter().map(answer).collect());
        let lab = Lab { answers, asked: Arc::default(), delay };
        let server = MockServer::start().await;
        Mock::given(wiremock::matchers::method("POST")).respond_with(lab.clone()).mount(&server).await;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let prices = "[prices.\"lab/*\"]\ninput = 100.0\noutput = 1000.0\n";
        let settings = format!("[providers.lab]\nbase_url = \"{}/v1\"\n{prices}", server.uri());
        fs::write(folder.path().join("lexconsult.toml"), settings).expect("the folder can be written");
        Self { folder, lab, _server: server }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn asked(&self, model: &str) -> Vec<Value> {
        let asked = self.lab.asked.lock().expect("no responder panics");
        asked.iter().filter(|body| body["model"] == model).cloned().collect()
    }

    fn scores(&self, flags: &[&str], code: i32) -> ScoreFile {
        serde_json::from_str(&run(self.path(), flags, code)).expect("`--json` prints the scores")
    }
}

/// The study, but for its judges.
const STUDY: [&str; 15] = [
    "run",
    "--suite",
    "threeply",
    "--json",
    "--display",
    "none",
    "--name",
    "r",
    "--count",
    "12",
    "--complexity",
    "6",
    "--resamples",
    "100",
    "--model",
];

fn point(scores: &ScoreFile, judge: &str, metric: &str) -> Option<f64> {
    let is_it = |e: &&Estimate| e.judge == judge && e.metric == metric && e.group.is_none();
    scores.estimates.iter().find(is_it).unwrap_or_else(|| panic!("{judge} has no {metric}")).point
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_tells_the_bill_how_extractors_agree_and_what_they_lost() {
    let served = Served::new(Duration::ZERO).await;
    let judges = "builtin/parser,lab/reader,lab/sloppy";
    let scores = served.scores(&[&STUDY[..], &["lab/arguer", "--judge", judges]].concat(), 0);
    let page = || run(served.path(), &["report", "results/r", "--lang", "en"], 0);
    let told = page();
    let bill = scores.spent.cost.get("USD").expect("there are prices");
    assert!(told.contains(&format!("UTC; cost: USD {bill}\n")), "{told}");
    assert!(!told.contains("Rules, not models"), "a parser that extracts is no model replaced by rules");
    assert!(told.contains("## Several extractors on the same answers"), "{told}");
    let recall = point(&scores, "lab/sloppy", "extraction_recall").expect("defined");
    let recall = format!("| lab/arguer | lab/sloppy | {recall:.3} ");
    let narrow = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(narrow.contains(&format!("factors of the leading extractor found {recall}")), "{told}");

    assert!(!told.contains("of one family"), "{told}");
    served.scores(&["rejudge", "results/r", "--judge", "lab/arguer2", "--json", "--display", "none"], 0);
    let told = page();
    assert!(
        told.contains("Extractor lab/arguer2 and assistant lab/arguer seem to be of one family"),
        "{told}"
    );

    served.scores(&["rejudge", "results/r", "--judge", "lab/broken", "--json", "--display", "none"], 3);
    let told = page();
    assert!(told.contains("Incomplete: 12 of 12 plays are not scored"), "{told}");
    assert!(told.contains("Harness losses: 12 judge failed (lost: 12 of 12 plays)."), "{told}");
    assert!(told.contains("None of the 0 arguments that are scored is to be looked at."), "{told}");
    for format in ["html", "latex", "csv"] {
        run(served.path(), &["report", "results/r", "--format", format, "--lang", "zh"], 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_argues_as_the_paper_asks_and_extractors_are_compared_on_the_same_answers() {
    let served = Served::new(Duration::ZERO).await;
    let judges = "builtin/parser,lab/reader,lab/sloppy";
    let scores = served.scores(&[&STUDY[..], &["lab/arguer", "--judge", judges]].concat(), 0);
    for body in served.asked("arguer") {
        assert_eq!((&body["temperature"], &body["max_tokens"]), (&json!(0.0), &json!(500)));
        assert_eq!(
            body["messages"].as_array().map(Vec::len),
            Some(1),
            "one message, without instructions apart"
        );
        let sampling = ["top_p", "presence_penalty", "frequency_penalty"].map(|name| body[name].clone());
        assert_eq!(sampling, [json!(1.0), json!(0.0), json!(0.0)]);
        assert!(body.get("seed").is_none());
    }
    for body in served.asked("reader") {
        assert_eq!(body["temperature"], json!(0.0));
        for left_to_the_endpoint in ["top_p", "presence_penalty", "frequency_penalty", "seed"] {
            assert!(body.get(left_to_the_endpoint).is_none(), "an extractor is no part of that setting");
        }
    }
    assert_eq!(["arguer", "reader", "sloppy"].map(|name| served.asked(name).len()), [12; 3]);
    for judge in ["builtin/parser", "lab/reader"] {
        assert_eq!(point(&scores, judge, "acc_h_mean"), Some(1.0));
        assert_eq!(point(&scores, judge, "rec_u_mean"), Some(1.0));
    }
    let agreement = |judge: &str| {
        ["extraction_precision", "extraction_recall", "abstention_agreement"]
            .map(|metric| point(&scores, judge, metric))
    };
    assert_eq!(agreement("lab/reader"), [Some(1.0); 3]);
    let all: usize = triples().iter().flat_map(|t| Case::ALL.map(|case| t.factors_of(case).len())).sum();
    let second: usize = triples().iter().map(|t| t.factors_of(Case::Tsc2).len()).sum();
    let recall = (all - second) as f64 / all as f64;
    assert_eq!(agreement("lab/sloppy"), [Some(1.0), Some(recall), Some(1.0)]);
    assert_eq!(point(&scores, "lab/sloppy", "acc_h_mean"), Some(1.0));

    let before = served.asked("arguer").len();
    let flags =
        ["rejudge", "r", "--judge", "lab/reader", "--judge", "builtin/parser", "--json", "--display", "none"];
    let flags: Vec<&str> = flags.iter().map(|flag| if *flag == "r" { "results/r" } else { flag }).collect();
    served.scores(&flags, 0);
    assert_eq!((served.asked("arguer").len(), served.asked("reader").len()), (before, 12), "both stand");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_extractor_that_fails_is_a_fault_of_the_harness_and_no_abstention() {
    let served = Served::new(Duration::ZERO).await;
    let flags = [&STUDY[..], &["lab/arguer", "--judge", "lab/broken"]].concat();
    let scores = served.scores(&flags, 3);
    assert_eq!(scores.coverage.lost, BTreeMap::from([("judge_fault".to_owned(), 12)]));
    let rate = scores.estimates.iter().find(|e| e.metric == "wrong_abstention_rate").expect("it is listed");
    assert_eq!((rate.point, rate.n, rate.planned, rate.incomplete), (None, 0, 12, true));
    assert_eq!(rate.missing, BTreeMap::from([("judge_fault".to_owned(), 12)]));
    assert_eq!(served.asked("broken").len(), 36, "asked again twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_is_killed_goes_on_and_pays_nothing_twice() {
    let whole = Served::new(Duration::ZERO).await;
    let flags = |name: &'static str| {
        [&STUDY[..], &["lab/arguer", "--judge", name, "--max-connections", "2"]].concat()
    };
    let undisturbed = whole.scores(&flags("lab/reader"), 0);

    let served = Served::new(Duration::from_millis(60)).await;
    let mut killed = program(served.path(), &flags("lab/reader")).spawn().expect("the program starts");
    while served.asked("arguer").len() < 5 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    killed.kill().expect("the program runs");
    killed.wait().expect("the program has ended");
    let plan = run(served.path(), &["plan", "--why", "results/r", "--json"], 0);
    let plan: Value = serde_json::from_str(&plan).expect("one document");
    assert!(plan["plays_owed"].as_u64().is_some_and(|owed| (1..12).contains(&owed)), "{plan}");
    let resumed = served.scores(&["resume", "results/r", "--json", "--display", "none"], 0);
    assert_eq!(resumed.estimates, undisturbed.estimates);
    // What was in flight may have been asked without having been heard.
    let asked = ["arguer", "reader"].map(|name| served.asked(name).len());
    assert!(asked.iter().sum::<usize>() <= 24 + 2, "{asked:?}");
    served.scores(&["resume", "results/r", "--json", "--display", "none"], 0);
    assert_eq!(["arguer", "reader"].map(|name| served.asked(name).len()), asked, "nothing is owed");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_study_costs_is_told_before_and_kept_within_a_limit() {
    let served = Served::new(Duration::ZERO).await;
    let flags = [
        "plan",
        "--suite",
        "threeply",
        "--json",
        "--count",
        "12",
        "--complexity",
        "6",
        "--model",
        "lab/arguer",
    ];
    let plan: Value = serde_json::from_str(&run(served.path(), &flags, 0)).expect("one document");
    assert_eq!((&plan["plays"], &plan["judgements_owed"]), (&json!(12), &json!(12)));
    let to_pay = plan["to_pay"].as_array().expect("a list");
    assert_eq!(to_pay.len(), 1, "the parser costs nothing");
    assert_eq!(to_pay[0]["calls"], json!({ "least": 12, "most": 12 }));
    assert_eq!(to_pay[0]["reply_tokens"]["most"], 12 * 500);
    let reasoning = [&flags[..], &["--reasoning"]].concat();
    let plan: Value = serde_json::from_str(&run(served.path(), &reasoning, 0)).expect("one document");
    assert_eq!(plan["to_pay"][0]["reply_tokens"]["most"], 12 * 5_000);
    // An argument costs 0.06, twelve of them 0.72.
    let limited = [&STUDY[..], &["lab/arguer", "--cost-limit", "0.7", "--max-connections", "1"]].concat();
    let scores = served.scores(&limited, 3);
    assert!(scores.coverage.played < 12, "{:?}", scores.coverage);
    let resumed =
        served.scores(&["resume", "results/r", "--json", "--display", "none", "--cost-limit", "50"], 0);
    assert_eq!((resumed.coverage.played, served.asked("arguer").len()), (12, 12));
}

#[test]
fn arguments_that_others_generated_are_scored() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    let line = |triple: &Triple, control: Control| {
        json!({ "id": triple.id, "repeat": 1, "messages": [control.answer(triple)] }).to_string()
    };
    let all = triples();
    let mut lines: Vec<String> = all[..10].iter().map(|triple| line(triple, Control::Perfect)).collect();
    lines.push(line(&all[10], Control::AlwaysAbstain));
    fs::write(here.join("theirs.jsonl"), lines.join("\n")).expect("the folder can be written");
    let flags = [
        "run",
        "--suite",
        "threeply",
        "--json",
        "--display",
        "none",
        "--name",
        "r",
        "--count",
        "12",
        "--complexity",
        "6",
        "--resamples",
        "100",
        "--answers",
        "theirs.jsonl",
    ];
    let scores: ScoreFile = serde_json::from_str(&run(here, &flags, 3)).expect("the scores");
    assert_eq!(scores.coverage.lost, BTreeMap::from([("not_answered".to_owned(), 1)]));
    let of = |metric: &str| scores.estimates.iter().find(|e| e.metric == metric).expect("it is listed");
    assert_eq!((of("acc_h_mean").point, of("acc_h_mean").model.as_str()), (Some(1.0), "answers/theirs"));
    assert_eq!(of("wrong_abstention_rate").point, Some(1.0 / 11.0));
    assert_eq!(of("rec_u_mean").n, 11);

    for (bad, why) in [
        (json!({ "id": "arguable-0099", "repeat": 1, "messages": ["x"] }), "no triple `arguable-0099`"),
        (json!({ "id": "arguable-0001", "repeat": 1, "messages": ["x", "y"] }), "an argument is one message"),
        (json!({ "id": "arguable-0001", "repeat": 1, "messages": ["x"], "task": "lca" }), "are LexPilot's"),
        (json!({ "id": "arguable-0001", "repeat": 0, "messages": ["x"] }), "repeat: 0"),
    ] {
        fs::write(here.join("bad.jsonl"), bad.to_string()).expect("the folder can be written");
        let flags = ["run", "--suite", "threeply", "--answers", "bad.jsonl"];
        let output = program(here, &flags).output().expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("bad.jsonl:1: ") && told.contains(why), "{told}");
    }
}
