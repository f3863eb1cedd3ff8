//! Export, two annotators with known disagreements, adjudication, calibration: the numbers by hand.

use serde_json::Value;

use super::bench::{Bench, Labels, as_judged, relabel, with_commas, with_label, with_semicolons};

/// What two annotators and the adjudicator say, from what the judge said of 36 LCA units: 27 complete
/// (both assistants on histories told whole, `never-ask` also on the others) and 9 underspecified.
///
/// Consensus against the judge: 24 complete and 8 underspecified as the judge has them, 3 that the judge
/// takes for complete are underspecified, 1 the other way round. `first` strays from the consensus on
/// two items, `second` on two others, and leaves one blank. On DCG and LJP all say what the judge says.
struct Said {
    first: Labels,
    second: Labels,
    consensus: Labels,
    /// The five items on which there is no agreement.
    open: Vec<String>,
}

fn said(bench: &Bench) -> Said {
    let judged = bench.judged("a");
    let complete = with_label(&judged, "lca", "complete");
    let underspecified = with_label(&judged, "lca", "underspecified");
    assert_eq!((complete.len(), underspecified.len()), (27, 9), "the controls' labels are known");
    let mut consensus = as_judged(&judged);
    relabel(&mut consensus, &complete[..3], "underspecified");
    relabel(&mut consensus, &underspecified[..1], "complete");
    let (mut first, mut second) = (consensus.clone(), consensus.clone());
    relabel(&mut first, &complete[3..5], "underspecified");
    relabel(&mut second, &underspecified[1..3], "neither");
    relabel(&mut second, &complete[5..6], "");
    let open = complete[3..6].iter().chain(&underspecified[1..3]).map(|item| (*item).to_owned()).collect();
    Said { first, second, consensus, open }
}

fn near(value: &Value, wanted: f64) {
    let found = value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
}

fn task<'a>(list: &'a Value, name: &str) -> &'a Value {
    let of = |entry: &&Value| entry["task"] == name || entry["agreement"]["task"] == name;
    list.as_array().expect("a list").iter().find(of).unwrap_or_else(|| panic!("no task {name}"))
}

#[test]
fn export_fill_import_adjudicate_calibrate() {
    let bench = Bench::new(&[]);
    let exported = bench.json(&["annotate", "export", "results/r", "--out", "a"], 0);
    for model in ["builtin/listener", "builtin/never-ask"] {
        assert_eq!(exported["strata"]["lca"][model]["drawn"], 18);
    }
    let said = said(&bench);
    bench.write("first.csv", &with_commas(&said.first));
    bench.write("second.csv", &with_semicolons(&said.second));

    let alone = bench.json(&["annotate", "import", "a", "--annotator", "first", "first.csv"], 0);
    assert_eq!((&alone["unlabelled"], &alone["agreement"]), (&0.into(), &Value::Null));
    let both = bench.json(&["annotate", "import", "a", "--annotator", "second", "second.csv"], 0);
    assert_eq!(both["unlabelled"], 1);
    assert_eq!(both["agreement"], bench.document("a/agreement.json"));
    people(&both["agreement"]);

    adjudication(&bench, &said);
    let consensus = bench.document("a/consensus.json");
    assert_eq!((&consensus["adjudicated"], &consensus["open"]), (&5.into(), &serde_json::json!([])));
    for (item, label) in &said.consensus {
        assert_eq!(consensus["items"][item], label.as_str(), "{item}");
    }

    let shown = bench.json(&["calibrate", "results/r", "--annotations", "a"], 0);
    assert_eq!(shown["fresh"], true);
    assert_eq!(shown["calibration"], bench.document("results/r/calibration.json"));
    judge(&shown["calibration"]);
    corrected(&shown["calibration"]);
    let text = bench.run(&["calibrate", "results/r", "--annotations", "a"], 0);
    for part in ["builtin/rules (rules, not a model) against the consensus", "0.724", "FN of all", "is fresh"]
    {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

/// Rows `first`, columns `second`: 22 0 0 / 2 9 2 / 0 0 0 of 35. Agreed 31; margins 22 13 0 and 24 9 2;
/// expected (528 + 117) / 1225; kappa (1085 - 645) / (1225 - 645).
fn people(agreement: &Value) {
    let lca = task(&agreement["tasks"], "lca");
    assert_eq!(lca["confusion"], serde_json::json!([[22, 0, 0], [2, 9, 2], [0, 0, 0]]));
    assert_eq!((&lca["n"], &lca["n_missing"], &lca["missing_other"]), (&35.into(), &1.into(), &1.into()));
    near(&lca["agreement"], 31.0 / 35.0);
    near(&lca["kappa"], 440.0 / 580.0);
    near(&lca["pabak"], 62.0 / 35.0 - 1.0);
    near(&lca["brennan_prediger"], (3.0 * 31.0 / 35.0 - 1.0) / 2.0);
    let (low, high) = (lca["kappa_low"].as_f64(), lca["kappa_high"].as_f64());
    assert!(low < Some(440.0 / 580.0) && high > Some(440.0 / 580.0));
    for name in ["dcg", "ljp"] {
        assert_eq!(task(&agreement["tasks"], name)["agreement"], 1.0);
        assert_eq!(task(&agreement["tasks"], name)["agreement_method"], "wilson");
    }
    near(&agreement["mean_agreement"], (31.0 / 35.0 + 2.0) / 3.0);
    assert_eq!(agreement["to_adjudicate"], 5);
}

/// What is to be adjudicated is listed with both labels; the rest must not change.
fn adjudication(bench: &Bench, said: &Said) {
    let listed = bench.read("a/disagreements.csv");
    let mut reader = csv::Reader::from_reader(listed.trim_start_matches('\u{feff}').as_bytes());
    let headings = reader.headers().expect("headings").clone();
    let column = |name: &str| headings.iter().position(|heading| heading == name).expect("a column");
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let mut items: Vec<String> = rows.iter().map(|row| row[0].to_owned()).collect();
    items.sort();
    let mut open = said.open.clone();
    open.sort();
    assert_eq!(items, open);
    for row in &rows {
        assert!(!row[column("message")].is_empty() && row[column("label")].is_empty());
        assert_ne!(row[column("label first")], row[column("label second")]);
    }
    let changed = said.consensus.iter().find(|(item, _)| !open.contains(item)).expect("an agreed item");
    assert!(changed.0.starts_with("dcg"), "items are in order of their task's name");
    let other = if changed.1 == "no_question" { "accepted" } else { "no_question" };
    bench.write("changed.csv", &format!("item,label\n{},complete\n{},{other}\n", open[0], changed.0));
    let refused = bench.refused(&["annotate", "import", "a", "--adjudicated", "changed.csv"], 1);
    assert!(refused.contains("changed.csv, row 3, column `label`: both annotators gave"), "{refused}");
    let partly: Labels =
        open.iter().take(4).map(|item| (item.clone(), said.consensus[item].clone())).collect();
    bench.write("partly.csv", &with_commas(&partly));
    let left = bench.json(&["annotate", "import", "a", "--adjudicated", "partly.csv"], 3);
    assert_eq!((&left["adjudicated"], &left["open"]), (&4.into(), &serde_json::json!([open[4]])));
    let whole: Labels = open.iter().map(|item| (item.clone(), said.consensus[item].clone())).collect();
    bench.write("whole.csv", &with_semicolons(&whole));
    bench.run(&["annotate", "import", "a", "--adjudicated", "whole.csv"], 0);
}

/// Rows people, columns the judge: 24 1 / 3 8 of 36. Agreed 32; margins 25 11 and 27 9; expected
/// (675 + 99) / 1296; kappa (1152 - 774) / (1296 - 774).
fn judge(calibration: &Value) {
    let lca = task(&calibration["judges"], "lca");
    let found = &lca["agreement"];
    assert_eq!(found["confusion"], serde_json::json!([[24, 1, 0], [3, 8, 0], [0, 0, 0]]));
    near(&found["agreement"], 32.0 / 36.0);
    near(&found["kappa"], 378.0 / 522.0);
    near(&found["pabak"], 64.0 / 36.0 - 1.0);
    let underspecified = &found["per_label"][1];
    let counts = ["tp", "fp", "fn", "tn"].map(|name| underspecified[name].as_u64());
    assert_eq!(counts, [Some(8), Some(1), Some(3), Some(24)]);
    near(&underspecified["fp_share"], 1.0 / 36.0);
    near(&underspecified["fn_share"], 3.0 / 36.0);
    near(&underspecified["fp_rate"], 1.0 / 25.0);
    near(&underspecified["fn_rate"], 3.0 / 11.0);
    near(&underspecified["rate_reference"], 11.0 / 36.0);
    near(&underspecified["rate_other"], 9.0 / 36.0);
    near(&underspecified["precision"], 8.0 / 9.0);
    let kappa = |name: &str| &task(&calibration["judges"], name)["agreement"]["kappa"];
    let (dcg, ljp) = (kappa("dcg"), kappa("ljp"));
    assert_eq!((dcg, ljp), (&1.0.into(), &1.0.into()));
    near(&calibration["means"][0]["kappa"], (378.0 / 522.0 + 2.0) / 3.0);
    assert_eq!(task(&calibration["judges"], "ljp")["agreement"]["kappa_quadratic"], 1.0);
}

/// For `complete` the sample gives se 24/25 and sp 8/11, for `underspecified` the other way round;
/// se + sp - 1 = 189/275.
fn corrected(calibration: &Value) {
    let score = |task: &str, model: &str, setup: Option<&str>, metric: &str| {
        let is = |score: &&Value| {
            score["task"] == task
                && score["model"] == format!("builtin/{model}")
                && score["metric"] == metric
                && score["setup"].as_str() == setup
        };
        calibration["corrected"].as_array().expect("a list").iter().find(is).expect("a score").clone()
    };
    let youden = 189.0 / 275.0;
    let all = score("lca", "listener", None, "acc_c");
    assert_eq!(
        (&all["observed"], &all["n"], &all["method"]),
        (&1.0.into(), &9.into(), &"lang-reiczigel".into())
    );
    near(&all["corrected"], (1.0 + 8.0 / 11.0 - 1.0) / youden);
    near(&all["sensitivity"], 24.0 / 25.0);
    near(&all["specificity"], 8.0 / 11.0);
    let (low, high) = (all["low"].as_f64().expect("defined"), all["high"].as_f64().expect("defined"));
    assert!(0.0 <= low && low < high && high <= 1.0);
    let none = score("lca", "listener", None, "over_asking_rate");
    near(&none["corrected"], (24.0 / 25.0 - 1.0) / youden);
    near(&score("lca", "never-ask", None, "acc_u")["corrected"], (24.0 / 25.0 - 1.0) / youden);
    // All of `never-ask` is labelled complete; corrected and clipped that stays so: F1 of 2/3 and 0.
    let f1 = score("lca", "never-ask", None, "macro_f1");
    near(&f1["observed"], 1.0 / 3.0);
    near(&f1["corrected"], 1.0 / 3.0);
    // No item is labelled neither, so nothing is known of how such a label would be found.
    assert_eq!(score("lca", "listener", None, "neither_rate")["corrected"], Value::Null);
    // A judge without errors corrects nothing.
    let accepted = score("dcg", "listener", None, "success_rate");
    assert_eq!((&accepted["observed"], &accepted["corrected"]), (&1.0.into(), &1.0.into()));
    for setup in ["direct", "interaction", "gold"] {
        let kappa = score("ljp", "listener", Some(setup), "qwk_penalised");
        near(&kappa["corrected"], kappa["observed"].as_f64().expect("defined"));
    }
}

#[test]
fn what_cannot_be_imported_is_refused_and_changes_nothing() {
    let bench = Bench::new(&["--task", "lca"]);
    let export = ["annotate", "export", "results/r", "--out", "a", "--per-task", "4"];
    bench.run(&export, 0);
    assert!(bench.refused(&export, 2).contains("a is not empty"));
    let import =
        |name: &'static str, file: &'static str| ["annotate", "import", "a", "--annotator", name, file];
    bench.write("bad.csv", "item,label\nlca-001,complete\nlca-002,perhaps\n");
    let refused = bench.refused(&import("one", "bad.csv"), 1);
    for part in ["bad.csv, row 3, column `label`: `perhaps` is no label of lca", "underspecified (事实不足)"]
    {
        assert!(refused.contains(part), "{refused}");
    }
    assert!(!bench.file("a/labels").exists(), "nothing is kept of a sheet that is refused");
    bench.write("one.csv", "item,label\nlca-001,complete\nlca-002,neither\n");
    bench.write("two.csv", "item,label\nlca-001,complete\nlca-002,complete\n");
    let one = bench.json(&import("one", "one.csv"), 0);
    assert_eq!((&one["labelled"], &one["unlabelled"]), (&2.into(), &2.into()));
    bench.run(&import("one", "one.csv"), 0);
    assert!(bench.refused(&import("one", "two.csv"), 2).contains("--replace"));
    bench.run(&["annotate", "import", "a", "--annotator", "one", "--replace", "two.csv"], 0);
    let early = bench.refused(&["annotate", "import", "a", "--adjudicated", "two.csv"], 1);
    assert!(early.contains("not two annotators"), "{early}");
    bench.run(&import("two", "one.csv"), 0);
    assert!(bench.refused(&import("three", "one.csv"), 2).contains("one and two have labels here"));
    assert!(bench.refused(&import("../x", "one.csv"), 2).contains("cannot be an annotator's name"));
    assert!(bench.refused(&["calibrate", "results/r", "--annotations", "a"], 1).contains("no consensus"));
    assert!(bench.refused(&["calibrate", "results/r"], 1).contains("is not calibrated"));
    assert!(
        bench
            .refused(&["annotate", "export", "results/r", "--out", "b", "--tasks", "ljp"], 1)
            .contains("ljp")
    );
    assert!(bench.refused(&["annotate", "terminal", "a", "--annotator", "x"], 2).contains("no terminal"));
}
