//! The folder of a run:
//!
//! ```text
//! run.json                 layout, version, when it was made
//! lock                     held while a process works in it
//! snapshots/001/           settings.json, pack/, prompts/: all that is needed to score it elsewhere
//! calls/*.jsonl[.zst]      the journal
//! plays.jsonl              a record a finished play
//! judgements.jsonl         a record a judgement
//! scores.json              the estimates
//! ```

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::run::{RunError, Shelf, Shelved};
use crate::suite::{Judgement, PlayRecord, Suite};

/// The layout this version writes and reads.
const LAYOUT: u32 = 1;
/// Files whose bytes are made to last at a time.
const SYNCS_AT_A_TIME: usize = 8;

/// `run.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Layout of the folder.
    pub layout: u32,
    /// Version of lexconsult that made it.
    pub version: String,
    /// When, UTC.
    pub created: jiff::Timestamp,
    /// The suite.
    pub suite: String,
}

/// Only the layout, so that a folder of another version is told apart from a damaged one.
#[derive(Deserialize)]
struct LayoutOnly {
    layout: u32,
}

/// A run's folder; one that this process works in is held while it lives.
pub struct RunFolder {
    path: PathBuf,
    /// `None`: it is only read.
    lock: Option<File>,
}

impl RunFolder {
    /// Makes a new run of a suite under `log_dir`.
    ///
    /// # Errors
    /// When the folder exists or cannot be written.
    pub fn create(log_dir: &Path, name: &str, suite: &str) -> Result<Self, RunError> {
        Self::make(log_dir, name, suite).map_err(|error| error.before_begun(&log_dir.join(name)))
    }

    fn make(log_dir: &Path, name: &str, suite: &str) -> Result<Self, RunError> {
        fs::create_dir_all(log_dir).map_err(RunError::io("create", log_dir))?;
        let path = log_dir.join(name);
        fs::create_dir(&path).map_err(|source| match source.kind() {
            std::io::ErrorKind::AlreadyExists => RunError::Exists(path.clone()),
            _ => RunError::io("create", &path)(source),
        })?;
        let lock = lock(&path)?;
        let manifest = Manifest {
            layout: LAYOUT,
            version: env!("CARGO_PKG_VERSION").into(),
            created: jiff::Timestamp::now(),
            suite: suite.into(),
        };
        write_json(&path.join("run.json"), &manifest)?;
        sync_path(&path)?;
        sync_path(log_dir)?;
        Ok(Self { path, lock: Some(lock) })
    }

    /// Opens an existing run to work in it.
    ///
    /// # Errors
    /// When it is no run, of another layout, or another process works in it.
    pub fn open(path: &Path) -> Result<Self, RunError> {
        Self::manifest(path)?;
        Ok(Self { path: path.to_path_buf(), lock: Some(lock(path)?) })
    }

    /// Opens an existing run to read it: nothing in it is changed, and another process may be at
    /// work in it.
    ///
    /// # Errors
    /// When it is no run, or of another layout.
    pub fn reading(path: &Path) -> Result<Self, RunError> {
        Self::manifest(path)?;
        Ok(Self { path: path.to_path_buf(), lock: None })
    }

    /// Reads `run.json` of a folder.
    ///
    /// # Errors
    /// When it is no run, or of another layout.
    pub fn manifest(path: &Path) -> Result<Manifest, RunError> {
        let file = path.join("run.json");
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(RunError::NotARun(path.to_path_buf()));
            }
            read => read.map_err(RunError::io("read", &file))?,
        };
        let damaged =
            |error: serde_json::Error| RunError::Damaged { path: file.clone(), why: error.to_string() };
        let LayoutOnly { layout: found } = serde_json::from_str(&text).map_err(damaged)?;
        if found != LAYOUT {
            return Err(RunError::OtherVersion { path: path.to_path_buf(), found, known: LAYOUT });
        }
        serde_json::from_str(&text).map_err(damaged)
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its last path component.
    pub fn name(&self) -> String {
        name_of(&self.path)
    }

    /// The folder of the journal.
    pub fn calls(&self) -> PathBuf {
        self.path.join("calls")
    }

    /// The records of plays.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn plays<S: Suite>(&self) -> Result<Shelf<PlayRecord<S>>, RunError> {
        self.shelf(self.plays_file())
    }

    /// The judgements.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn judgements<S: Suite>(&self) -> Result<Shelf<Judgement<S>>, RunError> {
        self.shelf(self.judgements_file())
    }

    /// The file of the records of plays.
    pub fn plays_file(&self) -> PathBuf {
        self.path.join("plays.jsonl")
    }

    /// The file of the judgements.
    pub fn judgements_file(&self) -> PathBuf {
        self.path.join("judgements.jsonl")
    }

    fn shelf<T: Shelved>(&self, path: PathBuf) -> Result<Shelf<T>, RunError> {
        if self.lock.is_some() { Shelf::open(&path) } else { Shelf::reading(&path) }
    }

    /// The newest snapshot's number, from 1; 0 when there is none yet.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn newest_snapshot(&self) -> Result<u32, RunError> {
        newest_snapshot(&self.path)
    }

    /// Writes settings and what they name down as a further snapshot, which is one once it is kept. `files`
    /// are names within the snapshot, and contents.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn add_snapshot<'a>(
        &self,
        settings: &impl Serialize,
        files: impl IntoIterator<Item = (String, &'a [u8])>,
    ) -> Result<Snapshot, RunError> {
        let number = self.newest_snapshot()? + 1;
        let dir = snapshot_dir(&self.path, number);
        // Written aside and renamed, so that a crash leaves no half snapshot.
        let aside = dir.with_extension("tmp");
        if aside.exists() {
            fs::remove_dir_all(&aside).map_err(RunError::io("remove", &aside))?;
        }
        for (name, bytes) in files {
            write_under(&aside, &name, bytes)?;
        }
        write_json(&aside.join("settings.json"), settings)?;
        Ok(Snapshot { number, aside, dir, run: self.path.clone() })
    }

    /// Takes the numbers away before records change: where that is cut short, none stand beside records
    /// of which they know nothing.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn drop_scores(&self) -> Result<(), RunError> {
        let file = self.path.join("scores.json");
        match fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(RunError::io("remove", &file)(error))
            }
            _ => sync_path(&self.path),
        }
    }

    /// Writes a file of the run as a whole: a reader sees the old one or the new one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, RunError> {
        let path = self.path.join(name);
        let aside = path.with_extension("tmp");
        write_synced(&aside, bytes)?;
        fs::rename(&aside, &path).map_err(RunError::io("write", &path))?;
        sync_path(&self.path)?;
        Ok(path)
    }
}

/// A snapshot that is written down and not kept yet: a crash now leaves none.
#[must_use]
pub struct Snapshot {
    /// From 1.
    pub number: u32,
    aside: PathBuf,
    dir: PathBuf,
    run: PathBuf,
}

impl Snapshot {
    /// Makes it safe against a crash of the machine, and one of the run's.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn keep(self) -> Result<(), RunError> {
        // All files are written by now: a disk that is told of the first takes the others along.
        sync_tree(&self.aside)?;
        fs::rename(&self.aside, &self.dir).map_err(RunError::io("write", &self.dir))?;
        sync_path(&self.run.join("snapshots"))?;
        sync_path(&self.run)
    }
}

/// A run's newest snapshot: its number, its folder, and the settings.
///
/// # Errors
/// When the run is of another suite, or the snapshot is not there or cannot be read.
pub fn newest_settings<T: DeserializeOwned>(run: &Path, suite: &str) -> Result<(u32, PathBuf, T), RunError> {
    let found = RunFolder::manifest(run)?.suite;
    if found != suite {
        return Err(RunError::OtherSuite { path: run.to_path_buf(), found, wanted: suite.to_owned() });
    }
    let number = newest_snapshot(run)?;
    if number == 0 {
        return Err(RunError::NotBegun(run.to_path_buf()));
    }
    let dir = snapshot_dir(run, number);
    let file = dir.join("settings.json");
    let text = fs::read_to_string(&file).map_err(RunError::io("read", &file))?;
    let settings = serde_json::from_str(&text)
        .map_err(|error| RunError::Damaged { path: file, why: error.to_string() })?;
    Ok((number, dir, settings))
}

/// The last component of a run's path.
pub fn name_of(run: &Path) -> String {
    let whole = run.canonicalize().unwrap_or_else(|_| run.to_path_buf());
    whole.file_name().map_or_else(|| whole.display().to_string(), |name| name.to_string_lossy().into_owned())
}

fn snapshot_dir(run: &Path, number: u32) -> PathBuf {
    run.join("snapshots").join(format!("{number:03}"))
}

fn newest_snapshot(run: &Path) -> Result<u32, RunError> {
    let dir = run.join("snapshots");
    let entries = match fs::read_dir(&dir) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        read => read.map_err(RunError::io("read", &dir))?,
    };
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    Ok(numbers.max().unwrap_or(0))
}

fn lock(run: &Path) -> Result<File, RunError> {
    let path = run.join("lock");
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(RunError::io("open", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(RunError::Locked(run.to_path_buf())),
        Err(fs::TryLockError::Error(source)) => Err(RunError::io("lock", &path)(source)),
    }
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), RunError> {
    let mut text = serde_json::to_string_pretty(value)
        .map_err(|error| RunError::Damaged { path: path.to_path_buf(), why: error.to_string() })?;
    text.push('\n');
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(RunError::io("create", parent))?;
    }
    write_synced(path, text.as_bytes())
}

/// Writes a file that is there even when the machine stops right after.
fn write_synced(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    let written =
        File::create(path).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    written.map_err(RunError::io("write", path))
}

/// Makes the names in a folder last, or the bytes in a file.
fn sync_path(path: &Path) -> Result<(), RunError> {
    File::open(path).and_then(|folder| folder.sync_all()).map_err(RunError::io("write", path))
}

/// Makes a folder last, with all that is in it and below. A disk takes in many files at a time nearly
/// as fast as one.
fn sync_tree(path: &Path) -> Result<(), RunError> {
    let (mut files, mut folders) = (Vec::new(), vec![path.to_path_buf()]);
    let mut at = 0;
    while let Some(folder) = folders.get(at).cloned() {
        for entry in fs::read_dir(&folder).map_err(RunError::io("read", &folder))? {
            let entry = entry.map_err(RunError::io("read", &folder))?.path();
            if entry.is_dir() { &mut folders } else { &mut files }.push(entry);
        }
        at += 1;
    }
    for paths in [files, folders] {
        let each = paths.len().div_ceil(SYNCS_AT_A_TIME).max(1);
        std::thread::scope(|beside| {
            let sync = |paths: &[PathBuf]| paths.iter().try_for_each(|path| sync_path(path));
            let syncs: Vec<_> = paths.chunks(each).map(|paths| beside.spawn(move || sync(paths))).collect();
            syncs
                .into_iter()
                .try_for_each(|sync| sync.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })?;
    }
    Ok(())
}

/// Writes a file that a pack or prompt set names; the name stays below `dir`.
fn write_under(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), RunError> {
    let relative = Path::new(name);
    if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(RunError::Damaged {
            path: relative.to_path_buf(),
            why: "a name that leaves its folder".into(),
        });
    }
    let path = dir.join(relative);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(RunError::io("create", parent))?;
    }
    fs::write(&path, bytes).map_err(RunError::io("write", &path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_counts_once_it_is_kept() {
        let logs = tempfile::tempdir().expect("a folder");
        let folder = RunFolder::create(logs.path(), "r", "lexpilot").expect("made");
        let written = |text: &'static [u8]| {
            folder.add_snapshot(&"settings", [("prompts/zh/a.j2".to_owned(), text)]).expect("written")
        };
        // As after a crash before it was kept: the next one takes its place, with nothing of it.
        let lost = written(b"lost");
        fs::write(lost.aside.join("left over"), "").expect("written");
        assert_eq!((lost.number, folder.newest_snapshot().expect("read")), (1, 0));
        drop(lost);
        let kept = written(b"kept");
        let dir = kept.dir.clone();
        assert_eq!(kept.number, 1);
        kept.keep().expect("kept");
        assert_eq!(folder.newest_snapshot().expect("read"), 1);
        assert_eq!(fs::read(dir.join("prompts/zh/a.j2")).expect("a file"), b"kept");
        assert!(!dir.join("left over").exists());
        assert_eq!(written(b"more").number, 2);
    }
}
