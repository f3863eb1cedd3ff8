//! Recognising facts in text without a model: what a request asks for, and what a turn tells.
//!
//! Both are deliberately plain: a request asks for a fact when it uses one of the fact's words; a
//! text tells a fact when it holds all of the fact's marks. The control players and the rule judge
//! stand on this, and `pack check` sees to it that cases are written so that it works.

use super::consultation::Cues;
use super::label::Language;
use super::numbers::numbers;

/// Text as it is compared: lower case, full-width forms folded to half-width, thousands separators
/// dropped, white space removed (Chinese) or squeezed (English).
pub fn normalise(text: &str, language: Language) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    for (at, c) in text.char_indices() {
        let folded = fold(c);
        // Nearly all text needs no table for its lower case.
        if folded.is_ascii() || matches!(folded, '\u{3000}'..='\u{9fff}') {
            let lower = folded.to_ascii_lowercase();
            let rest = &text[at + c.len_utf8()..];
            if lower != ',' || !separates_thousands(before, rest) {
                push(&mut out, lower, language);
            }
            before = Some(lower);
        } else {
            for lower in folded.to_lowercase() {
                push(&mut out, lower, language);
                before = Some(lower);
            }
        }
    }
    if out.ends_with(' ') {
        out.pop();
    }
    out
}

fn push(out: &mut String, c: char, language: Language) {
    if !c.is_whitespace() {
        out.push(c);
    } else if language == Language::En && !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

fn fold(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        _ => c,
    }
}

/// A comma with a digit before it, and exactly three digits after it.
fn separates_thousands(before: Option<char>, after: &str) -> bool {
    let mut after = after.chars().map(fold);
    before.is_some_and(|c| c.is_ascii_digit())
        && after.by_ref().take(3).filter(char::is_ascii_digit).count() == 3
        && !after.next().is_some_and(|c| c.is_ascii_digit())
}

/// Whether `needle` stands in `hay`, both normalised. A number in it is a whole number: `2月1` is
/// not found in `12月1` or `2月10`. In English it must begin where a word begins, so that `pay` is
/// found in `payment` and not in `repay`.
pub fn contains(hay: &str, needle: &str, language: Language) -> bool {
    let (Some(first), Some(last)) = (needle.chars().next(), needle.chars().next_back()) else {
        return false;
    };
    let joins = |c: char| match language {
        Language::Zh => first.is_ascii_digit() && c.is_ascii_digit(),
        Language::En => first.is_alphanumeric() && c.is_alphanumeric(),
    };
    hay.match_indices(needle).any(|(at, _)| {
        let before = hay[..at].chars().next_back();
        let after = hay[at + needle.len()..].chars().next();
        let cut = last.is_ascii_digit() && after.is_some_and(|c| c.is_ascii_digit());
        !before.is_some_and(joins) && !cut
    })
}

/// Whether `request` asks for the fact with these cues.
pub fn asks_for(request: &str, cues: &Cues, language: Language) -> bool {
    asks_for_normal(&normalise(request, language), cues, language)
}

/// As [`asks_for`], of a text that has been normalised.
pub fn asks_for_normal(request: &str, cues: &Cues, language: Language) -> bool {
    cues.words.iter().any(|word| contains(request, &normalise(word, language), language))
}

/// Whether `text` tells the fact with these cues: every mark has an alternative in it. A fact
/// without marks is never found.
pub fn tells(text: &str, cues: &Cues, language: Language) -> bool {
    tells_normal(&normalise(text, language), cues, language)
}

/// As [`tells`], of a text that has been normalised.
pub fn tells_normal(text: &str, cues: &Cues, language: Language) -> bool {
    !cues.marks.is_empty()
        && cues.marks.iter().all(|alternatives| {
            alternatives.iter().any(|mark| contains(text, &normalise(mark, language), language))
        })
}

/// Whether a statement holds a number, amount or date that none of the passages holds.
pub fn has_a_number_beside(statement: &str, passages: &[&str], language: Language) -> bool {
    let known = numbers(&passages.join("\n"), language);
    numbers(statement, language).difference(&known).next().is_some()
}

/// A question that asks for no fact in particular: players by rule ask it, and `pack check` sees to it
/// that no missing fact has a word of it.
pub fn broad_question(language: Language) -> &'static str {
    match language {
        Language::Zh => "您还有什么要补充的吗？",
        Language::En => "Is there anything else you would like to add?",
    }
}

/// Whether the text asks anything at all: it holds a question mark or a Chinese question particle
/// at the end of a sentence.
pub fn asks_anything(text: &str) -> bool {
    text.contains(['?', '？'])
        || text
            .split(['。', '！', '!', '\n', ';', '；'])
            .any(|sentence| sentence.trim_end().ends_with(['吗', '呢']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cues(words: &[&str], marks: &[&[&str]]) -> Cues {
        Cues {
            question: None,
            words: words.iter().map(|w| w.to_string()).collect(),
            marks: marks.iter().map(|m| m.iter().map(|a| a.to_string()).collect()).collect(),
        }
    }

    #[test]
    fn text_is_compared_without_width_case_spaces_and_separators() {
        assert_eq!(normalise("还了 ３０，０００ 元（转账）", Language::Zh), "还了30000元(转账)");
        assert_eq!(normalise("  Paid  $1,250,\nthen Left ", Language::En), "paid $1250, then left");
        assert_eq!(normalise("1,2,3", Language::En), "1,2,3");
    }

    #[test]
    fn english_words_match_where_a_word_begins() {
        assert!(contains("the payment was late", "pay", Language::En));
        assert!(!contains("did you repay it", "pay", Language::En));
        assert!(contains("要还款了", "还款", Language::Zh));
        assert!(!contains("anything", "", Language::En));
    }

    #[test]
    fn numbers_match_whole() {
        for (hay, found) in [("在2月1号", true), ("在12月1号", false), ("在2月10号", false)] {
            assert_eq!(contains(hay, "2月1", Language::Zh), found, "{hay}");
        }
        assert!(!contains("he paid $4000", "$400", Language::En));
        assert!(contains("he paid $400.", "$400", Language::En));
        assert!(contains("付了3万", "3万", Language::Zh));
        assert!(!contains("付了13万", "3万", Language::Zh));
    }

    #[test]
    fn a_fact_is_told_only_when_every_mark_is_there() {
        let fact = cues(&["还过"], &[&["3万", "30000"], &["1月20"]]);
        assert!(tells("1月20号还了30,000", &fact, Language::Zh));
        assert!(!tells("还了3万", &fact, Language::Zh));
        assert!(!tells("随便什么", &cues(&[], &[]), Language::Zh));
        assert!(asks_for("他还过钱吗？", &fact, Language::Zh));
        assert!(!asks_for("合同是怎么写的？", &fact, Language::Zh));
    }

    #[test]
    fn a_question_is_seen_with_and_without_its_mark() {
        assert!(asks_anything("Did he pay?"));
        assert!(asks_anything("他还过钱吗。"));
        assert!(!asks_anything("请咨询律师。"));
    }
}
