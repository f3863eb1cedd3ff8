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

pub mod agreement;
pub mod bootstrap;
pub mod classification;
pub mod clustered;
pub mod correlation;
pub mod crossed;
mod distributions;
mod draws;
pub mod elements;
mod error;
pub mod factors;
pub mod fidelity;
pub mod grading;
pub mod joint;
pub mod logistic;
pub mod mcnemar;
mod moments;
pub mod multiplicity;
pub mod nested;
mod noncentral_t;
pub(crate) mod nullable;
pub mod paired;
pub mod power;
pub mod prevalence;
pub mod proportions;
pub mod quantile;
pub mod qwk;
pub mod raters;
pub mod reliability;
pub mod repeats;
pub mod resampling;
pub mod setups;
pub mod success;
pub mod two_raters;

pub use error::StatError;
pub(crate) use moments::share;
