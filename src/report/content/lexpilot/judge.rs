//! The leading judge against people: how far it agrees with them, label by label, and the scores
//! corrected for its errors (LexPilot E.3.1).

use super::Reporter;
use crate::annotate::agreement::PerLabel;
use crate::annotate::calibration::JudgeCalibration;
use crate::annotate::decision::Decision;
use crate::annotate::labels::labels;
use crate::case::Language;
use crate::report::document::{Block, Cell, Figure, Section, Table};
use crate::report::lexpilot::evidence::{Calibrated, Evidence};
use crate::report::lexpilot::units::Slice;
use crate::report::plot::{DotRow, DotSeries, Dots, dots};
use crate::report::seam::ReadRun;
use crate::report::words;
use crate::stats::proportions::wilson;

/// So many of so many, with their interval.
struct Share {
    point: f64,
    ends: (f64, f64),
}

/// What was decided, as tables name it.
fn name_of(decision: Decision) -> &'static str {
    decision.task().map_or(decision.name(), words::task)
}

impl Share {
    fn of(part: u64, whole: u64, level: f64) -> Option<Self> {
        wilson(part, whole, level).map(|ends| Self { point: part as f64 / whole as f64, ends })
    }

    fn cells(share: Option<&Self>) -> [Cell; 2] {
        [
            Cell::score(share.map(|share| share.point)),
            Cell::Interval(share.map(|share| share.ends.0), share.map(|share| share.ends.1)),
        ]
    }
}

/// Of what people label so, the share that the judge does as well.
fn found(label: &PerLabel, level: f64) -> Option<Share> {
    Share::of(label.tp, label.tp + label.fn_, level)
}

/// Of what the judge labels so, the share that people do as well.
fn confirmed(label: &PerLabel, level: f64) -> Option<Share> {
    Share::of(label.tp, label.tp + label.fp, level)
}

impl Reporter<'_> {
    pub(super) fn judge(&self) -> Option<Section> {
        let mut blocks = Vec::new();
        for run in self.runs {
            let Some(calibrated) = &run.calibration else { continue };
            if self.runs.len() > 1 {
                blocks.push(Block::Heading(run.name().to_owned()));
            }
            blocks.extend(self.stale(calibrated).map(Block::Notice));
            let judges = of_leading(run, calibrated);
            blocks.push(Block::Table(self.against_people(calibrated, &judges)));
            blocks.push(Block::Table(self.by_label(&judges)));
            // One figure a name: that of the first run.
            if !blocks.iter().any(|block| matches!(block, Block::Figure(_))) {
                blocks.extend(self.calibration_figure(calibrated, &judges).map(Block::Figure));
            }
            blocks.extend(self.corrected(run, calibrated).map(Block::Table));
        }
        (!blocks.is_empty())
            .then(|| self.section("judge", "Can the judge be trusted?", "评判者可信吗？", blocks))
    }

    /// What must be said of a calibration that no longer holds.
    fn stale(&self, calibrated: &Calibrated) -> Option<String> {
        if calibrated.stale.is_empty() {
            return None;
        }
        let fields = words::fields(self.language, &calibrated.stale);
        let says = if calibrated.agreement_holds() {
            self.say(
                "the run has other labels by now, so no corrected scores are shown; the agreement still stands",
                "本次运行的标签已有变动，故不列校正后的分数；一致程度仍然有效",
            )
        } else {
            self.say(
                "this judge is not the one that people checked, and what follows says nothing of the scores",
                "现在的评判者并非人工核对过的那一个，以下内容不说明分数的可信程度",
            )
        };
        Some(match self.language {
            Language::En => format!("Stale calibration ({fields}): {says}."),
            Language::Zh => format!("校准已失效（{fields}）：{says}。"),
        })
    }

    /// The same at the head of a report.
    pub(super) fn caution(&self, calibrated: &Calibrated) -> Option<String> {
        if calibrated.stale.is_empty() {
            return None;
        }
        let fields = words::fields(self.language, &calibrated.stale);
        let says = match calibrated.agreement_holds() {
            true => self.say(
                "the run has other labels by now, so no corrected scores are shown",
                "本次运行的标签已有变动，故不列校正后的分数",
            ),
            false => self.say(
                "this judge is not the one that people checked, so nothing is known of its errors",
                "现在的评判者并非人工核对过的那一个，其错误不得而知",
            ),
        };
        Some(match self.language {
            Language::En => format!("Stale calibration ({fields}): {says}."),
            Language::Zh => format!("校准已失效（{fields}）：{says}。"),
        })
    }

    fn against_people(&self, calibrated: &Calibrated, judges: &[&JudgeCalibration]) -> Table {
        let headings = [
            self.say("task", "任务"),
            self.say("#items", "#条目"),
            self.say("#cases", "#案例"),
            self.say("#agreement", "#一致率"),
            self.say("#95% interval", "#95%区间"),
            "#κ",
            self.say("#95% interval", "#95%区间"),
            self.say("#people: agreement", "#人与人：一致率"),
            self.say("#people: κ", "#人与人：κ"),
            self.say("#flips on the same text", "#同文异标"),
        ];
        let people = &calibrated.calibration.people;
        let judge = judges.first().map_or("", |judge| judge.judge.as_str());
        let mut table = Table::new(
            format!("{judge} {}", self.say("against the consensus of two people", "与两名标注者的共识")),
            &headings,
        );
        for one in judges {
            let agreement = &one.agreement;
            let own = people.tasks.iter().find(|task| task.task == agreement.task);
            table.row(vec![
                Cell::text(name_of(agreement.task)),
                Cell::Count(agreement.n),
                Cell::Count(agreement.n_cases),
                Cell::score(agreement.agreement),
                Cell::Interval(agreement.agreement_low, agreement.agreement_high),
                Cell::score(agreement.kappa),
                Cell::Interval(agreement.kappa_low, agreement.kappa_high),
                Cell::score(own.and_then(|own| own.agreement)),
                Cell::score(own.and_then(|own| own.kappa)),
                Cell::score(one.self_consistency.flip_rate),
            ]);
        }
        table.note(self.say(
            "κ is Cohen's. Intervals over cases. “People”: the two annotators with each other, before adjudication: a judge can hardly agree better with a consensus than people agree among themselves. “Flips on the same text”: texts that the judge read more than once and labelled in more than one way.",
            "κ为Cohen κ，区间就案例而言。“人与人”为两名标注者裁定之前彼此的一致程度：评判者与共识的一致很难高于人与人之间。“同文异标”为评判者多次读到而标注不一的文本所占比例。",
        ));
        table
    }

    fn by_label(&self, judges: &[&JudgeCalibration]) -> Table {
        let headings = [
            self.say("task", "任务"),
            self.say("label", "标签"),
            self.say("#people", "#人工"),
            self.say("#judge", "#评判者"),
            self.say("#both", "#两者"),
            self.say("#found", "#找出"),
            self.say("#95% interval", "#95%区间"),
            self.say("#confirmed", "#属实"),
            self.say("#95% interval", "#95%区间"),
        ];
        let caption = self.say("Label by label", "逐个标签");
        let mut table = Table::new(caption, &headings);
        for (judge, label, name) in self.labels(judges) {
            let level = judge.agreement.level;
            let mut row = vec![
                Cell::text(name_of(judge.agreement.task)),
                Cell::text(name),
                Cell::Count(label.tp + label.fn_),
                Cell::Count(label.tp + label.fp),
                Cell::Count(label.tp),
            ];
            row.extend(Share::cells(found(label, level).as_ref()));
            row.extend(Share::cells(confirmed(label, level).as_ref()));
            table.row(row);
        }
        table.note(self.say(
            "Found: of the items that people label so, the share that the judge labels so, too. Confirmed: of the items that the judge labels so, the share that people do. Wilson intervals, the items taken as independent: several of one case make them too narrow.",
            "找出：人工如此标注的条目中，评判者也如此标注的比例。属实：评判者如此标注的条目中，人工也如此标注的比例。区间为Wilson区间，视条目为独立：同一案例有多个条目时偏窄。",
        ));
        table
    }

    /// The labels that were given by anybody, as people read them.
    fn labels<'b>(
        &self,
        judges: &'b [&JudgeCalibration],
    ) -> Vec<(&'b JudgeCalibration, &'b PerLabel, &'static str)> {
        let language = self.language;
        let of_judge = |judge: &'b &JudgeCalibration| {
            // Both lists are in the order of the task's labels.
            let words = labels(judge.agreement.task).iter().map(move |label| label.word(language));
            judge.agreement.per_label.iter().zip(words).map(move |(label, word)| (*judge, label, word))
        };
        let given = |label: &PerLabel| label.tp + label.fp + label.fn_ > 0;
        judges.iter().flat_map(of_judge).filter(|(_, label, _)| given(label)).collect()
    }

    fn calibration_figure(&self, calibrated: &Calibrated, judges: &[&JudgeCalibration]) -> Option<Figure> {
        let rows: Vec<DotRow> = self
            .labels(judges)
            .into_iter()
            .map(|(judge, label, name)| {
                let level = judge.agreement.level;
                let point = |series, share: Option<Share>| {
                    share.map(|share| DotSeries { series, value: share.point, ends: Some(share.ends) })
                };
                let points = [point(0, found(label, level)), point(1, confirmed(label, level))];
                DotRow {
                    label: format!("{}{}{name}", name_of(judge.agreement.task), self.say(": ", "：")),
                    points: points.into_iter().flatten().collect(),
                }
            })
            .collect();
        if rows.is_empty() {
            return None;
        }
        let drawing = dots(&Dots {
            axis: self.say("share of items", "条目所占比例").to_owned(),
            series: vec![
                self.say("found: people say it, so does the judge", "找出：人工如此，评判者亦然").to_owned(),
                self.say("confirmed: the judge says it, so do people", "属实：评判者如此，人工亦然")
                    .to_owned(),
            ],
            rows,
        });
        Some(Figure {
            id: "judge-calibration",
            caption: self
                .say(
                    "The judge against people, label by label. Both points far right: its labels can be taken for theirs. A low “found” is what it overlooks, a low “confirmed” what it sees wrongly.",
                    "评判者与人工逐个标签的对照。两点都靠右：其标签可以当作人工标签。“找出”低为漏判，“属实”低为误判。",
                )
                .to_owned(),
            drawing: match self.stale(calibrated).filter(|_| !calibrated.agreement_holds()) {
                Some(_) => {
                    let fields = words::fields(self.language, &calibrated.stale);
                    let stale = self.say("Stale: changed since people checked it: ", "已失效，人工核对之后有变动的是：");
                    drawing.marked(&format!("{stale}{fields}"))
                }
                None => drawing,
            },
        })
    }

    /// Scores corrected for the judge's errors, while the calibration holds.
    fn corrected(&self, run: &Evidence, calibrated: &Calibrated) -> Option<Table> {
        let judge = run.judge();
        let scores: Vec<_> =
            calibrated.calibration.corrected.iter().filter(|one| one.judge == judge).collect();
        if !calibrated.stale.is_empty() || scores.is_empty() {
            return None;
        }
        let headings = [
            self.say("task", "任务"),
            self.say("metric", "指标"),
            self.say("assistant", "助手"),
            self.say("#as judged", "#评判所得"),
            self.say("#corrected", "#校正后"),
            self.say("#95% interval", "#95%区间"),
            self.say("#over cases", "#就案例而言"),
        ];
        let caption = self.say("Scores corrected for the judge's errors", "就评判者错误校正后的分数");
        let mut table = Table::new(caption, &headings);
        for score in scores {
            let slice = Slice { task: score.task, setup: score.setup, condition: score.condition };
            table.row(vec![
                Cell::text(self.slice_name(slice)),
                Cell::text(words::metric(self.language, &score.metric)),
                Cell::text(&score.model),
                Cell::score(score.observed),
                Cell::score(score.corrected),
                Cell::Interval(score.low, score.high),
                Cell::Interval(score.low_over_cases, score.high_over_cases),
            ]);
        }
        table.note(self.say(
            "Pooled over the repeats. A corrected score can leave the range of its metric, and is n/a where the sample says nothing of a label. Of the two intervals take the wider: the first takes units as independent, the second resamples units and sample together by case.",
            "各次重复合并计算。校正后的分数可能超出指标的取值范围；样本未涉及某个标签时无定义。两个区间取较宽者：前者视单位为独立，后者按案例对单位与样本一并重抽。",
        ));
        Some(table)
    }
}

/// What was found of the leading judge, task by task.
fn of_leading<'b>(run: &Evidence, calibrated: &'b Calibrated) -> Vec<&'b JudgeCalibration> {
    let judge = run.judge();
    calibrated.calibration.judges.iter().filter(|one| one.judge == judge).collect()
}
