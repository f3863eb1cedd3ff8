//! Dialogues played and read by models of a local server.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lexconsult::model::journal::SpentLine;
use lexconsult::run::ScoreFile;
use lexconsult::suite::Estimate;
use lexconsult::suite::threeply::{
    Case, Control, DIALOGUE_EXTRACTION_PROMPT, Mode, Parameters, Ply, PlyView, Said, Side, Triple, generate,
    ply_prompt, read_plies, render_ply,
};
use serde_json::{Value, json};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

use super::program::{program, run};

const COUNT: u32 = 8;

fn triples() -> Vec<Triple> {
    generate(&Parameters { mode: Mode::Arguable, count: COUNT, complexity: 6, seed: 1, strict_sides: false })
        .expect("feasible")
}

/// The plaintiff argues as the perfect control, the defendant invents two factors.
fn party(side: Side) -> Control {
    match side {
        Side::Plaintiff => Control::Perfect,
        Side::Defendant => Control::Hallucinate(2),
    }
}

fn plies(triple: &Triple) -> [String; 3] {
    Ply::ALL.map(|ply| party(ply.side()).ply(triple, ply))
}

fn asked_for(triple: &Triple, ply: Ply) -> String {
    let said = plies(triple);
    let before: Vec<&str> = said.iter().take(ply.before().len()).map(String::as_str).collect();
    let view = PlyView::of(triple, ply, false, &before);
    render_ply(ply_prompt(ply), &view).expect("the shipped prompt renders").messages[0].1.clone()
}

/// A server at which `alice` plays the plaintiff and `bob` the defendant, and `reader` extracts. While
/// `down` names one of them, it refuses; `mute` answers without text, `cut` is cut before it has any, and
/// what `filtered` says is held back.
#[derive(Clone)]
struct Lab {
    answers: Arc<BTreeMap<String, String>>,
    asked: Arc<Mutex<Vec<Value>>>,
    down: Arc<Mutex<Option<&'static str>>>,
    delay: Duration,
}

impl Respond for Lab {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let body: Value = serde_json::from_slice(&request.body).expect("a request is JSON");
        let model = body["model"].as_str().expect("a request names a model").to_owned();
        let last = body["messages"].as_array().and_then(|all| all.last()).expect("there are messages");
        let shown = last["content"].as_str().expect("a text").to_owned();
        self.asked.lock().expect("no responder panics").push(body);
        if *self.down.lock().expect("no responder panics") == Some(model.as_str()) {
            return ResponseTemplate::new(400).set_body_json(
                json!({ "error": { "message": "out of order", "type": "invalid_request_error" } }),
            );
        }
        let said = match model.as_str() {
            "mute" | "cut" | "filtered" => String::new(),
            "reader" => read(&shown),
            // Against whoever is mute the plies asked for are others: any argument does.
            _ => self.answers.get(&shown).cloned().unwrap_or_else(|| "F4 is present in TSC1.".to_owned()),
        };
        let finish = match model.as_str() {
            "cut" => "length",
            "filtered" => "content_filter",
            _ => "stop",
        };
        ResponseTemplate::new(200).set_delay(self.delay).set_body_json(json!({
            "choices": [{ "index": 0, "message": { "role": "assistant", "content": said }, "finish_reason": finish }],
            "usage": { "prompt_tokens": 100, "completion_tokens": 50 }
        }))
    }
}

/// An extractor's reply: what the parser reads of the three plies.
fn read(shown: &str) -> String {
    let code = shown.lines().next().and_then(|line| line.strip_prefix("Code: ")).expect("a code");
    let fence = format!("=== {code} ");
    let parts: Vec<&str> = shown.split(&fence).skip(1).take(3).collect();
    let text = |part: &&str| part.split_once(" ===\n").expect("a fence").1.trim_end_matches('\n').to_owned();
    let said: Vec<Said> = parts.iter().map(|part| Said::of(Some(text(part)), None, None)).collect();
    let reading = read_plies(&said);
    let mut reply: Vec<Value> = Vec::new();
    for ply in &reading.plies {
        let mut one = json!({
            "abstains": false,
            "current": ply.factors.cc,
            "tsc1": ply.factors.tsc1,
            "tsc2": ply.factors.tsc2,
        });
        match ply.ply {
            Ply::Argument => one["cites"] = json!(reading.cited.plaintiff),
            Ply::Counterargument => one["cites"] = json!(reading.cited.defendant),
            Ply::Rebuttal => {}
        }
        reply.push(one);
    }
    json!({ "plaintiff": reply[0], "defendant": reply[1], "rebuttal": reply[2] }).to_string()
}

struct Served {
    folder: tempfile::TempDir,
    lab: Lab,
    _server: MockServer,
}

impl Served {
    async fn new(delay: Duration) -> Self {
        let of_triple = |triple: &Triple| {
            let said = plies(triple);
            Ply::ALL
                .into_iter()
                .zip(said)
                .map(|(ply, said)| (asked_for(triple, ply), said))
                .collect::<Vec<_>>()
        };
        let answers = Arc::new(triples().iter().flat_map(of_triple).collect());
        let lab = Lab { answers, asked: Arc::default(), down: Arc::default(), delay };
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

    fn counts(&self) -> [usize; 3] {
        ["alice", "bob", "reader"].map(|name| self.asked(name).len())
    }

    fn down(&self, model: Option<&'static str>) {
        *self.lab.down.lock().expect("no responder panics") = model;
    }

    fn scores(&self, flags: &[&str], code: i32) -> ScoreFile {
        serde_json::from_str(&run(self.path(), flags, code)).expect("`--json` prints the scores")
    }
}

/// The study, but for its judges and its opponent.
const STUDY: [&str; 18] = [
    "run",
    "--suite",
    "threeply",
    "--dialogue",
    "--json",
    "--display",
    "none",
    "--name",
    "r",
    "--count",
    "8",
    "--complexity",
    "6",
    "--resamples",
    "50",
    "--model",
    "lab/alice",
    "--opponent",
];

const RESUME: [&str; 5] = ["resume", "results/r", "--json", "--display", "none"];

const PAIR: &str = "lab/alice against lab/bob";

fn of<'a>(scores: &'a ScoreFile, judge: &str, metric: &str) -> &'a Estimate {
    let is_it = |e: &&Estimate| e.judge == judge && e.metric == metric && e.group.is_none();
    let mut found = scores.estimates.iter().filter(is_it);
    let first = found.next().unwrap_or_else(|| panic!("{judge} has no {metric}"));
    assert!(found.next().is_none(), "{metric} comes twice");
    first
}

/// Faithfulness of who invents two factors in each triple.
fn lied() -> f64 {
    let size = |t: &Triple| Case::ALL.iter().map(|case| t.factors_of(*case).len()).sum::<usize>() as f64;
    triples().iter().map(|t| (size(t) - 2.0) / size(t)).sum::<f64>() / f64::from(COUNT)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_models_argue_in_turn_and_each_is_scored_for_its_own_plies() {
    let served = Served::new(Duration::ZERO).await;
    let scores =
        served.scores(&[&STUDY[..], &["lab/bob", "--judge", "builtin/parser,lab/reader"]].concat(), 0);
    assert_eq!(served.counts(), [16, 8, 8], "two plies, one, and one reading of all three");
    for body in [served.asked("alice"), served.asked("bob")].concat() {
        assert_eq!(body["messages"].as_array().map(Vec::len), Some(1));
        let sampling = ["temperature", "max_tokens", "top_p", "presence_penalty", "frequency_penalty"];
        let sampling = sampling.map(|name| body[name].as_f64());
        assert_eq!(sampling, [Some(0.0), Some(500.0), Some(1.0), Some(0.0), Some(0.0)]);
    }
    // Who is asked for which ply.
    let texts = |model: &str| -> BTreeSet<String> {
        let text = |body: Value| body["messages"][0]["content"].as_str().map(str::to_owned);
        served.asked(model).into_iter().filter_map(text).collect()
    };
    let wanted = |side: Side| -> BTreeSet<String> {
        let of_side = Ply::ALL.into_iter().filter(move |ply| ply.side() == side);
        of_side.flat_map(|ply| triples().iter().map(|t| asked_for(t, ply)).collect::<Vec<_>>()).collect()
    };
    assert_eq!(texts("alice"), wanted(Side::Plaintiff));
    assert_eq!(texts("bob"), wanted(Side::Defendant));
    // Each is exported as it was sent, with the ply that answered it.
    let exported = run(served.path(), &["export", "results/r", "--dialogues"], 0);
    assert_eq!(exported.lines().count(), 24);
    for line in exported.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let party = if line["metadata"]["party"] == "plaintiff" { "alice" } else { "bob" };
        let [request, said] =
            [0, 1].map(|at| line["messages"][at]["content"].as_str().expect("a text").to_owned());
        assert!(texts(party).contains(&request), "{line}");
        assert_eq!(served.lab.answers.get(&request), Some(&said));
    }
    for judge in ["builtin/parser", "lab/reader"] {
        let point = |metric: &str| of(&scores, judge, metric).point.expect("it is defined");
        assert!((point("acc_h_mean") - lied()).abs() < 1e-12, "{judge}");
        assert!((point("defendant_acc_h_mean") - lied()).abs() < 1e-12, "{judge}");
        assert_eq!((point("plaintiff_acc_h_mean"), point("rec_u_mean")), (1.0, 1.0), "{judge}");
        assert!(point("plaintiff_rec_u_mean") < 1.0 && point("defendant_rec_u_mean") < 1.0, "{judge}");
        assert_eq!((point("plaintiff_cites_right"), point("defendant_cites_right")), (1.0, 1.0));
        assert_eq!(of(&scores, judge, "acc_h_mean").model, PAIR);
    }
    let agreement = ["extraction_precision", "extraction_recall", "abstention_agreement"];
    assert_eq!(agreement.map(|metric| of(&scores, "lab/reader", metric).point), [Some(1.0); 3]);
    // What it cost, by role, model and mode.
    let wanted = [
        ("defendant", "lab/bob", "arguable", 8),
        ("judge", "lab/reader", "arguable", 8),
        ("plaintiff", "lab/alice", "arguable", 16),
    ];
    assert_eq!(paid(&scores), wanted);

    let before = served.counts();
    let flags = ["rejudge", "results/r", "--judge", "lab/reader", "--judge", "builtin/parser", "--json"];
    served.scores(&flags, 0);
    assert_eq!(served.counts(), before, "both stand");
}

/// Role, model, task and asks of what was paid for.
fn paid(scores: &ScoreFile) -> Vec<(&str, &str, &str, u64)> {
    fn line(line: &SpentLine) -> (&str, &str, &str, u64) {
        (&line.role, &line.model, &line.task, line.asks)
    }
    scores.spent.lines.iter().map(line).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_asked_costs_its_mode_and_of_triples_that_are_gone_arguments() {
    let served = Served::new(Duration::ZERO).await;
    let flags = [&study_of("builtin/perfect-arguer")[..], &["lab/bob"]].concat();
    served.scores(&flags, 0);
    let told = run(served.path(), &["score", "results/r"], 0);
    assert!(told.contains("Cost: USD 0.4800 (arguable USD 0.4800)"), "{told}");
    let other = served.scores(&[&RESUME[..], &["--mode", "reordered", "--count", "2"]].concat(), 0);
    let gone = ("defendant", "lab/bob", "arguments", 8);
    assert_eq!(paid(&other), [gone, ("defendant", "lab/bob", "reordered", 2)]);
    let told = run(served.path(), &["score", "results/r"], 0);
    assert!(told.contains("Cost: USD 0.6000 (arguments USD 0.4800, reordered USD 0.1200)"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_against_a_rule_is_no_study_of_rules_alone() {
    let served = Served::new(Duration::ZERO).await;
    served.scores(&[&STUDY[..], &["builtin/perfect-arguer"]].concat(), 0);
    let page = |lang: &str| run(served.path(), &["report", "results/r", "--lang", lang], 0);
    let (en, zh) = (page("en"), page("zh"));
    assert!(en.contains("some assistants") && !en.contains("every assistant"), "{en}");
    assert!(zh.contains("部分助手") && !zh.contains("全部助手"), "{zh}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_party_whose_endpoint_fails_is_nobodys_abstention_and_pays_for_its_own_ply_alone() {
    let served = Served::new(Duration::ZERO).await;
    served.down(Some("bob"));
    let output = program(served.path(), &[&STUDY[..], &["lab/bob"]].concat()).output().expect("it starts");
    assert_eq!(output.status.code(), Some(3));
    let scores: ScoreFile = serde_json::from_slice(&output.stdout).expect("the scores");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("the defendant: lab/bob: "), "whose fault it is, is told: {told}");
    assert_eq!(scores.coverage.lost, BTreeMap::from([("infrastructure".to_owned(), 8)]));
    for metric in
        ["acc_h_mean", "plaintiff_acc_h_mean", "defendant_acc_h_mean", "defendant_wrong_abstention_rate"]
    {
        let estimate = of(&scores, "builtin/parser", metric);
        assert_eq!((estimate.point, estimate.n, estimate.incomplete), (None, 0, true), "{metric}");
        assert_eq!(estimate.missing, BTreeMap::from([("infrastructure".to_owned(), 8)]), "{metric}");
    }
    assert_eq!(served.counts()[0], 8, "nobody is asked for a rebuttal of nothing");
    // The first plies are kept, and paid once.
    let plan: Value = serde_json::from_str(&run(served.path(), &["plan", "--why", "results/r", "--json"], 0))
        .expect("one document");
    let calls = plan["to_pay"].as_array().expect("a list").iter().map(|line| line["calls"]["most"].clone());
    assert_eq!(calls.collect::<Vec<_>>(), [json!(8), json!(8)], "an answer and a rebuttal each: {plan}");
    assert_eq!(plan["calls_reused"], 8);
    served.down(None);
    let resumed = served.scores(&RESUME, 0);
    assert_eq!((resumed.coverage.played, served.counts()[0]), (8, 16));
    assert!((of(&resumed, "builtin/parser", "acc_h_mean").point.expect("played") - lied()).abs() < 1e-12);
    let shown = run(served.path(), &["show", "results/r", "--limit", "1"], 0);
    assert!(shown.contains("Defendant's Counterargument · lab/bob"), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_party_without_text_is_scored_for_its_silence_and_the_other_for_its_own() {
    let served = Served::new(Duration::ZERO).await;
    let scores = served.scores(&[&STUDY[..], &["lab/mute"]].concat(), 0);
    let number = |metric: &str| of(&scores, "builtin/parser", metric);
    assert_eq!(
        (number("defendant_acc_h_mean").point, number("defendant_rec_u_mean").point),
        (Some(1.0), Some(0.0))
    );
    assert_eq!(number("defendant_empty_rate").point, Some(1.0));
    assert_eq!(number("defendant_wrong_abstention_rate").point, Some(0.0), "silence is no abstention");
    assert_eq!(number("defendant_acc_h_mean").missing, BTreeMap::from([("silent".to_owned(), 8)]));
    assert_eq!(number("plaintiff_empty_rate").point, Some(0.0));
    assert!(number("plaintiff_acc_h_mean").missing.is_empty());
    let rebuttals = served.asked("alice").into_iter().filter(|body| {
        body["messages"][0]["content"]
            .as_str()
            .is_some_and(|text| text.contains("(The defendant wrote nothing.)"))
    });
    assert_eq!(rebuttals.count(), 8);
}

/// The flags of the study with another plaintiff.
fn study_of(plaintiff: &'static str) -> Vec<&'static str> {
    STUDY.map(|flag| if flag == "lab/alice" { plaintiff } else { flag }).to_vec()
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_writes_anything_each_side_has_its_own_reason() {
    let served = Served::new(Duration::ZERO).await;
    let scores = served.scores(&[&study_of("lab/cut")[..], &["lab/filtered"]].concat(), 0);
    let why = |metric: &str| of(&scores, "builtin/parser", metric).missing.clone();
    let all = |reason: &str| BTreeMap::from([(reason.to_owned(), 8)]);
    assert_eq!(why("plaintiff_acc_h_mean"), all("truncated"));
    assert_eq!(why("defendant_acc_h_mean"), all("refused"));
    assert_eq!(why("acc_h_mean"), all("truncated"), "the whole has the reason of its first ply");
    let point = |metric: &str| of(&scores, "builtin/parser", metric).point;
    assert_eq!(
        [point("defendant_empty_rate"), point("plaintiff_empty_rate"), point("empty_rate")],
        [Some(1.0); 3]
    );
    assert_eq!((point("rec_u_mean"), point("wrong_abstention_rate")), (Some(0.0), Some(0.0)));
    let shown: Value =
        serde_json::from_str(&run(served.path(), &["show", "results/r", "--json"], 0)).expect("JSON");
    let sides = shown["arguments"][0]["score"]["sides"].clone();
    assert_eq!((&sides[0]["absent"], &sides[1]["absent"]), (&json!("truncated"), &json!("refused")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialogue_that_is_killed_goes_on_and_pays_nothing_twice() {
    let flags = [&STUDY[..], &["lab/bob", "--judge", "lab/reader", "--max-connections", "2"]].concat();
    let whole = Served::new(Duration::ZERO).await;
    let undisturbed = whole.scores(&flags, 0);

    let served = Served::new(Duration::from_millis(60)).await;
    let mut killed = program(served.path(), &flags).spawn().expect("the program starts");
    // In the middle of dialogues: first plies are answered whose second are not.
    while served.counts()[1] < 3 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    killed.kill().expect("the program runs");
    killed.wait().expect("the program has ended");
    let plan: Value = serde_json::from_str(&run(served.path(), &["plan", "--why", "results/r", "--json"], 0))
        .expect("one document");
    assert!(plan["plays_owed"].as_u64().is_some_and(|owed| (1..=8).contains(&owed)), "{plan}");
    let resumed = served.scores(&RESUME, 0);
    assert_eq!(resumed.estimates, undisturbed.estimates);
    // What was in flight may have been asked without having been heard.
    let asked = served.counts();
    assert!(asked.iter().sum::<usize>() <= 16 + 8 + 8 + 2, "{asked:?}");
    served.scores(&RESUME, 0);
    assert_eq!(served.counts(), asked, "nothing is owed");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_dialogues_cost_is_told_by_role_and_kept_within_a_limit() {
    let served = Served::new(Duration::ZERO).await;
    let flags = ["plan", "--suite", "threeply", "--dialogue", "--json", "--count", "8", "--complexity", "6"];
    let plan = |more: &[&str]| -> Vec<(String, String, Value)> {
        let plan: Value =
            serde_json::from_str(&run(served.path(), &[&flags[..], more].concat(), 0)).expect("JSON");
        let line = |line: &Value| {
            let text = |name: &str| line[name].as_str().expect("a text").to_owned();
            (text("role"), text("model"), line["calls"].clone())
        };
        plan["to_pay"].as_array().expect("a list").iter().map(line).collect()
    };
    let calls = |least: u64, most: u64| json!({ "least": least, "most": most });
    let owned = |role: &str, model: &str, calls: Value| (role.to_owned(), model.to_owned(), calls);
    assert_eq!(
        plan(&["--model", "lab/alice", "--opponent", "lab/bob", "--judge", "lab/reader"]),
        [
            owned("defendant", "lab/bob", calls(8, 8)),
            owned("judge", "lab/reader", calls(8, 24)),
            owned("plaintiff", "lab/alice", calls(16, 16)),
        ]
    );
    assert_eq!(
        plan(&["--model", "lab/alice"]),
        [owned("defendant", "lab/alice", calls(8, 8)), owned("plaintiff", "lab/alice", calls(16, 16))]
    );
    assert_eq!(
        plan(&["--model", "builtin/perfect-arguer", "--opponent", "lab/bob"]),
        [owned("defendant", "lab/bob", calls(8, 8))]
    );
    // A ply costs 0.06, so the limit is reached within a dialogue.
    let limited = [&STUDY[..], &["lab/bob", "--cost-limit", "0.65", "--max-connections", "1"]].concat();
    let scores = served.scores(&limited, 3);
    assert!(scores.coverage.played < 8, "{:?}", scores.coverage);
    let resumed = served.scores(&[&RESUME[..], &["--cost-limit", "50"]].concat(), 0);
    assert_eq!((resumed.coverage.played, served.counts()), (8, [16, 8, 0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn another_prompt_of_a_party_or_of_the_extractor_owes_what_rests_on_it() {
    let served = Served::new(Duration::ZERO).await;
    served.scores(&[&STUDY[..], &["lab/bob", "--judge", "lab/reader"]].concat(), 0);
    let folder = served.path().join("mine/en/threeply");
    fs::create_dir_all(&folder).expect("the folder can be written");
    let why = || -> Value {
        let flags = ["plan", "--why", "results/r", "--prompts", "mine", "--json"];
        serde_json::from_str(&run(served.path(), &flags, 0)).expect("one document")
    };
    let changed =
        ply_prompt(Ply::Counterargument).replace("Write the second turn.", "Now write the second turn.");
    fs::write(folder.join("defendant.j2"), &changed).expect("the folder can be written");
    let plan = why();
    assert_eq!(
        (&plan["plays_owed"], &plan["owed"][0]["why"]),
        (&json!(8), &json!("changed: prompt threeply/defendant"))
    );
    assert_eq!(plan["owed"][0]["setup"], "dialogue");
    // The first plies are not asked for again.
    let before = served.counts();
    let flags = [&RESUME[..], &["--prompts", "mine"]].concat();
    served.scores(&flags, 0);
    let after = served.counts();
    assert_eq!((after[0] - before[0], after[1] - before[1]), (8, 8), "the answers and the rebuttals of them");
    let extraction =
        DIALOGUE_EXTRACTION_PROMPT.replace("Reply with the JSON object only.", "Reply with JSON.");
    fs::write(folder.join("extract-dialogue.j2"), extraction).expect("the folder can be written");
    let plan = why();
    assert_eq!((&plan["plays_owed"], &plan["judgements_owed"]), (&json!(0), &json!(8)));
    assert_eq!(plan["owed"][0]["why"], "changed: prompt threeply/extract-dialogue");
    fs::write(folder.join("rebuttal.j2"), "---\nversion: 1\n---\n[[user]]\nRebut {{ plaintiff }}.")
        .expect("written");
    let output = program(served.path(), &flags).output().expect("the program starts");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && told.contains("rebuttal.j2") && told.contains("ply to answer"),
        "{told}"
    );
}
