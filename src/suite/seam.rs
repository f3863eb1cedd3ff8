//! The seam: all that a run needs to know of a suite to plan it, play it, go on with it, have it
//! judged and score it. A run knows no suite, and a suite knows no run.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::future::Future;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::case::{Absence, Fault, Stop};
use crate::cast::{Halt, Spent, Stage};
use crate::model::journal::TaskOf;
use crate::suite::{Basis, Estimate, JudgeAgreement, JudgeOutcome};

/// A study of a suite: its units, who plays and judges them, and how they are scored.
pub trait Suite: Sized + Send + Sync + 'static {
    /// The suite's name in identities and files.
    const NAME: &'static str;
    /// What it plays, in a word: `pack`, `triples`.
    const MATERIAL: &'static str;
    /// The metrics of the closing table, by task, in its order.
    const HEADLINES: &'static [(&'static str, &'static [&'static str])];

    /// What is to be known about the numbers of that table, in a line.
    const LEGEND: &'static str;

    /// The prompts by which its models are asked.
    type Prompts: Send + Sync + 'static;
    /// The unit of play, by what makes it itself; a judge is no part of it.
    type Unit: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What was played.
    type Transcript: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What a judge says of it.
    type Label: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What scoring wants to know of a play beside its labels; kept in memory.
    type Note: Clone + Send + Sync;

    /// All units, in the order in which they are played.
    fn units(&self) -> Vec<Self::Unit>;
    /// The identity in one string.
    fn id(unit: &Self::Unit) -> String;
    /// The first repeat of the unit: repeats ask alike.
    fn first_repeat(unit: &Self::Unit) -> Self::Unit;
    /// Where the unit is counted.
    fn place(unit: &Self::Unit) -> Place;

    /// Tells the task under which costs are listed, from the scope of an ask: also of one that an earlier
    /// study of the same folder made.
    fn tasks(&self) -> TaskOf;

    /// Everybody who takes part, each seat once; of the judges the first one leads.
    fn players(&self) -> Vec<Player>;
    /// Who played, as the closing text says it: a role and a name.
    fn header(&self) -> Vec<(&'static str, String)>;
    /// Whether the role, as the journal names it, is played by rule in this unit.
    fn by_rule(&self, unit: &Self::Unit, role: &str) -> bool;
    /// The file from which what was played came, where nobody was asked for it.
    fn answers_file(&self) -> Option<&str>;
    /// What is played, in a line: its name, its version and how much of it there is.
    fn material(&self) -> String;
    /// The metrics that are shares of units, by task, each with the number of clusters behind it.
    fn shares(&self) -> Vec<(&'static str, &'static str, usize)>;

    /// What the record of a play rests on; `None` where the unit is none of the study's.
    fn play_basis(&self, prompts: &Self::Prompts, unit: &Self::Unit) -> Option<Basis>;
    /// What a judgement rests on; `judge` is its position, `said` the gist's hash of what was said.
    fn judge_basis(
        &self,
        prompts: &Self::Prompts,
        unit: &Self::Unit,
        judge: usize,
        said: &str,
    ) -> Option<Basis>;
    /// What a run keeps in mind of a play.
    fn gist(unit: &Self::Unit, transcript: &Self::Transcript) -> Gist<Self::Note>;
    /// The journal's lines behind a play.
    fn calls(transcript: &Self::Transcript) -> &[u64];

    /// Plays one unit to its end; `anew` says that an earlier attempt ended in a fault.
    ///
    /// # Errors
    /// When the run must end (journal or prompt); a fault of a role is in the transcript.
    fn play(
        &self,
        stage: &Stage<Self::Prompts>,
        unit: &Self::Unit,
        anew: bool,
    ) -> impl Future<Output = Result<Played<Self::Transcript>, Halt>> + Send;

    /// Has the judge at this position label one play; `anew` says that an earlier attempt ended in a
    /// fault.
    ///
    /// # Errors
    /// When the run must end (journal or prompt); a fault of the judge is in the outcome.
    fn judge(
        &self,
        stage: &Stage<Self::Prompts>,
        unit: &Self::Unit,
        judge: usize,
        transcript: &Self::Transcript,
        anew: bool,
    ) -> impl Future<Output = Result<Judged<Self::Label>, Halt>> + Send;

    /// The shortest reply to a role that is of use at once, for rehearsals; `schema` is the name of the
    /// form that is asked for.
    fn reply_of_use(role: &str, schema: Option<&str>) -> &'static str;

    /// Why a unit that was played to its end is not scored, where the settings leave it out.
    fn left_out(&self, _note: &Self::Note) -> Option<&'static str> {
        None
    }
    /// What every judge would say of a play that ended without text and that none of them reads, where the
    /// note tells more of it than how it ended.
    fn unread(_note: &Self::Note) -> Option<Self::Label> {
        None
    }
    /// The metrics of which there may be estimates, each once.
    fn metrics(&self) -> Vec<&'static str>;
    /// The estimates of the study. Pure.
    fn score(&self, found: &Found<'_, Self>) -> Vec<Estimate>;
    /// How far its judges agree, two at a time; nothing where there is one. Pure.
    fn agreement(&self, _found: &Found<'_, Self>) -> Vec<JudgeAgreement> {
        Vec::new()
    }
}

/// Tells what a unit came to under a judge.
pub type StateOf<'a, S> = &'a dyn Fn(&<S as Suite>::Unit, &str) -> UnitState<<S as Suite>::Label>;

/// Tells the note of a play, or why there is none.
pub type NoteOf<'a, S> = &'a dyn Fn(&<S as Suite>::Unit) -> Result<<S as Suite>::Note, &'static str>;

/// What a run found on record, as a suite scores it.
pub struct Found<'a, S: Suite> {
    /// What a unit came to under a judge.
    pub state: StateOf<'a, S>,
    /// The note of a play that ended without a fault, or why there is none.
    pub note: NoteOf<'a, S>,
}

/// What a planned unit came to under one judge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnitState<L> {
    /// Lost to the harness, or not played yet: taken out of the scores and counted by reason.
    Lost(&'static str),
    /// The assistant gave no text.
    Absent(Absence),
    /// Labelled by the judge; with the assistant's reason where a talk ended in a message without text
    /// and what came before it was judged.
    Labelled(L, Option<Absence>),
}

/// The reason of units that are left out by choice: owed to nobody.
pub const LEFT_OUT: &str = "noncompliant";

/// The draw of a judge that is scored.
pub const FIRST_DRAW: u32 = 1;

/// What a run keeps in mind of a play.
#[derive(Clone, Debug)]
pub struct Gist<N> {
    /// How it ended.
    pub stop: Stop,
    /// What happened, where it ended in a fault.
    pub why: Option<String>,
    /// What failed beside a play that went on to its end.
    pub beside: Option<(Fault, String)>,
    /// Hash of what was said and how it ended, in hex: what a judgement of it rests on.
    pub said: String,
    /// Whether a judge has anything to read.
    pub to_judge: bool,
    /// See [`Suite::Note`].
    pub note: N,
}

/// Where a unit is counted: ordered as tables list it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Its place in the order of tasks.
    pub rank: usize,
    /// The task.
    pub task: &'static str,
    /// The setup, where the task has several.
    pub setup: Option<&'static str>,
    /// The assistant.
    pub model: String,
}

impl Place {
    /// Task and setup, as counts are listed under them.
    pub fn heading(&self) -> String {
        match self.setup {
            Some(setup) => format!("{} {setup}", self.task),
            None => self.task.to_owned(),
        }
    }
}

/// Somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// As the journal names it: `assistant`, `user`, `gate`, `classifier`, `ledger`, `judge`; in dialogues of
    /// two parties `plaintiff` and `defendant`.
    pub role: &'static str,
    /// As the user wrote it.
    pub name: String,
    /// Whether a player by rule sits there.
    pub by_rule: bool,
}

/// A unit played to its end.
pub struct Played<T> {
    /// What was said.
    pub transcript: T,
    /// What its asks came to, by role.
    pub spent: BTreeMap<String, Spent>,
    /// Asks that were not answered from the journal.
    pub fresh: u64,
}

/// One play judged.
pub struct Judged<L> {
    /// The label, or what failed.
    pub outcome: JudgeOutcome<L>,
    /// The journal's lines behind it.
    pub calls: Vec<u64>,
    /// What its asks came to, by role.
    pub spent: BTreeMap<String, Spent>,
    /// Asks that were not answered from the journal.
    pub fresh: u64,
}

/// The judges among those who take part, in their order.
pub fn judges_of(study: &impl Suite) -> Vec<Player> {
    study.players().into_iter().filter(|player| player.role == "judge").collect()
}
