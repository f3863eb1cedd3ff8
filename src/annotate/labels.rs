//! The labels that people and judges give, task by task: a closed set each, with the words by which a
//! person may write them.

use serde::{Deserialize, Serialize};

use crate::annotate::decision::Decision;
use crate::case::{Language, Verdict};
use crate::suite::lexpilot::{DcgRequest, LcaClass, parts};

/// A label: its position in [`labels`] of its task.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub usize);

/// One label of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelWord {
    /// As in files.
    pub name: &'static str,
    /// As a person reads it, English and Chinese.
    pub en: &'static str,
    pub zh: &'static str,
    /// What it means, English and Chinese.
    pub means_en: &'static str,
    pub means_zh: &'static str,
    /// Further words that are understood.
    also: &'static [&'static str],
}

impl LabelWord {
    /// As a person of that language reads it.
    pub fn word(&self, language: Language) -> &'static str {
        match language {
            Language::En => self.en,
            Language::Zh => self.zh,
        }
    }

    /// What it means, in that language.
    pub fn meaning(&self, language: Language) -> &'static str {
        match language {
            Language::En => self.means_en,
            Language::Zh => self.means_zh,
        }
    }
}

/// LCA, as a message treats the consultation (LexPilot 6.2).
const LCA: &[LabelWord] = &[
    LabelWord {
        name: "complete",
        en: "complete",
        zh: "事实完整",
        means_en: "every claim is decided, and no verdict waits for an answer",
        means_zh: "每一项诉求都有结论，没有哪一项结论要等答复",
        also: &["完整", "c"],
    },
    LabelWord {
        name: "underspecified",
        en: "underspecified",
        zh: "事实不足",
        means_en: "the verdict on at least one claim waits for the client's answer",
        means_zh: "至少有一项诉求的结论要等当事人答复",
        also: &["不足", "incomplete", "u"],
    },
    LabelWord {
        name: "neither",
        en: "neither",
        zh: "两者都不是",
        means_en: "anything else",
        means_zh: "其他情况",
        also: &["都不是", "n"],
    },
];

/// DCG, one request (LexPilot 6.3): a turn is what the best of its questions is.
const DCG: &[LabelWord] = &[
    LabelWord {
        name: "accepted",
        en: "accepted",
        zh: "相关且可答",
        means_en: "one and the same question is both relevant and answerable",
        means_zh: "至少有一个问题既相关又可答",
        also: &["both", "relevant and answerable", "通过", "合格"],
    },
    LabelWord {
        name: "relevant_only",
        en: "relevant only",
        zh: "只相关",
        means_en: "no question is both; at least one is relevant",
        means_zh: "没有哪个问题两者兼备，但至少有一个相关",
        also: &["relevant", "相关"],
    },
    LabelWord {
        name: "answerable_only",
        en: "answerable only",
        zh: "只可答",
        means_en: "no question is relevant; at least one is answerable",
        means_zh: "没有相关的问题，但至少有一个可答",
        also: &["answerable", "可答"],
    },
    LabelWord {
        name: "neither",
        en: "neither",
        zh: "都不是",
        means_en: "it asks, but no question is relevant and none is answerable",
        means_zh: "有提问，但既没有相关的，也没有可答的",
        also: &["两者都不是"],
    },
    LabelWord {
        name: "no_question",
        en: "no question",
        zh: "没有提问",
        means_en: "the message asks the client nothing",
        means_zh: "消息没有要当事人回答什么",
        also: &["asks nothing", "未提问", "无提问"],
    },
];

/// LJP, the verdict that a message gives on one claim (LexPilot 6.4). The first three in the order of
/// the quadratic weights.
const LJP: &[LabelWord] = &[
    LabelWord {
        name: "dismissed",
        en: "dismissed",
        zh: "驳回",
        means_en: "the claim fails",
        means_zh: "这项诉求得不到支持",
        also: &["不支持", "d"],
    },
    LabelWord {
        name: "partially_supported",
        en: "partially supported",
        zh: "部分支持",
        means_en: "the claim succeeds only in part",
        means_zh: "这项诉求只有一部分得到支持",
        also: &["partly supported", "partial", "p"],
    },
    LabelWord {
        name: "supported",
        en: "supported",
        zh: "支持",
        means_en: "the claim succeeds in full",
        means_zh: "这项诉求得到全部支持",
        also: &["全部支持", "s"],
    },
    LabelWord {
        name: "no_verdict",
        en: "no verdict",
        zh: "没有结论",
        means_en: "the message gives no verdict on the claim",
        means_zh: "回复没有对这项诉求给出结论",
        also: &["none", "null", "无结论", "n"],
    },
];

/// A question on a reply to a probe (LexPilot E.3.2).
const YES_OR_NO: &[LabelWord] = &[
    LabelWord {
        name: "yes",
        en: "yes",
        zh: "是",
        means_en: "the reply has it, by the rules above",
        means_zh: "按上面的规则，回复属于这种情况",
        also: &["y", "1", "true", "对"],
    },
    LabelWord {
        name: "no",
        en: "no",
        zh: "否",
        means_en: "it has not",
        means_zh: "不属于这种情况",
        also: &["n", "0", "false", "不是"],
    },
];

/// The labels of a decision, in their fixed order.
pub fn labels(decision: impl Into<Decision>) -> &'static [LabelWord] {
    match decision.into() {
        Decision::Lca => LCA,
        Decision::Dcg => DCG,
        Decision::Ljp => LJP,
        Decision::FidelityAnswer | Decision::FidelityDisclosure | Decision::FidelityError => YES_OR_NO,
    }
}

/// The names of a task's labels, in their fixed order.
pub fn names(task: impl Into<Decision>) -> Vec<&'static str> {
    labels(task).iter().map(|label| label.name).collect()
}

/// What a person wrote, as a label of the task: in Chinese or English, in any case and width, words
/// joined or apart. `None` when it is none of them.
pub fn parse(task: impl Into<Decision>, written: &str) -> Option<Code> {
    let wanted = plain(written);
    let is = |label: &LabelWord| {
        [label.name, label.en, label.zh].iter().chain(label.also).any(|word| plain(word) == wanted)
    };
    labels(task).iter().position(is).map(Code)
}

/// The name of a label in files.
pub fn name(task: impl Into<Decision>, label: Code) -> &'static str {
    labels(task)[label.0].name
}

/// What may be written for a task, as errors list it.
pub fn allowed(task: impl Into<Decision>) -> String {
    let one = |label: &LabelWord| format!("{} ({})", label.en, label.zh);
    labels(task).iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Letters alone, lower case, full-width letters as plain ones: `Partially_Supported` and
/// `ｐartially supported` are the same word.
fn plain(written: &str) -> String {
    written
        .chars()
        .map(|c| match c {
            // Full-width forms of ASCII.
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
            c => c,
        })
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// What a message was found to be in LCA.
pub fn of_lca(class: LcaClass) -> Code {
    Code(parts::code_of_lca(class))
}

/// What a request was found to be in DCG.
pub fn of_dcg(request: &DcgRequest) -> Code {
    Code(parts::code_of_dcg(request))
}

/// What a claim's verdict was found to be in LJP.
pub fn of_ljp(verdict: Option<Verdict>) -> Code {
    Code(parts::code_of_ljp(verdict))
}

/// The answer to a question on a reply to a probe.
pub fn of_yes(yes: bool) -> Code {
    Code(usize::from(!yes))
}

/// A label as files hold it: its name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Named(pub String);

impl Named {
    /// The name of a label.
    pub fn of(task: impl Into<Decision>, label: Code) -> Self {
        Self(name(task, label).to_owned())
    }

    /// The label of that name; `None` when the task has none.
    pub fn code(&self, task: impl Into<Decision>) -> Option<Code> {
        labels(task).iter().position(|label| label.name == self.0).map(Code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::lexpilot::{DcgQuestion, Task};

    #[test]
    fn labels_are_read_in_either_language_and_any_case() {
        let read = |task, written: &str| parse(task, written).map(|label| name(task, label));
        assert_eq!(read(Task::Lca, " Complete "), Some("complete"));
        assert_eq!(read(Task::Lca, "事实不足"), Some("underspecified"));
        assert_eq!(read(Task::Lca, "ＮＥＩＴＨＥＲ"), Some("neither"));
        assert_eq!(read(Task::Ljp, "Partially-Supported"), Some("partially_supported"));
        assert_eq!(read(Task::Ljp, "部分支持。"), Some("partially_supported"));
        assert_eq!(read(Task::Ljp, "NO VERDICT"), Some("no_verdict"));
        assert_eq!(read(Task::Dcg, "relevant_only"), Some("relevant_only"));
        assert_eq!(read(Task::Dcg, "相关且可答"), Some("accepted"));
        assert_eq!(read(Task::Lca, "supported"), None);
        assert_eq!(read(Task::Lca, ""), None);
    }

    #[test]
    fn no_word_stands_for_two_labels_of_a_task() {
        for task in Decision::ALL {
            if let Some(task) = task.task() {
                assert_eq!(names(task), parts::label_names(task), "as judges' labels are counted");
            }
            for (at, label) in labels(task).iter().enumerate() {
                for word in [label.name, label.en, label.zh].iter().chain(label.also) {
                    assert_eq!(parse(task, word), Some(Code(at)), "{word}");
                }
                assert_eq!(Named::of(task, Code(at)).code(task), Some(Code(at)));
            }
        }
    }

    #[test]
    fn a_turn_is_what_the_best_of_its_questions_is() {
        let question =
            |relevant, answerable| DcgQuestion { focal_point: None, facts: Vec::new(), relevant, answerable };
        let of = |questions: Vec<DcgQuestion>| name(Task::Dcg, of_dcg(&DcgRequest { round: 1, questions }));
        assert_eq!(of(vec![question(false, true), question(true, true)]), "accepted");
        assert_eq!(of(vec![question(false, true), question(true, false)]), "relevant_only");
        assert_eq!(of(vec![question(false, true), question(false, false)]), "answerable_only");
        assert_eq!(of(vec![question(false, false)]), "neither");
        assert_eq!(of(Vec::new()), "no_question");
    }

    #[test]
    fn verdicts_keep_the_order_of_the_weights() {
        let codes = Verdict::ALL.map(|verdict| of_ljp(Some(verdict)));
        assert_eq!(codes, [Code(0), Code(1), Code(2)]);
        assert_eq!(of_ljp(None), Code(3));
    }
}
