//! The unit of play, what was answered, and what an extractor made of it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::extract::{Abstention, Cited, Flag};
use super::score::Reading;
use super::triple::Mode;
use crate::case::Stop;
use crate::stats::factors::TripleFactors;

/// The suite's name in identities and files.
pub const SUITE: &str = "threeply";

/// One answer to one triple: what makes it itself. An extractor is never part of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Id of the triple.
    pub triple: String,
    /// Its mode.
    pub mode: Mode,
    /// From 1.
    pub repeat: u32,
    /// Name of the arguing model.
    pub assistant: String,
}

impl Unit {
    /// The identity in one string.
    pub fn id(&self) -> String {
        format!("{SUITE}|{}", self.scope())
    }

    /// The scope of its asks.
    pub fn scope(&self) -> String {
        let escaped = |name: &str| name.replace('%', "%25").replace('|', "%7C");
        format!("{}|r{}|{}", escaped(&self.triple), self.repeat, escaped(&self.assistant))
    }
}

/// What was answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// The answer as it was written; empty where there was none.
    pub text: String,
    /// Reasoning that came apart from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// Cut by the length limit; scored as it stands (notes D54).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// How it ended.
    pub stop: Stop,
    /// What happened, where it ended in a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The journal's lines behind it.
    pub calls: Vec<u64>,
}

/// A [`Reading`] as records keep it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// Whether the answer abstains.
    pub abstention: Abstention,
    /// Whom each side cites.
    pub cited: Cited,
    /// Factors asserted of the current case.
    pub current: BTreeSet<u32>,
    /// Of the first precedent.
    pub tsc1: BTreeSet<u32>,
    /// Of the second precedent.
    pub tsc2: BTreeSet<u32>,
    /// Mentions that could not be attributed.
    #[serde(default)]
    pub unattributed: usize,
    /// What is odd about it, and how often.
    #[serde(default)]
    pub flags: BTreeMap<Flag, usize>,
}

impl From<Reading> for Label {
    fn from(reading: Reading) -> Self {
        let Reading { factors, abstention, cited, flags, unattributed } = reading;
        let TripleFactors { cc, tsc1, tsc2 } = factors;
        Self { abstention, cited, current: cc, tsc1, tsc2, unattributed, flags }
    }
}

impl From<Label> for Reading {
    fn from(label: Label) -> Self {
        let Label { abstention, cited, current, tsc1, tsc2, unattributed, flags } = label;
        let factors = TripleFactors { cc: current, tsc1, tsc2 };
        Self { factors, abstention, cited, flags, unattributed }
    }
}

impl Reading {
    /// Of an answer without text: it asserts nothing, and does not abstain.
    pub fn of_nothing() -> Self {
        Self {
            factors: TripleFactors::default(),
            abstention: Abstention::No,
            cited: Cited::default(),
            flags: BTreeMap::new(),
            unattributed: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_known_by_triple_repeat_and_model_and_by_no_extractor() {
        let unit = Unit {
            triple: "a|b".to_owned(),
            mode: Mode::Arguable,
            repeat: 2,
            assistant: "lab/x%".to_owned(),
        };
        assert_eq!(unit.id(), "threeply|a%7Cb|r2|lab/x%25");
    }

    #[test]
    fn a_label_keeps_the_whole_reading() {
        let reading = Reading {
            factors: TripleFactors {
                cc: BTreeSet::from([1]),
                tsc1: BTreeSet::from([2, 3]),
                tsc2: BTreeSet::new(),
            },
            abstention: Abstention::Lenient,
            cited: Cited { plaintiff: None, defendant: Some(super::super::triple::Case::Tsc2) },
            flags: BTreeMap::from([(Flag::NameMismatch, 2)]),
            unattributed: 4,
        };
        let written = serde_json::to_string(&Label::from(reading.clone())).expect("written");
        let read: Label = serde_json::from_str(&written).expect("read");
        assert_eq!(Reading::from(read), reading);
    }
}
