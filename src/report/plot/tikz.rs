//! Drawings as TikZ pictures, 16 cm wide.

use super::svg::corners;
use super::{Anchor, Drawing, Ink, Mark, SERIES, WIDTH};
use crate::report::document::escaped_for_latex;

/// The colours that the pictures name.
pub const TIKZ_COLOURS: &str = r"\definecolor{lcs}{HTML}{5B636B}
\definecolor{lcg}{HTML}{DFE3E7}
\definecolor{lca}{HTML}{6CB2E6}
\definecolor{lcb}{HTML}{F0A35E}
\definecolor{lc0}{HTML}{0072B2}
\definecolor{lc1}{HTML}{D55E00}
\definecolor{lc2}{HTML}{00805C}
\definecolor{lc3}{HTML}{B0508C}
\definecolor{lc4}{HTML}{8A6D00}
\definecolor{lc5}{HTML}{3B3F44}
";

/// The drawing. Text must be fit to be shown already.
pub fn tikz(drawing: &Drawing) -> String {
    let unit = 16.0 / WIDTH;
    let mut out = format!("\\begin{{tikzpicture}}[x={unit:.5}cm,y=-{unit:.5}cm]\n");
    for mark in &drawing.marks {
        out.push_str(&command(mark));
        out.push('\n');
    }
    out.push_str("\\end{tikzpicture}\n");
    out
}

fn colour(ink: Ink) -> String {
    match ink {
        Ink::Text => "black".into(),
        Ink::Soft => "lcs".into(),
        Ink::Grid => "lcg".into(),
        Ink::Series(series) => format!("lc{}", series % SERIES),
        Ink::Above => "lca".into(),
        Ink::Below => "lcb".into(),
    }
}

fn joined(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("({x:.1},{y:.1})")).collect::<Vec<_>>().join(" -- ")
}

fn command(mark: &Mark) -> String {
    match mark {
        Mark::Line { from, to, ink, width } => {
            format!("\\draw[{},line width={:.2}pt] {};", colour(*ink), width * 0.6, joined(&[*from, *to]))
        }
        Mark::Path { points, ink } => {
            format!("\\draw[{},line width=1.2pt] {};", colour(*ink), joined(points))
        }
        Mark::Rect { at, size, ink, strength } => format!(
            "\\fill[{},fill opacity={strength:.3}] ({:.1},{:.1}) rectangle ({:.1},{:.1});",
            colour(*ink),
            at.0,
            at.1,
            at.0 + size.0,
            at.1 + size.1
        ),
        Mark::Symbol { at: (x, y), series } => {
            let colour = colour(Ink::Series(*series));
            match corners(*series) {
                None => format!("\\fill[{colour}] ({x:.1},{y:.1}) circle[radius=3pt];"),
                Some(corners) => {
                    let points: Vec<(f64, f64)> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
                    format!("\\fill[{colour}] {} -- cycle;", joined(&points))
                }
            }
        }
        Mark::Text { at: (x, y), anchor, ink, text, turned } => {
            let anchor = match anchor {
                Anchor::Start => "base west",
                Anchor::Middle => "base",
                Anchor::End => "base east",
            };
            let turn = if *turned { ",rotate=90" } else { "" };
            format!(
                "\\node[{},anchor={anchor}{turn},inner sep=0pt,font=\\fontsize{{8}}{{9}}\\selectfont] at ({x:.1},{y:.1}) {{{}}};",
                colour(*ink),
                escaped_for_latex(text)
            )
        }
    }
}
