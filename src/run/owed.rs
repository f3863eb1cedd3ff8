//! What is planned, what of it stands, and why the rest is owed.

use std::collections::BTreeMap;

use crate::case::{Absence, Fault, Stop};
use crate::cast::Spent;
use crate::run::shelf::{Shelf, Shelved};
use crate::run::{RunError, folder::RunFolder};
use crate::suite::{Basis, FIRST_DRAW, Gist, JudgeOutcome, Judgement, PlayRecord, Player, Suite, judges_of};

/// What is kept in memory of a play's record; `N` is what its suite keeps.
#[derive(Clone)]
pub struct PlayNote<N> {
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
    /// What failed beside a play that went on to its end, such as its gate.
    pub beside: Option<Fault>,
    /// Whether a judge has anything to read.
    pub to_judge: bool,
    /// What was asked for it.
    pub asks: Asks,
    /// See [`Suite::Note`].
    pub of_suite: N,
}

/// How many asks a record rests on, by role.
#[derive(Clone)]
pub struct Asks(Box<[(Box<str>, u64)]>);

impl Asks {
    /// Of a record that came to `spent`.
    fn of(spent: &BTreeMap<String, Spent>) -> Self {
        Self(spent.iter().map(|(role, spent)| (role.as_str().into(), spent.calls)).collect())
    }

    /// Each role with its asks.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(role, asks)| (&**role, *asks))
    }
}

impl<N> PlayNote<N> {
    /// Of a play that rests on `basis` and came to `spent`.
    pub fn of(basis: &Basis, gist: Gist<N>, spent: &BTreeMap<String, Spent>) -> Self {
        Self {
            basis: basis.digest(),
            data: basis.data_digest(),
            endpoints: basis.endpoints_digest(),
            said: gist.said,
            stop: gist.stop,
            beside: gist.beside.map(|(fault, _)| fault),
            to_judge: gist.to_judge,
            asks: Asks::of(spent),
            of_suite: gist.note,
        }
    }

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

impl<S: Suite> Shelved for PlayRecord<S> {
    type Note = PlayNote<S::Note>;

    fn seq(&self) -> u64 {
        self.seq
    }

    fn key(&self) -> String {
        self.id.clone()
    }

    fn note(&self) -> PlayNote<S::Note> {
        PlayNote::of(&self.basis, S::gist(&self.play, &self.transcript), &self.spent)
    }

    fn lines(&self) -> &[u64] {
        S::calls(&self.transcript)
    }
}

/// What is kept in memory of a judgement; `L` is the label.
#[derive(Clone)]
pub struct JudgementNote<L> {
    /// Stands for the basis.
    pub basis: [u8; 16],
    /// Stands for what of the basis is not the program's.
    pub data: [u8; 16],
    /// Stands for where the judge was asked.
    pub endpoints: Option<[u8; 16]>,
    /// What was asked for it.
    pub asks: Asks,
    /// The label, or what failed.
    pub outcome: Result<L, Fault>,
}

impl<S: Suite> Shelved for Judgement<S> {
    type Note = JudgementNote<S::Label>;

    fn seq(&self) -> u64 {
        self.seq
    }

    fn key(&self) -> String {
        judgement_key(&self.play, &self.judge, self.draw)
    }

    fn note(&self) -> JudgementNote<S::Label> {
        let outcome = match &self.outcome {
            JudgeOutcome::Label(label) => Ok(label.clone()),
            JudgeOutcome::Fault { fault, .. } => Err(*fault),
        };
        JudgementNote {
            basis: self.basis.digest(),
            data: self.basis.data_digest(),
            endpoints: self.basis.endpoints_digest(),
            asks: Asks::of(&self.spent),
            outcome,
        }
    }

    fn lines(&self) -> &[u64] {
        &self.calls
    }
}

/// The identity of a judgement in one string.
fn judgement_key(play: &str, judge: &str, draw: u32) -> String {
    format!("{play}\n{judge}\n{draw}")
}

/// The key of the judgement that is scored.
pub fn judgement_key_of_first_draw(play: &str, judge: &str) -> String {
    judgement_key(play, judge, FIRST_DRAW)
}

/// A planned unit of which something is owed.
#[derive(Clone, Debug)]
pub struct OwedUnit<U> {
    /// The unit.
    pub play: U,
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
pub struct Owed<U> {
    /// How many plays the study has.
    pub plays_planned: usize,
    /// Units of which something is owed, in the order in which they are played.
    pub units: Vec<OwedUnit<U>>,
    /// Plays (`None`) and judgements (position of the judge) that stand, and were asked of another
    /// address than they would be now.
    pub moved: Vec<(U, Option<usize>)>,
}

impl<U> Owed<U> {
    /// All of a study that has not begun.
    pub fn of_new(study: &impl Suite<Unit = U>) -> Self {
        let judges = judges_of(study).len();
        let unit = |play| OwedUnit {
            play,
            play_why: Some(Why::New),
            judges: (0..judges).map(|judge| (judge, Why::WithPlay)).collect(),
        };
        let units: Vec<OwedUnit<U>> = study.units().into_iter().map(unit).collect();
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

/// The records of a run: plays and judgements.
pub type Shelves<S> = (Shelf<PlayRecord<S>>, Shelf<Judgement<S>>);

/// Opens both shelves of a run.
///
/// # Errors
/// When a file cannot be read.
pub fn shelves<S: Suite>(folder: &RunFolder) -> Result<Shelves<S>, RunError> {
    Ok((folder.plays()?, folder.judgements()?))
}

/// The judgements alone that are owed of what can be scored, whatever is owed besides.
///
/// # Errors
/// When a record cannot be read.
pub fn owed_judgements<S: Suite>(
    study: &S,
    prompts: &S::Prompts,
    plays: &Shelf<PlayRecord<S>>,
    judgements: &Shelf<Judgement<S>>,
) -> Result<Owed<S::Unit>, RunError> {
    let (planned, judges) = (study.units(), judges_of(study));
    let mut owed = Owed { plays_planned: planned.len(), units: Vec::new(), moved: Vec::new() };
    for play in planned {
        let Some(basis) = study.play_basis(prompts, &play) else { continue };
        let Some(place) = plays.place(&S::id(&play)) else { continue };
        if place.note.data != basis.data_digest() || !place.note.to_judge {
            continue;
        }
        let of_play = OfPlay { study, prompts, play: &play, said: &place.note.said };
        let judges = of_play.judges(&judges, judgements, &mut owed.moved)?;
        if !judges.is_empty() {
            owed.units.push(OwedUnit { play, play_why: None, judges });
        }
    }
    Ok(owed)
}

/// A play that stands.
struct OfPlay<'a, S: Suite> {
    study: &'a S,
    prompts: &'a S::Prompts,
    play: &'a S::Unit,
    said: &'a str,
}

impl<S: Suite> OfPlay<'_, S> {
    /// Which judgements of it are owed, and why.
    fn judges(
        &self,
        judges: &[Player],
        judgements: &Shelf<Judgement<S>>,
        moved: &mut Vec<(S::Unit, Option<usize>)>,
    ) -> Result<Vec<(usize, Why)>, RunError> {
        let mut owed = Vec::new();
        for (at, judge) in judges.iter().enumerate() {
            let basis = self.study.judge_basis(self.prompts, self.play, at, self.said);
            let Some(basis) = basis else { continue };
            let key = judgement_key_of_first_draw(&S::id(self.play), &judge.name);
            let why = match judgements.place(&key) {
                None => Some(Why::New),
                Some(place) if place.note.basis != basis.digest() => {
                    Some(changed(&basis, judgements.read(&key)?.map(|record| record.basis)))
                }
                Some(place) => {
                    if place.note.outcome.is_ok() && has_moved(place.note.endpoints, &basis) {
                        moved.push((self.play.clone(), Some(at)));
                    }
                    place.note.outcome.as_ref().err().map(|fault| Why::Failed(*fault))
                }
            };
            owed.extend(why.map(|why| (at, why)));
        }
        Ok(owed)
    }
}

/// Compares the study with what stands on the shelves.
///
/// # Errors
/// When a record cannot be read.
pub fn owed<S: Suite>(
    study: &S,
    prompts: &S::Prompts,
    plays: &Shelf<PlayRecord<S>>,
    judgements: &Shelf<Judgement<S>>,
) -> Result<Owed<S::Unit>, RunError> {
    let (planned, seats) = (study.units(), judges_of(study));
    let mut owed = Owed { plays_planned: planned.len(), units: Vec::new(), moved: Vec::new() };
    for play in planned {
        let Some(basis) = study.play_basis(prompts, &play) else { continue };
        let id = S::id(&play);
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
            None => {
                // A play that is replayed for what it lost beside it says the same: a judge that failed on
                // it is asked further.
                let failed = match plays.place(&id).filter(|_| matches!(play_why, Some(Why::Failed(_)))) {
                    Some(place) if place.note.fault().is_none() && place.note.to_judge => {
                        let of_play = OfPlay { study, prompts, play: &play, said: &place.note.said };
                        of_play.judges(&seats, judgements, &mut Vec::new())?
                    }
                    Some(_) | None => Vec::new(),
                };
                let why = |judge| {
                    let failed =
                        failed.iter().find(|(at, why)| *at == judge && matches!(why, Why::Failed(_)));
                    failed.map_or(Why::WithPlay, |(_, why)| why.clone())
                };
                judges.extend((0..seats.len()).map(|judge| (judge, why(judge))));
            }
            Some(place) if place.note.to_judge => {
                let of_play = OfPlay { study, prompts, play: &play, said: &place.note.said };
                judges = of_play.judges(&seats, judgements, &mut owed.moved)?;
            }
            Some(_) => {}
        }
        if play_why.is_some() || !judges.is_empty() {
            owed.units.push(OwedUnit { play, play_why, judges });
        }
    }
    Ok(owed)
}
