//! Points on a plane.

use super::scale::Scale;
use super::{Anchor, Drawing, Ink, Mark, WIDTH, shortened, text_width};

/// Points under two axes.
pub struct Points {
    /// What goes to the right.
    pub across: String,
    /// What goes up.
    pub up: String,
    /// Names of the series.
    pub series: Vec<String>,
    /// The points.
    pub points: Vec<Point>,
}

/// One point.
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// Which series.
    pub series: usize,
    /// Written beside it, where there is something to write.
    pub label: Option<String>,
}

/// How far apart points stand that would cover each other.
const BESIDE: f64 = 9.0;
/// The width that all points at one place share.
const ROOM: f64 = 54.0;
/// Between the ends of the axis and its first and last value: points that stand side by side there
/// cover no number.
const INSET: f64 = 34.0;

/// Draws them. Points at one place stand side by side; a label that would lie on another is moved.
pub fn points(data: &Points) -> Drawing {
    let mut drawing = Drawing::new(0.0);
    let left = 64.0;
    let right = WIDTH - 20.0;
    let labelled = data.points.iter().any(|point| point.label.is_some());
    let legend = data.series.len() > 1 && !labelled;
    let top = if legend { drawing.legend(&data.series, left, 2.0) } else { 12.0 };
    let bottom = top + 260.0;
    let across = Scale::new(data.points.iter().map(|point| point.x), left + INSET, right - INSET);
    let up = Scale::new(data.points.iter().map(|point| point.y), bottom, top);
    for tick in &across.ticks {
        let x = across.at(*tick);
        drawing.line((x, top), (x, bottom), Ink::Grid, 1.0);
        drawing.text((x, bottom + 16.0), Anchor::Middle, Ink::Soft, across.label(*tick));
    }
    for tick in &up.ticks {
        let y = up.at(*tick);
        drawing.line((left, y), (right, y), Ink::Grid, 1.0);
        drawing.text((left - 8.0, y + 4.0), Anchor::End, Ink::Soft, up.label(*tick));
    }
    let mut taken: Vec<(f64, f64, f64)> = Vec::new();
    let places: Vec<(f64, f64)> =
        data.points.iter().map(|point| (across.at(point.x), up.at(point.y))).collect();
    for (nth, (point, place)) in data.points.iter().zip(&places).enumerate() {
        let same = |other: &(f64, f64)| (other.0 - place.0).abs() < BESIDE && (other.1 - place.1).abs() < 4.0;
        let before = places[..nth].iter().filter(|other| same(other)).count() as f64;
        let all = places.iter().filter(|other| same(other)).count() as f64;
        let shift = (before - (all - 1.0) / 2.0) * BESIDE.min(ROOM / all);
        let at = (place.0 + shift, place.1);
        drawing.symbol(at, point.series);
        if let Some(label) = &point.label {
            let label = shortened(label, 40);
            let width = text_width(&label);
            let to_the_left = at.0 + 10.0 + width > right;
            let from = if to_the_left { at.0 - 10.0 - width } else { at.0 + 10.0 };
            let mut y = (at.1 + 4.0).min(bottom - 4.0);
            let clashes = |y: f64| {
                taken.iter().any(|(l, r, other)| from < *r && *l < from + width && (other - y).abs() < 14.0)
            };
            let down = y < f64::midpoint(top, bottom);
            while clashes(y) && y > top - 1.0 && y < bottom + 1.0 {
                y += if down { 14.0 } else { -14.0 };
            }
            taken.push((from, from + width, y));
            let anchor = if to_the_left { Anchor::End } else { Anchor::Start };
            let x = if to_the_left { at.0 - 10.0 } else { from };
            drawing.text((x, y), anchor, Ink::Text, label);
        }
    }
    drawing.text((f64::midpoint(left, right), bottom + 36.0), Anchor::Middle, Ink::Text, data.across.clone());
    let at = (16.0, f64::midpoint(top, bottom));
    drawing.marks.push(Mark::Text {
        at,
        anchor: Anchor::Middle,
        ink: Ink::Text,
        text: data.up.clone(),
        turned: true,
    });
    drawing.height = bottom + 46.0;
    drawing
}
