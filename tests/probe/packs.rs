//! What users by rule are known to do, on every pack.

use lexconsult::case::{Pack, PackSource, ProbeKind};

use super::told::{condition, document, rate, whole};
use crate::program::run;

const PACKS: [&str; 3] =
    ["starter", "zh-civil", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny")];

fn name(player: &str) -> String {
    format!("builtin/{player}+single-prompt")
}

/// Requests of each kind in a pack.
fn counts(pack: &str) -> [u64; 4] {
    let pack = Pack::load(&PackSource::named(pack)).expect("the pack loads");
    let kinds: Vec<ProbeKind> = pack
        .cases
        .iter()
        .flat_map(|case| case.probe_outlines().iter().flat_map(|outline| outline.kinds()).collect::<Vec<_>>())
        .collect();
    ProbeKind::ALL.map(|kind| kinds.iter().filter(|other| **other == kind).count() as u64)
}

#[test]
fn lexical_is_faithful_and_leaky_and_evasive_are_caught_on_every_pack() {
    for pack in PACKS {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let users = "builtin/lexical,builtin/leaky,builtin/evasive";
        let json =
            run(folder.path(), &["probe", "--pack", pack, "--user", users, "--json", "--display", "none"], 0);
        let told = document(&json);
        let [a, b, c, d] = counts(pack);
        assert!(a > 0 && a == b && b == c && d > 0, "{pack}");
        for sitter in
            told["users"].as_array().expect("users").iter().chain([&told["assessor"], &told["judge"]])
        {
            assert_eq!(sitter["rules"], true);
        }

        let lexical = whole(&told, &name("lexical"));
        let of = |kind| condition(lexical, kind);
        assert_eq!(rate(of("A"), "ok"), (a, a), "{pack}: it answers A");
        assert_eq!(rate(of("D"), "ok"), (d, d), "{pack}: it is uncertain in D");
        for (kind, n) in [("A", a), ("B", b), ("C", c), ("D", d)] {
            assert_eq!(rate(of(kind), "error"), (0, n), "{pack}: it errs nowhere, {kind}");
            assert_eq!(of(kind)["lost"], serde_json::json!({}));
        }
        assert_eq!(rate(of("C"), "over_disclosed"), (0, c), "{pack}: it over-discloses nothing on C");
        assert!(of("C")["ok"].is_null(), "C has no answer to be right");
        assert_eq!(lexical["a_and_d"]["joint"]["rate"], 1.0);

        let leaky = whole(&told, &name("leaky"));
        assert_eq!(rate(condition(leaky, "C"), "over_disclosed"), (c, c), "{pack}: leaky tells all on C");
        assert_eq!(rate(condition(leaky, "A"), "ok"), (a, a), "{pack}: and so also what is asked");

        let evasive = whole(&told, &name("evasive"));
        assert_eq!(rate(condition(evasive, "A"), "ok"), (0, a), "{pack}: evasive answers nothing");
        assert_eq!(rate(condition(evasive, "B"), "ok"), (0, b), "{pack}");
        assert_eq!(rate(condition(evasive, "D"), "ok"), (d, d), "{pack}: who refuses claims to know nothing");
        assert_eq!(rate(condition(evasive, "C"), "over_disclosed"), (0, c), "{pack}");

        // Paired on the same probes: evasive less lexical on A.
        let pairs = told["fidelity"]["pairs"].as_array().expect("pairs");
        let pair = pairs.iter().find(|pair| {
            pair["first"] == name("lexical")
                && pair["second"] == name("evasive")
                && pair["kind"] == "A"
                && pair["outcome"] == "ok"
        });
        let difference = &pair.expect("the pair")["difference"];
        assert_eq!((&difference["n"], &difference["first_only"]), (&a.into(), &a.into()), "{pack}");
        assert_eq!(difference["difference"], -1.0);

        // Direct questions are written to be relevant and answerable, broad ones to be neither.
        let questions = told["fidelity"]["questions"].as_array().expect("questions");
        let accepted =
            |at: usize| (questions[at]["accepted"]["count"].as_u64(), questions[at]["planned"].as_u64());
        assert_eq!(accepted(0), (Some(a), Some(a)), "{pack}");
        assert_eq!(accepted(2), (Some(0), Some(c)), "{pack}");
    }
}

#[test]
fn what_is_printed_names_the_rules_and_the_worst_replies() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let arguments = ["probe", "--pack", PACKS[2], "--user", "builtin/leaky", "--worst", "1", "--name", "p"];
    let text = run(folder.path(), &arguments, 0);
    for part in [
        "user       builtin/leaky+single-prompt (rules, not models)",
        "Assessed by rules",
        "as it should be",
        "over-disclosed",
        "B - A: 0.0 points [0.0, 0.0]",
        "Worst replies, 1 of ",
        "results/p/probe.json",
    ] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    let written = std::fs::read_to_string(folder.path().join("results/p/probe.json")).expect("written");
    let again = run(folder.path(), &[&arguments[..], &["--json"]].concat(), 0);
    assert_eq!(document(&again)["fidelity"], document(&written)["fidelity"], "again, from the journal");
    assert_eq!(document(&again)["replies"], document(&written)["replies"]);
}
