//! The settings of a run, as a snapshot keeps them.

use serde::{Deserialize, Serialize};

use crate::run::AnswersFrom;
use crate::run::lexpilot::{MannerChanges, MannerSettings};
use crate::suite::lexpilot::{Condition, Setup, Task};

/// Everything that decides what is played and how. Keys are never in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Name or path of the pack, as the user gave it; the snapshot holds a copy.
    pub pack: String,
    /// The assistants under test.
    pub models: Vec<String>,
    /// The user simulator; `None` takes the default for the assistants.
    pub user: Option<String>,
    /// The gate; `None` takes the default.
    pub gate: Option<String>,
    /// The judges, the first one leading; empty takes the default.
    pub judges: Vec<String>,
    /// Which tasks.
    pub tasks: Vec<Task>,
    /// Which setups of LJP.
    pub setups: Vec<Setup>,
    /// Which user conditions of Interaction.
    pub conditions: Vec<Condition>,
    /// How the user is asked and told, and how conditions are played.
    #[serde(default)]
    pub manner: MannerSettings,
    /// Independent draws a unit.
    pub repeats: u32,
    /// Only the first so many cases, by id.
    pub limit: Option<usize>,
    /// Seed of the run's own draws; never sent to an endpoint.
    pub seed: u64,
    /// `chat` or `transcript`.
    pub history: String,
    /// Of assistant and user.
    pub temperature: f64,
    /// Of the judge, and of the gate's model.
    pub judge_temperature: f64,
    /// Most tokens in a reply.
    pub max_tokens: u32,
    /// Folder of prompts that override the shipped ones; the snapshot holds a copy.
    #[serde(default)]
    pub prompts: Option<String>,
    /// Resamples behind each interval.
    pub resamples: u32,
    /// The file from which the assistants' messages came; nobody plays then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<AnswersFrom>,
}

impl Default for Settings {
    /// The settings of the paper (LexPilot E.2), on the starter pack.
    fn default() -> Self {
        Self {
            pack: "starter".into(),
            models: Vec::new(),
            user: None,
            gate: None,
            judges: Vec::new(),
            tasks: Task::ALL.to_vec(),
            setups: Setup::ALL.to_vec(),
            conditions: vec![Condition::Standard],
            manner: MannerSettings::default(),
            repeats: 5,
            limit: None,
            seed: 1,
            history: "chat".into(),
            temperature: 0.7,
            judge_temperature: 0.1,
            max_tokens: 8192,
            prompts: None,
            resamples: 10_000,
            answers: None,
        }
    }
}

impl Settings {
    /// Whether there is Interaction in it.
    pub fn has_interaction(&self) -> bool {
        self.tasks.contains(&Task::Ljp) && self.setups.contains(&Setup::Interaction)
    }
}

/// What a command gives anew; `None` keeps what is there.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Changes {
    pub pack: Option<String>,
    pub models: Option<Vec<String>>,
    pub user: Option<String>,
    pub gate: Option<String>,
    pub judges: Option<Vec<String>>,
    pub tasks: Option<Vec<Task>>,
    pub setups: Option<Vec<Setup>>,
    pub conditions: Option<Vec<Condition>>,
    pub manner: MannerChanges,
    pub repeats: Option<u32>,
    /// `Some(None)` takes all cases.
    pub limit: Option<Option<usize>>,
    pub seed: Option<u64>,
    pub history: Option<String>,
    pub temperature: Option<f64>,
    pub judge_temperature: Option<f64>,
    pub max_tokens: Option<u32>,
    pub prompts: Option<String>,
    pub resamples: Option<u32>,
}

impl Changes {
    /// Whether nothing is given anew.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The settings with the changes made.
    pub fn apply(&self, settings: &Settings) -> Settings {
        let or = |new: &Option<String>, old: &Option<String>| new.clone().or_else(|| old.clone());
        Settings {
            pack: self.pack.clone().unwrap_or_else(|| settings.pack.clone()),
            models: self.models.clone().unwrap_or_else(|| settings.models.clone()),
            user: or(&self.user, &settings.user),
            gate: or(&self.gate, &settings.gate),
            judges: self.judges.clone().unwrap_or_else(|| settings.judges.clone()),
            tasks: self.tasks.clone().unwrap_or_else(|| settings.tasks.clone()),
            setups: self.setups.clone().unwrap_or_else(|| settings.setups.clone()),
            conditions: self.conditions.clone().unwrap_or_else(|| settings.conditions.clone()),
            manner: self.manner.apply(&settings.manner),
            repeats: self.repeats.unwrap_or(settings.repeats),
            limit: self.limit.unwrap_or(settings.limit),
            seed: self.seed.unwrap_or(settings.seed),
            history: self.history.clone().unwrap_or_else(|| settings.history.clone()),
            temperature: self.temperature.unwrap_or(settings.temperature),
            judge_temperature: self.judge_temperature.unwrap_or(settings.judge_temperature),
            max_tokens: self.max_tokens.unwrap_or(settings.max_tokens),
            prompts: or(&self.prompts, &settings.prompts),
            resamples: self.resamples.unwrap_or(settings.resamples),
            answers: settings.answers.clone(),
        }
    }
}
