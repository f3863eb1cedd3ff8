//! The opening page: what was played, and what the numbers can and cannot bear.

use super::Reporter;
use crate::case::Language;
use crate::report::document::{Block, Section};
use crate::report::evidence::Evidence;
use crate::report::pairs::{Side, contests};
use crate::report::units::Slice;
use crate::report::words;
use crate::stats::power::{PairedPlan, Spread, power_paired};
use crate::suite::INCOMPLETE_ABOVE;

/// Share of cases on which two assistants differ, assumed where no two were played: half each way.
const ASSUMED_DISCORDANCE: f64 = 0.3;
/// Power at which a difference counts as one that would be found.
const POWER: f64 = 0.8;

impl Reporter<'_> {
    pub(super) fn opening(&self) -> Section {
        let mut blocks = Vec::new();
        for run in self.runs {
            if self.runs.len() > 1 {
                blocks.push(Block::Heading(run.name.clone()));
            }
            blocks.push(Block::Text(self.played(run)));
            blocks.push(Block::Points(self.seats(run)));
        }
        if self.runs.len() > 1 {
            blocks.push(self.text(
                "Several runs stand side by side below. A difference between runs is one between assistants only where simulator, judge, pack and settings are the same; “lexconsult compare” checks that, and refuses where they are not.",
                "下文并列多次运行。仅当模拟用户、评判者、案例集与设置均相同时，运行之间的差异才是助手之间的差异；“lexconsult compare”会核对，不同则拒绝比较。",
            ));
        }
        self.section("what-was-played", "What was played", "本次运行", blocks)
    }

    fn played(&self, run: &Evidence) -> String {
        let study = &run.study;
        let tasks: Vec<String> =
            study.tasks.iter().map(|task| words::task_in_full(self.language, *task).to_owned()).collect();
        let (n, cases) = (run.assistants().len(), study.cases().len());
        let coverage = &run.scores.coverage;
        match self.language {
            Language::En => format!(
                "In the run {}, {n} assistant(s) advised on {cases} case(s) of the pack {} (version {}), each {} time(s), in {}. Each case has a consultation history in which every key fact is told, and one in which decisive facts are left out. {} of {} plays were scored.",
                run.name,
                study.pack.meta.name,
                study.pack.meta.version,
                study.repeats,
                words::list(self.language, &tasks),
                coverage.played,
                coverage.planned
            ),
            Language::Zh => format!(
                "运行{}中，{n}个助手就案例集{}（第{}版）的{cases}个案例提供咨询，各重复{}次，任务为{}。每个案例有两份咨询记录：一份说全了关键事实，一份欠缺决定性事实。计划{}次，计分{}次。",
                run.name,
                study.pack.meta.name,
                study.pack.meta.version,
                study.repeats,
                words::list(self.language, &tasks),
                coverage.planned,
                coverage.played
            ),
        }
    }

    fn seats(&self, run: &Evidence) -> Vec<String> {
        let study = &run.study;
        let colon = self.say(": ", "：");
        let judges: Vec<String> = study.judges.iter().map(|judge| judge.seat.name()).collect();
        let settings = &run.settings;
        vec![
            format!(
                "{}{colon}{}",
                self.say("Assistants", "助手"),
                words::list(self.language, &run.assistants())
            ),
            format!(
                "{}{colon}{}",
                self.say("Simulated user, with its design", "模拟用户及其设计"),
                study.user.name()
            ),
            format!(
                "{}{colon}{}",
                self.say("Gate, which says what a question asks for", "关口（判断提问所求的事实）"),
                study.gate.name()
            ),
            format!(
                "{}{colon}{}",
                self.say("Judge, the first one leading", "评判者（首位为主）"),
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
        ]
    }

    pub(super) fn bearing(&self) -> Section {
        let mut blocks = Vec::new();
        for run in self.runs {
            if self.runs.len() > 1 {
                blocks.push(Block::Heading(run.name.clone()));
            }
            for notice in self.notices(run) {
                blocks.push(Block::Notice(notice));
            }
            blocks.push(Block::Points(self.limits(run)));
        }
        blocks.push(self.text(
            "How to read the tables: a point is the mean over the repeats. SD is over repeats of the same cases: how much a score changes when the same cases are asked again. The 95% interval is over cases: how far a score would move with other cases of the same kind. n counts scored units, for QWK claims; “scored/planned” where some were lost. n/a is undefined, which is not 0. An interval without width says that every draw of these cases gave the same; it is no certainty.",
            "读表须知：分值为各次重复的均值。SD（标准差）就重复而言：同样的案例再问一次，分数会变多少。95%区间就案例而言：换一批同类案例，分数会移动多远。n 为计分单位数，QWK 以请求计；有损失时写作“计分/计划”。“无”表示无定义，并非0。区间宽度为零只说明这些案例怎样抽取结果都一样，并非确定无疑。",
        ));
        self.section(
            "what-it-bears",
            "What these numbers can and cannot bear",
            "这些数字能说明什么、不能说明什么",
            blocks,
        )
    }

    fn notices(&self, run: &Evidence) -> Vec<String> {
        let mut notices = Vec::new();
        if run.scores.rules {
            notices.push(
                self.say(
                    "Rules, not models: built-in players made these scores, wholly or in part. They show what the measures do; they say nothing about any language model.",
                    "是规则，不是模型：这些分数全部或部分由内置规则角色得出。它们显示度量如何运作，不说明任何语言模型的水平。",
                )
                .to_owned(),
            );
        }
        if run.scores.smoke_model {
            notices.push(
                self.say(
                    "Smoke model, scores not meaningful: a small local model took part.",
                    "冒烟测试模型，分数无意义：有本地小模型参与。",
                )
                .to_owned(),
            );
        }
        let coverage = &run.scores.coverage;
        let lost = coverage.planned.saturating_sub(coverage.played);
        if coverage.planned > 0 && lost as f64 / coverage.planned as f64 > INCOMPLETE_ABOVE {
            notices.push(match self.language {
                Language::En => format!(
                    "Incomplete: {lost} of {} plays are not scored, for reasons that are not the assistant's.",
                    coverage.planned
                ),
                Language::Zh => {
                    format!("不完整：计划{}次中有{lost}次未计分，原因不在助手。", coverage.planned)
                }
            });
        }
        notices
    }

    fn limits(&self, run: &Evidence) -> Vec<String> {
        let mut points = vec![self.simulator_limit(run), self.judge_limit(run)];
        for (assistant, judge) in crate::run::same_family(&run.study) {
            points.push(match self.language {
                Language::En => format!(
                    "Judge {judge} and assistant {assistant} seem to be of one family: a judge may favour its own."
                ),
                Language::Zh => format!("评判者{judge}与助手{assistant}似属同一系列，可能偏袒。"),
            });
        }
        points.push(self.review(run));
        let lost = &run.scores.coverage.lost;
        points.push(if lost.is_empty() {
            self.say("Harness losses: none.", "评测本身的损失：无。").to_owned()
        } else {
            let lost = words::counted(self.language, lost.iter().map(|(name, n)| (name.as_str(), *n)));
            match self.language {
                Language::En => format!(
                    "Harness losses: {lost}. They are taken out of the scores and never held against the assistant."
                ),
                Language::Zh => format!("评测本身的损失：{lost}。均已剔除，不计入助手之失。"),
            }
        });
        points.extend(self.detectable(run));
        points
    }

    fn simulator_limit(&self, run: &Evidence) -> String {
        let (told, unasked) = run.talks.values().fold((0, 0), |(told, unasked), talks| {
            (
                told + talks.told_how.values().sum::<u64>(),
                unasked + talks.told_how.get("volunteered").copied().unwrap_or(0),
            )
        });
        let user = run.study.user.name();
        let said = match (self.language, told) {
            (Language::En, 0) => {
                format!("Simulated user {user}: it told no missing fact in these dialogues.")
            }
            (Language::Zh, 0) => format!("模拟用户{user}：在这些对话中没有说出任何欠缺的事实。"),
            (Language::En, _) => format!(
                "Simulated user {user}: of {told} missing facts that it told, it told {unasked} without being asked ({}). The higher this share, the less the scores of DCG and Interaction are the assistant's own work.",
                percent(unasked, told)
            ),
            (Language::Zh, _) => format!(
                "模拟用户{user}：说出的{told}项欠缺事实中，{unasked}项是未问自说（{}）。该比例越高，DCG与交互的得分越不能归功于助手。",
                percent(unasked, told)
            ),
        };
        let probed = match (self.language, self.probed_in(&user)) {
            (Language::En, None) => " Its fidelity was not probed in this run.".to_owned(),
            (Language::Zh, None) => "本次运行未检验其忠实度。".to_owned(),
            (Language::En, Some(names)) => {
                format!(" Its fidelity was probed ({names}): see “Fidelity of the simulated user”.")
            }
            (Language::Zh, Some(names)) => format!("其忠实度已经检验（{names}），见“模拟用户的忠实度”一节。"),
        };
        said + &probed
    }

    fn judge_limit(&self, run: &Evidence) -> String {
        let judge = run.judge();
        let stale = run.calibration.as_ref().map(|calibrated| calibrated.stale.as_slice());
        match (stale, self.language) {
            (Some([]), Language::En) => {
                return format!(
                    "Judge {judge}: calibrated against people in this run; how far it agrees with them is said under “Can the judge be trusted?”. The scores elsewhere are not corrected for its errors."
                );
            }
            (Some([]), Language::Zh) => {
                return format!(
                    "评判者{judge}：本次运行中已经人工校准，与人的一致程度见“评判者可信吗？”一节。其余各处的分数未就其错误作校正。"
                );
            }
            (Some(fields), Language::En) => {
                return format!(
                    "Judge {judge}: its calibration is stale, since these have changed: {}. So its errors are in every score and in no interval.",
                    words::fields(self.language, fields)
                );
            }
            (Some(fields), Language::Zh) => {
                return format!(
                    "评判者{judge}：校准已失效，此后有变动的是：{}。其错误存在于每项分数之中，而不在任何区间之内。",
                    words::fields(self.language, fields)
                );
            }
            (None, _) => {}
        }
        match (self.language, run.study.judges.first().is_some_and(|judge| judge.seat.is_rule())) {
            (Language::En, true) => format!(
                "Judge {judge}: it judges by rule, and is exact only for built-in assistants. It was not calibrated against people."
            ),
            (Language::En, false) => format!(
                "Judge {judge}: not calibrated. No person has checked its labels in this run, so its errors are in every score and in no interval."
            ),
            (Language::Zh, true) => {
                format!("评判者{judge}：按规则评判，仅对内置助手准确。未经人工校准。")
            }
            (Language::Zh, false) => format!(
                "评判者{judge}：未校准。本次运行的标注未经人工核对，其错误存在于每项分数之中，而不在任何区间之内。"
            ),
        }
    }

    fn review(&self, run: &Evidence) -> String {
        let (mut lawyers, mut others) = (0_usize, 0_usize);
        for case in run.study.cases() {
            if case.review.state.starts_with("lawyer") { lawyers += 1 } else { others += 1 }
        }
        let written = run.pack.provenance.get("written").copied().unwrap_or(0);
        match self.language {
            Language::En => format!(
                "Cases: {lawyers} reviewed by a lawyer, {others} by machine alone; {written} of the pack's {} were written for it, not drawn from a judgment. What machine review missed is in every score.",
                run.pack.cases
            ),
            Language::Zh => format!(
                "案例：经律师审阅{lawyers}件，仅经机器审阅{others}件；案例集共{}件，其中{written}件为编写，并非取自裁判文书。机器审阅的疏漏存在于每项分数之中。",
                run.pack.cases
            ),
        }
    }

    /// The least difference between two assistants that so many cases would show.
    fn detectable(&self, run: &Evidence) -> Vec<String> {
        let two = (run.assistants().len() > 1)
            .then(|| contests(Side { run, assistant: 0 }, Side { run, assistant: 1 }, None));
        let mut found: Vec<String> = Vec::new();
        let mut assumed = false;
        for slice in run.slices() {
            let contest = two.as_ref().and_then(|two| two.iter().find(|contest| contest.slice == slice));
            let sd = contest.and_then(|contest| contest.sd).filter(|sd| *sd > 0.0);
            assumed |= sd.is_none();
            let spread = sd.map_or(
                Spread::Binary { p10: ASSUMED_DISCORDANCE / 2.0, p01: ASSUMED_DISCORDANCE / 2.0 },
                |sd_d| Spread::Known { sd_d },
            );
            let cases = contest.map_or_else(|| cases_in(run, slice), |contest| contest.cases);
            let plan = PairedPlan {
                spread,
                n: u32::try_from(cases).ok().filter(|cases| *cases > 0),
                delta: None,
                resample_var: 0.0,
                alpha: 0.05,
                power: POWER,
            };
            let Some(least) = power_paired(&plan).ok().and_then(|power| power.mde) else { continue };
            found.push(format!("{} {:.0}", self.slice_name(slice), (least * 100.0).ceil()));
        }
        if found.is_empty() {
            return Vec::new();
        }
        let list = words::list(self.language, &found);
        let basis = match (self.language, assumed) {
            (Language::En, false) => "from the spread of the first two assistants' differences",
            (Language::En, true) => {
                "from the spread of the first two assistants' differences, else assuming that two assistants differ on three cases in ten"
            }
            (Language::Zh, false) => "依前两个助手差值的离散程度",
            (Language::Zh, true) => "依前两个助手差值的离散程度；无可依时假定两个助手在三成案例上不同",
        };
        vec![match self.language {
            Language::En => format!(
                "Detectable difference: with this many cases, two assistants must differ in the share right by about so many percentage points for a test at 5% to find it four times in five: {list} ({basis}). Smaller differences may well be there and stay unseen."
            ),
            Language::Zh => format!(
                "可检出的差异：以现有案例数，两个助手的判对率须相差约如下百分点，5%水平的检验才能五次中发现四次：{list}（{basis}）。更小的差异可能存在而未被看见。"
            ),
        }]
    }
}

fn cases_in(run: &Evidence, slice: Slice) -> usize {
    let mut cases: Vec<usize> = run.units().filter(|u| u.slice == slice).map(|u| u.case).collect();
    cases.sort_unstable();
    cases.dedup();
    cases.len()
}

pub(super) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "0%".to_owned() } else { format!("{:.0}%", 100.0 * part as f64 / whole as f64) }
}
