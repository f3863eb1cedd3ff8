//! The user simulator: in one call, or in two, where the second knows only what the first selected.

mod by_model;

use serde::{Deserialize, Serialize};

use crate::case::{Move, Slip, Speaker, Turn};
use crate::cast::condition::Condition;
use crate::cast::matter::Matter;
use crate::cast::players::{UserPlayer, users};
use crate::cast::scene::{Halt, Scene};
use crate::cast::seat::{Named, Seat};

/// The user simulator's seat.
#[derive(Clone)]
pub struct User {
    /// Who plays it.
    pub seat: Seat<UserPlayer>,
    /// In how many calls a model answers.
    pub design: UserDesign,
    /// Whether a model is told the case's profile.
    pub profile: bool,
}

/// How a model is asked to play the user. A player by rule answers the typed ask either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UserDesign {
    /// One call with history, key facts and instructions (LexPilot 6.1).
    #[default]
    SinglePrompt,
    /// A call that selects the facts a request warrants, and one that speaks and is given only those
    /// (this project's own).
    SelectThenSpeak,
}

impl UserDesign {
    /// As in flags and identities.
    pub fn name(self) -> &'static str {
        match self {
            Self::SinglePrompt => "single-prompt",
            Self::SelectThenSpeak => "select-then-speak",
        }
    }

    /// The inverse of `name`.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::SinglePrompt, Self::SelectThenSpeak].into_iter().find(|design| design.name() == name)
    }
}

/// What a user knows of what is expected of it, beside the talk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Brief {
    /// This turn's move: given by the harness, which watches for the trigger.
    Move(Move),
    /// The condition, told from the start, and the move that it comes to in this turn as far as the
    /// gate can tell. A model is told the first, a player by rule follows the second.
    Standing {
        /// The condition.
        condition: Condition,
        /// Under self-correction: in which way it errs.
        slip: Option<Slip>,
        /// What the gate's reading comes to.
        expected: Move,
    },
}

impl Brief {
    /// A plain answer.
    pub const ANSWER: Self = Self::Move(Move::ANSWER);

    /// The move, given or expected.
    pub fn expected(&self) -> &Move {
        match self {
            Self::Move(moved) | Self::Standing { expected: moved, .. } => moved,
        }
    }
}

impl User {
    /// As identities carry it: seat and design, and whether the profile is told.
    pub fn name(&self) -> String {
        let profile = if self.profile { "+profile" } else { "" };
        format!("{}+{}{profile}", self.seat.name(), self.design.name())
    }

    /// Asks for the reply to the assistant's message that ends `talk`. A reply is delivered as it
    /// was generated; one without text, or stopped by a filter, is asked for again at most twice.
    ///
    /// # Errors
    /// When the simulator gave nothing, or the harness failed.
    pub async fn reply(
        &self,
        scene: &mut Scene<'_>,
        matter: Matter<'_>,
        path: &str,
        talk: &[Turn],
        brief: &Brief,
    ) -> Result<Turn, Halt> {
        match &self.seat {
            Seat::Rule(player) => {
                let moved = brief.expected();
                let view = matter.case.for_user_moving(matter.variant, talk, moved, false);
                let say = || match player {
                    UserPlayer::Lexical => users::lexical_moving(&view, moved.act),
                    UserPlayer::Leaky => users::leaky(&view),
                    UserPlayer::Evasive => users::evasive(&view),
                };
                let text = scene.ask_rule(path, &player.name(), moved.act.name(), &view, &[], say).await?;
                Ok(Turn::new(Speaker::User, text))
            }
            Seat::Model(model, params) => {
                let ask = by_model::Ask { model: model.as_ref(), params: *params, profile: self.profile };
                match self.design {
                    UserDesign::SinglePrompt => ask.single_prompt(scene, matter, path, talk, brief).await,
                    UserDesign::SelectThenSpeak => {
                        ask.select_then_speak(scene, matter, path, talk, brief).await
                    }
                }
            }
        }
    }
}
