//! 3-ply case-based arguments: faithfulness, use of factors, abstention (the 3-ply pipeline).
//!
//! Everything here is pure: triples, prompts, reading of arguments, scores and controls; `suite.rs` is how
//! a run meets it.

mod arguer;
mod control;
mod dialogue;
mod dialogue_reply;
mod extract;
mod factor;
mod file;
mod generate;
mod play;
mod ply;
mod prompts;
mod render;
mod reply;
mod score;
mod study;
mod suite;
mod triple;
mod turns;
mod unit;
mod view;

pub use arguer::Arguer;
pub use control::Control;
pub use dialogue::stop_of;
pub use dialogue_reply::{
    CitingPly, DIALOGUE_FORM, DialogueReply, PlyReply, dialogue_form, dialogue_schema,
    read_dialogue_extraction,
};
pub use extract::abstention::ABSTENTION;
pub use extract::{Abstention, Assertion, Cited, Extraction, Flag, extract};
pub use factor::{Factor, Side, factor, factors, favouring};
pub use file::{FileError, Finding, read_triples, write_triples};
pub use generate::{COUNT_MAX, GenerateError, Parameters, feasible, generate};
pub use ply::Ply;
pub use prompts::{
    ARGUMENT_FILE, ArgumentPrompts, DIALOGUE_EXTRACTION_FILE, EXTRACTION_FILE, PLY_FILES, PROMPT_FILES,
    PromptText,
};
pub use render::{
    ARGUMENT_PROMPT, DIALOGUE_EXTRACTION_PROMPT, EXTRACTION_PROMPT, RenderError, ply_prompt, render_argument,
    render_dialogue_extraction, render_extraction, render_ply,
};
pub use reply::{ExtractionReply, ReplyError, extraction_form, extraction_schema, read_extraction};
pub use score::{
    Argued, ArgumentScore, DIALOGUE, Entry, ErrorAnalysis, Group, Numbers, Omission, PlyReading,
    PolicyScores, Reading, Reason, Scores, SideScore, estimates, review_queue, score_argument, score_corpus,
    value_of,
};
pub use study::{Arguments, Parser};
pub use triple::{Case, Mode, Precedent, Triple};
pub use turns::read_plies;
pub use unit::{Answered, Label, PlyLabel, Said, Unit, against};
pub use view::{ArgumentView, DialogueView, ExtractionView, PlyView};
