//! The views themselves, as built-in players get them and as templates could print them.

use lexconsult::case::view::{Majority, View};
use lexconsult::case::{Language, Move, ProbeKind, Variant, Verdict};
use serde::Serialize;

use super::pack::{CanaryPack, Shape, Words, write};
use super::rows::row;

fn pack() -> CanaryPack {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), Shape::default(), &mut Words::default())
}

fn check<V: View + Serialize>(pack: &CanaryPack, case: usize, variant: Variant, view: &V) {
    let json = serde_json::to_string(view).expect("views are plain data");
    let role = if V::ROLE == "user" { "user with ids" } else { V::ROLE };
    for secret in &pack.secrets {
        let wanted = row(role).shows(secret, case, variant);
        assert_eq!(json.contains(&secret.word), wanted, "{} {:?} {json}", V::ROLE, secret.place);
    }
}

#[test]
fn every_view_holds_what_its_row_grants_and_nothing_else() {
    let pack = pack();
    for (at, case) in pack.pack.cases.iter().enumerate() {
        for variant in [Variant::Complete, Variant::Underspecified] {
            check(&pack, at, variant, &case.for_assistant(variant, &[]));
            check(&pack, at, variant, &case.for_user(variant, &[]));
            let nothing_selected = case.for_speaking_user(variant, &[], &[], &Move::ANSWER, false);
            for secret in &pack.secrets {
                let json = serde_json::to_string(&nothing_selected).expect("views are plain data");
                let wanted = row("assistant").shows(secret, at, variant);
                assert_eq!(json.contains(&secret.word), wanted, "{:?} {json}", secret.place);
            }
            check(&pack, at, variant, &case.for_disclosure_checker(variant, &[]));
            check(&pack, at, variant, &case.for_gate(variant, &[], ""));
            check(&pack, at, variant, &case.for_classifier(""));
            check(&pack, at, variant, &case.for_lca_judge(variant, ""));
            check(&pack, at, variant, &case.for_ljp_judge(""));
            check(&pack, at, variant, &case.for_oracle(variant, &[]));
            check(&pack, at, variant, &case.for_listener(variant, &[]));
            check(&pack, at, variant, &Majority::new(case.language, Verdict::Dismissed));
        }
        check(&pack, at, Variant::Underspecified, &case.for_dcg_judge(&[], ""));
        let target = case.probe_outlines()[0].target;
        let key = case.for_fidelity_assessor(target, ProbeKind::Direct, "").expect("a probe of the case");
        check(&pack, at, Variant::Underspecified, &key);
    }
}

#[test]
fn the_majority_player_gets_a_language_and_a_verdict() {
    let view = Majority::new(Language::Zh, Verdict::PartiallySupported);
    let json = serde_json::to_value(&view).expect("views are plain data");
    assert_eq!(json, serde_json::json!({"language": "zh", "verdict": "partially_supported"}));
}

#[test]
fn no_view_of_the_answer_speaks_of_the_verdicts_but_those_made_to() {
    let pack = pack();
    for case in &pack.pack.cases {
        let variant = Variant::Underspecified;
        let views = [
            serde_json::to_string(&case.for_assistant(variant, &[])),
            serde_json::to_string(&case.for_user(variant, &[])),
            serde_json::to_string(&case.for_gate(variant, &[], "")),
            serde_json::to_string(&case.for_classifier("")),
            serde_json::to_string(&case.for_lca_judge(variant, "")),
            serde_json::to_string(&case.for_dcg_judge(&[], "")),
            serde_json::to_string(&case.for_ljp_judge("")),
            serde_json::to_string(&case.for_fidelity_assessor(
                case.probe_outlines()[0].target,
                ProbeKind::Withheld,
                "",
            )),
        ];
        for view in views {
            let json = view.expect("views are plain data");
            assert!(!json.contains("verdict") && !json.contains("supported"), "{json}");
        }
        let oracle = serde_json::to_string(&case.for_oracle(variant, &[])).expect("plain data");
        assert!(oracle.contains("\"verdict\""), "{oracle}");
    }
}
