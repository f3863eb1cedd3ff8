//! The roles of a consultation: what each is asked, and how its answer is read.

pub mod players;
pub mod reading;
