//! A grid of values, each as a number on a ground of its strength.

use super::{Anchor, Drawing, Ink, Mark, WIDTH, shortened, text_width};
use crate::report::number::decimal;

/// A grid.
pub struct Heat {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Names of the rows, and a value for each column; a row without values heads those below it.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
}

/// Draws it: 1 is the strongest ground, values below 0 have another colour.
pub fn heat(data: &Heat) -> Drawing {
    let labels: Vec<String> = data.rows.iter().map(|(label, _)| shortened(label, 36)).collect();
    let widths = data.rows.iter().zip(&labels).filter(|((_, values), _)| !values.is_empty());
    let left = widths.map(|(_, label)| text_width(label)).fold(60.0, f64::max) + 16.0;
    let width = (WIDTH - 4.0 - left) / data.columns.len().max(1) as f64;
    let headings: Vec<Vec<String>> = data.columns.iter().map(|name| lines(name, width - 6.0)).collect();
    let deepest = headings.iter().map(Vec::len).max().unwrap_or(1);
    let top = deepest as f64 * 15.0 + 10.0;
    let height = 28.0;
    let mut drawing = Drawing::new(top + data.rows.len() as f64 * height + 6.0);
    for (column, heading) in headings.iter().enumerate() {
        let x = left + (column as f64 + 0.5) * width;
        for (at, line) in heading.iter().enumerate() {
            let y = top - 8.0 - (heading.len() - 1 - at) as f64 * 15.0;
            drawing.text((x, y), Anchor::Middle, Ink::Soft, line.clone());
        }
    }
    for (row, ((_, values), label)) in data.rows.iter().zip(labels).enumerate() {
        let y = top + row as f64 * height;
        if values.is_empty() {
            drawing.text((4.0, y + 20.0), Anchor::Start, Ink::Soft, shortened(&data.rows[row].0, 90));
            continue;
        }
        drawing.text((left - 12.0, y + 18.0), Anchor::End, Ink::Text, label);
        for (column, value) in values.iter().enumerate() {
            let at = (left + column as f64 * width + 1.0, y + 1.0);
            let size = (width - 2.0, height - 2.0);
            let ink = if value.is_some_and(|value| value < 0.0) { Ink::Below } else { Ink::Above };
            let strength = value.map_or(0.0, |value| 0.06 + 0.94 * value.abs().min(1.0));
            drawing.marks.push(Mark::Rect { at, size, ink, strength });
            let shown = match value {
                Some(_) => decimal(*value, 2).replace('-', "\u{2212}"),
                None => "–".to_owned(),
            };
            let ink = if value.is_some() { Ink::Text } else { Ink::Soft };
            drawing.text((at.0 + size.0 / 2.0, y + 18.0), Anchor::Middle, ink, shown);
        }
    }
    drawing
}

/// A heading on at most three lines, broken at blanks; shortened where it is too wide even so.
fn lines(heading: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in heading.split(' ') {
        match lines.last_mut() {
            Some(last) if text_width(last) + text_width(word) + 7.0 <= width => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let columns = (width / text_width("a")).max(4.0) as usize;
    lines.truncate(3);
    lines.iter().map(|line| shortened(line, columns)).collect()
}
