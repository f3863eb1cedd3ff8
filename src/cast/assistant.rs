//! The assistant: the model under test.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::case::view::Majority;
use crate::case::{Absence, Turn, Verdict};
use crate::cast::matter::Matter;
use crate::cast::players::{AssistantPlayer, Occasion, assistants};
use crate::cast::reading::{self, Said};
use crate::cast::scene::{Halt, Scene, to_messages};
use crate::cast::seat::{Named, Seat};
use crate::model::Finish;
use crate::prompt::{HistoryStyle, Template};

/// The assistant's seat and what it needs to know of the study.
#[derive(Clone)]
pub struct Assistant {
    /// Who plays it.
    pub seat: Seat<AssistantPlayer>,
    /// How the history reaches a model.
    pub history: HistoryStyle,
    /// The pack's commonest verdict, for `majority` alone.
    pub commonest: Verdict,
}

/// What the assistant is asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// Decide, or ask for what is missing (LexAwN).
    MayAsk,
    /// Ask one clarification question.
    MustAsk,
    /// Decide, without an option to ask.
    MustDecide,
    /// As `MayAsk`, with the instruction appended to give the verdicts now.
    LastCall,
}

impl Call {
    /// The prompt it is put in.
    pub fn template(self) -> Template {
        match self {
            Self::MayAsk | Self::LastCall => Template::AssistantLexawn,
            Self::MustAsk => Template::AssistantForcedQuestion,
            Self::MustDecide => Template::AssistantDirect,
        }
    }

    fn occasion(self) -> Occasion {
        match self {
            Self::MayAsk => Occasion::MayAsk,
            Self::MustAsk => Occasion::MustAsk,
            Self::MustDecide | Self::LastCall => Occasion::MustDecide,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::MayAsk => "may_ask",
            Self::MustAsk => "must_ask",
            Self::MustDecide => "must_decide",
            Self::LastCall => "last_call",
        }
    }
}

/// What came of asking the assistant.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A message with visible text.
    Message {
        /// As other roles see it, and as it was written.
        turn: Turn,
        /// What its marker line says, if it has one.
        said: Option<Said>,
        /// Cut by length: judged as it stands, and flagged.
        cut: bool,
    },
    /// No visible text, for the assistant's own reason.
    Nothing(Absence),
}

impl Assistant {
    /// Asks for the next message; `talk` is all said since the history.
    ///
    /// # Errors
    /// When the harness, not the assistant, failed.
    pub async fn speak(
        &self,
        scene: &mut Scene<'_>,
        matter: Matter<'_>,
        path: &str,
        call: Call,
        talk: &[Turn],
    ) -> Result<Heard, Halt> {
        match &self.seat {
            Seat::Rule(player) => {
                let text = self.by_rule(scene, matter, path, *player, call, talk).await?;
                Ok(heard(Some(&text), None))
            }
            Seat::Model(model, params) => {
                let view = matter.case.for_assistant(matter.variant, talk);
                let last_call = call == Call::LastCall;
                let rendered =
                    scene.stage.prompts.assistant(call.template(), &view, self.history, last_call)?;
                let asked =
                    scene.ask_model("assistant", path, model.as_ref(), *params, to_messages(rendered)).await;
                match asked {
                    Ok(answer) => Ok(heard(answer.text.as_deref(), answer.finish.as_ref())),
                    Err(Halt::Filtered(_)) => Ok(Heard::Nothing(Absence::Refused)),
                    Err(halt) => Err(halt),
                }
            }
        }
    }

    async fn by_rule(
        &self,
        scene: &mut Scene<'_>,
        matter: Matter<'_>,
        path: &str,
        player: AssistantPlayer,
        call: Call,
        talk: &[Turn],
    ) -> Result<String, Halt> {
        let occasion = call.occasion();
        let Matter { case, variant } = matter;
        let name = &player.name();
        let ask = call.name();
        match player {
            AssistantPlayer::NeverAsk => {
                let view = case.for_assistant(variant, talk);
                scene.ask_rule(path, name, ask, &view, &[], || assistants::never_ask(&view)).await
            }
            AssistantPlayer::AlwaysAsk => {
                let view = case.for_assistant(variant, talk);
                scene.ask_rule(path, name, ask, &view, &[], || assistants::always_ask(&view, occasion)).await
            }
            AssistantPlayer::Random => {
                let view = case.for_assistant(variant, talk);
                let seed = scene.draw(&format!("{path}/random"));
                let mut rng = ChaCha8Rng::from_seed(seed);
                scene
                    .ask_rule(path, name, ask, &view, &seed, || assistants::random(&view, occasion, &mut rng))
                    .await
            }
            AssistantPlayer::Oracle => {
                let view = case.for_oracle(variant, talk);
                scene.ask_rule(path, name, ask, &view, &[], || assistants::oracle(&view, occasion)).await
            }
            AssistantPlayer::Listener => {
                let view = case.for_listener(variant, talk);
                scene.ask_rule(path, name, ask, &view, &[], || assistants::listener(&view, occasion)).await
            }
            AssistantPlayer::Majority => {
                let view = Majority::new(case.language, self.commonest);
                scene.ask_rule(path, name, ask, &view, &[], || assistants::majority(&view, occasion)).await
            }
        }
    }
}

fn heard(text: Option<&str>, finish: Option<&Finish>) -> Heard {
    let written = text.unwrap_or_default();
    let marked = reading::marker(written);
    if marked.text.trim().is_empty() {
        return Heard::Nothing(match finish {
            Some(Finish::ContentFilter | Finish::Refusal) => Absence::Refused,
            Some(Finish::Length) => Absence::Truncated,
            _ => Absence::Silent,
        });
    }
    let as_written = (marked.text != written).then(|| written.to_owned());
    Heard::Message {
        turn: Turn { speaker: crate::case::Speaker::Assistant, text: marked.text, as_written },
        said: marked.said,
        cut: finish == Some(&Finish::Length),
    }
}
