//! Scores: labels in, estimates out. Pure; the run hands over what each unit came to.

mod conditions;
mod course;
mod dcg;
mod frame;
mod lca;
mod ljp;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::case::AnswerKey;
use crate::suite::Estimate;
use crate::suite::lexpilot::course::Course;
use crate::suite::lexpilot::{Condition, Label, Play, Setup, Study, Task};

use frame::Frame;

/// What a planned unit came to under one judge.
pub type UnitState = crate::suite::UnitState<Label>;

/// All estimates of a study.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scores {
    /// Headlines first, then groups.
    pub estimates: Vec<Estimate>,
}

/// A case as the scorers see it.
struct ScoredCase<'a> {
    class: &'a str,
    key: AnswerKey<'a>,
}

/// The units of one assistant in one task and setup: `[case][repeat]`, each with its plays.
type Cells = Vec<Vec<Vec<(Play, UnitState)>>>;

/// Which plays are scored together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Slice {
    task: Task,
    setup: Option<Setup>,
    condition: Option<Condition>,
}

/// The course of a consultation, or why there is none.
pub type CourseOf<'a> = &'a dyn Fn(&Play) -> Result<Arc<Course>, &'static str>;

/// Scores a study; `state` says what a play came to under a judge, `course` how it went.
pub fn score(study: &Study, state: &dyn Fn(&Play, &str) -> UnitState, course: CourseOf<'_>) -> Scores {
    let cases: Vec<ScoredCase<'_>> =
        study.cases().iter().map(|case| ScoredCase { class: &case.class, key: case.answer_key() }).collect();
    let focal_types: Vec<&str> = study.pack.taxonomy.types.iter().map(|kind| kind.id.as_str()).collect();
    let mut scores = Scores::default();
    for judge in &study.judges {
        let judge_name = judge.seat.name();
        let mut slices: BTreeMap<Slice, Vec<Cells>> = BTreeMap::new();
        for (at, assistant) in study.assistants.iter().enumerate() {
            for (slice, cells) in cells_of(study, &assistant.seat.name(), &judge_name, state) {
                let models = slices.entry(slice).or_default();
                models.resize_with(at, Vec::new);
                models.push(cells);
            }
        }
        let frame = Frame::new(study, judge);
        for (slice, models) in &slices {
            let frame = frame.slice(*slice);
            match slice.task {
                Task::Lca => lca::score(&frame, &cases, models, &mut scores.estimates),
                Task::Dcg => dcg::score(&frame, &cases, models, &focal_types, &mut scores.estimates),
                Task::Ljp => {
                    let from = scores.estimates.len();
                    ljp::score(&frame, &cases, models, &mut scores.estimates);
                    if frame.is_disturbed() {
                        conditions::score(&frame, &cases, models, course, from, &mut scores.estimates);
                    }
                    // No judge has a part in these: they are the same under each.
                    if slice.setup == Some(Setup::Interaction) {
                        course::score(&frame, &cases, models, course, &mut scores.estimates);
                    }
                }
            }
        }
        conditions::compare(&frame, &cases, &slices, &mut scores.estimates);
        ljp::compare_setups(&frame, &cases, &slices, &mut scores.estimates);
    }
    // Headlines before groups; within each the order stays.
    scores.estimates.sort_by_key(|estimate| estimate.group.is_some());
    scores
}

fn cells_of(
    study: &Study,
    assistant: &str,
    judge: &str,
    state: &dyn Fn(&Play, &str) -> UnitState,
) -> BTreeMap<Slice, Cells> {
    let at: BTreeMap<&str, usize> =
        study.cases().iter().enumerate().map(|(i, case)| (case.id.as_str(), i)).collect();
    let repeats = study.repeats as usize;
    let mut slices: BTreeMap<Slice, Cells> = BTreeMap::new();
    for play in study.plays().into_iter().filter(|play| play.assistant == assistant) {
        let slice = Slice { task: play.task, setup: play.setup, condition: play.condition };
        let cells =
            slices.entry(slice).or_insert_with(|| vec![vec![Vec::new(); repeats]; study.cases().len()]);
        let unit = state(&play, judge);
        if let Some(case) = at.get(play.case.as_str()) {
            cells[*case][play.repeat as usize - 1].push((play, unit));
        }
    }
    slices
}
