use super::*;

fn ids(facts: &str) -> Vec<String> {
    facts.split_whitespace().map(str::to_owned).collect()
}

/// The moves that these requests lead to, as act and targets, and what it came to.
fn moves(rule: Rule, requests: &[&str]) -> (Vec<String>, Option<Disturbance>) {
    let mut machine = Machine::new(rule);
    let told = requests.iter().zip(1..).map(|(request, round)| {
        let moved = machine.next(round, &ids(request));
        format!("{} {}", moved.act.name(), moved.targets.join(" ")).trim_end().to_owned()
    });
    let told = told.collect();
    (told, machine.finish())
}

#[test]
fn a_standard_user_answers_and_nothing_else() {
    assert_eq!(moves(Rule::Standard, &["k1", "", "k1 k2"]), (vec!["answer".to_owned(); 3], None));
}

#[test]
fn only_the_first_relevant_request_is_delayed_and_all_its_facts_are() {
    let delayed = Rule::Delayed { asks_needed: 2 };
    let check = |requests: &[&str], acts: &[&str], disrupted, facts: &str, followed_up| {
        let (told, came_to) = moves(delayed, requests);
        assert_eq!(told, acts, "{requests:?}");
        let expected = Disturbance { disrupted, facts: ids(facts), followed_up, ..Disturbance::default() };
        assert_eq!(came_to, Some(expected), "{requests:?}");
    };
    check(&["", "", ""], &["answer", "answer", "answer"], None, "", None);
    check(&["k1", "k1", "k1"], &["withhold k1", "follow_up k1", "answer"], Some(1), "k1", Some(2));
    check(&["k1", "k2", "k1"], &["withhold k1", "answer", "follow_up k1"], Some(1), "k1", Some(3));
    check(&["", "k1 k2", "k2"], &["answer", "withhold k1 k2", "follow_up k2"], Some(2), "k1 k2", Some(3));
    check(&["k1", "k2 k1", "k2"], &["withhold k1", "follow_up k1", "answer"], Some(1), "k1", Some(2));
    check(&["", "", "k1"], &["answer", "answer", "withhold k1"], Some(3), "k1", None);
}

#[test]
fn a_fact_may_need_more_asks_than_two() {
    let (told, came_to) = moves(Rule::Delayed { asks_needed: 3 }, &["k1 k2", "k1", "k1 k2"]);
    // In the last turn one fact is ripe and the other is not.
    assert_eq!(told, ["withhold k1 k2", "withhold k1", "withhold k2"]);
    assert_eq!(came_to.and_then(|came_to| came_to.followed_up), Some(2));
}

#[test]
fn a_reluctant_user_needs_two_asks_for_each_fact() {
    let reluctant = Rule::Reluctant { asks_needed: 2 };
    let (told, came_to) = moves(reluctant, &["k1", "k2 k1", "k2"]);
    assert_eq!(told, ["withhold k1", "withhold k2", "follow_up k2"]);
    let expected =
        Disturbance { disrupted: Some(1), facts: ids("k1"), followed_up: Some(2), ..Disturbance::default() };
    assert_eq!(came_to, Some(expected));
    assert_eq!(moves(reluctant, &["k1", "k1", "k1"]).0, ["withhold k1", "follow_up k1", "answer"]);
}

#[test]
fn what_was_misstated_is_corrected_in_the_next_turn_whatever_it_asks() {
    for slip in [Slip::Mistaken, Slip::Incomplete] {
        let rule = Rule::SelfCorrection { slip };
        let base = Disturbance { slip: Some(slip), ..Disturbance::default() };
        for next in ["", "k1", "k3"] {
            let (told, came_to) = moves(rule, &["k1 k2", next, "k3"]);
            assert_eq!(told, ["misstate k1 k2", "correct k1 k2", "answer"]);
            let expected =
                Disturbance { disrupted: Some(1), facts: ids("k1 k2"), corrected: Some(2), ..base.clone() };
            assert_eq!(came_to, Some(expected));
        }
        let late = Disturbance { disrupted: Some(3), facts: ids("k1"), uncorrected: true, ..base.clone() };
        assert_eq!(moves(rule, &["", "", "k1"]).1, Some(late));
        assert_eq!(moves(rule, &["", ""]).1, Some(base));
    }
}

#[test]
fn a_correction_is_owed_for_one_turn() {
    let mut machine = Machine::new(Rule::SelfCorrection { slip: Slip::Mistaken });
    assert!(!machine.owes_correction());
    machine.next(1, &ids("k1"));
    assert!(machine.owes_correction());
    machine.next(2, &[]);
    assert!(!machine.owes_correction());
}

#[test]
fn a_move_hangs_on_requests_only_while_they_can_change_it() {
    let k1 = ["k1".to_owned()];
    let rules = [
        (Rule::Standard, [false, false, false]),
        (Rule::SelfCorrection { slip: Slip::Mistaken }, [true, false, false]),
        (Rule::Delayed { asks_needed: 2 }, [true, true, false]),
        (Rule::Reluctant { asks_needed: 2 }, [true, true, true]),
    ];
    for (rule, hangs) in rules {
        let mut machine = Machine::new(rule);
        for (hangs, round) in hangs.into_iter().zip(1..) {
            assert_eq!(machine.hangs_on_requests(), hangs, "{rule:?}, round {round}");
            machine.next(round, &k1);
        }
    }
}
