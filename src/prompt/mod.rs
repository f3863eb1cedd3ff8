//! Renders views through the templates of `prompts/`.
//!
//! Invariant: nothing but a [`View`](crate::case::view::View) can be rendered, so a prompt cannot
//! hold what its role may not see. Rendering is pure and deterministic: the same files and the same
//! view give the same bytes. Only `directory` touches the file system, and only when prompts are
//! loaded.
//!
//! `docs/prompts.md` describes the files as their authors see them.

mod directory;
mod engine;
mod error;
mod file;
mod library;
mod render;
mod sample;
mod template;

pub use error::PromptError;
pub use library::{Origin, PromptInfo, Prompts};
pub use render::{HistoryStyle, Rendered, Side};
pub use template::Template;
