//! A field that may be null but may not be left out: serde on its own takes a left-out `Option` for null, and an
//! omitted outcome would pass for a missing one.

use serde::{Deserialize, Deserializer};

/// For `#[serde(deserialize_with = ...)]`.
pub(crate) fn deserialize<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer)
}
