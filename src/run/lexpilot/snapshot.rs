//! What a snapshot of a LexPilot run holds beside its settings: the pack and the prompts.

use std::path::Path;

use crate::case::{Pack, PackSource};
use crate::prompt::Prompts;
use crate::run::{RunError, RunFolder, Settings, Snapshot, newest_settings};
use crate::suite::Suite;
use crate::suite::lexpilot::Study;

/// Writes settings, pack and prompts down as a further snapshot.
///
/// # Errors
/// When the folder cannot be written.
pub fn write_snapshot(
    folder: &RunFolder,
    settings: &Settings,
    pack: &Pack,
    prompts: &Prompts,
) -> Result<Snapshot, RunError> {
    folder.add_snapshot(settings, pack_and_prompts(pack, prompts))
}

/// The files of a snapshot that holds a pack and prompts: names within it, and contents.
pub fn pack_and_prompts<'a>(
    pack: &'a Pack,
    prompts: &'a Prompts,
) -> impl Iterator<Item = (String, &'a [u8])> {
    let of_pack = pack.sources.iter().map(|source| (format!("pack/{}", source.path()), source.bytes()));
    let of_prompts = prompts.sources().map(|(name, text)| (format!("prompts/{name}"), text.as_bytes()));
    of_pack.chain(of_prompts)
}

/// The settings, pack and prompts of a run's newest snapshot.
///
/// # Errors
/// When the run is of another suite, or the snapshot is not there or cannot be read.
pub fn read_snapshot(run: &Path) -> Result<(u32, Settings, Pack, Prompts), RunError> {
    let (number, dir, settings) = newest_settings(run, Study::NAME)?;
    let pack = Pack::load(&PackSource::Path(dir.join("pack")))?;
    let prompts = Prompts::load(Some(&dir.join("prompts")))?;
    Ok((number, settings, pack, prompts))
}
