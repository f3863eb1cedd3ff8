//! Another prompt, more repeats, a further assistant, more cases: only what is new is played.

use super::bench::{Bench, RUN};
use crate::agents::agent;

#[test]
fn a_changed_prompt_of_the_assistant_owes_the_plays_of_models_that_use_it() {
    let bench = Bench::new();
    let assistant = agent("assistant", "");
    let models = ["--model", assistant.as_str(), "--model", "builtin/oracle,builtin/never-ask"];
    bench.play("", &models[2..], 0);
    let before = bench.counts();
    let changed = bench.changed_prompt("en/assistant/lexawn.j2", "Take your time.");

    let judge = format!("judge {}", agent("judge", ""));
    let field = "changed: prompt assistant/lexawn";
    let owed = [
        (2, ["lca", &assistant, &judge, "its play is owed"]),
        (2, ["lca", &assistant, "play", field]),
        (1, ["ljp interaction", &assistant, &judge, "its play is owed"]),
        (1, ["ljp interaction", &assistant, "play", field]),
    ];
    assert_eq!(
        bench.why(&["--prompts", &changed]),
        owed.map(|(units, words)| (units, words.map(str::to_owned)))
    );
    assert_eq!(bench.counts(), before, "a plan asks nobody");

    let (plays, calls) = (bench.file("plays.jsonl"), bench.file("calls/000001.jsonl"));
    bench.resume(&["--prompts", &changed], 0);
    for request in &bench.asked("assistant")[before[0]..] {
        assert!(request[0].content.starts_with("Take your time."), "{request:?}");
    }
    assert!(bench.file("plays.jsonl").starts_with(&plays));
    assert!(bench.file("calls/000001.jsonl").starts_with(&calls));
    let records = bench.plays();
    let (old, new) = records.split_at(plays.lines().count());
    assert_eq!(new.len(), 3);
    for record in new {
        let superseded = old.iter().find(|old| old.id == record.id).expect("it was played before");
        assert_eq!(record.supersedes, Some(superseded.seq));
        assert_eq!(record.play.assistant, assistant);
        assert_eq!(record.play.case, "tiny-en-deposit");
    }
    let rejudged = bench.judgements().iter().filter(|judgement| judgement.supersedes.is_some()).count();
    assert_eq!(rejudged, 3);

    // Back again: everything is in the journal.
    let counts = bench.counts();
    bench.resume(&["--prompts", &format!("{RUN}/snapshots/001/prompts")], 0);
    assert_eq!(bench.counts(), counts);
}

#[test]
fn prompts_of_user_and_forced_verdict_owe_what_rests_on_them() {
    let bench = Bench::new();
    bench.play("", &[], 0);
    let plays = |why: Vec<(u64, [String; 4])>| -> Vec<(u64, String, String)> {
        let of_plays = why.into_iter().filter(|(_, [_, _, what, _])| what == "play");
        of_plays.map(|(units, [task, _, _, why])| (units, task, why)).collect()
    };
    let expected = |owed: &[(u64, &str, &str)]| -> Vec<(u64, String, String)> {
        owed.iter().map(|(units, task, why)| (*units, (*task).to_owned(), (*why).to_owned())).collect()
    };
    let user = bench.changed_prompt("zh/user/single-prompt.j2", "慢慢说。");
    let field = "changed: prompt user/single-prompt";
    assert_eq!(
        plays(bench.why(&["--prompts", &user])),
        expected(&[(1, "dcg", field), (1, "ljp interaction", field)])
    );
    // Direct and Gold, in both languages.
    let bench = Bench::new();
    bench.play("", &[], 0);
    let direct = bench.changed_prompt("en/assistant/direct-prediction.j2", "Take your time.");
    let field = "changed: prompt assistant/direct-prediction";
    assert_eq!(
        plays(bench.why(&["--prompts", &direct])),
        expected(&[(1, "ljp direct", field), (1, "ljp gold", field)])
    );
}

#[test]
fn more_of_a_study_asks_only_for_what_is_new() {
    let bench = Bench::new();
    bench.play("", &["--limit", "1"], 0);
    let scopes = |from: usize| -> Vec<String> {
        bench.calls()[from..].iter().map(|call| call.scope.clone()).collect()
    };
    let none = scopes(0);
    assert!(none.iter().all(|scope| scope.starts_with("tiny-en-deposit|")), "{none:?}");

    let from = bench.calls().len();
    bench.resume(&["--limit", "all"], 0);
    let of_second = scopes(from);
    assert!(!of_second.is_empty());
    assert!(of_second.iter().all(|scope| scope.starts_with("tiny-zh-lending|")), "{of_second:?}");

    let (from, counts) = (bench.calls().len(), bench.counts());
    bench.resume(&["--repeats", "2"], 0);
    let of_repeat = scopes(from);
    assert!(of_repeat.iter().all(|scope| scope.contains("|r2|")), "{of_repeat:?}");
    assert_eq!(bench.counts(), counts.map(|count| 2 * count), "the agents answer alike in each repeat");

    let counts = bench.counts();
    let (assistant, other) = (agent("assistant", ""), agent("other", ""));
    let scores = bench.resume(&["--model", &assistant, "--model", &other], 0);
    assert_eq!(bench.counts()[0], counts[0], "the first assistant has nothing to add");
    assert_eq!(bench.asked("other").len(), counts[0], "the other one is asked as much");
    assert_eq!(bench.counts()[1..], counts.map(|count| 2 * count)[1..]);
    assert_eq!(scores.coverage.planned, 2 * 2 * 2 * 6);
    assert!(bench.plays().iter().all(|play| play.supersedes.is_none()));
}
