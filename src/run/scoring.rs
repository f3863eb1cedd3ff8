//! Scores a run from its records alone: nothing is replayed, no one is asked.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::model::journal::Spent;
use crate::prompt::Prompts;
use crate::run::owed::{FIRST_DRAW, judgement_key};
use crate::run::shelf::Shelf;
use crate::suite::Estimate;
use crate::suite::lexpilot::{
    Course, JudgeAgreement, Judgement, Noncompliant, Play, PlayRecord, Scores, Study, UnitState, score,
};

/// `scores.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreFile {
    /// Name of the run.
    pub run: String,
    /// Version that scored it.
    pub version: String,
    /// Pack and its version, and who reviewed its cases.
    pub pack: String,
    /// True when a player by rule took part anywhere.
    pub rules: bool,
    /// True when the small local model took part anywhere: its scores mean nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub smoke_model: bool,
    /// What was planned and what became of it.
    pub coverage: Coverage,
    /// What the whole run asked of models, each ask once, and what that cost.
    #[serde(default)]
    pub spent: Spent,
    /// The numbers.
    pub estimates: Vec<Estimate>,
    /// How far the judges agree, two at a time; empty where there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreement: Vec<JudgeAgreement>,
}

/// What was planned, and what became of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// Plays planned.
    pub planned: u64,
    /// Of these, played to an end that can be scored.
    pub played: u64,
    /// How plays ended, by task (and setup).
    pub stops: BTreeMap<String, BTreeMap<String, u64>>,
    /// Units lost to the harness under the leading judge, by reason.
    pub lost: BTreeMap<String, u64>,
    /// Units played to their end of which the gate or the disclosure checker failed, by reason: scored
    /// without what these would say, and owed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lost_beside: BTreeMap<String, u64>,
    /// Units that only a further judge lost, by judge and reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lost_by_further_judges: BTreeMap<String, BTreeMap<String, u64>>,
}

impl Coverage {
    /// Whether every planned unit is scored under every judge, or left out by choice.
    pub fn is_complete(&self) -> bool {
        let owed = |reason: &&String| *reason != NONCOMPLIANT;
        !self.lost.keys().any(|reason| owed(&reason))
            && self.lost_beside.is_empty()
            && self.lost_by_further_judges.is_empty()
    }

    /// Whether going on can make good any of what is lost; nobody is asked for what was not answered
    /// in a file.
    pub fn can_be_made_good(&self) -> bool {
        let owed = |reason: &String| ![NONCOMPLIANT, NOT_ANSWERED].contains(&reason.as_str());
        self.lost.keys().any(owed) || !self.lost_by_further_judges.is_empty()
    }
}

/// Scores what stands on the shelves under the study's settings; a record made under others counts
/// as not played. `spent` is the journal's.
pub fn score_run(
    run: &str,
    study: &Study,
    prompts: &Prompts,
    plays: &Shelf<PlayRecord>,
    judgements: &Shelf<Judgement>,
    spent: Spent,
) -> ScoreFile {
    let state = |play: &Play, judge: &str| unit_state(study, prompts, plays, judgements, play, judge);
    let course = |play: &Play| course_of(study, prompts, plays, play);
    let Scores { estimates, agreement } = score(study, &state, &course);
    let mut coverage = Coverage::default();
    let judges: Vec<String> = study.judges.iter().map(|judge| judge.seat.name()).collect();
    let (leading, further) = judges.split_first().map_or(("", [].as_slice()), |(l, f)| (l.as_str(), f));
    for play in study.plays() {
        coverage.planned += 1;
        let unit = state(&play, leading);
        let task = match play.setup {
            Some(setup) => format!("{} {setup}", play.task),
            None => play.task.to_string(),
        };
        let stop = match plays.place(&play.id()) {
            Some(place) if unit != UnitState::Lost(not_played(study, &play)) => place.note.stop.name(),
            _ => not_played(study, &play),
        };
        *coverage.stops.entry(task).or_default().entry(stop.to_owned()).or_default() += 1;
        let current =
            unit != UnitState::Lost(not_played(study, &play)) && unit != UnitState::Lost(NOT_PLAYED);
        let beside = plays.place(&play.id()).filter(|_| current).and_then(|place| place.note.beside);
        if let Some(fault) = beside {
            *coverage.lost_beside.entry(fault.name().to_owned()).or_default() += 1;
        }
        match unit {
            UnitState::Lost(reason) => *coverage.lost.entry(reason.to_owned()).or_default() += 1,
            UnitState::Absent(_) | UnitState::Labelled(..) => {
                coverage.played += 1;
                for judge in further {
                    if let UnitState::Lost(reason) = state(&play, judge) {
                        let by_judge = coverage.lost_by_further_judges.entry(judge.clone()).or_default();
                        *by_judge.entry(reason.to_owned()).or_default() += 1;
                    }
                }
            }
        }
    }
    ScoreFile {
        run: run.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        pack: pack_line(study),
        rules: estimates.iter().any(|estimate| estimate.rules),
        smoke_model: asks_local_model(study),
        coverage,
        spent,
        estimates,
        agreement,
    }
}

/// Hands over every planned unit with what it came to under a judge, in the study's order.
pub fn each_unit(
    study: &Study,
    prompts: &Prompts,
    plays: &Shelf<PlayRecord>,
    judgements: &Shelf<Judgement>,
    judge: &str,
    take: &mut dyn FnMut(&Play, &UnitState),
) {
    for play in study.plays() {
        take(&play, &unit_state(study, prompts, plays, judgements, &play, judge));
    }
}

fn asks_local_model(study: &Study) -> bool {
    let assistants = study.assistants.iter().map(|assistant| assistant.seat.name());
    let judges = study.judges.iter().map(|judge| judge.seat.name());
    let gate = &study.gate;
    let others =
        [study.user.seat.name(), gate.facts.name(), gate.classifier.name(), study.checker.seat.name()];
    assistants.chain(judges).chain(others).any(|name| name.starts_with("local/"))
}

/// What a unit without a record is called.
fn not_played(study: &Study, play: &Play) -> &'static str {
    let from_file = study.assistant(play).is_some_and(|assistant| assistant.seat.answers_file().is_some());
    if from_file { NOT_ANSWERED } else { NOT_PLAYED }
}

const NOT_ANSWERED: &str = "not_answered";
const NOT_PLAYED: &str = "not_played";
const NOT_JUDGED: &str = "not_judged";

/// Left out by choice, and owed to nobody.
const NONCOMPLIANT: &str = "noncompliant";

/// Nobody can say whether the user kept to its condition, as its checker failed.
const UNCHECKED: &str = "no_ledger";

/// How a consultation went, or why that is not known.
fn course_of(
    study: &Study,
    prompts: &Prompts,
    plays: &Shelf<PlayRecord>,
    play: &Play,
) -> Result<Arc<Course>, &'static str> {
    let parts = (study.case(play), study.assistant(play), plays.place(&play.id()));
    let (Some(case), Some(assistant), Some(place)) = parts else { return Err(NOT_PLAYED) };
    if place.note.data != study.play_basis(prompts, play, case, assistant).data_digest() {
        return Err(NOT_PLAYED);
    }
    match (place.note.fault(), &place.note.course) {
        (Some(fault), _) => Err(fault.name()),
        (None, Some(course)) => Ok(Arc::clone(course)),
        (None, None) => Err(NOT_PLAYED),
    }
}

/// What a play came to under a judge: a record made under other settings counts as not played.
pub fn unit_state(
    study: &Study,
    prompts: &Prompts,
    plays: &Shelf<PlayRecord>,
    judgements: &Shelf<Judgement>,
    play: &Play,
    judge: &str,
) -> UnitState {
    let id = play.id();
    let parts = (study.case(play), study.assistant(play), plays.place(&id));
    let not_played = not_played(study, play);
    let (Some(case), Some(assistant), Some(place)) = parts else { return UnitState::Lost(not_played) };
    if place.note.data != study.play_basis(prompts, play, case, assistant).data_digest() {
        return UnitState::Lost(NOT_PLAYED);
    }
    if let Some(fault) = place.note.fault() {
        return UnitState::Lost(fault.name());
    }
    if study.noncompliant == Noncompliant::Drop {
        let disrupted = place.note.course.as_ref().filter(|course| course.disrupted().is_some());
        match disrupted.map(|course| course.breaches()) {
            Some(None) => return UnitState::Lost(UNCHECKED),
            Some(Some(breaches)) if !breaches.is_empty() => return UnitState::Lost(NONCOMPLIANT),
            Some(Some(_)) | None => {}
        }
    }
    if !place.note.to_judge {
        return place.note.absence().map_or(UnitState::Lost(NOT_JUDGED), UnitState::Absent);
    }
    let Some(seat) = study.judges.iter().find(|seat| seat.seat.name() == judge) else {
        return UnitState::Lost(NOT_JUDGED);
    };
    let basis = study.judge_basis(prompts, play, case, seat, &place.note.said);
    match judgements.place(&judgement_key(&id, judge, FIRST_DRAW)) {
        Some(judged) if judged.note.data == basis.data_digest() => match &judged.note.outcome {
            Ok(label) => UnitState::Labelled(label.clone(), place.note.absence()),
            Err(fault) => UnitState::Lost(fault.name()),
        },
        _ => UnitState::Lost(NOT_JUDGED),
    }
}

fn pack_line(study: &Study) -> String {
    let meta = &study.pack.meta;
    let mut states: BTreeMap<&str, usize> = BTreeMap::new();
    for case in study.cases() {
        *states.entry(case.review.state.as_str()).or_default() += 1;
    }
    let reviews: Vec<String> = states.iter().map(|(state, n)| format!("{n} reviewed by {state}")).collect();
    format!("{} version {} ({} cases: {})", meta.name, meta.version, study.cases().len(), reviews.join(", "))
}
