use super::*;
use crate::case::{Case, Variant};
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
fn a_leading_question_is_answered_with_the_fact() {
    let pack = tiny();
    let reply = answer(pack.case(ZH).expect("there"), lexical, "他2024年还过您5000元，对吧？");
    assert_eq!(reply, "情况是这样的：2023年9月12日吴某转账还回2万元，备注为还本金。");
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
