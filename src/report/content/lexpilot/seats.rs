//! What was played in a run of consultations, and by whom.

use super::Reporter;
use crate::case::Language;
use crate::cast::Seat;
use crate::report::content::opening::times;
use crate::report::document::Block;
use crate::report::lexpilot::evidence::Evidence;
use crate::report::seam::ReadRun;
use crate::report::words;

impl Reporter<'_> {
    /// What was given to the assistants.
    pub(super) fn given(&self) -> Block {
        self.text(
            "Each case has a consultation history in which every key fact is told, and one in which decisive facts are left out.",
            "每个案例有两份咨询记录：一份说全了关键事实，一份欠缺决定性事实。",
        )
    }

    pub(super) fn seats(&self, run: &Evidence) -> Vec<String> {
        let study = &run.study;
        let colon = self.say(": ", "：");
        let judges: Vec<String> = study.judges.iter().map(|judge| judge.seat.name()).collect();
        let tasks: Vec<String> =
            study.tasks.iter().map(|task| words::task_in_full(self.language, *task).to_owned()).collect();
        let tasks = words::list(self.language, &tasks);
        let settings = &run.settings;
        let (cases, meta, coverage) = (study.cases().len(), &study.pack.meta, &run.scores().coverage);
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
}
