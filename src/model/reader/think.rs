//! Think blocks: reasoning that a model wrote into its content.

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// Parts reasoning from the rest, both trimmed; `None` if the content holds no block to separate.
///
/// Only a block that opens the content counts, white space before it allowed; nested tags are
/// balanced, and an unclosed block is all reasoning. Of a lone closing tag (chat templates put the
/// opening one into the prompt) what stands before it is reasoning. A block after text, and tags
/// which are talked about, are content.
pub(super) fn split(content: &str) -> Option<(String, String)> {
    let (reasoning, rest) = match content.trim_start().strip_prefix(OPEN) {
        Some(inside) => balanced(inside),
        None => lone_close(content)?,
    };
    Some((reasoning.trim().to_owned(), rest.trim().to_owned()))
}

/// The inside of a block whose opening tag is already taken, and what follows the block.
fn balanced(inside: &str) -> (&str, &str) {
    let mut depth = 1_u32;
    let mut at = 0;
    while let Some(found) = inside[at..].find('<').map(|offset| at + offset) {
        let tail = &inside[found..];
        if let Some(rest) = tail.strip_prefix(CLOSE) {
            depth -= 1;
            if depth == 0 {
                return (&inside[..found], rest);
            }
            at = found + CLOSE.len();
        } else if tail.starts_with(OPEN) {
            depth += 1;
            at = found + OPEN.len();
        } else {
            at = found + 1;
        }
    }
    (inside, "")
}

/// What stands before and after a closing tag that no opening tag precedes. A tag in backticks is
/// talked about.
fn lone_close(content: &str) -> Option<(&str, &str)> {
    let (before, after) = content.split_once(CLOSE)?;
    let talked_about = before.ends_with('`') || before.contains(OPEN);
    (!talked_about).then_some((before, after))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn only_a_block_that_opens_the_content_is_separated() {
        let cases: [(&str, Option<(&str, &str)>); 12] = [
            ("<think>\na\n</think>\n\nb", Some(("a", "b"))),
            (" \n<think>a</think>b", Some(("a", "b"))),
            ("<think>a", Some(("a", ""))),
            ("<think>\n\n</think>\n\nNo.", Some(("", "No."))),
            ("<think>a <think>b</think> c</think>d", Some(("a <think>b</think> c", "d"))),
            ("<think>a <think>b</think> c", Some(("a <think>b</think> c", ""))),
            ("<think>a < b</think>c", Some(("a < b", "c"))),
            ("a\n</think>\n\nb", Some(("a", "b"))),
            ("a</think>b: use <think>", Some(("a", "b: use <think>"))),
            ("b\n<think>a</think>", None),
            ("The tag `<think>` is closed by `</think>`.", None),
            ("End it with `</think>`.", None),
        ];
        for (content, expected) in cases {
            let expected = expected.map(|(reasoning, rest)| (reasoning.to_owned(), rest.to_owned()));
            assert_eq!(split(content), expected, "{content:?}");
        }
        assert_eq!(split("plain "), None);
    }
}
