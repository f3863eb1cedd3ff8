//! Figures that the paper prints, apart from all others, and marked.

use super::{Reporter, mode};
use crate::case::Language;
use crate::report::content::printed::{Printed, Published, mark};
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::words;

const THREEPLY: &str = include_str!("../../../../results/published/threeply.yaml");

/// A column: metric, mode.
const COLUMNS: &[(&str, &str)] = &[
    ("acc_h_mean", "arguable"),
    ("acc_h_mean", "reordered"),
    ("acc_h_mean", "non-arguable"),
    ("rec_u_mean", "arguable"),
    ("rec_u_mean", "reordered"),
    ("abstention_ratio", "non-arguable"),
];

/// Of what a figure of a model is: its name, and the mode.
fn model_and_mode(printed: &Printed) -> Option<(&str, &str)> {
    printed.of.rsplit_once(", ").filter(|(_, mode)| COLUMNS.iter().any(|(_, known)| known == mode))
}

impl Reporter<'_> {
    pub(super) fn published(&self) -> Section {
        let (mark, published) = (mark(self.language), Published::of(THREEPLY));
        let mut headings = vec![self.say("model", "模型").to_owned()];
        headings.extend(COLUMNS.iter().map(|(metric, of_mode)| {
            let metric = words::metric(self.language, metric);
            format!("#{metric}{}{}", self.say(", ", "，"), mode(self.language, of_mode))
        }));
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        let mut table = Table::new(format!("{} ({mark})", published.source.title), &headings);
        let mut models: Vec<&str> = Vec::new();
        for (model, _) in published.figures.iter().filter_map(model_and_mode) {
            if !models.contains(&model) {
                models.push(model);
            }
        }
        for model in models {
            let mut row = vec![Cell::text(model)];
            for column in COLUMNS {
                let is_it = |printed: &&Printed| {
                    printed.metric == column.0 && model_and_mode(printed) == Some((model, column.1))
                };
                let found = published.figures.iter().find(is_it);
                row.push(Cell::score(found.and_then(|printed| printed.value)));
            }
            table.row(row);
        }
        table.note(self.say(
            "Tables 2 to 4 of the paper: 30 triples a mode, complexity 12, each argued once. The paper's faithfulness where nothing is shared seems to take in abstentions, as the paper's policy here does. n/a: not printed.",
            "论文表2至表4：每种模式30个三元组，复杂度12，各论证一次。无共有要素时论文的忠实度似计入弃权者，与此处的论文口径相同。“无”：原文未列。",
        ));
        let blocks = vec![
            Block::Notice(match self.language {
                Language::En => format!(
                    "{mark}: these figures cannot be set against the ones above. The triples, the prompt and the extractor (GPT-4.1 in the paper) are others."
                ),
                Language::Zh => {
                    format!(
                        "{mark}：以下数字不能与上文数字相比。三元组、提示词与提取者（论文用GPT-4.1）均不相同。"
                    )
                }
            }),
            Block::Table(table),
        ];
        self.section("published", "Published figures, apart", "已发表的数字（另列）", blocks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_of_a_model_stands_in_the_table() {
        let published = Published::of(THREEPLY);
        let of_models: Vec<&Printed> =
            published.figures.iter().filter(|printed| model_and_mode(printed).is_some()).collect();
        assert_eq!((published.figures.len(), of_models.len()), (50, 48));
        for language in [Language::En, Language::Zh] {
            let section = Reporter { language, runs: &[], probes: &[] }.published();
            let tables = section.blocks.iter().filter_map(|block| match block {
                Block::Table(table) => Some(table),
                _ => None,
            });
            let cells: Vec<&Cell> = tables.flat_map(|table| table.rows.iter().flatten()).collect();
            let printed = cells.iter().filter(|cell| matches!(cell, Cell::Number(Some(_), _))).count();
            assert_eq!((printed, of_models.len()), (48, 48));
        }
    }
}
