//! Tables in the terminal: compact, aligned also where characters are wide.

use std::fmt;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, TableStyle};

/// Blank columns between two columns of a table.
const GUTTER: u16 = 2;

/// Rows under headings. Text stands left and is wrapped where the terminal is narrow; numbers stand
/// right and are never broken.
pub struct Table {
    table: comfy_table::Table,
    numbers: Vec<usize>,
}

impl Table {
    /// An empty table.
    pub fn new(headings: &[&str]) -> Self {
        let mut table = comfy_table::Table::new();
        table.load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')));
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_header(headings);
        Self { table, numbers: Vec::new() }
    }

    /// These columns, counted from 0, hold numbers.
    #[must_use]
    pub fn numbers(mut self, columns: &[usize]) -> Self {
        self.numbers.extend_from_slice(columns);
        self
    }

    /// Adds a row: a cell for each heading.
    pub fn row<I, S>(&mut self, cells: I)
    where
        I: IntoIterator<Item = S>,
        S: fmt::Display,
    {
        self.table.add_row(cells.into_iter().map(|cell| cell.to_string()));
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = self.table.clone();
        let last = table.column_count().saturating_sub(1);
        for (at, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, if at == last { 0 } else { GUTTER }));
            if self.numbers.contains(&at) {
                column.set_cell_alignment(CellAlignment::Right);
                column.set_constraint(ColumnConstraint::ContentWidth);
            }
        }
        f.write_str(&table.trim_fmt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_where_characters_are_wide() {
        let mut table = Table::new(&["class", "cases"]).numbers(&[1]);
        table.row(["家事 · Family", "7"]);
        table.row(["物权", "1,234"]);
        assert_eq!(
            table.to_string(),
            "class          cases\n────────────────────\n家事 · Family      7\n物权           1,234"
        );
    }
}
