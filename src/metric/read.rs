//! From text to the input of a metric: JSON as it is; JSONL and CSV where the input is flat.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{MetricError, find};

/// A text format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// One JSON document: the input of the metric.
    Json,
    /// A JSON value a line.
    Jsonl,
    /// A header and records; an empty cell is null.
    Csv,
}

impl Format {
    /// The format a file name's extension says, without the dot.
    pub fn from_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }
}

/// What the cells of a CSV column hold. An empty cell is null in any of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text.
    Text,
    /// A finite number.
    Number,
    /// 0, 1, false or true.
    Flag,
}

/// A column of CSV, or a key of the objects of JSONL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What its cells hold.
    pub kind: ColumnKind,
    /// Whether it must be there.
    pub required: bool,
}

impl Column {
    pub(super) const fn text(name: &'static str) -> Self {
        Self { name, kind: ColumnKind::Text, required: true }
    }

    pub(super) const fn number(name: &'static str) -> Self {
        Self { name, kind: ColumnKind::Number, required: true }
    }

    pub(super) const fn flag(name: &'static str) -> Self {
        Self { name, kind: ColumnKind::Flag, required: true }
    }

    pub(super) const fn optional(self) -> Self {
        Self { required: false, ..self }
    }
}

/// How rows make up the input of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// JSON only.
    Document,
    /// Not flat: JSON, or JSONL with one element of `list` a line.
    Lines {
        /// The list the lines make up.
        list: &'static str,
    },
    /// Each column is a field of the input, an array.
    Columns(&'static [Column]),
    /// Each row is an object of `list`.
    Records {
        /// The list the rows make up.
        list: &'static str,
        /// Their fields.
        columns: &'static [Column],
    },
    /// One row is the input.
    Record(&'static [Column]),
    /// Rows with the same `case` make up one object of `list`: `columns` become arrays, `shared` must agree.
    Gathered {
        /// The list the cases make up.
        list: &'static str,
        /// Fields that the rows of a case share.
        shared: &'static [Column],
        /// Fields of which a case has one per row.
        columns: &'static [Column],
    },
    /// Each row is an array of `list`; the columns have no fixed names.
    Matrix {
        /// The list the rows make up.
        list: &'static str,
    },
    /// Each row is an object of `list`; numbers are told from text by their look.
    Table {
        /// The list the rows make up.
        list: &'static str,
    },
}

/// The column that says which case a row of [`Shape::Gathered`] belongs to.
const CASE: Column = Column::text("case");

/// A row and the line it stands on.
struct Row {
    line: u64,
    value: Value,
}

/// Reads `text` as the input of the metric called `name`.
///
/// # Errors
/// When there is no such metric, the text is not in the format, or its columns are not those of the metric; the message
/// has the line.
pub fn read(text: &str, format: Format, name: &str) -> Result<Value, MetricError> {
    let metric = find(name)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rows = match format {
        Format::Json => {
            return serde_json::from_str(text)
                .map_err(|error| MetricError::text(error.line() as u64, error.to_string()));
        }
        Format::Jsonl | Format::Csv if metric.shape == Shape::Document => return Err(json_only(name)),
        Format::Jsonl => jsonl_rows(text)?,
        Format::Csv => csv_rows(text, metric.shape, name)?,
    };
    assemble(rows, metric.shape, name)
}

fn jsonl_rows(text: &str) -> Result<Vec<Row>, MetricError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            let number = index as u64 + 1;
            let value = serde_json::from_str(line)
                .map_err(|error| MetricError::text(number, format!("not JSON: {error}")))?;
            Ok(Row { line: number, value })
        })
        .collect()
}

fn csv_rows(text: &str, shape: Shape, name: &str) -> Result<Vec<Row>, MetricError> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| csv_fault(&error))?.clone();
    let mut seen = HashSet::new();
    if let Some(twice) = header.iter().find(|column| !seen.insert(*column)) {
        return Err(MetricError::text(1, format!("the column {twice:?} occurs twice")));
    }
    if let Shape::Lines { .. } = shape {
        let reason =
            format!("the input of `{name}` is not flat: give JSON, or JSONL with one element a line");
        return Err(MetricError::text(1, reason));
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| csv_fault(&error))?;
        let line = record.position().map_or(0, csv::Position::line);
        let cells = header.iter().zip(&record);
        let value = match shape {
            Shape::Matrix { .. } => {
                let cells = cells.map(|(column, cell)| cell_value(ColumnKind::Number, column, cell, line));
                Value::Array(cells.collect::<Result<_, _>>()?)
            }
            Shape::Table { .. } => {
                Value::Object(cells.map(|(column, cell)| (column.to_owned(), loose_value(cell))).collect())
            }
            _ => {
                let mut fields = Map::new();
                for (column, cell) in cells {
                    let declared = columns_of(shape).into_iter().find(|known| known.name == column);
                    let kind = declared.ok_or_else(|| unknown_column(column, shape, line))?.kind;
                    fields.insert(column.to_owned(), cell_value(kind, column, cell, line)?);
                }
                Value::Object(fields)
            }
        };
        rows.push(Row { line, value });
    }
    Ok(rows)
}

fn json_only(name: &str) -> MetricError {
    MetricError::text(1, format!("the input of `{name}` is one JSON document"))
}

fn csv_fault(error: &csv::Error) -> MetricError {
    MetricError::text(error.position().map_or(1, csv::Position::line), error.to_string())
}

fn columns_of(shape: Shape) -> Vec<Column> {
    match shape {
        Shape::Columns(columns) | Shape::Record(columns) | Shape::Records { columns, .. } => columns.to_vec(),
        Shape::Gathered { shared, columns, .. } => [&[CASE], shared, columns].concat(),
        Shape::Document | Shape::Lines { .. } | Shape::Matrix { .. } | Shape::Table { .. } => Vec::new(),
    }
}

fn unknown_column(column: &str, shape: Shape, line: u64) -> MetricError {
    let known: Vec<&str> = columns_of(shape).iter().map(|column| column.name).collect();
    MetricError::text(line, format!("unknown column {column:?}; the columns are {}", known.join(", ")))
}

fn cell_value(kind: ColumnKind, column: &str, cell: &str, line: u64) -> Result<Value, MetricError> {
    if cell.is_empty() {
        return Ok(Value::Null);
    }
    let fault = |expected: &str| MetricError::text(line, format!("{column}: {cell:?} is not {expected}"));
    match kind {
        ColumnKind::Text => Ok(Value::from(cell)),
        ColumnKind::Number => number_value(cell).ok_or_else(|| fault("a finite number")),
        ColumnKind::Flag => match cell.to_ascii_lowercase().as_str() {
            "0" | "false" => Ok(Value::Bool(false)),
            "1" | "true" => Ok(Value::Bool(true)),
            _ => Err(fault("0, 1, false or true")),
        },
    }
}

/// A finite number, whole where it is written so.
fn number_value(cell: &str) -> Option<Value> {
    if let Ok(whole) = cell.parse::<i64>() {
        return Some(Value::from(whole));
    }
    cell.parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::from)
}

fn loose_value(cell: &str) -> Value {
    if cell.is_empty() { Value::Null } else { number_value(cell).unwrap_or_else(|| Value::from(cell)) }
}

fn assemble(rows: Vec<Row>, shape: Shape, name: &str) -> Result<Value, MetricError> {
    let listed = |list: &str, rows: Vec<Row>| {
        let values = rows.into_iter().map(|row| row.value).collect();
        Value::Object([(list.to_owned(), Value::Array(values))].into_iter().collect())
    };
    match shape {
        Shape::Document => Err(json_only(name)),
        Shape::Lines { list } | Shape::Matrix { list } | Shape::Table { list } => Ok(listed(list, rows)),
        Shape::Records { list, columns } => {
            for row in &rows {
                fields_of(row, columns, shape)?;
            }
            Ok(listed(list, rows))
        }
        Shape::Columns(columns) => in_columns(&rows, columns, shape),
        Shape::Record(columns) => match <[Row; 1]>::try_from(rows) {
            Ok([row]) => {
                fields_of(&row, columns, shape)?;
                Ok(row.value)
            }
            Err(rows) => Err(MetricError::text(
                rows.get(1).map_or(1, |row| row.line),
                format!("`{name}` takes one row, not {}", rows.len()),
            )),
        },
        Shape::Gathered { list, shared, columns } => {
            // Lines may also hold whole cases, as the JSON input does.
            let first = columns.first().and_then(|column| rows.first()?.value.get(column.name));
            if first.is_some_and(Value::is_array) {
                return Ok(listed(list, rows));
            }
            gather(&rows, list, shared, columns, shape)
        }
    }
}

/// The fields of a row, with every required column present and no unknown one.
fn fields_of<'a>(
    row: &'a Row,
    columns: &[Column],
    shape: Shape,
) -> Result<&'a Map<String, Value>, MetricError> {
    let Value::Object(fields) = &row.value else {
        return Err(MetricError::text(row.line, "an object is expected"));
    };
    if let Some(unknown) = fields.keys().find(|key| columns.iter().all(|column| column.name != key.as_str()))
    {
        return Err(unknown_column(unknown, shape, row.line));
    }
    match columns.iter().find(|column| column.required && !fields.contains_key(column.name)) {
        Some(missing) => Err(MetricError::text(row.line, format!("`{}` is missing", missing.name))),
        None => Ok(fields),
    }
}

fn in_columns(rows: &[Row], columns: &[Column], shape: Shape) -> Result<Value, MetricError> {
    let mut input: Map<String, Value> = Map::new();
    for (index, row) in rows.iter().enumerate() {
        let fields = fields_of(row, columns, shape)?;
        for column in columns {
            let Some(value) = fields.get(column.name) else { continue };
            let array = input.entry(column.name).or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(values) = array {
                // An optional column that skips lines would slide against the others.
                values.resize(index, Value::Null);
                values.push(value.clone());
            }
        }
    }
    for column in columns.iter().filter(|column| column.required) {
        input.entry(column.name).or_insert_with(|| Value::Array(Vec::new()));
    }
    for values in input.values_mut().filter_map(Value::as_array_mut) {
        values.resize(rows.len(), Value::Null);
    }
    Ok(Value::Object(input))
}

fn gather(
    rows: &[Row],
    list: &str,
    shared: &[Column],
    columns: &[Column],
    shape: Shape,
) -> Result<Value, MetricError> {
    let known = columns_of(shape);
    let mut order: Vec<String> = Vec::new();
    let mut cases: Map<String, Value> = Map::new();
    for row in rows {
        let fields = fields_of(row, &known, shape)?;
        let case = match &fields[CASE.name] {
            Value::String(name) => name.clone(),
            Value::Number(number) => number.to_string(),
            _ => return Err(MetricError::text(row.line, "`case` is empty")),
        };
        if !cases.contains_key(&case) {
            order.push(case.clone());
        }
        let entry = cases.entry(&case).or_insert_with(|| {
            Value::Object([("id".to_owned(), Value::from(case.clone()))].into_iter().collect())
        });
        let Value::Object(entry) = entry else { continue };
        for column in shared {
            let Some(value) = fields.get(column.name) else { continue };
            let kept = entry.entry(column.name).or_insert_with(|| value.clone());
            if kept != value {
                let reason = format!("`{}` differs within the case {case:?}", column.name);
                return Err(MetricError::text(row.line, reason));
            }
        }
        for column in columns {
            let Some(value) = fields.get(column.name) else { continue };
            let array = entry.entry(column.name).or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(values) = array {
                values.push(value.clone());
            }
        }
    }
    let gathered = order.iter().filter_map(|case| cases.remove(case)).collect();
    Ok(Value::Object([(list.to_owned(), Value::Array(gathered))].into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn csv(text: &str, name: &str) -> Result<Value, MetricError> {
        read(text, Format::Csv, name)
    }

    #[test]
    fn columns_become_arrays_and_an_empty_cell_is_null() {
        let input = csv("y_true,y_pred\ncomplete,complete\nunderspecified,\n", "lca_scores").unwrap();
        assert_eq!(input, json!({"y_true": ["complete", "underspecified"], "y_pred": ["complete", null]}));
    }

    #[test]
    fn rows_of_a_case_are_gathered_in_order() {
        let text =
            "case,group,truth,pred\n2,a,Supported,Dismissed\n1,b,Dismissed,\n2,a,Dismissed,Dismissed\n";
        let expected = json!({"cases": [
            {"id": "2", "group": "a", "truth": ["Supported", "Dismissed"], "pred": ["Dismissed", "Dismissed"]},
            {"id": "1", "group": "b", "truth": ["Dismissed"], "pred": [null]},
        ]});
        assert_eq!(csv(text, "qwk_by_class").unwrap(), expected);
        let torn =
            csv("case,group,truth,pred\n2,a,Supported,\n2,b,Supported,\n", "qwk_by_class").unwrap_err();
        assert_eq!(torn.to_string(), "line 3: `group` differs within the case \"2\"");
    }

    #[test]
    fn lines_may_hold_rows_or_whole_cases() {
        let rows = "{\"case\": 1, \"truth\": \"Supported\", \"pred\": null}\n";
        let expected = json!({"cases": [{"id": "1", "truth": ["Supported"], "pred": [null]}]});
        assert_eq!(read(rows, Format::Jsonl, "qwk_pooled").unwrap(), expected);
        let whole = "{\"truth\": [\"Supported\"], \"pred\": [null]}\n\n";
        let expected = json!({"cases": [{"truth": ["Supported"], "pred": [null]}]});
        assert_eq!(read(whole, Format::Jsonl, "qwk_pooled").unwrap(), expected);
    }

    #[test]
    fn a_matrix_takes_any_columns_and_a_table_tells_numbers_by_their_look() {
        let ratings = csv("ann,ben\n1,0\n,1\n", "multi_rater").unwrap();
        assert_eq!(ratings, json!({"ratings": [[1, 0], [null, 1]]}));
        let table = csv("y,length,q\n1,2.5,q7\n", "logistic_regression").unwrap();
        assert_eq!(table, json!({"rows": [{"y": 1, "length": 2.5, "q": "q7"}]}));
    }

    #[test]
    fn faults_name_line_and_column() {
        for (text, name, message) in [
            ("values\n0.5\nNaN\n", "se_mean", "line 3: values: \"NaN\" is not a finite number"),
            ("value\n0.5\n", "se_mean", "line 2: unknown column \"value\"; the columns are values"),
            ("y_true\ncomplete\n", "lca_scores", "line 2: `y_pred` is missing"),
            ("a,a\n1,1\n", "paired_diff", "line 1: the column \"a\" occurs twice"),
            ("k,n\n1,2\n1,3\n", "proportion_ci", "line 3: `proportion_ci` takes one row, not 2"),
            (
                "relevant\n1\n",
                "dcg_success",
                "line 1: the input of `dcg_success` is not flat: give JSON, or JSONL with one element a line",
            ),
        ] {
            assert_eq!(csv(text, name).unwrap_err().to_string(), message);
        }
        let only = csv("data\n1\n", "bootstrap_from_replicates").unwrap_err();
        assert!(only.to_string().ends_with("is one JSON document"), "{only}");
        assert!(csv("a,b\n1\n", "paired_diff").unwrap_err().to_string().starts_with("line 2: "));
        let torn = read("{\"a\": 1,\n", Format::Json, "paired_diff").unwrap_err();
        assert!(torn.to_string().starts_with("line 2: "), "{torn}");
        let torn = read("{}\n{\n", Format::Jsonl, "paired_diff").unwrap_err();
        assert!(torn.to_string().starts_with("line 2: "), "{torn}");
    }

    #[test]
    fn an_optional_column_may_be_left_out_whole_and_never_slides() {
        let input = csv("a,b\n1,0\n", "paired_diff").unwrap();
        assert_eq!(input, json!({"a": [1], "b": [0]}));
        let lines = "{\"a\": 1, \"b\": 0}\n{\"a\": 1, \"b\": 0, \"clusters\": \"q\"}\n";
        let input = read(lines, Format::Jsonl, "paired_diff").unwrap();
        assert_eq!(input["clusters"], json!([null, "q"]));
    }

    #[test]
    fn extensions_say_the_format() {
        assert_eq!(Format::from_extension("CSV"), Some(Format::Csv));
        assert_eq!(Format::from_extension("ndjson"), Some(Format::Jsonl));
        assert_eq!(Format::from_extension("txt"), None);
    }
}
