//! Cases and packs: claims, verdicts, focal points, key facts, paired histories, profiles, probes.
//!
//! Invariant: what is hidden leaves this module only through [`view`] (for roles), `key` (labels
//! for scoring) and `reader` (for people at the terminal).

mod consultation;
mod convert;
mod hidden;
mod key;
mod label;
pub mod lexical;
mod load;
mod pack;
mod parse;
mod problem;
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
pub use pack::{Bilingual, Pack, PackMeta};
pub use problem::{Origin, PackError, Problem};
pub use schema::{Provenance, ProvenanceKind, Review};
pub use source::{CASES_MAX, DOCUMENT_BYTES_MAX, JSONL_BYTES_MAX, PackSource, Source, embedded_packs};
pub use talk::{Disclosure, How, Speaker, Turn};
pub use taxonomy::{Class, FocalType, Taxonomy};
