//! Tables: columns or rows that stand for cases.

use super::super::triple::Case;
use super::heading::{Scope, scope};
use super::plain::{Placed, lower};
use super::token::{Kind, Labels, Token, Who, tokens};

/// A table whose columns stand for cases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Columns {
    /// The cases of each column, where it stands for some.
    pub cases: Vec<Option<Scope>>,
    /// The factors of each column, where columns stand for factors and rows for cases.
    pub factors: Vec<Vec<Token>>,
}

/// The columns of a heading row; `None` when none stands for a case.
pub(super) fn columns(cells: &[Vec<Placed>], labels: &Labels) -> Option<Columns> {
    let of_cell = |cell: &Vec<Placed>| {
        let found = tokens(cell, labels);
        // `| Current case | Precedent |`
        if matches!(&found[..], [only] if only.is(&["precedent"])) {
            return Some(Scope { has: vec![Who::That], ..Scope::default() });
        }
        scope(&found)
            .filter(|scope| (scope.shared || !scope.has.is_empty()) && !found.iter().any(Token::is_factor))
    };
    let cases: Vec<Option<Scope>> = cells.iter().map(of_cell).collect();
    if cases.iter().any(Option::is_some) {
        return Some(Columns { cases, factors: Vec::new() });
    }
    let heads = |cell: &Vec<Placed>| -> Vec<Token> {
        tokens(cell, labels).into_iter().filter(Token::is_factor).collect()
    };
    let factors: Vec<Vec<Token>> = cells.iter().map(heads).collect();
    let named = factors.iter().filter(|column| !column.is_empty()).count();
    (named > 0 && named + 1 >= cells.len()).then_some(Columns { cases, factors })
}

/// Whether a heading says that what stands below it is absent.
pub(super) fn denies(cell: &[Placed], labels: &Labels) -> bool {
    let found = tokens(cell, labels);
    found.iter().any(|token| token.is(&["absent", "not", "missing", "lacking"]))
        && !found.iter().any(Token::is_case)
}

/// Whether a row without a rule below it is a heading: two of its cells name a case each, and none a factor.
pub(super) fn heads(cells: &[Vec<Placed>], labels: &Labels) -> bool {
    let read = cells.iter().map(|cell| tokens(cell, labels));
    let read: Vec<Vec<Token>> = read.collect();
    let of_case =
        |cell: &&Vec<Token>| cell.len() < 5 && cell.iter().filter(|token| token.is_case()).count() == 1;
    read.iter().filter(of_case).count() > 1 && !read.iter().flatten().any(Token::is_factor)
}

/// Whether a row only draws a line.
pub(super) fn is_rule(cells: &[Vec<Placed>]) -> bool {
    cells.iter().all(|cell| cell.iter().all(|placed| matches!(placed.c, '-' | ':' | ' ')))
}

/// The case of which a row speaks: the only one that its first cell names.
pub(super) fn row_case(cell: &[Placed], labels: &Labels) -> Option<Case> {
    let found = tokens(cell, labels);
    let mut cases = found.iter().filter_map(|token| match token.kind {
        Kind::Case(Who::One(case)) => Some(case),
        _ => None,
    });
    let first = cases.next().filter(|_| !found.iter().any(Token::is_factor))?;
    cases.next().is_none().then_some(first)
}

/// What a row says: factors of cases.
pub(super) fn row(cells: &[Vec<Placed>], columns: &Columns, labels: &Labels) -> Vec<(Scope, Token)> {
    let mut found = Vec::new();
    if let Some(case) =
        cells.first().and_then(|cell| row_case(cell, labels)).filter(|_| !columns.factors.is_empty())
    {
        let scope = Scope { has: vec![Who::One(case)], ..Scope::default() };
        let present = cells.iter().zip(&columns.factors).filter(|(cell, _)| affirms(cell));
        return present.flat_map(|(_, heads)| heads).map(|head| (scope.clone(), head.clone())).collect();
    }
    let of_row: Vec<Token> = cells
        .iter()
        .enumerate()
        .filter(|(i, _)| columns.cases.get(*i).cloned().flatten().is_none())
        .flat_map(|(_, cell)| tokens(cell, labels))
        .filter(Token::is_factor)
        .collect();
    for (i, cell) in cells.iter().enumerate() {
        let Some(scope) = columns.cases.get(i).cloned().flatten() else { continue };
        let inside = tokens(cell, labels);
        let denied = inside
            .iter()
            .any(|token| token.is(&["no", "not", "none", "absent", "lacks", "without", "missing"]));
        let listed: Vec<Token> = inside.into_iter().filter(Token::is_factor).collect();
        if denied {
            continue;
        }
        if listed.is_empty() && affirms(cell) {
            found.extend(of_row.iter().map(|factor| (scope.clone(), factor.clone())));
        }
        found.extend(listed.into_iter().map(|factor| (scope.clone(), factor)));
    }
    found
}

/// A cell that says yes.
fn affirms(cell: &[Placed]) -> bool {
    let text = lower(cell);
    let text = text.trim();
    let words = ["p", "yes", "y", "x", "present", "true", "has", "shared", "+", "1", "o"];
    words.contains(&text)
        || text.starts_with(['\u{2713}', '\u{2714}', '\u{2705}', '\u{25cf}', '\u{2022}', '\u{2611}'])
        || text.starts_with("yes")
        || text.starts_with("present")
}
