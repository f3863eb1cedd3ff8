//! The opening page: what was played, and by whom.

use super::Reporter;
use crate::case::Language;
use crate::cast::Seat;
use crate::report::document::{Block, Section};
use crate::report::evidence::Evidence;
use crate::report::words;

/// What is said of a run: what must not be missed, and the rest.
type Said = (Vec<String>, Vec<String>);

impl Reporter<'_> {
    pub(super) fn opening(&self) -> Section {
        let mut blocks = vec![self.text(
            "Each case has a consultation history in which every key fact is told, and one in which decisive facts are left out.",
            "每个案例有两份咨询记录：一份说全了关键事实，一份欠缺决定性事实。",
        )];
        blocks.extend(self.once_where_agreed(|run| (Vec::new(), self.seats(run))));
        if self.runs.len() > 1 {
            blocks.push(self.text(
                "Several runs stand side by side below; what they differ in stands under their names. A difference between runs is one between assistants only where simulator, judge, pack and settings are the same; “lexconsult compare” checks that, and refuses where they are not. What is the same in several runs is printed once, with their names or, where it holds in all, with none.",
                "下文并列多次运行，其不同之处列于各自名下。仅当模拟用户、评判者、案例集与设置均相同时，运行之间的差异才是助手之间的差异；“lexconsult compare”会核对，不同则拒绝比较。数次运行相同之处只列一次并注明运行，全部相同者不注。",
            ));
        }
        self.section("what-was-played", "What was played", "本次运行", blocks)
    }

    /// Notices and points of each run: those that all runs have come first, and once.
    pub(super) fn once_where_agreed(&self, of: impl Fn(&Evidence) -> Said) -> Vec<Block> {
        let all: Vec<Said> = self.runs.iter().map(of).collect();
        let common = |pick: fn(&Said) -> &Vec<String>| -> Vec<String> {
            let first = all.first().map(pick).cloned().unwrap_or_default();
            first.into_iter().filter(|text| all.iter().all(|of_run| pick(of_run).contains(text))).collect()
        };
        let (notices, points) = (common(|of_run| &of_run.0), common(|of_run| &of_run.1));
        let mut blocks: Vec<Block> = notices.iter().cloned().map(Block::Notice).collect();
        if !points.is_empty() {
            blocks.push(Block::Points(points.clone()));
        }
        for (run, (own_notices, own_points)) in self.runs.iter().zip(&all) {
            let own = |texts: &[String], common: &[String]| -> Vec<String> {
                texts.iter().filter(|text| !common.contains(text)).cloned().collect()
            };
            let (own_notices, own_points) = (own(own_notices, &notices), own(own_points, &points));
            if own_notices.is_empty() && own_points.is_empty() {
                continue;
            }
            blocks.push(Block::Heading(run.name.clone()));
            blocks.extend(own_notices.into_iter().map(Block::Notice));
            if !own_points.is_empty() {
                blocks.push(Block::Points(own_points));
            }
        }
        blocks
    }

    fn seats(&self, run: &Evidence) -> Vec<String> {
        let study = &run.study;
        let colon = self.say(": ", "：");
        let judges: Vec<String> = study.judges.iter().map(|judge| judge.seat.name()).collect();
        let tasks: Vec<String> =
            study.tasks.iter().map(|task| words::task_in_full(self.language, *task).to_owned()).collect();
        let tasks = words::list(self.language, &tasks);
        let settings = &run.settings;
        let (cases, meta, coverage) = (study.cases().len(), &study.pack.meta, &run.scores.coverage);
        let mut seats = vec![match self.language {
            Language::En => format!(
                "Cases: {cases} of the pack {} (version {}), each played {}, in {tasks}; {} of {} plays were scored",
                meta.name,
                meta.version,
                times(study.repeats),
                coverage.played,
                coverage.planned
            ),
            Language::Zh => format!(
                "案例：案例集{}（第{}版）{cases}件，各重复{}次，任务为{tasks}；计划{}次，计分{}次",
                meta.name, meta.version, study.repeats, coverage.planned, coverage.played
            ),
        }];
        for assistant in &study.assistants {
            let about = match &assistant.seat {
                Seat::Rule(player) => self.rule(player.about(self.language)),
                Seat::Model(..) => String::new(),
            };
            seats.push(format!("{}{colon}{}{about}", self.say("Assistant", "助手"), assistant.seat.name()));
        }
        let about = match &study.user.seat {
            Seat::Rule(player) => self.rule(player.about(self.language)),
            Seat::Model(..) => String::new(),
        };
        seats.extend([
            format!(
                "{}{colon}{}{about}",
                self.say("Simulated user, with its design", "模拟用户及其设计"),
                study.user.name()
            ),
            format!("{}{colon}{}", self.say("Gate", "关口"), study.gate.name()),
            format!(
                "{}{colon}{}",
                match judges.len() {
                    1 => self.say("Judge", "评判者"),
                    _ => self.say(
                        "Judges, of whom the one named first gives the scores below",
                        "评判者（以首位计分）"
                    ),
                },
                words::list(self.language, &judges)
            ),
            match self.language {
                Language::En => format!(
                    "Settings: temperature {} (judge {}), at most {} tokens a reply, history as {}, seed {}",
                    settings.temperature,
                    settings.judge_temperature,
                    settings.max_tokens,
                    settings.history,
                    settings.seed
                ),
                Language::Zh => format!(
                    "设置：温度{}（评判者{}），每次回复至多{}个词元，历史以{}方式给出，种子{}",
                    settings.temperature,
                    settings.judge_temperature,
                    settings.max_tokens,
                    if settings.history == "chat" { "对话" } else { "全文" },
                    settings.seed
                ),
            },
        ]);
        seats
    }

    /// What a player by rule does, behind its name.
    fn rule(&self, about: &str) -> String {
        match self.language {
            Language::En => format!(" (a rule: {about})"),
            Language::Zh => format!("（规则：{about}）"),
        }
    }
}

/// So many times, in English.
fn times(n: u32) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}
