//! Two assistants set against each other on the cases that both have: difference, interval, p-value,
//! and the cases that flipped each way.

use std::collections::HashMap;
use std::rc::Rc;

use crate::report::seam::ReadRun;
use crate::stats::mcnemar::{PairedOutcomes, mcnemar};
use crate::stats::multiplicity::holm;
use crate::stats::paired::paired_diff;
use crate::stats::resampling::{CaseBootstrap, case_bootstrap_replicates};

/// Level of all intervals.
pub const LEVEL: f64 = 0.95;

/// One assistant of one run.
pub struct Side<'a, R> {
    /// The run.
    pub run: &'a R,
    /// Position of the assistant in its study.
    pub assistant: usize,
}

impl<R> Clone for Side<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Side<'_, R> {}

impl<R: ReadRun> Side<'_, R> {
    /// Name of the assistant.
    pub fn name(self) -> String {
        self.run.assistants().into_iter().nth(self.assistant).unwrap_or_default()
    }
}

/// A against B in one measure. Differences are B minus A.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest<M> {
    /// What they are compared in.
    pub measure: M,
    /// Cases that both have.
    pub cases: usize,
    /// Cases that only one of them has, and are left out.
    pub left_out: usize,
    /// The headline metric of A, of B, and their difference with its interval over cases.
    pub headline: Option<Headline>,
    /// Value of A, mean over cases.
    pub mean_a: Option<f64>,
    /// Value of B, mean over cases.
    pub mean_b: Option<f64>,
    /// Mean difference a case, paired.
    pub diff: Option<f64>,
    /// Ends of its interval by Student's t; `None` where shares differ alike in every case, which says
    /// nothing of other cases.
    pub low: Option<f64>,
    /// See `low`.
    pub high: Option<f64>,
    /// Standard deviation of the differences.
    pub sd: Option<f64>,
    /// Paired t test; `None` where every case differs alike.
    pub p: Option<f64>,
    /// The same, adjusted by Holm over all contests that were asked for together.
    pub p_holm: Option<f64>,
    /// Cases right on one side alone; `None` where a case is not right or wrong in this measure.
    pub flips: Option<Flips>,
    /// The cases, those that differ most first.
    pub ranked: Vec<CaseGap>,
}

/// See [`Contest::headline`].
#[derive(Clone, PartialEq, Debug)]
pub struct Headline {
    pub metric: &'static str,
    pub a: Option<f64>,
    pub b: Option<f64>,
    pub diff: Option<f64>,
    /// `None` also where the metric is a share whose difference is the same in every resample.
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// See [`Contest::flips`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flips {
    /// Cases that A has right (in more than half of its units) and B has not.
    pub a_only: u32,
    /// Cases that B has right and A has not.
    pub b_only: u32,
    /// McNemar's exact test of these.
    pub p: f64,
}

/// A case as both have it.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseGap {
    /// Its id.
    pub case: String,
    /// Value of A.
    pub a: f64,
    /// Value of B.
    pub b: f64,
}

impl<M> Contest<M> {
    /// Compares the cases that both have; with `flips` where their values are shares right.
    pub fn of(measure: M, mut gaps: Vec<CaseGap>, left_out: usize, flips: bool) -> Self {
        let shares = flips;
        let (a, b): (Vec<f64>, Vec<f64>) = gaps.iter().map(|gap| (gap.a, gap.b)).unzip();
        // All values are finite and the lists equally long, so nothing is refused.
        let paired = paired_diff::<&str>(&b, &a, None, LEVEL).ok();
        let spread = paired.filter(|paired| !shares || paired.p_t.is_some());
        let count =
            |wins: fn(f64, f64) -> bool| a.iter().zip(&b).filter(|(a, b)| wins(**a, **b)).count() as u32;
        let flips = flips.then(|| {
            let a_only = count(|a, b| a > 0.5 && b <= 0.5);
            let b_only = count(|a, b| b > 0.5 && a <= 0.5);
            let p = mcnemar(PairedOutcomes { a_only, b_only, concordant: None }).p_exact;
            Flips { a_only, b_only, p }
        });
        gaps.sort_by(|x, y| {
            (y.a - y.b).abs().total_cmp(&(x.a - x.b).abs()).then_with(|| x.case.cmp(&y.case))
        });
        Self {
            measure,
            cases: gaps.len(),
            left_out,
            headline: None,
            mean_a: paired.and_then(|paired| paired.mean_b),
            mean_b: paired.and_then(|paired| paired.mean_a),
            diff: paired.and_then(|paired| paired.diff),
            low: spread.and_then(|paired| paired.ci_low_t),
            high: spread.and_then(|paired| paired.ci_high_t),
            sd: paired.and_then(|paired| paired.se).map(|se| se * (gaps.len() as f64).sqrt()),
            p: paired.and_then(|paired| paired.p_t),
            p_holm: None,
            flips,
            ranked: gaps,
        }
    }

    /// Whether the two differ beyond chance: after Holm, at 5%.
    pub fn differs(&self) -> bool {
        self.p_holm.is_some_and(|p| p < 1.0 - LEVEL)
    }
}

/// Adjusts the p-values of contests that were asked for together.
pub fn adjust<M>(contests: &mut [&mut Contest<M>]) {
    let p: Vec<Option<f64>> = contests.iter().map(|contest| contest.p).collect();
    // p-values are in [0, 1] by construction, so the adjustment cannot be refused.
    if let Ok(holm) = holm(&p, 1.0 - LEVEL) {
        for (contest, adjusted) in contests.iter_mut().zip(holm.adjusted) {
            contest.p_holm = adjusted;
        }
    }
}

/// The draws behind the intervals of headlines. A table of counts is drawn once, however many pairs it
/// takes part in: all draws are alike, since seed and number of cases are.
pub struct Headlines {
    resamples: usize,
    /// Replicates by the table they are of.
    known: HashMap<[u8; 32], Rc<[Option<f64>]>>,
}

/// Replicates that are kept at a time.
const REPLICATES_MAX: usize = 1 << 20;

impl Headlines {
    /// Intervals from so many resamples.
    pub fn of(resamples: usize) -> Self {
        Self { resamples, known: HashMap::new() }
    }

    /// How cases are drawn in a run of this seed.
    pub fn options(&self, seed: u64) -> CaseBootstrap {
        CaseBootstrap {
            resamples: self.resamples,
            level: LEVEL,
            seed: crate::draw::seed(seed, &["bootstrap", "compare"]),
        }
    }

    /// The statistic, by its name, of each resample of the rows `[case][repeat]`.
    pub fn replicates<const K: usize>(
        &mut self,
        name: &str,
        statistic: fn(&[u32; K]) -> Option<f64>,
        rows: &[Vec<[u32; K]>],
        options: &CaseBootstrap,
    ) -> Rc<[Option<f64>]> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&options.seed).update(name.as_bytes());
        for row in rows {
            hasher.update(&(row.len() as u64).to_le_bytes());
            row.iter().flatten().for_each(|count| {
                hasher.update(&count.to_le_bytes());
            });
        }
        let table = *hasher.finalize().as_bytes();
        if let Some(known) = self.known.get(&table) {
            return Rc::clone(known);
        }
        let drawn: Rc<[Option<f64>]> = case_bootstrap_replicates(rows, statistic, options).into();
        if (self.known.len() + 1).saturating_mul(self.resamples) <= REPLICATES_MAX {
            self.known.insert(table, Rc::clone(&drawn));
        }
        drawn
    }
}
