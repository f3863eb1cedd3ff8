//! `probe`: how faithfully user simulators answer, with four requests on each fact (LexPilot E.3.2).

mod shown;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, watch};

use crate::case::Fault;
use crate::cast::{Stage, UserDesign};
use crate::cli::args::{ProbeArgs, model_names};
use crate::cli::config::Config;
use crate::cli::exit::{Exit, Failed};
use crate::cli::progress::CostSoFar;
use crate::cli::ready::{check_name, leave};
use crate::cli::run::{self, Output};
use crate::cli::{job, local, progress, session};
use crate::draw;
use crate::model::journal::Spent;
use crate::model::{Budget, Models, Prices};
use crate::prompt::Prompts;
use crate::report::{money, number};
use crate::run::{
    Drain, Environment, Event, Events, Gathered, Gathering, Limits, ProbeFolder, ProbeSettings, RunError,
    Settings, absent, cast_probes, of_assessors_family,
};
use crate::suite::fidelity::{
    Accepted, Fidelity, Lost, ProbeQuestion, ProbeStudy, ProbeUnit, Probed, QuestionRecord, ReplyRecord,
    Scoring, accept, planned_question, planned_reply, probe_user, score, tasks,
};

/// The layout of `probe.json` that this version writes.
const LAYOUT: u32 = 1;

/// Requests that may fail for want of an endpoint before it gives up, when nothing at all was answered.
const HOPELESS_AFTER: u64 = 8;

/// `probe.json`, and what `--json` prints.
#[derive(Serialize)]
struct ProbeFile<'a> {
    layout: u32,
    version: &'static str,
    run: String,
    pack: &'a str,
    pack_hash: &'a str,
    users: Vec<Sitter>,
    assessor: Sitter,
    judge: Sitter,
    repeats: u32,
    level: f64,
    fidelity: &'a Fidelity,
    spent: Spent,
    questions: &'a [QuestionRecord],
    replies: &'a [ReplyRecord],
}

/// Who sat in a role.
#[derive(Serialize)]
struct Sitter {
    name: String,
    /// A player by rule.
    rules: bool,
}

/// What an earlier attempt left undone.
#[derive(Deserialize, Default)]
struct Before {
    questions: Vec<QuestionRecord>,
    replies: Vec<ReplyRecord>,
}

impl Before {
    /// All questions and requests of the study as they are before this attempt: unanswered, with what an
    /// earlier one lost of them, so that an attempt that does not come to them forgets none of it.
    fn of(self, study: &ProbeStudy) -> (Vec<QuestionRecord>, Vec<ReplyRecord>) {
        let lost_questions: BTreeMap<ProbeQuestion, Lost> =
            self.questions.into_iter().filter_map(|record| Some((record.question, record.lost?))).collect();
        let lost_replies: BTreeMap<ProbeUnit, Lost> =
            self.replies.into_iter().filter_map(|record| Some((record.unit, record.lost?))).collect();
        let question = |asked: &ProbeQuestion| {
            let planned = planned_question(study, asked)?;
            Some(QuestionRecord { lost: lost_questions.get(asked).cloned(), ..planned })
        };
        let reply = |unit: &ProbeUnit| {
            let planned = planned_reply(study, unit)?;
            Some(ReplyRecord { lost: lost_replies.get(unit).cloned(), ..planned })
        };
        (
            study.questions().iter().filter_map(question).collect(),
            study.units().iter().filter_map(reply).collect(),
        )
    }
}

/// `probe`.
pub fn probe(args: &ProbeArgs, config: &Config, output: Output) -> Result<Exit, Failed> {
    let settings = settings(args, config)?;
    let prompts = Prompts::load(settings.prompts.as_deref().map(Path::new)).map_err(RunError::from)?;
    let pack = Arc::new(session::load_pack(&settings.pack)?);
    let prices = config.prices()?;
    let log_dir = session::log_dir(args.log_dir.as_ref(), config);
    let name = args.name.clone().unwrap_or_else(|| format!("probe-{}", session::run_name(&pack.meta.name)));
    check_name(&name)?;
    // Who is asked, before anything is opened: a key is of no use until every role is filled.
    let asked = RefCell::new(BTreeSet::new());
    let noted = |_: &str, name: &str| {
        asked.borrow_mut().insert(name.to_owned());
        Ok(absent(name, None))
    };
    cast_probes(&settings, Arc::clone(&pack), &Environment::By(&noted))?;
    let existing = ProbeFolder::existing(&log_dir, &name)?;
    let (mut journal, mut before) = (None, Before::default());
    if let Some(folder) = &existing {
        before = ProbeFolder::read(folder.folder.path())?.unwrap_or_default();
        journal = Some(session::journal(&folder.folder, &prices, tasks())?);
    }
    let sums = journal.as_ref().map(|journal| journal.sums()).unwrap_or_default();
    let budget = session::cost_limit(args.work.cost_limit, &asked.into_inner(), &prices, &sums)?;
    let runtime = session::runtime_of_many(config, args.work.max_connections)?;
    let inside = runtime.enter();
    let (server, config, work) = local::start(&args.work, config, &runtime)?;
    let models = session::models(&config, &work, settings.seed)?;
    let opened = |role: &str, name: &str| session::open(&models, budget.as_ref(), role, name);
    let study = cast_probes(&settings, pack, &Environment::By(&opened))?;
    for user in of_assessors_family(&study) {
        let assessor = study.assessor.seat.name();
        session::warn(&format!(
            "assessor {assessor} and user {user} seem to be of one family: an assessor may favour its own"
        ));
    }
    let folder = existing.map_or_else(|| ProbeFolder::create(&log_dir, &name), Ok)?;
    folder.keep(&settings, &study.pack, &prompts)?;
    let journal = match journal {
        Some(journal) => journal,
        None => session::journal(&folder.folder, &prices, tasks())?,
    };
    let stage = Arc::new(Stage { journal, prompts, run_seed: settings.seed });
    let study = Arc::new(study);
    let asking = Asking {
        stage: Arc::clone(&stage),
        study: Arc::clone(&study),
        models,
        prices: prices.clone(),
        budget: budget.clone(),
    };
    let brought = runtime.block_on(async {
        let brought = asking.all(before, output).await;
        if let Some(server) = server {
            server.end().await;
        }
        brought
    });
    drop(inside);
    leave(runtime);
    let brought = brought.map_err(|error| match error {
        RunError::NothingAnswered { .. } => {
            Failed::from(error).hint("mend that, then give the same command again: nothing is lost")
        }
        other => Failed::from(other),
    })?;
    let scoring = Scoring {
        resamples: settings.resamples as usize,
        seed: draw::seed(settings.seed, &["fidelity", "bootstrap"]),
        ..Scoring::default()
    };
    let users: Vec<String> = study.users.iter().map(|user| user.name()).collect();
    let fidelity = score(&users, &brought.replies, &brought.questions, &scoring);
    let sitter = |name: String, rules: bool| Sitter { name, rules };
    let file = ProbeFile {
        layout: LAYOUT,
        version: env!("CARGO_PKG_VERSION"),
        run: folder.folder.name(),
        pack: study.pack.name(),
        pack_hash: &study.pack.hash,
        users: study.users.iter().map(|user| sitter(user.name(), user.seat.is_rule())).collect(),
        assessor: sitter(study.assessor.seat.name(), study.assessor.seat.is_rule()),
        judge: sitter(study.judge.seat.name(), study.judge.seat.is_rule()),
        repeats: study.repeats,
        level: scoring.level,
        fidelity: &fidelity,
        spent: Spent::of(&stage.journal.sums(), &prices),
        questions: &brought.questions,
        replies: &brought.replies,
    };
    let bytes = run::to_json(&file)?;
    folder.folder.write("probe.json", &bytes)?;
    let closing = shown::Closing {
        folder: folder.folder.path(),
        file: &file,
        brought: &brought,
        budget: budget.map(|budget| budget.report()),
        worst: args.worst,
    };
    let text = closing.to_string();
    if output.json {
        super::note(text.trim_end());
        super::print_bytes(&bytes)?;
    } else {
        super::print_text(&text)?;
    }
    for (reason, example) in brought.examples() {
        session::warn(&format!("{reason}, for example: {example}"));
    }
    let whole = brought.is_whole();
    drop(brought);
    if let Ok(stage) = Arc::try_unwrap(stage).map_err(drop) {
        stage.journal.close().map_err(RunError::from)?;
    }
    Ok(if whole { Exit::Done } else { Exit::Incomplete })
}

/// Flags over the settings file over the defaults.
fn settings(args: &ProbeArgs, config: &Config) -> Result<ProbeSettings, Failed> {
    let given = args.max_tokens.or(config.run.max_tokens).is_some();
    let base = config.changes().apply(&Settings::default());
    let base = local::fill(Settings { user: None, judges: Vec::new(), ..base }, &args.work, given);
    let users = model_names(&args.user);
    let configured = || config.run.user.clone().or_else(|| base.user.clone());
    let designs = |name: &String| UserDesign::parse(name);
    let mut designs: Vec<UserDesign> = args.user_design.iter().filter_map(designs).collect();
    designs.sort_by_key(|design| design.name());
    designs.dedup();
    if designs.is_empty() {
        designs.push(UserDesign::default());
    }
    Ok(ProbeSettings {
        pack: args.pack.clone().unwrap_or(base.pack),
        users: if users.is_empty() { configured().into_iter().collect() } else { users },
        designs,
        profile: args.user_profile,
        assessor: args.assessor.clone().or_else(|| base.judges.first().cloned()),
        judge: args.judge.clone(),
        repeats: args.repeats.unwrap_or(1),
        limit: args.limit.map_or(base.limit, |limit| limit.0),
        seed: args.seed.unwrap_or(base.seed),
        temperature: args.temperature.unwrap_or(base.temperature),
        judge_temperature: args.judge_temperature.unwrap_or(base.judge_temperature),
        max_tokens: args.max_tokens.unwrap_or(base.max_tokens),
        prompts: args.prompts.clone().or(base.prompts),
        resamples: args.resamples.unwrap_or(base.resamples),
    })
}

/// Whoever asks.
struct Asking {
    stage: Arc<Stage>,
    study: Arc<ProbeStudy>,
    models: Models,
    prices: Prices,
    budget: Option<Arc<Budget>>,
}

/// What is asked.
enum Wanted {
    Question(ProbeQuestion, bool),
    Reply(ProbeUnit, bool),
}

/// What an ask brings.
enum Brought {
    Question(Option<Accepted>),
    Reply(Option<Probed>),
}

/// Everything that was brought, in the order of the study.
struct All {
    questions: Vec<QuestionRecord>,
    replies: Vec<ReplyRecord>,
    gathered: Gathered,
    /// Asks in all, and those of them that were new.
    asked: u64,
    fresh: u64,
    /// Requests that failed in this attempt for want of an endpoint.
    failed: u64,
    /// A model has answered anything; what rules say says nothing of an endpoint.
    heard: bool,
}

impl All {
    fn lost(&self) -> impl Iterator<Item = &Lost> {
        let replies = self.replies.iter().filter_map(|record| record.lost.as_ref());
        replies.chain(self.questions.iter().filter_map(|record| record.lost.as_ref()))
    }

    /// An example of what failed, by reason.
    fn examples(&self) -> BTreeMap<&'static str, &str> {
        let mut examples = BTreeMap::new();
        for lost in self.lost() {
            examples.entry(lost.fault.name()).or_insert(lost.why.as_str());
        }
        examples
    }

    fn is_whole(&self) -> bool {
        self.gathered == Gathered::default() && self.lost().next().is_none()
    }
}

impl Asking {
    /// Has all questions judged, and all users answer and be assessed.
    async fn all(self, before: Before, output: Output) -> Result<All, RunError> {
        let (questions, replies) = before.of(&self.study);
        let first_reply = questions.len();
        let question =
            |record: &QuestionRecord| Wanted::Question(record.question.clone(), record.lost.is_some());
        let reply = |record: &ReplyRecord| Wanted::Reply(record.unit.clone(), record.lost.is_some());
        let wanted: Vec<Wanted> = questions.iter().map(question).chain(replies.iter().map(reply)).collect();
        let mut all = All {
            questions,
            replies,
            gathered: Gathered::default(),
            asked: 0,
            fresh: 0,
            failed: 0,
            heard: false,
        };
        super::note(&format!(
            "{} to {}, {} to judge",
            number::of(all.replies.len(), "request", "requests"),
            number::of(self.study.users.len(), "user", "users"),
            number::of(first_reply, "question", "questions"),
        ));
        let (events, watched) = mpsc::unbounded_channel();
        let (stop, stopping) = watch::channel(false);
        let telling = tokio::spawn(tell_of_stop(stopping.clone(), events.clone()));
        let asking = Arc::new(AtomicBool::new(true));
        tokio::spawn(job::interrupts(stop, Arc::clone(&asking)));
        let (spending, prices) = (Arc::clone(&self.stage), self.prices.clone());
        let cost: CostSoFar = Box::new(move || money::so_far(&Spent::of(&spending.journal.sums(), &prices)));
        let shown = progress::show(watched, wanted.len() as u64, output.display, cost);
        let progress = tokio::spawn(shown);
        let gathering = Gathering {
            limits: Limits { levels: self.models.levels() },
            budget: self.budget,
            stop: stopping,
        };
        let (stage, study) = (self.stage, self.study);
        let work = |wanted: Wanted| {
            let (stage, study) = (Arc::clone(&stage), Arc::clone(&study));
            async move {
                Ok(match wanted {
                    Wanted::Question(asked, anew) => {
                        Brought::Question(accept(&stage, &study, &asked, anew).await?)
                    }
                    Wanted::Reply(unit, anew) => {
                        Brought::Reply(probe_user(&stage, &study, &unit, anew).await?)
                    }
                })
            }
        };
        let take = |at: usize, brought: Brought| {
            let infrastructure =
                |lost: &Option<Lost>| lost.as_ref().is_some_and(|lost| lost.fault == Fault::Infrastructure);
            let (unit, asked, fresh, lost) = match brought {
                Brought::Question(Some(Accepted { record, asked, fresh })) => {
                    let (unit, lost) = (record.question.scope(), record.lost.clone());
                    all.heard |= fresh > 0 && !study.judge.seat.is_rule() && !infrastructure(&lost);
                    all.questions[at] = record;
                    (unit, asked, fresh, lost)
                }
                Brought::Reply(Some(Probed { record, asked, fresh })) => {
                    let (unit, lost) = (record.unit.scope(), record.lost.clone());
                    let by_model = study.user(&record.unit.user).is_some_and(|user| !user.seat.is_rule());
                    let model = by_model || !study.assessor.seat.is_rule();
                    all.heard |=
                        by_model && record.reply.is_some() || fresh > 0 && model && !infrastructure(&lost);
                    all.replies[at - first_reply] = record;
                    (unit, asked, fresh, lost)
                }
                // Every unit was made from a probe of the study's own cases.
                Brought::Question(None) | Brought::Reply(None) => return Ok(()),
            };
            all.asked += asked;
            all.fresh += fresh;
            all.failed += u64::from(infrastructure(&lost));
            let fault = lost.map(|lost| (lost.fault, lost.why));
            let _ = events.send(Event::Finished { unit, fresh, fault });
            give_up_if_hopeless(&all)
        };
        let gathered = gathering.each(wanted, work, take).await;
        telling.abort();
        drop(events);
        asking.store(false, Ordering::Relaxed);
        // A watcher that panicked has shown why; nothing depends on it.
        let _ = progress.await;
        self.models.close().await;
        all.gathered = gathered?;
        Ok(all)
    }
}

/// Says that no further ask is begun, as soon as somebody wants it so.
async fn tell_of_stop(mut stopping: watch::Receiver<bool>, events: Events) {
    if stopping.changed().await.is_ok() {
        let _ = events.send(Event::Draining(Drain::Interrupted));
    }
}

/// When the first asks all fail for want of an endpoint, the rest would too.
fn give_up_if_hopeless(all: &All) -> Result<(), RunError> {
    if all.heard || all.failed != HOPELESS_AFTER {
        return Ok(());
    }
    let failed = |lost: &&Lost| lost.fault == Fault::Infrastructure;
    let why = all.lost().find(failed).map(|lost| lost.why.clone()).unwrap_or_default();
    Err(RunError::NothingAnswered { why })
}

impl All {
    /// Why not all was asked.
    fn cut_short(&self) -> Option<&'static str> {
        self.gathered.drained.map(|why| match why {
            Drain::Interrupted => "interrupted",
            Drain::OverBudget => "the cost limit would have been passed",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Pack, PackSource};
    use crate::suite::fidelity::Silent;

    fn study() -> ProbeStudy {
        let of_run = Settings::default();
        let settings = ProbeSettings {
            pack: "starter".into(),
            users: vec!["builtin/lexical".into()],
            designs: vec![UserDesign::SinglePrompt],
            profile: false,
            assessor: None,
            judge: None,
            repeats: 1,
            limit: Some(1),
            seed: 1,
            temperature: of_run.temperature,
            judge_temperature: of_run.judge_temperature,
            max_tokens: of_run.max_tokens,
            prompts: None,
            resamples: 1,
        };
        let pack = Pack::load(&PackSource::named("starter")).expect("a shipped pack loads");
        cast_probes(&settings, pack, &Environment::Offline).expect("seated")
    }

    #[test]
    fn what_an_earlier_attempt_lost_stays_lost_until_it_is_asked_again() {
        let study = study();
        let (mut questions, mut replies) = Before::default().of(&study);
        assert!(questions.iter().all(|record| record.lost.is_none()));
        let why = || Some(Lost { by: Silent::User, fault: Fault::SimulatorFault, why: "empty".into() });
        replies[1].lost = why();
        replies[0].reply = Some("answered from the journal again".into());
        questions[2].lost = why();
        let (of_questions, of_replies) = Before { questions, replies }.of(&study);
        let lost: Vec<usize> = (0..of_replies.len()).filter(|at| of_replies[*at].lost.is_some()).collect();
        assert_eq!((lost, of_replies[1].lost.clone(), &of_replies[0].reply), (vec![1], why(), &None));
        let lost: Vec<usize> =
            (0..of_questions.len()).filter(|at| of_questions[*at].lost.is_some()).collect();
        assert_eq!(lost, [2]);
    }
}
