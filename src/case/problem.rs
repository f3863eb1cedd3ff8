//! What keeps a pack from being loaded: what, where, and how to mend it.

use std::fmt;

use serde::Serialize;

/// How many problems an error lists before it only counts.
const LISTED_MAX: usize = 50;

/// Where a case was read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// File, relative to the pack.
    pub file: String,
    /// Line (from 1), where one file holds a case a line.
    pub line: Option<u32>,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

/// One thing that is wrong in a pack's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// File, relative to the pack, or the path that was asked for.
    pub file: String,
    /// Line, from 1, where known.
    pub line: Option<u32>,
    /// Column, from 1, where known.
    pub column: Option<u32>,
    /// The field, as in `key_facts[3].why_decisive`; empty for the file as a whole.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub mend: String,
}

impl Problem {
    /// A problem of a file as a whole.
    pub(super) fn of_file(
        file: impl Into<String>,
        message: impl Into<String>,
        mend: impl Into<String>,
    ) -> Self {
        Self {
            file: file.into(),
            line: None,
            column: None,
            path: String::new(),
            message: message.into(),
            mend: mend.into(),
        }
    }

    /// A problem of one field.
    pub(super) fn of_field(
        origin: &Origin,
        path: impl Into<String>,
        message: impl Into<String>,
        mend: impl Into<String>,
    ) -> Self {
        Self {
            file: origin.file.clone(),
            line: origin.line,
            column: None,
            path: path.into(),
            message: message.into(),
            mend: mend.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        if !self.path.is_empty() {
            write!(f, ": {}", self.path)?;
        }
        write!(f, ": {}", self.message)?;
        if !self.mend.is_empty() {
            write!(f, "\n  hint: {}", self.mend)?;
        }
        Ok(())
    }
}

/// A pack that cannot be loaded, with everything that was found wrong.
#[derive(Debug, thiserror::Error)]
#[error("cannot load pack `{pack}`{}", list(.problems))]
pub struct PackError {
    /// The pack, as it was asked for.
    pub pack: String,
    /// At least one problem.
    pub problems: Vec<Problem>,
}

/// Each problem on a line of its own, up to a bound.
pub(super) fn list(problems: &[Problem]) -> String {
    let mut out = String::new();
    for problem in problems.iter().take(LISTED_MAX) {
        out.push('\n');
        out.push_str(&problem.to_string());
    }
    if problems.len() > LISTED_MAX {
        out.push_str(&format!("\nand {} more", problems.len() - LISTED_MAX));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_says_where_what_and_how_to_mend() {
        let origin = Origin { file: "cases.jsonl".into(), line: Some(7) };
        let problem = Problem::of_field(&origin, "key_facts[3].marks", "is missing", "add it");
        assert_eq!(problem.to_string(), "cases.jsonl:7: key_facts[3].marks: is missing\n  hint: add it");
    }

    #[test]
    fn a_long_list_is_cut_and_counted() {
        let error =
            PackError { pack: "p".into(), problems: vec![Problem::of_file("f", "m", ""); LISTED_MAX + 3] };
        let text = error.to_string();
        assert_eq!(text.lines().count(), LISTED_MAX + 2);
        assert!(text.ends_with("and 3 more"));
    }
}
