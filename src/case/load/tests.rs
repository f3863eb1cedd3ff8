use std::fs;

use super::super::testing::{EN, ZH, edited, folder_of, shown, text_of, tiny, tiny_folder};
use super::super::{Pack, PackSource, Problem, Verdict};
use super::*;

/// The problems of the tiny pack after the edits.
fn problems(file: &str, edits: &[(&str, &str)]) -> Vec<Problem> {
    edited(file, edits).expect_err("the edit breaks the pack").problems
}

/// The paths of the problems after one edit of the Chinese case.
fn paths(from: &str, to: &str) -> Vec<String> {
    problems(ZH, &[(from, to)]).into_iter().map(|problem| problem.path).collect()
}

#[test]
fn a_pack_is_loaded_with_its_cases_in_order_of_id() {
    let pack = tiny();
    assert_eq!(pack.name(), "tiny");
    let ids: Vec<&str> = pack.cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids, ["tiny-en-deposit", "tiny-zh-lending"]);
    assert_eq!(pack.case("tiny-zh-lending").map(|case| case.cause.as_str()), Some("民间借贷纠纷"));
    assert!(pack.case("absent").is_none());
    assert_eq!(pack.taxonomy.classes.len(), 2);
    assert_eq!(pack.commonest_verdict(), Verdict::Dismissed, "two each: the lower");
}

#[test]
fn marks_are_split_into_their_alternatives() {
    let pack = tiny();
    let case = pack.case("tiny-zh-lending").expect("in the pack");
    let view = case.for_gate(super::super::Variant::Complete, &[], "");
    assert_eq!(view.key_facts[2].cues.marks, [vec!["2万", "两万", "20000"], vec!["9月12", "九月十二"]]);
}

#[test]
fn a_copy_of_the_sources_is_the_same_pack() {
    let pack = tiny();
    let paths: Vec<&str> = pack.sources.iter().map(Source::path).collect();
    assert_eq!(paths, [EN, ZH, "focal-types.yaml", "pack.yaml", "taxonomies/tiny.yaml"]);
    let folder = folder_of(&pack.sources);
    let copy = Pack::load(&PackSource::Path(folder.path().to_owned())).expect("the copy loads");
    assert_eq!(copy.hash, pack.hash);
    assert_eq!(copy.sources, pack.sources);
    let other = edited("pack.yaml", &[("version: 1", "version: 2")]).expect("loads");
    assert_ne!(other.hash, pack.hash);
}

/// The tiny pack's cases as JSON lines.
fn lines() -> String {
    [EN, ZH]
        .map(|file| {
            let value: serde_json::Value = serde_yaml::from_str(&text_of(file)).expect("well-formed YAML");
            value.to_string()
        })
        .join("\n")
}

#[test]
fn yaml_files_and_json_lines_give_the_same_cases() {
    let tiny = tiny();
    let folder = folder_of(&tiny.sources);
    fs::remove_dir_all(folder.path().join("cases")).expect("removed");
    fs::write(folder.path().join("cases.jsonl"), format!("\u{feff}{}\r\n\r\n", lines())).expect("written");
    let pack = Pack::load(&PackSource::Path(folder.path().to_owned())).expect("loads");
    assert_eq!(
        pack.cases.iter().map(shown).collect::<Vec<_>>(),
        tiny.cases.iter().map(shown).collect::<Vec<_>>()
    );
    assert_eq!(pack.cases[1].origin.to_string(), "cases.jsonl:2");
}

#[test]
fn a_file_of_json_lines_is_a_pack_and_so_is_its_copy() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("My Cases.jsonl");
    fs::write(&path, lines()).expect("written");
    let pack = match Pack::load(&PackSource::Path(path)) {
        Ok(pack) => pack,
        Err(error) => panic!("{error}"),
    };
    assert_eq!((pack.name(), pack.cases.len()), ("my-cases", 2));
    let copy = folder_of(&pack.sources);
    let copy = Pack::load(&PackSource::Path(copy.path().to_owned())).expect("the copy loads");
    assert_eq!(copy.hash, pack.hash);
}

#[test]
fn a_bad_line_is_named_by_its_number() {
    let folder = folder_of(&tiny().sources);
    fs::remove_dir_all(folder.path().join("cases")).expect("removed");
    let good = lines();
    let long = format!("{{\"id\":\"{}\"}}", "x".repeat(DOCUMENT_BYTES_MAX));
    fs::write(folder.path().join("cases.jsonl"), format!("{good}\n{{\"id\": 7}}\n{long}\n"))
        .expect("written");
    let error = Pack::load(&PackSource::Path(folder.path().to_owned())).expect_err("two bad lines");
    let found: Vec<_> =
        error.problems.iter().map(|p| (p.line, p.path.as_str(), p.message.as_str())).collect();
    assert_eq!(found[0].0, Some(3));
    assert_eq!(found[0].1, "id");
    assert_eq!((found[1].0, found[1].2), (Some(4), "is longer than 256 KiB"));
    assert_eq!(found.len(), 2);
}

#[test]
fn two_cases_may_not_share_an_id() {
    let found = problems(ZH, &[("id: tiny-zh-lending", "id: tiny-en-deposit")]);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].file.as_str(), found[0].path.as_str()), (ZH, "id"));
    assert!(found[0].message.contains(EN), "{}", found[0]);
}

#[test]
fn what_a_missing_fact_must_carry_is_asked_for_all_at_once() {
    let found = problems(
        ZH,
        &[
            ("why_decisive: ", "why_decisive: \"\" # "),
            ("mistaken: ", "# "),
            ("incomplete: ", "# "),
            ("marks: [2万|两万|20000, 9月12|九月十二]", "marks: []"),
            (
                "asked_by: { question: 借钱之后他还过钱吗？哪天、多少？, words: [还过, 转回, 归还过] }",
                "asked_by: { words: [] }",
            ),
        ],
    );
    let mut paths: Vec<&str> = found.iter().map(|problem| problem.path.as_str()).collect();
    paths.sort_unstable();
    assert_eq!(
        paths,
        [
            "key_facts[2].asked_by.question",
            "key_facts[2].asked_by.words",
            "key_facts[2].incomplete",
            "key_facts[2].marks",
            "key_facts[2].mistaken",
            "key_facts[2].why_decisive",
        ]
    );
    assert!(found.iter().all(|problem| !problem.mend.is_empty()));
}

#[test]
fn a_told_fact_carries_nothing_of_a_missing_one() {
    assert_eq!(
        paths("in: told }", "in: told, marks: [车间], mistaken: x }"),
        ["key_facts[3].marks", "key_facts[3].mistaken", "key_facts[4].marks", "key_facts[4].mistaken"]
    );
}

#[test]
fn one_to_three_facts_are_missing() {
    let found = problems(ZH, &[("in: missing", "in: told")]);
    assert!(found.iter().any(|p| p.path == "key_facts" && p.message.starts_with("0 facts")), "{found:?}");
}

#[test]
fn ids_are_names_and_unique() {
    assert_eq!(paths("id: tiny-zh-lending", "id: ../up"), ["id"]);
    assert_eq!(paths("id: f2", "id: f1"), ["focal_points[1].id"]);
    assert_eq!(paths("- { id: k4", "- { id: k5"), ["key_facts[4].id"]);
    assert_eq!(paths("  - id: c2", "  - id: c1"), ["claims[1].id"]);
}

#[test]
fn references_resolve() {
    assert_eq!(paths("needs: [k2]", "needs: [k2, k9]"), ["claims[1].needs[1]"]);
    assert_eq!(paths("needs: [k2]", "needs: [k2, k2]"), ["claims[1].needs[1]"]);
    assert_eq!(
        paths("facts: [k2], provisions: [2]", "facts: [k8], provisions: [0, 3]"),
        ["focal_points[1].facts[0]", "focal_points[1].provisions[0]", "focal_points[1].provisions[1]",]
    );
    assert_eq!(paths("target: k3", "target: k1"), ["probes[0].target"]);
    assert_eq!(paths("permitted: [k3]", "permitted: [k7]"), ["probes[0].permitted[0]"]);
    assert_eq!(paths("remove: [k3]", "remove: [k7]"), ["probes[0].withheld.remove[0]"]);
}

#[test]
fn a_turn_has_one_speaker_and_some_text() {
    assert_eq!(
        paths("    - assistant: 借出去以后他还过吗？哪天、多少？", "    - { user: a, assistant: b }"),
        ["history.complete[3]"]
    );
    assert_eq!(
        paths("    - assistant: 借出去以后他还过吗？哪天、多少？", "    - assistant: \" \""),
        ["history.complete[3]"]
    );
}

#[test]
fn a_mark_has_text_on_each_side_of_the_bar() {
    assert_eq!(paths("2万|两万|20000", "2万||20000"), ["key_facts[2].marks[0]"]);
}

#[test]
fn pack_files_are_checked_too() {
    let found = problems("pack.yaml", &[("taxonomies: [tiny]", "taxonomies: [../tiny]")]);
    assert_eq!(found[0].path, "taxonomies[0]");
    let found = problems("pack.yaml", &[("taxonomies: [tiny]", "taxonomies: [tiny, absent, tiny]")]);
    assert!(found.iter().any(|p| p.file == "taxonomies/absent.yaml"), "{found:?}");
    assert!(found.iter().any(|p| p.message.contains("twice")), "{found:?}");
    let found = problems("taxonomies/tiny.yaml", &[("id: housing", "id: finance_contract")]);
    assert!(found[0].message.contains("two classes"), "{}", found[0]);
    let found = problems("pack.yaml", &[("licence: ", "license: ")]);
    assert!(found[0].message.starts_with("unknown field `license`"), "{}", found[0]);
}

#[test]
fn what_is_no_pack_is_refused_with_a_hint() {
    let message = |path: std::path::PathBuf| {
        Pack::load(&PackSource::Path(path)).map(|pack| pack.hash).expect_err("no pack").to_string()
    };
    assert!(message("/nonexistent/pack".into()).contains("hint: "));
    assert!(message(tiny_folder().join(ZH)).contains("give the folder"));
    assert!(message(tiny_folder().join("cases")).contains("pack.yaml: is missing"));
    let absent = Pack::load(&PackSource::Embedded("absent".into())).map(|pack| pack.hash);
    assert!(absent.expect_err("not built in").to_string().contains("built in"));
}

#[test]
fn a_case_is_in_one_place_and_under_a_known_name() {
    let folder = folder_of(&tiny().sources);
    fs::write(folder.path().join("cases/.swap"), "x").expect("written");
    fs::write(folder.path().join("cases/old.yml"), "x").expect("written");
    let load = || Pack::load(&PackSource::Path(folder.path().to_owned())).map(|pack| pack.hash);
    let error = load().expect_err("old.yml would be left out in silence");
    assert_eq!(error.problems.len(), 1);
    assert_eq!(error.problems[0].file, "cases/old.yml");
    fs::write(folder.path().join("cases.jsonl"), "").expect("written");
    assert!(load().expect_err("two places").to_string().contains("beside cases/"));
    fs::remove_dir_all(folder.path().join("cases")).expect("removed");
    assert!(load().expect_err("empty").to_string().contains("holds no case"));
}

#[test]
fn ids_beyond_a_huge_file_are_not_reached() {
    let folder = folder_of(&tiny().sources);
    fs::remove_dir_all(folder.path().join("cases")).expect("removed");
    let file = fs::File::create(folder.path().join("cases.jsonl")).expect("created");
    file.set_len(CASES_BYTES_MAX as u64 + 1).expect("sparse");
    let error = Pack::load(&PackSource::Path(folder.path().to_owned())).map(|pack| pack.hash);
    assert!(error.expect_err("too long").to_string().contains("is longer than"));
}

#[test]
fn a_pack_prints_nothing_that_is_hidden() {
    let printed = format!("{:?}", tiny());
    assert!(printed.contains("吴某返还借款本金5万元"), "claims are open");
    for hidden in ["partially_supported", "PartiallySupported", "2023年9月12日", "抵充顺序", "车间"]
    {
        assert!(!printed.contains(hidden), "{hidden}");
    }
}
