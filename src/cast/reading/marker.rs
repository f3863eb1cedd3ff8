//! The marker line by which an assistant says whether it asks or decides.

/// What an assistant's message says of itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Said {
    /// `【追问】` or `[ASK]`: not every claim is decided yet.
    Asks,
    /// `【结论】` or `[VERDICT]`: every claim is decided.
    Decides,
}

/// A message, its markers taken off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marked {
    /// What other roles are shown: the message as it is when it has no marker; else without its
    /// markers and without white space at either end.
    pub text: String,
    /// `None` when there is no marker, or when there are markers of both kinds: then a classifier
    /// has to say.
    pub said: Option<Said>,
}

/// Markers read at one place; a message that goes on beyond is a model gone astray, and its time
/// must stay bounded.
const MARKERS_MAX: usize = 64;

const WORDS: [(&str, Said); 4] =
    [("追问", Said::Asks), ("ask", Said::Asks), ("结论", Said::Decides), ("verdict", Said::Decides)];

/// Finds the markers of a message.
///
/// A marker counts when it stands alone on a line, or at the very start of the message with text
/// glued to it (which is kept). Full- and half-width brackets, case, spaces, a colon, heading signs,
/// and bold or code signs around it make no difference.
pub fn marker(message: &str) -> Marked {
    let mut found = Vec::new();
    let mut rest = message.trim_start().to_owned();
    while let Some((said, after)) = without_leading(&rest).filter(|_| found.len() < MARKERS_MAX) {
        found.push(said);
        rest = after.trim_start().to_owned();
    }
    let mut lines = Vec::new();
    for line in rest.split('\n') {
        match markers_alone(line) {
            Some(markers) => found.extend(markers),
            None => lines.push(line),
        }
    }
    let said = match found.first() {
        None => return Marked { text: message.to_owned(), said: None },
        Some(&first) if found.iter().all(|&said| said == first) => Some(first),
        Some(_) => None,
    };
    Marked { text: lines.join("\n").trim().to_owned(), said }
}

/// The markers of a line that holds nothing else.
fn markers_alone(line: &str) -> Option<Vec<Said>> {
    let mut found = Vec::new();
    let mut rest = line.trim().to_owned();
    while let Some((said, after)) = without_leading(&rest).filter(|_| found.len() < MARKERS_MAX) {
        found.push(said);
        rest = after.trim().to_owned();
    }
    (!found.is_empty() && rest.chars().all(|c| is_sign(c) || c.is_whitespace())).then_some(found)
}

/// The text without the marker it begins with. The signs of emphasis around the marker go with it;
/// what else stands before it goes only when the line holds nothing more, and is kept otherwise.
fn without_leading(text: &str) -> Option<(Said, String)> {
    let body = text.trim_start_matches(|c| is_sign(c) || is_blank(c));
    let lead = &text[..text.len() - body.len()];
    let head = lead.trim_end_matches(is_emphasis);
    let closing: String = lead[head.len()..].chars().rev().collect();

    let body = body.strip_prefix(['[', '［', '【', '〔'])?.trim_start_matches(is_blank);
    let (said, body) = WORDS.iter().find_map(|&(word, said)| Some((said, strip_word(body, word)?)))?;
    let body = body.trim_start_matches(is_blank).strip_prefix([']', '］', '】', '〕'])?;

    let closed = body.trim_start_matches(is_blank).strip_prefix(closing.as_str());
    let after = closed.unwrap_or(body).trim_start_matches(is_blank);
    let after = after.strip_prefix([':', '：']).unwrap_or(after).trim_start_matches(is_blank);
    let closed_late = if closed.is_none() { after.strip_prefix(closing.as_str()) } else { None };
    let after = closed_late.unwrap_or(after).trim_start_matches(is_blank);

    let (line, below) = after.split_once('\n').unwrap_or((after, ""));
    if line.chars().all(|c| is_sign(c) || is_blank(c)) {
        return Some((said, below.to_owned()));
    }
    let kept = if closed.is_some() || closed_late.is_some() { head } else { lead };
    Some((said, format!("{kept}{after}")))
}

fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}

/// Signs of Markdown that models put around a marker.
fn is_sign(c: char) -> bool {
    is_emphasis(c) || matches!(c, '#' | '>')
}

fn is_emphasis(c: char) -> bool {
    matches!(c, '*' | '_' | '`')
}

/// White space within a line.
fn is_blank(c: char) -> bool {
    c.is_whitespace() && c != '\n'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(message: &str, text: &str, said: Option<Said>) {
        assert_eq!(marker(message), Marked { text: text.to_owned(), said }, "{message:?}");
    }

    #[test]
    fn the_marker_line_is_taken_off() {
        check("【追问】\n他还过钱吗？", "他还过钱吗？", Some(Said::Asks));
        check("[VERDICT]\n1. Supported\n2. Dismissed\n", "1. Supported\n2. Dismissed", Some(Said::Decides));
        check("[ASK]\r\n\r\nDid he pay?\r\n", "Did he pay?", Some(Said::Asks));
    }

    #[test]
    fn brackets_case_signs_and_colons_make_no_difference() {
        for message in [
            "[追问]\n问",
            "［追问］：\n问",
            "**【追问】**\n问",
            "【 追问 】\n问",
            "## 【追问】\n问",
            "**[Ask]:**\n问",
            "**[ask]**:\n问",
            "`[ASK]`\n\n问",
            "  \n[ASK]  \n问",
            "【ASK】\n问",
        ] {
            check(message, "问", Some(Said::Asks));
        }
    }

    #[test]
    fn a_marker_on_a_later_line_counts() {
        check("材料已经看过。\n【结论】\n1. 支持", "材料已经看过。\n1. 支持", Some(Said::Decides));
        check("Thank you.\n\n**[ASK]**\nWhen?", "Thank you.\n\nWhen?", Some(Said::Asks));
    }

    #[test]
    fn glued_text_is_kept() {
        check("【追问】他还过钱吗？", "他还过钱吗？", Some(Said::Asks));
        check("**【结论】**：1. 支持", "1. 支持", Some(Said::Decides));
        check("[ASK] Did he pay?", "Did he pay?", Some(Said::Asks));
        check("**[ASK] Did he pay?**", "**Did he pay?**", Some(Said::Asks));
        check("## **[ASK]** Did he pay?", "## Did he pay?", Some(Said::Asks));
        check("> **[ASK]:** Did he pay?", "> Did he pay?", Some(Said::Asks));
        check("# [VERDICT] Outcome\n1. Supported", "# Outcome\n1. Supported", Some(Said::Decides));
    }

    #[test]
    fn both_kinds_say_nothing_and_are_taken_off() {
        check("[ASK]\nWhen?\n[VERDICT]\n1. Supported", "When?\n1. Supported", None);
        check("[ASK] [VERDICT]\nWhen?", "When?", None);
        check("[ASK]\n[VERDICT] 1. Supported", "1. Supported", None);
        check("[ASK]\nWhen?\n[ASK]", "When?", Some(Said::Asks));
    }

    #[test]
    fn what_is_no_marker_stays_as_it_is() {
        for message in [
            "",
            "  他还过钱吗？ \n",
            "请看【结论】一节",
            "ask me",
            "[asking]\nx",
            "[[ASK]]",
            "我说【追问】\n",
        ] {
            check(message, message, None);
        }
    }

    #[test]
    fn a_bare_marker_leaves_no_text() {
        check("【追问】", "", Some(Said::Asks));
        check(" **[VERDICT]** \n", "", Some(Said::Decides));
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(message in "(?s).{0,200}|([\\[【*# \n\\]】:]|ASK|VERDICT|追问|结论|x){0,30}") {
            let once = marker(&message);
            let twice = marker(&once.text);
            prop_assert_eq!(&twice.text, &once.text);
            prop_assert_eq!(twice.said, None);
        }

        #[test]
        fn nothing_but_the_marker_line_is_lost(
            before in prop::collection::vec("[a-zA-Z0-9他还过钱。？：\\-]{1,20}", 0..4),
            after in prop::collection::vec("[a-zA-Z0-9他还过钱。？：\\-]{1,20}", 0..4),
            (line, said) in prop_oneof![
                Just(("【追问】", Said::Asks)),
                Just(("**[Ask]:**", Said::Asks)),
                Just(("[ VERDICT ]", Said::Decides)),
                Just(("### 【结论】：", Said::Decides)),
            ],
        ) {
            let kept: Vec<&str> = before.iter().chain(&after).map(String::as_str).collect();
            let mut lines: Vec<&str> = before.iter().map(String::as_str).collect();
            lines.push(line);
            lines.extend(after.iter().map(String::as_str));
            prop_assert_eq!(
                marker(&lines.join("\n")),
                Marked { text: kept.join("\n"), said: Some(said) }
            );
        }
    }
}
