//! Reports: scores for people.

pub mod closing;
pub mod number;
pub mod table;
