//! Whether two runs can be compared: what, besides the assistants, decides their numbers must agree.

use crate::report::evidence::Evidence;

/// The fields that must agree, as `--allow` names them.
pub const FIELDS: &[&str] = &[
    "pack",
    "user",
    "manner",
    "gate",
    "judge",
    "prompts",
    "history",
    "temperature",
    "judge-temperature",
    "max-tokens",
];

/// The fields in which two runs differ, each with both values.
pub fn differences(a: &Evidence, b: &Evidence) -> Vec<(&'static str, String, String)> {
    FIELDS
        .iter()
        .map(|field| (*field, value(a, field), value(b, field)))
        .filter(|(_, of_a, of_b)| of_a != of_b)
        .collect()
}

fn value(run: &Evidence, field: &str) -> String {
    let (study, settings) = (&run.study, &run.settings);
    match field {
        "pack" => format!(
            "{} version {} ({})",
            study.pack.meta.name,
            study.pack.meta.version,
            study.pack.hash.get(..12).unwrap_or(&study.pack.hash)
        ),
        "user" => study.user.name(),
        // Condition parameters and who checks the ledger are part of how the user was played; a type
        // that serialises to plain data cannot fail to.
        "manner" => serde_json::to_string(&settings.manner).unwrap_or_default(),
        "gate" => study.gate.name(),
        "judge" => run.judge(),
        "prompts" => {
            let mut hasher = blake3::Hasher::new();
            for (name, text) in run.prompts.sources() {
                hasher.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
                hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
            }
            hasher.finalize().to_hex()[..12].to_owned()
        }
        "history" => settings.history.clone(),
        "temperature" => settings.temperature.to_string(),
        "judge-temperature" => settings.judge_temperature.to_string(),
        "max-tokens" => settings.max_tokens.to_string(),
        _ => String::new(),
    }
}
