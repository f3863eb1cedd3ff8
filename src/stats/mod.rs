//! Numbers from labels. No law, no models, no I/O.
//!
//! Every function here is pure: labels, counts and a seed go in, a typed result comes out. Three rules hold
//! everywhere:
//!
//! * what is undefined is `None`, never NaN and never 0; no result is a negative zero;
//! * what is missing is counted, never dropped in silence;
//! * bad input is a [`StatError`] that names the field.
//!
//! Definitions, with the paper and section each comes from, are in `docs/metrics.md`.

pub mod classification;
mod error;
mod moments;
pub mod joint;
pub mod quantile;
pub mod qwk;
pub mod repeats;
pub mod resampling;
pub mod setups;
pub mod success;

pub use error::StatError;
