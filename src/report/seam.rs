//! The seam of reports: all that a report, a comparison or an export needs to know of the runs of a
//! suite. What every run has is said in `content`, once for all suites; what a suite alone has is read in
//! its folder here, and said in its folder of `content`.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::case::Language;
use crate::report::content::{Match, PairWords, Reporter, Ruled};
use crate::report::document::{Block, Section};
use crate::report::export::{ExportColumn, ExportError, Sink, TableName};
use crate::report::pairs::{Contest, Headlines, Side};
use crate::run::{RunError, RunFolder, ScoreFile};
use crate::suite::Estimate;

/// Units that are scored together, as estimates name them; ordered as tables list them.
pub trait Sliced: Copy + Ord {
    /// The task.
    fn task(self) -> &'static str;
    /// The setup, where the task has several.
    fn setup(self) -> Option<&'static str>;
    /// The user's condition, where there is a user.
    fn condition(self) -> Option<&'static str>;
    /// The metrics by which the slice is known.
    fn headlines(self) -> &'static [&'static str];
}

/// What every run has, of whatever suite.
pub struct RunHead {
    /// Its folder.
    pub path: PathBuf,
    /// Its name.
    pub name: String,
    /// When it was begun.
    pub begun: jiff::Timestamp,
    /// Its numbers, as it wrote them.
    pub scores: ScoreFile,
}

impl RunHead {
    /// Of the run in this folder.
    ///
    /// # Errors
    /// When it is no run, was not scored yet, or cannot be read.
    pub fn read(path: &Path) -> Result<Self, RunError> {
        let name = RunFolder::reading(path)?.name();
        let (begun, scores) = (RunFolder::manifest(path)?.created, read_scores(path)?);
        Ok(Self { path: path.to_path_buf(), name, begun, scores })
    }
}

/// A run as it was read, with the numbers it wrote.
pub trait ReadRun: Sized {
    /// See [`Sliced`].
    type Slice: Sliced;

    /// Reads a run.
    ///
    /// # Errors
    /// When it is no run of the suite, was not scored yet, or cannot be read.
    fn read(path: &Path) -> Result<Self, RunError>;
    /// What every run has.
    fn head(&self) -> &RunHead;
    /// Independent draws a unit.
    fn repeats(&self) -> u32;
    /// Names of the assistants, in the study's order.
    fn assistants(&self) -> Vec<String>;
    /// Names of the judges, the leading one first.
    fn judges(&self) -> Vec<String>;
    /// The slices that were played, in order.
    fn slices(&self) -> Vec<Self::Slice>;
    /// The language of a report on it, unless another is asked for.
    fn language(&self) -> Language;

    /// Its folder.
    fn path(&self) -> &Path {
        &self.head().path
    }

    /// Its name.
    fn name(&self) -> &str {
        &self.head().name
    }

    /// Its numbers, as it wrote them.
    fn scores(&self) -> &ScoreFile {
        &self.head().scores
    }

    /// The leading judge.
    fn judge(&self) -> String {
        self.judges().into_iter().next().unwrap_or_default()
    }

    /// The estimate of a metric under the leading judge.
    fn estimate(
        &self,
        slice: Self::Slice,
        model: &str,
        group: Option<&str>,
        metric: &str,
    ) -> Option<&Estimate> {
        self.estimate_by(&self.judge(), slice, model, group, metric)
    }

    /// The estimate of a metric under a judge.
    fn estimate_by(
        &self,
        judge: &str,
        slice: Self::Slice,
        model: &str,
        group: Option<&str>,
        metric: &str,
    ) -> Option<&Estimate> {
        self.scores().estimates.iter().find(|e| {
            e.metric == metric
                && e.model == model
                && e.task == slice.task()
                && e.setup.as_deref() == slice.setup()
                && e.condition.as_deref() == slice.condition()
                && e.group.as_deref() == group
                && e.judge == judge
        })
    }
}

/// The numbers of the run in this folder, as it wrote them.
///
/// # Errors
/// When it was not scored yet, or they cannot be read.
pub fn read_scores(path: &Path) -> Result<ScoreFile, RunError> {
    let file = path.join("scores.json");
    let text = match std::fs::read(&file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(RunError::usage(
                format!("{} has no scores yet", path.display()),
                format!("`lexconsult score {}` makes them", path.display()),
            ));
        }
        read => read.map_err(RunError::io("read", &file))?,
    };
    serde_json::from_slice(&text).map_err(|error| RunError::Damaged { path: file, why: error.to_string() })
}

/// A run whose assistants can be set against each other.
pub trait Compared: ReadRun {
    /// What two assistants are compared in: higher is better.
    type Measure: Copy + PartialEq;
    /// What must agree between two runs, besides the assistants, as `--allow` names it.
    const FIELDS: &'static [&'static str];

    /// The value of one of these fields.
    fn field(&self, field: &str) -> String;
    /// Compares two sides in everything that both have. Headline metrics with resampled intervals, where
    /// the suite has such, only on request: they are the slow part.
    fn contests(
        a: Side<'_, Self>,
        b: Side<'_, Self>,
        headlines: Option<&mut Headlines>,
    ) -> Vec<Contest<Self::Measure>>;
    /// Whether cases are to be read for how they differ in this measure.
    fn is_to_read(_: Self::Measure) -> bool {
        true
    }
    /// What to know of a case beside its name.
    fn about(&self, case: &str) -> String;
    /// What an assistant said last on a case, and in which repeat: in the first repeat that is not as it
    /// should be, else in the first one.
    ///
    /// # Errors
    /// When a record cannot be read.
    fn last_words(
        side: Side<'_, Self>,
        measure: Self::Measure,
        case: &str,
    ) -> Result<Option<(u32, String)>, RunError>;
}

/// What a suite says of its runs, in both languages.
pub trait Told: Compared {
    /// What a slice is, as the heading of a column.
    fn slice_heading(language: Language) -> &'static str;
    /// A slice in words.
    fn slice_name(reporter: &Reporter<'_, Self>, slice: Self::Slice) -> String;
    /// A measure in words.
    fn measure_name(reporter: &Reporter<'_, Self>, measure: Self::Measure) -> String;
    /// The slice of a measure in words.
    fn place_name(reporter: &Reporter<'_, Self>, measure: Self::Measure) -> String;
    /// A heading of the counts of how plays ended, in words.
    fn heading_name(reporter: &Reporter<'_, Self>, heading: &str) -> String;
    /// What comparisons are called and how they are read; `lettered` where the sides are A and B.
    fn pair_words(language: Language, lettered: bool) -> PairWords;

    /// The first words of a report: what was given to the assistants.
    fn given(reporter: &Reporter<'_, Self>) -> Block;
    /// What was played, by whom and how, a point each.
    fn seats(&self, reporter: &Reporter<'_, Self>) -> Vec<String>;
    /// Which of those who made the scores are rules; `None` where that changes nothing in their reading.
    fn ruled(&self, reporter: &Reporter<'_, Self>) -> Option<Ruled>;
    /// What the numbers cannot bear, a point each.
    fn limits(&self, reporter: &Reporter<'_, Self>) -> Vec<String>;
    /// How the tables are read.
    fn reading(reporter: &Reporter<'_, Self>) -> Vec<Block>;
    /// What changes the reading of all numbers, beside rules, the smoke model and what was lost.
    fn cautions(&self, reporter: &Reporter<'_, Self>) -> Vec<String>;
    /// Everything behind the opening.
    fn sections(reporter: &Reporter<'_, Self>, matches: &[Match<'_, Self>]) -> Vec<Section>;
}

/// A run as tables and files for other tools.
pub trait Exported: ReadRun {
    /// A dialogue as chat messages.
    type Dialogue: Serialize;
    /// The columns of a table; `None` where the suite has no such table.
    fn columns(table: TableName) -> Option<Vec<ExportColumn>>;
    /// Hands the rows of a table over, in the study's order, and ends it.
    ///
    /// # Errors
    /// When the run cannot be read, or a row cannot be written.
    fn each_row(&self, table: TableName, sink: &mut dyn Sink) -> Result<(), ExportError>;
    /// Hands all dialogues over, one at a time.
    ///
    /// # Errors
    /// When the run cannot be read, or a dialogue cannot be taken.
    fn dialogues(
        &self,
        take: &mut dyn FnMut(&Self::Dialogue) -> Result<(), ExportError>,
    ) -> Result<(), ExportError>;
    /// All numbers in one document.
    fn results(&self) -> impl Serialize;
}
