//! `lexconsult.toml`: settings that a command line may leave out, and providers of one's own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::cli::exit::Failed;
use crate::model::{PriceTable, Prices, Provider};
use crate::run::{Changes, MannerChanges};
use crate::suite::lexpilot::{Condition, Setup, Task};

/// The file that is read where none is named.
pub const DEFAULT_FILE: &str = "lexconsult.toml";

/// The file's content.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// What a study takes where no flag is given.
    #[serde(default)]
    pub run: RunSection,
    /// Providers by name; see `docs/models.md`.
    #[serde(default)]
    pub providers: BTreeMap<String, Provider>,
    /// Prices by `provider/model`, per million tokens; see `docs/models.md`.
    #[serde(default)]
    pub prices: BTreeMap<String, PriceTable>,
}

/// `[run]`.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct RunSection {
    pub pack: Option<String>,
    pub models: Option<Vec<String>>,
    pub user: Option<String>,
    pub gate: Option<String>,
    pub judges: Option<Vec<String>>,
    pub tasks: Option<Vec<Task>>,
    pub setups: Option<Vec<Setup>>,
    pub conditions: Option<Vec<Condition>>,
    pub repeats: Option<u32>,
    pub limit: Option<usize>,
    pub seed: Option<u64>,
    pub history: Option<String>,
    pub temperature: Option<f64>,
    pub judge_temperature: Option<f64>,
    pub max_tokens: Option<u32>,
    pub prompts: Option<String>,
    pub resamples: Option<u32>,
    pub log_dir: Option<PathBuf>,
    pub max_connections: Option<usize>,
    pub max_requests_per_minute: Option<u64>,
    pub max_tokens_per_minute: Option<u64>,
    pub max_retries: Option<u32>,
}

/// What is wrong and where. The line itself is not quoted: somebody may have put a key into it.
fn refused(path: &Path, text: &str, error: &toml::de::Error) -> Failed {
    let place = error.span().and_then(|span| text.get(..span.start)).map(|before| {
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        format!(":{line}:{column}")
    });
    Failed::usage(
        format!("{}{}: {}", path.display(), place.unwrap_or_default(), error.message()),
        "mend the file; `lexconsult init` writes one that shows the form, docs/models.md explains providers",
    )
}

impl Config {
    /// Reads the named file, or the default one where it is there.
    ///
    /// # Errors
    /// When a named file cannot be read, or a file is malformed: with line and column.
    pub fn read(named: Option<&Path>) -> Result<Self, Failed> {
        let path = named.unwrap_or(Path::new(DEFAULT_FILE));
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if named.is_none() && error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            Err(error) => {
                return Err(Failed::usage(
                    format!("failed to read {}: {error}", path.display()),
                    "name an existing file with -c, or write one with `lexconsult init`",
                ));
            }
        };
        let config: Self = toml::from_str(&text).map_err(|error| refused(path, &text, &error))?;
        Prices::new(&config.prices).map_err(|error| {
            Failed::usage(
                format!("{}: {error}", path.display()),
                "write input and output (and cached_input) as prices of a million tokens, with currency, source and date",
            )
        })?;
        match config.providers.keys().find(|name| name.contains('/')) {
            Some(name) => Err(Failed::usage(
                format!("{}: the name of provider `{name}` holds a slash", path.display()),
                "choose a name without one: models are named PROVIDER/MODEL",
            )),
            None => Ok(config),
        }
    }

    /// The prices known by name, and the file's.
    ///
    /// # Errors
    /// When the prices known by name cannot be read; the file's were checked with the file.
    pub fn prices(&self) -> Result<Prices, Failed> {
        Prices::new(&self.prices).map_err(|error| Failed::error(error.to_string()))
    }

    /// What the file gives of a study.
    pub fn changes(&self) -> Changes {
        let run = &self.run;
        Changes {
            pack: run.pack.clone(),
            models: run.models.clone(),
            user: run.user.clone(),
            gate: run.gate.clone(),
            judges: run.judges.clone(),
            tasks: run.tasks.clone(),
            setups: run.setups.clone(),
            conditions: run.conditions.clone(),
            manner: MannerChanges::default(),
            repeats: run.repeats,
            limit: run.limit.map(Some),
            seed: run.seed,
            history: run.history.clone(),
            temperature: run.temperature,
            judge_temperature: run.judge_temperature,
            max_tokens: run.max_tokens,
            prompts: run.prompts.clone(),
            resamples: run.resamples,
        }
    }
}
