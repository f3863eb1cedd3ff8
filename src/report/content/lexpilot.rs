//! What reports say of consultations.

mod complexity;
mod fidelity;
mod judge;
mod limits;
mod pack;
mod pairs;
mod panel;
mod published;
mod seats;
mod simulator;
mod tasks;
mod voices;

use super::{Match, PairWords, Ruled};
use crate::case::Language;
use crate::report::document::{Block, Section, say};
use crate::report::lexpilot::evidence::Evidence;
use crate::report::lexpilot::units::Slice;
use crate::report::seam::Told;
use crate::report::words;
use crate::suite::lexpilot::{Setup, Task};

/// Reports on consultations.
type Reporter<'a> = super::Reporter<'a, Evidence>;
/// An assistant of a run of consultations.
type Player<'a> = super::Player<'a, Evidence>;

impl Told for Evidence {
    fn slice_heading(language: Language) -> &'static str {
        say(language, "task", "任务")
    }

    fn slice_name(reporter: &Reporter<'_>, slice: Slice) -> String {
        reporter.slice_name(slice)
    }

    fn measure_name(reporter: &Reporter<'_>, slice: Slice) -> String {
        reporter.slice_name(slice)
    }

    fn place_name(reporter: &Reporter<'_>, slice: Slice) -> String {
        reporter.slice_name(slice)
    }

    fn heading_name(reporter: &Reporter<'_>, heading: &str) -> String {
        reporter.task_and_setup(heading)
    }

    fn pair_words(language: Language, lettered: bool) -> PairWords {
        pairs::words(language, lettered)
    }

    fn given(reporter: &Reporter<'_>) -> Block {
        reporter.given()
    }

    fn seats(&self, reporter: &Reporter<'_>) -> Vec<String> {
        reporter.seats(self)
    }

    fn ruled(&self, reporter: &Reporter<'_>) -> Option<Ruled> {
        self.head.scores.rules.then(|| reporter.ruled(self))
    }

    fn limits(&self, reporter: &Reporter<'_>) -> Vec<String> {
        reporter.limits(self)
    }

    fn reading(reporter: &Reporter<'_>) -> Vec<Block> {
        reporter.reading()
    }

    fn cautions(&self, reporter: &Reporter<'_>) -> Vec<String> {
        self.calibration.iter().filter_map(|calibrated| reporter.caution(calibrated)).collect()
    }

    fn sections(reporter: &Reporter<'_>, matches: &[Match<'_, Self>]) -> Vec<Section> {
        let mut sections = vec![reporter.headlines()];
        sections.extend(reporter.versus(matches));
        sections.extend(reporter.lca());
        sections.extend(reporter.dcg());
        sections.extend(reporter.ljp());
        sections.extend(reporter.conditions());
        sections.extend(reporter.voices());
        sections.extend(reporter.simulator());
        sections.extend(reporter.fidelity());
        sections.extend(reporter.judge());
        sections.extend(reporter.panel());
        sections.push(reporter.repeats());
        sections.extend(reporter.complexity());
        sections.push(reporter.pack());
        sections.push(reporter.coverage());
        sections.push(reporter.published());
        sections
    }
}

impl Reporter<'_> {
    fn slices_of(&self, task: Task) -> Vec<Slice> {
        self.slices().into_iter().filter(|slice| slice.task == task).collect()
    }

    /// A slice in words: the task, its setup, and the condition where there are several.
    fn slice_name(&self, slice: Slice) -> String {
        let mut name = words::task(slice.task).to_owned();
        if let Some(setup) = slice.setup {
            name.push_str(self.say(" ", ""));
            name.push_str(words::setup(self.language, setup));
        }
        let several =
            self.slices().iter().filter(|other| other.setup == Some(Setup::Interaction)).count() > 1;
        if let Some(condition) = slice.condition.filter(|_| several) {
            let condition = words::condition(self.language, condition);
            name.push_str(&match self.language {
                Language::En => format!(" ({condition})"),
                Language::Zh => format!("（{condition}）"),
            });
        }
        name
    }

    /// The name of a class of causes.
    fn class_name(&self, id: &str) -> String {
        let found = self.runs.iter().find_map(|run| run.study.pack.taxonomy.class(id));
        found.map_or_else(|| id.to_owned(), |class| class.name(self.language).to_owned())
    }

    /// Classes that were played, in the order of the class files.
    fn classes(&self) -> Vec<String> {
        let mut classes: Vec<String> = Vec::new();
        for run in self.runs {
            for class in &run.study.pack.taxonomy.classes {
                let played = run.study.cases().iter().any(|case| case.class == class.id);
                if played && !classes.contains(&class.id) {
                    classes.push(class.id.clone());
                }
            }
        }
        classes
    }

    /// Types of focal points with their names.
    fn focal_types(&self) -> Vec<(String, String)> {
        let mut types: Vec<(String, String)> = Vec::new();
        for kind in self.runs.iter().flat_map(|run| &run.study.pack.taxonomy.types) {
            if types.iter().all(|(id, _)| *id != kind.id) {
                types.push((kind.id.clone(), kind.name(self.language).to_owned()));
            }
        }
        types
    }
}
