//! Other judges and other rubrics owe judgements alone.

use lexconsult::run::ScoreFile;
use lexconsult::suite::Estimate;

use super::bench::{Bench, RUN};
use crate::agents::agent;

fn of_judge<'a>(scores: &'a ScoreFile, judge: &str) -> Vec<&'a Estimate> {
    scores.estimates.iter().filter(|estimate| estimate.judge == judge).collect()
}

#[test]
fn a_second_judge_owes_judgements_alone() {
    let bench = Bench::new();
    let (judge, second) = (agent("judge", ""), agent("second", ""));
    let first = bench.play("", &[], 0);
    let before = bench.counts();
    let both = ["--judge", judge.as_str(), "--judge", &second];

    let why = bench.why(&both);
    let units: u64 = why.iter().map(|(units, _)| units).sum();
    assert_eq!(units, 12, "six units a case: {why:?}");
    for (_, [_, _, what, why]) in &why {
        assert_eq!((what.as_str(), why.as_str()), (format!("judge {second}").as_str(), "new"));
    }
    assert_eq!(bench.counts(), before, "a plan asks nobody");
    assert_eq!(bench.asked("second").len(), 0, "a plan asks nobody");

    let scores = bench.resume(&both, 0);
    assert_eq!(bench.counts(), before);
    let [mut asked, mut asked_first] = ["second", "judge"].map(|name| bench.asked(name));
    for requests in [&mut asked, &mut asked_first] {
        requests.sort_by_cached_key(|messages| messages.last().map(|last| last.content.clone()));
    }
    assert!(asked == asked_first, "the second judge is not asked what the first was");
    assert_eq!(of_judge(&scores, &judge), of_judge(&first, &judge));
    assert_eq!(of_judge(&scores, &second).len(), of_judge(&first, &judge).len());
    assert!(bench.judgements().iter().all(|judgement| judgement.supersedes.is_none()));
}

#[test]
fn a_changed_rubric_owes_judgements_of_its_task_and_language() {
    let bench = Bench::new();
    let judge = format!("judge {}", agent("judge", ""));
    let first = bench.play("", &[], 0);
    let before = bench.counts();
    let (calls, judgements) = (bench.file("calls/000001.jsonl"), bench.file("judgements.jsonl"));
    let changed = bench.changed_prompt("en/judge/lca.j2", "Read slowly.");

    // The English case, complete and underspecified.
    let owed = ["lca", &agent("assistant", ""), &judge, "changed: prompt judge/lca"].map(str::to_owned);
    assert_eq!(bench.why(&["--prompts", &changed]), [(2, owed)]);
    assert_eq!(bench.counts(), before, "a plan asks nobody");

    bench.resume(&["--prompts", &changed], 0);
    let [assistant, user, judged] = before;
    assert_eq!(bench.counts(), [assistant, user, judged + 2]);
    for request in &bench.asked("judge")[judged..] {
        assert!(request[0].content.starts_with("Read slowly."));
    }
    // What was written stays as it was; the new judgements say whose place they take.
    assert!(bench.file("calls/000001.jsonl").starts_with(&calls));
    assert!(bench.file("judgements.jsonl").starts_with(&judgements));
    let records = bench.judgements();
    let (old, new) = records.split_at(records.len() - 2);
    for judgement in new {
        let superseded = old.iter().find(|old| old.play == judgement.play).expect("it was judged before");
        assert_eq!(judgement.supersedes, Some(superseded.seq));
        assert_eq!((superseded.snapshot, judgement.snapshot), (1, 2));
    }

    // Nothing more is owed; and going back costs nothing, since the journal holds it all.
    assert_eq!(bench.why(&[]), []);
    let counts = bench.counts();
    bench.resume(&[], 0);
    assert_eq!(bench.judgements().len(), records.len());
    let back = bench.resume(&["--prompts", &format!("{RUN}/snapshots/001/prompts")], 0);
    assert_eq!(bench.counts(), counts);
    assert_eq!(bench.judgements().len(), records.len() + 2);
    assert_eq!(back.estimates, first.estimates);
}

#[test]
fn judgements_in_each_language_rest_on_their_own_rubric() {
    let bench = Bench::new();
    bench.play("", &["--task", "ljp", "--setup", "direct"], 0);
    let changed = bench.changed_prompt("zh/judge/ljp.j2", "请细读。");
    let [assistant, user, judged] = bench.counts();
    bench.resume(&["--prompts", &changed], 0);
    assert_eq!(bench.counts(), [assistant, user, judged + 1]);
    let request = &bench.asked("judge")[judged];
    assert!(request[0].content.starts_with("请细读。"), "{request:?}");
}

/// A run under its own assistant prompt, and a folder with another rubric and another assistant prompt.
fn played_under_own_prompts() -> (Bench, ScoreFile, String) {
    let bench = Bench::new();
    let own = bench.changed_prompt("en/assistant/lexawn.j2", "Be brief.");
    let first = bench.play("", &["--task", "lca", "--prompts", &own], 0);
    std::fs::remove_dir_all(bench.path().join(&own)).expect("the folder is there");
    let changed = bench.changed_prompt("en/judge/lca.j2", "Read slowly.");
    (bench, first, changed)
}

#[test]
fn a_rejudge_with_another_rubric_keeps_what_was_played() {
    let (bench, first, changed) = played_under_own_prompts();
    // What of the folder is no rubric is none of a judge's business.
    bench.changed_prompt("en/assistant/lexawn.j2", "Be long.");
    let [assistant, user, judged] = bench.counts();
    let judge = agent("judge", "");
    let how = ["rejudge", RUN, "--json", "--display", "none", "--judge", &judge, "--prompts", &changed];
    let scores: ScoreFile = serde_json::from_str(&bench.command(&how, 0)).expect("scores");
    assert_eq!((scores.coverage.planned, scores.coverage.played), (4, 4));
    assert_eq!(scores.coverage.lost, first.coverage.lost);
    assert_eq!(scores.estimates.len(), first.estimates.len());
    assert_eq!(bench.counts(), [assistant, user, judged + 2], "the English case is judged anew");
    assert_eq!(bench.why(&[]), []);
}

#[test]
fn a_resume_lays_prompts_over_those_of_the_run() {
    let (bench, _, changed) = played_under_own_prompts();
    let [assistant, user, judged] = bench.counts();
    let whats: Vec<_> = bench.why(&["--prompts", &changed]).into_iter().map(|(_, [.., why])| why).collect();
    assert_eq!(whats, ["changed: prompt judge/lca"]);
    bench.resume(&["--prompts", &changed], 0);
    assert_eq!(bench.counts(), [assistant, user, judged + 2]);
}
