//! Text broken into lines of a terminal, where Chinese characters take two places.

use unicode_width::UnicodeWidthChar;

/// Places that a text takes.
pub fn width_of(text: &str) -> usize {
    text.chars().map(places).sum()
}

/// Lines of at most `width` places (2 at least). Latin text breaks between words, Chinese between
/// characters, but for marks that must not begin or end a line; a longer word is broken where it must.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    text.split('\n').flat_map(|line| wrap_line(&line.replace('\t', "    "), width)).collect()
}

fn wrap_line(line: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut current, mut taken) = (String::new(), 0);
    let end = |current: &mut String, taken: &mut usize, lines: &mut Vec<String>| {
        lines.push(current.trim_end().to_owned());
        current.clear();
        *taken = 0;
    };
    for unit in units(line) {
        let needed = width_of(unit.trim_end());
        if taken > 0 && taken + needed > width {
            end(&mut current, &mut taken, &mut lines);
        }
        if needed <= width {
            current.push_str(unit);
            taken += width_of(unit);
            continue;
        }
        for c in unit.chars() {
            if taken + places(c) > width {
                end(&mut current, &mut taken, &mut lines);
            }
            current.push(c);
            taken += places(c);
        }
    }
    end(&mut current, &mut taken, &mut lines);
    lines
}

/// The pieces between which a line may end.
fn units(line: &str) -> Vec<&str> {
    let mut units = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    for (at, c) in line.char_indices() {
        if before.is_some_and(|before| may_break(before, c)) {
            units.push(&line[start..at]);
            start = at;
        }
        before = Some(c);
    }
    units.push(&line[start..]);
    units
}

/// Marks that do not begin a line, and marks that do not end one.
const CLOSING: &str = "，。、；：？！）》」』”’】…";
const OPENING: &str = "（《「『“‘【";

fn may_break(before: char, c: char) -> bool {
    if c.is_whitespace() || places(c) == 0 || CLOSING.contains(c) || OPENING.contains(before) {
        return false;
    }
    before.is_whitespace() || places(before) == 2 || places(c) == 2
}

fn places(c: char) -> usize {
    c.width().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_and_wide_characters_count_twice() {
        assert_eq!(wrap("the deposit of 1,400", 10), ["the", "deposit of", "1,400"]);
        assert_eq!(wrap("借条上写明利息", 6), ["借条上", "写明利", "息"]);
        // No half of a wide character at the edge.
        assert_eq!(wrap("借条上写", 5), ["借条", "上写"]);
        assert_eq!(wrap("a\n\nb", 10), ["a", "", "b"]);
    }

    #[test]
    fn a_mark_does_not_begin_a_line() {
        assert_eq!(wrap("甲借给乙，未还。", 8), ["甲借给", "乙，未", "还。"]);
        assert_eq!(wrap("他说（当时）", 6), ["他说", "（当", "时）"]);
    }

    #[test]
    fn a_word_that_is_too_long_is_broken_and_nothing_is_lost() {
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        for width in 2..40 {
            let text =
                "微信转账 screenshot 显示 2024-01-31，共 3,000 元（押金）。aaaaaaaaaaaaaaaaaaaaaaaaaaa";
            let lines = wrap(text, width);
            assert!(lines.iter().all(|line| width_of(line) <= width.max(4)), "{width}: {lines:?}");
            let kept = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(kept(&lines.concat()), kept(text), "{width}");
        }
    }

    #[test]
    fn marks_above_a_letter_stay_with_it() {
        assert_eq!(wrap("e\u{301}e\u{301}e\u{301}", 2), ["e\u{301}e\u{301}", "e\u{301}"]);
        assert_eq!(width_of("e\u{301}"), 1);
    }
}
