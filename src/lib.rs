//! LexConsult plays legal consultations between an assistant and a simulated user, and measures them.
//!
//! The library is laid out in floors; a module imports only from floors below it
//! (see `ARCHITECTURE.md`).

pub mod annotate;
pub mod case;
pub mod cast;
pub mod cli;
pub mod dialogue;
pub mod draw;
pub mod metric;
pub mod model;
mod printable;
pub mod prompt;
pub mod report;
pub mod run;
pub mod stats;
pub mod suite;
