//! Scripted players who keep what they are asked, and the plays with them.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use lexconsult::case::Verdict;
use lexconsult::cast::players::{CheckerPlayer, JudgePlayer};
use lexconsult::cast::{
    Assistant, Checker, Condition, ConditionMode, Gate, Judge, Seat, Stage, User, UserDesign,
};
use lexconsult::dialogue::Transcript;
use lexconsult::dialogue::condition::Profiles;
use lexconsult::model::journal::Journal;
use lexconsult::model::{Failure, Finish, Message, Model, Params, Reply, Request, Role, Usage};
use lexconsult::prompt::{HistoryStyle, Prompts, Template};
use lexconsult::suite::lexpilot::{Noncompliant, Play, Setup, Study, Task, play_unit};
use serde_json::value::RawValue;

use super::pack::{FACTS, pack};

/// What a player says to a request.
pub type Script = Arc<dyn Fn(&Request) -> Option<String> + Send + Sync>;

struct Scripted {
    name: &'static str,
    script: Script,
    log: Arc<Mutex<Vec<(&'static str, Request)>>>,
}

impl Model for Scripted {
    fn name(&self) -> &str {
        self.name
    }

    fn ask<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>> {
        let reply = Reply {
            text: (self.script)(request),
            reasoning: None,
            finish: Some(Finish::Stop),
            usage: Usage::default(),
            raw: RawValue::from_string("{}".to_owned()).expect("an object"),
            attempts: Vec::new(),
        };
        // Asked is who is waited for: a twin in flight is not.
        Box::pin(async {
            self.log.lock().unwrap_or_else(PoisonError::into_inner).push((self.name, request.clone()));
            tokio::task::yield_now().await;
            Ok(reply)
        })
    }
}

/// Everything a test may set.
pub struct Setting {
    pub assistant: Script,
    pub user: Script,
    pub gate: Script,
    pub checker: Option<Script>,
    pub conditions: Vec<Condition>,
    pub mode: ConditionMode,
    pub design: UserDesign,
    pub profile: bool,
    pub independent: bool,
    /// 1.0 for mistaken, 0.0 for incomplete.
    pub mistaken_share: f64,
}

impl Setting {
    /// A lawyer who says these messages, then only decides; a user and a gate who read letters.
    pub fn saying(messages: &[&str]) -> Self {
        Self {
            assistant: lawyer(messages),
            user: Arc::new(|request| Some(client(request))),
            gate: Arc::new(|request| Some(letters(request))),
            checker: None,
            conditions: vec![Condition::Standard],
            mode: ConditionMode::Triggered,
            design: UserDesign::SinglePrompt,
            profile: false,
            independent: false,
            mistaken_share: 1.0,
        }
    }

    pub fn under(self, condition: Condition) -> Self {
        Self { conditions: vec![condition], ..self }
    }
}

/// What came of it.
pub struct Stagecraft {
    /// By condition, in the order of the setting.
    pub transcripts: Vec<(Play, Transcript)>,
    /// Who was asked what, in order.
    pub asked: Vec<(&'static str, Request)>,
}

impl Stagecraft {
    pub fn one(&self) -> &Transcript {
        &self.transcripts[0].1
    }

    /// The requests to one of them.
    pub fn to(&self, name: &str) -> Vec<&Request> {
        self.asked.iter().filter(|(asked, _)| *asked == name).map(|(_, request)| request).collect()
    }
}

/// Plays the one case as a consultation, under all conditions at once.
pub async fn play(setting: Setting) -> Stagecraft {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let stage = Stage {
        journal: Journal::open(&folder.path().join("calls")).expect("opened"),
        prompts: marked_prompts(&folder.path().join("prompts")),
        run_seed: 1,
    };
    let log = Arc::new(Mutex::new(Vec::new()));
    let params = Params::default();
    let model = |name: &'static str, script: &Script| -> Arc<dyn Model> {
        Arc::new(Scripted { name, script: Arc::clone(script), log: Arc::clone(&log) })
    };
    let mut profiles = Profiles::default();
    profiles.self_correction.mistaken_share = setting.mistaken_share;
    let study = Study {
        pack: pack(&folder.path().join("pack")).into(),
        limit: None,
        tasks: vec![Task::Ljp],
        setups: vec![Setup::Interaction],
        conditions: setting.conditions.clone(),
        repeats: 1,
        assistants: vec![Assistant {
            seat: Seat::Model(model("assistant", &setting.assistant), params),
            history: HistoryStyle::Chat,
            commonest: Verdict::Dismissed,
        }],
        user: User {
            seat: Seat::Model(model("user", &setting.user), params),
            design: setting.design,
            profile: setting.profile,
        },
        gate: Gate {
            facts: Seat::Model(model("gate", &setting.gate), params),
            classifier: Seat::Rule(JudgePlayer::Rules),
        },
        checker: Checker {
            seat: match &setting.checker {
                Some(script) => Seat::Model(model("checker", script), params),
                None => Seat::Rule(CheckerPlayer::Lexical),
            },
        },
        profiles,
        mode: setting.mode,
        independent: setting.independent,
        noncompliant: Noncompliant::Keep,
        judges: vec![Judge { seat: Seat::Rule(JudgePlayer::Rules) }],
        history: HistoryStyle::Chat,
        resamples: 1,
        seed: 1,
    };
    let plays = study.plays();
    let units = plays.iter().map(|play| {
        let (case, assistant) = (study.case(play).expect("there"), study.assistant(play).expect("there"));
        play_unit(&stage, &study, play, case, assistant, false)
    });
    let played = futures::future::join_all(units).await;
    let transcripts = plays.iter().cloned().zip(played.into_iter().map(|p| p.expect("played").transcript));
    let transcripts = transcripts.collect();
    let asked = std::mem::take(&mut *log.lock().unwrap_or_else(PoisonError::into_inner));
    Stagecraft { transcripts, asked }
}

/// The nth message of a script; afterwards, verdicts, each with its number.
fn lawyer(messages: &[&str]) -> Script {
    let messages: Vec<String> = messages.iter().map(|message| (*message).to_owned()).collect();
    // The history has one turn of the lawyer.
    Arc::new(move |request| {
        let said = request.messages.iter().filter(|m| m.role == Role::Assistant).count() - 1;
        let verdict = format!("[VERDICT]\n1. Supported, message {}", said + 1);
        Some(match messages.get(said).map(String::as_str) {
            None | Some("VERDICT") => verdict,
            Some(message) if message.starts_with("RAW ") => message["RAW ".len()..].to_owned(),
            Some(message) => format!("[ASK]\n{message}"),
        })
    })
}

/// The facts whose letters, as words, stand in the message that is asked about.
fn letters(request: &Request) -> String {
    let text = &last(request).content;
    let code = text.lines().next().and_then(|line| line.rsplit(' ').next()).expect("a code");
    let heading = format!("=== {code} THE LAWYER'S LATEST MESSAGE ===");
    let (_, message) = text.split_once(&heading).expect("the message has its heading");
    let (message, _) = message.split_once("===").expect("it ends");
    let asked: Vec<&str> = asked_for(message);
    serde_json::json!({ "facts": asked }).to_string()
}

/// `A? T?` asks for `a` and `t`.
pub fn asked_for(message: &str) -> Vec<&'static str> {
    let words: Vec<&str> = message.split(|c: char| !c.is_alphanumeric()).collect();
    FACTS.iter().map(|(id, ..)| *id).filter(|id| words.contains(&id.to_uppercase().as_str())).collect()
}

pub fn last(request: &Request) -> &Message {
    request.messages.last().expect("a request has messages")
}

/// A client who does as it is told: by the words that mark each prompt.
fn client(request: &Request) -> String {
    let system = &request.messages[0].content;
    let text_of = |id: &str| FACTS.iter().find(|(fact, ..)| *fact == id).expect("a fact").1;
    let told = |template| system.split_once(&word_of(template)).map(|(_, rest)| rest);
    let in_it = |rest: &str| -> Vec<usize> {
        (0..FACTS.len()).filter(|at| rest.contains(&format!("{}\n", FACTS[*at].1))).collect()
    };
    let asked = asked_for(&last(request).content);
    let others = |points: &[usize]| -> Vec<String> {
        let others = asked.iter().filter(|id| !points.iter().any(|at| FACTS[*at].0 == **id));
        others.map(|id| format!("{}.", text_of(id))).collect()
    };
    let (first, points) = if let Some(rest) = told(Template::UserWithhold) {
        ("That is a long story.".to_owned(), in_it(rest))
    } else if let Some(rest) = told(Template::UserMisstate) {
        let points = in_it(rest);
        let said = points.iter().map(|at| {
            let (.., mistaken, incomplete) = FACTS[*at];
            [mistaken, incomplete]
                .into_iter()
                .find(|said| rest.contains(said))
                .expect("one of both")
                .to_owned()
        });
        (said.map(|said| said + ".").collect::<Vec<_>>().join(" "), points)
    } else if let Some(rest) = told(Template::UserCorrect) {
        let points = in_it(rest);
        let facts: Vec<&str> = points.iter().map(|at| FACTS[*at].1).collect();
        (format!("I must correct myself: {}.", facts.join(", ")), points)
    } else if let Some(rest) = told(Template::UserFollowUp) {
        let points = in_it(rest);
        let facts: Vec<&str> = points.iter().map(|at| FACTS[*at].1).collect();
        (format!("All right: {}.", facts.join(", ")), points)
    } else if asked.is_empty() {
        ("Nothing to add.".to_owned(), Vec::new())
    } else {
        (String::new(), Vec::new())
    };
    let parts: Vec<String> =
        std::iter::once(first).filter(|text| !text.is_empty()).chain(others(&points)).collect();
    parts.join(" ")
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
        let of = |template: &Template| {
            name.split_once('/').is_some_and(|(_, rest)| rest == format!("{}.j2", template.name()))
        };
        let template = Template::ALL.into_iter().find(of).expect("a source is a template's");
        let at = text.find("]]\n").expect("a template has a section") + "]]\n".len();
        let path = folder.join(&name);
        std::fs::create_dir_all(path.parent().expect("in a folder")).expect("created");
        let marked = format!("{}{}\n{}", &text[..at], word_of(template), &text[at..]);
        std::fs::write(path, marked).expect("written");
    }
    Prompts::load(Some(folder)).expect("the marked prompts load")
}
