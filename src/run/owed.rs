//! What is planned, what of it stands, and why the rest is owed.

use std::sync::Arc;

use crate::case::{Absence, Fault, Stop};
use crate::prompt::Prompts;
use crate::run::shelf::{Shelf, Shelved};
use crate::run::{RunError, folder::RunFolder};
use crate::suite::lexpilot::{
    Basis, Course, JudgeOutcome, Judgement, Label, Play, PlayRecord, Study, to_judge,
};

/// What is kept in memory of a play's record.
#[derive(Clone)]
pub struct PlayNote {
    /// Stands for the basis.
    pub basis: [u8; 16],
    /// Stands for what of the basis is not the program's.
    pub data: [u8; 16],
    /// Stands for where the roles were asked.
    pub endpoints: Option<[u8; 16]>,
    /// Hash of what was said, in hex: what a judgement of it rests on.
    pub said: String,
    /// How it ended.
    pub stop: Stop,
    /// What failed beside a play that went on to its end: its gate or its checker.
    pub beside: Option<Fault>,
    /// Whether a judge has anything to read.
    pub to_judge: bool,
    /// How a consultation went.
    pub course: Option<Arc<Course>>,
}

impl PlayNote {
    /// The fault that ended the play, if one did.
    pub fn fault(&self) -> Option<Fault> {
        match self.stop {
            Stop::Fault(fault) => Some(fault),
            _ => None,
        }
    }

    /// Why the assistant gave no text, if it gave none.
    pub fn absence(&self) -> Option<Absence> {
        match self.stop {
            Stop::Silent(absence) => Some(absence),
            _ => None,
        }
    }
}

impl Shelved for PlayRecord {
    type Note = PlayNote;

    fn seq(&self) -> u64 {
        self.seq
    }

    fn key(&self) -> String {
        self.id.clone()
    }

    fn note(&self) -> PlayNote {
        // Turns are plain data: serialising them cannot fail.
        let turns = serde_json::to_vec(&self.transcript.turns).expect("turns are plain data");
        PlayNote {
            basis: self.basis.digest(),
            data: self.basis.data_digest(),
            endpoints: self.basis.endpoints_digest(),
            said: said(&turns, self.transcript.stop),
            stop: self.transcript.stop,
            beside: self.transcript.lost_beside().map(|(fault, _)| fault),
            to_judge: to_judge(self.play.task, &self.transcript),
            course: Course::of(&self.play, &self.transcript).map(Arc::new),
        }
    }
}

/// Hash of what was said, as it is written in a record, and how it ended; not of the calls behind it.
pub fn said(turns: &[u8], stop: Stop) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(turns);
    hasher.update(stop.name().as_bytes());
    hasher.finalize().to_hex()[..32].to_owned()
}

/// What is kept in memory of a judgement.
#[derive(Clone)]
pub struct JudgementNote {
    /// Stands for the basis.
    pub basis: [u8; 16],
    /// Stands for what of the basis is not the program's.
    pub data: [u8; 16],
    /// Stands for where the judge was asked.
    pub endpoints: Option<[u8; 16]>,
    /// The label, or what failed.
    pub outcome: Result<Label, Fault>,
}

impl Shelved for Judgement {
    type Note = JudgementNote;

    fn seq(&self) -> u64 {
        self.seq
    }

    fn key(&self) -> String {
        judgement_key(&self.play, &self.judge, self.draw)
    }

    fn note(&self) -> JudgementNote {
        let outcome = match &self.outcome {
            JudgeOutcome::Label(label) => Ok(label.clone()),
            JudgeOutcome::Fault { fault, .. } => Err(*fault),
        };
        JudgementNote {
            basis: self.basis.digest(),
            data: self.basis.data_digest(),
            endpoints: self.basis.endpoints_digest(),
            outcome,
        }
    }
}

/// The identity of a judgement in one string.
pub fn judgement_key(play: &str, judge: &str, draw: u32) -> String {
    format!("{play}\n{judge}\n{draw}")
}

/// The draw of a judge that is scored.
pub const FIRST_DRAW: u32 = 1;

/// The key of the judgement that is scored.
pub fn judgement_key_of_first_draw(play: &str, judge: &str) -> String {
    judgement_key(play, judge, FIRST_DRAW)
}

/// A planned unit of which something is owed.
#[derive(Clone, Debug)]
pub struct OwedUnit {
    /// The unit.
    pub play: Play,
    /// Why the play itself is owed; `None` where its record stands.
    pub play_why: Option<Why>,
    /// The judgements owed: position of the judge in the study, and why.
    pub judges: Vec<(usize, Why)>,
}

/// Why something is owed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// It was never made.
    New,
    /// It ended in this fault.
    Failed(Fault),
    /// This part of what it rests on has changed.
    Changed(String),
    /// The play it judges is owed.
    WithPlay,
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::New => f.write_str("new"),
            Self::Failed(fault) => write!(f, "failed: {}", fault.name()),
            Self::Changed(part) => write!(f, "changed: {part}"),
            Self::WithPlay => f.write_str("its play is owed"),
        }
    }
}

/// Plans and records, side by side.
pub struct Owed {
    /// How many plays the study has.
    pub plays_planned: usize,
    /// Units of which something is owed, in the order in which they are played.
    pub units: Vec<OwedUnit>,
    /// Plays (`None`) and judgements (position of the judge) that stand, and were asked of another
    /// address than they would be now.
    pub moved: Vec<(Play, Option<usize>)>,
}

impl Owed {
    /// All of a study that has not begun.
    pub fn of_new(study: &Study) -> Self {
        let unit = |play| OwedUnit {
            play,
            play_why: Some(Why::New),
            judges: (0..study.judges.len()).map(|judge| (judge, Why::WithPlay)).collect(),
        };
        let units: Vec<OwedUnit> = study.plays().into_iter().map(unit).collect();
        Self { plays_planned: units.len(), units, moved: Vec::new() }
    }

    /// How many plays are owed.
    pub fn plays(&self) -> usize {
        self.units.iter().filter(|unit| unit.play_why.is_some()).count()
    }

    /// How many judgements are owed at most: a play may yet leave a judge nothing to read.
    pub fn judgements(&self) -> usize {
        self.units.iter().map(|unit| unit.judges.len()).sum()
    }
}

/// A record rests on something else than it would now: the first part that differs.
fn changed(now: &Basis, was: Option<Basis>) -> Why {
    Why::Changed(now.first_difference(&was.unwrap_or_default()).unwrap_or("basis").to_owned())
}

/// Whether a record was made at another address; only where both are told.
fn has_moved(was: Option<[u8; 16]>, basis: &Basis) -> bool {
    was.zip(basis.endpoints_digest()).is_some_and(|(was, is)| was != is)
}

/// Opens both shelves of a run.
///
/// # Errors
/// When a file cannot be read.
pub fn shelves(folder: &RunFolder) -> Result<(Shelf<PlayRecord>, Shelf<Judgement>), RunError> {
    Ok((folder.plays()?, folder.judgements()?))
}

/// The judgements alone that are owed of what can be scored, whatever is owed besides.
///
/// # Errors
/// When a record cannot be read.
pub fn owed_judgements(
    study: &Study,
    prompts: &Prompts,
    plays: &Shelf<PlayRecord>,
    judgements: &Shelf<Judgement>,
) -> Result<Owed, RunError> {
    let planned = study.plays();
    let mut owed = Owed { plays_planned: planned.len(), units: Vec::new(), moved: Vec::new() };
    for play in planned {
        let (Some(case), Some(assistant)) = (study.case(&play), study.assistant(&play)) else { continue };
        let Some(place) = plays.place(&play.id()) else { continue };
        let scored = place.note.data == study.play_basis(prompts, &play, case, assistant).data_digest();
        if !scored || !place.note.to_judge {
            continue;
        }
        let judges = of_judges(study, prompts, &play, &place.note.said, judgements, &mut owed.moved)?;
        if !judges.is_empty() {
            owed.units.push(OwedUnit { play, play_why: None, judges });
        }
    }
    Ok(owed)
}

/// Which judgements of a play that stands are owed, and why.
fn of_judges(
    study: &Study,
    prompts: &Prompts,
    play: &Play,
    said: &str,
    judgements: &Shelf<Judgement>,
    moved: &mut Vec<(Play, Option<usize>)>,
) -> Result<Vec<(usize, Why)>, RunError> {
    let mut judges = Vec::new();
    let Some(case) = study.case(play) else { return Ok(judges) };
    for (at, judge) in study.judges.iter().enumerate() {
        let basis = study.judge_basis(prompts, play, case, judge, said);
        let key = judgement_key(&play.id(), &judge.seat.name(), FIRST_DRAW);
        let why = match judgements.place(&key) {
            None => Some(Why::New),
            Some(place) if place.note.basis != basis.digest() => {
                Some(changed(&basis, judgements.read(&key)?.map(|record| record.basis)))
            }
            Some(place) => {
                if place.note.outcome.is_ok() && has_moved(place.note.endpoints, &basis) {
                    moved.push((play.clone(), Some(at)));
                }
                place.note.outcome.as_ref().err().map(|fault| Why::Failed(*fault))
            }
        };
        judges.extend(why.map(|why| (at, why)));
    }
    Ok(judges)
}

/// Compares the study with what stands on the shelves.
///
/// # Errors
/// When a record cannot be read.
pub fn owed(
    study: &Study,
    prompts: &Prompts,
    plays: &Shelf<PlayRecord>,
    judgements: &Shelf<Judgement>,
) -> Result<Owed, RunError> {
    let planned = study.plays();
    let mut owed = Owed { plays_planned: planned.len(), units: Vec::new(), moved: Vec::new() };
    for play in planned {
        let (Some(case), Some(assistant)) = (study.case(&play), study.assistant(&play)) else { continue };
        let id = play.id();
        let basis = study.play_basis(prompts, &play, case, assistant);
        let play_why = match plays.place(&id) {
            None => Some(Why::New),
            Some(place) if place.note.basis != basis.digest() => {
                Some(changed(&basis, plays.read(&id)?.map(|record| record.basis)))
            }
            // The replay of a play that lost something beside it pays for that alone.
            Some(place) => place.note.fault().or(place.note.beside).map(Why::Failed),
        };
        let standing = plays.place(&id).filter(|_| play_why.is_none());
        if standing.is_some_and(|place| has_moved(place.note.endpoints, &basis)) {
            owed.moved.push((play.clone(), None));
        }
        let mut judges = Vec::new();
        match standing {
            None => judges.extend((0..study.judges.len()).map(|judge| (judge, Why::WithPlay))),
            Some(place) if place.note.to_judge => {
                judges = of_judges(study, prompts, &play, &place.note.said, judgements, &mut owed.moved)?;
            }
            Some(_) => {}
        }
        if play_why.is_some() || !judges.is_empty() {
            owed.units.push(OwedUnit { play, play_why, judges });
        }
    }
    Ok(owed)
}
