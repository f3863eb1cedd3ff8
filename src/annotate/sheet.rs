//! The sheet that annotators fill: CSV that spreadsheets open well.
//!
//! UTF-8 with a byte order mark, lines ended by CR LF, every text in quotation marks. A text that a
//! spreadsheet would take for a formula begins with an apostrophe, which [`unguarded`] takes off again.

use csv::{QuoteStyle, Terminator, WriterBuilder};

use crate::annotate::material::Material;

/// The headings, in their order.
pub const COLUMNS: [&str; 13] = [
    "item",
    "task",
    "decide",
    "guideline",
    "history",
    "talk",
    "message",
    "claim",
    "claims",
    "focal_points",
    "facts",
    "label",
    "note",
];

/// One row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// Its number on the sheet.
    pub item: String,
    /// Name of the task.
    pub task: String,
    /// What to decide.
    pub decide: String,
    /// By which rules.
    pub guideline: String,
    /// What is shown.
    pub material: Material,
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let first = [&self.item, &self.task, &self.decide, &self.guideline].map(String::as_str);
        first.into_iter().chain(self.material.parts()).chain(["", ""]).map(guarded).collect()
    }
}

/// The sheet with these rows, labels and notes empty.
pub fn write(rows: &[Row]) -> Vec<u8> {
    let mut lines = vec![COLUMNS.map(str::to_owned).to_vec()];
    lines.extend(rows.iter().map(Row::cells));
    to_csv(&lines)
}

/// Rows of cells as CSV for spreadsheets.
pub fn to_csv(lines: &[Vec<String>]) -> Vec<u8> {
    let mut writer = WriterBuilder::new()
        .quote_style(QuoteStyle::Always)
        .terminator(Terminator::CRLF)
        .from_writer("\u{feff}".as_bytes().to_vec());
    for line in lines {
        // Every line has as many cells as the first, and memory takes all that is written.
        writer.write_record(line).expect("lines of one length go into memory");
    }
    writer.into_inner().expect("memory takes all that is written")
}

/// Characters with which a cell would be read as a formula, full-width ones included.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// A text that no spreadsheet takes for a formula. One that begins with an apostrophe already gets
/// another, so that it comes back as it was.
pub fn guarded(text: &str) -> String {
    let begins = text.trim_start_matches('\'');
    if text.starts_with('\'') || begins.starts_with(FORMULA) { format!("'{text}") } else { text.to_owned() }
}

/// The inverse of [`guarded`], also for a text from which a spreadsheet took the apostrophe.
pub fn unguarded(text: &str) -> &str {
    let rest = text.strip_prefix('\'').filter(|rest| rest.starts_with('\'') || rest.starts_with(FORMULA));
    rest.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_begins_like_a_formula() {
        let hostile = ["=1+1", "+1", "-2", "@SUM(A1)", "\t=x", "'=x", "＝1", "'quoted'", "plain", "", "''"];
        for text in hostile {
            let cell = guarded(text);
            assert!(!cell.starts_with(FORMULA), "{cell}");
            assert_eq!(unguarded(&cell), text);
        }
    }

    #[test]
    fn the_sheet_has_a_byte_order_mark_and_one_row_an_item() {
        let message = "一、借条\n二、\"转账\", 共 3 笔".to_owned();
        let material = Material { message: message.clone(), ..Material::default() };
        let row = Row { item: "lca-001".into(), task: "lca".into(), material, ..Row::default() };
        let bytes = write(&[row]);
        let text = String::from_utf8(bytes).expect("it is UTF-8");
        let rest = text.strip_prefix('\u{feff}').expect("a byte order mark");
        assert!(rest.starts_with("\"item\",\"task\",") && rest.ends_with("\"\",\"\"\r\n"), "{rest}");
        let mut reader = csv::Reader::from_reader(rest.as_bytes());
        let records: Vec<csv::StringRecord> = reader.records().map(|r| r.expect("a row")).collect();
        assert_eq!(records.len(), 1);
        assert_eq!((&records[0][0], &records[0][6]), ("lca-001", message.as_str()));
    }
}
