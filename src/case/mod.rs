//! Cases and packs: claims, verdicts, focal points, key facts, paired histories, profiles, probes.
//!
//! Invariant: what is hidden leaves this module only through [`view`] (for roles), `key` (labels
//! for scoring) and `reader` (for people at the terminal).

mod consultation;
mod hidden;
mod key;
mod label;
mod ledger;
pub mod lexical;
mod outcome;
mod schema;
mod talk;
pub mod view;

pub use consultation::{Case, Claim, Cues};
pub use hidden::Hidden;
pub use key::{AnswerKey, FocalKey};
pub use label::{Language, Variant, Verdict};
pub use ledger::Exchange;
pub use outcome::{Absence, Fault, Missing, Stop};
pub use schema::{Provenance, ProvenanceKind, Review};
pub use talk::{Disclosure, How, Speaker, Turn};
