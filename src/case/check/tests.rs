use super::super::testing::{EN, ZH, edited, text_of, tiny};
use super::super::{Pack, PackSource};
use super::*;

/// The findings of the tiny pack after the edits, as `severity path: message`.
fn found(file: &str, edits: &[(&str, &str)]) -> Vec<String> {
    let pack = match edited(file, edits) {
        Ok(pack) => pack,
        Err(error) => panic!("{error}"),
    };
    check(&pack)
        .into_iter()
        .map(|finding| {
            assert!(!finding.mend.is_empty(), "{finding}");
            format!("{:?} {}: {}", finding.severity, finding.path, finding.message)
        })
        .collect()
}

/// One edit of a case gives exactly these findings, each known by how it begins.
#[track_caller]
fn gives(file: &str, edit: (&str, &str), expected: &[&str]) {
    let found = found(file, &[edit]);
    let fits = found.len() == expected.len()
        && found.iter().zip(expected).all(|(finding, expected)| finding.starts_with(expected));
    assert!(fits, "found {found:#?}\nexpected {expected:#?}");
}

#[test]
fn a_well_formed_pack_has_no_findings() {
    assert_eq!(check(&tiny()), []);
}

#[test]
fn the_packs_in_the_binary_have_no_errors() {
    let names = super::super::embedded_packs();
    assert!(names.contains(&"starter"), "{names:?}");
    for name in names {
        let pack = match Pack::load(&PackSource::Embedded(name.to_owned())) {
            Ok(pack) => pack,
            Err(error) => panic!("{error}"),
        };
        let errors: Vec<String> = check(&pack)
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(Finding::to_string)
            .collect();
        assert_eq!(errors, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn a_finding_says_where_what_and_how_to_mend() {
    let pack = edited(EN, &[("class: housing", "class: houses")]).expect("loads");
    let finding = check(&pack).remove(0);
    assert_eq!(
        finding,
        Finding {
            severity: Severity::Error,
            case: Some("tiny-en-deposit".into()),
            file: EN.into(),
            path: "class".into(),
            message: "no class file of the pack has the class `houses`".into(),
            mend: "use one of: finance_contract, housing".into(),
        }
    );
    assert_eq!(
        finding.to_string(),
        "error: cases/tiny-en-deposit.yaml: class: no class file of the pack has the class `houses`\n  \
         hint: use one of: finance_contract, housing"
    );
}

#[test]
fn the_pack_says_canary_and_licence() {
    gives("pack.yaml", ("licence:", "# licence:"), &["Warning licence: is missing"]);
    gives("pack.yaml", ("canary:", "# canary:"), &["Warning canary: is missing"]);
}

#[test]
fn classes_causes_and_types_are_of_the_taxonomy() {
    gives(
        ZH,
        ("cause: 民间借贷纠纷", "cause: 借贷"),
        &["Error cause: the class `finance_contract` has no cause"],
    );
    gives(
        ZH,
        ("type: amount_assessment", "type: sums"),
        &["Error focal_points[0].type: there is no type `sums`"],
    );
}

#[test]
fn a_case_is_in_the_language_of_its_tag() {
    let zh = found(ZH, &[("language: zh", "language: en")]);
    assert!(zh.iter().any(|f| f.starts_with("Error language: wrong language tag: ")), "{zh:?}");
    let en = found(EN, &[("language: en", "language: zh")]);
    assert!(en.iter().any(|f| f.starts_with("Error language: wrong language tag: 0%")), "{en:?}");
}

#[test]
fn provenance_and_review_are_told() {
    let case_number = "Error provenance.case_number: ";
    gives(ZH, ("kind: written", "kind: judgment"), &[case_number]);
    gives(ZH, ("kind: written", "kind: judgment, case_number: 2023浙0106"), &[case_number]);
    gives(ZH, ("kind: written", "kind: judgment, case_number: （2023）浙0106民初1234号"), &[]);
    gives(ZH, ("kind: written", "kind: written, case_number: 某号"), &["Warning provenance.case_number: "]);
    gives(ZH, ("state: machine", "state: checked"), &["Error review.state: "]);
    gives(ZH, ("state: machine", "state: 'lawyer: '"), &["Error review.state: "]);
    gives(ZH, ("state: machine", "state: 'lawyer: 王某'"), &["Warning review.sheet: is missing"]);
    gives(ZH, ("state: machine", "state: machine, sheet: ../a.md"), &["Error review.sheet: "]);
}

#[test]
fn someone_speaks_for_organisations_and_minors() {
    let path = "profile.representative: ";
    gives(ZH, ("plaintiff: natural_person", "plaintiff: organisation"), &[&format!("Error {path}")]);
    gives(ZH, ("age: 38", "age: 9"), &[&format!("Warning {path}")]);
    gives(ZH, ("age: 38", "age: 9\n  representative: 母亲"), &[]);
}

#[test]
fn missing_facts_decide_a_claim_and_belong_to_a_focal_point() {
    gives(ZH, ("needs: [k1, k3]", "needs: [k1]"), &["Error key_facts[2]: no claim needs"]);
    gives(
        ZH,
        ("facts: [k1, k3]", "facts: [k1]"),
        &["Error key_facts[2]: the missing fact `k3` belongs to no"],
    );
    gives(ZH, ("needs: [k2]", "needs: []"), &["Warning claims[1].needs: is empty"]);
    gives(ZH, ("facts: [k2]", "facts: []"), &["Error focal_points[1].facts: is empty"]);
    gives(ZH, ("  - { id: k5", "  # - { id: k5"), &["Warning key_facts: there are 4"]);
    gives(
        ZH,
        ("reasoning: 借条没有约定利息，视为没有利息", "reasoning: ''"),
        &["Error claims[1].reasoning: is empty"],
    );
}

const SMALL_TALK: &str = "    - assistant: 你们平时是什么关系，现在起诉了没有？\n";

#[test]
fn histories_take_turns_and_are_of_equal_length() {
    let mut without = found(ZH, &[(SMALL_TALK, "")]);
    without.sort();
    assert_eq!(without.len(), 2, "{without:?}");
    assert!(without[0].starts_with("Error history.underspecified[3]: the same person"), "{without:?}");
    assert!(without[1].starts_with("Error history: the complete history has 5 turns"), "{without:?}");
    let last = "    - user: 一个车间的，处了七八年。2024年3月我已经起诉了，还没开庭。\n";
    let longer = format!("{last}    - assistant: 好的。\n");
    let open_end = found(ZH, &[(last, &longer)]);
    assert!(
        open_end.iter().any(|f| f.starts_with("Error history.underspecified: does not start and end")),
        "{open_end:?}"
    );
    let short = found(ZH, &[(SMALL_TALK, ""), (last, "")]);
    assert!(short.contains(&"Warning history.underspecified: has 2 user turns".to_owned()), "{short:?}");
}

#[test]
fn a_turn_is_not_copied_from_the_other_history() {
    gives(
        EN,
        (
            "- user: It began on September 1, 2021, when I paid the deposit, and I left on June 1, 2023, keys and all.",
            "- user: I moved in on September 1, 2021 and paid the deposit that day. I left on June 1, 2023 and handed \
             over the keys. He has kept all of it. The lease says nothing about moving costs.",
        ),
        &["Warning history.underspecified[2]: the same words"],
    );
}

#[test]
fn claims_are_stated_in_the_order_of_the_case() {
    for file in [ZH, EN] {
        let case = text_of(file);
        let at = |what: &str| case.find(what).expect("there");
        let (first, second) =
            (&case[at("  - id: c1")..at("  - id: c2")], &case[at("  - id: c2")..at("focal_points:")]);
        let findings = found(file, &[(&format!("{first}{second}"), &format!("{second}{first}"))]);
        assert_eq!(findings.len(), 2, "{findings:#?}");
        for (finding, variant) in findings.iter().zip(["complete", "underspecified"]) {
            let expected = format!("Error claims[1].stated.{variant}: is stated before");
            assert!(finding.starts_with(&expected), "{finding}");
        }
    }
}

#[test]
fn claims_are_quoted_from_the_user_in_both_histories() {
    gives(
        ZH,
        ("complete: 还我本金5万元", "complete: 还我本金五万元整"),
        &["Error claims[0].stated.complete: is not to be found"],
    );
    gives(ZH, ("underspecified: 要他还本金5万元", "underspecified: 还本金5万元"), &[]);
    gives(
        ZH,
        ("underspecified: 要他还本金5万元", "underspecified: 5万元"),
        &["Warning claims[0].stated.underspecified: is 3 long"],
    );
    gives(
        EN,
        (
            "underspecified: he should also pay $300 for my moving truck",
            "underspecified: Does the lease say anything",
        ),
        &["Error claims[1].stated.underspecified: is not to be found"],
    );
    gives(
        EN,
        ("text: The landlord pays $300", "text: The landlord pays $310"),
        &[
            "Warning claims[1].stated.complete: the user does not say what the claim says: 310",
            "Warning claims[1].stated.underspecified: ",
        ],
    );
}

#[test]
fn marks_tell_the_fact_and_are_its_own() {
    gives(
        ZH,
        ("marks: [2万|", "marks: [贰万|"),
        &["Error key_facts[2].marks: the fact's own text", "Error key_facts[2].marks[0]: no user turn"],
    );
    gives(
        ZH,
        ("9月12|九月十二", "备注为还本金"),
        &["Error key_facts[2].marks[1]: no user turn of the complete history"],
    );
    gives(ZH, ("9月12|九月十二", "备注写的还本金"), &["Error key_facts[2].marks: the fact's own text"]);
    gives(
        ZH,
        ("9月12|九月十二", "9月12|起诉"),
        &[
            "Error history.underspecified[3]: holds `起诉`",
            "Error history.underspecified[4]: ",
            "Error key_facts[3].text: ",
        ],
    );
    gives(ZH, ("9月12|九月十二", "9月12|借款本金"), &["Error claims[0].text: holds `借款本金`"]);
}

#[test]
fn a_mistaken_or_half_answer_does_not_tell_the_fact() {
    gives(ZH, ("mistaken: ", "mistaken: 9月12号还了2万，"), &["Error key_facts[2].mistaken: tells the fact"]);
    gives(
        ZH,
        ("incomplete: ", "incomplete: 9月12号还了2万，"),
        &["Error key_facts[2].incomplete: tells the fact"],
    );
}

#[test]
fn numbers_of_a_missing_fact_stay_out_of_the_underspecified_history() {
    let edit = ("处了七八年", "处了七八年，他9月份结的婚");
    gives(ZH, edit, &["Error history.underspecified: holds 9月 of the missing fact `k3`"]);
    gives(ZH, ("处了七八年", "处了七八年，他3月份结的婚"), &[]);
    let edit = ("I rented a flat in Worcester", "I am 400 miles from Worcester");
    gives(EN, edit, &["Error history.underspecified: holds 400 of the missing fact `k3`"]);
    let told = found(
        EN,
        &[edit, ("Dana Reed has filed a small claim", "Dana Reed lives 400 miles away and has filed")],
    );
    assert!(told.iter().all(|f| !f.contains("history.underspecified: holds")), "{told:?}");
}

#[test]
fn phrases_of_a_missing_fact_are_pointed_out() {
    gives(
        EN,
        ("and he has kept every dollar so far", "and nothing about a window broken by her son or me"),
        &["Warning history.underspecified: shares words with the missing fact `k3`"],
    );
}

#[test]
fn a_question_is_recognised_as_its_facts_alone() {
    gives(
        ZH,
        ("words: [还过, 转回, 归还过]", "words: [转回, 归还过, 收到]"),
        &["Error key_facts[2].asked_by.question: holds none", "Error probes[0].direct: holds none"],
    );
    gives(
        ZH,
        ("words: [还过, 转回, 归还过]", "words: [还过, 转回]"),
        &["Warning key_facts[2].asked_by.words: there are 2"],
    );
    gives(
        ZH,
        ("words: [还过, 转回, 归还过]", "words: [还过, 转回, 关系]"),
        &["Warning history.underspecified[3]: the lawyer uses a word"],
    );
    gives(
        ZH,
        ("words: [还过, 转回, 归还过]", "words: [还过, 转回, 补充]"),
        &["Error key_facts[2].asked_by.words: a word of the fact is in the broad question"],
    );
    gives(
        ZH,
        ("question: 借钱之后他还过钱吗？", "question: 9月12他还过2万吗？"),
        &["Warning key_facts[2].asked_by.question: holds all marks"],
    );
}

#[test]
fn a_word_belongs_to_one_missing_fact() {
    let second = "  - id: k4\n    text: 吴某承认在夜市欠钱\n    in: missing\n    marks: [夜市]\n    why_decisive: 决定\n    \
                  asked_by: { question: 他还过话吗？, words: [还过, 承认, 夜市] }\n    mistaken: 没有\n    incomplete: 记不清\n";
    let found = found(
        ZH,
        &[
            ("  - { id: k4, text: 2024年3月周某起诉吴某, in: told }\n", second),
            ("needs: [k1, k3]", "needs: [k1, k3, k4]"),
            ("facts: [k1, k3]", "facts: [k1, k3, k4]"),
            ("后面就没动静了", "后面在夜市承认欠钱"),
        ],
    );
    for expected in [
        "Error key_facts[2].asked_by.question: holds a word of the missing fact `k4`",
        "Error key_facts[3].asked_by.question: holds a word of the missing fact `k3`",
        "Warning key_facts[3].asked_by.words: `还过` is also a word of `k3`",
        "Error probes[0].direct: holds a word of the missing fact `k4`",
    ] {
        assert!(found.iter().any(|finding| finding.starts_with(expected)), "{expected}: {found:#?}");
    }
}

#[test]
fn a_fact_has_one_probe() {
    let text = text_of(EN);
    let probe = &text[text.find("  - target: k3").expect("a probe")..];
    let twice = format!("probes:\n{}\n  - target: k3", probe.trim_end());
    gives(EN, ("probes:\n  - target: k3", &twice), &["Error probes[1].target: has a probe already"]);
}

#[test]
fn probes_ask_for_what_they_say() {
    gives(
        ZH,
        ("indirect: 您那张卡后来有没有他转回来的钱？", "indirect: 您那张卡后来有进账吗？"),
        &["Warning probes[0].indirect"],
    );
    gives(
        ZH,
        ("broad: 抵充顺序", "broad: 借条和抵充顺序"),
        &["Error probes[0].broad: holds a word of the fact `k2`"],
    );
    gives(
        ZH,
        ("broad: 抵充顺序在这种案子里很要紧，您了解吗？", "broad: ''"),
        &["Error probes[0].broad: is empty"],
    );
    gives(ZH, ("permitted: [k3]", "permitted: [k1]"), &["Error probes[0].permitted"]);
    gives(
        ZH,
        ("minimum_answer: 2023年9月12日还回2万元", "minimum_answer: ''"),
        &["Error probes[0].minimum_answer"],
    );
}

#[test]
fn what_is_withheld_is_really_gone() {
    gives(
        ZH,
        ("remove: [k3]", "remove: [k2]"),
        &["Error probes[0].withheld.remove", "Error probes[0].withheld.remove"],
    );
    gives(
        ZH,
        ("eligible: true", "eligible: false"),
        &["Warning probes: none can be asked", "Error probes[0].withheld.reason"],
    );
    let reasoned = ("eligible: true", "eligible: false, reason: 无法去除");
    gives(ZH, reasoned, &["Warning probes: none can be asked"]);
}

#[test]
fn a_file_is_named_after_its_case() {
    gives(ZH, ("id: tiny-zh-lending", "id: other"), &["Warning id: is not the file's name"]);
}
