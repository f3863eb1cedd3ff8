//! Reading what `--json` and `probe.json` say.

use serde_json::Value;

/// The document that the program printed.
pub fn document(json: &str) -> Value {
    serde_json::from_str(json).expect("`--json` prints one document")
}

/// A user's numbers over all probes.
pub fn whole<'a>(document: &'a Value, user: &str) -> &'a Value {
    let users = document["fidelity"]["users"].as_array().expect("a list of users");
    let is = |found: &&Value| found["user"] == user && found["group"].is_null();
    users.iter().find(is).unwrap_or_else(|| panic!("{user} has no numbers"))
}

/// One of the four requests: `A` to `D`.
pub fn condition<'a>(whole: &'a Value, kind: &str) -> &'a Value {
    let conditions = whole["conditions"].as_array().expect("a list of conditions");
    conditions.iter().find(|condition| condition["kind"] == kind).expect("four conditions")
}

/// Count and n of a rate.
pub fn rate(condition: &Value, outcome: &str) -> (u64, u64) {
    let number = |field: &str| condition[outcome][field].as_u64().expect("a count");
    (number("count"), number("n"))
}
