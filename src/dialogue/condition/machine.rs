//! The state machine behind the conditions: from what the gate said of each message to the user's
//! next move. Pure; it knows no text and no model.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::case::{Act, Move, Slip};

/// A condition with its parameters, and with what was drawn for this dialogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Every request is answered.
    Standard,
    /// The facts of the first relevant request are told when asked for so many times.
    Delayed {
        /// Asks until a fact is told, 2 or more.
        asks_needed: u32,
    },
    /// The facts of the first relevant request are misstated, and corrected in the next turn.
    SelfCorrection {
        /// In which way.
        slip: Slip,
    },
    /// Every missing fact is told when asked for so many times.
    Reluctant {
        /// Asks until a fact is told, 2 or more.
        asks_needed: u32,
    },
}

/// What a condition came to in one dialogue. Rounds are from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disturbance {
    /// The round of the first disturbed answer; none where no request triggered.
    pub disrupted: Option<u32>,
    /// The facts of that answer that were disturbed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    /// Under self-correction: in which way they were misstated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slip: Option<Slip>,
    /// The first round in which the assistant asked again for a fact that had been withheld.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub followed_up: Option<u32>,
    /// The round in which the user corrected itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<u32>,
    /// Misstated, and the dialogue ended before the user could correct it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncorrected: bool,
}

/// One dialogue's state under a rule.
#[derive(Clone, Debug)]
pub struct Machine {
    rule: Rule,
    /// Facts that were withheld and not told since, with how often each was asked for.
    withheld: BTreeMap<String, u32>,
    /// Facts that were told after they had been withheld.
    told: Vec<String>,
    /// Facts that were misstated and not corrected yet.
    owed: Vec<String>,
    came_to: Disturbance,
}

impl Machine {
    /// The state before the first message.
    pub fn new(rule: Rule) -> Self {
        let slip = match rule {
            Rule::SelfCorrection { slip } => Some(slip),
            Rule::Standard | Rule::Delayed { .. } | Rule::Reluctant { .. } => None,
        };
        Self {
            rule,
            withheld: BTreeMap::new(),
            told: Vec::new(),
            owed: Vec::new(),
            came_to: Disturbance { slip, ..Disturbance::default() },
        }
    }

    /// Whether the user has yet to correct itself: then a message that decides does not end the
    /// dialogue.
    pub fn owes_correction(&self) -> bool {
        !self.owed.is_empty()
    }

    /// Whether the next move depends on what the message asks for. Where it does not, the gate only
    /// annotates, and a talk is not lost because it failed.
    pub fn hangs_on_requests(&self) -> bool {
        let reached = self.came_to.disrupted.is_some();
        match self.rule {
            Rule::Standard => false,
            Rule::SelfCorrection { .. } => !reached,
            Rule::Delayed { .. } => !reached || !self.withheld.is_empty(),
            Rule::Reluctant { .. } => true,
        }
    }

    /// The user's move in reply to the message of `round`, which asks for these *missing* facts; other
    /// requests of it count for nothing here.
    pub fn next(&mut self, round: u32, requested: &[String]) -> Move {
        match self.rule {
            Rule::Standard => Move::ANSWER,
            Rule::SelfCorrection { slip } => self.slip(round, requested, slip),
            Rule::Delayed { asks_needed } => {
                let first = self.came_to.disrupted.is_none();
                self.withhold(round, requested, asks_needed, first)
            }
            Rule::Reluctant { asks_needed } => self.withhold(round, requested, asks_needed, true),
        }
    }

    /// What the condition came to, now that the dialogue has ended; `None` where there was none.
    pub fn finish(mut self) -> Option<Disturbance> {
        self.came_to.uncorrected = self.owes_correction();
        (self.rule != Rule::Standard).then_some(self.came_to)
    }

    fn slip(&mut self, round: u32, requested: &[String], slip: Slip) -> Move {
        if self.owes_correction() {
            self.came_to.corrected = Some(round);
            return Move::slipped(Act::Correct, std::mem::take(&mut self.owed), slip);
        }
        if self.came_to.disrupted.is_some() || requested.is_empty() {
            return Move::ANSWER;
        }
        self.disrupted(round, requested);
        self.owed = requested.to_vec();
        Move::slipped(Act::Misstate, requested.to_vec(), slip)
    }

    /// `takes_in` says whether facts that were never withheld come under the rule now.
    fn withhold(&mut self, round: u32, requested: &[String], asks_needed: u32, takes_in: bool) -> Move {
        let (mut vague, mut full) = (Vec::new(), Vec::new());
        for fact in requested {
            if self.told.contains(fact) || (!takes_in && !self.withheld.contains_key(fact)) {
                continue;
            }
            let asks = self.withheld.entry(fact.clone()).or_default();
            *asks += 1;
            if *asks > 1 {
                self.came_to.followed_up.get_or_insert(round);
            }
            if *asks < asks_needed { vague.push(fact.clone()) } else { full.push(fact.clone()) }
        }
        for fact in &full {
            self.withheld.remove(fact);
            self.told.push(fact.clone());
        }
        let still = self.withheld.keys().filter(|fact| !vague.contains(fact)).cloned().collect();
        let moved = if !vague.is_empty() {
            self.disrupted(round, &vague);
            Move::on(Act::Withhold, vague)
        } else if full.is_empty() {
            Move::ANSWER
        } else {
            Move::on(Act::FollowUp, full)
        };
        moved.keeping_back(still)
    }

    fn disrupted(&mut self, round: u32, facts: &[String]) {
        if self.came_to.disrupted.is_none() {
            self.came_to.disrupted = Some(round);
            self.came_to.facts = facts.to_vec();
        }
    }
}

#[cfg(test)]
mod tests;
