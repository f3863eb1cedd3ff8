//! One user's numbers: over all probes, by class of the case, by type of the fact.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::super::record::{QuestionRecord, ReplyRecord};
use super::super::unit::ProbeQuestion;
use super::Scoring;
use super::pairs::{Difference, Pair};
use super::rates::{Accuracy, ConditionRates, Joint, Rate, incomplete};
use crate::case::ProbeKind;
use crate::stats::fidelity::{self, ProbeReply, factual_recovery};

/// One user, over all probes or within a group of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UserFidelity {
    /// Name of the user with its design.
    pub user: String,
    /// `class:…`, `focal_type:…`, or null for all. A fact that decides focal points of several types is
    /// counted under each.
    pub group: Option<String>,
    /// A to D.
    pub conditions: Vec<ConditionRates>,
    /// Sufficient answers to indirect requests less those to direct ones.
    pub b_minus_a: Difference,
    /// A sufficient and D uncertain.
    pub a_and_d: Joint,
    /// How often an accepted question recovers its fact.
    pub recovery: Accuracy,
    /// True when more than 2% of the replies to one of the requests were lost.
    pub incomplete: bool,
}

/// The DCG judge on the questions of one kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct QuestionRates {
    /// A, B or C.
    pub kind: ProbeKind,
    /// Questions.
    pub planned: u64,
    /// Those without a judgement, by reason; they are in no rate.
    pub lost: BTreeMap<&'static str, u64>,
    /// True when these are more than 2%.
    pub incomplete: bool,
    /// DCG+: relevant and answerable at once.
    pub accepted: Rate,
}

pub(super) fn of(
    user: &str,
    replies: &[&ReplyRecord],
    questions: &[QuestionRecord],
    options: &Scoring,
) -> Vec<UserFidelity> {
    let mut groups: BTreeSet<String> = BTreeSet::new();
    for reply in replies {
        groups.extend(groups_of(reply));
    }
    let accepted: BTreeMap<&ProbeQuestion, Option<bool>> =
        questions.iter().map(|record| (&record.question, record.accepted)).collect();
    let within = |group: Option<String>| {
        let replies: Vec<&ReplyRecord> = match &group {
            None => replies.to_vec(),
            Some(group) => {
                replies.iter().copied().filter(|reply| groups_of(reply).any(|own| own == *group)).collect()
            }
        };
        one(user, group, &replies, &accepted, options)
    };
    std::iter::once(None).chain(groups.into_iter().map(Some)).map(within).collect()
}

fn groups_of(reply: &ReplyRecord) -> impl Iterator<Item = String> {
    let types = reply.types.iter().map(|kind| format!("focal_type:{kind}"));
    std::iter::once(format!("class:{}", reply.class)).chain(types)
}

fn one(
    user: &str,
    group: Option<String>,
    replies: &[&ReplyRecord],
    accepted: &BTreeMap<&ProbeQuestion, Option<bool>>,
    options: &Scoring,
) -> UserFidelity {
    let conditions: Vec<ConditionRates> =
        ProbeKind::ALL.iter().map(|kind| ConditionRates::of(*kind, replies, options.level)).collect();
    let pairs = |kind| both(replies, ProbeKind::Direct, kind);
    let b_minus_a: Vec<Pair<'_>> = pairs(ProbeKind::Indirect);
    let a_and_d: Vec<(bool, bool)> =
        pairs(ProbeKind::Withheld).iter().map(|pair| (pair.first, pair.second)).collect();
    // Whoever is asked D of a probe is asked A and B of it, too.
    let planned = |kind: ProbeKind| replies.iter().filter(|reply| reply.unit.kind == kind).count() as u64;
    UserFidelity {
        user: user.to_owned(),
        group,
        b_minus_a: Difference::of(&b_minus_a, planned(ProbeKind::Indirect), options),
        a_and_d: Joint::of(&a_and_d, planned(ProbeKind::Withheld), options.level),
        recovery: recovery(replies, accepted, options.level),
        incomplete: conditions.iter().any(|condition| condition.incomplete),
        conditions,
    }
}

/// The replies to two requests of the same probe and repeat, as far as both were assessed.
fn both<'a>(replies: &[&'a ReplyRecord], first: ProbeKind, second: ProbeKind) -> Vec<Pair<'a>> {
    let of = |kind: ProbeKind| -> BTreeMap<(&'a str, &'a str, u32), bool> {
        let ok = |reply: &&'a ReplyRecord| {
            let unit = &reply.unit;
            let ok = reply.assessment.as_ref()?.answer.is_ok()?;
            Some(((unit.case.as_str(), unit.target.as_str(), unit.repeat), ok))
        };
        replies.iter().filter(|reply| reply.unit.kind == kind).filter_map(ok).collect()
    };
    let second = of(second);
    of(first)
        .into_iter()
        .filter_map(|(place, first)| Some(Pair { case: place.0, first, second: *second.get(&place)? }))
        .collect()
}

fn recovery(
    replies: &[&ReplyRecord],
    accepted: &BTreeMap<&ProbeQuestion, Option<bool>>,
    level: f64,
) -> Accuracy {
    let mut known = Vec::new();
    let (mut planned, mut unjudged) = (0, 0);
    for reply in replies {
        planned += u64::from(matches!(reply.unit.kind, ProbeKind::Direct | ProbeKind::Indirect));
        let Some(assessment) = &reply.assessment else { continue };
        let cond = match reply.unit.kind {
            ProbeKind::Direct => fidelity::ProbeKind::A,
            ProbeKind::Indirect => fidelity::ProbeKind::B,
            ProbeKind::Broad => fidelity::ProbeKind::C,
            ProbeKind::Withheld => fidelity::ProbeKind::D,
        };
        let answerable = matches!(cond, fidelity::ProbeKind::A | fidelity::ProbeKind::B);
        let accepted = accepted.get(&reply.unit.question()).copied().flatten();
        if answerable && accepted.is_none() {
            unjudged += 1;
            continue;
        }
        known.push(ProbeReply {
            cond,
            accepted: accepted.filter(|_| cond != fidelity::ProbeKind::D),
            sufficient: assessment.answer.is_ok() == Some(true),
            od: !assessment.over_disclosed.is_empty(),
            err: !assessment.errors.is_empty(),
        });
    }
    let found = factual_recovery(&known);
    let outcomes = (0..found.n_accepted_ab).map(|at| at < found.n_recovered);
    Accuracy {
        n: found.n_ab,
        unjudged,
        planned,
        incomplete: incomplete(planned, found.n_ab),
        recovered: Rate::of(outcomes, level),
        failure_rate: found.failure_rate,
        excluded_c_accepted: found.n_excluded_c_accepted,
        excluded_d: found.n_excluded_d,
    }
}

/// DCG+ of each kind of question.
pub(super) fn of_questions(questions: &[QuestionRecord], options: &Scoring) -> Vec<QuestionRates> {
    let kinds = ProbeKind::ALL.into_iter().filter(|kind| *kind != ProbeKind::Withheld);
    let one = |kind| {
        let wanted: Vec<&QuestionRecord> =
            questions.iter().filter(|record| record.question.kind == kind).collect();
        let mut lost = BTreeMap::new();
        for record in wanted.iter().filter(|record| record.accepted.is_none()) {
            let reason = record.lost.as_ref().map_or("not_asked", |lost| lost.fault.name());
            *lost.entry(reason).or_default() += 1;
        }
        QuestionRates {
            kind,
            planned: wanted.len() as u64,
            incomplete: incomplete(wanted.len() as u64, wanted.len() as u64 - lost.values().sum::<u64>()),
            lost,
            accepted: Rate::of(wanted.iter().filter_map(|record| record.accepted), options.level),
        }
    };
    kinds.map(one).collect()
}
