//! The folder of an annotation study, and the one place of this module that touches files:
//!
//! ```text
//! sheet.csv           what annotators fill
//! guidelines.md       by which rules
//! key.json            what they must not see
//! labels/NAME.jsonl   an annotator's labels
//! agreement.json      of the two annotators, before adjudication
//! disagreements.csv   what is to be adjudicated
//! consensus.json      the labels that both gave or that were adjudicated
//! ```

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::annotate::consensus::{Consensus, Marks};
use crate::annotate::export::Exported;
use crate::annotate::key::{Key, LAYOUT};
use crate::annotate::log::{self, Entry};
use crate::annotate::sheet::{COLUMNS, Row, unguarded};
use crate::annotate::{AnnotateError, material::Material};

/// A folder that was exported.
pub struct AnnotationFolder {
    path: PathBuf,
}

impl AnnotationFolder {
    /// Writes an export into a new or empty folder.
    ///
    /// # Errors
    /// When the folder holds anything, or cannot be written.
    pub fn create(path: &Path, exported: &Exported) -> Result<Self, AnnotateError> {
        fs::create_dir_all(path).map_err(AnnotateError::io("create", path))?;
        let mut entries = fs::read_dir(path).map_err(AnnotateError::io("read", path))?;
        if entries.next().is_some() {
            return Err(AnnotateError::usage(
                format!("{} is not empty", path.display()),
                "name a new folder with --out: sheets that were handed out are never overwritten",
            ));
        }
        let folder = Self { path: path.to_owned() };
        folder.write("sheet.csv", &exported.sheet)?;
        folder.write("guidelines.md", exported.guidelines.as_bytes())?;
        folder.write_json("key.json", &exported.key)?;
        Ok(folder)
    }

    /// Opens a folder that holds at least the sheet.
    ///
    /// # Errors
    /// When it has none.
    pub fn open(path: &Path) -> Result<Self, AnnotateError> {
        if path.join("sheet.csv").is_file() || path.join("key.json").is_file() {
            return Ok(Self { path: path.to_owned() });
        }
        Err(AnnotateError::usage(
            format!("{} is no annotation folder (it has no sheet.csv)", path.display()),
            "`lexconsult annotate export RUN --out DIR` makes one",
        ))
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The key.
    ///
    /// # Errors
    /// When it is not there, damaged, or of another layout.
    pub fn key(&self) -> Result<Key, AnnotateError> {
        let path = self.path.join("key.json");
        if !path.exists() {
            return Err(AnnotateError::step(
                format!("{} has no key.json", self.path.display()),
                "import on the side that exported: annotators are not given the key",
            ));
        }
        let key: Key = read_json(&path)?;
        if key.layout != LAYOUT {
            let why = format!("has layout {}, and this version of lexconsult reads {LAYOUT}", key.layout);
            return Err(AnnotateError::damaged(path, why));
        }
        Ok(key)
    }

    /// The rows of the sheet as it was written.
    ///
    /// # Errors
    /// When it cannot be read or has other columns.
    pub fn sheet(&self) -> Result<Vec<Row>, AnnotateError> {
        let path = self.path.join("sheet.csv");
        let text = fs::read_to_string(&path).map_err(AnnotateError::io("read", &path))?;
        let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
        let headings = reader.headers().map_err(|error| AnnotateError::damaged(&path, error))?;
        if headings.iter().ne(COLUMNS) {
            return Err(AnnotateError::damaged(&path, "its columns are not those of an exported sheet"));
        }
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| AnnotateError::damaged(&path, error))?;
            let cell = |at: usize| unguarded(record.get(at).unwrap_or("")).to_owned();
            rows.push(Row {
                item: cell(0),
                task: cell(1),
                decide: cell(2),
                guideline: cell(3),
                material: Material {
                    history: cell(4),
                    talk: cell(5),
                    message: cell(6),
                    claim: cell(7),
                    claims: cell(8),
                    focal_points: cell(9),
                    facts: cell(10),
                },
            });
        }
        Ok(rows)
    }

    /// Where an annotator's labels lie.
    pub fn labels_path(&self, annotator: &str) -> PathBuf {
        self.path.join("labels").join(format!("{annotator}.jsonl"))
    }

    /// Those who have labels here, by name.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn annotators(&self) -> Result<Vec<String>, AnnotateError> {
        let dir = self.path.join("labels");
        let entries = match fs::read_dir(&dir) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            read => read.map_err(AnnotateError::io("read", &dir))?,
        };
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.ok()?.file_name().to_str()?.strip_suffix(".jsonl").map(str::to_owned)
        };
        let mut names: Vec<String> = entries.filter_map(name).collect();
        names.sort();
        Ok(names)
    }

    /// An annotator's labels.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn marks(&self, annotator: &str) -> Result<Marks, AnnotateError> {
        Ok(log::standing(&log::read(&self.labels_path(annotator))?))
    }

    /// Writes an annotator's labels as a whole.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write_labels(&self, annotator: &str, entries: &[Entry]) -> Result<(), AnnotateError> {
        let path = self.labels_path(annotator);
        let mut bytes = Vec::new();
        for entry in entries {
            serde_json::to_writer(&mut bytes, entry).map_err(|error| AnnotateError::damaged(&path, error))?;
            bytes.push(b'\n');
        }
        write_file(&path, &bytes)
    }

    /// The consensus, once there is one.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub fn consensus(&self) -> Result<Option<Consensus>, AnnotateError> {
        read_json_if_any(&self.path.join("consensus.json"))
    }

    /// Writes a file of the folder as a whole; returns where it lies.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, AnnotateError> {
        let path = self.path.join(name);
        write_file(&path, bytes)?;
        Ok(path)
    }

    /// Writes a JSON document of the folder as a whole; returns where it lies.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_json(&self, name: &str, value: &impl Serialize) -> Result<PathBuf, AnnotateError> {
        let path = self.path.join(name);
        let mut bytes =
            serde_json::to_vec_pretty(value).map_err(|error| AnnotateError::damaged(&path, error))?;
        bytes.push(b'\n');
        write_file(&path, &bytes)?;
        Ok(path)
    }
}

/// Refuses a name that cannot be a file's, or that would be hidden.
///
/// # Errors
/// When it is empty, too long, or holds anything but letters, digits, `-`, `_` and dots within.
pub fn check_annotator(name: &str) -> Result<(), AnnotateError> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if (1..=40).contains(&name.chars().count()) && !name.starts_with('.') && name.chars().all(plain) {
        return Ok(());
    }
    Err(AnnotateError::usage(
        format!("`{name}` cannot be an annotator's name"),
        "take up to 40 letters and digits, such as `--annotator chen` or `--annotator 陈`",
    ))
}

/// Reads a file as it is.
///
/// # Errors
/// When it cannot be read.
pub fn read_file(path: &Path) -> Result<Vec<u8>, AnnotateError> {
    fs::read(path).map_err(AnnotateError::io("read", path))
}

/// Reads a JSON document.
///
/// # Errors
/// When it cannot be read, or is of another form.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, AnnotateError> {
    serde_json::from_slice(&read_file(path)?).map_err(|error| AnnotateError::damaged(path, error))
}

/// Reads a JSON document; `None` where there is no file.
///
/// # Errors
/// When it cannot be read, or is of another form.
pub fn read_json_if_any<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, AnnotateError> {
    if path.exists() { read_json(path).map(Some) } else { Ok(None) }
}

/// A reader sees the old file or the new one, also after a crash.
fn write_file(path: &Path, bytes: &[u8]) -> Result<(), AnnotateError> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(AnnotateError::io("create", parent))?;
    }
    let aside = path.with_extension("tmp");
    let written = File::create(&aside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_data()
    });
    written.map_err(AnnotateError::io("write", &aside))?;
    fs::rename(&aside, path).map_err(AnnotateError::io("write", path))
}

#[cfg(test)]
mod tests {
    use super::check_annotator;

    #[test]
    fn an_annotators_name_stays_within_the_folder() {
        for name in ["chen", "陈", "a.b-c_1"] {
            assert!(check_annotator(name).is_ok(), "{name}");
        }
        for name in ["", ".hidden", "../up", "a/b", "a b", &"x".repeat(41)] {
            assert!(check_annotator(name).is_err(), "{name}");
        }
    }
}
