//! What was said in the dialogues: questions, rounds, facts.

use super::{Player, Reporter};
use crate::case::Language;
use crate::report::document::{Block, Cell, Figure, Section, Table};
use crate::report::lexpilot::talks::Talks;
use crate::report::lexpilot::units::Slice;
use crate::report::number::count;
use crate::report::plot::{Rounds, rounds};
use crate::report::seam::ReadRun;
use crate::report::words;
use crate::stats::resampling::{CaseBootstrap, Interval, case_bootstrap};
use crate::suite::lexpilot::{Setup, Task};

/// Facts that are listed as the most missed ones.
const MOST_MISSED: usize = 10;
/// Examples where every fact was missed alike.
const OF_ALL_ALIKE: usize = 3;

impl<'a> Reporter<'a> {
    pub(super) fn talks(&self) -> Vec<(Player<'a>, Slice, &'a Talks)> {
        let mut found = Vec::new();
        for slice in self.slices() {
            for player in self.players() {
                if let Some(talks) = player.run.talks.get(&(player.assistant, slice)) {
                    found.push((player, slice, talks));
                }
            }
        }
        found
    }

    pub(super) fn voices(&self) -> Option<Section> {
        let talks = self.talks();
        if talks.is_empty() {
            return None;
        }
        let mut blocks = vec![Block::Table(self.asked_table(&talks)), Block::Table(self.told_table(&talks))];
        blocks.extend(self.rounds_figure(&talks).map(Block::Figure));
        blocks.extend(self.course().map(Block::Table));
        blocks.push(Block::Table(self.type_table(&talks)));
        blocks.push(Block::Table(self.missed_table(&talks)));
        Some(self.section("dialogues", "Questions asked, facts recovered", "提问与查明的事实", blocks))
    }

    fn asked_table(&self, talks: &[(Player<'_>, Slice, &Talks)]) -> Table {
        let headings = [
            self.say("task", "任务"),
            self.say("run", "运行"),
            self.say("assistant", "助手"),
            self.say("#dialogues", "#对话"),
            self.say("#messages that ask, a dialogue", "#每次对话的提问消息"),
            self.say("#replies of the user, a dialogue", "#每次对话的用户回复"),
            self.say("#for no key fact", "#不求关键事实"),
            self.say("#after all was told", "#说全后仍问"),
            self.say("#facts a message that asks", "#每条提问消息得事实"),
        ];
        let mut table = Table::new(self.say("Questions", "提问"), &headings);
        for (player, slice, talks) in talks {
            let of = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
            table.row(vec![
                Cell::text(self.slice_name(*slice)),
                Cell::text(player.run.name()),
                Cell::text(&player.name),
                Cell::Count(talks.dialogues),
                Cell::Number(of(talks.questions, talks.dialogues), 2),
                Cell::Number(of(talks.rounds, talks.dialogues), 2),
                Cell::score(of(talks.for_no_fact, talks.read_by_gate)),
                Cell::score(of(talks.after_all_told, talks.questions)),
                Cell::Number(of(talks.told(), talks.questions), 2),
            ]);
        }
        table.note(self.say(
            "A message asks when it does not decide every claim; in DCG every assistant is told to ask twice, and the second message gets no reply. “For no key fact”: share of those read by the gate (Interaction alone) that ask for none. “After all was told”: share sent when every missing fact was known already.",
            "未就每项请求作出判断的消息即为提问消息；DCG要求每个助手问两次，第二次没有回复。“不求关键事实”：关口所读消息（仅交互）中不求任何关键事实的比例。“说全后仍问”：欠缺事实均已知之后的消息所占比例。",
        ));
        self.by_run(table, 1)
    }

    fn told_table(&self, talks: &[(Player<'_>, Slice, &Talks)]) -> Table {
        let headings = [
            self.say("task", "任务"),
            self.say("run", "运行"),
            self.say("assistant", "助手"),
            self.say("#missing facts", "#欠缺事实"),
            self.say("#told", "#说出"),
            self.say("#facts recovered (told)", "#事实查明率（说出）"),
            self.say("#95% interval", "#95%区间"),
            self.say("by round", "按轮次"),
            self.say("how they were told", "如何说出"),
        ];
        let mut table = Table::new(self.say("Missing facts that became known", "欠缺事实的查明"), &headings);
        for (player, slice, talks) in talks {
            let interval = recovered(player, talks);
            let by_round: Vec<String> = talks.told_in.iter().map(u64::to_string).collect();
            let share = (talks.missing > 0).then(|| talks.told() as f64 / talks.missing as f64);
            table.row(vec![
                Cell::text(self.slice_name(*slice)),
                Cell::text(player.run.name()),
                Cell::text(&player.name),
                Cell::Count(talks.missing),
                Cell::Count(talks.told()),
                Cell::score(share),
                Cell::Interval(interval.low, interval.high),
                Cell::text(by_round.join(" + ")),
                Cell::text(words::counted(self.language, talks.told_how.iter().map(|(how, n)| (*how, *n)))),
            ]);
        }
        table.note(self.say(
            "Facts are counted over all dialogues and repeats; in DCG only the first round has a reply. A fact is found to be told by its marks in the user's words, or in Interaction by the disclosure checker where one is named.",
            "事实按全部对话与重复累计；DCG仅首轮有用户回复。事实是否说出，以其标志词在用户话语中出现为准；交互中另设披露核对者的，以其判断为准。",
        ));
        let sum = |of: fn(&Talks) -> u64| talks.iter().map(|(_, _, talks)| of(talks)).sum::<u64>();
        let unread = sum(|talks| talks.unread);
        if unread > 0 {
            let n = count(unread);
            table.note(match self.language {
                Language::En => {
                    format!(
                        "Left out, since the gate or the disclosure checker failed on them: {n} dialogue(s)."
                    )
                }
                Language::Zh => format!("关口或披露核对者出错而未计入的对话：{n}次。"),
            });
        }
        let unscored = sum(|talks| talks.unscored);
        if unscored > 0 {
            let n = count(unscored);
            table.note(match self.language {
                Language::En => format!(
                    "What was asked and told needs no judge: {n} dialogue(s) count here and in “{}” that the judge's scores leave out (judge failed, or user not compliant).",
                    words::metric(self.language, "fact_recovery")
                ),
                Language::Zh => format!(
                    "所问与所说无须评判：有{n}次对话计入此处及“{}”，而不计入评判所得分数（评判者出错，或用户未遵守条件）。",
                    words::metric(self.language, "fact_recovery")
                ),
            });
        }
        self.by_run(table, 1)
    }

    fn rounds_figure(&self, talks: &[(Player<'_>, Slice, &Talks)]) -> Option<Figure> {
        let of_player = |player: &Player<'_>| {
            let (_, _, talks) = talks.iter().find(|(other, slice, talks)| {
                let same = other.run.path() == player.run.path() && other.assistant == player.assistant;
                same && in_interaction(*slice) && talks.missing > 0
            })?;
            let rounds = talks.told_in.len().max(crate::suite::lexpilot::LJP_ROUNDS as usize);
            let mut sum = 0;
            let mut values = vec![0.0];
            for round in 0..rounds {
                sum += talks.told_in.get(round).copied().unwrap_or(0);
                values.push(sum as f64 / talks.missing as f64);
            }
            Some(values)
        };
        let series = self.alike(of_player);
        (!series.is_empty()).then(|| Figure {
            id: "facts-by-round",
            caption: self
                .say(
                    "Share of the missing facts known after each round of Interaction; what would cover each other stands side by side.",
                    "交互中每轮之后已查明的欠缺事实所占比例；会相互遮盖的并排而立。",
                )
                .to_owned(),
            drawing: rounds(&Rounds {
                across: self.say("round", "轮次").to_owned(),
                up: self.say("share of missing facts known", "已查明的欠缺事实比例").to_owned(),
                series,
            }),
        })
    }

    fn type_table(&self, talks: &[(Player<'_>, Slice, &Talks)]) -> Table {
        let headings = [
            self.say("type of focal point", "争议焦点类型"),
            self.say("run", "运行"),
            self.say("assistant", "助手"),
            self.say("#missing facts", "#欠缺事实"),
            self.say("#told", "#说出"),
            self.say("#facts recovered (told)", "#事实查明率（说出）"),
        ];
        let mut table = Table::new(
            self.say(
                "Facts recovered in Interaction, by type of focal point",
                "交互中查明的事实：按争议焦点类型",
            ),
            &headings,
        );
        for (id, name) in self.focal_types() {
            for (player, slice, talks) in talks {
                let Some((missing, told)) = talks.by_type.get(&id).filter(|_| slice.task == Task::Ljp) else {
                    continue;
                };
                let standard = slice.condition.is_none_or(|condition| condition.name() == "standard");
                if *missing > 0 && standard {
                    table.row(vec![
                        Cell::text(&name),
                        Cell::text(player.run.name()),
                        Cell::text(&player.name),
                        Cell::Count(*missing),
                        Cell::Count(*told),
                        Cell::score(Some(*told as f64 / *missing as f64)),
                    ]);
                }
            }
        }
        let twice = |(_, _, talks): &(Player<'_>, Slice, &Talks)| {
            talks.by_type.values().map(|(missing, _)| missing).sum::<u64>() > talks.missing
        };
        if talks.iter().any(twice) {
            table.note(self.say(
                "A fact that bears on several focal points counts under each.",
                "一项事实涉及数个焦点的，各计一次。",
            ));
        }
        self.by_run(table, 1)
    }

    fn missed_table(&self, talks: &[(Player<'_>, Slice, &Talks)]) -> Table {
        let headings = [
            self.say("run", "运行"),
            self.say("assistant", "助手"),
            self.say("case", "案例"),
            self.say("fact that was missed", "未查明的事实"),
            self.say("#missed", "#未查明"),
            self.say("#of", "#共"),
        ];
        let caption = match self.language {
            Language::En => {
                format!("Facts missed most often in Interaction, at most {MOST_MISSED} for each assistant")
            }
            Language::Zh => format!("交互中最常漏掉的事实（每个助手至多{MOST_MISSED}项）"),
        };
        let mut table = Table::new(caption, &headings);
        let mut notes: Vec<String> = Vec::new();
        for (player, _, talks) in talks.iter().filter(|(_, slice, _)| in_interaction(*slice)) {
            let mut missed: Vec<_> = talks
                .by_fact
                .iter()
                .map(|((case, fact), (asked, told))| (asked - told, *asked, *case, fact))
                .filter(|(missed, ..)| *missed > 0)
                .collect();
            missed.sort_by_key(|(missed, ..)| std::cmp::Reverse(*missed));
            notes.push(self.how_missed(
                player,
                talks,
                &missed.iter().map(|found| found.0).collect::<Vec<_>>(),
            ));
            if missed_alike(talks) {
                missed.dedup_by_key(|(_, _, case, _)| *case);
                missed.truncate(OF_ALL_ALIKE);
            }
            let cases = player.run.study.cases();
            for (missed, of, case, fact) in missed.into_iter().take(MOST_MISSED) {
                let reader = cases[case].for_reader();
                let text = reader.key_facts.iter().find(|known| known.id == fact).map(|known| known.text);
                table.row(vec![
                    Cell::text(player.run.name()),
                    Cell::text(&player.name),
                    Cell::text(reader.id),
                    Cell::text(text.unwrap_or(fact)),
                    Cell::Count(missed),
                    Cell::Count(of),
                ]);
            }
        }
        table.note(notes.join(self.say(" ", "")));
        self.by_run(table, 0)
    }

    /// How many facts an assistant missed, given how often each was missed, the most missed first.
    fn how_missed(&self, player: &Player<'_>, talks: &Talks, missed: &[u64]) -> String {
        let (name, facts) = (self.named(player), talks.by_fact.len());
        let least = missed.get(MOST_MISSED - 1).copied().unwrap_or(0);
        let ties = missed.iter().skip(MOST_MISSED).filter(|times| **times == least).count();
        match (self.language, missed.len()) {
            (Language::En, 0) => format!("{name} missed none of {facts}."),
            (Language::Zh, 0) => format!("{name}：{facts}项均已查明。"),
            (Language::En, _) if missed_alike(talks) => {
                format!("{name} missed all {facts} alike, in every dialogue: those listed are only examples.")
            }
            (Language::Zh, _) if missed_alike(talks) => {
                format!("{name}：{facts}项在每次对话中一概漏掉，所列仅为例子。")
            }
            (Language::En, n) => {
                format!(
                    "{name} missed {n} of {facts} at least once; {ties} more as often as the last one listed."
                )
            }
            (Language::Zh, n) => {
                format!("{name}：{facts}项中有{n}项至少漏掉一次；另有{ties}项与所列末项同样常被漏掉。")
            }
        }
    }
}

/// Whether a slice is Interaction with a user who does not make it harder.
fn in_interaction(slice: Slice) -> bool {
    let standard = slice.condition.is_none_or(|condition| condition.name() == "standard");
    slice.setup == Some(Setup::Interaction) && standard
}

/// Whether nothing was told in any dialogue.
fn missed_alike(talks: &Talks) -> bool {
    talks.by_fact.values().all(|(_, told)| *told == 0)
}

/// The interval over cases of the share of missing facts recovered.
fn recovered(player: &Player<'_>, talks: &Talks) -> Interval {
    let options = CaseBootstrap {
        resamples: player.run.study.resamples as usize,
        seed: crate::draw::seed(player.run.study.seed, &["bootstrap", "recovered"]),
        ..CaseBootstrap::default()
    };
    case_bootstrap(
        &talks.by_case,
        |[told, missing]| (*missing > 0).then(|| f64::from(*told) / f64::from(*missing)),
        &options,
    )
}
