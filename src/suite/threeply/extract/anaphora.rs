//! Clauses that speak of what was named before: "both are found in it", "as does TSC1".

use super::clause::{Clause, Joint};
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

/// "The same goes for F8".
pub(super) fn same_goes(clause: &Clause) -> bool {
    clause.has(&["same", "likewise", "similarly", "so"])
        && clause.has(&["goes", "holds", "true", "applies", "said", "for", "is"])
}

/// Whether a clause without factors says that those named before are present in its case:
/// "but also in TSC1", "both are found in it", "as they are in TSC2".
pub(super) fn takes_up(clause: &Clause, in_sentence: bool) -> bool {
    const PRONOUNS: [&str; 9] = ["both", "these", "those", "they", "all", "each", "them", "same", "ones"];
    const WITHIN: [&str; 8] = ["in", "of", "to", "by", "within", "with", "from", "for"];
    let tokens: Vec<&Token> = clause.tokens.iter().filter(|token| !token.is_sign(',')).collect();
    // "in the current case" is "in", then the case.
    let tokens: Vec<&Token> = tokens
        .iter()
        .enumerate()
        .filter(|(i, token)| {
            !(token.is(&["the", "that"]) && tokens.get(i + 1).is_some_and(|next| next.is_case()))
        })
        .map(|(_, token)| *token)
        .collect();
    let Some(case) = tokens.iter().position(|token| token.is_case()) else { return false };
    let within = case > 0 && tokens[case - 1].is(&WITHIN);
    let early = tokens.iter().take(4).any(|token| token.is(&PRONOUNS))
        || tokens.iter().skip(case).any(|token| token.is(&["same", "these", "those"]));
    // "and TSC1 does", "the current case has it as well", "so does the current case"
    let after = &tokens[case + 1..];
    let verb = after
        .first()
        .is_some_and(|token| token.is(&["does", "do", "did", "has", "had", "have", "shares", "contains"]));
    const REST: [&str; 15] = [
        "does", "do", "did", "has", "had", "have", "too", "also", "as", "well", "it", "them", "both",
        "likewise", "so",
    ];
    let nothing_else = after.iter().all(|token| token.is(&REST) || matches!(token.kind, Kind::Sign(_)));
    let stands_in = |words: &[&str]| after.iter().any(|token| token.is(words));
    if verb && nothing_else && (stands_in(&["does", "do", "did", "it", "them", "both"])) {
        return true;
    }
    if tokens[0].is(&["so", "as"])
        && case <= 2
        && tokens[1].is(&["does", "did", "do", "is", "are", "was", "were", "has", "had"])
    {
        return true;
    }
    if !in_sentence && tokens.iter().take(case + 4).any(|token| token.is(&["it"])) {
        const IS: [&str; 6] = ["present", "found", "appears", "recurs", "occurs", "appeared"];
        return within && tokens.iter().any(|token| token.is(&IS));
    }
    if !in_sentence {
        return early
            && (within
                || tokens.iter().any(|token| token.is(&["has", "have", "had", "contains", "shares"])));
    }
    const DOES: [&str; 17] = [
        "does", "did", "do", "has", "had", "have", "is", "was", "were", "are", "too", "shares", "contains",
        "turned", "rested", "featured", "involved",
    ];
    let verb_after = tokens[case + 1..].iter().take(2).any(|token| token.is(&DOES));
    match clause.joint {
        Joint::As => true,
        Joint::Relative => within || verb_after,
        Joint::Plain => {
            const JOINTS: [&str; 17] = [
                "and", "but", "also", "as", "well", "likewise", "just", "exactly", "again", "so", "too",
                "yet", "while", "whereas", "although", "though", "even",
            ];
            let lead = tokens.iter().take_while(|token| token.is(&JOINTS)).count();
            let bare = within && lead + 1 == case;
            let said = tokens[..case].iter().any(|token| {
                token.is(&PRONOUNS)
                    || token.is(&["it", "present", "found", "appear", "appears", "recur", "recurs", "occurs"])
            });
            let holds_both = (verb_after || stands_in(&["both", "them"]))
                && tokens.iter().any(|token| token.is(&["both", "them", "these", "all", "too"]));
            bare || (within && said) || holds_both
        }
    }
}
