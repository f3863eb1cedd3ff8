//! Cases and packs: claims, verdicts, focal points, key facts, paired histories, profiles, probes.
//!
//! Invariant: what is hidden leaves this module only through [`view`] (for roles), `key` (labels
//! for scoring) and `reader` (for people at the terminal).

pub mod check;
mod consultation;
mod convert;
mod hidden;
mod key;
mod label;
pub mod lexical;
mod load;
mod measure;
mod overview;
mod pack;
mod parse;
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
pub use overview::{
    ClassCount, HistoryCount, Overlap, OverlapPair, Overview, Spread, TypeCount, VerdictCount,
};
pub use pack::{Bilingual, Pack, PackMeta};
pub use problem::{Origin, PackError, Problem};
pub use reader::{Reader, ReaderClaim, ReaderFact, ReaderTurn};
pub use schema::{
    FocalPoint, Level, Plaintiff, Probe, Profile, Provenance, ProvenanceKind, Review, Traits, Withheld,
};
pub use source::{CASES_MAX, DOCUMENT_BYTES_MAX, JSONL_BYTES_MAX, PackSource, Source, embedded_packs};
pub use talk::{Disclosure, How, Speaker, Turn};
pub use taxonomy::{Class, FocalType, Taxonomy};
