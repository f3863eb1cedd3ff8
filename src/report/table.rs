//! Tables in the terminal, aligned also where characters are wide.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};

/// An empty table with these headings; the columns after the texts are numbers and align right.
pub fn new(headings: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(headings.iter().map(Cell::new));
    table
}

/// Aligns these columns to the right.
pub fn align_right(table: &mut Table, columns: &[usize]) {
    for column in columns {
        if let Some(column) = table.column_mut(*column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}
