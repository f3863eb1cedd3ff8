//! Faithfulness, use, abstention, precedents, complexity, and several extractors.

use std::collections::BTreeSet;

use super::Reporter;
use crate::report::document::{Block, Figure, Section, Table};
use crate::report::plot::{DotRow, DotSeries, Dots, dots};
use crate::report::seam::{ReadRun, Told};
use crate::report::threeply::{ArgumentRun, Part};
use crate::report::words;

/// A score with the ends of its interval.
type Placed = Option<(f64, Option<(f64, f64)>)>;

impl Reporter<'_> {
    pub(super) fn headlines(&self) -> Section {
        let (argued, abstaining) = (self.parts(false), self.parts(true));
        let mut blocks = Vec::new();
        let mut add = |table: Table| {
            if !table.rows.is_empty() {
                blocks.push(Block::Table(table));
            }
        };
        add(self.metric_table(
            self.say(
                "Where there is something to argue from: faithfulness, and use of factors. 1 is perfect; below 0 more is invented than there is.",
                "有可论辩之处时：忠实度与要素使用率。1为完全；负值表示捏造多于所有。",
            ),
            &argued,
            &["acc_h_mean", "acc_h_mean_strict", "rec_u_mean", "rec_u_mean_strict"],
        ));
        add(self.metric_table(
            self.say(
                "Where nothing is shared: abstention, which is required there, and faithfulness. Under the paper's policy an abstention is faithful; the strict one takes the mean over those that argued.",
                "无共有要素时：应有的弃权，以及忠实度。论文口径下弃权即为忠实；严格口径只就作了论证者取均值。",
            ),
            &abstaining,
            &["abstention_ratio", "abstention_ratio_strict", "acc_h_mean", "acc_h_mean_strict"],
        ));
        add(self.metric_table(
            self.say(
                "The same from the sums over all triples, in which long triples weigh more",
                "同上，按全部三元组的总数计算，要素多者权重大",
            ),
            &self.slices(),
            &["acc_h_pooled", "acc_h_pooled_strict", "rec_u_pooled", "rec_u_pooled_strict"],
        ));
        blocks.extend(self.faithfulness_figure().map(Block::Figure));
        self.section("headlines", "Headlines", "主要结果", blocks)
    }

    fn faithfulness_figure(&self) -> Option<Figure> {
        let parts = self.slices();
        let rows = parts.iter().map(|part| (ArgumentRun::slice_name(self, *part), *part, None));
        self.dots_of(
            "faithfulness",
            self.say(
                "Faithfulness by mode and assistant, under the paper's policy, with 95% intervals over triples. Further right fewer factors are invented.",
                "各模式、各助手的忠实度（论文口径），附95%三元组区间。越靠右，捏造的要素越少。",
            ),
            &rows.collect::<Vec<_>>(),
        )
    }

    /// Faithfulness of every assistant in each of these rows: a name, a mode, and a group within it.
    fn dots_of(
        &self,
        id: &'static str,
        caption: &str,
        wanted: &[(String, Part, Option<String>)],
    ) -> Option<Figure> {
        let players = self.alike(|player| {
            let place = |(_, part, group): &(String, Part, Option<String>)| -> Placed {
                let found = player.run.estimate(*part, &player.name, group.as_deref(), "acc_h_mean")?;
                Some((found.point?, found.low.zip(found.high)))
            };
            let places: Vec<Placed> = wanted.iter().map(place).collect();
            places.iter().any(Option::is_some).then_some(places)
        });
        let mut rows = Vec::new();
        for (at, (name, ..)) in wanted.iter().enumerate() {
            let point = |(series, (_, places)): (usize, &(String, Vec<Placed>))| {
                places[at].map(|(value, ends)| DotSeries { series, value, ends })
            };
            let points: Vec<DotSeries> = players.iter().enumerate().filter_map(point).collect();
            if !points.is_empty() {
                rows.push(DotRow { label: name.clone(), points });
            }
        }
        (!rows.is_empty()).then(|| Figure {
            id,
            caption: caption.to_owned(),
            drawing: dots(&Dots {
                axis: words::metric(self.language, "acc_h_mean"),
                series: players.into_iter().map(|(name, _)| name).collect(),
                rows,
            }),
        })
    }

    pub(super) fn abstention(&self) -> Option<Section> {
        let required = self.metric_table(
            self.say(
                "Where nothing is shared. In any words: what declines and makes no argument; required sentence: that sentence and nothing else.",
                "无共有要素时。不论措辞：拒绝且未作论证；用规定语句：仅有该句，别无其他。",
            ),
            &self.parts(true),
            &[
                "abstention_ratio",
                "abstention_ratio_strict",
                "near_miss_rate",
                "spurious_argument_rate",
                "reasoning_says_stop_rate",
                "acc_h_mean_failed_only",
            ],
        );
        let wrong = self.metric_table(
            self.say("Where something is shared, so that abstaining is wrong", "有共有要素，弃权即为错误时"),
            &self.parts(false),
            &["wrong_abstention_rate", "near_miss_rate"],
        );
        let blocks: Vec<Block> =
            [required, wrong].into_iter().filter(|table| !table.rows.is_empty()).map(Block::Table).collect();
        (!blocks.is_empty()).then(|| self.section("abstention", "Abstention", "弃权", blocks))
    }

    pub(super) fn precedents(&self) -> Option<Section> {
        let table = self.metric_table(
            self.say(
                "A side cites right when it relies on a precedent that was decided for it and shares a factor with the current case, or on none where there is none; of the arguments that do not abstain",
                "一方援引得当：所据先例为其胜诉且与本案有共有要素，或无此先例时未援引；仅计未弃权的论证",
            ),
            &self.parts(false),
            &["plaintiff_cites_right", "defendant_cites_right"],
        );
        (!table.rows.is_empty())
            .then(|| self.section("precedents", "The right precedent", "援引得当", vec![Block::Table(table)]))
    }

    /// By complexity, where a mode has several.
    pub(super) fn complexity(&self) -> Option<Section> {
        let complexities: BTreeSet<u32> = self
            .runs
            .iter()
            .flat_map(|run| run.study.triples().iter().map(|triple| triple.complexity))
            .collect();
        let groups: Vec<(String, String)> =
            complexities.iter().map(|c| (format!("complexity:{c}"), c.to_string())).collect();
        let parts = self.slices();
        let mut blocks = Vec::new();
        for part in &parts {
            let metrics: &[&str] = if part.requires_abstention() {
                &["abstention_ratio", "abstention_ratio_strict", "acc_h_mean"]
            } else {
                &["acc_h_mean", "acc_h_mean_strict", "rec_u_mean", "rec_u_mean_strict"]
            };
            let columns: Vec<(Part, &str, String)> =
                metrics.iter().map(|metric| (*part, *metric, words::metric(self.language, metric))).collect();
            let caption = format!(
                "{}{}",
                ArgumentRun::slice_name(self, *part),
                self.say(", by complexity", "：按复杂度")
            );
            let table = self.group_table(&caption, &groups, &columns);
            if !table.rows.is_empty() {
                blocks.push(Block::Table(table));
            }
        }
        if blocks.is_empty() {
            return None;
        }
        let mut wanted = Vec::new();
        for part in &parts {
            for (group, name) in &groups {
                let mode = ArgumentRun::slice_name(self, *part);
                wanted.push((format!("{mode}{}{name}", self.say(", ", "，")), *part, Some(group.clone())));
            }
        }
        let figure = self.dots_of(
            "complexity",
            self.say(
                "Faithfulness by mode and complexity (factors a case, one more or less), with 95% intervals over triples.",
                "各模式、各复杂度（每案要素数，上下相差一）下的忠实度，附95%三元组区间。",
            ),
            &wanted,
        );
        blocks.extend(figure.map(Block::Figure));
        Some(self.section("complexity", "Against the number of factors", "与要素数目的关系", blocks))
    }

    /// How further extractors read the same answers.
    pub(super) fn extractors(&self) -> Option<Section> {
        let table = self.metric_table(
            self.say(
                "Further extractors on the same answers, against the leading one: of the factors that each lists, the share that the leading one lists too; of those of the leading one, the share that each lists; and how often both say the same of abstaining. That extractors agree does not say that they are right.",
                "其他提取者就同样回答与首位提取者的对照：其所列要素中首位亦列者的比例；首位所列要素中其亦列者的比例；对是否弃权判断一致的比例。提取者彼此一致，并不说明提取得对。",
            ),
            &self.slices(),
            &["extraction_precision", "extraction_recall", "abstention_agreement"],
        );
        (!table.rows.is_empty()).then(|| {
            self.section(
                "extractors",
                "Several extractors on the same answers",
                "多名提取者读同样的回答",
                vec![Block::Table(table)],
            )
        })
    }
}
