//! The pack in numbers, and what became of the plays.

use std::collections::BTreeMap;

use super::Reporter;
use crate::case::{Language, Overview, Spread};
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::lexpilot::evidence::Evidence;
use crate::report::words;

impl Reporter<'_> {
    pub(super) fn pack(&self) -> Section {
        let mut packs: Vec<&Evidence> = Vec::new();
        for run in self.runs {
            if packs.iter().all(|other| other.pack.hash != run.pack.hash) {
                packs.push(run);
            }
        }
        let mut blocks = Vec::new();
        for run in packs {
            let pack = &run.pack;
            let title = run.study.pack.meta.title.get(self.language);
            blocks.push(Block::Text(match self.language {
                Language::En => {
                    format!("{title} ({}, version {}, hash {}).", pack.pack, pack.version, short(&pack.hash))
                }
                Language::Zh => {
                    format!("{title}（{}，第{}版，散列 {}）。", pack.pack, pack.version, short(&pack.hash))
                }
            }));
            if run.study.cases().len() < pack.cases {
                blocks.push(Block::Notice(match self.language {
                    Language::En => format!(
                        "This run played the first {} of {} cases; the tables below are of the whole pack.",
                        run.study.cases().len(),
                        pack.cases
                    ),
                    Language::Zh => {
                        format!(
                            "本次运行仅用前{}件（共{}件）；下表为整个案例集。",
                            run.study.cases().len(),
                            pack.cases
                        )
                    }
                }));
            }
            blocks.push(Block::Table(self.pack_table(pack)));
            blocks.push(Block::Table(self.class_table(pack)));
            blocks.push(Block::Table(self.type_by_class(pack)));
        }
        self.section("pack", "The cases", "案例集", blocks)
    }

    fn pack_table(&self, pack: &Overview) -> Table {
        let headings = [self.say("what", "项目"), self.say("#number", "#数目"), self.say("spread", "分布")];
        let mut table = Table::new(self.say("The pack in numbers", "案例集概况"), &headings);
        let mut row = |en: &str, zh: &str, n: usize, spread: Option<&Spread>| {
            let spread = spread.map(|spread| self.spread(spread)).unwrap_or_default();
            table.row(vec![Cell::text(self.say(en, zh)), Cell::Count(n as u64), Cell::text(spread)]);
        };
        row("cases", "案例", pack.cases, None);
        row("consultation histories", "咨询记录", pack.consultations, None);
        row("claims", "诉讼请求", pack.claims, Some(&pack.claims_per_case));
        row(
            "claims that rest on a missing fact",
            "取决于欠缺事实的请求",
            pack.claims_needing_missing_facts,
            None,
        );
        row("focal points", "争议焦点", pack.focal_points, Some(&pack.focal_points_per_case));
        for count in &pack.verdicts {
            let word = count.verdict.word(self.language);
            let share = count.share.map_or_else(String::new, |share| format!("{:.0}%", share * 100.0));
            table.row(vec![
                Cell::text(format!("{}{word}", self.say("verdict: ", "判决："))),
                Cell::Count(count.claims as u64),
                Cell::text(share),
            ]);
        }
        for (en, zh, spread) in [
            ("key facts a case", "每案关键事实", &pack.key_facts_per_case),
            ("missing facts a case", "每案欠缺事实", &pack.missing_facts_per_case),
            ("provisions cited a case", "每案援引条文", &pack.provisions_per_case),
        ] {
            table.row(vec![Cell::text(self.say(en, zh)), Cell::text(""), Cell::text(self.spread(spread))]);
        }
        for (state, n) in &pack.review {
            let state = if state == "machine" { self.say("machine", "机器") } else { state.as_str() };
            table.row(vec![
                Cell::text(format!("{}{state}", self.say("reviewed by: ", "审阅："))),
                Cell::Count(*n as u64),
                Cell::text(""),
            ]);
        }
        table
    }

    fn spread(&self, spread: &Spread) -> String {
        let (Some(mean), Some(min), Some(max)) = (spread.mean, spread.min, spread.max) else {
            return String::new();
        };
        match self.language {
            Language::En => format!("mean {mean:.2}, {min} to {max}"),
            Language::Zh => format!("均值{mean:.2}，{min}至{max}"),
        }
    }

    fn class_table(&self, pack: &Overview) -> Table {
        let headings = [
            self.say("class of cause", "案由类别"),
            self.say("#causes", "#案由"),
            self.say("#cases", "#案例"),
            self.say("#claims", "#请求"),
            self.say("#mean provisions cited", "#平均援引条文"),
        ];
        let mut table = Table::new(self.say("Classes of causes", "案由类别"), &headings);
        for class in &pack.classes {
            table.row(vec![
                Cell::text(self.class_name(&class.id)),
                Cell::Count(class.causes.len() as u64),
                Cell::Count(class.cases as u64),
                Cell::Count(class.claims as u64),
                Cell::Number(class.provisions_mean, 2),
            ]);
        }
        table
    }

    fn type_by_class(&self, pack: &Overview) -> Table {
        let mut headings = vec![
            self.say("type of focal point", "争议焦点类型").to_owned(),
            self.say("#all", "#合计").to_owned(),
            self.say("#with missing facts", "#含欠缺事实").to_owned(),
        ];
        headings.extend(pack.classes.iter().map(|class| format!("#{}", self.class_name(&class.id))));
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        let mut table = Table::new(
            self.say("Focal points by type and class of cause", "争议焦点：类型与案由类别"),
            &headings,
        );
        let names: BTreeMap<String, String> = self.focal_types().into_iter().collect();
        for kind in &pack.focal_types {
            let mut row = vec![
                Cell::text(names.get(&kind.id).unwrap_or(&kind.id)),
                Cell::Count(kind.focal_points as u64),
                Cell::Count(kind.with_missing_facts as u64),
            ];
            for class in &pack.classes {
                row.push(Cell::Count(kind.by_class.get(&class.id).copied().unwrap_or(0) as u64));
            }
            table.row(row);
        }
        table
    }

    /// `ljp interaction` in words.
    pub(super) fn task_and_setup(&self, name: &str) -> String {
        use crate::suite::lexpilot::{Setup, Task};
        let (task, setup) = name.split_once(' ').map_or((name, None), |(task, setup)| (task, Some(setup)));
        let task = Task::parse(task).map_or_else(|| task.to_owned(), |task| words::task(task).to_owned());
        match setup {
            None => task,
            Some(setup) => {
                let setup = Setup::parse(setup)
                    .map_or_else(|| setup.to_owned(), |setup| words::setup(self.language, setup).to_owned());
                format!("{task}{}{setup}", self.say(" ", ""))
            }
        }
    }
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}
