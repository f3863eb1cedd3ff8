//! The unit of play, what was answered, and what an extractor made of it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::arguer::Arguer;
use super::extract::{Abstention, Cited, Flag};
use super::ply::Ply;
use super::score::{PlyReading, Reading};
use super::triple::{Mode, Triple};
use crate::case::{Absence, Stop};
use crate::model::Finish;
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
    /// Name of the arguing model; in a dialogue, of the plaintiff's.
    pub assistant: String,
    /// Name of the defendant's model, in a dialogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
}

impl Unit {
    /// The unit of a triple and of whoever argues it.
    pub fn of(triple: &Triple, repeat: u32, arguer: &Arguer) -> Self {
        Self {
            triple: triple.id.clone(),
            mode: triple.mode,
            repeat,
            assistant: arguer.assistant(),
            opponent: arguer.opponent(),
        }
    }

    /// The identity in one string.
    pub fn id(&self) -> String {
        format!("{SUITE}|{}", self.scope())
    }

    /// The scope of its asks.
    pub fn scope(&self) -> String {
        let scope = format!("{}|r{}|{}", escaped(&self.triple), self.repeat, escaped(&self.assistant));
        match &self.opponent {
            Some(opponent) => format!("{scope}|{}", escaped(opponent)),
            None => scope,
        }
    }

    /// Whether it is a dialogue.
    pub fn is_dialogue(&self) -> bool {
        self.opponent.is_some()
    }

    /// The name under which its scores are listed: see [`against`].
    pub fn name(&self) -> String {
        against(&self.assistant, self.opponent.as_deref())
    }
}

/// Names hold whatever somebody wrote; the separator must not.
pub(super) fn escaped(name: &str) -> String {
    name.replace('%', "%25").replace('|', "%7C")
}

/// The name of whoever argues, as scores list it: `lab/a`, also where it plays both parties of a dialogue,
/// or `lab/a against lab/b`, the plaintiff's model first.
pub fn against(assistant: &str, opponent: Option<&str>) -> String {
    match opponent.filter(|opponent| *opponent != assistant) {
        Some(opponent) => format!("{assistant} against {opponent}"),
        None => assistant.to_owned(),
    }
}

/// One ply of a dialogue as it was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// The ply as it was written; empty where there was none.
    pub text: String,
    /// Reasoning that came apart from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// Cut by the length limit; scored as it stands (notes D54).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// Why there is no text, where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<Absence>,
}

impl Said {
    /// Of an answer.
    pub fn of(text: Option<String>, reasoning: Option<String>, finish: Option<&Finish>) -> Self {
        let text = text.unwrap_or_default();
        let absent = text.trim().is_empty().then_some(match finish {
            Some(Finish::ContentFilter | Finish::Refusal) => Absence::Refused,
            Some(Finish::Length) => Absence::Truncated,
            _ => Absence::Silent,
        });
        let reasoning = reasoning.filter(|reasoning| !reasoning.trim().is_empty());
        Self { text, reasoning, cut: finish == Some(&Finish::Length), absent }
    }
}

/// What was answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// The answer as it was written; empty where there was none, and in a dialogue.
    pub text: String,
    /// Reasoning that came apart from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// Cut by the length limit; scored as it stands (notes D54).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// The plies of a dialogue in their order, up to where a fault ended it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<Said>,
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
    /// Of a dialogue, its plies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<PlyLabel>,
}

/// A [`PlyReading`] as records keep it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlyLabel {
    /// Which.
    pub ply: Ply,
    /// Whether it abstains.
    pub abstention: Abstention,
    /// Why it has no text, where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<Absence>,
    /// Factors that it asserts of the current case.
    pub current: BTreeSet<u32>,
    /// Of the first precedent.
    pub tsc1: BTreeSet<u32>,
    /// Of the second precedent.
    pub tsc2: BTreeSet<u32>,
}

impl From<Reading> for Label {
    fn from(reading: Reading) -> Self {
        let Reading { factors, abstention, cited, flags, unattributed, plies } = reading;
        let TripleFactors { cc, tsc1, tsc2 } = factors;
        let of_ply = |reading: PlyReading| {
            let PlyReading { ply, factors, abstention, absent } = reading;
            let TripleFactors { cc, tsc1, tsc2 } = factors;
            PlyLabel { ply, abstention, absent, current: cc, tsc1, tsc2 }
        };
        let plies = plies.into_iter().map(of_ply).collect();
        Self { abstention, cited, current: cc, tsc1, tsc2, unattributed, flags, plies }
    }
}

impl From<Label> for Reading {
    fn from(label: Label) -> Self {
        let Label { abstention, cited, current, tsc1, tsc2, unattributed, flags, plies } = label;
        let of_ply = |label: PlyLabel| {
            let PlyLabel { ply, abstention, absent, current, tsc1, tsc2 } = label;
            PlyReading { ply, factors: TripleFactors { cc: current, tsc1, tsc2 }, abstention, absent }
        };
        let factors = TripleFactors { cc: current, tsc1, tsc2 };
        let plies = plies.into_iter().map(of_ply).collect();
        Self { factors, abstention, cited, flags, unattributed, plies }
    }
}

impl Reading {
    /// Of a unit in which nobody wrote anything, for this reason: it asserts nothing, and nobody abstains.
    pub fn of_absent(unit: &Unit, absence: Absence) -> Self {
        if unit.is_dialogue() { Self::of_silence([absence; 3]) } else { Self::of_nothing() }
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
            opponent: None,
        };
        assert_eq!((unit.id().as_str(), unit.name().as_str()), ("threeply|a%7Cb|r2|lab/x%25", "lab/x%"));
        let written = serde_json::to_string(&unit).expect("written");
        assert!(!written.contains("opponent"), "records of single messages are as they were: {written}");
        let against = |opponent: &str| Unit { opponent: Some(opponent.to_owned()), ..unit.clone() };
        assert_eq!(against("lab/y").id(), "threeply|a%7Cb|r2|lab/x%25|lab/y");
        assert_eq!(against("lab/y").name(), "lab/x% against lab/y");
        assert_eq!(against("lab/x%").name(), "lab/x%", "one model plays both parties");
        assert_ne!(against("lab/x%").id(), unit.id());
    }

    #[test]
    fn an_answer_without_text_is_silence_and_says_why() {
        let absent = |text: &str, finish: &Finish| Said::of(Some(text.to_owned()), None, Some(finish)).absent;
        assert_eq!(absent("x", &Finish::Length), None);
        assert_eq!(absent(" ", &Finish::Length), Some(Absence::Truncated));
        assert_eq!(absent("", &Finish::ContentFilter), Some(Absence::Refused));
        assert_eq!(Said::of(None, None, None).absent, Some(Absence::Silent));
        assert!(Said::of(Some("x".to_owned()), None, Some(&Finish::Length)).cut);
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
            plies: vec![PlyReading {
                ply: Ply::Counterargument,
                factors: TripleFactors { cc: BTreeSet::from([1]), ..TripleFactors::default() },
                abstention: Abstention::No,
                absent: Some(Absence::Refused),
            }],
        };
        let written = serde_json::to_string(&Label::from(reading.clone())).expect("written");
        let read: Label = serde_json::from_str(&written).expect("read");
        assert_eq!(Reading::from(read), reading);
    }
}
