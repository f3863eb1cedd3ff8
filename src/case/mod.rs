//! Cases and packs: claims, verdicts, focal points, key facts, paired histories, profiles, probes.
//!
//! Invariant: what is hidden leaves this module only through [`view`] (for roles), `key` (labels
//! for scoring), `probing` (what probes ask), `reader` (for people at the terminal), `overview` (counts over a pack) and
//! [`Source`] (the files as they were, for the copy in a run folder).

pub mod check;
mod consultation;
mod convert;
mod hidden;
mod key;
mod label;
mod ledger;
pub mod lexical;
mod load;
mod measure;
mod numbers;
mod outcome;
mod overview;
mod pack;
mod parse;
pub mod persona;
mod probing;
mod problem;
mod reader;
mod schema;
mod source;
mod talk;
mod taxonomy;
#[cfg(test)]
mod testing;
pub mod view;

pub use consultation::{Case, Claim, Cues};
pub use hidden::Hidden;
pub use key::{AnswerKey, FocalKey};
pub use label::{Language, Variant, Verdict};
pub use ledger::{Exchange, Finding, Shown, known_since};
pub use outcome::{Absence, Fault, Missing, Stop};
pub use overview::{
    ClassCount, HistoryCount, Overlap, OverlapPair, Overview, Spread, TypeCount, VerdictCount,
};
pub use pack::{Bilingual, Pack, PackMeta};
pub use probing::{ProbeKind, ProbeOutline};
pub use problem::{Origin, PackError, Problem};
pub use reader::{Reader, ReaderClaim, ReaderFact, ReaderTurn};
pub use schema::{
    FocalPoint, Level, Plaintiff, Probe, Profile, Provenance, ProvenanceKind, Review, Traits, Withheld,
};
pub use source::{CASES_BYTES_MAX, CASES_MAX, DOCUMENT_BYTES_MAX, PackSource, Source, embedded_packs};
pub use talk::{Act, Disclosure, How, Move, Slip, Speaker, Turn};
pub use taxonomy::{Class, FocalType, Taxonomy};
