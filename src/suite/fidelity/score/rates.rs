//! Rates over assessed replies.

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::record::ReplyRecord;
use crate::case::ProbeKind;
use crate::cast::reading::{ErrorKind, FidelityReply};
use crate::stats::proportions::wilson;
use crate::suite::INCOMPLETE_ABOVE;

/// Whether a number of `n` of the planned prints as incomplete.
pub(super) fn incomplete(planned: u64, n: u64) -> bool {
    planned.saturating_sub(n) as f64 > INCOMPLETE_ABOVE * planned as f64
}

/// A share with its counts.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rate {
    /// Those that have it.
    pub count: u64,
    /// Of so many.
    pub n: u64,
    /// `count / n`; null for n = 0.
    pub rate: Option<f64>,
    /// Wilson interval of it. It takes replies for independent, which those of one case are not.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
}

impl Rate {
    /// The share of those that are true.
    pub fn of(outcomes: impl IntoIterator<Item = bool>, level: f64) -> Self {
        let (mut count, mut n) = (0u64, 0u64);
        for outcome in outcomes {
            n += 1;
            count += u64::from(outcome);
        }
        let interval = wilson(count, n, level);
        Self {
            count,
            n,
            rate: (n > 0).then(|| count as f64 / n as f64),
            low: interval.map(|(low, _)| low),
            high: interval.map(|(_, high)| high),
        }
    }
}

/// What is said of a reply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Sufficient (A, B), or uncertain where it cannot know (D); not defined for C.
    Ok,
    /// Tells more than is permitted.
    OverDisclosed,
    /// Holds an error.
    Error,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ok, Self::OverDisclosed, Self::Error];

    /// As in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::OverDisclosed => "over_disclosed",
            Self::Error => "error",
        }
    }

    /// Whether it holds of an assessed reply; `None` where it is not defined.
    pub fn holds(self, assessment: &FidelityReply) -> Option<bool> {
        match self {
            Self::Ok => assessment.answer.is_ok(),
            Self::OverDisclosed => Some(!assessment.over_disclosed.is_empty()),
            Self::Error => Some(!assessment.errors.is_empty()),
        }
    }
}

/// The replies to one of the four requests.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ConditionRates {
    /// Which request.
    pub kind: ProbeKind,
    /// Replies wanted.
    pub planned: u64,
    /// Of these, assessed.
    pub n: u64,
    /// The rest, by reason; none of them is in a rate.
    pub lost: BTreeMap<&'static str, u64>,
    /// True when these are more than 2%.
    pub incomplete: bool,
    /// Sufficient (A, B), or uncertain (D); null for C.
    pub ok: Option<Rate>,
    /// Tells more than is permitted.
    pub over_disclosed: Rate,
    /// Holds an error of any kind.
    pub error: Rate,
    /// Replies with an error of each kind; one reply may be in several.
    pub errors: BTreeMap<&'static str, u64>,
}

impl ConditionRates {
    /// Over the replies to this request among these.
    pub fn of(kind: ProbeKind, replies: &[&ReplyRecord], level: f64) -> Self {
        let wanted: Vec<&&ReplyRecord> = replies.iter().filter(|reply| reply.unit.kind == kind).collect();
        let assessed: Vec<&FidelityReply> =
            wanted.iter().filter_map(|reply| reply.assessment.as_ref()).collect();
        let mut lost = BTreeMap::new();
        for reply in wanted.iter().filter(|reply| reply.assessment.is_none()) {
            let reason = reply.lost.as_ref().map_or("not_asked", |lost| lost.fault.name());
            *lost.entry(reason).or_default() += 1;
        }
        let rate = |outcome: Outcome| {
            Rate::of(assessed.iter().filter_map(|assessment| outcome.holds(assessment)), level)
        };
        let errors = ErrorKind::ALL.map(|kind| {
            let has = |assessment: &&&FidelityReply| assessment.errors.iter().any(|error| error.kind == kind);
            (kind.name(), assessed.iter().filter(has).count() as u64)
        });
        Self {
            kind,
            planned: wanted.len() as u64,
            n: assessed.len() as u64,
            lost,
            incomplete: incomplete(wanted.len() as u64, assessed.len() as u64),
            ok: (kind != ProbeKind::Broad).then(|| rate(Outcome::Ok)),
            over_disclosed: rate(Outcome::OverDisclosed),
            error: rate(Outcome::Error),
            errors: errors.into(),
        }
    }
}

/// The A and the D reply of the same probe and repeat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Joint {
    /// Both as they should be.
    pub both: u64,
    /// A alone.
    pub a_only: u64,
    /// D alone.
    pub d_only: u64,
    /// Neither.
    pub neither: u64,
    /// Share with both.
    pub joint: Rate,
    /// Pairs wanted.
    pub planned: u64,
    /// True when more than 2% of them lack a reply.
    pub incomplete: bool,
}

impl Joint {
    /// Of pairs of outcomes, A first, and how many were wanted.
    pub fn of(pairs: &[(bool, bool)], planned: u64, level: f64) -> Self {
        let count = |a, d| pairs.iter().filter(|pair| **pair == (a, d)).count() as u64;
        Self {
            both: count(true, true),
            a_only: count(true, false),
            d_only: count(false, true),
            neither: count(false, false),
            joint: Rate::of(pairs.iter().map(|(a, d)| *a && *d), level),
            planned,
            incomplete: incomplete(planned, pairs.len() as u64),
        }
    }
}

/// How often an accepted question recovers its fact (LexPilot E.3.3).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Accuracy {
    /// A and B replies that were assessed, to questions that were judged.
    pub n: u64,
    /// A and B replies left out because the question could not be judged.
    pub unjudged: u64,
    /// A and B replies wanted.
    pub planned: u64,
    /// True when more than 2% of them were lost or left out.
    pub incomplete: bool,
    /// Sufficient, without over-disclosure and without error, of those to accepted questions.
    pub recovered: Rate,
    /// The other accepted ones: `1 - recovered`.
    pub failure_rate: Option<f64>,
    /// Accepted C questions and D replies, which are in none of it.
    pub excluded_c_accepted: u64,
    /// See above.
    pub excluded_d: u64,
}
