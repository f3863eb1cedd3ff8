//! Tables as one CSV file: section after section, numbers as numbers.

use crate::case::Language;
use crate::report::document::{Block, Cell, Document, Table, on_one_line, say};

/// The tables of the document. Each begins with a row of section and caption; an interval takes two
/// columns; an undefined number is an empty cell.
pub fn csv(document: &Document) -> String {
    let mut out = Lines(String::new());
    let lang = document.language;
    out.row([document.title.clone()].map(|title| text(&title, lang)));
    for section in &document.sections {
        for block in &section.blocks {
            match block {
                Block::Table(table) => write(&mut out, &section.title, table, lang),
                Block::Notice(notice) => out.row([text(&section.title, lang), text(notice, lang)]),
                Block::Said { who, text: said } => {
                    out.row([text(&section.title, lang), text(who, lang), text(said, lang)]);
                }
                Block::Text(_) | Block::Heading(_) | Block::Points(_) | Block::Figure(_) => {}
            }
        }
    }
    out.0
}

struct Lines(String);

impl Lines {
    fn row(&mut self, fields: impl IntoIterator<Item = String>) {
        for (at, field) in fields.into_iter().enumerate() {
            if at > 0 {
                self.0.push(',');
            }
            self.0.push_str(&field);
        }
        self.0.push_str("\r\n");
    }
}

fn write(out: &mut Lines, section: &str, table: &Table, lang: Language) {
    out.0.push_str("\r\n");
    out.row([text(section, lang), text(&table.caption, lang)]);
    let intervals: Vec<bool> = (0..table.columns.len())
        .map(|at| table.rows.iter().any(|row| matches!(row.get(at), Some(Cell::Interval(..)))))
        .collect();
    let mut headings = Vec::new();
    for (column, interval) in table.columns.iter().zip(&intervals) {
        if *interval {
            for end in [say(lang, "low", "下限"), say(lang, "high", "上限")] {
                headings.push(text(&format!("{} {end}", column.heading), lang));
            }
        } else {
            headings.push(text(&column.heading, lang));
        }
    }
    out.row(headings);
    for row in &table.rows {
        let mut fields = Vec::new();
        for (cell, interval) in row.iter().zip(&intervals) {
            match cell {
                Cell::Interval(low, high) => fields.extend([number(*low), number(*high)]),
                Cell::Text(words) => fields.push(text(words, lang)),
                Cell::Count(n) => fields.push(n.to_string()),
                Cell::Number(value, _) | Cell::P(value) => fields.push(number(*value)),
            }
            if *interval && !matches!(cell, Cell::Interval(..)) {
                fields.push(String::new());
            }
        }
        out.row(fields);
    }
    for note in &table.notes {
        out.row([text(note, lang)]);
    }
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| (value + 0.0).to_string())
}

fn text(words: &str, language: Language) -> String {
    quoted(&harmless(&on_one_line(words, language)))
}

/// Text that no spreadsheet takes for a formula: one that could begin with one gets an apostrophe
/// before it.
pub fn harmless(text: &str) -> String {
    let first = text.trim_start_matches(' ').chars().next();
    let formula =
        matches!(first, Some('=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠'));
    if formula { format!("'{text}") } else { text.to_owned() }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
