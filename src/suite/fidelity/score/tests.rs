use super::super::record::{Lost, Silent};
use super::super::unit::{ProbeQuestion, ProbeUnit};
use super::*;
use crate::case::{Fault, Language, ProbeKind};
use crate::cast::reading::{AnswerWord, ErrorKind, FidelityReply, OverDisclosed, ReplyError};

const USER: &str = "lab/user+single-prompt";

/// A reply: whether it is as it should be, over-discloses, and errs.
fn reply(case: usize, kind: ProbeKind, ok: bool, od: bool, err: bool) -> ReplyRecord {
    let words = AnswerWord::of(kind);
    let answer = *words.iter().find(|word| word.is_ok().is_none_or(|is| is == ok)).expect("a word");
    let quote = "said".to_owned();
    ReplyRecord {
        unit: ProbeUnit {
            case: format!("c{case:03}"),
            target: "k1".into(),
            kind,
            repeat: 1,
            user: USER.into(),
        },
        class: if case.is_multiple_of(2) { "even".into() } else { "odd".into() },
        types: vec!["amount".into()],
        language: Language::En,
        question: "?".into(),
        reply: Some("said".into()),
        assessment: Some(FidelityReply {
            reason: "r".into(),
            answer,
            over_disclosed: vec![OverDisclosed { fact: "k2".into(), quote: quote.clone() }; usize::from(od)],
            errors: vec![ReplyError { kind: ErrorKind::Confused, quote }; usize::from(err)],
        }),
        lost: None,
    }
}

fn question(case: usize, kind: ProbeKind, accepted: Option<bool>) -> QuestionRecord {
    QuestionRecord {
        question: ProbeQuestion { case: format!("c{case:03}"), target: "k1".into(), kind },
        class: "odd".into(),
        types: vec!["amount".into()],
        accepted,
        lost: None,
    }
}

/// The table that the paper's numbers allow (72 cases, 288 replies): A right in 68, B in 66, of which three
/// cases have A alone right and one B alone; 136 questions of A and B accepted, ten of them not recovered.
fn reconstructed() -> (Vec<ReplyRecord>, Vec<QuestionRecord>) {
    let (mut replies, mut questions) = (Vec::new(), Vec::new());
    for case in 0..72 {
        // 0-2: A alone; 3: B alone; 4-6: neither.
        let a = !(3..=6).contains(&case);
        let b = !matches!(case, 0..=2 | 4..=6);
        // Four over-disclosures and two errors among the sufficient replies.
        replies.push(reply(case, ProbeKind::Direct, a, case == 10, case == 11));
        replies.push(reply(case, ProbeKind::Indirect, b, matches!(case, 12..=14), case == 15));
        replies.push(reply(case, ProbeKind::Broad, true, false, false));
        replies.push(reply(case, ProbeKind::Withheld, case != 20, false, case == 20));
        // Of the ten insufficient replies six were to questions that were not accepted, as two more.
        questions.push(question(case, ProbeKind::Direct, Some(!matches!(case, 3..=5 | 30))));
        questions.push(question(case, ProbeKind::Indirect, Some(!matches!(case, 0..=2 | 31))));
        questions.push(question(case, ProbeKind::Broad, Some(case < 7)));
    }
    (replies, questions)
}

fn scored() -> Fidelity {
    let (replies, questions) = reconstructed();
    score(&[USER.to_owned()], &replies, &questions, &Scoring::default())
}

#[test]
fn the_papers_table_gives_the_papers_interval() {
    let found = scored();
    let all = &found.users[0];
    assert_eq!(all.group, None);
    let ok = |at: usize| all.conditions[at].ok.map(|rate| (rate.count, rate.n));
    assert_eq!((ok(0), ok(1), ok(2), ok(3)), (Some((68, 72)), Some((66, 72)), None, Some((71, 72))));
    let found = &all.b_minus_a;
    assert_eq!((found.n, found.first_only, found.second_only), (72, 3, 1));
    let points = |value: Option<f64>| format!("{:.1}", 100.0 * value.expect("defined"));
    assert_eq!([found.difference, found.low, found.high].map(points), ["-2.8", "-8.3", "2.8"]);
    assert_eq!((found.method, found.resamples), ("exact_case_bootstrap", 0));
    assert_eq!(found.mcnemar_exact_p, Some(0.625));
}

#[test]
fn the_papers_recovery_is_126_of_136() {
    let recovery = scored().users[0].recovery;
    assert_eq!((recovery.recovered.count, recovery.recovered.n), (126, 136));
    assert!((recovery.failure_rate.expect("defined") - 10.0 / 136.0).abs() < 1e-12);
    assert_eq!((recovery.n, recovery.unjudged), (144, 0));
    assert_eq!((recovery.excluded_c_accepted, recovery.excluded_d), (7, 72));
}

#[test]
fn direct_and_withheld_make_a_table_of_pairs() {
    let joint = scored().users[0].a_and_d;
    assert_eq!((joint.both, joint.a_only, joint.d_only, joint.neither), (67, 1, 4, 0));
    assert_eq!((joint.joint.count, joint.joint.n), (67, 72));
}

#[test]
fn groups_hold_their_own_and_a_fact_of_two_types_is_in_both() {
    let (mut replies, questions) = reconstructed();
    for reply in &mut replies {
        if reply.unit.case == "c000" {
            reply.types.push("liability".into());
        }
    }
    let found = score(&[USER.to_owned()], &replies, &questions, &Scoring::default());
    let n = |group: &str| {
        let user = found.users.iter().find(|user| user.group.as_deref() == Some(group)).expect("a group");
        user.conditions.iter().map(|condition| condition.n).collect::<Vec<_>>()
    };
    assert_eq!(n("class:even"), [36; 4]);
    assert_eq!(n("focal_type:amount"), [72; 4]);
    assert_eq!(n("focal_type:liability"), [1; 4]);
    assert_eq!(found.users.len(), 5);
}

#[test]
fn what_is_lost_is_counted_by_reason_and_in_no_rate() {
    let (mut replies, mut questions) = reconstructed();
    let lose = |record: &mut ReplyRecord, by, fault| {
        record.assessment = None;
        record.lost = Some(Lost { by, fault, why: "broken".into() });
    };
    // The A reply of c000, which was right, and the B reply of c003, which was right.
    lose(&mut replies[0], Silent::User, Fault::SimulatorFault);
    lose(&mut replies[13], Silent::Assessor, Fault::JudgeFault);
    questions[24].accepted = None;
    let found = score(&[USER.to_owned()], &replies, &questions, &Scoring::default());
    let all = &found.users[0];
    let ok = |at: usize| all.conditions[at].ok.map(|rate| (rate.count, rate.n)).expect("defined");
    assert_eq!((ok(0), ok(1)), ((67, 71), (65, 71)));
    assert_eq!(all.conditions[0].lost, [("simulator_fault", 1)].into());
    assert_eq!(all.conditions[1].lost, [("judge_fault", 1)].into());
    assert_eq!((all.b_minus_a.n, all.b_minus_a.first_only, all.b_minus_a.second_only), (70, 2, 0));
    assert_eq!(all.a_and_d.joint.n, 71);
    // Of 72 replies one each is lost, of the pairs of both two, and three of the 144 for recovery.
    assert!(!all.incomplete && !all.a_and_d.incomplete);
    assert_eq!((all.b_minus_a.planned, all.b_minus_a.incomplete), (72, true));
    assert_eq!((all.recovery.planned, all.recovery.incomplete), (144, true));
    // 24 is the A question of c008: accepted, and recovered; c000 was accepted too.
    assert_eq!((all.recovery.unjudged, all.recovery.recovered.n), (1, 136 - 3));
    assert_eq!(found.questions[0].lost, [("not_asked", 1)].into());
    for record in replies.iter_mut().take(40) {
        lose(record, Silent::User, Fault::Infrastructure);
    }
    assert!(score(&[USER.to_owned()], &replies, &questions, &Scoring::default()).users[0].incomplete);
}

/// 5 of 288 replies are 1.7%, and of the 72 to one request 6.9%.
#[test]
fn what_is_lost_of_one_request_alone_makes_its_numbers_incomplete() {
    let (mut replies, mut questions) = reconstructed();
    let other = "lab/other+single-prompt";
    let again: Vec<ReplyRecord> = replies
        .iter()
        .map(|reply| ReplyRecord {
            unit: ProbeUnit { user: other.into(), ..reply.unit.clone() },
            ..reply.clone()
        })
        .collect();
    for record in replies.iter_mut().filter(|record| record.unit.kind == ProbeKind::Withheld).take(5) {
        record.assessment = None;
    }
    replies.extend(again);
    for record in questions.iter_mut().filter(|record| record.question.kind == ProbeKind::Direct).take(5) {
        record.accepted = None;
    }
    let found = score(&[USER.to_owned(), other.to_owned()], &replies, &questions, &Scoring::default());
    let all = &found.users[0];
    let flags: Vec<bool> = all.conditions.iter().map(|condition| condition.incomplete).collect();
    assert_eq!(flags, [false, false, false, true]);
    assert!(all.incomplete && all.a_and_d.incomplete && !all.b_minus_a.incomplete);
    assert_eq!((all.recovery.unjudged, all.recovery.incomplete), (5, true));
    let flags: Vec<bool> = found.questions.iter().map(|question| question.incomplete).collect();
    assert_eq!(flags, [true, false, false]);
    for pair in &found.pairs {
        assert_eq!(pair.difference.planned, 72);
        assert_eq!(pair.difference.incomplete, pair.kind == ProbeKind::Withheld, "{pair:?}");
    }
}

#[test]
fn cases_with_several_pairs_are_resampled_whole() {
    let (mut replies, questions) = reconstructed();
    let again: Vec<ReplyRecord> = replies
        .iter()
        .map(|reply| ReplyRecord { unit: ProbeUnit { repeat: 2, ..reply.unit.clone() }, ..reply.clone() })
        .collect();
    replies.extend(again);
    let options = Scoring { resamples: 4_000, ..Scoring::default() };
    let found = &score(&[USER.to_owned()], &replies, &questions, &options).users[0].b_minus_a;
    assert_eq!((found.n, found.method, found.resamples), (144, "case_bootstrap", 4_000));
    assert_eq!(found.mcnemar_exact_p, None);
    // Twice the same replies say no more than once: the interval stays as wide.
    let (low, high) = (found.low.expect("defined"), found.high.expect("defined"));
    assert!((low + 6.0 / 72.0).abs() < 1.5 / 72.0 && (high - 2.0 / 72.0).abs() < 1.5 / 72.0, "{low} {high}");
}

#[test]
fn one_case_has_no_interval_of_a_difference() {
    let (mut replies, questions) = reconstructed();
    replies.retain(|reply| reply.unit.case == "c000");
    for repeats in 1..=2 {
        let found = score(&[USER.to_owned()], &replies, &questions, &Scoring::default());
        let found = &found.users[0].b_minus_a;
        assert_eq!((found.n, found.difference), (repeats, Some(-1.0)));
        assert_eq!((found.low, found.high), (None, None));
        for mut again in replies.clone() {
            again.unit.repeat = 2;
            replies.push(again);
        }
    }
}

#[test]
fn users_are_compared_on_the_requests_that_both_have() {
    let (mut replies, questions) = reconstructed();
    let other = "lab/other+single-prompt";
    for case in 1..=30 {
        let unit =
            ProbeUnit { user: other.into(), ..reply(case, ProbeKind::Direct, true, false, false).unit };
        replies.push(ReplyRecord { unit, ..reply(case, ProbeKind::Direct, true, case == 1, false) });
    }
    let found = score(&[USER.into(), other.into()], &replies, &questions, &Scoring::default());
    let pair = |kind, outcome| {
        let is = |pair: &&UserPair| pair.kind == kind && pair.outcome == outcome;
        let difference = &found.pairs.iter().find(is).expect("a pair").difference;
        (difference.n, difference.first_only, difference.second_only)
    };
    // The first user failed in c003 to c006, and over-disclosed in c010.
    assert_eq!(pair(ProbeKind::Direct, Outcome::Ok), (30, 0, 4));
    assert_eq!(pair(ProbeKind::Direct, Outcome::OverDisclosed), (30, 1, 1));
    assert_eq!(pair(ProbeKind::Indirect, Outcome::Ok), (0, 0, 0));
    assert_eq!(found.pairs.len(), 11);
    assert!(found.pairs.iter().all(|pair| pair.first == USER && pair.second == other));
}

#[test]
fn the_worst_come_first_and_the_faultless_not_at_all() {
    let good = reply(1, ProbeKind::Direct, true, false, false);
    let one = reply(2, ProbeKind::Direct, false, false, false);
    let three = reply(3, ProbeKind::Direct, false, true, true);
    let broad = reply(4, ProbeKind::Broad, true, true, false);
    let mut lost = reply(5, ProbeKind::Direct, false, true, true);
    lost.assessment = None;
    let mut two = reply(6, ProbeKind::Direct, true, true, true);
    if let Some(assessment) = &mut two.assessment {
        assessment.errors.push(assessment.errors[0].clone());
    }
    let replies = [good, one, three, broad, lost, two];
    let cases: Vec<&str> = worst(&replies).iter().map(|reply| reply.unit.case.as_str()).collect();
    assert_eq!(cases, ["c003", "c006", "c004", "c002"]);
}

#[test]
fn nothing_to_score_is_undefined_and_not_zero() {
    let found = score(&[USER.to_owned()], &[], &[], &Scoring::default());
    let all = &found.users[0];
    assert_eq!(all.conditions[0].ok.expect("A has it").rate, None);
    assert_eq!((all.b_minus_a.difference, all.b_minus_a.low), (None, None));
    assert_eq!(all.b_minus_a.mcnemar_exact_p, None);
    assert_eq!((all.recovery.recovered.rate, all.recovery.failure_rate), (None, None));
    assert!(!all.incomplete);
}
