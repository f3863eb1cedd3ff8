//! The reply of a model that extracts, and what it comes to as a reading.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use super::extract::{Abstention, Cited, Flag, extract};
use super::factor::factor;
use super::score::Reading;
use super::triple::Case;
use crate::cast::reading::last_object;
use crate::model::Schema;
use crate::stats::factors::TripleFactors;

/// No argument names more factors of a case.
const FACTORS_MAX: usize = 200;

/// What an extracting model answers.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtractionReply {
    /// The text declines and makes no argument.
    pub abstains: bool,
    /// Whom the plaintiff cites.
    #[serde(deserialize_with = "null_or")]
    pub plaintiff_cites: Option<Case>,
    /// Whom the defendant cites.
    #[serde(deserialize_with = "null_or")]
    pub defendant_cites: Option<Case>,
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

/// Why a reply cannot be used, in a sentence fit to be sent back with the next request.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplyError {
    /// No JSON object.
    #[error("The reply holds no complete JSON object.")]
    NoObject,
    /// Not the wanted fields or types.
    #[error("The JSON object does not have the form asked for: {0}.")]
    Form(String),
    /// The current case cannot be cited.
    #[error("`{0}` must be \"tsc1\", \"tsc2\" or null.")]
    NoPrecedent(&'static str),
    /// A list of impossible length.
    #[error("`{0}` holds more than {FACTORS_MAX} numbers; list each factor once.")]
    TooMany(&'static str),
}

/// The form of a reply as a JSON schema, for endpoints that take one.
pub fn extraction_schema() -> Value {
    let numbers = json!({ "type": "array", "items": { "type": "integer", "minimum": 0 } });
    let precedent = json!({ "type": ["string", "null"], "enum": ["tsc1", "tsc2", null] });
    let keys = ["abstains", "plaintiff_cites", "defendant_cites", "current", "tsc1", "tsc2"];
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": keys,
        "properties": {
            "abstains": { "type": "boolean" },
            "plaintiff_cites": precedent,
            "defendant_cites": precedent,
            "current": numbers,
            "tsc1": numbers,
            "tsc2": numbers,
        },
    })
}

/// The same as a request carries it.
pub fn extraction_form() -> Schema {
    form_of("extract_factors", &extraction_schema())
}

/// A schema as a request carries it.
pub(super) fn form_of(name: &str, schema: &Value) -> Schema {
    // A schema is plain data: writing it down cannot fail.
    let form = serde_json::value::to_raw_value(schema).expect("a schema is plain data");
    Schema { name: name.to_owned(), form }
}

/// The last complete object of a text, of exactly this form.
pub(super) fn last_of<T: DeserializeOwned>(text: &str) -> Result<T, ReplyError> {
    let object = last_object(text).ok_or(ReplyError::NoObject)?;
    serde_json::from_value(object).map_err(|error| ReplyError::Form(clip(&error.to_string())))
}

/// Refuses a list of impossible length.
pub(super) fn factors_at_most(name: &'static str, list: &[u32]) -> Result<(), ReplyError> {
    if list.len() > FACTORS_MAX { Err(ReplyError::TooMany(name)) } else { Ok(()) }
}

/// Reads a reply: the last complete object of the text, of exactly this form.
///
/// # Errors
/// When there is none.
pub fn read_extraction(text: &str) -> Result<ExtractionReply, ReplyError> {
    let reply: ExtractionReply = last_of(text)?;
    for (name, cited) in
        [("plaintiff_cites", reply.plaintiff_cites), ("defendant_cites", reply.defendant_cites)]
    {
        if cited == Some(Case::Current) {
            return Err(ReplyError::NoPrecedent(name));
        }
    }
    for (name, list) in [("current", &reply.current), ("tsc1", &reply.tsc1), ("tsc2", &reply.tsc2)] {
        factors_at_most(name, list)?;
    }
    Ok(reply)
}

/// What a model wrote is quoted back at bounded length.
fn clip(text: &str) -> String {
    text.chars().take(160).collect()
}

impl ExtractionReply {
    /// As a reading of `argument`. Whether the required sentence stands there word for word is seen in
    /// the text, whatever the model says; a lenient abstention is the model's word.
    pub fn reading(&self, argument: &str) -> Reading {
        let built_in = extract(argument);
        let set = |numbers: &[u32]| numbers.iter().copied().collect::<BTreeSet<u32>>();
        let abstention = match built_in.abstention {
            Abstention::Strict => Abstention::Strict,
            _ if self.abstains => Abstention::Lenient,
            _ => Abstention::No,
        };
        let mut flags: BTreeMap<Flag, usize> = built_in.flags;
        let lists = [&self.current, &self.tsc1, &self.tsc2];
        let unknown = lists.into_iter().flatten().filter(|number| factor(**number).is_none()).count();
        flags.remove(&Flag::UnknownNumber);
        if unknown > 0 {
            flags.insert(Flag::UnknownNumber, unknown);
        }
        let cited = match abstention {
            Abstention::No => Cited { plaintiff: self.plaintiff_cites, defendant: self.defendant_cites },
            _ => Cited::default(),
        };
        let factors = TripleFactors { cc: set(&self.current), tsc1: set(&self.tsc1), tsc2: set(&self.tsc2) };
        Reading { factors, abstention, cited, flags, unattributed: 0, plies: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::extract::abstention::ABSTENTION;
    use super::*;

    const GOOD: &str = r#"{"abstains": false, "plaintiff_cites": "tsc2", "defendant_cites": null, "current": [2, 15, 2], "tsc1": [], "tsc2": [2, 28]}"#;

    #[test]
    fn a_reply_reads_as_a_reading() {
        let reply = read_extraction(&format!("Here it is:\n```json\n{GOOD}\n```")).expect("read");
        let reading = reply.reading("Plaintiff's Argument: F2 is in both TSC2 and the current case.");
        assert_eq!(Vec::from_iter(reading.factors.cc), [2, 15]);
        assert_eq!((reading.abstention, reading.cited.plaintiff), (Abstention::No, Some(Case::Tsc2)));
        assert_eq!(reading.flags.get(&Flag::UnknownNumber), Some(&1));
        // The sentence is seen in the text, and any other abstention is the model's word.
        assert_eq!(reply.reading(ABSTENTION).abstention, Abstention::Strict);
        let declines = ExtractionReply { abstains: true, ..reply };
        let reading = declines.reading("I would rather not.");
        assert_eq!((reading.abstention, reading.cited), (Abstention::Lenient, Cited::default()));
    }

    #[test]
    fn anything_else_is_refused_with_a_sentence() {
        let refused = |text: &str| read_extraction(text).expect_err("refused").to_string();
        assert_eq!(refused("none"), "The reply holds no complete JSON object.");
        assert_eq!(refused(&GOOD[..GOOD.len() - 1]), "The reply holds no complete JSON object.");
        assert!(refused(&GOOD.replace("\"tsc1\": []", "\"tsc3\": []")).contains("unknown field `tsc3`"));
        assert!(
            refused(&GOOD.replace("\"defendant_cites\": null, ", ""))
                .contains("missing field `defendant_cites`")
        );
        assert!(refused(&GOOD.replace("28", "-1")).contains("invalid value"));
        assert!(refused(&GOOD.replace("28", "\"F4\"")).contains("invalid type"));
        assert_eq!(
            refused(&GOOD.replace("null", "\"current\"")),
            "`defendant_cites` must be \"tsc1\", \"tsc2\" or null."
        );
        let long = GOOD.replace("[]", &format!("[{}]", vec!["1"; 201].join(",")));
        assert_eq!(refused(&long), "`tsc1` holds more than 200 numbers; list each factor once.");
    }

    #[test]
    fn the_schema_names_every_key_of_the_reply() {
        let schema = extraction_schema();
        let good: Value = serde_json::from_str(GOOD).expect("an object");
        let keys = good.as_object().expect("an object").keys();
        let properties = schema["properties"].as_object().expect("properties");
        assert!(keys.eq(properties.keys()));
        assert_eq!(schema["required"].as_array().map(Vec::len), Some(properties.len()));
    }
}
