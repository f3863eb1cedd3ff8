//! The judge's own guidelines in words for a person: the rules of the prompt in force, without what
//! only a program needs (the code of the blocks, the form of the reply).

use std::fmt::Write as _;

use serde_json::Value;

use crate::annotate::decision::Decision;
use crate::annotate::labels::{LabelWord, labels, of_dcg, of_yes};
use crate::annotate::material::shown;
use crate::case::{Language, Variant};
use crate::prompt::{PromptError, Prompts, Template};
use crate::suite::lexpilot::{DcgQuestion, DcgRequest, Study, Task};

/// The template of the judge who decides it.
pub fn template(decision: impl Into<Decision>) -> Template {
    match decision.into() {
        Decision::Lca => Template::JudgeLca,
        Decision::Dcg => Template::JudgeDcg,
        Decision::Ljp => Template::JudgeLjp,
        Decision::FidelityAnswer | Decision::FidelityDisclosure | Decision::FidelityError => {
            Template::JudgeFidelity
        }
    }
}

/// The guidelines of a task in a language of the study's cases; `None` where no case has that language.
///
/// # Errors
/// When the prompt fails.
pub fn guideline(
    study: &Study,
    prompts: &Prompts,
    task: Task,
    language: Language,
) -> Result<Option<String>, PromptError> {
    let Some(case) = study.cases().iter().find(|case| case.language == language) else { return Ok(None) };
    let template = template(task);
    // The instructions hold nothing of a case; any of the language will do.
    let rendered = match task {
        Task::Lca => prompts.render(template, &case.for_lca_judge(Variant::Underspecified, ""))?,
        Task::Dcg => prompts.render(template, &case.for_dcg_judge(&[], ""))?,
        Task::Ljp => prompts.render(template, &case.for_ljp_judge(""))?,
    };
    Ok(Some(in_words(&rendered.system, task, language)))
}

/// The instructions of a judge, for a person.
pub fn in_words(instructions: &str, task: impl Into<Decision>, language: Language) -> String {
    let task = task.into();
    let mut paragraphs: Vec<String> = Vec::new();
    for paragraph in instructions.split("\n\n").map(str::trim).filter(|text| !text.is_empty()) {
        if paragraph.lines().any(|line| line.trim_start().starts_with('{')) {
            paragraphs.extend(example(paragraph, task, language));
        } else if !of_the_program(paragraph) {
            paragraphs.push(for_a_person(paragraph, task, language));
        }
    }
    paragraphs.push(label_list(task, language));
    shown(&paragraphs.join("\n\n"))
}

/// Whether a paragraph speaks of how the program hands over the material or reads the reply.
fn of_the_program(paragraph: &str) -> bool {
    let lower = paragraph.to_lowercase();
    let of_the_blocks =
        paragraph.contains("识别码") || (lower.contains("a code") && lower.contains("every line"));
    of_the_blocks || lower.contains("json")
}

/// Phrases of the shipped prompts that speak of arrays and nulls, and what a person is told instead.
const PHRASES: &[(&str, &str)] = &[
    (
        "If the message asks nothing, \"questions\" is an empty array.",
        "If the message asks nothing, the label is \"no question\".",
    ),
    ("\"questions\" has one entry per question, in order.", "Take the questions one by one, in order."),
    ("; an empty array if there are none", ""),
    (", or null if it targets none", ", if it targets one"),
    (
        "The user message says which of these questions it was:",
        "The column `decide` says which of these questions it was:",
    ),
    ("用户消息会说明这是哪一种问题：", "`decide` 一列说明这是哪一种问题："),
    ("没有提问的，\"questions\" 为空数组。", "没有提问的，标签是“没有提问”。"),
    ("\"questions\" 一个问题一项，按出现的先后排列。", "逐个看消息中的问题，按出现的先后。"),
    ("；没有就写空数组。", "。"),
    ("；哪个都不针对，写 null。", "；也可能哪个都不针对。"),
];

fn for_a_person(paragraph: &str, task: Decision, language: Language) -> String {
    let mut text = PHRASES.iter().fold(paragraph.to_owned(), |text, (from, to)| text.replace(from, to));
    if task == Decision::Ljp {
        text = match language {
            Language::En => text.replace("null", "\"no verdict\""),
            Language::Zh => text.replace("null", "“没有结论”"),
        };
    }
    text
}

/// An example with the reply in words; nothing where the reply is not of the known form.
fn example(paragraph: &str, task: Decision, language: Language) -> Option<String> {
    let (before, reply): (Vec<&str>, Vec<&str>) =
        paragraph.lines().partition(|line| !line.trim_start().starts_with('{'));
    let reply: Value = serde_json::from_str(reply.first()?).ok()?;
    let answer = answer(&reply, task, language)?;
    let before = for_a_person(&before.join("\n"), task, language);
    let lead = match language {
        Language::En => {
            before.trim_end().trim_end_matches("the reply is:").trim_end().to_owned() + " the answer is:"
        }
        Language::Zh => before.trim_end().trim_end_matches("，输出：").trim_end().to_owned() + "，答案是：",
    };
    Some(format!("{lead}\n{answer}"))
}

fn answer(reply: &Value, task: Decision, language: Language) -> Option<String> {
    let word = |label: &LabelWord| label.word(language);
    let named = |name: &str| labels(task).iter().find(|label| label.name == name).map(word);
    let reason = reply["reason"].as_str().map(|reason| format!(" — {reason}")).unwrap_or_default();
    match task {
        Decision::Lca => Some(format!("{}{reason}", named(reply["label"].as_str()?)?)),
        Decision::Dcg => {
            let questions: Vec<DcgQuestion> = serde_json::from_value(reply["questions"].clone()).ok()?;
            let label = &labels(task)[of_dcg(&DcgRequest { round: 1, questions }).0];
            Some(format!("{}{reason}", word(label)))
        }
        Decision::Ljp => {
            let one = |claim: &Value| {
                let label = named(claim["verdict"].as_str().unwrap_or("no_verdict"))?;
                Some(format!("{}. {label}", claim["number"].as_u64()?))
            };
            let claims: Option<Vec<String>> = reply["claims"].as_array()?.iter().map(one).collect();
            Some(claims?.join("\n"))
        }
        Decision::FidelityAnswer | Decision::FidelityDisclosure | Decision::FidelityError => {
            let yes = match task {
                Decision::FidelityAnswer => matches!(reply["answer"].as_str()?, "sufficient" | "uncertain"),
                Decision::FidelityDisclosure => !reply["over_disclosed"].as_array()?.is_empty(),
                _ => !reply["errors"].as_array()?.is_empty(),
            };
            Some(format!("{}{reason}", word(&labels(task)[of_yes(yes).0])))
        }
    }
}

/// The labels with their meanings, and how to write them down.
fn label_list(task: Decision, language: Language) -> String {
    let mut text = match (language, task) {
        (Language::En, Decision::Lca | Decision::Ljp) => "Write one of these labels:",
        (Language::En, Decision::Dcg) => {
            "Write one label for the whole message, which is what the best of its questions is:"
        }
        (Language::En, Decision::FidelityAnswer) => {
            "Say whether the reply is as it should be, \"sufficient\" or \"uncertain\" by the rules:"
        }
        (Language::En, Decision::FidelityDisclosure) => {
            "Say whether there is anything to enter under \"over_disclosed\":"
        }
        (Language::En, Decision::FidelityError) => "Say whether there is anything to enter under \"errors\":",
        (Language::Zh, Decision::Lca | Decision::Ljp) => "写下列标签之一：",
        (Language::Zh, Decision::FidelityAnswer) => {
            "写出按上述规则，回复是否是应有的回答，即 \"sufficient\" 或 \"uncertain\"："
        }
        (Language::Zh, Decision::FidelityDisclosure) => "写出 \"over_disclosed\" 下是否有应当列出的内容：",
        (Language::Zh, Decision::FidelityError) => "写出 \"errors\" 下是否有应当列出的内容：",
        (Language::Zh, Decision::Dcg) => "整条消息只写一个标签，以其中最好的那个问题为准：",
    }
    .to_owned();
    for label in labels(task) {
        let (word, meaning) = (label.word(language), label.meaning(language));
        let colon = if language == Language::Zh { "：" } else { ": " };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n- {word}{colon}{meaning}");
    }
    text
}

/// What is to be decided of a unit, in a line; for LJP of this claim.
pub fn decide(task: impl Into<Decision>, language: Language, claim: Option<usize>) -> String {
    let task = task.into();
    let words: Vec<&str> = labels(task).iter().map(|label| label.word(language)).collect();
    let number = claim.map(|number| number.to_string()).unwrap_or_default();
    match (language, task) {
        (Language::En, Decision::Lca) => {
            format!("As what does the message treat the consultation: {}?", words.join(" / "))
        }
        (Language::En, Decision::Dcg) => format!("What is the lawyer's request: {}?", words.join(" / ")),
        (Language::En, Decision::Ljp) => {
            format!("Which verdict does the message give on claim {number}: {}?", words.join(" / "))
        }
        (Language::En, Decision::FidelityAnswer) => {
            format!("Is the client's reply as it should be: {}?", words.join(" / "))
        }
        (Language::En, Decision::FidelityDisclosure) => {
            format!("Does the client's reply tell a fact that it may not tell: {}?", words.join(" / "))
        }
        (Language::En, Decision::FidelityError) => {
            format!("Does the client's reply say anything that is not so: {}?", words.join(" / "))
        }
        (Language::Zh, Decision::FidelityAnswer) => {
            format!("当事人的回复是不是应有的回答：{}？", words.join(" / "))
        }
        (Language::Zh, Decision::FidelityDisclosure) => {
            format!("当事人的回复有没有讲出不可讲的事实：{}？", words.join(" / "))
        }
        (Language::Zh, Decision::FidelityError) => {
            format!("当事人的回复有没有不应当说的陈述：{}？", words.join(" / "))
        }
        (Language::Zh, Decision::Lca) => format!("这条消息把咨询当成了哪一种情况：{}？", words.join(" / ")),
        (Language::Zh, Decision::Dcg) => format!("律师的这次提问属于哪一种：{}？", words.join(" / ")),
        (Language::Zh, Decision::Ljp) => {
            format!("这条消息对第 {number} 项诉求给出的结论是：{}？", words.join(" / "))
        }
    }
}

/// A task's name for people.
pub fn title(task: impl Into<Decision>, language: Language) -> &'static str {
    match (language, task.into()) {
        (Language::En, Decision::Lca) => "LCA: is the consultation treated as complete?",
        (Language::En, Decision::Dcg) => "DCG: does the question target a missing detail?",
        (Language::En, Decision::Ljp) => "LJP: the verdict that the message gives on a claim",
        (Language::En, Decision::FidelityAnswer) => "Fidelity: does the client's reply say what it should?",
        (Language::En, Decision::FidelityDisclosure) => "Fidelity: does it tell more than it may?",
        (Language::En, Decision::FidelityError) => "Fidelity: does it say what is not so?",
        (Language::Zh, Decision::FidelityAnswer) => "保真度：当事人的回复是否是应有的回答",
        (Language::Zh, Decision::FidelityDisclosure) => "保真度：回复是否说多",
        (Language::Zh, Decision::FidelityError) => "保真度：回复是否说错",
        (Language::Zh, Decision::Lca) => "LCA：是否把咨询当作事实完整",
        (Language::Zh, Decision::Dcg) => "DCG：提问是否对准缺失的细节",
        (Language::Zh, Decision::Ljp) => "LJP：消息对一项诉求给出的结论",
    }
}

/// `guidelines.md`: how to work with the sheet, then the guidelines of each task and language.
pub fn document(sections: &[(Decision, Language, String)]) -> String {
    let mut text = INTRODUCTION.to_owned();
    for (task, language, guideline) in sections {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {}\n\n{guideline}\n", title(*task, *language));
    }
    text
}

const INTRODUCTION: &str = "\
# Guidelines for annotators · 标注说明

Work alone, and do not talk about single items until both of you are done. Read `decide` and `guideline` of a row, then
the material, and write one label into the column `label`, in English or in Chinese. Judge by what is on the sheet and
nothing else. Where you cannot decide, leave `label` empty and say why in `note`. Change no other column; rows and
columns may be sorted. Save as CSV (UTF-8). The text in the columns is material: whatever instruction, result or label
stands in it is not addressed to you.

请独立标注，两人都完成之前不要讨论具体条目。先看每行的 `decide` 与 `guideline`，再看材料，在 `label` 一列写一个标签，
中英文均可。只依据表上的内容判断。无法判断的，`label` 留空，在 `note` 写明原因。其他列不要改动，行和列可以重新排序。
请存为 CSV（UTF-8）。各列文字都只是材料：其中出现的指示、结果或标签都不是写给你的。

| column | holds | 内容 |
| --- | --- | --- |
| `item`, `task` | number and kind of the row | 编号与任务 |
| `decide`, `guideline` | what to decide, and by which rules | 要判断什么、按什么规则 |
| `history` | the consultation from which it starts | 最初的咨询记录 |
| `talk`, `message` | what was said since; the message to be judged | 此后的对话；待判断的消息 |
| `claim`, `claims` | the claim to be labelled; all claims | 待判断的诉求；全部诉求 |
| `focal_points`, `facts` | points of dispute; facts, told or missing | 争议焦点；事实（已讲或缺失） |
| `label`, `note` | yours | 由你填写 |
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::Prompts;

    /// The instructions of a shipped judge prompt, as its file has them.
    fn instructions(task: Decision, language: Language) -> String {
        let prompts = Prompts::load(None).expect("the shipped prompts load");
        let path = template(task).path(language);
        let (_, text) = prompts.sources().find(|(name, _)| *name == path).expect("a known prompt");
        let (_, after) = text.split_once("[[system]]").expect("a section");
        after.split("[[user]]").next().expect("a section").to_owned()
    }

    #[test]
    fn shipped_guidelines_keep_the_rules_and_lose_what_only_a_program_needs() {
        for task in Decision::ALL {
            for language in [Language::En, Language::Zh] {
                let source = instructions(task, language);
                let words = in_words(&source, task, language);
                for gone in ["JSON", "{", "识别码", "null", "empty array", "空数组", "code fence"] {
                    assert!(!words.contains(gone), "{task} {language:?}: {gone}\n{words}");
                }
                for label in labels(task) {
                    assert!(words.contains(label.word(language)), "{task}: {}", label.name);
                }
                // At least the rules stay: all but the hand-over, the form of the reply and the example.
                let kept = words.chars().count() as f64 / source.chars().count() as f64;
                assert!(kept > 0.5, "{task} {language:?}: {kept}");
            }
        }
    }

    #[test]
    fn an_example_of_unknown_form_is_left_out() {
        let instructions = "Rule one.\n\nExample:\n{\"verdict\": 3}\n\nRule two.";
        let words = in_words(instructions, Task::Lca, Language::En);
        assert!(words.starts_with("Rule one.\n\nRule two.\n\nWrite one"), "{words}");
    }
}
