//! A file of records that only grows: one JSON line each, the newest of a key standing for it.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::run::RunError;

/// A record that can stand on a shelf.
pub trait Shelved: Serialize + DeserializeOwned {
    /// What is kept in memory of each record.
    type Note: Clone;

    /// Position in the file.
    fn seq(&self) -> u64;
    /// What it is the record of.
    fn key(&self) -> String;
    /// See [`Shelved::Note`].
    fn note(&self) -> Self::Note;
    /// The lines of the journal that it names.
    fn lines(&self) -> &[u64];
}

/// Where the newest record of a key lies.
#[derive(Clone)]
pub struct Place<N> {
    /// Its position among all records.
    pub seq: u64,
    /// What is kept in memory of it.
    pub note: N,
    offset: u64,
    length: usize,
}

/// The file, its index, and its end.
pub struct Shelf<T: Shelved> {
    path: PathBuf,
    /// `None` for a file that is only read, and not there yet.
    file: Option<File>,
    places: HashMap<String, Place<T::Note>>,
    next_seq: u64,
    lines_end: u64,
    end: u64,
    /// Up to here the disk has been told to take it in.
    told: u64,
}

/// What makes records safe against a crash of the machine.
pub type MakeSafe = Box<dyn FnOnce() -> Result<(), RunError> + Send>;

/// Bytes of records of which the disk is not told at most, while a run goes on: the end of it then waits for
/// no more than these.
const UNTOLD_MAX: u64 = 1 << 20;

impl<T: Shelved> Shelf<T> {
    /// Opens or creates the file, reading it once. A torn last line is cut off and a damaged one
    /// passed over: what it recorded is made again from the journal.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn open(path: &Path) -> Result<Self, RunError> {
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(RunError::io("open", path))?;
        let mut shelf = Self::of(path, Some(file));
        if shelf.scan()? {
            if let Some(file) = &shelf.file {
                file.set_len(shelf.end).map_err(RunError::io("mend", path))?;
            }
            tracing::warn!(path = %path.display(), "a torn last line was cut off");
        }
        shelf.told = shelf.end;
        Ok(shelf)
    }

    /// Opens the file to read it: nothing is changed, a torn last line is passed over, and a file
    /// that is not there is empty.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn reading(path: &Path) -> Result<Self, RunError> {
        let file = match File::open(path) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(RunError::io("read", path)(error)),
        };
        let mut shelf = Self::of(path, file);
        shelf.scan()?;
        Ok(shelf)
    }

    fn of(path: &Path, file: Option<File>) -> Self {
        let path = path.to_path_buf();
        Self { path, file, places: HashMap::new(), next_seq: 0, lines_end: 0, end: 0, told: 0 }
    }

    /// Reads the file once; whether its last line is torn.
    fn scan(&mut self) -> Result<bool, RunError> {
        if self.file.is_none() {
            return Ok(false);
        }
        let path = self.path.clone();
        let path = path.as_path();
        // A handle of its own: where the other one stands is no matter.
        let reader = File::open(path).map_err(RunError::io("read", path))?;
        let mut reader = BufReader::new(reader);
        let mut line = Vec::new();
        let mut number = 0;
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(RunError::io("read", path))?;
            if length == 0 {
                return Ok(false);
            }
            if line.last() != Some(&b'\n') {
                return Ok(true);
            }
            number += 1;
            match serde_json::from_slice::<T>(&line) {
                Ok(record) => self.index(&record, record.note(), self.end, length),
                // What it recorded is owed again, and the journal answers it for nothing.
                Err(error) => tracing::warn!(
                    "line {number} of {} is damaged and passed over ({error}); `lexconsult resume` makes its record again",
                    path.display()
                ),
            }
            self.end += length as u64;
        }
    }

    /// The number the next record will carry.
    pub fn next_seq(&self) -> u64 {
        self.next_seq
    }

    /// One more than the last line of the journal that any record names; 0 where none does.
    pub fn lines_end(&self) -> u64 {
        self.lines_end
    }

    /// The newest record of a key.
    pub fn place(&self, key: &str) -> Option<&Place<T::Note>> {
        self.places.get(key)
    }

    /// Reads the newest record of a key.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&self, key: &str) -> Result<Option<T>, RunError> {
        let Some(place) = self.places.get(key) else { return Ok(None) };
        let mut line = vec![0; place.length];
        let file = self.file.as_ref().ok_or_else(|| self.not_there("read"))?;
        file.read_exact_at(&mut line, place.offset).map_err(RunError::io("read", &self.path))?;
        serde_json::from_slice(&line)
            .map(Some)
            .map_err(|error| RunError::Damaged { path: self.path.clone(), why: error.to_string() })
    }

    /// Appends a record.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, record: &T) -> Result<(), RunError> {
        self.append_noted(record, record.note())
    }

    /// As [`Shelf::append`], where the note is at hand.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append_noted(&mut self, record: &T, note: T::Note) -> Result<(), RunError> {
        let mut line = serde_json::to_vec(record)
            .map_err(|error| RunError::Damaged { path: self.path.clone(), why: error.to_string() })?;
        line.push(b'\n');
        let Some(file) = &mut self.file else { return Err(self.not_there("write")) };
        file.write_all(&line).map_err(RunError::io("write", &self.path))?;
        self.index(record, note, self.end, line.len());
        self.end += line.len() as u64;
        Ok(())
    }

    /// Makes what was appended safe against a crash of the machine.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&self) -> Result<(), RunError> {
        match &self.file {
            Some(file) => file.sync_data().map_err(RunError::io("write", &self.path)),
            None => Ok(()),
        }
    }

    /// Where much has been appended of which the disk was not told yet: what makes it safe, to be done
    /// beside further appends. It fails as [`Shelf::sync`] does, which is called at the end all the same.
    pub fn sync_beside(&mut self) -> Option<MakeSafe> {
        if self.end - self.told < UNTOLD_MAX {
            return None;
        }
        self.told = self.end;
        let (path, file) = (self.path.clone(), self.file.as_ref().map(File::try_clone));
        Some(Box::new(move || match file {
            Some(file) => file.and_then(|file| file.sync_data()).map_err(RunError::io("write", &path)),
            None => Ok(()),
        }))
    }

    fn not_there(&self, doing: &'static str) -> RunError {
        RunError::io(doing, &self.path)(io::ErrorKind::NotFound.into())
    }

    fn index(&mut self, record: &T, note: T::Note, offset: u64, length: usize) {
        self.next_seq = self.next_seq.max(record.seq() + 1);
        let last = record.lines().iter().max();
        self.lines_end = self.lines_end.max(last.map_or(0, |line| line + 1));
        let place = Place { seq: record.seq(), note, offset, length };
        self.places.insert(record.key(), place);
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Line {
        seq: u64,
        text: String,
    }

    impl Shelved for Line {
        type Note = ();

        fn seq(&self) -> u64 {
            self.seq
        }

        fn key(&self) -> String {
            self.seq.to_string()
        }

        fn note(&self) {}

        fn lines(&self) -> &[u64] {
            &[]
        }
    }

    #[test]
    fn the_disk_is_told_of_each_mebibyte_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lines.jsonl");
        let mut shelf = Shelf::open(&path).expect("made");
        let told = |shelf: &mut Shelf<Line>, lines: u64| -> u64 {
            let told = (0..lines).filter_map(|_| {
                let line = Line { seq: shelf.next_seq(), text: "x".repeat(1 << 16) };
                shelf.append(&line).expect("written");
                shelf.sync_beside()
            });
            told.map(|sync| sync().expect("synced")).count() as u64
        };
        // A line is a little longer than a sixteenth of it.
        assert_eq!(told(&mut shelf, 15), 0);
        assert_eq!(told(&mut shelf, 17), 2);
        assert_eq!(told(&mut shelf, 15), 0);
        // What stood there when it was opened was told before.
        let mut again = Shelf::open(&path).expect("opened");
        assert_eq!(told(&mut again, 15), 0);
    }
}
