//! LexConsult plays legal consultations between an assistant and a simulated user, and measures them.
//!
//! The library is laid out in floors; a module imports only from floors below it
//! (see `ARCHITECTURE.md`).

pub mod metric;
pub mod stats;
