//! What is exported as Parquet, opened by DuckDB. Needs the feature `parquet`, and DuckDB for Python: the
//! interpreter that `LEXCONSULT_DUCKDB` names, else one that `tests/duckdb/venv.sh` makes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

#[path = "support/folders.rs"]
mod folders;
#[path = "support/many.rs"]
mod many;
#[path = "support/program.rs"]
mod program;

use many::multiplied;
use program::run;

const HERE: &str = env!("CARGO_MANIFEST_DIR");
const TABLES: [&str; 5] = ["units", "turns", "disclosures", "judgements", "calls"];

/// A Python that has DuckDB.
fn python() -> PathBuf {
    if let Some(python) = std::env::var_os("LEXCONSULT_DUCKDB") {
        return python.into();
    }
    let venv = Path::new(env!("CARGO_TARGET_TMPDIR")).join("duckdb");
    let made = Command::new("bash").arg(format!("{HERE}/tests/duckdb/venv.sh")).arg(&venv).output();
    let made = made.expect("bash starts");
    assert!(
        made.status.success(),
        "tests/duckdb/venv.sh found no DuckDB; without network name a Python that has it in LEXCONSULT_DUCKDB\n{}",
        String::from_utf8_lossy(&made.stderr)
    );
    venv.join("bin/python")
}

/// What DuckDB answers to each statement.
fn ask(folder: &Path, statements: &[String]) -> Vec<Value> {
    let mut child = Command::new(python())
        .arg(format!("{HERE}/tests/duckdb/answers.py"))
        .current_dir(folder)
        .env("PYTHONUTF8", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python starts");
    let mut asked = child.stdin.take().expect("a pipe");
    asked.write_all(statements.join("\n").as_bytes()).expect("Python reads");
    drop(asked);
    let output = child.wait_with_output().expect("Python ends");
    assert!(output.status.success(), "DuckDB refuses one of {statements:#?}");
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// A run of more units than one row group holds, with all tables as Parquet and as JSON lines.
fn exported(folder: &Path) {
    let log_dir = folder.display().to_string();
    let pack = format!("{HERE}/tests/fixtures/packs/tiny");
    let fixed = ["run", "--name", "small", "--repeats", "2", "--resamples", "20", "--display", "none"];
    let models = ["--model", "builtin/listener,builtin/never-ask", "--pack", &pack, "--log-dir", &log_dir];
    run(folder, &[fixed.as_slice(), &models].concat(), 0);
    let small = folder.join("small");
    let many = multiplied(&small, 60).display().to_string();
    run(folder, &["score", &many], 0);
    let small = small.display().to_string();
    for table in TABLES {
        // The journal is that of the small run.
        let path = if table == "calls" { &small } else { &many };
        for ending in ["parquet", "jsonl"] {
            run(folder, &["export", path, "--table", table, "-o", &format!("{table}.{ending}")], 0);
        }
    }
}

#[test]
fn duckdb_reads_every_table_as_it_reads_json() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    exported(folder.path());
    let rows =
        |table: &str| fs::read_to_string(folder.path().join(format!("{table}.jsonl"))).expect("is there");
    assert!(rows("units").lines().count() > 2_048, "one row group would hold it all");
    let statements: Vec<String> =
        TABLES.iter().map(|table| format!("SELECT * FROM '{table}.parquet'")).collect();
    for (table, answer) in TABLES.iter().zip(ask(folder.path(), &statements)) {
        let columns: Vec<(&str, &str)> = answer["columns"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|column| (column[0].as_str().expect("a name"), column[1].as_str().expect("a type")))
            .collect();
        let found = answer["rows"].as_array().expect("a list");
        let written = rows(table);
        assert_eq!(found.len(), written.lines().count(), "{table}");
        for (row, line) in found.iter().zip(written.lines()) {
            let object: serde_json::Map<String, Value> = serde_json::from_str(line).expect("JSON");
            assert_eq!(object.len(), columns.len(), "{table}");
            for ((name, kind), cell) in columns.iter().zip(row.as_array().expect("a row")) {
                match (cell, &object[*name]) {
                    (Value::Number(read), Value::Number(there)) => {
                        assert_eq!(read.as_f64(), there.as_f64(), "{table} {name}");
                    }
                    (read, there) => assert_eq!(read, there, "{table} {name}"),
                }
                let fits = match cell {
                    Value::Null => true,
                    Value::Bool(_) => *kind == "BOOLEAN",
                    Value::Number(number) if number.is_f64() => *kind == "DOUBLE",
                    Value::Number(_) => ["BIGINT", "DOUBLE"].contains(kind),
                    Value::String(_) => *kind == "VARCHAR",
                    Value::Array(_) | Value::Object(_) => false,
                };
                assert!(fits, "{table} {name}: {cell} as {kind}");
            }
        }
    }
}

#[test]
fn the_documented_lines_answer_alike_from_parquet_and_json() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    exported(folder.path());
    let text = fs::read_to_string(format!("{HERE}/docs/analysis.md")).expect("is there");
    let (_, block) = text.split_once("```sql\n").expect("a block of SQL");
    let (block, _) = block.split_once("```").expect("it ends");
    let lines: Vec<&str> = block.lines().filter(|line| line.starts_with("SELECT")).collect();
    assert_eq!(lines.len(), 5);
    let of = |ending: &str| -> Vec<Value> {
        let statements: Vec<String> = lines
            .iter()
            .map(|line| line.trim_end_matches(';').replace(".csv'", &format!(".{ending}'")))
            .collect();
        ask(folder.path(), &statements)
    };
    let (parquet, json) = (of("parquet"), of("jsonl"));
    for ((line, parquet), json) in lines.iter().zip(&parquet).zip(&json) {
        assert!(!parquet["rows"].as_array().expect("a list").is_empty(), "{line}");
        // Rows that are alike in what they are ordered by come in any order.
        let sorted = |answer: &Value| {
            let rows = answer["rows"].as_array().expect("a list");
            let mut rows: Vec<String> = rows.iter().map(Value::to_string).collect();
            rows.sort();
            rows
        };
        assert_eq!(sorted(parquet), sorted(json), "{line}");
    }
    // By its rule the listener is always right where it is told all.
    let right = parquet[0]["rows"].as_array().expect("a list");
    let gold = right.iter().find(|row| row[0] == "builtin/listener" && row[2] == "gold").expect("a row");
    assert_eq!(gold[3], 1.0, "{gold}");
}
