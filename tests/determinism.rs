//! The same seed gives the same numbers, however much is done at once.

#[path = "support/program.rs"]
mod program;

use std::fs;

use serde::Deserialize;
use serde_json::value::RawValue;

/// `scores.json`, its estimates as they are written.
#[derive(Deserialize)]
struct Written {
    estimates: Box<RawValue>,
}

#[derive(Deserialize)]
struct Number {
    model: String,
    point: Option<f64>,
}

fn estimates(seed: &str, connections: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let models = "builtin/random,builtin/listener,builtin/oracle";
    let study = ["--model", models, "--repeats", "2", "--resamples", "2000"];
    let how = ["run", "--display", "none", "--name", "r", "--seed", seed, "--max-connections", connections];
    program::run(folder.path(), &[how.as_slice(), &study].concat(), 0);
    let text = fs::read_to_string(folder.path().join("results/r/scores.json")).expect("the scores are there");
    let written: Written = serde_json::from_str(&text).expect("scores are JSON");
    written.estimates.get().to_owned()
}

fn points(estimates: &str, model: &str) -> Vec<Option<f64>> {
    let numbers: Vec<Number> = serde_json::from_str(estimates).expect("estimates are a list");
    numbers.into_iter().filter(|number| number.model == model).map(|number| number.point).collect()
}

#[test]
fn the_estimates_are_the_same_to_the_byte_at_any_concurrency() {
    let first = estimates("7", "1");
    assert!(points(&first, "builtin/random").len() > 50, "there is something to compare");
    for connections in ["64", "1", "64"] {
        assert!(estimates("7", connections) == first, "other estimates at {connections} connections");
    }
}

#[test]
fn another_seed_changes_what_is_drawn_and_nothing_else() {
    let [one, other] = ["7", "8"].map(|seed| estimates(seed, "16"));
    assert_ne!(points(&one, "builtin/random"), points(&other, "builtin/random"));
    for model in ["builtin/listener", "builtin/oracle"] {
        assert_eq!(points(&one, model), points(&other, model));
    }
}
