use super::*;
use crate::case::Slip;

fn ids(facts: &str) -> Vec<String> {
    facts.split_whitespace().map(str::to_owned).collect()
}

/// Rounds as what is requested and the move; the ledger as fact, round and how.
fn course(rounds: &[(&str, Move)], ledger: &[(&str, u32, How)]) -> Course {
    let disrupted = rounds.iter().zip(1..).find(|((_, moved), _)| moved.act != Act::Answer);
    Course {
        rounds: rounds
            .iter()
            .map(|(requested, moved)| RoundNote {
                requested: ids(requested),
                questions: 1,
                moved: moved.clone(),
            })
            .collect(),
        ledger: Some(
            ledger
                .iter()
                .map(|(fact, round, how)| Disclosure { fact: (*fact).to_owned(), round: *round, how: *how })
                .collect(),
        ),
        sees_misstatements: true,
        unread: false,
        disturbance: Some(Disturbance {
            disrupted: disrupted.map(|(_, round)| round),
            ..Disturbance::default()
        }),
    }
}

fn withhold() -> Move {
    Move::on(Act::Withhold, ids("k1"))
}

fn slip(act: Act) -> Move {
    Move::slipped(act, ids("k1"), Slip::Mistaken)
}

#[test]
fn a_delayed_user_keeps_to_its_condition_or_does_not() {
    let rounds = [("k1", withhold()), ("k1", Move::on(Act::FollowUp, ids("k1")))];
    let breaches = |ledger: &[(&str, u32, How)]| course(&rounds, ledger).breaches();
    assert_eq!(breaches(&[("k1", 2, How::Elicited)]), Some(vec![]));
    assert_eq!(breaches(&[]), Some(vec![]));
    assert_eq!(breaches(&[("k1", 1, How::Elicited)]), Some(vec![Breach::ToldTooSoon]));
    assert_eq!(breaches(&[("k1", 1, How::Implied)]), Some(vec![Breach::ToldTooSoon]));
    assert_eq!(
        breaches(&[("k1", 1, How::Distorted), ("k1", 2, How::Corrected)]),
        Some(vec![Breach::SaidSomethingFalse])
    );
    // What was told before it was asked for cannot be withheld any more.
    let late = course(&[("", Move::ANSWER), ("k1", withhold())], &[("k1", 1, How::Volunteered)]);
    assert_eq!(late.breaches(), Some(vec![Breach::ToldTooSoon]));
}

#[test]
fn what_is_kept_back_may_not_come_with_another_answer() {
    let kept = || Move::ANSWER.keeping_back(ids("k1"));
    let rounds = [("k1", withhold()), ("k2", kept()), ("k1", Move::on(Act::FollowUp, ids("k1")))];
    let breaches = |ledger: &[(&str, u32, How)]| course(&rounds, ledger).breaches();
    assert_eq!(breaches(&[("k2", 2, How::Elicited), ("k1", 3, How::Elicited)]), Some(vec![]));
    for how in [How::Elicited, How::Volunteered, How::Implied] {
        assert_eq!(breaches(&[("k1", 2, how)]), Some(vec![Breach::ToldTooSoon]), "{how:?}");
    }
}

#[test]
fn a_self_correcting_user_misstates_the_right_fact_and_corrects_it() {
    let rounds = [("k1", slip(Act::Misstate)), ("", slip(Act::Correct))];
    let breaches = |ledger: &[(&str, u32, How)]| course(&rounds, ledger).breaches();
    let corrected = [("k1", 1, How::Distorted), ("k1", 2, How::Corrected)];
    assert_eq!(breaches(&corrected), Some(vec![]));
    assert_eq!(breaches(&corrected[..1]), Some(vec![Breach::DidNotCorrect]));
    assert_eq!(breaches(&[("k1", 2, How::Elicited)]), Some(vec![Breach::DidNotMisstate]));
    assert_eq!(breaches(&[("k1", 1, How::Elicited)]), Some(vec![Breach::ToldTooSoon]));
    assert_eq!(
        breaches(&[("k2", 1, How::Distorted), ("k1", 2, How::Elicited)]),
        Some(vec![Breach::DidNotMisstate, Breach::SaidSomethingFalse])
    );
    // By words nobody can say how a model misstates; that it did not tell the truth can be seen.
    let mut blind = course(&rounds, &[("k1", 2, How::Elicited)]);
    blind.sees_misstatements = false;
    assert_eq!(blind.breaches(), Some(vec![]));
}

#[test]
fn nobody_can_tell_without_a_trigger_or_a_ledger() {
    assert_eq!(course(&[("", Move::ANSWER)], &[]).breaches(), None);
    let mut unchecked = course(&[("k1", withhold())], &[]);
    unchecked.ledger = None;
    assert_eq!(unchecked.breaches(), None);
}

#[test]
fn a_turn_that_breaks_its_move_is_faulty() {
    let missing = ["k1", "k2"];
    let one = |requested: &str, moved: Move, ledger: &[(&str, u32, How)]| {
        course(&[(requested, moved)], ledger).faulty(1, &missing)
    };
    assert!(!one("k1", Move::ANSWER, &[("k1", 1, How::Elicited)]));
    assert!(one("k1", Move::ANSWER, &[]), "it was asked and did not tell");
    assert!(one("k1", Move::ANSWER, &[("k1", 1, How::Distorted)]));
    assert!(one("", Move::ANSWER, &[("k2", 1, How::Volunteered)]));
    assert!(!one("k9", Move::ANSWER, &[]), "what the history tells need not be told");
    assert!(!one("k1", withhold(), &[]));
    assert!(one("k1 k2", withhold(), &[]), "the other fact was to be told");
    assert!(!one("k1 k2", withhold(), &[("k2", 1, How::Elicited)]));
    assert!(one("k1", withhold(), &[("k1", 1, How::Elicited)]));
    assert!(!one("k1", slip(Act::Misstate), &[("k1", 1, How::Distorted)]));
    assert!(!course(&[("", Move::ANSWER)], &[]).faulty(7, &missing));
}

#[test]
fn the_last_word_on_a_fact_counts() {
    let rounds = [("k1 k2", Move::ANSWER), ("", Move::ANSWER), ("", Move::ANSWER)];
    let ledger = [
        ("k1", 1, How::Elicited),
        ("k2", 1, How::Distorted),
        ("k1", 2, How::Distorted),
        ("k2", 3, How::Corrected),
    ];
    let course = course(&rounds, &ledger);
    assert_eq!(course.recovered(), [("k2", 3)]);
    assert!(course.known("k1", 1) && !course.known("k1", 2) && !course.known("k2", 2));
}
