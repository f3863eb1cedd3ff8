//! Every planned unit of a run under its leading judge. The records are read one line at a time, and
//! what is kept of a unit are a few numbers, however long its talk: see `Slot`.

mod line;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use crate::case::{AnswerKey, Stop, Variant};
use crate::prompt::Prompts;
use crate::report::lexpilot::talks::{Talk, Talks, is_talk};
use crate::report::lexpilot::units::{Counts, Slice, Unit, weigh};
use crate::run::RunError;
use crate::suite::lexpilot::{
    Course, JudgeOutcome, Noncompliant, PlayRecord, Study, UnitState, is_to_judge, said,
};
use crate::suite::{FIRST_DRAW, Suite};

pub use line::TurnLine;
use line::{JudgementLine, PlayLine, each_line};

/// The dialogues of a run, by position of the assistant and slice.
pub type Dialogues = BTreeMap<(usize, Slice), Talks>;

/// The units of a run.
pub struct Census {
    /// What is played in each repeat, in the study's order.
    cells: Vec<Cell>,
    /// The place of a play in `cells`, by all of its identity but the repeat.
    places: HashMap<[u8; 16], usize>,
    /// The units: all cells of the first repeat, then of the second, and so on.
    slots: Vec<Slot>,
}

/// A unit without its repeat.
struct Cell {
    slice: Slice,
    variant: Variant,
    assistant: usize,
    case: usize,
    /// What its record rests on, where it is to be scored.
    basis: [u8; 16],
}

/// What is kept of a unit.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// Where its newest record begins in the file, counted from 1; 0 where there is none.
    record: u64,
    /// What the newest judgement of it rests on.
    judged: [u8; 16],
    /// What that judgement came to, and then what the unit did.
    came_to: CameTo,
    /// See [`Counts`]; a case has far fewer claims than fit.
    counts: [u16; 12],
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum CameTo {
    /// Taken out.
    #[default]
    Lost,
    /// Labelled in a way that does not fit its case.
    Unfit,
    /// It counts.
    Counted,
}

/// What a run is read by.
pub struct Sources<'a> {
    /// Who plays what.
    pub study: &'a Study,
    /// The prompts it used.
    pub prompts: &'a Prompts,
    /// `plays.jsonl`.
    pub plays: &'a Path,
    /// `judgements.jsonl`.
    pub judgements: &'a Path,
}

impl Census {
    /// Reads the records of a run.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn take(sources: &Sources<'_>) -> Result<(Self, Dialogues), RunError> {
        let study = sources.study;
        let mut census = Self::planned(study, sources.prompts);
        let keys: Vec<AnswerKey<'_>> = study.cases().iter().map(|case| case.answer_key()).collect();
        let mut older = HashSet::new();
        loop {
            if let Some(judge) = study.judges.first() {
                census.judgements(sources, &judge.seat.name(), &keys)?;
            }
            let known = older.len();
            let dialogues = census.plays(sources, &keys, &mut older)?;
            // The newest record of a play stands. Where an older one was counted before the newer
            // came, all is read again without it.
            if older.len() == known {
                return Ok((census, dialogues));
            }
            census.slots.fill(Slot::default());
        }
    }

    fn planned(study: &Study, prompts: &Prompts) -> Self {
        let (mut cells, mut places) = (Vec::new(), HashMap::new());
        let assistants: HashMap<String, usize> =
            study.assistants.iter().enumerate().map(|(at, one)| (one.seat.name(), at)).collect();
        for play in study.plays_in(1) {
            let case = study.cases().binary_search_by(|case| case.id.as_str().cmp(&play.case));
            let assistant = assistants.get(&play.assistant);
            let (Ok(case), Some(&assistant)) = (case, assistant) else { continue };
            let Some(basis) = study.play_basis(prompts, &play) else { continue };
            if let Some((place, _)) = place_of(&play.id()) {
                places.insert(place, cells.len());
            }
            let (slice, variant) = (Slice::of(&play), play.variant);
            cells.push(Cell { slice, variant, assistant, case, basis: basis.data_digest() });
        }
        let slots = vec![Slot::default(); cells.len() * study.repeats as usize];
        Self { cells, places, slots }
    }

    /// The place of a play among the cells, and among the slots.
    fn find(&self, id: &str) -> Option<(usize, usize)> {
        let (place, repeat) = place_of(id)?;
        let cell = *self.places.get(&place)?;
        let slot = (repeat as usize).checked_sub(1)?.checked_mul(self.cells.len())?.checked_add(cell)?;
        (slot < self.slots.len()).then_some((cell, slot))
    }

    fn judgements(
        &mut self,
        sources: &Sources<'_>,
        judge: &str,
        keys: &[AnswerKey<'_>],
    ) -> Result<(), RunError> {
        each_line(sources.judgements, &mut |_, line| {
            // A damaged line is owed again; what reads records to go on says so.
            let Ok(line) = serde_json::from_slice::<JudgementLine<'_>>(line) else { return };
            if line.judge != judge || line.draw != FIRST_DRAW {
                return;
            }
            let Some((cell, slot)) = self.find(&line.play) else { return };
            let cell = &self.cells[cell];
            let slot = &mut self.slots[slot];
            slot.judged = line.basis.data_digest();
            slot.set(match line.outcome {
                JudgeOutcome::Fault { .. } => None,
                JudgeOutcome::Label(label) => {
                    let state = UnitState::Labelled(label, None);
                    Some(weigh(cell.slice.task, cell.variant, &state, &keys[cell.case]))
                }
            });
        })
    }

    fn plays(
        &mut self,
        sources: &Sources<'_>,
        keys: &[AnswerKey<'_>],
        older: &mut HashSet<u64>,
    ) -> Result<Dialogues, RunError> {
        let study = sources.study;
        let size = (study.cases().len(), study.repeats as usize);
        let mut dialogues = Dialogues::new();
        each_line(sources.plays, &mut |at, line| {
            if older.contains(&at) {
                return;
            }
            let Ok(read) = serde_json::from_slice::<PlayLine<'_>>(line) else { return };
            let Some((cell, slot)) = self.find(&read.id) else { return };
            let (cell, slot) = (&self.cells[cell], &mut self.slots[slot]);
            if let Some(before) = slot.record.checked_sub(1) {
                older.insert(before);
            }
            slot.record = at + 1;
            let scored = stands(sources, cell, &read, line, slot, &keys[cell.case]);
            if !scored {
                slot.set(None);
            }
            let said = &read.transcript;
            // What was told needs no judge, and hangs on no choice among dialogues: as in the scores.
            if is_talk(cell.slice.task, cell.slice.setup)
                && is_played(cell, &read)
                && let Ok(turns) = said.turns()
            {
                let talk = Talk {
                    task: cell.slice.task,
                    repeat: read.play.repeat,
                    ledger: said.disclosed(),
                    turns: &turns,
                    scored,
                };
                let talks = dialogues.entry((cell.assistant, cell.slice)).or_default();
                talks.add(&talk, &keys[cell.case], cell.case, size);
            }
        })?;
        // A judgement of nothing counts for nothing.
        for slot in self.slots.iter_mut().filter(|slot| slot.record == 0) {
            slot.set(None);
        }
        Ok(dialogues)
    }

    /// Every unit that counts, in the study's order.
    pub fn units(&self) -> impl Iterator<Item = Unit> {
        let one = |(at, slot): (usize, &Slot)| {
            let cell = &self.cells[at % self.cells.len()];
            let counts = slot.counts.map(u32::from);
            (slot.came_to == CameTo::Counted).then(|| Unit {
                slice: cell.slice,
                assistant: cell.assistant,
                case: cell.case,
                // As many as the study has.
                repeat: (at / self.cells.len()) as u32 + 1,
                variant: cell.variant,
                counts,
                right: cell.slice.right(&counts),
                record: slot.record - 1,
            })
        };
        self.slots.iter().enumerate().filter_map(one)
    }
}

impl Slot {
    /// `None` for a unit that is taken out, then for one whose label does not fit.
    fn set(&mut self, came_to: Option<Option<Counts>>) {
        self.counts = [0; 12];
        self.came_to = match came_to {
            None => CameTo::Lost,
            Some(None) => CameTo::Unfit,
            Some(Some(counts)) => {
                self.counts = counts.map(|count| u16::try_from(count).unwrap_or(u16::MAX));
                CameTo::Counted
            }
        };
    }
}

/// Whether a unit is scored, as [`crate::run::unit_state`] has it; an assistant's silence is set down.
fn stands(
    sources: &Sources<'_>,
    cell: &Cell,
    read: &PlayLine<'_>,
    line: &[u8],
    slot: &mut Slot,
    key: &AnswerKey<'_>,
) -> bool {
    let study = sources.study;
    let stop = read.transcript.stop;
    if !is_played(cell, read) {
        return false;
    }
    if study.noncompliant == Noncompliant::Drop && cell.slice.condition.is_some() && breached(line) {
        return false;
    }
    let spoke = || read.transcript.turns().is_ok_and(|turns| turns.iter().any(|turn| turn.is_message()));
    if !is_to_judge(cell.slice.task, stop, spoke) {
        let Stop::Silent(absence) = stop else { return false };
        slot.set(Some(weigh(cell.slice.task, cell.variant, &UnitState::Absent(absence), key)));
        return true;
    }
    slot.came_to != CameTo::Lost && is_of(sources, read, slot.judged)
}

/// Whether a record is of this study, and its talk came to an end.
fn is_played(cell: &Cell, read: &PlayLine<'_>) -> bool {
    read.basis.data_digest() == cell.basis && !matches!(read.transcript.stop, Stop::Fault(_))
}

/// Whether the user did not keep to its condition, or nobody can tell whether it did.
fn breached(line: &[u8]) -> bool {
    let Ok(record) = serde_json::from_slice::<PlayRecord>(line) else { return true };
    let course = Course::of(&record.play, &record.transcript);
    let disrupted = course.filter(|course| course.disrupted().is_some());
    disrupted.is_some_and(|course| course.breaches().is_none_or(|breaches| !breaches.is_empty()))
}

/// The judge by which units are counted.
const LEADING: usize = 0;

/// Whether a judgement is of what was said here, by the leading judge as it is now.
fn is_of(sources: &Sources<'_>, read: &PlayLine<'_>, judged: [u8; 16]) -> bool {
    let Sources { study, prompts, .. } = sources;
    let rests_on = |turns: &str| {
        let said = said(turns.as_bytes(), read.transcript.stop);
        study.judge_basis(prompts, &read.play, LEADING, &said).map(|basis| basis.data_digest())
    };
    rests_on(read.transcript.as_written()) == Some(judged)
        || read.transcript.written_anew().is_ok_and(|turns| rests_on(&turns) == Some(judged))
}

/// A play's identity without its repeat, and the repeat.
fn place_of(id: &str) -> Option<([u8; 16], u32)> {
    // `lexpilot|case|variant|task|setup|r1|…`; a bar within a name is escaped.
    let start = id.match_indices('|').nth(4)?.0 + 1;
    let (repeat, rest) = id[start..].split_once('|')?;
    let mut hasher = blake3::Hasher::new();
    hasher.update(&id.as_bytes()[..start]).update(rest.as_bytes());
    let mut place = [0; 16];
    place.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    Some((place, repeat.strip_prefix('r')?.parse().ok()?))
}

/// The record that begins at a place of the file.
///
/// # Errors
/// When there is none, or it cannot be read.
pub fn record_at(plays: &Path, at: u64) -> Result<PlayRecord, RunError> {
    use std::io::{BufRead, BufReader, Seek, SeekFrom};
    let mut line = Vec::new();
    let read = std::fs::File::open(plays).and_then(|mut file| {
        file.seek(SeekFrom::Start(at))?;
        BufReader::new(file).read_until(b'\n', &mut line)
    });
    read.map_err(RunError::io("read", plays))?;
    serde_json::from_slice(&line)
        .map_err(|error| RunError::Damaged { path: plays.to_path_buf(), why: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::lexpilot::{Play, Task};

    #[test]
    fn a_play_has_one_place_in_all_repeats() {
        let play = |case: &str, repeat, assistant: &str| Play {
            task: Task::Lca,
            setup: None,
            variant: Variant::Complete,
            case: case.into(),
            condition: None,
            repeat,
            assistant: assistant.into(),
            user: None,
            gate: None,
            independent: false,
        };
        let place = |play: Play| place_of(&play.id()).expect("a play's id");
        let (first, one) = place(play("a|r9|b", 1, "cmd/x|r7|y"));
        assert_eq!(place(play("a|r9|b", 12, "cmd/x|r7|y")), (first, 12));
        assert_eq!(one, 1);
        assert_ne!(place(play("a", 1, "x")).0, place(play("a", 1, "y")).0);
        for id in ["", "a|b", "a|b|c|d|e|1|f", "a|b|c|d|e|rx|f", "a|b|c|d|e|r1"] {
            assert_eq!(place_of(id), None, "{id}");
        }
    }
}
