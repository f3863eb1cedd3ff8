//! The only door to what a case hides: one sealed type per role and judge task.
//!
//! Each view holds what its role's row of the table "who sees what" allows, and nothing else
//! (LexPilot's roles as this project reads them; `ARCHITECTURE.md` has the table). Only a [`View`]
//! can be rendered into a prompt or handed to a built-in player.

mod build;
mod fidelity;
mod user;

use serde::Serialize;

use super::consultation::Cues;
use super::label::{Language, Verdict};
use super::talk::Speaker;

pub use fidelity::{FidelityAssessor, ProbedFact};
pub use user::{DisclosureChecker, Point, SpeakingUser, User};

/// Keeps views from being put together by hand: only this module can name it.
#[derive(Clone, Copy, Debug)]
struct Seal;

mod sealed {
    pub trait Sealed: serde::Serialize {}
}

/// Something that one role may see.
pub trait View: sealed::Sealed {
    /// The role, as prompts and journals name it.
    const ROLE: &'static str;

    /// The language in which the role is addressed.
    fn language(&self) -> Language;
}

macro_rules! views {
    ($($name:ident => $role:literal),* $(,)?) => {$(
        impl sealed::Sealed for $name<'_> {}
        impl View for $name<'_> {
            const ROLE: &'static str = $role;
            fn language(&self) -> Language {
                self.language
            }
        }
    )*};
}

views! {
    Assistant => "assistant",
    User => "user",
    SpeakingUser => "speaker",
    DisclosureChecker => "checker",
    Gate => "gate",
    Classifier => "classifier",
    LcaJudge => "judge-lca",
    DcgJudge => "judge-dcg",
    LjpJudge => "judge-ljp",
    FidelityAssessor => "judge-fidelity",
    Oracle => "oracle",
    Listener => "listener",
    Majority => "majority",
}

/// A turn as the role hears it.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Who speaks.
    pub speaker: Speaker,
    /// What is heard.
    pub text: &'a str,
}

/// A claim with its number (from 1).
#[derive(Serialize, Clone, Copy, Debug)]
pub struct NumberedClaim<'a> {
    /// From 1, in the case's order.
    pub number: usize,
    /// What is asked of the court.
    pub text: &'a str,
}

/// A key fact as user simulator, gate and disclosure checker know it: whether it counts as missing is not said.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct Fact<'a> {
    /// Id within the case.
    pub id: &'a str,
    /// The fact.
    pub text: &'a str,
    /// For players by rule only; never rendered.
    #[serde(skip)]
    pub cues: &'a Cues,
}

/// A key fact as the DCG judge knows it.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct MarkedFact<'a> {
    /// Id within the case.
    pub id: &'a str,
    /// The fact.
    pub text: &'a str,
    /// True when the underspecified history does not tell it.
    pub missing: bool,
    /// For players by rule only; never rendered.
    #[serde(skip)]
    pub cues: &'a Cues,
}

/// A point of dispute as the DCG judge knows it.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct Focal<'a> {
    /// Id within the case.
    pub id: &'a str,
    /// What is in dispute.
    pub text: &'a str,
    /// Ids of the facts that decide it.
    pub facts: &'a [String],
}

/// The assistant under test: the history and what was said since.
#[derive(Serialize, Debug)]
pub struct Assistant<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// The history from which the consultation starts.
    pub history: Vec<Line<'a>>,
    /// Its own turns as it wrote them.
    pub talk: Vec<Line<'a>>,
    #[serde(skip)]
    _seal: Seal,
}

/// The gate: which key facts does the last request ask for?
#[derive(Serialize, Debug)]
pub struct Gate<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// The history from which the consultation starts.
    pub history: Vec<Line<'a>>,
    /// The key facts, told and missing alike.
    pub key_facts: Vec<Fact<'a>>,
    /// What was said before the request.
    pub talk: Vec<Line<'a>>,
    /// The assistant's message.
    pub request: &'a str,
    #[serde(skip)]
    _seal: Seal,
}

/// The ask-or-decide classifier.
#[derive(Serialize, Debug)]
pub struct Classifier<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// The claims, in the case's order.
    pub claims: Vec<NumberedClaim<'a>>,
    /// The assistant's message.
    pub message: &'a str,
    #[serde(skip)]
    _seal: Seal,
}

/// The judge of LCA.
#[derive(Serialize, Debug)]
pub struct LcaJudge<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// The history from which the consultation starts.
    pub history: Vec<Line<'a>>,
    /// The claims, in the case's order.
    pub claims: Vec<NumberedClaim<'a>>,
    /// The assistant's message.
    pub message: &'a str,
    #[serde(skip)]
    _seal: Seal,
}

/// The judge of one request in DCG.
#[derive(Serialize, Debug)]
pub struct DcgJudge<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// The history from which the consultation starts.
    pub history: Vec<Line<'a>>,
    /// What was said before the question.
    pub talk: Vec<Line<'a>>,
    /// The assistant's message that is judged.
    pub question: &'a str,
    /// The points of dispute.
    pub focal_points: Vec<Focal<'a>>,
    /// The key facts, each marked.
    pub facts: Vec<MarkedFact<'a>>,
    #[serde(skip)]
    _seal: Seal,
}

/// The extractor of verdicts in LJP.
#[derive(Serialize, Debug)]
pub struct LjpJudge<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// The claims, in the case's order.
    pub claims: Vec<NumberedClaim<'a>>,
    /// The assistant's message.
    pub message: &'a str,
    #[serde(skip)]
    _seal: Seal,
}

/// A claim with its truth, for the control players made to know it.
#[derive(Serialize, Clone, Debug)]
pub struct KnownClaim<'a> {
    /// From 1, in the case's order.
    pub number: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// Ids of the facts it needs which this history does not tell.
    pub untold_needs: Vec<&'a str>,
}

/// What the control players `oracle` and `listener` know of a fact the history leaves untold.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct UntoldFact<'a> {
    /// Id within the case.
    pub id: &'a str,
    /// A question that elicits it.
    pub question: &'a str,
    /// By what a telling of it is recognised; never rendered.
    #[serde(skip)]
    pub cues: &'a Cues,
}

/// `builtin/oracle`: handed what is missing, and the verdicts, on purpose.
#[derive(Serialize, Debug)]
pub struct Oracle<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// What was said since the history.
    pub talk: Vec<Line<'a>>,
    /// The facts that this history leaves untold.
    pub untold: Vec<UntoldFact<'a>>,
    /// The claims, in the case's order.
    pub claims: Vec<KnownClaim<'a>>,
    #[serde(skip)]
    _seal: Seal,
}

/// `builtin/listener`: decides by what the history or a user turn tells.
#[derive(Serialize, Debug)]
pub struct Listener<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// What was said since the history.
    pub talk: Vec<Line<'a>>,
    /// The facts that this history leaves untold.
    pub untold: Vec<UntoldFact<'a>>,
    /// The claims, in the case's order.
    pub claims: Vec<KnownClaim<'a>>,
    #[serde(skip)]
    _seal: Seal,
}

/// `builtin/majority`: the pack's commonest verdict, nothing of the case.
#[derive(Serialize, Debug)]
pub struct Majority<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// The verdict.
    pub verdict: Verdict,
    #[serde(skip)]
    lifetime: std::marker::PhantomData<&'a ()>,
}

impl Majority<'_> {
    /// The view of a pack whose commonest verdict is `verdict`.
    pub fn new(language: Language, verdict: Verdict) -> Self {
        Self { language, verdict, lifetime: std::marker::PhantomData }
    }
}
