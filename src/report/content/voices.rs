//! What was said in the dialogues: questions, rounds, facts; and what the simulated user did.

use super::opening::percent;
use super::{Player, Reporter};
use crate::case::Language;
use crate::report::document::{Block, Cell, Figure, Section, Table};
use crate::report::number::count;
use crate::report::plot::{Rounds, rounds};
use crate::report::talks::Talks;
use crate::report::units::Slice;
use crate::report::words;
use crate::stats::resampling::{CaseBootstrap, Interval, case_bootstrap};
use crate::suite::lexpilot::{Setup, Task};

/// Facts that are listed as the most missed ones.
const MOST_MISSED: usize = 10;

impl<'a> Reporter<'a> {
    fn talks(&self) -> Vec<(Player<'a>, Slice, &'a Talks)> {
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
            self.say("#questions a dialogue", "#每次对话提问"),
            self.say("#rounds a dialogue", "#每次对话轮数"),
            self.say("#for no key fact", "#不求关键事实"),
            self.say("#after all was told", "#说全后仍问"),
            self.say("#facts a question", "#每问得事实"),
        ];
        let mut table = Table::new(self.say("Questions", "提问"), &headings);
        for (player, slice, talks) in talks {
            let of = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
            table.row(vec![
                Cell::text(self.slice_name(*slice)),
                Cell::text(&player.run.name),
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
            "A question is a message that does not decide every claim. “For no key fact”: share of the questions read by the gate (Interaction alone) that ask for none. “After all was told”: share of questions put when every missing fact was known already.",
            "未就每项请求作出判断的消息即为提问。“不求关键事实”：关口所读提问（仅交互）中不求任何关键事实的比例。“说全后仍问”：欠缺事实均已知之后的提问所占比例。",
        ));
        table.without_sameness(&[1])
    }

    fn told_table(&self, talks: &[(Player<'_>, Slice, &Talks)]) -> Table {
        let headings = [
            self.say("task", "任务"),
            self.say("run", "运行"),
            self.say("assistant", "助手"),
            self.say("#missing facts", "#欠缺事实"),
            self.say("#recovered", "#查明"),
            self.say("#share", "#比例"),
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
                Cell::text(&player.run.name),
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
        let unread: u64 = talks.iter().map(|(_, _, talks)| talks.unread).sum();
        if unread > 0 {
            let n = count(unread);
            table.note(match self.language {
                Language::En => {
                    format!("Left out, since the disclosure checker failed on them: {n} dialogue(s).")
                }
                Language::Zh => format!("披露核对者出错而未计入的对话：{n}次。"),
            });
        }
        table.without_sameness(&[1])
    }

    fn rounds_figure(&self, talks: &[(Player<'_>, Slice, &Talks)]) -> Option<Figure> {
        let mut series = Vec::new();
        for (player, slice, talks) in talks {
            let standard = slice.condition.is_none_or(|condition| condition.name() == "standard");
            if slice.setup != Some(Setup::Interaction) || talks.missing == 0 || !standard {
                continue;
            }
            let mut sum = 0;
            let mut values = vec![0.0];
            let rounds = talks.told_in.len().max(crate::suite::lexpilot::LJP_ROUNDS as usize);
            for round in 0..rounds {
                sum += talks.told_in.get(round).copied().unwrap_or(0);
                values.push(sum as f64 / talks.missing as f64);
            }
            series.push((self.named(player), values));
        }
        (!series.is_empty()).then(|| Figure {
            id: "facts-by-round",
            caption: self
                .say(
                    "Share of the missing facts known after each round of Interaction.",
                    "交互中每轮之后已查明的欠缺事实所占比例。",
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
            self.say("#recovered", "#查明"),
            self.say("#share", "#比例"),
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
                        Cell::text(&player.run.name),
                        Cell::text(&player.name),
                        Cell::Count(*missing),
                        Cell::Count(*told),
                        Cell::score(Some(*told as f64 / *missing as f64)),
                    ]);
                }
            }
        }
        table.note(self.say(
            "A fact that bears on several focal points counts under each.",
            "一项事实涉及数个焦点的，各计一次。",
        ));
        table.without_sameness(&[1])
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
                format!("The {MOST_MISSED} facts that each assistant missed most often in Interaction")
            }
            Language::Zh => format!("各助手在交互中最常漏掉的{MOST_MISSED}项事实"),
        };
        let mut table = Table::new(caption, &headings);
        for (player, slice, talks) in talks {
            let standard = slice.condition.is_none_or(|condition| condition.name() == "standard");
            if slice.task != Task::Ljp || !standard {
                continue;
            }
            let mut missed: Vec<_> = talks
                .by_fact
                .iter()
                .map(|((case, fact), (asked, told))| (asked - told, *asked, *case, fact))
                .filter(|(missed, ..)| *missed > 0)
                .collect();
            missed.sort_by_key(|(missed, ..)| std::cmp::Reverse(*missed));
            let cases = player.run.study.cases();
            for (missed, of, case, fact) in missed.into_iter().take(MOST_MISSED) {
                let reader = cases[case].for_reader();
                let text = reader.key_facts.iter().find(|known| known.id == fact).map(|known| known.text);
                table.row(vec![
                    Cell::text(&player.run.name),
                    Cell::text(&player.name),
                    Cell::text(reader.id),
                    Cell::text(text.unwrap_or(fact)),
                    Cell::Count(missed),
                    Cell::Count(of),
                ]);
            }
        }
        table.without_sameness(&[0])
    }

    pub(super) fn simulator(&self) -> Option<Section> {
        let talks = self.talks();
        if talks.is_empty() {
            return None;
        }
        let headings = [
            self.say("run", "运行"),
            self.say("simulated user", "模拟用户"),
            self.say("assistant", "助手"),
            self.say("task", "任务"),
            self.say("#facts told", "#说出事实"),
            self.say("#asked for", "#应问而答"),
            self.say("#told unasked", "#未问自说"),
            self.say("#otherwise", "#其他"),
            self.say("unasked", "未问自说比例"),
        ];
        let mut table = Table::new(
            self.say(
                "What the simulated user told, and whether it was asked",
                "模拟用户说了什么、是否被问到",
            ),
            &headings,
        );
        for (player, slice, talks) in &talks {
            let of = |how: &str| talks.told_how.get(how).copied().unwrap_or(0);
            let all: u64 = talks.told_how.values().sum();
            let (asked, unasked) = (of("elicited"), of("volunteered"));
            table.row(vec![
                Cell::text(&player.run.name),
                Cell::text(player.run.study.user.name()),
                Cell::text(&player.name),
                Cell::text(self.slice_name(*slice)),
                Cell::Count(all),
                Cell::Count(asked),
                Cell::Count(unasked),
                Cell::Count(all - asked - unasked),
                Cell::text(if all > 0 { percent(unasked, all) } else { self.say("n/a", "无").to_owned() }),
            ]);
        }
        let blocks = vec![
            self.text(
                "A user who tells what nobody asked hands every assistant the same facts: asking then earns nothing, and DCG and Interaction measure the simulator. A user who tells nothing though asked makes asking useless as well: set facts recovered beside questions for key facts above. This table finds the first fault; “asked for” is the gate's word, or in DCG that of the question's cues.",
                "用户若未问自说，等于把同样的事实交给每个助手：追问便无所得，DCG与交互所测的就是模拟用户。用户若问而不答，追问同样无用：可对照上文的查明数与提问数。本表发现前一种毛病；是否“应问而答”以关口为准，DCG则以提问所含线索词为准。",
            ),
            Block::Table(table.without_sameness(&[0])),
        ];
        Some(self.section("simulator", "Can the simulated user be trusted?", "模拟用户可信吗？", blocks))
    }
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
