//! From names to who argues and who extracts.

use std::sync::Arc;

use crate::cast::Seat;
use crate::model::{ModelError, Params};
use crate::run::answers::from_file;
use crate::run::casting::{BUILTIN, draws_mean_something, model, once, temperatures_mean_something};
use crate::run::threeply::ArgumentSettings;
use crate::run::{Environment, RunError};
use crate::suite::threeply::{Arguments, Control, Parser, Triple};

/// The built-in extractor, as users write it.
const PARSER: &str = "builtin/parser";

/// Most tokens of an extractor's reply: lists of numbers, and what a model thinks before.
const EXTRACTION_TOKENS: u32 = 8_192;

/// Seats everyone.
///
/// # Errors
/// When a name is not known or is given twice, when nobody argues, when a back end cannot be opened.
pub fn cast_arguments(
    settings: &ArgumentSettings,
    triples: Arc<[Triple]>,
    material: &str,
    environment: &Environment<'_>,
) -> Result<Arguments, RunError> {
    draws_mean_something(settings.repeats, settings.resamples)?;
    numbers_mean_something(settings)?;
    if settings.models.is_empty() {
        return Err(RunError::usage(
            "nobody is to argue",
            "give --model, such as `--model builtin/perfect-arguer` or `--model openai/gpt-4.1`",
        ));
    }
    once("--model", &settings.models)?;
    once("--judge", &settings.judges)?;
    let named = settings.models.iter().chain(&settings.judges);
    if let Some(name) = named.clone().find(|name| !name.contains('/')) {
        return Err(ModelError::Name(name.clone()).into());
    }
    let params = settings.sampling();
    let arguers = settings.models.iter().map(|name| match (&settings.answers, name.strip_prefix(BUILTIN)) {
        // Who answered in a file is not asked.
        (Some(from), _) => Ok(Seat::Model(from_file(name, from), params)),
        (None, Some(control)) => control_named(control).map(Seat::Rule),
        (None, None) => Ok(Seat::Model(model(name, "assistant", environment)?, params)),
    });
    let params = Params {
        temperature: Some(settings.judge_temperature),
        max_tokens: Some(EXTRACTION_TOKENS),
        ..Params::default()
    };
    let parser = [PARSER.to_owned()];
    let judges = if settings.judges.is_empty() { parser.as_slice() } else { &settings.judges };
    let extractors = judges.iter().map(|name| match name.strip_prefix(BUILTIN) {
        Some("parser") => Ok(Seat::Rule(Parser::BuiltIn)),
        Some(other) => {
            Err(RunError::usage(format!("no built-in extractor `{other}`"), format!("there is: {PARSER}")))
        }
        None => Ok(Seat::Model(model(name, "judge", environment)?, params)),
    });
    let mut study = Arguments::new(triples, material.to_owned());
    study.arguers = arguers.collect::<Result<_, RunError>>()?;
    study.extractors = extractors.collect::<Result<_, RunError>>()?;
    study.name_precedent = settings.name_precedent;
    study.repeats = settings.repeats;
    study.seed = settings.seed;
    study.resamples = settings.resamples;
    Ok(study)
}

fn control_named(name: &str) -> Result<Control, RunError> {
    Control::parse(name).ok_or_else(|| {
        RunError::usage(
            format!("no built-in model `{name}` argues"),
            "there are: builtin/perfect-arguer, builtin/never-abstain, builtin/always-abstain, builtin/hallucinator:N (N factors invented in each triple)",
        )
    })
}

fn numbers_mean_something(settings: &ArgumentSettings) -> Result<(), RunError> {
    if settings.limit == Some(0) {
        return Err(RunError::usage("--limit 0 takes no triple", "give 1 or more, or leave it out for all"));
    }
    if settings.tokens() == 0 {
        return Err(RunError::usage("--max-tokens 0 leaves no room for a reply", "give 1 or more"));
    }
    temperatures_mean_something(settings.temperature, settings.judge_temperature)
}
