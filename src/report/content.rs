//! What a report says, section by section. Every number comes from `scores.json` or from the records;
//! here it is only chosen, named and put in its place. What is here is said of runs of any suite; what a
//! suite says besides stands in its folder.

mod bearing;
mod coverage;
mod findings;
mod lexpilot;
mod opening;
mod printed;
mod tables;
mod threeply;
mod versus;

use crate::case::Language;
use crate::report::document::{Block, Cell, Document, Section, Table, say};
use crate::report::fidelity::Probes;
use crate::report::seam::Told;
use crate::report::words;
use crate::suite::Estimate;

pub use bearing::Ruled;
pub use versus::{Match, PairWords, comparison};

/// The report of one run, or of several side by side.
pub struct Reporter<'a, R> {
    /// Which language it is in.
    pub language: Language,
    /// The runs.
    pub runs: &'a [R],
    /// Probes of simulated users, to stand beside them.
    pub probes: &'a [Probes],
}

/// An assistant of a run.
struct Player<'a, R> {
    run: &'a R,
    assistant: usize,
    name: String,
}

impl<'a, R: Told> Reporter<'a, R> {
    /// The whole report.
    pub fn document(&self) -> Document {
        let names: Vec<String> = self.runs.iter().map(|run| run.name().to_owned()).collect();
        let matches = self.matches();
        let mut sections = vec![self.findings(&matches), self.opening(), self.bearing()];
        sections.extend(R::sections(self, &matches));
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

    fn players(&self) -> Vec<Player<'a, R>> {
        let of_run = |run: &'a R| {
            run.assistants().into_iter().enumerate().map(move |(assistant, name)| Player {
                run,
                assistant,
                name,
            })
        };
        self.runs.iter().flat_map(of_run).collect()
    }

    /// The name of a player as figures carry it.
    fn named(&self, player: &Player<'_, R>) -> String {
        if self.runs.len() > 1 {
            format!("{}: {}", player.run.name(), player.name)
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
    fn alike<T: PartialEq>(&self, of: impl Fn(&Player<'a, R>) -> Option<T>) -> Vec<(String, T)> {
        let mut found: Vec<(String, Vec<String>, T)> = Vec::new();
        for player in self.players() {
            let Some(value) = of(&player) else { continue };
            let same = found.iter_mut().find(|(name, _, other)| *name == player.name && *other == value);
            match same {
                Some((_, runs, _)) => runs.push(player.run.name().to_owned()),
                None => found.push((player.name.clone(), vec![player.run.name().to_owned()], value)),
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
    fn slices(&self) -> Vec<R::Slice> {
        let mut slices: Vec<R::Slice> = self.runs.iter().flat_map(R::slices).collect();
        slices.sort_unstable();
        slices.dedup();
        slices
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
