//! Runs of consultations as reports, comparisons and exports read them.

pub mod census;
mod contests;
mod dialogues;
pub mod evidence;
mod results;
mod rows;
pub mod talks;
pub mod units;

pub use contests::contests;
