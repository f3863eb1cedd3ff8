//! An annotator's labels on disk: `labels/NAME.jsonl`, one line a decision, the last one of an item
//! counting. A line is synced before the next item is shown; a torn last line is cut off.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::annotate::AnnotateError;
use crate::annotate::labels::Named;

/// One decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The item.
    pub item: String,
    /// The label; null where there is none, or where it was taken back.
    pub label: Option<Named>,
    /// What the annotator wrote besides.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Whether it takes back the decision before it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub undo: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// What stands of an item.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// The label.
    pub label: Option<Named>,
    /// The note.
    pub note: String,
}

/// What stands after all decisions, by item.
pub fn standing(entries: &[Entry]) -> BTreeMap<String, Mark> {
    let mark = |entry: &Entry| Mark { label: entry.label.clone(), note: entry.note.clone() };
    entries.iter().map(|entry| (entry.item.clone(), mark(entry))).collect()
}

/// Reads the decisions of a file without touching it; none where there is no file.
///
/// # Errors
/// When it cannot be read, or a line other than a torn last one is no decision.
pub fn read(path: &Path) -> Result<Vec<Entry>, AnnotateError> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.map_err(AnnotateError::io("read", path))?,
    };
    parse(path, &bytes)
}

/// Decisions from the bytes of a file named `path`.
///
/// # Errors
/// When a line other than a torn last one is no decision.
pub fn parse(path: &Path, bytes: &[u8]) -> Result<Vec<Entry>, AnnotateError> {
    let whole = &bytes[..whole_lines(bytes)];
    let mut entries = Vec::new();
    for (at, line) in whole.split(|byte| *byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty()) {
        let entry = serde_json::from_slice(line).map_err(|error| {
            AnnotateError::damaged(path, format!("line {} is no decision: {error}", at + 1))
        })?;
        entries.push(entry);
    }
    Ok(entries)
}

/// Bytes up to the end of the last whole line.
fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)
}

/// The file, open to add to; held by this process while it lives.
pub struct LabelLog {
    path: PathBuf,
    file: File,
}

impl LabelLog {
    /// Opens or creates the file, cuts off a torn last line, and returns what was decided.
    ///
    /// # Errors
    /// When another process holds it, or it cannot be read or written.
    pub fn open(path: &Path) -> Result<(Self, Vec<Entry>), AnnotateError> {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(AnnotateError::io("create", parent))?;
        }
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(AnnotateError::io("open", path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => {
                return Err(AnnotateError::step(
                    format!("another terminal is labelling into {}", path.display()),
                    "quit it first, or label under another name",
                ));
            }
            Err(fs::TryLockError::Error(source)) => return Err(AnnotateError::io("lock", path)(source)),
        }
        let bytes = fs::read(path).map_err(AnnotateError::io("read", path))?;
        let entries = parse(path, &bytes)?;
        let whole = whole_lines(&bytes);
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(AnnotateError::io("mend", path))?;
        }
        Ok((Self { path: path.to_owned(), file }, entries))
    }

    /// Adds a decision; it is on disk when this returns.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn append(&mut self, entry: &Entry) -> Result<(), AnnotateError> {
        let mut line =
            serde_json::to_vec(entry).map_err(|error| AnnotateError::damaged(&self.path, error))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(AnnotateError::io("write", &self.path))?;
        self.file.sync_data().map_err(AnnotateError::io("write", &self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(item: &str, label: Option<&str>) -> Entry {
        Entry {
            item: item.into(),
            label: label.map(|name| Named(name.into())),
            note: String::new(),
            undo: false,
        }
    }

    #[test]
    fn a_torn_last_line_is_cut_off_and_the_rest_stands() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("labels/ann.jsonl");
        {
            let (mut log, before) = LabelLog::open(&path).expect("opened");
            assert_eq!(before, []);
            log.append(&entry("a", Some("complete"))).expect("written");
            log.append(&entry("b", Some("neither"))).expect("written");
        }
        let mut torn = fs::read(&path).expect("read");
        torn.extend_from_slice(b"{\"item\":\"c\",\"la");
        fs::write(&path, &torn).expect("written");
        let (mut log, before) = LabelLog::open(&path).expect("opened");
        assert_eq!(before.len(), 2);
        log.append(&entry("b", None)).expect("written");
        let marks = standing(&read(&path).expect("read"));
        assert_eq!(marks["a"].label, Some(Named("complete".into())));
        assert_eq!(marks["b"].label, None);
        assert_eq!(marks.len(), 2);
    }

    #[test]
    fn two_terminals_do_not_label_into_one_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("ann.jsonl");
        let _held = LabelLog::open(&path).expect("opened");
        let refused = LabelLog::open(&path).err().expect("refused");
        assert!(refused.to_string().contains("another terminal"), "{refused}");
    }

    #[test]
    fn a_damaged_line_within_is_not_passed_over() {
        let error = parse(Path::new("x.jsonl"), b"{}\n").expect_err("refused");
        assert!(error.to_string().starts_with("x.jsonl: line 1"), "{error}");
    }
}
