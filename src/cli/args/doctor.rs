//! The command that looks whether things work.

use std::path::PathBuf;

use clap::Args;

/// `doctor`.
#[derive(Args, Debug)]
#[command(
    after_help = "Without options it looks at this machine. A model is asked two short questions, which cost a \
                        few tokens."
)]
pub struct DoctorArgs {
    /// Model to look at, such as `openai/gpt-4.1`; may be repeated or hold a list
    #[arg(long, value_name = "MODEL", conflicts_with = "replies")]
    pub model: Vec<String>,
    /// Print how replies of a server are read: a JSON object a line with `id`, `status`, `headers`, `body`
    /// or `body_base64`; `-` is stdin
    #[arg(long, value_name = "FILE")]
    pub replies: Option<PathBuf>,
}
