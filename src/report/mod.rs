//! Reports: scores for people.

pub mod census;
pub mod closing;
pub mod content;
pub mod document;
pub mod evidence;
pub mod export;
pub mod fidelity;
pub mod likeness;
pub mod money;
pub mod number;
pub mod pairs;
pub mod plot;
pub mod table;
pub mod talks;
pub mod units;
pub mod words;
