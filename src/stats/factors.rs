//! Faithfulness and use of factors in 3-ply arguments (3-ply pipeline 3.4, Tables 2-4).

use std::collections::BTreeSet;

use serde::Serialize;

use super::moments::{mean_of_defined, share};

/// The factor numbers of the three cases of a triple: current case and the two precedents. Sets: duplicates collapse.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TripleFactors {
    /// Current case.
    pub cc: BTreeSet<u32>,
    /// First precedent.
    pub tsc1: BTreeSet<u32>,
    /// Second precedent.
    pub tsc2: BTreeSet<u32>,
}

impl TripleFactors {
    fn cases(&self) -> [&BTreeSet<u32>; 3] {
        [&self.cc, &self.tsc1, &self.tsc2]
    }
}

/// One triple with what the argument asserts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArguedTriple {
    /// Factors each case has.
    pub truth: TripleFactors,
    /// Factors the argument asserts to be present in each case; empty when it abstains.
    pub asserted: TripleFactors,
    /// No factor is shared, so that the required answer is to abstain.
    pub requires_abstention: bool,
    /// The answer abstains.
    pub abstained: bool,
}

/// Scores of one triple.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TripleScores {
    /// Factors of the three cases.
    pub n_gt: usize,
    /// Asserted factors that the case does not have; a factor of another case of the triple counts.
    pub n_h: usize,
    /// Asserted factors that the case has.
    pub n_u: usize,
    /// 1 - n_h / n_gt, not clamped: negative when more is invented than there is.
    pub acc_h: Option<f64>,
    /// n_u / n_gt.
    pub rec_u: Option<f64>,
}

impl ArguedTriple {
    fn score(&self) -> TripleScores {
        let cases = || self.truth.cases().into_iter().zip(self.asserted.cases());
        let n_gt = self.truth.cases().iter().map(|factors| factors.len()).sum();
        let n_h = cases().map(|(truth, asserted)| asserted.difference(truth).count()).sum();
        let n_u = cases().map(|(truth, asserted)| asserted.intersection(truth).count()).sum();
        TripleScores { n_gt, n_h, n_u, acc_h: faithfulness(n_h, n_gt), rec_u: share(n_u, n_gt) }
    }
}

/// (n_gt - n_h) / n_gt, which is exact where 1 - n_h / n_gt rounds.
fn faithfulness(hallucinated: usize, truth: usize) -> Option<f64> {
    (truth > 0).then(|| (truth as f64 - hallucinated as f64) / truth as f64)
}

/// Scores over triples: `*_mean` over triples (the default), `*_pooled` from the sums.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ThreePly {
    /// Scores of each triple, in input order.
    pub per_triple: Vec<TripleScores>,
    /// Mean faithfulness.
    pub acc_h_mean: Option<f64>,
    /// Faithfulness from the sums.
    pub acc_h_pooled: Option<f64>,
    /// Mean use of factors.
    pub rec_u_mean: Option<f64>,
    /// Use of factors from the sums.
    pub rec_u_pooled: Option<f64>,
    /// Triples whose required answer is to abstain.
    pub n_requiring_abstention: usize,
    /// Of these, abstained.
    pub n_abstained: usize,
    /// `n_abstained / n_requiring_abstention`.
    pub abstention_ratio: Option<f64>,
    /// Arguable triples that were abstained on.
    pub n_wrongly_abstained: usize,
    /// Mean faithfulness over the triples that require abstention and did not abstain.
    pub acc_h_mean_failed_only: Option<f64>,
    /// The same from the sums.
    pub acc_h_pooled_failed_only: Option<f64>,
}

/// Scores triples. An abstained triple stays in the means, with faithfulness 1 and use 0.
pub fn threeply(triples: &[ArguedTriple]) -> ThreePly {
    let per_triple: Vec<TripleScores> = triples.iter().map(ArguedTriple::score).collect();
    let failed: Vec<TripleScores> = triples
        .iter()
        .zip(&per_triple)
        .filter(|(triple, _)| triple.requires_abstention && !triple.abstained)
        .map(|(_, scores)| *scores)
        .collect();
    let total =
        |scores: &[TripleScores], field: fn(&TripleScores) -> usize| scores.iter().map(field).sum::<usize>();
    let mean = |scores: &[TripleScores], field: fn(&TripleScores) -> Option<f64>| {
        mean_of_defined(&scores.iter().map(field).collect::<Vec<_>>())
    };
    let pooled_acc_h =
        |scores: &[TripleScores]| faithfulness(total(scores, |s| s.n_h), total(scores, |s| s.n_gt));
    let count = |keep: fn(&ArguedTriple) -> bool| triples.iter().filter(|triple| keep(triple)).count();
    let n_requiring_abstention = count(|triple| triple.requires_abstention);
    let n_abstained = count(|triple| triple.requires_abstention && triple.abstained);
    ThreePly {
        acc_h_mean: mean(&per_triple, |scores| scores.acc_h),
        acc_h_pooled: pooled_acc_h(&per_triple),
        rec_u_mean: mean(&per_triple, |scores| scores.rec_u),
        rec_u_pooled: share(total(&per_triple, |s| s.n_u), total(&per_triple, |s| s.n_gt)),
        n_requiring_abstention,
        n_abstained,
        abstention_ratio: share(n_abstained, n_requiring_abstention),
        n_wrongly_abstained: count(|triple| !triple.requires_abstention && triple.abstained),
        acc_h_mean_failed_only: mean(&failed, |scores| scores.acc_h),
        acc_h_pooled_failed_only: pooled_acc_h(&failed),
        per_triple,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factors(cc: &[u32], tsc1: &[u32], tsc2: &[u32]) -> TripleFactors {
        let set = |numbers: &[u32]| numbers.iter().copied().collect();
        TripleFactors { cc: set(cc), tsc1: set(tsc1), tsc2: set(tsc2) }
    }

    #[test]
    fn a_factor_of_another_case_is_a_misattribution() {
        let triple = ArguedTriple {
            truth: factors(&[1, 4], &[7], &[3]),
            asserted: factors(&[1, 7], &[], &[]),
            ..ArguedTriple::default()
        };
        let scores = threeply(&[triple]).per_triple[0];
        assert_eq!((scores.n_h, scores.n_u, scores.acc_h), (1, 1, Some(0.75)));
    }

    #[test]
    fn inventing_more_than_there_is_goes_below_zero() {
        let triple = ArguedTriple {
            truth: factors(&[1], &[], &[]),
            asserted: factors(&[2, 3], &[4], &[]),
            ..ArguedTriple::default()
        };
        assert_eq!(threeply(&[triple]).acc_h_mean, Some(-2.0));
    }

    #[test]
    fn abstaining_on_an_arguable_triple_is_counted_apart() {
        let triple =
            ArguedTriple { truth: factors(&[1], &[1], &[1]), abstained: true, ..ArguedTriple::default() };
        let scores = threeply(&[triple]);
        assert_eq!((scores.n_abstained, scores.n_wrongly_abstained, scores.abstention_ratio), (0, 1, None));
        assert_eq!((scores.acc_h_mean, scores.rec_u_mean), (Some(1.0), Some(0.0)));
    }
}
