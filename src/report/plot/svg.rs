//! Drawings as SVG. Colours are rules of style, so that a figure follows the reader's light or dark.

use super::{Anchor, Drawing, Ink, Mark, SERIES, WIDTH};
use crate::case::Language;
use crate::report::document::{escaped_for_xml, on_one_line};

/// The rules that all figures share. Series colours are those of Okabe and Ito, set apart for a dark
/// ground.
pub const STYLE: &str = include_str!("figure.css");

/// Where the rules of style stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// In the page around it.
    Apart,
    /// In the figure, which is a file of its own.
    Within,
}

/// The drawing; `title` is what is read aloud in its place. Text on it must be fit to be shown already.
pub fn svg(drawing: &Drawing, title: &str, style: Style) -> String {
    let height = drawing.height;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"lc\" role=\"img\" width=\"{WIDTH}\" height=\"{height:.0}\" viewBox=\"0 0 {WIDTH} {height:.0}\">\n<title>{}</title>\n",
        escaped_for_xml(&on_one_line(title, Language::En))
    );
    if style == Style::Within {
        out.push_str(&format!(
            "<style>{STYLE}</style>\n<rect class=\"lc-page\" width=\"100%\" height=\"100%\"/>\n"
        ));
    }
    for mark in &drawing.marks {
        out.push_str(&element(mark));
        out.push('\n');
    }
    out.push_str("</svg>\n");
    out
}

fn class(ink: Ink) -> String {
    match ink {
        Ink::Text => "t".into(),
        Ink::Soft => "s".into(),
        Ink::Grid => "g".into(),
        Ink::Series(series) => format!("c{}", series % SERIES),
        Ink::Above => "a".into(),
        Ink::Below => "b".into(),
    }
}

fn element(mark: &Mark) -> String {
    match mark {
        Mark::Line { from, to, ink, width } => format!(
            "<line class=\"l {}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke-width=\"{width}\"/>",
            class(*ink),
            from.0,
            from.1,
            to.0,
            to.1
        ),
        Mark::Path { points, ink } => {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            format!(
                "<polyline class=\"l {}\" fill=\"none\" stroke-width=\"2\" points=\"{}\"/>",
                class(*ink),
                points.join(" ")
            )
        }
        Mark::Rect { at, size, ink, strength } => format!(
            "<rect class=\"f {}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill-opacity=\"{strength:.3}\"/>",
            class(*ink),
            at.0,
            at.1,
            size.0,
            size.1
        ),
        Mark::Symbol { at: (x, y), series } => {
            let class = class(Ink::Series(*series));
            match corners(*series) {
                None => format!("<circle class=\"f {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>"),
                Some(corners) => {
                    let points: Vec<String> =
                        corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
                    format!("<polygon class=\"f {class}\" points=\"{}\"/>", points.join(" "))
                }
            }
        }
        Mark::Text { at: (x, y), anchor, ink, text, turned } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let turn =
                if *turned { format!(" transform=\"rotate(-90 {x:.1} {y:.1})\"") } else { String::new() };
            format!(
                "<text class=\"{}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{turn}>{}</text>",
                class(*ink),
                escaped_for_xml(text)
            )
        }
    }
}

/// The corners of a series' symbol around its middle; `None` for the circle.
pub fn corners(series: usize) -> Option<&'static [(f64, f64)]> {
    match series % SERIES {
        0 => None,
        1 => Some(&[(-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2)]),
        2 => Some(&[(0.0, -5.4), (5.2, 4.0), (-5.2, 4.0)]),
        3 => Some(&[(0.0, -6.0), (6.0, 0.0), (0.0, 6.0), (-6.0, 0.0)]),
        4 => Some(&[(0.0, 5.4), (5.2, -4.0), (-5.2, -4.0)]),
        _ => Some(&[
            (-5.5, -2.6),
            (-2.6, -5.5),
            (0.0, -2.9),
            (2.6, -5.5),
            (5.5, -2.6),
            (2.9, 0.0),
            (5.5, 2.6),
            (2.6, 5.5),
            (0.0, 2.9),
            (-2.6, 5.5),
            (-5.5, 2.6),
            (-2.9, 0.0),
        ]),
    }
}
