//! What was said in the dialogues of a run, counted: questions, rounds, and which missing facts became
//! known, when and how. A dialogue counts as in `fact_recovery`: once it is played, whatever a judge
//! says of it, and unless the gate or the disclosure checker failed on it.

use std::collections::BTreeMap;

use crate::case::{AnswerKey, Disclosure, Speaker, known_since};
use crate::report::lexpilot::census::TurnLine;
use crate::suite::lexpilot::{Setup, Task};

/// Counts over the dialogues of one assistant in one slice.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Talks {
    /// Dialogues that were played, and of which it is known what was asked for and what was told.
    pub dialogues: u64,
    /// Dialogues that were played, but on which the gate or the disclosure checker failed: they count
    /// here alone.
    pub unread: u64,
    /// Of `dialogues`, those that the leading judge's scores leave out: not judged, or dropped.
    pub unscored: u64,
    /// Messages that ask: those that do not decide every claim.
    pub questions: u64,
    /// Of these, the ones that the gate read.
    pub read_by_gate: u64,
    /// Of these, the ones that ask for no key fact.
    pub for_no_fact: u64,
    /// Questions put after every missing fact had been told.
    pub after_all_told: u64,
    /// Rounds in which the user replied.
    pub rounds: u64,
    /// Facts that the histories leave out.
    pub missing: u64,
    /// Of these, told in each round; the first entry is round 1.
    pub told_in: Vec<u64>,
    /// Of these, told in each way.
    pub told_how: BTreeMap<&'static str, u64>,
    /// By type of focal point: facts left out, and told.
    pub by_type: BTreeMap<String, (u64, u64)>,
    /// `[case][repeat]`: facts told, and left out.
    pub by_case: Vec<Vec<[u32; 2]>>,
    /// By case and fact: dialogues that lack it, and that brought it out.
    pub by_fact: BTreeMap<(usize, String), (u64, u64)>,
}

/// A dialogue without its words.
pub struct Talk<'a> {
    /// What was played.
    pub task: Task,
    /// From 1.
    pub repeat: u32,
    /// Its disclosures; `None` where the gate or their checker failed.
    pub ledger: Option<&'a [Disclosure]>,
    /// Its turns.
    pub turns: &'a [TurnLine],
    /// Whether it counts under the leading judge.
    pub scored: bool,
}

/// Whether a play is a dialogue with the user.
pub fn is_talk(task: Task, setup: Option<Setup>) -> bool {
    task == Task::Dcg || setup == Some(Setup::Interaction)
}

impl Talks {
    /// Facts told.
    pub fn told(&self) -> u64 {
        self.told_in.iter().sum()
    }

    /// Adds a dialogue on case `at`, of `cases` cases, in `repeats` repeats.
    pub fn add(&mut self, talk: &Talk<'_>, key: &AnswerKey<'_>, at: usize, size: (usize, usize)) {
        let Some(ledger) = talk.ledger else {
            self.unread += 1;
            return;
        };
        self.dialogues += 1;
        self.unscored += u64::from(!talk.scored);
        self.missing += key.missing.len() as u64;
        for entry in ledger {
            *self.told_how.entry(entry.how.name()).or_default() += 1;
        }
        let mut known: BTreeMap<&str, u32> = BTreeMap::new();
        for fact in &key.missing {
            known.extend(known_since(ledger, fact, u32::MAX).map(|round| (*fact, round)));
        }
        for round in known.values() {
            let place = (*round as usize).max(1) - 1;
            if self.told_in.len() <= place {
                self.told_in.resize(place + 1, 0);
            }
            self.told_in[place] += 1;
        }
        for fact in &key.missing {
            let counts = self.by_fact.entry((at, (*fact).to_owned())).or_default();
            counts.0 += 1;
            counts.1 += u64::from(known.contains_key(fact));
        }
        for focal in &key.focal_points {
            let counts = self.by_type.entry(focal.kind.to_owned()).or_default();
            counts.0 += focal.missing.len() as u64;
            counts.1 += focal.missing.iter().filter(|fact| known.contains_key(*fact)).count() as u64;
        }
        let all_told = (!key.missing.is_empty() && known.len() == key.missing.len())
            .then(|| known.values().copied().max())
            .flatten();
        for spoken in talk.turns {
            match spoken.speaker() {
                Speaker::User => self.rounds += 1,
                Speaker::Assistant => {
                    let decides = spoken.reading.is_some_and(|reading| reading.decides_all);
                    let last_call = talk.task == Task::Ljp && spoken.reading.is_none();
                    if decides || last_call {
                        continue;
                    }
                    self.questions += 1;
                    self.after_all_told += u64::from(all_told.is_some_and(|round| spoken.round > round));
                    if let Some(requested) = &spoken.requested {
                        self.read_by_gate += 1;
                        self.for_no_fact += u64::from(requested.is_empty());
                    }
                }
            }
        }
        let (cases, repeats) = size;
        if self.by_case.is_empty() {
            self.by_case = vec![vec![[0; 2]; repeats]; cases];
        }
        let repeat = talk.repeat.saturating_sub(1) as usize;
        if let Some(cell) = self.by_case.get_mut(at).and_then(|row| row.get_mut(repeat)) {
            cell[0] += known.len() as u32;
            cell[1] += key.missing.len() as u32;
        }
    }
}
