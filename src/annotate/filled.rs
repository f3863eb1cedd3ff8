//! A filled sheet as it comes back from a spreadsheet: any separator, any order of rows and columns,
//! further columns, labels in either language.

use std::collections::HashMap;

use crate::annotate::AnnotateError;
use crate::annotate::decision::Decision;
use crate::annotate::labels::{Code, allowed, parse};
use crate::annotate::sheet::unguarded;

/// One row that was filled, or left blank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filled {
    /// Row of the file as a spreadsheet counts, the headings being row 1.
    pub row: usize,
    /// The item.
    pub item: String,
    /// The label; `None` where the cell is blank.
    pub label: Option<Code>,
    /// What was written besides.
    pub note: String,
}

/// The separators that spreadsheets write.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

const ITEM: [&str; 2] = ["item", "编号"];
const LABEL: [&str; 2] = ["label", "标签"];
const NOTE: [&str; 2] = ["note", "备注"];

/// Where the three columns stand.
struct Columns {
    item: usize,
    label: usize,
    note: Option<usize>,
}

/// Reads a filled sheet; `task_of` says which task an item is of.
///
/// # Errors
/// When it is not text, lacks a column, or a row names an unknown item, an item twice, or a label that
/// its task does not have: with file, row and column.
pub fn read(
    file: &str,
    bytes: &[u8],
    task_of: &dyn Fn(&str) -> Option<Decision>,
) -> Result<Vec<Filled>, AnnotateError> {
    let text = text_of(file, bytes)?;
    // A spreadsheet may say in a line of its own which separator it writes.
    let body = match text.split_once('\n') {
        Some((first, rest)) if first.to_lowercase().starts_with("sep=") => rest,
        _ => &text,
    };
    let (separator, columns) = columns(file, body)?;
    let mut reader = reader(separator, body);
    let mut rows: Vec<Filled> = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (at, record) in reader.records().enumerate() {
        let row = at + 2;
        let fault = |column: Option<&str>, why: String, mend: String| AnnotateError::Sheet {
            file: file.to_owned(),
            row: Some(row),
            column: column.map(str::to_owned),
            why,
            mend,
        };
        let record = record.map_err(|error| fault(None, error.to_string(), SAVE_ANEW.into()))?;
        let cell = |column: usize| unguarded(record.get(column).unwrap_or("").trim());
        let (item, written) = (cell(columns.item).to_lowercase(), cell(columns.label));
        let note = columns.note.map(cell).unwrap_or_default().to_owned();
        if item.is_empty() {
            if written.is_empty() && note.is_empty() {
                continue;
            }
            let why = "a label or a note without an item".to_owned();
            return Err(fault(Some("item"), why, "give the row its item again, as on the sheet".into()));
        }
        let Some(task) = task_of(&item) else {
            return Err(fault(
                Some("item"),
                format!("there is no item `{item}`"),
                "take the sheet of this folder; another export has other items".into(),
            ));
        };
        if let Some(first) = seen.insert(item.clone(), row) {
            return Err(fault(
                Some("item"),
                format!("item `{item}` stands in row {first} already"),
                "keep one of the two rows".into(),
            ));
        }
        let label = match written {
            "" => None,
            written => Some(parse(task, written).ok_or_else(|| {
                fault(
                    Some("label"),
                    format!("`{}` is no label of {task}", written.chars().take(60).collect::<String>()),
                    format!("write one of: {}; or leave it blank", allowed(task)),
                )
            })?),
        };
        rows.push(Filled { row, item, label, note });
    }
    Ok(rows)
}

const SAVE_ANEW: &str = "save the sheet anew as `CSV UTF-8`";

fn reader(separator: u8, body: &str) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().delimiter(separator).flexible(true).from_reader(body.as_bytes())
}

/// The separator under which the headings make sense, and where the columns stand.
fn columns(file: &str, body: &str) -> Result<(u8, Columns), AnnotateError> {
    let fault = |why: String, mend: &str| AnnotateError::Sheet {
        file: file.to_owned(),
        row: Some(1),
        column: None,
        why,
        mend: mend.into(),
    };
    let mut most: Vec<String> = Vec::new();
    for separator in SEPARATORS {
        let Ok(headings) = reader(separator, body).headers().cloned() else { continue };
        let headings: Vec<String> = headings.iter().map(|heading| heading.trim().to_lowercase()).collect();
        let places = |names: &[&str]| -> Vec<usize> {
            (0..headings.len()).filter(|at| names.contains(&headings[*at].as_str())).collect()
        };
        let (items, labels, notes) = (places(&ITEM), places(&LABEL), places(&NOTE));
        if let (&[item], &[label], true) = (items.as_slice(), labels.as_slice(), notes.len() < 2) {
            return Ok((separator, Columns { item, label, note: notes.first().copied() }));
        }
        for (name, found) in [("item", items), ("label", labels), ("note", notes)] {
            if found.len() > 1 {
                return Err(fault(
                    format!("{} columns are headed `{name}`", found.len()),
                    "keep one of them, and rename the others",
                ));
            }
        }
        if headings.len() > most.len() {
            most = headings;
        }
    }
    let found = most.iter().map(|heading| format!("`{heading}`")).collect::<Vec<_>>().join(", ");
    Err(fault(
        format!("no columns `item` and `label` are there, only {found}"),
        "keep the headings of the sheet in the first row",
    ))
}

fn text_of(file: &str, bytes: &[u8]) -> Result<String, AnnotateError> {
    let not_text = |why: &str, mend: &str| AnnotateError::Sheet {
        file: file.to_owned(),
        row: None,
        column: None,
        why: why.into(),
        mend: mend.into(),
    };
    let wide = |from: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| from([pair[0], pair[1]])).collect();
        String::from_utf16(&units).map_err(|_| not_text("is not well formed UTF-16", SAVE_ANEW))
    };
    match bytes {
        [b'P', b'K', 3, 4, ..] => {
            Err(not_text("is a workbook, not CSV", "save the sheet as `CSV UTF-8` and import that"))
        }
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ => {
            let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
            String::from_utf8(bytes.to_vec()).map_err(|_| {
                not_text(
                    "is not UTF-8",
                    "save the sheet as `CSV UTF-8`; or convert it: iconv -f GB18030 -t UTF-8 FILE > converted.csv",
                )
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::labels::name;

    fn task_of(item: &str) -> Option<Decision> {
        match item {
            "lca-1" | "lca-2" => Some(Decision::Lca),
            "ljp-1" => Some(Decision::Ljp),
            _ => None,
        }
    }

    fn labels(bytes: &[u8]) -> Vec<(String, Option<&'static str>, String)> {
        let rows = read("f.csv", bytes, &task_of).expect("read");
        let one = |row: Filled| {
            let task = task_of(&row.item).expect("a known item");
            (row.item, row.label.map(|label| name(task, label)), row.note)
        };
        rows.into_iter().map(one).collect()
    }

    fn refused(bytes: &[u8]) -> String {
        let error = read("f.csv", bytes, &task_of).expect_err("refused");
        format!("{error}\n{}", error.hint().unwrap_or_default())
    }

    #[test]
    fn what_spreadsheets_make_of_a_sheet_is_read_all_the_same() {
        let expected = vec![
            ("ljp-1".to_owned(), Some("partially_supported"), "see; 2,\n3".to_owned()),
            ("lca-1".to_owned(), None, "=unsure".to_owned()),
            ("lca-2".to_owned(), Some("complete"), String::new()),
        ];
        let plain =
            "label,mine,Item,note\n部分支持,x,ljp-1,\"see; 2,\n3\"\n ,,lca-1,'=unsure\nCOMPLETE,,LCA-2,\n";
        assert_eq!(labels(plain.as_bytes()), expected);
        let semicolons = "\u{feff}sep=;\r\nlabel;mine;Item;note\r\n部分支持;x;ljp-1;\"see; 2,\n3\"\r\n\
                          ;;lca-1;=unsure\r\n;;;\r\nComplete;;lca-2\r\n";
        assert_eq!(labels(semicolons.as_bytes()), expected);
        let tabs =
            "label\t编号\t备注\n部分支持\tljp-1\t\"see; 2,\n3\"\n\tlca-1\t=unsure\ncomplete\tlca-2\t\n"
                .encode_utf16();
        let wide: Vec<u8> = [0xfeff].into_iter().chain(tabs).flat_map(u16::to_le_bytes).collect();
        assert_eq!(labels(&wide), expected);
    }

    #[test]
    fn what_cannot_be_taken_is_named_by_file_row_and_column() {
        let check = |text: &str, says: &[&str]| {
            let refused = refused(text.as_bytes());
            for part in says {
                assert!(refused.contains(part), "`{part}` is not in: {refused}");
            }
        };
        check(
            "item,label\nlca-1,complete\nlca-2,supported\n",
            &["f.csv, row 3, column `label`: `supported` is no label of lca", "underspecified (事实不足)"],
        );
        check("item,label\nlca-9,complete\n", &["row 2, column `item`: there is no item `lca-9`"]);
        check(
            "item,label\nlca-1,complete\nlca-1,complete\n",
            &["row 3, column `item`: item `lca-1` stands in row 2 already"],
        );
        check("item,label\n,complete\n", &["row 2, column `item`: a label or a note without an item"]);
        check("item,verdict\nlca-1,x\n", &["row 1: no columns `item` and `label`", "`verdict`"]);
        check("item,label,Label\n", &["row 1: 2 columns are headed `label`"]);
        check("", &["row 1: no columns"]);
    }

    #[test]
    fn other_encodings_and_workbooks_are_told_apart() {
        assert!(refused(b"item,label\nlca-1,\xcd\xea\n").contains("GB18030"));
        assert!(refused(b"PK\x03\x04").contains("a workbook"));
    }
}
