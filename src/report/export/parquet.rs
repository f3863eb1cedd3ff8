//! Rows as Parquet, in row groups of bounded size.

use std::io::{self, Write};
use std::sync::Arc;

use ::parquet::basic::Compression;
use ::parquet::column::writer::ColumnWriter;
use ::parquet::data_type::ByteArray;
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::parser::parse_message_type;

use super::{ExportColumn, Kind, Sink, Value};

/// Rows of a row group: what is held in memory at a time.
const GROUP_ROWS: usize = 2_048;

/// A Parquet file; every column may be null.
pub struct ParquetSink<W: Write + Send> {
    writer: Option<SerializedFileWriter<W>>,
    columns: Vec<ExportColumn>,
    rows: Vec<Vec<Value>>,
}

impl<W: Write + Send> ParquetSink<W> {
    /// Begins the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(out: W, columns: &[ExportColumn]) -> io::Result<Self> {
        let fields: String = columns
            .iter()
            .map(|column| {
                let name = column.name;
                match column.kind {
                    Kind::Text => format!("optional binary {name} (UTF8);\n"),
                    Kind::Integer => format!("optional int64 {name};\n"),
                    Kind::Number => format!("optional double {name};\n"),
                    Kind::Boolean => format!("optional boolean {name};\n"),
                }
            })
            .collect();
        let schema = parse_message_type(&format!("message table {{\n{fields}}}")).map_err(failed)?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer =
            SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        Ok(Self { writer: Some(writer), columns: columns.to_vec(), rows: Vec::new() })
    }

    fn group(&mut self) -> io::Result<()> {
        let Some(writer) = self.writer.as_mut().filter(|_| !self.rows.is_empty()) else { return Ok(()) };
        let mut group = writer.next_row_group().map_err(failed)?;
        let mut at = 0;
        while let Some(mut column) = group.next_column().map_err(failed)? {
            let cells = || self.rows.iter().filter_map(|row| row.get(at));
            let levels: Vec<i16> = cells().map(|cell| i16::from(*cell != Value::Null)).collect();
            match column.untyped() {
                ColumnWriter::ByteArrayColumnWriter(writer) => {
                    let values: Vec<ByteArray> = cells()
                        .filter_map(|cell| match cell {
                            Value::Text(text) => Some(ByteArray::from(text.as_str())),
                            _ => None,
                        })
                        .collect();
                    writer.write_batch(&values, Some(&levels), None).map_err(failed)?;
                }
                ColumnWriter::Int64ColumnWriter(writer) => {
                    let values: Vec<i64> = cells()
                        .filter_map(|cell| match cell {
                            Value::Integer(n) => Some(*n),
                            _ => None,
                        })
                        .collect();
                    writer.write_batch(&values, Some(&levels), None).map_err(failed)?;
                }
                ColumnWriter::DoubleColumnWriter(writer) => {
                    let values: Vec<f64> = cells()
                        .filter_map(|cell| match cell {
                            Value::Number(n) => Some(*n),
                            _ => None,
                        })
                        .collect();
                    writer.write_batch(&values, Some(&levels), None).map_err(failed)?;
                }
                ColumnWriter::BoolColumnWriter(writer) => {
                    let values: Vec<bool> = cells()
                        .filter_map(|cell| match cell {
                            Value::Boolean(value) => Some(*value),
                            _ => None,
                        })
                        .collect();
                    writer.write_batch(&values, Some(&levels), None).map_err(failed)?;
                }
                _ => return Err(io::Error::other("a column of a kind that no table has")),
            }
            column.close().map_err(failed)?;
            at += 1;
        }
        group.close().map_err(failed)?;
        self.rows.clear();
        Ok(())
    }
}

impl<W: Write + Send> Sink for ParquetSink<W> {
    fn row(&mut self, mut row: Vec<Value>) -> io::Result<()> {
        row.resize(self.columns.len(), Value::Null);
        self.rows.push(row);
        if self.rows.len() >= GROUP_ROWS { self.group() } else { Ok(()) }
    }

    fn end(&mut self) -> io::Result<()> {
        self.group()?;
        match self.writer.take() {
            Some(writer) => writer.close().map(drop).map_err(failed),
            None => Ok(()),
        }
    }
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::RowAccessor;

    #[test]
    fn what_is_written_is_read_back_with_its_nulls() {
        let columns = [
            ExportColumn { name: "text", kind: Kind::Text },
            ExportColumn { name: "n", kind: Kind::Integer },
            ExportColumn { name: "x", kind: Kind::Number },
            ExportColumn { name: "yes", kind: Kind::Boolean },
        ];
        let mut file = tempfile::tempfile().expect("a temporary file");
        let mut sink =
            ParquetSink::new(file.try_clone().expect("a second handle"), &columns).expect("begins");
        let rows = GROUP_ROWS + 3;
        for at in 0..rows {
            let text = if at % 3 == 0 { Value::Null } else { format!("=借条 {at}\u{202e}").into() };
            let n = if at % 2 == 0 { Value::Null } else { (at as u64).into() };
            sink.row(vec![text, n, 0.5.into(), (at % 2 == 0).into()]).expect("takes a row");
        }
        sink.end().expect("ends");
        file.flush().expect("is written");
        let reader = SerializedFileReader::new(file).expect("is Parquet");
        assert_eq!(reader.metadata().num_row_groups(), 2);
        let mut seen = 0;
        for (at, row) in reader.get_row_iter(None).expect("has rows").enumerate() {
            let row = row.expect("a row");
            assert_eq!(row.get_string(0).ok().cloned(), (at % 3 != 0).then(|| format!("=借条 {at}\u{202e}")));
            assert_eq!(row.get_long(1).ok(), (at % 2 != 0).then_some(at as i64));
            assert_eq!(row.get_double(2).ok(), Some(0.5));
            assert_eq!(row.get_bool(3).ok(), Some(at % 2 == 0));
            seen += 1;
        }
        assert_eq!(seen, rows);
    }
}
