//! Why labels cannot be exported, imported or used.

use std::io;
use std::path::{Path, PathBuf};

use crate::prompt::PromptError;
use crate::run::RunError;

/// What went wrong, where, and how to mend it.
#[derive(thiserror::Error, Debug)]
pub enum AnnotateError {
    /// Reading or writing failed.
    #[error("failed to {doing} {path}: {source}")]
    Io { doing: &'static str, path: PathBuf, source: io::Error },
    /// A file of the annotation folder is not what it should be.
    #[error("{path}: {why}")]
    Damaged { path: PathBuf, why: String },
    /// A filled sheet that cannot be taken as it is.
    #[error("{file}{}{}: {why}", row.map(|row| format!(", row {row}")).unwrap_or_default(),
        column.as_deref().map(|column| format!(", column `{column}`")).unwrap_or_default())]
    Sheet {
        /// The file as it was named.
        file: String,
        /// Row as a spreadsheet counts, the headings being row 1.
        row: Option<usize>,
        /// Heading of the column.
        column: Option<String>,
        /// What is wrong.
        why: String,
        /// How to mend it.
        mend: String,
    },
    /// A step that is not due, or a name that cannot be used.
    #[error("{what}")]
    Step {
        /// What is wrong.
        what: String,
        /// How to mend it.
        mend: String,
        /// Whether the words of the command line are at fault.
        usage: bool,
    },
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Prompt(#[from] PromptError),
}

impl AnnotateError {
    /// A failed operation on `path`.
    pub fn io(doing: &'static str, path: impl AsRef<Path>) -> impl FnOnce(io::Error) -> Self {
        let path = path.as_ref().to_path_buf();
        move |source| Self::Io { doing, path, source }
    }

    /// A file that holds something else than it should.
    pub fn damaged(path: impl AsRef<Path>, why: impl ToString) -> Self {
        Self::Damaged { path: path.as_ref().to_path_buf(), why: why.to_string() }
    }

    /// A step that is not due.
    pub fn step(what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self::Step { what: what.into(), mend: mend.into(), usage: false }
    }

    /// Words of the command line that cannot be used.
    pub fn usage(what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self::Step { what: what.into(), mend: mend.into(), usage: true }
    }

    /// How to mend it, where there is something to say.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Io { doing: "read", .. } => Some("see that the file is there and may be read".into()),
            Self::Io { .. } => Some("make the place writable".into()),
            Self::Damaged { .. } => Some("restore the file from a copy, or export anew".into()),
            Self::Sheet { mend, .. } | Self::Step { mend, .. } => Some(mend.clone()),
            Self::Run(error) => error.hint(),
            Self::Prompt(error) => error.hint(),
        }
    }

    /// Whether the caller's words are at fault, not the world.
    pub fn is_usage(&self) -> bool {
        match self {
            Self::Step { usage, .. } => *usage,
            Self::Run(error) => error.is_usage(),
            _ => false,
        }
    }
}
