//! The kappa under a condition: on the dialogues that the condition reached, and against the standard
//! user (LexPilot E.5).

use std::collections::BTreeMap;

use crate::cast::Condition;
use crate::suite::lexpilot::{Noncompliant, Setup, Task};
use crate::suite::{Estimate, MEAN_OF_MODELS};

use super::frame::Frame;
use super::{Cells, CourseOf, ScoredCase, Slice, ljp};

/// Adds the kappa on the dialogues that the condition reached, and writes beside each overall kappa of
/// the slice (`estimates` holds them) in how many dialogues it did.
pub fn score(
    frame: &Frame<'_>,
    cases: &[ScoredCase<'_>],
    models: &[Cells],
    course: CourseOf<'_>,
    from: usize,
    out: &mut Vec<Estimate>,
) {
    let names = frame.models();
    let reach: Vec<Reach> = models.iter().map(|cells| Reach::of(cells, course)).collect();
    let all = reach.iter().fold(Reach::default(), |sum, reach| sum.and(reach));
    for estimate in out[from..].iter_mut().filter(|estimate| estimate.group.is_none()) {
        let of_model = names.iter().position(|name| *name == estimate.model).map(|at| &reach[at]);
        let reach = if estimate.model == MEAN_OF_MODELS { Some(&all) } else { of_model };
        let Some(reach) = reach else { continue };
        estimate.triggered = reach.rate();
        if frame.noncompliant() == Noncompliant::Keep && reach.noncompliant > 0 {
            estimate.missing.insert("noncompliant_dialogues_kept".to_owned(), reach.noncompliant);
        }
    }
    let triggered: Vec<Cells> = models.iter().map(|cells| only_triggered(cells, course)).collect();
    ljp::emit_kappa(frame, "qwk_on_triggered", cases, &triggered, out);
}

/// How far a condition reached.
#[derive(Clone, Copy, Default)]
struct Reach {
    played: u64,
    triggered: u64,
    noncompliant: u64,
}

impl Reach {
    fn of(cells: &Cells, course: CourseOf<'_>) -> Self {
        let mut reach = Self::default();
        for (play, _) in cells.iter().flatten().flatten() {
            let Ok(course) = course(play) else { continue };
            reach.played += 1;
            reach.triggered += u64::from(course.disrupted().is_some());
            reach.noncompliant += u64::from(course.breaches().is_some_and(|breaches| !breaches.is_empty()));
        }
        reach
    }

    fn and(self, other: &Self) -> Self {
        Self {
            played: self.played + other.played,
            triggered: self.triggered + other.triggered,
            noncompliant: self.noncompliant + other.noncompliant,
        }
    }

    fn rate(self) -> Option<f64> {
        (self.played > 0).then(|| self.triggered as f64 / self.played as f64)
    }
}

/// Without the dialogues that are known not to have been reached; what was lost stays in, to be counted.
fn only_triggered(cells: &Cells, course: CourseOf<'_>) -> Cells {
    let mut cells = cells.clone();
    for units in cells.iter_mut().flatten() {
        units.retain(|(play, _)| !course(play).is_ok_and(|course| course.disrupted().is_none()));
    }
    cells
}

/// The kappa of each condition minus that of the standard user, on the (case, repeat) pairs present
/// in both.
pub fn compare(
    frame: &Frame<'_>,
    cases: &[ScoredCase<'_>],
    slices: &BTreeMap<Slice, Vec<Cells>>,
    out: &mut Vec<Estimate>,
) {
    let of = |condition| {
        let slice = Slice { task: Task::Ljp, setup: Some(Setup::Interaction), condition: Some(condition) };
        slices.get(&slice).map(|models| (slice, models))
    };
    let Some((_, standard)) = of(Condition::Standard) else { return };
    for &condition in Condition::ALL.iter().filter(|condition| **condition != Condition::Standard) {
        if let Some((slice, models)) = of(condition) {
            ljp::emit_difference(&frame.slice(slice), "qwk_minus_standard", cases, standard, models, out);
        }
    }
}
