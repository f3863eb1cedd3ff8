//! Suites: what is played, judged and scored. Each keeps `play`, `judge` and `score` apart.

mod estimate;
pub mod fidelity;
pub mod lexpilot;
pub mod threeply;

pub use estimate::{Estimate, INCOMPLETE_ABOVE};
