//! Rows as CSV and as JSON lines.

use std::io::{self, Write};

use serde_json::{Map, Number, Value as Json};

use super::{ExportColumn, Sink, Value};
use crate::report::document::harmless;

/// CSV with a row of names. Null is an empty cell. Text that a spreadsheet would take for a formula
/// has an apostrophe before it; in JSON lines and Parquet it stands as it is.
pub struct CsvSink<W: Write> {
    writer: csv::Writer<W>,
}

impl<W: Write> CsvSink<W> {
    /// Writes the names.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn new(out: W, columns: &[ExportColumn]) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(columns.iter().map(|column| column.name))?;
        Ok(Self { writer })
    }
}

impl<W: Write> Sink for CsvSink<W> {
    fn row(&mut self, row: Vec<Value>) -> io::Result<()> {
        let fields = row.into_iter().map(|value| match value {
            Value::Null => String::new(),
            Value::Text(text) => harmless(&text),
            Value::Integer(n) => n.to_string(),
            Value::Number(n) => n.to_string(),
            Value::Boolean(value) => value.to_string(),
        });
        Ok(self.writer.write_record(fields)?)
    }

    fn end(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// A JSON object a line.
pub struct JsonlSink<W: Write> {
    out: W,
    columns: Vec<ExportColumn>,
}

impl<W: Write> JsonlSink<W> {
    /// Nothing is written yet.
    pub fn new(out: W, columns: &[ExportColumn]) -> Self {
        Self { out, columns: columns.to_vec() }
    }
}

impl<W: Write> Sink for JsonlSink<W> {
    fn row(&mut self, row: Vec<Value>) -> io::Result<()> {
        let mut object = Map::new();
        for (column, value) in self.columns.iter().zip(row) {
            let value = match value {
                Value::Null => Json::Null,
                Value::Text(text) => Json::String(text),
                Value::Integer(n) => Json::Number(n.into()),
                Value::Number(n) => Number::from_f64(n).map_or(Json::Null, Json::Number),
                Value::Boolean(value) => Json::Bool(value),
            };
            object.insert(column.name.to_owned(), value);
        }
        serde_json::to_writer(&mut self.out, &Json::Object(object))?;
        self.out.write_all(b"\n")
    }

    fn end(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
