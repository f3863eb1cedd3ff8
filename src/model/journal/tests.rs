use std::cell::Cell;
use std::fs::{self, OpenOptions};
use std::io::Write;

use serde_json::value::RawValue;

use super::*;
use crate::model::exchange::{Finish, Role, Usage};
use crate::model::price::PriceTable;

fn reply(text: &str) -> Reply {
    Reply {
        text: Some(text.into()),
        reasoning: None,
        finish: Some(Finish::Stop),
        usage: Usage { prompt_tokens: Some(3), ..Usage::default() },
        raw: RawValue::from_string(r#"{"choices": [ ]}"#.into()).expect("valid JSON"),
        attempts: Vec::new(),
    }
}

fn failure() -> Failure {
    Failure { kind: FailureKind::Timeout, message: "no answer in 1 s".into(), attempts: Vec::new() }
}

fn ask<'a>(scope: &'a str, path: &'a str, content: &str) -> Ask<'a> {
    let messages = vec![Message { role: Role::User, content: content.into() }];
    let request =
        crate::model::Request { messages: messages.clone(), params: Params::default(), schema: None };
    Ask {
        scope,
        path,
        fingerprint: Fingerprint::of_request("m", &request),
        model: "m",
        at_most: crate::model::request_at_most(&request),
        request: Asked::Chat { messages, params: Params::default() },
    }
}

async fn answered(journal: &Journal, ask: Ask<'_>, says: &str) -> (String, bool) {
    let answered = journal.answer(ask, async { Ok(reply(says)) }).await.expect("answered");
    (answered.answer.text.expect("has text"), answered.from_journal)
}

#[tokio::test]
async fn an_answered_ask_is_answered_from_the_journal_after_reopening() {
    let dir = tempfile::tempdir().expect("a folder");
    let journal = Journal::open(dir.path()).expect("opens");
    assert_eq!(answered(&journal, ask("s", "r1/assistant", "hi"), "first").await, ("first".into(), false));
    assert_eq!(answered(&journal, ask("s", "r1/assistant", "hi"), "second").await, ("first".into(), true));
    journal.close().expect("all is written");

    let journal = Journal::open(dir.path()).expect("opens again");
    assert_eq!(answered(&journal, ask("s", "r1/assistant", "hi"), "third").await, ("first".into(), true));
    // Another scope, path or content is another ask.
    assert_eq!(answered(&journal, ask("t", "r1/assistant", "hi"), "4").await, ("4".into(), false));
    assert_eq!(answered(&journal, ask("s", "r2/assistant", "hi"), "5").await, ("5".into(), false));
    assert_eq!(answered(&journal, ask("s", "r1/assistant", "ho"), "6").await, ("6".into(), false));
    assert_eq!(journal.seqs(), [0, 1, 2, 3]);
}

#[tokio::test]
async fn a_failed_ask_is_logged_and_asked_anew() {
    let dir = tempfile::tempdir().expect("a folder");
    let journal = Journal::open(dir.path()).expect("opens");
    let failed = journal.answer(ask("s", "p", "hi"), async { Err(failure()) }).await;
    assert!(matches!(failed, Err(Unanswered::Failed { kind: FailureKind::Timeout, .. })));
    journal.close().expect("all is written");
    let journal = Journal::open(dir.path()).expect("opens again");
    assert_eq!(answered(&journal, ask("s", "p", "hi"), "now").await, ("now".into(), false));
    assert_eq!(journal.seqs(), [0, 1]);
}

#[tokio::test]
async fn a_torn_last_line_is_set_aside() {
    let dir = tempfile::tempdir().expect("a folder");
    let journal = Journal::open(dir.path()).expect("opens");
    answered(&journal, ask("s", "p", "hi"), "kept").await;
    journal.close().expect("all is written");
    let file = dir.path().join("000001.jsonl");
    OpenOptions::new()
        .append(true)
        .open(&file)
        .and_then(|mut file| file.write_all(b"{\"seq\":1,\"sco"))
        .expect("writes");

    let journal = Journal::open(dir.path()).expect("opens");
    let torn = journal.torn.clone().expect("a torn line");
    assert_eq!(fs::read_to_string(torn).expect("reads"), "{\"seq\":1,\"sco");
    assert_eq!(answered(&journal, ask("s", "p", "hi"), "new").await, ("kept".into(), true));
    assert_eq!(answered(&journal, ask("s", "q", "hi"), "new").await, ("new".into(), false));
    journal.close().expect("all is written");
    assert_eq!(fs::read_to_string(file).expect("reads").lines().count(), 2);
}

#[tokio::test]
async fn a_damaged_line_in_the_middle_is_an_error_that_names_it() {
    let dir = tempfile::tempdir().expect("a folder");
    let journal = Journal::open(dir.path()).expect("opens");
    answered(&journal, ask("s", "p", "hi"), "kept").await;
    journal.close().expect("all is written");
    let file = dir.path().join("000001.jsonl");
    let whole = fs::read_to_string(&file).expect("reads");
    fs::write(&file, format!("{whole}garbage\n{whole}")).expect("writes");
    match Journal::open(dir.path()) {
        Err(JournalError::Line { segment: 1, line: 2, .. }) => {}
        other => panic!("expected a damaged line, got {:?}", other.err()),
    }
}

#[tokio::test]
async fn twins_in_flight_are_asked_once() {
    let dir = tempfile::tempdir().expect("a folder");
    let journal = Journal::open(dir.path()).expect("opens");
    let asked = Cell::new(0);
    let twin = || {
        journal.answer(ask("s", "p", "hi"), async {
            asked.set(asked.get() + 1);
            tokio::task::yield_now().await;
            Ok(reply("one"))
        })
    };
    let (a, b, c) = tokio::join!(twin(), twin(), twin());
    assert_eq!(asked.get(), 1);
    let seqs: Vec<u64> = [a, b, c].into_iter().map(|twin| twin.expect("answered").seq).collect();
    assert_eq!(seqs, [0, 0, 0]);
    assert!(journal.in_flight.lock().expect("not poisoned").is_empty());
}

#[tokio::test]
async fn twins_in_flight_share_the_failure_of_the_first() {
    let dir = tempfile::tempdir().expect("a folder");
    let journal = Journal::open(dir.path()).expect("opens");
    let asked = Cell::new(0);
    let twin = || {
        journal.answer(ask("s", "p", "hi"), async {
            asked.set(asked.get() + 1);
            tokio::task::yield_now().await;
            Err(failure())
        })
    };
    let (a, b, c) = tokio::join!(twin(), twin(), twin());
    for twin in [a, b, c] {
        assert!(matches!(twin, Err(Unanswered::Failed { kind: FailureKind::Timeout, .. })), "{twin:?}");
    }
    assert_eq!((asked.get(), journal.seqs().len()), (1, 1));
    assert!(journal.in_flight.lock().expect("not poisoned").is_empty());
    // Whoever comes later asks anew.
    assert_eq!(answered(&journal, ask("s", "p", "hi"), "there").await, ("there".into(), false));
}

#[tokio::test]
async fn what_no_server_told_is_taken_at_its_most_and_kept() {
    let dir = tempfile::tempdir().expect("a folder");
    let table =
        PriceTable { input: 1e6, cached_input: None, output: 1e6, currency: None, source: None, date: None };
    let prices = Prices::new(&BTreeMap::from([("m/*".to_owned(), table)])).expect("good prices");
    let journal = Journal::open(dir.path()).expect("opens");
    // A prompt of 17 tokens at most; replies of 2 and of more than the 8 that are allowed.
    for (path, says) in [("r1/user", "four"), ("r2/user", "as long as nobody allowed it to be")] {
        let mut ask = ask("s", path, "hi");
        ask.at_most.completion = 8;
        let untold = Reply { usage: Usage::default(), ..reply(says) };
        journal.answer(ask, async { Ok(untold) }).await.expect("answered");
    }
    let charged = |journal: &Journal| -> Vec<(u64, Option<f64>)> {
        let of = |sum: &Sum| sum.charged("m/m", &prices).and_then(|costs| Some(costs.get("USD")?.units()));
        journal.sums().values().map(|sum| (sum.unknown(), of(sum))).collect()
    };
    assert_eq!(charged(&journal), [(0, Some(44.0))]);
    journal.close().expect("all is written");
    assert_eq!(charged(&Journal::open(dir.path()).expect("opens again")), [(0, Some(44.0))]);
}

#[tokio::test]
async fn sealed_segments_still_answer() {
    let dir = tempfile::tempdir().expect("a folder");
    let journal = Journal::open_with(dir.path(), super::no_tasks(), 2000).expect("opens");
    for i in 0..40 {
        answered(&journal, ask("s", &format!("p{i}"), "hi"), &format!("answer {i}")).await;
    }
    let check = async |journal: &Journal| {
        for i in 0..40 {
            let got = answered(journal, ask("s", &format!("p{i}"), "hi"), "new").await;
            assert_eq!(got, (format!("answer {i}"), true));
        }
    };
    check(&journal).await;
    journal.close().expect("all is written");
    let sealed = fs::read_dir(dir.path())
        .expect("lists")
        .filter(|entry| entry.as_ref().is_ok_and(|e| e.path().extension().is_some_and(|x| x == "zst")))
        .count();
    assert!(sealed > 3, "{sealed} sealed segments");
    let journal = Journal::open_with(dir.path(), super::no_tasks(), 2000).expect("opens again");
    check(&journal).await;
    assert_eq!(journal.seqs(), (0..40).collect::<Vec<u64>>());
}

#[tokio::test]
async fn a_long_talk_is_kept_as_what_was_added_and_read_whole() {
    let dir = tempfile::tempdir().expect("a folder");
    let journal = Journal::open(dir.path()).expect("opens");
    let message = |i: usize| Message { role: Role::User, content: format!("message {i}") };
    let mut earlier: Option<(u64, Vec<Message>)> = None;
    for length in 1..5 {
        let messages: Vec<Message> = (0..length).map(message).collect();
        let parent = earlier.as_ref().map(|(seq, messages)| (*seq, messages.as_slice()));
        let request = continued(parent, &messages, Params::default());
        if let Asked::Continued { keep, added, .. } = &request {
            assert_eq!((*keep, added.len()), (length - 1, 1));
        } else {
            assert_eq!(length, 1);
        }
        let path = format!("r{length}");
        let ask = Ask { request, ..ask("s", &path, &path) };
        let seq = journal.answer(ask, async { Ok(reply("ok")) }).await.expect("answered").seq;
        earlier = Some((seq, messages));
    }
    let (seq, messages) = earlier.expect("four calls");
    let call = journal.call(seq).expect("reads");
    assert_eq!(call.request, Asked::Chat { messages, params: Params::default() });
}

#[tokio::test]
async fn a_reply_is_kept_as_received() {
    let dir = tempfile::tempdir().expect("a folder");
    let journal = Journal::open(dir.path()).expect("opens");
    answered(&journal, ask("s", "p", "hi"), "  <think>x</think> 【追问】\r\n 为什么？ ").await;
    match journal.call(0).expect("reads").outcome {
        Outcome::Answer(answer) => {
            assert_eq!(answer.text.as_deref(), Some("  <think>x</think> 【追问】\r\n 为什么？ "));
            assert_eq!(answer.raw.expect("kept").get(), r#"{"choices": [ ]}"#);
        }
        Outcome::Failure { message, .. } => panic!("{message}"),
    }
}

#[tokio::test]
async fn twins_of_a_player_by_rule_are_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = Journal::open(folder.path()).expect("a journal");
    let ask = || Ask {
        scope: "s",
        path: "r1/gate",
        fingerprint: Fingerprint("f".into()),
        model: "builtin/gate",
        request: Asked::View,
        at_most: Tokens::default(),
    };
    let said = std::sync::atomic::AtomicU32::new(0);
    let say = || {
        said.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        "facts".to_owned()
    };
    let twins = (0..20).map(|_| journal.answer_by_rule(ask(), say));
    for answered in futures::future::join_all(twins).await {
        let answered = answered.expect("by rule");
        assert_eq!((answered.seq, answered.answer.text.as_deref()), (0, Some("facts")));
    }
    assert_eq!(said.into_inner(), 1);
    assert_eq!(journal.seqs(), [0]);
    journal.close().expect("all is written");
}

#[tokio::test]
async fn a_record_waits_for_the_lines_it_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = Journal::open(folder.path()).expect("a journal");
    for repeat in 0..200 {
        let scope = format!("s{repeat}");
        let ask = Ask {
            scope: &scope,
            path: "r1/gate",
            fingerprint: Fingerprint("f".into()),
            model: "builtin/gate",
            request: Asked::View,
            at_most: Tokens::default(),
        };
        let answered = journal.answer_by_rule(ask, || "facts".into()).await.expect("by rule");
        journal.written([answered.seq]).await.expect("written");
        assert_eq!(journal.call(answered.seq).expect("in the file").scope, scope);
    }
    journal.close().expect("all is written");
}
