//! Suites: what is played, judged and scored. Each keeps `play`, `judge` and `score` apart, and meets a
//! run through [`Suite`] alone.

mod agreement;
mod basis;
mod estimate;
pub mod fidelity;
pub mod lexpilot;
mod record;
mod seam;
pub mod threeply;

pub use agreement::JudgeAgreement;
pub use basis::Basis;
pub use estimate::{Estimate, INCOMPLETE_ABOVE, MEAN_OF_MODELS};
pub use record::{JudgeOutcome, Judgement, PlayRecord};
pub use seam::{
    FIRST_DRAW, Found, Gist, Judged, LEFT_OUT, NoteOf, Place, Played, Player, StateOf, Suite, UnitState,
    judges_of,
};
