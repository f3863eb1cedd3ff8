//! Against complexity: how scores go with the number of provisions that judgments cite (LexPilot 6.1).

use std::collections::BTreeMap;

use super::{Player, Reporter};
use crate::report::document::{Block, Cell, Figure, Section, Table};
use crate::report::lexpilot::units::Slice;
use crate::report::plot::{Point, Points, points};
use crate::report::seam::ReadRun;
use crate::stats::correlation::rank_correlation;
use crate::suite::lexpilot::{Setup, Task};

/// A cause of action with what was scored under it.
struct Cause {
    provisions: f64,
    right: f64,
    units: u64,
}

impl Reporter<'_> {
    pub(super) fn complexity(&self) -> Option<Section> {
        let slices = self.slices();
        let headings = [
            self.say("task", "任务"),
            self.say("run", "运行"),
            self.say("assistant", "助手"),
            self.say("#causes", "#案由"),
            "#Spearman ρ",
            self.say("#95% interval", "#95%区间"),
            "#p",
        ];
        let mut table = Table::new(
            self.say(
                "Rank correlation over causes of action: mean number of provisions cited against the share right",
                "按案由的秩相关：平均援引条文数与判对率",
            ),
            &headings,
        );
        for &slice in &slices {
            for player in self.players() {
                let causes = causes(&player, slice);
                if causes.is_empty() {
                    continue;
                }
                let x: Vec<Option<f64>> = causes.values().map(|cause| Some(cause.provisions)).collect();
                let y: Vec<Option<f64>> = causes.values().map(|cause| Some(cause.right)).collect();
                let rank = rank_correlation(&x, &y, 0.95).ok();
                table.row(vec![
                    Cell::text(self.slice_name(slice)),
                    Cell::text(player.run.name()),
                    Cell::text(&player.name),
                    Cell::Count(causes.len() as u64),
                    Cell::score(rank.and_then(|rank| rank.spearman_rho)),
                    Cell::Interval(
                        rank.and_then(|rank| rank.spearman_low),
                        rank.and_then(|rank| rank.spearman_high),
                    ),
                    Cell::P(rank.and_then(|rank| rank.spearman_p)),
                ]);
            }
        }
        if table.rows.is_empty() {
            return None;
        }
        table.note(self.say(
            "The share right stands in for the headline metric, which has no value for a cause with few claims. Intervals by Fisher's z with the variance of Bonett and Wright. p is not adjusted: these rows are there to look at, not to test.",
            "请求数少的案由上主要指标无定义，故以判对率代之。区间用Fisher z 及Bonett与Wright的方差。p 未经校正：本表供观察，不作检验。",
        ));
        let mut blocks = vec![Block::Table(self.by_run(table, 1))];
        blocks.extend(self.complexity_figure(&slices).map(Block::Figure));
        Some(self.section("complexity", "Against the complexity of the law", "与法律复杂程度的关系", blocks))
    }

    fn complexity_figure(&self, slices: &[Slice]) -> Option<Figure> {
        let with = |setup| slices.iter().copied().find(|slice| slice.setup == Some(setup));
        let slice = with(Setup::Interaction)
            .or_else(|| with(Setup::Gold))
            .or_else(|| slices.iter().copied().find(|slice| slice.task == Task::Dcg))
            .or_else(|| slices.first().copied())?;
        let places = |player: &Player<'_>| {
            let places: Vec<(f64, f64)> =
                causes(player, slice).values().map(|cause| (cause.provisions, cause.right)).collect();
            (!places.is_empty()).then_some(places)
        };
        let (mut found, mut names) = (Vec::new(), Vec::new());
        for (series, (name, places)) in self.alike(places).into_iter().enumerate() {
            names.push(name);
            found.extend(places.into_iter().map(|(x, y)| Point { x, y, series, label: None }));
        }
        let name = self.slice_name(slice);
        (!found.is_empty()).then(|| Figure {
            id: "complexity",
            caption: format!(
                "{}{name}",
                self.say(
                    "Each cause of action by the provisions that its cases cite and the share right; points at one place stand side by side: ",
                    "各案由的援引条文数与判对率，同一位置的点并排而立："
                )
            ),
            drawing: points(&Points {
                across: self.say("mean number of provisions cited", "平均援引条文数").to_owned(),
                up: self.say("share right", "判对率").to_owned(),
                series: names,
                points: found,
            }),
        })
    }
}

fn causes(player: &Player<'_>, slice: Slice) -> BTreeMap<String, Cause> {
    let cases = player.run.study.cases();
    let mut provisions: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for case in cases {
        let sum = provisions.entry(case.cause.as_str()).or_default();
        sum.0 += case.answer_key().provisions as f64;
        sum.1 += 1.0;
    }
    let mut causes: BTreeMap<String, Cause> = BTreeMap::new();
    for unit in player.run.units() {
        if unit.slice == slice && unit.assistant == player.assistant {
            let name = cases[unit.case].cause.as_str();
            let (sum, n) = provisions.get(name).copied().unwrap_or((0.0, 1.0));
            let cause =
                causes.entry(name.to_owned()).or_insert(Cause { provisions: sum / n, right: 0.0, units: 0 });
            cause.right += unit.right;
            cause.units += 1;
        }
    }
    for cause in causes.values_mut() {
        cause.right /= cause.units.max(1) as f64;
    }
    causes
}
