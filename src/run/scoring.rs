//! Scores a run from its records alone: nothing is replayed, no one is asked.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::model::journal::Spent;
use crate::run::RunError;
use crate::run::owed::{JudgementNote, PlayNote, judgement_key_of_first_draw};
use crate::run::shelf::{Place, Shelf};
use crate::suite::{
    Estimate, Found, JudgeAgreement, Judgement, LEFT_OUT, PlayRecord, Player, Suite, UnitState, judges_of,
};

/// `scores.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreFile {
    /// Name of the run.
    pub run: String,
    /// Version that scored it.
    pub version: String,
    /// What was played, in a line: a pack and its version, and who reviewed its cases.
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
        let owed = |reason: &&String| *reason != LEFT_OUT;
        !self.lost.keys().any(|reason| owed(&reason))
            && self.lost_beside.is_empty()
            && self.lost_by_further_judges.is_empty()
    }

    /// Plays that are not scored for a reason that nobody chose.
    pub fn not_scored(&self) -> u64 {
        self.planned.saturating_sub(self.played + self.left_out())
    }

    /// Plays that are left out by choice.
    pub fn left_out(&self) -> u64 {
        self.lost.get(LEFT_OUT).copied().unwrap_or(0)
    }

    /// Whether going on can make good any of what is lost; nobody is asked for what was not answered
    /// in a file.
    pub fn can_be_made_good(&self) -> bool {
        let owed = |reason: &String| ![LEFT_OUT, NOT_ANSWERED].contains(&reason.as_str());
        self.lost.keys().any(owed) || !self.lost_beside.is_empty() || !self.lost_by_further_judges.is_empty()
    }
}

/// Scores what stands on the shelves under the study's settings; a record made under others counts
/// as not played. `spent` is the journal's.
pub fn score_run<S: Suite>(
    run: &str,
    study: &S,
    prompts: &S::Prompts,
    plays: &Shelf<PlayRecord<S>>,
    judgements: &Shelf<Judgement<S>>,
    spent: Spent,
) -> ScoreFile {
    let records = Records::of(study, prompts, plays, judgements);
    let state = |play: &S::Unit, judge: &str| records.state(play, judge);
    let note = |play: &S::Unit| records.note(play);
    let found = Found { state: &state, note: &note };
    let (estimates, agreement) = (study.score(&found), study.agreement(&found));
    let players = study.players();
    ScoreFile {
        run: run.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        pack: study.material(),
        rules: estimates.iter().any(|estimate| estimate.rules),
        smoke_model: players.iter().any(|player| player.name.starts_with("local/")),
        coverage: records.coverage(),
        spent,
        estimates,
        agreement,
    }
}

/// Takes a unit with what it came to.
pub type TakeUnit<'a, S> = &'a mut dyn FnMut(&<S as Suite>::Unit, &UnitState<<S as Suite>::Label>);

/// Hands over every planned unit with what it came to under a judge, in the study's order.
pub fn each_unit<S: Suite>(
    study: &S,
    prompts: &S::Prompts,
    plays: &Shelf<PlayRecord<S>>,
    judgements: &Shelf<Judgement<S>>,
    judge: &str,
    take: TakeUnit<'_, S>,
) {
    let records = Records::of(study, prompts, plays, judgements);
    for play in study.units() {
        take(&play, &records.state(&play, judge));
    }
}

/// What a play came to under a judge: a record made under other settings counts as not played.
pub fn unit_state<S: Suite>(
    study: &S,
    prompts: &S::Prompts,
    plays: &Shelf<PlayRecord<S>>,
    judgements: &Shelf<Judgement<S>>,
    play: &S::Unit,
    judge: &str,
) -> UnitState<S::Label> {
    Records::of(study, prompts, plays, judgements).state(play, judge)
}

/// What a judge, as the study sets it up, says of the record of a play: a judgement of an earlier talk
/// or by another rubric says nothing of it.
///
/// # Errors
/// When the judgement cannot be read.
pub fn standing_judgement<S: Suite>(
    study: &S,
    prompts: &S::Prompts,
    (plays, judgements): (&Shelf<PlayRecord<S>>, &Shelf<Judgement<S>>),
    play: &S::Unit,
    judge: &str,
) -> Result<Option<Judgement<S>>, RunError> {
    let id = S::id(play);
    let Some(place) = plays.place(&id).filter(|place| place.note.to_judge) else { return Ok(None) };
    let records = Records::of(study, prompts, plays, judgements);
    match records.judged(play, &id, &place.note.said, judge) {
        Some(_) => judgements.read(&judgement_key_of_first_draw(&id, judge)),
        None => Ok(None),
    }
}

const NOT_ANSWERED: &str = "not_answered";
const NOT_PLAYED: &str = "not_played";
const NOT_JUDGED: &str = "not_judged";

/// A study and what is on record of it.
struct Records<'a, S: Suite> {
    study: &'a S,
    prompts: &'a S::Prompts,
    plays: &'a Shelf<PlayRecord<S>>,
    judgements: &'a Shelf<Judgement<S>>,
    judges: Vec<Player>,
    /// What the plays of a unit must rest on, by the id of its first repeat.
    rests: RefCell<HashMap<String, Option<[u8; 16]>>>,
}

impl<'a, S: Suite> Records<'a, S> {
    fn of(
        study: &'a S,
        prompts: &'a S::Prompts,
        plays: &'a Shelf<PlayRecord<S>>,
        judgements: &'a Shelf<Judgement<S>>,
    ) -> Self {
        let rests = RefCell::default();
        Self { study, prompts, plays, judgements, judges: judges_of(study), rests }
    }

    /// The record of a play, if it was made under these settings.
    fn standing(&self, play: &S::Unit, id: &str) -> Result<&Place<PlayNote<S::Note>>, &'static str> {
        let first = S::first_repeat(play);
        let mut rests = self.rests.borrow_mut();
        // Repeats rest on the same.
        let data = *rests
            .entry(S::id(&first))
            .or_insert_with(|| self.study.play_basis(self.prompts, &first).map(|basis| basis.data_digest()));
        let (Some(data), Some(place)) = (data, self.plays.place(id)) else { return Err(self.not_played()) };
        if place.note.data == data { Ok(place) } else { Err(NOT_PLAYED) }
    }

    /// What a unit without a record is called.
    fn not_played(&self) -> &'static str {
        if self.study.answers_file().is_some() { NOT_ANSWERED } else { NOT_PLAYED }
    }

    fn state(&self, play: &S::Unit, judge: &str) -> UnitState<S::Label> {
        let id = S::id(play);
        let place = match self.standing(play, &id) {
            Ok(place) => place,
            Err(reason) => return UnitState::Lost(reason),
        };
        if let Some(fault) = place.note.fault() {
            return UnitState::Lost(fault.name());
        }
        if let Some(reason) = self.study.left_out(&place.note.of_suite) {
            return UnitState::Lost(reason);
        }
        if !place.note.to_judge {
            let Some(absence) = place.note.absence() else { return UnitState::Lost(NOT_JUDGED) };
            return match S::unread(&place.note.of_suite) {
                Some(label) => UnitState::Labelled(label, Some(absence)),
                None => UnitState::Absent(absence),
            };
        }
        match self.judged(play, &id, &place.note.said, judge) {
            Some(judged) => match &judged.note.outcome {
                Ok(label) => UnitState::Labelled(label.clone(), place.note.absence()),
                Err(fault) => UnitState::Lost(fault.name()),
            },
            None => UnitState::Lost(NOT_JUDGED),
        }
    }

    /// The judgement of what was said, by a judge as it is set up now.
    fn judged(
        &self,
        play: &S::Unit,
        id: &str,
        said: &str,
        judge: &str,
    ) -> Option<&Place<JudgementNote<S::Label>>> {
        let at = self.judges.iter().position(|seat| seat.name == judge)?;
        let basis = self.study.judge_basis(self.prompts, play, at, said)?;
        let judged = self.judgements.place(&judgement_key_of_first_draw(id, judge))?;
        (judged.note.data == basis.data_digest()).then_some(judged)
    }

    /// What its suite notes of a play that ended without a fault, or why there is none.
    fn note(&self, play: &S::Unit) -> Result<S::Note, &'static str> {
        let place = self.standing(play, &S::id(play)).map_err(|_| NOT_PLAYED)?;
        match place.note.fault() {
            Some(fault) => Err(fault.name()),
            None => Ok(place.note.of_suite.clone()),
        }
    }

    fn coverage(&self) -> Coverage {
        let mut coverage = Coverage::default();
        let (leading, further) =
            self.judges.split_first().map_or(("", [].as_slice()), |(l, f)| (l.name.as_str(), f));
        let not_played = self.not_played();
        for play in self.study.units() {
            coverage.planned += 1;
            let unit = self.state(&play, leading);
            let place = self.plays.place(&S::id(&play));
            let without_record = matches!(unit, UnitState::Lost(reason) if reason == not_played);
            let of_others = matches!(unit, UnitState::Lost(NOT_PLAYED));
            let stop = match place {
                Some(place) if !without_record => place.note.stop.name(),
                _ => not_played,
            };
            let heading = S::place(&play).heading();
            *coverage.stops.entry(heading).or_default().entry(stop.to_owned()).or_default() += 1;
            let beside = place.filter(|_| !without_record && !of_others).and_then(|place| place.note.beside);
            if let Some(fault) = beside {
                *coverage.lost_beside.entry(fault.name().to_owned()).or_default() += 1;
            }
            match unit {
                UnitState::Lost(reason) => *coverage.lost.entry(reason.to_owned()).or_default() += 1,
                UnitState::Absent(_) | UnitState::Labelled(..) => {
                    coverage.played += 1;
                    for judge in further {
                        if let UnitState::Lost(reason) = self.state(&play, &judge.name) {
                            let lost = &mut coverage.lost_by_further_judges;
                            let by_judge = lost.entry(judge.name.clone()).or_default();
                            *by_judge.entry(reason.to_owned()).or_default() += 1;
                        }
                    }
                }
            }
        }
        coverage
    }
}
