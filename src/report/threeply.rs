//! Runs of 3-ply arguments as reports, comparisons and exports read them.

mod contests;
mod dialogues;
mod results;
mod rows;

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;

use crate::case::Language;
use crate::report::export::{ExportColumn, ExportError, Sink, TableName};
use crate::report::pairs::{Contest, Headlines, Side};
use crate::report::seam::{Compared, Exported, ReadRun, RunHead, Sliced};
use crate::run::{
    ArgumentSettings, Environment, RunError, RunFolder, Shelf, cast_arguments, each_unit,
    read_triples_snapshot, shelves,
};
use crate::suite::threeply::{
    Answered, Argued, ArgumentPrompts, ArgumentScore, Arguments, Entry, Label, Mode, Ply, Reading, Unit,
    review_queue, score_argument,
};
use crate::suite::{Judgement, PlayRecord, Suite, UnitState};

pub use contests::Measure;
use dialogues::Dialogue;

/// What was argued, and what extractors made of it.
type Shelves = (Shelf<PlayRecord<Arguments>>, Shelf<Judgement<Arguments>>);

/// A run of arguments.
pub struct ArgumentRun {
    /// What every run has.
    pub head: RunHead,
    /// Its settings.
    pub settings: ArgumentSettings,
    /// Who argues on what.
    pub study: Arguments,
    /// The prompts it used.
    pub prompts: ArgumentPrompts,
    /// Every argument that is scored under the leading extractor, in the study's order.
    pub scored: Vec<Scored>,
}

/// An argument with what it came to.
pub struct Scored {
    /// Which.
    pub unit: Unit,
    /// Who argued, as scores list it.
    pub model: String,
    /// Its mode.
    pub part: Part,
    /// Its scores; the id is that of the review queue.
    pub score: ArgumentScore,
}

/// The arguments of one mode.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Part {
    /// Its place in the order of modes.
    rank: usize,
    /// The mode.
    pub task: &'static str,
    /// How it was played, where there are several ways.
    pub setup: Option<&'static str>,
}

impl Part {
    /// The part of a unit.
    pub fn of(unit: &Unit) -> Self {
        let place = Arguments::place(unit);
        Self { rank: place.rank, task: place.task, setup: place.setup }
    }

    /// Whether nothing is shared in its triples, so that abstaining is required.
    pub fn requires_abstention(self) -> bool {
        self.task == Mode::NonArguable.name()
    }
}

impl Sliced for Part {
    fn task(self) -> &'static str {
        self.task
    }

    fn setup(self) -> Option<&'static str> {
        self.setup
    }

    fn condition(self) -> Option<&'static str> {
        None
    }

    fn headlines(self) -> &'static [&'static str] {
        if self.requires_abstention() {
            &["abstention_ratio", "abstention_ratio_strict", "acc_h_mean"]
        } else {
            &["acc_h_mean", "rec_u_mean", "wrong_abstention_rate"]
        }
    }
}

impl ArgumentRun {
    /// The index of all records.
    ///
    /// # Errors
    /// When a file cannot be read.
    fn shelves(&self) -> Result<Shelves, RunError> {
        shelves(&RunFolder::reading(self.path())?)
    }

    /// The arguments to be looked at, gravest first.
    pub fn queue(&self) -> Vec<Entry> {
        review_queue(&self.scored.iter().map(|scored| scored.score.clone()).collect::<Vec<_>>())
    }
}

/// What an extractor read, as it is scored; `None` where the harness lost it.
fn reading_of(unit: &Unit, state: &UnitState<Label>) -> Option<Reading> {
    match state {
        UnitState::Lost(_) => None,
        UnitState::Absent(absence) => Some(Reading::of_absent(unit, *absence)),
        UnitState::Labelled(label, _) => Some(Reading::from(label.clone())),
    }
}

/// The whole of an answer; of a dialogue its plies, each under the side that wrote it.
fn whole_text(answered: &Answered) -> String {
    if answered.plies.is_empty() {
        return answered.text.clone();
    }
    let plies =
        Ply::ALL.iter().zip(&answered.plies).map(|(ply, said)| format!("{}:\n{}", ply.heading(), said.text));
    plies.collect::<Vec<_>>().join("\n\n")
}

/// An argument as the review queue names it.
fn named(unit: &Unit) -> String {
    format!("{} · repeat {} · {}", unit.triple, unit.repeat, Arguments::place(unit).model)
}

impl ReadRun for ArgumentRun {
    type Slice = Part;

    fn read(path: &Path) -> Result<Self, RunError> {
        let (_, settings, triples, prompts) = read_triples_snapshot(path)?;
        let head = RunHead::read(path)?;
        let argued = &triples[..settings.limit.unwrap_or(triples.len()).min(triples.len())];
        let study = cast_arguments(&settings, argued.into(), &head.scores.pack, &Environment::Offline)?;
        let mut run = Self { head, settings, study, prompts, scored: Vec::new() };
        let (plays, judgements) = run.shelves()?;
        let (study, judge) = (&run.study, run.judge());
        let mut scored = Vec::new();
        each_unit(study, &run.prompts, &plays, &judgements, &judge, &mut |unit, state| {
            if let Some((triple, reading)) = study.triple(unit).zip(reading_of(unit, state)) {
                let score = score_argument(&Argued { triple, reading: Some(reading) });
                let (model, part) = (Arguments::place(unit).model, Part::of(unit));
                let score = ArgumentScore { id: named(unit), ..score };
                scored.push(Scored { unit: unit.clone(), model, part, score });
            }
        });
        run.scored = scored;
        Ok(run)
    }

    fn head(&self) -> &RunHead {
        &self.head
    }

    fn repeats(&self) -> u32 {
        self.study.repeats
    }

    fn assistants(&self) -> Vec<String> {
        self.study.arguers.iter().map(|seat| seat.name()).collect()
    }

    fn judges(&self) -> Vec<String> {
        self.study.extractors.iter().map(|seat| seat.name()).collect()
    }

    fn slices(&self) -> Vec<Part> {
        let parts: BTreeSet<Part> = self.study.all_units().iter().map(Part::of).collect();
        parts.into_iter().collect()
    }

    /// That in which the prompts are.
    fn language(&self) -> Language {
        Language::En
    }
}

impl Compared for ArgumentRun {
    type Measure = Measure;
    const FIELDS: &'static [&'static str] = contests::FIELDS;

    fn field(&self, field: &str) -> String {
        contests::field(self, field)
    }

    fn contests(
        a: Side<'_, Self>,
        b: Side<'_, Self>,
        headlines: Option<&mut Headlines>,
    ) -> Vec<Contest<Measure>> {
        contests::contests(a, b, headlines)
    }

    fn is_to_read(measure: Measure) -> bool {
        measure.leads()
    }

    /// Its complexity.
    fn about(&self, case: &str) -> String {
        self.study.named(case).map(|triple| triple.complexity.to_string()).unwrap_or_default()
    }

    fn last_words(
        side: Side<'_, Self>,
        measure: Measure,
        case: &str,
    ) -> Result<Option<(u32, String)>, RunError> {
        contests::last_words(side, measure, case)
    }
}

impl Exported for ArgumentRun {
    type Dialogue = Dialogue;

    fn columns(table: TableName) -> Option<Vec<ExportColumn>> {
        rows::columns(table)
    }

    fn each_row(&self, table: TableName, sink: &mut dyn Sink) -> Result<(), ExportError> {
        rows::each_row(self, table, sink)
    }

    fn dialogues(
        &self,
        take: &mut dyn FnMut(&Dialogue) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        dialogues::dialogues(self, take)
    }

    fn results(&self) -> impl Serialize {
        results::results(self)
    }
}
