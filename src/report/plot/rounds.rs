//! Shares that grow from round to round.

use super::scale::Scale;
use super::{Anchor, Drawing, Ink, Mark, WIDTH};

/// Curves over rounds.
pub struct Rounds {
    /// What goes to the right.
    pub across: String,
    /// What goes up.
    pub up: String,
    /// Names of the series with their values: before the first round, after it, and so on.
    pub series: Vec<(String, Vec<f64>)>,
}

/// Draws them, each series a little beside the last, so that none hides another.
pub fn rounds(data: &Rounds) -> Drawing {
    let mut drawing = Drawing::new(0.0);
    let (left, right) = (64.0, WIDTH - 20.0);
    let names: Vec<String> = data.series.iter().map(|(name, _)| name.clone()).collect();
    let top = drawing.legend(&names, left, 2.0);
    let bottom = top + 230.0;
    let last = data.series.iter().map(|(_, values)| values.len()).max().unwrap_or(1).saturating_sub(1).max(1);
    let x = |round: usize| left + 24.0 + (right - left - 48.0) * round as f64 / last as f64;
    let up = Scale::new(data.series.iter().flat_map(|(_, values)| values.iter().copied()), bottom, top);
    for tick in &up.ticks {
        let y = up.at(*tick);
        drawing.line((left, y), (right, y), Ink::Grid, 1.0);
        drawing.text((left - 8.0, y + 4.0), Anchor::End, Ink::Soft, up.label(*tick));
    }
    for round in 0..=last {
        drawing.line((x(round), bottom), (x(round), bottom + 4.0), Ink::Soft, 1.0);
        drawing.text((x(round), bottom + 18.0), Anchor::Middle, Ink::Soft, round.to_string());
    }
    let n = data.series.len().max(1) as f64;
    let beside = |series: usize| (series as f64 - (n - 1.0) / 2.0) * (40.0 / n).min(9.0);
    for (series, (_, values)) in data.series.iter().enumerate() {
        let places: Vec<(f64, f64)> = values
            .iter()
            .enumerate()
            .map(|(round, value)| (x(round) + beside(series), up.at(*value)))
            .collect();
        drawing.marks.push(Mark::Path { points: places.clone(), ink: Ink::Series(series) });
        for at in places {
            drawing.symbol(at, series);
        }
    }
    drawing.text((f64::midpoint(left, right), bottom + 38.0), Anchor::Middle, Ink::Text, data.across.clone());
    drawing.marks.push(Mark::Text {
        at: (16.0, f64::midpoint(top, bottom)),
        anchor: Anchor::Middle,
        ink: Ink::Text,
        text: data.up.clone(),
        turned: true,
    });
    drawing.height = bottom + 48.0;
    drawing
}
