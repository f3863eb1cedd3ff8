//! The units of a run that a judge has labelled: one message (LCA), one request (DCG), one claim of one
//! message (LJP; LexPilot E.3.1).

use std::collections::BTreeMap;

use crate::annotate::AnnotateError;
use crate::annotate::labels::Code;
use crate::annotate::material::Material;
use crate::case::{Case, Language};
use crate::prompt::Prompts;
use crate::run::{Shelf, unit_state};
use crate::suite::lexpilot::{Judgement, Label, Play, PlayRecord, Study, Task, UnitState, parts};

pub use crate::suite::lexpilot::parts::Part;

/// A unit, without what is shown of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The play.
    pub play: Play,
    /// Which part of it.
    pub part: Part,
    /// Language of the case.
    pub language: Language,
    /// Stands for all that its judge, and so an annotator, sees of it.
    pub material: String,
    /// Whether what is shown fits the cells of a spreadsheet.
    pub fits: bool,
    /// The label of each judge that has one, by the judge's name.
    pub labels: BTreeMap<String, Code>,
}

impl Unit {
    /// The unit in one string.
    pub fn id(&self) -> String {
        unit_id(&self.play.id(), self.part)
    }
}

/// A unit's name in one string.
pub fn unit_id(play: &str, part: Part) -> String {
    match part {
        Part::Message => play.to_owned(),
        Part::Request(round) => format!("{play}|request {round}"),
        Part::Claim(number) => format!("{play}|claim {number}"),
    }
}

/// The records of a run with what they are read by.
pub struct Records<'a> {
    /// The study under its newest snapshot.
    pub study: &'a Study,
    /// The prompts of that snapshot.
    pub prompts: &'a Prompts,
    /// The plays.
    pub plays: &'a Shelf<PlayRecord>,
    /// The judgements.
    pub judgements: &'a Shelf<Judgement>,
}

impl Records<'_> {
    /// What a play came to under a judge, as the scores take it.
    pub fn state(&self, play: &Play, judge: &str) -> UnitState {
        unit_state(self.study, self.prompts, self.plays, self.judgements, play, judge)
    }

    /// Names of the judges, the leading one first.
    pub fn judges(&self) -> Vec<String> {
        self.study.judges.iter().map(|judge| judge.seat.name()).collect()
    }

    /// Every unit of these tasks that at least one judge has labelled, in the order of the study.
    ///
    /// # Errors
    /// When a record cannot be read.
    pub fn units(&self, tasks: &[Task]) -> Result<Vec<Unit>, AnnotateError> {
        let judges = self.judges();
        let mut units = Vec::new();
        for play in self.study.plays().into_iter().filter(|play| tasks.contains(&play.task)) {
            let mut parts: BTreeMap<Part, BTreeMap<String, Code>> = BTreeMap::new();
            for judge in &judges {
                if let UnitState::Labelled(label, _) = self.state(&play, judge) {
                    for (part, code) in parts_of(&label) {
                        parts.entry(part).or_default().insert(judge.clone(), code);
                    }
                }
            }
            if parts.is_empty() {
                continue;
            }
            let (Some(case), Some(record)) = (self.study.case(&play), self.plays.read(&play.id())?) else {
                continue;
            };
            for (part, labels) in parts {
                let material = material(case, &record, part);
                units.push(Unit {
                    play: play.clone(),
                    part,
                    language: case.language,
                    material: material.digest(),
                    fits: material.fits(),
                    labels,
                });
            }
        }
        Ok(units)
    }

    /// What an annotator is shown of a unit.
    ///
    /// # Errors
    /// When its record cannot be read any more.
    pub fn material(&self, unit: &Unit) -> Result<Material, AnnotateError> {
        let record = self.plays.read(&unit.play.id())?;
        Ok(match (self.study.case(&unit.play), record) {
            (Some(case), Some(record)) => material(case, &record, unit.part),
            _ => Material::default(),
        })
    }
}

/// The labels within a judge's label.
pub fn parts_of(label: &Label) -> Vec<(Part, Code)> {
    parts::parts_of(label).into_iter().map(|(part, code)| (part, Code(code))).collect()
}

/// The judge's own view of the part, in words. What is judged of a transcript is said in
/// `suite/lexpilot/judge.rs`; this follows it.
fn material(case: &Case, record: &PlayRecord, part: Part) -> Material {
    let transcript = &record.transcript;
    let message = || transcript.final_message().unwrap_or_default();
    match part {
        Part::Message => Material::lca(&case.for_lca_judge(record.play.variant, message())),
        Part::Claim(number) => Material::ljp(&case.for_ljp_judge(message()), number),
        Part::Request(round) => {
            let of_round = transcript.messages().find(|(_, spoken)| spoken.round == round);
            let Some((at, spoken)) = of_round else { return Material::default() };
            let talk = transcript.talk_before(at);
            Material::dcg(&case.for_dcg_judge(&talk, &spoken.turn.text))
        }
    }
}
