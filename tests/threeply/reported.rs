//! Reports, comparisons and exports of runs of arguments, whose scores are known.

use std::fs;
use std::path::Path;

use lexconsult::run::ScoreFile;
use lexconsult::suite::threeply::{Case, Control, Mode, Parameters, Triple, generate, write_triples};
use serde_json::Value;

use super::program::{program, run};

const HALLUCINATOR: &str = "builtin/hallucinator:3";

/// Triples of two complexities of one mode, and of a mode in which nothing is shared.
fn triples() -> Vec<Triple> {
    let drawn = |mode, complexity, seed| {
        generate(&Parameters { mode, count: 4, complexity, seed, strict_sides: false }).expect("feasible")
    };
    let renamed = |triple: Triple| Triple { id: format!("{}-large", triple.id), ..triple };
    let large = drawn(Mode::Arguable, 12, 2).into_iter().map(renamed);
    drawn(Mode::Arguable, 6, 1).into_iter().chain(large).chain(drawn(Mode::NonArguable, 8, 3)).collect()
}

fn played(here: &Path, name: &str, triples: &[Triple], more: &[&str]) {
    let file = format!("{name}.jsonl");
    fs::write(here.join(&file), write_triples(triples).expect("plain data"))
        .expect("the folder can be written");
    let study = ["run", "--suite", "threeply", "--display", "none", "--resamples", "200", "--name", name];
    let mut flags = [&study[..], &["--triples", &file], more].concat();
    if !more.contains(&"--model") && !more.contains(&"--answers") {
        flags.extend(["--model", "builtin/perfect-arguer,builtin/hallucinator:3,builtin/always-abstain"]);
    }
    run(here, &flags, 0);
}

fn refused(here: &Path, flags: &[&str], code: i32) -> String {
    let output = program(here, flags).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(code), "{flags:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What the schema of results says against a document.
fn faults(document: &Value) -> Vec<String> {
    let schema = serde_json::from_str(include_str!("../../docs/results.schema.json")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    validator.iter_errors(document).map(|error| error.to_string()).collect()
}

fn scores(here: &Path, name: &str) -> ScoreFile {
    let text = fs::read(here.join("results").join(name).join("scores.json")).expect("it was scored");
    serde_json::from_slice(&text).expect("scores")
}

fn point(scores: &ScoreFile, task: &str, model: &str, metric: &str) -> Option<f64> {
    let found = scores.estimates.iter().find(|estimate| {
        estimate.task == task
            && estimate.model == model
            && estimate.metric == metric
            && estimate.group.is_none()
            && estimate.judge == "builtin/parser"
    });
    found.unwrap_or_else(|| panic!("no {metric} of {model} in {task}")).point
}

/// Three inventions of all factors, the mean over triples.
fn invented(triples: &[&Triple]) -> f64 {
    let size = |triple: &Triple| Case::ALL.iter().map(|case| triple.factors_of(*case).len()).sum::<usize>();
    triples.iter().map(|triple| 3.0 / size(triple) as f64).sum::<f64>() / triples.len() as f64
}

/// The cells of the first row of a Markdown page that has all of these among them.
fn row(page: &str, wanted: &[&str]) -> Vec<String> {
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let has = |cells: &Vec<String>| wanted.iter().all(|wanted| cells.iter().any(|cell| cell == wanted));
    let found = page.lines().filter(|line| line.starts_with('|')).map(cells).find(has);
    found.unwrap_or_else(|| panic!("no row of {wanted:?} in\n{page}"))
}

#[test]
fn a_report_of_arguments_says_the_same_in_both_languages() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    played(here, "r", &triples(), &[]);
    for lang in ["en", "zh"] {
        let page = run(here, &["report", "results/r", "--lang", lang], 0);
        let begun = ["- Begun ", "- 始于"];
        let still: Vec<String> = page
            .lines()
            .map(|line| match begun.iter().find(|begun| line.starts_with(*begun)) {
                Some(begun) => format!("{begun}…{}", line.split_once("UTC").expect("a time").1),
                None => line.to_owned(),
            })
            .collect();
        insta::with_settings!({snapshot_path => "../snapshots"}, {
            insta::assert_snapshot!(format!("report-{lang}"), still.join("\n"));
        });
    }
}

#[test]
fn a_report_prints_the_scores_in_every_format() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    played(here, "r", &triples(), &[]);
    let found = scores(here, "r");
    let faithful = point(&found, "arguable", HALLUCINATOR, "acc_h_mean").expect("defined");
    let page = |format: &str| run(here, &["report", "results/r", "--format", format, "--lang", "en"], 0);
    for format in ["md", "html", "latex", "csv"] {
        let page = page(format).replace("\\allowbreak{}", "").replace("{}", "");
        for wanted in [
            &format!("{faithful:.3}"),
            "Other cases, prompts and judge",
            "DeepSeek-R1-Distill-Llama-70B",
            "should have abstained",
            "non-arguable",
        ] {
            assert!(page.contains(wanted), "no `{wanted}` in {format}");
        }
    }
    let html = page("html");
    assert_eq!(html.matches("<figure").count(), 2, "faithfulness, and complexity");
    assert!(!html.contains("<script"));
    assert!(page("latex").matches("\\begin{tikzpicture}").count() >= 2);
    let markdown = page("md");
    assert_eq!(row(&markdown, &["faithfulness", HALLUCINATOR])[3], format!("{faithful:.3}"));
    let (_, errors) = markdown.split_once("## What is wrong with the arguments").expect("the section");
    let cells = row(errors, &["arguable", HALLUCINATOR]);
    let counts: Vec<u32> = cells[3..=7].iter().map(|cell| cell.parse().expect("a count")).collect();
    assert_eq!((counts[0], counts[1], counts[2], counts[3] + counts[4]), (8, 0, 0, 24), "{cells:?}");
    // Files: figures beside Markdown.
    run(here, &["report", "results/r", "-o", "r.md"], 0);
    for figure in ["faithfulness", "complexity"] {
        assert!(here.join(format!("r.figures/{figure}.svg")).exists(), "{figure}");
    }
    let json: Value = serde_json::from_str(&run(here, &["report", "results/r", "--json"], 0)).expect("JSON");
    assert_eq!(json[0]["review_queue"].as_array().map(Vec::len), Some(12 + 8), "{}", json[0]["review_queue"]);
    assert_eq!(json[0]["triples"]["arguable"], 8);
}

#[test]
fn what_stands_in_short_is_what_the_tables_carry() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    played(here, "r", &triples(), &[]);
    let page = run(here, &["report", "results/r", "--lang", "en"], 0);
    let (short, rest) = page.split_once("## What was played").expect("the sections");
    assert!(short.contains("Rules, not models: built-in rules played every assistant."), "{short}");
    assert!(short.contains("Harness losses: none (lost: 0 of 36 plays)."), "{short}");
    let above: Vec<&str> = short.lines().filter(|line| line.contains(" above ")).collect();
    assert!(!above.is_empty(), "{short}");
    for line in above {
        let (better, line) = line.trim_start_matches("- ").split_once(" above ").expect("a pair");
        let (worse, line) = line.split_once(" in ").expect("a measure");
        let (measure, line) = line.split_once(" by ").expect("a difference");
        let difference = line.split(' ').next().expect("a number");
        let cells = row(rest, &[better, worse, measure]);
        assert!(cells[6].trim_start_matches('−') == difference, "{cells:?} {difference}");
        assert!(cells[8].starts_with("&lt;") || cells[8].parse::<f64>().is_ok_and(|p| p < 0.05), "{cells:?}");
        assert!(cells[9].starts_with("&lt;") || cells[9].parse::<f64>().is_ok_and(|p| p < 0.05), "{cells:?}");
    }
}

#[test]
fn models_are_compared_on_the_same_triples_of_the_same_mode() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    let triples = triples();
    played(here, "a", &triples, &["--model", "builtin/perfect-arguer"]);
    played(here, "b", &triples, &["--model", HALLUCINATOR]);
    let both = ["compare", "results/a", "results/b", "--resamples", "100", "--lang", "en"];
    let page = run(here, &both, 0);
    let arguable: Vec<&Triple> = triples.iter().filter(|triple| triple.mode == Mode::Arguable).collect();
    let lied = format!("−{:.3}", invented(&arguable));
    let cells = row(&page, &["arguable", "faithfulness"]);
    assert_eq!(
        (&cells[5], &cells[7], &cells[9], &cells[10]),
        (&"1.000".into(), &lied, &"8".into(), &"0".into())
    );
    let cells = row(&page, &["abstained (in any words) (non-arguable)", "4"]);
    assert_eq!((cells[4].as_str(), cells[5].as_str(), cells[6].as_str()), ("1.000", "0.000", "−1.000"));
    assert!(page.contains("B b: builtin/hallucinator:3 · "), "{page}");

    // Another triple of the same name is another triple, and a triple of one run alone is left out.
    let mut others = triples.clone();
    let other = generate(&Parameters {
        mode: Mode::Arguable,
        count: 1,
        complexity: 6,
        seed: 99,
        strict_sides: false,
    });
    others[0] = Triple { id: others[0].id.clone(), ..other.expect("feasible").remove(0) };
    others.remove(1);
    played(here, "c", &others, &["--model", HALLUCINATOR]);
    let flags = ["compare", "results/a", "results/c", "--lang", "en"];
    let text = refused(here, &flags, 1);
    assert!(text.contains("the runs differ in triples") && text.contains("--allow triples"), "{text}");
    let page = run(here, &[&flags[..], &["--allow", "triples"]].concat(), 0);
    let cells = row(&page, &["arguable", "faithfulness"]);
    assert_eq!((&cells[9], &cells[10]), (&"6".into(), &"2".into()), "{page}");
    assert!(page.contains("These runs differ in triples"));
    assert!(
        refused(here, &[&flags[..], &["--allow", "gate"]].concat(), 2)
            .contains("--allow takes triples, judge")
    );
}

/// Changes a run's settings as they are kept.
fn set(here: &Path, name: &str, setting: &str, value: Option<f64>) {
    let file = here.join("results").join(name).join("snapshots/001/settings.json");
    let mut settings: Value =
        serde_json::from_slice(&fs::read(&file).expect("a snapshot")).expect("settings are JSON");
    let map = settings.as_object_mut().expect("settings are an object");
    assert!(map.contains_key(setting), "{setting}");
    match value {
        Some(value) => map.insert(setting.to_owned(), value.into()),
        None => map.remove(setting),
    };
    fs::write(&file, settings.to_string()).expect("the folder can be written");
}

#[test]
fn runs_whose_tokens_were_drawn_otherwise_are_not_compared_unsaid() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    let triples = triples();
    for name in ["a", "same", "cut", "penalised", "before"] {
        played(here, name, &triples[..4], &["--model", "builtin/perfect-arguer"]);
    }
    set(here, "cut", "top_p", Some(0.9));
    set(here, "penalised", "penalties", Some(0.5));
    for setting in ["top_p", "penalties"] {
        set(here, "before", setting, None);
    }
    run(here, &["compare", "results/a", "results/same"], 0);
    for (name, other) in [
        ("cut", "top_p 0.9, penalties 0"),
        ("penalised", "top_p 1, penalties 0.5"),
        ("before", "top_p endpoint, penalties endpoint"),
    ] {
        let path = format!("results/{name}");
        let flags = ["compare", "results/a", &path, "--lang", "en"];
        let text = refused(here, &flags, 1);
        assert!(text.contains("the runs differ in sampling") && text.contains("--allow sampling"), "{text}");
        assert!(text.contains("top_p 1, penalties 0") && text.contains(other), "{text}");
        let page = run(here, &[&flags[..], &["--allow", "sampling"]].concat(), 0);
        assert!(page.contains("These runs differ in sampling"), "{page}");
    }
}

/// Has the leading extractor fail on some answers of a run, and scores it again.
fn lose(here: &Path, name: &str, lost: &dyn Fn(&str) -> bool) {
    let file = here.join("results").join(name).join("judgements.jsonl");
    let text = fs::read_to_string(&file).expect("judgements");
    let changed = |line: &str| {
        let mut line: Value = serde_json::from_str(line).expect("a record a line");
        if lost(line["play"].as_str().expect("a name")) {
            line["outcome"] = serde_json::json!({"fault": {"fault": "judge_fault", "why": "no label"}});
        }
        line.to_string() + "\n"
    };
    fs::write(&file, text.lines().map(changed).collect::<String>()).expect("the run can be written");
    run(here, &["score", &format!("results/{name}")], 3);
}

#[test]
fn a_unit_lost_on_one_side_is_taken_out_on_both() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    let mut drawn = triples();
    drawn.truncate(3);
    // The second time, `lab/a` invents factors.
    let lines = drawn.iter().flat_map(|triple| {
        let line = |model: &str, repeat: u32, control: Control| {
            let said = control.answer(triple);
            let line =
                serde_json::json!({"id": triple.id, "repeat": repeat, "model": model, "messages": [said]});
            line.to_string() + "\n"
        };
        [
            line("lab/a", 1, Control::Perfect),
            line("lab/a", 2, Control::Hallucinate(3)),
            line("lab/b", 1, Control::Perfect),
            line("lab/b", 2, Control::Perfect),
        ]
    });
    fs::write(here.join("answers.jsonl"), lines.collect::<String>()).expect("the folder can be written");
    played(here, "r", &drawn, &["--answers", "answers.jsonl"]);
    // Of the first triple both repeats are lost for `lab/b`, of the second the first one.
    lose(here, "r", &|play| {
        let of = |triple: &Triple| play.contains(&format!("|{}|", triple.id)) && play.ends_with("lab/b");
        of(&drawn[0]) || of(&drawn[1]) && play.contains("|r1|")
    });
    let page = run(here, &["compare", "results/r", "--lang", "en"], 0);
    let cells = row(&page, &["arguable", "faithfulness"]);
    assert_eq!((&cells[9], &cells[10]), (&"2".into(), &"1".into()), "{page}");
    // The second triple stands by its second repeat alone, the third by both.
    let lied = invented(&[&drawn[1]]) / 2.0 + invented(&[&drawn[2]]) / 4.0;
    assert_eq!(cells[7], format!("{lied:.3}"));
    let page = run(here, &["report", "results/r", "--lang", "en"], 0);
    let short = page.split("## What was played").next().expect("the first section");
    assert!(short.contains("Incomplete: 3 of 12 plays are not scored"), "{short}");
    assert!(short.contains("Harness losses: 3 judge failed (lost: 3 of 12 plays)."), "{short}");
    assert!(short.contains("(incomplete)") && !short.contains("Rules, not models"), "{short}");
    assert!(page.contains("Arguments from a file, nobody was asked for them here: answers.jsonl"), "{page}");
    let dialogues = run(here, &["export", "results/r", "--dialogues"], 0);
    for line in dialogues.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(line["messages"].as_array().map(Vec::len), Some(1), "nothing is made up: {line}");
    }
}

#[test]
fn exports_hold_what_the_scores_rest_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    played(here, "r", &triples(), &[]);
    let rows = |table: &str| -> Vec<Value> {
        let text = run(here, &["export", "results/r", "--table", table, "--format", "jsonl"], 0);
        text.lines().map(|line| serde_json::from_str(line).expect("a row a line")).collect()
    };
    let found = scores(here, "r");
    let units = rows("units");
    assert_eq!(units.len(), 36);
    for (column, metric) in [
        ("acc_h", "acc_h_mean"),
        ("acc_h_strict", "acc_h_mean_strict"),
        ("rec_u", "rec_u_mean"),
        ("rec_u_strict", "rec_u_mean_strict"),
    ] {
        for model in ["builtin/perfect-arguer", HALLUCINATOR, "builtin/always-abstain"] {
            for mode in ["arguable", "non-arguable"] {
                let of_it = |row: &&Value| row["assistant"] == model && row["mode"] == mode;
                let values: Vec<f64> =
                    units.iter().filter(of_it).filter_map(|row| row[column].as_f64()).collect();
                let mean = (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
                let wanted = point(&found, mode, model, metric);
                let close = mean.zip(wanted).is_none_or(|(a, b)| (a - b).abs() < 1e-12);
                assert!(
                    mean.is_some() == wanted.is_some() && close,
                    "{model} {mode} {metric}: {mean:?} {wanted:?}"
                );
            }
        }
    }
    let first = units.iter().find(|row| row["review_rank"] == 1).expect("something is to be looked at");
    assert!(first["review_reasons"].as_str().is_some_and(|why| why.contains("should have abstained")));
    let judged = rows("judgements");
    assert_eq!(judged.len(), 36 * 3, "a row a case");
    let lies: usize = judged
        .iter()
        .filter(|row| row["assistant"] == HALLUCINATOR)
        .map(|row| row["invented"].as_str().map_or(0, |list| list.split_whitespace().count()))
        .sum();
    assert_eq!(lies, 12 * 3);
    assert_eq!(rows("turns").len(), 36);
    let csv = run(here, &["export", "results/r", "--table", "units"], 0);
    assert_eq!((csv.lines().count(), csv.starts_with("play,triple,mode,complexity,")), (37, true));
    let dialogues = run(here, &["export", "results/r", "--dialogues"], 0);
    let dialogue: Value = serde_json::from_str(dialogues.lines().next().expect("a line")).expect("JSON");
    assert_eq!(dialogue["messages"][0]["role"], "user");
    assert!(dialogue["messages"][0]["content"].as_str().is_some_and(|text| text.contains("Current case:")));
    assert_eq!(dialogue["messages"].as_array().map(Vec::len), Some(2));
    let results: Value =
        serde_json::from_str(&run(here, &["export", "results/r", "--results"], 0)).expect("JSON");
    assert_eq!(faults(&results), Vec::<String>::new());
    assert_eq!(results["form"], "lexconsult-threeply-results-1");
    for (at, unfit) in [
        ("/estimates/0/task", "lca"),
        ("/estimates/0/group", "class:1"),
        ("/review_queue/0/reasons/0", "odd"),
        ("/coverage/planned", "many"),
        ("/form", "lexconsult-threeply-results-2"),
    ] {
        let mut other = results.clone();
        *other.pointer_mut(at).expect("it is there") = unfit.into();
        assert_ne!(faults(&other), Vec::<String>::new(), "{at}");
    }
    let text = refused(here, &["export", "results/r", "--table", "disclosures"], 2);
    assert!(
        text.contains("no table of disclosures") && text.contains("units, turns, judgements, calls"),
        "{text}"
    );
    if cfg!(feature = "parquet") {
        run(here, &["export", "results/r", "--table", "units", "-o", "units.parquet"], 0);
        assert!(fs::metadata(here.join("units.parquet")).expect("is written").len() > 0);
    }
}

#[test]
fn runs_of_two_suites_stand_in_no_report_and_people_label_consultations() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    played(here, "r", &triples(), &["--model", "builtin/perfect-arguer"]);
    let tiny = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny");
    let study = ["run", "--pack", tiny, "--task", "lca", "--model", "builtin/never-ask", "--name", "l"];
    run(here, &[&study[..], &["--display", "none"]].concat(), 0);
    let text = refused(here, &["report", "results/r", "results/l"], 2);
    assert!(text.contains("they cannot stand in one report"), "{text}");
    let text = refused(here, &["compare", "results/l", "results/r"], 2);
    assert!(text.contains("they cannot be compared"), "{text}");
    let text = refused(here, &["annotate", "export", "results/r", "--out", "sheet"], 1);
    assert!(
        text.contains("is a run of threeply") && text.contains("`lexconsult show` and `report` name"),
        "{text}"
    );
}

/// Three lines a dialogue: each holds the party's own request, with the plies before it, and its ply.
fn each_ply_with_its_request(exported: &str, parties: &dyn Fn(&str, &str) -> Vec<String>) {
    assert_eq!(exported.lines().count(), 24 * 3);
    assert_eq!(parties(exported, "/metadata/party"), ["plaintiff", "defendant", "plaintiff"]);
    let plies = ["Plaintiff's Argument", "Defendant's Counterargument", "Plaintiff's Rebuttal"];
    let lines: Vec<Value> = exported.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for dialogue in lines.chunks(3) {
        let mut before: Vec<&str> = Vec::new();
        for (line, ply) in dialogue.iter().zip(plies) {
            assert_eq!(
                (&line["metadata"]["ply"], &line["metadata"]["id"]),
                (&ply.into(), &dialogue[0]["metadata"]["id"])
            );
            let [request, said] = &line["messages"].as_array().expect("messages")[..] else {
                panic!("a request and an answer: {line}")
            };
            assert_eq!((&request["role"], &said["role"]), (&"user".into(), &"assistant".into()));
            let (request, said) = (request["content"].as_str(), said["content"].as_str());
            let (request, said) = request.zip(said).expect("texts");
            assert!(before.iter().all(|ply| request.contains(ply)), "{request}");
            before.push(said);
        }
    }
}

#[test]
fn a_dialogue_is_reported_as_a_whole_and_by_side() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    let parties = ["--dialogue", "--model", "builtin/perfect-arguer,builtin/hallucinator:3", "--opponent"];
    played(here, "r", &triples(), &[&parties[..], &["builtin/perfect-arguer"]].concat());
    let page = run(here, &["report", "results/r", "--lang", "en"], 0);
    let against = "builtin/hallucinator:3 against builtin/perfect-arguer";
    assert!(page.contains("arguable, as a dialogue") && page.contains("## Side by side"), "{page}");
    let found = scores(here, "r");
    for (metric, name) in [
        ("plaintiff_acc_h_mean", "plaintiff's plies: faithfulness"),
        ("defendant_rec_u_mean", "defendant's ply: use of factors"),
    ] {
        let point = point(&found, "arguable", against, metric).expect("defined");
        let (_, sides) = page.split_once("## Side by side").expect("the section");
        assert!(row(sides, &["arguable, as a dialogue", name, against]).contains(&format!("{point:.3}")));
    }
    let page = run(here, &["report", "results/r", "--lang", "zh"], 0);
    assert!(page.contains("可论辩，对话") && page.contains("原告各段：忠实度"), "{page}");
    assert!(page.contains("不可论辩，对话") && !page.contains("dialogue"), "all of it is Chinese: {page}");
    let compared = run(here, &["compare", "results/r", "--lang", "zh"], 0);
    let (tables, _) = compared.split_once("Plaintiff's Rebuttal:").expect("what was said is quoted");
    assert!(tables.contains("可论辩，对话") && !tables.contains("dialogue"), "{tables}");
    let results: Value =
        serde_json::from_str(&run(here, &["export", "results/r", "--results"], 0)).expect("JSON");
    assert_eq!(faults(&results), Vec::<String>::new());
    assert_eq!(results["estimates"][0]["setup"], "dialogue");
    let turns = run(here, &["export", "results/r", "--table", "turns", "--format", "jsonl"], 0);
    let plies = turns.lines().filter(|line| line.contains("Defendant's Counterargument")).count();
    assert_eq!((turns.lines().count(), plies), (24 * 3, 24));
    let parties = |text: &str, pointer: &str| -> Vec<String> {
        let row = |line| serde_json::from_str::<Value>(line).expect("JSON");
        let party = |row: Value| row.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        text.lines().take(3).map(|line| party(row(line)).expect("a party")).collect()
    };
    assert_eq!(parties(&turns, "/party"), ["plaintiff", "defendant", "plaintiff"]);
    each_ply_with_its_request(&run(here, &["export", "results/r", "--dialogues"], 0), &parties);
    let page = run(here, &["compare", "results/r", "--lang", "en"], 0);
    assert!(page.contains("Plaintiff's Rebuttal:"), "what was said is all three plies: {page}");
}
