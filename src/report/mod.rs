//! Reports: scores for people.

pub mod closing;
pub mod money;
pub mod number;
pub mod table;
