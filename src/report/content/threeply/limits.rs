//! Who argued and extracted, what the numbers of arguments cannot bear, and how their tables are read.

use super::{Reporter, mode};
use crate::case::Language;
use crate::cast::Seat;
use crate::report::content::Ruled;
use crate::report::content::bearing::{detectable, points};
use crate::report::content::opening::times;
use crate::report::document::Block;
use crate::report::pairs::Side;
use crate::report::seam::{Compared, ReadRun, Told};
use crate::report::threeply::ArgumentRun;
use crate::report::words;
use crate::run::TriplesFrom;
use crate::suite::Suite;
use crate::suite::threeply::Mode;

impl Reporter<'_> {
    pub(super) fn seats(&self, run: &ArgumentRun) -> Vec<String> {
        let (study, settings, coverage) = (&run.study, &run.settings, &run.scores().coverage);
        let colon = self.say(": ", "：");
        let mut seats = vec![match self.language {
            Language::En => format!(
                "Triples: {}, each argued {}; {} of {} arguments were scored",
                run.scores().pack,
                times(study.repeats),
                coverage.played,
                coverage.planned
            ),
            Language::Zh => format!(
                "三元组：{}，各论证{}次；计划{}份论证，计分{}份",
                material(run),
                study.repeats,
                coverage.planned,
                coverage.played
            ),
        }];
        for arguer in &study.arguers {
            let about = match arguer.is_rule() {
                true => self.rule(self.say("a control with scores known in advance", "分数可预知的对照")),
                false => String::new(),
            };
            seats.push(format!("{}{colon}{}{about}", self.say("Assistant", "助手"), arguer.name()));
        }
        if let Some(file) = study.answers_file() {
            seats.push(match self.language {
                Language::En => format!("Arguments from a file, nobody was asked for them here: {file}"),
                Language::Zh => format!("论证取自文件，此处未向任何模型索取：{file}"),
            });
        }
        let extractors: Vec<String> = study
            .extractors
            .iter()
            .map(|extractor| match extractor {
                Seat::Rule(_) => {
                    let about = self.say("it reads the notation of factors", "读取要素记法的解析器");
                    format!("{}{}", extractor.name(), self.rule(about))
                }
                Seat::Model(..) => extractor.name(),
            })
            .collect();
        seats.push(format!(
            "{}{colon}{}",
            match extractors.len() {
                1 => self.say("Extractor", "提取者"),
                _ => self.say(
                    "Extractors, of whom the one named first gives the scores below",
                    "提取者（以首位计分）"
                ),
            },
            words::list(self.language, &extractors)
        ));
        let named = match settings.name_precedent {
            true => self.say("each side is told which precedent to cite", "告知各方应援引的先例"),
            false => self.say("no side is told which precedent to cite", "不告知各方应援引的先例"),
        };
        if study.answers_file().is_none() {
            seats.push(match self.language {
                Language::En => format!(
                    "Settings: temperature {} (extractor {}), at most {} tokens an argument, {named}, seed {}",
                    settings.temperature,
                    settings.judge_temperature,
                    settings.tokens(),
                    settings.seed
                ),
                Language::Zh => format!(
                    "设置：温度{}（提取者{}），每份论证至多{}个词元，{named}，种子{}",
                    settings.temperature,
                    settings.judge_temperature,
                    settings.tokens(),
                    settings.seed
                ),
            });
        }
        seats
    }

    /// Of the assistants alone: that a parser extracts is how the suite is meant.
    pub(super) fn ruled(&self, run: &ArgumentRun) -> Option<Ruled> {
        let rules = run.study.arguers.iter().filter(|arguer| arguer.is_rule()).count();
        let every_assistant = run.study.arguers.iter().all(|arguer| arguer.is_all_rules());
        let role = match every_assistant {
            true => self.say("every assistant", "全部助手"),
            false => self.say("some assistants", "部分助手"),
        };
        (rules > 0).then(|| Ruled { roles: vec![role.to_owned()], every_assistant })
    }

    pub(super) fn limits(&self, run: &ArgumentRun) -> Vec<String> {
        let mut points = vec![self.extractor_limit(run)];
        for (assistant, judge) in crate::run::same_family(&run.study) {
            points.push(match self.language {
                Language::En => format!(
                    "Extractor {judge} and assistant {assistant} seem to be of one family: an extractor may favour its own."
                ),
                Language::Zh => format!("提取者{judge}与助手{assistant}似属同一系列，可能偏袒。"),
            });
        }
        points.push(
            self.say(
                "Triples are sets of factors and no cases: there are no facts to read, and which precedent is the better one is no question here. Nothing is said of arguments in other fields or in prose without factors.",
                "三元组是要素的集合，并非案件：没有案情可读，也不问哪个先例更好。对其他领域或不用要素写成的论证，这些数字不说明什么。",
            )
            .to_owned(),
        );
        points.push(self.lost(run));
        points.extend(self.least_seen(run));
        points
    }

    fn extractor_limit(&self, run: &ArgumentRun) -> String {
        let judge = run.judge();
        let by_rule = run.study.extractors.first().is_some_and(Seat::is_rule);
        match (self.language, by_rule) {
            (Language::En, true) => format!(
                "Extractor {judge}: a parser of the notation, tested on arguments labelled by hand. No person has checked what it read in this run, so its errors are in every score and in no interval; what it is less sure of stands in the review queue."
            ),
            (Language::Zh, true) => format!(
                "提取者{judge}：要素记法的解析器，已用人工标注的论证检验。本次运行的提取结果未经人工核对，其错误存在于每项分数之中，而不在任何区间之内；较无把握者列入复核队列。"
            ),
            (Language::En, false) => format!(
                "Extractor {judge}: a model. No person has checked what it read in this run, so its errors are in every score and in no interval."
            ),
            (Language::Zh, false) => format!(
                "提取者{judge}：为模型。本次运行的提取结果未经人工核对，其错误存在于每项分数之中，而不在任何区间之内。"
            ),
        }
    }

    /// The least difference between two assistants that so many triples would show.
    fn least_seen(&self, run: &ArgumentRun) -> Option<String> {
        if run.assistants().len() < 2 {
            return None;
        }
        let side = |assistant| Side { run, assistant };
        let found: Vec<String> = ArgumentRun::contests(side(0), side(1), None)
            .into_iter()
            .filter(|contest| contest.measure.leads())
            .filter_map(|contest| {
                let sd = contest.sd.filter(|sd| *sd > 0.0)?;
                let least = detectable(Some(sd), contest.cases)?;
                let least = points(self.language, least);
                Some(format!("{} {least}", ArgumentRun::measure_name(self, contest.measure)))
            })
            .collect();
        if found.is_empty() {
            return None;
        }
        let list = found.join(self.say("; ", "；"));
        Some(match self.language {
            Language::En => format!(
                "Detectable difference, in percentage points, from the spread between the first two assistants: {list}. A difference of that size is found in four studies of five like this one, by a test at 5%; smaller ones may be there and stay unseen."
            ),
            Language::Zh => format!(
                "可检出的差异（百分点，依前两个助手差值的离散程度）：{list}。差异达此大小时，五次这样的评测中有四次能以5%水平的检验发现；更小的差异可能存在而未被看见。"
            ),
        })
    }

    pub(super) fn reading(&self) -> Vec<Block> {
        let text = self.text(
            "How to read the tables: a point is the mean over the repeats. SD is over repeats of the same triples: how much a score changes when the same triples are argued again. The 95% interval is over triples: how far a score would move with other triples drawn alike (triples resampled; Wilson's where a share is 0 or 1; none, n/a, for a single triple, and where a mean or a difference of shares is the same in every draw). n counts the arguments that have the number; “n/planned” where fewer have it than were planned. n/a is undefined, which is not 0. An interval without width says that every draw of these triples gave the same; it is no certainty.",
            "读表须知：分值为各次重复的均值。SD（标准差）就重复而言：同样的三元组再论证一次，分数会变多少。95%区间就三元组而言：换一批同样抽取的三元组，分数会移动多远（三元组重抽样；比例为0或1者用威尔逊区间；仅一个三元组，或比例的均值或差值在每次抽取中都相同时无区间，写作“无”）。n 为有此数值的论证数，少于计划数时写作“n/计划”。“无”表示无定义，并非0。区间宽度为零只说明这些三元组怎样抽取结果都一样，并非确定无疑。",
        );
        let words = [
            (
                "Faithfulness (AccH): 1 − factors asserted of a case that does not have them / factors of the three cases. It is not clamped: below 0 more is invented than there is.",
                "忠实度（AccH）：1 −（归于某案而该案并无的要素数 / 三案要素总数）。不作截断：负值表示捏造多于所有。",
            ),
            (
                "Use of factors (RecU): factors asserted of a case that has them / factors of the three cases.",
                "要素使用率（RecU）：归于某案而该案确有的要素数 / 三案要素总数。",
            ),
            (
                "Two policies. The paper's: whatever declines and makes no argument abstains, and an abstention has faithfulness 1 and use 0. Strict: only the required sentence abstains, and an abstention has no faithfulness. A number without a word on its policy is the paper's.",
                "两种口径。论文口径：凡拒绝且未作论证即为弃权，弃权者忠实度为1、使用率为0。严格口径：只有规定语句才是弃权，弃权者无忠实度。未注明口径者为论文口径。",
            ),
            (
                "Modes. Arguable: TSC1 was decided for the plaintiff, TSC2 for the defendant, and each shares a factor with the current case. Reordered: the outcomes are exchanged. Non-arguable: nothing is shared, so that abstaining is required. Mismatched: both were decided for one side, so that the other has no precedent to cite.",
                "模式。可论辩：TSC1原告胜、TSC2被告胜，且各与本案有共有要素。先例互换：两案胜方对调。不可论辩：无共有要素，应当弃权。先例同侧：两案同一方胜，另一方无先例可援。",
            ),
            (
                "Harness: the program around the assistants; what it, the network or the extractor failed at is lost, and held against nobody. It is never an abstention.",
                "评测本身：助手以外的程序；它、网络或提取者失败之处即为损失，不计入任何助手，也绝不算作弃权。",
            ),
        ];
        let points = words.map(|(en, zh)| self.say(en, zh).to_owned()).to_vec();
        vec![text, Block::Points(points)]
    }
}

/// In Chinese, what `scores.json` says of the triples in English.
fn material(run: &ArgumentRun) -> String {
    let from = match &run.settings.triples {
        TriplesFrom::File(file) => file.clone(),
        TriplesFrom::Drawn(drawn) => {
            let strict = if drawn.strict_sides { "，共有要素利于援引方" } else { "" };
            format!("抽取所得，复杂度{}，种子{}{strict}", drawn.complexity, drawn.seed)
        }
    };
    let modes: Vec<String> = Mode::ALL
        .into_iter()
        .map(|of| (of, run.study.triples().iter().filter(|triple| triple.mode == of).count()))
        .filter(|(_, n)| *n > 0)
        .map(|(of, n)| format!("{}{n}个", mode(Language::Zh, of.name())))
        .collect();
    format!("{from}（{}）", modes.join("、"))
}
