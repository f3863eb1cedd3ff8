//! The parser on single sentences, lists and tables, a line each: `text => current | TSC1 | TSC2`.

use std::collections::BTreeSet;

use lexconsult::suite::threeply::{Case, extract};

#[test]
fn sentences_are_read_as_they_are_labelled() {
    let mut seen = 0;
    let mut found = Vec::new();
    for line in include_str!("../fixtures/threeply/sentences.txt").lines() {
        let (text, expected) = line.rsplit_once("=>").unwrap_or_else(|| panic!("no label: {line}"));
        let text = text.trim_end().replace("\\n", "\n");
        let expected: Vec<BTreeSet<u32>> = expected
            .split('|')
            .map(|numbers| {
                numbers.split_whitespace().map(|number| number.parse().expect("a number")).collect()
            })
            .collect();
        let read = extract(&text);
        let got = Case::ALL.map(|case| read.factors_of(case));
        if got != expected[..] {
            found.push(format!("{got:?}, labelled {expected:?}: {text}"));
        }
        seen += 1;
    }
    assert!(seen > 150, "{seen}");
    assert!(found.is_empty(), "{}", found.join("\n"));
}
