//! `init`: a settings file and a pack to begin with.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::case::{Pack, PackSource};
use crate::cli::args::InitArgs;
use crate::cli::config::DEFAULT_FILE;
use crate::cli::exit::{Exit, Failed};
use crate::run::RunError;

const SETTINGS: &str = include_str!("init.toml");

/// The pack that is copied as a pattern.
const PATTERN: &str = "starter";

#[derive(Serialize)]
struct Written {
    written: Vec<PathBuf>,
}

/// Writes `lexconsult.toml` and `scenarios/starter/`; nothing that exists is overwritten.
pub fn init(args: &InitArgs, json: bool) -> Result<Exit, Failed> {
    let pack = Pack::load(&PackSource::Embedded(PATTERN.to_owned())).map_err(RunError::from)?;
    let mut files: Vec<(PathBuf, &[u8])> = vec![(args.dir.join(DEFAULT_FILE), SETTINGS.as_bytes())];
    let folder = args.dir.join("scenarios").join(PATTERN);
    files.extend(pack.sources.iter().map(|source| (folder.join(source.path()), source.bytes())));
    if let Some((there, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err(Failed::error(format!("{} exists, and is not overwritten", there.display()))
            .hint("name another folder: `lexconsult init DIR`"));
    }
    for (path, bytes) in &files {
        write(path, bytes)?;
    }
    let written: Vec<PathBuf> = files.into_iter().map(|(path, _)| path).collect();
    if json {
        super::print_json(&Written { written })?;
        return Ok(Exit::Done);
    }
    super::print_text(&format!(
        "wrote {} and {}/ ({} files)\nNext: edit them, then\n  lexconsult pack check {}\n  lexconsult run --model builtin/oracle\n",
        args.dir.join(DEFAULT_FILE).display(),
        folder.display(),
        written.len() - 1,
        folder.display()
    ))?;
    Ok(Exit::Done)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failed> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(RunError::io("create", folder))?;
    fs::write(path, bytes).map_err(RunError::io("write", path))?;
    Ok(())
}
