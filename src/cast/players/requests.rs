//! What a message asks for, and what a user has told, by the words of the facts.

use crate::case::view::Line;
use crate::case::{Cues, Language, Speaker, lexical};

/// Whether the message asks its reader for something: a question, or words such as `please tell`.
/// Courtesies, such as whether there is anything else to help with, do not count.
pub(super) fn asks(message: &str) -> bool {
    sentences(message).any(sentence_asks)
}

pub(super) fn sentences(message: &str) -> impl Iterator<Item = &str> {
    message.split_inclusive(['?', '？', '。', '！', '!', ';', '；', '\n'])
}

fn sentence_asks(sentence: &str) -> bool {
    const ZH: [&str; 26] = [
        "请问",
        "请说",
        "请您说",
        "请你说",
        "请告诉",
        "请您告诉",
        "告诉我",
        "请描述",
        "请介绍",
        "请讲",
        "请您讲",
        "请补充",
        "请您补充",
        "请具体",
        "请详细",
        "请确认",
        "请您确认",
        "请明确",
        "请提供",
        "请您提供",
        "说说",
        "讲讲",
        "说一下",
        "讲一下",
        "需要知道",
        "需要您补充",
    ];
    const EN: [&str; 14] = [
        "tell me",
        "please tell",
        "please describe",
        "please explain",
        "please clarify",
        "please specify",
        "please confirm",
        "please provide",
        "please state",
        "let me know w",
        "let me know how",
        "i need to know",
        "i would like to know",
        "i'd like to know",
    ];
    const COURTESIES: [&str; 14] = [
        "还有什么问题",
        "还有其他问题",
        "还有别的问题",
        "还有什么疑问",
        "其他疑问",
        "需要我",
        "帮到您",
        "能帮您",
        "i can help",
        "help you with",
        "other questions",
        "further questions",
        "would you like me to",
        "do you want me to",
    ];
    // Nearly every sentence is of one language, and can hold no words of the other.
    let latin = |c: char| c.is_ascii_alphabetic() || matches!(c, '\u{ff21}'..='\u{ff5a}');
    let of =
        |language, holds: bool| if holds { lexical::normalise(sentence, language) } else { String::new() };
    let zh = of(Language::Zh, !sentence.is_ascii());
    let en = of(Language::En, sentence.contains(latin));
    if COURTESIES.iter().any(|words| zh.contains(words) || en.contains(words)) {
        return false;
    }
    lexical::asks_anything(sentence)
        || ZH.iter().any(|words| zh.contains(words))
        || EN.iter().any(|words| lexical::contains(&en, words, Language::En))
}

/// What a leading question states before the words that ask for a yes, as in `he paid, right?`.
pub(super) fn leading(message: &str, language: Language) -> Option<String> {
    const ZH: [&str; 7] = ["对吧", "对吗", "对不对", "是吧", ",是吗", "没错吧", "不是吗"];
    const EN: [&str; 10] = [
        ", right",
        ", correct",
        ", is that right",
        ", am i right",
        ", isn't it",
        ", wasn't it",
        ", didn't he",
        ", didn't she",
        ", didn't they",
        ", didn't you",
    ];
    let tags: &[&str] = match language {
        Language::Zh => &ZH,
        Language::En => &EN,
    };
    sentences(message).find_map(|sentence| {
        let sentence = lexical::normalise(sentence, language);
        let body = sentence.trim_end_matches(['?', '.', '!', ' ', '。']);
        tags.iter().find_map(|tag| body.strip_suffix(tag)).map(str::to_owned)
    })
}

/// Whether the text says that something never was, in so many words.
pub(super) fn denies_all(text: &str, language: Language) -> bool {
    let words: &[&str] = match language {
        Language::Zh => &["从来没", "从没", "从未", "一直没", "一直未", "一次也没", "一分钱没", "根本没"],
        Language::En => &["never", "not once", "not a single", "at no time"],
    };
    let text = lexical::normalise(text, language);
    words.iter().any(|word| lexical::contains(&text, word, language))
}

/// How many questions a message asks; one that only goes on with the one before it is no further one.
pub fn count_questions(message: &str) -> usize {
    let questions = questions(message);
    questions.iter().enumerate().filter(|(at, question)| *at == 0 || !goes_on(question)).count()
}

/// Whether a user turn of the talk, or several together, tell the fact with these cues.
pub(super) fn told_by_user(talk: &[Line], cues: &Cues, language: Language) -> bool {
    let said: Vec<&str> =
        talk.iter().filter(|line| line.speaker == Speaker::User).map(|line| line.text).collect();
    // The bar keeps the end of a turn and the start of the next from forming a word.
    lexical::tells(&said.join(" | "), cues, language)
}

/// The single questions of a message, each with the sentences that lead to it; what follows the last
/// one belongs to it. A message that asks without a question mark is one question.
pub(super) fn questions(message: &str) -> Vec<String> {
    if !asks(message) {
        return Vec::new();
    }
    let mut out: Vec<String> = Vec::new();
    let mut open = String::new();
    for sentence in sentences(message) {
        open.push_str(sentence);
        if lexical::asks_anything(sentence) && sentence_asks(sentence) {
            out.push(std::mem::take(&mut open));
        }
    }
    match out.last_mut() {
        Some(last) => last.push_str(&open),
        None => out.push(open),
    }
    out
}

/// Whether a question only goes on with the one before it, as in `When, and how much?`.
pub(super) fn goes_on(question: &str) -> bool {
    const ZH: [&str; 13] = [
        "什么",
        "何时",
        "哪",
        "多少",
        "几",
        "怎么",
        "如何",
        "具体",
        "大概",
        "分别",
        "还是",
        "如果有",
        "有的话",
    ];
    const SUBJECTS_ZH: [&str; 7] = ["他们", "她们", "他", "她", "对方", "当时", "是"];
    const EN: [&str; 11] =
        ["when", "how", "what", "which", "where", "who", "and", "or", "if so", "if yes", "on which"];
    let question = question.trim_start().to_lowercase();
    let verb = SUBJECTS_ZH.iter().find_map(|subject| question.strip_prefix(subject)).unwrap_or(&question);
    ZH.iter().any(|word| verb.starts_with(word))
        || EN.iter().any(|word| {
            question.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_seen_with_and_without_a_question_mark() {
        for message in
            ["他还过钱吗", "请说明还款的经过。", "Please tell me when he paid.", "I need to know the date."]
        {
            assert!(asks(message), "{message}");
        }
        for message in ["请咨询律师。", "全部诉讼请求：支持", "All claims: Supported", "I told them no."]
        {
            assert!(!asks(message), "{message}");
        }
    }

    #[test]
    fn each_question_keeps_what_leads_to_it() {
        assert_eq!(
            questions("谢谢。他还过钱吗？合同呢？请说时间。"),
            ["谢谢。他还过钱吗？", "合同呢？请说时间。"]
        );
        assert_eq!(questions("Please tell me the date."), ["Please tell me the date."]);
        assert_eq!(questions("All claims: Supported"), Vec::<String>::new());
    }

    #[test]
    fn a_question_may_go_on_with_the_one_before() {
        assert!(goes_on("什么时候、还了多少？"));
        assert!(goes_on(" When, and how much?"));
        assert!(goes_on("他们怎么答复？"));
        assert!(!goes_on("他弟弟呢？"));
        assert!(!goes_on("Whenever he came, did he pay?"));
    }
}
