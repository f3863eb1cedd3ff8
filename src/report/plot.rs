//! Figures: a drawing of plain marks, made by one function a kind of figure, and rendered as SVG (light
//! and dark) or as TikZ. Nothing here knows what the numbers mean.

mod dots;
mod heat;
mod points;
mod rounds;
mod scale;
mod svg;
mod tikz;

use unicode_width::UnicodeWidthStr;

use crate::case::Language;
use crate::report::document::on_one_line;

pub use dots::{DotRow, DotSeries, Dots, dots};
pub use heat::{Heat, heat};
pub use points::{Point, Points, points};
pub use rounds::{Rounds, rounds};
pub use svg::{STYLE, Style, svg};
pub use tikz::{TIKZ_COLOURS, tikz};

/// Width of every drawing, in its own units; text is 12 of them high.
pub const WIDTH: f64 = 680.0;
/// Height of text.
const TEXT: f64 = 12.0;

/// Marks on a plane; y goes down.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// Height in units; the width is [`WIDTH`].
    pub height: f64,
    /// Painted in order.
    pub marks: Vec<Mark>,
}

/// One mark.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    /// A straight line.
    Line { from: (f64, f64), to: (f64, f64), ink: Ink, width: f64 },
    /// A line through points.
    Path { points: Vec<(f64, f64)>, ink: Ink },
    /// A filled rectangle, `strength` from 0 (invisible) to 1.
    Rect { at: (f64, f64), size: (f64, f64), ink: Ink, strength: f64 },
    /// A symbol of a series: each has its own shape, so that colour is not needed to tell them apart.
    Symbol { at: (f64, f64), series: usize },
    /// Words; `at` is the baseline.
    Text { at: (f64, f64), anchor: Anchor, ink: Ink, text: String, turned: bool },
}

/// On which side of its point text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// What a mark is painted with; the colours are the renderer's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// As text.
    Text,
    /// As text of less weight.
    Soft,
    /// Lines of the grid.
    Grid,
    /// Of a series.
    Series(usize),
    /// Values above 0.
    Above,
    /// Values below 0.
    Below,
}

/// Series that have a colour and a shape of their own; further ones begin anew.
pub const SERIES: usize = 6;

/// The width that text takes, a wide character counting as two narrow ones.
fn text_width(text: &str) -> f64 {
    text.width() as f64 * TEXT * 0.56
}

/// Text of at most so many columns, fit to be shown, its middle left out where it is longer.
fn shortened(text: &str, columns: usize) -> String {
    let text = on_one_line(text, Language::En);
    if text.width() <= columns {
        return text;
    }
    let half = columns.saturating_sub(1) / 2;
    let take = |characters: &mut dyn Iterator<Item = char>| {
        let mut taken = String::new();
        for c in characters {
            if taken.width() + c.to_string().width() > half {
                break;
            }
            taken.push(c);
        }
        taken
    };
    let front = take(&mut text.chars());
    let back: String = take(&mut text.chars().rev()).chars().rev().collect();
    format!("{front}…{back}")
}

impl Drawing {
    fn new(height: f64) -> Self {
        Self { height, marks: Vec::new() }
    }

    /// The drawing with a band below it that says so, for what must not be overlooked when the figure
    /// stands alone.
    pub fn marked(mut self, text: &str) -> Self {
        let top = self.height + 4.0;
        let size = (WIDTH, TEXT + 12.0);
        self.marks.push(Mark::Rect { at: (0.0, top), size, ink: Ink::Below, strength: 0.35 });
        let columns = ((WIDTH - 20.0) / (TEXT * 0.56)) as usize;
        let text = shortened(text, columns);
        self.text((WIDTH / 2.0, top + TEXT + 4.0), Anchor::Middle, Ink::Text, text);
        self.height = top + size.1;
        self
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), ink: Ink, width: f64) {
        self.marks.push(Mark::Line { from, to, ink, width });
    }

    fn text(&mut self, at: (f64, f64), anchor: Anchor, ink: Ink, text: impl Into<String>) {
        self.marks.push(Mark::Text { at, anchor, ink, text: text.into(), turned: false });
    }

    fn symbol(&mut self, at: (f64, f64), series: usize) {
        self.marks.push(Mark::Symbol { at, series });
    }

    /// A row of symbols with their names, from `left` on, in as many lines as it takes; the y below.
    fn legend(&mut self, names: &[String], left: f64, top: f64) -> f64 {
        let mut at = (left, top + TEXT);
        for (series, name) in names.iter().enumerate() {
            let name = shortened(name, 44);
            let width = 24.0 + text_width(&name) + 14.0;
            if at.0 > left && at.0 + width > WIDTH {
                at = (left, at.1 + 20.0);
            }
            self.symbol((at.0 + 7.0, at.1 - 4.0), series);
            self.text((at.0 + 18.0, at.1), Anchor::Start, Ink::Text, name);
            at.0 += width;
        }
        at.1 + 14.0
    }
}

#[cfg(test)]
mod tests;
