//! How a command ends.

use std::process::ExitCode;

use crate::run::RunError;

/// The exit codes, as `--help` lists them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// An error.
    Error = 1,
    /// The command line, a flag or a setting cannot be used.
    Usage = 2,
    /// Something is owed still: interrupted, or lost to the harness.
    Incomplete = 3,
    /// Done, and a metric is below its `--fail-under`.
    BelowThreshold = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// An error on its way to the terminal: what, why, and how to mend it.
#[derive(Debug)]
pub struct Failed {
    /// With which code to end.
    pub exit: Exit,
    /// What went wrong.
    pub message: String,
    /// How to mend it.
    pub hint: Option<String>,
}

impl Failed {
    /// A command line that cannot be used.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, message: message.into(), hint: Some(hint.into()) }
    }

    /// An error that is not the command line's.
    pub fn error(message: impl Into<String>) -> Self {
        Self { exit: Exit::Error, message: message.into(), hint: None }
    }

    /// With a way to mend it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Prints it to stderr, in colour where that is wanted.
    pub fn print(&self) {
        let red = anstyle::AnsiColor::Red.on_default().bold();
        let cyan = anstyle::AnsiColor::Cyan.on_default();
        super::marked_note(red, "error", &self.message);
        if let Some(hint) = &self.hint {
            super::marked_note(cyan, "hint", hint);
        }
    }
}

impl From<RunError> for Failed {
    fn from(error: RunError) -> Self {
        let exit = if error.is_usage() { Exit::Usage } else { Exit::Error };
        Self { exit, hint: error.hint(), message: error.to_string() }
    }
}
