//! Several judges on the same answers: how far they agree, and each one's scores beside those of the
//! panels.

use super::Reporter;
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::lexpilot::evidence::Evidence;
use crate::report::seam::ReadRun;
use crate::report::words;
use crate::suite::JudgeAgreement;
use crate::suite::lexpilot::{Policy, Task};

impl Reporter<'_> {
    pub(super) fn panel(&self) -> Option<Section> {
        let runs: Vec<&Evidence> =
            self.runs.iter().filter(|run| !run.scores().agreement.is_empty()).collect();
        runs.first()?;
        let mut blocks = vec![
            Block::Table(self.panel_scores(&runs)),
            Block::Table(self.judges_agree(&runs, false)),
            Block::Table(self.judges_agree(&runs, true)),
        ];
        for run in &runs {
            for found in run.scores().agreement.iter().filter(|found| found.group.is_none()) {
                blocks.push(Block::Table(self.judges_table(run, found)));
            }
        }
        Some(self.section("panel", "Several judges on the same answers", "多名评判者评同样的回答", blocks))
    }

    /// The headline of each slice under each judge and each panel.
    fn panel_scores(&self, runs: &[&Evidence]) -> Table {
        let headings = [
            self.say("task", "任务"),
            self.say("metric", "指标"),
            self.say("run", "运行"),
            self.say("assistant", "助手"),
            self.say("judge or panel", "评判者或合议"),
            self.say("#point", "#分值"),
            self.say("#95% interval", "#95%区间"),
            "#n",
            self.say("missing", "缺失"),
        ];
        let caption = self.say(
            "Headlines under each judge, and under all of them as a panel",
            "各评判者之下及合议之下的主要结果",
        );
        let mut table = Table::new(caption, &headings);
        for slice in self.slices() {
            for run in runs {
                let judges = run.study.judges.iter().map(|judge| judge.seat.name());
                let by: Vec<String> =
                    judges.chain(Policy::ALL.map(|policy| policy.name().to_owned())).collect();
                for assistant in run.assistants() {
                    for judge in &by {
                        let found = run.estimate_by(judge, slice, &assistant, None, slice.headline());
                        let Some(estimate) = found else { continue };
                        table.row(vec![
                            Cell::text(self.slice_name(slice)),
                            Cell::text(words::metric(self.language, slice.headline())),
                            Cell::text(run.name()),
                            Cell::text(&assistant),
                            Cell::text(judge),
                            Cell::score(estimate.point),
                            Cell::Interval(estimate.low, estimate.high),
                            self.covered(estimate),
                            Cell::text(self.note(estimate)),
                        ]);
                    }
                }
            }
        }
        let mut table = table.without_sameness(&[2, 3]);
        table.note(self.say(
            "panel/majority takes the label that more than half of the judges give, panel/unanimous the one that all give. A unit without such a label (a tie, for one) is taken out as “judges divided” and held against nobody; a consultation of DCG is taken out with any of its requests, of LJP the claim alone. So a panel's score is that of the units on which its judges agree, which are the easier ones.",
            "panel/majority取过半数评判者所给的标签，panel/unanimous取全体一致的标签。没有这种标签的单位（例如票数相等）以“评判者意见不一”剔除，不计为任何一方之失；DCG中任一提问未决，整次咨询即剔除，LJP中只剔除该项请求。因此合议之下的分数是评判者意见一致的单位的分数，这些单位往往较易。",
        ));
        table
    }

    /// Every two judges: task by task, or class by class.
    fn judges_agree(&self, runs: &[&Evidence], by_class: bool) -> Table {
        let caption = if by_class {
            self.say("Agreement of the judges by class of cause", "评判者之间的一致程度：按案由类别")
        } else {
            self.say(
                "Agreement of the judges on what both labelled",
                "评判者之间的一致程度（就双方均有标签者）",
            )
        };
        let headings = [
            self.say("task", "任务"),
            self.say("group", "类别"),
            self.say("run", "运行"),
            self.say("first judge", "评判者甲"),
            self.say("second judge", "评判者乙"),
            "#n",
            self.say("#left out", "#略去"),
            self.say("#agreement", "#一致率"),
            self.say("#95% interval", "#95%区间"),
            "#κ",
            self.say("#95% interval of κ", "#κ的95%区间"),
            "#PABAK",
        ];
        let mut table = Table::new(caption, &headings);
        for run in runs {
            for found in run.scores().agreement.iter().filter(|found| found.group.is_some() == by_class) {
                let class = found.group.as_deref().map(|group| group.trim_start_matches("class:"));
                table.row(vec![
                    Cell::text(task_of(found)),
                    Cell::text(class.map(|class| self.class_name(class)).unwrap_or_default()),
                    Cell::text(run.name()),
                    Cell::text(&found.first),
                    Cell::text(&found.second),
                    Cell::Count(found.n),
                    Cell::Count(found.missing_first + found.missing_second),
                    Cell::score(found.agreement),
                    Cell::Interval(found.agreement_low, found.agreement_high),
                    Cell::score(found.kappa),
                    Cell::Interval(found.kappa_low, found.kappa_high),
                    Cell::score(found.pabak),
                ]);
            }
        }
        let mut table = table.without_sameness(&[1, 2, 3, 4]);
        if !by_class {
            table.note(self.say(
                "Units: one message (LCA), one request (DCG), one claim (LJP), over all assistants, setups and repeats; left out is what one of the two has no label for. Intervals resample cases. κ is Cohen's; where nearly everything has one label it is low although the judges agree, so read it with the table of labels. PABAK is 2 × agreement − 1. That judges agree does not say that they are right.",
                "单位：一条消息（LCA）、一次提问（DCG）、一项请求（LJP），合各助手、设置与重复计；一方无标签者略去。区间就案例重抽样。κ为Cohen κ：几乎全属同一标签时，评判者虽一致κ也低，须与标签表对照。PABAK为2×一致率−1。评判者彼此一致，并不说明他们判得对。",
            ));
        }
        table
    }

    /// The table of labels of two judges in one task.
    fn judges_table(&self, run: &Evidence, found: &JudgeAgreement) -> Table {
        let mut caption = format!(
            "{}{}{}{}{}",
            task_of(found),
            self.say(": rows ", "：行为"),
            found.first,
            self.say(", columns ", "，列为"),
            found.second
        );
        if self.runs.len() > 1 {
            caption = format!("{}, {caption}", run.name());
        }
        let mut headings = vec![self.say("label", "标签").to_owned()];
        headings.extend(found.labels.iter().map(|label| format!("#{}", words::label(self.language, label))));
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        let mut table = Table::new(caption, &headings);
        for (label, counts) in found.labels.iter().zip(&found.confusion) {
            let mut row = vec![Cell::text(words::label(self.language, label))];
            row.extend(counts.iter().map(|count| Cell::Count(*count)));
            table.row(row);
        }
        table
    }
}

/// The task in short.
fn task_of(found: &JudgeAgreement) -> &str {
    match Task::parse(&found.task) {
        Some(task) => words::task(task),
        None => &found.task,
    }
}
