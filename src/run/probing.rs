//! Probes of user simulators in a folder: their settings, their cast, and what the folder keeps of them.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::case::{Pack, PackSource};
use crate::cast::players::{JudgePlayer, UserPlayer};
use crate::cast::{Assessor, Judge, Seat, User, UserDesign};
use crate::prompt::Prompts;
use crate::run::casting::{BUILTIN, family, names, once, seat};
use crate::run::lexpilot::{numbers_mean_something, params};
use crate::run::{Environment, RunError, RunFolder, Settings, newest_settings, pack_and_prompts};
use crate::suite::fidelity::{ProbeStudy, SUITE};

/// Everything that decides which users are probed with what, and who assesses them. Keys are never in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbeSettings {
    /// Name or path of the pack, as it was given; the snapshot holds a copy.
    pub pack: String,
    /// The user simulators.
    pub users: Vec<String>,
    /// How models among them are asked: each in each of these ways.
    pub designs: Vec<UserDesign>,
    /// Whether a model is told the case's profile.
    pub profile: bool,
    /// The assessor; `None` takes the rules, with built-in users only.
    pub assessor: Option<String>,
    /// The DCG judge of the questions; `None` takes the assessor.
    pub judge: Option<String>,
    /// Independent replies to each request.
    pub repeats: u32,
    /// Only the first so many cases, by id.
    pub limit: Option<usize>,
    /// Seed of the resamples; never sent to an endpoint.
    pub seed: u64,
    /// Of the users.
    pub temperature: f64,
    /// Of assessor and judge.
    pub judge_temperature: f64,
    /// Most tokens in a reply.
    pub max_tokens: u32,
    /// Folder of prompts that override the shipped ones; the snapshot holds a copy.
    pub prompts: Option<String>,
    /// Resamples behind an interval that has no exact one.
    pub resamples: u32,
}

impl ProbeSettings {
    /// The part that runs have, too.
    fn of_run(&self) -> Settings {
        Settings {
            pack: self.pack.clone(),
            repeats: self.repeats,
            limit: self.limit,
            seed: self.seed,
            temperature: self.temperature,
            judge_temperature: self.judge_temperature,
            max_tokens: self.max_tokens,
            resamples: self.resamples,
            ..Settings::default()
        }
    }
}

/// Seats the users, the assessor and the judge.
///
/// # Errors
/// When a name is not known or given twice, a role that has no default is left empty, a number means nothing,
/// the pack holds no probe, or a back end cannot be opened.
pub fn cast_probes(
    settings: &ProbeSettings,
    pack: impl Into<Arc<Pack>>,
    environment: &Environment<'_>,
) -> Result<ProbeStudy, RunError> {
    let pack = pack.into();
    let of_run = settings.of_run();
    numbers_mean_something(&of_run)?;
    once("--user", &settings.users)?;
    if settings.users.is_empty() {
        return Err(RunError::usage(
            "no user is named",
            "give --user, such as `--user openai/gpt-4.1`, or a built-in one: `--user builtin/lexical`",
        ));
    }
    let by_rule = |name: &String| name.starts_with(BUILTIN);
    let assessor = match &settings.assessor {
        Some(name) => name.clone(),
        None if settings.users.iter().all(by_rule) => format!("{BUILTIN}rules"),
        None => {
            return Err(RunError::usage(
                "--assessor is required with a user that is not built in",
                "name a model, such as `--assessor openai/gpt-4.1`; `--assessor builtin/rules` sees marks and numbers alone",
            ));
        }
    };
    if settings.users.iter().all(by_rule) && (settings.profile || settings.designs.len() > 1) {
        return Err(RunError::usage(
            "--user-design and --user-profile say how a model is asked, and every user is built in",
            "name a model with --user, or leave them out",
        ));
    }
    let judge = settings.judge.clone().unwrap_or_else(|| assessor.clone());
    let (talk, exact) = (params(settings.temperature, &of_run), params(settings.judge_temperature, &of_run));
    let judged = |name: &str| -> Result<Seat<JudgePlayer>, RunError> {
        seat(name, "judge", JudgePlayer::parse, &names(JudgePlayer::ALL), exact, environment)
    };
    let mut users = Vec::new();
    for name in &settings.users {
        let known = names(UserPlayer::ALL);
        let seat = seat(name, "user simulator", UserPlayer::parse, &known, talk, environment)?;
        let designs: &[UserDesign] = if seat.is_rule() { &[] } else { &settings.designs };
        // A player by rule answers the typed ask either way, and is told no profile.
        let designs = if designs.is_empty() { &[UserDesign::SinglePrompt] } else { designs };
        let profile = settings.profile && !seat.is_rule();
        users.extend(designs.iter().map(|design| User { seat: seat.clone(), design: *design, profile }));
    }
    let (assessor, judge) = (Assessor { seat: judged(&assessor)? }, Judge { seat: judged(&judge)? });
    let study = ProbeStudy { pack, limit: settings.limit, repeats: settings.repeats, users, assessor, judge };
    if study.questions().is_empty() {
        return Err(RunError::usage(
            format!("no case of the pack {} has a probe", settings.pack),
            "take another pack, or write probes: docs/cases.md shows how",
        ));
    }
    Ok(study)
}

/// Users that seem to be of the assessor's family, which may favour them.
pub fn of_assessors_family(study: &ProbeStudy) -> Vec<String> {
    let assessor = &study.assessor.seat;
    let Some(own) = family(&assessor.name()).filter(|_| !assessor.is_rule()) else { return Vec::new() };
    let models = study.users.iter().filter(|user| !user.seat.is_rule());
    let mut found: Vec<String> = models.map(|user| user.seat.name()).collect();
    found.retain(|name| family(name).as_ref() == Some(&own));
    found.dedup();
    found
}

/// The folder of probes: `run.json`, snapshots, the journal, and `probe.json`.
pub struct ProbeFolder {
    /// The folder itself, held while this lives.
    pub folder: RunFolder,
}

impl ProbeFolder {
    /// Opens the folder of that name, where there is one.
    ///
    /// # Errors
    /// When it is of another suite, or another process works in it.
    pub fn existing(log_dir: &Path, name: &str) -> Result<Option<Self>, RunError> {
        let path = log_dir.join(name);
        if !path.exists() {
            return Ok(None);
        }
        let found = RunFolder::manifest(&path)?.suite;
        if found != SUITE {
            return Err(RunError::Exists(path));
        }
        Ok(Some(Self { folder: RunFolder::open(&path)? }))
    }

    /// Makes the folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(log_dir: &Path, name: &str) -> Result<Self, RunError> {
        Ok(Self { folder: RunFolder::create(log_dir, name, SUITE)? })
    }

    /// Keeps settings, pack and prompts, unless the newest snapshot is the same.
    ///
    /// # Errors
    /// When the folder cannot be read or written.
    pub fn keep(&self, settings: &ProbeSettings, pack: &Pack, prompts: &Prompts) -> Result<(), RunError> {
        let same = self.folder.newest_snapshot()? > 0 && {
            let (kept, kept_pack, kept_prompts) = Self::snapshot(self.folder.path())?;
            kept == *settings && kept_pack.hash == pack.hash && prompts.sources().eq(kept_prompts.sources())
        };
        if !same {
            let first = self.folder.newest_snapshot()? == 0;
            let kept = self
                .folder
                .add_snapshot(settings, pack_and_prompts(pack, prompts))
                .and_then(|snapshot| snapshot.keep());
            return kept.map_err(|error| if first { error.before_begun(self.folder.path()) } else { error });
        }
        Ok(())
    }

    /// Settings, pack and prompts of the newest snapshot of a folder of probes.
    ///
    /// # Errors
    /// When it is no such folder, or cannot be read.
    pub fn snapshot(path: &Path) -> Result<(ProbeSettings, Pack, Prompts), RunError> {
        let (_, dir, settings) = newest_settings(path, SUITE)?;
        let pack = Pack::load(&PackSource::Path(dir.join("pack")))?;
        let prompts = Prompts::load(Some(&dir.join("prompts")))?;
        Ok((settings, pack, prompts))
    }

    /// What `probe.json` of a folder holds; `None` where there is none yet.
    ///
    /// # Errors
    /// When it cannot be read, or is of another form.
    pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, RunError> {
        let file = path.join("probe.json");
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(RunError::io("read", &file))?,
        };
        let damaged = |error: serde_json::Error| RunError::Damaged { path: file, why: error.to_string() };
        serde_json::from_str(&text).map(Some).map_err(damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(change: impl FnOnce(&mut ProbeSettings)) -> Result<ProbeStudy, String> {
        let of_run = Settings::default();
        let mut settings = ProbeSettings {
            pack: "starter".into(),
            users: vec!["builtin/lexical".into()],
            designs: vec![UserDesign::SinglePrompt],
            profile: false,
            assessor: None,
            judge: None,
            repeats: 1,
            limit: Some(1),
            seed: 1,
            temperature: of_run.temperature,
            judge_temperature: of_run.judge_temperature,
            max_tokens: of_run.max_tokens,
            prompts: None,
            resamples: 1,
        };
        change(&mut settings);
        let pack = Pack::load(&PackSource::named("starter")).expect("a shipped pack loads");
        cast_probes(&settings, pack, &Environment::Offline).map_err(|error| error.to_string())
    }

    #[test]
    fn a_model_sits_once_a_design_and_a_player_by_rule_once() {
        let study = study(|settings| {
            settings.users = vec!["builtin/leaky".into(), "openai/gpt-4.1".into()];
            settings.designs = vec![UserDesign::SelectThenSpeak, UserDesign::SinglePrompt];
            settings.profile = true;
            settings.assessor = Some("deepseek/deepseek-chat".into());
        });
        let study = study.expect("seated");
        let names: Vec<String> = study.users.iter().map(User::name).collect();
        let model = "openai/gpt-4.1";
        assert_eq!(
            names,
            [
                "builtin/leaky+single-prompt".to_owned(),
                format!("{model}+select-then-speak+profile"),
                format!("{model}+single-prompt+profile"),
            ]
        );
        assert_eq!(study.judge.seat.name(), "deepseek/deepseek-chat", "the assessor is the judge by default");
        let units = study.units();
        assert_eq!(units.len() % names.len(), 0);
        for beside in units.chunks(names.len()) {
            let of = |at: usize| (&beside[at].case, &beside[at].target, beside[at].kind, beside[at].repeat);
            assert!((0..names.len()).all(|at| of(at) == of(0)), "all users have each request");
        }
    }

    #[test]
    fn rules_assess_by_default_those_who_play_by_rule_alone() {
        let by_rule = study(|_| {}).expect("seated");
        assert!(by_rule.assessor.seat.is_rule() && by_rule.judge.seat.is_rule());
        let refused = study(|settings| settings.users.push("openai/gpt-4.1".into())).err();
        assert!(refused.is_some_and(|error| error.contains("--assessor is required")));
    }

    #[test]
    fn an_assessor_of_a_users_family_is_seen() {
        let study = study(|settings| {
            settings.users =
                vec!["openrouter/qwen/qwen3-32b".into(), "openai/gpt-4.1".into(), "builtin/lexical".into()];
            settings.designs = vec![UserDesign::SelectThenSpeak, UserDesign::SinglePrompt];
            settings.assessor = Some("azure/gpt-5".into());
        });
        assert_eq!(of_assessors_family(&study.expect("seated")), ["openai/gpt-4.1"]);
    }
}
