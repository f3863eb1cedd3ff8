//! Pronouns that stand for cases.

use super::super::triple::Case;
use super::lexicon::{BE, HOLDS};
use super::token::{Kind, Token, Who};

/// The pronoun for a case or for cases that begins at `i`, with its length in tokens.
pub(super) fn pronoun(tokens: &[Token], i: usize) -> Option<(Who, usize)> {
    let word = |n: usize| tokens.get(i + n).and_then(Token::word).map(|word| word.trim_end_matches("'s"));
    let before = i.checked_sub(1).and_then(|before| tokens[before].word());
    match word(0)? {
        "here" => {
            let too = tokens.get(i + 1).is_some_and(|next| next.is_sign(','))
                && tokens.get(i + 2).is_some_and(|next| next.is(&["too", "again", "likewise", "also"]));
            Some((if too { Who::Here } else { Who::One(Case::Current) }, 1))
        }
        // "there's a covenant in the current case"
        "there" if tokens[i].is(&["there's"]) => None,
        "there" => {
            const EXISTS: &str = " is was are were isn't wasn't exist exists being can will have has had remain remains came come arises ";
            let existential =
                tokens.get(i + 1).is_some_and(|next| next.of(EXISTS)) && !closes_with(tokens, i);
            // "the plaintiff there had an agreement"
            let party = matches!(before, Some("plaintiff" | "defendant" | "owner" | "court"));
            let existential = existential && !party;
            let inverted = i > 0
                && tokens[i - 1].of(BE)
                && tokens
                    .get(i + 1)
                    .is_some_and(|next| next.is_factor() || next.of(" any a an no anything nothing some "));
            (!existential && !inverted).then_some((Who::That, 1))
        }
        "former" if !noun_follows(tokens, i) => Some((Who::Former, 1)),
        "latter" if !noun_follows(tokens, i) => Some((Who::Latter, 1)),
        "former" | "latter" => {
            let who = if word(0) == Some("former") { Who::Former } else { Who::Latter };
            matches!(word(1), Some("case" | "precedent" | "decision" | "authority" | "one"))
                .then_some((who, 2))
        }
        // "the extra trump then was F21"
        "then"
            if matches!(word(1), Some("was" | "were"))
                && before.is_some_and(|word| !matches!(word, "and" | "but" | "so" | "it" | "that")) =>
        {
            Some((Who::That, 1))
        }
        "both" | "either" => both(tokens, i, before),
        // "underlay the one and underlies the other"
        "one"
            if before == Some("the") && matches!(word(1), Some("and" | "as")) && other_closes(tokens, i) =>
        {
            Some((Who::Both, 1))
        }
        "two" if matches!(word(1), Some("cases")) => Some((Who::Both, 2)),
        "two"
            if before == Some("the")
                && !(i > 2 && tokens[i - 2].is(&["of"]))
                && (matches!(
                    word(1),
                    Some("have" | "share" | "are" | "had" | "as" | "too" | "together" | "alike")
                ) || tokens
                    .get(i + 1)
                    .is_none_or(|next| matches!(next.kind, Kind::Sign('.' | ',' | ':' | ';')))) =>
        {
            Some((Who::Both, 1))
        }
        "two" | "precedents" if word(usize::from(word(0) == Some("two"))) == Some("precedents") => {
            Some((Who::Precedents, 1 + usize::from(word(0) == Some("two"))))
        }
        "precedent"
            if matches!(before, Some("no" | "neither"))
                && tokens.get(i + 1).is_some_and(|next| next.of(HOLDS)) =>
        {
            Some((Who::Precedents, 1))
        }
        "all" if word(1) == Some("three") && matches!(word(2), Some("cases" | "matters")) => {
            Some((Who::All, 3))
        }
        "all" if word(1) == Some("three") && matches!(before, Some("in" | "to" | "by" | "across")) => {
            Some((Who::All, 2))
        }
        "three" if word(1) == Some("cases") => Some((Who::All, 2)),
        "its" => {
            const OWN: &str = " factor factors feature features strength strengths weakness weaknesses advantages plaintiff defendant \
                court owner facts ";
            // "its additional pro-defendant factors", "its F24"
            const WORDS_MAX: usize = 6;
            let own = tokens[i + 1..]
                .iter()
                .take(WORDS_MAX)
                .take_while(|next| next.word().is_some() || next.is_sign('-') || next.is_factor())
                .take_while(|next| {
                    !next.of(BE) && !next.of(HOLDS) && !next.of(" in of with on and as that which the ")
                });
            // "its milestones were F7 and F14"
            let be = tokens[i + 1..].iter().take(4).position(|next| next.of(BE));
            let names =
                be.is_some_and(|be| be > 0 && tokens[i + 1..].get(be + 1).is_some_and(Token::is_factor));
            (names || own.clone().any(|next| next.of(OWN) || next.is_factor())).then_some((Who::It, 1))
        }
        // "would have it that"
        "it" if word(1) == Some("that") => None,
        // "on top of it"
        "it" if before == Some("of") && i > 1 && tokens[i - 2].is(&["top"]) => None,
        "it" => {
            let object =
                matches!(before, Some("in" | "to" | "of" | "from" | "with" | "than" | "unlike" | "like"))
                    || before.is_some_and(|verb| {
                        matches!(
                            verb,
                            "matches"
                                | "outdoes"
                                | "mirrors"
                                | "resembles"
                                | "surpasses"
                                | "exceeds"
                                | "parallels"
                                | "decided"
                                | "won"
                                | "carried"
                                | "lost"
                                | "doomed"
                                | "sank"
                                | "settled"
                                | "shaped"
                                | "governed"
                                | "explains"
                        )
                    });
            // "it and the current case overlap in"
            let paired = word(1) == Some("and")
                && matches!(word(2), Some("the" | "our" | "ours" | "this" | "tsc1" | "tsc2" | "cc"));
            // "unite it with the current case"
            let joined = matches!(word(1), Some("with" | "to"))
                && matches!(word(2), Some("the" | "our" | "ours" | "this" | "tsc1" | "tsc2" | "cc"))
                && !matches!(before, Some("that" | "and" | "but" | "as"));
            if joined && before.is_some() {
                return Some((Who::ItObject, 1));
            }
            if paired || has_it(tokens, i) {
                return Some((Who::It, 1));
            }
            object.then_some((Who::ItObject, 1))
        }
        _ => None,
    }
}

/// Whether "it" at `i` is the subject of a verb by which a case has factors.
fn has_it(tokens: &[Token], i: usize) -> bool {
    let mut n = i + 1;
    while n < i + 5
        && tokens.get(n).is_some_and(|token| {
            token.is(&["too", "also", "likewise", "similarly", "again"]) || token.is_sign(',')
        })
    {
        n += 1;
    }
    let Some(verb) = tokens.get(n) else { return false };
    if verb.is(&["did", "does"]) {
        // "it did involve", but not "it did so"
        return tokens
            .get(n + 1)
            .is_some_and(|next| next.word().is_some() && !next.is(&["so", "this", "in", "the"]));
    }
    // "it bears emphasis that"
    if verb.of(" bears follows remains stands goes comes ")
        && tokens[n + 1..]
            .iter()
            .take(3)
            .take_while(|token| token.word().is_some())
            .any(|token| token.is(&["that"]))
    {
        return false;
    }
    // "it was reinforced by F8"
    let participle = tokens
        .get(n + 1)
        .and_then(Token::word)
        .is_some_and(|word| word.ends_with("ed") || super::lexicon::within(" won lost built driven ", word));
    if verb.of(BE) && participle && tokens[n + 2..].iter().take(2).any(|next| next.is(&["by", "with", "on"]))
    {
        return true;
    }
    // "it is poorer for F1"
    let measured = tokens.get(n + 1).is_some_and(|next| {
        next.of(" poorer richer stronger weaker better worse free clean clear innocent bare silent ")
    });
    if verb.of(BE)
        && measured
        && tokens[n + 2..].iter().take(2).any(|next| next.of(" by for of in on with still "))
    {
        return true;
    }
    // "it was a case of waived confidentiality (F23)"
    let kind = tokens.get(n + 1).is_some_and(|next| next.is(&["a", "an", "the", "one"]))
        && tokens[n + 1..].iter().take(5).any(|next| next.is(&["case", "precedent", "decision", "dispute"]));
    if verb.of(BE) && kind {
        return true;
    }
    // "it also unites F4 and F6"
    const OF_FACTORS: &str =
        " outweighs outweighed defeats defeated counters countered offsets offset favors favours ";
    let object = tokens[n + 1..].iter().take(4).position(Token::is_factor);
    if object.is_some()
        && verb.word().is_some()
        && !verb.of(BE)
        && !verb.of(OF_FACTORS)
        && !verb.is(&["being", "been"])
    {
        return true;
    }
    // "It can be said": no case does it; "it must live with F5": one does.
    let modal = verb.is(&["can", "could", "may", "must", "would", "cannot"]);
    if modal {
        const IMPERSONAL: &str = " be seem appear follow matter said not been mean make ";
        let next = tokens[n + 1..].iter().find(|token| !token.is(&["also", "still", "even", "too", "only"]));
        return next.is_some_and(|next| next.word().is_some() && !next.of(IMPERSONAL));
    }
    let modal = verb.is(&["never", "still", "also", "goes", "comes", "stands", "follows", "do"]);
    verb.of(HOLDS) && !modal
}

/// `in both`, `both have`, `both cases`, `both precedents`.
fn both(tokens: &[Token], i: usize, before: Option<&str>) -> Option<(Who, usize)> {
    let next = tokens.get(i + 1);
    let word = next.and_then(Token::word);
    match word {
        Some("precedents" | "precedent" | "tscs" | "authorities") => return Some((Who::Precedents, 2)),
        Some("cases" | "matters" | "decisions" | "situations" | "disputes" | "sides") => {
            return Some((Who::Both, 2));
        }
        Some("of") if tokens.get(i + 2).is_some_and(|token| token.is(&["them"])) => {
            let verb = tokens.get(i + 3);
            return verb.is_some_and(|verb| verb.of(HOLDS)).then_some((Who::Them, 3));
        }
        _ => {}
    }
    // "F17 and F24 were both present in TSC2": the factors are.
    let of_factors = i > 0 && tokens[i - 1].of(BE) && next.is_some_and(|next| next.is(&["present"]));
    let plural = !of_factors
        && next.is_some_and(|next| {
            next.of(HOLDS) && !next.of(" also still never likewise cannot had ") || next.is(&["had"])
        });
    let sign =
        |n: Option<usize>, c: char| n.and_then(|n| tokens.get(n)).is_some_and(|token| token.is_sign(c));
    if sign(i.checked_sub(1), '(') && sign(Some(i + 1), ')') {
        return Some((Who::Both, 1));
    }
    let within = matches!(before, Some("in" | "to" | "across" | "by" | "of"))
        && next.is_none_or(|next| {
            matches!(next.kind, Kind::Sign(_))
                || next.is(&["and", "but", "while", "there", "we"])
                || next.of(BE) && tokens.get(i + 2).is_some_and(Token::is_factor)
        });
    // `F4: both.`
    let answers = i > 0
        && tokens[i - 1].is_sign(':')
        && next.is_none_or(|next| matches!(next.kind, Kind::Sign('.' | ';' | ',')));
    let alone = answers || i == 0 && next.is_none_or(|next| next.is_sign(':') && tokens.len() == 2);
    (plural || within || alone).then_some((Who::Both, 1))
}

/// Whether "the other" closes the clause of "the one" at `i`.
fn other_closes(tokens: &[Token], i: usize) -> bool {
    const WORDS_MAX: usize = 9;
    (i + 1..tokens.len().min(i + WORDS_MAX)).any(|n| {
        tokens[n].is(&["other"])
            && tokens[n - 1].is(&["the"])
            && tokens.get(n + 1).is_none_or(|next| matches!(next.kind, Kind::Sign(_)))
    })
}

/// Whether "there" at `i` closes its clause: "F17 was there and is not here".
fn closes_with(tokens: &[Token], i: usize) -> bool {
    const ANNOUNCED: &str = " any a an no anything nothing some one ";
    i > 0
        && (tokens[i - 1].of(BE) || tokens[i - 1].is(&["not", "both", "also"]))
        && !tokens.get(i + 1).is_some_and(|next| next.of(ANNOUNCED))
}

/// Whether "former" or "latter" stands before a noun: "the former employee".
fn noun_follows(tokens: &[Token], i: usize) -> bool {
    const NOUNS: &str = " employee employees employer agent partner owner customer contractor consultant licensee colleague \
        officer case precedent decision authority one that who group set list side factors factor ";
    let the = i > 0 && tokens[i - 1].is(&["the"]);
    !the || tokens.get(i + 1).is_some_and(|next| next.of(NOUNS))
}
