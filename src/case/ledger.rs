//! The fact ledger: which missing fact became known, when, and how. What the user's turns tell is
//! found by words here, with the case's own marks and cues, or by a checker elsewhere; the ledger is
//! made of either in the same way.

use super::consultation::{Case, KeyFact};
use super::label::{Language, Variant};
use super::lexical;
use super::talk::{Disclosure, How, Slip};

/// One round as the ledger reads it.
#[derive(Debug, Clone, Copy)]
pub struct Exchange<'a> {
    /// The assistant's message.
    pub request: &'a str,
    /// Ids of the facts that the gate found it to ask for; `None` where no gate took part.
    pub requested: Option<&'a [String]>,
    /// The user's reply.
    pub reply: &'a str,
}

/// What one user turn does with one key fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Id of the key fact.
    pub fact: String,
    /// Round of the user turn, from 1.
    pub round: u32,
    /// How the fact shows.
    pub shown: Shown,
}

/// See [`Finding`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Told as it is.
    Told,
    /// Not said, but to be inferred.
    Implied,
    /// Told wrongly, or only in part where the rest was asked for.
    Distorted,
}

impl Case {
    /// What the words of the user's turns show of the missing facts. A fact counts as told in the
    /// round by which the replies together hold all its marks, and in any later one that holds them
    /// again; as distorted where a reply that does not tell it has the case's own words for getting
    /// it wrong or half.
    pub fn findings_by_words(&self, rounds: &[Exchange<'_>]) -> Vec<Finding> {
        let replies: Vec<String> =
            rounds.iter().map(|round| lexical::normalise(round.reply, self.language)).collect();
        let mut findings = Vec::new();
        for fact in self.private().facts.iter().filter(|fact| fact.is_missing()) {
            let tells = |text: &str| lexical::tells_normal(text, &fact.cues, self.language);
            let mut heard = String::new();
            for (at, reply) in replies.iter().enumerate() {
                let alone = tells(reply);
                let shown = if !alone && misstates(reply, fact, self.language) {
                    Some(Shown::Distorted)
                } else {
                    let known = tells(&heard);
                    if self.language == Language::En && !heard.is_empty() {
                        heard.push(' ');
                    }
                    heard.push_str(reply);
                    let told = alone || (!known && tells(&heard));
                    told.then_some(Shown::Told)
                };
                let finding = |shown| Finding { fact: fact.id.clone(), round: at as u32 + 1, shown };
                findings.extend(shown.map(finding));
            }
        }
        findings
    }

    /// The disclosures of a talk that started from `variant`. A fact that is told counts as elicited
    /// when a request up to then asked for it, else as volunteered; as corrected when it had been
    /// distorted. What is known already is not entered again, unless it is distorted afterwards.
    /// Nothing is hidden from the complete history, so its ledger is empty.
    pub fn ledger(&self, variant: Variant, rounds: &[Exchange<'_>], findings: &[Finding]) -> Vec<Disclosure> {
        if variant == Variant::Complete {
            return Vec::new();
        }
        let requests: Vec<String> =
            rounds.iter().map(|round| lexical::normalise(round.request, self.language)).collect();
        let mut ledger = Vec::new();
        for fact in self.private().facts.iter().filter(|fact| fact.is_missing()) {
            let mut asked = false;
            let mut last = None;
            for (at, exchange) in rounds.iter().enumerate() {
                let round = at as u32 + 1;
                asked |= match exchange.requested {
                    Some(ids) => ids.contains(&fact.id),
                    None => lexical::asks_for_normal(&requests[at], &fact.cues, self.language),
                };
                let of_round = findings.iter().filter(|found| found.fact == fact.id && found.round == round);
                for found in of_round {
                    let known = last.is_some_and(How::recovers);
                    let how = match (found.shown, last) {
                        (Shown::Distorted, _) => How::Distorted,
                        (Shown::Implied, None) => How::Implied,
                        (Shown::Told, Some(How::Distorted)) => How::Corrected,
                        (Shown::Told, _) if known => continue,
                        (Shown::Told, _) if asked => How::Elicited,
                        (Shown::Told, _) => How::Volunteered,
                        (Shown::Implied, Some(_)) => continue,
                    };
                    ledger.push(Disclosure { fact: fact.id.clone(), round, how });
                    last = Some(how);
                }
            }
        }
        ledger.sort_by_key(|disclosure| disclosure.round);
        ledger
    }
}

/// The round since when a fact is known by the end of `round`; `None` where it is not. The last word on
/// it counts.
pub fn known_since(ledger: &[Disclosure], fact: &str, round: u32) -> Option<u32> {
    let last = ledger.iter().rfind(|entry| entry.fact == fact && entry.round <= round)?;
    last.how.recovers().then_some(last.round)
}

/// Whether the reply, normalised, holds the case's words for getting the fact wrong or half.
fn misstates(reply: &str, fact: &KeyFact, language: Language) -> bool {
    [Slip::Mistaken, Slip::Incomplete].into_iter().filter_map(|slip| fact.misstated(slip)).any(|words| {
        let words = lexical::normalise(words, language);
        words.chars().count() >= WORDS_MIN && reply.contains(&words)
    })
}

/// Characters below which words for a mistake could stand in a reply by chance.
const WORDS_MIN: usize = 8;

#[cfg(test)]
mod tests;
