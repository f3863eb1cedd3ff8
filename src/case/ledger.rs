//! The fact ledger: which missing fact became known, when, and how. Here by words alone; marks and
//! cues are the case's own.

use super::consultation::Case;
use super::label::Variant;
use super::lexical;
use super::talk::{Disclosure, How};

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

impl Case {
    /// The disclosures of a talk that started from `variant`. A fact counts as told in the round
    /// by which the user's replies together hold all its marks; as elicited when a request up to
    /// then asked for it, else as volunteered. Nothing is hidden from the complete history, so its
    /// ledger is empty.
    pub fn ledger(&self, variant: Variant, rounds: &[Exchange<'_>]) -> Vec<Disclosure> {
        if variant == Variant::Complete {
            return Vec::new();
        }
        let mut ledger = Vec::new();
        for fact in self.private().facts.iter().filter(|fact| fact.is_missing()) {
            let mut heard = String::new();
            let mut asked = false;
            for (i, round) in rounds.iter().enumerate() {
                asked |= match round.requested {
                    Some(ids) => ids.contains(&fact.id),
                    None => lexical::asks_for(round.request, &fact.cues, self.language),
                };
                heard.push_str(round.reply);
                heard.push('\n');
                if lexical::tells(&heard, &fact.cues, self.language) {
                    let how = if asked { How::Elicited } else { How::Volunteered };
                    ledger.push(Disclosure { fact: fact.id.clone(), round: i as u32 + 1, how });
                    break;
                }
            }
        }
        ledger.sort_by_key(|disclosure| disclosure.round);
        ledger
    }
}
