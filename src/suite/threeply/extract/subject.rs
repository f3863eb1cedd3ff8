//! Factors as the subject of a sentence, and clauses that go on with it whatever their verb is.

use super::super::triple::Case;
use super::apposition::apposition;
use super::clause::{Clause, Joint};
use super::lexicon::{BE, FINITE, HOLDS};
use super::reader::{Placement, Reader};
use super::token::{Kind, Token, Who};

/// Whether a clause begins with its factors: no case and no verb of having stand before them.
pub(super) fn leads(clause: &Clause) -> bool {
    let lead = clause.tokens.iter().take_while(|token| !token.is_factor());
    !lead.clone().any(|token| token.is_case() || token.of(HOLDS))
}

/// Whether a clause without factors goes on with those that are the subject of the sentence, or that a
/// pronoun stands for, unless they are `hanging`: `remain decisive in the current case`, `yet it dominates the current case`.
pub(super) fn goes_on_of_factors(clause: &Clause, of_factors: bool, hanging: bool) -> bool {
    const JOINTS: &str =
        " and but yet so while whereas though although also then still now here too likewise even ";
    const PRONOUNS: &str = " it they both these those each all ";
    let not = clause.tokens.iter().any(|token| {
        token.is(&["not", "no", "never", "cannot"]) || token.word().is_some_and(|word| word.ends_with("n't"))
    });
    if clause.joint != Joint::Plain || clause.negative || clause.announces || not {
        return false;
    }
    let words: Vec<&Token> = clause.tokens.iter().filter(|token| !token.is_sign(',')).collect();
    let lead = words.iter().take_while(|token| token.of(JOINTS)).count();
    let Some(first) = words.get(lead) else { return false };
    let pronoun = first.of(PRONOUNS);
    let verb = words
        .get(lead + usize::from(pronoun))
        .is_some_and(|verb| verb.word().is_some_and(|word| word.len() > 1));
    // "it is hard to see what the current case should learn"
    let expletive = first.is(&["it"])
        && words.get(lead + 1).is_some_and(|verb| verb.of(BE))
        && words.get(lead + 3).is_some_and(|next| next.is(&["to", "that", "what", "how"]));
    if pronoun && hanging || expletive {
        return false;
    }
    let begins = first.word().is_some() && (pronoun || of_factors && finite(first));
    begins && verb && holds_place(clause)
}

/// A word that may be a verb: no adjective of manner, no preposition.
fn finite(token: &Token) -> bool {
    const OTHER: &str = " in on of at by with from to for as like unlike the a an no not which who that where than or nor \
        because since if unless what when there neither without within despite against under over ";
    !token.of(OTHER) && token.word().is_some_and(|word| !word.ends_with("ly") && !word.ends_with("ing"))
}

/// Whether the case of the clause is where something is: after a preposition, or the current case as
/// what is affected.
fn holds_place(clause: &Clause) -> bool {
    const APART: &str = " distinguishes distinguish distinguished separates separate separated differentiates sets set than \
        unlike since ";
    if clause.any_of(APART) {
        return false;
    }
    clause.tokens.iter().enumerate().any(|(i, token)| {
        let article =
            clause.tokens[..i].iter().rev().take_while(|token| token.is(&["the", "both", "either"])).count();
        let before = i.checked_sub(1 + article).map(|n| &clause.tokens[n]);
        let current = matches!(token.kind, Kind::Case(Who::One(Case::Current)));
        token.is_case()
            && before.is_some_and(|before| {
                before.of(" in within of by throughout ") || current && before.word().is_some()
            })
    })
}

/// "These afflicted TSC2", "those won TSC1": what was named before, with a precedent as its object.
pub(super) fn afflicts(clause: &Clause) -> bool {
    const PARTS: &str =
        " distinguished separated differentiated outweighed outnumbered exceeded followed cited ";
    let [these, verb, rest @ ..] = &clause.tokens[..] else { return false };
    let past = verb
        .word()
        .is_some_and(|word| word.ends_with("ed") || matches!(word, "won" | "lost" | "sank" | "beset"));
    these.is(&["these", "those", "they", "both", "all"])
        && past
        && !verb.of(PARTS)
        && rest.iter().find(|token| !token.is(&["the"])).is_some_and(Token::is_case)
}

impl Reader {
    /// "The former is present in the current case", "of which the second is here": which of the factors
    /// named last a clause speaks of, and of which cases.
    pub(super) fn one_of_two(&self, clause: &Clause, has: &[Case]) -> Option<(Placement, Vec<Case>)> {
        let tokens = &clause.tokens;
        let at = tokens.iter().take(6).position(|token| {
            matches!(token.kind, Kind::Case(Who::Former | Who::Latter))
                || token.of(" first second third last ")
        })?;
        // "the last of which is"
        let of = tokens.get(at + 1).is_some_and(|next| next.is(&["of"]));
        let at = if of { at + 2 } else { at };
        let verb = tokens.get(at + 1).is_some_and(|next| {
            next.of(BE)
                || next.of(FINITE)
                || next.is(&["alone", "only", "recurs", "reappears", "also", "can", "cannot"])
        });
        let placed = tokens[at + 1..].windows(2).any(|two| {
            two[0].of(" in of from the is are ") && matches!(two[1].kind, Kind::Case(Who::One(_)))
        });
        if !verb || !placed || self.group.len() < 2 {
            return None;
        }
        let named = if of { at - 2 } else { at };
        let factor = match &tokens[named].kind {
            Kind::Case(Who::Former) => self.group.first(),
            Kind::Word(word) if word == "first" => self.group.first(),
            Kind::Word(word) if word == "second" => self.group.get(1),
            Kind::Word(word) if word == "third" => self.group.get(2),
            _ => self.group.last(),
        };
        let named: Vec<Case> = clause.names().into_iter().filter(|case| has.contains(case)).collect();
        factor.copied().filter(|_| !named.is_empty()).map(|factor| (factor, named))
    }
}

/// Whether the factors of a clause without case and verb wait for a verb that comes after a clause by
/// the way: "but F14, which the current case has, was not part of it".
pub(super) fn waits(clause: &Clause, rest: &[Clause]) -> bool {
    let bare = clause.cases().is_empty()
        && clause.factors().next().is_some()
        && !clause.any_of(HOLDS)
        && !clause.any_of(BE);
    let [aside, main, ..] = rest else { return false };
    let said = aside.joint == Joint::Relative
        || aside.by_the_way
        || aside.tokens[0].is_sign(',') && apposition(&aside.tokens[1..]);
    let first = main.tokens.iter().find(|token| token.word().is_some());
    let verb = first.is_some_and(|first| first.of(BE) || first.of(HOLDS) || first.of(FINITE));
    bare && said
        && !main.cases().is_empty()
        && main.joint == Joint::Plain
        && main.factors().next().is_none()
        && verb
}
