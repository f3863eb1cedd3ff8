//! A sentence as clauses: which factors and cases each names, and whether it denies.

use super::token::{Kind, Token, Who};

/// How a clause follows the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joint {
    /// The first, or after a sign or a conjunction.
    Plain,
    /// `which`, `where`, `who`: speaks of what was named last.
    Relative,
    /// `as in TSC1`, `as TSC1 does`.
    As,
}

/// A clause of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clause {
    pub tokens: Vec<Token>,
    pub joint: Joint,
    /// Says that something is absent.
    pub negative: bool,
    /// A condition, or a question.
    pub supposed: bool,
    /// Ends at a colon.
    pub announces: bool,
    /// Stands in brackets.
    pub aside: bool,
}

impl Clause {
    pub fn factors(&self) -> impl Iterator<Item = &Token> {
        self.tokens.iter().filter(|token| token.is_factor())
    }

    /// The references to cases; true for one that is only set against the others.
    pub fn cases(&self) -> Vec<(Who, bool)> {
        let mut found = Vec::new();
        for (i, token) in self.tokens.iter().enumerate() {
            if let Kind::Case(who) = token.kind {
                found.push((who, contrasted(&self.tokens[..i])));
            }
        }
        found
    }

    pub fn has(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| token.is(words))
    }
}

const OPENERS: [&str; 22] = [
    "but", "while", "whereas", "whilst", "although", "though", "yet", "however", "because", "since", "which",
    "whom", "whose", "where", "who", "if", "unless", "albeit", "except", "even", "nor", "inasmuch",
];
const RELATIVE: [&str; 6] = ["which", "whom", "whose", "where", "who", "that"];
const ABSENT: [&str; 44] = [
    "not",
    "no",
    "never",
    "neither",
    "nor",
    "none",
    "without",
    "lack",
    "lacks",
    "lacked",
    "lacking",
    "absent",
    "absence",
    "missing",
    "nothing",
    "nowhere",
    "cannot",
    "can't",
    "doesn't",
    "didn't",
    "isn't",
    "aren't",
    "wasn't",
    "weren't",
    "don't",
    "hasn't",
    "haven't",
    "hadn't",
    "devoid",
    "fails",
    "failed",
    "omits",
    "omitted",
    "vain",
    "unaccompanied",
    "excludes",
    "excluded",
    "minus",
    "sans",
    "non",
    "wanting",
    "couldn't",
    "unmatched",
    "bereft",
];
/// What follows a negation that is not one of presence.
const OTHERWISE: [&str; 44] = [
    "defeat",
    "prevent",
    "stop",
    "save",
    "matter",
    "change",
    "help",
    "bar",
    "preclude",
    "outweigh",
    "deter",
    "hinder",
    "undermine",
    "affect",
    "win",
    "prevail",
    "rely",
    "need",
    "require",
    "mean",
    "decide",
    "turn",
    "weigh",
    "harm",
    "hurt",
    "sink",
    "doom",
    "stand",
    "suffice",
    "enough",
    "fatal",
    "decisive",
    "trouble",
    "troubled",
    "alter",
    "disturb",
    "overcome",
    "dispositive",
    "only",
    "merely",
    "just",
    "doubt",
    "less",
    "apply",
];
const HOLDS: [&str; 49] = [
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
const BE: [&str; 4] = ["is", "was", "are", "were"];

/// Whether the token at `i` denies presence.
fn denies(tokens: &[Token], i: usize) -> bool {
    if !tokens[i].is(&ABSENT) {
        // `free of F6`
        return tokens[i].is(&["free"]) && tokens.get(i + 1).is_some_and(|next| next.is(&["of", "from"]));
    }
    if tokens[i].is(&["no"])
        && tokens.get(i + 1).is_some_and(|next| next.is(&["doubt", "less", "precedent", "longer"]))
    {
        return false;
    }
    // `not only`, `did not prevent`, `non-`
    let next = tokens[i + 1..]
        .iter()
        .find(|token| !token.is(&["in", "the", "by", "itself", "be", "of", "to", "at", "all", "ever"]));
    !(tokens[i]
        .word()
        .is_some_and(|word| word == "not" || word == "cannot" || word == "never" || word.ends_with("n't"))
        && next.is_some_and(|next| next.is(&OTHERWISE)))
}

/// Whether what precedes a case only sets it against another: `unlike`, `in contrast to`.
fn contrasted(before: &[Token]) -> bool {
    const AGAINST: [&str; 17] = [
        "unlike",
        "than",
        "contrary",
        "contrast",
        "contrasted",
        "opposed",
        "compared",
        "comparison",
        "differs",
        "differ",
        "differed",
        "different",
        "differing",
        "departs",
        "distinct",
        "apart",
        "beyond",
    ];
    const DISTINGUISHES: [&str; 5] =
        ["distinguishes", "distinguish", "distinguished", "distinguishable", "distinguishing"];
    let article = before.last().is_some_and(|token| token.is(&["the"]));
    let before = &before[..before.len() - usize::from(article)];
    for (n, token) in before.iter().rev().enumerate() {
        // A second case goes with the first: `unlike TSC1 or TSC2` is rare, `from TSC1 and` is not.
        let passed = n == 1 && token.is_case() && before[before.len() - 1].is(&["from"]);
        if n > 4
            || token.is_factor()
            || (token.is_case() && !passed)
            || matches!(token.kind, Kind::Sign(',' | ':' | '('))
        {
            return false;
        }
        let from = n > 0 && before[before.len() - n].is(&["from"]);
        if token.is(&AGAINST) || (token.is(&DISTINGUISHES) && (n == 0 || from)) {
            return true;
        }
    }
    false
}

/// What the clause that is being gathered holds so far.
#[derive(Default, Clone, Copy)]
struct Gathered {
    factor: bool,
    case: bool,
    negative: bool,
    verb: bool,
    /// The case named last is only set against the others.
    against: bool,
    /// Index of the comma or `and` after the last factor or case.
    link: Option<usize>,
}

/// The clauses of a sentence.
pub(super) fn clauses(tokens: &[Token]) -> Vec<Clause> {
    let asks = tokens.last().is_some_and(|token| token.is_sign('?'));
    let mut found: Vec<Clause> = Vec::new();
    let mut start = 0;
    let mut seen = Gathered::default();
    let mut close = |from: usize, to: usize, announces: bool| {
        if from < to {
            found.push(clause(&tokens[from..to], announces, asks));
        }
    };
    // `the current case (F1, F4) and TSC1 (F4, F6)`: each bracket speaks of the case before it.
    let listed_by_case = (0..tokens.len()).filter(|i| closes_list(tokens, 0, *i)).count() > 1;
    let mut i = 0;
    while i < tokens.len() {
        let token = &tokens[i];
        if breaks(tokens, i) {
            close(start, i, !token.is_sign(';'));
            start = i + 1;
            seen = Gathered::default();
            i += 1;
            continue;
        }
        let mut at = None;
        if opens(tokens, i, seen)
            || names_anew(tokens, i, seen)
            || states_anew(tokens, i, seen)
            || affirms_anew(tokens, i, seen)
        {
            at = Some(i);
        } else if denies(tokens, i) && (seen.factor || seen.case) {
            at = seen.link;
        }
        if let Some(at) = at.filter(|at| *at > start) {
            close(start, at, false);
            start = at;
            seen = Gathered::default();
        }
        match token.kind {
            Kind::Factor(_) => {
                seen.factor = true;
                seen.link = None;
            }
            Kind::Case(_) => {
                // The comma after `unlike TSC1` goes on with the clause.
                let against = contrasted(&tokens[start..i]);
                seen.case |= !against;
                seen.link = None;
                seen.against = against;
            }
            _ if link(token) && seen.against => seen.against = false,
            _ if link(token) && seen.link.is_none() => seen.link = Some(i),
            _ => {}
        }
        if (token.is_sign(')') && aside(tokens, start, i))
            || (listed_by_case && closes_list(tokens, start, i))
        {
            close(start, i + 1, false);
            start = i + 1;
            seen = Gathered::default();
            i += 1;
            continue;
        }
        seen.negative |= denies(tokens, i);
        seen.verb |= token.is(&HOLDS) || token.is(&BE);
        i += 1;
    }
    close(start, tokens.len(), false);
    found
}

/// Whether the bracket that closes at `i` says of the factor before it in which case it is.
fn aside(tokens: &[Token], start: usize, i: usize) -> bool {
    let Some(open) = (start..i).rev().find(|at| tokens[*at].is_sign('(')) else { return false };
    let inside = &tokens[open + 1..i];
    let of_factor = open.checked_sub(1).is_some_and(|before| tokens[before].is_factor());
    of_factor && inside.iter().any(Token::is_case) && !inside.iter().any(Token::is_factor)
}

/// Whether the bracket that closes at `i` holds factors of the case before it.
fn closes_list(tokens: &[Token], start: usize, i: usize) -> bool {
    let Kind::Sign(sign @ (')' | ']')) = tokens[i].kind else { return false };
    let opening = if sign == ')' { '(' } else { '[' };
    let Some(open) = (start..i).rev().find(|at| tokens[*at].is_sign(opening)) else { return false };
    open > 0 && tokens[open - 1].is_case() && tokens[open + 1..i].iter().any(Token::is_factor)
}

fn link(token: &Token) -> bool {
    token.is(&["and", "or"]) || matches!(token.kind, Kind::Sign(',' | '(' | ')'))
}

/// A sign at which a clause ends.
fn breaks(tokens: &[Token], i: usize) -> bool {
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
fn opens(tokens: &[Token], i: usize, seen: Gathered) -> bool {
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
fn states_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    if !link(&tokens[i])
        || tokens[i].is_sign('(')
        || !((seen.factor && (seen.case || seen.verb)) || (seen.case && seen.verb))
    {
        return false;
    }
    let comma = tokens[i].is_sign(',');
    let mut n = i + 1;
    while tokens
        .get(n)
        .is_some_and(|token| token.is(&["and", "so", "then", "that", "the", "plaintiff", "in", "for"]))
    {
        n += 1;
    }
    let Some(case) = tokens.get(n).filter(|token| token.is_case()) else { return false };
    let _ = case;
    tokens[n + 1..].iter().take(2).any(|token| token.is(&HOLDS) || (comma && token.is(&BE)))
}

/// `, and F19 is`: other factors with a verb of their own, after a clause that is whole.
fn names_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    if !link(&tokens[i]) || !(seen.factor && seen.case && seen.verb) {
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
fn affirms_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
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

fn clause(tokens: &[Token], announces: bool, asks: bool) -> Clause {
    let begin = tokens
        .iter()
        .position(|token| !(token.is(&["and", "even", "just"]) || token.is_sign(',')))
        .unwrap_or(0);
    let first = &tokens[begin];
    let joint = if first.is(&["as"]) {
        Joint::As
    } else if tokens.iter().take(begin + 5).any(|token| token.is(&RELATIVE)) {
        Joint::Relative
    } else {
        Joint::Plain
    };
    let negative = (0..tokens.len()).any(|i| denies(tokens, i));
    const SUPPOSING: [&str; 8] =
        ["if", "unless", "suppose", "supposing", "assuming", "hypothetically", "imagine", "whether"];
    // `Had F6 been present in TSC1`
    let inverted = first.is(&["had", "were", "should"])
        && tokens.get(begin + 1).is_some_and(|token| !token.is_sign(','));
    let would = tokens.iter().any(|token| token.is(&["would"]))
        && tokens.iter().any(|token| token.is(&["been", "were"]));
    let supposed = asks || inverted || would || tokens.iter().any(|token| token.is(&SUPPOSING));
    Clause { tokens: tokens.to_vec(), joint, negative, supposed, announces, aside: tokens[0].is_sign('(') }
}
