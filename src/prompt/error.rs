//! What can be wrong with prompt files and with the way they are used.

use std::io;
use std::path::PathBuf;

use super::template::Template;

/// A prompt cannot be loaded or rendered. The text says what is wrong and where, [`PromptError::hint`]
/// how to mend it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PromptError {
    /// A file or folder cannot be read.
    #[error("failed to read {}: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is not UTF-8.
    #[error("{} is not UTF-8", path.display())]
    NotUtf8 {
        /// The file.
        path: PathBuf,
    },
    /// A file is far larger than any prompt.
    #[error("{} holds {bytes} bytes, more than the {limit} a prompt file may hold", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
        /// The most that is accepted, in bytes.
        limit: u64,
    },
    /// A file or folder in an override directory bears none of the known names.
    #[error("{} is not a known prompt file", path.display())]
    UnknownFile {
        /// The file or folder.
        path: PathBuf,
        /// Every known path under the directory.
        known: Vec<String>,
    },
    /// An override directory overrides nothing.
    #[error("{} holds no prompt file", dir.display())]
    NothingOverridden {
        /// The directory.
        dir: PathBuf,
        /// Every known path under the directory.
        known: Vec<String>,
    },
    /// A file does not have the form of a prompt file.
    #[error("{file}:{line}: {problem}")]
    Malformed {
        /// The file.
        file: String,
        /// Line in it, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
        /// What to do.
        mend: String,
    },
    /// The template engine refuses a section, when it is loaded or when it is rendered.
    #[error("{file}:{line}: {problem}")]
    Template {
        /// The file.
        file: String,
        /// Line in it, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
        /// The variables of this template.
        variables: &'static [&'static str],
    },
    /// A template never uses a variable without which its request makes no sense.
    #[error("{file}: `{variable}` is never used, so the model would not be shown it")]
    Unused {
        /// The file.
        file: String,
        /// The variable.
        variable: &'static str,
    },
    /// A template was given the view of another role.
    #[error("template {template} is for the view of `{needs}` and was given that of `{given}`")]
    WrongView {
        /// The template.
        template: Template,
        /// The role it addresses.
        needs: &'static str,
        /// The role of the view.
        given: &'static str,
    },
    /// A template was rendered by a call that is not for it.
    #[error("template {template} is rendered by {call}")]
    WrongCall {
        /// The template.
        template: Template,
        /// The call that is for it.
        call: &'static str,
    },
    /// The turns of a view do not make a chat that the role can answer.
    #[error("the turns shown to `{role}` make no chat: {problem}")]
    Turns {
        /// The role.
        role: &'static str,
        /// What is out of order.
        problem: String,
    },
    /// A view cannot be written as JSON.
    #[error("the view of `{role}` cannot be written as JSON: {source}")]
    View {
        /// The role.
        role: &'static str,
        /// Why.
        source: serde_json::Error,
    },
}

impl PromptError {
    /// How to mend it, where a person can.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Read { .. } => "see that the folder is there and may be read".to_owned(),
            Self::NotUtf8 { path } => {
                format!(
                    "if it is in a Chinese encoding: iconv -f GB18030 -t UTF-8 {} > converted",
                    path.display()
                )
            }
            Self::TooLong { .. } => "shorten it".to_owned(),
            Self::UnknownFile { known, .. } => {
                format!("rename or remove it; the known names are: {}", known.join(", "))
            }
            Self::NothingOverridden { known, .. } => {
                format!("put at least one there; the known names are: {}", known.join(", "))
            }
            Self::Malformed { mend, .. } => mend.clone(),
            Self::Template { variables, .. } => format!("this template may use {}", variables.join(", ")),
            Self::Unused { variable, .. } => {
                format!("write {{{{ {variable} }}}}, or a loop over it, where it belongs")
            }
            Self::WrongView { .. } | Self::WrongCall { .. } | Self::Turns { .. } | Self::View { .. } => {
                return None;
            }
        })
    }
}
