//! What a study would ask: everything owed is rehearsed twice with stand-ins for the models, once with
//! the shortest replies and once with the longest. What the journal holds is answered from it, as it
//! would be; nobody is asked and nothing is written.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::cast::Stage;
use crate::model::{Failure, Finish, Model, Reply, Request, Role, Tokens, Usage, prompt_tokens};
use crate::run::execute::{play_and_judge, play_answers};
use crate::run::owed::{OwedUnit, judgement_key_of_first_draw};
use crate::run::shelf::Shelf;
use crate::run::{Environment, Owed, RunError};
use crate::suite::{Judgement, PlayRecord, Suite, judges_of};

/// Least and most.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Range {
    /// When every reply is as short as it can be, and of use at once.
    pub least: u64,
    /// When every reply is as long as it may be, and what is asked again is asked again as often as
    /// allowed.
    pub most: u64,
}

/// What a role asks of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Asked {
    /// Asks that are paid.
    pub calls: Range,
    /// Tokens of their prompts, by estimate.
    pub prompt_tokens: Range,
    /// Tokens of their replies.
    pub reply_tokens: Range,
}

/// What is to be expected.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Forecast {
    /// By role and model.
    pub asked: BTreeMap<(String, String), Asked>,
    /// Asks of models in the owed units that the journal answers.
    pub reused: u64,
}

/// How long the replies of stand-ins are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// A word; an assistant decides at once.
    Short,
    /// As long as allowed; an assistant asks as long as it may, without its marker line; what can be
    /// asked again is.
    Long,
}

/// What stand-ins were asked.
#[derive(Debug, Default)]
struct Heard {
    sums: Mutex<BTreeMap<(String, String), (u64, Tokens)>>,
    /// All asks, also those that are not counted.
    asks: AtomicU64,
}

/// Stands in for a model in a role.
struct StandIn {
    role: String,
    name: String,
    manner: Manner,
    heard: Arc<Heard>,
    turns: AtomicU64,
    /// The shortest reply of use, as its suite knows it.
    of_use: fn(&str, Option<&str>) -> &'static str,
}

/// Times a user's or a structured reply is of no use before it is; see `cast`.
const USELESS: u64 = 2;

/// Reply limit where none is set, in tokens.
const REPLY_MAX: u32 = 8192;

impl StandIn {
    /// For the model of this name.
    fn in_place_of<S: Suite>(role: &str, name: &str, manner: Manner, heard: &Arc<Heard>) -> Arc<dyn Model> {
        Arc::new(Self {
            role: role.to_owned(),
            name: name.to_owned(),
            manner,
            heard: Arc::clone(heard),
            turns: AtomicU64::new(0),
            of_use: S::reply_of_use,
        })
    }

    /// The text, and whether the ask counts: with short replies everything is of use at once, whatever
    /// the reader makes of a stand-in's.
    fn reply(&self, request: &Request) -> (String, bool) {
        let long = || "x".repeat(2 * request.params.max_tokens.unwrap_or(REPLY_MAX) as usize);
        let again = request.messages.iter().filter(|message| message.role == Role::Assistant).count() as u64;
        let of_use = || {
            let schema = request.schema.as_ref().map(|schema| schema.name.as_str());
            (self.of_use)(&self.role, schema).to_owned()
        };
        match (&request.schema, self.manner) {
            (Some(_), Manner::Short) => (of_use(), again == 0),
            (Some(_), Manner::Long) if again < USELESS => (long(), true),
            (Some(_), Manner::Long) | (None, Manner::Short) => (of_use(), true),
            (None, Manner::Long) if self.role == "user" => {
                let turn = self.turns.fetch_add(1, Ordering::Relaxed) % (USELESS + 1);
                (if turn < USELESS { String::new() } else { long() }, true)
            }
            (None, Manner::Long) => (long(), true),
        }
    }
}

impl StandIn {
    fn answer(&self, request: &Request) -> Reply {
        let (text, counts) = self.reply(request);
        self.heard.asks.fetch_add(1, Ordering::Relaxed);
        if counts {
            let prompt = prompt_tokens(request);
            let (prompt, completion) = match self.manner {
                Manner::Short => (prompt.least, 1),
                Manner::Long => (prompt.most, u64::from(request.params.max_tokens.unwrap_or(REPLY_MAX))),
            };
            let mut sums = self.heard.sums.lock().unwrap_or_else(PoisonError::into_inner);
            let (asks, tokens) = sums.entry((self.role.clone(), self.name.clone())).or_default();
            *asks += 1;
            tokens.add(&Tokens { prompt, completion, ..Tokens::default() });
        }
        let raw = RawValue::NULL.to_owned();
        let (usage, finish) = (Usage::default(), Some(Finish::Stop));
        Reply { text: Some(text), reasoning: None, finish, usage, raw, attempts: Vec::new() }
    }
}

impl Model for StandIn {
    fn name(&self) -> &str {
        &self.name
    }

    fn ask<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>> {
        // Only a future that is waited for is an ask: the journal may answer it.
        Box::pin(async { Ok(self.answer(request)) })
    }
}

/// Seats a study with the models of an environment.
pub type Caster<'a, S> = dyn Fn(&Environment<'_>) -> Result<S, RunError> + 'a;

/// The transcript of a unit whose play stands.
pub type Standing<'a, S> =
    dyn Fn(&<S as Suite>::Unit) -> Result<Option<<S as Suite>::Transcript>, RunError> + 'a;

/// Rehearses what these units ask, each so many times; `standing` tells what was said where a play is
/// not owed. The stage's journal is one that is only read.
///
/// # Errors
/// When the cast cannot be named, a record or the journal cannot be read, or a prompt cannot be
/// rendered.
pub async fn forecast<S: Suite>(
    cast: &Caster<'_, S>,
    stage: Stage<S::Prompts>,
    units: &[(OwedUnit<S::Unit>, u64)],
    standing: &Standing<'_, S>,
) -> Result<Forecast, RunError> {
    let stage = Arc::new(stage);
    let mut forecast = Forecast::default();
    for manner in [Manner::Short, Manner::Long] {
        let heard = Arc::<Heard>::default();
        // At least, units share all the calls they can; at most, none: they may part at the first reply.
        stage.journal.remember(manner == Manner::Short);
        let stand_in = |role: &str, name: &str| Ok(StandIn::in_place_of::<S>(role, name, manner, &heard));
        let study = Arc::new(cast(&Environment::By(&stand_in))?);
        let rehearsal = Rehearsal { stage: Arc::clone(&stage), study, heard, manner };
        rehearsal.add_to(&mut forecast, units, standing).await?;
    }
    Ok(forecast)
}

/// How many answers of models stand behind the records that are not owed.
///
/// # Errors
/// When a record cannot be read.
pub fn standing_answers<S: Suite>(
    study: &S,
    owed: &Owed<S::Unit>,
    plays: &Shelf<PlayRecord<S>>,
    judgements: &Shelf<Judgement<S>>,
) -> Result<u64, RunError> {
    let by_id: BTreeMap<String, &OwedUnit<S::Unit>> =
        owed.units.iter().map(|unit| (S::id(&unit.play), unit)).collect();
    let judges = judges_of(study);
    let mut answers = 0;
    for play in study.units() {
        let id = S::id(&play);
        let unit = by_id.get(&id);
        if unit.is_some_and(|unit| unit.play_why.is_some()) {
            continue;
        }
        if let Some(record) = plays.read(&id)? {
            answers += play_answers(study, &play, &record.spent);
        }
        for (at, judge) in judges.iter().enumerate().filter(|(_, judge)| !judge.by_rule) {
            if unit.is_some_and(|unit| unit.judges.iter().any(|(owed, _)| *owed == at)) {
                continue;
            }
            let record = judgements.read(&judgement_key_of_first_draw(&id, &judge.name))?;
            let spent = record.map(|record| record.spent).unwrap_or_default();
            answers += spent.values().map(|spent| spent.calls).sum::<u64>();
        }
    }
    Ok(answers)
}

/// One rehearsal: what is owed, with stand-ins of one manner in the study.
struct Rehearsal<S: Suite> {
    stage: Arc<Stage<S::Prompts>>,
    study: Arc<S>,
    heard: Arc<Heard>,
    manner: Manner,
}

impl<S: Suite> Rehearsal<S> {
    /// Adds to the forecast what these units ask, each so many times.
    async fn add_to(
        &self,
        forecast: &mut Forecast,
        units: &[(OwedUnit<S::Unit>, u64)],
        standing: &Standing<'_, S>,
    ) -> Result<(), RunError> {
        for (unit, times) in units {
            let said = if unit.play_why.is_none() { standing(&unit.play)? } else { None };
            self.heard.sums.lock().unwrap_or_else(PoisonError::into_inner).clear();
            self.heard.asks.store(0, Ordering::Relaxed);
            let done =
                play_and_judge(Arc::clone(&self.stage), Arc::clone(&self.study), unit.clone(), said).await?;
            let by_models = done.asks_of_models(&self.study);
            let sums = std::mem::take(&mut *self.heard.sums.lock().unwrap_or_else(PoisonError::into_inner));
            if self.manner == Manner::Long {
                forecast.reused += times * by_models.saturating_sub(self.heard.asks.load(Ordering::Relaxed));
            }
            for (who, (asks, tokens)) in sums {
                let asked = forecast.asked.entry(who).or_default();
                let add = |range: &mut Range, n: u64| match self.manner {
                    Manner::Short => range.least += times * n,
                    Manner::Long => range.most += times * n,
                };
                add(&mut asked.calls, asks);
                add(&mut asked.prompt_tokens, tokens.prompt);
                add(&mut asked.reply_tokens, tokens.completion);
            }
        }
        Ok(())
    }
}

/// Units that ask alike taken together, with how many there are of each: those of further repeats.
pub fn alike<S: Suite>(units: &[OwedUnit<S::Unit>]) -> Vec<(OwedUnit<S::Unit>, u64)> {
    let mut groups: BTreeMap<String, (OwedUnit<S::Unit>, u64)> = BTreeMap::new();
    for unit in units {
        let first = S::first_repeat(&unit.play);
        let group = groups.entry(S::id(&first));
        group.or_insert_with(|| (OwedUnit { play: first, ..unit.clone() }, 0)).1 += 1;
    }
    groups.into_values().collect()
}
