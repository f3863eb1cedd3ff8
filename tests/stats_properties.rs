//! What must hold for any input: symmetries, bounds, and indifference to order and threads.

use std::num::NonZeroUsize;

use lexconsult::metric;
use lexconsult::stats::agreement::{Weights, cohen_kappa, judge_agreement};
use lexconsult::stats::bootstrap::bootstrap_mean;
use lexconsult::stats::classification::LcaCounts;
use lexconsult::stats::clustered::{cluster_bootstrap, cluster_se};
use lexconsult::stats::correlation::rank_correlation;
use lexconsult::stats::elements::{ElementItem, ItemKind, insufficiency};
use lexconsult::stats::mcnemar::{PairedOutcomes, mcnemar};
use lexconsult::stats::multiplicity::holm;
use lexconsult::stats::nested::{NestedScore, nested_difference, nested_score, stack};
use lexconsult::stats::paired::paired_diff;
use lexconsult::stats::proportions::proportion_ci;
use lexconsult::stats::qwk::{QwkCounts, VerdictLabel};
use lexconsult::stats::reliability::{TaskRuns, pass_k};
use lexconsult::stats::repeats::flip_rate;
use lexconsult::stats::resampling::{CaseBootstrap, case_bootstrap, case_bootstrap_on};
use proptest::prelude::*;
use serde_json::{Value, json};

const LABELS: [&str; 3] = ["low", "middle", "high"];
const NO_CLUSTERS: Option<&[&str]> = None;

fn quick() -> CaseBootstrap {
    CaseBootstrap { resamples: 150, ..CaseBootstrap::default() }
}

fn close(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-9 * left.abs().max(right.abs()).max(1.0)
}

fn both_close(left: Option<f64>, right: Option<f64>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => close(left, right),
        (None, None) => true,
        _ => false,
    }
}

fn labels() -> impl Strategy<Value = Vec<(Option<&'static str>, Option<&'static str>)>> {
    let label = || prop::option::weighted(0.9, prop::sample::select(LABELS.to_vec()));
    prop::collection::vec((label(), label()), 0..40)
}

fn weights() -> impl Strategy<Value = Weights> {
    prop::sample::select(vec![Weights::Nominal, Weights::Linear, Weights::Quadratic])
}

fn qwk_counts() -> impl Strategy<Value = QwkCounts> {
    let table = prop::array::uniform3(prop::array::uniform3(0u32..6));
    (table, prop::array::uniform3(0u32..3)).prop_map(|(table, missing)| QwkCounts { table, missing })
}

fn lca_counts() -> impl Strategy<Value = LcaCounts> {
    prop::array::uniform6(0u32..9).prop_map(LcaCounts::from)
}

/// Cases with an id, each with one array of counts per repeat.
fn cases() -> impl Strategy<Value = Vec<(u32, Vec<[u32; 12]>)>> {
    (1usize..4, 1usize..12).prop_flat_map(|(repeats, n)| {
        let case = prop::collection::vec(qwk_counts().prop_map(QwkCounts::to_array), repeats..=repeats);
        prop::collection::vec(case, n..=n).prop_map(|cases| (0..).zip(cases).collect())
    })
}

fn paired() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    prop::collection::vec((0.0..1.0f64, 0.0..1.0f64), 0..30).prop_map(|pairs| pairs.into_iter().unzip())
}

fn kappa(counts: &[u32; 12]) -> Option<f64> {
    QwkCounts::from(*counts).penalised()
}

/// What a suite does: cases in order of id, then the bootstrap.
fn ordered(mut cases: Vec<(u32, Vec<[u32; 12]>)>) -> Vec<Vec<[u32; 12]>> {
    cases.sort_by_key(|(id, _)| *id);
    cases.into_iter().map(|(_, counts)| counts).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn kappa_does_not_change_when_the_raters_are_swapped(pairs in labels(), weights in weights()) {
        let (a, b): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let there = cohen_kappa(&a, &b, &LABELS, weights).unwrap();
        let back = cohen_kappa(&b, &a, &LABELS, weights).unwrap();
        prop_assert_eq!(there.kappa, back.kappa);
        prop_assert_eq!(there.agreement, back.agreement);
    }

    #[test]
    fn weighted_kappa_does_not_change_when_the_order_of_the_labels_is_reversed(
        pairs in labels(),
        weights in weights(),
    ) {
        let (a, b): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let mut reversed = LABELS;
        reversed.reverse();
        let up = cohen_kappa(&a, &b, &LABELS, weights).unwrap();
        let down = cohen_kappa(&a, &b, &reversed, weights).unwrap();
        prop_assert_eq!(up.kappa, down.kappa);
    }

    #[test]
    fn the_kappa_of_a_judge_is_symmetric_and_its_error_shares_change_places(
        pairs in prop::collection::vec((any::<Option<bool>>(), any::<Option<bool>>()), 0..40),
    ) {
        let (reference, judge): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let there = judge_agreement(&reference, &judge).unwrap();
        let back = judge_agreement(&judge, &reference).unwrap();
        prop_assert_eq!(there.kappa, back.kappa);
        prop_assert_eq!(there.fp_share, back.fn_share);
    }

    #[test]
    fn pooled_kappa_does_not_change_under_joint_reversal(counts in qwk_counts()) {
        let mut reversed = counts;
        reversed.table.reverse();
        reversed.table.iter_mut().for_each(|row| row.reverse());
        reversed.missing.reverse();
        prop_assert_eq!(counts.penalised(), reversed.penalised());
        prop_assert_eq!(counts.exclude(), reversed.exclude());
        prop_assert_eq!(counts.farthest(), reversed.farthest());
    }

    #[test]
    fn the_treatments_of_missing_predictions_agree_when_nothing_is_missing(counts in qwk_counts()) {
        let whole = QwkCounts { missing: [0; 3], ..counts };
        for other in [whole.penalised(), whole.strict(), whole.farthest()] {
            prop_assert_eq!(other, whole.exclude());
        }
    }

    #[test]
    fn silence_on_claims_like_the_others_lowers_a_positive_kappa(counts in qwk_counts(), times in 1u32..4) {
        let missing = counts.table.map(|row| times * row.iter().sum::<u32>());
        let silent = QwkCounts { missing, ..counts };
        if let (Some(before), Some(after)) = (silent.exclude(), silent.penalised())
            && before > 0.0
        {
            prop_assert!(after < before, "{} to {}", before, after);
        }
    }

    #[test]
    fn kappa_lies_between_minus_one_and_one(counts in qwk_counts()) {
        for value in [counts.penalised(), counts.exclude(), counts.farthest()].into_iter().flatten() {
            prop_assert!((-1.0..=1.0).contains(&value), "{}", value);
            prop_assert!(value != 0.0 || value.is_sign_positive());
        }
    }

    #[test]
    fn macro_f1_does_not_change_when_the_classes_change_names(counts in lca_counts()) {
        let LcaCounts { c_c, c_u, c_missing, u_c, u_u, u_missing } = counts;
        let renamed =
            LcaCounts { c_c: u_u, c_u: u_c, c_missing: u_missing, u_c: c_u, u_u: c_c, u_missing: c_missing };
        prop_assert_eq!(counts.macro_f1(), renamed.macro_f1());
        prop_assert_eq!(counts.over_asking_rate(), renamed.premature_rate());
    }

    #[test]
    fn f2_lies_between_precision_and_recall(
        missing in 1usize..6,
        identified in 0usize..6,
        additional in 0usize..6,
    ) {
        let names = |prefix: &str, n: usize| (0..n).map(|index| format!("{prefix}{index}")).collect::<Vec<_>>();
        let item = ElementItem {
            id: None,
            kind: ItemKind::Variant,
            gt: names("m", missing),
            identified: names("m", identified.min(missing)),
            additional: names("x", additional),
            claimed: true,
            judgments: vec![],
        };
        let scores = insufficiency(&[item]).unwrap().per_item[0];
        let (f2, recall) = (scores.f2.unwrap(), scores.recall.unwrap());
        if let Some(precision) = scores.precision {
            prop_assert!(f2 >= precision.min(recall) - 1e-12 && f2 <= precision.max(recall) + 1e-12);
        } else {
            prop_assert_eq!(f2, 0.0);
        }
    }

    #[test]
    fn the_paired_test_is_antisymmetric((a, b) in paired()) {
        let there = paired_diff(&a, &b, NO_CLUSTERS, 0.95).unwrap();
        let back = paired_diff(&b, &a, NO_CLUSTERS, 0.95).unwrap();
        let turned = |value: Option<f64>| value.map(|value| 0.0 - value);
        prop_assert!(both_close(there.diff, turned(back.diff)));
        prop_assert!(both_close(there.ci_low, turned(back.ci_high)));
        prop_assert!(both_close(there.ci_high_t, turned(back.ci_low_t)));
        prop_assert!(both_close(there.se, back.se));
        prop_assert!(both_close(there.p_t, back.p_t));
        prop_assert!(both_close(there.p_z, back.p_z));
    }

    #[test]
    fn mcnemar_is_antisymmetric(a_only in 0u32..300, b_only in 0u32..300, same in 0u32..50) {
        let concordant = Some((same, same));
        let there = mcnemar(PairedOutcomes { a_only, b_only, concordant });
        let back = mcnemar(PairedOutcomes { a_only: b_only, b_only: a_only, concordant });
        prop_assert_eq!(there.p_exact, back.p_exact);
        prop_assert_eq!(there.p_mid, back.p_mid);
        prop_assert_eq!(there.chi2, back.chi2);
        prop_assert_eq!(there.diff, back.diff.map(|diff| 0.0 - diff));
        prop_assert!(there.p_mid <= there.p_exact);
    }

    #[test]
    fn permuting_cases_changes_nothing_intervals_included(cases in cases(), turn in 0usize..12) {
        let mut permuted = cases.clone();
        permuted.rotate_left(turn % cases.len());
        permuted.swap(0, cases.len() / 2);
        let options = quick();
        let before: NestedScore = nested_score(&ordered(cases), kappa, &options);
        prop_assert_eq!(before, nested_score(&ordered(permuted), kappa, &options));
    }

    #[test]
    fn an_interval_is_the_same_on_any_number_of_threads(cases in cases(), threads in 1usize..9) {
        let cases = ordered(cases);
        let options = quick();
        let threads = NonZeroUsize::new(threads).unwrap();
        prop_assert_eq!(
            case_bootstrap_on(threads, &cases, kappa, &options),
            case_bootstrap(&cases, kappa, &options)
        );
    }

    #[test]
    fn a_paired_difference_is_antisymmetric(cases in cases()) {
        let cases = ordered(cases);
        let stacked = |turned: bool| -> Vec<Vec<[u32; 24]>> {
            cases
                .iter()
                .zip(cases.iter().rev())
                .map(|(a, b)| a.iter().zip(b).map(|(a, b)| if turned { stack(b, a) } else { stack(a, b) }).collect())
                .collect()
        };
        let options = quick();
        let there = nested_difference(&stacked(false), kappa, &options);
        let back = nested_difference(&stacked(true), kappa, &options);
        prop_assert!(both_close(there.mean, back.mean.map(|mean| 0.0 - mean)));
        prop_assert_eq!(there.n_discarded, back.n_discarded);
    }

    #[test]
    fn the_order_of_observations_does_not_matter(
        values in prop::collection::vec((0.0..1.0f64, 0u8..5), 1..25),
        turn in 0usize..25,
    ) {
        let split = |pairs: &[(f64, u8)]| -> (Vec<f64>, Vec<String>) {
            pairs.iter().map(|(value, cluster)| (*value, format!("q{cluster}"))).unzip()
        };
        let mut turned = values.clone();
        turned.rotate_left(turn % values.len());
        let ((values, clusters), (turned_values, turned_clusters)) = (split(&values), split(&turned));
        let options = quick();
        let boot = cluster_bootstrap(&values, &clusters, &options).unwrap();
        let turned_boot = cluster_bootstrap(&turned_values, &turned_clusters, &options).unwrap();
        prop_assert_eq!((boot.ci_low, boot.ci_high), (turned_boot.ci_low, turned_boot.ci_high));
        let own = bootstrap_mean(&values, None, &options).unwrap();
        let turned_own = bootstrap_mean(&turned_values, None, &options).unwrap();
        prop_assert_eq!(
            (own.percentile_low, own.percentile_high),
            (turned_own.percentile_low, turned_own.percentile_high)
        );
        let plain = cluster_se(&values, &clusters, 0.95).unwrap();
        let turned_plain = cluster_se(&turned_values, &turned_clusters, 0.95).unwrap();
        prop_assert!(both_close(plain.se_cr1, turned_plain.se_cr1));
        prop_assert!(both_close(plain.mean, turned_plain.mean));
    }

    #[test]
    fn an_interval_of_a_proportion_holds_it_and_turns_with_it(n in 1u32..400, part in 0.0..1.0f64) {
        let k = (f64::from(n) * part) as u32;
        let there = proportion_ci(k, n, 0.95).unwrap();
        let back = proportion_ci(n - k, n, 0.95).unwrap();
        let rate = there.rate.unwrap();
        for (low, high) in [(there.wilson_low, there.wilson_high), (there.cp_low, there.cp_high)] {
            prop_assert!(low.unwrap() <= rate && rate <= high.unwrap());
        }
        prop_assert!(both_close(there.wilson_low, back.wilson_high.map(|high| 1.0 - high)));
        prop_assert!(both_close(there.cp_low, back.cp_high.map(|high| 1.0 - high)));
    }

    #[test]
    fn rank_correlation_turns_with_one_side_and_not_with_both(
        pairs in prop::collection::vec((0i32..8, 0i32..8), 0..40),
    ) {
        let side = |pick: fn(&(i32, i32)) -> i32, sign: f64| -> Vec<Option<f64>> {
            pairs.iter().map(|pair| Some(sign * f64::from(pick(pair)))).collect()
        };
        let (x, y) = (side(|pair| pair.0, 1.0), side(|pair| pair.1, 1.0));
        let (x_down, y_down) = (side(|pair| pair.0, -1.0), side(|pair| pair.1, -1.0));
        let there = rank_correlation(&x, &y, 0.95).unwrap();
        let turned = rank_correlation(&x_down, &y, 0.95).unwrap();
        let both = rank_correlation(&x_down, &y_down, 0.95).unwrap();
        prop_assert!(both_close(there.spearman_rho, turned.spearman_rho.map(|rho| 0.0 - rho)));
        prop_assert!(both_close(there.kendall_tau_b, turned.kendall_tau_b.map(|tau| 0.0 - tau)));
        prop_assert!(both_close(there.kendall_tau_b, both.kendall_tau_b));
        let swapped = rank_correlation(&y, &x, 0.95).unwrap();
        prop_assert!(both_close(there.kendall_p, swapped.kendall_p));
    }

    #[test]
    fn holm_is_monotone_and_never_below_the_p_value(
        p in prop::collection::vec(prop::option::of(0.0..=1.0f64), 0..20),
    ) {
        let found = holm(&p, 0.05).unwrap();
        let mut pairs: Vec<(f64, f64)> =
            p.iter().zip(&found.adjusted).filter_map(|(p, adjusted)| (*p).zip(*adjusted)).collect();
        prop_assert_eq!(pairs.len(), found.m);
        pairs.sort_by(|left, right| left.0.total_cmp(&right.0));
        prop_assert!(pairs.iter().all(|(p, adjusted)| adjusted >= p && *adjusted <= 1.0));
        prop_assert!(pairs.windows(2).all(|pair| pair[0].1 <= pair[1].1));
    }

    #[test]
    fn passing_all_runs_is_no_likelier_than_passing_one_and_that_than_passing_any(
        tasks in prop::collection::vec((1u32..9, 0u32..9), 1..10),
        k in 1u32..5,
    ) {
        let tasks: Vec<TaskRuns> =
            tasks.into_iter().map(|(n, c)| TaskRuns { n: n + k, c: c.min(n + k) }).collect();
        let found = pass_k(&tasks, k).unwrap();
        let (all, one, any) =
            (found.pass_hat_k.unwrap(), found.mean_success.unwrap(), found.pass_at_k.unwrap());
        prop_assert!(all <= one + 1e-12 && one <= any + 1e-12);
        prop_assert!(found.pass_hat_k_plugin.unwrap() >= all - 1e-12);
    }

    #[test]
    fn units_that_never_change_never_flip(labels in prop::collection::vec((0u8..3, 0usize..6), 0..20)) {
        let units: Vec<Vec<Option<u8>>> = labels.iter().map(|(label, n)| vec![Some(*label); *n]).collect();
        let found = flip_rate(&units);
        prop_assert_eq!(found.n_flipped, 0);
        prop_assert_eq!(found.flip_rate, (found.n_compared > 0).then_some(0.0));
    }

    #[test]
    fn no_input_makes_a_metric_panic(
        name in prop::sample::select(metric::list().iter().map(|metric| metric.name).collect::<Vec<_>>()),
        input in any_json(),
    ) {
        // Whatever comes is answered or refused with a message.
        if let Err(error) = metric::run(name, &Value::Null, input) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}

/// JSON of the kinds the metrics take, put together at random.
fn any_json() -> impl Strategy<Value = Value> {
    let key = prop::sample::select(vec![
        "values",
        "clusters",
        "a",
        "b",
        "labels",
        "x",
        "y",
        "p",
        "k",
        "n",
        "cases",
        "truth",
        "pred",
        "items",
        "ratings",
        "tasks",
        "c",
        "data",
        "replicates",
        "a_only",
        "b_only",
        "sd_d",
        "delta",
        "y_true",
        "y_pred",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3i64..5).prop_map(Value::from),
        (-1e3..1e3f64).prop_map(Value::from),
        prop::sample::select(vec!["complete", "Supported", "F4", ""]).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..4).prop_map(|fields| json!(fields)),
        ]
    })
}

#[test]
fn verdict_labels_read_and_write_the_names_of_the_files() {
    for label in VerdictLabel::ALL {
        assert_eq!(serde_json::to_value(label).unwrap(), json!(label.name()));
        assert_eq!(serde_json::from_value::<VerdictLabel>(json!(label.name())).unwrap(), label);
    }
}

#[test]
fn bad_input_is_refused_by_field() {
    let cases = [
        ("lca_scores", json!({"y_true": ["complete"], "y_pred": []}), "y_pred"),
        ("lca_scores", json!({"y_true": ["done"], "y_pred": [null]}), "y_true[0]"),
        ("lca_scores", json!({"y_true": [null], "y_pred": [null]}), "y_true[0]"),
        ("dcg_success", json!({"consultations": [{"requests": [{"relevant": true}]}]}), "requests[0]"),
        ("qwk_pooled", json!({"cases": [{"truth": [null], "pred": [null]}]}), "cases[0].truth[0]"),
        ("qwk_pooled", json!({"cases": [{"truth": ["Supported"], "pred": []}]}), "cases[0].pred"),
        ("qwk_by_class", json!({"cases": [{"truth": [], "pred": []}]}), "cases[0].group"),
        ("relative_decrease", json!({"models": [{"direct": 0.1, "gold": 0.2}]}), "interaction"),
        ("mean_sd_runs", json!({"values": ["high"]}), "values[0]"),
        ("grouped_rate", json!({"items": [{"group": "a", "value": 2}]}), "items[0].value"),
        (
            "key_detail_coverage",
            json!({"consultations": [{"included": 2, "total": 1}]}),
            "consultations[0].included",
        ),
        ("sim_fidelity", json!({"cases": [{"A": {"ok": true}}]}), "cases[0].A"),
        ("factual_recovery", json!({"replies": [{"cond": "E"}]}), "replies[0].cond"),
        ("judge_agreement", json!({"reference": [0, 1], "judge": [1]}), "judge"),
        ("cohen_kappa", json!({"a": ["x"], "b": ["z"], "labels": ["x", "y"]}), "b[0]"),
        ("multi_rater", json!({"ratings": [[0, 1], [0]]}), "ratings[1]"),
        ("krippendorff_ordinal", json!({"ratings": [[0.5]]}), "ratings[0][0]"),
        (
            "insufficiency",
            json!({"items": [{"kind": "base", "gt": ["a"], "identified": [], "additional": [],
            "claimed": true, "judgments": []}]}),
            "items[0].gt",
        ),
        (
            "category_recall",
            json!({"items": [{"gt": [{"name": "a", "category": "z"}], "identified": []}]}),
            "items[0].gt.category",
        ),
        ("judge_robustness", json!({"x": [1], "y": []}), "y"),
        (
            "lrb_grade",
            json!({"responses": [{"weights": [], "passes": [], "citations": []}]}),
            "responses[0].weights",
        ),
        ("se_mean", json!({"values": [null]}), "values[0]"),
        ("cluster_se", json!({"values": [1], "clusters": []}), "clusters"),
        ("cluster_bootstrap", json!({"values": [1], "clusters": [0.5]}), "clusters[0]"),
        ("qwk_case_bootstrap", json!({"cases": [{"truth": ["Supported"], "pred_a": []}]}), "cases[0].pred_a"),
        ("paired_diff", json!({"a": [1], "b": [1], "clusters": []}), "clusters"),
        ("mcnemar", json!({"a_only": -1, "b_only": 0}), "a_only"),
        ("bootstrap_from_replicates", json!({"data": [], "replicates": [null]}), "replicates[0]"),
        ("holm", json!({"p": [1.5]}), "p[0]"),
        ("power_paired", json!({"sd_d": -1, "n": 5}), "sd_d"),
        ("mcnemar_power", json!({"n": 5, "p10": 0.9, "p01": 0.9}), "p10"),
        ("proportion_ci", json!({"k": 3, "n": 2}), "k"),
        (
            "crossed_ratio",
            json!({"observations": [{"numerator": 1, "denominator": -1, "first": 1, "second": 1}]}),
            "denominator[0]",
        ),
        (
            "prevalence_corrected",
            json!({"n": 1, "positive": 2, "tp": 1, "fn": 0, "tn": 1, "fp": 0}),
            "positive",
        ),
        ("rank_correlation", json!({"x": [1], "y": [1, 2]}), "y"),
        ("se_mean", json!({"values": [1], "value": [2]}), "value"),
        ("se_mean", json!([1]), "input"),
    ];
    for (name, input, field) in cases {
        let error = metric::run(name, &Value::Null, input).unwrap_err().to_string();
        assert!(error.contains(field), "{name}: {error:?} does not name {field}");
    }
}
