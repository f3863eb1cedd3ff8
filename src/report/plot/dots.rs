//! Points with their intervals, a row a thing, a symbol a series.

use unicode_width::UnicodeWidthStr;

use super::scale::Scale;
use super::{Anchor, Drawing, Ink, WIDTH, shortened, text_width};
use crate::case::Language;
use crate::report::document::on_one_line;

/// Rows of points.
pub struct Dots {
    /// What the axis shows.
    pub axis: String,
    /// Names of the series.
    pub series: Vec<String>,
    /// From top to bottom.
    pub rows: Vec<DotRow>,
}

/// One row.
pub struct DotRow {
    /// Its name.
    pub label: String,
    /// Its points, those of one series at most once.
    pub points: Vec<DotSeries>,
}

/// A point with its interval.
#[derive(PartialEq)]
pub struct DotSeries {
    /// Which series.
    pub series: usize,
    /// Where the point stands.
    pub value: f64,
    /// Ends of the interval, where there is one.
    pub ends: Option<(f64, f64)>,
}

/// Columns of a line of a row's name.
const LABEL_COLUMNS: usize = 34;
/// From one line of a name to the next.
const LINE: f64 = 12.5;

/// A row's name in a line, or in two where it is longer and has a space to break at.
fn in_lines(label: &str) -> Vec<String> {
    let label = on_one_line(label, Language::En);
    let middle = label.len() / 2;
    let spaces = label.match_indices(' ').map(|(at, _)| at);
    let broken = spaces.min_by_key(|at| at.abs_diff(middle)).filter(|_| label.width() > LABEL_COLUMNS);
    match broken {
        Some(at) => [&label[..at], &label[at + 1..]].map(|line| shortened(line, LABEL_COLUMNS)).to_vec(),
        None => vec![shortened(&label, LABEL_COLUMNS)],
    }
}

/// Draws them.
pub fn dots(data: &Dots) -> Drawing {
    let labels: Vec<Vec<String>> = data.rows.iter().map(|row| in_lines(&row.label)).collect();
    let left = labels.iter().flatten().map(|label| text_width(label)).fold(60.0, f64::max) + 16.0;
    let values = data.rows.iter().flat_map(|row| &row.points).flat_map(|point| {
        let (low, high) = point.ends.unwrap_or((point.value, point.value));
        [low, point.value, high]
    });
    let scale = Scale::new(values, left, WIDTH - 20.0);
    let mut drawing = Drawing::new(0.0);
    let top = if data.series.len() > 1 { drawing.legend(&data.series, left, 2.0) } else { 8.0 };
    let pitch = 15.0;
    let row_height = |row: &DotRow| row.points.len().max(1) as f64 * pitch + 12.0;
    let bottom = top + data.rows.iter().map(row_height).sum::<f64>();
    for tick in &scale.ticks {
        let x = scale.at(*tick);
        drawing.line((x, top), (x, bottom), Ink::Grid, 1.0);
        drawing.text((x, bottom + 16.0), Anchor::Middle, Ink::Soft, scale.label(*tick));
    }
    let mut y = top;
    for (row, label) in data.rows.iter().zip(labels) {
        let height = row_height(row);
        let first = y + height / 2.0 + 4.0 - (label.len() as f64 - 1.0) * LINE / 2.0;
        for (nth, line) in label.into_iter().enumerate() {
            drawing.text((left - 12.0, first + nth as f64 * LINE), Anchor::End, Ink::Text, line);
        }
        for (at, point) in row.points.iter().enumerate() {
            let middle = y + 6.0 + (at as f64 + 0.5) * pitch;
            if let Some((low, high)) = point.ends {
                let (low, high) = (scale.at(low), scale.at(high));
                let ink = Ink::Series(point.series);
                drawing.line((low, middle), (high, middle), ink, 2.0);
                for end in [low, high] {
                    drawing.line((end, middle - 3.5), (end, middle + 3.5), ink, 2.0);
                }
            }
            drawing.symbol((scale.at(point.value), middle), point.series);
        }
        y += height;
        drawing.line((left, y), (WIDTH - 20.0, y), Ink::Grid, 1.0);
    }
    let middle = f64::midpoint(left, WIDTH - 20.0);
    drawing.text((middle, bottom + 36.0), Anchor::Middle, Ink::Text, data.axis.clone());
    drawing.height = bottom + 46.0;
    drawing
}
