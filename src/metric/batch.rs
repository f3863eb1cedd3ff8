//! A whole file of cases at once, in the form of the golden files.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::input::decode;
use super::{MetricError, run};

/// The schema of the files that [`batch`] takes.
const SCHEMA: &str = "golden-1";

/// What is needed of a golden file; the expectations are not looked at.
#[derive(Deserialize)]
struct Golden {
    schema: String,
    cases: Vec<GoldenCase>,
}

#[derive(Deserialize)]
struct GoldenCase {
    id: String,
    metric: String,
    #[serde(default)]
    params: Value,
    input: Value,
}

/// Computes every case of a golden-1 file: an object from case id to output, or to `{"error": ...}` where the input is
/// refused.
///
/// # Errors
/// When the text is not a golden-1 file or an id occurs twice.
pub fn batch(text: &str) -> Result<Value, MetricError> {
    let file: Value = serde_json::from_str(text)
        .map_err(|error| MetricError::text(error.line() as u64, format!("not JSON: {error}")))?;
    let golden: Golden = decode(file)?;
    if golden.schema != SCHEMA {
        return Err(MetricError::input("schema", format!("{:?} is not {SCHEMA:?}", golden.schema)));
    }
    let mut seen = HashSet::new();
    let mut outputs = Map::new();
    for (index, case) in golden.cases.into_iter().enumerate() {
        if !seen.insert(case.id.clone()) {
            return Err(MetricError::input(
                format!("cases[{index}].id"),
                format!("{:?} occurs twice", case.id),
            ));
        }
        let output = run(&case.metric, &case.params, case.input)
            .unwrap_or_else(|error| json!({"error": error.to_string()}));
        outputs.insert(case.id, output);
    }
    Ok(Value::Object(outputs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_input_is_reported_beside_the_others() {
        let text = r#"{"schema": "golden-1", "cases": [
            {"id": "good", "metric": "holm", "params": {}, "input": {"p": [0.02]}},
            {"id": "bad", "metric": "holm", "input": {"p": [1.2]}},
            {"id": "unknown", "metric": "hol", "input": {}}]}"#;
        let outputs = batch(text).unwrap();
        assert_eq!(outputs["good"]["adjusted"], json!([0.02]));
        assert_eq!(outputs["bad"]["error"], "`p[0]`: 1.2 is not between 0 and 1");
        assert!(outputs["unknown"]["error"].as_str().unwrap().contains("holm"));
    }

    #[test]
    fn another_schema_and_a_repeated_id_are_refused() {
        let other = batch(r#"{"schema": "golden-2", "cases": []}"#).unwrap_err();
        assert!(other.to_string().starts_with("schema: "), "{other}");
        let twice = r#"{"schema": "golden-1", "cases": [
            {"id": "a", "metric": "holm", "input": {"p": []}}, {"id": "a", "metric": "holm", "input": {"p": []}}]}"#;
        assert_eq!(batch(twice).unwrap_err().to_string(), "cases[1].id: \"a\" occurs twice");
        assert!(batch("[").is_err());
    }
}
