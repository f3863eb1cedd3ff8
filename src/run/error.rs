//! Why a run cannot start or go on.

use std::io;
use std::path::{Path, PathBuf};

use crate::case::PackError;
use crate::cast::Halt;
use crate::model::journal::is_full;
use crate::model::{JournalError, ModelError, ProviderError};
use crate::prompt::PromptError;

/// What went wrong, where, and how to mend it.
#[derive(thiserror::Error, Debug)]
pub enum RunError {
    /// A flag or setting that cannot be used.
    #[error("{what}")]
    Usage {
        /// What is wrong.
        what: String,
        /// How to mend it.
        hint: String,
    },
    /// Reading or writing a file of the run failed.
    #[error("failed to {doing} {path}: {source}")]
    Io { doing: &'static str, path: PathBuf, source: io::Error },
    /// A file of the run is not what it should be.
    #[error("{path}: {why}")]
    Damaged { path: PathBuf, why: String },
    /// The folder holds no run.
    #[error("{0} is not a run folder (it has no run.json)")]
    NotARun(PathBuf),
    /// The process that made the folder ended before it wrote the settings.
    #[error("{0} holds no settings: its run ended before it began")]
    NotBegun(PathBuf),
    /// The folder was written by a version with another layout.
    #[error("{path} has layout {found}, and this version of lexconsult reads layout {known}")]
    OtherVersion { path: PathBuf, found: u32, known: u32 },
    /// The command is for runs of another suite.
    #[error("{path} is a run of {found}, and this is for runs of {wanted}")]
    OtherSuite { path: PathBuf, found: String, wanted: String },
    /// The disk was full before the run's first snapshot was kept: nobody was asked, and nothing can be
    /// gone on with.
    #[error("{source}")]
    NoRoomToBegin { run: PathBuf, source: Box<Self> },
    /// Another process works in the run.
    #[error("another process is working in {0}")]
    Locked(PathBuf),
    /// A run of this name is there already.
    #[error("{0} exists, and a run is never overwritten")]
    Exists(PathBuf),
    /// The pack breaks rules that scores rest on.
    #[error("the pack {pack} has {count} error(s):\n{list}")]
    PackInvalid { pack: String, count: usize, list: String },
    /// Nothing was answered at all.
    #[error("no ask was answered: {why}")]
    NothingAnswered { why: String },
    #[error(transparent)]
    Pack(#[from] PackError),
    #[error(transparent)]
    Prompt(#[from] PromptError),
    #[error(transparent)]
    Model(#[from] ModelError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A role could not be heard, and the run must end.
    #[error(transparent)]
    Halt(#[from] Halt),
}

impl RunError {
    /// A failed operation on `path`.
    pub fn io(doing: &'static str, path: impl AsRef<Path>) -> impl FnOnce(io::Error) -> Self {
        let path = path.as_ref().to_path_buf();
        move |source| Self::Io { doing, path, source }
    }

    /// A bad flag or setting.
    pub fn usage(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Usage { what: what.into(), hint: hint.into() }
    }

    /// The same of a run that has no snapshot yet.
    #[must_use]
    pub fn before_begun(self, run: &Path) -> Self {
        let full = match &self {
            Self::Io { source, .. } => is_full(source),
            Self::Journal(error) => error.is_full(),
            _ => false,
        };
        if full { Self::NoRoomToBegin { run: run.to_path_buf(), source: Box::new(self) } } else { self }
    }

    /// How to mend it, where there is something to say.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Usage { hint, .. } => Some(hint.clone()),
            Self::Io { doing: "read", .. } => Some("see that the file is there and may be read".into()),
            Self::Io { source, .. } if is_full(source) => {
                Some("make room on the disk, then `lexconsult resume` the run".into())
            }
            Self::NoRoomToBegin { run, .. } => Some(format!(
                "make room on the disk, remove {}, and begin anew: nobody was asked",
                run.display()
            )),
            Self::Io { .. } => {
                Some("make the place writable, or name another folder for runs with --log-dir".into())
            }
            Self::Damaged { .. } => Some("restore the file from a copy, or begin a new run".into()),
            Self::Model(error) => Some(
                match error {
                    ModelError::Provider(ProviderError::NoKey { .. }) => {
                        "set the variable in the environment; keys are never read from files or written to them"
                    }
                    _ => "docs/models.md shows how models, providers and agents are named",
                }
                .into(),
            ),
            Self::NotBegun(path) => Some(format!("remove {} and begin the run anew", path.display())),
            Self::NotARun(_) => Some("`lexconsult run` prints the folder it made; name that one".into()),
            Self::OtherVersion { found, known, .. } if found > known => {
                Some("update lexconsult, or read the run with the version that made it".into())
            }
            Self::OtherVersion { .. } => Some("read the run with the version that made it".into()),
            Self::OtherSuite { found, .. } if found == crate::suite::fidelity::SUITE => {
                Some("what probes came to is in its probe.json; `lexconsult probe` with the same --name shows it".into())
            }
            Self::OtherSuite { .. } => {
                Some("`lexconsult show` and `lexconsult score` take runs of any suite".into())
            }
            Self::Locked(_) => Some("wait until it is done, or stop it".into()),
            Self::Exists(_) => Some("go on with it by `lexconsult resume`, or choose another --name".into()),
            Self::PackInvalid { pack, .. } => Some(format!("`lexconsult pack check {pack}` explains each")),
            Self::NothingAnswered { .. } => {
                Some("mend that, then `lexconsult resume` the run: nothing is lost".into())
            }
            Self::Prompt(error) | Self::Halt(Halt::Prompt(error)) => error.hint(),
            Self::Journal(error) | Self::Halt(Halt::Journal(error)) => error.hint().map(str::to_owned),
            Self::Pack(_) | Self::Halt(_) => None,
        }
    }

    /// Whether the caller's words are at fault, not the world.
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::Usage { .. } | Self::Model(_))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn what_a_full_disk_asks_for_is_what_can_be_done() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let at = || RunError::io("write", "results/r/snapshots/001.tmp/settings.json")(full());
        let journal = |doing, source: io::Error| JournalError::Io {
            doing,
            dir: "results/r/calls".into(),
            source: Arc::new(source),
        };
        let hint = |error: RunError| error.hint().unwrap_or_default();
        assert!(hint(at()).contains("`lexconsult resume`"));
        for early in [at(), journal("create", full()).into()] {
            let early = early.before_begun(Path::new("results/r"));
            assert!(early.to_string().starts_with("failed to "), "{early}");
            let hint = hint(early);
            assert!(hint.contains("remove results/r, and begin anew") && !hint.contains("resume"), "{hint}");
        }
        for doing in ["write", "mend"] {
            assert!(hint(journal(doing, full()).into()).contains("make room on the disk"));
            let halt: RunError = Halt::from(journal(doing, full())).into();
            assert!(hint(halt).contains("`lexconsult resume` for a run"));
        }
        // What is no want of room keeps what it says.
        let gone = || journal("write", io::ErrorKind::NotFound.into());
        assert!(hint(RunError::from(gone()).before_begun(Path::new("r"))).contains("restore the folder"));
        assert_eq!(RunError::from(journal("read", io::ErrorKind::NotFound.into())).hint(), None);
    }
}
