//! A run as tables and files for other tools. Rows are handed over one at a time.

mod dialogues;
#[cfg(feature = "parquet")]
mod parquet;
mod results;
mod rows;
mod text;

use std::io;

use crate::run::RunError;

pub use dialogues::{Dialogue, dialogues};
#[cfg(feature = "parquet")]
pub use parquet::ParquetSink;
pub use results::{Results, results};
pub use rows::{TableName, each_row};
pub use text::{CsvSink, JsonlSink};

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
