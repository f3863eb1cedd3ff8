//! A calibration says whether it still stands, and through which field it does not.

use std::fs;

use serde_json::Value;

use super::bench::{Bench, as_judged, with_commas};

/// A run whose judge all people agree with.
fn calibrated(bench: &Bench) {
    bench.run(&["annotate", "export", "results/r", "--out", "a"], 0);
    bench.write("all.csv", &with_commas(&as_judged(&bench.judged("a"))));
    for name in ["one", "two"] {
        bench.run(&["annotate", "import", "a", "--annotator", name, "all.csv"], 0);
    }
    bench.run(&["annotate", "import", "a", "--adjudicated", "a/disagreements.csv"], 0);
    bench.run(&["calibrate", "results/r", "--annotations", "a"], 0);
}

fn fields(shown: &Value) -> Vec<(String, Option<String>)> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let one = |stale: &Value| (text(&stale["field"]).expect("a field"), text(&stale["language"]));
    shown["stale"].as_array().expect("a list").iter().map(one).collect()
}

#[test]
fn other_repeats_make_the_corrected_scores_old_and_nothing_else() {
    let bench = Bench::new(&["--task", "lca"]);
    calibrated(&bench);
    assert_eq!(bench.json(&["calibrate", "results/r"], 0)["fresh"], true);
    let report = || bench.run(&["report", "results/r", "--lang", "en"], 0);
    assert!(report().contains("calibrated against people in this run"));
    bench.run(&["resume", "results/r", "--repeats", "2", "--display", "none", "--json"], 0);
    let shown = bench.json(&["calibrate", "results/r"], 3);
    assert_eq!(fields(&shown), [("labels".to_owned(), None)]);
    let page = report();
    assert!(page.contains("its calibration is stale, since these have changed: labels"));
    let short = page.split("## What was played").next().expect("the first section");
    assert!(short.contains("Stale calibration (labels): the run has other labels by now"), "{short}");
    assert!(
        page.contains("the agreement still stands") && !page.contains("corrected for the judge's errors")
    );
    let said = bench.run(&["calibrate", "results/r"], 3);
    assert!(said.contains("the corrected scores are old, the agreement stands"), "{said}");
    bench.run(&["calibrate", "results/r", "--annotations", "a"], 0);
    // Both assistants say the same in both repeats: the judge read every text twice, and agrees with itself.
    let calibration = bench.document("results/r/calibration.json");
    let own = &calibration["judges"][0]["self_consistency"];
    assert_eq!(
        (&own["flipped"], &own["flip_rate"], &own["agreement"]),
        (&0.into(), &0.0.into(), &1.0.into())
    );
    assert!(own["n"].as_u64() >= Some(18), "{own}");
}

#[test]
fn another_rubric_makes_it_stale_through_that_field_and_language() {
    let bench = Bench::new(&["--task", "lca"]);
    calibrated(&bench);
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/prompts/en/judge/lca.j2");
    let text = fs::read_to_string(shipped).expect("the shipped prompt");
    let other = text.replace("Then choose \"label\":", "Be strict. Then choose \"label\":");
    assert_ne!(text, other);
    fs::create_dir_all(bench.file("prompts/en/judge")).expect("created");
    bench.write("prompts/en/judge/lca.j2", &other);
    bench.run(&["resume", "results/r", "--prompts", "prompts", "--display", "none", "--json"], 0);
    // A judge by rule reads no prompt, so its labels stand; people would read other rules.
    let shown = bench.json(&["calibrate", "results/r"], 3);
    assert_eq!(fields(&shown), [("rubric".to_owned(), Some("en".to_owned()))]);
    // People's labels rest on the rules of the export: comparing again does not make it fresh.
    let again = bench.json(&["calibrate", "results/r", "--annotations", "a"], 3);
    assert_eq!(fields(&again), [("rubric".to_owned(), Some("en".to_owned()))]);
    for (language, caution, next) in [
        (
            "en",
            "Stale calibration (rubric): this judge is not the one that people checked",
            "## What was played",
        ),
        ("zh", "校准已失效（评判规则）：现在的评判者并非人工核对过的那一个", "## 本次运行"),
    ] {
        let page = bench.run(&["report", "results/r", "--lang", language], 0);
        let short = page.split(next).next().expect("the first section");
        assert!(short.contains(caution), "{short}");
    }
    // The mark stands in the figure itself, which may be shown alone.
    for (language, mark) in [
        ("en", "Stale: changed since people checked it: rubric</text>"),
        ("zh", "已失效，人工核对之后有变动的是：评判规则</text>"),
    ] {
        let page = bench.run(&["report", "results/r", "--lang", language, "--format", "html"], 0);
        assert!(page.contains(mark), "{page}");
        assert!(!page.contains("Scores corrected") && !page.contains("校正后的分数</"), "{page}");
    }
}

#[test]
fn a_report_shows_how_far_people_and_the_judge_agree() {
    let bench = Bench::new(&["--task", "lca"]);
    bench.run(&["annotate", "export", "results/r", "--out", "a"], 0);
    // People find one message of those that the judge takes for complete to be underspecified.
    let mut labels = as_judged(&bench.judged("a"));
    let items = labels.len();
    let complete = labels.values().filter(|label| *label == "complete").count();
    let (id, _) = labels.iter().find(|(_, label)| *label == "complete").expect("one of them");
    let id = id.clone();
    labels.insert(id, "underspecified".into());
    bench.write("all.csv", &with_commas(&labels));
    for name in ["one", "two"] {
        bench.run(&["annotate", "import", "a", "--annotator", name, "all.csv"], 0);
    }
    bench.run(&["annotate", "import", "a", "--adjudicated", "a/disagreements.csv"], 0);
    assert!(!bench.run(&["report", "results/r", "--lang", "en"], 0).contains("Can the judge be trusted?"));
    bench.run(&["calibrate", "results/r", "--annotations", "a"], 0);
    let page = bench.run(&["report", "results/r", "--lang", "en"], 0);
    assert!(page.contains("## Can the judge be trusted?"), "{page}");
    let row = |label: &str| -> Vec<&str> {
        let line = page.lines().find(|line| line.contains(&format!("| {label} ")) && line.contains("| LCA "));
        line.expect("a row of the label").split('|').map(str::trim).collect()
    };
    // People, judge, both; found, confirmed.
    let confirmed = format!("{:.3}", (complete - 1) as f64 / complete as f64);
    let complete = complete.to_string();
    let row = row("complete");
    assert_eq!(row[4], complete, "{row:?}");
    assert_eq!((row[6], row[8]), ("1.000", confirmed.as_str()), "{row:?}, {items} items");
    assert!(page.contains("Scores corrected for the judge's errors"), "{page}");
    let html = bench.run(&["report", "results/r", "--lang", "zh", "--format", "html"], 0);
    for said in ["评判者可信吗？", "LCA：事实完整</text>", "找出：人工如此，评判者亦然</text>"]
    {
        assert!(html.contains(said), "{said}");
    }
    assert!(!html.contains("已失效"), "it is fresh");
}

#[test]
fn labels_imported_after_the_consensus_are_not_passed_over() {
    let bench = Bench::new(&["--task", "lca"]);
    calibrated(&bench);
    let mut other = as_judged(&bench.judged("a"));
    other.insert("lca-001".into(), "neither".into());
    bench.write("other.csv", &with_commas(&other));
    bench.run(&["annotate", "import", "a", "--annotator", "two", "--replace", "other.csv"], 0);
    let refused = bench.refused(&["calibrate", "results/r", "--annotations", "a"], 1);
    assert!(refused.contains("imported after the consensus"), "{refused}");
}
