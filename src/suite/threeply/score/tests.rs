//! Scores on readings made by hand, and on any reading.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::super::extract::{Abstention, Cited};
use super::super::factor::Side;
use super::super::triple::tests::triple;
use super::super::triple::{Case, Mode};
use super::*;
use crate::stats::factors::TripleFactors;

const P: Side = Side::Plaintiff;
const D: Side = Side::Defendant;

fn set(numbers: &[u32]) -> BTreeSet<u32> {
    numbers.iter().copied().collect()
}

fn reading(cc: &[u32], tsc1: &[u32], tsc2: &[u32], abstention: Abstention) -> Reading {
    Reading {
        factors: TripleFactors { cc: set(cc), tsc1: set(tsc1), tsc2: set(tsc2) },
        abstention,
        cited: Cited { plaintiff: Some(Case::Tsc1), defendant: Some(Case::Tsc2) },
        flags: BTreeMap::new(),
        unattributed: 0,
        plies: Vec::new(),
    }
}

fn arguable() -> Triple {
    triple(Mode::Arguable, &[4, 5, 10], (&[4, 7], P), (&[5, 11], D))
}

fn apart() -> Triple {
    triple(Mode::NonArguable, &[4, 5], (&[6, 7], P), (&[1, 11], D))
}

fn only(triple: &Triple, reading: Option<Reading>) -> Scores {
    score_corpus(&[Argued { triple, reading }])[0].scores.clone()
}

#[test]
fn a_failure_of_the_extractor_is_no_abstention_and_no_score() {
    let scores = only(&apart(), None);
    assert_eq!((scores.n, scores.n_harness_fault), (1, 1));
    for policy in [&scores.paper, &scores.strict] {
        assert_eq!((policy.acc_h_mean, policy.rec_u_mean, policy.abstention_ratio), (None, None, None));
        assert_eq!((policy.n_requiring_abstention, policy.n_abstained), (0, 0));
    }
    assert_eq!((scores.abstention_strict, scores.abstention_lenient), (None, None));
    let one = score_argument(&Argued { triple: &apart(), reading: None });
    assert!(one.harness_fault && one.paper.is_none() && one.errors.is_none());
    assert_eq!(review_queue(&[one]), []);
}

#[test]
fn the_policies_differ_on_abstention_alone() {
    let strictly = only(&apart(), Some(reading(&[], &[], &[], Abstention::Strict)));
    assert_eq!((strictly.paper.acc_h_mean, strictly.paper.rec_u_mean), (Some(1.0), Some(0.0)));
    assert_eq!((strictly.strict.acc_h_mean, strictly.strict.rec_u_mean), (None, None));
    assert_eq!((strictly.strict.n_acc_h, strictly.strict.abstention_ratio), (0, Some(1.0)));

    // Other words, with an explanation that names a factor wrongly.
    let lenient = only(&apart(), Some(reading(&[4, 6], &[], &[], Abstention::Lenient)));
    assert_eq!((lenient.paper.acc_h_mean, lenient.paper.abstention_ratio), (Some(1.0), Some(1.0)));
    assert_eq!((lenient.strict.acc_h_mean, lenient.strict.rec_u_mean), (Some(5.0 / 6.0), Some(1.0 / 6.0)));
    assert_eq!((lenient.abstention_strict, lenient.abstention_lenient), (Some(0.0), Some(1.0)));

    let wrongly = only(&arguable(), Some(reading(&[], &[], &[], Abstention::Strict)));
    assert_eq!((wrongly.strict.acc_h_mean, wrongly.strict.rec_u_mean), (None, Some(0.0)));
    assert_eq!((wrongly.strict.n_wrongly_abstained, wrongly.n_cites), (1, 0));
}

#[test]
fn saying_nothing_is_faithful_useless_and_flagged() {
    let empty = only(&arguable(), Some(reading(&[], &[], &[], Abstention::No)));
    for policy in [&empty.paper, &empty.strict] {
        assert_eq!((policy.acc_h_mean, policy.rec_u_mean), (Some(1.0), Some(0.0)));
    }
    assert_eq!((empty.n_empty, empty.spurious_arguments), (1, 0));
}

#[test]
fn faithfulness_goes_below_zero_and_is_not_clamped() {
    let all: Vec<u32> = (1..=27).collect();
    let scores = only(&arguable(), Some(reading(&all, &all, &all, Abstention::No)));
    // 81 asserted, 7 of them true: 1 - 74 / 7.
    assert_eq!(scores.paper.acc_h_mean, Some((7.0 - 74.0) / 7.0));
    assert_eq!(scores.strict.acc_h_mean, scores.paper.acc_h_mean);
    assert_eq!(scores.paper.rec_u_mean, Some(1.0));
}

#[test]
fn errors_are_told_apart() {
    let triple = arguable();
    let read = reading(&[4, 5, 7, 20], &[4], &[5, 28], Abstention::No);
    let one = score_argument(&Argued { triple: &triple, reading: Some(read.clone()) });
    let errors = one.errors.expect("read");
    assert_eq!(errors.misattributions, [(Case::Current, 7)]);
    assert_eq!(errors.inventions, [(Case::Current, 20), (Case::Tsc2, 28)]);
    assert_eq!(errors.omitted_shared, []);
    let omitted = |side, precedent, case, number| Omission { side, precedent, case, number };
    assert_eq!(
        errors.omitted_distinguishing,
        [
            omitted(D, Case::Tsc1, Case::Tsc1, 7),
            omitted(D, Case::Tsc1, Case::Current, 10),
            omitted(P, Case::Tsc2, Case::Tsc2, 11),
        ]
    );
    let half = Reading { factors: TripleFactors { tsc1: set(&[]), ..read.factors.clone() }, ..read };
    let errors = score_argument(&Argued { triple: &triple, reading: Some(half) }).errors.expect("read");
    assert_eq!(errors.omitted_shared, [omitted(P, Case::Tsc1, Case::Current, 4)]);
    assert!(only(&apart(), Some(reading(&[4], &[], &[], Abstention::No))).spurious_arguments == 1);
}

#[test]
fn a_side_without_a_precedent_is_right_to_cite_none() {
    let both = triple(Mode::Mismatched, &[4, 5], (&[4], P), (&[5], P));
    let cites = |cited: Cited| {
        let read = Reading { cited, ..reading(&[4], &[4], &[], Abstention::No) };
        let one = score_argument(&Argued { triple: &both, reading: Some(read) });
        (one.plaintiff_cites_right, one.defendant_cites_right)
    };
    let cited = |plaintiff, defendant| Cited { plaintiff, defendant };
    assert_eq!(cites(cited(Some(Case::Tsc2), None)), (Some(true), Some(true)));
    assert_eq!(cites(cited(None, Some(Case::Tsc2))), (Some(false), Some(false)));
    let swapped = triple(Mode::Reordered, &[4, 5], (&[4], D), (&[5], P));
    let one =
        score_argument(&Argued { triple: &swapped, reading: Some(reading(&[4], &[4], &[], Abstention::No)) });
    assert_eq!((one.plaintiff_cites_right, one.defendant_cites_right), (Some(false), Some(false)));
}

#[test]
fn the_gravest_are_looked_at_first() {
    let score = |id: &str, triple: &Triple, read: Reading| {
        let triple = Triple { id: id.to_owned(), ..triple.clone() };
        score_argument(&Argued { triple: &triple, reading: Some(read) })
    };
    let whole = reading(&[4, 5, 10], &[4, 7], &[5, 11], Abstention::No);
    let scores = [
        score("fine", &arguable(), whole.clone()),
        score("little", &arguable(), reading(&[4], &[4], &[], Abstention::No)),
        score("worse", &arguable(), reading(&[1, 2, 4, 5], &[4, 8, 12], &[5], Abstention::No)),
        score("bad", &arguable(), reading(&[1, 4, 5], &[4, 7], &[5], Abstention::No)),
        score("declined", &arguable(), reading(&[], &[], &[], Abstention::Lenient)),
        score("argued", &apart(), reading(&[4], &[6], &[], Abstention::No)),
        score("unsure", &arguable(), Reading { unattributed: 1, ..whole }),
        score("kept", &apart(), reading(&[], &[], &[], Abstention::Strict)),
    ];
    let order: Vec<String> = review_queue(&scores).into_iter().map(|entry| entry.id).collect();
    assert_eq!(order, ["argued", "declined", "worse", "bad", "unsure", "little"]);
}

#[test]
fn groups_part_the_arguments_by_mode_and_complexity() {
    let (one, two) = (arguable(), apart());
    let argued = [
        Argued { triple: &one, reading: Some(reading(&[4], &[4], &[], Abstention::No)) },
        Argued { triple: &two, reading: None },
    ];
    let groups = score_corpus(&argued);
    let parts: Vec<_> = groups.iter().map(|group| (group.mode, group.complexity, group.scores.n)).collect();
    assert_eq!(
        parts,
        [
            (None, None, 2),
            (Some(Mode::Arguable), None, 1),
            (Some(Mode::NonArguable), None, 1),
            (None, Some(2), 1),
            (None, Some(3), 1),
            (Some(Mode::Arguable), Some(3), 1),
            (Some(Mode::NonArguable), Some(2), 1),
        ]
    );
    assert_eq!(score_corpus(&[])[0].scores.paper.acc_h_mean, None);
}

fn numbers() -> impl Strategy<Value = BTreeSet<u32>> {
    prop::collection::btree_set(1u32..31, 0..12)
}

proptest! {
    #[test]
    fn any_reading_keeps_the_bounds(
        cc in numbers(), tsc1 in numbers(), tsc2 in numbers(),
        abstention in prop::sample::select(vec![Abstention::No, Abstention::Lenient, Abstention::Strict]),
        arguing in any::<bool>(),
    ) {
        let triple = if arguing { arguable() } else { apart() };
        let n_gt = Case::ALL.iter().map(|case| triple.factors_of(*case).len()).sum::<usize>() as f64;
        let asserted = cc.len() + tsc1.len() + tsc2.len();
        let read = Reading { factors: TripleFactors { cc, tsc1, tsc2 }, ..reading(&[], &[], &[], abstention) };
        let one = score_argument(&Argued { triple: &triple, reading: Some(read) });
        for numbers in [one.paper, one.strict].into_iter().flatten() {
            if let Some(acc_h) = numbers.acc_h {
                prop_assert!(acc_h <= 1.0 && acc_h >= 1.0 - 90.0 / n_gt);
                let rec_u = numbers.rec_u.expect("what is faithful is used");
                prop_assert!((0.0..=1.0).contains(&rec_u));
                // Each assertion is either true or hallucinated.
                let counted = if numbers.abstained { 0.0 } else { asserted as f64 };
                prop_assert!(((1.0 - acc_h) * n_gt + rec_u * n_gt - counted).abs() < 1e-9);
            } else {
                prop_assert!(numbers.abstained);
            }
        }
        let errors = one.errors.expect("read");
        if abstention == Abstention::No {
            let wrong = errors.misattributions.len() + errors.inventions.len();
            let acc_h = one.strict.and_then(|strict| strict.acc_h).expect("argued");
            prop_assert!((acc_h - (1.0 - wrong as f64 / n_gt)).abs() < 1e-12);
        }
        let strictly = one.strict.is_some_and(|numbers| numbers.abstained);
        prop_assert_eq!(strictly, abstention == Abstention::Strict);
    }
}
