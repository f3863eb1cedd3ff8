//! What a report says, section by section. Every number comes from `scores.json` or from the records;
//! here it is only chosen, named and put in its place.

mod bearing;
mod complexity;
mod fidelity;
mod judge;
mod opening;
mod pack;
mod panel;
mod published;
mod simulator;
mod tasks;
mod versus;
mod voices;

use crate::case::Language;
use crate::report::document::{Block, Cell, Document, Section, Table, say};
use crate::report::evidence::Evidence;
use crate::report::fidelity::Probes;
use crate::report::units::Slice;
use crate::report::words;
use crate::suite::Estimate;
use crate::suite::lexpilot::{Setup, Task};

pub use versus::comparison;

/// The report of one run, or of several side by side.
pub struct Reporter<'a> {
    /// Which language it is in.
    pub language: Language,
    /// The runs.
    pub runs: &'a [Evidence],
    /// Probes of simulated users, to stand beside them.
    pub probes: &'a [Probes],
}

/// An assistant of a run.
#[derive(Clone)]
struct Player<'a> {
    run: &'a Evidence,
    assistant: usize,
    name: String,
}

/// The language of most cases of a run.
pub fn language_of(run: &Evidence) -> Language {
    let chinese = run.study.cases().iter().filter(|case| case.language == Language::Zh).count();
    if chinese * 2 >= run.study.cases().len() { Language::Zh } else { Language::En }
}

impl<'a> Reporter<'a> {
    /// The whole report.
    pub fn document(&self) -> Document {
        let names: Vec<String> = self.runs.iter().map(|run| run.name.clone()).collect();
        let mut sections = vec![self.opening(), self.bearing(), self.headlines()];
        sections.extend(self.versus());
        sections.extend(self.lca());
        sections.extend(self.dcg());
        sections.extend(self.ljp());
        sections.extend(self.conditions());
        sections.extend(self.voices());
        sections.extend(self.simulator());
        sections.extend(self.fidelity());
        sections.extend(self.judge());
        sections.extend(self.panel());
        sections.push(self.repeats());
        sections.extend(self.complexity());
        sections.push(self.pack());
        sections.push(self.coverage());
        sections.push(self.published());
        Document {
            title: format!(
                "{}{}",
                self.say("LexConsult report: ", "LexConsult 报告："),
                words::list(self.language, &names)
            ),
            language: self.language,
            sections,
        }
    }

    fn say<'b>(&self, en: &'b str, zh: &'b str) -> &'b str {
        say(self.language, en, zh)
    }

    fn text(&self, en: &str, zh: &str) -> Block {
        Block::Text(self.say(en, zh).to_owned())
    }

    fn players(&self) -> Vec<Player<'a>> {
        let of_run = |run: &'a Evidence| {
            run.assistants().into_iter().enumerate().map(move |(assistant, name)| Player {
                run,
                assistant,
                name,
            })
        };
        self.runs.iter().flat_map(of_run).collect()
    }

    /// The name of a player as figures carry it.
    fn named(&self, player: &Player<'_>) -> String {
        if self.runs.len() > 1 {
            format!("{}: {}", player.run.name, player.name)
        } else {
            player.name.clone()
        }
    }

    /// A table whose rows are those of runs: what is the same in several runs stands there once, and a
    /// column of runs that says the same in every row is left out.
    fn by_run(&self, table: Table, column: usize) -> Table {
        table.once_where_alike(column, self.say(", ", "、")).without_sameness(&[column])
    }

    /// Something of every player; what is the same for an assistant in several runs once, under a name
    /// that names no run where it holds in all of them.
    fn alike<T: PartialEq>(&self, of: impl Fn(&Player<'a>) -> Option<T>) -> Vec<(String, T)> {
        let mut found: Vec<(String, Vec<String>, T)> = Vec::new();
        for player in self.players() {
            let Some(value) = of(&player) else { continue };
            let same = found.iter_mut().find(|(name, _, other)| *name == player.name && *other == value);
            match same {
                Some((_, runs, _)) => runs.push(player.run.name.clone()),
                None => found.push((player.name.clone(), vec![player.run.name.clone()], value)),
            }
        }
        let named = |(name, runs, value): (String, Vec<String>, T)| {
            let everywhere = runs.len() == self.runs.len();
            let runs = words::list(self.language, &runs);
            (if everywhere { name } else { format!("{runs}: {name}") }, value)
        };
        found.into_iter().map(named).collect()
    }

    /// All slices of all runs, in order.
    fn slices(&self) -> Vec<Slice> {
        let mut slices: Vec<Slice> = self.runs.iter().flat_map(Evidence::slices).collect();
        slices.sort_unstable();
        slices.dedup();
        slices
    }

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

    /// What is missing from a number, and a mark where too much is.
    fn note(&self, estimate: &Estimate) -> String {
        let missing =
            words::counted(self.language, estimate.missing.iter().map(|(name, n)| (name.as_str(), *n)));
        match (estimate.incomplete, missing.is_empty()) {
            (false, _) => missing,
            (true, true) => self.say("INCOMPLETE", "不完整").to_owned(),
            (true, false) => format!("{}{missing}", self.say("INCOMPLETE: ", "不完整：")),
        }
    }

    /// The coverage of a number as `scored / planned`.
    fn covered(&self, estimate: &Estimate) -> Cell {
        let (n, planned) = (estimate.n, estimate.planned);
        Cell::Text(if n == planned { n.to_string() } else { format!("{n}/{planned}") })
    }

    fn section(&self, id: &'static str, en: &str, zh: &str, blocks: Vec<Block>) -> Section {
        Section { id, title: self.say(en, zh).to_owned(), blocks }
    }
}
