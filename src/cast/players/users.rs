//! User simulators by rule: one that answers what is asked, one that tells all, one that tells nothing.
//!
//! None of them knows which facts count as missing.

use super::requests::{asks, denies_all, leading};
use crate::case::view::{self, Fact, Point};
use crate::case::{Act, Language, Speaker, lexical};

/// Tells the facts for which the last assistant turn asks, in their own words, and follows its move:
/// of what it is to withhold it tells nothing, in place of what it is to misstate it says the case's
/// own words for that, and what it is to correct or at last to tell it tells, asked or not.
///
/// Somebody who leads it to a false answer is contradicted, then told the fact. A question for no
/// fact gets *already told* when its words are in the history, else *cannot say*.
pub fn lexical_moving(view: &view::User, act: Act) -> String {
    let request = last_request(view);
    let asked = asked_facts(request, &view.key_facts, view.language);
    let is_point = |fact: &Fact| view.points.iter().any(|point| point.id == fact.id);
    let others: Vec<&str> = asked.iter().filter(|fact| !is_point(fact)).map(|fact| fact.text).collect();
    let points = |text: TextOf| view.points.iter().map(move |point| text(point).to_owned());
    let with_others = |points: Vec<String>| -> Vec<String> {
        points.into_iter().chain(others.iter().map(|text| (*text).to_owned())).collect()
    };
    match act {
        Act::Answer | Act::FollowUp => {
            let told = with_others(points(|point| point.text).collect());
            match told.is_empty() {
                true => nothing_to_tell(view, request),
                false => denial(view, request, &told) + &tell(&told, view.language),
            }
        }
        Act::Withhold => {
            let vague = match view.language {
                Language::Zh => "这个说起来就复杂了，里头弯弯绕绕的，我一下子也讲不清楚，容我再想想吧。",
                Language::En => {
                    "Well, that is a long story, and it is all a bit of a blur, so let me think about it."
                }
            };
            if others.is_empty() {
                vague.to_owned()
            } else {
                spaced(vague, &tell(&others, view.language), view)
            }
        }
        Act::Misstate => {
            tell(&with_others(points(|point| point.instead.unwrap_or(point.text)).collect()), view.language)
        }
        Act::Correct => {
            let correction = correction(view, &points(|point| point.text).collect::<Vec<_>>());
            let answered = !others.is_empty() || !asked.is_empty() || !asks(request);
            match (others.is_empty(), answered) {
                (false, _) => spaced(&correction, &tell(&others, view.language), view),
                (true, true) => correction,
                (true, false) => spaced(&correction, &nothing_to_tell(view, request), view),
            }
        }
    }
}

/// What of a point is said.
type TextOf = for<'a> fn(&Point<'a>) -> &'a str;

/// [`lexical_moving`] where a plain answer is due.
pub fn lexical(view: &view::User) -> String {
    lexical_moving(view, Act::Answer)
}

/// What is said to a request for no fact.
fn nothing_to_tell(view: &view::User, request: &str) -> String {
    let already_told =
        asks(request) && said_before(view).any(|text| shares_words(request, text, view.language));
    match (view.language, already_told) {
        (Language::Zh, true) => "这个我前面已经说过了。",
        (Language::Zh, false) => "这个我说不清，别的也没有要补充的了。",
        (Language::En, true) => "I have already told you about that.",
        (Language::En, false) => "I cannot say, and I have nothing more to add.",
    }
    .to_owned()
}

fn correction(view: &view::User, facts: &[String]) -> String {
    let opening = match (view.language, view.slip) {
        (Language::Zh, Some("incomplete")) => "先补充一下，刚才我没有说全。",
        (Language::Zh, _) => "先更正一下，刚才我记错了。",
        (Language::En, Some("incomplete")) => "Let me add something first, since I left part of it out.",
        (Language::En, _) => "Let me correct myself first, since I had it wrong.",
    };
    spaced(opening, &tell(facts, view.language), view)
}

/// A contradiction, when the request leads to what is not so: it names a number that is neither in
/// what is told now nor in what the user said before, or says `never` of what has happened.
fn denial(view: &view::User, request: &str, told: &[String]) -> String {
    let Some(statement) = leading(request, view.language) else { return String::new() };
    let told: Vec<&str> = told.iter().map(String::as_str).collect();
    let known: Vec<&str> = told.iter().copied().chain(said_before(view)).collect();
    let never = |text: &str| denies_all(text, view.language);
    let false_number = lexical::has_a_number_beside(&statement, &known, view.language);
    if !false_number && (!never(&statement) || told.iter().any(|text| never(text))) {
        return String::new();
    }
    match view.language {
        Language::Zh => "不是您说的这样。",
        Language::En => "No, that is not how it was. ",
    }
    .to_owned()
}

fn said_before<'a>(view: &'a view::User<'_>) -> impl Iterator<Item = &'a str> {
    view.history.iter().filter(|line| line.speaker == Speaker::User).map(|line| line.text)
}

fn spaced(first: &str, second: &str, view: &view::User) -> String {
    let space = if view.language == Language::En { " " } else { "" };
    format!("{first}{space}{second}")
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
    let request = lexical::normalise(request, language);
    facts.iter().filter(|fact| lexical::asks_for_normal(&request, fact.cues, language)).collect()
}

fn last_request<'a>(view: &view::User<'a>) -> &'a str {
    view.talk.iter().rfind(|line| line.speaker == Speaker::Assistant).map_or("", |line| line.text)
}

fn tell(facts: &[impl AsRef<str>], language: Language) -> String {
    let (opening, stop) = match language {
        Language::Zh => ("情况是这样的：", "。"),
        Language::En => ("Here is what I know: ", "."),
    };
    let sentences: Vec<String> = facts
        .iter()
        .map(AsRef::as_ref)
        .map(|fact: &str| match fact.ends_with(['。', '.', '！', '!', '？', '?']) {
            true => fact.to_owned(),
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
