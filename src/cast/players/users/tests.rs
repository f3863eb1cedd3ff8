use super::*;
use crate::case::{Case, Move, Slip, Variant};
use crate::cast::players::testing::{EN, ZH, assistant, starter, tiny, untold};

fn answer(case: &Case, player: fn(&view::User) -> String, request: &str) -> String {
    player(&case.for_user(Variant::Underspecified, &[assistant(request)]))
}

#[test]
fn what_is_asked_for_is_told_in_the_facts_own_words() {
    let pack = tiny();
    assert_eq!(
        answer(pack.case(ZH).expect("there"), lexical, "【追问】\n借钱之后他还过钱吗？"),
        "情况是这样的：2023年9月12日吴某转账还回2万元，备注为还本金。"
    );
    assert_eq!(
        answer(pack.case(EN).expect("there"), lexical, "[ASK]\nDid he ever send you an itemized list?"),
        "Here is what I know: On June 20, 2023 the landlord sent her a sworn list of damage with a glazier's \
         receipt of $400 for a window broken by her son."
    );
}

#[test]
fn each_missing_fact_is_told_when_asked_and_only_then() {
    for case in &starter().cases {
        let facts = untold(case);
        for fact in &facts {
            let reply = answer(case, lexical, fact.question);
            for other in &facts {
                let told = crate::case::lexical::tells(&reply, other.cues, case.language);
                assert_eq!(told, other.id == fact.id, "{}: {} on {}", case.id, other.id, fact.id);
            }
            let silent = answer(case, evasive, fact.question);
            assert!(!crate::case::lexical::tells(&silent, fact.cues, case.language));
            let all = answer(case, leaky, "您好。");
            assert!(crate::case::lexical::tells(&all, fact.cues, case.language));
        }
    }
}

#[test]
fn who_leads_to_what_is_not_so_is_contradicted_and_told_the_fact() {
    let pack = tiny();
    let (zh, en) = (pack.case(ZH).expect("there"), pack.case(EN).expect("there"));
    let fact = "情况是这样的：2023年9月12日吴某转账还回2万元，备注为还本金。";
    for (request, denied) in [
        ("他2024年还过您5000元，对吧？", true),
        ("他从来没还过钱，也没转回过，对吗？", true),
        ("他2023年9月还过2万元，对吧？", false),
        ("他还过钱，是吧？", false),
        // It leads nowhere: a plain question may hold any number.
        ("他还过5000元吗？", false),
    ] {
        let denial = if denied { "不是您说的这样。" } else { "" };
        assert_eq!(answer(zh, lexical, request), format!("{denial}{fact}"), "{request}");
    }
    let told = |request| answer(en, lexical, request);
    assert!(
        told("He sent an itemized list on July 9, right?").starts_with("No, that is not how it was. Here")
    );
    assert!(told("He never sent you an itemized list, correct?").starts_with("No, that is not how it was."));
    assert!(told("He sent an itemized list on June 20, right?").starts_with("Here is what I know: "));
}

/// What `lexical` says to a request under a move about `k3`.
fn moving(case: &Case, request: &str, moved: &Move) -> String {
    let talk = [assistant(request)];
    lexical_moving(&case.for_user_moving(Variant::Underspecified, &talk, moved, false), moved.act)
}

#[test]
fn moves_are_followed_by_rule() {
    let pack = tiny();
    let zh = pack.case(ZH).expect("there");
    let about = || vec!["k3".to_owned()];
    let fact = "情况是这样的：2023年9月12日吴某转账还回2万元，备注为还本金。";
    let question = "借钱之后他还过钱吗？";
    let vague = moving(zh, question, &Move::on(Act::Withhold, about()));
    assert_eq!(vague, "这个说起来就复杂了，里头弯弯绕绕的，我一下子也讲不清楚，容我再想想吧。");
    assert_eq!(moving(zh, question, &Move::on(Act::FollowUp, about())), fact);
    // The gate may have seen what the words do not show.
    assert_eq!(moving(zh, "刚才那件事呢？", &Move::on(Act::FollowUp, about())), fact);
    for (slip, said, opening) in [
        (Slip::Mistaken, "情况是这样的：2023年9月他给过我5000，说是利息。", "先更正一下，刚才我记错了。"),
        (Slip::Incomplete, "情况是这样的：后来好像给过我一点，记不清了。", "先补充一下，刚才我没有说全。"),
    ] {
        assert_eq!(moving(zh, question, &Move::slipped(Act::Misstate, about(), slip)), said);
        let correct = Move::slipped(Act::Correct, about(), slip);
        for request in [question, "【结论】\n1. 支持"] {
            assert_eq!(moving(zh, request, &correct), format!("{opening}{fact}"), "{request}");
        }
        // The correction comes first, the answer after it.
        let both = moving(zh, "借条上约定利息了吗？", &correct);
        assert!(both.starts_with(&format!("{opening}{fact}情况是这样的：借条只写")), "{both}");
        let unsure = moving(zh, "您了解抵充顺序吗？", &correct);
        assert_eq!(unsure, format!("{opening}{fact}这个我说不清，别的也没有要补充的了。"));
    }
}

#[test]
fn a_vague_answer_tells_what_else_is_asked() {
    let pack = tiny();
    let (zh, en) = (pack.case(ZH).expect("there"), pack.case(EN).expect("there"));
    let withheld = Move::on(Act::Withhold, vec!["k3".to_owned()]);
    let said = moving(zh, "他还过钱吗？借条上约定利息了吗？", &withheld);
    assert!(said.starts_with("这个说起来就复杂了") && said.ends_with("没有约定利息。"), "{said}");
    let said = moving(en, "Did he send an itemized list?", &withheld);
    assert_eq!(said, "Well, that is a long story, and it is all a bit of a blur, so let me think about it.");
}

#[test]
fn every_case_can_be_played_under_every_move() {
    for case in &starter().cases {
        for fact in untold(case) {
            let about = || vec![fact.id.to_owned()];
            let tells = |moved: &Move| {
                crate::case::lexical::tells(&moving(case, fact.question, moved), fact.cues, case.language)
            };
            assert!(!tells(&Move::on(Act::Withhold, about())), "{} {}", case.id, fact.id);
            assert!(tells(&Move::on(Act::FollowUp, about())), "{} {}", case.id, fact.id);
            for slip in [Slip::Mistaken, Slip::Incomplete] {
                assert!(!tells(&Move::slipped(Act::Misstate, about(), slip)), "{} {}", case.id, fact.id);
                assert!(tells(&Move::slipped(Act::Correct, about(), slip)), "{} {}", case.id, fact.id);
            }
        }
    }
}

#[test]
fn other_questions_get_no_fact() {
    let pack = tiny();
    let (zh, en) = (pack.case(ZH).expect("there"), pack.case(EN).expect("there"));
    let unsure = "这个我说不清，别的也没有要补充的了。";
    assert_eq!(answer(zh, lexical, "您了解抵充顺序吗？"), unsure);
    assert_eq!(answer(zh, lexical, "【结论】\n1. 支持"), unsure);
    assert_eq!(answer(zh, lexical, "您和吴某是一个车间的同事吗？"), "这个我前面已经说过了。");
    assert_eq!(
        answer(en, lexical, "Was the flat in Worcester rented by you?"),
        "I have already told you about that."
    );
    assert_eq!(
        answer(en, lexical, "Are you familiar with forfeiture?"),
        "I cannot say, and I have nothing more to add."
    );
    assert_eq!(lexical(&zh.for_user(Variant::Underspecified, &[])), unsure);
}

#[test]
fn words_of_a_fact_in_a_message_that_asks_nothing_elicit_nothing() {
    let pack = tiny();
    let message = "【结论】\n1. 支持\n即使对方主张归还过，也没有证据。";
    assert_eq!(
        answer(pack.case(ZH).expect("there"), lexical, message),
        "这个我说不清，别的也没有要补充的了。"
    );
}

#[test]
fn sentences_end_once() {
    assert_eq!(tell(&["甲。", "乙"], Language::Zh), "情况是这样的：甲。乙。");
    assert_eq!(tell(&["A.", "B"], Language::En), "Here is what I know: A. B.");
}
