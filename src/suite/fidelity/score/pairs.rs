//! Differences between paired outcomes, and users against each other.

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::record::ReplyRecord;
use super::Scoring;
use super::rates::{Outcome, incomplete};
use crate::case::ProbeKind;
use crate::stats::fidelity::{AnswerableReply, ProbedCase, sim_fidelity};
use crate::stats::resampling::{CaseBootstrap, case_bootstrap};

/// One pair of outcomes of a case.
pub(super) struct Pair<'a> {
    /// Id of the case.
    pub case: &'a str,
    /// The one that is subtracted.
    pub first: bool,
    /// The other.
    pub second: bool,
}

/// The share of the second less that of the first, over pairs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// Pairs.
    pub n: u64,
    /// Pairs wanted.
    pub planned: u64,
    /// True when more than 2% of them lack a reply.
    pub incomplete: bool,
    /// Of these, the first alone holds.
    pub first_only: u64,
    /// The second alone holds.
    pub second_only: u64,
    /// `(second_only - first_only) / n`, a fraction in [-1, 1]; null for n = 0.
    pub difference: Option<f64>,
    /// Percentile interval of it, cases resampled with all their pairs; null where all are of one case, of
    /// which every resample is the same.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
    /// `exact_case_bootstrap` where every case has one pair: the distribution of all resamples; else
    /// `case_bootstrap`, drawn.
    pub method: &'static str,
    /// Resamples drawn; 0 where it is exact.
    pub resamples: usize,
    /// Exact McNemar test of the pairs; null where a case has several, which are not independent.
    pub mcnemar_exact_p: Option<f64>,
}

impl Difference {
    /// Of these pairs, and how many were wanted.
    pub(super) fn of(pairs: &[Pair<'_>], planned: u64, options: &Scoring) -> Self {
        let mut by_case: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
        for pair in pairs {
            let counts = by_case.entry(pair.case).or_default();
            counts[0] += 1;
            counts[1] += u32::from(pair.first && !pair.second);
            counts[2] += u32::from(pair.second && !pair.first);
        }
        let one_each = by_case.values().all(|counts| counts[0] == 1);
        let reply = |ok| Some(AnswerableReply { ok, od: false, err: false, dcg: false });
        let cases: Vec<ProbedCase> = pairs
            .iter()
            .map(|pair| ProbedCase { a: reply(pair.first), b: reply(pair.second), ..ProbedCase::default() })
            .collect();
        // The level is one of the program's own, in (0, 1): only another could be refused.
        let exact = sim_fidelity(&cases, options.level).ok();
        let point = exact.as_ref().and_then(|exact| exact.diff_b_minus_a);
        let (low, high, resamples) = if one_each {
            let ends = exact.as_ref().map(|exact| (exact.ci_low, exact.ci_high)).unwrap_or_default();
            (ends.0, ends.1, 0)
        } else {
            let bootstrap =
                CaseBootstrap { resamples: options.resamples, level: options.level, seed: options.seed };
            let cases: Vec<Vec<[u32; 3]>> = by_case.values().map(|counts| vec![*counts]).collect();
            let share = |[n, first, second]: &[u32; 3]| {
                (*n > 0).then(|| (f64::from(*second) - f64::from(*first)) / f64::from(*n))
            };
            let interval = case_bootstrap(&cases, share, &bootstrap);
            (interval.low, interval.high, interval.resamples)
        };
        Self {
            n: pairs.len() as u64,
            planned,
            incomplete: incomplete(planned, pairs.len() as u64),
            first_only: exact.as_ref().map_or(0, |exact| exact.a_only),
            second_only: exact.as_ref().map_or(0, |exact| exact.b_only),
            difference: point,
            low: low.filter(|_| by_case.len() > 1),
            high: high.filter(|_| by_case.len() > 1),
            method: if one_each { "exact_case_bootstrap" } else { "case_bootstrap" },
            resamples,
            mcnemar_exact_p: exact
                .filter(|_| one_each && !pairs.is_empty())
                .map(|exact| exact.mcnemar_exact_p),
        }
    }
}

/// Two users on the same requests.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UserPair {
    /// The user that is subtracted.
    pub first: String,
    /// The other.
    pub second: String,
    /// Which request.
    pub kind: ProbeKind,
    /// What is compared.
    pub outcome: Outcome,
    /// Second minus first.
    pub difference: Difference,
}

/// Each user against each that is named before it, request by request.
pub(super) fn between(users: &[String], replies: &[ReplyRecord], options: &Scoring) -> Vec<UserPair> {
    let mut pairs = Vec::new();
    for (at, second) in users.iter().enumerate() {
        for first in &users[..at] {
            for kind in ProbeKind::ALL {
                // Each user has each request.
                let wanted = |reply: &&ReplyRecord| reply.unit.user == *second && reply.unit.kind == kind;
                let planned = replies.iter().filter(wanted).count() as u64;
                for outcome in Outcome::ALL {
                    if outcome == Outcome::Ok && kind == ProbeKind::Broad {
                        continue;
                    }
                    let of = |user| outcomes(replies, user, kind, outcome);
                    let (of_first, of_second) = (of(first), of(second));
                    let common: Vec<Pair<'_>> = of_first
                        .iter()
                        .filter_map(|(place, first)| {
                            let second = *of_second.get(place)?;
                            Some(Pair { case: place.0, first: *first, second })
                        })
                        .collect();
                    pairs.push(UserPair {
                        first: first.clone(),
                        second: second.clone(),
                        kind,
                        outcome,
                        difference: Difference::of(&common, planned, options),
                    });
                }
            }
        }
    }
    pairs
}

/// Case, target and repeat.
type Place<'a> = (&'a str, &'a str, u32);

/// The outcome of each reply of a user to one request, where it is defined.
fn outcomes<'a>(
    replies: &'a [ReplyRecord],
    user: &str,
    kind: ProbeKind,
    outcome: Outcome,
) -> BTreeMap<Place<'a>, bool> {
    let wanted = replies.iter().filter(|reply| reply.unit.user == user && reply.unit.kind == kind);
    let placed = |reply: &'a ReplyRecord| {
        let holds = outcome.holds(reply.assessment.as_ref()?)?;
        Some(((reply.unit.case.as_str(), reply.unit.target.as_str(), reply.unit.repeat), holds))
    };
    wanted.filter_map(placed).collect()
}
