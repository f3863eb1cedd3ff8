//! From a view to the messages of a request.

use minijinja::Value;
use minijinja::value::Serde;

use super::error::PromptError;
use super::library::Prompts;
use super::template::{Shape, Template};
use crate::case::view::{self, Line, View};
use crate::case::{Language, Speaker};

/// Stands between the user's last reply and the instruction to give the verdicts.
const RULE: &str = "\n\n---\n\n";

/// Whose message it is, from where the model stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The model's own past turns.
    Own,
    /// What it is told.
    Other,
}

/// A request without its settings: instructions, then messages that end in [`Side::Other`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rendered {
    /// The instructions.
    pub system: String,
    /// Strictly alternating, the last one of [`Side::Other`].
    pub messages: Vec<(Side, String)>,
}

/// How the history reaches the assistant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HistoryStyle {
    /// As chat: the lawyer of the history is the assistant's own past.
    Chat,
    /// As one text in the first message.
    Transcript,
}

impl HistoryStyle {
    /// As in flags and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::Transcript => "transcript",
        }
    }

    /// The inverse of `name`.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Chat, Self::Transcript].into_iter().find(|style| style.name() == name)
    }
}

impl Prompts {
    /// Renders a template that makes a request by itself: gate, classifier, judges.
    ///
    /// # Errors
    /// When the template is not for this view or not of this kind, or fails on it.
    pub fn render<V: View>(&self, template: Template, view: &V) -> Result<Rendered, PromptError> {
        only(template, Shape::Single)?;
        let values = self.values(template, &[], view)?;
        let text = |section| self.engine.section(template, view.language(), section, &values);
        Ok(Rendered { system: text("system")?, messages: vec![(Side::Other, text("user")?)] })
    }

    /// Renders the assistant's chat: the history in the given style, then the talk.
    ///
    /// With `forced_verdict` the instruction to give the verdicts now follows the user's last
    /// words, set apart by a rule.
    ///
    /// # Errors
    /// When the template is not one of the assistant's chat templates, when history and talk do
    /// not alternate from the user's first turn to the user's last, or when the template fails.
    pub fn assistant(
        &self,
        template: Template,
        view: &view::Assistant,
        style: HistoryStyle,
        forced_verdict: bool,
    ) -> Result<Rendered, PromptError> {
        only(template, Shape::AssistantChat)?;
        let section = |template, section| {
            self.engine.section(template, view.language, section, &self.values(template, &[], view)?)
        };
        let (history, talk) = (&view.history, &view.talk);
        let role = view::Assistant::ROLE;
        alternate(role, history.iter().chain(talk), Speaker::User)?;
        let mut messages = match style {
            HistoryStyle::Chat => chat(history, Speaker::Assistant),
            HistoryStyle::Transcript => {
                alternate(role, history, Speaker::User)?;
                vec![(Side::Other, transcript(history, view.language))]
            }
        };
        messages.extend(chat(talk, Speaker::Assistant));
        if forced_verdict && let Some((_, last)) = messages.last_mut() {
            last.push_str(RULE);
            last.push_str(&section(Template::AssistantForcedVerdict, "append")?);
        }
        Ok(Rendered { system: section(template, "system")?, messages })
    }

    /// Renders the user simulator's chat: persona, history and key facts as instructions, followed by
    /// the texts `besides`; then the talk with the assistant on the other side.
    ///
    /// # Errors
    /// When a template is not the user simulator's, when the talk does not alternate from the
    /// assistant's first turn to the assistant's last, or when a template fails.
    pub fn user(
        &self,
        template: Template,
        view: &view::User,
        besides: &[Template],
    ) -> Result<Rendered, PromptError> {
        only(template, Shape::UserChat)?;
        alternate(view::User::ROLE, &view.talk, Speaker::Assistant)?;
        let values = self.values(template, besides, view)?;
        let mut system = self.engine.section(template, view.language, "system", &values)?;
        for &beside in besides {
            only(beside, Shape::UserAppend)?;
            system.push_str("\n\n");
            system.push_str(&self.engine.section(beside, view.language, "append", &values)?);
        }
        Ok(Rendered { system, messages: chat(&view.talk, Speaker::User) })
    }

    /// Renders the chat of a user's second stage, with the profile where the view holds it.
    ///
    /// # Errors
    /// As [`Prompts::user`].
    pub fn speaking_user(
        &self,
        template: Template,
        view: &view::SpeakingUser,
    ) -> Result<Rendered, PromptError> {
        only(template, Shape::SpeakerChat)?;
        alternate(view::SpeakingUser::ROLE, &view.talk, Speaker::Assistant)?;
        let values = self.values(template, &[Template::UserProfile], view)?;
        let mut system = self.engine.section(template, view.language, "system", &values)?;
        if view.profile.is_some() {
            // The same text as in one call: it uses what both views hold.
            system.push_str("\n\n");
            system.push_str(&self.engine.section(Template::UserProfile, view.language, "append", &values)?);
        }
        Ok(Rendered { system, messages: chat(&view.talk, Speaker::User) })
    }
}

impl Prompts {
    /// The variables of a template, and of those that are filled in with it: the fields of its view, and
    /// the fence where one of them has fences.
    fn values<V: View>(
        &self,
        template: Template,
        besides: &[Template],
        view: &V,
    ) -> Result<Value, PromptError> {
        if template.role() != V::ROLE {
            return Err(PromptError::WrongView { template, needs: template.role(), given: V::ROLE });
        }
        let is_fenced = |one: &Template| self.engine.is_fenced(*one, view.language());
        let fence = match std::iter::once(&template).chain(besides).any(is_fenced) {
            true => fence(view)?,
            false => String::new(),
        };
        Ok(minijinja::context! { fence, ..Value::from(Serde(view)) })
    }
}

fn only(template: Template, shape: Shape) -> Result<(), PromptError> {
    if template.shape() == shape {
        return Ok(());
    }
    Err(PromptError::WrongCall { template, call: template.shape().call() })
}

/// A code that the material cannot foresee, since it is a hash of all of it; the same view has the
/// same code, so a request can be answered from the journal.
fn fence<V: View>(view: &V) -> Result<String, PromptError> {
    let json = serde_json::to_vec(view).map_err(|source| PromptError::View { role: V::ROLE, source })?;
    let mut code = blake3::hash(&json).to_hex().to_string();
    code.truncate(12);
    Ok(code)
}

/// Turns as chat messages of a model that speaks as `own`.
fn chat(lines: &[Line<'_>], own: Speaker) -> Vec<(Side, String)> {
    let side = |speaker| if speaker == own { Side::Own } else { Side::Other };
    lines.iter().map(|line| (side(line.speaker), line.text.to_owned())).collect()
}

fn transcript(lines: &[Line<'_>], language: Language) -> String {
    let (heading, user, assistant, colon) = match language {
        Language::Zh => ("此前的咨询记录：", "当事人", "律师", "："),
        Language::En => ("The consultation so far:", "Client", "Lawyer", ": "),
    };
    let mut text = heading.to_owned();
    for line in lines {
        let who = match line.speaker {
            Speaker::User => user,
            Speaker::Assistant => assistant,
        };
        text.push_str("\n\n");
        text.push_str(who);
        text.push_str(colon);
        text.push_str(line.text);
    }
    text
}

/// Checks that the speakers take turns, and that `ends` speaks first and last.
fn alternate<'a>(
    role: &'static str,
    lines: impl IntoIterator<Item = &'a Line<'a>>,
    ends: Speaker,
) -> Result<(), PromptError> {
    let name = |speaker| match speaker {
        Speaker::User => "user",
        Speaker::Assistant => "assistant",
    };
    let fault = |problem| Err(PromptError::Turns { role, problem });
    let mut last = None;
    for (i, line) in lines.into_iter().enumerate() {
        let number = i + 1;
        match last {
            None if line.speaker != ends => {
                return fault(format!("the first is not the {}'s", name(ends)));
            }
            Some(before) if before == line.speaker => {
                return fault(format!("turns {i} and {number} are both the {}'s", name(before)));
            }
            _ => last = Some(line.speaker),
        }
    }
    match last {
        None => fault("there are none".to_owned()),
        Some(speaker) if speaker != ends => fault(format!("the last is not the {}'s", name(ends))),
        Some(_) => Ok(()),
    }
}
