//! 3-ply case-based arguments: faithfulness, use of factors, abstention (the 3-ply pipeline).
//!
//! Everything here is pure: triples, prompts, reading of arguments, scores and controls.

mod factor;
mod file;
mod generate;
mod triple;

pub use factor::{Factor, Side, factor, factors, favouring};
pub use file::{FileError, Finding, read_triples, write_triples};
pub use generate::{COUNT_MAX, GenerateError, Parameters, feasible, generate};
pub use triple::{Case, Mode, Precedent, Triple};
