//! `export`: a run for other tools.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::cli::args::{ExportArgs, ExportTable, TableFormat};
use crate::cli::exit::{Exit, Failed};
use crate::cli::report::{Of, of_one_suite};
use crate::cli::run::to_json;
use crate::report::export::{CsvSink, ExportColumn, ExportError, JsonlSink, Sink, TableName};
use crate::report::lexpilot::evidence::Evidence;
use crate::report::seam::Exported;
use crate::report::threeply::ArgumentRun;
use crate::run::RunError;

/// Writes what was asked for.
pub fn export(args: &ExportArgs) -> Result<Exit, Failed> {
    let format = format(args);
    if format == TableFormat::Parquet && cfg!(not(feature = "parquet")) {
        return Err(Failed::usage(
            "this build writes no Parquet",
            "build it with `--features parquet`, or export jsonl, which DuckDB and pandas read as well",
        ));
    }
    if format == TableFormat::Parquet && args.output.is_none() {
        return Err(Failed::usage("Parquet needs a file", "give -o FILE"));
    }
    match of_one_suite(&[&args.run], "be exported together")? {
        None | Some(Of::Consultations) => of_run::<Evidence>(args, format),
        Some(Of::Arguments) => of_run::<ArgumentRun>(args, format),
    }
}

fn of_run<R: Exported>(args: &ExportArgs, format: TableFormat) -> Result<Exit, Failed> {
    let table = args.table.map(named).map(|table| columns::<R>(table).map(|columns| (table, columns)));
    let (table, run) = (table.transpose()?, R::read(&args.run)?);
    let mut out = open(args.output.as_deref())?;
    let written = match table {
        Some((table, columns)) => rows(&run, table, &columns, format, out),
        None if args.dialogues => {
            let mut take = |dialogue: &_| {
                serde_json::to_writer(&mut out, dialogue).map_err(io::Error::from)?;
                Ok(out.write_all(b"\n")?)
            };
            run.dialogues(&mut take).and_then(|()| Ok(out.flush()?))
        }
        None => {
            let document = to_json(&run.results())?;
            out.write_all(&document).and_then(|()| out.flush()).map_err(ExportError::from)
        }
    };
    match written {
        Ok(()) => Ok(Exit::Done),
        // A reader that has seen enough and left is no error.
        Err(ExportError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Done),
        Err(ExportError::Write(error)) => Err(Failed::error(format!("failed to write the export: {error}"))),
        Err(ExportError::Run(error)) => Err(error.into()),
    }
}

type Out = Box<dyn Write + Send>;

fn open(path: Option<&Path>) -> Result<Out, Failed> {
    Ok(match path {
        Some(path) => Box::new(BufWriter::new(File::create(path).map_err(RunError::io("create", path))?)),
        None => Box::new(BufWriter::new(io::stdout())),
    })
}

fn format(args: &ExportArgs) -> TableFormat {
    let ending = args.output.as_ref().and_then(|path| path.extension()).and_then(|ending| ending.to_str());
    args.format.unwrap_or(match ending {
        Some("jsonl" | "ndjson") => TableFormat::Jsonl,
        Some("parquet") => TableFormat::Parquet,
        _ => TableFormat::Csv,
    })
}

fn named(table: ExportTable) -> TableName {
    match table {
        ExportTable::Units => TableName::Units,
        ExportTable::Turns => TableName::Turns,
        ExportTable::Disclosures => TableName::Disclosures,
        ExportTable::Judgements => TableName::Judgements,
        ExportTable::Calls => TableName::Calls,
    }
}

fn columns<R: Exported>(table: TableName) -> Result<Vec<ExportColumn>, Failed> {
    R::columns(table).ok_or_else(|| {
        let there = TableName::ALL.into_iter().filter(|table| R::columns(*table).is_some());
        let there: Vec<&str> = there.map(TableName::name).collect();
        Failed::usage(
            format!("runs of this suite have no table of {}", table.name()),
            format!("they have {}", there.join(", ")),
        )
    })
}

fn rows<R: Exported>(
    run: &R,
    table: TableName,
    columns: &[ExportColumn],
    format: TableFormat,
    out: Out,
) -> Result<(), ExportError> {
    let mut sink: Box<dyn Sink> = match format {
        TableFormat::Csv => Box::new(CsvSink::new(out, columns)?),
        TableFormat::Jsonl => Box::new(JsonlSink::new(out, columns)),
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => Box::new(crate::report::export::ParquetSink::new(out, columns)?),
        #[cfg(not(feature = "parquet"))]
        TableFormat::Parquet => return Err(io::Error::other("this build writes no Parquet").into()),
    };
    run.each_row(table, sink.as_mut())
}
