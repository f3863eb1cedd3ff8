//! Where a clause ends and the next one begins.

use super::negation::denies;
use super::token::{Kind, Token};

const OPENERS: [&str; 22] = [
    "but", "while", "whereas", "whilst", "although", "though", "yet", "however", "because", "since", "which",
    "whom", "whose", "where", "who", "if", "unless", "albeit", "except", "even", "nor", "inasmuch",
];
pub(super) const RELATIVE: [&str; 6] = ["which", "whom", "whose", "where", "who", "that"];
pub(super) const HOLDS: [&str; 49] = [
    "has",
    "have",
    "had",
    "contains",
    "contained",
    "contain",
    "includes",
    "included",
    "involves",
    "involved",
    "features",
    "featured",
    "shares",
    "shared",
    "lacks",
    "lacked",
    "presents",
    "presented",
    "exhibits",
    "adds",
    "added",
    "carries",
    "carried",
    "shows",
    "showed",
    "does",
    "do",
    "did",
    "possesses",
    "suffers",
    "suffered",
    "enjoys",
    "cannot",
    "also",
    "differs",
    "differed",
    "rests",
    "rested",
    "turned",
    "turns",
    "offers",
    "offered",
    "displays",
    "boasts",
    "omits",
    "omitted",
    "likewise",
    "never",
    "still",
];
pub(super) const BE: [&str; 4] = ["is", "was", "are", "were"];

/// What the clause that is being gathered holds so far.
#[derive(Default, Clone, Copy)]
pub(super) struct Gathered {
    pub factor: bool,
    pub case: bool,
    pub negative: bool,
    pub verb: bool,
    /// The case named last is only set against the others.
    pub against: bool,
    /// Index of the comma or `and` after the last factor or case.
    pub link: Option<usize>,
}

/// Whether the bracket that closes at `i` says of the factor before it in which case it is.
pub(super) fn aside(tokens: &[Token], start: usize, i: usize) -> bool {
    let Some(open) = (start..i).rev().find(|at| tokens[*at].is_sign('(')) else { return false };
    let inside = &tokens[open + 1..i];
    let of_factor = open.checked_sub(1).is_some_and(|before| tokens[before].is_factor());
    of_factor && inside.iter().any(Token::is_case) && !inside.iter().any(Token::is_factor)
}

/// Whether the bracket that closes at `i` holds factors of the case before it.
pub(super) fn closes_list(tokens: &[Token], start: usize, i: usize) -> bool {
    let Kind::Sign(sign @ (')' | ']')) = tokens[i].kind else { return false };
    let opening = if sign == ')' { '(' } else { '[' };
    let Some(open) = (start..i).rev().find(|at| tokens[*at].is_sign(opening)) else { return false };
    open > 0 && tokens[open - 1].is_case() && tokens[open + 1..i].iter().any(Token::is_factor)
}

pub(super) fn link(token: &Token) -> bool {
    token.is(&["and", "or"]) || matches!(token.kind, Kind::Sign(',' | '(' | ')'))
}

/// A sign at which a clause ends.
pub(super) fn breaks(tokens: &[Token], i: usize) -> bool {
    match tokens[i].kind {
        Kind::Sign(';' | ':' | '\u{2014}' | '|') => true,
        Kind::Sign('-') => {
            let spaced_before = i > 0 && tokens[i].start > tokens[i - 1].end;
            let spaced_after = tokens.get(i + 1).is_some_and(|next| next.start > tokens[i].end);
            spaced_before && spaced_after
        }
        _ => false,
    }
}

/// A word that opens a clause.
pub(super) fn opens(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    let token = &tokens[i];
    let next = tokens.get(i + 1);
    if !(seen.factor || seen.case || (seen.negative && !token.is(&RELATIVE))) {
        return false;
    }
    // `not only TSC1 but also the current case`
    if token.is(&["but"])
        && next.is_some_and(|next| next.is(&["also"]))
        && tokens[..i].iter().any(|token| token.is(&["only"]))
    {
        return false;
    }
    if token.is(&["even"]) {
        return next.is_some_and(|next| next.is(&["though", "if", "where"]));
    }
    if token.is(&OPENERS) {
        return true;
    }
    // `, a factor that TSC1 did not have`
    if token.is_sign(',') {
        const KIND: [&str; 14] = [
            "factor",
            "factors",
            "feature",
            "features",
            "strength",
            "strengths",
            "weakness",
            "weaknesses",
            "element",
            "elements",
            "something",
            "circumstance",
            "circumstances",
            "point",
        ];
        let rest = &tokens[i + 1..tokens.len().min(i + 9)];
        let kind = rest.iter().take(3).position(|token| token.is(&KIND));
        return kind.is_some_and(|kind| {
            let after = rest[kind..].iter().take_while(|token| !token.is_factor() && !token.is_sign(','));
            after.into_iter().any(Token::is_case)
        });
    }
    if token.is(&["that"]) {
        return next.is_some_and(|next| next.is(&BE) || next.is(&["do", "does", "did", "cannot"]));
    }
    if token.is(&["as"]) {
        let before = i.checked_sub(1).map(|before| &tokens[before]);
        let compound = before.is_some_and(|before| before.is(&["such", "well", "same", "cited"]))
            || next.is_some_and(|next| next.is(&["well", "a", "an"]));
        const TOWARDS: [&str; 14] = [
            "in",
            "it",
            "they",
            "is",
            "are",
            "was",
            "were",
            "do",
            "does",
            "did",
            "the",
            "plaintiff",
            "appear",
            "appears",
        ];
        let case = tokens[i + 1..]
            .iter()
            .take(6)
            .find(|token| !(token.is(&TOWARDS) || token.is(&["defendant", "with", "for", "of", "to"])));
        return !compound && case.is_some_and(Token::is_case);
    }
    false
}

/// `, TSC1 does not`; `and the current case has`: another case with a verb of its own.
pub(super) fn states_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    if !link(&tokens[i])
        || tokens[i].is_sign('(')
        || !((seen.factor && (seen.case || seen.verb)) || (seen.case && seen.verb))
    {
        return false;
    }
    let comma = tokens[i].is_sign(',');
    let mut n = i + 1;
    while n < i + 8
        && tokens
            .get(n)
            .is_some_and(|token| token.is(&["and", "so", "then", "that", "the", "plaintiff", "in", "for"]))
    {
        n += 1;
    }
    if !tokens.get(n).is_some_and(Token::is_case) {
        return false;
    }
    tokens[n + 1..].iter().take(2).any(|token| token.is(&HOLDS) || (comma && token.is(&BE)))
}

/// `, and F19 is`: other factors with a verb of their own, after a clause that is whole.
pub(super) fn names_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    if !(link(&tokens[i]) && seen.factor && seen.case && seen.verb) {
        return false;
    }
    let rest = &tokens[i + 1..];
    let listed = |token: &&Token| {
        token.is_factor() || link(token) || token.is(&["both", "also"]) || token.is_sign('&')
    };
    let names = rest.iter().take_while(listed).any(Token::is_factor);
    let after = rest.iter().position(|token| !listed(&token));
    let next = after.map(|after| &rest[after]);
    let within =
        after.is_some_and(|n| rest[n].is(&["in"]) && rest[n + 1..].iter().take(2).any(Token::is_case));
    if names && (within || next.is_some_and(|next| next.is(&["only"]))) {
        return true;
    }
    names
        && next.is_some_and(|next| {
            next.is(&BE) || next.is(&["appears", "appear", "do", "does", "did", "recur", "recurs"])
        })
}

/// `and is present in`, after a denial.
pub(super) fn affirms_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    if !link(&tokens[i]) || !seen.negative || !(seen.factor || seen.case) {
        return false;
    }
    const AGAIN: [&str; 14] = [
        "present",
        "found",
        "appears",
        "appear",
        "has",
        "have",
        "had",
        "contains",
        "contained",
        "adds",
        "instead",
        "does",
        "includes",
        "features",
    ];
    let next = &tokens[i + 1..tokens.len().min(i + 5)];
    let first = next.iter().find(|token| !token.is(&["and", "it"]) && !token.is_sign(','));
    first.is_some_and(|token| token.is(&AGAIN) || token.is(&BE))
        && !(i + 1..tokens.len().min(i + 5)).any(|n| denies(tokens, n))
}
