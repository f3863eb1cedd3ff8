//! Files of triples: JSON, one a line.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::triple::Triple;

/// Why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// A line is no triple.
    #[error("line {line}: {problem}")]
    Line {
        /// From 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// There is no line.
    #[error("the file holds no triple")]
    Empty,
}

/// A rule that a triple of a file breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Line in the file, from 1.
    pub line: usize,
    /// Id of the triple.
    pub id: String,
    /// What is wrong.
    pub problem: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.id, self.problem)
    }
}

/// The triples as a file, a line each.
///
/// # Errors
/// When a triple cannot be written as JSON.
pub fn write_triples(triples: &[Triple]) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for triple in triples {
        text.push_str(&serde_json::to_string(triple)?);
        text.push('\n');
    }
    Ok(text)
}

/// Reads a file of triples, blank lines passed over, and checks each against the rules of its mode.
///
/// # Errors
/// When a line is no triple, or there is none.
pub fn read_triples(text: &str) -> Result<(Vec<Triple>, Vec<Finding>), FileError> {
    let mut triples = Vec::new();
    let mut findings = Vec::new();
    let mut lines_of: BTreeMap<String, usize> = BTreeMap::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (line, content) in (1..).zip(text.lines()).filter(|(_, content)| !content.trim().is_empty()) {
        let triple: Triple = serde_json::from_str(content).map_err(|error| {
            // The line within the line is always the first.
            let problem = error.to_string().replace(" at line 1 column ", " at column ");
            FileError::Line { line, problem }
        })?;
        let mut find = |problem: String| findings.push(Finding { line, id: triple.id.clone(), problem });
        triple.breaches().into_iter().for_each(&mut find);
        if triple.id.is_empty() {
            find("has no id".to_owned());
        }
        if let Some(earlier) = lines_of.get(&triple.id) {
            find(format!("the id stands on line {earlier}, too"));
        }
        lines_of.entry(triple.id.clone()).or_insert(line);
        triples.push(triple);
    }
    if triples.is_empty() {
        return Err(FileError::Empty);
    }
    Ok((triples, findings))
}

#[cfg(test)]
mod tests {
    use super::super::generate::{Parameters, generate};
    use super::super::triple::Mode;
    use super::*;

    #[test]
    fn what_is_written_reads_back_without_findings() {
        for mode in Mode::ALL {
            let asked = Parameters { mode, count: 20, complexity: 7, seed: 3, strict_sides: mode.shares() };
            let triples = generate(&asked).expect("feasible");
            let text = write_triples(&triples).expect("written");
            assert_eq!(text.lines().count(), 20);
            assert_eq!(read_triples(&text), Ok((triples, vec![])));
        }
    }

    #[test]
    fn a_faulty_line_is_named() {
        let asked =
            Parameters { mode: Mode::Arguable, count: 2, complexity: 3, seed: 3, strict_sides: false };
        let text = write_triples(&generate(&asked).expect("feasible")).expect("written");
        let error = |text: &str| read_triples(text).expect_err("refused").to_string();
        assert_eq!(error(" \n"), "the file holds no triple");
        let broken = error(&format!("\n{text}{{\"id\": 1}}"));
        assert!(broken.starts_with("line 4: invalid type: integer `1`"), "{broken}");
        assert!(broken.contains("at column 8"), "{broken}");

        let twice =
            text.replace("arguable-0002", "arguable-0001").replace("\"complexity\":3", "\"complexity\":9");
        let (_, findings) = read_triples(&twice).expect("read");
        let problems: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert_eq!(problems.len(), 7, "{problems:?}");
        assert!(problems[0].starts_with("line 1: arguable-0001: the current case has "), "{problems:?}");
        assert_eq!(problems[6], "line 2: arguable-0001: the id stands on line 1, too");
    }
}
