//! Drawing triples whose mode holds for every seed.

use std::collections::BTreeSet;

use rand::Rng;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::factor::{Side, factors, favouring};
use super::triple::{Mode, Precedent, Triple};
use crate::draw;

/// The most triples of one file.
pub const COUNT_MAX: u32 = 10_000;

/// Draws of one triple that may come out as an earlier one before it is given up.
const ATTEMPTS_MAX: u32 = 1_000;

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Kind of triple.
    pub mode: Mode,
    /// How many, 1 to [`COUNT_MAX`].
    pub count: u32,
    /// Each case gets `complexity - 1` to `complexity + 1` factors, each size equally likely.
    pub complexity: u32,
    /// The same seed gives the same triples; a longer file begins with the shorter one.
    pub seed: u64,
    /// One shared factor favours the side for which the precedent was decided.
    pub strict_sides: bool,
}

/// Why nothing can be drawn; the text names the bound.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// Too many factors for every draw to fit.
    #[error(
        "complexity {given} is too large for {mode} triples: {reason}; the largest possible is {largest}"
    )]
    TooLarge {
        /// The mode.
        mode: Mode,
        /// What was asked for.
        given: u32,
        /// Why it cannot be.
        reason: String,
        /// The largest complexity for which every draw fits.
        largest: u32,
    },
    /// Too few factors for every draw to fit.
    #[error("complexity {given} is too small for {mode} triples{}: {reason}; the smallest possible is {smallest}, the largest {largest}", if *.strict_sides { " with strict sides" } else { "" })]
    TooSmall {
        /// The mode.
        mode: Mode,
        /// Whether sides are strict.
        strict_sides: bool,
        /// What was asked for.
        given: u32,
        /// Why it cannot be.
        reason: &'static str,
        /// The smallest complexity for which every draw fits.
        smallest: u32,
        /// The largest complexity for which every draw fits.
        largest: u32,
    },
    /// Strict sides where nothing is shared.
    #[error("strict sides say which factors are shared, and non-arguable triples share none")]
    StrictWithoutSharing,
    /// No triple, or too many.
    #[error("{given} triples cannot be drawn; the smallest possible count is 1, the largest {COUNT_MAX}")]
    Count {
        /// What was asked for.
        given: u32,
    },
    /// So few different triples exist that draws only repeat.
    #[error(
        "only {drawn} different triples were found; the largest possible count with this seed is {drawn}"
    )]
    Exhausted {
        /// Triples drawn before.
        drawn: u32,
    },
}

/// The complexities for which every draw fits, smallest and largest.
pub fn feasible(mode: Mode, strict_sides: bool) -> (u32, u32) {
    let all = u32::try_from(factors().len()).unwrap_or(u32::MAX);
    // A strict current case needs a factor of each side, unless one side has won both precedents.
    let smallest = if strict_sides && matches!(mode, Mode::Arguable | Mode::Reordered) { 3 } else { 2 };
    let largest = if mode.shares() { all - 1 } else { all / 2 - 1 };
    (smallest, largest)
}

impl Parameters {
    /// # Errors
    /// When not every draw of these sizes can keep the rules of the mode.
    pub fn check(&self) -> Result<(), GenerateError> {
        let &Self { mode, count, complexity, strict_sides, .. } = self;
        if strict_sides && !mode.shares() {
            return Err(GenerateError::StrictWithoutSharing);
        }
        let (smallest, largest) = feasible(mode, strict_sides);
        if complexity < smallest {
            let reason = if complexity < 2 {
                "a case needs a factor"
            } else {
                "a current case of one factor cannot share one for each side"
            };
            return Err(GenerateError::TooSmall {
                mode,
                strict_sides,
                given: complexity,
                reason,
                smallest,
                largest,
            });
        }
        if complexity > largest {
            let (all, size) = (factors().len(), u64::from(complexity) + 1);
            let reason = if mode.shares() {
                format!("a case of {size} factors is more than the {all} there are")
            } else {
                format!("two cases of {size} factors without a common one are more than the {all} there are")
            };
            return Err(GenerateError::TooLarge { mode, given: complexity, reason, largest });
        }
        if !(1..=COUNT_MAX).contains(&count) {
            return Err(GenerateError::Count { given: count });
        }
        Ok(())
    }
}

/// Draws triples; no two have the same cases and outcomes.
///
/// # Errors
/// When the parameters cannot be met.
pub fn generate(parameters: &Parameters) -> Result<Vec<Triple>, GenerateError> {
    parameters.check()?;
    let mut triples: Vec<Triple> = Vec::new();
    let mut seen = BTreeSet::new();
    for index in 0..parameters.count {
        let fresh = (0..ATTEMPTS_MAX)
            .map(|attempt| draw_one(parameters, index, attempt))
            .find(|triple| seen.insert(content(triple)))
            .ok_or(GenerateError::Exhausted { drawn: index })?;
        triples.push(fresh);
    }
    Ok(triples)
}

/// By what two triples are the same.
fn content(triple: &Triple) -> (BTreeSet<u32>, BTreeSet<u32>, Side, BTreeSet<u32>, Side) {
    let Triple { current, tsc1, tsc2, .. } = triple.clone();
    (current, tsc1.factors, tsc1.outcome, tsc2.factors, tsc2.outcome)
}

fn draw_one(parameters: &Parameters, index: u32, attempt: u32) -> Triple {
    let &Parameters { mode, complexity, seed, strict_sides, .. } = parameters;
    let sides = if strict_sides { "strict" } else { "any" };
    let parts = [mode.name(), &complexity.to_string(), sides, &index.to_string(), &attempt.to_string()];
    let mut rng = draw::rng(seed, &[&["threeply"][..], &parts[..]].concat());
    let outcomes = match mode {
        Mode::Arguable | Mode::NonArguable => [Side::Plaintiff, Side::Defendant],
        Mode::Reordered => [Side::Defendant, Side::Plaintiff],
        Mode::Mismatched => [if rng.random_bool(0.5) { Side::Plaintiff } else { Side::Defendant }; 2],
    };
    let [size, size1, size2] = [(); 3].map(|()| rng.random_range(complexity - 1..=complexity + 1) as usize);
    let all: Vec<u32> = factors().iter().map(|factor| factor.number).collect();

    let mut current = BTreeSet::new();
    if strict_sides {
        for side in BTreeSet::from(outcomes) {
            current.extend(pick(&mut rng, &favouring(side)));
        }
    }
    fill(&mut rng, &mut current, &all, size);

    let mut precedent = |size: usize, outcome: Side| {
        let mut drawn = BTreeSet::new();
        let pool: Vec<u32> = if mode.shares() {
            let favour = favouring(outcome);
            let sharable = current.iter().copied().filter(|number| !strict_sides || favour.contains(number));
            drawn.extend(pick(&mut rng, &sharable.collect::<Vec<_>>()));
            all.clone()
        } else {
            all.iter().copied().filter(|number| !current.contains(number)).collect()
        };
        fill(&mut rng, &mut drawn, &pool, size);
        Precedent { factors: drawn, outcome }
    };
    let tsc1 = precedent(size1, outcomes[0]);
    let tsc2 = precedent(size2, outcomes[1]);
    let id = format!("{mode}-{:04}", index + 1);
    Triple { id, mode, complexity, strict_sides, current, tsc1, tsc2 }
}

/// One of `pool`; `None` when it is empty.
fn pick(rng: &mut impl Rng, pool: &[u32]) -> Option<u32> {
    (!pool.is_empty()).then(|| pool[rng.random_range(0..pool.len())])
}

/// Adds members of `pool` until there are `size`, each equally likely.
fn fill(rng: &mut impl Rng, drawn: &mut BTreeSet<u32>, pool: &[u32], size: usize) {
    let mut left: Vec<u32> = pool.iter().copied().filter(|number| !drawn.contains(number)).collect();
    while drawn.len() < size && !left.is_empty() {
        drawn.insert(left.swap_remove(rng.random_range(0..left.len())));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parameters(mode: Mode, complexity: u32, strict_sides: bool) -> Parameters {
        Parameters { mode, count: 30, complexity, seed: 1, strict_sides }
    }

    /// Every mode, with and without strict sides where that means something.
    fn kinds() -> Vec<(Mode, bool)> {
        let both = Mode::ALL.into_iter().flat_map(|mode| [(mode, false), (mode, true)]);
        both.filter(|(mode, strict)| mode.shares() || !strict).collect()
    }

    #[test]
    fn every_feasible_complexity_keeps_its_mode_over_many_seeds() {
        let mut drawn = 0;
        for (mode, strict_sides) in kinds() {
            let (smallest, largest) = feasible(mode, strict_sides);
            for complexity in smallest..=largest {
                // Other seeds for each complexity: thousands of them.
                for seed in (0..100).map(|seed| u64::from(complexity) * 1_000 + seed) {
                    let asked = Parameters { count: 2, seed, ..parameters(mode, complexity, strict_sides) };
                    for triple in generate(&asked).expect("feasible") {
                        assert_eq!(triple.breaches(), Vec::<String>::new(), "{asked:?} {triple:?}");
                        drawn += 1;
                    }
                }
            }
        }
        assert!(drawn > 20_000, "{drawn}");
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_bound() {
        for (mode, strict_sides) in kinds() {
            let (smallest, largest) = feasible(mode, strict_sides);
            for bad in [0, smallest - 1, largest + 1, 1_000, u32::MAX] {
                let error = parameters(mode, bad, strict_sides).check().expect_err("refused").to_string();
                assert!(error.contains(&format!("{largest}")), "{error}");
            }
        }
        let refused = |p: Parameters| generate(&p).expect_err("refused").to_string();
        assert_eq!(
            refused(parameters(Mode::NonArguable, 13, false)),
            "complexity 13 is too large for non-arguable triples: two cases of 14 factors without a common one are \
             more than the 26 there are; the largest possible is 12"
        );
        assert_eq!(
            refused(parameters(Mode::Arguable, 26, false)),
            "complexity 26 is too large for arguable triples: a case of 27 factors is more than the 26 there are; \
             the largest possible is 25"
        );
        assert_eq!(
            refused(parameters(Mode::Reordered, 2, true)),
            "complexity 2 is too small for reordered triples with strict sides: a current case of one factor cannot \
             share one for each side; the smallest possible is 3, the largest 25"
        );
        assert_eq!(
            refused(parameters(Mode::NonArguable, 5, true)),
            GenerateError::StrictWithoutSharing.to_string()
        );
        let none = Parameters { count: 0, ..parameters(Mode::Arguable, 5, false) };
        assert!(refused(none).ends_with("the largest 10000"));
    }

    #[test]
    fn the_same_seed_draws_the_same_and_a_longer_file_begins_with_the_shorter() {
        for (mode, strict_sides) in kinds() {
            let asked = parameters(mode, 12, strict_sides);
            let first = generate(&asked).expect("feasible");
            assert_eq!(first, generate(&asked).expect("feasible"));
            let longer = generate(&Parameters { count: 60, ..asked }).expect("feasible");
            assert_eq!(first, longer[..30]);
            assert_ne!(first, generate(&Parameters { seed: 2, ..asked }).expect("feasible"));
        }
    }

    #[test]
    fn draws_are_the_same_on_every_machine() {
        let asked = Parameters { count: 1, ..parameters(Mode::Arguable, 3, false) };
        let line = serde_json::to_string(&generate(&asked).expect("feasible")[0]).expect("written");
        assert_eq!(
            line,
            r#"{"id":"arguable-0001","mode":"arguable","complexity":3,"strict_sides":false,"current":[4,5,15,27],"tsc1":{"factors":[4,19],"outcome":"plaintiff"},"tsc2":{"factors":[5,24,27],"outcome":"defendant"}}"#
        );
    }

    #[test]
    fn no_triple_comes_twice_even_where_few_exist() {
        for mode in Mode::ALL {
            let asked = Parameters { count: 2_000, ..parameters(mode, 2, false) };
            let triples = generate(&asked).expect("feasible");
            let different: BTreeSet<_> = triples.iter().map(content).collect();
            assert_eq!(different.len(), triples.len());
        }
    }

    #[test]
    fn sizes_outcomes_and_factors_are_drawn_evenly() {
        let asked = Parameters { count: 6_000, ..parameters(Mode::Mismatched, 12, false) };
        let triples = generate(&asked).expect("feasible");
        let share = |keep: &dyn Fn(&Triple) -> bool| {
            triples.iter().filter(|triple| keep(triple)).count() as f64 / triples.len() as f64
        };
        for size in [11, 12, 13] {
            assert!((share(&|t| t.current.len() == size) - 1.0 / 3.0).abs() < 0.03, "{size}");
            assert!((share(&|t| t.tsc2.factors.len() == size) - 1.0 / 3.0).abs() < 0.03, "{size}");
        }
        assert!((share(&|t| t.tsc1.outcome == Side::Plaintiff) - 0.5).abs() < 0.03);
        for factor in factors() {
            let seen = share(&|t| t.current.contains(&factor.number));
            assert!((seen - 12.0 / 26.0).abs() < 0.03, "{factor}: {seen}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]
        #[test]
        fn any_parameters_are_refused_or_kept(
            mode in prop::sample::select(Mode::ALL.to_vec()),
            complexity in 0u32..30, seed in any::<u64>(), strict_sides in any::<bool>(), count in 0u32..5,
        ) {
            let asked = Parameters { mode, count, complexity, seed, strict_sides };
            if let Ok(triples) = generate(&asked) {
                prop_assert_eq!(triples.len(), count as usize);
                for triple in triples {
                    prop_assert_eq!(triple.breaches(), Vec::<String>::new());
                    prop_assert_eq!(triple.requires_abstention(), mode == Mode::NonArguable);
                }
            } else {
                let (smallest, largest) = feasible(mode, strict_sides);
                let possible = (smallest..=largest).contains(&complexity) && (mode.shares() || !strict_sides) && count > 0;
                prop_assert!(!possible);
            }
        }
    }
}
