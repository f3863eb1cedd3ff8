//! Figures that papers print, apart from all others, and marked.

use super::Reporter;
use crate::case::Language;
use crate::report::content::printed::{Published, mark};
use crate::report::document::{Block, Cell, Section, Table, say};
use crate::report::words;
use crate::suite::lexpilot::{Setup, Task};

const LEXPILOT: &str = include_str!("../../../../results/published/lexpilot.yaml");

impl Reporter<'_> {
    pub(super) fn published(&self) -> Section {
        let mark = mark(self.language);
        let published = Published::of(LEXPILOT);
        let caption = format!("{} ({mark})", published.source.title);
        let headings = [
            self.say("section", "章节"),
            self.say("task", "任务"),
            self.say("what", "指标"),
            self.say("of", "对象"),
            self.say("#printed", "#原文数值"),
        ];
        let mut table = Table::new(caption, &headings);
        for printed in &published.figures {
            let setup = printed.setup.as_deref().and_then(Setup::parse);
            let task = printed.task.as_deref().and_then(Task::parse).map_or("", words::task);
            let setup = setup.map(|setup| words::setup(self.language, setup)).unwrap_or_default();
            let gap = if setup.is_empty() { "" } else { self.say(" ", "") };
            let metric = words::metric(self.language, &printed.metric);
            table.row(vec![
                Cell::text(&printed.section),
                Cell::text(format!("{task}{gap}{setup}")),
                Cell::text(self.phrase(&metric)),
                Cell::text(self.phrase(&printed.of)),
                Cell::text(printed.shown(self.language)),
            ]);
        }
        table.note(self.say(
            "Rates and kappas as fractions. * is worked out from the printed number.",
            "比率与κ均以小数表示。*号为据原文数值推算。",
        ));
        let blocks = vec![
            Block::Notice(match self.language {
                Language::En => format!(
                    "{mark}: these figures cannot be set against the ones above. The paper's cases, prompts and most of its tables are not public."
                ),
                Language::Zh => {
                    format!("{mark}：以下数字不能与上文数字相比。论文的案例、提示词及大部分表格均未公开。")
                }
            }),
            Block::Table(table),
        ];
        self.section("published", "Published figures, apart", "已发表的数字（另列）", blocks)
    }

    /// A phrase of the file in the report's language.
    fn phrase(&self, english: &str) -> String {
        let found = PHRASES.iter().find(|(en, _)| *en == english);
        found.map_or_else(|| english.to_owned(), |(en, zh)| say(self.language, en, zh).to_owned())
    }
}

/// What the file says in words; names of models stay as they are.
const PHRASES: &[(&str, &str)] = &[
    ("mean tokens a consultation", "每次咨询平均词元数"),
    ("law majors", "法学学生"),
    ("laypeople", "普通人"),
    ("key detail coverage", "关键细节覆盖率"),
    ("share of replies that recognise the deficiency", "识别出欠缺的回复比例"),
    ("share of replies that predict the verdict at once", "径行预测判决的回复比例"),
    ("share of unconditional generic advice", "无条件泛泛建议的比例"),
    ("range over three models", "三个模型的范围"),
    ("cases", "案例"),
    ("consultations", "咨询"),
    ("causes of action", "案由"),
    ("claims", "诉讼请求"),
    ("claims a case", "每案请求"),
    ("benchmark", "基准"),
    ("best of ten models", "十个模型中最好者"),
    ("Claude-Opus-5, best of ten models", "Claude-Opus-5（十个模型中最好者）"),
    ("mean of ten models", "十个模型均值"),
    ("models above Direct", "高于直接预测的模型数"),
    ("ten models", "十个模型"),
    ("QWK of Gold-Standard less Targeted", "完整信息与定向追问的QWK之差"),
    ("claims without a verdict", "未给结论的请求"),
    ("agreement of judge and consensus", "评判者与共识的一致率"),
    ("kappa of judge and consensus", "评判者与共识的κ"),
    ("agreement of experts", "专家间一致率"),
    ("kappa of experts", "专家间κ"),
    ("mean of three tasks", "三项任务均值"),
    ("two experts", "两位专家"),
    ("cases probed", "受检案例"),
    ("replies assessed", "受评回复"),
    ("user simulator", "模拟用户"),
    ("agreement on sufficiency before adjudication", "裁定前对充分性的一致率"),
    ("agreement on over-disclosure before adjudication", "裁定前对过度披露的一致率"),
    ("agreement on factual error before adjudication", "裁定前对事实错误的一致率"),
    ("answer rate of indirect less direct questions", "间接与直接提问的回答率之差"),
    ("answer when known and uncertainty when withheld", "知则答、不知则示不确定"),
    ("accepted questions answered", "合格提问得到回答"),
    ("accepted questions answered badly", "合格提问回答不当"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_of_the_file_has_its_chinese() {
        let published = Published::of(LEXPILOT);
        let reporter = Reporter { language: Language::Zh, runs: &[], probes: &[] };
        for printed in &published.figures {
            for phrase in [words::metric(Language::Zh, &printed.metric), printed.of.clone()] {
                let shown = reporter.phrase(&phrase);
                let model = phrase.contains(|c: char| c.is_ascii_digit()) && !phrase.contains(' ');
                assert!(
                    !shown.is_ascii() || model || phrase == "QWK" || phrase.starts_with("DeepSeek"),
                    "{phrase}"
                );
            }
            assert!(!printed.shown(Language::Zh).is_empty(), "{}", printed.metric);
        }
        assert_eq!(reporter.section("x", "a", "一", Vec::new()).title, "一");
    }
}
