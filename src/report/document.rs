//! A document as its authors think of it: sections of plain text, tables of typed cells, and figures.
//! Nothing here is markup; each renderer escapes for its own format, and shows text from outside by
//! [`visible`].

mod csv;
mod html;
mod latex;
mod markdown;
mod visible;

use crate::case::Language;
use crate::report::number::{count, decimal};
use crate::report::plot::Drawing;

pub use csv::{csv, harmless};
pub use html::{escaped as escaped_for_xml, html};
pub use latex::{escaped as escaped_for_latex, latex};
pub use markdown::markdown;
pub use visible::{LINE_CHARS_MAX, on_one_line, visible};

/// A whole document in one language.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// The language of all its words.
    pub language: Language,
    /// In reading order.
    pub sections: Vec<Section>,
}

/// A part with a heading.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// Of a-z and `-`, unique in the document: the target of links, and a name for programs.
    pub id: &'static str,
    /// Its heading.
    pub title: String,
    /// In reading order.
    pub blocks: Vec<Block>,
}

/// What a section is made of.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A paragraph that must not be missed.
    Notice(String),
    /// A heading within the section.
    Heading(String),
    /// A list.
    Points(Vec<String>),
    /// Words of a model or a case, shown as they are.
    Said {
        /// Whose they are.
        who: String,
        /// The words.
        text: String,
    },
    /// A table.
    Table(Table),
    /// A figure.
    Figure(Figure),
}

/// Rows under headings.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// A cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// What a reader needs besides.
    pub notes: Vec<String>,
}

/// A column's heading, and on which side its cells stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its heading.
    pub heading: String,
    /// Numbers stand right.
    pub numeric: bool,
}

/// A cell by what it holds.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Words.
    Text(String),
    /// How many.
    Count(u64),
    /// A number to so many decimals; `None` where it is undefined.
    Number(Option<f64>, usize),
    /// The ends of an interval, to three decimals.
    Interval(Option<f64>, Option<f64>),
    /// A probability under a null hypothesis.
    P(Option<f64>),
}

/// A drawing with its words.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// Of a-z and `-`, unique in the document: the name of its file.
    pub id: &'static str,
    /// What it shows, and how to read it.
    pub caption: String,
    /// The drawing.
    pub drawing: Drawing,
}

/// Whichever of the two is in this language. Both stand side by side where text is written, so that
/// neither can be forgotten.
pub fn say<'a>(language: Language, en: &'a str, zh: &'a str) -> &'a str {
    match language {
        Language::En => en,
        Language::Zh => zh,
    }
}

/// The file format of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// GitHub's Markdown; aligned, so that it reads well in a terminal.
    Markdown,
    /// One HTML file with everything in it.
    Html,
    /// For `xelatex` with `ctex`.
    Latex,
    /// Tables only, section after section.
    Csv,
}

impl Document {
    /// The document as a file's text. Markdown names its figures as files in `figures`; without that
    /// it leaves them out.
    pub fn render(&self, format: Format, figures: Option<&str>) -> String {
        match format {
            Format::Markdown => markdown(self, figures),
            Format::Html => html(self),
            Format::Latex => latex(self),
            Format::Csv => csv(self),
        }
    }

    /// All figures, in reading order.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.sections.iter().flat_map(|section| &section.blocks).filter_map(|block| match block {
            Block::Figure(figure) => Some(figure),
            _ => None,
        })
    }
}

impl Table {
    /// An empty table. A heading that begins with `#` is that of a column of numbers.
    pub fn new(caption: impl Into<String>, headings: &[&str]) -> Self {
        let column = |heading: &&str| match heading.strip_prefix('#') {
            Some(heading) => Column { heading: heading.to_owned(), numeric: true },
            None => Column { heading: (*heading).to_owned(), numeric: false },
        };
        Self { caption: caption.into(), columns: headings.iter().map(column).collect(), ..Self::default() }
    }

    /// Adds a row: a cell for each column.
    pub fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }

    /// Adds a note below the table.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Rows that differ only in their name in `column` become one, with all the names.
    pub fn once_where_alike(mut self, column: usize, between: &str) -> Self {
        let mut kept: Vec<(Vec<Cell>, Vec<String>)> = Vec::new();
        for mut row in self.rows {
            let name = match row.get_mut(column) {
                Some(Cell::Text(name)) => std::mem::take(name),
                _ => String::new(),
            };
            match kept.iter_mut().find(|(other, _)| *other == row) {
                Some((_, names)) if names.contains(&name) => {}
                Some((_, names)) => names.push(name),
                None => kept.push((row, vec![name])),
            }
        }
        let named = |(mut row, names): (Vec<Cell>, Vec<String>)| {
            if let Some(Cell::Text(name)) = row.get_mut(column) {
                *name = names.join(between);
            }
            row
        };
        self.rows = kept.into_iter().map(named).collect();
        self
    }

    /// Takes out a column of words whose cells all say the same.
    pub fn without_sameness(mut self, columns: &[usize]) -> Self {
        let mut at: Vec<usize> = columns.to_vec();
        at.sort_unstable();
        for column in at.into_iter().rev() {
            let same = self.rows.windows(2).all(|two| two[0].get(column) == two[1].get(column));
            if same && column < self.columns.len() {
                self.columns.remove(column);
                for row in &mut self.rows {
                    if column < row.len() {
                        row.remove(column);
                    }
                }
            }
        }
        self
    }
}

impl Cell {
    /// A cell of words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A score, to three decimals.
    pub fn score(value: Option<f64>) -> Self {
        Self::Number(value, 3)
    }

    /// As people read it; words are not escaped yet.
    pub fn shown(&self, language: Language) -> String {
        let undefined = || say(language, "n/a", "无").to_owned();
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(n) => count(*n),
            Self::Number(None, _) | Self::P(None) => undefined(),
            Self::Number(value, places) => minus(&decimal(*value, *places)),
            Self::Interval(Some(low), Some(high)) => {
                minus(&format!("[{}, {}]", decimal(Some(*low), 3), decimal(Some(*high), 3)))
            }
            Self::Interval(..) => undefined(),
            Self::P(Some(p)) if *p < 0.001 => "< 0.001".to_owned(),
            Self::P(p) => decimal(*p, 3),
        }
    }
}

/// The sign that stands as high and as wide as a plus.
fn minus(number: &str) -> String {
    number.replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests;
