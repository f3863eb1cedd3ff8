//! Scores: labels in, estimates out. Pure; the run hands over what each unit came to.

mod agreement;
mod conditions;
mod course;
mod dcg;
mod frame;
mod lca;
mod ljp;
mod names;
mod panel;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::case::AnswerKey;
use crate::suite::Estimate;
use crate::suite::lexpilot::course::Course;
use crate::suite::lexpilot::{Condition, Label, Play, Setup, Study, Task};

use frame::{By, Frame};
use panel::{Standing, combine};

pub use agreement::agreements;
pub use names::metrics;
pub use panel::{Policy, UNDECIDED};

/// What a planned unit came to under one judge.
pub type UnitState = crate::suite::UnitState<Label>;

/// A case as the scorers see it.
struct ScoredCase<'a> {
    class: &'a str,
    key: AnswerKey<'a>,
}

/// The units of one assistant in one task and setup: `[case][repeat]`, each with its plays.
type Cells = Vec<Vec<Vec<(Play, Standing)>>>;

/// Which plays are scored together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Slice {
    task: Task,
    setup: Option<Setup>,
    condition: Option<Condition>,
}

/// The course of a consultation, or why there is none.
pub type CourseOf<'a> = &'a dyn Fn(&Play) -> Result<Arc<Course>, &'static str>;

/// All estimates of a study, headlines first, then groups; `state` says what a play came to under a
/// judge, `course` how it went. Several judges are scored one by one, and as panels.
pub fn score(study: &Study, state: &dyn Fn(&Play, &str) -> UnitState, course: CourseOf<'_>) -> Vec<Estimate> {
    let cases: Vec<ScoredCase<'_>> =
        study.cases().iter().map(|case| ScoredCase { class: &case.class, key: case.answer_key() }).collect();
    let plays = study.plays();
    let judges: Vec<String> = study.judges.iter().map(|judge| judge.seat.name()).collect();
    let states: Vec<Vec<UnitState>> =
        judges.iter().map(|judge| plays.iter().map(|play| state(play, judge)).collect()).collect();
    let mut estimates = Vec::new();
    for (judge, states) in study.judges.iter().zip(&states) {
        let frame = Frame::new(study, By::of(judge));
        let slices = slices_of(study, &plays, |at, _| states[at].clone().into());
        score_by(&frame, &cases, &slices, course, &mut estimates);
    }
    if judges.len() > 1 {
        for policy in Policy::ALL {
            let frame = Frame::new(study, By::panel(policy.name(), &study.judges));
            let slices = slices_of(study, &plays, |at, case| {
                let states: Vec<&UnitState> = states.iter().map(|states| &states[at]).collect();
                combine(policy, &states, cases[case].key.verdicts.len())
            });
            score_by(&frame, &cases, &slices, course, &mut estimates);
        }
    }
    // Headlines before groups; within each the order stays.
    estimates.sort_by_key(|estimate| estimate.group.is_some());
    estimates
}

/// The units of each slice: `[assistant]` of [`Cells`].
type Slices = BTreeMap<Slice, Vec<Cells>>;

/// Scores all slices under one judge or panel.
fn score_by(
    frame: &Frame<'_>,
    cases: &[ScoredCase<'_>],
    slices: &Slices,
    course: CourseOf<'_>,
    out: &mut Vec<Estimate>,
) {
    let focal_types = frame.focal_types();
    for (slice, models) in slices {
        let frame = frame.slice(*slice);
        match slice.task {
            Task::Lca => lca::score(&frame, cases, models, out),
            Task::Dcg => dcg::score(&frame, cases, models, &focal_types, out),
            Task::Ljp => {
                let from = out.len();
                ljp::score(&frame, cases, models, out);
                if frame.is_disturbed() {
                    conditions::score(&frame, cases, models, course, from, out);
                }
                // No judge has a part in these: they are the same under each.
                if slice.setup == Some(Setup::Interaction) && !frame.by_panel() {
                    course::score(&frame, cases, models, course, out);
                }
            }
        }
    }
    conditions::compare(frame, cases, slices, out);
    ljp::compare_setups(frame, cases, slices, out);
}

/// Sorts the plays into slices; `standing` says of a play, by its position and that of its case, what
/// it came to.
fn slices_of(study: &Study, plays: &[Play], standing: impl Fn(usize, usize) -> Standing) -> Slices {
    let case_at: BTreeMap<&str, usize> =
        study.cases().iter().enumerate().map(|(i, case)| (case.id.as_str(), i)).collect();
    let names: Vec<String> = study.assistants.iter().map(|assistant| assistant.seat.name()).collect();
    let empty = || vec![vec![Vec::new(); study.repeats as usize]; study.cases().len()];
    let mut slices = Slices::new();
    for (at, play) in plays.iter().enumerate() {
        let model = names.iter().position(|name| *name == play.assistant);
        let (Some(model), Some(case)) = (model, case_at.get(play.case.as_str())) else { continue };
        let slice = Slice { task: play.task, setup: play.setup, condition: play.condition };
        let models = slices.entry(slice).or_insert_with(|| names.iter().map(|_| empty()).collect());
        models[model][*case][play.repeat as usize - 1].push((play.clone(), standing(at, *case)));
    }
    slices
}
