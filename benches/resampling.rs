//! The heavy statistics at the scale of the LexPilot paper: 432 cases, 657 claims, 864 consultations, 5 repeats.
//!
//! `cargo bench --bench resampling`. The case bootstraps draw 10,000 resamples and run on one thread unless the name
//! says otherwise.

use std::num::NonZeroUsize;

use divan::{Bencher, black_box};
use lexconsult::stats::classification::LcaCounts;
use lexconsult::stats::mcnemar::mcnemar_power;
use lexconsult::stats::nested::stack;
use lexconsult::stats::power::{PairedPlan, Spread, power_paired};
use lexconsult::stats::qwk::QwkCounts;
use lexconsult::stats::resampling::{
    CaseBootstrap, case_bootstrap, case_bootstrap_on, case_bootstrap_values,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

const CASES: usize = 432;
const CLAIMS: usize = 657;
const REPEATS: usize = 5;

fn main() {
    divan::main();
}

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(657)
}

/// One claim a case, and the rest spread over the cases; predictions right in about six of ten.
fn verdicts() -> Vec<Vec<[u32; 12]>> {
    let mut rng = rng();
    let mut claims_of = vec![1; CASES];
    for _ in CASES..CLAIMS {
        claims_of[rng.random_range(0..CASES)] += 1;
    }
    let mut case = |claims: usize| {
        let truths: Vec<usize> = (0..claims).map(|_| rng.random_range(0..3)).collect();
        let mut repeat = || {
            let mut counts = QwkCounts::default();
            for truth in &truths {
                let predicted = if rng.random_bool(0.6) { *truth } else { rng.random_range(0..3) };
                counts.table[*truth][predicted] += 1;
            }
            counts.to_array()
        };
        (0..REPEATS).map(|_| repeat()).collect()
    };
    claims_of.into_iter().map(&mut case).collect()
}

/// The two consultations of each case, classed right in about seven of ten.
fn classes() -> Vec<Vec<[u32; 6]>> {
    let mut rng = rng();
    let mut repeat = || {
        let (complete, underspecified) = (rng.random_bool(0.7), rng.random_bool(0.7));
        let (complete, underspecified) = (u32::from(complete), u32::from(underspecified));
        [complete, 1 - complete, 0, 1 - underspecified, underspecified, 0]
    };
    (0..CASES).map(|_| (0..REPEATS).map(|_| repeat()).collect()).collect()
}

fn kappa(counts: &[u32; 12]) -> Option<f64> {
    QwkCounts::from(*counts).penalised()
}

fn macro_f1(counts: &[u32; 6]) -> Option<f64> {
    LcaCounts::from(*counts).macro_f1()
}

#[divan::bench]
fn pooled_qwk(bencher: Bencher) {
    let cases = verdicts();
    let options = CaseBootstrap::default();
    bencher.bench(|| case_bootstrap_on(NonZeroUsize::MIN, black_box(&cases), kappa, &options));
}

#[divan::bench]
fn pooled_qwk_on_all_cores(bencher: Bencher) {
    let cases = verdicts();
    let options = CaseBootstrap::default();
    bencher.bench(|| case_bootstrap(black_box(&cases), kappa, &options));
}

#[divan::bench]
fn paired_difference_of_qwk(bencher: Bencher) {
    let cases = verdicts();
    let stacked: Vec<Vec<[u32; 24]>> = cases
        .iter()
        .zip(cases.iter().rev())
        .map(|(a, b)| a.iter().zip(b).map(|(a, b)| stack(a, b)).collect())
        .collect();
    let difference = |counts: &[u32; 24]| {
        let half = |offset: usize| std::array::from_fn(|cell| counts[offset + cell]);
        Some(kappa(&half(12))? - kappa(&half(0))?)
    };
    let options = CaseBootstrap::default();
    bencher.bench(|| case_bootstrap_on(NonZeroUsize::MIN, black_box(&stacked), difference, &options));
}

#[divan::bench]
fn macro_f1_of_both_variants(bencher: Bencher) {
    let cases = classes();
    let options = CaseBootstrap::default();
    bencher.bench(|| case_bootstrap_on(NonZeroUsize::MIN, black_box(&cases), macro_f1, &options));
}

#[divan::bench]
fn mean_of_values_on_all_cores(bencher: Bencher) {
    let mut rng = rng();
    let cases: Vec<Vec<Option<f64>>> =
        (0..CASES).map(|_| (0..REPEATS).map(|_| Some(rng.random_range(0.0..1.0))).collect()).collect();
    let options = CaseBootstrap::default();
    bencher.bench(|| case_bootstrap_values(black_box(&cases), &options));
}

#[divan::bench]
fn exact_mcnemar_power_at_432_pairs() -> f64 {
    mcnemar_power(black_box(432), 0.12, 0.08, 0.05).expect("the probabilities are in range")
}

#[divan::bench]
fn power_and_detectable_difference_by_noncentral_t() -> Option<f64> {
    let plan = PairedPlan {
        spread: Spread::Known { sd_d: 0.5 },
        n: Some(black_box(432)),
        delta: Some(0.05),
        resample_var: 0.0,
        alpha: 0.05,
        power: 0.8,
    };
    power_paired(&plan).expect("the plan is possible").mde_t
}
