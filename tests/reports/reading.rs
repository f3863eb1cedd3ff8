//! What a report says, in each format and language.

use std::fs;

use super::runs::{played, rewrite};
use crate::program::{program, run};

#[test]
fn a_report_says_what_was_played_and_what_it_cannot_bear() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &[]);
    let page = run(folder.path(), &["report", &path.display().to_string(), "--lang", "en"], 0);
    for wanted in [
        "Rules, not models",
        "was not calibrated",
        "fidelity was not probed",
        "reviewed by a lawyer",
        "Detectable difference",
        "## Assistants against each other",
        "## Can the simulated user be trusted?",
        "Other cases, prompts and judge",
        "builtin/always-ask",
        "| LJP Interaction ",
    ] {
        assert!(page.contains(wanted), "no `{wanted}` in\n{page}");
    }
    // Two of the three are told apart by what is known of them: one asks always, one never.
    let row = |table: &str, metric: &str, model: &str| -> Vec<String> {
        let from = page.split(table).nth(1).unwrap_or_else(|| panic!("no table {table}"));
        let line = from.lines().find(|line| line.contains(metric) && line.contains(model));
        let line = line.unwrap_or_else(|| panic!("no row of {metric} and {model}"));
        line.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    assert_eq!(row("## Headlines", "| over-asking", "always-ask")[3], "1.000");
    assert_eq!(row("## Headlines", "| premature", "never-ask")[3], "1.000");
    // What a built-in player does is said where it is named; a user who waits to be asked has no fault.
    assert!(page.contains("builtin/never-ask (a rule: never asks; decides every claim Supported)"), "{page}");
    assert!(page.contains("no fault was seen. Of what it told, 0% was told unasked"), "{page}");
    assert!(page.contains("(lost: 0 of "), "{page}");
    let (missed, of) = ("builtin/never-ask missed all ", " alike, in every dialogue");
    assert!(page.contains(missed) && page.contains(of), "{page}");
    assert!(page.contains("builtin/listener missed none of "), "{page}");
    let told = row("Missing facts that became known", "| LJP Interaction", "never-ask");
    assert_eq!(told[4], "0", "who never asks learns nothing from a user who waits to be asked: {told:?}");
    let told = row("Missing facts that became known", "| LJP Interaction", "listener");
    assert_eq!(told[3], told[4], "the listener asks until all is told: {told:?}");
}

#[test]
fn what_stands_in_short_is_what_the_report_carries() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let models = "builtin/random,builtin/never-ask,builtin/oracle";
    let path = played(folder.path(), "study", &["--pack", "starter", "--limit", "8", "--model", models]);
    let report = |lang| run(folder.path(), &["report", &path.display().to_string(), "--lang", lang], 0);
    let page = report("en");
    let (short, rest) = page.split_once("## What was played").expect("the sections");
    assert!(short.starts_with("# LexConsult report: study\n\n## In short\n"), "{short}");
    assert!(short.contains("> **Rules, not models: built-in rules played every assistant,"), "{short}");
    assert!(short.contains("Harness losses: none (lost: 0 of "), "{short}");
    let rows: Vec<Vec<&str>> = rest
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let row = |wanted: &[&str]| {
        let has = |cells: &&Vec<&str>| wanted.iter().all(|wanted| cells.contains(wanted));
        rows.iter().find(has).unwrap_or_else(|| panic!("no row of {wanted:?} in\n{rest}")).clone()
    };
    // Every headline figure stands in a table, with its interval.
    let figures: Vec<&str> = short.lines().filter(|line| line.starts_with("- builtin/")).collect();
    let (figures, differences): (Vec<&str>, Vec<&str>) =
        figures.into_iter().partition(|line| !line.contains(" above "));
    assert_eq!(figures.len(), 3, "{short}");
    for line in figures {
        let (model, figures) = line.trim_start_matches("- ").split_once(": ").expect("a name");
        assert_eq!(figures.split("; ").count(), 5, "LCA, DCG, three setups: {line}");
        for figure in figures.split("; ") {
            let (figure, interval) = figure.split_once(" [").expect("an interval");
            let point = figure.rsplit(' ').next().expect("a point");
            row(&[model, point, &format!("[{interval}")]);
        }
    }
    // Every difference is a row of the paired comparison, and beyond chance there.
    assert!(!differences.is_empty(), "{short}");
    for line in &differences {
        let (better, line) = line.trim_start_matches("- ").split_once(" above ").expect("a pair");
        let (worse, line) = line.split_once(" in ").expect("a task");
        let (task, line) = line.split_once(" by ").expect("a difference");
        let cells = row(&[better, worse, task]);
        let (low, high) = (cells[6].trim_start_matches('−'), line.split(' ').next().expect("a number"));
        assert_eq!(low, high, "{cells:?}");
        assert!(cells[9].starts_with("&lt;") || cells[9].parse::<f64>().is_ok_and(|p| p < 0.05), "{cells:?}");
    }
    let more =
        short.lines().find_map(|line| line.strip_suffix(" more under “Assistants against each other”"));
    let more: usize = more.map_or(0, |n| n.trim_start_matches("- ").parse().expect("a count"));
    let beyond = differences.len() + more;
    let significant = rows.iter().filter(|cells| cells.len() == 12 && cells[1].starts_with("builtin/"));
    let significant = significant
        .filter(|cells| cells[9].starts_with("&lt;") || cells[9].parse::<f64>().is_ok_and(|p| p < 0.05));
    assert_eq!(significant.count(), beyond, "none is left out: {short}");
    let zh = report("zh");
    let short = zh.split_once("## 本次运行").expect("the sections").0;
    assert!(short.contains("## 要点") && short.contains(&format!("{beyond}项超出偶然")), "{short}");
    assert!(short.contains("评测本身的损失：无"), "{short}");
}

#[test]
fn a_chinese_report_is_chinese_throughout() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &[]);
    let page = run(folder.path(), &["report", &path.display().to_string(), "--lang", "zh"], 0);
    assert!(page.contains("是规则，不是模型") && page.contains("其他案例、提示词与评判者"));
    // What is left in Latin letters is a name, an abbreviation of the field, or a path.
    let known = [
        "builtin",
        "lexical",
        "listener",
        "always",
        "ask",
        "never",
        "rules",
        "single",
        "prompt",
        "study",
        "tiny",
        "LexConsult",
        "LexPilot",
        "Benchmarking",
        "lexconsult",
        "compare",
        "Macro",
        "scores",
        "json",
    ];
    let mut strange: Vec<String> = Vec::new();
    for line in
        page.lines().filter(|line| !["Benchmarking", "tiny-", "散列"].iter().any(|name| line.contains(name)))
    {
        let words = line.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 3);
        strange.extend(
            words
                .filter(|word| word.chars().any(char::is_lowercase) && !known.contains(word))
                .filter(|word| {
                    !["Holm", "McNemar", "Spearman", "Fisher", "Bonett", "Wright", "AccC", "AccU"]
                        .contains(word)
                })
                .filter(|word| {
                    !["Claude", "Opus", "LegalOne", "LawLLM", "MiniMax", "DeepSeek"].contains(word)
                })
                .map(str::to_owned),
        );
    }
    strange.sort();
    strange.dedup();
    assert_eq!(strange, Vec::<String>::new());
}

#[test]
fn runs_stand_side_by_side_and_a_run_without_scores_says_how_to_get_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let first = played(folder.path(), "first", &["--model", "builtin/listener,builtin/always-ask"]);
    let second = played(
        folder.path(),
        "second",
        &["--model", "builtin/listener,builtin/always-ask", "--user", "builtin/leaky"],
    );
    let (a, b) = (first.display().to_string(), second.display().to_string());
    let page = run(folder.path(), &["report", &a, &b, "--lang", "en"], 0);
    for name in ["first", "second", "builtin/leaky+single-prompt", "Several runs stand side by side"] {
        assert!(page.contains(name), "{name}");
    }
    // What both runs say stands there once: neither a warning nor a score in which no user took part twice.
    for section in page.split("\n## ") {
        assert!(section.matches("Rules, not models").count() <= 1, "{section}");
    }
    assert_eq!(page.matches("Rules, not models").count(), 2, "in short, and with what it bears: {page}");
    let gold = page.lines().filter(|line| line.starts_with("| LJP Gold ") && line.contains("| QWK ")).count();
    assert_eq!(gold, 6, "two assistants in headlines, LJP and repeats: {page}");
    assert!(page.contains("builtin/lexical+single-prompt (first): no fault was seen"), "{page}");
    assert!(page.contains("builtin/leaky+single-prompt (second): no. "), "{page}");
    run(folder.path(), &["report", &a, &a], 2);
    fs::remove_file(first.join("scores.json")).expect("is there");
    let output = program(folder.path(), &["report", &a]).output().expect("the program starts");
    let notes = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{notes}");
    assert!(notes.contains("has no scores yet") && notes.contains("lexconsult score"), "{notes}");
}

#[test]
fn markdown_in_a_file_has_its_figures_beside_it_and_html_has_them_within() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &[]).display().to_string();
    run(folder.path(), &["report", &path, "-o", "page.md"], 0);
    let page = fs::read_to_string(folder.path().join("page.md")).expect("is written");
    let mut figures = 0;
    for target in page.split("](<").skip(1) {
        let file = folder.path().join(target.split('>').next().expect("a target"));
        let svg = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>") && !svg.contains("NaN"));
        figures += 1;
    }
    assert_eq!(figures, 6, "setups, asking, focal types, classes, facts by round, complexity");
    run(folder.path(), &["report", &path, "-o", "page.html"], 0);
    let html = fs::read_to_string(folder.path().join("page.html")).expect("is written");
    assert_eq!(html.matches("<svg ").count(), figures);
    assert!(!html.contains("<script") && !html.contains("src=") && !html.contains("@import"));
    run(folder.path(), &["report", &path, "-o", "page.tex"], 0);
    let latex = fs::read_to_string(folder.path().join("page.tex")).expect("is written");
    assert_eq!(latex.matches("\\begin{tikzpicture}").count(), figures);
    run(folder.path(), &["report", &path, "-o", "page.unknown"], 2);
}

#[test]
fn a_dialogue_whose_disclosures_could_not_be_read_counts_in_no_figure_on_facts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "study", &["--model", "builtin/listener"]);
    let page = |lang| run(folder.path(), &["report", &path.display().to_string(), "--lang", lang], 0);
    let told = |page: &str| {
        let table = page.split("Missing facts that became known").nth(1).expect("the table").to_owned();
        let line = table.lines().find(|line| line.contains("| LJP Interaction")).expect("a row").to_owned();
        line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    };
    let before = told(&page("en"));
    assert_eq!(before[3], before[4], "all is told: {before:?}");
    rewrite(&path, "plays.jsonl", &|record| {
        if record["play"]["setup"] == "interaction" && record["play"]["repeat"] == 1 {
            record["transcript"]["ledger"] = serde_json::json!([]);
            record["transcript"]["ledger_by"] = "mock/checker".into();
            record["transcript"]["ledger_fault"] = "no object".into();
        }
    });
    let page_after = page("en");
    let after = told(&page_after);
    assert_eq!(after[3], after[4], "what is left has all told: {after:?}");
    assert_eq!(after[3].parse::<u32>().ok(), before[3].parse::<u32>().ok().map(|facts| facts / 2));
    assert!(
        page_after
            .contains("Left out, since the gate or the disclosure checker failed on them: 2 dialogue(s).")
    );
    assert!(page("zh").contains("关口或披露核对者出错而未计入的对话：2次。"));
    let json = fs::read_to_string(path.join("scores.json")).expect("scores");
    let mut scores: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    scores["coverage"]["lost_beside"] = serde_json::json!({"simulator_fault": 2});
    scores["coverage"]["lost_by_further_judges"] = serde_json::json!({"lab/second": {"judge_fault": 3}});
    fs::write(path.join("scores.json"), scores.to_string()).expect("written");
    let (en, zh) = (page("en"), page("zh"));
    let short = |page: &str, end: &str| page.split(end).next().expect("a beginning").to_owned();
    let in_short = short(&en, "## What was played");
    assert!(in_short.contains("Scored, though the gate or the disclosure checker failed: 2 "), "{in_short}");
    assert!(in_short.contains("Lost under lab/second alone: 3 "), "{in_short}");
    assert!(zh.contains("已计分而关口或披露核对者出错：") && zh.contains("仅在lab/second之下损失："));
}

#[test]
fn what_no_checker_could_read_is_not_told_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let study = ["--model", "builtin/listener", "--task", "ljp", "--setup", "interaction"];
    let path = played(folder.path(), "study", &study);
    let page = |lang| run(folder.path(), &["report", &path.display().to_string(), "--lang", lang], 0);
    assert!(page("en").contains("missing facts that it told"));
    rewrite(&path, "plays.jsonl", &|record| {
        record["transcript"]["ledger"] = serde_json::json!([]);
        record["transcript"]["ledger_by"] = "mock/checker".into();
        record["transcript"]["ledger_fault"] = "no object".into();
    });
    let (en, zh) = (page("en"), page("zh"));
    assert!(en.contains("what it told is not known") && !en.contains("it told no missing fact"), "{en}");
    assert!(zh.contains("说出了什么无从得知") && !zh.contains("没有说出任何欠缺的事实"), "{zh}");
}
