//! What became of the plays of any suite.

use super::Reporter;
use crate::case::Language;
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::seam::Told;
use crate::report::words;

impl<R: Told> Reporter<'_, R> {
    pub(super) fn coverage(&self) -> Section {
        let headings = [
            self.say("run", "运行"),
            R::slice_heading(self.language),
            self.say("how the plays ended", "如何结束"),
            self.say("#plays", "#次数"),
        ];
        let mut ends = Table::new(self.say("How plays ended", "各次如何结束"), &headings);
        for run in self.runs {
            for (task, stops) in &run.scores().coverage.stops {
                ends.row(vec![
                    Cell::text(run.name()),
                    Cell::text(R::heading_name(self, task)),
                    Cell::text(words::counted(
                        self.language,
                        stops.iter().map(|(stop, n)| (stop.as_str(), *n)),
                    )),
                    Cell::Count(stops.values().sum()),
                ]);
            }
        }
        let mut blocks = vec![Block::Table(self.by_run(ends, 0))];
        for run in self.runs {
            let lost = self.lost(run);
            blocks.push(Block::Text(match self.runs.len() {
                1 => lost,
                _ => format!("{}{}{lost}", run.name(), self.say(": ", "：")),
            }));
        }
        let versions: Vec<String> =
            self.runs.iter().map(|run| format!("{} {}", run.name(), run.scores().version)).collect();
        blocks.push(Block::Text(match self.language {
            Language::En => format!("Scored by version: {}.", words::list(self.language, &versions)),
            Language::Zh => format!("计分程序版本：{}。", words::list(self.language, &versions)),
        }));
        self.section("coverage", "Coverage", "覆盖情况", blocks)
    }
}
