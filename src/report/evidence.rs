//! A run as reports read it: its settings, its scores, its units and its dialogues. Records are read
//! one at a time, and what is kept of each does not depend on its length.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::annotate::calibration::{FILE, Stale, Standing, standing};
use crate::annotate::unit::Records;
use crate::case::Overview;
use crate::prompt::Prompts;
use crate::report::talks::{Talks, is_talk};
use crate::report::units::{Slice, Unit, weigh};
use crate::run::{
    Environment, RunError, RunFolder, ScoreFile, Settings, Shelf, cast, each_unit, read_snapshot, shelves,
};
use crate::suite::Estimate;
use crate::suite::lexpilot::{Judgement, PlayRecord, Study, UnitState};

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
    /// Every unit that is scored under the leading judge.
    pub units: Vec<Unit>,
    /// The dialogues, by position of the assistant and slice.
    pub talks: BTreeMap<(usize, Slice), Talks>,
    /// The records of plays.
    pub plays: Shelf<PlayRecord>,
    /// The judgements.
    pub judgements: Shelf<Judgement>,
    /// What people found of the leading judge's work; `None` where nobody looked.
    pub calibration: Option<Calibrated>,
}

/// Whether a calibration of the leading judge still holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Calibrated {
    /// Nothing that it rests on has changed.
    Fresh,
    /// These have: `judge`, `prompt`, `rubric` or `labels`.
    Stale(Vec<&'static str>),
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
        let (plays, judgements) = shelves(&folder)?;
        let mut evidence = Self {
            path: path.to_path_buf(),
            name: folder.name(),
            settings,
            pack: Overview::of(&study.pack),
            study,
            prompts,
            scores,
            units: Vec::new(),
            talks: BTreeMap::new(),
            plays,
            judgements,
            calibration: None,
        };
        evidence.calibration = evidence.calibrated()?;
        evidence.count()?;
        Ok(evidence)
    }

    fn calibrated(&self) -> Result<Option<Calibrated>, RunError> {
        let Self { study, prompts, plays, judgements, .. } = self;
        let records = Records { study, prompts, plays, judgements };
        let found = standing(&self.path, &records)
            .map_err(|error| RunError::Damaged { path: self.path.join(FILE), why: error.to_string() })?;
        let judge = self.judge();
        let of_judge =
            |found: &Standing| found.calibration.bindings.iter().any(|binding| binding.judge == judge);
        let mut fields: Vec<&'static str> = match &found {
            Some(found) if of_judge(found) => {
                let of_it = |stale: &&Stale| stale.judge.as_ref().is_none_or(|other| *other == judge);
                found.stale.iter().filter(of_it).map(|stale| stale.field).collect()
            }
            Some(_) | None => return Ok(None),
        };
        fields.sort_unstable();
        fields.dedup();
        Ok(Some(if fields.is_empty() { Calibrated::Fresh } else { Calibrated::Stale(fields) }))
    }

    fn count(&mut self) -> Result<(), RunError> {
        let study = &self.study;
        let judge = self.judge();
        let cases = study.cases();
        let size = (cases.len(), study.repeats as usize);
        let keys: Vec<_> = cases.iter().map(|case| case.answer_key()).collect();
        let names = self.assistants();
        let mut units = Vec::new();
        let mut talks: BTreeMap<(usize, Slice), Talks> = BTreeMap::new();
        let mut failed = None;
        each_unit(study, &self.prompts, &self.plays, &self.judgements, &judge, &mut |play, state| {
            let place = cases.binary_search_by(|case| case.id.as_str().cmp(&play.case));
            let assistant = names.iter().position(|name| *name == play.assistant);
            let (Ok(at), Some(assistant)) = (place, assistant) else { return };
            let slice = Slice::of(play);
            if let Some((counts, right)) = weigh(play, state, &keys[at]) {
                let (repeat, variant) = (play.repeat, play.variant);
                units.push(Unit { slice, assistant, case: at, repeat, variant, counts, right });
            }
            if is_talk(play.task, play.setup) && !matches!(state, UnitState::Lost(_)) && failed.is_none() {
                match self.plays.read(&play.id()) {
                    Ok(Some(record)) => {
                        talks.entry((assistant, slice)).or_default().add(&record, &cases[at], at, size);
                    }
                    Ok(None) => {}
                    Err(error) => failed = Some(error),
                }
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        self.units = units;
        self.talks = talks;
        Ok(())
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
        let mut slices: Vec<Slice> = self.units.iter().map(|unit| unit.slice).collect();
        slices.sort_unstable();
        slices.dedup();
        slices
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
