//! A consultation without its words: what was asked for, what the user was to do, and what the ledger
//! says became of it. Scores of conditions and of disclosure are made of it.

use crate::case::{Act, Disclosure, How, Move, Speaker, known_since};
use crate::cast::players::count_questions;
use crate::dialogue::Transcript;
use crate::dialogue::condition::Disturbance;
use crate::suite::lexpilot::{Play, Setup};

/// One consultation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The rounds in which the user replied, from the first.
    pub rounds: Vec<RoundNote>,
    /// What the user's turns made of the missing facts; `None` where the checker failed.
    pub ledger: Option<Vec<Disclosure>>,
    /// Whether the ledger can tell a misstatement: by words it can where a player by rule, which
    /// uses the case's own words, is the user.
    pub sees_misstatements: bool,
    /// Whether the gate failed on a message: then it is not known what was asked for.
    pub unread: bool,
    /// What the condition came to; none for a standard user.
    pub disturbance: Option<Disturbance>,
}

/// One round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundNote {
    /// Ids of the facts that the gate found the message to ask for.
    pub requested: Vec<String>,
    /// How many questions the message asks, counted by rule.
    pub questions: u32,
    /// What the user was to do.
    pub moved: Move,
}

/// In which way a dialogue's user did not keep to its condition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Breach {
    /// It told, or let be inferred, what it was to withhold or to misstate.
    ToldTooSoon,
    /// It did not misstate a fact that it was to misstate.
    DidNotMisstate,
    /// It did not tell rightly what it was to correct.
    DidNotCorrect,
    /// It told something wrongly that it was not to misstate.
    SaidSomethingFalse,
}

impl Breach {
    /// As in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::ToldTooSoon => "told too soon",
            Self::DidNotMisstate => "did not misstate",
            Self::DidNotCorrect => "did not correct",
            Self::SaidSomethingFalse => "said something false",
        }
    }
}

impl Course {
    /// The course of a play; `None` unless it is a consultation.
    pub fn of(play: &Play, transcript: &Transcript) -> Option<Self> {
        if play.setup != Some(Setup::Interaction) {
            return None;
        }
        let replied = transcript.turns.windows(2).filter(|pair| pair[1].turn.speaker == Speaker::User);
        let rounds = replied.map(|pair| RoundNote {
            requested: pair[0].requested.clone().unwrap_or_default(),
            questions: u32::try_from(count_questions(&pair[0].turn.text)).unwrap_or(u32::MAX),
            moved: pair[1].moved.clone().unwrap_or(Move::ANSWER),
        });
        let by_rule = play.user.as_deref().is_some_and(|user| user.starts_with("builtin/"));
        Some(Self {
            rounds: rounds.collect(),
            ledger: transcript.ledger_fault.is_none().then(|| transcript.ledger.clone()),
            sees_misstatements: transcript.ledger_by.is_some() || by_rule,
            unread: transcript.gate_lost.is_some(),
            disturbance: transcript.disturbance.clone(),
        })
    }

    /// The round in which the condition took hold.
    pub fn disrupted(&self) -> Option<u32> {
        self.disturbance.as_ref().and_then(|came_to| came_to.disrupted)
    }

    /// How the user did not keep to its condition, each way once: none where it did. `None` where the
    /// condition never took hold, or nobody can tell.
    pub fn breaches(&self) -> Option<Vec<Breach>> {
        self.disrupted()?;
        self.ledger.as_ref()?;
        let mut found = Vec::new();
        for (note, round) in self.rounds.iter().zip(1..) {
            self.breaches_of(note, round, &mut found);
        }
        found.sort();
        found.dedup();
        Some(found)
    }

    fn breaches_of(&self, note: &RoundNote, round: u32, found: &mut Vec<Breach>) {
        let Move { act, targets, .. } = &note.moved;
        for target in targets {
            let known = self.known(target, round);
            match act {
                Act::Withhold if known || self.shows(target, round, How::Implied) => {
                    found.push(Breach::ToldTooSoon);
                }
                Act::Misstate if known => found.push(Breach::ToldTooSoon),
                Act::Misstate if self.sees_misstatements && !self.shows(target, round, How::Distorted) => {
                    found.push(Breach::DidNotMisstate);
                }
                Act::Correct if !known => found.push(Breach::DidNotCorrect),
                Act::Answer | Act::Withhold | Act::Misstate | Act::Correct | Act::FollowUp => {}
            }
        }
        let shown = |fact: &String| {
            self.known_since(fact, round) == Some(round) || self.shows(fact, round, How::Implied)
        };
        found.extend(note.moved.withheld.iter().filter(|fact| shown(fact)).map(|_| Breach::ToldTooSoon));
        if self.false_in(note, round) {
            found.push(Breach::SaidSomethingFalse);
        }
    }

    /// Whether the user broke its move in a round, under any condition: it told a fact that nobody had
    /// asked for, withheld one that it was asked for and was to tell, said something false, or told
    /// what it was to keep back. `missing` are the facts that the history leaves out.
    pub fn faulty(&self, round: u32, missing: &[&str]) -> bool {
        let Some(note) = round.checked_sub(1).and_then(|at| self.rounds.get(at as usize)) else {
            return false;
        };
        let Move { act, targets, .. } = &note.moved;
        let kept_back = matches!(act, Act::Withhold | Act::Misstate);
        let asked = note.requested.iter().filter(|id| missing.contains(&id.as_str()));
        let to_tell = asked.chain(targets).filter(|id| !(kept_back && note.moved.is_about(id)));
        let volunteered = |entry: &Disclosure| entry.round == round && entry.how == How::Volunteered;
        let mut breaches = Vec::new();
        self.breaches_of(note, round, &mut breaches);
        !breaches.is_empty()
            || self.entries().any(volunteered)
            || to_tell.into_iter().any(|id| !self.known(id, round))
    }

    /// The facts that are known at the end, each with the round since when it is.
    pub fn recovered(&self) -> Vec<(&str, u32)> {
        let mut facts: Vec<&str> = self.entries().map(|entry| entry.fact.as_str()).collect();
        facts.sort_unstable();
        facts.dedup();
        facts.into_iter().filter_map(|fact| Some((fact, self.known_since(fact, u32::MAX)?))).collect()
    }

    /// Whether a fact is known by the end of a round.
    pub fn known(&self, fact: &str, round: u32) -> bool {
        self.known_since(fact, round).is_some()
    }

    /// The ledger, empty where there is none.
    pub fn entries(&self) -> impl Iterator<Item = &Disclosure> {
        self.ledger.iter().flatten()
    }

    fn known_since(&self, fact: &str, round: u32) -> Option<u32> {
        known_since(self.ledger.as_deref().unwrap_or_default(), fact, round)
    }

    fn shows(&self, fact: &str, round: u32, how: How) -> bool {
        self.entries().any(|entry| entry.fact == fact && entry.round == round && entry.how == how)
    }

    fn false_in(&self, note: &RoundNote, round: u32) -> bool {
        let may = |fact: &str| note.moved.act == Act::Misstate && note.moved.is_about(fact);
        self.entries().any(|entry| entry.round == round && entry.how == How::Distorted && !may(&entry.fact))
    }
}

#[cfg(test)]
mod tests;
