//! A case in memory: what is public lies open, everything else behind [`Hidden`].

use super::hidden::Hidden;
use super::label::{Language, Variant, Verdict};
use super::problem::Origin;
use super::schema::{FocalPoint, Probe, Profile, Provenance, Review};
use super::talk::{Slip, Turn};

/// One consultation case, well formed: ids resolve, and each missing fact carries what it must.
#[derive(Debug)]
pub struct Case {
    /// Unique within its pack.
    pub id: String,
    /// Language of everything in it.
    pub language: Language,
    /// Id of its class of causes.
    pub class: String,
    /// Cause of action, as the pack's class file names it.
    pub cause: String,
    /// Province or jurisdiction.
    pub province: String,
    /// Where it comes from.
    pub provenance: Provenance,
    /// Who has reviewed it.
    pub review: Review,
    /// blake3 of the text it was read from, in hex.
    pub hash: String,
    /// The file, and line where a file holds many cases.
    pub origin: Origin,
    /// The claims' ids and texts, in order.
    pub claims: Vec<Claim>,
    pub(super) hidden: Hidden<Private>,
}

/// A claim as judges and classifiers are told it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Unique within its case.
    pub id: String,
    /// What the user asks the court for.
    pub text: String,
}

/// Everything of a case that some role must not see.
pub(super) struct Private {
    pub provisions: Vec<String>,
    pub profile: Profile,
    /// In the order of [`Case::claims`].
    pub truths: Vec<ClaimTruth>,
    pub focal_points: Vec<FocalPoint>,
    pub facts: Vec<KeyFact>,
    pub complete: Vec<Turn>,
    pub underspecified: Vec<Turn>,
    pub probes: Vec<Probe>,
}

/// What the court decided on a claim, and on what it rests.
#[derive(Clone)]
pub(super) struct ClaimTruth {
    pub verdict: Verdict,
    pub needs: Vec<String>,
    pub reasoning: String,
    pub stated_complete: String,
    pub stated_underspecified: String,
}

/// A key fact.
#[derive(Clone)]
pub(super) struct KeyFact {
    pub id: String,
    pub text: String,
    pub cues: Cues,
    pub standing: Standing,
}

/// By what the fact is recognised in text, without a model.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Cues {
    /// A question for the fact.
    pub question: Option<String>,
    /// Words such a question uses.
    pub words: Vec<String>,
    /// Words that together tell the fact; each with its alternatives.
    pub marks: Vec<Vec<String>>,
}

/// Whether the underspecified history tells a fact.
#[derive(Clone)]
pub(super) enum Standing {
    Told,
    Missing(MissingFact),
}

/// What a missing fact carries.
#[derive(Clone)]
pub(super) struct MissingFact {
    pub why_decisive: String,
    pub mistaken: String,
    pub incomplete: String,
}

impl KeyFact {
    pub fn is_missing(&self) -> bool {
        matches!(self.standing, Standing::Missing(_))
    }

    /// What a user says who gets it wrong, or half; a told fact has nothing of the kind.
    pub fn misstated(&self, slip: Slip) -> Option<&str> {
        match (&self.standing, slip) {
            (Standing::Told, _) => None,
            (Standing::Missing(missing), Slip::Mistaken) => Some(&missing.mistaken),
            (Standing::Missing(missing), Slip::Incomplete) => Some(&missing.incomplete),
        }
    }
}

impl Case {
    pub(super) fn private(&self) -> &Private {
        self.hidden.open()
    }

    pub(super) fn history(&self, variant: Variant) -> &[Turn] {
        match variant {
            Variant::Complete => &self.private().complete,
            Variant::Underspecified => &self.private().underspecified,
        }
    }
}
