//! `metric`: one metric, or a file of many, on labels of one's own. The answer is JSON.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::cli::args::MetricArgs;
use crate::cli::exit::{Exit, Failed};
use crate::cli::input::text_of;
use crate::metric::{self, Format, MetricError, MetricInfo};
use crate::report::table::Table;

/// How a file in another encoding is mended.
const CONVERT: &str = "if it is in a Chinese encoding: iconv -f GB18030 -t UTF-8 FILE > converted";

/// `metric`.
pub fn metric(args: &MetricArgs, json: bool) -> Result<Exit, Failed> {
    match (&args.name, &args.file, &args.batch) {
        (name, _, None) if args.list => list(name.as_deref(), json)?,
        (_, _, Some(file)) => {
            let outputs = metric::batch(&text_of(file, CONVERT)?).map_err(|error| in_file(file, &error))?;
            super::print_json(&outputs)?;
        }
        (Some(name), Some(file), None) => super::print_json(&one(name, args.params.as_deref(), file)?)?,
        (Some(name), None, None) => {
            metric::find(name).map_err(|error| unknown(&error))?;
            return Err(Failed::usage(
                "no file of labels is named",
                format!("`lexconsult metric --list {name}` says what it takes; `-` reads JSON from stdin"),
            ));
        }
        (None, _, None) => {
            return Err(Failed::usage(
                "no metric is named",
                "`lexconsult metric --list` says which there are",
            ));
        }
    }
    Ok(Exit::Done)
}

fn one(name: &str, params: Option<&str>, file: &Path) -> Result<Value, Failed> {
    metric::find(name).map_err(|error| unknown(&error))?;
    let params = match params {
        None => Value::Null,
        Some(text) => serde_json::from_str(text).map_err(|error| {
            Failed::usage(
                format!("--params is not JSON: {error}"),
                "give an object in quotation marks, such as --params '{\"seed\": 7}'",
            )
        })?,
    };
    let format = match file.extension().and_then(|extension| extension.to_str()) {
        _ if file == Path::new("-") => Format::Json,
        Some(extension) => Format::from_extension(extension).ok_or_else(|| no_format(file))?,
        None => return Err(no_format(file)),
    };
    let input =
        metric::read(&text_of(file, CONVERT)?, format, name).map_err(|error| in_file(file, &error))?;
    metric::run(name, &params, input).map_err(|error| match error {
        MetricError::Param { .. } => {
            Failed::usage(error.to_string(), format!("`lexconsult metric --list {name}` names its options"))
        }
        _ => in_file(file, &error),
    })
}

fn no_format(file: &Path) -> Failed {
    Failed::usage(
        format!("{}: the name does not tell the format", file.display()),
        "name the file .json, .jsonl or .csv, or give `-` for JSON from stdin",
    )
}

fn unknown(error: &MetricError) -> Failed {
    Failed::usage(error.to_string(), "`lexconsult metric --list` says which there are")
}

fn in_file(file: &Path, error: &MetricError) -> Failed {
    Failed::error(format!("{}: {error}", file.display()))
        .hint("`lexconsult metric --list NAME` says what a metric takes; docs/metrics.md defines each")
}

fn list(name: Option<&str>, json: bool) -> Result<(), Failed> {
    let Some(name) = name else {
        if json {
            return super::print_json(&metric::list());
        }
        let mut table = Table::new(&["metric", "measures", "source"]);
        for metric in metric::list() {
            table.row([metric.name, metric.summary, metric.source]);
        }
        return super::print_text(&format!("{table}\n"));
    };
    let metric = metric::find(name).map_err(|error| unknown(&error))?;
    if json { super::print_json(metric) } else { super::print_text(&explained(metric)) }
}

fn explained(metric: &MetricInfo) -> String {
    let mut text = format!("{}: {}\n\n", metric.name, metric.summary);
    for (label, value) in [("input", metric.input), ("output", metric.output), ("source", metric.source)] {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "{label:<8} {value}");
    }
    if !metric.params.is_empty() {
        let mut table = Table::new(&["option", "default", "meaning"]);
        for param in metric.params {
            let default = if param.default.is_empty() { "must be given" } else { param.default };
            table.row([param.name, default, param.meaning]);
        }
        let _ = writeln!(text, "\n{table}");
    }
    text
}
