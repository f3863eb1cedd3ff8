//! What the numbers can and cannot bear, how tables are read, and the words they use.

use super::Reporter;
use super::simulator::told_unasked;
use crate::case::Language;
use crate::report::content::Ruled;
use crate::report::content::bearing::{detectable, percent, points};
use crate::report::document::Block;
use crate::report::lexpilot::contests;
use crate::report::lexpilot::evidence::Evidence;
use crate::report::lexpilot::units::Slice;
use crate::report::pairs::Side;
use crate::report::seam::ReadRun;
use crate::report::words;

impl Reporter<'_> {
    /// How the tables are read.
    pub(super) fn reading(&self) -> Vec<Block> {
        let text = self.text(
            "How to read the tables: a point is the mean over the repeats. SD is over repeats of the same cases: how much a score changes when the same cases are asked again. The 95% interval is over cases: how far a score would move with other cases of the same kind (cases resampled; Wilson's where a share of consultations is 0 or 1; none, n/a, where a mean or a difference of shares is the same in every draw). n counts all scored units, for QWK claims; “scored/planned” where some were lost. Over-asking and AccC rest on the complete histories among them, premature judgment and AccU on the others. n/a is undefined, which is not 0. An interval without width says that every draw of these cases gave the same; it is no certainty.",
            "读表须知：分值为各次重复的均值。SD（标准差）就重复而言：同样的案例再问一次，分数会变多少。95%区间就案例而言：换一批同类案例，分数会移动多远（案例重抽样；咨询比例为0或1者用威尔逊区间；比例的均值或差值在每次抽取中都相同者无区间，写作“无”）。n 为全部计分单位数，QWK 以请求计；有损失时写作“计分/计划”。过度追问与AccC只就其中完整记录计，过早判断与AccU只就其余计。“无”表示无定义，并非0。区间宽度为零只说明这些案例怎样抽取结果都一样，并非确定无疑。",
        );
        vec![text, Block::Points(self.glossary())]
    }

    /// The words that tables use without saying what they mean.
    fn glossary(&self) -> Vec<String> {
        let words = [
            (
                "Direct, Interaction, Gold: the assistant decides on the incomplete history at once; may first ask the user; decides on the complete history.",
                "直接预测、交互、完整信息：据欠缺的记录径行判断；可先追问用户；据完整的记录判断。",
            ),
            (
                "Focal point: a point of dispute. Missing fact: a key fact that the incomplete history leaves out; known are those that the user then told.",
                "争议焦点：双方争执之点。欠缺事实：欠缺的记录所略去的关键事实；用户随后说出的即为已知。",
            ),
            (
                "Fact recall and facts recovered are two things: missing facts that accepted questions asked for (DCG), and missing facts that the user told, asked or not.",
                "事实召回与事实查明是两回事：前者为合格提问所问及的欠缺事实（DCG），后者为用户说出的欠缺事实，无论是否被问。",
            ),
            (
                "Gate: says which facts a message asks for. Harness: the program around the assistants; what it, the user or the judge failed at is lost, and held against nobody.",
                "关口：判断消息问及哪些事实。评测本身：助手以外的程序；它、用户或评判者失败之处即为损失，不计入任何助手。",
            ),
            (
                "Rounds spent: the assistant still asked in the last round allowed; in LJP it must then decide, and that verdict is scored.",
                "轮次用尽：最后一轮仍在追问；LJP中此后必须判断，并以该判断计分。",
            ),
        ];
        words.map(|(en, zh)| self.say(en, zh).to_owned()).to_vec()
    }

    pub(super) fn limits(&self, run: &Evidence) -> Vec<String> {
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
        points.push(self.lost(run));
        points.extend(self.detectable(run));
        points
    }

    /// Which of those who made a run's scores are rules.
    pub(super) fn ruled(&self, run: &Evidence) -> Ruled {
        let study = &run.study;
        let all = study.assistants.iter().all(|assistant| assistant.seat.is_rule());
        let models = study.assistants.iter().any(|assistant| !assistant.seat.is_rule());
        let mut rules: Vec<String> = Vec::new();
        let mut add = |role: &str, is_rule: bool| {
            if is_rule {
                rules.push(role.to_owned());
            }
        };
        match (all, models) {
            (true, _) => add(self.say("every assistant", "全部助手"), true),
            (false, _) => {
                let some = study.assistants.iter().any(|assistant| assistant.seat.is_rule());
                add(self.say("some assistants", "部分助手"), some);
            }
        }
        add(self.say("the simulated user", "模拟用户"), study.user.seat.is_rule());
        add(self.say("the gate", "关口"), study.gate.facts.is_rule());
        add(self.say("a judge", "评判者"), study.judges.iter().any(|judge| judge.seat.is_rule()));
        Ruled { roles: rules, every_assistant: all }
    }

    fn simulator_limit(&self, run: &Evidence) -> String {
        let (told, unasked) = told_unasked(run);
        let user = run.study.user.name();
        let unread: u64 = run.talks.values().map(|talks| talks.unread).sum();
        let read: u64 = run.talks.values().map(|talks| talks.dialogues).sum();
        let said = match (self.language, told) {
            (Language::En, 0) if unread > 0 && read == 0 => {
                format!(
                    "Simulated user {user}: what it told is not known, since the gate or the disclosure checker failed on every dialogue."
                )
            }
            (Language::Zh, 0) if unread > 0 && read == 0 => {
                format!("模拟用户{user}：说出了什么无从得知，因为关口或披露核对者在每段对话中都出了错。")
            }
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
        let (mut measured, mut assumed): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for slice in run.slices() {
            let contest = two.as_ref().and_then(|two| two.iter().find(|contest| contest.measure == slice));
            let sd = contest.and_then(|contest| contest.sd).filter(|sd| *sd > 0.0);
            let cases = contest.map_or_else(|| cases_in(run, slice), |contest| contest.cases);
            let Some(least) = detectable(sd, cases) else { continue };
            let list = if sd.is_some() { &mut measured } else { &mut assumed };
            list.push(format!("{} {}", self.slice_name(slice), points(self.language, least)));
        }
        let measured = (!measured.is_empty()).then(|| {
            let list = words::list(self.language, &measured);
            match self.language {
                Language::En => format!("{list} (from the spread between the first two assistants)"),
                Language::Zh => format!("{list}（依前两个助手差值的离散程度）"),
            }
        });
        let assumed = (!assumed.is_empty()).then(|| {
            let list = words::list(self.language, &assumed);
            match self.language {
                Language::En => {
                    format!("{list} (no spread was seen: two are taken to differ on three cases in ten)")
                }
                Language::Zh => format!("{list}（未见离散，假定两个助手在三成案例上不同）"),
            }
        });
        let found: Vec<String> = [measured, assumed].into_iter().flatten().collect();
        if found.is_empty() {
            return Vec::new();
        }
        let list = found.join(self.say("; ", "；"));
        vec![match self.language {
            Language::En => format!(
                "Detectable difference in the share right a case (as under “Assistants against each other”; it says nothing of F1 or QWK), in percentage points: {list}. A difference of that size is found in four studies of five like this one, by a test at 5%; smaller ones may be there and stay unseen."
            ),
            Language::Zh => format!(
                "可检出的每案判对率差异（见“助手两两比较”；不适用于F1与QWK），以百分点计：{list}。差异达此大小时，五次这样的评测中有四次能以5%水平的检验发现；更小的差异可能存在而未被看见。"
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
