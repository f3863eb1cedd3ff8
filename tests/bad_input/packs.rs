//! Packs and cases.

use std::time::{Duration, Instant};

use super::program::Place;

const ZH: &str = "cases/tiny-zh-lending.yaml";

/// The tiny pack with `from` replaced in its Chinese case.
fn edited(edits: &[(&str, &str)]) -> Place {
    let place = Place::new();
    let file = place.tiny_pack().join(ZH);
    let mut text = std::fs::read_to_string(&file).expect("a case of the tiny pack");
    for (from, to) in edits {
        assert!(text.contains(from), "`{from}` is not in {ZH}");
        text = text.replace(from, to);
    }
    std::fs::write(file, text).expect("written");
    place
}

/// A pack that cannot be loaded: `pack check` and `run` say why in the same words.
fn not_loaded(place: &Place, says: &[&str]) {
    for args in [&["pack", "check", "pack"][..], &["run", "--pack", "pack", "--model", "builtin/oracle"]] {
        place.refused(args, 1, &["error: cannot load pack `pack`", "hint: "]).refused(1, says);
    }
    assert!(!place.path("results").exists(), "no run is begun");
}

/// A pack that loads and breaks a rule: `pack check` reports it, and `run` refuses to begin.
fn found(place: &Place, says: &[&str]) {
    let checked = place.run(&["pack", "check", "pack"]);
    assert_eq!(checked.code, 1, "{}", checked.stdout);
    for part in says {
        assert!(checked.stdout.contains(part), "`{part}` is not in:\n{}", checked.stdout);
    }
    let refused = place.refused(&["run", "--pack", "pack", "--model", "builtin/oracle"], 1, says);
    assert!(refused.stderr.contains("`lexconsult pack check pack`"), "{}", refused.stderr);
    assert!(!place.path("results").exists(), "no run is begun");
}

#[test]
fn an_unknown_field() {
    let place = edited(&[("province: ", "provinz: ")]);
    not_loaded(
        &place,
        &["cases/tiny-zh-lending.yaml:6:1", "unknown field `provinz`", "unknown keys are refused"],
    );
}

#[test]
fn a_case_id_used_twice() {
    let place = edited(&[("id: tiny-zh-lending", "id: tiny-en-deposit")]);
    let says =
        ["cases/tiny-zh-lending.yaml: id: ", "`tiny-en-deposit` is also used in cases/tiny-en-deposit.yaml"];
    not_loaded(&place, &says);
}

#[test]
fn a_claim_id_used_twice() {
    let place = edited(&[("  - id: c2", "  - id: c1")]);
    not_loaded(&place, &["claims[1].id: the id `c1` is used twice", "give each its own id"]);
}

#[test]
fn a_claim_without_verdict() {
    let place = edited(&[("    verdict: dismissed\n", "")]);
    not_loaded(&place, &["claims[1]: missing field `verdict`", "add the field"]);
}

#[test]
fn an_unknown_verdict() {
    let place = edited(&[("verdict: dismissed", "verdict: rejected")]);
    not_loaded(&place, &["claims[1].verdict", "unknown variant `rejected`", "`partially_supported`"]);
}

#[test]
fn a_claim_that_is_not_stated() {
    let place = edited(&[("complete: 还我本金5万元", "complete: 还我本金伍万元")]);
    let says = ["claims[0].stated.complete: ", "not to be found in a user turn", "letter by letter"];
    found(&place, &says);
}

#[test]
fn a_missing_fact_that_leaks() {
    let place = edited(&[("没提利息。", "没提利息。9月12号他转回来两万。")]);
    let says = ["history.underspecified[2]: ", "`两万`, a mark of the missing fact `k3`", "hint: "];
    found(&place, &says);
}

#[test]
fn unequal_turns() {
    let last_round = "    - assistant: 你们平时是什么关系，现在起诉了没有？\n    - user: 一个车间的，处了七八年。2024年3月我已经起诉了，还没开庭。\n";
    let place = edited(&[(last_round, "")]);
    let says = ["the complete history has 5 turns, the underspecified one 3", "the same number of turns"];
    found(&place, &says);
}

#[test]
fn a_wrong_language_tag() {
    let place = edited(&[("language: zh", "language: en")]);
    found(&place, &["language: wrong language tag: 100% of the letters are Chinese", "set `language: zh`"]);
    let checked = place.run(&["pack", "check", "pack"]);
    assert_eq!(checked.stdout.matches("error: ").count(), 1, "one cause, one error: {}", checked.stdout);
    let place = edited(&[("language: zh", "language: fr")]);
    not_loaded(&place, &["tiny-zh-lending.yaml:3:11: language: unknown variant `fr`", "`zh` or `en`"]);
}

#[test]
fn an_oversized_file() {
    let place = edited(&[]);
    let file = place.path("pack").join(ZH);
    let mut text = std::fs::read_to_string(&file).expect("a case of the tiny pack");
    text.push_str(&format!("# {}\n", "x".repeat(300_000)));
    std::fs::write(file, text).expect("written");
    not_loaded(&place, &["cases/tiny-zh-lending.yaml: is longer than 256 KiB"]);
}

#[test]
fn an_alias_bomb_ends_fast() {
    let mut bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for pair in ["ab", "bc", "cd", "de", "ef", "fg", "gh", "hi", "ij"] {
        let (from, to) = pair.split_at(1);
        let ten = vec![format!("*{from}"); 10].join(", ");
        bomb.push_str(&format!("{to}: &{to} [{ten}]\n"));
    }
    let place = Place::new();
    place.tiny_pack();
    place.write(&format!("pack/{ZH}"), bomb);
    let begun = Instant::now();
    not_loaded(
        &place,
        &["cases/tiny-zh-lending.yaml: uses more than", "YAML aliases", "write the repeated parts out"],
    );
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn another_encoding() {
    // 案由 in GB18030.
    let place = Place::new();
    place.tiny_pack();
    place.write(&format!("pack/{ZH}"), b"id: tiny-zh-lending\ncause: \xb0\xb8\xd3\xc9\n");
    not_loaded(&place, &["tiny-zh-lending.yaml:2: is not UTF-8", "iconv -f GB18030 -t UTF-8 "]);
    let utf16: Vec<u8> = "\u{feff}id: 案由".encode_utf16().flat_map(u16::to_le_bytes).collect();
    place.write(&format!("pack/{ZH}"), utf16);
    not_loaded(&place, &["tiny-zh-lending.yaml: is UTF-16, not UTF-8", "iconv -f UTF-16 -t UTF-8 "]);
}

#[test]
fn broken_syntax_is_placed() {
    let place = edited(&[("provenance: { kind: written", "provenance: { kind: [written")]);
    not_loaded(&place, &["cases/tiny-zh-lending.yaml:7:", "hint: "]);
    let place = Place::new();
    place.tiny_pack();
    std::fs::remove_dir_all(place.path("pack/cases")).expect("removed");
    place.write("pack/cases.jsonl", "{\"id\": \"a\", }\n");
    not_loaded(&place, &["cases.jsonl:1:12: "]);
}

#[test]
fn no_pack_at_all() {
    let place = Place::new();
    for args in
        [&["pack", "check", "nowhere"][..], &["run", "--pack", "nowhere", "--model", "builtin/oracle"]]
    {
        place.refused(
            args,
            1,
            &["cannot load pack `nowhere`", "there is no such file or folder", "built in: "],
        );
    }
    place.write("notes.txt", "x");
    place.refused(&["pack", "check", "notes.txt"], 1, &["neither a pack folder nor a .jsonl file"]);
    std::fs::create_dir(place.path("empty")).expect("created");
    place.refused(&["pack", "check", "empty"], 1, &["pack.yaml: is missing"]);
}

#[test]
fn prompts_that_cannot_be_used() {
    let place = Place::new();
    let begin = ["run", "--model", "builtin/oracle", "--prompts"];
    place.refused(&[&begin[..], &["nowhere"]].concat(), 1, &["nowhere", "hint: "]);
    place.write(
        "own/zh/judge/lca.j2",
        "---\nversion: 1\nabout: x\n---\n[[system]]\n{{ verdicts }}\n[[user]]\n{{ message }}\n",
    );
    place.refused(&[&begin[..], &["own"]].concat(), 1, &["zh/judge/lca.j2", "verdicts", "hint: "]);
    place.write("own/zh/judge/lca.j2", b"\xb0\xb8\xd3\xc9");
    place.refused(&[&begin[..], &["own"]].concat(), 1, &["zh/judge/lca.j2", "UTF-8"]);
}
