//! `--local` and `setup local`: a small model on this machine.

use tokio::runtime::Runtime;

use crate::cli::args::{SetupCommand, WorkArgs};
use crate::cli::config::Config;
use crate::cli::exit::{Exit, Failed};
use crate::cli::session;
use crate::model::local::{self, LocalError, LocalServer};
use crate::model::{Provider, Structured};
use crate::run::{ArgumentSettings, Settings};

/// Reply limit where neither flag nor file says, in tokens: a small model rambles.
const MAX_TOKENS: u32 = 256;

/// Longest silence of the server within a reply, in seconds: it computes on this machine.
const READ_TIMEOUT_S: u64 = 600;

impl From<LocalError> for Failed {
    fn from(error: LocalError) -> Self {
        let hint = match &error {
            LocalError::NotSetUp(_) => "set it up, once: lexconsult setup local".to_owned(),
            LocalError::NoModel(_) => "name a model file: --local PATH.gguf".to_owned(),
            LocalError::Platform(_) => {
                "serve a model yourself, with Ollama, vLLM or llama.cpp, and name it: --model ollama/NAME".to_owned()
            }
            LocalError::NoPython(..) | LocalError::Step { .. } => {
                "see that Python, its venv module and PyPI are within reach, then once more: lexconsult setup local"
                    .to_owned()
            }
            LocalError::NoPlace | LocalError::Io { .. } => {
                "LEXCONSULT_LOCAL_DIR names another folder for the local model".to_owned()
            }
            LocalError::Server { .. } => "lexconsult setup local --again makes it anew".to_owned(),
        };
        Failed::error(error.to_string()).hint(hint)
    }
}

/// `setup`.
pub fn setup(command: &SetupCommand) -> Result<Exit, Failed> {
    let SetupCommand::Local { python, again } = command;
    let dir = local::place(&session::env)?;
    if *again && dir.join("ready").exists() {
        std::fs::remove_file(dir.join("ready")).map_err(|error| {
            Failed::error(format!("failed to remove {}: {error}", dir.join("ready").display()))
        })?;
    }
    local::set_up(&dir, python, &mut |step| super::note(step))?;
    super::note("Next: lexconsult run --local --limit 1 --repeats 1");
    Ok(Exit::Done)
}

/// The settings with the local model in every role that nobody else plays.
pub fn fill(settings: Settings, work: &WorkArgs, max_tokens_given: bool) -> Settings {
    let Some(model) = &work.local else { return settings };
    let name = local::name(model.as_deref());
    Settings {
        models: if settings.models.is_empty() { vec![name.clone()] } else { settings.models },
        judges: if settings.judges.is_empty() { vec![name.clone()] } else { settings.judges },
        user: settings.user.or_else(|| Some(name.clone())),
        gate: settings.gate.or(Some(name)),
        max_tokens: if max_tokens_given { settings.max_tokens } else { MAX_TOKENS },
        ..settings
    }
}

/// The settings with the local model as the one that argues, unless another is named.
pub fn fill_arguments(settings: ArgumentSettings, work: &WorkArgs) -> ArgumentSettings {
    let Some(model) = &work.local else { return settings };
    let name = local::name(model.as_deref());
    ArgumentSettings {
        models: if settings.models.is_empty() { vec![name] } else { settings.models },
        ..settings
    }
}

/// Starts the server where one is wanted; the settings file and the flags with it as a provider.
///
/// # Errors
/// When it was not set up, or does not come up.
pub fn start(
    work: &WorkArgs,
    config: &Config,
    runtime: &Runtime,
) -> Result<(Option<LocalServer>, Config, WorkArgs), Failed> {
    let (mut config, mut work) = (config.clone(), work.clone());
    let Some(model) = &work.local else { return Ok((None, config, work)) };
    let dir = local::place(&session::env)?;
    let server = runtime.block_on(LocalServer::start(&dir, model.as_deref()))?;
    let provider = Provider {
        base_url: Some(server.base_url()),
        key_required: Some(false),
        read_timeout_s: Some(READ_TIMEOUT_S),
        context_tokens: Some(local::CONTEXT),
        // Without a schema, JSON of a small model has no end.
        structured: Some(Structured::JsonSchema),
        ..Provider::default()
    };
    config.providers.insert(local::PROVIDER.to_owned(), provider);
    work.max_connections.get_or_insert(local::SLOTS as usize);
    Ok((Some(server), config, work))
}
