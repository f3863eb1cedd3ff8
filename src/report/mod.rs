//! Reports: scores for people.

pub mod closing;
pub mod content;
pub mod document;
pub mod export;
pub mod fidelity;
pub mod lexpilot;
pub mod likeness;
pub mod money;
pub mod number;
pub mod pairs;
pub mod plot;
pub mod seam;
pub mod table;
pub mod threeply;
pub mod words;
