//! Just enough of Rust's syntax to see which paths a file names.

/// The text with comments and the insides of literals blanked; lines stay where they are.
pub fn code_of(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = comment_end(&chars, at).or_else(|| literal_end(&chars, at));
        match end {
            Some(end) => {
                out.extend(chars[at..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
                at = end;
            }
            None => {
                out.push(chars[at]);
                at += 1;
            }
        }
    }
    out
}

/// As [`code_of`], without the module of unit tests that ends a file.
pub fn code_without_tests(text: &str) -> String {
    let code = code_of(text);
    match code.find("#[cfg(test)]\nmod tests {") {
        Some(at) => code[..at].to_owned(),
        None => code,
    }
}

fn comment_end(chars: &[char], at: usize) -> Option<usize> {
    let rest = &chars[at..];
    if rest.starts_with(&['/', '/']) {
        return Some(at + rest.iter().position(|c| *c == '\n').unwrap_or(rest.len()));
    }
    if !rest.starts_with(&['/', '*']) {
        return None;
    }
    let (mut depth, mut i) = (0, 0);
    while i < rest.len() {
        if rest[i..].starts_with(&['/', '*']) {
            (depth, i) = (depth + 1, i + 2);
        } else if rest[i..].starts_with(&['*', '/']) {
            (depth, i) = (depth - 1, i + 2);
            if depth == 0 {
                return Some(at + i);
            }
        } else {
            i += 1;
        }
    }
    Some(chars.len())
}

fn literal_end(chars: &[char], at: usize) -> Option<usize> {
    let in_word = |at: usize| at > 0 && is_word(chars[at - 1]);
    match chars[at] {
        '"' => Some(quoted_end(chars, at + 1, '"')),
        // A byte string's `b` is no part of a longer word.
        'r' if !in_word(at) || (chars[at - 1] == 'b' && !in_word(at - 1)) => {
            let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
            let open = at + 1 + hashes;
            if chars.get(open) != Some(&'"') {
                return None;
            }
            let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
            let length = chars[open + 1..].windows(close.len()).position(|window| window == close);
            Some(length.map_or(chars.len(), |length| open + 1 + length + close.len()))
        }
        '\'' if chars.get(at + 1) == Some(&'\\') => Some(quoted_end(chars, at + 1, '\'')),
        // Anything else is a lifetime.
        '\'' if chars.get(at + 2) == Some(&'\'') => Some(at + 3),
        _ => None,
    }
}

fn quoted_end(chars: &[char], mut at: usize, quote: char) -> usize {
    while at < chars.len() && chars[at] != quote {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A path as the code names it, groups of imports taken apart.
#[derive(Debug, PartialEq, Eq)]
pub struct Named {
    /// Line, from 1.
    pub line: usize,
    /// Such as `["crate", "case", "view"]`.
    pub segments: Vec<String>,
    /// Modules opened within the file around it.
    pub depth: usize,
}

/// Every path of two segments or more in code that [`code_of`] gave.
pub fn paths(code: &str) -> Vec<Named> {
    let tokens = tokens(code);
    let mut found: Vec<Named> = Vec::new();
    // Whether each open brace is a module's.
    let mut braces: Vec<bool> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let token = |at: usize| tokens.get(at).map_or("", |(_, token)| token.as_str());
        match token(at) {
            "mod" if token(at + 2) == "{" => {
                braces.push(true);
                at += 3;
            }
            "{" => {
                braces.push(false);
                at += 1;
            }
            "}" => {
                braces.pop();
                at += 1;
            }
            name if is_name(name) && !(at > 0 && token(at - 1) == "::") => {
                let before = found.len();
                at = tree(&tokens, at, &[], &mut found);
                let depth = braces.iter().filter(|module| **module).count();
                found[before..].iter_mut().for_each(|named| named.depth = depth);
            }
            _ => at += 1,
        }
    }
    found.retain(|named| named.segments.len() > 1);
    found
}

fn is_name(token: &str) -> bool {
    token.starts_with(is_word)
}

/// Reads the path or group at `at`; returns where it ends.
fn tree(tokens: &[(usize, String)], mut at: usize, before: &[String], found: &mut Vec<Named>) -> usize {
    let mut segments = before.to_vec();
    let line = tokens[at].0;
    loop {
        match tokens.get(at).map(|(_, token)| token.as_str()) {
            Some("{") => {
                at += 1;
                while tokens.get(at).is_some_and(|(_, token)| token != "}") {
                    at = match tokens[at].1.as_str() {
                        "as" => at + 2,
                        name if is_name(name) || name == "{" => tree(tokens, at, &segments, found),
                        _ => at + 1,
                    };
                }
                return at + 1;
            }
            Some(name) if is_name(name) => {
                segments.push(name.to_owned());
                at += 1;
            }
            _ => break,
        }
        if tokens.get(at).is_none_or(|(_, token)| token != "::") {
            break;
        }
        at += 1;
    }
    found.push(Named { line, segments, depth: 0 });
    at
}

fn tokens(code: &str) -> Vec<(usize, String)> {
    let chars: Vec<char> = code.chars().collect();
    let mut tokens = Vec::new();
    let (mut line, mut at) = (1, 0);
    while at < chars.len() {
        let c = chars[at];
        let length = match c {
            c if is_word(c) => chars[at..].iter().take_while(|c| is_word(**c)).count(),
            ':' if chars.get(at + 1) == Some(&':') => 2,
            _ => 1,
        };
        if !c.is_whitespace() {
            tokens.push((line, chars[at..at + length].iter().collect()));
        }
        line += usize::from(c == '\n');
        at += length;
    }
    tokens
}

#[test]
fn comments_and_literals_are_no_code() {
    let text = "a /* x /* y */ z */ b // c\nd \"e\\\" f\" g r#\"h \" i\"# j b'k' 'l l<'m> '\\'' n";
    let blanked: Vec<String> =
        code_of(text).lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(blanked, ["a b", "d g j b 'l l<'m> n"]);
}

#[test]
fn groups_of_imports_are_taken_apart() {
    let code = "use crate::{\n    case::{Case, view::{self, View}},\n    model as m,\n};\nstd::fs::read(x); a.b(crate::run::go::<T>());";
    let named: Vec<(usize, String)> =
        paths(code).into_iter().map(|named| (named.line, named.segments.join("::"))).collect();
    let expected = [
        (2, "crate::case::Case"),
        (2, "crate::case::view::self"),
        (2, "crate::case::view::View"),
        (3, "crate::model"),
        (5, "std::fs::read"),
        (5, "crate::run::go"),
    ];
    assert_eq!(named, expected.map(|(line, path)| (line, path.to_owned())));
}

#[test]
fn modules_within_a_file_are_counted() {
    let code = "use a::b;\nmod tests {\n    use super::c;\n    fn f() { if x { super::d() } }\n}\nfn g() { e::h() }\n";
    let depths: Vec<(String, usize)> =
        paths(code).into_iter().map(|named| (named.segments.join("::"), named.depth)).collect();
    let expected = [("a::b", 0), ("super::c", 1), ("super::d", 1), ("e::h", 0)];
    assert_eq!(depths, expected.map(|(path, depth)| (path.to_owned(), depth)));
}
