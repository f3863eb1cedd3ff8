//! What is lost to the harness leaves the scores, is counted, and is made good by a resume; what is
//! missing for the assistant's own reason stays in.

use std::collections::BTreeMap;

use lexconsult::run::ScoreFile;
use lexconsult::suite::Estimate;

use super::bench::{Bench, RUN};
use crate::agents::agent;
use crate::scores::overall;

fn number<'a>(scores: &'a ScoreFile, number: &str) -> &'a Estimate {
    overall(scores, &agent("assistant", ""), number)
}

fn counted(reason: &str, units: u64) -> BTreeMap<String, u64> {
    BTreeMap::from([(reason.to_owned(), units)])
}

#[test]
fn a_unit_lost_to_the_harness_is_taken_out_counted_and_asked_anew() {
    let bench = Bench::new();
    // The second question of DCG: it holds the first one.
    bench.spoil("assistant", "What about paper", "error", "always");
    let scores = bench.play("", &[], 3);
    assert_eq!(scores.coverage.lost, counted("infrastructure", 2));
    assert_eq!((scores.coverage.planned, scores.coverage.played), (12, 10));
    let dcg = number(&scores, "dcg success_rate");
    assert_eq!((dcg.point, dcg.n, dcg.planned, dcg.incomplete), (None, 0, 2, true));
    assert_eq!(dcg.missing, counted("infrastructure", 2));
    for whole in ["lca macro_f1", "ljp interaction qwk_penalised"] {
        let whole = number(&scores, whole);
        assert!(!whole.incomplete && whole.n == whole.planned, "{whole:?}");
    }
    let text = bench.command(&["score", RUN], 3);
    assert!(text.contains("incomplete: 2 infrastructure"), "{text}");
    assert!(text.contains("taken out, not the assistant's doing: 2 infrastructure"), "{text}");

    let before = bench.counts();
    let why = bench.why(&[]);
    assert!(why.iter().any(|(units, [task, _, what, why])| {
        (*units, task.as_str(), what.as_str(), why.as_str()) == (2, "dcg", "play", "failed: infrastructure")
    }));
    bench.mend("assistant");
    let scores = bench.resume(&[], 0);
    assert!(scores.coverage.is_complete());
    assert_eq!(number(&scores, "dcg success_rate").n, 2);
    // The second questions, and the judge on both questions of both cases.
    let [assistant, user, judge] = before;
    assert_eq!(bench.counts(), [assistant + 2, user, judge + 4]);
    let asked = bench.asked("assistant");
    let failed: Vec<_> = asked[..assistant]
        .iter()
        .filter(|request| request.iter().any(|m| m.content.starts_with("What about")))
        .collect();
    let mut anew: Vec<_> = asked[assistant..].iter().collect();
    anew.sort_by_key(|request| failed.iter().position(|failed| failed == request));
    assert_eq!(anew, failed);
    let superseding = bench.plays().into_iter().filter(|play| play.supersedes.is_some());
    assert_eq!(superseding.count(), 2);

    // As if nothing had ever failed.
    let undisturbed = Bench::new();
    assert_eq!(undisturbed.play("", &[], 0).estimates, scores.estimates);
}

#[test]
fn up_to_two_in_a_hundred_may_be_lost_before_a_number_is_incomplete() {
    let bench = Bench::new();
    bench.spoil("assistant", "", "error", "once");
    let scores = bench.play("", &["--task", "lca", "--repeats", "30"], 3);
    let f1 = number(&scores, "lca macro_f1");
    assert_eq!((f1.n, f1.planned, f1.incomplete), (119, 120, false));
    assert_eq!(f1.missing.get("infrastructure"), Some(&1));
    let before = bench.counts();
    bench.resume(&[], 0);
    assert_eq!(bench.counts(), [before[0] + 1, 0, before[2] + 1]);
}

#[test]
fn an_assistant_that_says_nothing_is_scored_as_silent() {
    let bench = Bench::new();
    bench.spoil("assistant", "", "empty", "always");
    let scores = bench.play("", &[], 0);
    assert!(scores.coverage.is_complete());
    for stops in scores.coverage.stops.values() {
        assert_eq!(stops.keys().collect::<Vec<_>>(), ["silent"]);
    }
    // A prediction of no class; a failure; a kappa of chance, with every claim missing.
    for (of, point, n) in [
        ("lca macro_f1", 0.0, 4),
        ("lca acc_c", 0.0, 4),
        ("lca acc_u", 0.0, 4),
        ("lca neither_rate", 0.0, 4),
        ("dcg success_rate", 0.0, 2),
        ("dcg fact_recall", 0.0, 2),
    ] {
        let number = number(&scores, of);
        assert_eq!((number.point, number.n, number.planned), (Some(point), n, n), "{of}");
        assert_eq!(number.missing, counted("silent", n), "{of}");
    }
    for setup in ["direct", "interaction", "gold"] {
        let kappa = number(&scores, &format!("ljp {setup} qwk_penalised"));
        assert_eq!((kappa.point, kappa.n), (Some(0.0), kappa.planned), "{setup}");
        assert_eq!(kappa.missing, counted("silent", kappa.planned), "{setup}");
        assert_eq!(number(&scores, &format!("ljp {setup} qwk_strict")).point, None);
        assert_eq!(number(&scores, &format!("ljp {setup} accuracy")).point, Some(0.0));
    }
    assert_eq!(bench.counts()[2], 0, "a judge has nothing to read");
    // It is the assistant's answer, and is kept.
    let before = bench.counts();
    bench.resume(&[], 0);
    assert_eq!(bench.counts(), before);
}

#[test]
fn each_way_of_saying_nothing_has_its_name() {
    for (how, name) in [("empty", "silent"), ("cut", "truncated"), ("filtered", "refused")] {
        let bench = Bench::new();
        bench.spoil("assistant", "", how, "always");
        let scores = bench.play("", &["--task", "lca"], 0);
        assert_eq!(number(&scores, "lca macro_f1").missing, counted(name, 4));
        assert_eq!(scores.coverage.stops["lca"], counted(name, 4));
    }
}

#[test]
fn a_dialogue_that_falls_silent_is_judged_on_what_was_said() {
    let bench = Bench::new();
    bench.spoil("assistant", "What about paper", "empty", "always");
    let scores = bench.play("", &["--task", "dcg"], 0);
    let silent = scores.coverage.stops["dcg"].get("silent");
    assert_eq!(silent, Some(&2));
    let dcg = number(&scores, "dcg success_rate");
    assert_eq!((dcg.n, &dcg.missing), (2, &counted("silent", 2)));
    assert_eq!(bench.counts(), [4, 2, 2], "the judge reads the one question of each case");
}

#[test]
fn a_judge_that_cannot_be_read_is_asked_again_twice_and_then_at_fault() {
    let bench = Bench::new();
    bench.spoil("judge", "", "garbage", "always");
    let scores = bench.play("", &[], 3);
    assert_eq!(scores.coverage.lost, counted("judge_fault", 12));
    let f1 = number(&scores, "lca macro_f1");
    assert_eq!((f1.point, f1.n, f1.planned, f1.incomplete), (None, 0, 4, true));
    assert_eq!(bench.counts()[2], 3 * 12);
    let calls = bench.calls();
    let paths = |task: &str| -> Vec<String> {
        let of_judge = calls.iter().filter(|call| call.path.starts_with("judge/"));
        let of_task =
            of_judge.filter(|call| call.scope.contains(&format!("tiny-en-deposit|underspecified|{task}|")));
        of_task.map(|call| call.path.rsplit('/').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(paths("lca"), ["d1", "d1#1", "d1#2"]);
    // The request goes on from what could not be read.
    let again =
        bench.asked("judge").into_iter().find(|request| request.len() == 6).expect("asked for a third time");
    let said: Vec<&str> = again[2..].iter().map(|message| message.content.as_str()).collect();
    let [first, why, second, why_again] = said[..] else { panic!("{said:?}") };
    assert_eq!((first, second, why), ("no object", "no object", why_again));
    assert!(why.starts_with("The reply holds no complete JSON object"), "{why}");
}

#[test]
fn a_judge_that_is_read_the_second_time_is_no_fault() {
    let bench = Bench::new();
    bench.spoil("judge", "", "garbage", "once");
    let scores = bench.play("", &["--task", "lca"], 0);
    assert!(scores.coverage.is_complete());
    assert_eq!(bench.counts()[2], 5, "four units, one of them asked again");
}

#[test]
fn a_fault_of_a_judge_or_a_user_is_made_good_by_a_resume() {
    for (name, words, how, fault) in
        [("judge", "", "garbage", "judge_fault"), ("user", "What about paper", "empty", "simulator_fault")]
    {
        let bench = Bench::new();
        bench.spoil(name, words, how, "always");
        let scores = bench.play("", &["--task", "dcg"], 3);
        assert_eq!(scores.coverage.lost, counted(fault, 2));
        // As long as it goes on, so does the fault: asked three times, and anew.
        let count = |bench: &Bench| bench.asked(name).len();
        assert_eq!(count(&bench), 2 * 3);
        bench.resume(&[], 3);
        assert_eq!(count(&bench), 2 * 6, "{name} is asked anew");
        bench.mend(name);
        let scores = bench.resume(&[], 0);
        assert!(scores.coverage.is_complete());
        let undisturbed = Bench::new();
        assert_eq!(scores.estimates, undisturbed.play("", &["--task", "dcg"], 0).estimates);
        // What came of it stands.
        let counts = bench.counts();
        bench.resume(&[], 0);
        assert_eq!(bench.counts(), counts);
    }
}

#[test]
fn what_a_further_judge_loses_is_owed_as_well() {
    let bench = Bench::new();
    bench.spoil("second", "", "garbage", "always");
    let second = agent("second", "");
    let scores = bench.play("", &["--task", "lca", "--judge", &second], 3);
    assert!(scores.coverage.lost.is_empty());
    assert_eq!(
        scores.coverage.lost_by_further_judges,
        BTreeMap::from([(second.clone(), counted("judge_fault", 4))])
    );
    let text = bench.command(&["score", RUN], 3);
    assert!(text.contains(&format!("taken out under {second} alone: 4 judge_fault")), "{text}");
    let before = bench.counts();
    bench.mend("second");
    let scores = bench.resume(&[], 0);
    assert!(scores.coverage.is_complete());
    assert_eq!(bench.counts(), before);
}
