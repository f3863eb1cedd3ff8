//! Players that record what they are asked, and the plays of a whole study with them.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use lexconsult::case::{Language, Verdict};
use lexconsult::cast::{Assistant, Checker, ConditionMode, Gate, Judge, Seat, Stage, User, UserDesign};
use lexconsult::dialogue::Transcript;
use lexconsult::dialogue::condition::Profiles;
use lexconsult::model::journal::{Asked, Journal};
use lexconsult::model::{Failure, Finish, Model, Params, Reply, Request, Usage};
use lexconsult::prompt::{HistoryStyle, Prompts, Template};
use lexconsult::suite::lexpilot::{Condition, Noncompliant, Play, Setup, Study, Task, judge_play, play_unit};
use serde_json::value::RawValue;

use super::pack::{CLAIMS, CanaryPack, FACTS, Words};

/// One ask as the player got it, and the words it answered with.
pub struct Heard {
    pub path: String,
    pub request: Request,
    /// In the visible text of the answer.
    pub said: String,
    /// In its reasoning, which nobody may be shown.
    pub thought: String,
}

/// A play with everything that was asked for it, judging included.
pub struct PlayHeard {
    pub play: Play,
    pub transcript: Transcript,
    pub asks: Vec<Heard>,
}

/// The names of the judges.
pub const JUDGES: [&str; 2] = ["first-judge", "second-judge"];

/// What all players share.
struct Log {
    words: Words,
    /// In the order of asking; the path is not known to a player.
    asks: Vec<(Request, String, String)>,
}

type SharedLog = Arc<Mutex<Log>>;
/// From the request, how often this player was asked before, and the word that it has to say.
type Script = fn(&Request, usize, &str) -> String;

struct Recorder {
    name: &'static str,
    script: Script,
    log: SharedLog,
    asked: Mutex<usize>,
}

impl Model for Recorder {
    fn name(&self) -> &str {
        self.name
    }

    fn ask<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>> {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let (said, thought) = (log.words.next(), log.words.next());
        let text = (self.script)(request, *asked, &said);
        *asked += 1;
        log.asks.push((request.clone(), said, thought.clone()));
        let reply = Reply {
            text: Some(text),
            reasoning: Some(thought),
            finish: Some(Finish::Stop),
            usage: Usage::default(),
            raw: RawValue::from_string("{}".to_owned()).expect("an object"),
            attempts: Vec::new(),
        };
        Box::pin(async { Ok(reply) })
    }
}

/// The marker lines, as prompts ask for them.
pub const MARKERS: [&str; 4] = ["【追问】", "【结论】", "[ASK]", "[VERDICT]"];

fn language(request: &Request) -> Language {
    let chinese = request.messages.iter().any(|message| message.content.contains('的'));
    if chinese { Language::Zh } else { Language::En }
}

/// Asks without a marker, asks with one, and now and then decides.
fn assistant(request: &Request, nth: usize, word: &str) -> String {
    let [ask, decide] = match language(request) {
        Language::Zh => [MARKERS[0], MARKERS[1]],
        Language::En => [MARKERS[2], MARKERS[3]],
    };
    // A case and repeat takes at most ten calls: in elevens, each form comes up everywhere.
    match nth % 11 {
        0 | 3 | 6 => format!("{word}?"),
        9 => format!("{decide}\n{word}: Supported"),
        _ => format!("{ask}\n{word}?"),
    }
}

fn user(_: &Request, _: usize, word: &str) -> String {
    format!("{word}.")
}

/// Selects all facts, or speaks.
fn user_in_two(request: &Request, nth: usize, word: &str) -> String {
    match request.messages[0].content.contains(&word_of(Template::UserSelect)) {
        true => format!("{word}: all. {}", all_facts(request)),
        false => user(request, nth, word),
    }
}

/// Thinks aloud before the object that counts, and finds every fact asked for.
fn gate(request: &Request, _: usize, word: &str) -> String {
    format!("{word}: all. {}", all_facts(request))
}

/// The ids of the block of key facts, each before a colon.
fn all_facts(request: &Request) -> String {
    let text = &request.messages[1].content;
    let block = text.split("===").nth(2).expect("the key facts stand between the first two lines");
    let ids: Vec<&str> = block.lines().filter_map(|line| Some(line.split_once([':', '：'])?.0)).collect();
    assert_eq!(ids.len(), FACTS, "{block}");
    serde_json::json!({ "facts": ids }).to_string()
}

fn checker(_: &Request, _: usize, word: &str) -> String {
    format!("{word}: none. {{\"disclosures\": []}}")
}

fn classifier(_: &Request, _: usize, word: &str) -> String {
    format!("{word}: it asks. {{\"asks\": true, \"decides_all\": false}}")
}

/// Answers every third time in a way that cannot be read, and is asked again.
fn judge(request: &Request, nth: usize, word: &str) -> String {
    let system = request.messages.first().map_or("", |message| message.content.as_str());
    match nth % 3 {
        1 => format!("{word}, so I would say yes"),
        _ if system.contains(&word_of(Template::JudgeLca)) => {
            format!(r#"{{"reason": "{word}", "decides": false, "asks": true, "label": "underspecified"}}"#)
        }
        _ if system.contains(&word_of(Template::JudgeDcg)) => {
            format!(r#"{{"reason": "{word}", "asks": false, "questions": []}}"#)
        }
        _ => {
            let claim =
                |number| format!(r#"{{"number": {number}, "quote": "{word}", "verdict": "supported"}}"#);
            let claims: Vec<String> = (1..=CLAIMS).map(claim).collect();
            format!(r#"{{"claims": [{}]}}"#, claims.join(", "))
        }
    }
}

/// The word that marks a template's text.
pub fn word_of(template: Template) -> String {
    let letters: String = template.name().chars().filter(char::is_ascii_alphabetic).collect();
    format!("zp{letters}pz")
}

/// The shipped prompts, each with a word of its own in its first section.
pub fn marked_prompts(folder: &Path) -> Prompts {
    let shipped = Prompts::load(None).expect("the shipped prompts load");
    for (name, text) in shipped.sources() {
        let template = Template::ALL
            .into_iter()
            .find(|template| {
                name.split_once('/').is_some_and(|(_, rest)| rest == format!("{}.j2", template.name()))
            })
            .expect("a source is a template's");
        let at = text.find("]]\n").expect("a template has a section") + "]]\n".len();
        let path = folder.join(&name);
        std::fs::create_dir_all(path.parent().expect("in a folder")).expect("created");
        let marked = format!("{}{}\n{}", &text[..at], word_of(template), &text[at..]);
        std::fs::write(path, marked).expect("written");
    }
    Prompts::load(Some(folder)).expect("the marked prompts load")
}

/// How the study is played.
#[derive(Clone)]
pub struct Manner {
    pub history: HistoryStyle,
    pub conditions: Vec<Condition>,
    pub mode: ConditionMode,
    pub design: UserDesign,
    pub profile: bool,
    /// Interaction alone, instead of all tasks and setups.
    pub consultations: bool,
}

impl Manner {
    /// Standard users in one call.
    pub fn standard() -> Self {
        Self {
            history: HistoryStyle::Chat,
            conditions: vec![Condition::Standard],
            mode: ConditionMode::Triggered,
            design: UserDesign::SinglePrompt,
            profile: false,
            consultations: false,
        }
    }

    /// Consultations under all conditions.
    pub fn disturbed() -> Self {
        Self { conditions: Condition::ALL.to_vec(), consultations: true, ..Self::standard() }
    }
}

/// Plays and judges all tasks and setups of the pack with recording players in every role.
pub async fn play_all(pack: CanaryPack, words: Words, manner: Manner) -> (CanaryPack, Vec<PlayHeard>) {
    let CanaryPack { pack, secrets } = pack;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let stage = Stage {
        journal: Journal::open(&folder.path().join("calls")).expect("opened"),
        prompts: marked_prompts(&folder.path().join("prompts")),
        run_seed: 1,
    };
    let log: SharedLog = Arc::new(Mutex::new(Log { words, asks: Vec::new() }));
    let model = |name: &'static str, script: Script| -> Arc<dyn Model> {
        Arc::new(Recorder { name, script, log: Arc::clone(&log), asked: Mutex::new(0) })
    };
    let params = Params { temperature: Some(0.7), max_tokens: Some(100), ..Params::default() };
    let assistant = Assistant {
        seat: Seat::Model(model("tested", assistant), params),
        history: manner.history,
        commonest: Verdict::Dismissed,
    };
    let study = Study {
        pack,
        limit: None,
        tasks: if manner.consultations { vec![Task::Ljp] } else { Task::ALL.to_vec() },
        setups: if manner.consultations { vec![Setup::Interaction] } else { Setup::ALL.to_vec() },
        conditions: manner.conditions.clone(),
        repeats: 2,
        assistants: vec![assistant],
        user: User {
            seat: Seat::Model(
                model(
                    "simulator",
                    if manner.design == UserDesign::SelectThenSpeak { user_in_two } else { user },
                ),
                params,
            ),
            design: manner.design,
            profile: manner.profile,
        },
        gate: Gate {
            facts: Seat::Model(model("gate", gate), params),
            classifier: Seat::Model(model("classifier", classifier), params),
        },
        checker: Checker { seat: Seat::Model(model("checker", checker), params) },
        profiles: Profiles::default(),
        mode: manner.mode,
        // Each request is then made for each play, and so can be looked at with it.
        independent: true,
        noncompliant: Noncompliant::Keep,
        judges: JUDGES.map(|name| Judge { seat: Seat::Model(model(name, judge), params) }).to_vec(),
        history: manner.history,
        resamples: 1,
        seed: 1,
    };
    let mut heard = Vec::new();
    for play in study.plays() {
        let case = study.case(&play).expect("a case of the pack");
        let assistant = study.assistant(&play).expect("of the study");
        let played = play_unit(&stage, &study, &play, case, assistant, false).await.expect("played");
        assert_eq!(played.transcript.why, None, "{}", play.id());
        let mut calls = played.transcript.calls.clone();
        for judge in &study.judges {
            let judged =
                judge_play(&stage, &play, case, judge, 1, &played.transcript, false).await.expect("judged");
            calls.extend(judged.calls);
        }
        let asks: Vec<_> = std::mem::take(&mut log.lock().unwrap_or_else(PoisonError::into_inner).asks);
        assert_eq!(asks.len(), calls.len(), "every request is a line of the journal, and the reverse");
        let asks = calls
            .iter()
            .zip(asks)
            .map(|(seq, (request, said, thought))| {
                let call = stage.journal.call(*seq).expect("in the journal");
                let kept = Asked::Chat { messages: request.messages.clone(), params: request.params };
                assert_eq!(call.request, kept, "the journal keeps what was sent");
                Heard { path: call.path, request, said, thought }
            })
            .collect();
        heard.push(PlayHeard { play, transcript: played.transcript, asks });
    }
    (CanaryPack { pack: study.pack, secrets }, heard)
}
