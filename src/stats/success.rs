//! Success rates: detail completion guidance (LexPilot 6.3) and rates by group (Table 2, Figure 4).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::StatError;
use super::moments::{mean_of_defined, share};
use super::proportions::wilson;

/// One clarification request as the judge saw it; `None` where a criterion was not judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// It targets a focal point whose details are missing.
    #[serde(deserialize_with = "super::nullable::deserialize")]
    pub relevant: Option<bool>,
    /// The annotated facts, or their reasonable extension, answer it.
    #[serde(deserialize_with = "super::nullable::deserialize")]
    pub answerable: Option<bool>,
}

impl Request {
    /// Whether this one request meets both criteria. An unjudged criterion is not met.
    pub fn succeeds(self) -> bool {
        self.relevant == Some(true) && self.answerable == Some(true)
    }

    fn is_unjudged(self) -> bool {
        self.relevant.is_none() || self.answerable.is_none()
    }
}

/// Outcome of detail completion guidance over the consultations of one run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DcgSuccess {
    /// Consultations.
    pub n: usize,
    /// Requests within the round limit.
    pub n_requests: usize,
    /// Requests beyond the round limit, ignored.
    pub n_requests_ignored: usize,
    /// Consultations without any request; failures that stay in the denominator.
    pub n_no_request: usize,
    /// Requests within the limit of which a criterion was not judged.
    pub n_unjudged_requests: usize,
    /// Consultations with a request that meets both criteria.
    pub n_success: usize,
    /// `n_success / n`, the paper's "accuracy".
    pub success_rate: Option<f64>,
    /// Wilson 95% interval of it: print it where the rate is 0 or 1.
    pub wilson_low: Option<f64>,
    /// Its upper end.
    pub wilson_high: Option<f64>,
    /// Consultations whose first request already meets both criteria.
    pub n_first_round_success: usize,
    /// `n_first_round_success / n`.
    pub first_round_success_rate: Option<f64>,
}

/// The round limit of LexPilot 6.3.
pub const DCG_ROUNDS_MAX: usize = 2;

/// Scores consultations, each a list of requests in round order. A consultation succeeds when one and the same
/// request among the first `rounds_max` is both relevant and answerable.
///
/// # Errors
/// When `rounds_max` is 0.
pub fn dcg_success(consultations: &[Vec<Request>], rounds_max: usize) -> Result<DcgSuccess, StatError> {
    if rounds_max == 0 {
        return Err(StatError::value("max_rounds", rounds_max, "at least 1"));
    }
    let considered = || consultations.iter().map(|requests| &requests[..requests.len().min(rounds_max)]);
    let n = consultations.len();
    let n_requests = considered().map(<[Request]>::len).sum();
    let n_success = considered().filter(|requests| requests.iter().any(|request| request.succeeds())).count();
    let n_first_round_success =
        considered().filter(|requests| requests.first().is_some_and(|request| request.succeeds())).count();
    let wilson = wilson(n_success as u64, n as u64, 0.95);
    Ok(DcgSuccess {
        n,
        n_requests,
        n_requests_ignored: consultations.iter().map(Vec::len).sum::<usize>() - n_requests,
        n_no_request: consultations.iter().filter(|requests| requests.is_empty()).count(),
        n_unjudged_requests: considered().flatten().filter(|request| request.is_unjudged()).count(),
        n_success,
        success_rate: share(n_success, n),
        wilson_low: wilson.map(|(low, _)| low),
        wilson_high: wilson.map(|(_, high)| high),
        n_first_round_success,
        first_round_success_rate: share(n_first_round_success, n),
    })
}

/// A success rate with its counts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rate {
    /// Items.
    pub n: usize,
    /// Items without an outcome; they count as failures.
    pub n_missing: usize,
    /// Successes / items, in [0, 1].
    pub rate: Option<f64>,
    /// Wilson 95% interval: print it where the rate is 0 or 1.
    pub wilson_low: Option<f64>,
    /// Its upper end.
    pub wilson_high: Option<f64>,
}

impl Rate {
    /// The rate of some outcomes; a missing one is a failure.
    pub fn of(outcomes: &[Option<bool>]) -> Self {
        let successes = outcomes.iter().filter(|outcome| **outcome == Some(true)).count();
        let wilson = wilson(successes as u64, outcomes.len() as u64, 0.95);
        Self {
            n: outcomes.len(),
            n_missing: outcomes.iter().filter(|outcome| outcome.is_none()).count(),
            rate: share(successes, outcomes.len()),
            wilson_low: wilson.map(|(low, _)| low),
            wilson_high: wilson.map(|(_, high)| high),
        }
    }
}

/// Rates by group, over all items (`micro`, the paper's overall) and averaged over groups (`macro`).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupedRate {
    /// Rate of each group, ordered by name.
    pub by_group: BTreeMap<String, Rate>,
    /// Rate over all items.
    pub micro: Option<f64>,
    /// Unweighted mean of the group rates.
    #[serde(rename = "macro")]
    pub macro_mean: Option<f64>,
}

/// Success rates by group; `None` is a missing outcome, counted as a failure.
pub fn grouped_rate<G: AsRef<str>>(items: &[(G, Option<bool>)]) -> GroupedRate {
    let mut outcomes: BTreeMap<String, Vec<Option<bool>>> = BTreeMap::new();
    for (group, outcome) in items {
        outcomes.entry(group.as_ref().to_owned()).or_default().push(*outcome);
    }
    let all: Vec<Option<bool>> = items.iter().map(|(_, outcome)| *outcome).collect();
    let by_group: BTreeMap<String, Rate> =
        outcomes.into_iter().map(|(group, outcomes)| (group, Rate::of(&outcomes))).collect();
    let rates: Vec<Option<f64>> = by_group.values().map(|rate| rate.rate).collect();
    GroupedRate { micro: Rate::of(&all).rate, macro_mean: mean_of_defined(&rates), by_group }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn request(relevant: bool, answerable: bool) -> Request {
        Request { relevant: Some(relevant), answerable: Some(answerable) }
    }

    #[test]
    fn both_criteria_must_hold_on_one_request() {
        let consultations = [vec![request(true, false), request(false, true)], vec![request(true, true)]];
        let score = dcg_success(&consultations, DCG_ROUNDS_MAX).unwrap();
        assert_eq!((score.n_success, score.success_rate), (1, Some(0.5)));
    }

    #[test]
    fn a_limit_of_no_rounds_is_refused() {
        let error = dcg_success(&[], 0).unwrap_err();
        assert!(error.to_string().contains("`max_rounds`"), "{error}");
    }

    #[test]
    fn a_missing_outcome_fails_and_is_counted() {
        let rate = Rate::of(&[Some(true), None]);
        assert_eq!((rate.n, rate.n_missing, rate.rate), (2, 1, Some(0.5)));
    }
}
