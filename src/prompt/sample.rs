//! An invented context for each template, in the shape of its view.
//!
//! Every template is rendered with its sample when prompts are loaded, so that a misspelt field in
//! an overriding file is refused at once and not in the middle of a paid run.

use serde_json::{Value, json};

use super::template::Template;

/// What `template` is tried with.
pub(super) fn context(template: Template) -> Value {
    template.variables().iter().map(|&name| (name.to_owned(), value(name))).collect()
}

fn value(variable: &str) -> Value {
    match variable {
        "history" | "talk" => json!([
            { "speaker": "user", "text": "…" },
            { "speaker": "assistant", "text": "…" },
            { "speaker": "user", "text": "…" },
        ]),
        "claims" => json!([{ "number": 1, "text": "…" }, { "number": 2, "text": "…" }]),
        // Of the assessor's facts it is also said whether the user knows them and may tell them.
        "key_facts" => json!([
            { "id": "k1", "text": "…", "known": true, "permitted": true },
            { "id": "k2", "text": "…", "known": false, "permitted": false },
        ]),
        "facts" => json!([
            { "id": "k1", "text": "…", "missing": false },
            { "id": "k2", "text": "…", "missing": true },
        ]),
        "focal_points" => json!([{ "id": "f1", "text": "…", "facts": ["k1", "k2"] }]),
        "points" => json!([{ "id": "k1", "text": "…", "instead": "…" }]),
        "instead" => json!(["…"]),
        "kind" => json!("A"),
        "slip" => json!("mistaken"),
        "act" => json!("misstate"),
        "profile" => json!({
            "plaintiff": "organisation", "representative": "…", "age": 40, "gender": "…",
            "occupation": "…", "voice": "…",
            "traits": {
                "extraversion": "low", "agreeableness": "medium", "conscientiousness": "high",
                "neuroticism": "low", "openness": "medium",
            },
        }),
        "language" => json!("zh"),
        // `fence` and what was said last are plain text
        _ => json!("…"),
    }
}
