//! The form of a prompt file: front matter (`version`, `about`), then sections.

use super::template::Template;

/// A prompt file taken apart; the sections are not compiled yet.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PromptFile {
    pub version: u32,
    pub about: String,
    pub sections: Vec<Section>,
}

/// The text under one `[[name]]` line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Section {
    pub name: &'static str,
    /// Line of the file on which the body begins, from 1.
    pub line: usize,
    /// Without blank lines at either end.
    pub body: String,
}

/// Why a file is refused.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub line: usize,
    pub problem: String,
    pub mend: String,
}

fn fault<T>(line: usize, problem: impl Into<String>, mend: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { line, problem: problem.into(), mend: mend.into() })
}

const FRAME: &str = "---";

/// Text as it is kept and hashed: without a byte order mark, lines ended by LF.
pub(super) fn normalise(text: &str) -> String {
    text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n")
}

/// Reads the text of a prompt file; `text` is normalised.
pub(super) fn parse(text: &str, template: Template) -> Result<PromptFile, Fault> {
    let lines: Vec<&str> = text.lines().collect();
    let (version, about, after) = front_matter(&lines)?;
    let sections = sections(&lines, after, template)?;
    Ok(PromptFile { version, about, sections })
}

/// Version, about, and the index of the first line after the front matter.
fn front_matter(lines: &[&str]) -> Result<(u32, String, usize), Fault> {
    const FORM: &str = "begin the file with the lines `---`, `version: 1`, `about: …`, `---`";
    if lines.first().map(|line| line.trim_end()) != Some(FRAME) {
        return fault(1, "there is no front matter", FORM);
    }
    let mut version = None;
    let mut about = None;
    for (i, line) in lines.iter().enumerate().skip(1) {
        let number = i + 1;
        if line.trim_end() == FRAME {
            let Some(version) = version else {
                return fault(number, "`version` is missing", "add a line `version: 1`");
            };
            let Some(about) = about else {
                return fault(
                    number,
                    "`about` is missing",
                    "say in one line what the prompt does: `about: …`",
                );
            };
            return Ok((version, about, i + 1));
        }
        if line.trim().is_empty() {
            continue;
        }
        let Some((key, value)) = line.split_once(':') else {
            return fault(number, "this is no `key: value` line", FORM);
        };
        let value = value.trim();
        let again = match key.trim() {
            "version" => {
                let Some(number_read) = value.parse().ok().filter(|&version: &u32| version > 0) else {
                    return fault(
                        number,
                        format!("`{value}` is no version"),
                        "write a whole number from 1, as in `version: 2`",
                    );
                };
                version.replace(number_read).is_some()
            }
            "about" if value.is_empty() => {
                return fault(number, "`about` is empty", "say in one line what the prompt does");
            }
            "about" => about.replace(value.to_owned()).is_some(),
            other => {
                return fault(
                    number,
                    format!("unknown key `{other}`"),
                    "only `version` and `about` are known",
                );
            }
        };
        if again {
            return fault(number, format!("`{}` is given twice", key.trim()), "keep one of them");
        }
    }
    fault(lines.len(), "the front matter is not closed", "end it with a line `---`")
}

fn sections(lines: &[&str], after: usize, template: Template) -> Result<Vec<Section>, Fault> {
    let known = template.sections();
    let named = || known.iter().map(|name| format!("[[{name}]]")).collect::<Vec<_>>().join(" and ");
    let mut found: Vec<(&'static str, usize, Vec<&str>)> = Vec::new();
    for (i, line) in lines.iter().enumerate().skip(after) {
        let number = i + 1;
        if let Some(word) = header(line) {
            let Some(&name) = known.iter().find(|name| **name == word) else {
                return fault(
                    number,
                    format!("unknown section [[{word}]]"),
                    format!("{template} has {}; indent the line if it belongs to the text", named()),
                );
            };
            if found.iter().any(|(other, ..)| *other == name) {
                return fault(number, format!("section [[{name}]] is there twice"), "join the two");
            }
            found.push((name, number + 1, Vec::new()));
        } else if let Some((.., body)) = found.last_mut() {
            body.push(line);
        } else if !line.trim().is_empty() {
            return fault(number, "text before the first section", format!("put it under {}", named()));
        }
    }
    for name in known {
        if !found.iter().any(|(other, ..)| other == name) {
            return fault(
                lines.len(),
                format!("section [[{name}]] is missing"),
                format!("add a line [[{name}]]"),
            );
        }
    }
    found.into_iter().map(|(name, line, body)| section(name, line, &body)).collect()
}

fn section(name: &'static str, line: usize, body: &[&str]) -> Result<Section, Fault> {
    let blank = |line: &&&str| line.trim().is_empty();
    let leading = body.iter().take_while(blank).count();
    let trailing = body.iter().rev().take_while(blank).count();
    if leading == body.len() {
        return fault(line - 1, format!("section [[{name}]] is empty"), "write its text");
    }
    let body = body[leading..body.len() - trailing].join("\n");
    Ok(Section { name, line: line + leading, body })
}

/// The word of a section line: `[[word]]`, alone and not indented.
fn header(line: &str) -> Option<&str> {
    let word = line.trim_end().strip_prefix("[[")?.strip_suffix("]]")?;
    (!word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GATE: &str = "---\nversion: 3\nabout: what: it does\n---\n\n[[system]]\n\nBe a gate.\n\n  [[user]]\n\n[[user]]\n{{ request }}\n\n";

    #[test]
    fn a_file_is_front_matter_and_sections_with_their_lines() {
        assert_eq!(
            parse(GATE, Template::Gate),
            Ok(PromptFile {
                version: 3,
                about: "what: it does".to_owned(),
                sections: vec![
                    Section { name: "system", line: 8, body: "Be a gate.\n\n  [[user]]".to_owned() },
                    Section { name: "user", line: 13, body: "{{ request }}".to_owned() },
                ],
            })
        );
    }

    #[test]
    fn line_endings_and_byte_order_mark_make_no_difference() {
        let windows = format!("\u{feff}{}", GATE.replace('\n', "\r\n"));
        assert_eq!(normalise(&windows), GATE);
    }

    #[test]
    fn each_fault_names_its_line_and_its_mend() {
        let check = |text: &str, line: usize, problem: &str| {
            let fault = parse(text, Template::Gate).expect_err(problem);
            assert_eq!((fault.line, fault.problem.as_str()), (line, problem));
            assert!(!fault.mend.is_empty());
        };
        let front = "---\nversion: 1\nabout: x\n---\n";
        check("", 1, "there is no front matter");
        check("[[system]]\nx", 1, "there is no front matter");
        check("---\nversion: 1", 2, "the front matter is not closed");
        check("---\nabout: x\n---", 3, "`version` is missing");
        check("---\nversion: 1\n---", 3, "`about` is missing");
        check("---\nversion: 0\n---", 2, "`0` is no version");
        check("---\nversion: one\n---", 2, "`one` is no version");
        check("---\nabout:\n---", 2, "`about` is empty");
        check("---\nauthor: x\n---", 2, "unknown key `author`");
        check("---\nversion: 1\nversion: 2\n---", 3, "`version` is given twice");
        check("---\nversion 1\n---", 2, "this is no `key: value` line");
        check(&format!("{front}text\n"), 5, "text before the first section");
        check(&format!("{front}[[append]]\nx"), 5, "unknown section [[append]]");
        check(&format!("{front}[[system]]\nx\n[[system]]\ny"), 7, "section [[system]] is there twice");
        check(&format!("{front}[[system]]\nx"), 6, "section [[user]] is missing");
        check(&format!("{front}[[system]]\n\n[[user]]\ny"), 5, "section [[system]] is empty");
    }
}
