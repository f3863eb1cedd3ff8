//! The user simulator, design `single-prompt`: one call with history, key facts and instructions.

use crate::case::{Fault, Speaker, Turn};
use crate::cast::players::{UserPlayer, users};
use crate::cast::scene::{ASKED_AGAIN_MAX, Halt, Scene, asked_again, to_messages};
use crate::cast::seat::{Named, Seat};
use crate::model::{Finish, Model, Request};
use crate::prompt::Template;

/// The user simulator's seat.
#[derive(Clone)]
pub struct User {
    /// Who plays it.
    pub seat: Seat<UserPlayer>,
}

/// The name of the design, as identities carry it.
pub const DESIGN: &str = "single-prompt";

impl User {
    /// As identities carry it: seat and design.
    pub fn name(&self) -> String {
        format!("{}+{DESIGN}", self.seat.name())
    }

    /// Asks for the reply to the assistant's message that ends `talk`. A reply is delivered as it
    /// was generated; one without text, or stopped by a filter, is asked for again at most twice.
    ///
    /// # Errors
    /// When the simulator gave nothing, or the harness failed.
    pub async fn reply(&self, scene: &mut Scene<'_>, path: &str, talk: &[Turn]) -> Result<Turn, Halt> {
        let view = scene.case.for_user(scene.variant, talk);
        match &self.seat {
            Seat::Rule(player) => {
                let say = || match player {
                    UserPlayer::Lexical => users::lexical(&view),
                    UserPlayer::Leaky => users::leaky(&view),
                    UserPlayer::Evasive => users::evasive(&view),
                };
                let text = scene.ask_rule(path, player.name(), "user", &view, &[], say).await?;
                Ok(Turn::new(Speaker::User, text))
            }
            Seat::Model(model, params) => {
                let rendered = scene.stage.prompts.user(Template::UserSinglePrompt, &view)?;
                let request = Request { messages: to_messages(rendered), params: *params, schema: None };
                by_model(scene, path, model.as_ref(), &request).await
            }
        }
    }
}

async fn by_model(
    scene: &mut Scene<'_>,
    path: &str,
    model: &dyn Model,
    request: &Request,
) -> Result<Turn, Halt> {
    let mut from = 0;
    loop {
        let fresh = scene.fresh_calls();
        for again in from..=from + ASKED_AGAIN_MAX {
            let at = asked_again(path, again);
            let answer = scene
                .ask_model("user", &at, model, request.params, request.messages.clone())
                .await
                .map_err(|halt| halt.filter_is(Fault::SimulatorFault))?;
            let filtered = matches!(answer.finish, Some(Finish::ContentFilter | Finish::Refusal));
            match answer.text {
                Some(text) if !filtered && !text.trim().is_empty() => {
                    return Ok(Turn::new(Speaker::User, text));
                }
                _ => {}
            }
        }
        from += ASKED_AGAIN_MAX + 1;
        if !scene.asks_further(fresh, &asked_again(path, from), model, request) {
            let name = model.name();
            let why = format!("{name} gave an empty or filtered reply at {path}, asked again twice");
            return Err(Halt::Fault { fault: Fault::SimulatorFault, why });
        }
    }
}
