//! A run as reports read it: its settings, its scores, its units and its dialogues. Records are read
//! one at a time, and what is kept of each does not depend on its length.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;

use crate::annotate::calibration::{Calibration, FILE, Stale, Standing, standing};
use crate::annotate::unit::Records;
use crate::case::{Language, Overview};
use crate::prompt::Prompts;
use crate::report::export::{ExportColumn, ExportError, Sink, TableName};
use crate::report::lexpilot::census::{Census, Dialogues, Sources, record_at};
use crate::report::lexpilot::dialogues::{self, Dialogue};
use crate::report::lexpilot::units::{Slice, Unit};
use crate::report::lexpilot::{contests, results, rows};
use crate::report::pairs::{Contest, Headlines, Side};
use crate::report::seam::{Compared, Exported, ReadRun, RunHead, Sliced};
use crate::run::{Environment, RunError, RunFolder, Settings, Shelf, cast, read_snapshot, shelves};
use crate::suite::lexpilot::{Judgement, PlayRecord, Study, Task};

/// A run.
pub struct Evidence {
    /// What every run has.
    pub head: RunHead,
    /// Its settings.
    pub settings: Settings,
    /// Who plays what.
    pub study: Study,
    /// The prompts it used.
    pub prompts: Prompts,
    /// The numbers of its pack.
    pub pack: Overview,
    /// Its units under the leading judge.
    census: Census,
    /// The dialogues, by position of the assistant and slice.
    pub talks: Dialogues,
    /// What people found of the leading judge's work; `None` where nobody looked.
    pub calibration: Option<Calibrated>,
}

/// A calibration of the leading judge, and whether it still holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibrated {
    /// As it was written.
    pub calibration: Calibration,
    /// What of that on which it rests has changed since: `judge`, `prompt`, `rubric` or `labels`. Empty
    /// where it holds. With `labels` alone the agreement still holds, the corrected scores do not.
    pub stale: Vec<&'static str>,
}

impl Calibrated {
    /// Whether what it says of the judge still holds.
    pub fn agreement_holds(&self) -> bool {
        self.stale.iter().all(|field| *field == "labels")
    }
}

impl Evidence {
    /// Every unit that is scored under the leading judge, in the study's order.
    pub fn units(&self) -> impl Iterator<Item = Unit> {
        self.census.units()
    }

    /// The record of a unit.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn record(&self, unit: &Unit) -> Result<PlayRecord, RunError> {
        record_at(&RunFolder::reading(self.path())?.plays_file(), unit.record)
    }

    /// The index of all records, for what needs more of each than a report does: it grows with them.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn shelves(&self) -> Result<(Shelf<PlayRecord>, Shelf<Judgement>), RunError> {
        shelves(&RunFolder::reading(self.path())?)
    }

    fn calibrated(&self) -> Result<Option<Calibrated>, RunError> {
        if !self.path().join(FILE).exists() {
            return Ok(None);
        }
        let (plays, judgements) = self.shelves()?;
        let Self { study, prompts, .. } = self;
        let records = Records { study, prompts, plays: &plays, judgements: &judgements };
        let found = standing(self.path(), &records)
            .map_err(|error| RunError::Damaged { path: self.path().join(FILE), why: error.to_string() })?;
        let judge = self.judge();
        let of_judge =
            |found: &Standing| found.calibration.bindings.iter().any(|binding| binding.judge == judge);
        let found = found.filter(of_judge);
        let Some(found) = found else { return Ok(None) };
        let of_it = |stale: &&Stale| stale.judge.as_ref().is_none_or(|other| *other == judge);
        let mut stale: Vec<&'static str> =
            found.stale.iter().filter(of_it).map(|stale| stale.field).collect();
        stale.sort_unstable();
        stale.dedup();
        Ok(Some(Calibrated { calibration: found.calibration, stale }))
    }
}

impl Sliced for Slice {
    fn task(self) -> &'static str {
        self.task.name()
    }

    fn setup(self) -> Option<&'static str> {
        self.setup.map(|setup| setup.name())
    }

    fn condition(self) -> Option<&'static str> {
        self.condition.map(|condition| condition.name())
    }

    fn headlines(self) -> &'static [&'static str] {
        match self.task {
            Task::Lca => &["macro_f1"],
            Task::Dcg => &["success_rate"],
            Task::Ljp => &["qwk_penalised"],
        }
    }
}

impl ReadRun for Evidence {
    type Slice = Slice;

    fn read(path: &Path) -> Result<Self, RunError> {
        let folder = RunFolder::reading(path)?;
        let (_, settings, pack, prompts) = read_snapshot(path)?;
        let head = RunHead::read(path)?;
        let study = cast(&settings, pack, &Environment::Offline)?;
        let (plays, judgements) = (folder.plays_file(), folder.judgements_file());
        let sources = Sources { study: &study, prompts: &prompts, plays: &plays, judgements: &judgements };
        let (census, talks) = Census::take(&sources)?;
        let mut evidence = Self {
            head,
            settings,
            pack: Overview::of(&study.pack),
            study,
            prompts,
            census,
            talks,
            calibration: None,
        };
        evidence.calibration = evidence.calibrated()?;
        Ok(evidence)
    }

    fn head(&self) -> &RunHead {
        &self.head
    }

    fn repeats(&self) -> u32 {
        self.study.repeats
    }

    fn assistants(&self) -> Vec<String> {
        self.study.assistants.iter().map(|assistant| assistant.seat.name()).collect()
    }

    fn judges(&self) -> Vec<String> {
        self.study.judges.iter().map(|judge| judge.seat.name()).collect()
    }

    fn slices(&self) -> Vec<Slice> {
        self.units().map(|unit| unit.slice).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// That of most cases.
    fn language(&self) -> Language {
        let chinese = self.study.cases().iter().filter(|case| case.language == Language::Zh).count();
        if chinese * 2 >= self.study.cases().len() { Language::Zh } else { Language::En }
    }
}

impl Compared for Evidence {
    type Measure = Slice;
    const FIELDS: &'static [&'static str] = contests::FIELDS;

    fn field(&self, field: &str) -> String {
        contests::field(self, field)
    }

    fn contests(
        a: Side<'_, Self>,
        b: Side<'_, Self>,
        headlines: Option<&mut Headlines>,
    ) -> Vec<Contest<Slice>> {
        contests::contests(a, b, headlines)
    }

    /// Its cause of action.
    fn about(&self, case: &str) -> String {
        self.study.pack.case(case).map(|case| case.cause.clone()).unwrap_or_default()
    }

    fn last_words(side: Side<'_, Self>, slice: Slice, case: &str) -> Result<Option<(u32, String)>, RunError> {
        contests::last_words(side, slice, case)
    }
}

impl Exported for Evidence {
    type Dialogue = Dialogue;

    fn columns(table: TableName) -> Option<Vec<ExportColumn>> {
        Some(rows::columns(table))
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
