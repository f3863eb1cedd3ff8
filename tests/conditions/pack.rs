//! A small pack whose facts are told apart by a word each.

use std::fs;
use std::path::Path;

use lexconsult::case::{Pack, PackSource};
use serde_json::{Value, json};

/// Id, the fact, what is said of it wrongly and in part; the first two are missing, the last is told.
pub const FACTS: [(&str, &str, &str, &str); 3] = [
    ("a", "alpha happened", "It was aleph that happened, I am sure", "Something like that did happen once"),
    ("b", "beta happened", "It was bet that happened, no doubt", "Something of the other kind happened"),
    ("t", "tau happened", "", ""),
];

/// The opening of the case, which no other text repeats.
pub const OPENING: &str =
    "Good morning, my neighbour owes me a fence and tau happened. I want the fence built.";

pub fn pack(folder: &Path) -> Pack {
    let facts: Vec<Value> = FACTS
        .iter()
        .map(|(id, text, mistaken, incomplete)| {
            let word = text.split(' ').next().expect("a word");
            let mut fact = json!({
                "id": id, "text": text, "in": if mistaken.is_empty() { "told" } else { "missing" },
                "asked_by": {"question": format!("{}?", id.to_uppercase()), "words": [word]},
            });
            if !mistaken.is_empty() {
                fact["marks"] = json!([word]);
                fact["why_decisive"] = json!("all turns on it");
                fact["mistaken"] = json!(mistaken);
                fact["incomplete"] = json!(incomplete);
            }
            fact
        })
        .collect();
    let history = |told: &str| {
        json!([
            {"user": OPENING},
            {"assistant": "What else?"},
            {"user": format!("Not much{told}.")},
        ])
    };
    let case = json!({
        "id": "fence", "language": "en", "class": "own", "cause": "fences", "province": "Nowhere",
        "provenance": {"kind": "written"}, "review": {"state": "machine"}, "provisions": ["one"],
        "profile": {
            "plaintiff": "organisation", "representative": "caretaker of the garden club",
            "traits": {
                "extraversion": "low", "agreeableness": "high", "conscientiousness": "low",
                "neuroticism": "high", "openness": "medium",
            },
            "voice": "in short words",
        },
        "claims": [{
            "id": "c1", "text": "The fence is built", "verdict": "supported", "needs": ["a", "b", "t"],
            "reasoning": "it is due",
            "stated": {"complete": "I want the fence built", "underspecified": "I want the fence built"},
        }],
        "focal_points": [{"id": "f1", "type": "kind", "text": "the fence", "facts": ["a", "b", "t"], "provisions": [1]}],
        "key_facts": facts,
        "history": {"complete": history(", but alpha happened and beta happened"), "underspecified": history("")},
    });
    let files = [
        (
            "pack.yaml",
            json!({
                "name": "fences", "version": 1, "taxonomies": ["own"], "title": {"zh": "x", "en": "x"},
                "about": {"zh": "x", "en": "x"}, "licence": "none", "canary": "none",
            }),
        ),
        (
            "focal-types.yaml",
            json!({"types": [
                {"id": "kind", "zh": "x", "en": "x", "about_zh": "x", "about_en": "x"},
            ]}),
        ),
        (
            "taxonomies/own.yaml",
            json!({"classes": [{"id": "own", "zh": "x", "en": "x", "causes": ["fences"]}]}),
        ),
        ("cases.jsonl", case),
    ];
    fs::create_dir_all(folder.join("taxonomies")).expect("created");
    for (name, text) in files {
        fs::write(folder.join(name), text.to_string()).expect("written");
    }
    Pack::load(&PackSource::Path(folder.to_owned())).expect("the pack is well formed")
}
