//! What holds for any text, and for the parts of an extraction that are no assertions.

use proptest::prelude::*;

use super::super::factor::factors;
use super::*;

fn flags(text: &str) -> Vec<Flag> {
    extract(text).flags.into_keys().collect()
}

#[test]
fn a_mention_is_found_again_by_its_span() {
    let text = "<think>F1 in TSC1</think>**Plaintiff’s Argument**\n- Both TSC1 and the current case have F4 “Agreed‑not‑to‑disclose” (P)。";
    let found = extract(text).asserted;
    let spans: Vec<(Case, &str)> = found.iter().map(|one| (one.case, &text[one.start..one.end])).collect();
    let mention = "F4 “Agreed‑not‑to‑disclose” (P)";
    assert_eq!(spans, [(Case::Tsc1, mention), (Case::Current, mention)]);
}

#[test]
fn what_cannot_be_attributed_is_counted_and_not_invented() {
    let read = extract("Plaintiff's Argument: F4 and F6 favor the plaintiff. F12 is strong.");
    assert_eq!((read.asserted.len(), read.unattributed), (0, 3));
    let read = extract("F6 Security-measures (P)");
    assert_eq!((read.asserted.len(), read.unattributed), (0, 1));
}

#[test]
fn abstention_is_strict_lenient_or_none() {
    let required = abstention::ABSTENTION;
    for text in [
        required.to_owned(),
        format!("<think>hm</think>\n\"{}.\"", required.to_uppercase()),
        format!("```\n**{required}**\n```"),
    ] {
        assert_eq!(extract(&text).abstention, Abstention::Strict, "{text}");
        assert!(!flags(&text).contains(&Flag::NearMissAbstention), "{text}");
    }
    for text in [
        format!("{required}, so I stop here."),
        "Cannot generate argument due to lack of common factors.".to_owned(),
        "No common factor between the current case and the TSC1/TSC2".to_owned(),
        "The current case has F2 and F5, TSC1 has F4. They have nothing in common, so no argument can be made.".to_owned(),
        "I'm sorry, but I can't help with that.".to_owned(),
    ] {
        assert_eq!(extract(&text).abstention, Abstention::Lenient, "{text}");
    }
    for text in [
        String::new(),
        "<think>No common factor. I should stop.</think>".to_owned(),
        format!("{required}.\n\nPlaintiff's Argument: TSC1 had F4, which is in the current case, too."),
        "Plaintiff's Argument: F4 is in TSC1 and in the current case.\nDefendant's Counterargument: Cannot generate argument due to lack of common factors.".to_owned(),
    ] {
        assert_eq!(extract(&text).abstention, Abstention::No, "{text}");
    }
    let near = |text: &str| flags(text).contains(&Flag::NearMissAbstention);
    assert!(near("There is no common factor between the cases."));
    assert!(!near("I'm sorry, but I can't help with that."));
}

#[test]
fn reasoning_that_says_stop_is_held_against_an_argument() {
    let stop = "<think>There are no common factors. I should stop.</think>";
    let argues = format!("{stop}Plaintiff's Argument: F6 is in TSC1.");
    assert_eq!(flags(&argues), [Flag::ReasoningBefore, Flag::ReasoningSaysStop]);
    let stops = format!("{stop}{}", abstention::ABSTENTION);
    assert_eq!(flags(&stops), [Flag::ReasoningBefore]);
}

#[test]
fn an_answer_that_breaks_off_is_flagged_and_read_as_it_stands() {
    for text in [
        "F4 is in TSC1 and",
        "TSC1 has F4 Agreed-not-to-dis",
        "{\"TSC1\": [\"F4\"], \"Current Case\": [\"F",
        "TSC1 has F4. The plaintiff theref",
        "<think>TSC1 has F4 and",
    ] {
        assert!(flags(text).contains(&Flag::Truncated), "{text}");
    }
    assert_eq!(Vec::from_iter(extract("TSC1 has F4 Agreed-not-to-dis").factors_of(Case::Tsc1)), [4]);
    for text in [
        "F4 is in TSC1.",
        "**TSC1**\n- F4 Agreed-not-to-disclose (P)",
        "{\"TSC1\": [\"F4\"]}",
        "No common factor at all",
    ] {
        assert!(!flags(text).contains(&Flag::Truncated), "{text}");
    }
}

#[test]
fn a_side_that_cites_none_is_not_given_one() {
    let cited = |text: &str| {
        let cited = extract(text).cited;
        (cited.plaintiff, cited.defendant)
    };
    assert_eq!(
        cited(
            "Plaintiff's Argument: I rely on TSC2.\nDefendant's Counterargument: TSC2 is distinguishable. TSC1 is a counterexample."
        ),
        (Some(Case::Tsc2), Some(Case::Tsc1))
    );
    for (said, cites) in [
        ("The defendant cites TSC1. F24 is present in both the current case and TSC1.", Some(Case::Tsc1)),
        ("We rely on TSC1.", Some(Case::Tsc1)),
        ("The plaintiff cites TSC1. TSC1 is distinguishable.", None),
        ("The plaintiff relies on TSC1, but the defendant cites TSC2.", Some(Case::Tsc2)),
        ("Neither TSC1 nor TSC2 was won by the defendant, so the defendant cites no case.", None),
        ("Because the defendant did not win TSC1 or TSC2, it cannot rely on either case.", None),
        ("The defendant cannot cite TSC2 either, because it was won by the plaintiff.", None),
        ("The defendant has none to cite. TSC2 was also won by the plaintiff.", None),
        ("I do not rely on TSC1 but on TSC2.", Some(Case::Tsc2)),
    ] {
        let text = format!("Plaintiff's Argument: I cite TSC1.\nDefendant's Counterargument: {said}");
        assert_eq!(cited(&text), (Some(Case::Tsc1), cites), "{said}");
    }
    assert_eq!(
        cited("Plaintiff's Argument: I rely on TSC2.\nDefendant's Counterargument: TSC2 is distinguishable."),
        (Some(Case::Tsc2), None)
    );
    assert_eq!(
        cited(
            "Plaintiff's Argument: Neither TSC1 nor TSC2 helps, and I have no precedent to cite.\nDefendant's Counterargument: I cite TSC1."
        ),
        (None, Some(Case::Tsc1))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_text_can_be_read(
        text in "(?s).{0,200}",
        parts in prop::collection::vec(prop::sample::select(vec![
            "F4", "F6 Security-measures (P)", "Factor", "factors 4, 6", "TSC1", "TSC2", "the current case", "both", " and ", ", ",
            "(", ")", "not ", "unlike ", "which ", ": ", "\n", "\n- ", "|", "| --- |", "{\"", "\"", "}", "[", "]", "<think>",
            "</think>", "**", "# ", "，", "‑", "’s ", "F", "F99999999999", "Plaintiff's Argument", " as ", ". ", "1️⃣", "é",
        ]), 0..40),
    ) {
        for text in [text, parts.concat()] {
            let read = extract(&text);
            for found in &read.asserted {
                prop_assert!(found.start < found.end && text.get(found.start..found.end).is_some(), "{found:?} {text:?}");
            }
            prop_assert_eq!(extract(&text), read);
        }
    }

    #[test]
    fn a_plain_argument_is_read_whole(
        current in prop::collection::btree_set(0usize..26, 1..14),
        tsc1 in prop::collection::btree_set(0usize..26, 1..14),
    ) {
        let set = |chosen: &BTreeSet<usize>| -> BTreeSet<u32> { chosen.iter().map(|i| factors()[*i].number).collect() };
        let (current, tsc1) = (set(&current), set(&tsc1));
        let list = |numbers: Vec<&u32>| -> Vec<String> {
            numbers.iter().filter_map(|number| super::super::factor::factor(**number)).map(|f| f.to_string()).collect()
        };
        let say = |numbers: Vec<&u32>, rest: &str| match list(numbers) {
            names if names.is_empty() => String::new(),
            names => format!("{} {rest}. ", names.join(", ")),
        };
        let text = [
            say(current.intersection(&tsc1).collect(), "are present in both the current case and TSC1"),
            say(current.difference(&tsc1).collect(), "are present in the current case but not in TSC1"),
            say(tsc1.difference(&current).collect(), "are present in TSC1, but absent from the current case"),
        ]
        .concat();
        let read = extract(&text);
        prop_assert_eq!(read.factors(), TripleFactors { cc: current, tsc1, tsc2: BTreeSet::new() });
        prop_assert_eq!(read.unattributed, 0);
    }
}

#[test]
fn long_hostile_text_is_read_in_time() {
    for unit in [
        "F4, ",
        "F4 ",
        "(",
        "|",
        "\n- ",
        "TSC1 (F4) ",
        "and ",
        "{\"",
        "not ",
        "but ",
        "Case A ",
        "<think>",
        "F4 Agreed-not-",
        "[[",
        "F4 and ",
        ") ",
        "F4 ) ",
        "TSC1 has F4, ",
        "has F4, ",
        "except F4, but TSC1 ",
        "and of the F4 in TSC1 ",
        "F4 (both) ",
        "and so does TSC1 ",
        "F4 (F4; ",
        "with TSC1 it is the other way round, ",
        "\n- F4\n  - in TSC1",
    ] {
        let read = extract(&unit.repeat(5_000));

        assert!(read.asserted.len() <= 15_000, "{unit}");
    }
}
