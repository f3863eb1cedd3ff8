//! From names to seats, and who may be opened: what the suites share.

use std::collections::BTreeSet;
use std::sync::Arc;

use futures::future::BoxFuture;

use crate::cast::Seat;
use crate::model::{Env, Failure, FailureKind, Model, Models, Params, Reply, Request};
use crate::run::RunError;
use crate::suite::{Player, Suite};

/// Whether models can be asked.
pub enum Environment<'a> {
    /// Back ends are opened: keys are needed.
    Open {
        /// The models of the run.
        models: &'a Models,
        /// How the environment is asked.
        env: Env<'a>,
    },
    /// Nothing is asked: for scoring, on any machine.
    Offline,
    /// By role (`assistant`, `user`, `gate`, `classifier`, `ledger`, `plaintiff`, `defendant`, `judge`) and
    /// name, as the caller says.
    By(&'a Opener<'a>),
}

/// Opens a model by role and name.
pub type Opener<'a> = dyn Fn(&str, &str) -> Result<Arc<dyn Model>, RunError> + 'a;

/// What messages call the one who says what the user told.
pub(super) const CHECKER: &str = "disclosure checker";

pub(super) const BUILTIN: &str = "builtin/";

/// Most repeats of a unit.
pub(super) const REPEATS_MAX: u32 = 10_000;
/// Most resamples behind an interval.
pub(super) const RESAMPLES_MAX: u32 = 1_000_000;

/// What is drawn again, and how often the scores are resampled.
pub(super) fn draws_mean_something(repeats: u32, resamples: u32) -> Result<(), RunError> {
    if repeats == 0 {
        return Err(RunError::usage("--repeats 0 plays nothing", "give 1 or more"));
    }
    if repeats > REPEATS_MAX {
        return Err(RunError::usage(
            format!("--repeats {repeats} is too many"),
            format!("give at most {REPEATS_MAX}"),
        ));
    }
    if !(1..=RESAMPLES_MAX).contains(&resamples) {
        return Err(RunError::usage(
            format!("--resamples {resamples} is out of range"),
            format!("give 1 to {RESAMPLES_MAX}"),
        ));
    }
    Ok(())
}

/// Of whoever is under test, and of who judges.
pub(super) fn temperatures_mean_something(tested: f64, judging: f64) -> Result<(), RunError> {
    let temperatures = [("--temperature", tested), ("--judge-temperature", judging)];
    for (flag, value) in temperatures {
        if !(0.0..=2.0).contains(&value) {
            return Err(RunError::usage(format!("{flag} {value} is out of range"), "give 0 to 2"));
        }
    }
    Ok(())
}

/// Each name once.
pub(super) fn once(flag: &str, names: &[String]) -> Result<(), RunError> {
    let mut seen = BTreeSet::new();
    match names.iter().find(|name| !seen.insert(name.as_str())) {
        Some(twice) => Err(RunError::usage(
            format!("{flag} names {twice} twice"),
            "name each once; draws are repeated with --repeats",
        )),
        None => Ok(()),
    }
}

/// Who sits in a role: a player by rule of these, or a model.
pub(super) fn seat<P>(
    name: &str,
    role: &str,
    parse: fn(&str) -> Option<P>,
    known: &[String],
    params: Params,
    environment: &Environment<'_>,
) -> Result<Seat<P>, RunError> {
    if let Some(player) = name.strip_prefix(BUILTIN) {
        return parse(player).map(Seat::Rule).ok_or_else(|| {
            RunError::usage(
                format!("no built-in {role} `{player}`"),
                format!("there are: {}", known.join(", ")),
            )
        });
    }
    Ok(Seat::Model(model(name, role, environment)?, params))
}

/// A model of this name, in a role as messages call it.
pub(super) fn model(
    name: &str,
    role: &str,
    environment: &Environment<'_>,
) -> Result<Arc<dyn Model>, RunError> {
    Ok(match environment {
        Environment::Open { models, env } => models.open_as(role, name, *env)?,
        Environment::Offline => absent(name, None),
        Environment::By(opened) => opened(role_named(role), name)?,
    })
}

/// The role as the journal names it, by what messages call it.
fn role_named(role: &str) -> &str {
    match role {
        CHECKER => "ledger",
        role => role.split(' ').next().unwrap_or(role),
    }
}

pub(super) fn names<P: crate::cast::Named>(all: &[P]) -> Vec<String> {
    all.iter().map(|player| format!("{BUILTIN}{}", player.name())).collect()
}

/// A model that is only named, with the address at which it would be asked: what scoring and
/// planning need.
pub fn absent(name: &str, endpoint: Option<String>) -> Arc<dyn Model> {
    Arc::new(Absent { name: name.to_owned(), endpoint })
}

struct Absent {
    name: String,
    endpoint: Option<String>,
}

impl Model for Absent {
    fn name(&self) -> &str {
        &self.name
    }

    fn endpoint(&self) -> Option<&str> {
        self.endpoint.as_deref()
    }

    fn ask<'a>(&'a self, _: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>> {
        let message = format!("{} is not opened here", self.name);
        Box::pin(async { Err(Failure { kind: FailureKind::Stopped, message, attempts: Vec::new() }) })
    }
}

/// The roles of those whose messages are judged.
const JUDGED: [&str; 3] = ["assistant", "plaintiff", "defendant"];

/// Pairs of who is judged and who judges that seem to be of one family, and may favour each other.
pub fn same_family(study: &impl Suite) -> Vec<(String, String)> {
    let players = study.players();
    let models = |roles: &'static [&'static str]| {
        let in_role = move |player: &&Player| roles.contains(&player.role) && !player.by_rule;
        players.iter().filter(in_role).map(|player| &player.name)
    };
    let mut pairs = Vec::new();
    for judge in models(&["judge"]) {
        for assistant in models(&JUDGED) {
            let pair = (assistant.clone(), judge.clone());
            let alike = family(assistant).is_some_and(|of_assistant| family(judge) == Some(of_assistant));
            // One model may sit in two of the roles.
            if alike && !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    pairs
}

/// `openrouter/qwen/qwen3-32b` -> `qwen`: the first word of the last part of a name. The command line
/// of an agent tells no family.
pub(super) fn family(name: &str) -> Option<String> {
    let model = name.rsplit('/').next().filter(|_| !name.starts_with("cmd/"))?;
    Some(model.chars().take_while(char::is_ascii_alphabetic).collect::<String>().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::family;

    #[test]
    fn a_family_is_the_first_word_of_the_models_own_name() {
        let known = |name| family(name).expect("a model has a family");
        assert_eq!(known("openrouter/qwen/qwen3-32b"), "qwen");
        assert_eq!(known("openai/gpt-4.1"), "gpt");
        assert_eq!(known("vllm/Qwen2.5-7B"), "qwen");
        assert_eq!(family("cmd/python3 agent.py"), None);
    }
}
