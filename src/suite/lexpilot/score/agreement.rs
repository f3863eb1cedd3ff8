//! How far the judges of a run agree on the units that they share, two at a time, by task and class of
//! cause. Units: one message (LCA), one request (DCG), one claim (LJP, all setups together).

use std::collections::{BTreeMap, BTreeSet};

use crate::stats::two_raters::RatedItem;
use crate::suite::agreement::Compared;
use crate::suite::lexpilot::parts::{Part, label_names, parts_of};
use crate::suite::lexpilot::{Play, Study, Task};
use crate::suite::{JudgeAgreement, StateOf};

use super::{UnitState, frame};

/// One unit that either of two judges labelled.
struct Common<'a> {
    task: Task,
    class: &'a str,
    item: RatedItem<'a>,
}

/// Compares every two judges; task by task overall, then class by class. Nothing where there is one.
/// Dialogues in which no condition took hold are one and the same under all conditions that share its
/// asks, and so are their judgements: they count once.
pub fn agreements(
    study: &Study,
    state: StateOf<'_, Study>,
    undisrupted: &dyn Fn(&Play) -> bool,
) -> Vec<JudgeAgreement> {
    let judges: Vec<String> = study.judges.iter().map(|judge| judge.seat.name()).collect();
    if judges.len() < 2 {
        return Vec::new();
    }
    let mut plays = study.plays();
    let mut scopes: BTreeSet<String> = BTreeSet::new();
    plays.retain(|play| !undisrupted(play) || scopes.insert(play.scope()));
    let states: Vec<Vec<UnitState>> =
        judges.iter().map(|judge| plays.iter().map(|play| state(play, judge)).collect()).collect();
    let classes: BTreeMap<&str, &str> =
        study.cases().iter().map(|case| (case.id.as_str(), case.class.as_str())).collect();
    let all_classes: BTreeSet<&str> = classes.values().copied().collect();
    let tasks: BTreeSet<Task> = plays.iter().map(|play| play.task).collect();
    let options = frame::bootstrap(study);
    let mut found = Vec::new();
    for first in 0..judges.len() {
        for second in first + 1..judges.len() {
            let common = common(&plays, [&states[first], &states[second]], &classes);
            let compare = |task: Task, class: Option<&str>| {
                let units: Vec<RatedItem<'_>> = common
                    .iter()
                    .filter(|unit| unit.task == task && class.is_none_or(|class| unit.class == class))
                    .map(|unit| unit.item)
                    .collect();
                let compared = Compared {
                    judges: [&judges[first], &judges[second]],
                    task: task.name(),
                    group: class.map(|class| format!("class:{class}")),
                    labels: label_names(task),
                    units: &units,
                };
                // Codes are positions among the labels of the task, of which there are at most five.
                JudgeAgreement::of(&compared, &options).expect("codes are positions among the labels")
            };
            found.extend(tasks.iter().map(|task| compare(*task, None)));
            for task in &tasks {
                found.extend(all_classes.iter().map(|class| compare(*task, Some(class))));
            }
        }
    }
    found
}

fn common<'a>(
    plays: &'a [Play],
    states: [&[UnitState]; 2],
    classes: &BTreeMap<&'a str, &'a str>,
) -> Vec<Common<'a>> {
    let mut found = Vec::new();
    for (at, play) in plays.iter().enumerate() {
        let mut parts: BTreeMap<Part, [Option<usize>; 2]> = BTreeMap::new();
        for (side, states) in states.into_iter().enumerate() {
            if let UnitState::Labelled(label, _) = &states[at] {
                for (part, code) in parts_of(label) {
                    parts.entry(part).or_default()[side] = Some(code);
                }
            }
        }
        let class = classes.get(play.case.as_str()).copied().unwrap_or_default();
        found.extend(parts.into_values().map(|[first, second]| Common {
            task: play.task,
            class,
            item: RatedItem { cluster: &play.case, first, second },
        }));
    }
    found
}
