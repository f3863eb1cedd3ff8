//! The field's terms as reports print them, in both languages. A name that is not listed is printed as
//! it is.

use crate::case::Language;
use crate::report::document::say;
use crate::suite::lexpilot::{Condition, Setup, Task};

/// (name in files, English, Chinese).
type Terms = &'static [(&'static str, &'static str, &'static str)];

const METRICS: Terms = &[
    ("macro_f1", "macro-F1", "宏平均F1"),
    ("acc_c", "AccC", "AccC"),
    ("acc_u", "AccU", "AccU"),
    ("f1_complete", "F1, complete", "F1（完整）"),
    ("f1_underspecified", "F1, underspecified", "F1（欠缺）"),
    ("over_asking_rate", "over-asking", "过度追问"),
    ("premature_rate", "premature judgment", "过早判断"),
    ("neither_rate", "neither", "两者皆非"),
    ("mixed_rate", "decides and asks", "既判又问"),
    ("success_rate", "success rate", "追问成功率"),
    ("success_rate_strict", "success rate, strict", "追问成功率（严格）"),
    ("request_accepted_rate", "requests accepted", "提问合格率"),
    ("fact_recall", "fact recall (asked for)", "事实召回率（问及）"),
    ("first_round_success_rate", "success in round 1", "首轮成功率"),
    ("multi_question_rate", "messages with several questions", "一次多问的消息"),
    ("qwk_penalised", "QWK", "QWK"),
    ("qwk_exclude", "QWK, missing left out", "QWK（略去缺失）"),
    ("qwk_strict", "QWK, strict", "QWK（严格）"),
    ("qwk_farthest", "QWK, missing as farthest", "QWK（缺失作最远）"),
    ("accuracy", "claims right", "请求判对率"),
    ("gain_over_direct", "gain over Direct", "较直接预测的增益"),
    ("relative_decrease", "relative decrease", "较完整信息的相对下降"),
    ("qwk_on_triggered", "QWK where it took hold", "QWK（条件生效者）"),
    ("qwk_minus_standard", "QWK less standard", "QWK与标准之差"),
    ("fact_recovery", "facts recovered (told)", "事实查明率（说出）"),
    ("facts_per_round", "facts a round", "每轮查明事实"),
    ("facts_per_question", "facts a single question", "每个单独问题查明事实"),
    ("volunteered_rate", "told unasked", "未问自说比例"),
    ("sufficiency_rate", "all recovered", "全部查明的对话"),
    ("rounds_to_sufficiency", "rounds until all recovered", "全部查明所需轮数"),
    ("reask_rate", "asked for what was told", "追问已知事实的比例"),
    ("simulator_fault_rate", "faults of the user", "模拟用户失当"),
    ("disruption_rate", "took hold", "条件生效"),
    ("follow_up_rate", "followed up", "追问到底"),
    ("correction_rate", "corrected", "已更正"),
    ("uncorrected_rate", "never corrected", "未更正"),
    ("compliance_rate", "user kept to it", "用户遵守条件"),
    ("flip_rate", "flips between repeats", "重复间不一致"),
    ("acc_h_mean", "faithfulness", "忠实度"),
    ("acc_h_mean_strict", "faithfulness, strict", "忠实度（严格）"),
    ("acc_h_pooled", "faithfulness, from the sums", "忠实度（按总数）"),
    ("acc_h_pooled_strict", "faithfulness, from the sums, strict", "忠实度（按总数，严格）"),
    ("acc_h_mean_failed_only", "faithfulness where it argued all the same", "忠实度（未弃权者）"),
    ("acc_h_pooled_failed_only", "the same, from the sums", "忠实度（未弃权者，按总数）"),
    ("rec_u_mean", "use of factors", "要素使用率"),
    ("rec_u_mean_strict", "use of factors, strict", "要素使用率（严格）"),
    ("rec_u_pooled", "use of factors, from the sums", "要素使用率（按总数）"),
    ("rec_u_pooled_strict", "use of factors, from the sums, strict", "要素使用率（按总数，严格）"),
    ("abstention_ratio", "abstained (in any words)", "弃权率（不论措辞）"),
    ("abstention_ratio_strict", "abstained (required sentence)", "弃权率（用规定语句）"),
    ("wrong_abstention_rate", "abstained though there was something to argue from", "误弃权率"),
    ("plaintiff_cites_right", "plaintiff cites a right precedent", "原告援引得当"),
    ("defendant_cites_right", "defendant cites a right precedent", "被告援引得当"),
    ("empty_rate", "asserts nothing", "空无主张"),
    ("near_miss_rate", "wording close to the required sentence", "近似规定语句"),
    ("reasoning_says_stop_rate", "argues against its own reasoning", "推理称应止而仍论证"),
    ("spurious_argument_rate", "argues with nothing shared", "无共有要素而论证"),
    ("extraction_precision", "factors confirmed by the leading extractor", "经首位提取者证实的要素"),
    ("extraction_recall", "factors of the leading extractor found", "找到的首位提取者要素"),
    ("abstention_agreement", "same on abstaining", "弃权判断一致"),
];

const REASONS: Terms = &[
    ("refused", "refused", "拒绝回答"),
    ("silent", "no text", "无文字"),
    ("truncated", "cut before any text", "未出文字即被截断"),
    ("no_verdict", "no verdict", "未给结论"),
    ("neither", "neither", "两者皆非"),
    ("judge_fault", "judge failed", "评判者失败"),
    ("panel_undecided", "judges divided", "评判者意见不一"),
    ("simulator_fault", "simulator failed", "模拟用户失败"),
    ("infrastructure", "network or server", "网络或服务器"),
    ("budget", "over budget", "超出预算"),
    ("not_played", "not played", "未进行"),
    ("not_judged", "not judged", "未评判"),
    ("not_answered", "not answered", "未作答"),
    ("answered", "answered", "已回答"),
    ("decided", "decided", "已判断"),
    ("rounds_spent", "rounds spent", "轮次用尽"),
    ("elicited", "asked for", "应问而答"),
    ("volunteered", "told unasked", "未问自说"),
    ("implied", "implied", "言外之意"),
    ("distorted", "told wrongly", "说错"),
    ("corrected", "corrected", "更正"),
];

/// On what a calibration rests.
const FIELDS: Terms = &[
    ("judge", "judge", "评判者"),
    ("prompt", "prompt", "提示词"),
    ("rubric", "rubric", "评判规则"),
    ("labels", "labels", "标签"),
];

const CONDITIONS: Terms = &[
    ("standard", "standard", "标准"),
    ("delayed", "delayed disclosure", "延迟披露"),
    ("self-correction", "self-correction", "自我更正"),
    ("reluctant", "reluctant", "不情愿"),
];

const LABELS: Terms = &[
    ("complete", "complete", "事实完整"),
    ("underspecified", "underspecified", "事实不足"),
    ("accepted", "accepted", "相关且可答"),
    ("relevant_only", "relevant only", "只相关"),
    ("answerable_only", "answerable only", "只可答"),
    ("neither", "neither", "都不是"),
    ("no_question", "no question", "没有提问"),
    ("dismissed", "dismissed", "驳回"),
    ("partially_supported", "partially supported", "部分支持"),
    ("supported", "supported", "支持"),
    ("no_verdict", "no verdict", "没有结论"),
];

fn term(terms: Terms, language: Language, name: &str) -> String {
    let found = terms.iter().find(|(known, ..)| *known == name);
    found.map_or_else(|| name.to_owned(), |(_, en, zh)| say(language, en, zh).to_owned())
}

/// A metric.
pub fn metric(language: Language, name: &str) -> String {
    term(METRICS, language, name)
}

/// Why something is missing, how a talk ended, or how a fact was told.
pub fn reason(language: Language, name: &str) -> String {
    term(REASONS, language, name)
}

/// Parts on which a calibration rests, as a list.
pub fn fields(language: Language, names: &[&str]) -> String {
    list(language, &names.iter().map(|name| term(FIELDS, language, name)).collect::<Vec<_>>())
}

/// What a judge says of a message, a request or a claim.
pub fn label(language: Language, name: &str) -> String {
    term(LABELS, language, name)
}

/// How the user behaves.
pub fn condition(language: Language, condition: Condition) -> String {
    term(CONDITIONS, language, condition.name())
}

/// A task, in short.
pub fn task(task: Task) -> &'static str {
    match task {
        Task::Lca => "LCA",
        Task::Dcg => "DCG",
        Task::Ljp => "LJP",
    }
}

/// What a task asks of an assistant.
pub fn task_in_full(language: Language, task: Task) -> &'static str {
    match task {
        Task::Lca => say(language, "LCA (legal completeness assessment)", "LCA（法律完整性判断）"),
        Task::Dcg => say(language, "DCG (detail completion guidance)", "DCG（细节补全引导）"),
        Task::Ljp => say(language, "LJP (legal judgment prediction)", "LJP（法律判决预测）"),
    }
}

/// A setup of LJP.
pub fn setup(language: Language, setup: Setup) -> &'static str {
    match setup {
        Setup::Direct => say(language, "Direct", "直接预测"),
        Setup::Interaction => say(language, "Interaction", "交互"),
        Setup::Gold => say(language, "Gold", "完整信息"),
    }
}

/// Counts by name, such as `3 refused, 1 judge failed`.
pub fn counted<'a>(language: Language, counts: impl IntoIterator<Item = (&'a str, u64)>) -> String {
    let counts = counts.into_iter().map(|(name, n)| match language {
        Language::En => format!("{n} {}", reason(language, name)),
        Language::Zh => format!("{}{n}", reason(language, name)),
    });
    counts.collect::<Vec<_>>().join(say(language, ", ", "、"))
}

/// A list in words.
pub fn list(language: Language, items: &[String]) -> String {
    items.join(say(language, ", ", "、"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::lexpilot::parts::label_names;

    #[test]
    fn every_condition_and_reason_has_a_name_in_both_languages() {
        for condition_of in Condition::ALL {
            assert_ne!(condition(Language::Zh, *condition_of), condition_of.name());
        }
        for name in Task::ALL.iter().flat_map(|task| label_names(*task)) {
            assert_ne!(label(Language::Zh, name), *name);
        }
        for (name, en, zh) in METRICS.iter().chain(REASONS).chain(CONDITIONS).chain(LABELS).chain(FIELDS) {
            assert!(!en.is_empty() && !zh.is_empty(), "{name}");
        }
        assert_eq!(reason(Language::Zh, "judge_fault"), "评判者失败");
        assert_eq!(metric(Language::En, "not_a_metric"), "not_a_metric");
    }
}
