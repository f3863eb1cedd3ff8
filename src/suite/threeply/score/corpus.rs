//! Scores of many arguments: overall, by mode, by complexity.

use std::collections::BTreeSet;

use serde::Serialize;

use super::super::extract::Abstention;
use super::super::triple::Mode;
use super::argument::{ArgumentScore, Policy, score_argument};
use super::{Argued, Reading};
use crate::stats::factors::{ArguedTriple, threeply};
use crate::stats::share;

/// Corpus scores under one policy.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PolicyScores {
    /// Mean over the arguments that have a faithfulness.
    pub acc_h_mean: Option<f64>,
    /// The same from the sums.
    pub acc_h_pooled: Option<f64>,
    /// Arguments that have one.
    pub n_acc_h: usize,
    /// Mean over the arguments that have a use.
    pub rec_u_mean: Option<f64>,
    /// The same from the sums.
    pub rec_u_pooled: Option<f64>,
    /// Arguments that have one.
    pub n_rec_u: usize,
    /// Triples that require abstention.
    pub n_requiring_abstention: usize,
    /// Of these, abstained.
    pub n_abstained: usize,
    /// Abstained / requiring abstention.
    pub abstention_ratio: Option<f64>,
    /// Arguable triples that were abstained on.
    pub n_wrongly_abstained: usize,
    /// Mean faithfulness where abstention was required and did not happen.
    pub acc_h_mean_failed_only: Option<f64>,
    /// The same from the sums.
    pub acc_h_pooled_failed_only: Option<f64>,
}

/// Scores of a set of arguments.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scores {
    /// Arguments, faults of the harness included.
    pub n: usize,
    /// Taken out because the extractor failed.
    pub n_harness_fault: usize,
    /// Under the paper's policy.
    pub paper: PolicyScores,
    /// Under the strict policy.
    pub strict: PolicyScores,
    /// Share of the triples that require it which are abstained on by the required sentence.
    pub abstention_strict: Option<f64>,
    /// The same in whatever words.
    pub abstention_lenient: Option<f64>,
    /// Neither abstained nor asserted anything.
    pub n_empty: usize,
    /// Share of arguments in which the plaintiff cites the right precedent, or rightly none.
    pub plaintiff_cites_right: Option<f64>,
    /// The same for the defendant.
    pub defendant_cites_right: Option<f64>,
    /// Arguments on which citing is scored.
    pub n_cites: usize,
    /// Mentions that could not be attributed.
    pub unattributed: usize,
    /// Misattributed factors, over all arguments.
    pub misattributions: usize,
    /// Invented factors.
    pub inventions: usize,
    /// Shared factors left out.
    pub omitted_shared: usize,
    /// Distinguishing factors left out.
    pub omitted_distinguishing: usize,
    /// Arguments made though nothing is shared.
    pub spurious_arguments: usize,
    /// Answers with near-miss abstention wording.
    pub near_miss_abstentions: usize,
    /// Answers that argue against their own reasoning.
    pub reasoning_says_stop: usize,
}

/// The scores of a part of the arguments.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Group {
    /// Of this mode, or of all.
    pub mode: Option<Mode>,
    /// Of this complexity, or of all.
    pub complexity: Option<u32>,
    /// The scores.
    pub scores: Scores,
}

/// Scores overall first, then by mode, by complexity, and by both where there are several of each.
pub fn score_corpus(argued: &[Argued<'_>]) -> Vec<Group> {
    let modes: BTreeSet<Mode> = argued.iter().map(|one| one.triple.mode).collect();
    let complexities: BTreeSet<u32> = argued.iter().map(|one| one.triple.complexity).collect();
    let mut parts = vec![(None, None)];
    parts.extend(modes.iter().map(|mode| (Some(*mode), None)));
    parts.extend(complexities.iter().map(|complexity| (None, Some(*complexity))));
    if modes.len() > 1 && complexities.len() > 1 {
        parts.extend(modes.iter().flat_map(|m| complexities.iter().map(|c| (Some(*m), Some(*c)))));
    }
    let group = |(mode, complexity): (Option<Mode>, Option<u32>)| {
        let of_part = |one: &&Argued<'_>| {
            mode.is_none_or(|mode| one.triple.mode == mode)
                && complexity.is_none_or(|complexity| one.triple.complexity == complexity)
        };
        let part: Vec<&Argued<'_>> = argued.iter().filter(of_part).collect();
        (!part.is_empty() || mode.is_none() && complexity.is_none()).then(|| Group {
            mode,
            complexity,
            scores: score(&part),
        })
    };
    parts.into_iter().filter_map(group).collect()
}

fn score(argued: &[&Argued<'_>]) -> Scores {
    let each: Vec<ArgumentScore> = argued.iter().map(|one| score_argument(one)).collect();
    let policy = |policy: Policy| policy_scores(policy, argued);
    let requiring: Vec<&ArgumentScore> =
        each.iter().filter(|one| one.requires_abstention && !one.harness_fault).collect();
    let abstained = |keep: fn(Abstention) -> bool| {
        share(requiring.iter().filter(|one| one.abstention.is_some_and(keep)).count(), requiring.len())
    };
    let right = |side: fn(&ArgumentScore) -> Option<bool>| {
        let scored: Vec<bool> = each.iter().filter_map(side).collect();
        share(scored.iter().filter(|right| **right).count(), scored.len())
    };
    let count = |keep: fn(&ArgumentScore) -> bool| each.iter().filter(|one| keep(one)).count();
    let sum = |field: fn(&super::ErrorAnalysis) -> usize| -> usize {
        each.iter().filter_map(|one| one.errors.as_ref()).map(field).sum()
    };
    Scores {
        n: each.len(),
        n_harness_fault: count(|one| one.harness_fault),
        paper: policy(Policy::Paper),
        strict: policy(Policy::Strict),
        abstention_strict: abstained(|abstention| abstention == Abstention::Strict),
        abstention_lenient: abstained(|abstention| abstention != Abstention::No),
        n_empty: count(|one| one.empty),
        plaintiff_cites_right: right(|one| one.plaintiff_cites_right),
        defendant_cites_right: right(|one| one.defendant_cites_right),
        n_cites: count(|one| one.plaintiff_cites_right.is_some()),
        unattributed: each.iter().map(|one| one.unattributed).sum(),
        misattributions: sum(|errors| errors.misattributions.len()),
        inventions: sum(|errors| errors.inventions.len()),
        omitted_shared: sum(|errors| errors.omitted_shared.len()),
        omitted_distinguishing: sum(|errors| errors.omitted_distinguishing.len()),
        spurious_arguments: sum(|errors| usize::from(errors.spurious_argument)),
        near_miss_abstentions: sum(|errors| usize::from(errors.near_miss_abstention)),
        reasoning_says_stop: sum(|errors| usize::from(errors.reasoning_says_stop)),
    }
}

fn policy_scores(policy: Policy, argued: &[&Argued<'_>]) -> PolicyScores {
    let read = |one: &&Argued<'_>| -> Option<ArguedTriple> {
        let reading: &Reading = one.reading.as_ref()?;
        Some(policy.argued(one.triple, reading))
    };
    let all: Vec<ArguedTriple> = argued.iter().filter_map(read).collect();
    let keep = |counts: fn(Policy, &ArguedTriple) -> bool| -> Vec<ArguedTriple> {
        all.iter().filter(|one| counts(policy, one)).cloned().collect()
    };
    let with_acc_h = keep(Policy::has_acc_h);
    let with_rec_u = keep(Policy::has_rec_u);
    let (whole, faithful, used) = (threeply(&all), threeply(&with_acc_h), threeply(&with_rec_u));
    PolicyScores {
        acc_h_mean: faithful.acc_h_mean,
        acc_h_pooled: faithful.acc_h_pooled,
        n_acc_h: with_acc_h.len(),
        rec_u_mean: used.rec_u_mean,
        rec_u_pooled: used.rec_u_pooled,
        n_rec_u: with_rec_u.len(),
        n_requiring_abstention: whole.n_requiring_abstention,
        n_abstained: whole.n_abstained,
        abstention_ratio: whole.abstention_ratio,
        n_wrongly_abstained: whole.n_wrongly_abstained,
        acc_h_mean_failed_only: whole.acc_h_mean_failed_only,
        acc_h_pooled_failed_only: whole.acc_h_pooled_failed_only,
    }
}
