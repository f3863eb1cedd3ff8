//! From JSON to the types of `stats`, with the path of what does not fit.

use std::fmt;

use serde::de::{DeserializeOwned, Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::MetricError;

/// Reads an input; an error carries the path to the field.
pub(super) fn decode<T: DeserializeOwned>(input: Value) -> Result<T, MetricError> {
    serde_path_to_error::deserialize(input).map_err(|error| {
        let path = error.path().to_string();
        let field = if path == "." { "input".to_owned() } else { path };
        MetricError::input(field, error.into_inner().to_string())
    })
}

/// Writes an output.
pub(super) fn encode(output: impl Serialize) -> Result<Value, MetricError> {
    serde_json::to_value(output).map_err(|error| MetricError::input("output", error.to_string()))
}

/// A binary label: 0 or 1, or false or true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Binary(pub(super) bool);

impl<'de> Deserialize<'de> for Binary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BinaryVisitor)
    }
}

struct BinaryVisitor;

impl Visitor<'_> for BinaryVisitor {
    type Value = Binary;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("0 or 1")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Binary, E> {
        Ok(Binary(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Binary, E> {
        match value {
            0 => Ok(Binary(false)),
            1 => Ok(Binary(true)),
            _ => Err(E::custom(format!("{value} is not 0 or 1"))),
        }
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Binary, E> {
        self.visit_u64(u64::try_from(value).map_err(|_| E::custom(format!("{value} is not 0 or 1")))?)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Binary, E> {
        if value == 0.0 || value == 1.0 {
            return Ok(Binary(value == 1.0));
        }
        Err(E::custom(format!("{value} is not 0 or 1")))
    }
}

/// Optional labels without their wrapper.
pub(super) fn plain(labels: &[Option<Binary>]) -> Vec<Option<bool>> {
    labels.iter().map(|label| label.map(|label| label.0)).collect()
}

/// A name that may be written as a string or a whole number: a case, a cluster, a repeat.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub(super) struct Name(pub(super) String);

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameVisitor)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = Name;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a name or a whole number")
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Name, E> {
        Ok(Name(value.to_owned()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Name, E> {
        Ok(Name(value.to_string()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Name, E> {
        Ok(Name(value.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn binary_labels_come_as_numbers_or_truth_values() {
        let labels: Vec<Option<Binary>> = decode(json!([0, 1, true, false, 1.0, null])).unwrap();
        let expected = [Some(false), Some(true), Some(true), Some(false), Some(true), None];
        assert_eq!(plain(&labels), expected);
    }

    #[test]
    fn a_label_that_is_not_binary_is_refused_by_path() {
        for wrong in
            [json!({"y": [0, 2]}), json!({"y": [0, -1]}), json!({"y": [0, 0.5]}), json!({"y": [0, "1"]})]
        {
            let error = decode::<std::collections::BTreeMap<String, Vec<Binary>>>(wrong).unwrap_err();
            assert!(error.to_string().starts_with("y[1]: "), "{error}");
        }
    }

    #[test]
    fn names_may_be_numbers() {
        let names: Vec<Name> = decode(json!(["a", 7, -1])).unwrap();
        assert_eq!(names.iter().map(AsRef::as_ref).collect::<Vec<&str>>(), ["a", "7", "-1"]);
    }
}
