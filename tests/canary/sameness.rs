//! What no word can carry: verdicts, which facts count as missing, and which history it is. Packs
//! that differ in one of these alone must lead to the same requests, byte for byte, of every role
//! whose row forbids it.

use std::collections::BTreeSet;

use lexconsult::case::Variant;
use lexconsult::model::Request;

use super::pack::{Shape, Words, write};
use super::rows::role_at;
use super::stage::{JUDGES, Manner, PlayHeard, play_all};

async fn plays(shape: Shape) -> Vec<PlayHeard> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut words = Words::default();
    let pack = write(folder.path(), shape, &mut words);
    play_all(pack, words, Manner::standard()).await.1
}

/// The requests, each with where it was asked; and the roles of those that differ.
fn roles_that_differ(one: &[PlayHeard], other: &[PlayHeard]) -> BTreeSet<&'static str> {
    let requests = |plays: &[PlayHeard]| -> Vec<(String, String, Request)> {
        let of = |heard: &PlayHeard| {
            let id = heard.play.id();
            heard
                .asks
                .iter()
                .map(move |ask| (id.clone(), ask.path.clone(), ask.request.clone()))
                .collect::<Vec<_>>()
        };
        plays.iter().flat_map(of).collect()
    };
    let (one, other) = (requests(one), requests(other));
    assert!(one.len() > 100);
    assert_eq!(one.len(), other.len());
    let mut roles = BTreeSet::new();
    for ((id, path, request), (other_id, other_path, other_request)) in one.iter().zip(&other) {
        assert_eq!((id, path), (other_id, other_path));
        if request != other_request {
            roles.insert(role_at(path, &JUDGES).role);
        }
    }
    roles
}

#[tokio::test]
async fn nobody_is_told_a_verdict() {
    let base = plays(Shape::default()).await;
    let turned = plays(Shape { verdicts_turned: 1, ..Shape::default() }).await;
    assert_eq!(roles_that_differ(&base, &turned), BTreeSet::new());
}

#[tokio::test]
async fn only_the_judge_of_questions_is_told_which_facts_count_as_missing() {
    let base = plays(Shape { one_history: true, ..Shape::default() }).await;
    let others = plays(Shape { one_history: true, others_missing: true, ..Shape::default() }).await;
    assert_eq!(roles_that_differ(&base, &others), BTreeSet::from(["judge-dcg"]));
}

#[tokio::test]
async fn nobody_is_told_which_history_it_is() {
    let heard = plays(Shape { one_history: true, ..Shape::default() }).await;
    // Plays of one case under the complete and the underspecified name of the same history.
    let mut compared = 0;
    for complete in heard.iter().filter(|heard| heard.play.variant == Variant::Complete) {
        let twin = heard.iter().find(|other| {
            let (a, b) = (&complete.play, &other.play);
            b.variant == Variant::Underspecified
                && (&a.case, a.task, a.repeat) == (&b.case, b.task, b.repeat)
                && b.user.is_none()
        });
        let twin = twin.expect("a task plays both histories without a user");
        let requests = |heard: &PlayHeard| -> Vec<Request> {
            // What judges are shown of the answer differs by the answer's own word.
            let played = heard.asks.iter().filter(|ask| ask.path == "r1/assistant");
            played.map(|ask| ask.request.clone()).collect()
        };
        assert_eq!(requests(complete), requests(twin), "{}", complete.play.id());
        let judged = |heard: &PlayHeard| -> String {
            let said = &heard.asks[0].said;
            let ask = heard.asks.iter().find(|ask| ask.path.starts_with("judge/")).expect("judged");
            let text: Vec<&str> = ask.request.messages.iter().map(|m| m.content.as_str()).collect();
            without_codes(&text.join("\n").replace(said.as_str(), "WORD"))
        };
        assert_eq!(judged(complete), judged(twin), "{}", complete.play.id());
        compared += 1;
    }
    assert!(compared >= 8);
}

/// A request without the codes that set its parts apart, which hash what is shown; and without the
/// marks of a message's form, which go round from call to call.
fn without_codes(text: &str) -> String {
    let code = text
        .split_whitespace()
        .find(|word| word.len() == 12 && word.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .expect("a judge's material is fenced by a code");
    text.replace(code, "CODE").replace("WORD: Supported", "WORD").replace("WORD?", "WORD")
}
