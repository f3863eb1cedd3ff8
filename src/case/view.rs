//! The only door to what a case hides: one sealed type per role and judge task.
//!
//! Each view holds what its role's row of the table "who sees what" allows, and nothing else
//! (LexPilot's roles as this project reads them; `ARCHITECTURE.md` has the table). Only a [`View`]
//! can be rendered into a prompt or handed to a built-in player.

use serde::Serialize;

use super::consultation::{Case, Cues, KeyFact};
use super::label::{Language, Variant, Verdict};
use super::talk::{Speaker, Turn};

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
    Gate => "gate",
    Classifier => "classifier",
    LcaJudge => "judge-lca",
    DcgJudge => "judge-dcg",
    LjpJudge => "judge-ljp",
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

/// A key fact as user simulator and gate know it: whether it counts as missing is not said.
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
    pub language: Language,
    pub history: Vec<Line<'a>>,
    /// Its own turns as it wrote them.
    pub talk: Vec<Line<'a>>,
    #[serde(skip)]
    _seal: Seal,
}

/// The user simulator in one call.
#[derive(Serialize, Debug)]
pub struct User<'a> {
    pub language: Language,
    pub history: Vec<Line<'a>>,
    pub key_facts: Vec<Fact<'a>>,
    /// Ends in the assistant's turn that is to be answered.
    pub talk: Vec<Line<'a>>,
    #[serde(skip)]
    _seal: Seal,
}

/// The gate: which key facts does the last request ask for?
#[derive(Serialize, Debug)]
pub struct Gate<'a> {
    pub language: Language,
    pub history: Vec<Line<'a>>,
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
    pub language: Language,
    pub claims: Vec<NumberedClaim<'a>>,
    pub message: &'a str,
    #[serde(skip)]
    _seal: Seal,
}

/// The judge of LCA.
#[derive(Serialize, Debug)]
pub struct LcaJudge<'a> {
    pub language: Language,
    pub history: Vec<Line<'a>>,
    pub claims: Vec<NumberedClaim<'a>>,
    pub message: &'a str,
    #[serde(skip)]
    _seal: Seal,
}

/// The judge of one request in DCG.
#[derive(Serialize, Debug)]
pub struct DcgJudge<'a> {
    pub language: Language,
    pub history: Vec<Line<'a>>,
    /// What was said before the question.
    pub talk: Vec<Line<'a>>,
    pub question: &'a str,
    pub focal_points: Vec<Focal<'a>>,
    pub facts: Vec<MarkedFact<'a>>,
    #[serde(skip)]
    _seal: Seal,
}

/// The extractor of verdicts in LJP.
#[derive(Serialize, Debug)]
pub struct LjpJudge<'a> {
    pub language: Language,
    pub claims: Vec<NumberedClaim<'a>>,
    pub message: &'a str,
    #[serde(skip)]
    _seal: Seal,
}

/// A claim with its truth, for the control players made to know it.
#[derive(Serialize, Clone, Debug)]
pub struct KnownClaim<'a> {
    pub number: usize,
    pub verdict: Verdict,
    /// Ids of the facts it needs which this history does not tell.
    pub untold_needs: Vec<&'a str>,
}

/// What the control players `oracle` and `listener` know of a fact the history leaves untold.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct UntoldFact<'a> {
    pub id: &'a str,
    /// A question that elicits it.
    pub question: &'a str,
    #[serde(skip)]
    pub cues: &'a Cues,
}

/// `builtin/oracle`: handed what is missing, and the verdicts, on purpose.
#[derive(Serialize, Debug)]
pub struct Oracle<'a> {
    pub language: Language,
    pub talk: Vec<Line<'a>>,
    pub untold: Vec<UntoldFact<'a>>,
    pub claims: Vec<KnownClaim<'a>>,
    #[serde(skip)]
    _seal: Seal,
}

/// `builtin/listener`: decides by what the history or a user turn tells.
#[derive(Serialize, Debug)]
pub struct Listener<'a> {
    pub language: Language,
    pub talk: Vec<Line<'a>>,
    pub untold: Vec<UntoldFact<'a>>,
    pub claims: Vec<KnownClaim<'a>>,
    #[serde(skip)]
    _seal: Seal,
}

/// `builtin/majority`: the pack's commonest verdict, nothing of the case.
#[derive(Serialize, Debug)]
pub struct Majority<'a> {
    pub language: Language,
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

fn heard(turns: &[Turn]) -> Vec<Line<'_>> {
    turns.iter().map(|turn| Line { speaker: turn.speaker, text: &turn.text }).collect()
}

impl Case {
    /// The assistant's view: `talk` is all said since the history.
    pub fn for_assistant<'a>(&'a self, variant: Variant, talk: &'a [Turn]) -> Assistant<'a> {
        let own = |turn: &'a Turn| match turn.speaker {
            Speaker::Assistant => Line { speaker: turn.speaker, text: turn.own_text() },
            Speaker::User => Line { speaker: turn.speaker, text: &turn.text },
        };
        Assistant {
            language: self.language,
            history: heard(self.history(variant)),
            talk: talk.iter().map(own).collect(),
            _seal: Seal,
        }
    }

    /// The user simulator's view; `talk` ends in the turn to be answered.
    pub fn for_user<'a>(&'a self, variant: Variant, talk: &'a [Turn]) -> User<'a> {
        User {
            language: self.language,
            history: heard(self.history(variant)),
            key_facts: self.unmarked_facts(),
            talk: heard(talk),
            _seal: Seal,
        }
    }

    /// The gate's view of `request`, with what was said before it.
    pub fn for_gate<'a>(&'a self, variant: Variant, talk: &'a [Turn], request: &'a str) -> Gate<'a> {
        Gate {
            language: self.language,
            history: heard(self.history(variant)),
            key_facts: self.unmarked_facts(),
            talk: heard(talk),
            request,
            _seal: Seal,
        }
    }

    /// The classifier's view of one assistant message.
    pub fn for_classifier<'a>(&'a self, message: &'a str) -> Classifier<'a> {
        Classifier { language: self.language, claims: self.numbered_claims(), message, _seal: Seal }
    }

    /// The LCA judge's view of one assistant message.
    pub fn for_lca_judge<'a>(&'a self, variant: Variant, message: &'a str) -> LcaJudge<'a> {
        LcaJudge {
            language: self.language,
            history: heard(self.history(variant)),
            claims: self.numbered_claims(),
            message,
            _seal: Seal,
        }
    }

    /// The DCG judge's view of one question; `talk` is what was said before it.
    pub fn for_dcg_judge<'a>(&'a self, talk: &'a [Turn], question: &'a str) -> DcgJudge<'a> {
        let private = self.private();
        DcgJudge {
            language: self.language,
            history: heard(self.history(Variant::Underspecified)),
            talk: heard(talk),
            question,
            focal_points: private
                .focal_points
                .iter()
                .map(|focal| Focal { id: &focal.id, text: &focal.text, facts: &focal.facts })
                .collect(),
            facts: private
                .facts
                .iter()
                .map(|fact| MarkedFact {
                    id: &fact.id,
                    text: &fact.text,
                    missing: fact.is_missing(),
                    cues: &fact.cues,
                })
                .collect(),
            _seal: Seal,
        }
    }

    /// The LJP extractor's view of the final message.
    pub fn for_ljp_judge<'a>(&'a self, message: &'a str) -> LjpJudge<'a> {
        LjpJudge { language: self.language, claims: self.numbered_claims(), message, _seal: Seal }
    }

    /// The view of `builtin/oracle`.
    pub fn for_oracle<'a>(&'a self, variant: Variant, talk: &'a [Turn]) -> Oracle<'a> {
        Oracle {
            language: self.language,
            talk: heard(talk),
            untold: self.untold(variant),
            claims: self.known_claims(variant),
            _seal: Seal,
        }
    }

    /// The view of `builtin/listener`.
    pub fn for_listener<'a>(&'a self, variant: Variant, talk: &'a [Turn]) -> Listener<'a> {
        Listener {
            language: self.language,
            talk: heard(talk),
            untold: self.untold(variant),
            claims: self.known_claims(variant),
            _seal: Seal,
        }
    }

    fn unmarked_facts(&self) -> Vec<Fact<'_>> {
        self.private()
            .facts
            .iter()
            .map(|fact| Fact { id: &fact.id, text: &fact.text, cues: &fact.cues })
            .collect()
    }

    fn numbered_claims(&self) -> Vec<NumberedClaim<'_>> {
        self.claims
            .iter()
            .enumerate()
            .map(|(i, claim)| NumberedClaim { number: i + 1, text: &claim.text })
            .collect()
    }

    fn untold_facts(&self, variant: Variant) -> impl Iterator<Item = &KeyFact> {
        let underspecified = variant == Variant::Underspecified;
        self.private().facts.iter().filter(move |fact| underspecified && fact.is_missing())
    }

    fn untold(&self, variant: Variant) -> Vec<UntoldFact<'_>> {
        self.untold_facts(variant)
            .map(|fact| UntoldFact {
                id: &fact.id,
                question: fact.cues.question.as_deref().unwrap_or_default(),
                cues: &fact.cues,
            })
            .collect()
    }

    fn known_claims(&self, variant: Variant) -> Vec<KnownClaim<'_>> {
        self.private()
            .truths
            .iter()
            .enumerate()
            .map(|(i, truth)| KnownClaim {
                number: i + 1,
                verdict: truth.verdict,
                untold_needs: self
                    .untold_facts(variant)
                    .filter(|fact| truth.needs.contains(&fact.id))
                    .map(|fact| fact.id.as_str())
                    .collect(),
            })
            .collect()
    }
}
