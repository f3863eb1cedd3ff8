//! 3-ply case-based arguments: faithfulness, use of factors, abstention (the 3-ply pipeline).
//!
//! Everything here is pure: triples, prompts, reading of arguments, scores and controls; `suite.rs` is how
//! a run meets it.

mod control;
mod extract;
mod factor;
mod file;
mod generate;
mod play;
mod prompts;
mod render;
mod reply;
mod score;
mod study;
mod suite;
mod triple;
mod unit;
mod view;

pub use control::Control;
pub use extract::abstention::ABSTENTION;
pub use extract::{Abstention, Assertion, Cited, Extraction, Flag, extract};
pub use factor::{Factor, Side, factor, factors, favouring};
pub use file::{FileError, Finding, read_triples, write_triples};
pub use generate::{COUNT_MAX, GenerateError, Parameters, feasible, generate};
pub use prompts::{ARGUMENT_FILE, ArgumentPrompts, EXTRACTION_FILE, PromptText};
pub use render::{ARGUMENT_PROMPT, EXTRACTION_PROMPT, RenderError, render_argument, render_extraction};
pub use reply::{ExtractionReply, ReplyError, extraction_form, extraction_schema, read_extraction};
pub use score::{
    Argued, ArgumentScore, Entry, ErrorAnalysis, Group, Numbers, Omission, PolicyScores, Reading, Reason,
    Scores, estimates, review_queue, score_argument, score_corpus, value_of,
};
pub use study::{Arguments, Parser};
pub use triple::{Case, Mode, Precedent, Triple};
pub use unit::{Answered, Label, Unit};
pub use view::{ArgumentView, ExtractionView};
