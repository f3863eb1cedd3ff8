//! LexPilot: Chinese civil consultations, complete and underspecified (and English ones by the
//! same rules). Three tasks: LCA, DCG and LJP; LJP in three setups.

mod basis;
mod course;
mod judge;
pub mod parts;
mod play;
mod record;
mod score;
mod study;
mod unit;

pub use basis::Basis;
pub use course::{Breach, Course, RoundNote};
pub use judge::{Judged, judge_play, to_judge};
pub use play::{Played, play_unit};
pub use record::{DcgQuestion, DcgRequest, JudgeOutcome, Judgement, Label, LcaClass, PlayRecord};
pub use score::{JudgeAgreement, Policy, Scores, UNDECIDED, UnitState, score};
pub use study::{DCG_ROUNDS, LJP_ROUNDS, Noncompliant, Study};
pub use unit::{Play, SUITE, Setup, Task};

pub use crate::cast::Condition;
