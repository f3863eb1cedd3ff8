//! What a well-formed pack must fulfil beyond its schema. `run` refuses a pack with errors.
//!
//! Cases are hard to write without giving something away: these checks find what can be found
//! without reading. A person's review stays necessary.

mod facts;
mod histories;
mod probes;
mod questions;
mod structure;

use std::fmt;

use serde::Serialize;

use super::consultation::{Case, KeyFact, MissingFact, Standing};
use super::pack::Pack;

/// How grave a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Scores on the pack would mean something else than they say.
    Error,
    /// Worth a look.
    Warning,
}

/// Something that is wrong, or looks wrong, in a pack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// How grave it is.
    pub severity: Severity,
    /// Id of the case; `None` for the pack itself.
    pub case: Option<String>,
    /// File, with its line where a file holds many cases.
    pub file: String,
    /// The field, as in `key_facts[3].marks[0]`.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub mend: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}: {}: {}: {}\n  hint: {}", self.file, self.path, self.message, self.mend)
    }
}

/// Everything found in a pack: of the pack itself first, then case by case.
pub fn check(pack: &Pack) -> Vec<Finding> {
    let mut findings = structure::pack(pack);
    for case in &pack.cases {
        let mut sheet = Sheet { case, findings: Vec::new() };
        structure::case(pack, &mut sheet);
        // Words are looked for by the rules of the case's language: under a wrong tag the checks
        // would find the same mistake many times over.
        if structure::language(&mut sheet) {
            histories::check(&mut sheet);
            facts::check(&mut sheet);
            questions::check(&mut sheet);
            probes::check(&mut sheet);
        }
        findings.append(&mut sheet.findings);
    }
    findings
}

/// The findings of one case.
struct Sheet<'a> {
    case: &'a Case,
    findings: Vec<Finding>,
}

impl<'a> Sheet<'a> {
    fn error(&mut self, path: impl Into<String>, message: impl Into<String>, mend: impl Into<String>) {
        self.add(Severity::Error, path.into(), message.into(), mend.into());
    }

    fn warning(&mut self, path: impl Into<String>, message: impl Into<String>, mend: impl Into<String>) {
        self.add(Severity::Warning, path.into(), message.into(), mend.into());
    }

    fn add(&mut self, severity: Severity, path: String, message: String, mend: String) {
        self.findings.push(Finding {
            severity,
            case: Some(self.case.id.clone()),
            file: self.case.origin.to_string(),
            path,
            message,
            mend,
        });
    }

    /// The missing facts with their positions among the key facts.
    fn missing(&self) -> impl Iterator<Item = (usize, &'a KeyFact, &'a MissingFact)> + use<'a> {
        self.case.private().facts.iter().enumerate().filter_map(|(i, fact)| match &fact.standing {
            Standing::Missing(missing) => Some((i, fact, missing)),
            Standing::Told => None,
        })
    }

    /// Texts of the told facts and of the claims: what the underspecified history may say.
    fn open_texts(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let case = self.case;
        case.private()
            .facts
            .iter()
            .filter(|fact| !fact.is_missing())
            .map(|fact| fact.text.as_str())
            .chain(case.claims.iter().map(|claim| claim.text.as_str()))
    }
}

#[cfg(test)]
mod tests;
