//! A run as tables and files for other tools. Rows are handed over one at a time.

mod calls;
#[cfg(feature = "parquet")]
mod parquet;
mod text;

use std::io;

use serde::Serialize;

use crate::run::RunError;

pub use calls::{call_columns, calls};
#[cfg(feature = "parquet")]
pub use parquet::ParquetSink;
pub use text::{CsvSink, JsonlSink};

/// A table by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableName {
    /// What was planned, a row a play: how it ended, and its score under the leading judge.
    Units,
    /// What was said, a row a turn.
    Turns,
    /// Which missing facts became known, a row each.
    Disclosures,
    /// What judges said, a row a label.
    Judgements,
    /// Every ask of the journal.
    Calls,
}

impl TableName {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Units, Self::Turns, Self::Disclosures, Self::Judgements, Self::Calls];

    /// As `--table` names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Units => "units",
            Self::Turns => "turns",
            Self::Disclosures => "disclosures",
            Self::Judgements => "judgements",
            Self::Calls => "calls",
        }
    }
}

/// A column of text.
pub const fn text(name: &'static str) -> ExportColumn {
    ExportColumn { name, kind: Kind::Text }
}

/// A column of whole numbers.
pub const fn whole(name: &'static str) -> ExportColumn {
    ExportColumn { name, kind: Kind::Integer }
}

/// A column of numbers.
pub const fn number(name: &'static str) -> ExportColumn {
    ExportColumn { name, kind: Kind::Number }
}

/// A column of yes and no.
pub const fn yes(name: &'static str) -> ExportColumn {
    ExportColumn { name, kind: Kind::Boolean }
}

/// A message of a dialogue, as chat endpoints take and give it.
#[derive(Serialize, Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// `user` or `assistant`.
    pub role: &'static str,
    /// As its author wrote it, markers included.
    pub content: String,
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
}

/// A column of an exported table; any cell may be null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExportColumn {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
}

/// A cell; null where there is nothing to say.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Null,
    Text(String),
    Integer(i64),
    Number(f64),
    Boolean(bool),
}

/// Takes the rows of one table.
pub trait Sink {
    /// Takes a row: a cell for each column.
    ///
    /// # Errors
    /// When it cannot be written.
    fn row(&mut self, row: Vec<Value>) -> io::Result<()>;

    /// Ends the table.
    ///
    /// # Errors
    /// When it cannot be written.
    fn end(&mut self) -> io::Result<()>;
}

/// Why an export failed.
#[derive(thiserror::Error, Debug)]
pub enum ExportError {
    /// The run could not be read.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The output could not be written.
    #[error("failed to write the export: {0}")]
    Write(#[from] io::Error),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::Integer(i64::from(value))
    }
}

impl From<u64> for Value {
    /// Counts beyond what a table can hold have no value.
    fn from(value: u64) -> Self {
        i64::try_from(value).map_or(Self::Null, Self::Integer)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        if value.is_finite() { Self::Number(value) } else { Self::Null }
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}
