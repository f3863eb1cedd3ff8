//! LexPilot: Chinese civil consultations, complete and underspecified (and English ones by the
//! same rules). Three tasks: LCA, DCG and LJP; LJP in three setups.

mod course;
mod judge;
pub mod parts;
mod play;
mod record;
mod score;
mod study;
mod suite;
mod unit;

pub use course::{Breach, Course, RoundNote};
pub use judge::{is_to_judge, judge_play, to_judge};
pub use play::play_unit;
pub use record::{DcgQuestion, DcgRequest, JudgeOutcome, Judgement, Label, LcaClass, PlayRecord};
pub use score::{Policy, UNDECIDED, UnitState, agreements, metrics, score};
pub use study::{DCG_ROUNDS, LJP_ROUNDS, Noncompliant, Study};
pub use suite::said;
pub use unit::{Play, SUITE, Setup, Task, task_of};

pub use crate::cast::Condition;
