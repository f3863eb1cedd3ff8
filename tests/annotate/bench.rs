//! A run with known labels, its sheet, and people who fill it as they are told.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::program;

/// A folder with a run `results/r`.
pub struct Bench(tempfile::TempDir);

/// What the judge said of an item.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Judged {
    pub task: String,
    pub label: String,
    pub item: String,
}

impl Bench {
    /// The starter pack, played once by two assistants and judged, all by rule.
    pub fn new(more: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let bench = Self(folder);
        let how =
            ["run", "--model", "builtin/listener,builtin/never-ask", "--repeats", "1", "--resamples", "200"];
        let quiet = ["--display", "none", "--name", "r", "--json"];
        bench.run(&[&how[..], &quiet, more].concat(), 0);
        bench
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// A command that ends with this code; what it printed.
    pub fn run(&self, arguments: &[&str], code: i32) -> String {
        program::run(self.path(), arguments, code)
    }

    /// A command that prints JSON.
    pub fn json(&self, arguments: &[&str], code: i32) -> Value {
        let text = self.run(&[arguments, &["--json"]].concat(), code);
        serde_json::from_str(&text).expect("`--json` prints one document")
    }

    /// A command that is refused with this code; what it says.
    pub fn refused(&self, arguments: &[&str], code: i32) -> String {
        let Output { status, stderr, .. } =
            program::program(self.path(), arguments).output().expect("the program starts");
        let said = String::from_utf8_lossy(&stderr).into_owned();
        assert_eq!(status.code(), Some(code), "{arguments:?}\n{said}");
        said
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.file(name), text).expect("written");
    }

    pub fn document(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).expect("a JSON document")
    }

    /// What the judge said, in order of task, label and item.
    pub fn judged(&self, dir: &str) -> Vec<Judged> {
        let key = self.document(&format!("{dir}/key.json"));
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let one = |item: &Value| Judged {
            task: text(&item["task"]),
            label: text(&item["labels"]["builtin/rules"]),
            item: text(&item["item"]),
        };
        let mut judged: Vec<Judged> = key["items"].as_array().expect("a list").iter().map(one).collect();
        judged.sort();
        judged
    }
}

/// The items of a task to which the judge gave a label, in order of their numbers.
pub fn with_label<'a>(judged: &'a [Judged], task: &str, label: &str) -> Vec<&'a str> {
    let is = |item: &&Judged| item.task == task && item.label == label;
    judged.iter().filter(is).map(|item| item.item.as_str()).collect()
}

/// Labels by item.
pub type Labels = BTreeMap<String, String>;

/// The judge's own labels.
pub fn as_judged(judged: &[Judged]) -> Labels {
    judged.iter().map(|item| (item.item.clone(), item.label.clone())).collect()
}

/// Gives some items other labels.
pub fn relabel(labels: &mut Labels, items: &[&str], label: &str) {
    for item in items {
        labels.insert((*item).to_owned(), label.to_owned());
    }
}

/// A sheet with these labels as one spreadsheet writes it: comma, byte order mark.
pub fn with_commas(labels: &Labels) -> String {
    let rows = labels.iter().map(|(item, label)| format!("{item},\"{label}\",\n"));
    format!("\u{feff}item,label,note\n{}", rows.collect::<String>())
}

/// The same as another writes it: semicolons, CR LF, columns and rows turned round, Chinese words and
/// capitals, a column of its own.
pub fn with_semicolons(labels: &Labels) -> String {
    let words = |label: &str| match label {
        "complete" => "事实完整".to_owned(),
        "supported" => "支持".to_owned(),
        "no_question" => "没有提问".to_owned(),
        other => other.replace('_', " ").to_uppercase(),
    };
    let rows = labels.iter().rev().map(|(item, label)| format!("x;{};{item}\r\n", words(label)));
    format!("mine;Label;ITEM\r\n{}", rows.collect::<String>())
}
