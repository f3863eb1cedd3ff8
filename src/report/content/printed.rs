//! Figures that papers print, as the files of `results/published` hold them.

use serde::Deserialize;

use crate::case::Language;
use crate::report::document::say;
use crate::report::number::decimal;

/// A file of figures.
#[derive(Deserialize)]
pub(super) struct Published {
    pub source: Source,
    pub figures: Vec<Printed>,
}

/// The paper.
#[derive(Deserialize)]
pub(super) struct Source {
    pub title: String,
}

/// A figure.
#[derive(Deserialize)]
pub(super) struct Printed {
    pub section: String,
    pub task: Option<String>,
    pub setup: Option<String>,
    pub metric: String,
    pub of: String,
    pub value: Option<f64>,
    pub below: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    #[serde(default)]
    pub derived: bool,
}

/// How figures of papers are marked, wherever they stand.
pub(super) fn mark(language: Language) -> &'static str {
    say(language, "Other cases, prompts and judge", "其他案例、提示词与评判者")
}

impl Published {
    /// A file that is part of the program; a test reads each of them.
    pub fn of(file: &str) -> Self {
        serde_yaml::from_str(file).expect("the published figures are well formed")
    }
}

impl Printed {
    /// The number as people read it; `*` where it is worked out from the printed one.
    pub fn shown(&self, language: Language) -> String {
        let number = |value: f64| {
            let places = if value.fract() == 0.0 { 0 } else { 4 };
            let text = decimal(Some(value), places);
            let text = if places > 0 { text.trim_end_matches('0').to_owned() } else { text };
            text.replace('-', "\u{2212}")
        };
        let star = if self.derived { "*" } else { "" };
        match (self.value, self.below, self.low.zip(self.high)) {
            (Some(value), ..) => format!("{}{star}", number(value)),
            (None, Some(below), _) => format!("< {}", number(below)),
            (None, None, Some((low, high))) => match language {
                Language::En => format!("{} to {}", number(low), number(high)),
                Language::Zh => format!("{}至{}", number(low), number(high)),
            },
            (None, None, None) => String::new(),
        }
    }
}
