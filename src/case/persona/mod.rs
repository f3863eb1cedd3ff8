//! Personas: who might seek advice, drawn from demographics and Big Five traits (LexPilot 4.1, D.1).
//!
//! A persona fills the `profile` of a case that somebody writes; no run draws one. The lists and the
//! trait table are data, `profiles/personas.yaml` and `profiles/traits.yaml`, and a folder can
//! override either. Randomness comes in as an argument.

mod demographics;
mod draw;
mod load;
mod traits;

use serde::Serialize;

use super::schema::{Plaintiff, Traits};

pub use demographics::{AgeRange, Demographics, Guardian, Minors, Parts, Stage, Walk};
pub use load::ProfilesError;
pub use traits::{Cuts, Group, Norm, Scale, Scores, Sex, Source, Trait, TraitTable};

/// What personas are drawn from.
#[derive(Serialize, Debug, Clone, PartialEq)]
pub struct Profiles {
    /// Who there is.
    pub demographics: Demographics,
    /// How their traits are distributed.
    pub traits: TraitTable,
}

/// Somebody who might seek advice. Texts are in the language that was asked for.
#[derive(Serialize, Debug)]
pub struct Persona {
    /// A person, or an organisation.
    pub plaintiff: Plaintiff,
    /// Who speaks for a minor or an organisation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub representative: Option<String>,
    /// In years: the plaintiff's; for an organisation the speaker's.
    pub age: u32,
    /// The plaintiff's; for an organisation the speaker's.
    pub gender: Sex,
    /// The plaintiff's; for an organisation the speaker's role.
    pub occupation: String,
    /// Highest education of the one who speaks.
    pub education: String,
    /// Province.
    pub region: String,
    /// Traits of the one who speaks.
    pub traits: Traits,
    /// The raw scores behind the traits.
    pub scores: Scores,
}
