use super::*;
use crate::suite::lexpilot::{DcgQuestion, LcaClass};

fn lca(class: LcaClass, mixed: bool) -> UnitState {
    UnitState::Labelled(Label::Lca { class, mixed }, None)
}

/// A consultation by requests of which each has a question on this fact, accepted or not.
fn dcg(requests: &[(&str, bool)]) -> UnitState {
    let one = |(at, (fact, accepted)): (usize, &(&str, bool))| DcgRequest {
        round: at as u32 + 1,
        questions: vec![DcgQuestion {
            focal_point: Some("f1".into()),
            facts: vec![(*fact).to_owned()],
            relevant: *accepted,
            answerable: true,
        }],
    };
    UnitState::Labelled(Label::Dcg { requests: requests.iter().enumerate().map(one).collect() }, None)
}

fn ljp(verdicts: &[Option<Verdict>]) -> UnitState {
    UnitState::Labelled(Label::Ljp { verdicts: verdicts.to_vec() }, None)
}

fn both(states: &[UnitState], claims: usize) -> [Standing; 2] {
    let states: Vec<&UnitState> = states.iter().collect();
    Policy::ALL.map(|policy| combine(policy, &states, claims))
}

const UNDECIDED_UNIT: UnitState = UnitState::Lost(UNDECIDED);
const FAULT: UnitState = UnitState::Lost("judge_fault");

#[test]
fn a_class_needs_more_than_half_or_all() {
    use LcaClass::{Complete, Neither, Underspecified};
    let (c, u, n) = (lca(Complete, false), lca(Underspecified, false), lca(Neither, false));
    for (states, majority, unanimous) in [
        (vec![c.clone(), c.clone()], c.clone(), c.clone()),
        // A tie of an even panel is nobody's label.
        (vec![c.clone(), u.clone()], UNDECIDED_UNIT, UNDECIDED_UNIT),
        (vec![c.clone(), u.clone(), u.clone()], u.clone(), UNDECIDED_UNIT),
        (vec![c.clone(), u.clone(), n.clone()], UNDECIDED_UNIT, UNDECIDED_UNIT),
        // Half of four is no majority.
        (vec![c.clone(), u.clone(), c.clone(), u.clone()], UNDECIDED_UNIT, UNDECIDED_UNIT),
        (vec![c.clone(), c.clone(), c.clone(), u.clone()], c.clone(), UNDECIDED_UNIT),
    ] {
        let found = both(&states, 1);
        assert_eq!(found, [majority.into(), unanimous.into()], "{states:?}");
    }
}

#[test]
fn a_judge_that_failed_is_the_reason_only_where_it_could_have_decided() {
    use LcaClass::{Complete, Underspecified};
    let (c, u) = (lca(Complete, false), lca(Underspecified, false));
    let unheard = UnitState::Lost("not_judged");
    for (states, majority, unanimous) in [
        (vec![c.clone(), FAULT], FAULT, FAULT),
        (vec![c.clone(), c.clone(), FAULT], c.clone(), FAULT),
        (vec![c.clone(), u.clone(), FAULT], FAULT, UNDECIDED_UNIT),
        (vec![c.clone(), u.clone(), c.clone(), u.clone(), unheard.clone()], unheard.clone(), UNDECIDED_UNIT),
        (vec![c.clone(), u.clone(), c.clone(), u.clone(), c.clone(), FAULT], FAULT, UNDECIDED_UNIT),
        (vec![unheard.clone(), FAULT], unheard.clone(), unheard),
        (
            vec![UnitState::Lost("not_played"); 3],
            UnitState::Lost("not_played"),
            UnitState::Lost("not_played"),
        ),
        (
            vec![UnitState::Absent(Absence::Silent); 2],
            UnitState::Absent(Absence::Silent),
            UnitState::Absent(Absence::Silent),
        ),
    ] {
        let found = both(&states, 1);
        assert_eq!(found, [majority.into(), unanimous.into()], "{states:?}");
    }
}

#[test]
fn what_a_label_says_besides_comes_from_the_first_judge_that_gave_it() {
    use LcaClass::{Complete, Underspecified};
    let states =
        [lca(Underspecified, false), lca(Complete, true), lca(Complete, false), lca(Complete, false)];
    assert_eq!(both(&states, 1)[0], lca(Complete, true).into());

    let states = [dcg(&[("k9", false)]), dcg(&[("k1", true)]), dcg(&[("k2", true)])];
    assert_eq!(both(&states, 1), [dcg(&[("k1", true)]).into(), UNDECIDED_UNIT.into()]);
}

#[test]
fn a_consultation_is_decided_request_by_request_and_lost_with_any_of_them() {
    let (yes, no) = (("k1", true), ("k1", false));
    // Two judges, of which one rejects the second request.
    let states = [dcg(&[yes, yes]), dcg(&[yes, no])];
    assert_eq!(both(&states, 1), [UNDECIDED_UNIT.into(), UNDECIDED_UNIT.into()]);
    let states = [dcg(&[yes, no]), dcg(&[no, no]), dcg(&[yes, yes])];
    assert_eq!(both(&states, 1), [dcg(&[yes, no]).into(), UNDECIDED_UNIT.into()]);
    // A judge with a request too few has no vote on it.
    let states = [dcg(&[yes, no]), dcg(&[yes])];
    assert_eq!(both(&states, 1), [FAULT.into(), FAULT.into()]);
    // Silent before the first request, and after it.
    let silent = UnitState::Labelled(Label::Dcg { requests: Vec::new() }, Some(Absence::Silent));
    assert_eq!(both(&[silent.clone(), silent.clone()], 1), [silent.clone().into(), silent.into()]);
}

#[test]
fn each_claim_is_voted_on_and_lost_by_itself() {
    use Verdict::{Dismissed, PartiallySupported, Supported};
    let (d, p, s) = (Some(Dismissed), Some(PartiallySupported), Some(Supported));
    let [majority, unanimous] = both(&[ljp(&[s, d, None, p]), ljp(&[s, p, None, s]), ljp(&[s, d, d, d])], 4);
    assert_eq!(majority, Standing { state: ljp(&[s, d, None, None]), lost_claims: vec![(3, UNDECIDED)] });
    let lost = [1, 2, 3].map(|claim| (claim, UNDECIDED)).to_vec();
    assert_eq!(unanimous, Standing { state: ljp(&[s, None, None, None]), lost_claims: lost });
    // No verdict is a label: two who find none have decided, and the assistant gave none.
    let [majority, _] = both(&[ljp(&[None]), ljp(&[None])], 1);
    assert_eq!(majority, ljp(&[None]).into());
    // A label of another length fits no case, and votes on nothing.
    let [majority, _] = both(&[ljp(&[s, s]), ljp(&[s])], 1);
    assert_eq!(majority, Standing { state: ljp(&[None]), lost_claims: vec![(0, "judge_fault")] });
    let [majority, _] = both(&[ljp(&[s, d]), FAULT, ljp(&[s, s])], 2);
    assert_eq!(majority, Standing { state: ljp(&[s, None]), lost_claims: vec![(1, "judge_fault")] });
}

#[test]
fn a_panel_of_one_is_its_judge() {
    use LcaClass::Complete;
    for state in [lca(Complete, true), dcg(&[("k1", true), ("k2", false)]), FAULT] {
        assert_eq!(both(std::slice::from_ref(&state), 1), [state.clone().into(), state.into()]);
    }
}
