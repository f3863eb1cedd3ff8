//! The order in which people should look at arguments (3-ply pipeline 6).

use serde::Serialize;

use super::ArgumentScore;

/// Below this faithfulness the paper looked at an argument.
const ACC_H_LOW: f64 = 0.95;
/// Below this use of factors an argument is looked at, after all others.
const REC_U_LOW: f64 = 0.5;

/// Why an argument is to be looked at, gravest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The required answer was to abstain, and it did not by the required sentence.
    FailedToAbstain,
    /// It abstained on an arguable triple; in a dialogue, a side did.
    WronglyAbstained,
    /// Faithfulness below 0.95.
    Unfaithful,
    /// It says nothing; in a dialogue, a side does.
    Empty,
    /// A side cites the wrong precedent.
    WrongPrecedent,
    /// Mentions without a case, or names and sides that contradict the table: the extraction is less sure.
    UnsureExtraction,
    /// Use of factors below 0.5.
    LittleUsed,
}

impl Reason {
    /// As a list for people says it.
    pub fn words(self) -> &'static str {
        match self {
            Self::FailedToAbstain => "should have abstained",
            Self::WronglyAbstained => "should not have abstained",
            Self::Unfaithful => "acc_h below 0.95",
            Self::Empty => "says nothing",
            Self::WrongPrecedent => "wrong precedent",
            Self::UnsureExtraction => "the extraction is unsure",
            Self::LittleUsed => "rec_u below 0.5",
        }
    }
}

/// An argument to be looked at.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// Id of the triple.
    pub id: String,
    /// Why, gravest first; never empty.
    pub reasons: Vec<Reason>,
}

/// The arguments to be looked at, gravest first: by reason, then by faithfulness, use and id. What the
/// extractor failed on is to be read again, not looked at.
pub fn review_queue(scores: &[ArgumentScore]) -> Vec<Entry> {
    let mut queue: Vec<(&ArgumentScore, Vec<Reason>)> = scores
        .iter()
        .map(|score| (score, reasons(score)))
        .filter(|(_, reasons)| !reasons.is_empty())
        .collect();
    let number = |value: Option<f64>| value.unwrap_or(f64::INFINITY);
    queue.sort_by(|(a, why_a), (b, why_b)| {
        let acc_h = |score: &ArgumentScore| number(score.strict.and_then(|numbers| numbers.acc_h));
        let rec_u = |score: &ArgumentScore| number(score.strict.and_then(|numbers| numbers.rec_u));
        why_a[0]
            .cmp(&why_b[0])
            .then_with(|| acc_h(a).total_cmp(&acc_h(b)))
            .then_with(|| rec_u(a).total_cmp(&rec_u(b)))
            .then_with(|| a.id.cmp(&b.id))
    });
    queue.into_iter().map(|(score, reasons)| Entry { id: score.id.clone(), reasons }).collect()
}

fn reasons(score: &ArgumentScore) -> Vec<Reason> {
    let Some(strict) = score.strict else { return Vec::new() };
    let abstained = score.paper.is_some_and(|paper| paper.abstained);
    let one_side_abstained = score.sides.iter().any(|side| side.paper.abstained);
    let one_side_empty = score.sides.iter().any(|side| side.empty);
    let below = |value: Option<f64>, bound: f64| value.is_some_and(|value| value < bound);
    let wrong = |cites: Option<bool>| cites == Some(false);
    let unsure = score.unattributed > 0
        || [super::super::extract::Flag::NameMismatch, super::super::extract::Flag::WrongSide]
            .iter()
            .any(|flag| score.flags.contains_key(flag));
    let found = [
        (Reason::FailedToAbstain, score.requires_abstention && !strict.abstained),
        (Reason::WronglyAbstained, !score.requires_abstention && (abstained || one_side_abstained)),
        (Reason::Unfaithful, below(strict.acc_h, ACC_H_LOW)),
        (Reason::Empty, score.empty || one_side_empty),
        (Reason::WrongPrecedent, wrong(score.plaintiff_cites_right) || wrong(score.defendant_cites_right)),
        (Reason::UnsureExtraction, unsure),
        (Reason::LittleUsed, !score.requires_abstention && below(strict.rec_u, REC_U_LOW)),
    ];
    found.into_iter().filter(|(_, holds)| *holds).map(|(reason, _)| reason).collect()
}
