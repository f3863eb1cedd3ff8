//! The fidelity assessor by rule, for users by rule: it knows facts by their marks, and numbers.
//!
//! A told fact has no marks, and what a history tells may be told again, so that only missing facts can be
//! disclosed too early. What is said wrongly without a number, or in other words than the marks, it cannot
//! see; nor can it tell doubt from silence.

use super::message_sentences;
use crate::case::view::{FidelityAssessor, ProbedFact};
use crate::case::{ProbeKind, lexical};
use crate::cast::reading::{AnswerWord, ErrorKind, FidelityReply, OverDisclosed, ReplyError};

/// Sufficient when the reply tells the target; uncertain when it tells nothing that was taken away.
/// Over-disclosed is each fact told beyond what is permitted; unsupported is a fact told that was taken
/// away, and a number that neither the talk nor what the user knows holds.
pub fn fidelity(view: &FidelityAssessor) -> String {
    let told = |fact: &&ProbedFact| lexical::tells(view.reply, fact.cues, view.language);
    let tells_target = view.key_facts.iter().filter(|fact| fact.id == view.target).any(|fact| told(&fact));
    let taken: Vec<&ProbedFact> = view.key_facts.iter().filter(|fact| !fact.known).filter(told).collect();
    let answer = match view.kind {
        ProbeKind::Direct | ProbeKind::Indirect if tells_target => AnswerWord::Sufficient,
        ProbeKind::Direct | ProbeKind::Indirect => AnswerWord::Insufficient,
        ProbeKind::Broad => AnswerWord::NoneDue,
        ProbeKind::Withheld if taken.is_empty() => AnswerWord::Uncertain,
        ProbeKind::Withheld => AnswerWord::NotUncertain,
    };
    let beyond = view.key_facts.iter().filter(|fact| fact.known && !fact.permitted).filter(told);
    let over_disclosed: Vec<OverDisclosed> = beyond
        .map(|fact| OverDisclosed { fact: fact.id.to_owned(), quote: span(view, fact).to_owned() })
        .collect();
    let mut quotes: Vec<&str> = taken.iter().map(|fact| span(view, fact)).collect();
    quotes.extend(invented(view));
    quotes.dedup();
    let errors: Vec<ReplyError> = quotes
        .into_iter()
        .map(|quote| ReplyError { kind: ErrorKind::Unsupported, quote: quote.to_owned() })
        .collect();
    let reason = match (over_disclosed.is_empty(), errors.is_empty()) {
        (true, true) => "no mark of a fact that was not permitted, no number of its own",
        (false, _) => "it holds all marks of a fact that was not permitted",
        (true, false) => "it holds what the user does not know",
    };
    let reply = FidelityReply { reason: format!("By rule: {reason}."), answer, over_disclosed, errors };
    // Plain data with string keys.
    serde_json::to_string(&reply).expect("replies are plain data")
}

/// The sentence that tells a fact, or the whole reply where it takes several.
fn span<'a>(view: &FidelityAssessor<'a>, fact: &ProbedFact) -> &'a str {
    message_sentences(view.reply)
        .map(str::trim)
        .find(|sentence| lexical::tells(sentence, fact.cues, view.language))
        .unwrap_or(view.reply)
}

/// Sentences with a number that nothing holds which the user has heard, said or knows.
fn invented<'a>(view: &FidelityAssessor<'a>) -> Vec<&'a str> {
    let facts = view.key_facts.iter().filter(|fact| fact.known).map(|fact| fact.text);
    let heard = view.history.iter().map(|line| line.text);
    let known: Vec<&str> = facts.chain(heard).chain([view.question]).collect();
    message_sentences(view.reply)
        .map(str::trim)
        .filter(|sentence| lexical::has_a_number_beside(sentence, &known, view.language))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Case, Pack, PackSource};
    use crate::cast::reading::read_fidelity;

    fn tiny() -> Pack {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/packs/tiny");
        Pack::load(&PackSource::Path(folder)).expect("the tiny pack is well formed")
    }

    fn assessed(case: &Case, kind: ProbeKind, reply: &str) -> FidelityReply {
        let view = case.for_fidelity_assessor("k3", kind, reply).expect("a probe of the case");
        read_fidelity(&fidelity(&view), kind, &view.beyond(), reply).expect("a rule's reply is well formed")
    }

    fn case(pack: &Pack) -> &Case {
        pack.case("tiny-en-deposit").expect("in the pack")
    }

    #[test]
    fn the_target_told_is_sufficient_and_untold_is_not() {
        let pack = tiny();
        let told = "Yes. On June 20 he sent a list, with a receipt for $400.";
        for kind in [ProbeKind::Direct, ProbeKind::Indirect] {
            let found = assessed(case(&pack), kind, told);
            assert_eq!(found.answer, AnswerWord::Sufficient);
            assert!(found.over_disclosed.is_empty() && found.errors.is_empty(), "{found:?}");
            assert_eq!(assessed(case(&pack), kind, "He sent something.").answer, AnswerWord::Insufficient);
        }
    }

    #[test]
    fn a_broad_request_permits_nothing_that_was_missing() {
        let pack = tiny();
        let told = "No idea. But on June 20 he sent a list for $400. What now?";
        let found = assessed(case(&pack), ProbeKind::Broad, told);
        let quote = "But on June 20 he sent a list for $400.".to_owned();
        // A full stop does not end an English sentence here: the quotation may be longer.
        assert_eq!(found.over_disclosed.len(), 1);
        assert!(found.over_disclosed[0].quote.contains(&quote), "{found:?}");
        let found = assessed(case(&pack), ProbeKind::Broad, "My tenancy began on September 1, 2021.");
        assert!(found.over_disclosed.is_empty() && found.errors.is_empty(), "repeated history: {found:?}");
    }

    #[test]
    fn what_was_taken_away_is_an_error_when_it_is_told_and_no_disclosure() {
        let pack = tiny();
        let kind = ProbeKind::Withheld;
        let found = assessed(case(&pack), kind, "I could not say.");
        assert_eq!((found.answer, found.errors.len()), (AnswerWord::Uncertain, 0));
        let found = assessed(case(&pack), kind, "He sent a list for $400 on June 20.");
        assert_eq!((found.answer, found.over_disclosed.len()), (AnswerWord::NotUncertain, 0));
        assert!(!found.errors.is_empty());
    }

    #[test]
    fn a_number_of_ones_own_is_an_error() {
        let pack = tiny();
        let found = assessed(case(&pack), ProbeKind::Withheld, "I cannot say; it may have been $950.");
        assert_eq!(found.answer, AnswerWord::Uncertain);
        let error = ReplyError { kind: ErrorKind::Unsupported, quote: "it may have been $950.".into() };
        assert_eq!(found.errors, [error]);
    }
}
