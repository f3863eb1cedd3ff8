//! The closed set of templates: which role each addresses, its file, its sections, its variables.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::case::Language;
use crate::case::view::{self, View};

/// A template of `prompts/<lang>/`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Template {
    /// LexAwN (LexPilot 5): decide every claim when the facts suffice, else ask one question.
    AssistantLexawn,
    /// LexAwN with a question required (LexPilot 6.3).
    AssistantForcedQuestion,
    /// Direct prediction (LexPilot 6.4, setups Direct and Gold).
    AssistantDirect,
    /// Appended to the user's last reply when the rounds are spent.
    AssistantForcedVerdict,
    /// The user simulator in one call (LexPilot 6.1).
    UserSinglePrompt,
    /// Joins the user's instructions: who the user is.
    UserProfile,
    /// Joins the user's instructions in one turn: withhold.
    UserWithhold,
    /// Joins the user's instructions in one turn: misstate.
    UserMisstate,
    /// Joins the user's instructions in one turn: correct.
    UserCorrect,
    /// Joins the user's instructions in one turn: tell what was withheld.
    UserFollowUp,
    /// Joins the user's instructions throughout: delayed disclosure, decided by the model itself.
    UserDelayed,
    /// Joins the user's instructions throughout: self-correction, decided by the model itself.
    UserSelfCorrection,
    /// Joins the user's instructions throughout: every fact needs two asks, decided by the model itself.
    UserReluctant,
    /// The first stage of a user in two: which key facts does the request warrant?
    UserSelect,
    /// The second stage: the reply of one who knows the selected facts only.
    UserSpeak,
    /// Which key facts does a request ask for?
    Gate,
    /// Which key facts do the user's turns tell, and how?
    Checker,
    /// Does a message ask, and does it decide every claim?
    Classifier,
    /// The judge of LCA (LexPilot 6.2).
    JudgeLca,
    /// The judge of DCG (LexPilot 6.3).
    JudgeDcg,
    /// The extractor of verdicts in LJP (LexPilot 6.4).
    JudgeLjp,
    /// The fidelity assessor of a user's reply to a probe (LexPilot E.3.2).
    JudgeFidelity,
}

/// How a template becomes a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Instructions, then one message that carries the material.
    Single,
    /// Instructions before the chat of the assistant.
    AssistantChat,
    /// Text that joins the assistant's last message.
    AssistantAppend,
    /// Instructions before the chat of the user simulator.
    UserChat,
    /// Text that joins the instructions of the user simulator.
    UserAppend,
    /// Instructions before the chat of a user's second stage.
    SpeakerChat,
}

impl Template {
    /// All templates, in the order in which they are listed.
    pub const ALL: [Self; 22] = [
        Self::AssistantLexawn,
        Self::AssistantForcedQuestion,
        Self::AssistantDirect,
        Self::AssistantForcedVerdict,
        Self::UserSinglePrompt,
        Self::UserProfile,
        Self::UserWithhold,
        Self::UserMisstate,
        Self::UserCorrect,
        Self::UserFollowUp,
        Self::UserDelayed,
        Self::UserSelfCorrection,
        Self::UserReluctant,
        Self::UserSelect,
        Self::UserSpeak,
        Self::Gate,
        Self::Checker,
        Self::Classifier,
        Self::JudgeLca,
        Self::JudgeDcg,
        Self::JudgeLjp,
        Self::JudgeFidelity,
    ];

    /// Folder and name, such as `judge/lca`; the same in every language.
    pub fn name(self) -> &'static str {
        match self {
            Self::AssistantLexawn => "assistant/lexawn",
            Self::AssistantForcedQuestion => "assistant/lexawn-forced-question",
            Self::AssistantDirect => "assistant/direct-prediction",
            Self::AssistantForcedVerdict => "assistant/forced-verdict",
            Self::UserSinglePrompt => "user/single-prompt",
            Self::UserProfile => "user/profile",
            Self::UserWithhold => "user/withhold",
            Self::UserMisstate => "user/misstate",
            Self::UserCorrect => "user/correct",
            Self::UserFollowUp => "user/follow-up",
            Self::UserDelayed => "user/delayed",
            Self::UserSelfCorrection => "user/self-correction",
            Self::UserReluctant => "user/reluctant",
            Self::UserSelect => "user/select",
            Self::UserSpeak => "user/speak",
            Self::Gate => "gate/gate",
            Self::Checker => "checker/disclosures",
            Self::Classifier => "classifier/ask-or-decide",
            Self::JudgeLca => "judge/lca",
            Self::JudgeDcg => "judge/dcg",
            Self::JudgeLjp => "judge/ljp",
            Self::JudgeFidelity => "judge/fidelity",
        }
    }

    /// Whether a judge is asked with it: no play rests on it.
    pub fn is_of_judge(self) -> bool {
        matches!(self, Self::JudgeLca | Self::JudgeDcg | Self::JudgeLjp | Self::JudgeFidelity)
    }

    /// The template of that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|template| template.name() == name)
    }

    /// Path of its file under a prompt directory, with `/` on every system.
    pub fn path(self, language: Language) -> String {
        format!("{}/{}.j2", language.code(), self.name())
    }

    /// [`View::ROLE`] of the one view that it can be rendered with.
    pub fn role(self) -> &'static str {
        match self {
            Self::AssistantLexawn
            | Self::AssistantForcedQuestion
            | Self::AssistantDirect
            | Self::AssistantForcedVerdict => view::Assistant::ROLE,
            Self::UserSinglePrompt
            | Self::UserProfile
            | Self::UserWithhold
            | Self::UserMisstate
            | Self::UserCorrect
            | Self::UserFollowUp
            | Self::UserDelayed
            | Self::UserSelfCorrection
            | Self::UserReluctant
            | Self::UserSelect => view::User::ROLE,
            Self::UserSpeak => view::SpeakingUser::ROLE,
            Self::Gate => view::Gate::ROLE,
            Self::Checker => view::DisclosureChecker::ROLE,
            Self::Classifier => view::Classifier::ROLE,
            Self::JudgeLca => view::LcaJudge::ROLE,
            Self::JudgeDcg => view::DcgJudge::ROLE,
            Self::JudgeLjp => view::LjpJudge::ROLE,
            Self::JudgeFidelity => view::FidelityAssessor::ROLE,
        }
    }

    /// The variables it may use: the fields of its view, and `fence`.
    pub fn variables(self) -> &'static [&'static str] {
        match self {
            Self::AssistantLexawn
            | Self::AssistantForcedQuestion
            | Self::AssistantDirect
            | Self::AssistantForcedVerdict => &["fence", "history", "language", "talk"],
            Self::UserSinglePrompt
            | Self::UserSelect
            | Self::UserDelayed
            | Self::UserReluctant
            | Self::Checker => &["fence", "history", "key_facts", "language", "talk"],
            Self::UserProfile => &["fence", "history", "key_facts", "language", "profile", "talk"],
            Self::UserWithhold | Self::UserFollowUp => {
                &["fence", "history", "key_facts", "language", "points", "talk"]
            }
            Self::UserMisstate | Self::UserCorrect => {
                &["fence", "history", "key_facts", "language", "points", "slip", "talk"]
            }
            Self::UserSelfCorrection => &["fence", "history", "key_facts", "language", "slip", "talk"],
            Self::UserSpeak => &["act", "fence", "history", "instead", "key_facts", "language", "talk"],
            Self::Gate => &["fence", "history", "key_facts", "language", "request", "talk"],
            Self::Classifier | Self::JudgeLjp => &["claims", "fence", "language", "message"],
            Self::JudgeLca => &["claims", "fence", "history", "language", "message"],
            Self::JudgeDcg => &["facts", "fence", "focal_points", "history", "language", "question", "talk"],
            Self::JudgeFidelity => &[
                "fence",
                "history",
                "key_facts",
                "kind",
                "language",
                "minimum_answer",
                "question",
                "reply",
                "target",
            ],
        }
    }

    /// The variables without which its request would lack what the role is asked about.
    pub(super) fn required(self) -> &'static [&'static str] {
        match self {
            Self::AssistantLexawn
            | Self::AssistantForcedQuestion
            | Self::AssistantDirect
            | Self::AssistantForcedVerdict => &[],
            Self::UserSinglePrompt => &["history", "key_facts"],
            Self::UserDelayed | Self::UserReluctant => &[],
            Self::UserProfile => &["profile"],
            Self::UserWithhold | Self::UserFollowUp | Self::UserCorrect => &["points"],
            Self::UserMisstate => &["points", "slip"],
            Self::UserSelfCorrection => &["slip"],
            Self::UserSelect | Self::Checker => &["key_facts", "talk"],
            Self::UserSpeak => &["act", "history", "instead", "key_facts"],
            Self::Gate => &["key_facts", "request"],
            Self::Classifier | Self::JudgeLca => &["message"],
            Self::JudgeDcg => &["facts", "focal_points", "question"],
            Self::JudgeLjp => &["claims", "message"],
            Self::JudgeFidelity => &["key_facts", "kind", "minimum_answer", "question", "reply"],
        }
    }

    pub(super) fn shape(self) -> Shape {
        match self {
            Self::AssistantLexawn | Self::AssistantForcedQuestion | Self::AssistantDirect => {
                Shape::AssistantChat
            }
            Self::AssistantForcedVerdict => Shape::AssistantAppend,
            Self::UserSinglePrompt => Shape::UserChat,
            Self::UserProfile
            | Self::UserWithhold
            | Self::UserMisstate
            | Self::UserCorrect
            | Self::UserFollowUp
            | Self::UserDelayed
            | Self::UserSelfCorrection
            | Self::UserReluctant => Shape::UserAppend,
            Self::UserSpeak => Shape::SpeakerChat,
            Self::UserSelect
            | Self::Checker
            | Self::Gate
            | Self::Classifier
            | Self::JudgeLca
            | Self::JudgeDcg
            | Self::JudgeLjp
            | Self::JudgeFidelity => Shape::Single,
        }
    }

    /// The sections that its file must hold, and no others.
    pub(super) fn sections(self) -> &'static [&'static str] {
        match self.shape() {
            Shape::Single => &["system", "user"],
            Shape::AssistantChat | Shape::UserChat | Shape::SpeakerChat => &["system"],
            Shape::AssistantAppend | Shape::UserAppend => &["append"],
        }
    }
}

impl Shape {
    /// The call that renders templates of this shape.
    pub(super) fn call(self) -> &'static str {
        match self {
            Self::Single => "Prompts::render",
            Self::AssistantChat => "Prompts::assistant",
            Self::AssistantAppend => "Prompts::assistant with forced_verdict",
            Self::UserChat => "Prompts::user",
            Self::UserAppend => "Prompts::user as one of the texts besides",
            Self::SpeakerChat => "Prompts::speaking_user",
        }
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Template {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_back_to_its_template() {
        for template in Template::ALL {
            assert_eq!(Template::from_name(template.name()), Some(template));
        }
        assert_eq!(Template::from_name("judge/none"), None);
        assert_eq!(Template::JudgeLca.path(Language::Zh), "zh/judge/lca.j2");
    }

    #[test]
    fn what_is_required_is_also_given() {
        for template in Template::ALL {
            for name in template.required() {
                assert!(template.variables().contains(name), "{template}: {name}");
            }
        }
    }
}
