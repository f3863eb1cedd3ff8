//! What the built-in players come to under each condition is known in advance, on every pack in the
//! binary: how far the condition reaches, what is recovered, and the kappa that this allows.

#[path = "support/agents.rs"]
mod agents;
#[path = "support/program.rs"]
mod program;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use lexconsult::case::{Case, Pack, PackSource, Variant, Verdict, embedded_packs};
use lexconsult::cast::players::count_questions;
use lexconsult::run::ScoreFile;
use lexconsult::stats::qwk::{QwkCounts, VerdictLabel};
use lexconsult::suite::Estimate;

use agents::{agent, place};

const CONDITIONS: [&str; 4] = ["standard", "delayed", "self-correction", "reluctant"];
const USERS: [&str; 3] = ["lexical", "leaky", "evasive"];
const MODELS: &str = "builtin/listener,builtin/oracle,builtin/never-ask,builtin/always-ask";
/// Rounds of a consultation.
const ROUNDS: usize = 3;

struct Played {
    pack: Pack,
    by_user: Vec<ScoreFile>,
}

static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let of_user = |pack: &str, user: &&str| {
        let user = format!("builtin/{user}");
        run(&["--pack", pack, "--model", MODELS, "--user", &user, "--condition", &CONDITIONS.join(",")])
    };
    let of_pack = |name: &&str| Played {
        pack: Pack::load(&PackSource::named(name)).expect("a pack in the binary is well formed"),
        by_user: USERS.iter().map(|user| of_user(name, user)).collect(),
    };
    embedded_packs().iter().map(of_pack).collect()
});

/// Interaction alone, once, with these arguments.
fn run(more: &[&str]) -> ScoreFile {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let how = ["run", "--json", "--display", "none", "--max-connections", "64", "--resamples", "50"];
    let what = ["--task", "ljp", "--setup", "interaction", "--repeats", "1"];
    let json = program::run(folder.path(), &[how.as_slice(), &what, more].concat(), 0);
    serde_json::from_str(&json).expect("`--json` prints the scores")
}

impl Played {
    fn with(&self, user: &str) -> &ScoreFile {
        &self.by_user[USERS.iter().position(|name| *name == user).expect("a user of this file")]
    }

    fn estimate(&self, user: &str, assistant: &str, condition: &str, metric: &str) -> &Estimate {
        find(self.with(user), &format!("builtin/{assistant}"), condition, metric)
    }

    fn check(&self, user: &str, assistant: &str, condition: &str, metric: &str, expected: Option<f64>) {
        let point = self.estimate(user, assistant, condition, metric).point;
        let near = match (point, expected) {
            (Some(point), Some(expected)) => (point - expected).abs() < 1e-12,
            (point, expected) => point == expected,
        };
        let place = format!("{}: {assistant} with {user}, {condition}: {metric}", self.pack.name());
        assert!(near, "{place}: {point:?} is not {expected:?}");
    }

    /// Missing facts of each case.
    fn missing(&self) -> Vec<usize> {
        self.pack.cases.iter().map(|case| case.answer_key().missing.len()).collect()
    }
}

fn find<'a>(scores: &'a ScoreFile, model: &str, condition: &str, metric: &str) -> &'a Estimate {
    let fits = |e: &&Estimate| {
        e.model == model
            && e.condition.as_deref() == Some(condition)
            && e.metric == metric
            && e.group.is_none()
    };
    let mut found = scores.estimates.iter().filter(fits);
    let first = found.next().unwrap_or_else(|| panic!("{model} has no {metric} under {condition}"));
    assert!(found.next().is_none(), "{model} has {metric} under {condition} twice");
    first
}

fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Which facts `listener`, who asks for the fact it asked for least, has been told after three rounds
/// by a user who keeps to the condition.
fn heard(case: &Case, condition: &str) -> BTreeSet<String> {
    let mut asks: Vec<(usize, &str)> =
        case.for_oracle(Variant::Underspecified, &[]).untold.iter().map(|fact| (0, fact.id)).collect();
    let mut told = BTreeSet::new();
    let mut withheld: Option<&str> = None;
    let mut misstated: Option<&str> = None;
    for _ in 0..ROUNDS {
        let next = asks.iter_mut().filter(|(_, id)| !told.contains(*id)).min_by_key(|(times, _)| *times);
        let Some((times, id)) = next else { break };
        *times += 1;
        if let Some(owed) = misstated.take() {
            told.insert(owed.to_owned());
        }
        let tells = match condition {
            "standard" => true,
            "delayed" => {
                let first = withheld.is_none();
                withheld.get_or_insert(id);
                !first
            }
            "self-correction" => {
                let first = withheld.is_none();
                withheld.get_or_insert(id);
                misstated = first.then_some(*id);
                !first
            }
            "reluctant" => *times > 1,
            other => panic!("no condition {other}"),
        };
        if tells {
            told.insert((*id).to_owned());
        }
    }
    told
}

/// The kappa of one who knows these facts beside the history, and is as wrong as can be on the rest.
fn kappa(pack: &Pack, heard: impl Fn(&Case) -> BTreeSet<String>) -> Option<f64> {
    let mut counts = QwkCounts::default();
    for case in &pack.cases {
        let heard = heard(case);
        for claim in case.for_listener(Variant::Underspecified, &[]).claims {
            let knows = claim.untold_needs.iter().all(|fact| heard.contains(*fact));
            let predicted = if knows { claim.verdict } else { claim.verdict.farthest() };
            counts.record(label(claim.verdict), Some(label(predicted)));
        }
    }
    counts.penalised()
}

fn label(verdict: Verdict) -> VerdictLabel {
    VerdictLabel::ALL[verdict.code()]
}

#[test]
fn listener_measures_what_each_condition_leaves_it() {
    for played in PLAYED.iter() {
        let facts: usize = played.missing().iter().sum();
        for condition in CONDITIONS {
            let expected = kappa(&played.pack, |case| heard(case, condition));
            played.check("lexical", "listener", condition, "qwk_penalised", expected);
            let told: usize = played.pack.cases.iter().map(|case| heard(case, condition).len()).sum();
            played.check("lexical", "listener", condition, "fact_recovery", ratio(told, facts));
        }
    }
}

#[test]
fn the_difference_to_the_standard_user_is_that_of_the_points() {
    for played in PLAYED.iter() {
        for (user, assistant) in [("lexical", "listener"), ("evasive", "listener"), ("leaky", "never-ask")] {
            let of = |condition| played.estimate(user, assistant, condition, "qwk_penalised").point;
            for condition in &CONDITIONS[1..] {
                let expected = of(condition).zip(of("standard")).map(|(there, standard)| there - standard);
                played.check(user, assistant, condition, "qwk_minus_standard", expected);
                let estimate = played.estimate(user, assistant, condition, "qwk_minus_standard");
                assert!(estimate.low <= estimate.point && estimate.point <= estimate.high, "{estimate:?}");
            }
        }
    }
}

#[test]
fn who_asks_for_facts_meets_every_condition_and_who_does_not_meets_none() {
    for played in PLAYED.iter() {
        for condition in &CONDITIONS[1..] {
            for (assistant, rate) in
                [("oracle", 1.0), ("listener", 1.0), ("never-ask", 0.0), ("always-ask", 0.0)]
            {
                played.check("lexical", assistant, condition, "disruption_rate", Some(rate));
                let kappa = played.estimate("lexical", assistant, condition, "qwk_penalised");
                assert_eq!(kappa.triggered, Some(rate));
                let reached = if rate > 0.0 { kappa.point } else { None };
                played.check("lexical", assistant, condition, "qwk_on_triggered", reached);
            }
            // The oracle needs nobody: it asks once for each fact, and follows nothing up.
            let ceiling = played.estimate("lexical", "oracle", "standard", "qwk_penalised").point;
            played.check("lexical", "oracle", condition, "qwk_penalised", ceiling);
            played.check("lexical", "oracle", condition, "follow_up_rate", Some(0.0));
        }
        assert_eq!(played.estimate("lexical", "oracle", "standard", "qwk_penalised").triggered, None);
        let (facts, cases) = (played.missing().iter().sum::<usize>(), played.pack.cases.len());
        for (condition, told) in
            [("standard", facts), ("delayed", facts - cases), ("self-correction", facts), ("reluctant", 0)]
        {
            played.check("lexical", "oracle", condition, "fact_recovery", ratio(told, facts));
        }
        played.check("lexical", "oracle", "self-correction", "correction_rate", Some(1.0));
        played.check("lexical", "oracle", "self-correction", "uncorrected_rate", Some(0.0));
        played.check("lexical", "oracle", "delayed", "correction_rate", Some(0.0));
        let sufficient = played.missing().len();
        played.check("lexical", "oracle", "standard", "sufficiency_rate", ratio(sufficient, cases));
        // One fact a round.
        played.check("lexical", "oracle", "standard", "rounds_to_sufficiency", ratio(facts, cases));
        played.check("lexical", "oracle", "standard", "facts_per_round", Some(1.0));
        let questions = played.pack.cases.iter().flat_map(|case| {
            let untold = case.for_oracle(Variant::Underspecified, &[]).untold;
            untold.into_iter().map(|fact| count_questions(fact.question)).collect::<Vec<_>>()
        });
        let asked = ratio(facts, questions.sum());
        played.check("lexical", "oracle", "standard", "facts_per_question", asked);
    }
}

#[test]
fn users_by_rule_show_as_what_they_are() {
    for played in PLAYED.iter() {
        let cases = played.pack.cases.len();
        let several = played.missing().iter().filter(|missing| **missing > 1).count();
        for condition in CONDITIONS {
            for assistant in ["oracle", "listener", "always-ask"] {
                played.check("lexical", assistant, condition, "simulator_fault_rate", Some(0.0));
            }
        }
        // Who is leaky tells all at the first question, asked for or not.
        played.check("leaky", "always-ask", "standard", "volunteered_rate", Some(1.0));
        played.check("leaky", "always-ask", "standard", "fact_recovery", Some(1.0));
        played.check("leaky", "always-ask", "standard", "simulator_fault_rate", ratio(1, ROUNDS));
        played.check("leaky", "listener", "standard", "simulator_fault_rate", ratio(several, cases));
        played.check("leaky", "listener", "standard", "rounds_to_sufficiency", Some(1.0));
        // Who is evasive never answers.
        played.check("evasive", "listener", "standard", "fact_recovery", Some(0.0));
        played.check("evasive", "listener", "standard", "simulator_fault_rate", Some(1.0));
        played.check("evasive", "listener", "standard", "rounds_to_sufficiency", None);
        for condition in &CONDITIONS[1..] {
            played.check("lexical", "listener", condition, "compliance_rate", Some(1.0));
            played.check("leaky", "listener", condition, "compliance_rate", Some(0.0));
        }
        // Who says nothing withholds as it should, and does not misstate as it should.
        played.check("evasive", "listener", "delayed", "compliance_rate", Some(1.0));
        played.check("evasive", "listener", "self-correction", "compliance_rate", Some(0.0));
    }
}

#[test]
fn what_does_not_keep_to_its_condition_is_counted_or_left_out() {
    let study = ["--model", "builtin/listener", "--user", "builtin/leaky", "--condition", "standard,delayed"];
    let kept = run(&study);
    let dropped = run(&[study.as_slice(), &["--noncompliant", "drop"]].concat());
    let cases = Pack::load(&PackSource::named("starter")).expect("in the binary").cases.len() as u64;
    let kappa = |scores| find(scores, "builtin/listener", "delayed", "qwk_penalised").clone();
    assert_eq!(kappa(&kept).missing.get("noncompliant_dialogues_kept"), Some(&cases));
    assert_eq!(kappa(&kept).n, kappa(&kept).planned);
    assert_eq!(kappa(&dropped).n, 0);
    assert_eq!(kappa(&dropped).missing.get("noncompliant"), Some(&kappa(&dropped).planned));
    assert_eq!(dropped.coverage.lost.get("noncompliant"), Some(&cases));
    assert!(!kappa(&dropped).incomplete, "it was left out by choice");
    assert_eq!(find(&dropped, "builtin/listener", "standard", "qwk_penalised").n, kappa(&kept).n);
}

#[test]
fn models_by_any_name_are_played_under_every_condition_to_the_end() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    place(folder.path());
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny");
    let [assistant, user, gate, judge] = [("assistant", "asks"), ("user", ""), ("gate", ""), ("judge", "")]
        .map(|(name, how)| agent(name, how));
    let study = [
        "run",
        "--display",
        "none",
        "--pack",
        pack,
        "--task",
        "ljp",
        "--setup",
        "interaction",
        "--repeats",
        "1",
        "--resamples",
        "50",
        "--model",
        &assistant,
        "--user",
        &user,
        "--gate",
        &gate,
        "--judge",
        &judge,
        "--condition",
        &CONDITIONS.join(","),
    ];
    for (name, more) in [
        ("a", [].as_slice()),
        ("b", &["--condition-mode", "prompt-only", "--user-profile"]),
        ("c", &["--user-design", "select-then-speak", "--user-profile"]),
        ("d", &["--independent"]),
    ] {
        let text = program::run(folder.path(), &[study.as_slice(), &["--name", name], more].concat(), 0);
        // This gate never finds a fact asked for, and the closing says what that makes of the number.
        assert!(text.contains("triggered in 0% of dialogues, n/a on those"), "{text}");
        let came_to = "took hold in 0% of dialogues; of these followed up n/a, corrected n/a, kept to n/a";
        assert!(text.contains(&format!("reluctant, {assistant}: {came_to}")), "{text}");
        let checked = agents::asked(folder.path(), "gate")
            .into_iter()
            .filter(|messages| messages.iter().any(|message| message.content.contains("\"disclosures\"")));
        assert!(checked.count() > 0, "the gate's model reads the disclosures");
    }
    let refused =
        [study.as_slice(), &["--condition-mode", "prompt-only", "--user-design", "select-then-speak"]];
    program::run(folder.path(), &refused.concat(), 2);
    program::run(folder.path(), &["run", "--model", "builtin/oracle", "--user-profile"], 2);
    program::run(folder.path(), &["run", "--model", "builtin/oracle", "--profiles", "nowhere"], 2);
}

#[test]
fn a_dialogue_that_no_condition_reached_counts_once_in_the_agreement_of_judges() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    place(folder.path());
    let judge = agent("judge", "");
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny");
    let how =
        ["run", "--json", "--display", "none", "--pack", pack, "--task", "ljp", "--setup", "interaction"];
    let who = ["--model", "builtin/never-ask", "--judge", "builtin/rules", "--judge", &judge];
    let conditions = ["--repeats", "1", "--condition", "standard,delayed,reluctant"];
    let json = program::run(folder.path(), &[how.as_slice(), &who, &conditions].concat(), 0);
    let scores: ScoreFile = serde_json::from_str(&json).expect("`--json` prints the scores");
    let found = scores.agreement.iter().find(|found| found.group.is_none()).expect("two judges");
    // Two cases of two claims, whichever the condition.
    assert_eq!((found.n, found.missing_first, found.missing_second), (4, 0, 0));
}
