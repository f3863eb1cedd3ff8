//! A condition takes hold on the first relevant request of the new dialogue, and on nothing else.

use lexconsult::case::{Case, Pack, PackSource, Speaker, Turn, Variant};
use lexconsult::cast::Condition;
use lexconsult::cast::players::gates;
use lexconsult::cast::reading::read_gate;

use super::stage::{Setting, play};

/// The round in which a condition took hold when the lawyer says these messages.
async fn disrupted(condition: Condition, messages: &[&str]) -> Option<u32> {
    let stage = play(Setting::saying(messages).under(condition)).await;
    let came_to = stage.one().disturbance.clone().expect("there was a condition");
    came_to.disrupted
}

#[tokio::test]
async fn what_asks_for_no_missing_fact_never_triggers() {
    // The history's own fact, a courtesy, a broad question, a concept, a confirmation.
    let messages = ["T?", "All right, thank you.", "Is that all?"];
    for condition in [Condition::Delayed, Condition::SelfCorrection, Condition::Reluctant] {
        assert_eq!(disrupted(condition, &messages).await, None);
        assert_eq!(disrupted(condition, &["Do you know what estoppel is?", "T? T?", "A?"]).await, Some(3));
        // The lawyer's verdicts are no request, whatever words they hold.
        assert_eq!(disrupted(condition, &["RAW [VERDICT]\n1. Supported. A? B?"]).await, None);
    }
}

#[tokio::test]
async fn only_the_first_relevant_request_triggers() {
    let stage = play(Setting::saying(&["A?", "B?", "B? A?"]).under(Condition::Delayed)).await;
    let acts: Vec<_> = stage
        .one()
        .turns
        .iter()
        .filter_map(|spoken| spoken.moved.as_ref())
        .map(|moved| format!("{} {}", moved.act.name(), moved.targets.join(" ")))
        .collect();
    assert_eq!(acts, ["withhold a", "answer ", "follow_up a"]);
}

/// What the gate by words finds a message to ask for.
fn asked(case: &Case, message: &str) -> Vec<String> {
    let talk = [Turn::new(Speaker::Assistant, "好的。"), Turn::new(Speaker::User, "嗯。")];
    let view = case.for_gate(Variant::Underspecified, &talk, message);
    let known: Vec<&str> = view.key_facts.iter().map(|fact| fact.id).collect();
    read_gate(&gates::lexical(&view), &known).expect("a gate by rule writes its form").facts
}

#[test]
fn the_gate_by_words_finds_nothing_in_courtesies_concepts_and_broad_questions() {
    for pack in ["starter", "zh-civil"] {
        let pack = Pack::load(&PackSource::named(pack)).expect("in the binary");
        for case in &pack.cases {
            for message in [
                "好的",
                "好的，谢谢，我明白了。",
                "就这些吗？",
                "您还有什么要补充的吗？",
                "您了解诚实信用原则吗？",
                "OK, thank you.",
                "Is that all?",
                "Is there anything else you would like to add?",
                "Do you know what good faith means?",
            ] {
                let found = asked(case, message);
                let missing = case.answer_key().missing;
                let relevant: Vec<_> = found.iter().filter(|id| missing.contains(&id.as_str())).collect();
                assert!(relevant.is_empty(), "{}: {message} asks for {relevant:?}", case.id);
            }
        }
    }
}

#[test]
fn the_gate_reads_the_new_message_and_not_the_history() {
    let pack = Pack::load(&PackSource::named("starter")).expect("in the binary");
    for case in &pack.cases {
        let fact = case.for_oracle(Variant::Underspecified, &[]).untold[0];
        // The question for the fact was asked before; the message that counts asks for nothing.
        let talk = [Turn::new(Speaker::Assistant, fact.question), Turn::new(Speaker::User, "…")];
        let view = case.for_gate(Variant::Underspecified, &talk, "OK，好的。");
        assert_eq!(gates::lexical(&view), r#"{"facts":[]}"#, "{}", case.id);
    }
}
