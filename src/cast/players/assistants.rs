//! Assistants by rule: controls whose scores are known in advance.

use rand::{Rng, RngExt};

use super::message::{asking, deciding, deciding_all};
use super::requests::told_by_user;
use crate::case::view::{self, Line, UntoldFact};
use crate::case::{Language, Speaker, Verdict, lexical};

/// What the prompt allows the assistant to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occasion {
    /// Ask or decide (LCA, LJP Interaction).
    MayAsk,
    /// Ask one clarification question (DCG).
    MustAsk,
    /// Decide (LJP Direct and Gold, and when the rounds are spent).
    MustDecide,
}

/// Decides every claim `Supported`, whatever the occasion.
pub fn never_ask(view: &view::Assistant) -> String {
    deciding_all(view.language, Verdict::Supported)
}

/// Asks a broad question whenever it may; else decides every claim `Supported`.
pub fn always_ask(view: &view::Assistant, occasion: Occasion) -> String {
    match occasion {
        Occasion::MayAsk => asking(view.language, lexical::broad_question(view.language)),
        Occasion::MustAsk => lexical::broad_question(view.language).to_owned(),
        Occasion::MustDecide => deciding_all(view.language, Verdict::Supported),
    }
}

/// Asks a broad question in half of the messages that may ask; decides every claim alike, each
/// verdict with the same probability. It draws the same numbers on every occasion.
pub fn random(view: &view::Assistant, occasion: Occasion, rng: &mut impl Rng) -> String {
    let asks = rng.random_bool(0.5);
    let verdict = Verdict::ALL[rng.random_range(0..Verdict::ALL.len())];
    match occasion {
        Occasion::MayAsk if asks => asking(view.language, lexical::broad_question(view.language)),
        Occasion::MustAsk => lexical::broad_question(view.language).to_owned(),
        Occasion::MayAsk | Occasion::MustDecide => deciding_all(view.language, verdict),
    }
}

/// Asks for each fact that the history leaves untold, one a turn, then decides by the truth.
///
/// It listens to nobody: its verdicts are the court's even where the user tells nothing. When it must
/// ask and has asked for everything, it asks for the first again.
pub fn oracle(view: &view::Oracle, occasion: Occasion) -> String {
    let asks = by_times_asked(&view.untold, &view.talk, view.language);
    match (occasion, asks.first()) {
        (Occasion::MustAsk, _) => first_question(&asks, view.language).to_owned(),
        (Occasion::MayAsk, Some((0, fact))) => asking(view.language, fact.question),
        (Occasion::MayAsk | Occasion::MustDecide, _) => {
            deciding(view.language, view.claims.iter().map(|claim| (claim.number, claim.verdict)))
        }
    }
}

/// Asks for one untold fact a turn, those it asked for least first, until a user turn tells it.
///
/// A claim whose facts are all told gets the truth, any other the verdict farthest from it, so its
/// score measures what the user discloses.
pub fn listener(view: &view::Listener, occasion: Occasion) -> String {
    let untold: Vec<UntoldFact> = view
        .untold
        .iter()
        .filter(|fact| !told_by_user(&view.talk, fact.cues, view.language))
        .copied()
        .collect();
    let asks = by_times_asked(&untold, &view.talk, view.language);
    match (occasion, asks.first()) {
        (Occasion::MustAsk, _) => first_question(&asks, view.language).to_owned(),
        (Occasion::MayAsk, Some((_, fact))) => asking(view.language, fact.question),
        (Occasion::MayAsk | Occasion::MustDecide, _) => {
            let is_untold = |id: &&str| untold.iter().any(|fact| fact.id == *id);
            let verdict = |claim: &view::KnownClaim| match claim.untold_needs.iter().any(is_untold) {
                true => claim.verdict.farthest(),
                false => claim.verdict,
            };
            deciding(view.language, view.claims.iter().map(|claim| (claim.number, verdict(claim))))
        }
    }
}

/// Decides every claim by the pack's commonest verdict, even when it should ask.
pub fn majority(view: &view::Majority, _occasion: Occasion) -> String {
    deciding_all(view.language, view.verdict)
}

/// The facts with how often the talk asks for them in their own words: the least asked first, else
/// in their order.
fn by_times_asked<'a>(
    facts: &[UntoldFact<'a>],
    talk: &[Line],
    language: Language,
) -> Vec<(usize, UntoldFact<'a>)> {
    let times = |fact: &UntoldFact| {
        let question = lexical::normalise(fact.question, language);
        talk.iter()
            .filter(|line| line.speaker == Speaker::Assistant)
            .filter(|line| lexical::normalise(line.text, language).contains(&question))
            .count()
    };
    let mut asks: Vec<_> =
        facts.iter().filter(|fact| !fact.question.is_empty()).map(|fact| (times(fact), *fact)).collect();
    asks.sort_by_key(|(times, _)| *times);
    asks
}

/// The question for the fact asked for least; a broad one when there is no fact to ask for.
fn first_question<'a>(asks: &[(usize, UntoldFact<'a>)], language: Language) -> &'a str {
    asks.first().map_or(lexical::broad_question(language), |(_, fact)| fact.question)
}

#[cfg(test)]
mod tests;
