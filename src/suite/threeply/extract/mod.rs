//! The built-in extractor: a parser of arguments in the formal notation (3-ply pipeline 3.4.1).
//!
//! It reads what an argument asserts to be *present* in each case, matched by number. It knows the
//! text alone, not the triple. What no sentence gives to a case goes to the case that its sentence is
//! about, or is counted apart where the sentence names none.

pub(super) mod abstention;
mod anaphora;
mod anew;
mod apposition;
mod attribution;
mod boundary;
mod citation;
mod clause;
mod contrast;
mod counted;
mod current;
mod exception;
mod facts;
mod flow;
mod gapping;
mod gloss;
mod heading;
mod json;
mod label;
mod layout;
mod leftover;
mod lexicon;
mod list;
mod mention;
mod named;
mod negation;
mod plain;
mod possession;
mod pronoun;
mod question;
mod reader;
mod reasoning;
mod reference;
mod remark;
mod resume;
mod sentence;
mod spelling;
mod subject;
mod supposed;
mod table;
mod take_up;
mod token;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::factor::Side;
use super::triple::Case;
use crate::stats::factors::TripleFactors;

/// A factor that the text says is present in a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Assertion {
    /// In which case.
    pub case: Case,
    /// The factor's number; it may be that of no factor.
    pub number: u32,
    /// First byte of the mention in the text.
    pub start: usize,
    /// Byte after its last one.
    pub end: usize,
}

/// Whether an answer abstains (notes D49, D50).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Abstention {
    /// It argues, or says nothing.
    No,
    /// It declines in other words and makes no argument.
    Lenient,
    /// It is the required sentence and nothing else, reasoning removed.
    Strict,
}

/// What is odd about an answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// A number with the name of another factor, or with a name that is none.
    NameMismatch,
    /// A number that is no factor's.
    UnknownNumber,
    /// A side mark that contradicts the table.
    WrongSide,
    /// It stops in the middle of a sentence or structure.
    Truncated,
    /// Reasoning stands before the answer.
    ReasoningBefore,
    /// The reasoning concludes that one must stop, and the answer argues all the same.
    ReasoningSaysStop,
    /// Wording meant as the abstention sentence that is not it.
    NearMissAbstention,
}

/// The precedents that the sides rely on; `None` where a side relies on none.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cited {
    /// In the first ply.
    pub plaintiff: Option<Case>,
    /// In the second ply.
    pub defendant: Option<Case>,
}

impl Cited {
    /// The precedent of a side.
    pub fn by(&self, side: Side) -> Option<Case> {
        match side {
            Side::Plaintiff => self.plaintiff,
            Side::Defendant => self.defendant,
        }
    }
}

/// What a text says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Extraction {
    /// Every assertion, in the order of the text; a factor may be asserted more than once.
    pub asserted: Vec<Assertion>,
    /// Mentions that neither assert nor deny of a case that can be told.
    pub unattributed: usize,
    /// Whom each side cites.
    pub cited: Cited,
    /// Whether it abstains.
    pub abstention: Abstention,
    /// How often each oddity occurs; those that do not occur are left out.
    pub flags: BTreeMap<Flag, usize>,
}

impl Extraction {
    /// Numbers asserted of a case.
    pub fn factors_of(&self, case: Case) -> BTreeSet<u32> {
        self.asserted.iter().filter(|found| found.case == case).map(|found| found.number).collect()
    }

    /// Numbers asserted of all three cases, as `stats` scores them.
    pub fn factors(&self) -> TripleFactors {
        TripleFactors {
            cc: self.factors_of(Case::Current),
            tsc1: self.factors_of(Case::Tsc1),
            tsc2: self.factors_of(Case::Tsc2),
        }
    }
}

/// Reads an argument.
pub fn extract(text: &str) -> Extraction {
    let parted = reasoning::part(text);
    let chars = plain::plain(text, parted.answer, text.len());
    let from_json = json::is_json(&chars);
    let whole = if from_json { json::unfold(&chars) } else { chars.clone() };
    let lines = layout::lines(text, &whole);
    let read = reader::read(&lines);
    let answer = &text[parted.answer..];
    let abstention = abstention::of(answer, &read);
    let mut flags = read.flags;
    let mut flag = |flag, holds: bool| {
        if holds {
            flags.insert(flag, 1);
        }
    };
    flag(Flag::ReasoningBefore, parted.reasoning);
    flag(Flag::NearMissAbstention, abstention::near_miss(answer, abstention));
    flag(
        Flag::ReasoningSaysStop,
        parted.reasoning
            && abstention == Abstention::No
            && !answer.trim().is_empty()
            && abstention::concludes(&text[..parted.answer]),
    );
    let unanswered = parted.reasoning && answer.trim().is_empty() && !text.trim_end().ends_with('>');
    flag(
        Flag::Truncated,
        unanswered || (abstention == Abstention::No && truncated(&lines, &chars, from_json, read.cut)),
    );
    let cited = if abstention == Abstention::No { read.cited } else { Cited::default() };
    let mut asserted = read.asserted;
    for found in &mut asserted {
        found.end = plain::whole(text, found.end);
    }
    Extraction { asserted, unattributed: read.unattributed, cited, abstention, flags }
}

/// Whether an answer stops before its end: within a name, a sentence or a structure.
fn truncated(lines: &[layout::Line], chars: &[plain::Placed], from_json: bool, cut: bool) -> bool {
    let Some(line) = lines.last() else { return false };
    if from_json {
        let count = |signs: [char; 2]| signs.map(|sign| chars.iter().filter(|p| p.c == sign).count());
        let [open, closed] = count(['{', '}']);
        return cut || open > closed;
    }
    let text = plain::lower(&line.chars);
    // The required sentence, the close of a letter.
    if abstention::is_required(&text)
        || text.trim().ends_with("regards")
        || text.trim().ends_with("yours sincerely")
    {
        return false;
    }
    let text = text.trim_end_matches([' ', '"', '\'', ')', ']']);
    let closed = line.chars.iter().rev().find(|p| p.c != ' ').is_some_and(|p| {
        matches!(
            p.c,
            '.' | '!' | '?' | ')' | ']' | '"' | '\'' | '|' | ':' | '>' | '\u{2713}'
                ..='\u{2718}' | '\u{2705}' | '\u{274c}'
        ) || p.c.is_alphanumeric() && (line.item || line.marked)
    });
    let last = text.rsplit(' ').next().unwrap_or_default();
    let hangs = matches!(
        last,
        "and"
            | "or"
            | "the"
            | "in"
            | "of"
            | "a"
            | "but"
            | "not"
            | "are"
            | "is"
            | "was"
            | "were"
            | "that"
            | "with"
            | "to"
            | "f"
    ) || text.ends_with([',', '(', '-']);
    let open =
        line.chars.iter().filter(|p| p.c == '(').count() > line.chars.iter().filter(|p| p.c == ')').count();
    // A label alone may be the last thing an answer says; a row of a table ends in its stroke.
    let row = line.cells.is_some()
        && line.chars.iter().rev().find(|p| p.c != ' ').is_none_or(|p| p.c != '|')
        && line.chars.first().is_some_and(|p| p.c == '|');
    cut || hangs || open || row || (!closed && line.cells.is_none() && !labelled_list(line))
}

/// `*TSC2:* F11, F27; no F7`: a list after a label ends without a full stop.
fn labelled_list(line: &layout::Line) -> bool {
    let colon = line.chars.iter().position(|p| p.c == ':');
    let ends_in_number = line.chars.iter().rev().find(|p| p.c != ' ').is_some_and(|p| p.c.is_ascii_digit());
    let tokens = token::tokens(&line.chars, &token::Labels::default());
    let ends_in_factor = tokens.last().is_some_and(token::Token::is_factor);
    colon.is_some_and(|at| at < 60) && (ends_in_number || ends_in_factor)
}

#[cfg(test)]
mod tests;
