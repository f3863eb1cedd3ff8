//! Where a clause ends and the next one begins.

use super::apposition::apposition;
use super::lexicon::{BE, HOLDS, PRESENCE};
use super::token::{Kind, Token};

const OPENERS: [&str; 22] = [
    "but", "while", "whereas", "whilst", "although", "though", "yet", "however", "because", "since", "which",
    "whom", "whose", "where", "who", "if", "unless", "albeit", "except", "even", "nor", "inasmuch",
];
pub(super) const RELATIVE: [&str; 6] = ["which", "whom", "whose", "where", "who", "that"];
/// Tokens that a bracket may hold.
const BRACKET_MAX: usize = 400;

/// What the clause that is being gathered holds so far.
#[derive(Default, Clone, Copy)]
pub(super) struct Gathered {
    pub factor: bool,
    pub case: bool,
    pub negative: bool,
    pub verb: bool,
    /// A verb after a factor or a case.
    pub predicate: bool,
    /// The case named last is only set against the others.
    pub against: bool,
    /// Some case is named, set against others or not.
    pub named: bool,
    /// The case comes before the factors.
    pub case_first: bool,
    /// It is a relative clause.
    pub relative: bool,
    /// It goes on with factors that are its subject.
    pub of_factors: bool,
    /// It is said by the way, between commas, without a verb.
    pub by_the_way: bool,
    /// Index of the comma or `and` after the last factor or case.
    pub link: Option<usize>,
}

/// Whether the bracket that closes at `i` says of the factor before it in which case it is.
pub(super) fn aside(tokens: &[Token], start: usize, i: usize) -> bool {
    let Some(open) = (start..i).rev().take(BRACKET_MAX).find(|at| tokens[*at].is_sign('(')) else {
        return false;
    };
    let inside = &tokens[open + 1..i];
    let of_factor = open.checked_sub(1).is_some_and(|before| tokens[before].is_factor());
    of_factor && inside.iter().any(Token::is_case) && !inside.iter().any(Token::is_factor)
}

/// Whether the bracket that closes at `i` holds factors of the case before it.
pub(super) fn closes_list(tokens: &[Token], start: usize, i: usize) -> bool {
    let opening = match tokens[i].kind {
        Kind::Sign(')') => '(',
        Kind::Sign(']') => '[',
        Kind::Sign('}') => '{',
        _ => return false,
    };
    let Some(open) = (start..i).rev().take(BRACKET_MAX).find(|at| tokens[*at].is_sign(opening)) else {
        return false;
    };
    open > 0 && tokens[open - 1].is_case() && tokens[open + 1..i].iter().any(Token::is_factor)
}

pub(super) fn bracket(token: &Token) -> bool {
    token.is_sign('(') || token.is_sign(')')
}

/// A verb of which a case is the subject, or an answer that stands for one.
pub(super) fn verb(token: &Token) -> bool {
    const ANSWERS: &str = " yes true ";
    token.of(HOLDS) || token.of(ANSWERS) || token.word().is_some_and(|word| word.ends_with("n't"))
}

/// What answers whether a case has a factor.
pub(super) fn answers(token: &Token) -> bool {
    token.is(&["yes", "no", "true", "false"])
        || matches!(
            token.kind,
            Kind::Sign('\u{2713}' | '\u{2714}' | '\u{2717}' | '\u{2718}' | '\u{274c}' | '\u{2705}')
        )
}

/// `, all present in TSC2,` after factors.
pub(super) fn places(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    let next = |n: usize, class: &str| tokens.get(i + n).is_some_and(|token| token.of(class));
    tokens[i].is_sign(',')
        && seen.factor
        && next(1, " all both each ")
        && (next(2, PRESENCE) || next(2, " of "))
        && tokens[i + 1..].iter().take(5).any(Token::is_case)
}

pub(super) fn link(token: &Token) -> bool {
    token.is(&["and", "or"]) || matches!(token.kind, Kind::Sign(',' | '(' | ')'))
}

/// A sign at which a clause ends.
pub(super) fn breaks(tokens: &[Token], i: usize) -> bool {
    match tokens[i].kind {
        // `TSC1: yes`
        Kind::Sign(':') => !(i > 0 && tokens[i - 1].is_case() && tokens.get(i + 1).is_some_and(answers)),
        Kind::Sign(';' | '\u{2014}' | '|') => true,
        // `[TSC1] F2, F4`
        Kind::Sign('[') => {
            tokens.get(i + 1).is_some_and(Token::is_case)
                && tokens.get(i + 2).is_some_and(|token| token.is_sign(']'))
        }
        Kind::Word(_) if i > 1 && tokens[i].is(&["namely", "viz", "wit"]) => true,
        // `TSC1 no / TSC2 yes`
        Kind::Sign('/') => i > 0 && answers(&tokens[i - 1]) && tokens.get(i + 1).is_some_and(Token::is_case),
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
    let after_case = seen.named && token.is(&RELATIVE) && i > 0 && !token.is(&["that"]);
    // `, for TSC1 had them too`, `, because the current case has it`
    let states =
        i > 0
            && tokens[i - 1].is_sign(',')
            && token.is(&["for", "because", "since", "whereas", "while", "although", "though", "but"])
            && tokens[i + 1..].iter().take(3).position(Token::is_case).is_some_and(|case| {
                tokens.get(i + 2 + case).is_some_and(|next| next.of(HOLDS) || next.of(BE))
            });
    if states {
        return true;
    }
    if !(seen.factor
        || seen.case
        || after_case
        || (seen.verb && token.is(&["but"]))
        || (seen.negative && !token.is(&RELATIVE)))
    {
        return false;
    }
    // `not only TSC1 but also the current case`
    if token.is(&["but"])
        && next.is_some_and(|next| next.is(&["also"]))
        && tokens[..i].iter().any(|token| token.is(&["only"]))
    {
        return false;
    }
    // `F4 yes F6 no`
    if token.is_factor() && i > 1 && answers(&tokens[i - 1]) && tokens[i - 2].is_factor() {
        return true;
    }
    // `F2 yes, F4 no`
    if token.is_sign(',')
        && i > 1
        && answers(&tokens[i - 1])
        && tokens[i - 2].is_factor()
        && next.is_some_and(Token::is_factor)
    {
        return true;
    }
    // `no in TSC1, yes in the current case`
    if token.is_sign(',')
        && seen.case
        && next.is_some_and(|next| next.is(&["yes", "no"]))
        && tokens.get(i + 2).is_some_and(|next| next.is_case() || next.is(&["in", "for"]))
    {
        return true;
    }
    // `weigh as heavily as F23 does in the current case`
    if token.is(&["as"])
        && seen.factor
        && i > 1
        && tokens[i - 2].is(&["as"])
        && !tokens[i - 1].is(&["well"])
        && next.is_some_and(Token::is_factor)
    {
        return true;
    }
    // `F20 like the current case, F16 unlike it`; `F4, like the current case, and in addition F5`
    let more = tokens[i + 1..]
        .iter()
        .take(5)
        .find(|token| !token.is(&["and", "in", "addition", "also", "further", "moreover", "besides"]));
    if token.is_sign(',')
        && seen.factor
        && i > 2
        && tokens[i - 1].is_case()
        && more.is_some_and(Token::is_factor)
    {
        let lead = tokens[..i - 1].iter().rev().find(|token| !token.is(&["the", "in", "with"]));
        if lead.is_some_and(|lead| lead.is(&["like", "unlike", "as"])) {
            return true;
        }
    }
    // `F2 and, like the current case, F26`
    if token.is(&["like", "as"]) && seen.factor && i > 0 && tokens[i - 1].is_sign(',') {
        let case = tokens[i + 1..].iter().take(3).position(Token::is_case);
        let after = case.map(|case| &tokens[i + 1 + case + 1..]);
        if after.is_some_and(|after| after.len() > 1 && after[0].is_sign(',') && after[1].is_factor()) {
            return true;
        }
    }
    // `F12 rather than F7`, `F12 in place of F7`
    let instead = token.is(&["rather"]) && next.is_some_and(|next| next.is(&["than"]))
        || token.is(&["in"])
            && next.is_some_and(|next| next.is(&["place", "lieu"]))
            && tokens.get(i + 2).is_some_and(|next| next.is(&["of"]));
    if instead && seen.factor {
        return true;
    }
    // `it does not, given F2 in TSC1`
    if token.is(&["given"]) && i > 0 && tokens[i - 1].is_sign(',') {
        return true;
    }
    // `, so that the presence of F1 in the current case`
    if token.is(&["so"]) && next.is_some_and(|next| next.is(&["that"])) && seen.factor {
        return true;
    }
    if token.is(&["even"]) {
        return next.is_some_and(|next| next.is(&["though", "if", "where"]));
    }
    // `TSC1 presented what the current case does not:`
    // `, and that TSC2 says nothing of them`
    if token.is_sign(',')
        && seen.factor
        && seen.case
        && next.is_some_and(|next| next.is(&["and"]))
        && tokens.get(i + 2).is_some_and(|token| token.is(&["that"]))
        && tokens[i + 3..].iter().take(2).any(Token::is_case)
    {
        return true;
    }
    // `its absence from TSC1 notwithstanding, F19 is`
    if token.is_sign(',')
        && i > 0
        && tokens[i - 1].is(&["notwithstanding"])
        && next.is_some_and(Token::is_factor)
    {
        return true;
    }
    // `, so F13 sets the current case apart`
    if token.is(&["so"]) && i > 0 && tokens[i - 1].is_sign(',') && next.is_some_and(Token::is_factor) {
        return true;
    }
    if token.is(&["because"])
        && next.is_some_and(|next| next.is(&["of"]))
        && !(i > 0 && tokens[i - 1].is(&["not"]))
    {
        return false;
    }
    let cleft = i > 1 && tokens[i - 1].of(BE) && tokens[i - 2].is(&["these", "those"]);
    if token.is(&OPENERS) || token.is(&["what"]) && seen.case && seen.verb && !cleft {
        return true;
    }
    // `, a factor that TSC1 did not have`; `, a trio unknown to the current case`
    if token.is_sign(',') {
        return seen.factor && apposition(&tokens[i + 1..]);
    }
    // `, for it knew only F10`
    let subject = next.is_some_and(|next| next.is_case() || next.is(&["it", "there", "they", "the"]));
    if token.is(&["for"]) && i > 0 && tokens[i - 1].is_sign(',') && subject && seen.case {
        return true;
    }
    if token.is(&["that"]) && i > 0 && tokens[i - 1].is_factor() {
        return true;
    }
    // `with factors that the current case does not present`, `much that there is not`
    let noun = i > 0
        && tokens[i - 1].is(&[
            "factors",
            "factor",
            "features",
            "strengths",
            "weaknesses",
            "facts",
            "something",
        ]);
    const REPORTS: &str = " shows says argues means contends notes adds submits claims holds finds insists maintains replies \
        answers observes points suggests recalls admits concedes states stresses knows thinks believes ensures proves \
        confirms tells this does denies reveals appears follows pretends forgets remembers asserts alleges urges implies ";
    // `a color that the current case is without`
    let singular = i > 2
        && tokens[i - 1].word().is_some_and(|word| word.len() > 2)
        && tokens[i - 2].is(&["a", "an"])
        && seen.case;
    let noun = noun
        || singular
        || i > 0
            && tokens[i - 1].word().is_some_and(|word| {
                word.len() > 4
                    && word.ends_with('s')
                    && !word.ends_with("ss")
                    && !super::lexicon::within(REPORTS, word)
            });
    let one = next.is_some_and(|next| next.is(&["one", "we", "you", "nobody"])) && seen.case && !seen.factor;
    if token.is(&["that"]) && one && tokens[i + 1..].iter().take(9).any(Token::is_case) {
        return true;
    }
    // `a grievance that the plaintiff in TSC1 lacked`
    if token.is(&["that"])
        && singular
        && seen.factor
        && tokens[i + 1..].iter().take(2).any(|token| token.is(&["plaintiff", "defendant"]))
        && tokens[i + 1..].iter().take(5).any(Token::is_case)
    {
        return true;
    }
    let had = i > 0 && tokens[i - 1].of(HOLDS) && seen.case && !seen.factor;
    if token.is(&["that"])
        && (noun && tokens[i + 1..].iter().take(2).any(Token::is_case)
            || had && tokens[i + 1..].iter().take(5).any(Token::is_case)
            || next.is_some_and(|next| next.is(&["there"])))
    {
        return true;
    }
    // `takes the place in the current case that F7 had in TSC1`
    if token.is(&["that"]) && seen.factor && seen.case && next.is_some_and(Token::is_factor) {
        return true;
    }
    if token.is(&["that"]) {
        return next.is_some_and(|next| next.of(BE) || next.is(&["do", "does", "did", "cannot"]));
    }
    if token.is(&["as"]) {
        let before = i.checked_sub(1).map(|before| &tokens[before]);
        let compound = before.is_some_and(|before| before.is(&["such", "well", "same", "cited"]))
            || next.is_some_and(|next| next.is(&["well", "a", "an"]));
        const TOWARDS: [&str; 16] = [
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
            "stands",
            "stood",
        ];
        let case = tokens[i + 1..]
            .iter()
            .take(6)
            .find(|token| !(token.is(&TOWARDS) || token.is(&["defendant", "with", "for", "of", "to"])));
        return !compound && case.is_some_and(Token::is_case);
    }
    false
}

/// Whether the bracket that closes at `i` opened after a factor, before the clause: `F5 (TSC2, not here)`.
pub(super) fn closes_factor(tokens: &[Token], start: usize, i: usize) -> bool {
    const BACK_MAX: usize = 40;
    let inside = |token: &&Token| !matches!(token.kind, Kind::Sign('(' | ')'));
    let back = tokens[..i].iter().rev().take(BACK_MAX).take_while(inside).count();
    let open = (i - back).checked_sub(1);
    open.is_some_and(|open| {
        open < start && open > 0 && tokens[open].is_sign('(') && tokens[open - 1].is_factor()
    })
}

/// Where the relative clause of the pronoun at `i` begins: before its preposition, and before what
/// counts the factors, as in `to all four of which`.
pub(super) fn relative_begins(tokens: &[Token], start: usize, i: usize) -> usize {
    const PLACES: &str = " in with from to by on for under against without ";
    if i > start && tokens[i - 1].of(PLACES) {
        return i - 1;
    }
    const COUNTS: &str = " of the first second third last former latter all both each one some most two three four five six seven to in on by with from ";
    if i > start && tokens[i - 1].is(&["of"]) {
        let back = tokens[start..i].iter().rev().take_while(|token| token.of(COUNTS)).count();
        if back > 1 {
            return i - back;
        }
    }
    i
}
