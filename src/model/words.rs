//! A command line in words, as a shell would split it, without a shell.

/// Splits at white space. Within single quotes everything is as it stands; within double quotes a
/// backslash protects `"` and `\`; elsewhere it protects the next character. Nothing is expanded.
///
/// # Errors
/// A quote that is not closed, or a backslash at the end: what is wrong, in words.
pub(super) fn split(line: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next().ok_or("a single quote is not closed")? {
                        '\'' => break,
                        c => word.push(c),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next().ok_or("a double quote is not closed")? {
                        '"' => break,
                        '\\' => match chars.next().ok_or("a double quote is not closed")? {
                            c @ ('"' | '\\') => word.push(c),
                            c => word.extend(['\\', c]),
                        },
                        c => word.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next().ok_or("a backslash ends the line")?),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_split_as_a_shell_splits_them() {
        let cases: [(&str, &[&str]); 8] = [
            ("agent.py", &["agent.py"]),
            ("  python3   -u agent.py ", &["python3", "-u", "agent.py"]),
            (r#"a 'b c' "d e" f\ g"#, &["a", "b c", "d e", "f g"]),
            (r#"a"b"'c'd"#, &["abcd"]),
            (r#"'' "" x"#, &["", "", "x"]),
            (r#""a\"b\\c\n""#, &[r#"a"b\c\n"#]),
            (r"'a\b' $HOME *", &[r"a\b", "$HOME", "*"]),
            ("", &[]),
        ];
        for (line, expected) in cases {
            assert_eq!(
                split(line).as_deref(),
                Ok(expected.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>().as_slice()),
                "{line}"
            );
        }
        for line in ["'a", "\"a", "\"a\\", "a\\"] {
            assert!(split(line).is_err(), "{line}");
        }
    }
}
