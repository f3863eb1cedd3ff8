//! A model as the user, in either design.

use crate::case::{Act, Fault, Move, Speaker, Turn};
use crate::cast::condition::Condition;
use crate::cast::matter::Matter;
use crate::cast::reading::{self, schema};
use crate::cast::scene::{ASKED_AGAIN_MAX, Halt, Scene, Structured, asked_again, to_messages};
use crate::cast::user::Brief;
use crate::model::{Finish, Model, Params, Request};
use crate::prompt::Template;

/// The model, and how it is asked.
pub(super) struct Ask<'a> {
    pub model: &'a dyn Model,
    pub params: Params,
    pub profile: bool,
}

impl Ask<'_> {
    /// One call: history and key facts as instructions, what this turn asks besides after them.
    pub async fn single_prompt(
        &self,
        scene: &mut Scene<'_>,
        matter: Matter<'_>,
        path: &str,
        talk: &[Turn],
        brief: &Brief,
    ) -> Result<Turn, Halt> {
        let (moved, besides) = match brief {
            Brief::Move(moved) => (moved.clone(), for_move(moved.act)),
            Brief::Standing { condition, slip, .. } => {
                // Which facts count as missing it is never told, so its own move has no targets.
                (Move { slip: *slip, ..Move::ANSWER }, for_condition(*condition))
            }
        };
        let view = matter.case.for_user_moving(matter.variant, talk, &moved, self.profile);
        let profile = self.profile.then_some(Template::UserProfile);
        let besides: Vec<Template> = profile.into_iter().chain(besides).collect();
        let rendered = scene.stage.prompts.user(Template::UserSinglePrompt, &view, &besides)?;
        let request = Request { messages: to_messages(rendered), params: self.params, schema: None };
        self.until_heard(scene, path, &request).await
    }

    /// Two calls: ids of the facts that the request warrants, then the reply of one who is given only
    /// those.
    pub async fn select_then_speak(
        &self,
        scene: &mut Scene<'_>,
        matter: Matter<'_>,
        path: &str,
        talk: &[Turn],
        brief: &Brief,
    ) -> Result<Turn, Halt> {
        let moved = brief.expected();
        let view = matter.case.for_user(matter.variant, talk);
        let known: Vec<&str> = view.key_facts.iter().map(|fact| fact.id).collect();
        let rendered = scene.stage.prompts.render(Template::UserSelect, &view)?;
        let read = |text: &str| reading::read_gate(text, &known);
        let ask = Structured { rendered, form: schema::selection(), fault: Fault::SimulatorFault };
        let at = format!("{path}/select");
        let selected = scene.ask_structured(&at, self.model, self.params, ask, read).await?;
        let view = matter.case.for_speaking_user(matter.variant, talk, &selected.facts, moved, self.profile);
        let rendered = scene.stage.prompts.speaking_user(Template::UserSpeak, &view)?;
        let request = Request { messages: to_messages(rendered), params: self.params, schema: None };
        self.until_heard(scene, &format!("{path}/speak"), &request).await
    }

    async fn until_heard(&self, scene: &mut Scene<'_>, path: &str, request: &Request) -> Result<Turn, Halt> {
        let mut from = 0;
        loop {
            let fresh = scene.fresh_calls();
            for again in from..=from + ASKED_AGAIN_MAX {
                let at = asked_again(path, again);
                let answer = scene
                    .ask_model("user", &at, self.model, request.params, request.messages.clone())
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
            if !scene.asks_further(fresh, &asked_again(path, from), self.model, request) {
                let name = self.model.name();
                let why = format!("{name} gave an empty or filtered reply at {path}, asked again twice");
                return Err(Halt::Fault { fault: Fault::SimulatorFault, why });
            }
        }
    }
}

/// What a model is told beside its standing instructions.
fn for_move(act: Act) -> Option<Template> {
    match act {
        Act::Answer => None,
        Act::Withhold => Some(Template::UserWithhold),
        Act::Misstate => Some(Template::UserMisstate),
        Act::Correct => Some(Template::UserCorrect),
        Act::FollowUp => Some(Template::UserFollowUp),
    }
}

fn for_condition(condition: Condition) -> Option<Template> {
    match condition {
        Condition::Standard => None,
        Condition::Delayed => Some(Template::UserDelayed),
        Condition::SelfCorrection => Some(Template::UserSelfCorrection),
        Condition::Reluctant => Some(Template::UserReluctant),
    }
}
