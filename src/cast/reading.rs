//! Reading what models write: marker lines, and structured replies of gate, classifier and judges.
//!
//! Pure, and used for real models and built-in players alike. Nothing is repaired: a reply that
//! does not fit is refused with a sentence that can be sent back when the model is asked again.

mod disclosures;
mod fidelity;
mod marker;
mod object;
mod reply;
pub mod schema;

pub use disclosures::{DisclosuresReply, read_disclosures};
pub use fidelity::{AnswerWord, ErrorKind, FidelityReply, OverDisclosed, ReplyError, read_fidelity};
pub use marker::{Marked, Said, marker};
pub use object::last_object;
pub use reply::{
    ClassifierReply, DcgQuestion, DcgReply, GateReply, LcaLabel, LcaReply, LjpClaim, LjpReply, ReadError,
    read_classifier, read_dcg, read_gate, read_lca, read_ljp,
};
