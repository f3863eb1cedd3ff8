//! From bytes to typed documents: encodings, YAML, JSON, with errors that say where.

use serde::de::DeserializeOwned;

use super::problem::Problem;

/// Aliases a YAML file may use: none are needed, a few are harmless, many are a bomb.
const ALIASES_MAX: usize = 16;

/// Opening brackets a YAML file may use: reading takes time with the square of their depth.
const BRACKETS_MAX: usize = 4000;

/// The text of a file: UTF-8, without a byte order mark.
pub(super) fn decode<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Problem> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Problem::of_file(
            file,
            "is UTF-16, not UTF-8",
            format!("iconv -f UTF-16 -t UTF-8 {file} > converted"),
        ));
    }
    let body = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(body).map_err(|error| {
        let line = body[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
        Problem {
            line: Some(position(line)),
            ..Problem::of_file(
                file,
                "is not UTF-8",
                format!("if it is in a Chinese encoding: iconv -f GB18030 -t UTF-8 {file} > converted"),
            )
        }
    })
}

/// A YAML document of type `T`.
pub(super) fn yaml<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Problem> {
    if aliases(text) > ALIASES_MAX {
        return Err(Problem::of_file(
            file,
            format!("uses more than {ALIASES_MAX} YAML aliases (`*name`)"),
            "write the repeated parts out",
        ));
    }
    if text.bytes().filter(|byte| matches!(byte, b'[' | b'{')).count() > BRACKETS_MAX {
        return Err(Problem::of_file(
            file,
            format!("uses more than {BRACKETS_MAX} opening brackets"),
            "write lists with `-`, and fields on lines of their own",
        ));
    }
    serde_path_to_error::deserialize(serde_yaml::Deserializer::from_str(text)).map_err(|error| {
        let place = error.inner().location();
        Problem {
            line: place.as_ref().map(|at| position(at.line())),
            column: place.as_ref().map(|at| position(at.column())),
            ..described(file, error.path().to_string(), &error.inner().to_string(), YAML_MEND)
        }
    })
}

/// A JSON document of type `T` on line `line` of a file.
pub(super) fn json<T: DeserializeOwned>(file: &str, line: u32, text: &str) -> Result<T, Problem> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let fail = |path: String, error: &serde_json::Error| {
        let column = (error.column() > 0).then(|| position(error.column()));
        Problem { line: Some(line), column, ..described(file, path, &error.to_string(), JSON_MEND) }
    };
    let value = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| fail(error.path().to_string(), error.inner()))?;
    deserializer.end().map_err(|error| fail(String::new(), &error))?;
    Ok(value)
}

/// A line or column; files are far too short for one that does not fit.
pub(super) fn position(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// How many aliases the text can hold at most: what looks like one inside a text counts as well.
fn aliases(text: &str) -> usize {
    if sigils(text, '&') == 0 { 0 } else { sigils(text, '*') }
}

/// Places where `sigil` may begin a YAML token: before a name, and not after a letter, digit or
/// itself.
fn sigils(text: &str, sigil: char) -> usize {
    text.match_indices(sigil)
        .filter(|&(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + sigil.len_utf8()..].chars().next();
            !before.is_some_and(|c| c.is_alphanumeric() || c == sigil)
                && after.is_some_and(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        })
        .count()
}

/// `syntax_mend` is for what is no more precisely known.
fn described(file: &str, path: String, raw: &str, syntax_mend: &'static str) -> Problem {
    let message = without_place(raw);
    // Where the path is not known, it ends in a question mark.
    let path = path.trim_end_matches('?').trim_end_matches('.').to_owned();
    Problem { path, ..Problem::of_file(file, message, mend(message).unwrap_or(syntax_mend)) }
}

const YAML_MEND: &str =
    "correct the syntax; a text with `: ` or ` #` or starting with a sign stands in quotation marks";
const JSON_MEND: &str = "correct the syntax; each line is one JSON object";

/// The message without the path before it and the position after it, which the problem has apart.
fn without_place(raw: &str) -> &str {
    let message = match raw.rfind(" at line ") {
        Some(at) => &raw[..at],
        None => raw,
    };
    match message.split_once(": ") {
        Some((head, rest)) if head.chars().all(|c| c.is_ascii_alphanumeric() || "_.[]?".contains(c)) => rest,
        _ => message,
    }
}

fn mend(message: &str) -> Option<&'static str> {
    let mend = if message.starts_with("unknown field") {
        "correct the key or remove it; unknown keys are refused"
    } else if message.starts_with("missing field") {
        "add the field"
    } else if message.starts_with("duplicate field") {
        "keep one of them"
    } else if message.starts_with("unknown variant") {
        "use one of the words listed"
    } else if message.starts_with("invalid type") && message.contains("expected a string") {
        "write a text; in JSON a number that is meant as text stands in quotation marks"
    } else if message.starts_with("invalid type") || message.starts_with("invalid length") {
        "give it the expected form"
    } else {
        return None;
    };
    Some(mend)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Doc {
        id: String,
        #[serde(default)]
        list: Vec<Item>,
        #[serde(default)]
        words: Vec<String>,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Item {
        kind: Kind,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Told,
    }

    fn yaml_problem(text: &str) -> Problem {
        yaml::<Doc>("a.yaml", text).expect_err("the document is bad")
    }

    #[test]
    fn syntax_errors_give_line_and_column() {
        let problem = yaml_problem("id: a\nwords: [a, b\nlist: []\n");
        assert_eq!((problem.line, problem.column), (Some(3), Some(5)), "{problem}");
    }

    #[test]
    fn errors_of_shape_give_the_path() {
        let problem = yaml_problem("id: a\nlist:\n  - kind: told\n  - kind: tld\n");
        assert_eq!(problem.path, "list[1].kind");
        assert_eq!(problem.line, Some(4));
        assert_eq!(problem.message, "unknown variant `tld`, expected `told`");
        let problem = yaml_problem("id: a\nlist:\n  - { kind: told, x: 1 }\n");
        assert!(problem.message.starts_with("unknown field `x`"), "{problem}");
        assert_eq!(problem.path, "list[0].x");
        let problem = yaml_problem("id: [a]\n");
        assert!(problem.message.starts_with("invalid type: sequence"), "{problem}");
        let problem = yaml_problem("id: a\nid: b\n");
        assert!(problem.message.starts_with("duplicate field"), "{problem}");
    }

    #[test]
    fn json_errors_give_the_line_of_the_file_and_the_path() {
        let problem = json::<Doc>("c.jsonl", 9, r#"{"id":"a","list":[{"kind":"no"}]}"#)
            .expect_err("the document is bad");
        assert_eq!((problem.line, problem.path.as_str()), (Some(9), "list[0].kind"));
        assert_eq!(problem.message, "unknown variant `no`, expected `told`");
        let problem = json::<Doc>("c.jsonl", 2, r#"{"id":"a"} {}"#).expect_err("two documents");
        assert_eq!((problem.line, problem.column), (Some(2), Some(12)), "{problem}");
    }

    #[test]
    fn encodings_are_named_with_the_command_that_mends_them() {
        assert_eq!(decode("f", b"\xef\xbb\xbfid: a"), Ok("id: a"));
        let problem = decode("f", b"\xff\xfei\0d\0").expect_err("UTF-16");
        assert!(problem.mend.contains("iconv -f UTF-16"), "{problem}");
        let problem = decode("f", b"id: a\nx: \xd6\xd0\xce\xc4").expect_err("GB18030");
        assert_eq!(problem.line, Some(2));
        assert!(problem.mend.contains("iconv -f GB18030 -t UTF-8"), "{problem}");
    }

    #[test]
    fn an_alias_bomb_is_refused_before_it_is_read() {
        let long = "x".repeat(100_000);
        let bomb = format!("id: &a \"{long}\"\nwords: [{}]\n", "*a, ".repeat(30_000));
        assert!(yaml_problem(&bomb).message.contains("aliases"));
        let few: Doc = yaml("a", "id: &a x\nwords: [*a, *a]\n").expect("a few aliases are harmless");
        assert_eq!(few.words, ["x", "x"]);
    }

    #[test]
    fn a_tower_of_brackets_is_refused_before_it_is_read() {
        assert!(yaml_problem(&format!("id: {}", "[".repeat(200_000))).message.contains("brackets"));
        assert!(yaml_problem(&format!("id: {}", "[".repeat(1000))).message.starts_with("invalid type"));
    }

    #[test]
    fn stars_in_a_text_are_no_aliases() {
        let text = format!("id: a\nwords: [\"{}\"]\n", "张** *very* R&D & *x".repeat(40));
        assert!(yaml::<Doc>("a", &text).is_ok());
    }
}
