//! User simulators by rule: one that answers what is asked, one that tells all, one that tells nothing.
//!
//! None of them knows which facts count as missing.

use super::requests::asks;
use crate::case::view::{self, Fact};
use crate::case::{Language, Speaker, lexical};

/// Tells the facts for which the last assistant turn asks, in their own words.
///
/// A leading question with a false premise is so answered with the fact itself. A question for no
/// fact gets *already told* when its words are in the history, else *cannot say*.
pub fn lexical(view: &view::User) -> String {
    let request = last_request(view);
    let told: Vec<&str> =
        asked_facts(request, &view.key_facts, view.language).iter().map(|fact| fact.text).collect();
    if !told.is_empty() {
        return tell(&told, view.language);
    }
    let already_told = asks(request)
        && view
            .history
            .iter()
            .filter(|line| line.speaker == Speaker::User)
            .any(|line| shares_words(request, line.text, view.language));
    match (view.language, already_told) {
        (Language::Zh, true) => "这个我前面已经说过了。",
        (Language::Zh, false) => "这个我说不清，别的也没有要补充的了。",
        (Language::En, true) => "I have already told you about that.",
        (Language::En, false) => "I cannot say, and I have nothing more to add.",
    }
    .to_owned()
}

/// Tells every key fact, whatever is asked.
pub fn leaky(view: &view::User) -> String {
    let facts: Vec<&str> = view.key_facts.iter().map(|fact| fact.text).collect();
    tell(&facts, view.language)
}

/// Never tells anything.
pub fn evasive(view: &view::User) -> String {
    match view.language {
        Language::Zh => "这个不好说，我也不太想讲。",
        Language::En => "That is hard to say, and I would rather not go into it.",
    }
    .to_owned()
}

/// The facts for which a request asks; none when it asks for nothing at all.
pub(super) fn asked_facts<'a, 'b>(
    request: &str,
    facts: &'b [Fact<'a>],
    language: Language,
) -> Vec<&'b Fact<'a>> {
    if !asks(request) {
        return Vec::new();
    }
    facts.iter().filter(|fact| lexical::asks_for(request, fact.cues, language)).collect()
}

fn last_request<'a>(view: &view::User<'a>) -> &'a str {
    view.talk.iter().rfind(|line| line.speaker == Speaker::Assistant).map_or("", |line| line.text)
}

fn tell(facts: &[&str], language: Language) -> String {
    let (opening, stop) = match language {
        Language::Zh => ("情况是这样的：", "。"),
        Language::En => ("Here is what I know: ", "."),
    };
    let sentences: Vec<String> = facts
        .iter()
        .map(|fact| match fact.ends_with(['。', '.', '！', '!', '？', '?']) {
            true => (*fact).to_owned(),
            false => format!("{fact}{stop}"),
        })
        .collect();
    format!("{opening}{}", sentences.join(if language == Language::En { " " } else { "" }))
}

/// Whether two words of substance of the request stand in the passage: pairs of Chinese characters,
/// or English words of four letters and more.
fn shares_words(request: &str, passage: &str, language: Language) -> bool {
    let passage = lexical::normalise(passage, language);
    let request = lexical::normalise(request, language);
    let mut words = substance(&request, language);
    words.sort();
    words.dedup();
    words.iter().filter(|word| lexical::contains(&passage, word, language)).count() >= 2
}

fn substance(text: &str, language: Language) -> Vec<String> {
    const COMMON_ZH: &str = "的了是吗呢您你他她它我在有没什么怎和与及请问还不这那个为一多少谁哪何时候能否可以要会说过吧就都也到对把被给";
    const COMMON_EN: [&str; 30] = [
        "about", "also", "anything", "been", "could", "does", "else", "ever", "from", "have", "into", "just",
        "know", "like", "more", "please", "that", "them", "then", "there", "they", "this", "were", "what",
        "when", "where", "which", "with", "would", "your",
    ];
    match language {
        Language::Zh => {
            let chars: Vec<char> = text.chars().collect();
            let is_word = |c: &char| c.is_alphabetic() && !COMMON_ZH.contains(*c);
            chars
                .windows(2)
                .filter(|pair| pair.iter().all(is_word))
                .map(|pair| pair.iter().collect())
                .collect()
        }
        Language::En => text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.len() >= 4 && !COMMON_EN.contains(word))
            .map(str::to_owned)
            .collect(),
    }
}

#[cfg(test)]
mod tests;
