//! A run as reports read it: its settings, its scores, its units and its dialogues. Records are read
//! one at a time, and what is kept of each does not depend on its length.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::annotate::calibration::{Calibration, FILE, Stale, Standing, standing};
use crate::annotate::unit::Records;
use crate::case::Overview;
use crate::prompt::Prompts;
use crate::report::census::{Census, Dialogues, Sources, record_at};
use crate::report::units::{Slice, Unit};
use crate::run::{
    Environment, RunError, RunFolder, ScoreFile, Settings, Shelf, cast, read_snapshot, shelves,
};
use crate::suite::Estimate;
use crate::suite::lexpilot::{Judgement, PlayRecord, Study};

/// A run.
pub struct Evidence {
    /// Its folder.
    pub path: PathBuf,
    /// Its name.
    pub name: String,
    /// Its settings.
    pub settings: Settings,
    /// Who plays what.
    pub study: Study,
    /// The prompts it used.
    pub prompts: Prompts,
    /// Its numbers, as it wrote them.
    pub scores: ScoreFile,
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
    /// Reads a run.
    ///
    /// # Errors
    /// When it is no run, was not scored yet, or cannot be read.
    pub fn read(path: &Path) -> Result<Self, RunError> {
        let folder = RunFolder::reading(path)?;
        let (_, settings, pack, prompts) = read_snapshot(path)?;
        let file = path.join("scores.json");
        let text = match std::fs::read(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(RunError::usage(
                    format!("{} has no scores yet", path.display()),
                    format!("`lexconsult score {}` makes them", path.display()),
                ));
            }
            read => read.map_err(RunError::io("read", &file))?,
        };
        let scores = serde_json::from_slice(&text)
            .map_err(|error| RunError::Damaged { path: file, why: error.to_string() })?;
        let study = cast(&settings, pack, &Environment::Offline)?;
        let (plays, judgements) = (folder.plays_file(), folder.judgements_file());
        let sources = Sources { study: &study, prompts: &prompts, plays: &plays, judgements: &judgements };
        let (census, talks) = Census::take(&sources)?;
        let mut evidence = Self {
            path: path.to_path_buf(),
            name: folder.name(),
            settings,
            pack: Overview::of(&study.pack),
            study,
            prompts,
            scores,
            census,
            talks,
            calibration: None,
        };
        evidence.calibration = evidence.calibrated()?;
        Ok(evidence)
    }

    /// Every unit that is scored under the leading judge, in the study's order.
    pub fn units(&self) -> impl Iterator<Item = Unit> {
        self.census.units()
    }

    /// The record of a unit.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn record(&self, unit: &Unit) -> Result<PlayRecord, RunError> {
        record_at(&RunFolder::reading(&self.path)?.plays_file(), unit.record)
    }

    /// The index of all records, for what needs more of each than a report does: it grows with them.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn shelves(&self) -> Result<(Shelf<PlayRecord>, Shelf<Judgement>), RunError> {
        shelves(&RunFolder::reading(&self.path)?)
    }

    fn calibrated(&self) -> Result<Option<Calibrated>, RunError> {
        if !self.path.join(FILE).exists() {
            return Ok(None);
        }
        let (plays, judgements) = self.shelves()?;
        let Self { study, prompts, .. } = self;
        let records = Records { study, prompts, plays: &plays, judgements: &judgements };
        let found = standing(&self.path, &records)
            .map_err(|error| RunError::Damaged { path: self.path.join(FILE), why: error.to_string() })?;
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

    /// Names of the assistants, in the study's order.
    pub fn assistants(&self) -> Vec<String> {
        self.study.assistants.iter().map(|assistant| assistant.seat.name()).collect()
    }

    /// The leading judge.
    pub fn judge(&self) -> String {
        self.study.judges.first().map(|judge| judge.seat.name()).unwrap_or_default()
    }

    /// The slices that were played, in order.
    pub fn slices(&self) -> Vec<Slice> {
        self.units().map(|unit| unit.slice).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The estimate of a metric under the leading judge.
    pub fn estimate(
        &self,
        slice: Slice,
        model: &str,
        group: Option<&str>,
        metric: &str,
    ) -> Option<&Estimate> {
        self.estimate_by(&self.judge(), slice, model, group, metric)
    }

    /// The estimate of a metric under a judge.
    pub fn estimate_by(
        &self,
        judge: &str,
        slice: Slice,
        model: &str,
        group: Option<&str>,
        metric: &str,
    ) -> Option<&Estimate> {
        self.scores.estimates.iter().find(|e| {
            e.metric == metric
                && e.model == model
                && e.task == slice.task.name()
                && e.setup.as_deref() == slice.setup.map(|setup| setup.name())
                && e.condition.as_deref() == slice.condition.map(|condition| condition.name())
                && e.group.as_deref() == group
                && e.judge == judge
        })
    }
}
