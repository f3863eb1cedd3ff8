//! The shape of a case as people write it. `check` says what a well-formed case must still fulfil.

use serde::{Deserialize, Serialize};

use super::label::{Language, Verdict};
use super::talk::{Speaker, Turn};

/// A case file: one YAML document, or one line of `cases.jsonl`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CaseFile {
    pub id: String,
    pub language: Language,
    pub class: String,
    pub cause: String,
    /// Province (Chinese cases) or jurisdiction.
    pub province: String,
    pub provenance: Provenance,
    pub review: Review,
    pub provisions: Vec<String>,
    pub profile: Profile,
    pub claims: Vec<ClaimFile>,
    pub focal_points: Vec<FocalPoint>,
    pub key_facts: Vec<KeyFactFile>,
    pub history: HistoryFile,
    #[serde(default)]
    pub probes: Vec<Probe>,
}

/// Where a case comes from.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Written for a pack, or drawn from a judgment.
    pub kind: ProvenanceKind,
    /// Case number of the judgment; required for `judgment`.
    #[serde(default)]
    pub case_number: Option<String>,
    /// Anything a reader should know.
    #[serde(default)]
    pub note: Option<String>,
}

/// See [`Provenance`].
#[derive(Deserialize, Serialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum ProvenanceKind {
    /// Persons and events are invented.
    Written,
    /// Anonymised from a judgment.
    Judgment,
}

/// Who has reviewed a case.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// `machine`, or `lawyer: NAME`.
    pub state: String,
    /// Path of the review sheet, relative to the pack.
    #[serde(default)]
    pub sheet: Option<String>,
}

/// Who seeks advice, and how that person speaks.
#[derive(Deserialize, Serialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// A person, or an organisation.
    pub plaintiff: Plaintiff,
    /// The person who speaks where the plaintiff cannot: an organisation's role, a minor's parent.
    #[serde(default)]
    pub representative: Option<String>,
    /// In years.
    #[serde(default)]
    pub age: Option<u32>,
    /// As the person would say it.
    #[serde(default)]
    pub gender: Option<String>,
    /// What the person does for a living.
    #[serde(default)]
    pub occupation: Option<String>,
    /// The Big Five traits.
    pub traits: Traits,
    /// How the person speaks.
    pub voice: String,
}

/// See [`Profile`].
#[derive(Deserialize, Serialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Plaintiff {
    /// A natural person.
    NaturalPerson,
    /// A company or other organisation.
    Organisation,
}

/// Big Five traits (LexPilot D.1).
#[derive(Deserialize, Serialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Traits {
    /// Outgoing and talkative.
    pub extraversion: Level,
    /// Kind and cooperative.
    pub agreeableness: Level,
    /// Orderly and careful.
    pub conscientiousness: Level,
    /// Anxious and easily upset.
    pub neuroticism: Level,
    /// Curious and open to new things.
    pub openness: Level,
}

/// See [`Traits`].
#[derive(Deserialize, Serialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Low.
    Low,
    /// Medium.
    Medium,
    /// High.
    High,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimFile {
    pub id: String,
    pub text: String,
    /// The words by which the user states the claim, quoted from a user turn of each history.
    pub stated: Stated,
    pub verdict: Verdict,
    /// Ids of the key facts on which the verdict depends.
    pub needs: Vec<String>,
    pub reasoning: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stated {
    pub complete: String,
    pub underspecified: String,
}

/// A point of dispute (LexPilot 4.1).
#[derive(Deserialize, Serialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct FocalPoint {
    /// Id within the case.
    pub id: String,
    /// Id of a focal-point type.
    #[serde(rename = "type")]
    pub kind: String,
    /// What is in dispute.
    pub text: String,
    /// Ids of the key facts that decide it.
    pub facts: Vec<String>,
    /// Positions (from 1) in the case's `provisions`.
    #[serde(default)]
    pub provisions: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyFactFile {
    pub id: String,
    pub text: String,
    /// Whether the underspecified history tells it.
    #[serde(rename = "in")]
    pub standing: StandingWord,
    #[serde(default)]
    pub asked_by: Option<AskedBy>,
    /// Words that together tell the fact; a mark may list alternatives, as in `3万|30,000`.
    #[serde(default)]
    pub marks: Option<Vec<String>>,
    #[serde(default)]
    pub why_decisive: Option<String>,
    #[serde(default)]
    pub mistaken: Option<String>,
    #[serde(default)]
    pub incomplete: Option<String>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum StandingWord {
    Told,
    Missing,
}

/// What a request for the fact sounds like.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct AskedBy {
    /// A question that would elicit the fact; required for a missing one.
    #[serde(default)]
    pub question: Option<String>,
    /// Words that a question for it uses.
    pub words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoryFile {
    pub complete: Vec<TurnFile>,
    pub underspecified: Vec<TurnFile>,
}

/// `- user: …` or `- assistant: …`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnFile {
    #[serde(default)]
    pub user: Option<String>,
    #[serde(default)]
    pub assistant: Option<String>,
}

impl TurnFile {
    /// `None` unless exactly one speaker is given.
    pub fn into_turn(self) -> Option<Turn> {
        match (self.user, self.assistant) {
            (Some(text), None) => Some(Turn::new(Speaker::User, text)),
            (None, Some(text)) => Some(Turn::new(Speaker::Assistant, text)),
            _ => None,
        }
    }
}

/// A fidelity probe A-D on one missing fact (LexPilot E.3.2).
#[derive(Deserialize, Serialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    /// Id of the missing fact it is about.
    pub target: String,
    /// A: asks for the fact in so many words.
    pub direct: String,
    /// B: the same fact in everyday words or through a cue.
    pub indirect: String,
    /// C: names the legal concept and warrants no fact.
    pub broad: String,
    /// What an answer to A or B must at least contain.
    pub minimum_answer: String,
    /// Ids of the facts an answer to A or B may disclose.
    pub permitted: Vec<String>,
    /// D: A again after these facts are taken from the user.
    pub withheld: Withheld,
}

/// See [`Probe`].
#[derive(Deserialize, Serialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Withheld {
    /// The target, and whatever would give it away.
    pub remove: Vec<String>,
    /// Whether nothing that remains gives the target away.
    pub eligible: bool,
    /// Why not, where it is not.
    #[serde(default)]
    pub reason: Option<String>,
}
