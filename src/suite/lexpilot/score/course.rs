//! What consultations recovered and how, and what the user's condition came to (LexPilot E.5 and this
//! project's ledger).

use std::sync::Arc;

use crate::suite::Estimate;
use crate::suite::lexpilot::course::Course;

use super::frame::{Coverage, Frame, Metric, Tally};
use super::{Cells, CourseOf, ScoredCase};

/// What is counted of one consultation.
#[derive(Clone, Copy)]
enum Count {
    Dialogues,
    Rounds,
    Questions,
    AskingTurns,
    MultiQuestionTurns,
    Missing,
    Recovered,
    Volunteered,
    Sufficient,
    RoundsToSufficiency,
    Requested,
    ReAsked,
    FaultyTurns,
    Disrupted,
    FollowedUp,
    Corrected,
    Uncorrected,
    Assessed,
    Compliant,
}

const COUNTS: usize = Count::Compliant as usize + 1;

type Counts = [u32; COUNTS];

fn share(counts: &Counts, part: Count, whole: Count) -> Option<f64> {
    let (part, whole) = (counts[part as usize], counts[whole as usize]);
    (whole > 0).then(|| f64::from(part) / f64::from(whole))
}

const RECOVERY: &[Metric<COUNTS>] = &[
    ("fact_recovery", |c| share(c, Count::Recovered, Count::Missing)),
    ("facts_per_round", |c| share(c, Count::Recovered, Count::Rounds)),
    ("facts_per_question", |c| share(c, Count::Recovered, Count::Questions)),
    ("volunteered_rate", |c| share(c, Count::Volunteered, Count::Recovered)),
    ("sufficiency_rate", |c| share(c, Count::Sufficient, Count::Dialogues)),
    ("rounds_to_sufficiency", |c| share(c, Count::RoundsToSufficiency, Count::Sufficient)),
    ("reask_rate", |c| share(c, Count::ReAsked, Count::Requested)),
    ("multi_question_rate", |c| share(c, Count::MultiQuestionTurns, Count::AskingTurns)),
    ("simulator_fault_rate", |c| share(c, Count::FaultyTurns, Count::Rounds)),
];

const CONDITION: &[Metric<COUNTS>] = &[
    ("disruption_rate", |c| share(c, Count::Disrupted, Count::Dialogues)),
    ("follow_up_rate", |c| share(c, Count::FollowedUp, Count::Disrupted)),
    ("correction_rate", |c| share(c, Count::Corrected, Count::Disrupted)),
    ("uncorrected_rate", |c| share(c, Count::Uncorrected, Count::Disrupted)),
    ("compliance_rate", |c| share(c, Count::Compliant, Count::Assessed)),
];

/// Adds the estimates of one slice of consultations; those of the condition where there is one.
pub fn score(
    frame: &Frame<'_>,
    cases: &[ScoredCase<'_>],
    models: &[Cells],
    course: CourseOf<'_>,
    out: &mut Vec<Estimate>,
) {
    let from = out.len();
    let tallies: Vec<Tally<COUNTS>> = models.iter().map(|cells| tally(cases, cells, course)).collect();
    frame.emit(None, &tallies, RECOVERY, out);
    if frame.is_disturbed() {
        frame.emit(None, &tallies, CONDITION, out);
    }
    for estimate in &mut out[from..] {
        estimate.rules |= frame.ledger_by_rules();
    }
}

fn tally(cases: &[ScoredCase<'_>], cells: &Cells, course: CourseOf<'_>) -> Tally<COUNTS> {
    let mut coverage = Coverage::default();
    let mut counts = Vec::new();
    for (case, repeats) in cases.iter().zip(cells) {
        let row = repeats.iter().map(|units| {
            let mut sum: Counts = [0; COUNTS];
            for (play, _) in units {
                match course(play).and_then(checked) {
                    Ok(course) => {
                        coverage.scored(1);
                        add(&mut sum, &course, &case.key.missing);
                    }
                    Err(reason) => coverage.lost(reason, 1),
                }
            }
            sum
        });
        counts.push(row.collect());
    }
    Tally { counts, coverage }
}

/// A course of which it is known what was asked for and what was told.
fn checked(course: Arc<Course>) -> Result<Arc<Course>, &'static str> {
    if course.unread {
        return Err("no_gate");
    }
    if course.ledger.is_some() { Ok(course) } else { Err("no_ledger") }
}

fn add(sum: &mut Counts, course: &Course, missing: &[&str]) {
    let mut count = |what: Count, n: usize| sum[what as usize] += u32::try_from(n).unwrap_or(u32::MAX);
    let rounds = || course.rounds.iter().zip(1_u32..);
    count(Count::Dialogues, 1);
    count(Count::Rounds, course.rounds.len());
    count(Count::Questions, course.rounds.iter().map(|note| note.questions as usize).sum());
    count(Count::AskingTurns, course.rounds.iter().filter(|note| note.questions > 0).count());
    count(Count::MultiQuestionTurns, course.rounds.iter().filter(|note| note.questions > 1).count());
    count(Count::Missing, missing.len());
    let recovered = course.recovered();
    count(Count::Recovered, recovered.len());
    let volunteered = |fact: &str| {
        let first = course.entries().find(|entry| entry.fact == fact && entry.how.recovers());
        first.is_some_and(|entry| entry.how == crate::case::How::Volunteered)
    };
    count(Count::Volunteered, recovered.iter().filter(|(fact, _)| volunteered(fact)).count());
    if !missing.is_empty() && missing.iter().all(|fact| recovered.iter().any(|(known, _)| known == fact)) {
        count(Count::Sufficient, 1);
        let last = recovered.iter().map(|(_, round)| *round).max().unwrap_or(0);
        count(Count::RoundsToSufficiency, last as usize);
    }
    for (note, round) in rounds() {
        count(Count::Requested, note.requested.len());
        let told = |fact: &&String| !missing.contains(&fact.as_str()) || course.known(fact, round - 1);
        count(Count::ReAsked, note.requested.iter().filter(told).count());
        count(Count::FaultyTurns, usize::from(course.faulty(round, missing)));
    }
    if let Some(came_to) = &course.disturbance {
        count(Count::Disrupted, usize::from(came_to.disrupted.is_some()));
        count(Count::FollowedUp, usize::from(came_to.followed_up.is_some()));
        count(Count::Corrected, usize::from(came_to.corrected.is_some()));
        count(Count::Uncorrected, usize::from(came_to.uncorrected));
    }
    if let Some(breaches) = course.breaches() {
        count(Count::Assessed, 1);
        count(Count::Compliant, usize::from(breaches.is_empty()));
    }
}
