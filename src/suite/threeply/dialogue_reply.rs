//! The reply of a model that extracts from a dialogue, and what it comes to as a reading.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use super::extract::{Abstention, Cited, Flag};
use super::factor::factor;
use super::ply::Ply;
use super::reply::{ReplyError, factors_at_most, form_of, last_of};
use super::score::{PlyReading, Reading};
use super::triple::Case;
use super::turns::read_alone;
use super::unit::Said;
use crate::model::Schema;
use crate::stats::factors::TripleFactors;

/// The name of the form.
pub const DIALOGUE_FORM: &str = "extract_turns";

/// What an extracting model answers of a dialogue.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DialogueReply {
    /// Of the first ply.
    pub plaintiff: CitingPly,
    /// Of the second.
    pub defendant: CitingPly,
    /// Of the third.
    pub rebuttal: PlyReply,
}

/// Of a ply in which a party cites.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitingPly {
    /// The ply declines and makes no argument.
    pub abstains: bool,
    /// On which precedent the party relies.
    #[serde(deserialize_with = "null_or")]
    pub cites: Option<Case>,
    /// Factors of the current case.
    pub current: Vec<u32>,
    /// Factors of the first precedent.
    pub tsc1: Vec<u32>,
    /// Factors of the second precedent.
    pub tsc2: Vec<u32>,
}

/// Of the rebuttal.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlyReply {
    /// The ply declines and makes no argument.
    pub abstains: bool,
    /// Factors of the current case.
    pub current: Vec<u32>,
    /// Factors of the first precedent.
    pub tsc1: Vec<u32>,
    /// Factors of the second precedent.
    pub tsc2: Vec<u32>,
}

/// Null is a value here; a missing key is an error.
fn null_or<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Case>, D::Error> {
    Option::deserialize(deserializer)
}

impl CitingPly {
    fn without_citation(&self) -> PlyReply {
        let Self { abstains, cites: _, current, tsc1, tsc2 } = self.clone();
        PlyReply { abstains, current, tsc1, tsc2 }
    }
}

/// The form of a reply as a JSON schema, for endpoints that take one.
pub fn dialogue_schema() -> Value {
    let numbers = json!({ "type": "array", "items": { "type": "integer", "minimum": 0 } });
    let precedent = json!({ "type": ["string", "null"], "enum": ["tsc1", "tsc2", null] });
    let citing = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["abstains", "cites", "current", "tsc1", "tsc2"],
        "properties": {
            "abstains": { "type": "boolean" },
            "cites": precedent,
            "current": numbers,
            "tsc1": numbers,
            "tsc2": numbers,
        },
    });
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["plaintiff", "defendant", "rebuttal"],
        "properties": {
            "plaintiff": citing,
            "defendant": citing,
            "rebuttal": {
                "type": "object",
                "additionalProperties": false,
                "required": ["abstains", "current", "tsc1", "tsc2"],
                "properties": {
                    "abstains": { "type": "boolean" },
                    "current": numbers,
                    "tsc1": numbers,
                    "tsc2": numbers,
                },
            },
        },
    })
}

/// The same as a request carries it.
pub fn dialogue_form() -> Schema {
    form_of(DIALOGUE_FORM, &dialogue_schema())
}

/// Reads a reply: the last complete object of the text, of exactly this form.
///
/// # Errors
/// When there is none.
pub fn read_dialogue_extraction(text: &str) -> Result<DialogueReply, ReplyError> {
    let reply: DialogueReply = last_of(text)?;
    for (name, citing) in [("plaintiff.cites", &reply.plaintiff), ("defendant.cites", &reply.defendant)] {
        if citing.cites == Some(Case::Current) {
            return Err(ReplyError::NoPrecedent(name));
        }
    }
    let DialogueReply { plaintiff, defendant, rebuttal } = &reply;
    for (name, list) in [
        ("plaintiff.current", &plaintiff.current),
        ("plaintiff.tsc1", &plaintiff.tsc1),
        ("plaintiff.tsc2", &plaintiff.tsc2),
        ("defendant.current", &defendant.current),
        ("defendant.tsc1", &defendant.tsc1),
        ("defendant.tsc2", &defendant.tsc2),
        ("rebuttal.current", &rebuttal.current),
        ("rebuttal.tsc1", &rebuttal.tsc1),
        ("rebuttal.tsc2", &rebuttal.tsc2),
    ] {
        factors_at_most(name, list)?;
    }
    Ok(reply)
}

impl DialogueReply {
    /// As a reading of the plies. Whether the required sentence stands in one word for word is seen in its
    /// text, whatever the model says; a lenient abstention is the model's word; a ply without text asserts
    /// nothing and does not abstain.
    pub fn reading(&self, said: &[Said]) -> Reading {
        let cited = Cited { plaintiff: self.plaintiff.cites, defendant: self.defendant.cites };
        let replies =
            [self.plaintiff.without_citation(), self.defendant.without_citation(), self.rebuttal.clone()];
        let mut flags: BTreeMap<Flag, usize> = BTreeMap::new();
        let mut plies = Vec::new();
        for ((ply, reply), said) in Ply::ALL.into_iter().zip(replies).zip(said) {
            let built_in = read_alone(ply, &said.text);
            let mut reading = PlyReading {
                ply,
                factors: TripleFactors::default(),
                abstention: Abstention::No,
                absent: said.absent,
            };
            if said.absent.is_none() {
                reading.abstention = match built_in.abstention {
                    Abstention::Strict => Abstention::Strict,
                    _ if reply.abstains => Abstention::Lenient,
                    _ => Abstention::No,
                };
                let set = |numbers: &[u32]| numbers.iter().copied().collect::<BTreeSet<u32>>();
                let (cc, tsc1, tsc2) = (set(&reply.current), set(&reply.tsc1), set(&reply.tsc2));
                let unknown = [&cc, &tsc1, &tsc2].into_iter().flatten().filter(|n| factor(**n).is_none());
                let unknown = unknown.count();
                let others = built_in.flags.iter().filter(|(flag, _)| **flag != Flag::UnknownNumber);
                for (flag, n) in others.chain((unknown > 0).then_some((&Flag::UnknownNumber, &unknown))) {
                    *flags.entry(*flag).or_default() += n;
                }
                reading.factors = TripleFactors { cc, tsc1, tsc2 };
            }
            plies.push(reading);
        }
        Reading::of_plies(plies, cited, flags, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::extract::abstention::ABSTENTION;
    use super::*;

    const GOOD: &str = r#"{"plaintiff": {"abstains": false, "cites": "tsc2", "current": [2, 15, 2], "tsc1": [], "tsc2": [2]}, "defendant": {"abstains": true, "cites": null, "current": [28], "tsc1": [], "tsc2": []}, "rebuttal": {"abstains": false, "current": [], "tsc1": [11], "tsc2": []}}"#;

    fn said(texts: [&str; 3]) -> [Said; 3] {
        texts.map(|text| Said::of(Some(text.to_owned()), None, None))
    }

    #[test]
    fn a_reply_reads_as_a_reading_of_each_ply() {
        let reply = read_dialogue_extraction(&format!("Here:\n```json\n{GOOD}\n```")).expect("read");
        let reading =
            reply.reading(&said(["F2 is here.", "I decline; F28 is no factor.", "F11 is in TSC1."]));
        let abstentions: Vec<Abstention> = reading.plies.iter().map(|ply| ply.abstention).collect();
        assert_eq!(abstentions, [Abstention::No, Abstention::Lenient, Abstention::No]);
        assert_eq!(Vec::from_iter(reading.plies[0].factors.cc.clone()), [2, 15]);
        assert_eq!(Vec::from_iter(reading.factors.tsc1.clone()), [11]);
        assert_eq!((reading.cited.plaintiff, reading.cited.defendant), (Some(Case::Tsc2), None));
        assert_eq!(reading.flags.get(&Flag::UnknownNumber), Some(&1));
        // What the text shows goes before what the model says.
        let reading = reply.reading(&said([ABSTENTION, "x", ""]));
        assert_eq!(reading.plies[0].abstention, Abstention::Strict);
        assert_eq!(reading.plies[2].factors, TripleFactors::default(), "no text asserts nothing");
        assert_eq!(reading.plies[2].absent, Some(crate::case::Absence::Silent));
    }

    #[test]
    fn anything_else_is_refused_with_a_sentence() {
        let refused = |text: &str| read_dialogue_extraction(text).expect_err("refused").to_string();
        assert_eq!(refused("none"), "The reply holds no complete JSON object.");
        assert!(refused(&GOOD.replace("\"cites\": null, ", "")).contains("missing field `cites`"));
        assert!(refused(&GOOD.replace("[11]", "[-1]")).contains("invalid value"));
        assert!(refused(&GOOD.replace("\"rebuttal\"", "\"third\"")).contains("unknown field `third`"));
        assert_eq!(
            refused(&GOOD.replace("\"tsc2\", ", "\"current\", ")),
            "`plaintiff.cites` must be \"tsc1\", \"tsc2\" or null."
        );
        let long = GOOD.replace("[11]", &format!("[{}]", vec!["1"; 201].join(",")));
        assert_eq!(refused(&long), "`rebuttal.tsc1` holds more than 200 numbers; list each factor once.");
    }
}
