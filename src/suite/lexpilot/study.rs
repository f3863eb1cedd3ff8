//! A study: who plays what on which cases, how often.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::case::{Case, Pack, Variant};
use crate::cast::{Assistant, Call, Checker, ConditionMode, Gate, Judge, Seat, User, UserDesign};
use crate::dialogue::condition::Profiles;
use crate::prompt::{HistoryStyle, Prompts, Template};
use crate::suite::Basis;
use crate::suite::lexpilot::{Condition, Play, Setup, Task};

/// Rounds of DCG (LexPilot 6.3).
pub const DCG_ROUNDS: u32 = 2;
/// Round budget of LJP Interaction (LexPilot 6.4).
pub const LJP_ROUNDS: u32 = 3;
/// Changes when the rules of play change, so that older records are played anew.
const PLAY_RULES: &str = "3";

/// Everything that decides which units there are and how they are played.
pub struct Study {
    /// The cases.
    pub pack: Arc<Pack>,
    /// Take only the first so many cases, by id.
    pub limit: Option<usize>,
    /// Which tasks.
    pub tasks: Vec<Task>,
    /// Which setups of LJP.
    pub setups: Vec<Setup>,
    /// Which user conditions of Interaction.
    pub conditions: Vec<Condition>,
    /// Independent draws a unit.
    pub repeats: u32,
    /// The assistants under test.
    pub assistants: Vec<Assistant>,
    /// The user simulator.
    pub user: User,
    /// The gate.
    pub gate: Gate,
    /// The disclosure checker.
    pub checker: Checker,
    /// Parameters of the conditions.
    pub profiles: Profiles,
    /// Who decides when a condition takes hold.
    pub mode: ConditionMode,
    /// Whether conditions are drawn apart, instead of sharing their calls up to the trigger.
    pub independent: bool,
    /// What becomes of dialogues whose user did not keep to its condition.
    pub noncompliant: Noncompliant,
    /// The judges, the first one leading.
    pub judges: Vec<Judge>,
    /// How the history reaches a model.
    pub history: HistoryStyle,
    /// Seed of all draws of the run's own.
    pub seed: u64,
    /// Resamples behind each interval.
    pub resamples: u32,
}

/// See [`Study::noncompliant`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Noncompliant {
    /// Scored, and counted.
    #[default]
    Keep,
    /// Taken out of the scores, and counted.
    Drop,
}

impl Noncompliant {
    /// As in flags and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Drop => "drop",
        }
    }

    /// The inverse of `name`.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Keep, Self::Drop].into_iter().find(|policy| policy.name() == name)
    }
}

impl Study {
    /// The cases that are played, ordered by id.
    pub fn cases(&self) -> &[Case] {
        let all = &self.pack.cases;
        &all[..self.limit.unwrap_or(all.len()).min(all.len())]
    }

    /// All plays, ordered by repeat first, so that a run cut short has whole repeats.
    pub fn plays(&self) -> Vec<Play> {
        (1..=self.repeats).flat_map(|repeat| self.plays_in(repeat)).collect()
    }

    /// The plays of one repeat, in their order; they are the same in each.
    pub fn plays_in(&self, repeat: u32) -> impl Iterator<Item = Play> {
        self.cases().iter().flat_map(move |case| {
            let mut plays = Vec::new();
            for assistant in &self.assistants {
                self.plays_of(case, repeat, &assistant.seat.name(), &mut plays);
            }
            plays
        })
    }

    fn plays_of(&self, case: &Case, repeat: u32, assistant: &str, plays: &mut Vec<Play>) {
        let base = |task, setup, variant| Play {
            task,
            setup,
            variant,
            case: case.id.clone(),
            condition: None,
            repeat,
            assistant: assistant.to_owned(),
            user: None,
            gate: None,
            independent: false,
        };
        for &task in &self.tasks {
            match task {
                Task::Lca => {
                    plays.push(base(task, None, Variant::Complete));
                    plays.push(base(task, None, Variant::Underspecified));
                }
                Task::Dcg => plays
                    .push(Play { user: Some(self.user.name()), ..base(task, None, Variant::Underspecified) }),
                Task::Ljp => {
                    for &setup in &self.setups {
                        match setup {
                            Setup::Direct => plays.push(base(task, Some(setup), Variant::Underspecified)),
                            Setup::Gold => plays.push(base(task, Some(setup), Variant::Complete)),
                            Setup::Interaction => {
                                plays.extend(self.conditions.iter().map(|&condition| Play {
                                    condition: Some(condition),
                                    user: Some(self.user.name()),
                                    gate: Some(self.gate.name()),
                                    independent: self.independent,
                                    ..base(task, Some(setup), Variant::Underspecified)
                                }))
                            }
                        }
                    }
                }
            }
        }
    }

    /// The case of a play.
    pub fn case(&self, play: &Play) -> Option<&Case> {
        self.pack.case(&play.case)
    }

    /// The assistant of a play.
    pub fn assistant(&self, play: &Play) -> Option<&Assistant> {
        self.assistants.iter().find(|assistant| assistant.seat.name() == play.assistant)
    }

    /// What the record of a play rests on.
    pub(super) fn basis_of_play(
        &self,
        prompts: &Prompts,
        play: &Play,
        case: &Case,
        assistant: &Assistant,
    ) -> Basis {
        let prompt = |template: Template| {
            (format!("prompt {}", template.name()), prompts.hash(template, case.language).to_owned())
        };
        if let Some(file) = assistant.seat.answers_file() {
            return Basis::default().with("case", &case.hash).with("answers", file);
        }
        let mut basis = Basis::default()
            .with("case", &case.hash)
            .with("assistant", assistant.seat.settings())
            .with("history", self.history.name());
        let players_by_rule = assistant.seat.is_rule()
            || (play.user.is_some() && self.user.seat.is_rule())
            || (play.gate.is_some() && (self.gate.facts.is_rule() || self.gate.classifier.is_rule()));
        if assistant.seat.is_rule() {
            basis =
                basis.with("seed", self.seed.to_string()).with("majority", assistant.commonest.to_string());
        } else {
            let calls: &[Call] = match (play.task, play.setup) {
                (Task::Lca, _) => &[Call::MayAsk],
                (Task::Dcg, _) => &[Call::MustAsk],
                (Task::Ljp, Some(Setup::Interaction)) => &[Call::MayAsk],
                (Task::Ljp, _) => &[Call::MustDecide],
            };
            for call in calls {
                let (name, hash) = prompt(call.template());
                basis = basis.with(name, hash);
            }
            if play.setup == Some(Setup::Interaction) {
                let (name, hash) = prompt(Template::AssistantForcedVerdict);
                basis = basis.with(name, hash);
            }
        }
        if play.user.is_some() {
            basis = basis.with("user", self.user.seat.settings());
            if !self.user.seat.is_rule() {
                for template in self.user_templates(play.condition) {
                    let (name, hash) = prompt(template);
                    basis = basis.with(name, hash);
                }
            }
        }
        if let Some(condition) = play.condition.filter(|condition| *condition != Condition::Standard) {
            let parameters = self.profiles.settings(condition).unwrap_or_default();
            basis = basis.with("condition", format!("{} {parameters}", self.mode.name()));
            if condition == Condition::SelfCorrection {
                // The way of erring is drawn.
                basis = basis.with("seed of the slip", self.seed.to_string());
            }
        }
        if play.gate.is_some() {
            if let Seat::Model(..) = self.checker.seat {
                let (name, hash) = prompt(Template::Checker);
                basis = basis.with("ledger", self.checker.seat.settings()).with(name, hash);
            }
            basis = basis
                .with("gate", self.gate.facts.settings())
                .with("classifier", self.gate.classifier.settings());
            if !self.gate.facts.is_rule() {
                let (name, hash) = prompt(Template::Gate);
                basis = basis.with(name, hash);
            }
            if !self.gate.classifier.is_rule() {
                let (name, hash) = prompt(Template::Classifier);
                basis = basis.with(name, hash);
            }
        }
        basis = basis.at("assistant", assistant.seat.endpoint());
        if play.user.is_some() {
            basis = basis.at("user", self.user.seat.endpoint());
        }
        if play.gate.is_some() {
            let gate = [&self.gate.facts.endpoint(), &self.gate.classifier.endpoint()];
            basis = gate.into_iter().fold(basis, |basis, endpoint| basis.at("gate", *endpoint));
            basis = basis.at("ledger", self.checker.seat.endpoint());
        }
        basis.by_program(PLAY_RULES, players_by_rule)
    }

    /// The templates by which a model plays the user under a condition; `None` for DCG.
    fn user_templates(&self, condition: Option<Condition>) -> Vec<Template> {
        let condition = condition.unwrap_or(Condition::Standard);
        let mut templates = match (self.user.design, condition, self.mode) {
            (UserDesign::SelectThenSpeak, ..) => vec![Template::UserSelect, Template::UserSpeak],
            (_, Condition::Standard, _) => vec![Template::UserSinglePrompt],
            (_, Condition::Delayed | Condition::Reluctant, ConditionMode::Triggered) => {
                vec![Template::UserSinglePrompt, Template::UserWithhold, Template::UserFollowUp]
            }
            (_, Condition::SelfCorrection, ConditionMode::Triggered) => {
                vec![Template::UserSinglePrompt, Template::UserMisstate, Template::UserCorrect]
            }
            (_, Condition::Delayed, ConditionMode::PromptOnly) => {
                vec![Template::UserSinglePrompt, Template::UserDelayed]
            }
            (_, Condition::SelfCorrection, ConditionMode::PromptOnly) => {
                vec![Template::UserSinglePrompt, Template::UserSelfCorrection]
            }
            (_, Condition::Reluctant, ConditionMode::PromptOnly) => {
                vec![Template::UserSinglePrompt, Template::UserReluctant]
            }
        };
        templates.extend(self.user.profile.then_some(Template::UserProfile));
        templates
    }

    /// What a judgement rests on.
    pub(super) fn basis_of_judgement(
        &self,
        prompts: &Prompts,
        play: &Play,
        case: &Case,
        judge: &Judge,
        transcript_hash: &str,
    ) -> Basis {
        let template = match play.task {
            Task::Lca => Template::JudgeLca,
            Task::Dcg => Template::JudgeDcg,
            Task::Ljp => Template::JudgeLjp,
        };
        let basis = Basis::default()
            .with("play", transcript_hash)
            .with("case", &case.hash)
            .with("judge", judge.seat.settings())
            .at("judge", judge.seat.endpoint());
        if judge.seat.is_rule() {
            basis.by_program(PLAY_RULES, true)
        } else {
            basis.with(format!("prompt {}", template.name()), prompts.hash(template, case.language))
        }
    }
}
