//! Where a clause ends and the next one begins.

use super::lexicon::{ADVERBS, BE, FINITE, HOLDS, PRESENCE};
use super::negation::denies;
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
    let Kind::Sign(sign @ (')' | ']')) = tokens[i].kind else { return false };
    let opening = if sign == ')' { '(' } else { '[' };
    let Some(open) = (start..i).rev().take(BRACKET_MAX).find(|at| tokens[*at].is_sign(opening)) else {
        return false;
    };
    open > 0 && tokens[open - 1].is_case() && tokens[open + 1..i].iter().any(Token::is_factor)
}

fn bracket(token: &Token) -> bool {
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
    // `F20 like the current case, F16 unlike it`
    if token.is_sign(',')
        && seen.factor
        && i > 2
        && tokens[i - 1].is_case()
        && next.is_some_and(Token::is_factor)
    {
        let lead = tokens[..i - 1].iter().rev().find(|token| !token.is(&["the", "in", "with"]));
        if lead.is_some_and(|lead| lead.is(&["like", "unlike"])) {
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
    if token.is(&["even"]) {
        return next.is_some_and(|next| next.is(&["though", "if", "where"]));
    }
    // `TSC1 presented what the current case does not:`
    if token.is(&OPENERS) || token.is(&["what"]) && seen.case && seen.verb {
        return true;
    }
    // `, a factor that TSC1 did not have`; `, a trio unknown to the current case`
    if token.is_sign(',') {
        return seen.factor && apposition(&tokens[i + 1..]);
    }
    if token.is(&["that"]) && i > 0 && tokens[i - 1].is_factor() {
        return true;
    }
    // `with factors that the current case does not present`, `much that there is not`
    let noun =
        i > 0 && tokens[i - 1].is(&["factors", "factor", "features", "strengths", "weaknesses", "facts"]);
    if token.is(&["that"])
        && (noun && tokens[i + 1..].iter().take(2).any(Token::is_case)
            || next.is_some_and(|next| next.is(&["there"])))
    {
        return true;
    }
    if token.is(&["that"]) {
        return next.is_some_and(|next| next.of(BE) || next.is(&["do", "does", "did", "cannot"]));
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

/// Words after a comma that stand for the factors before it and say something of a case.
pub(super) fn apposition(rest: &[Token]) -> bool {
    const LEADS: &str = " a an the all both each none neither not two three four five six seven eight one ones factors features \
        strengths weaknesses elements circumstances something things points every any facts matters ";
    // `, obstacles that the current case does not face`
    let noun = rest.first().is_some_and(|first| first.word().is_some_and(|word| word.ends_with('s')))
        && rest.iter().skip(1).take(2).any(|token| token.is(&["that", "which"]));
    if !noun && !rest.first().is_some_and(|first| first.of(LEADS)) {
        return false;
    }
    const WORDS_MAX: usize = 9;
    let words = rest
        .iter()
        .take(WORDS_MAX)
        .take_while(|token| !token.is_factor() && !matches!(token.kind, Kind::Sign(_)));
    let words: Vec<&Token> = words.collect();
    // An article right before a case only belongs to its name.
    let case = words.iter().position(|token| token.is_case());
    case.is_some_and(|case| case > 1 && !words[..case].iter().any(|token| token.is(&["and", "or"])))
}

/// `, TSC1 does not`; `and the current case has`: another case with a verb of its own.
pub(super) fn states_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    // `While they are not in TSC1, the current case makes up for it with`
    const SUBORDINATES: &str =
        " while whereas whilst although though since because as even where when if unless ";
    const BACK_MAX: usize = 60;
    let begin = (i.saturating_sub(BACK_MAX)..i)
        .rev()
        .find(|n| breaks(tokens, *n) || tokens[*n].of(SUBORDINATES))
        .unwrap_or(0);
    // Without an opener within reach, the first token is looked at.
    let subordinate = tokens[begin].of(SUBORDINATES)
        && (begin == 0 || breaks(tokens, begin - 1) || link(&tokens[begin - 1]))
        && (seen.named || seen.factor)
        && seen.verb;
    let rest = tokens[i + 1..].iter().find(|token| !token.is(&["the"]));
    if subordinate && tokens[i].is_sign(',') && rest.is_some_and(Token::is_case) && !tokens[i - 1].is_case() {
        return true;
    }
    let whole = (seen.factor && (seen.case || seen.verb)) || ((seen.case || seen.relative) && seen.verb);
    if !link(&tokens[i]) || bracket(&tokens[i]) || !whole {
        return false;
    }
    let comma = tokens[i].is_sign(',');
    let mut n = i + 1;
    while n < i + 8
        && tokens.get(n).is_some_and(|token| {
            token.of(" and so then that the plaintiff in for with as to these those this ")
        })
    {
        n += 1;
    }
    if !tokens.get(n).is_some_and(Token::is_case) {
        return false;
    }
    // `what TSC1 and the current case share`
    const PLURAL: &str =
        " share have contain include involve feature show exhibit lack are were agree possess present ";
    if i > 0
        && tokens[i - 1].is_case()
        && tokens[i].is(&["and"])
        && tokens.get(n + 1).is_some_and(|token| token.of(PLURAL))
    {
        return false;
    }
    // `and with the current case it is the other way round`
    let pronoun = tokens.get(n + 1).is_some_and(|token| token.is(&["it", "they", "these", "the"]))
        && tokens[n + 1..].iter().take(4).any(|token| token.of(BE));
    // `and in the current case all three are missing`
    let rest = tokens[n + 1..].iter().take(7);
    let own = rest
        .take_while(|token| !token.is_factor() && !token.is_case() && !matches!(token.kind, Kind::Sign(_)));
    let placed = tokens[i + 1..n].iter().any(|token| token.is(&["in", "for", "with"]));
    let denied = placed
        && own.clone().count() > 0
        && (n + 1..n + 1 + own.clone().count()).any(|at| denies(tokens, at) || tokens[at].of(BE));
    // `, the current case answers with`
    let finite = comma
        && tokens.get(n + 1).and_then(Token::word).is_some_and(|word| {
            (word.ends_with("es") || word.ends_with("ed") || word.ends_with('s')) && word.len() > 4
        });
    pronoun
        || denied
        || finite
        || tokens.get(n + 1).is_some_and(answers)
        || tokens[n + 1..].iter().take(2).any(|token| verb(token) || (comma && token.of(BE)))
}

/// `, and TSC2 with F20`; `, TSC2 no F10`: another case with factors, the verb left out.
pub(super) fn gaps(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    if !(link(&tokens[i]) && !bracket(&tokens[i]) && seen.factor && seen.case_first) {
        return false;
    }
    let mut n = i + 1;
    while n < i + 4 && tokens.get(n).is_some_and(|token| token.is(&["and", "but", "the", "in", "for"])) {
        n += 1;
    }
    if !tokens.get(n).is_some_and(Token::is_case) {
        return false;
    }
    let rest = &tokens[n + 1..];
    let lead = rest.iter().take(3).position(Token::is_factor);
    lead.is_some_and(|lead| {
        rest[..lead].iter().all(|token| {
            token.is(&["on", "with", "by", "in", "for", "no", "only", "from", "under", "factor", "factors"])
                || token.is_sign(',')
                || token.is_sign('(')
        })
    })
}

/// `, and cites TSC2`; `, contains F4` after a relative clause; `and of the assets in TSC2`.
pub(super) fn resumes(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    const SAYS: &str = " cites cite relies rely invokes invoke points distinguishes argues adds prefers follows turns \
        submits stresses stressed emphasizes emphasises draws ";
    if !link(&tokens[i]) || bracket(&tokens[i]) {
        return false;
    }
    let rest = &tokens[i + 1..];
    let rest =
        &rest[rest.iter().take_while(|token| token.is(&["and", "then", "also", "therefore"])).count()..];
    let Some(next) = rest.first() else { return false };
    if next.of(SAYS)
        || (seen.factor
            && next.is(&["the"])
            && rest.get(1).is_some_and(|token| token.is(&["same"]))
            && rest.get(2).is_some_and(|token| token.is(&["holds", "goes", "is", "was", "applies"])))
    {
        return true;
    }
    if seen.relative && seen.case && tokens[i].is_sign(',') && (next.of(BE) || next.of(FINITE)) {
        return true;
    }
    if seen.factor
        && seen.case_first
        && next.of(" surpasses exceeds outdoes differs departs parts outstrips ")
    {
        return true;
    }
    let finite = next.of(HOLDS) && !next.of(ADVERBS);
    if finite && seen.verb && ((seen.relative && tokens[i].is_sign(',')) || (seen.factor && seen.case_first))
    {
        return true;
    }
    // `as the current case has, and with F1`
    if seen.relative
        && seen.case
        && next.is(&["with", "in", "by", "on", "of", "from"])
        && rest.iter().skip(1).take(2).any(Token::is_factor)
    {
        return true;
    }
    next.is(&["of"])
        && seen.factor
        && rest.iter().take(7).any(Token::is_case)
        && !rest.iter().take_while(|token| !token.is_case()).any(Token::is_factor)
}

/// `, and F19 is`: other factors with a verb of their own, after a clause that is whole.
pub(super) fn names_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    let listed =
        i > 0 && tokens[i - 1].is_factor() && !tokens.get(i + 1).is_some_and(|next| next.is(&["and"]));
    let before = seen.negative && seen.case && !listed && tokens[..i].iter().any(Token::is_factor);
    let said = before || seen.predicate && (seen.factor || (seen.relative && seen.case));
    if !(link(&tokens[i]) && !bracket(&tokens[i]) && said) {
        return false;
    }
    /// No list is longer.
    const LIST_MAX: usize = 80;
    let rest = &tokens[i + 1..tokens.len().min(i + 1 + LIST_MAX)];
    let listed = |token: &&Token| {
        token.is_factor()
            || (link(token) && !bracket(token))
            || token.is(&["both", "also", "only"])
            || token.is_sign('&')
    };
    let names = rest.iter().take_while(listed).any(Token::is_factor);
    let after = rest.iter().position(|token| !listed(&token));
    let next = after.map(|after| &rest[after]);
    let within = seen.case
        && after.is_some_and(|n| {
            // A comma would end the list: `F6 and F7, and in the current case`.
            let parted = i == 0 || !tokens[i - 1].is_factor() || tokens[i + 1].is(&["and"]);
            parted
                && !rest[..n].last().is_some_and(link)
                && (rest[n].is(&["in", "to"]) || !seen.case_first && rest[n].is(&["with", "from", "of"]))
                && rest[n + 1..].iter().take(2).any(Token::is_case)
        });
    if names && seen.relative && next.is_some_and(|next| next.is(&RELATIVE)) {
        return true;
    }
    if names && (within || next.is_some_and(|next| next.is(&["only"]))) {
        return true;
    }
    names && next.is_some_and(|next| next.of(BE) || next.of(FINITE))
}

/// `F4 of the current case answers to F6 in TSC1`: a second list with a case of its own.
pub(super) fn pairs_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    if !(tokens[i].is_factor() && seen.factor && seen.case && !seen.case_first)
        || i == 0
        || link(&tokens[i - 1])
        || tokens[i - 1].is_factor()
    {
        return false;
    }
    const LIST_MAX: usize = 80;
    let rest = &tokens[i..tokens.len().min(i + LIST_MAX)];
    let end = rest.iter().position(|token| !(token.is_factor() || (link(token) && !bracket(token))));
    end.is_some_and(|n| {
        rest[n].is(&["in", "of", "from"])
            && rest[n + 1..].iter().take(2).any(Token::is_case)
            && rest[n - 1].is_factor()
    })
}

/// `and is present in`, after a denial.
pub(super) fn affirms_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    if !link(&tokens[i]) || !seen.negative || !(seen.factor || seen.case) {
        return false;
    }
    const AGAIN: [&str; 15] = [
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
        "being",
    ];
    let next = &tokens[i + 1..tokens.len().min(i + 5)];
    let first = next.iter().find(|token| !token.is(&["and", "it"]) && !token.is_sign(','));
    first.is_some_and(|token| token.is(&AGAIN) || token.of(BE))
        && !(i + 1..tokens.len().min(i + 5)).any(|n| denies(tokens, n))
}
