//! Whether two runs can be compared: what, besides the assistants, decides their numbers must agree.

use crate::report::seam::Compared;

/// The fields in which two runs differ, each with both values.
pub fn differences<R: Compared>(a: &R, b: &R) -> Vec<(&'static str, String, String)> {
    R::FIELDS
        .iter()
        .map(|field| (*field, a.field(field), b.field(field)))
        .filter(|(_, of_a, of_b)| of_a != of_b)
        .collect()
}

/// Texts by name in a few signs, which are the same for the same texts alone.
pub fn of_texts<'a>(texts: impl IntoIterator<Item = (impl AsRef<str>, &'a str)>) -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, text) in texts {
        let name = name.as_ref();
        hasher.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    hasher.finalize().to_hex()[..12].to_owned()
}
