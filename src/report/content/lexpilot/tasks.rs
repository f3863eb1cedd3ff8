//! The tables of the tasks: headlines, LCA, DCG, LJP, conditions, repeats.

use super::{Player, Reporter};
use crate::report::document::{Block, Figure, Section, Table};
use crate::report::lexpilot::units::Slice;
use crate::report::plot::{DotRow, DotSeries, Dots, Heat, Point, Points, dots, heat, points};
use crate::report::seam::ReadRun;
use crate::report::words;
use crate::suite::lexpilot::{Setup, Task};

/// A score with the ends of its interval.
type Placed = Option<(f64, Option<(f64, f64)>)>;

impl Reporter<'_> {
    fn by_class(&self) -> Vec<(String, String)> {
        self.classes().into_iter().map(|id| (format!("class:{id}"), self.class_name(&id))).collect()
    }

    pub(super) fn headlines(&self) -> Section {
        let mut blocks = Vec::new();
        let slices = self.slices();
        for task in [Task::Lca, Task::Dcg, Task::Ljp] {
            let of_task: Vec<Slice> = slices.iter().copied().filter(|slice| slice.task == task).collect();
            let Some(first) = of_task.first() else { continue };
            let about = match task {
                Task::Lca => self.say(
                    "LCA: does the assistant see whether the facts suffice? Macro-F1: over both kinds of history. Over-asking: share of complete histories answered by a question. Premature judgment: share of underspecified ones decided.",
                    "LCA：助手能否看出事实是否足够？宏平均F1：就两类咨询记录计算。过度追问：完整记录中仍追问者的比例。过早判断：欠缺记录中径行判断者的比例。",
                ),
                Task::Dcg => self.say(
                    "DCG: told to ask, does it ask for what is missing? Share of consultations with an accepted question.",
                    "DCG：要求追问时，能否问到欠缺之处？出现合格提问的咨询所占比例。",
                ),
                Task::Ljp => self.say(
                    "LJP: does it predict the verdicts? QWK (quadratic weighted kappa) over claims: 1 is perfect; 0 is what chance gives, or one verdict for all; below 0 is worse than chance.",
                    "LJP：能否预测判决？各项请求的二次加权κ（QWK）：1为全对，0为随机或一律同判的水平，负值比随机更差。",
                ),
            };
            let metrics: &[&str] = match task {
                Task::Lca => &[first.headline(), "over_asking_rate", "premature_rate"],
                Task::Dcg | Task::Ljp => &[first.headline()],
            };
            blocks.push(Block::Table(self.metric_table(about, &of_task, metrics)));
        }
        blocks.extend(self.setups_figure().map(Block::Figure));
        self.section("headlines", "Headlines", "主要结果", blocks)
    }

    fn setups_figure(&self) -> Option<Figure> {
        let setups = self.slices_of(Task::Ljp);
        let of_player = |player: &Player<'_>| {
            let of_setup = |(series, slice): (usize, &Slice)| {
                let estimate = player.run.estimate(*slice, &player.name, None, "qwk_penalised")?;
                Some(DotSeries { series, value: estimate.point?, ends: estimate.low.zip(estimate.high) })
            };
            let points: Vec<DotSeries> = setups.iter().enumerate().filter_map(of_setup).collect();
            (!points.is_empty()).then_some(points)
        };
        let rows: Vec<DotRow> =
            self.alike(of_player).into_iter().map(|(label, points)| DotRow { label, points }).collect();
        (!rows.is_empty()).then(|| Figure {
            id: "setups",
            caption: self
                .say(
                    "QWK of each assistant in each setup, with 95% intervals over cases.",
                    "各助手在各设置下的QWK及95%案例区间。",
                )
                .to_owned(),
            drawing: dots(&Dots {
                axis: "QWK".to_owned(),
                series: setups.iter().map(|slice| self.slice_name(*slice)).collect(),
                rows,
            }),
        })
    }

    pub(super) fn lca(&self) -> Option<Section> {
        let slice = *self.slices_of(Task::Lca).first()?;
        let table = self.metric_table(
            self.say(
                "AccC: complete histories seen as complete. AccU: underspecified ones seen as such. Neither: the answer neither asks nor decides. Over-asking and premature judgment stand under Headlines.",
                "AccC：完整记录判为完整。AccU：欠缺记录判为欠缺。两者皆非：既未追问也未判断。过度追问与过早判断见“主要结果”。",
            ),
            &[slice],
            &["acc_c", "acc_u", "neither_rate", "mixed_rate"],
        );
        let columns: Vec<(Slice, &str, String)> = ["macro_f1", "acc_c", "acc_u"]
            .into_iter()
            .map(|metric| (slice, metric, words::metric(self.language, metric)))
            .collect();
        let by_class = self.group_table(
            self.say("LCA by class of cause", "LCA：按案由类别"),
            &self.by_class(),
            &columns,
        );
        let mut blocks = vec![Block::Table(table)];
        blocks.extend(self.asking_figure(slice).map(Block::Figure));
        blocks.push(Block::Table(by_class));
        Some(self.section("lca", "Seeing what is missing (LCA)", "识别欠缺（LCA）", blocks))
    }

    fn asking_figure(&self, slice: Slice) -> Option<Figure> {
        let place = |player: &Player<'_>| {
            let of = |metric| player.run.estimate(slice, &player.name, None, metric)?.point;
            of("over_asking_rate").zip(of("premature_rate"))
        };
        let point = |(series, (name, (x, y)))| Point { x, y, series, label: Some(name) };
        let found: Vec<Point> = self.alike(place).into_iter().enumerate().map(point).collect();
        (!found.is_empty()).then(|| Figure {
            id: "asking",
            caption: self
                .say(
                    "Over-asking against premature judgment. An assistant that always sees what is missing stands at the lower left; further right it asks too much, further up it decides too soon.",
                    "过度追问与过早判断。总能识别欠缺的助手位于左下；越往右越是多问，越往上越是判得过早。",
                )
                .to_owned(),
            drawing: points(&Points {
                across: self.say("over-asking: share of complete histories", "过度追问：占完整记录的比例").to_owned(),
                up: self.say("premature: share of underspecified ones", "过早判断：占欠缺记录的比例").to_owned(),
                series: Vec::new(),
                points: found,
            }),
        })
    }

    pub(super) fn dcg(&self) -> Option<Section> {
        let slice = *self.slices_of(Task::Dcg).first()?;
        let table = self.metric_table(
            self.say(
                "A question is accepted when it targets a focal point with missing facts and can be answered from the annotated ones. Strict: a message with several questions fails. Fact recall: share of a case's missing facts that accepted questions ask for in either of the two rounds, whether or not the user then tells them.",
                "提问指向有欠缺事实的争议焦点且能据标注事实回答，方为合格。严格：一次多问即不合格。事实召回率：一案欠缺事实中，两轮内合格提问所问及者的比例，无论用户是否随后说出。",
            ),
            &[slice],
            &["success_rate", "success_rate_strict", "fact_recall", "first_round_success_rate", "multi_question_rate"],
        );
        let success = |slice| vec![(slice, "success_rate", words::metric(self.language, "success_rate"))];
        let by_class = self.group_table(
            self.say("DCG by class of cause", "DCG：按案由类别"),
            &self.by_class(),
            &success(slice),
        );
        let types: Vec<(String, String)> =
            self.focal_types().into_iter().map(|(id, name)| (format!("focal_type:{id}"), name)).collect();
        let mut by_type = self.group_table(
            self.say("DCG by type of focal point", "DCG：按争议焦点类型"),
            &types,
            &success(slice),
        );
        by_type.note(self.say(
            "A consultation counts once under each type with missing facts, and succeeds there through an accepted question on that type.",
            "一次咨询在其有欠缺事实的每一类型下各计一次，须就该类型有合格提问方为成功。",
        ));
        let mut blocks = vec![Block::Table(table), Block::Table(by_class), Block::Table(by_type)];
        blocks.extend(self.types_figure(slice, &types).map(Block::Figure));
        Some(self.section("dcg", "Asking for what is missing (DCG)", "追问欠缺（DCG）", blocks))
    }

    fn types_figure(&self, slice: Slice, types: &[(String, String)]) -> Option<Figure> {
        let of_player = |player: &Player<'_>| {
            let of_type = |(group, _): &(String, String)| {
                let estimate = player.run.estimate(slice, &player.name, Some(group), "success_rate")?;
                Some((estimate.point?, estimate.low.zip(estimate.high)))
            };
            Some(types.iter().map(of_type).collect::<Vec<_>>())
        };
        let players = self.alike(of_player);
        let mut rows = Vec::new();
        for (at, (_, name)) in types.iter().enumerate() {
            let point = |(series, player): (usize, &(String, Vec<Placed>))| {
                player.1[at].map(|(value, ends)| DotSeries { series, value, ends })
            };
            let points: Vec<DotSeries> = players.iter().enumerate().filter_map(point).collect();
            if !points.is_empty() {
                rows.push(DotRow { label: name.clone(), points });
            }
        }
        (!rows.is_empty()).then(|| Figure {
            id: "focal-types",
            caption: self
                .say(
                    "Success rate of DCG by type of focal point, with 95% intervals over cases.",
                    "DCG追问成功率：按争议焦点类型，附95%案例区间。",
                )
                .to_owned(),
            drawing: dots(&Dots {
                axis: words::metric(self.language, "success_rate"),
                series: players.into_iter().map(|(name, _)| name).collect(),
                rows,
            }),
        })
    }

    pub(super) fn ljp(&self) -> Option<Section> {
        let slices = self.slices_of(Task::Ljp);
        slices.first()?;
        let mut blocks = vec![Block::Table(self.metric_table(
            self.say(
                "QWK and claims right in each setup. A claim without a verdict counts against the assistant.",
                "各设置下的QWK与请求判对率。未给结论的请求计为助手之失。",
            ),
            &slices,
            &["qwk_penalised", "accuracy"],
        ))];
        let asking: Vec<Slice> =
            slices.iter().copied().filter(|slice| slice.setup == Some(Setup::Interaction)).collect();
        let gains = self.metric_table(
            self.say(
                "What asking gains over Direct, and what is still lost against Gold: (Gold − Interaction) / Gold. Both on the cases and repeats that every setup compared has.",
                "追问较直接预测的增益，及较完整信息仍有的损失：（完整信息 − 交互）/ 完整信息。均以各设置共有的案例与重复计算。",
            ),
            &asking,
            &["gain_over_direct", "relative_decrease"],
        );
        if !gains.rows.is_empty() {
            blocks.push(Block::Table(gains));
        }
        let shown: Vec<(Slice, &str, String)> = slices
            .iter()
            .filter(|slice| matches!(slice.setup, Some(Setup::Gold | Setup::Interaction)))
            .map(|slice| (*slice, "qwk_penalised", format!("QWK, {}", self.slice_name(*slice))))
            .collect();
        if !shown.is_empty() {
            blocks.push(Block::Table(self.group_table(
                self.say(
                    "LJP by class of cause, under Gold and Interaction",
                    "LJP：按案由类别，完整信息与交互",
                ),
                &self.by_class(),
                &shown,
            )));
        }
        blocks.extend(self.heat_figure().map(Block::Figure));
        Some(self.section("ljp", "Predicting the verdicts (LJP)", "预测判决（LJP）", blocks))
    }

    fn heat_figure(&self) -> Option<Figure> {
        let slices = self.slices();
        // Direct is left out: it shows what is missing from the history, not what the class is like.
        let of_task = |task| slices.iter().copied().filter(move |slice| slice.task == task);
        let setup = |wanted| of_task(Task::Ljp).find(|slice| slice.setup == Some(wanted));
        let mut wanted: Vec<Slice> = of_task(Task::Lca).chain(of_task(Task::Dcg)).collect();
        wanted.extend(setup(Setup::Interaction));
        wanted.extend(setup(Setup::Gold));
        let of_player = |player: &Player<'_>| {
            let of_class = |class: String| {
                let group = format!("class:{class}");
                let value = |slice: &Slice| {
                    player.run.estimate(*slice, &player.name, Some(&group), slice.headline())?.point
                };
                let values: Vec<Option<f64>> = wanted.iter().map(value).collect();
                values.iter().any(Option::is_some).then(|| (self.class_name(&class), values))
            };
            Some(self.classes().into_iter().filter_map(of_class).collect::<Vec<_>>())
        };
        let players = self.alike(of_player);
        let several = players.len() > 1;
        let mut rows = Vec::new();
        for (name, of_player) in players {
            if several {
                rows.push((name, Vec::new()));
            }
            rows.extend(of_player);
        }
        let columns = wanted
            .iter()
            .map(|slice| {
                format!("{} {}", self.slice_name(*slice), words::metric(self.language, slice.headline()))
            })
            .collect();
        rows.iter().any(|(_, values)| !values.is_empty()).then(|| Figure {
            id: "classes",
            caption: self
                .say(
                    "Scores by class of cause: the stronger the ground, the higher the score; below 0 in another colour; – is undefined.",
                    "按案由类别的得分：底色越深分越高，低于0另用一色，“–”为无定义。",
                )
                .to_owned(),
            drawing: heat(&Heat { columns, rows }),
        })
    }

    pub(super) fn conditions(&self) -> Option<Section> {
        let slices: Vec<Slice> =
            self.slices().into_iter().filter(|slice| slice.condition.is_some()).collect();
        if slices.len() < 2 {
            return None;
        }
        let scores = self.metric_table(
            self.say(
                "Interaction under each condition of the user. A condition disturbs the answer to the first relevant question, and nothing else.",
                "各用户条件下的交互。条件只扰动对首个相关提问的回答，别无其他。",
            ),
            &slices,
            &["qwk_penalised", "qwk_minus_standard", "qwk_on_triggered", "relative_decrease"],
        );
        let mut course = self.metric_table(
            self.say(
                "How often each condition took hold, was followed up, and was corrected; and whether the user kept to it.",
                "各条件生效、被追问、得到更正的频率，以及用户是否遵守条件。",
            ),
            &slices,
            &["disruption_rate", "follow_up_rate", "correction_rate", "uncorrected_rate", "compliance_rate"],
        );
        course.note(self.say(
            "Where a condition took hold in under half of the dialogues, read its QWK beside the one on the dialogues that it reached.",
            "条件在不到半数对话中生效时，应将其QWK与仅就生效对话计算者对照。",
        ));
        let mut blocks = vec![Block::Table(scores)];
        if !course.rows.is_empty() {
            blocks.push(Block::Table(course));
        }
        Some(self.section("conditions", "Users who make it harder", "更难应对的用户", blocks))
    }

    /// What consultations recovered, as `scores.json` has it; nothing where it has not.
    pub(super) fn course(&self) -> Option<Table> {
        let slices: Vec<Slice> =
            self.slices_of(Task::Ljp).into_iter().filter(|slice| slice.condition.is_some()).collect();
        let table = self.metric_table(
            self.say(
                "Consultations in Interaction, with intervals over cases. Facts a single question: a message may hold several questions, and each counts. Asked for what was told: share of the facts asked for that the history or the user had told already.",
                "交互中的咨询过程，附案例区间。每个单独问题查明事实：一条消息可含数问，各计一次。追问已知事实：所问事实中，记录或用户已经说过者的比例。",
            ),
            &slices,
            &[
                "facts_per_round",
                "facts_per_question",
                "sufficiency_rate",
                "rounds_to_sufficiency",
                "reask_rate",
                "multi_question_rate",
            ],
        );
        (!table.rows.is_empty()).then_some(table)
    }
}
