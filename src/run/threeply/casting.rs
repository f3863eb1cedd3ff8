//! From names to who argues and who extracts.

use std::sync::Arc;

use crate::cast::Seat;
use crate::model::{ModelError, Params};
use crate::run::answers::from_file;
use crate::run::casting::{BUILTIN, draws_mean_something, model, once, temperatures_mean_something};
use crate::run::threeply::ArgumentSettings;
use crate::run::{Environment, RunError};
use crate::suite::threeply::{Arguer, Arguments, Control, Parser, Triple};

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
    once("--opponent", &settings.opponents)?;
    once("--judge", &settings.judges)?;
    if !settings.dialogue && !settings.opponents.is_empty() {
        return Err(RunError::usage(
            "--opponent names who plays the defendant, and there is no dialogue",
            "give --dialogue with it, or leave it out",
        ));
    }
    let named = settings.models.iter().chain(&settings.opponents).chain(&settings.judges);
    if let Some(name) = named.clone().find(|name| !name.contains('/')) {
        return Err(ModelError::Name(name.clone()).into());
    }
    let arguers = arguers(settings, environment)?;
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
    study.arguers = arguers;
    study.extractors = extractors.collect::<Result<_, RunError>>()?;
    study.name_precedent = settings.name_precedent;
    study.repeats = settings.repeats;
    study.seed = settings.seed;
    study.resamples = settings.resamples;
    Ok(study)
}

/// Everyone who argues: alone, or each plaintiff against each defendant.
fn arguers(settings: &ArgumentSettings, environment: &Environment<'_>) -> Result<Vec<Arguer>, RunError> {
    let params = settings.sampling();
    let seat = |name: &str, role: &str| match (&settings.answers, name.strip_prefix(BUILTIN)) {
        // Who answered in a file is not asked.
        (Some(from), _) => Ok(Seat::Model(from_file(name, from), params)),
        (None, Some(control)) => control_named(control).map(Seat::Rule),
        (None, None) => Ok(Seat::Model(model(name, role, environment)?, params)),
    };
    let seats = |names: &[String], role: &str| -> Result<Vec<Seat<Control>>, RunError> {
        names.iter().map(|name| seat(name, role)).collect()
    };
    if !settings.dialogue {
        return Ok(seats(&settings.models, "assistant")?.into_iter().map(Arguer::alone).collect());
    }
    let plaintiffs = seats(&settings.models, "plaintiff")?;
    if settings.opponents.is_empty() {
        // Opened for each of its roles, which are counted apart.
        let themselves = seats(&settings.models, "defendant")?;
        return Ok(plaintiffs.into_iter().zip(themselves).map(|(p, d)| Arguer::pair(p, d)).collect());
    }
    let defendants = seats(&settings.opponents, "defendant")?;
    let against_all = |plaintiff: Seat<Control>| -> Vec<Arguer> {
        defendants.iter().map(|defendant| Arguer::pair(plaintiff.clone(), defendant.clone())).collect()
    };
    Ok(plaintiffs.into_iter().flat_map(against_all).collect())
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

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::run::casting::{absent, same_family};
    use crate::suite::Suite;

    fn seated(settings: &ArgumentSettings) -> (Arguments, Vec<String>) {
        let opened = RefCell::new(Vec::new());
        let noted = |role: &str, name: &str| {
            opened.borrow_mut().push(format!("{role} {name}"));
            Ok(absent(name, None))
        };
        let study = cast_arguments(settings, Vec::new().into(), "none", &Environment::By(&noted));
        let study = study.expect("all are seated");
        (study, opened.into_inner())
    }

    #[test]
    fn each_party_is_opened_in_its_own_role_and_once() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let settings = ArgumentSettings {
            models: names(&["lab/a", "lab/b"]),
            dialogue: true,
            judges: names(&["other/a"]),
            ..ArgumentSettings::default()
        };
        let (study, opened) = seated(&settings);
        assert_eq!(
            opened,
            ["plaintiff lab/a", "plaintiff lab/b", "defendant lab/a", "defendant lab/b", "judge other/a"]
        );
        let pairs = |study: &Arguments| study.arguers.iter().map(Arguer::name).collect::<Vec<_>>();
        assert_eq!(pairs(&study), ["lab/a", "lab/b"]);
        let favoured = same_family(&study);
        assert_eq!(favoured, [("lab/a".to_owned(), "other/a".to_owned())], "told once, though it sits twice");

        let settings = ArgumentSettings { opponents: names(&["lab/a", "lab/c"]), ..settings };
        let (study, opened) = seated(&settings);
        assert_eq!(opened.len(), 5);
        assert_eq!(
            pairs(&study),
            ["lab/a", "lab/a against lab/c", "lab/b against lab/a", "lab/b against lab/c"]
        );
        let roles: Vec<&str> = study.players().iter().map(|player| player.role).collect();
        assert_eq!(roles, ["plaintiff", "plaintiff", "defendant", "defendant", "judge"]);
        let message = ArgumentSettings { dialogue: false, opponents: Vec::new(), ..settings };
        assert_eq!(seated(&message).1, ["assistant lab/a", "assistant lab/b", "judge other/a"]);
    }
}
