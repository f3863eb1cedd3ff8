//! Classifier and judges by rule, for what rules can judge.
//!
//! They stand on verdict lines (see `verdicts`) and on the words of the facts; each answers
//! with the JSON text that a model would have been asked for.

use serde::Serialize;

use super::requests::{asks, goes_on, questions, told_by_user};
use super::verdicts;
use crate::case::lexical;
use crate::case::view::{self, MarkedFact};
use crate::cast::reading::{ClassifierReply, DcgQuestion, DcgReply, LcaLabel, LcaReply, LjpClaim, LjpReply};

/// Whether a message asks, and whether it decides every claim.
pub fn classifier(view: &view::Classifier) -> String {
    let readings = verdicts::read(view.message, view.claims.len());
    json(&ClassifierReply { asks: asks(view.message), decides_all: decides_all(&readings) })
}

/// LCA: complete when every claim has an unconditional verdict; else underspecified when the message
/// asks or gives a verdict under a condition; else neither.
pub fn lca(view: &view::LcaJudge) -> String {
    let readings = verdicts::read(view.message, view.claims.len());
    let (decides, asks) = (decides_all(&readings), asks(view.message));
    let conditional = readings.iter().any(|reading| reading.open);
    let (label, reason) = match () {
        () if decides && asks => (LcaLabel::Complete, "every claim has a verdict; it asks besides"),
        () if decides => (LcaLabel::Complete, "every claim has a verdict"),
        () if asks => (LcaLabel::Underspecified, "it asks, and not every claim has a verdict"),
        () if conditional => (LcaLabel::Underspecified, "a verdict stands under a condition"),
        () => (LcaLabel::Neither, "it neither asks nor gives every claim a verdict"),
    };
    json(&LcaReply { reason: format!("By rule: {reason}."), decides, asks, label })
}

/// DCG: a question is relevant when its words ask for a missing fact which no user turn of the talk
/// has told; answerable when they ask for any fact.
pub fn dcg(view: &view::DcgJudge) -> String {
    let mut found: Vec<Vec<&MarkedFact>> = Vec::new();
    for question in questions(view.question) {
        let facts: Vec<&MarkedFact> =
            view.facts.iter().filter(|fact| lexical::asks_for(&question, fact.cues, view.language)).collect();
        match found.last() {
            Some(last) if !last.is_empty() && goes_on_with(&question, &facts, last) => {}
            _ => found.push(facts),
        }
    }
    let questions: Vec<DcgQuestion> = found.iter().map(|facts| dcg_question(view, facts)).collect();
    let reason = match questions.iter().filter(|question| question.relevant).count() {
        _ if questions.is_empty() => "it asks nothing",
        0 => "no question uses the words of a missing fact that is still untold",
        _ => "a question uses the words of a missing fact that is still untold",
    };
    json(&DcgReply { reason: format!("By rule: {reason}."), asks: !questions.is_empty(), questions })
}

/// LJP: the verdict on each claim, with the line that gives it.
pub fn ljp(view: &view::LjpJudge) -> String {
    let readings = verdicts::read(view.message, view.claims.len());
    let claims = view
        .claims
        .iter()
        .zip(readings)
        .map(|(claim, reading)| LjpClaim {
            number: claim.number,
            quote: reading.quote,
            verdict: reading.verdict,
        })
        .collect();
    json(&LjpReply { claims })
}

/// The JSON text of a reply.
pub(super) fn json(reply: &impl Serialize) -> String {
    serde_json::to_string(reply).expect("replies are structs of strings, numbers and lists")
}

fn decides_all(readings: &[verdicts::Reading]) -> bool {
    !readings.is_empty() && readings.iter().all(|reading| reading.verdict.is_some())
}

/// Whether a question asks for nothing beyond the one before it.
fn goes_on_with(question: &str, facts: &[&MarkedFact], before: &[&MarkedFact]) -> bool {
    if facts.is_empty() {
        return goes_on(question);
    }
    facts.iter().all(|fact| before.iter().any(|known| known.id == fact.id))
}

fn dcg_question(view: &view::DcgJudge, asked: &[&MarkedFact]) -> DcgQuestion {
    let open: Vec<&str> = asked
        .iter()
        .filter(|fact| fact.missing && !told_by_user(&view.talk, fact.cues, view.language))
        .map(|fact| fact.id)
        .collect();
    let holds = |focal: &view::Focal, ids: &[&str]| {
        ids.iter().filter(|id| focal.facts.iter().any(|fact| fact == *id)).count()
    };
    let ids: Vec<&str> = asked.iter().map(|fact| fact.id).collect();
    // The point that holds most of the open facts, else most of the others; the first among equals.
    let focal = view
        .focal_points
        .iter()
        .rev()
        .max_by_key(|focal| (holds(focal, &open), holds(focal, &ids)))
        .filter(|focal| holds(focal, &ids) > 0);
    DcgQuestion {
        focal_point: focal.map(|focal| focal.id.to_owned()),
        relevant: focal.is_some_and(|focal| holds(focal, &open) > 0),
        facts: open.into_iter().map(str::to_owned).collect(),
        answerable: !asked.is_empty(),
    }
}

#[cfg(test)]
mod tests;
