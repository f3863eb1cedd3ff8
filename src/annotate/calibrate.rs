//! The judges of a run against the consensus of people.

use std::collections::BTreeMap;

use crate::annotate::AnnotateError;
use crate::annotate::agreement::{Pair, compare};
use crate::annotate::calibration::{Calibration, JudgeCalibration, LAYOUT, Mean, People, SelfConsistency};
use crate::annotate::consensus::{Annotators, Consensus, means};
use crate::annotate::correct::{Validated, correct};
use crate::annotate::key::{Binding, Key, bindings, hash};
use crate::annotate::labels::{Code, Named};
use crate::annotate::unit::{Records, Unit, parts_of, unit_id};
use crate::draw;
use crate::stats::repeats::flip_rate;
use crate::stats::resampling::CaseBootstrap;
use crate::suite::lexpilot::{Task, UnitState};

/// What people gave.
pub struct Reference<'a> {
    /// The key of their sheet.
    pub key: &'a Key,
    /// Their labels.
    pub annotators: &'a Annotators,
    /// What they settled on.
    pub consensus: &'a Consensus,
}

/// Resampling behind the intervals: seeded by the run.
pub fn resampling(seed: u64, resamples: usize) -> CaseBootstrap {
    CaseBootstrap {
        seed: draw::seed(seed, &["annotate", "bootstrap"]),
        resamples,
        ..CaseBootstrap::default()
    }
}

/// Compares every judge of the run with the consensus, and corrects the scores that rest on it.
///
/// # Errors
/// When the consensus is older than the labels, no item of the key is of this run, or a record or
/// prompt cannot be read.
pub fn calibrate(
    run: &str,
    records: &Records<'_>,
    reference: &Reference<'_>,
) -> Result<Calibration, AnnotateError> {
    let Reference { key, annotators, consensus } = reference;
    if consensus.labels != annotators.digest() {
        return Err(AnnotateError::step(
            "labels were imported after the consensus was made",
            "adjudicate anew: `lexconsult annotate import DIR --adjudicated FILE.csv`",
        ));
    }
    let tasks = key.tasks();
    let units = records.units(&tasks)?;
    let by_id: BTreeMap<String, &Unit> = units.iter().map(|unit| (unit.id(), unit)).collect();
    if !key.items.iter().any(|item| by_id.contains_key(&unit_id(&item.play, item.part()))) {
        return Err(AnnotateError::usage(
            format!("no item of the sheet, drawn from run {}, is a unit of {run}", key.run),
            "name the run from which the sheet was exported",
        ));
    }
    let options = resampling(records.study.seed, records.study.resamples as usize);
    let mut judges = Vec::new();
    let mut corrected = Vec::new();
    for judge in &records.study.judges {
        let name = judge.seat.name();
        for task in tasks.iter().copied() {
            let (mut pairs, mut sample, mut changed) = (Vec::new(), Vec::new(), 0);
            for item in key.items.iter().filter(|item| item.task == task) {
                let people = consensus.items.get(&item.item).and_then(|label: &Named| label.code(task));
                let unit = by_id.get(&unit_id(&item.play, item.part()));
                let unchanged = unit.filter(|unit| unit.material == item.material);
                changed += u64::from(unit.is_some() && unchanged.is_none());
                let judged = unchanged.and_then(|unit| unit.labels.get(&name).copied());
                pairs.push(Pair { case: item.case(), reference: people, other: judged });
                if let (Some(people), Some(judged)) = (people, judged) {
                    sample.push(Validated { case: item.case(), people, judged });
                }
            }
            judges.push(JudgeCalibration {
                judge: name.clone(),
                rules: judge.seat.is_rule(),
                agreement: compare(task, &pairs, &options),
                changed,
                self_consistency: self_consistency(&units, task, &name),
            });
            corrected.extend(correct(records, &name, task, &sample, &options));
        }
    }
    let people = annotators.agreement(key, &options);
    let [mean_agreement, mean_kappa] = means(&people);
    let mean = |name: String| {
        let of_judge: Vec<_> =
            judges.iter().filter(|judge| judge.judge == name).map(|judge| judge.agreement.clone()).collect();
        let [agreement, kappa] = means(&of_judge);
        Mean { judge: name, agreement, kappa }
    };
    let means = records.judges().into_iter().map(mean).collect();
    Ok(Calibration {
        layout: LAYOUT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        run: run.to_owned(),
        people: People {
            annotators: annotators.names.clone(),
            agreed: consensus.agreed,
            adjudicated: consensus.adjudicated,
            open: consensus.open.len(),
            tasks: people,
            mean_agreement,
            mean_kappa,
        },
        bindings: calibrated_bindings(records, key, &tasks)?,
        labels: labels_digest(records, &tasks),
        judges,
        means,
        corrected,
    })
}

/// The judges and prompts in force, with the rubric that people followed: where the prompt was changed
/// after the export, the calibration is stale from the first.
fn calibrated_bindings(
    records: &Records<'_>,
    key: &Key,
    tasks: &[Task],
) -> Result<Vec<Binding>, AnnotateError> {
    let used = |binding: &Binding| {
        key.items.iter().any(|item| (item.task, item.language) == (binding.task, binding.language))
    };
    let mut found = bindings(records.study, records.prompts, tasks)?;
    found.retain(used);
    for binding in &mut found {
        let place = (binding.task, binding.language);
        if let Some(rubric) = key.rubrics.iter().find(|rubric| (rubric.task, rubric.language) == place) {
            binding.rubric_hash.clone_from(&rubric.hash);
        }
    }
    Ok(found)
}

/// The judge's labels of material that it was given more than once.
fn self_consistency(units: &[Unit], task: Task, judge: &str) -> SelfConsistency {
    let mut labels: BTreeMap<&str, Vec<Option<Code>>> = BTreeMap::new();
    for unit in units.iter().filter(|unit| unit.play.task == task) {
        if let Some(label) = unit.labels.get(judge) {
            labels.entry(&unit.material).or_default().push(Some(*label));
        }
    }
    let found = flip_rate(&labels.into_values().collect::<Vec<_>>());
    SelfConsistency {
        n: found.n_compared,
        flipped: found.n_flipped,
        flip_rate: found.flip_rate,
        agreement: found.pairwise_disagreement.map(|share| 1.0 - share),
    }
}

/// Stands for every label of the run's judges in these tasks, and for what has none.
pub fn labels_digest(records: &Records<'_>, tasks: &[Task]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for play in records.study.plays().into_iter().filter(|play| tasks.contains(&play.task)) {
        for judge in records.judges() {
            let state = match records.state(&play, &judge) {
                UnitState::Lost(reason) => reason.to_owned(),
                UnitState::Absent(absence) => absence.name().to_owned(),
                UnitState::Labelled(label, _) => {
                    let codes = parts_of(&label).into_iter().map(|(_, code)| code.0.to_string());
                    codes.collect::<Vec<_>>().join(",")
                }
            };
            parts.extend([play.id(), judge, state]);
        }
    }
    hash(&parts.iter().map(String::as_str).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::unit::Part;
    use crate::case::{Language, Variant};
    use crate::suite::lexpilot::Play;

    #[test]
    fn a_judge_is_compared_with_itself_where_it_read_the_same_twice() {
        let unit = |material: &str, repeat, label| Unit {
            play: Play {
                task: Task::Lca,
                setup: None,
                variant: Variant::Complete,
                case: "c".into(),
                condition: None,
                independent: false,
                repeat,
                assistant: "a".into(),
                user: None,
                gate: None,
            },
            part: Part::Message,
            language: Language::En,
            material: material.into(),
            fits: true,
            labels: BTreeMap::from([("j".to_owned(), Code(label))]),
        };
        let units = [
            unit("x", 1, 0),
            unit("x", 2, 0),
            unit("x", 3, 1),
            unit("y", 1, 0),
            unit("y", 2, 0),
            unit("z", 1, 1),
        ];
        let found = self_consistency(&units, Task::Lca, "j");
        assert_eq!((found.n, found.flipped, found.flip_rate), (2, 1, Some(0.5)));
        // Of the three pairs of x two differ, of y none: 1 - (2/3 + 0) / 2.
        assert!((found.agreement.expect("defined") - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(self_consistency(&units, Task::Lca, "other").flip_rate, None);
    }
}
