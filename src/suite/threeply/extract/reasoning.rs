//! Where the answer begins: think blocks and announced analysis are not part of it.

/// An answer parted from the reasoning before it, as bytes of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parted {
    /// Where the answer begins.
    pub answer: usize,
    /// Whether there is reasoning before it.
    pub reasoning: bool,
}

/// Finds the beginning of the answer.
pub(super) fn part(text: &str) -> Parted {
    let begin = after_blocks(text);
    let announced = after_analysis(&text[begin..]).map(|more| begin + more);
    let answer = announced.unwrap_or(begin);
    Parted { answer, reasoning: begin > 0 || announced.is_some() }
}

const TAGS: [&str; 6] = ["think", "thinking", "reasoning", "thought", "analysis", "scratchpad"];

/// After the think blocks that open the text; a block that is not closed goes to its end.
fn after_blocks(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start();
        let lower = trimmed.to_ascii_lowercase();
        let open = TAGS.iter().find(|tag| lower.starts_with(&format!("<{tag}>")));
        let start = at + rest.len() - trimmed.len();
        match open {
            Some(tag) => match last_close(&lower, tag) {
                Some(end) => at = start + end,
                None => return text.len(),
            },
            // A chat template may have put the opening tag into the prompt.
            None if at == 0 => {
                let close = TAGS.iter().filter_map(|tag| last_close(&lower, tag)).min();
                match close {
                    Some(end) => at = start + end,
                    None => return 0,
                }
            }
            None => return at,
        }
    }
}

/// The end of the first closing tag, written with either stroke.
fn last_close(lower: &str, tag: &str) -> Option<usize> {
    [format!("</{tag}>"), format!("<\\{tag}>")]
        .iter()
        .filter_map(|close| lower.find(close.as_str()).map(|at| at + close.len()))
        .min()
}

/// After a passage that announces itself as analysis, where an argument or an abstention follows.
fn after_analysis(text: &str) -> Option<usize> {
    let mut announced = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = bare(line);
        if !bare.is_empty() {
            if !announced {
                announced = announces(&bare);
                if !announced {
                    return None;
                }
            } else if begins_argument(&bare) {
                return Some(at);
            }
        }
        at += line.len();
    }
    None
}

/// A line in lower case without decoration.
fn bare(line: &str) -> String {
    let decoration = |c: char| c.is_whitespace() || matches!(c, '#' | '*' | '_' | '>' | '`' | '-' | '"');
    line.trim_matches(decoration).to_lowercase().replace('\u{2019}', "'").replace("**", "")
}

fn announces(line: &str) -> bool {
    const BEGINNINGS: [&str; 32] = [
        "let me",
        "let's",
        "let us",
        "reasoning",
        "analysis",
        "step 1",
        "step one",
        "thinking",
        "thought process",
        "okay",
        "ok,",
        "first, i",
        "first i ",
        "first, let",
        "i need to",
        "i will first",
        "i'll first",
        "i'll start",
        "i will start",
        "to begin, i",
        "we need to",
        "before arguing",
        "before i",
        "before writing",
        "my analysis",
        "preliminary analysis",
        "scratch",
        "working",
        "comparing the",
        "to construct",
        "chain of thought",
        "hmm",
    ];
    BEGINNINGS.iter().any(|beginning| line.starts_with(beginning))
}

/// A ply heading, or a line that announces the argument or the answer.
pub(super) fn begins_argument(line: &str) -> bool {
    let plain: String = line.chars().filter(|c| !matches!(c, '*' | '#')).collect();
    let plain = plain.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | '(' | ' '));
    const BEGINNINGS: [&str; 26] = [
        "plaintiff's argument",
        "plaintiffs argument",
        "plaintiff argument",
        "plaintiff:",
        "plaintiff (",
        "ply 1",
        "first ply",
        "argument:",
        "argument for",
        "final answer",
        "final output",
        "final argument",
        "now the argument",
        "answer:",
        "output:",
        "here is the argument",
        "here's the argument",
        "the argument",
        "3-ply argument",
        "three-ply argument",
        "my argument",
        "response:",
        "no common factor",
        "ply one",
        "plaintiff's opening",
        "{",
    ];
    BEGINNINGS.iter().any(|beginning| plain.starts_with(beginning))
        || plain == "argument"
        || plain == "answer"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasoning_is_what_stands_before_the_answer() {
        for (text, answer) in [
            ("Plaintiff's Argument: x", "Plaintiff's Argument: x"),
            ("<think>\na\n</think>\n\nb", "\n\nb"),
            ("<think>a <\\think>b", "b"),
            ("<think>a", ""),
            ("a\n</think>\nb", "\nb"),
            ("<THINKING>a</THINKING>b", "b"),
            (
                "Let me analyse. F1 here.\n\nNow the argument.\n\nPlaintiff's Argument: y",
                "Now the argument.\n\nPlaintiff's Argument: y",
            ),
            ("**Reasoning:** a\n\n## Plaintiff's Argument\nb", "## Plaintiff's Argument\nb"),
            ("Step 1: a\nStep 2: b\nFinal answer:\nc", "Final answer:\nc"),
            ("Let me be clear: TSC1 has F4.", "Let me be clear: TSC1 has F4."),
            ("TSC1: F4\nPlaintiff's Argument: y", "TSC1: F4\nPlaintiff's Argument: y"),
        ] {
            let parted = part(text);
            assert_eq!(&text[parted.answer..], answer, "{text:?}");
            assert_eq!(parted.reasoning, parted.answer > 0, "{text:?}");
        }
    }
}
