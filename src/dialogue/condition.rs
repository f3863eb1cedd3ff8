//! Users who are not ideal (LexPilot E.5): what a condition makes of each turn, apart from any prompt.

mod machine;
mod profile;

pub use machine::{Disturbance, Machine, Rule};
pub use profile::{Profiles, ProfilesError};
