//! `calibration.json` of a run: what a study of the judge found, and on what it rests.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::annotate::AnnotateError;
use crate::annotate::agreement::Agreement;
use crate::annotate::calibrate::labels_digest;
use crate::annotate::folder::read_json_if_any;
use crate::annotate::key::{Binding, bindings};
use crate::annotate::unit::Records;
use crate::case::Language;
use crate::suite::lexpilot::{Condition, Setup, Task};

/// The layout this version writes and reads.
pub const LAYOUT: u32 = 1;

/// Name of the file in the run.
pub const FILE: &str = "calibration.json";

/// `calibration.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// Layout of the file.
    pub layout: u32,
    /// Version of lexconsult that wrote it.
    pub version: String,
    /// Name of the run.
    pub run: String,
    /// Where the reference labels come from.
    pub people: People,
    /// On which judge, prompt and rubric it rests.
    pub bindings: Vec<Binding>,
    /// Stands for all labels of the run's judges from which `corrected` was reckoned.
    pub labels: String,
    /// The judges against the consensus: judge by judge, task by task.
    pub judges: Vec<JudgeCalibration>,
    /// Means over the tasks, by judge.
    pub means: Vec<Mean>,
    /// Scores corrected for the judge's errors.
    pub corrected: Vec<Corrected>,
}

/// The two annotators.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct People {
    /// By name.
    pub annotators: [String; 2],
    /// Items on which both agreed, that were adjudicated, and that stayed open.
    pub agreed: usize,
    pub adjudicated: usize,
    pub open: usize,
    /// Agreement before adjudication, task by task.
    pub tasks: Vec<Agreement>,
    /// Means over the tasks in which they are defined.
    pub mean_agreement: Option<f64>,
    pub mean_kappa: Option<f64>,
}

/// One judge on one task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgeCalibration {
    /// Name of the judge.
    pub judge: String,
    /// True for a judge by rule.
    pub rules: bool,
    /// Against the consensus: rows people, columns the judge.
    pub agreement: Agreement,
    /// Items that read otherwise now than when people labelled them; they are left out.
    pub changed: u64,
    /// How the judge agrees with itself.
    pub self_consistency: SelfConsistency,
}

/// A judge on material that it was given more than once, word for word the same (repeats of a unit in
/// which the assistant said the same).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfConsistency {
    /// Materials that were labelled at least twice.
    pub n: usize,
    /// Of these, labelled in more than one way.
    pub flipped: usize,
    /// flipped / n; null where nothing was labelled twice.
    pub flip_rate: Option<f64>,
    /// 1 - the share of pairs of labels of one material that differ, averaged over materials.
    pub agreement: Option<f64>,
}

/// A judge over its tasks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mean {
    /// Name of the judge.
    pub judge: String,
    /// Means over the tasks in which they are defined.
    pub agreement: Option<f64>,
    pub kappa: Option<f64>,
}

/// A score corrected for the judge's errors.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corrected {
    /// Name of the judge.
    pub judge: String,
    pub task: Task,
    /// For LJP.
    pub setup: Option<Setup>,
    /// For Interaction.
    pub condition: Option<Condition>,
    /// The assistant.
    pub model: String,
    /// Name in `docs/metrics.md`.
    pub metric: String,
    /// As the judge has it, pooled over the repeats.
    pub observed: Option<f64>,
    /// Corrected; it may leave the range of the metric. Null where the judge is no better than chance,
    /// or the sample says nothing of a label that the judge gives.
    pub corrected: Option<f64>,
    /// Its interval, and how it was made.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// `lang-reiczigel` (units taken as independent), `percentile` (over cases), `none`.
    pub method: String,
    /// Percentile interval with units and sample resampled together by case.
    pub low_over_cases: Option<f64>,
    pub high_over_cases: Option<f64>,
    /// Resamples, and how many of them left the corrected score undefined.
    pub resamples: usize,
    pub discarded: usize,
    /// Rates: of the label behind the metric, in the sample.
    pub sensitivity: Option<f64>,
    pub specificity: Option<f64>,
    /// Units behind the observed score (claims for the kappas), and items of the sample.
    pub n: u64,
    pub n_sample: u64,
}

/// A calibration and whether it still says something of the run.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// As it was written.
    pub calibration: Calibration,
    /// What has changed since; empty where it is fresh.
    pub stale: Vec<Stale>,
}

impl Standing {
    /// Whether nothing has changed since.
    pub fn is_fresh(&self) -> bool {
        self.stale.is_empty()
    }
}

/// A part on which a calibration rests that is no longer the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stale {
    /// The judge, as it was calibrated; null where it is no part of one judge.
    pub judge: Option<String>,
    /// The task and language, likewise.
    pub task: Option<Task>,
    pub language: Option<Language>,
    /// `judge`, `prompt`, `rubric`, or `labels`: the last says that the run's labels are others now, so
    /// that the corrected scores are old while the agreement stands.
    pub field: &'static str,
}

/// The calibration of a run, for whoever prints its scores: `None` where there is none.
///
/// # Errors
/// When the file, a record or a prompt cannot be read.
pub fn standing(run: &Path, records: &Records<'_>) -> Result<Option<Standing>, AnnotateError> {
    let path = run.join(FILE);
    let Some(calibration) = read_json_if_any::<Calibration>(&path)? else { return Ok(None) };
    if calibration.layout != LAYOUT {
        let why = format!("has layout {}, and this version of lexconsult reads {LAYOUT}", calibration.layout);
        return Err(AnnotateError::damaged(path, why));
    }
    let mut tasks: Vec<Task> =
        calibration.bindings.iter().filter_map(|binding| binding.task.task()).collect();
    tasks.sort();
    tasks.dedup();
    let now = bindings(records.study, records.prompts, &tasks)?;
    let mut stale = changes(&calibration.bindings, &now);
    if labels_digest(records, &tasks) != calibration.labels {
        stale.push(Stale { judge: None, task: None, language: None, field: "labels" });
    }
    Ok(Some(Standing { calibration, stale }))
}

/// Through which fields bindings differ from those in force now. A judge that is new is not
/// calibrated, and makes nothing stale.
pub fn changes(calibrated: &[Binding], now: &[Binding]) -> Vec<Stale> {
    let mut stale = Vec::new();
    for old in calibrated {
        let place = |binding: &&Binding| {
            (&binding.judge, binding.task, binding.language) == (&old.judge, old.task, old.language)
        };
        let mut says = |field| {
            stale.push(Stale {
                judge: Some(old.judge.clone()),
                task: old.task.task(),
                language: Some(old.language),
                field,
            });
        };
        match now.iter().find(place) {
            None => says("judge"),
            Some(new) => {
                let fields = [
                    ("judge", old.judge_hash == new.judge_hash),
                    ("prompt", old.prompt_hash == new.prompt_hash),
                    ("rubric", old.rubric_hash == new.rubric_hash),
                ];
                fields.iter().filter(|(_, same)| !same).for_each(|(field, _)| says(field));
            }
        }
    }
    stale
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binding(judge: &str) -> Binding {
        Binding {
            judge: judge.into(),
            task: Task::Lca.into(),
            language: Language::En,
            judge_hash: "j".into(),
            prompt_hash: Some("p".into()),
            rubric_hash: "r".into(),
        }
    }

    #[test]
    fn a_calibration_says_through_which_field_it_is_stale() {
        let old = [binding("a")];
        let fields = |now: &[Binding]| changes(&old, now).iter().map(|stale| stale.field).collect::<Vec<_>>();
        assert_eq!(fields(&[binding("a"), binding("b")]), Vec::<&str>::new());
        assert_eq!(fields(&[binding("b")]), ["judge"]);
        assert_eq!(fields(&[Binding { judge_hash: "k".into(), ..binding("a") }]), ["judge"]);
        assert_eq!(fields(&[Binding { prompt_hash: None, ..binding("a") }]), ["prompt"]);
        let both = Binding { prompt_hash: Some("q".into()), rubric_hash: "s".into(), ..binding("a") };
        assert_eq!(fields(&[both]), ["prompt", "rubric"]);
    }
}
