//! The built-in players are controls whose scores are known in advance: on every pack in the binary
//! they must come out as the law of the metrics says.

#[path = "support/program.rs"]
mod program;
#[path = "support/scores.rs"]
mod scores;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use lexconsult::case::{Case, Pack, PackSource, Variant, Verdict, embedded_packs};
use lexconsult::cast::players::judges;
use lexconsult::cast::reading::DcgReply;
use lexconsult::run::ScoreFile;
use lexconsult::stats::proportions::wilson;
use lexconsult::stats::qwk::{QwkCounts, VerdictLabel};
use lexconsult::suite::Estimate;

use scores::{overall, scores, slice};

const ASSISTANTS: [&str; 6] = ["oracle", "listener", "never-ask", "always-ask", "majority", "random"];
const USERS: [&str; 3] = ["lexical", "evasive", "leaky"];
const SLICES: [&str; 5] = ["lca", "dcg", "ljp direct", "ljp interaction", "ljp gold"];
const REPEATS: usize = 2;

/// A pack, and the scores of all assistants with each of the users.
struct Played {
    pack: Pack,
    by_user: Vec<ScoreFile>,
}

/// Every pack in the binary, played once for all tests of this file.
static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let played = |name: &&str| Played {
        pack: Pack::load(&PackSource::named(name)).expect("a pack in the binary is well formed"),
        by_user: USERS.iter().map(|user| play(name, &ASSISTANTS, user)).collect(),
    };
    embedded_packs().iter().map(played).collect()
});

fn play(pack: &str, assistants: &[&str], user: &str) -> ScoreFile {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let models = assistants.iter().map(|name| format!("builtin/{name}")).collect::<Vec<_>>().join(",");
    let user = format!("builtin/{user}");
    let repeats = REPEATS.to_string();
    let study = ["--pack", pack, "--model", &models, "--user", &user, "--repeats", &repeats];
    let how = ["run", "--json", "--display", "none", "--max-connections", "64", "--resamples", "200"];
    scores(&program::run(folder.path(), &[how.as_slice(), &study].concat(), 0))
}

impl Played {
    fn with(&self, user: &str) -> &ScoreFile {
        let at = USERS.iter().position(|name| *name == user).expect("a user of this file");
        &self.by_user[at]
    }

    /// The point of an overall estimate, the same in every repeat.
    fn steady(&self, user: &str, assistant: &str, number: &str) -> Option<f64> {
        let estimate = overall(self.with(user), &format!("builtin/{assistant}"), number);
        assert_eq!(estimate.per_repeat, vec![estimate.point; REPEATS], "{assistant} with {user}: {number}");
        estimate.point
    }

    fn check(&self, user: &str, assistant: &str, number: &str, expected: Option<f64>) {
        let point = self.steady(user, assistant, number);
        assert_eq!(point, expected, "{}: {assistant} with {user}: {number}", self.pack.name());
    }

    fn claims(&self) -> usize {
        self.pack.cases.iter().map(|case| case.claims.len()).sum()
    }

    /// Kappa and accuracy of a prediction that is known in advance, over all claims.
    fn predicted(&self, predict: impl Fn(&Case, usize, Verdict) -> Verdict) -> QwkCounts {
        counts(self.pack.cases.iter(), predict)
    }
}

fn counts<'a>(
    cases: impl Iterator<Item = &'a Case>,
    predict: impl Fn(&Case, usize, Verdict) -> Verdict,
) -> QwkCounts {
    let mut counts = QwkCounts::default();
    for case in cases {
        for (claim, truth) in case.answer_key().verdicts.into_iter().enumerate() {
            counts.record(label(truth), Some(label(predict(case, claim, truth))));
        }
    }
    counts
}

fn label(verdict: Verdict) -> VerdictLabel {
    VerdictLabel::ALL[verdict.code()]
}

/// The verdict on a claim by one who hears nothing beyond the underspecified history.
fn unheard(case: &Case, claim: usize, truth: Verdict) -> Verdict {
    match case.for_listener(Variant::Underspecified, &[]).claims[claim].untold_needs.is_empty() {
        true => truth,
        false => truth.farthest(),
    }
}

#[test]
fn oracle_is_at_the_ceiling_whatever_the_user() {
    for played in PLAYED.iter() {
        // Undefined where the truth has but one label.
        let ceiling = played.predicted(|_, _, truth| truth).penalised();
        for user in USERS {
            for number in ["lca macro_f1", "lca acc_c", "lca acc_u", "dcg success_rate"] {
                played.check(user, "oracle", number, Some(1.0));
            }
            played.check(user, "oracle", "dcg success_rate_strict", Some(1.0));
            for setup in ["direct", "interaction", "gold"] {
                played.check(user, "oracle", &format!("ljp {setup} qwk_penalised"), ceiling);
                let estimate =
                    overall(played.with(user), "builtin/oracle", &format!("ljp {setup} qwk_penalised"));
                assert_eq!((estimate.low, estimate.high), (ceiling, ceiling), "{setup}");
            }
        }
    }
}

#[test]
fn the_question_for_a_missing_fact_is_one_question_for_it_alone() {
    let mut found = Vec::new();
    for case in PLAYED.iter().flat_map(|played| &played.pack.cases) {
        for fact in case.for_oracle(Variant::Underspecified, &[]).untold {
            let reply = judges::dcg(&case.for_dcg_judge(&[], fact.question));
            let reply: DcgReply = serde_json::from_str(&reply).expect("a judge by rule writes its form");
            let asked: Vec<&[String]> = reply.questions.iter().map(|q| q.facts.as_slice()).collect();
            if asked != [[fact.id]] {
                found.push(format!("{} {}: `{}` asks for {asked:?}", case.id, fact.id, fact.question));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn never_ask_decides_every_claim_and_gains_nothing() {
    for played in PLAYED.iter() {
        let supported = played.predicted(|_, _, _| Verdict::Supported);
        for user in USERS {
            played.check(user, "never-ask", "lca acc_u", Some(0.0));
            played.check(user, "never-ask", "lca acc_c", Some(1.0));
            played.check(user, "never-ask", "lca premature_rate", Some(1.0));
            played.check(user, "never-ask", "dcg success_rate", Some(0.0));
            for setup in ["direct", "interaction", "gold"] {
                let number = format!("ljp {setup} qwk_penalised");
                played.check(user, "never-ask", &number, supported.penalised());
            }
            let gain = supported.penalised().map(|_| 0.0);
            played.check(user, "never-ask", "ljp interaction gain_over_direct", gain);
        }
    }
}

#[test]
fn always_ask_asks_even_the_complete_and_its_forced_verdicts_are_scored() {
    for played in PLAYED.iter() {
        let supported = played.predicted(|_, _, _| Verdict::Supported);
        for user in USERS {
            played.check(user, "always-ask", "lca acc_c", Some(0.0));
            played.check(user, "always-ask", "lca acc_u", Some(1.0));
            played.check(user, "always-ask", "lca over_asking_rate", Some(1.0));
            // A question for nothing in particular targets no focal point.
            played.check(user, "always-ask", "dcg success_rate", Some(0.0));
            let number = "ljp interaction qwk_penalised";
            played.check(user, "always-ask", number, supported.penalised());
            played.check(user, "always-ask", "ljp interaction accuracy", supported.accuracy());
            let estimate = overall(played.with(user), "builtin/always-ask", number);
            assert!(estimate.missing.is_empty(), "{:?}", estimate.missing);
        }
    }
}

#[test]
fn majority_is_right_as_often_as_its_verdict_is_common_and_no_better_than_chance() {
    for played in PLAYED.iter() {
        let commonest = played.pack.commonest_verdict();
        let counts = played.predicted(|_, _, _| commonest);
        // A constant prediction: exactly 0, or undefined where the truth is constant as well.
        let varied = counts.table.iter().filter(|row| row.iter().any(|count| *count > 0)).count() > 1;
        assert_eq!(counts.penalised(), varied.then_some(0.0));
        for user in USERS {
            played.check(user, "majority", "lca acc_c", Some(1.0));
            played.check(user, "majority", "lca acc_u", Some(0.0));
            played.check(user, "majority", "dcg success_rate", Some(0.0));
            for setup in ["direct", "interaction", "gold"] {
                let number = |metric: &str| format!("ljp {setup} {metric}");
                played.check(user, "majority", &number("qwk_penalised"), counts.penalised());
                played.check(user, "majority", &number("accuracy"), counts.accuracy());
            }
        }
    }
}

#[test]
fn listener_measures_what_the_user_discloses() {
    for played in PLAYED.iter() {
        let truth = played.predicted(|_, _, truth| truth);
        let deaf = played.predicted(unheard);
        assert!(deaf.penalised() < truth.penalised(), "every missing fact is needed by a claim");
        for user in USERS {
            played.check(user, "listener", "lca macro_f1", Some(1.0));
            played.check(user, "listener", "dcg success_rate", Some(1.0));
            played.check(user, "listener", "ljp direct qwk_penalised", deaf.penalised());
            played.check(user, "listener", "ljp gold qwk_penalised", truth.penalised());
            let heard = if user == "evasive" { deaf } else { truth };
            played.check(user, "listener", "ljp interaction qwk_penalised", heard.penalised());
            played.check(user, "listener", "ljp interaction accuracy", heard.accuracy());
        }
    }
}

#[test]
fn random_lies_in_between_and_is_the_same_in_every_study() {
    for played in PLAYED.iter() {
        let scores = played.with("lexical");
        let between = |number: &str| {
            let point = overall(scores, "builtin/random", number).point;
            assert!(point > Some(0.0) && point < Some(1.0), "{number}: {point:?}");
        };
        for number in ["lca macro_f1", "lca acc_c", "lca acc_u", "ljp interaction accuracy"] {
            between(number);
        }
        for at in ["lca", "ljp direct", "ljp interaction", "ljp gold"] {
            let flips = overall(scores, "builtin/random", &format!("{at} flip_rate")).point;
            assert!(flips > Some(0.0), "{at}: {flips:?}");
        }
        let alone = play(played.pack.name(), &["random"], "lexical");
        let of_random = |scores: &ScoreFile| -> Vec<Estimate> {
            scores.estimates.iter().filter(|e| e.model == "builtin/random").cloned().collect()
        };
        assert_eq!(of_random(&alone), of_random(scores));
    }
}

#[test]
fn players_without_chance_never_flip() {
    for played in PLAYED.iter() {
        for (user, scores) in USERS.iter().zip(&played.by_user) {
            for at in SLICES {
                for name in ASSISTANTS.iter().filter(|name| **name != "random") {
                    let estimate = overall(scores, &format!("builtin/{name}"), &format!("{at} flip_rate"));
                    assert_eq!(estimate.point, Some(0.0), "{name} with {user}: {at}");
                }
            }
        }
    }
}

#[test]
fn everything_planned_is_scored_and_marked_as_made_by_rules() {
    for played in PLAYED.iter() {
        let cases = played.pack.cases.len();
        // LCA on both histories, DCG and Direct and Interaction on one, Gold on the other.
        let plays = (cases * 6 * REPEATS * ASSISTANTS.len()) as u64;
        for scores in &played.by_user {
            assert_eq!((scores.coverage.planned, scores.coverage.played), (plays, plays));
            assert!(scores.coverage.lost.is_empty(), "{:?}", scores.coverage.lost);
            let stopped: u64 = scores.coverage.stops.values().flat_map(|stops| stops.values()).sum();
            assert_eq!(stopped, plays);
            assert!(scores.rules);
            for estimate in &scores.estimates {
                assert!(estimate.rules && !estimate.incomplete, "{estimate:?}");
                assert!(estimate.missing.is_empty(), "{estimate:?}");
                assert_eq!(estimate.n, estimate.planned, "{estimate:?}");
                assert_eq!(estimate.judge, "builtin/rules");
                let condition = (estimate.setup.as_deref() == Some("interaction")).then_some("standard");
                assert_eq!(estimate.condition.as_deref(), condition);
                assert_eq!(estimate.suite, "lexpilot");
            }
            for name in ASSISTANTS {
                let n = |number: &str| overall(scores, &format!("builtin/{name}"), number).n;
                assert_eq!(n("lca macro_f1"), (cases * 2 * REPEATS) as u64);
                assert_eq!(n("dcg success_rate"), (cases * REPEATS) as u64);
                assert_eq!(n("dcg fact_recall"), (cases * REPEATS) as u64);
                for setup in ["direct", "interaction", "gold"] {
                    let claims = (played.claims() * REPEATS) as u64;
                    assert_eq!(n(&format!("ljp {setup} qwk_penalised")), claims);
                    assert_eq!(n(&format!("ljp {setup} flip_rate")), claims);
                }
            }
        }
    }
}

#[test]
fn groups_are_there_and_hold_their_share() {
    for played in PLAYED.iter() {
        let pack = &played.pack;
        let classes: BTreeSet<&str> = pack.cases.iter().map(|case| case.class.as_str()).collect();
        let mut types = BTreeSet::new();
        for case in &pack.cases {
            let key = case.answer_key();
            let open = key.focal_points.iter().filter(|focal| !focal.missing.is_empty());
            types.extend(open.map(|focal| focal.kind.to_owned()));
        }
        let scores = played.with("lexical");
        for (at, metric) in [
            ("lca", "macro_f1"),
            ("dcg", "success_rate"),
            ("ljp direct", "qwk_penalised"),
            ("ljp interaction", "qwk_penalised"),
            ("ljp interaction", "gain_over_direct"),
            ("ljp interaction", "relative_decrease"),
            ("ljp gold", "qwk_penalised"),
        ] {
            let grouped: Vec<&Estimate> = slice(scores, at)
                .filter(|e| e.model == "builtin/oracle" && e.metric == metric && e.group.is_some())
                .collect();
            let names = |prefix: &str| -> Vec<&str> {
                grouped.iter().filter_map(|e| e.group.as_deref()?.strip_prefix(prefix)).collect()
            };
            assert_eq!(names("class:"), Vec::from_iter(classes.iter().copied()), "{at} {metric}");
            let n: u64 = grouped.iter().filter(|e| of_class(e).is_some()).map(|e| e.n).sum();
            assert_eq!(n, overall(scores, "builtin/oracle", &format!("{at} {metric}")).n, "{at} {metric}");
            let found: BTreeSet<String> = names("focal_type:").into_iter().map(str::to_owned).collect();
            assert_eq!(found, if at == "dcg" { types.clone() } else { BTreeSet::new() }, "{at} {metric}");
        }
        for estimate in slice(scores, "ljp gold").filter(|e| e.metric == "qwk_penalised") {
            let Some(class) = of_class(estimate).filter(|_| estimate.model == "builtin/oracle") else {
                continue;
            };
            let of_class = pack.cases.iter().filter(|case| case.class == class);
            // Undefined in a class whose claims all have the same verdict.
            assert_eq!(estimate.point, counts(of_class, |_, _, truth| truth).penalised(), "{class}");
        }
    }
}

fn of_class(estimate: &Estimate) -> Option<&str> {
    estimate.group.as_deref()?.strip_prefix("class:")
}

#[test]
fn gain_and_decrease_follow_from_the_points_of_the_setups() {
    let near = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-12,
        (a, b) => a == b,
    };
    for played in PLAYED.iter() {
        for (user, scores) in USERS.iter().zip(&played.by_user) {
            let groups: BTreeSet<Option<&str>> =
                slice(scores, "ljp gold").map(|estimate| estimate.group.as_deref()).collect();
            for name in ASSISTANTS {
                for group in &groups {
                    let point = |setup: &str, metric: &str| {
                        slice(scores, &format!("ljp {setup}"))
                            .find(|e| {
                                e.metric == metric
                                    && e.group.as_deref() == *group
                                    && e.model == format!("builtin/{name}")
                            })
                            .unwrap_or_else(|| panic!("{name} with {user} has no {setup} {metric} {group:?}"))
                            .point
                    };
                    let [direct, interaction, gold] =
                        ["direct", "interaction", "gold"].map(|setup| point(setup, "qwk_penalised"));
                    let gain = interaction.zip(direct).map(|(i, d)| i - d);
                    let decrease = interaction.zip(gold).filter(|(_, g)| *g > 0.0).map(|(i, g)| (g - i) / g);
                    let place = format!("{name} with {user} in {group:?}");
                    assert!(near(point("interaction", "gain_over_direct"), gain), "gain of {place}");
                    assert!(near(point("interaction", "relative_decrease"), decrease), "decrease of {place}");
                }
            }
        }
    }
}

#[test]
fn the_mean_over_the_assistants_is_the_mean_of_their_points() {
    for played in PLAYED.iter() {
        let scores = played.with("lexical");
        for number in ["lca macro_f1", "dcg success_rate", "dcg fact_recall", "ljp interaction accuracy"] {
            let points = ASSISTANTS.map(|name| overall(scores, &format!("builtin/{name}"), number).point);
            let sum: f64 = points.iter().flatten().sum();
            let mean = overall(scores, "mean", number).point.expect("every assistant has the number");
            assert!((mean - sum / ASSISTANTS.len() as f64).abs() < 1e-12, "{number}: {mean}");
        }
        // Who asks nothing learns nothing: over the others alone it would be another number.
        let number = "ljp interaction rounds_to_sufficiency";
        let of = |model: &str| overall(scores, model, number).point;
        assert!(of("builtin/listener").is_some());
        assert_eq!((of("builtin/never-ask"), of("mean")), (None, None));
    }
}

#[test]
fn a_share_at_its_edge_is_no_certainty_and_an_undefined_number_has_no_interval() {
    let (mut edges, mut undefined, mut alike) = (0, 0, 0);
    for played in PLAYED.iter() {
        for estimate in played.by_user.iter().flat_map(|scores| &scores.estimates) {
            if estimate.point.is_none() {
                undefined += 1;
                assert_eq!((estimate.low, estimate.high), (None, None), "{estimate:?}");
            }
            let shares = ["acc_c", "acc_u", "success_rate", "first_round_success_rate"];
            if shares.contains(&estimate.metric.as_str()) && estimate.point.is_some() {
                // Nor is the mean of shares that are each at an edge.
                let flat = estimate.low.is_some() && estimate.low == estimate.high;
                assert!(!flat, "{estimate:?}");
                alike += usize::from(estimate.model == "mean" && estimate.method == "none");
            }
            if shares.contains(&estimate.metric.as_str()) && estimate.group.is_none() {
                let cases = played.pack.cases.len() as u64;
                let expected = match estimate.point {
                    Some(0.0) => wilson(0, cases, 0.95),
                    Some(1.0) => wilson(cases, cases, 0.95),
                    _ => continue,
                };
                edges += 1;
                assert_eq!(estimate.low.zip(estimate.high), expected, "{estimate:?}");
                assert_eq!(estimate.method, "wilson");
            }
        }
    }
    assert!(edges > 0 && undefined > 0 && alike > 0, "{edges} edges, {undefined} undefined, {alike} alike");
}

#[test]
fn numbers_of_one_case_have_no_resampled_interval() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let models = "builtin/random,builtin/never-ask";
    let study = ["run", "--json", "--display", "none", "--pack", "starter", "--limit", "1"];
    let found = scores(&program::run(folder.path(), &[study.as_slice(), &["--model", models]].concat(), 0));
    assert!(!found.estimates.is_empty());
    for estimate in &found.estimates {
        assert_ne!(estimate.method, "percentile", "{estimate:?}");
    }
}
