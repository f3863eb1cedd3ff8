//! Fidelity of the user simulator (LexPilot E.3.2, E.3.3, Table 13) and coverage of key details (3.1, C.1, Table 5).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::StatError;
use super::error::confidence_level;
use super::mcnemar::exact_p;
use super::moments::{mean_of_defined, ratio, share};
use super::proportions::wilson;
use super::quantile::tails;

/// Assessment of a reply to a direct (A) or indirect (B) probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerableReply {
    /// Correct and sufficient.
    pub ok: bool,
    /// Discloses more than permitted.
    pub od: bool,
    /// Holds an unsupported assertion, contradiction or confusion.
    pub err: bool,
    /// The DCG judge accepts the question.
    pub dcg: bool,
}

/// Assessment of a reply to a broad (C) probe, which warrants no fact, so that sufficiency is not defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BroadReply {
    /// Discloses more than permitted.
    pub od: bool,
    /// Holds an unsupported assertion, contradiction or confusion.
    pub err: bool,
    /// The DCG judge accepts the question.
    pub dcg: bool,
}

/// Assessment of a reply to a withheld (D) probe, whose fact was removed; the DCG judge does not apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithheldReply {
    /// Shows appropriate uncertainty.
    pub ok: bool,
    /// Discloses more than permitted.
    pub od: bool,
    /// Holds an unsupported assertion, contradiction or confusion.
    pub err: bool,
}

/// The replies to the probes of one case; `None` where the case has no such probe.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ProbedCase {
    /// Direct.
    pub a: Option<AnswerableReply>,
    /// Indirect.
    pub b: Option<AnswerableReply>,
    /// Broad.
    pub c: Option<BroadReply>,
    /// Withheld.
    pub d: Option<WithheldReply>,
}

/// Rates over the replies to one kind of probe. Over-disclosure and error are not exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ProbeRates {
    /// Replies.
    pub n: usize,
    /// Share that is as it should be; `None` for C.
    pub ok_rate: Option<f64>,
    /// Wilson interval of it: print it where the rate is 0 or 1.
    pub ok_wilson_low: Option<f64>,
    /// Its upper end.
    pub ok_wilson_high: Option<f64>,
    /// Share that over-discloses.
    pub od_rate: Option<f64>,
    /// Share with an error.
    pub err_rate: Option<f64>,
    /// Share of questions the DCG judge accepts; `None` for D.
    pub dcg_plus: Option<f64>,
}

/// Fidelity over cases.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SimFidelity {
    /// Cases.
    pub n_cases: usize,
    /// Direct probes.
    #[serde(rename = "A")]
    pub a: ProbeRates,
    /// Indirect probes.
    #[serde(rename = "B")]
    pub b: ProbeRates,
    /// Broad probes.
    #[serde(rename = "C")]
    pub c: ProbeRates,
    /// Withheld probes.
    #[serde(rename = "D")]
    pub d: ProbeRates,
    /// Cases with an A and a B reply.
    pub n_ab_pairs: u64,
    /// Of these, with A alone as it should be.
    pub a_only: u64,
    /// Of these, with B alone as it should be.
    pub b_only: u64,
    /// (b_only - a_only) / n_ab_pairs: indirect minus direct.
    pub diff_b_minus_a: Option<f64>,
    /// Exact McNemar test of the pairs.
    pub mcnemar_exact_p: f64,
    /// Cases with an A and a D reply.
    pub n_ad_pairs: usize,
    /// Share of these with both as they should be.
    pub ad_joint_rate: Option<f64>,
    /// Lower end of the percentile interval of `diff_b_minus_a`, cases resampled in pairs.
    pub ci_low: Option<f64>,
    /// Upper end.
    pub ci_high: Option<f64>,
}

/// Fidelity of the simulator, with the paired case bootstrap interval at `level` in (0, 1). The bootstrap
/// distribution of the difference is computed exactly, so no seed is involved.
///
/// # Errors
/// When `level` is outside (0, 1).
pub fn sim_fidelity(cases: &[ProbedCase], level: f64) -> Result<SimFidelity, StatError> {
    confidence_level(level)?;
    let pairs: Vec<(bool, bool)> = cases.iter().filter_map(|case| Some((case.a?.ok, case.b?.ok))).collect();
    let a_only = pairs.iter().filter(|(a, b)| *a && !*b).count() as u64;
    let b_only = pairs.iter().filter(|(a, b)| *b && !*a).count() as u64;
    let n_pairs = pairs.len() as u64;
    let ad: Vec<bool> =
        cases.iter().filter_map(|case| case.a.zip(case.d)).map(|(a, d)| a.ok && d.ok).collect();
    let interval = (n_pairs > 0).then(|| paired_share_interval(a_only, b_only, n_pairs, level));
    let answerable = |reply: &AnswerableReply| (Some(reply.ok), reply.od, reply.err, Some(reply.dcg));
    let withheld = |reply: &WithheldReply| (Some(reply.ok), reply.od, reply.err, None);
    let broad = |reply: &BroadReply| (None, reply.od, reply.err, Some(reply.dcg));
    Ok(SimFidelity {
        n_cases: cases.len(),
        a: rates(cases.iter().filter_map(|case| case.a.as_ref()).map(answerable), level),
        b: rates(cases.iter().filter_map(|case| case.b.as_ref()).map(answerable), level),
        c: rates(cases.iter().filter_map(|case| case.c.as_ref()).map(broad), level),
        d: rates(cases.iter().filter_map(|case| case.d.as_ref()).map(withheld), level),
        n_ab_pairs: n_pairs,
        a_only,
        b_only,
        diff_b_minus_a: (n_pairs > 0).then(|| (b_only as f64 - a_only as f64) / n_pairs as f64),
        mcnemar_exact_p: exact_p(a_only, b_only),
        n_ad_pairs: ad.len(),
        ad_joint_rate: share(ad.iter().filter(|joint| **joint).count(), ad.len()),
        ci_low: interval.map(|(low, _)| low),
        ci_high: interval.map(|(_, high)| high),
    })
}

/// (ok, over-disclosure, error, accepted) of each reply; an outcome that is not defined is `None` throughout.
fn rates(replies: impl Iterator<Item = (Option<bool>, bool, bool, Option<bool>)>, level: f64) -> ProbeRates {
    let replies: Vec<_> = replies.collect();
    let hits = |outcomes: &[bool]| outcomes.iter().filter(|outcome| **outcome).count();
    let over = |outcomes: Vec<bool>| share(hits(&outcomes), outcomes.len());
    let ok: Vec<bool> = replies.iter().filter_map(|reply| reply.0).collect();
    let wilson = wilson(hits(&ok) as u64, ok.len() as u64, level);
    ProbeRates {
        n: replies.len(),
        ok_rate: over(ok),
        ok_wilson_low: wilson.map(|(low, _)| low),
        ok_wilson_high: wilson.map(|(_, high)| high),
        od_rate: over(replies.iter().map(|reply| reply.1).collect()),
        err_rate: over(replies.iter().map(|reply| reply.2).collect()),
        dcg_plus: over(replies.iter().filter_map(|reply| reply.3).collect()),
    }
}

/// Percentile interval of the mean of n paired differences in {-1, 0, 1} under resampling of the pairs: the exact
/// n-fold convolution, quantiles by the inverse of the distribution function.
fn paired_share_interval(minus: u64, plus: u64, n: u64, level: f64) -> (f64, f64) {
    // Tails below this mass are cut after each step; together they stay far below any quantile of interest.
    const NEGLIGIBLE: f64 = 1e-25;
    let (down, up) = (minus as f64 / n as f64, plus as f64 / n as f64);
    let stay = (n - minus - plus) as f64 / n as f64;
    let mut mass = vec![1.0];
    let mut lowest = 0i64;
    for _ in 0..n {
        let mut next = vec![0.0; mass.len() + 2];
        for (index, value) in mass.iter().enumerate() {
            next[index] += value * down;
            next[index + 1] += value * stay;
            next[index + 2] += value * up;
        }
        lowest -= 1;
        while next.last().is_some_and(|value| *value < NEGLIGIBLE) {
            next.pop();
        }
        let cut = next.iter().take_while(|value| **value < NEGLIGIBLE).count();
        next.drain(..cut);
        lowest += cut as i64;
        mass = next;
    }
    let (low, high) = tails(level);
    let quantile = |at: f64| {
        let mut cumulative = 0.0;
        let place = mass.iter().position(|value| {
            cumulative += value;
            cumulative >= at - 1e-12
        });
        let place = place.unwrap_or(mass.len().saturating_sub(1));
        (lowest + place as i64) as f64 / n as f64
    };
    (quantile(low), quantile(high))
}

/// Which kind of probe a reply answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProbeKind {
    /// Direct.
    A,
    /// Indirect.
    B,
    /// Broad.
    C,
    /// Withheld.
    D,
}

/// A reply to a probe, as factual recovery needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbeReply {
    /// Kind of probe.
    pub cond: ProbeKind,
    /// Whether the DCG judge accepted the question; `None` is not accepted.
    #[serde(deserialize_with = "super::nullable::deserialize")]
    pub accepted: Option<bool>,
    /// Correct and sufficient.
    pub sufficient: bool,
    /// Discloses more than permitted.
    pub od: bool,
    /// Holds an error.
    pub err: bool,
}

/// How often an accepted question recovers its fact (LexPilot E.3.3).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FactualRecovery {
    /// A and B replies.
    pub n_ab: u64,
    /// Of these, to accepted questions: the denominator.
    pub n_accepted_ab: u64,
    /// Of these, sufficient without over-disclosure and without error.
    pub n_recovered: u64,
    /// `n_recovered / n_accepted_ab`.
    pub recovery_rate: Option<f64>,
    /// Wilson 95% interval of it: print it where the rate is 0 or 1.
    pub wilson_low: Option<f64>,
    /// Its upper end.
    pub wilson_high: Option<f64>,
    /// The rest of `n_accepted_ab`.
    pub failure_rate: Option<f64>,
    /// Accepted C questions, excluded.
    pub n_excluded_c_accepted: u64,
    /// D replies, excluded.
    pub n_excluded_d: u64,
}

/// Factual recovery over replies.
pub fn factual_recovery(replies: &[ProbeReply]) -> FactualRecovery {
    let count =
        |keep: &dyn Fn(&ProbeReply) -> bool| replies.iter().filter(|reply| keep(reply)).count() as u64;
    let is_ab = |reply: &ProbeReply| matches!(reply.cond, ProbeKind::A | ProbeKind::B);
    let accepted = |reply: &ProbeReply| reply.accepted == Some(true);
    let n_accepted_ab = count(&|reply| is_ab(reply) && accepted(reply));
    let n_recovered =
        count(&|reply| is_ab(reply) && accepted(reply) && reply.sufficient && !reply.od && !reply.err);
    let wilson = wilson(n_recovered, n_accepted_ab, 0.95);
    FactualRecovery {
        n_ab: count(&is_ab),
        n_accepted_ab,
        n_recovered,
        recovery_rate: ratio(n_recovered, n_accepted_ab),
        wilson_low: wilson.map(|(low, _)| low),
        wilson_high: wilson.map(|(_, high)| high),
        failure_rate: ratio(n_accepted_ab - n_recovered, n_accepted_ab),
        n_excluded_c_accepted: count(&|reply| reply.cond == ProbeKind::C && accepted(reply)),
        n_excluded_d: count(&|reply| reply.cond == ProbeKind::D),
    }
}

/// Key details that a free-text consultation contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyDetails {
    /// Annotated key details found in the text.
    pub included: u32,
    /// Annotated key details of the case.
    pub total: u32,
}

/// Coverage of key details.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KeyDetailCoverage {
    /// Consultations.
    pub n: usize,
    /// Sum of included / sum of total.
    pub coverage_pooled: Option<f64>,
    /// Mean of included / total over the consultations that have key details.
    pub coverage_mean_of_ratios: Option<f64>,
    /// Consultations by number of details included.
    pub distribution: BTreeMap<u32, usize>,
}

/// Coverage of key details over consultations.
///
/// # Errors
/// When a consultation includes more details than there are.
pub fn key_detail_coverage(consultations: &[KeyDetails]) -> Result<KeyDetailCoverage, StatError> {
    let mut distribution = BTreeMap::new();
    for (index, consultation) in consultations.iter().enumerate() {
        if consultation.included > consultation.total {
            return Err(StatError::conflict(
                format!("consultations[{index}].included"),
                format!("{} of {} key details", consultation.included, consultation.total),
            ));
        }
        *distribution.entry(consultation.included).or_insert(0) += 1;
    }
    let pairs: Vec<(u64, u64)> = consultations
        .iter()
        .map(|consultation| (u64::from(consultation.included), u64::from(consultation.total)))
        .collect();
    let ratios: Vec<Option<f64>> = pairs.iter().map(|(included, total)| ratio(*included, *total)).collect();
    Ok(KeyDetailCoverage {
        n: consultations.len(),
        coverage_pooled: ratio(
            pairs.iter().map(|(included, _)| included).sum(),
            pairs.iter().map(|(_, total)| total).sum(),
        ),
        coverage_mean_of_ratios: mean_of_defined(&ratios),
        distribution,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_interval_of_the_paper_comes_out() {
        let (low, high) = paired_share_interval(3, 1, 72, 0.95);
        assert_eq!((low, high), (-6.0 / 72.0, 2.0 / 72.0));
    }

    #[test]
    fn many_pairs_stay_quick_and_symmetric() {
        let (low, high) = paired_share_interval(500, 500, 20_000, 0.95);
        assert_eq!(low, -high);
        assert!((high - 1.96 * (1000.0f64).sqrt() / 20_000.0).abs() < 1e-4, "{high}");
    }

    #[test]
    fn a_case_without_a_withheld_probe_is_no_pair_whatever_its_direct_reply() {
        let reply = |ok| AnswerableReply { ok, od: false, err: false, dcg: true };
        let withheld = WithheldReply { ok: true, od: false, err: false };
        let cases = [
            ProbedCase { a: Some(reply(false)), d: None, ..ProbedCase::default() },
            ProbedCase { a: Some(reply(true)), d: Some(withheld), ..ProbedCase::default() },
        ];
        let found = sim_fidelity(&cases, 0.95).unwrap();
        assert_eq!((found.n_ad_pairs, found.ad_joint_rate), (1, Some(1.0)));
    }

    #[test]
    fn more_details_than_there_are_is_refused() {
        let error = key_detail_coverage(&[KeyDetails { included: 3, total: 2 }]).unwrap_err();
        assert!(error.to_string().contains("consultations[0].included"), "{error}");
    }
}
