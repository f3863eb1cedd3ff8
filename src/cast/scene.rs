//! A scene: one play's way to ask. Every ask of every role goes through it into the journal.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::case::Fault;
use crate::case::view::View;
use crate::cast::reading::ReadError;
use crate::model::journal::{
    Answer, Ask, Asked, Fingerprint, Journal, JournalError, Unanswered, continued, role_of,
};
use crate::model::{
    FailureKind, Message, Model, Params, Request, Role, Schema, Tokens, Usage, request_at_most,
};
use crate::prompt::{PromptError, Prompts, Rendered, Side};

/// Times a structured answer is asked for again before it is a fault.
pub const ASKED_AGAIN_MAX: usize = 2;

/// What all scenes of a run share. `P` are the prompts of its suite.
pub struct Stage<P = Prompts> {
    /// Where every ask goes.
    pub journal: Journal,
    /// The prompts in force.
    pub prompts: P,
    /// Seed of the run's own draws.
    pub run_seed: u64,
}

/// Why a role could not be heard.
#[derive(thiserror::Error, Debug)]
pub enum Halt {
    /// The unit ends, missing for the harness's reason.
    #[error("{why}")]
    Fault {
        /// Which reason.
        fault: Fault,
        /// What happened.
        why: String,
    },
    /// The server's filter refused the call; whose fault that is depends on the role.
    #[error("{0}")]
    Filtered(String),
    /// The journal failed: the run must end.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A prompt cannot be rendered: the run must end.
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// A view could not be written down; the run must end.
    #[error("failed to write down a view: {0}")]
    View(#[from] serde_json::Error),
}

impl Halt {
    /// A filter on this call counts as `fault`.
    pub fn filter_is(self, fault: Fault) -> Self {
        match self {
            Self::Filtered(why) => Self::Fault { fault, why },
            other => other,
        }
    }
}

/// What one role's asks came to, those answered from the journal included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spent {
    /// Asks.
    pub calls: u64,
    /// Asks whose server did not say how many tokens they took; they are not in the sums below.
    #[serde(default)]
    pub untold: u64,
    /// Tokens of the prompts.
    pub prompt_tokens: u64,
    /// Tokens of the replies, reasoning included.
    pub completion_tokens: u64,
}

impl Spent {
    /// Adds another's.
    pub fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.untold += other.untold;
        self.prompt_tokens += other.prompt_tokens;
        self.completion_tokens += other.completion_tokens;
    }

    fn count(&mut self, usage: &Usage) {
        self.calls += 1;
        match Tokens::told(usage) {
            None => self.untold += 1,
            Some(tokens) => {
                self.prompt_tokens += tokens.prompt;
                self.completion_tokens += tokens.completion;
            }
        }
    }
}

/// What is asked for a structured answer.
pub struct Structured {
    /// The prompt.
    pub rendered: Rendered,
    /// The form that the answer should have.
    pub form: Schema,
    /// Whose fault an unusable answer is.
    pub fault: Fault,
}

/// What the asks of a scene are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subject<'a> {
    /// Its id; with `form`, it names the draws.
    pub id: &'a str,
    /// In which of its forms it is played, such as the history of a case from which a talk starts.
    pub form: &'a str,
    /// Hash of all that a player by rule can read of it.
    pub hash: &'a str,
}

/// One play's asks: its scope, its subject, and the lines of talk so far.
pub struct Scene<'a, P = Prompts> {
    /// What all scenes share.
    pub stage: &'a Stage<P>,
    subject: Subject<'a>,
    /// From 1.
    repeat: u32,
    scope: String,
    /// Last request of each lane, so that the journal keeps only what was added.
    lanes: HashMap<String, (u64, Vec<Message>)>,
    calls: Vec<u64>,
    fresh: u64,
    spent: BTreeMap<String, Spent>,
    anew: bool,
}

impl<'a, P> Scene<'a, P> {
    /// A scene named `scope`.
    pub fn new(stage: &'a Stage<P>, subject: Subject<'a>, repeat: u32, scope: String) -> Self {
        Self {
            stage,
            subject,
            repeat,
            scope,
            lanes: HashMap::new(),
            calls: Vec::new(),
            fresh: 0,
            spent: BTreeMap::new(),
            anew: false,
        }
    }

    /// Says that an earlier attempt at this scene ended in a fault: see [`Scene::asks_further`].
    pub fn anew(mut self, anew: bool) -> Self {
        self.anew = anew;
        self
    }

    /// Whether a role that gave nothing usable, however often it was asked, is asked further, next at
    /// `path`. It is when all that it said, since `fresh` asks had been made, comes from the journal,
    /// and an earlier attempt either ended in that fault or went on there itself. Else the journal
    /// would give the same useless answers for ever.
    pub fn asks_further(&self, fresh: u64, path: &str, model: &dyn Model, request: &Request) -> bool {
        let went_on = || {
            let fingerprint = Fingerprint::of_request(model.name(), request);
            self.stage.journal.holds(&self.scope, path, &fingerprint)
        };
        self.fresh == fresh && (self.anew || went_on())
    }

    /// The journal's lines that this scene used, in the order in which it asked.
    pub fn calls(&self) -> &[u64] {
        &self.calls
    }

    /// How many asks were not answered from the journal.
    pub fn fresh_calls(&self) -> u64 {
        self.fresh
    }

    /// What each role's asks came to.
    pub fn spent(&self) -> &BTreeMap<String, Spent> {
        &self.spent
    }

    /// The seed of a named draw of this play.
    pub fn draw(&self, lane: &str) -> [u8; 32] {
        crate::draw::seed(
            self.stage.run_seed,
            &[self.subject.id, self.subject.form, &self.repeat.to_string(), lane],
        )
    }

    /// Asks a model in words.
    pub async fn ask_model(
        &mut self,
        lane: &str,
        path: &str,
        model: &dyn Model,
        params: Params,
        messages: Vec<Message>,
    ) -> Result<Answer, Halt> {
        self.ask_chat(lane, path, model, Request { messages, params, schema: None }).await
    }

    async fn ask_chat(
        &mut self,
        lane: &str,
        path: &str,
        model: &dyn Model,
        request: Request,
    ) -> Result<Answer, Halt> {
        let parent = self.lanes.get(lane).map(|(seq, messages)| (*seq, messages.as_slice()));
        let asked = continued(parent, &request.messages, request.params);
        let ask = Ask {
            scope: &self.scope,
            path,
            fingerprint: Fingerprint::of_request(model.name(), &request),
            model: model.name(),
            request: asked,
            at_most: request_at_most(&request),
        };
        let answered = self.stage.journal.answer(ask, model.ask(&request)).await;
        let answered = answered.map_err(|unanswered| halt(model.name(), unanswered))?;
        self.heard(lane, answered.seq, answered.from_journal, &answered.answer.usage);
        self.lanes.insert(lane.to_owned(), (answered.seq, request.messages));
        Ok(answered.answer)
    }

    /// Hands a view to a player by rule. `occasion` is what else decides its answer.
    pub async fn ask_rule<V: View + Serialize>(
        &mut self,
        path: &str,
        player: &str,
        occasion: &str,
        view: &V,
        seed: &[u8],
        say: impl FnOnce() -> String,
    ) -> Result<String, Halt> {
        let shown = serde_json::to_string(view)?;
        self.ask_player(path, player, occasion, &shown, seed, say).await
    }

    /// As [`Scene::ask_rule`], for a suite whose subjects hide nothing: `shown` is what the player is
    /// shown, written down.
    pub async fn ask_player(
        &mut self,
        path: &str,
        player: &str,
        occasion: &str,
        shown: &str,
        seed: &[u8],
        say: impl FnOnce() -> String,
    ) -> Result<String, Halt> {
        let model = format!("builtin/{player}");
        // Another version's player may answer otherwise; asking it again costs nothing.
        let versioned = format!("{player} {}", env!("CARGO_PKG_VERSION"));
        let ask = Ask {
            scope: &self.scope,
            path,
            fingerprint: Fingerprint::of_view(&versioned, occasion, shown, self.subject.hash, seed),
            model: &model,
            request: Asked::View,
            at_most: Tokens::default(),
        };
        let answered = self.stage.journal.answer_by_rule(ask, say).await;
        let answered = answered.map_err(|unanswered| halt(&model, unanswered))?;
        self.heard(path, answered.seq, answered.from_journal, &answered.answer.usage);
        Ok(answered.answer.text.unwrap_or_default())
    }

    /// Asks a model for a structured answer of the form `schema`; what cannot be read is asked for
    /// again, with the reason, at most twice; then it is `fault`.
    pub async fn ask_structured<T, E: fmt::Display>(
        &mut self,
        path: &str,
        model: &dyn Model,
        params: Params,
        ask: Structured,
        read: impl Fn(&str) -> Result<T, E>,
    ) -> Result<T, Halt> {
        let Structured { rendered, form, fault } = ask;
        let request = Request { messages: to_messages(rendered), params, schema: Some(Arc::new(form)) };
        let mut from = 0;
        loop {
            let fresh = self.fresh;
            let mut talk = request.clone();
            let mut refused = None;
            for again in from..=from + ASKED_AGAIN_MAX {
                let at = asked_again(path, again);
                let answer = self
                    .ask_chat(path, &at, model, talk.clone())
                    .await
                    .map_err(|halt| halt.filter_is(fault))?;
                let text = answer.text.unwrap_or_default();
                let error = match read(&text) {
                    Ok(value) => return Ok(value),
                    Err(error) => error,
                };
                if !text.is_empty() {
                    talk.messages.push(Message { role: Role::Assistant, content: text });
                    talk.messages.push(Message { role: Role::User, content: error.to_string() });
                }
                refused = Some(format!("{} gave no usable answer at {at}: {error}", model.name()));
            }
            from += ASKED_AGAIN_MAX + 1;
            if !self.asks_further(fresh, &asked_again(path, from), model, &request) {
                return Err(Halt::Fault { fault, why: refused.unwrap_or_default() });
            }
        }
    }

    fn heard(&mut self, at: &str, seq: u64, from_journal: bool, usage: &Usage) {
        self.calls.push(seq);
        self.fresh += u64::from(!from_journal);
        self.spent.entry(role_of(at).to_owned()).or_default().count(usage);
    }
}

/// Reads a structured answer of a player by rule: it is well formed, or the program is wrong.
pub fn read_rule<T>(
    player: &str,
    text: &str,
    fault: Fault,
    read: impl Fn(&str) -> Result<T, ReadError>,
) -> Result<T, Halt> {
    read(text).map_err(|error| Halt::Fault { fault, why: format!("builtin/{player}: {error}") })
}

/// The path of an ask that is made for the `again`th time after the first.
pub fn asked_again(path: &str, again: usize) -> String {
    if again == 0 { path.to_owned() } else { format!("{path}#{again}") }
}

/// The chat messages of a rendered prompt; one without instructions has no system message.
pub fn to_messages(rendered: Rendered) -> Vec<Message> {
    let system = (!rendered.system.is_empty()).then_some(rendered.system);
    let system = system.map(|content| Message { role: Role::System, content });
    let rest = rendered.messages.into_iter().map(|(side, content)| Message {
        role: match side {
            Side::Own => Role::Assistant,
            Side::Other => Role::User,
        },
        content,
    });
    system.into_iter().chain(rest).collect()
}

fn halt(model: &str, unanswered: Unanswered) -> Halt {
    let why = |message: String| format!("{model}: {message}");
    match unanswered {
        Unanswered::Failed { kind: FailureKind::ContentFilter, message } => Halt::Filtered(why(message)),
        Unanswered::Failed { kind: FailureKind::Budget, message } => {
            Halt::Fault { fault: Fault::Budget, why: why(message) }
        }
        Unanswered::Failed { message, .. } => Halt::Fault { fault: Fault::Infrastructure, why: why(message) },
        Unanswered::Journal(error) => Halt::Journal(error),
    }
}
