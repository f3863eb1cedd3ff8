//! Personas as the command line draws them.

#[path = "support/program.rs"]
mod program;

use std::fs;
use std::path::Path;

use serde_json::Value;

fn sample(folder: &Path, more: &[&str]) -> Value {
    let json = program::run(folder, &[&["profile", "sample", "--json"], more].concat(), 0);
    serde_json::from_str(&json).expect("one JSON document")
}

#[test]
fn the_same_seed_draws_the_same_and_more_begin_with_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let three = sample(folder.path(), &["--count", "3", "--seed", "5"]);
    let five = sample(folder.path(), &["--count", "5", "--seed", "5"]);
    let list = |drawn: &Value| drawn["personas"].as_array().expect("a list").clone();
    assert_eq!(list(&three), list(&five)[..3]);
    assert_eq!(list(&five).len(), 5);
    assert_ne!(list(&three), list(&sample(folder.path(), &["--count", "3", "--seed", "6"])));
    assert!(five["source"]["citation"].as_str().expect("a citation").contains("Johnson, J. A. (2014)"));
}

#[test]
fn both_languages_tell_of_the_same_people() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let zh = sample(folder.path(), &["--count", "40"]);
    let en = sample(folder.path(), &["--count", "40", "--language", "en"]);
    let both =
        zh["personas"].as_array().expect("a list").iter().zip(en["personas"].as_array().expect("a list"));
    for (zh, en) in both {
        for field in ["plaintiff", "age", "gender", "traits", "scores"] {
            assert_eq!(zh[field], en[field]);
        }
        let text = en.to_string();
        assert!(text.is_ascii(), "{text}");
        assert!(!zh["occupation"].as_str().expect("a text").is_ascii(), "{zh}");
    }
}

/// A drawn block stands in a case as it is: with a voice the case still passes.
#[test]
fn what_is_drawn_fills_a_case() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tiny = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/writing-cases");
    let pack = folder.path().join("pack");
    fs::create_dir_all(pack.join("cases")).expect("created");
    fs::copy(tiny.join("pack.yaml"), pack.join("pack.yaml")).expect("copied");
    let case = fs::read_to_string(tiny.join("cases/zh-wedding-film-01.yaml")).expect("the case");
    let (head, rest) = case.split_once("profile:\n").expect("a profile");
    let (_, rest) = rest.split_once("\nclaims:\n").expect("claims");
    let head: String =
        head.lines().filter(|line| !line.starts_with("province:")).map(|l| format!("{l}\n")).collect();
    let drawn = program::run(folder.path(), &["profile", "sample", "--count", "30"], 0);
    let blocks: Vec<&str> = drawn.split("--- ").skip(1).collect();
    assert_eq!(blocks.len(), 30);
    for block in blocks {
        let text = format!("{head}{}\n", block.split_once('\n').expect("a comment, then the block").1);
        let text = format!("{}\n  voice: 说话慢\n\nclaims:\n{rest}", text.trim_end());
        fs::write(pack.join("cases/zh-wedding-film-01.yaml"), text).expect("written");
        program::run(folder.path(), &["pack", "check", "pack", "--strict"], 0);
    }
}

#[test]
fn the_list_says_where_the_table_is_from_and_that_it_is_a_substitute() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list = program::run(folder.path(), &["profile", "list"], 0);
    for said in ["stands for: Li and Chen (2015)", "Johnson, J. A. (2014)", "64.11 ± 16.04", "外卖骑手"]
    {
        assert!(list.contains(said), "{said}\n{list}");
    }
    let json = program::run(folder.path(), &["profile", "list", "--json"], 0);
    let json: Value = serde_json::from_str(&json).expect("one JSON document");
    assert_eq!(json["traits"]["groups"].as_array().expect("a list").len(), 8);
}

#[test]
fn a_folder_takes_the_place_of_the_built_in_and_a_bad_one_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles/personas.yaml");
    let text = fs::read_to_string(built_in).expect("the built-in file");
    let only = text.split_once("\nregions:\n").expect("regions").0.to_owned()
        + "\nregions: [ { zh: 甲省, en: A } ]\n";
    let mine = folder.path().join("mine");
    fs::create_dir(&mine).expect("created");
    fs::write(mine.join("personas.yaml"), only).expect("written");
    let drawn = sample(folder.path(), &["--count", "9", "--profiles", "mine"]);
    assert!(drawn["personas"].as_array().expect("a list").iter().all(|persona| persona["region"] == "甲省"));
    fs::write(mine.join("personas.yaml"), "plaintiffs: 3\n").expect("written");
    let output = program::program(folder.path(), &["profile", "list", "--profiles", "mine"])
        .output()
        .expect("it starts");
    let notes = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{notes}");
    assert!(notes.contains("cannot load profiles `mine`") && notes.contains("personas.yaml:1"), "{notes}");
    for count in ["0", "10001"] {
        program::run(folder.path(), &["profile", "sample", "--count", count], 2);
    }
}
