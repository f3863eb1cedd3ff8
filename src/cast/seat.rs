//! Who sits in a role: a model with its settings, or a player by rule.

use std::borrow::Cow;
use std::sync::Arc;

use crate::model::{Model, Params};

/// A role's occupant; `P` is the set of players by rule that the role knows.
#[derive(Clone)]
pub enum Seat<P> {
    /// A model, asked in words.
    Model(Arc<dyn Model>, Params),
    /// A player by rule, which answers the typed ask directly.
    Rule(P),
}

/// The name of a player by rule, without `builtin/`.
pub trait Named {
    /// Such as `oracle`.
    fn name(&self) -> Cow<'static, str>;
}

impl<P: Named> Seat<P> {
    /// As the user wrote it: `openai/gpt-4.1`, `cmd/…`, `builtin/oracle`.
    pub fn name(&self) -> String {
        match self {
            Self::Model(model, _) => model.name().to_owned(),
            Self::Rule(player) => format!("builtin/{}", player.name()),
        }
    }

    /// Whether a player by rule sits here.
    pub fn is_rule(&self) -> bool {
        matches!(self, Self::Rule(_))
    }

    /// The file from which its messages came, where nobody is asked at all.
    pub fn answers_file(&self) -> Option<&str> {
        match self {
            Self::Model(model, _) => model.answers_file(),
            Self::Rule(_) => None,
        }
    }

    /// The address at which the seat is asked, without secrets, where it has one.
    pub fn endpoint(&self) -> Option<&str> {
        match self {
            Self::Model(model, _) => model.endpoint(),
            Self::Rule(_) => None,
        }
    }

    /// What besides the prompt decides how the seat answers: name and sampling settings.
    pub fn settings(&self) -> String {
        match self {
            Self::Model(model, params) => {
                let Params { temperature, max_tokens, top_p, presence_penalty, frequency_penalty } = params;
                let or_endpoint = |value: Option<String>| value.unwrap_or_else(|| "endpoint".into());
                let mut settings = format!(
                    "{} temperature={} max_tokens={}",
                    model.name(),
                    or_endpoint(temperature.map(|t| t.to_string())),
                    or_endpoint(max_tokens.map(|n| n.to_string()))
                );
                // Named only where they are set: records that were made before they could be still stand.
                let further = [
                    ("top_p", top_p),
                    ("presence_penalty", presence_penalty),
                    ("frequency_penalty", frequency_penalty),
                ];
                for (name, value) in further {
                    if let Some(value) = value {
                        settings.push_str(&format!(" {name}={value}"));
                    }
                }
                settings
            }
            Self::Rule(player) => format!("builtin/{}", player.name()),
        }
    }
}
