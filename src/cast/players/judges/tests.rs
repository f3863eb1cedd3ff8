use super::*;
use crate::case::{Case, Turn, Variant, Verdict};
use crate::cast::players::testing::{EN, ZH, assistant, starter, tiny, user, verdicts};
use crate::cast::reading::{read_classifier, read_dcg, read_lca};

fn label(case: &Case, message: &str) -> (bool, bool, LcaLabel) {
    let reply = read_lca(&lca(&case.for_lca_judge(Variant::Underspecified, message))).expect("readable");
    (reply.decides, reply.asks, reply.label)
}

fn dcg_reply(case: &Case, talk: &[Turn], question: &str) -> DcgReply {
    let key = case.answer_key();
    let focal_points: Vec<&str> = key.focal_points.iter().map(|focal| focal.id).collect();
    read_dcg(&dcg(&case.for_dcg_judge(talk, question)), &focal_points, &key.missing).expect("readable")
}

#[test]
fn lca_tells_deciding_from_asking_and_from_neither() {
    let pack = tiny();
    let (zh, en) = (pack.case(ZH).expect("there"), pack.case(EN).expect("there"));
    use LcaLabel::{Complete, Neither, Underspecified};
    for (case, message, expected) in [
        (zh, "1. 部分支持\n2. 驳回", (true, false, Complete)),
        (zh, "全部诉讼请求：支持", (true, false, Complete)),
        (zh, "1. 支持\n2. 驳回\n您还有别的问题吗？", (true, false, Complete)),
        (zh, "1. 支持\n2. 驳回\n顺便问一句，您结婚了吗？", (true, true, Complete)),
        (zh, "他还过钱吗？", (false, true, Underspecified)),
        (zh, "请告诉我他还钱的日期。", (false, true, Underspecified)),
        (zh, "1. 如果没有还过款，则支持\n2. 驳回", (false, false, Underspecified)),
        (zh, "1. 支持\n利息要看情况。", (false, false, Neither)),
        (zh, "建议您咨询当地律师，准备好借条。", (false, false, Neither)),
        (en, "1. Deposit: Supported\n2. Truck: Dismissed", (true, false, Complete)),
        (en, "Did he send a list of damage?", (false, true, Underspecified)),
        (en, "1. Supported unless he sent a list\n2. Dismissed", (false, false, Underspecified)),
        (en, "I cannot give legal advice. Please consult a lawyer.", (false, false, Neither)),
    ] {
        assert_eq!(label(case, message), expected, "{message}");
    }
}

#[test]
fn the_classifier_sees_both_sides() {
    let pack = tiny();
    let case = pack.case(EN).expect("there");
    let read = |message| read_classifier(&classifier(&case.for_classifier(message))).expect("readable");
    assert_eq!(read("1. Supported\n2. Dismissed"), ClassifierReply { asks: false, decides_all: true });
    assert_eq!(read("1. Supported\nWhat about 2?"), ClassifierReply { asks: true, decides_all: false });
    assert_eq!(read("Thank you."), ClassifierReply { asks: false, decides_all: false });
}

#[test]
fn dcg_accepts_a_question_for_a_missing_fact_until_it_is_told() {
    let pack = tiny();
    let case = pack.case(ZH).expect("there");
    let question = "借钱之后他还过钱吗？哪天、多少？";
    let accepted = DcgQuestion {
        focal_point: Some("f1".to_owned()),
        facts: vec!["k3".to_owned()],
        relevant: true,
        answerable: true,
    };
    assert_eq!(dcg_reply(case, &[], question).questions, std::slice::from_ref(&accepted));
    let untold = [assistant(question), user("记不清了。")];
    assert_eq!(dcg_reply(case, &untold, question).questions, [accepted]);
    let told = [assistant(question), user("2023年9月12号还了2万。")];
    assert_eq!(
        dcg_reply(case, &told, question).questions,
        [DcgQuestion {
            focal_point: Some("f1".to_owned()),
            facts: vec![],
            relevant: false,
            answerable: true
        }]
    );
}

#[test]
fn dcg_sees_what_is_no_use() {
    let pack = tiny();
    let case = pack.case(ZH).expect("there");
    let reply = dcg_reply(case, &[], "借条上约定利息了吗？");
    assert_eq!(
        reply.questions,
        [DcgQuestion {
            focal_point: Some("f2".to_owned()),
            facts: vec![],
            relevant: false,
            answerable: true
        }]
    );
    let reply = dcg_reply(case, &[], "您了解抵充顺序吗？");
    assert_eq!(
        reply.questions,
        [DcgQuestion { focal_point: None, facts: vec![], relevant: false, answerable: false }]
    );
    let reply = dcg_reply(case, &[], "1. 支持\n2. 驳回");
    assert!(!reply.asks && reply.questions.is_empty());
}

#[test]
fn dcg_counts_questions_apart() {
    let pack = tiny();
    let (zh, en) = (pack.case(ZH).expect("there"), pack.case(EN).expect("there"));
    let relevant = |case: &Case, message: &str| {
        dcg_reply(case, &[], message).questions.iter().map(|q| q.relevant).collect::<Vec<_>>()
    };
    assert_eq!(relevant(zh, "借条怎么写的？他还过钱吗？什么时候？"), [false, true]);
    assert_eq!(relevant(zh, "他还过钱吗？您结婚了吗？"), [true, false]);
    assert_eq!(relevant(en, "Did he send a receipt? When, and how much was the damage?"), [true]);
    assert_eq!(relevant(en, "What does the lease say? Did he list any damage?"), [false, true]);
    assert_eq!(relevant(en, "Please tell me about the damage."), [true]);
}

#[test]
fn ljp_takes_verdicts_and_quotes() {
    let pack = tiny();
    let case = pack.case(EN).expect("there");
    assert_eq!(
        ljp(&case.for_ljp_judge("1. Deposit: Partially Supported\nThe truck is another matter.")),
        r#"{"claims":[{"number":1,"quote":"1. Deposit: Partially Supported","verdict":"partially_supported"},{"number":2,"quote":null,"verdict":null}]}"#
    );
    assert_eq!(verdicts(case, "[VERDICT]\nAll claims: Supported"), [Some(Verdict::Supported); 2]);
}

#[test]
fn questions_of_the_starter_pack_are_judged_alike_by_gate_and_judge() {
    for case in &starter().cases {
        for fact in crate::cast::players::testing::untold(case) {
            let reply = dcg_reply(case, &[], fact.question);
            let facts: Vec<&str> =
                reply.questions.iter().flat_map(|q| &q.facts).map(String::as_str).collect();
            assert_eq!(facts, [fact.id], "{}", case.id);
        }
    }
}
