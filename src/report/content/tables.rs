//! Tables of estimates, for any suite: by metric, by group, and over the repeats.

use super::{Player, Reporter};
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::seam::{Sliced, Told};
use crate::report::words;
use crate::suite::Estimate;

impl<R: Told> Player<'_, R> {
    /// How often its labels flip between repeats, where the suite counts that.
    fn flips(&self, slice: R::Slice) -> Option<&Estimate> {
        self.run.estimate(slice, &self.name, None, "flip_rate")
    }
}

impl<R: Told> Reporter<'_, R> {
    fn names(&self, player: &Player<'_, R>) -> Vec<Cell> {
        vec![Cell::text(player.run.name()), Cell::text(&player.name)]
    }

    fn numbers(&self, estimate: &Estimate) -> Vec<Cell> {
        vec![
            Cell::score(estimate.point),
            Cell::Interval(estimate.low, estimate.high),
            Cell::score(estimate.sd),
            self.covered(estimate),
            Cell::text(self.note(estimate)),
        ]
    }

    fn number_headings(&self) -> [&'static str; 5] {
        match self.language {
            crate::case::Language::En => ["#point", "#95% interval", "#SD", "#n", "missing"],
            crate::case::Language::Zh => ["#分值", "#95%区间", "#SD", "#n", "缺失"],
        }
    }

    /// A table of metrics in one or more slices, a row each; the column of a name that all rows share
    /// is left out.
    pub(super) fn metric_table(&self, caption: &str, slices: &[R::Slice], metrics: &[&str]) -> Table {
        let [point, interval, sd, n, missing] = self.number_headings();
        let headings = [
            R::slice_heading(self.language),
            self.say("metric", "指标"),
            self.say("run", "运行"),
            self.say("assistant", "助手"),
            self.say("judge", "评判者"),
            point,
            interval,
            sd,
            n,
            missing,
        ];
        let mut table = Table::new(caption, &headings);
        for &slice in slices {
            for metric in metrics {
                for player in self.players() {
                    for judge in player.run.judges() {
                        let found = player.run.estimate_by(&judge, slice, &player.name, None, metric);
                        let Some(estimate) = found else { continue };
                        let mut row = vec![
                            Cell::text(R::slice_name(self, slice)),
                            Cell::text(words::metric(self.language, metric)),
                        ];
                        row.extend(self.names(&player));
                        row.push(Cell::text(judge));
                        row.extend(self.numbers(estimate));
                        table.row(row);
                    }
                }
            }
        }
        let nothing_missing = table.rows.iter().all(|row| row.last() == Some(&Cell::text("")));
        let mut alike = vec![0, 2, 4];
        if nothing_missing {
            alike.push(9);
        }
        table.once_where_alike(2, self.say(", ", "、")).without_sameness(&alike)
    }

    /// A table by group: rows are groups and assistants, each with several metrics and their intervals.
    pub(super) fn group_table(
        &self,
        caption: &str,
        groups: &[(String, String)],
        columns: &[(R::Slice, &str, String)],
    ) -> Table {
        let group = self.say("group", "类别");
        let mut headings: Vec<String> = vec![
            group.to_owned(),
            self.say("run", "运行").to_owned(),
            self.say("assistant", "助手").to_owned(),
        ];
        for (.., name) in columns {
            headings.push(format!("#{name}"));
            headings.push(self.say("#95% interval", "#95%区间").to_owned());
        }
        headings.push("#n".to_owned());
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        let mut table = Table::new(caption, &headings);
        for (group, name) in groups {
            for player in self.players() {
                let estimates: Vec<Option<&Estimate>> = columns
                    .iter()
                    .map(|(slice, metric, _)| player.run.estimate(*slice, &player.name, Some(group), metric))
                    .collect();
                let Some(first) = estimates.iter().flatten().next() else { continue };
                let mut row = vec![Cell::text(name)];
                row.extend(self.names(&player));
                let n = self.covered(first);
                for estimate in estimates {
                    row.push(Cell::score(estimate.and_then(|estimate| estimate.point)));
                    row.push(Cell::Interval(
                        estimate.and_then(|estimate| estimate.low),
                        estimate.and_then(|estimate| estimate.high),
                    ));
                }
                row.push(n);
                table.row(row);
            }
        }
        self.by_run(table, 1)
    }

    pub(super) fn repeats(&self) -> Section {
        let flips = self
            .slices()
            .into_iter()
            .any(|slice| self.players().iter().any(|player| player.flips(slice).is_some()));
        let headings = [
            R::slice_heading(self.language),
            self.say("metric", "指标"),
            self.say("run", "运行"),
            self.say("assistant", "助手"),
            self.say("#mean", "#均值"),
            "#SD",
            self.say("each repeat", "各次重复"),
            self.say("#flips between repeats", "#重复间不一致"),
        ];
        let caption = match flips {
            true => self.say(
                "Mean and SD (sample) over the repeats, and the share of units whose label is not the same in all of them",
                "各次重复的均值与标准差（样本），及标签不全一致的单位所占比例",
            ),
            false => self.say("Mean and SD (sample) over the repeats", "各次重复的均值与标准差（样本）"),
        };
        let columns = if flips { headings.len() } else { headings.len() - 1 };
        let mut table = Table::new(caption, &headings[..columns]);
        for slice in self.slices() {
            for metric in slice.headlines() {
                for player in self.players() {
                    let found = player.run.estimate(slice, &player.name, None, metric);
                    let Some(estimate) = found else { continue };
                    let each: Vec<String> = estimate
                        .per_repeat
                        .iter()
                        .map(|value| Cell::score(*value).shown(self.language))
                        .collect();
                    let mut row = vec![
                        Cell::text(R::slice_name(self, slice)),
                        Cell::text(words::metric(self.language, metric)),
                    ];
                    row.extend(self.names(&player));
                    row.extend([
                        Cell::score(estimate.mean),
                        Cell::score(estimate.sd),
                        Cell::text(each.join(self.say(", ", "、"))),
                    ]);
                    if flips {
                        row.push(Cell::score(player.flips(slice).and_then(|flips| flips.point)));
                    }
                    table.row(row);
                }
            }
        }
        let mut table = self.by_run(table, 2);
        if self.runs.iter().any(|run| run.repeats() < 2) {
            table.note(self.say(
                "With one repeat there is no SD, and nothing is known about how the same question is answered twice.",
                "只有一次重复时没有标准差，无从得知同一问题再问一次会如何。",
            ));
        }
        self.section("repeats", "The same cases again", "同样的案例再问一次", vec![Block::Table(table)])
    }
}
