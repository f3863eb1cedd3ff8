//! What people say of the judge's work: blind sheets for two annotators, their agreement and consensus,
//! and how the judge, and the scores that rest on it, compare (LexPilot E.3.1).
//!
//! All reading and writing of files is in `folder` and `log`.
//! `docs/annotation.md` describes a study from export to calibrated scores.

pub mod agreement;
pub mod calibrate;
pub mod calibration;
pub mod consensus;
mod correct;
pub mod decision;
mod error;
pub mod export;
pub mod filled;
pub mod folder;
pub mod guideline;
pub mod key;
pub mod labelled;
pub mod labels;
pub mod log;
pub mod material;
pub mod probes;
pub mod sample;
pub mod sheet;
pub mod unit;

pub use error::AnnotateError;
