//! The settings of the user simulator and its conditions.

use serde::{Deserialize, Serialize};

use crate::cast::{ConditionMode, UserDesign};
use crate::dialogue::condition::Profiles;
use crate::suite::lexpilot::Noncompliant;

/// How the user is asked and told, and how conditions are played.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MannerSettings {
    /// In how many calls a model plays the user.
    pub user_design: UserDesign,
    /// Whether the user is told the case's profile.
    pub user_profile: bool,
    /// Who decides when a condition takes hold.
    pub condition_mode: ConditionMode,
    /// Parameters of the conditions, whole, so that a snapshot needs no copy of their files.
    pub profiles: Profiles,
    /// Whether conditions are drawn apart.
    pub independent: bool,
    /// The disclosure checker; `None` takes the default.
    pub ledger: Option<String>,
    /// Whether dialogues whose user did not keep to its condition are scored.
    pub noncompliant: Noncompliant,
}

/// What a command gives anew of [`MannerSettings`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MannerChanges {
    pub user_design: Option<UserDesign>,
    pub user_profile: Option<bool>,
    pub condition_mode: Option<ConditionMode>,
    pub profiles: Option<Profiles>,
    pub independent: Option<bool>,
    pub ledger: Option<String>,
    pub noncompliant: Option<Noncompliant>,
}

impl MannerChanges {
    /// The settings with the changes made.
    pub fn apply(&self, manner: &MannerSettings) -> MannerSettings {
        MannerSettings {
            user_design: self.user_design.unwrap_or(manner.user_design),
            user_profile: self.user_profile.unwrap_or(manner.user_profile),
            condition_mode: self.condition_mode.unwrap_or(manner.condition_mode),
            profiles: self.profiles.clone().unwrap_or_else(|| manner.profiles.clone()),
            independent: self.independent.unwrap_or(manner.independent),
            ledger: self.ledger.clone().or_else(|| manner.ledger.clone()),
            noncompliant: self.noncompliant.unwrap_or(manner.noncompliant),
        }
    }
}
