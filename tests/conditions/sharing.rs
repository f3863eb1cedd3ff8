//! Conditions share their calls up to the trigger; drawn independently they share none.

use std::collections::BTreeMap;

use lexconsult::cast::Condition;
use lexconsult::model::Request;

use super::stage::{Setting, Stagecraft, play, word_of};
use lexconsult::prompt::Template;

async fn three(messages: &[&str], independent: bool) -> Stagecraft {
    let conditions = vec![Condition::Standard, Condition::Delayed, Condition::SelfCorrection];
    play(Setting { conditions, independent, ..Setting::saying(messages) }).await
}

/// How often each request went to a player, in the order of the requests.
fn times(stage: &Stagecraft, name: &str) -> Vec<usize> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let key = |request: &Request| serde_json::to_string(request).expect("plain data");
    let mut order = Vec::new();
    for request in stage.to(name) {
        let count = counts.entry(key(request)).or_default();
        *count += 1;
        if *count == 1 {
            order.push(key(request));
        }
    }
    order.iter().map(|request| counts[request]).collect()
}

#[tokio::test]
async fn each_call_before_the_trigger_is_made_once_for_three_conditions() {
    let stage = three(&["Anything else?", "T?", "A?"], false).await;
    // Three rounds are common to all; the last message follows three different replies.
    assert_eq!(times(&stage, "assistant"), [1, 1, 1, 1, 1, 1]);
    assert_eq!(times(&stage, "gate"), [1, 1, 1]);
    // Two answers are common, the third is told in three ways.
    assert_eq!(times(&stage, "user"), [1, 1, 1, 1, 1]);
    for (_, transcript) in &stage.transcripts {
        assert_eq!(transcript.turns.len(), 7);
    }
    let calls: Vec<&[u64]> = stage.transcripts.iter().map(|(_, t)| t.calls.as_slice()).collect();
    assert_eq!(calls[0][..8], calls[1][..8]);
    assert_eq!(calls[0][..8], calls[2][..8]);
}

#[tokio::test]
async fn drawn_independently_each_condition_asks_anew() {
    let stage = three(&["Anything else?", "T?", "A?"], true).await;
    assert_eq!(times(&stage, "assistant"), [3, 3, 3, 1, 1, 1]);
    assert_eq!(times(&stage, "gate"), [3, 3, 3]);
    assert_eq!(times(&stage, "user"), [3, 3, 1, 1, 1]);
}

#[tokio::test]
async fn before_the_trigger_the_user_is_asked_the_very_same_as_a_standard_one() {
    let stage = three(&["T?", "A?", "Anything else?"], true).await;
    let requests = stage.to("user");
    let first: Vec<_> = requests.iter().filter(|request| request.messages.len() == 2).collect();
    assert_eq!(first.len(), 3);
    assert!(first.iter().all(|request| request == &first[0]));
    // After it, the harness has changed the instructions and nothing else.
    let second: Vec<_> = requests.iter().filter(|request| request.messages.len() == 4).collect();
    let system = |request: &Request| request.messages[0].content.clone();
    let standard = system(first[0]);
    for request in &second {
        assert!(system(request).starts_with(&standard));
        assert_eq!(request.messages[1..], second[0].messages[1..]);
    }
    let told = |template| second.iter().filter(|r| system(r).contains(&word_of(template))).count();
    assert_eq!(told(Template::UserWithhold), 1);
    assert_eq!(told(Template::UserMisstate), 1);
    assert_eq!(second.iter().filter(|request| system(request) == standard).count(), 1);
}

#[tokio::test]
async fn another_question_after_the_trigger_is_asked_as_of_a_standard_user() {
    let stage = play(Setting::saying(&["A?", "T?", "Anything else?"]).under(Condition::Delayed)).await;
    let systems: Vec<&str> =
        stage.to("user").iter().map(|request| request.messages[0].content.as_str()).collect();
    assert!(systems[0].starts_with(systems[1]) && systems[0] != systems[1]);
    assert_eq!(systems[1], systems[2]);
}
