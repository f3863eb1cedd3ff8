//! Clauses that speak of what was named before: "both are found in it", "as does TSC1".

use super::clause::{Clause, Joint};
use super::lexicon::{BE, HOLDS, PRESENCE};
use super::take_up::counts;
use super::token::{Kind, Token};

/// Whether a clause ends in a bracket that says of the factor before it in which case it is.
pub(super) fn closes_aside(clause: &Clause) -> bool {
    let tokens = &clause.tokens;
    let open = tokens.iter().rposition(|token| token.is_sign('('));
    tokens.last().is_some_and(|token| token.is_sign(')'))
        && open.is_some_and(|open| {
            open > 0 && tokens[open - 1].is_factor() && !tokens[..open].iter().any(Token::is_case)
        })
}

/// `F21 (present in TSC1`: its cases stand in a bracket after a factor that the clause does not close.
pub(super) fn opens_aside(clause: &Clause) -> bool {
    let tokens = &clause.tokens;
    let open = tokens.iter().position(|token| token.is_sign('('));
    open.is_some_and(|open| {
        open > 0
            && tokens[open - 1].is_factor()
            && !tokens[..open].iter().any(Token::is_case)
            && !tokens[open..].iter().any(|token| token.is_sign(')') || token.is_factor())
    })
}

/// "in which, as here, F4 was found": a case is likened to that of which the clause speaks.
pub(super) fn likens(clause: &Clause) -> bool {
    let factor = clause.tokens.iter().position(Token::is_factor).unwrap_or(0);
    let lead = &clause.tokens[..factor];
    let likened = |i: usize| {
        let rest = lead[i + 1..].iter().find(|token| !token.is(&["in", "the", "with", "for"]));
        lead[i].is(&["as", "like"]) && rest.is_some_and(Token::is_case)
    };
    (0..lead.len()).any(likened)
}

/// "the current case does not", "but not from TSC1", "so does TSC2": its verb stands for the one before.
pub(super) fn elliptic(clause: &Clause) -> bool {
    // "it is there": what was denied is affirmed.
    if !clause.negative && clause.tokens.windows(2).any(|two| two[0].is(&["it", "they"]) && two[1].of(BE)) {
        return false;
    }
    const STANDS_FOR: &str = " and but so as does did do has have had is was are were not cannot to either neither nor too \
        also likewise while whereas well the in from of though although yet it doesn't didn't hasn't isn't wasn't aren't \
        weren't haven't hadn't need needn't can can't could couldn't plaintiff it they ";
    clause.cases().len() == 1
        && clause
            .tokens
            .iter()
            .all(|token| token.is_case() || matches!(token.kind, Kind::Sign(_)) || token.of(STANDS_FOR))
}

/// "And there is F4 besides": goes on with what the sentence before spoke of.
pub(super) fn adds(clause: &Clause) -> bool {
    let first = clause.tokens.iter().find(|token| !matches!(token.kind, Kind::Sign(_)));
    // "And F10 is new"; "In addition, F8 and F15 are", where the text ends
    let hangs = clause.tokens.last().is_some_and(|last| last.of(BE) || last.of(" and or in of "));
    if clause.has(&["new"]) || hangs {
        return false;
    }
    first.is_some_and(|first| {
        first.of(" and also further furthermore moreover additionally besides likewise plus ")
    }) || clause.has(&["besides", "too", "also"])
        || clause.tokens.windows(2).any(|two| two[0].is(&["as", "in"]) && two[1].is(&["well", "addition"]))
}

/// "The same goes for F8".
pub(super) fn same_goes(clause: &Clause) -> bool {
    let ditto =
        clause.tokens.iter().find(|token| token.word().is_some()).is_some_and(|first| first.is(&["ditto"]));
    let bare = clause.tokens.iter().all(|token| {
        token.is_factor()
            || matches!(token.kind, Kind::Sign(_))
            || token.of(" and likewise similarly so too with ")
    });
    ditto
        || bare && clause.has(&["likewise", "similarly", "so"])
        || clause.has(&["same", "likewise", "similarly", "so"])
            && (clause.has(&["are", "were", "goes", "holds", "true", "applies", "said", "for", "is"])
                || clause.tokens[0].is(&["so"]) && clause.has(&["did", "does", "do", "had", "has"]))
}

/// "F5 and F20 are.": what was denied of others is affirmed of these.
pub(super) fn affirmed_after(clause: &Clause) -> bool {
    let words: Vec<&Token> = clause
        .tokens
        .iter()
        .filter(|token| !matches!(token.kind, Kind::Sign(_)) && !token.is(&["and", "but"]))
        .collect();
    let Some((verb, factors)) = words.split_last() else { return false };
    let auxiliary = verb.of(BE) || verb.of(" does do did has have had ");
    auxiliary
        && !factors.is_empty()
        && factors.iter().all(|token| token.is_factor() || token.is(&["both", "all"]))
}

/// `same`, `ditto`, `as above`: as was said of the factors before.
pub(super) fn same_again(clause: &Clause) -> bool {
    const SAME: &str = " same ditto idem likewise above again similarly also too ";
    const REST: &str = " the as and here ";
    let words = clause.tokens.iter().filter(|token| !matches!(token.kind, Kind::Sign(_)));
    clause.any_of(SAME) && words.into_iter().all(|token| token.of(SAME) || token.of(REST))
}

/// "The reverse is true of F4", "with the current case it is the other way round".
pub(super) fn reverses(clause: &Clause) -> bool {
    let words: Vec<&str> = clause.tokens.iter().filter_map(Token::word).collect();
    let pair = |a: &str, b: &[&str]| words.windows(2).any(|two| two[0] == a && b.contains(&two[1]));
    // What can be reverse-engineered is not reversed.
    let engineered = words.iter().any(|word| word.starts_with("engineer"));
    (clause.has(&["reverse", "opposite", "converse", "inverse", "reversed"]) && !engineered)
        || pair("way", &["round", "around", "about"])
        || pair("vice", &["versa"])
}

/// "The same factors, F4 and F6, are present here": as in the case before.
pub(super) fn same_factors(clause: &Clause) -> bool {
    let same = |two: &[Token]| two[0].is(&["same"]) && two[1].is(&["factor", "factors"]);
    clause.tokens.windows(2).any(same) && clause.factors().next().is_some()
}

/// Whether a clause goes on with a subject named before: ", appears in the instant matter".
pub(super) fn continues(clause: &Clause) -> bool {
    let first = clause.tokens.iter().find(|token| token.word().is_some());
    first.is_some_and(|first| first.of(PRESENCE) || first.of(HOLDS) || first.of(BE))
}

/// "but also in F16": the predicate goes on, of all its cases.
pub(super) fn goes_on(clause: &Clause) -> bool {
    let words: Vec<&str> = clause.tokens.iter().filter_map(Token::word).take(3).collect();
    matches!(words[..], ["but" | "and", "also", "in" | "on" | "by", ..])
}

/// "where it was present along with F4": the clause speaks of what was named before, too.
pub(super) fn stands_with(clause: &Clause) -> bool {
    let words: Vec<&str> = clause.tokens.iter().filter_map(Token::word).collect();
    let with =
        words.windows(2).any(|two| matches!(two[0], "along" | "together" | "alongside") && two[1] == "with")
            || words.windows(2).any(|two| {
                matches!(
                    two[0],
                    "reinforced" | "joined" | "supplemented" | "strengthened" | "backed" | "accompanied"
                ) && matches!(two[1], "by" | "with" | "to")
            });
    // "In TSC2 they, together with F10, made for a defendant's case"
    let subject = words
        .iter()
        .take_while(|word| !matches!(**word, "along" | "together" | "alongside" | "reinforced" | "joined"));
    let pronoun = subject.clone().count() < 6
        && subject.into_iter().any(|word| matches!(*word, "they" | "these" | "both"));
    let by_the_way = with
        && (pronoun
            || clause.joint == Joint::Relative
                && words.iter().take(3).any(|word| matches!(*word, "it" | "they")));
    // "The present plaintiff has both, and F12 besides"
    let lead = &clause.tokens[..clause.tokens.iter().position(Token::is_factor).unwrap_or(0)];
    let holds = lead.windows(3).any(|three| {
        three[0].of(HOLDS)
            && three[1].is(&["both", "all", "them", "these", "those", "it"])
            && !three[2].is(&["of", "the"])
            && three[2].word() != Some("-")
    });
    if holds && lead.iter().any(|token| token.is_sign(',') || token.is(&["and", "with", "plus"])) {
        return true;
    }
    // "a copy in respect of all four, with F1 thrown in"
    let first = clause.tokens.iter().position(Token::is_factor).unwrap_or(0);
    by_the_way || counts(&clause.tokens[..first])
}
