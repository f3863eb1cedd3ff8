//! What fails beside a talk that goes on to its end: the talk stands, the loss is told, and is owed.

use std::collections::BTreeMap;

use lexconsult::case::Fault;
use lexconsult::suite::lexpilot::PlayRecord;

use super::bench::{Bench, RUN};
use crate::agents::agent;
use crate::scores::{overall, scores};

fn counted(reason: &str, units: u64) -> BTreeMap<String, u64> {
    BTreeMap::from([(reason.to_owned(), units)])
}

const TALKS: &[&str] = &["--task", "ljp", "--setup", "interaction"];

#[test]
fn a_checker_that_fails_is_told_of_and_owed() {
    for (how, fault) in [("error", "infrastructure"), ("garbage", "simulator_fault")] {
        let bench = Bench::new();
        let checker = agent("checker", "");
        let more = [TALKS, &["--gate", "builtin/lexical", "--ledger", &checker]].concat();
        bench.spoil("checker", "", how, "always");
        let scores = bench.play("asks", &more, 3);
        assert_eq!(scores.coverage.lost_beside, counted(fault, 2));
        assert_eq!((scores.coverage.played, scores.coverage.lost.len()), (2, 0), "the talks stand");
        assert!(
            bench
                .plays()
                .iter()
                .all(|play| play.transcript.ledger_lost.is_some_and(|lost| lost.name() == fault))
        );
        let owed: Vec<_> = bench.why(&[]).into_iter().filter(|(_, [_, _, what, _])| what == "play").collect();
        assert_eq!(owed.len(), 1);
        assert_eq!((owed[0].0, owed[0].1[3].as_str()), (2, format!("failed: {fault}").as_str()));

        // Made good, it has cost the checker's calls alone.
        let (before, failed) = (bench.counts(), bench.asked("checker").len());
        bench.mend("checker");
        let scores = bench.resume(&[], 0);
        assert!(scores.coverage.is_complete());
        assert_eq!(bench.counts(), before);
        assert_eq!(bench.asked("checker").len(), failed + 2);
        let recovery = overall(&scores, &agent("assistant", "asks"), "ljp interaction fact_recovery");
        assert_eq!((recovery.n, recovery.planned), (2, 2));
        assert_eq!(bench.why(&[]), []);
    }
}

#[test]
fn what_nobody_checked_is_not_kept_where_only_the_compliant_are() {
    let bench = Bench::new();
    let checker = agent("checker", "");
    let how = ["--json", "--display", "none"];
    let run = |more: &[&str], code| {
        let cast = ["--model", "builtin/listener", "--user", "builtin/lexical", "--judge", "builtin/rules"];
        let name =
            ["run", "--name", "r", "--repeats", "1", "--resamples", "100", "--pack", super::bench::TINY];
        scores(&bench.command(&[&name[..], &cast, &how, TALKS, more].concat(), code))
    };
    bench.spoil("checker", "", "error", "always");
    let more = ["--condition", "delayed", "--noncompliant", "drop", "--ledger", &checker];
    let scores = run(&more, 3);
    assert_eq!(scores.coverage.lost, counted("no_ledger", 2));
    assert_eq!(scores.coverage.lost_beside, counted(Fault::Infrastructure.name(), 2));
    let kappa = overall(&scores, "builtin/listener", "ljp interaction qwk_penalised");
    assert_eq!((kappa.n, &kappa.missing), (0, &counted("no_ledger", kappa.planned)));
    bench.mend("checker");
    assert_eq!(bench.resume(&[], 0).coverage.lost, BTreeMap::new());
}

#[test]
fn a_gate_that_fails_where_nothing_hangs_on_it_is_told_of_and_owed() {
    let bench = Bench::new();
    let gate = agent("gate", "");
    bench.spoil("gate", "", "error", "always");
    let scores = bench.play("asks", &[TALKS, &["--gate", &gate]].concat(), 3);
    assert_eq!(scores.coverage.lost_beside, counted("infrastructure", 2));
    assert_eq!((scores.coverage.played, scores.coverage.lost.len()), (2, 0), "the talks stand");
    let lost = |play: &PlayRecord| play.transcript.gate_lost.as_ref().map(|lost| (lost.round, lost.fault));
    assert!(bench.plays().iter().all(|play| lost(play) == Some((1, Fault::Infrastructure))));
    for metric in ["fact_recovery", "volunteered_rate", "reask_rate", "simulator_fault_rate"] {
        let rate = overall(&scores, &agent("assistant", "asks"), &format!("ljp interaction {metric}"));
        assert_eq!((rate.n, &rate.missing), (0, &counted("no_gate", 2)), "{metric}");
    }

    assert!(bench.command(&["score", RUN], 3).contains("lexconsult resume"), "it can be made good");

    let before = bench.counts();
    bench.mend("gate");
    let scores = bench.resume(&[], 0);
    assert!(scores.coverage.is_complete());
    assert_eq!(bench.counts(), before, "the gate alone is asked");
    let recovery = overall(&scores, &agent("assistant", "asks"), "ljp interaction fact_recovery");
    assert_eq!((recovery.n, recovery.planned), (2, 2));
    assert!(bench.plays().iter().rev().take(2).all(|play| lost(play).is_none()));
}

#[test]
fn a_judge_that_failed_is_asked_further_while_the_gate_still_fails() {
    let bench = Bench::new();
    let gate = agent("gate", "");
    bench.spoil("gate", "", "error", "always");
    bench.spoil("judge", "", "garbage", "always");
    let scores = bench.play("asks", &[TALKS, &["--gate", &gate]].concat(), 3);
    assert_eq!(scores.coverage.lost, counted("judge_fault", 2));
    bench.mend("judge");
    let scores = bench.resume(&[], 3);
    assert_eq!((scores.coverage.played, scores.coverage.lost.len()), (2, 0));
    assert_eq!(scores.coverage.lost_beside, counted("infrastructure", 2));
}

#[test]
fn a_dialogue_that_was_lost_is_missing_among_those_that_the_condition_reached() {
    let bench = Bench::new();
    bench.spoil("gate", "", "error", "always");
    let gate = agent("gate", "");
    let scores = bench.play("asks", &[TALKS, &["--gate", &gate, "--condition", "delayed"]].concat(), 3);
    let kappa = |metric: &str| {
        let number = overall(&scores, &agent("assistant", "asks"), &format!("ljp interaction {metric}"));
        (number.n, number.planned, number.missing.clone(), number.incomplete)
    };
    let all = kappa("qwk_penalised");
    assert!(all.1 > 0);
    assert_eq!(all, (0, all.1, counted("infrastructure", all.1), true));
    assert_eq!(kappa("qwk_on_triggered"), all);
}
