//! `--local`: a small model on this machine, served by a child process that ends with this one.
//!
//! The model is there to see whether everything runs, on text that no rule wrote. It knows nothing of
//! law: as a judge it is at chance, and as a user it invents facts.

mod setup;

use std::fs::File;
use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::{Child, ChildStdin, Command};
use tokio::time::Instant;

use super::provider::Env;
use super::transport::install_tls;

pub use setup::set_up;

/// The provider's name.
pub const PROVIDER: &str = "local";

/// The name of the model that is set up.
const SMOLLM2: &str = "smollm2-135m";

/// Tokens of context for one exchange.
pub const CONTEXT: u32 = 8192;

/// Exchanges at a time; the context is divided among them.
pub const SLOTS: u32 = 2;

/// Time for a model to load.
const LOADING: Duration = Duration::from_secs(180);

/// Between two looks at a server that loads.
const LOOK: Duration = Duration::from_millis(100);

/// Time between the end of its input and being killed.
const GRACE: Duration = Duration::from_secs(3);

/// What the child runs.
const SERVE: &str = include_str!("serve.py");

/// Why there is no local model.
#[derive(Debug, thiserror::Error)]
pub enum LocalError {
    /// The wheels are for one platform.
    #[error("the local model runs on Linux on x86-64 alone, and this is {0}")]
    Platform(String),
    /// No home for it is known.
    #[error("no place for the local model is known: set LEXCONSULT_LOCAL_DIR, XDG_DATA_HOME or HOME")]
    NoPlace,
    /// Python is missing.
    #[error("`{0}` cannot be started ({1}): install Python 3.9 or newer with its venv module")]
    NoPython(String, io::Error),
    /// A step of the set-up failed.
    #[error("failed to {doing}: {why}")]
    Step {
        /// Which.
        doing: &'static str,
        /// Its last words.
        why: String,
    },
    /// A file cannot be written or read.
    #[error("failed to {doing} {path}: {source}")]
    Io {
        /// What was done.
        doing: &'static str,
        /// To what.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// It was not set up.
    #[error("the local model is not set up in {0}")]
    NotSetUp(PathBuf),
    /// The model's file is not there.
    #[error("{0} is not there, or no file")]
    NoModel(PathBuf),
    /// The server ended or never answered.
    #[error("the local model's server {how}{}", last_words(.last))]
    Server {
        /// How it failed.
        how: String,
        /// Its last note.
        last: String,
    },
}

fn last_words(last: &str) -> String {
    if last.is_empty() { String::new() } else { format!("; its last note: {last}") }
}

impl LocalError {
    fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::Io { doing, path, source }
    }
}

/// Where the local model lives: `LEXCONSULT_LOCAL_DIR`, or below the user's data folder.
///
/// # Errors
/// When the environment names none.
pub fn place(env: Env<'_>) -> Result<PathBuf, LocalError> {
    let given = |variable: &str| env(variable).filter(|value| !value.trim().is_empty()).map(PathBuf::from);
    if let Some(dir) = given("LEXCONSULT_LOCAL_DIR") {
        return Ok(dir);
    }
    let data = given("XDG_DATA_HOME").or_else(|| given("HOME").map(|home| home.join(".local/share")));
    data.map(|data| data.join("lexconsult/local")).ok_or(LocalError::NoPlace)
}

/// The name by which a local model is asked: `local/smollm2-135m`, or after a file of its own.
pub fn name(model: Option<&Path>) -> String {
    let stem = model.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    format!("{PROVIDER}/{}", stem.as_deref().unwrap_or(SMOLLM2))
}

/// A model being served; it ends when this is dropped, or with this process.
pub struct LocalServer {
    child: Child,
    /// The child ends when its input does: also when this process is killed.
    stdin: Option<ChildStdin>,
    port: u16,
    notes: PathBuf,
}

impl LocalServer {
    /// Starts the server of the model that was set up in `dir`, or of another file, and waits until it
    /// is loaded. Must run within a Tokio runtime.
    ///
    /// # Errors
    /// When nothing was set up, the file is not there, or the server does not come up.
    pub async fn start(dir: &Path, model: Option<&Path>) -> Result<Self, LocalError> {
        setup::check_platform()?;
        let set_up = setup::find(dir)?;
        let model = model.unwrap_or(&set_up.model);
        if !model.is_file() {
            return Err(LocalError::NoModel(model.to_path_buf()));
        }
        let script = dir.join("serve.py");
        std::fs::write(&script, SERVE).map_err(LocalError::io("write", &script))?;
        let notes = dir.join("server.log");
        let mut server = Self::spawn(&set_up.python, &script, model, notes)?;
        server.wait_until_loaded(LOADING).await?;
        Ok(server)
    }

    fn spawn(python: &Path, script: &Path, model: &Path, notes: PathBuf) -> Result<Self, LocalError> {
        let port = free_port().map_err(LocalError::io("find a free port for", script))?;
        let log = File::create(&notes).map_err(LocalError::io("write", &notes))?;
        let mut command = Command::new(python);
        command
            .args(arguments(script, model, port))
            // Workers that spin starve the generation on a busy machine.
            .env("OMP_WAIT_POLICY", "passive")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true);
        // An interrupt at the terminal is for the run, which then ends its child itself.
        #[cfg(unix)]
        command.process_group(0);
        let mut child =
            command.spawn().map_err(|error| LocalError::NoPython(python.display().to_string(), error))?;
        let stdin = child.stdin.take();
        Ok(Self { child, stdin, port, notes })
    }

    /// Asks for its health until it is well; 503 means that it loads.
    async fn wait_until_loaded(&mut self, most: Duration) -> Result<(), LocalError> {
        // A client wants TLS even where none is spoken.
        install_tls();
        let begun = Instant::now();
        let client = reqwest::Client::builder()
            .no_proxy()
            .timeout(Duration::from_secs(2))
            .build()
            .map_err(|error| self.failed(format!("cannot be asked: {error}")))?;
        let health = format!("http://127.0.0.1:{}/health", self.port);
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(self.failed(format!("ended ({status})")));
            }
            match client.get(&health).send().await {
                Ok(reply) if reply.status().is_success() => return Ok(()),
                _ if begun.elapsed() > most => {
                    return Err(self.failed(format!("was not ready in {} s", most.as_secs())));
                }
                _ => tokio::time::sleep(LOOK).await,
            }
        }
    }

    fn failed(&self, how: String) -> LocalError {
        let notes = std::fs::read(&self.notes).unwrap_or_default();
        let notes = String::from_utf8_lossy(&notes);
        let last = notes.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        LocalError::Server { how, last: last.trim().chars().take(300).collect() }
    }

    /// Address up to and without `/chat/completions`.
    pub fn base_url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    /// Ends the server: its input ends, it is waited for, then killed by its id.
    pub async fn end(mut self) {
        drop(self.stdin.take());
        if tokio::time::timeout(GRACE, self.child.wait()).await.is_err()
            && let Err(error) = self.child.kill().await
        {
            tracing::warn!("failed to end the local model's server: {error}");
        }
    }
}

/// Isolated from the user's own Python settings.
fn arguments(script: &Path, model: &Path, port: u16) -> Vec<String> {
    let context = CONTEXT * SLOTS;
    let words = ["-I".to_owned(), script.display().to_string(), model.display().to_string()];
    words.into_iter().chain([port.to_string(), context.to_string(), SLOTS.to_string()]).collect()
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

#[cfg(test)]
mod tests;
