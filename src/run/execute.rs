//! Plays and judges what is owed: one dispatcher that owns the records, many units in flight.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use crate::case::{Fault, Stop};
use crate::cast::{Halt, Spent, Stage};
use crate::model::{Budget, Levels};
use crate::run::RunError;
use crate::run::owed::{OwedUnit, PlayNote, Why};
use crate::run::shelf::{Shelf, Shelved};
use crate::suite::{
    Basis, FIRST_DRAW, JudgeOutcome, Judged, Judgement, PlayRecord, Played, Player, Suite, judges_of,
};

/// Units that may fail for want of an endpoint before the run gives up, when nothing at all has
/// been answered.
const HOPELESS_AFTER: u64 = 8;

/// Units in flight where nobody outside is asked.
const UNITS_BY_RULE: usize = 16;

/// Bounds on what is done at once.
#[derive(Clone, Debug)]
pub struct Limits {
    /// What the endpoints of the cast take at a time. A unit makes one ask at a time, so that there are
    /// as many units in flight.
    pub levels: Arc<Levels>,
}

impl Limits {
    /// Units that are in flight at a time.
    pub(super) fn in_flight(&self) -> usize {
        match self.levels.total() {
            0 => UNITS_BY_RULE,
            total => total,
        }
    }
}

/// What a watcher is told.
#[derive(Clone, Debug)]
pub enum Event {
    /// A unit is done.
    Finished {
        /// Which, by its identity.
        unit: String,
        /// Asks that were new.
        fresh: u64,
        /// What failed, if something did.
        fault: Option<(Fault, String)>,
    },
    /// No further unit is begun.
    Draining(Drain),
}

/// Why no further unit is begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drain {
    /// The user said so.
    Interrupted,
    /// The money of the run does not reach further.
    OverBudget,
}

/// Where events go; a watcher that has left is no error.
pub type Events = mpsc::UnboundedSender<Event>;

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Plays finished.
    pub played: u64,
    /// Judgements made.
    pub judged: u64,
    /// Asks that were not answered from the journal.
    pub fresh: u64,
    /// Asks that were answered from the journal.
    pub reused: u64,
    /// Answers of models, from the journal or not; players by rule always answer.
    pub heard: u64,
    /// Units in which something failed, by what.
    pub faults: BTreeMap<&'static str, u64>,
    /// An example of what failed, by what.
    pub examples: BTreeMap<&'static str, String>,
    /// Stopped by the user before all was begun.
    pub interrupted: bool,
    /// Stopped by the budget before all was asked.
    pub over_budget: bool,
}

/// What one task brings back.
pub(super) struct Done<S: Suite> {
    unit: OwedUnit<S::Unit>,
    played: Option<Ended<S>>,
    judged: Vec<(usize, Judged<S::Label>)>,
}

/// A play at its end, with what its record needs besides: made where it was played, many at a time.
struct Ended<S: Suite> {
    played: Played<S::Transcript>,
    /// `None` where the unit is none of the study's: then nothing is kept.
    kept: Option<(Basis, PlayNote<S::Note>)>,
    fault: Option<(Fault, String)>,
}

impl<S: Suite> Done<S> {
    /// How many answers of models it used, the journal's among them.
    pub fn asks_of_models(&self, study: &S) -> u64 {
        let judges = judges_of(study);
        let played =
            self.played.as_ref().map_or(0, |ended| play_answers(study, &self.unit.play, &ended.played.spent));
        let by_models =
            |(at, _): &&(usize, Judged<S::Label>)| judges.get(*at).is_some_and(|judge| !judge.by_rule);
        let judged = self.judged.iter().filter(by_models);
        played + judged.flat_map(|(_, judged)| judged.spent.values()).map(|spent| spent.calls).sum::<u64>()
    }
}

/// How many answers of models a play used.
pub(super) fn play_answers<S: Suite>(study: &S, unit: &S::Unit, spent: &BTreeMap<String, Spent>) -> u64 {
    spent.iter().filter(|(role, _)| !study.by_rule(unit, role)).map(|(_, spent)| spent.calls).sum()
}

/// What is to be carried out.
pub struct Work<S: Suite> {
    /// What all scenes share.
    pub stage: Arc<Stage<S::Prompts>>,
    /// Who plays what.
    pub study: Arc<S>,
    /// What is owed.
    pub units: Vec<OwedUnit<S::Unit>>,
    /// Number of the settings' snapshot.
    pub snapshot: u32,
    /// Bounds on what is done at once.
    pub limits: Limits,
    /// What it may cost.
    pub budget: Option<Arc<Budget>>,
}

/// Plays and judges what is owed, writing records as they come; they are the caller's to sync. A change
/// of `stop` to true ends it after the units in flight.
///
/// # Errors
/// When the run must end: the journal or the records cannot be written, a prompt cannot be
/// rendered, or nothing was answered at all.
pub async fn execute<S: Suite>(
    work: Work<S>,
    shelves: (&mut Shelf<PlayRecord<S>>, &mut Shelf<Judgement<S>>),
    stop: watch::Receiver<bool>,
    events: &Events,
) -> Result<Outcome, RunError> {
    let Work { stage, study, units, snapshot, limits, budget } = work;
    let (plays, judgements) = shelves;
    let judges = judges_of(study.as_ref());
    let mut dispatcher =
        Dispatcher { stage, study, judges, plays, judgements, snapshot, outcome: Outcome::default() };
    let mut waiting: VecDeque<OwedUnit<S::Unit>> = units.into();
    let mut tasks: JoinSet<Result<Done<S>, Halt>> = JoinSet::new();
    // The disk takes records in while further ones come.
    let mut syncs: JoinSet<Result<(), RunError>> = JoinSet::new();
    // Once the run must end, no unit is begun, but those in flight are heard out: their asks are
    // paid for, and the journal must have the answers.
    let mut must_end = None;
    loop {
        if *stop.borrow() && !waiting.is_empty() {
            waiting.clear();
            dispatcher.outcome.interrupted = true;
            let _ = events.send(Event::Draining(Drain::Interrupted));
        }
        if !dispatcher.outcome.over_budget && budget.as_ref().is_some_and(|budget| budget.is_reached()) {
            waiting.clear();
            dispatcher.outcome.over_budget = true;
            let _ = events.send(Event::Draining(Drain::OverBudget));
        }
        while must_end.is_none() && tasks.len() < limits.in_flight() {
            let Some(unit) = waiting.pop_front() else { break };
            must_end = dispatcher.begin(unit, &mut tasks).err();
        }
        let more = must_end.is_none() && !waiting.is_empty();
        let joined = tokio::select! {
            joined = tasks.join_next() => joined,
            () = limits.levels.grown(), if more => continue,
        };
        let Some(joined) = joined else { break };
        if let Err(error) = dispatcher.take(joined, events) {
            must_end.get_or_insert(error);
        }
        dispatcher.sync_beside(&mut syncs);
    }
    while let Some(synced) = syncs.join_next().await {
        // A task that panicked has shown why.
        if let Ok(Err(error)) = synced {
            must_end.get_or_insert(error);
        }
    }
    match must_end {
        Some(error) => Err(error),
        None => Ok(dispatcher.outcome),
    }
}

struct Dispatcher<'a, S: Suite> {
    stage: Arc<Stage<S::Prompts>>,
    study: Arc<S>,
    judges: Vec<Player>,
    plays: &'a mut Shelf<PlayRecord<S>>,
    judgements: &'a mut Shelf<Judgement<S>>,
    snapshot: u32,
    outcome: Outcome,
}

impl<S: Suite> Dispatcher<'_, S> {
    fn begin(
        &self,
        unit: OwedUnit<S::Unit>,
        tasks: &mut JoinSet<Result<Done<S>, Halt>>,
    ) -> Result<(), RunError> {
        let standing = match unit.play_why {
            Some(_) => None,
            None => self.plays.read(&S::id(&unit.play))?.map(|record| record.transcript),
        };
        tasks.spawn(play_and_judge(Arc::clone(&self.stage), Arc::clone(&self.study), unit, standing));
        Ok(())
    }

    fn take(
        &mut self,
        joined: Result<Result<Done<S>, Halt>, tokio::task::JoinError>,
        events: &Events,
    ) -> Result<(), RunError> {
        let done = match joined {
            Ok(result) => result?,
            // A panic in a unit is a defect of the program, not of the unit.
            Err(error) => {
                return Err(RunError::Halt(Halt::Fault {
                    fault: Fault::Infrastructure,
                    why: format!("a unit ended abnormally: {error}"),
                }));
            }
        };
        let event = self.record(done)?;
        let _ = events.send(event);
        self.give_up_if_hopeless()
    }

    /// Has the disk take in what there is much of.
    fn sync_beside(&mut self, syncs: &mut JoinSet<Result<(), RunError>>) {
        for make_safe in self.plays.sync_beside().into_iter().chain(self.judgements.sync_beside()) {
            let stage = Arc::clone(&self.stage);
            syncs.spawn(async move {
                // Records name lines of the journal.
                stage.journal.sync().await?;
                tokio::task::spawn_blocking(make_safe).await.unwrap_or(Ok(()))
            });
        }
    }

    fn record(&mut self, done: Done<S>) -> Result<Event, RunError> {
        self.outcome.heard += done.asks_of_models(self.study.as_ref());
        let Done { unit, played, judged } = done;
        let id = S::id(&unit.play);
        let (mut fresh, mut asked) = (0, 0);
        let mut fault = None;
        if let Some(ended) = played {
            fresh += ended.played.fresh;
            asked += S::calls(&ended.played.transcript).len() as u64;
            fault = ended.fault;
            if let Some(kept) = ended.kept {
                self.record_play(&unit.play, &id, ended.played, kept)?;
            }
        }
        let said = self.plays.place(&id).map(|place| place.note.said.clone()).unwrap_or_default();
        for (at, judged) in judged {
            fresh += judged.fresh;
            asked += judged.calls.len() as u64;
            if let JudgeOutcome::Fault { fault: kind, why } = &judged.outcome {
                fault.get_or_insert_with(|| (*kind, why.clone()));
            }
            self.record_judgement(&unit.play, &id, &said, at, judged)?;
        }
        self.outcome.fresh += fresh;
        self.outcome.reused += asked.saturating_sub(fresh);
        if let Some((kind, why)) = &fault {
            *self.outcome.faults.entry(kind.name()).or_default() += 1;
            self.outcome.examples.entry(kind.name()).or_insert_with(|| why.clone());
        }
        Ok(Event::Finished { unit: id, fresh, fault })
    }

    fn record_play(
        &mut self,
        play: &S::Unit,
        id: &str,
        played: Played<S::Transcript>,
        (basis, note): (Basis, PlayNote<S::Note>),
    ) -> Result<(), RunError> {
        self.outcome.played += 1;
        let record = PlayRecord {
            seq: self.plays.next_seq(),
            snapshot: self.snapshot,
            supersedes: self.plays.place(id).map(|place| place.seq),
            id: id.to_owned(),
            play: play.clone(),
            basis,
            transcript: played.transcript,
            spent: played.spent,
        };
        self.plays.append_noted(&record, note)
    }

    fn record_judgement(
        &mut self,
        play: &S::Unit,
        id: &str,
        said: &str,
        at: usize,
        judged: Judged<S::Label>,
    ) -> Result<(), RunError> {
        let basis = self.study.judge_basis(&self.stage.prompts, play, at, said);
        let Some((judge, basis)) = self.judges.get(at).zip(basis) else { return Ok(()) };
        self.outcome.judged += 1;
        let mut record = Judgement {
            seq: self.judgements.next_seq(),
            snapshot: self.snapshot,
            supersedes: None,
            play: id.to_owned(),
            judge: judge.name.clone(),
            draw: FIRST_DRAW,
            basis,
            outcome: judged.outcome,
            calls: judged.calls,
            spent: judged.spent,
        };
        record.supersedes = self.judgements.place(&record.key()).map(|place| place.seq);
        self.judgements.append(&record)
    }

    /// When the first units all fail for want of an endpoint, and no model has answered anything, the
    /// rest would fail, too.
    fn give_up_if_hopeless(&self) -> Result<(), RunError> {
        let lost = self.outcome.faults.get(Fault::Infrastructure.name()).copied().unwrap_or(0);
        let unheard = self.outcome.fresh == 0 || self.outcome.heard == 0;
        if unheard && lost >= HOPELESS_AFTER && lost == self.outcome.played.max(lost) {
            let why = self.outcome.examples.get(Fault::Infrastructure.name()).cloned().unwrap_or_default();
            return Err(RunError::NothingAnswered { why });
        }
        Ok(())
    }
}

/// Plays and judges one unit; `standing` is the transcript of a play that is not owed.
pub(super) async fn play_and_judge<S: Suite>(
    stage: Arc<Stage<S::Prompts>>,
    study: Arc<S>,
    unit: OwedUnit<S::Unit>,
    standing: Option<S::Transcript>,
) -> Result<Done<S>, Halt> {
    let mut done = Done { unit, played: None, judged: Vec::new() };
    let play = &done.unit.play;
    let (transcript, to_judge) = match standing {
        Some(transcript) => {
            let to_judge = S::gist(play, &transcript).to_judge;
            (transcript, to_judge)
        }
        None => {
            let anew = matches!(done.unit.play_why, Some(Why::Failed(_)));
            let played = study.play(&stage, play, anew).await?;
            let transcript = played.transcript.clone();
            let gist = S::gist(play, &transcript);
            let to_judge = gist.to_judge;
            let fault = match gist.stop {
                Stop::Fault(fault) => Some((fault, gist.why.clone().unwrap_or_default())),
                _ => gist.beside.clone(),
            };
            let basis = study.play_basis(&stage.prompts, play);
            let kept = basis.map(|basis| {
                let note = PlayNote::of(&basis, gist, &played.spent);
                (basis, note)
            });
            done.played = Some(Ended { played, kept, fault });
            (transcript, to_judge)
        }
    };
    if to_judge {
        for (at, why) in &done.unit.judges {
            let anew = matches!(why, Why::Failed(_));
            let judged = study.judge(&stage, play, *at, &transcript, anew).await?;
            done.judged.push((*at, judged));
        }
    }
    let of_play = done.played.iter().flat_map(|ended| S::calls(&ended.played.transcript));
    let of_judges = done.judged.iter().flat_map(|(_, judged)| &judged.calls);
    stage.journal.written(of_play.chain(of_judges).copied()).await?;
    Ok(done)
}
