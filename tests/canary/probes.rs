//! Every request of probes against its role's row: the user knows the question that is put to it and never
//! the answer key, nor, where a fact is withheld, that fact; the assessor knows the key, and no verdict.

use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use lexconsult::case::{Case, ProbeKind, Variant};
use lexconsult::cast::reading::AnswerWord;
use lexconsult::cast::{Assessor, Judge, Seat, Stage, User, UserDesign};
use lexconsult::model::journal::Journal;
use lexconsult::model::{Failure, Finish, Model, Params, Reply, Request, Usage};
use lexconsult::prompt::Prompts;
use lexconsult::suite::fidelity::{ProbeStudy, accept, probe_user};
use serde_json::value::RawValue;

use super::pack::{CanaryPack, Place, Shape, Words, write};
use super::rows::row;

/// What the user says in every reply, beside nothing else.
const SAID: &str = "zqreplyqz";

/// A model that keeps what it is asked, and answers by a script.
struct Recorder {
    name: &'static str,
    script: fn(&Request) -> String,
    asked: Arc<Mutex<Vec<(&'static str, String)>>>,
}

impl Model for Recorder {
    fn name(&self) -> &str {
        self.name
    }

    fn ask<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>> {
        let text: Vec<&str> = request.messages.iter().map(|message| message.content.as_str()).collect();
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.push((self.name, text.join("\n")));
        let reply = Reply {
            text: Some((self.script)(request)),
            reasoning: Some("zqthoughtqz".into()),
            finish: Some(Finish::Stop),
            usage: Usage::default(),
            raw: RawValue::from_string("{}".to_owned()).expect("an object"),
            attempts: Vec::new(),
        };
        Box::pin(async { Ok(reply) })
    }
}

/// Selects every fact that is listed, or speaks.
fn user(request: &Request) -> String {
    match request.schema {
        None => format!("{SAID}."),
        Some(_) => {
            let text = &request.messages[1].content;
            let block = text.split("===").nth(2).expect("the key facts stand between the first two lines");
            let ids: Vec<&str> =
                block.lines().filter_map(|line| Some(line.split_once([':', '：'])?.0)).collect();
            serde_json::json!({ "facts": ids }).to_string()
        }
    }
}

/// The first word that fits the request.
fn assessor(request: &Request) -> String {
    let text = &request.messages[1].content;
    let words = ProbeKind::ALL.iter().flat_map(|kind| AnswerWord::of(*kind));
    let found = words.copied().find(|word| text.contains(&format!("\"{}\"", word.name())));
    let word = found.expect("the request names its words").name();
    format!(
        r#"{{"reason": "r", "answer": "{word}", "over_disclosed": [], "errors": [{{"kind": "confused", "quote": "{SAID}"}}]}}"#
    )
}

fn judge(_: &Request) -> String {
    r#"{"reason": "r", "asks": false, "questions": []}"#.to_owned()
}

/// The places of a probe that a request of this kind may show to the user.
fn asked_in(kind: ProbeKind) -> Place {
    match kind {
        ProbeKind::Direct | ProbeKind::Withheld => Place::ProbeDirect,
        ProbeKind::Indirect => Place::ProbeIndirect,
        ProbeKind::Broad => Place::ProbeBroad,
    }
}

/// The text of the fact that a probe is about.
fn target_text(case: &Case, target: &str) -> String {
    let reader = case.for_reader();
    let fact = reader.key_facts.iter().find(|fact| fact.id == target);
    fact.expect("a fact of the case").text.to_owned()
}

#[tokio::test]
async fn each_request_of_a_probe_holds_what_its_row_grants_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let CanaryPack { pack, secrets } = write(folder.path(), Shape::default(), &mut Words::default());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let model =
        |name, script| -> Arc<dyn Model> { Arc::new(Recorder { name, script, asked: Arc::clone(&asked) }) };
    let params = Params { temperature: Some(0.7), max_tokens: Some(100), ..Params::default() };
    let simulator = |design| User { seat: Seat::Model(model("user", user), params), design, profile: false };
    let study = ProbeStudy {
        pack,
        limit: None,
        repeats: 1,
        users: vec![simulator(UserDesign::SinglePrompt), simulator(UserDesign::SelectThenSpeak)],
        assessor: Assessor { seat: Seat::Model(model("assessor", assessor), params) },
        judge: Judge { seat: Seat::Model(model("judge", judge), params) },
    };
    let stage = Stage {
        journal: Journal::open(&folder.path().join("calls")).expect("opened"),
        prompts: Prompts::load(None).expect("the shipped prompts load"),
        run_seed: 1,
    };
    let heard = || std::mem::take(&mut *asked.lock().unwrap_or_else(PoisonError::into_inner));
    let units = study.units();
    assert_eq!(units.len(), 4 * 4 * 2, "every canary case has a probe of four requests");
    for unit in &units {
        let at = study.pack.cases.iter().position(|case| case.id == unit.case).expect("a case of the pack");
        let case = &study.pack.cases[at];
        let probed = probe_user(&stage, &study, unit, false).await.expect("probed").expect("of the study");
        assert_eq!(probed.record.lost, None, "{}", unit.scope());
        let requests = heard();
        let calls = if unit.user.ends_with("select-then-speak") { 3 } else { 2 };
        assert_eq!(requests.len(), calls);
        let target = target_text(case, &unit.target);
        for (nth, (role, text)) in requests.iter().enumerate() {
            let assesses = *role == "assessor";
            let row = row(match (assesses, calls == 3, nth) {
                (true, ..) => "judge-fidelity",
                (false, true, 0) => "user with ids",
                (false, true, _) => "speaker",
                (false, false, _) => "user",
            });
            for secret in &secrets {
                let own = secret.case == Some(at);
                let of_target = target.contains(&secret.word) || unit.target == secret.word;
                let answerable = matches!(unit.kind, ProbeKind::Direct | ProbeKind::Indirect);
                let wanted = match secret.place {
                    // The question is said, and so heard.
                    Place::ProbeDirect | Place::ProbeIndirect | Place::ProbeBroad => {
                        own && secret.place == asked_in(unit.kind)
                    }
                    Place::ProbeAnswer => own && assesses && answerable,
                    _ if !assesses && of_target && unit.kind == ProbeKind::Withheld => false,
                    _ => row.shows(secret, at, Variant::Underspecified),
                };
                let place = secret.place;
                assert_eq!(text.contains(&secret.word), wanted, "{} {role} {place:?}\n{text}", unit.scope());
            }
            assert_eq!(text.contains(SAID), assesses, "{text}");
            assert!(!text.contains("zqthoughtqz"), "{text}");
            for verdict in ["partially_supported", "Supported", "dismissed", "Dismissed", "驳回"] {
                assert!(!text.contains(verdict), "{role}: {verdict}\n{text}");
            }
        }
    }
    for question in study.questions() {
        accept(&stage, &study, &question, false).await.expect("judged").expect("of the study");
        let requests = heard();
        let [(role, text)] = requests.as_slice() else { panic!("one request, not {}", requests.len()) };
        assert_eq!(*role, "judge");
        let at = study.pack.cases.iter().position(|case| case.id == question.case).expect("of the pack");
        for secret in &secrets {
            let wanted = match secret.place {
                Place::ProbeDirect | Place::ProbeIndirect | Place::ProbeBroad => {
                    secret.case == Some(at) && secret.place == asked_in(question.kind)
                }
                _ => row("judge-dcg").shows(secret, at, Variant::Underspecified),
            };
            assert_eq!(text.contains(&secret.word), wanted, "{:?}\n{text}", secret.place);
        }
        assert!(!text.contains(SAID), "the judge of the question sees no reply");
    }
}
