//! Measures of text without a model: length, script, runs of words or characters.

use std::collections::BTreeSet;

use super::label::Language;
use super::lexical::normalise;

/// Length of a text: characters without white space (Chinese) or words (English).
pub(super) fn length(text: &str, language: Language) -> usize {
    match language {
        Language::Zh => text.chars().filter(|c| !c.is_whitespace()).count(),
        Language::En => text.split_whitespace().count(),
    }
}

/// All runs of `n` characters (Chinese) or words (English) of a text, punctuation left out.
pub(super) fn runs(text: &str, language: Language, n: usize) -> BTreeSet<String> {
    let text = normalise(text, language);
    match language {
        Language::Zh => {
            let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
            letters.windows(n).map(|run| run.iter().collect()).collect()
        }
        Language::En => {
            let words: Vec<&str> =
                text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
            words.windows(n).map(|run| run.join(" ")).collect()
        }
    }
}

/// Share of Chinese characters among the letters of a text; `None` without letters.
pub(super) fn han_share(text: &str) -> Option<f64> {
    let han = text.chars().filter(|&c| is_han(c)).count();
    let latin = text.chars().filter(char::is_ascii_alphabetic).count();
    (han + latin > 0).then(|| han as f64 / (han + latin) as f64)
}

pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_leave_punctuation_out() {
        let zh = runs("他还，了钱！", Language::Zh, 3);
        assert_eq!(zh.into_iter().collect::<Vec<_>>(), ["他还了", "还了钱"]);
        let en = runs("He paid; it back.", Language::En, 3);
        assert_eq!(en.into_iter().collect::<Vec<_>>(), ["he paid it", "paid it back"]);
        assert!(runs("a b", Language::En, 3).is_empty());
    }

    #[test]
    fn length_is_in_characters_or_words() {
        assert_eq!(length("您好， 律师", Language::Zh), 5);
        assert_eq!(length("Hello,  my friend", Language::En), 3);
    }

    #[test]
    fn letters_tell_the_script() {
        assert_eq!(han_share("借款 loan"), Some(2.0 / 6.0));
        assert_eq!(han_share("12 345"), None);
    }
}
