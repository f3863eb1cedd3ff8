//! JSON, read only as deep as needed.
//!
//! Servers write what strict typed decoding refuses: duplicate keys, numbers no double holds, half
//! a surrogate pair. An object is therefore a map of raw values (the last of a duplicate key
//! counts), and a value is decoded when it is asked for.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// The largest count that every JSON reader holds exactly.
const COUNT_MAX: u64 = 1 << 53;

/// An object, its values not yet decoded.
#[derive(Debug)]
pub(super) struct Object<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Object<'a> {
    /// Decodes one level of an object; `None` for anything else.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        if !text.trim_start().starts_with('{') {
            return None;
        }
        serde_json::from_str(text).ok().map(Self)
    }

    /// A value which is present and not null.
    pub(super) fn get(&self, key: &str) -> Option<&'a str> {
        self.0.get(key).map(|value| value.get()).filter(|value| *value != "null")
    }

    /// Whether the key is there, be its value null.
    pub(super) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// A string.
    pub(super) fn string(&self, key: &str) -> Option<String> {
        self.get(key).and_then(string)
    }

    /// A string or a number, as text.
    pub(super) fn scalar(&self, key: &str) -> Option<String> {
        let value = self.get(key)?;
        string(value).or_else(|| value.parse::<f64>().is_ok().then(|| value.to_owned()))
    }

    /// An object.
    pub(super) fn object(&self, key: &str) -> Option<Object<'a>> {
        self.get(key).and_then(Object::parse)
    }

    /// The values of a list.
    pub(super) fn list(&self, key: &str) -> Option<Vec<&'a str>> {
        self.get(key).and_then(list)
    }

    /// A count of tokens: a whole number from 0 to 2^53, also written as a float or as digits in a
    /// string.
    pub(super) fn count(&self, key: &str) -> Option<u64> {
        count(self.get(key)?)
    }
}

/// Decodes a string.
pub(super) fn string(value: &str) -> Option<String> {
    value.starts_with('"').then(|| serde_json::from_str(value).ok()).flatten()
}

/// The values of a list, not yet decoded.
pub(super) fn list(value: &str) -> Option<Vec<&str>> {
    if !value.trim_start().starts_with('[') {
        return None;
    }
    let values: Vec<&RawValue> = serde_json::from_str(value).ok()?;
    Some(values.into_iter().map(RawValue::get).collect())
}

fn count(value: &str) -> Option<u64> {
    if let Some(text) = string(value) {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        return digits.then(|| text.parse().ok()).flatten().filter(|count| *count <= COUNT_MAX);
    }
    if let Ok(count) = value.parse::<u64>() {
        return (count <= COUNT_MAX).then_some(count);
    }
    let number: f64 = value.parse().ok()?;
    let whole = number.fract() == 0.0 && (0.0..=COUNT_MAX as f64).contains(&number);
    whole.then_some(number as u64)
}

/// The text of a body: broken UTF-8 and half surrogate pairs become U+FFFD, a byte order mark goes.
pub(super) fn body_text(body: &[u8]) -> Cow<'_, str> {
    let text = match String::from_utf8_lossy(body) {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}')),
        Cow::Owned(text) => Cow::Owned(text.trim_start_matches('\u{feff}').to_owned()),
    };
    match mend_surrogates(&text) {
        Some(mended) => Cow::Owned(mended),
        None => text,
    }
}

/// Replaces each escaped surrogate that has no partner by the escape of U+FFFD; `None` if there is
/// none.
fn mend_surrogates(text: &str) -> Option<String> {
    if !text.contains("\\u") {
        return None;
    }
    let bytes = text.as_bytes();
    let mut lone = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        match unit(bytes, at) {
            Some(0xd800..=0xdbff) => match unit(bytes, at + 6) {
                Some(0xdc00..=0xdfff) => at += 12,
                _ => {
                    lone.push(at);
                    at += 6;
                }
            },
            Some(0xdc00..=0xdfff) => {
                lone.push(at);
                at += 6;
            }
            Some(_) => at += 6,
            // Another escape: what follows the backslash belongs to it.
            None => at += 2,
        }
    }
    if lone.is_empty() {
        return None;
    }
    let mut mended = String::with_capacity(text.len());
    let mut from = 0;
    for at in lone {
        mended.push_str(&text[from..at]);
        mended.push_str("\\ufffd");
        from = at + 6;
    }
    mended.push_str(&text[from..]);
    Some(mended)
}

/// The code unit of the `\uXXXX` at a position, if one stands there.
fn unit(bytes: &[u8], at: usize) -> Option<u16> {
    let escape = bytes.get(at..at + 6)?;
    if &escape[..2] != b"\\u" || !escape[2..].iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let digits = std::str::from_utf8(&escape[2..]).ok()?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_whole_numbers_up_to_two_to_the_53rd() {
        let cases = [
            ("0", Some(0)),
            ("118", Some(118)),
            ("118.0", Some(118)),
            ("1.18e2", Some(118)),
            ("\"118\"", Some(118)),
            ("9007199254740992", Some(1 << 53)),
            ("9007199254740993", None),
            ("\"9007199254740993\"", None),
            ("99999999999999999999999", None),
            ("-1", None),
            ("1.5", None),
            ("1e400", None),
            ("\"many\"", None),
            ("\"\"", None),
            ("true", None),
            ("{}", None),
        ];
        for (value, expected) in cases {
            assert_eq!(count(value), expected, "{value}");
        }
    }

    #[test]
    fn lone_surrogates_are_mended_and_pairs_kept() {
        let text = |json: &str| string(&body_text(json.as_bytes()));
        assert_eq!(text(r#""a \ud83d""#).as_deref(), Some("a \u{fffd}"));
        assert_eq!(text(r#""a \ude00 b""#).as_deref(), Some("a \u{fffd} b"));
        assert_eq!(text(r#""\ud83d\ude00 \u6cd5""#).as_deref(), Some("\u{1f600} 法"));
        assert_eq!(text(r#""\ud83d\ud83d\ude00""#).as_deref(), Some("\u{fffd}\u{1f600}"));
        assert_eq!(text(r#""\\ud83d""#).as_deref(), Some("\\ud83d"));
    }

    #[test]
    fn the_last_of_a_duplicate_key_counts() {
        let object = Object::parse(r#"{"a": null, "a": "x", "b": 1e400}"#).expect("an object");
        assert_eq!(object.string("a").as_deref(), Some("x"));
        assert_eq!(object.get("b"), Some("1e400"));
        assert_eq!(object.get("c"), None);
    }
}
