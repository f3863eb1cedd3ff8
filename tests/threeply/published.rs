//! The published figures of the 3-ply paper hang together.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

#[derive(Deserialize)]
struct Published {
    figures: Vec<Figure>,
}

#[derive(Deserialize)]
struct Figure {
    section: String,
    metric: String,
    of: String,
    value: f64,
}

#[test]
fn tables_2_to_4_are_whole() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/published/threeply.yaml");
    let text = fs::read_to_string(path).expect("the file is there");
    let published: Published = serde_yaml::from_str(&text).expect("it reads");
    let mut rows: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    let tables = published.figures.iter().filter(|figure| figure.section.contains("Table"));
    for figure in tables {
        let model = figure.of.split(", ").next().expect("a model");
        rows.entry((figure.metric.as_str(), model)).or_default().push(figure.value);
    }
    let count = |metric: &str| rows.keys().filter(|(name, _)| *name == metric).count();
    assert_eq!([count("acc_h_mean"), count("rec_u_mean"), count("abstention_ratio")], [8, 8, 8]);
    for ((metric, model), values) in &rows {
        let tests = match *metric {
            "acc_h_mean" => 3,
            "rec_u_mean" => 2,
            _ => 1,
        };
        assert_eq!(values.len(), tests, "{metric} {model}");
        assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{metric} {model}");
    }
    // An abstention ratio is a share of 30 triples, printed with four digits.
    for ((_, model), values) in rows.iter().filter(|((metric, _), _)| *metric == "abstention_ratio") {
        let abstained = values[0] * 30.0;
        assert!((abstained - abstained.round()).abs() < 0.005, "{model}");
    }
}
