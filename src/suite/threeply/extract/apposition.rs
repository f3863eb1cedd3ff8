//! What is said of factors after a comma, without a verb of their own: `, a factor that TSC1 did not have`.

use super::lexicon::{ADVERBS, BE, HOLDS, PRESENCE};
use super::token::{Kind, Token, Who};

/// Words after a comma that stand for the factors before it and say something of a case.
pub(super) fn apposition(rest: &[Token]) -> bool {
    const LEADS: &str = " a an the all both each none neither not two three four five six seven eight one ones factors features \
        strengths weaknesses elements circumstances something things points every any facts matters ";
    // `, obstacles that the current case does not face`
    let noun = rest.first().is_some_and(|first| first.word().is_some_and(|word| word.ends_with('s')))
        && rest.iter().skip(1).take(2).any(|token| token.is(&["that", "which"]));
    // `, damage that the current case has been spared`
    const NO_NOUNS: &str = " and or but in on of at by with from to for as so now then not is was are were has had like unlike given except all those that which who ";
    let noun = noun
        || rest
            .first()
            .is_some_and(|first| first.word().is_some_and(|word| word.len() > 3) && !first.of(NO_NOUNS))
            && rest.get(1).is_some_and(|next| next.is(&["that", "which"]))
            && rest.iter().skip(2).take(2).any(Token::is_case);
    if !noun && !rest.first().is_some_and(|first| first.of(LEADS)) {
        return false;
    }
    const WORDS_MAX: usize = 9;
    let words = rest
        .iter()
        .take(WORDS_MAX)
        // "the pro-defendant factors of TSC2"
        .take_while(|token| {
            !token.is_factor() && (token.word().is_some() || token.is_case() || token.is_sign('-'))
        });
    let words: Vec<&Token> = words.collect();
    // An article right before a case only belongs to its name.
    let case = words.iter().position(|token| token.is_case());
    let something = rest[0].is(&["something"]);
    case.is_some_and(|case| {
        (case > 1 || something) && !words[..case].iter().any(|token| token.is(&["and", "or"]))
    })
}

/// `, missing from TSC2`, `, new in the current case`: what is said by the way of factors, without a verb.
pub(super) fn by_the_way(tokens: &[Token], i: usize) -> bool {
    const LEADS: &str = " and or but nor in on of at by with from to for as like unlike which who that where while whereas so \
        then thus plus because since although though if the a an is are was were than not neither besides against despite \
        including namely under without both all each together along also ";
    const PLACES: &str = " in from to of by with for on ";
    let begins = tokens[i].is_sign(',')
        && i > 0
        && tokens[i - 1].is_factor()
        && tokens.get(i + 1).is_some_and(|next| next.word().is_some() && !next.of(LEADS));
    if !begins {
        return false;
    }
    const WORDS_MAX: usize = 7;
    let rest = &tokens[i + 1..];
    let Some(case) = rest.iter().take(WORDS_MAX).position(Token::is_case) else { return false };
    let article = usize::from(rest[case - 1].is(&["the"]));
    let placed = rest[..case].iter().all(|token| {
        token.word().is_some()
            && (!token.of(HOLDS) || token.of(ADVERBS) || token.of(PRESENCE))
            && !token.of(BE)
    }) && (case > article && rest[case - 1 - article].of(PLACES)
        || matches!(rest[case].kind, Kind::Case(Who::One(_))));
    let closed = rest
        .get(case + 1)
        .is_none_or(|next| matches!(next.kind, Kind::Sign(_)) || next.is(&["alike", "but", "and"]));
    placed && closed
}
