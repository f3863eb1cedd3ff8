//! Every metric against its reference values: the shared golden file, and the reference file for the metrics beyond it.
//!
//! The reference values come from scikit-learn, scipy, statsmodels and krippendorff; the versions stand in the files.

use std::collections::BTreeMap;

use lexconsult::metric;
use serde_json::Value;

const SHARED: &str = include_str!("golden/golden_shared.json");
const BEYOND: &str = include_str!("reference/reference_values.json");

/// How far a value may be from its reference, and the bands of randomised fields.
struct Allowance<'a> {
    abs: f64,
    rel: f64,
    bands: Option<&'a Value>,
}

impl Allowance<'_> {
    fn of(case: &Value) -> Allowance<'_> {
        Allowance {
            abs: case["tolerance"]["abs"].as_f64().unwrap(),
            rel: case["tolerance"]["rel"].as_f64().unwrap(),
            bands: case.get("bands"),
        }
    }

    fn admits(&self, actual: f64, expected: f64) -> bool {
        (actual - expected).abs() <= self.abs + self.rel * expected.abs()
    }

    /// Whether a randomised field lies in its band; `None` for a field without one. Bands are named by field, or by path
    /// where a field occurs more than once.
    fn in_band(&self, path: &str, actual: &Value) -> Option<bool> {
        let field = path.rsplit('.').next()?;
        let bands = self.bands?;
        let band = bands.get(path.trim_start_matches('.')).or_else(|| bands.get(field))?;
        let (low, high) = (band[0].as_f64().unwrap(), band[1].as_f64().unwrap());
        Some(actual.as_f64().is_some_and(|actual| actual >= low - self.abs && actual <= high + self.abs))
    }
}

/// Collects what differs from the expectation; every expected field is required, further ones are allowed.
fn compare(path: &str, actual: &Value, expected: &Value, allowance: &Allowance, faults: &mut Vec<String>) {
    let fits = match (actual, expected) {
        (Value::Object(actual), Value::Object(expected)) => {
            for (field, expected) in expected {
                let path = format!("{path}.{field}");
                match actual.get(field) {
                    None => faults.push(format!("{path} is not in the output")),
                    Some(actual) => match allowance.in_band(&path, actual) {
                        Some(true) => {}
                        Some(false) => faults.push(format!("{path}: {actual} is outside its band")),
                        None => compare(&path, actual, expected, allowance, faults),
                    },
                }
            }
            true
        }
        (Value::Array(actual), Value::Array(expected)) => {
            for (index, (actual, expected)) in actual.iter().zip(expected).enumerate() {
                compare(&format!("{path}[{index}]"), actual, expected, allowance, faults);
            }
            actual.len() == expected.len()
        }
        // A count must be a count; a real number may be written as a whole one.
        (Value::Number(actual), Value::Number(expected)) if expected.is_i64() => actual == expected,
        (Value::Number(actual), Value::Number(expected)) => {
            allowance.admits(actual.as_f64().unwrap(), expected.as_f64().unwrap())
        }
        _ => actual == expected,
    };
    if !fits {
        faults.push(format!("{path}: {actual} is not {expected}"));
    }
}

/// What is wrong with the output of one case.
fn faults_of(case: &Value, output: &Value) -> Vec<String> {
    let expected = &case["expected"];
    let mut faults = Vec::new();
    if expected.get("error").is_some() {
        let refused = output.get("error").and_then(Value::as_str).is_some_and(|message| !message.is_empty());
        if !refused {
            faults.push(format!("accepted, although {expected}"));
        }
        return faults;
    }
    if let Some(error) = output.get("error") {
        return vec![format!("refused: {error}")];
    }
    compare("", output, expected, &Allowance::of(case), &mut faults);
    faults
}

/// Checks a whole file, and returns how many cases of each metric passed.
fn check(text: &str) -> BTreeMap<String, usize> {
    let golden: Value = serde_json::from_str(text).unwrap();
    let outputs = metric::batch(text).unwrap();
    let mut faults = Vec::new();
    let mut passed: BTreeMap<String, usize> = BTreeMap::new();
    for case in golden["cases"].as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        let name = case["metric"].as_str().unwrap();
        let found = faults_of(case, &outputs[id]);
        if found.is_empty() {
            *passed.entry(name.to_owned()).or_default() += 1;
        }
        faults.extend(found.into_iter().map(|fault| format!("{id}{fault}")));
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    passed
}

#[test]
fn the_shared_cases_pass() {
    let passed = check(SHARED);
    let golden: Value = serde_json::from_str(SHARED).unwrap();
    let counted: BTreeMap<String, usize> =
        serde_json::from_value(golden["cases_per_metric"].clone()).unwrap();
    assert_eq!(passed, counted);
    assert_eq!(passed.values().sum::<usize>(), 232);
}

#[test]
fn the_metrics_beyond_the_shared_ones_meet_their_references() {
    let passed = check(BEYOND);
    let mut covered: Vec<&str> = passed.keys().map(String::as_str).collect();
    let golden: Value = serde_json::from_str(SHARED).unwrap();
    covered.extend(golden["cases_per_metric"].as_object().unwrap().keys().map(String::as_str));
    covered.sort_unstable();
    covered.dedup();
    let mut names: Vec<&str> = metric::list().iter().map(|metric| metric.name).collect();
    names.sort_unstable();
    assert_eq!(covered, names, "every metric has reference cases");
}

#[test]
fn the_check_finds_what_is_wrong() {
    let case: Value = serde_json::json!({
        "expected": {"n": 3, "rate": 0.5, "low": 0.1, "undefined": null, "list": [1.0]},
        "tolerance": {"abs": 1e-10, "rel": 1e-9},
        "bands": {"low": [0.05, 0.15]},
    });
    let right =
        serde_json::json!({"n": 3, "rate": 0.5, "low": 0.12, "undefined": null, "list": [1], "more": 1});
    assert_eq!(faults_of(&case, &right), Vec::<String>::new());
    for (field, wrong) in [
        ("n", serde_json::json!(4)),
        ("n", serde_json::json!(3.0)),
        ("rate", serde_json::json!(0.50001)),
        ("rate", Value::Null),
        ("low", serde_json::json!(0.2)),
        ("undefined", serde_json::json!(0)),
        ("list", serde_json::json!([1.0, 1.0])),
    ] {
        let mut output = right.clone();
        output[field] = wrong.clone();
        assert_eq!(faults_of(&case, &output).len(), 1, "{field} {wrong}");
    }
    let mut lacking = right.clone();
    lacking.as_object_mut().unwrap().remove("rate");
    assert_eq!(faults_of(&case, &lacking), vec![".rate is not in the output"]);
    let refusal = serde_json::json!({"expected": {"error": "bad"}});
    assert_eq!(faults_of(&refusal, &right).len(), 1);
    assert!(faults_of(&refusal, &serde_json::json!({"error": "`k`: no"})).is_empty());
}

#[test]
fn the_list_names_every_output_field() {
    for text in [SHARED, BEYOND] {
        let golden: Value = serde_json::from_str(text).unwrap();
        for case in golden["cases"].as_array().unwrap() {
            let name = case["metric"].as_str().unwrap();
            // Few resamples: the fields are looked at, not the values.
            let mut params = case["params"].clone();
            let declared = metric::find(name).unwrap();
            if declared.params.iter().any(|param| param.name == "resamples") {
                params["resamples"] = Value::from(20);
            }
            let Ok(output) = metric::run(name, &params, case["input"].clone()) else { continue };
            let named: Vec<&str> =
                declared.output.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')).collect();
            for field in output.as_object().unwrap().keys() {
                assert!(
                    named.contains(&field.as_str()),
                    "{name} gives {field}, which its entry does not name"
                );
            }
        }
    }
}

#[test]
fn every_metric_is_defined_in_the_documentation_with_its_options() {
    let text = include_str!("../docs/metrics.md");
    for metric in metric::list() {
        let heading = format!("### `{}`", metric.name);
        assert!(text.lines().any(|line| line == heading), "{heading} is missing");
        for param in metric.params {
            assert!(text.contains(&format!("`{}`", param.name)), "{}: {}", metric.name, param.name);
        }
    }
}
