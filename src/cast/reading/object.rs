//! Finding the JSON object in a model's text.

use serde_json::Value;
use serde_json::error::Category;

/// The last complete JSON object of a text that does not lie within another one.
///
/// Prose, code fences and braces around it do no harm, nor does an object that breaks off after it.
/// Nothing is repaired: objects inside a broken or cut-off object do not count.
pub fn last_object(text: &str) -> Option<Value> {
    serde_json::from_str(last_object_text(text)?).ok()
}

/// The text of what [`last_object`] finds.
fn last_object_text(text: &str) -> Option<&str> {
    objects(text).found.pop()
}

/// The complete objects of a text, and whether a further one breaks off.
pub(super) struct Objects<'a> {
    /// In their order, none within another.
    pub found: Vec<&'a str>,
    /// The text ends within an object.
    pub broken_off: bool,
}

/// Finds all complete objects of a text.
pub(super) fn objects(text: &str) -> Objects<'_> {
    let mut objects = Objects { found: Vec::new(), broken_off: false };
    let mut at = 0;
    while let Some(found) = text[at..].find('{') {
        let start = at + found;
        let rest = &text[start..];
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        at = match values.next() {
            Some(Ok(_)) => {
                let end = start + values.byte_offset();
                objects.found.push(&text[start..end]);
                end
            }
            // Everything from here on belongs to an object that breaks off.
            Some(Err(error)) if error.classify() == Category::Eof => {
                objects.broken_off = begins_as_object(rest);
                break;
            }
            // A broken object is passed over whole; a brace in prose alone.
            Some(Err(_)) if begins_as_object(rest) => match end_of_braces(rest) {
                Some(length) => start + length,
                None => break,
            },
            Some(Err(_)) | None => start + 1,
        };
    }
    objects
}

/// Whether the text goes `{ "key" :`.
fn begins_as_object(text: &str) -> bool {
    let Some(quoted) = text[1..].trim_start().strip_prefix('"') else { return false };
    let mut escaped = false;
    for (i, c) in quoted.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return quoted[i + 1..].trim_start().starts_with(':'),
            '\n' => return false,
            _ => {}
        }
    }
    false
}

/// Length of the text up to the brace that closes its first one; braces in strings do not count.
fn end_of_braces(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    for (i, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            '{' if !in_string => depth += 1,
            '}' if !in_string => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(i + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_last_whole_object_counts() {
        for (text, expected) in [
            (r#"{"a":1}"#, json!({"a": 1})),
            (r#"Draft: {"a":1}. Final: {"a":2}"#, json!({"a": 2})),
            ("Here:\n```json\n{\"a\": {\"b\": [1]}}\n```\nDone.", json!({"a": {"b": [1]}})),
            (r#"{"a":1} and then {"a":2, "b":"#, json!({"a": 1})),
            (r#"{"a":"x}y{z \" }"} }"#, json!({"a": "x}y{z \" }"})),
            (r#"sets {x, y} and {"a":1} and {z}"#, json!({"a": 1})),
            (r#"the form {"label": one of} is asked: {"label":"neither"}"#, json!({"label": "neither"})),
            ("{}", json!({})),
        ] {
            assert_eq!(last_object(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn parts_of_a_broken_object_do_not_count() {
        for text in [
            "",
            "[1, 2]",
            r#"{"claims": [{"number": 1}, {"number": 2}"#,
            r#"{"claims": [{"number": 1},]}"#,
            r#"{"reason": "he said "no"", "x": {"a": 1}}"#,
            r#"{'a': 1}"#,
            "{\"a\": \"line\nbreak\"}",
        ] {
            assert_eq!(last_object(text), None, "{text}");
        }
    }

    fn object() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "(?s).{0,12}|[{}\"\\\\]{0,6}".prop_map(Value::from),
        ];
        let value = leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(".{0,6}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        });
        prop::collection::btree_map(".{0,6}", value, 0..5)
            .prop_map(|map| Value::Object(map.into_iter().collect()))
    }

    proptest! {
        #[test]
        fn what_was_embedded_is_found(
            first in object(), last in object(),
            before in "[^{}]{0,40}", between in "[^{}\"]{0,40}", after in "[^{]{0,40}",
            pretty in any::<bool>(), cut in 1usize..8,
        ) {
            let written = if pretty { format!("{last:#}") } else { last.to_string() };
            let text = format!("{before}{first}{between}{written}{after}");
            prop_assert_eq!(last_object(&text), Some(last.clone()));
            let again = json!({"again": last}).to_string();
            let mut end = again.len().saturating_sub(cut);
            while !again.is_char_boundary(end) {
                end -= 1;
            }
            let text = format!("{text}{}", &again[..end]);
            prop_assert_eq!(last_object(&text), Some(last));
        }

        #[test]
        fn any_text_can_be_read(text in "(?s).{0,200}|([{}\\[\\]\":,\\\\a1]){0,60}") {
            let found = last_object(&text);
            prop_assert!(found.is_none_or(|value| value.is_object()));
        }
    }

    #[test]
    fn long_hostile_text_is_read_in_time() {
        for unit in ["{", "{\"a\":", "{\"a\":x", "{\"a\":[", "{\"", "{\"a\":1,"] {
            assert_eq!(last_object(&unit.repeat(200_000)), None, "{unit}");
        }
    }
}
