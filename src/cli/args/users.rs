//! How the user simulator is asked and told, and how its conditions are played.

use std::path::PathBuf;

use clap::Args;

use crate::cast::{ConditionMode, UserDesign};
use crate::cli::exit::Failed;
use crate::dialogue::condition::Profiles;
use crate::run::MannerChanges;
use crate::suite::lexpilot::Noncompliant;

/// What makes the user. What is absent keeps the setting of the run, or the default.
#[derive(Args, Debug, Default, Clone)]
#[command(next_help_heading = "User and conditions")]
pub struct UserArgs {
    /// How a model plays the user: single-prompt or select-then-speak [default: single-prompt]
    #[arg(long, value_name = "DESIGN", value_parser = ["single-prompt", "select-then-speak"])]
    pub user_design: Option<String>,
    /// Tell the user's model the case's profile
    #[arg(long)]
    pub user_profile: bool,
    /// Who decides when a condition takes hold: triggered (the gate) or prompt-only (the user's model)
    /// [default: triggered]
    #[arg(long, value_name = "MODE", value_parser = ["triggered", "prompt-only"])]
    pub condition_mode: Option<String>,
    /// Folder of condition parameters that override the shipped ones
    #[arg(long, value_name = "DIR")]
    pub profiles: Option<PathBuf>,
    /// Draw each condition apart, instead of sharing calls up to the trigger
    #[arg(long)]
    pub independent: bool,
    /// Tells what the user disclosed [default: the gate's model where a model plays the user, else
    /// builtin/lexical]
    #[arg(long, value_name = "MODEL")]
    pub ledger: Option<String>,
    /// Dialogues whose user did not keep to its condition: keep or drop [default: keep]
    #[arg(long, value_name = "POLICY", value_parser = ["keep", "drop"])]
    pub noncompliant: Option<String>,
}

impl UserArgs {
    /// What is given, as changes to settings.
    ///
    /// # Errors
    /// When the profiles cannot be used.
    pub fn changes(&self) -> Result<MannerChanges, Failed> {
        let profiles = self.profiles.as_deref().map(Profiles::load).transpose().map_err(|error| {
            Failed::usage(error.to_string(), "docs/conditions.md shows the files and what they may hold")
        })?;
        Ok(MannerChanges {
            user_design: self.user_design.as_deref().and_then(UserDesign::parse),
            user_profile: self.user_profile.then_some(true),
            condition_mode: self.condition_mode.as_deref().and_then(ConditionMode::parse),
            profiles,
            independent: self.independent.then_some(true),
            ledger: self.ledger.clone(),
            noncompliant: self.noncompliant.as_deref().and_then(Noncompliant::parse),
        })
    }
}
