//! The views of those who play the user, and of the one who checks what the user disclosed.

use serde::Serialize;

use super::super::label::Language;
use super::super::schema::Profile;
use super::{Fact, Line, Seal};

/// The user simulator: in one call, or choosing what to tell.
///
/// What a standard answer has no use for is left out of it when absent, so that the request of a
/// standard answer is the same under every condition.
#[derive(Serialize, Debug)]
pub struct User<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// The history from which the consultation starts.
    pub history: Vec<Line<'a>>,
    /// The key facts, told and missing alike.
    pub key_facts: Vec<Fact<'a>>,
    /// Ends in the assistant's turn that is to be answered.
    pub talk: Vec<Line<'a>>,
    /// What this turn's move is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<Point<'a>>,
    /// `mistaken` or `incomplete`: in which way the points are misstated, or were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slip: Option<&'static str>,
    /// Who the user is, where the study tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<&'a Profile>,
    #[serde(skip)]
    pub(super) _seal: Seal,
}

/// A fact that a move is about.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct Point<'a> {
    /// Id within the case.
    pub id: &'a str,
    /// The fact.
    pub text: &'a str,
    /// What is said instead of it, or was, where it is misstated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<&'a str>,
}

/// The second stage of a user in two: it knows what was selected for it, and no other fact.
#[derive(Serialize, Debug)]
pub struct SpeakingUser<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// The history from which the consultation starts.
    pub history: Vec<Line<'a>>,
    /// The selected facts.
    pub key_facts: Vec<Fact<'a>>,
    /// Ends in the assistant's turn that is to be answered.
    pub talk: Vec<Line<'a>>,
    /// The name of this turn's act.
    pub act: &'static str,
    /// What is said in place of facts, or was.
    pub instead: Vec<&'a str>,
    /// Who the user is, where the study tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<&'a Profile>,
    #[serde(skip)]
    pub(super) _seal: Seal,
}

/// The disclosure checker: which key facts do the user's turns tell, and how?
#[derive(Serialize, Debug)]
pub struct DisclosureChecker<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// The history from which the consultation starts.
    pub history: Vec<Line<'a>>,
    /// The key facts, told and missing alike.
    pub key_facts: Vec<Fact<'a>>,
    /// All said since the history.
    pub talk: Vec<Line<'a>>,
    #[serde(skip)]
    pub(super) _seal: Seal,
}
