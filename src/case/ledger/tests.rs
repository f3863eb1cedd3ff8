use super::*;
use crate::case::testing::tiny;

const TOLD: &str = "2023年9月12号还了2万，备注是还本金。";
const MISTAKEN: &str = "2023年9月他给过我5000，说是利息。";
const VAGUE: &str = "这个事吧，一两句话说不清楚。";

/// The ledger of these replies; each request says whether it asks for `k3`.
fn ledger(rounds: &[(bool, &str)]) -> Vec<(u32, How)> {
    let pack = tiny();
    let case = pack.case("tiny-zh-lending").expect("in the pack");
    let (asked, not) = (["k3".to_owned()], []);
    let exchanges: Vec<Exchange<'_>> = rounds
        .iter()
        .map(|(asks, reply)| Exchange {
            request: "",
            requested: Some(if *asks { asked.as_slice() } else { not.as_slice() }),
            reply,
        })
        .collect();
    let findings = case.findings_by_words(&exchanges);
    let ledger = case.ledger(Variant::Underspecified, &exchanges, &findings);
    assert!(case.ledger(Variant::Complete, &exchanges, &findings).is_empty());
    assert!(ledger.iter().all(|entry| entry.fact == "k3"));
    ledger.into_iter().map(|entry| (entry.round, entry.how)).collect()
}

#[test]
fn a_fact_is_elicited_when_it_was_asked_for_and_else_volunteered() {
    assert_eq!(ledger(&[(true, TOLD), (true, TOLD)]), [(1, How::Elicited)]);
    assert_eq!(ledger(&[(false, TOLD)]), [(1, How::Volunteered)]);
    assert_eq!(ledger(&[(true, VAGUE), (false, TOLD)]), [(2, How::Elicited)]);
    assert_eq!(ledger(&[(true, VAGUE), (true, VAGUE)]), []);
    assert_eq!(ledger(&[(true, "9月12号还的。"), (false, "还了2万。")]), [(2, How::Elicited)]);
}

#[test]
fn what_was_told_wrongly_is_corrected_by_the_truth() {
    assert_eq!(ledger(&[(true, MISTAKEN)]), [(1, How::Distorted)]);
    assert_eq!(ledger(&[(true, "后来好像给过我一点，记不清了。")]), [(1, How::Distorted)]);
    let corrected = [(1, How::Distorted), (2, How::Corrected)];
    assert_eq!(ledger(&[(true, MISTAKEN), (false, TOLD)]), corrected);
    assert_eq!(ledger(&[(true, MISTAKEN), (false, TOLD), (true, TOLD)]), corrected);
    // Who takes the truth back has distorted it.
    assert_eq!(ledger(&[(true, TOLD), (true, MISTAKEN)]), [(1, How::Elicited), (2, How::Distorted)]);
    // Who tells it in the same breath has told it.
    assert_eq!(ledger(&[(true, &format!("{MISTAKEN}不对，是{TOLD}"))]), [(1, How::Elicited)]);
}

#[test]
fn what_a_checker_found_is_entered_by_the_same_rules() {
    let pack = tiny();
    let case = pack.case("tiny-zh-lending").expect("in the pack");
    let asked = ["k3".to_owned()];
    let round = Exchange { request: "", requested: Some(&asked), reply: "" };
    let found = |round, shown| Finding { fact: "k3".to_owned(), round, shown };
    let of_told = Finding { fact: "k1".to_owned(), round: 1, shown: Shown::Told };
    let findings = [of_told, found(1, Shown::Implied), found(2, Shown::Implied), found(3, Shown::Told)];
    let ledger = case.ledger(Variant::Underspecified, &[round; 3], &findings);
    let entries: Vec<_> = ledger.iter().map(|entry| (entry.fact.as_str(), entry.round, entry.how)).collect();
    assert_eq!(entries, [("k3", 1, How::Implied), ("k3", 3, How::Elicited)]);
}
