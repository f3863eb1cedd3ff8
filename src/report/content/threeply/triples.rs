//! The triples in numbers.

use std::collections::BTreeMap;

use super::{Reporter, mode};
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::seam::{ReadRun, Told};
use crate::report::threeply::ArgumentRun;
use crate::suite::threeply::{Case, Mode, Triple};

impl Reporter<'_> {
    pub(super) fn triples(&self) -> Section {
        let headings = [
            self.say("run", "运行"),
            ArgumentRun::slice_heading(self.language),
            self.say("#complexity", "#复杂度"),
            self.say("#triples", "#三元组"),
            self.say("#factors, current case", "#本案要素"),
            self.say("#factors, TSC1", "#TSC1要素"),
            self.say("#factors, TSC2", "#TSC2要素"),
            self.say("#shared with TSC1", "#与TSC1共有"),
            self.say("#shared with TSC2", "#与TSC2共有"),
        ];
        let mut table = Table::new(self.say("The triples, means a triple", "三元组概况（均值）"), &headings);
        for run in self.runs {
            let mut groups: BTreeMap<(Mode, u32), Vec<&Triple>> = BTreeMap::new();
            for triple in run.study.triples() {
                groups.entry((triple.mode, triple.complexity)).or_default().push(triple);
            }
            for ((of_mode, complexity), triples) in groups {
                let mean = |size: &dyn Fn(&Triple) -> usize| {
                    let sum: usize = triples.iter().map(|triple| size(triple)).sum();
                    Cell::Number(Some(sum as f64 / triples.len() as f64), 2)
                };
                let mut row = vec![
                    Cell::text(run.name()),
                    Cell::text(mode(self.language, of_mode.name())),
                    Cell::Count(u64::from(complexity)),
                    Cell::Count(triples.len() as u64),
                ];
                row.extend(Case::ALL.map(|case| mean(&|triple| triple.factors_of(case).len())));
                row.extend(Case::PRECEDENTS.map(|case| mean(&|triple| triple.shared_with(case).len())));
                table.row(row);
            }
        }
        self.section("triples", "The triples", "三元组", vec![Block::Table(self.by_run(table, 0))])
    }
}
