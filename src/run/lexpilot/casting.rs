//! From names to a cast: who sits in which role of a LexPilot study.

use std::sync::Arc;

use crate::case::{Pack, Verdict};
use crate::cast::players::{AssistantPlayer, CheckerPlayer, GatePlayer, JudgePlayer, UserPlayer};
use crate::cast::{Assistant, Checker, ConditionMode, Gate, Judge, Seat, User, UserDesign};
use crate::model::{ModelError, Params};
use crate::prompt::HistoryStyle;
use crate::run::answers::from_file;
use crate::run::casting::{
    BUILTIN, CHECKER, absent, draws_mean_something, model, names, once, seat, temperatures_mean_something,
};
use crate::run::{Environment, RunError, Settings};
use crate::suite::lexpilot::Study;

/// Seats everyone.
///
/// # Errors
/// When a name is not known, is given twice, or a role that has no default is left empty; when a
/// back end cannot be opened.
pub fn cast(
    settings: &Settings,
    pack: impl Into<Arc<Pack>>,
    environment: &Environment<'_>,
) -> Result<Study, RunError> {
    let pack = pack.into();
    let history = HistoryStyle::parse(&settings.history).ok_or_else(|| {
        RunError::usage(
            format!("no history style `{}`", settings.history),
            "--history takes chat or transcript",
        )
    })?;
    numbers_mean_something(settings)?;
    if let Some(name) = settings.models.iter().find(|name| !name.contains('/')) {
        return Err(ModelError::Name(name.clone()).into());
    }
    // Every role must be filled before the first back end is opened: a key is of no use until then.
    let all_rules = settings.models.iter().all(|name| name.starts_with(BUILTIN));
    let user_name = required(settings.user.as_deref(), all_rules, "--user", "builtin/lexical")?;
    let first_judge = settings.judges.first().map(String::as_str);
    let first_judge = required(first_judge, all_rules, "--judge", "builtin/rules")?;
    let commonest = pack.commonest_verdict();
    let judging = environment;
    let named = |_: &str, name: &str| {
        Ok(settings.answers.as_ref().map_or_else(|| absent(name, None), |from| from_file(name, from)))
    };
    // Who answered in a file is not asked, and neither is whoever talked with them.
    let environment = if settings.answers.is_some() { &Environment::By(&named) } else { environment };
    let of_file = |name: &str| settings.answers.as_ref().map(|from| from_file(name, from));
    let assistants = assistants(settings, environment, history, commonest)?;
    let talk = params(settings.temperature, settings);
    let exact = params(settings.judge_temperature, settings);
    // Whoever answered in a file need not be a user that is known here.
    let user_seat = match of_file(&user_name).filter(|_| settings.models.contains(&user_name)) {
        Some(talked) => Seat::Model(talked, talk),
        None => {
            let known = names(UserPlayer::ALL);
            seat(&user_name, "user simulator", UserPlayer::parse, &known, talk, environment)?
        }
    };
    let user =
        User { seat: user_seat, design: settings.manner.user_design, profile: settings.manner.user_profile };
    users_fit(settings, &user)?;
    let gate = gate(settings, &user, exact, environment)?;
    let checker = checker(settings, &user, &gate, exact, environment)?;
    let judges = judges(settings, first_judge, exact, judging)?;
    Ok(Study {
        pack,
        limit: settings.limit,
        tasks: distinct(&settings.tasks),
        setups: distinct(&settings.setups),
        conditions: distinct(&settings.conditions),
        repeats: settings.repeats,
        assistants,
        user,
        gate,
        checker,
        profiles: settings.manner.profiles.clone(),
        mode: settings.manner.condition_mode,
        independent: settings.manner.independent,
        noncompliant: settings.manner.noncompliant,
        judges,
        history,
        seed: settings.seed,
        resamples: settings.resamples,
    })
}

/// Each once, in the order given: a unit must not be played or counted twice.
fn distinct<T: Copy + PartialEq>(list: &[T]) -> Vec<T> {
    let mut once = Vec::new();
    for item in list {
        if !once.contains(item) {
            once.push(*item);
        }
    }
    once
}

/// Settings that type alone does not rule out.
pub(in crate::run) fn numbers_mean_something(settings: &Settings) -> Result<(), RunError> {
    draws_mean_something(settings.repeats, settings.resamples)?;
    if settings.limit == Some(0) {
        return Err(RunError::usage("--limit 0 takes no case", "give 1 or more, or leave it out for all"));
    }
    if settings.max_tokens == 0 {
        return Err(RunError::usage("--max-tokens 0 leaves no room for a reply", "give 1 or more"));
    }
    temperatures_mean_something(settings.temperature, settings.judge_temperature)
}

pub(in crate::run) fn params(temperature: f64, settings: &Settings) -> Params {
    Params { temperature: Some(temperature), max_tokens: Some(settings.max_tokens), ..Params::default() }
}

fn assistants(
    settings: &Settings,
    environment: &Environment<'_>,
    history: HistoryStyle,
    commonest: Verdict,
) -> Result<Vec<Assistant>, RunError> {
    if settings.models.is_empty() {
        return Err(RunError::usage(
            "no assistant is named",
            "give --model, such as `--model builtin/oracle` or `--model openai/gpt-4.1`",
        ));
    }
    once("--model", &settings.models)?;
    let known = names(AssistantPlayer::ALL);
    let params = params(settings.temperature, settings);
    settings
        .models
        .iter()
        .map(|name| {
            let seat = match &settings.answers {
                // Also where a built-in player is named, as in answers of another run.
                Some(from) => Seat::Model(from_file(name, from), params),
                None => seat(name, "assistant", AssistantPlayer::parse, &known, params, environment)?,
            };
            Ok(Assistant { seat, history, commonest })
        })
        .collect()
}

fn gate(
    settings: &Settings,
    user: &User,
    params: Params,
    environment: &Environment<'_>,
) -> Result<Gate, RunError> {
    let known = names(GatePlayer::ALL);
    match settings.gate.as_deref() {
        // Which facts a request asks for is then told by words, at no cost; whether an unmarked
        // message decides is asked of the user's model.
        None => Ok(Gate {
            facts: Seat::Rule(GatePlayer::Lexical),
            classifier: match user.seat.is_rule() {
                true => Seat::Rule(JudgePlayer::Rules),
                false => Seat::Model(model(&user.seat.name(), "classifier", environment)?, params),
            },
        }),
        Some(name) => Ok(match seat(name, "gate", GatePlayer::parse, &known, params, environment)? {
            Seat::Rule(player) => {
                Gate { facts: Seat::Rule(player), classifier: Seat::Rule(JudgePlayer::Rules) }
            }
            // Opened for each of its roles, which are counted apart.
            Seat::Model(facts, params) => Gate {
                facts: Seat::Model(facts, params),
                classifier: Seat::Model(model(name, "classifier", environment)?, params),
            },
        }),
    }
}

/// What of the user's settings goes together.
fn users_fit(settings: &Settings, user: &User) -> Result<(), RunError> {
    let manner = &settings.manner;
    let by_rule = user.seat.is_rule();
    if by_rule && (manner.user_design != UserDesign::default() || manner.user_profile) {
        return Err(RunError::usage(
            "--user-design and --user-profile say how a model is asked, and the user is built in",
            "name a model with --user, or leave them out",
        ));
    }
    if manner.condition_mode == ConditionMode::PromptOnly && manner.user_design == UserDesign::SelectThenSpeak
    {
        return Err(RunError::usage(
            "with --condition-mode prompt-only the user model decides by itself, which select-then-speak leaves to nobody",
            "take --user-design single-prompt, or --condition-mode triggered",
        ));
    }
    Ok(())
}

/// By words, unless one is named, or a model plays the user and another is the gate.
fn checker(
    settings: &Settings,
    user: &User,
    gate: &Gate,
    params: Params,
    environment: &Environment<'_>,
) -> Result<Checker, RunError> {
    let known = names(CheckerPlayer::ALL);
    let seat = match (settings.manner.ledger.as_deref(), &gate.facts) {
        (Some(name), _) => seat(name, CHECKER, CheckerPlayer::parse, &known, params, environment)?,
        (None, Seat::Model(gate, params)) if !user.seat.is_rule() => {
            Seat::Model(model(gate.name(), CHECKER, environment)?, *params)
        }
        (None, _) => Seat::Rule(CheckerPlayer::Lexical),
    };
    Ok(Checker { seat })
}

fn judges(
    settings: &Settings,
    first: String,
    params: Params,
    environment: &Environment<'_>,
) -> Result<Vec<Judge>, RunError> {
    once("--judge", &settings.judges)?;
    let rest = settings.judges.iter().skip(1).cloned();
    let known = names(JudgePlayer::ALL);
    std::iter::once(first)
        .chain(rest)
        .map(|name| {
            Ok(Judge { seat: seat(&name, "judge", JudgePlayer::parse, &known, params, environment)? })
        })
        .collect()
}

fn required(given: Option<&str>, all_rules: bool, flag: &str, default: &str) -> Result<String, RunError> {
    match given {
        Some(name) => Ok(name.to_owned()),
        None if all_rules => Ok(default.to_owned()),
        None => Err(RunError::usage(
            format!("{flag} is required with a model that is not built in"),
            format!("name a model, such as `{flag} openai/gpt-4.1`, or take the rules: `{flag} {default}`"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::{cast, distinct, numbers_mean_something};
    use crate::case::{Pack, PackSource};
    use crate::run::casting::{REPEATS_MAX, RESAMPLES_MAX};
    use crate::run::{Environment, MannerSettings, Settings, absent};
    use crate::suite::lexpilot::Task;

    /// Who is opened in which role, sorted.
    fn opened(ledger: Option<&str>) -> Vec<String> {
        let manner = MannerSettings { ledger: ledger.map(str::to_owned), ..MannerSettings::default() };
        let settings = Settings {
            models: vec!["lab/assistant".to_owned()],
            user: Some("lab/user".to_owned()),
            judges: vec!["lab/judge".to_owned()],
            gate: Some("lab/gate".to_owned()),
            manner,
            ..Settings::default()
        };
        let seen = RefCell::new(Vec::new());
        let noted = |role: &str, name: &str| {
            seen.borrow_mut().push(format!("{role} {name}"));
            Ok(absent(name, None))
        };
        let pack = Pack::load(&PackSource::named("starter")).expect("a shipped pack");
        cast(&settings, pack, &Environment::By(&noted)).expect("everyone is seated");
        let mut seen = seen.into_inner();
        seen.sort();
        seen
    }

    #[test]
    fn every_role_is_opened_by_the_name_that_the_journal_gives_it() {
        let others = ["assistant lab/assistant", "classifier lab/gate", "gate lab/gate", "judge lab/judge"];
        for (ledger, checker) in [(None, "ledger lab/gate"), (Some("lab/checker"), "ledger lab/checker")] {
            let all = [others.as_slice(), &[checker, "user lab/user"]].concat();
            assert_eq!(opened(ledger), all);
        }
    }

    #[test]
    fn a_task_named_twice_is_played_once() {
        assert_eq!(distinct(&[Task::Ljp, Task::Lca, Task::Ljp]), [Task::Ljp, Task::Lca]);
    }

    #[test]
    fn numbers_beyond_their_bounds_are_refused_before_anything_is_played() {
        let refused = |settings: Settings| numbers_mean_something(&settings).is_err();
        assert!(!refused(Settings::default()));
        assert!(refused(Settings { repeats: REPEATS_MAX + 1, ..Settings::default() }));
        for resamples in [0, RESAMPLES_MAX + 1] {
            assert!(refused(Settings { resamples, ..Settings::default() }));
        }
    }
}
