//! Whether the simulated user can be trusted, as far as its dialogues show.

use super::Reporter;
use crate::case::Language;
use crate::report::content::bearing::percent;
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::lexpilot::evidence::Evidence;
use crate::report::lexpilot::talks::Talks;
use crate::report::lexpilot::units::Slice;
use crate::report::seam::ReadRun;

/// Share of faults from which a user is not to be trusted.
const NOT_TO_BE_TRUSTED: f64 = 0.1;

impl Reporter<'_> {
    pub(super) fn simulator(&self) -> Option<Section> {
        let talks = self.talks();
        if talks.is_empty() {
            return None;
        }
        let headings = [
            self.say("run", "运行"),
            self.say("assistant", "助手"),
            self.say("task", "任务"),
            self.say("#facts told", "#说出事实"),
            self.say("#asked for", "#应问而答"),
            self.say("#told unasked", "#未问自说"),
            self.say("#otherwise", "#其他"),
            self.say("#share unasked", "#未问自说比例"),
            self.say("#replies with a fault", "#失当回复比例"),
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
            // Where gate or checker failed on every dialogue, nothing is known, which is not 0.
            let known = |n: u64| if talks.dialogues > 0 { Cell::Count(n) } else { Cell::score(None) };
            let faults = player.run.estimate(*slice, &player.name, None, "simulator_fault_rate");
            table.row(vec![
                Cell::text(player.run.name()),
                Cell::text(&player.name),
                Cell::text(self.slice_name(*slice)),
                known(all),
                known(asked),
                known(unasked),
                known(all - asked - unasked),
                Cell::score((all > 0).then(|| unasked as f64 / all as f64)),
                Cell::score(faults.and_then(|faults| faults.point)),
            ]);
        }
        table.note(self.say(
            "“Asked for” is the gate's word, in DCG that of the question's cues; “otherwise” is implied, told wrongly or corrected. A reply has a fault (Interaction alone) when it tells a fact unasked, holds one back that it was asked for, or says something false, against what its condition lets it do.",
            "“应问而答”以关口为准，DCG则以提问所含线索词为准；“其他”指言外之意、说错或更正。失当回复（仅交互）：违背其条件而未问自说、问而不答或言之不实。",
        ));
        let blocks = vec![
            Block::Points(self.runs.iter().filter_map(|run| self.trust(run)).collect()),
            self.text(
                "A user who tells what nobody asked hands every assistant the same facts; one who holds back what it is asked for makes asking useless. Either way DCG and Interaction measure the user, not the assistant.",
                "用户若未问自说，等于把同样的事实交给每个助手；若问而不答，追问便无用处。两种情形下，DCG与交互所测的都是用户而非助手。",
            ),
            Block::Table(self.by_run(table, 0)),
        ];
        Some(self.section("simulator", "Can the simulated user be trusted?", "模拟用户可信吗？", blocks))
    }

    /// Whether the user of a run can be trusted, as far as its dialogues show; `None` where it had none.
    fn trust(&self, run: &Evidence) -> Option<String> {
        let dialogues: u64 = run.talks.values().map(|talks| talks.dialogues).sum();
        if dialogues == 0 {
            return None;
        }
        let (told, unasked) = told_unasked(run);
        let assistants = run.assistants();
        let rate = |((assistant, slice), _): (&(usize, Slice), &Talks)| {
            run.estimate(*slice, assistants.get(*assistant)?, None, "simulator_fault_rate")?.point
        };
        let worst = run.talks.iter().filter_map(rate).reduce(f64::max);
        let share = if told > 0 { unasked as f64 / told as f64 } else { 0.0 };
        let user = run.study.user.name();
        let who = if self.runs.len() > 1 { format!("{user} ({})", run.name()) } else { user.clone() };
        let answer = match (worst.unwrap_or(0.0).max(share), told) {
            (faults, _) if faults >= NOT_TO_BE_TRUSTED => self.say("no", "不可信"),
            (faults, _) if faults > 0.0 => self.say("only in part", "只能部分信任"),
            (_, 0) => self.say("cannot be said, since it told nothing", "无从判断，因其未说出任何事实"),
            _ => self.say("no fault was seen", "未见失当"),
        };
        let probed = match self.probed_in(&user) {
            None => self.say("its fidelity was not probed", "其忠实度未经检验"),
            Some(_) => {
                self.say("its fidelity was probed, see the next section", "其忠实度已经检验，见下一节")
            }
        };
        let unasked = percent(unasked, told);
        let faults = match (self.language, worst) {
            (Language::En, None) => "the faults of its replies are not counted".to_owned(),
            (Language::Zh, None) => "回复是否失当未予统计".to_owned(),
            (Language::En, Some(worst)) => {
                format!(
                    "at most {:.0}% of its replies to an assistant in Interaction had a fault",
                    worst * 100.0
                )
            }
            (Language::Zh, Some(worst)) => {
                format!("在交互中对任一助手的回复至多{:.0}%失当", worst * 100.0)
            }
        };
        Some(match self.language {
            Language::En => {
                format!("{who}: {answer}. Of what it told, {unasked} was told unasked; {faults}; {probed}.")
            }
            Language::Zh => format!("{who}：{answer}。所说事实中{unasked}为未问自说；{faults}；{probed}。"),
        })
    }
}

/// Facts that the user of a run told, and those of them for which nobody asked.
pub(super) fn told_unasked(run: &Evidence) -> (u64, u64) {
    run.talks.values().fold((0, 0), |(told, unasked), talks| {
        (
            told + talks.told_how.values().sum::<u64>(),
            unasked + talks.told_how.get("volunteered").copied().unwrap_or(0),
        )
    })
}
