//! Where the verb of a main clause comes after a clause is whole, or after what is said by the way.

use super::boundary::{Gathered, bracket, link};
use super::lexicon::{ADVERBS, BE, FINITE, HOLDS};
use super::negation::denies;
use super::token::{Kind, Token};

/// `that were decisive in TSC2 are not`: the verb of the clause that a relative one parted.
pub(super) fn takes_up_main(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    const VERBS: &str = " also have has had can could cannot may might must will would ought ";
    let after_case = i > 0 && tokens[i - 1].is_case();
    let contracted = tokens[i].word().is_some_and(|word| word.ends_with("n't"));
    seen.relative
        && seen.case
        && seen.verb
        && after_case
        && (tokens[i].of(BE) || tokens[i].of(FINITE) || tokens[i].of(VERBS) || contracted)
}

/// `, missing from TSC2, change everything`; `, which TSC1 had, now clouds`: a verb after the comma that
/// closes what is said by the way.
pub(super) fn closes_by_the_way(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    const GOES_ON: &str = " and or but nor which who while whereas as with so neither both all in on of at by to from for that \
        a an the no not none each one two three where when though although since because if than like unlike too either \
        plus including namely just also ";
    let Some(next) = tokens.get(i + 1).filter(|_| tokens[i].is_sign(',') && seen.case && i > 0) else {
        return false;
    };
    let after_case = tokens[i - 1].is_case() || tokens[i - 1].is(&["alike"]);
    let word = next.word().is_some() && !next.of(GOES_ON);
    let relative = seen.relative
        && (seen.verb || !after_case)
        && !seen.factor
        && tokens[..i].iter().any(Token::is_factor);
    // `, exclusive to TSC2, and F22, exclusive to TSC2 as well`
    let more = next.is(&["and"]) && tokens.get(i + 2).is_some_and(Token::is_factor);
    seen.by_the_way && after_case && (word || more || next.is_factor()) || relative && word
}

/// `F4 weighed on TSC1 and leaves the current case alone`: a second verb with a case of its own, after
/// factors that are the subject.
pub(super) fn predicates_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    // `which burdens the current case and burdened TSC2 not at all`
    let denied = seen.relative
        && seen.case
        && tokens[i].is(&["and"])
        && tokens.get(i + 1).and_then(Token::word).is_some_and(|word| word.ends_with("ed") && word.len() > 4)
        && tokens[i + 1..].iter().take(4).any(Token::is_case)
        && tokens[i + 1..].iter().take(6).any(|token| token.is(&["not", "never"]));
    if denied {
        return true;
    }
    if !(tokens[i].is(&["and"]) && seen.factor && seen.case && !seen.case_first && !seen.relative) {
        return false;
    }
    const ADVERBS: &str = " also now then still thus again likewise equally too once more ";
    let rest = &tokens[i + 1..];
    let rest = &rest[rest.iter().take(3).take_while(|token| token.of(ADVERBS)).count()..];
    let Some(next) = rest.first() else { return false };
    const PLURAL: &str = " leave make help hurt weaken strengthen support favor favour tip speak weigh tell burden mark haunt ";
    let verb = next.of(BE)
        || next.of(FINITE)
        || next.of(PLURAL)
        || next.of(HOLDS)
        || next.word().is_some_and(|word| {
            word.len() > 4 && (word.ends_with('s') && !word.ends_with("ss") || word.ends_with("ed"))
        });
    const WORDS_MAX: usize = 12;
    let own = rest
        .iter()
        .take(WORDS_MAX)
        .take_while(|token| !token.is_factor() && !matches!(token.kind, Kind::Sign(';' | ':')));
    verb && own.skip(1).any(Token::is_case)
}

/// `the loss of F7 is made good by F12`: what outweighs what is denied.
pub(super) fn makes_good(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    const OUTWEIGHED: &str = " made offset outweighed compensated balanced replaced cured answered countered supplied redeemed overcome ";
    seen.negative
        && seen.factor
        && tokens[i].is(&["by", "with", "through"])
        && tokens[i + 1..].iter().take(4).any(Token::is_factor)
        && !tokens[i + 1..].iter().take(3).any(|token| token.of(" absence lack want loss "))
        && tokens[..i].iter().rev().take(12).any(|token| token.of(OUTWEIGHED))
}

/// What may stand between a conjunction and a verb.
fn adverb(token: &Token) -> bool {
    token.is(&["and", "then", "also", "therefore", "thus", "accordingly"])
        || token.word().is_some_and(|word| word.len() > 4 && word.ends_with("ly"))
}

/// `, and cites TSC2`; `, contains F4` after a relative clause; `and of the assets in TSC2`.
pub(super) fn resumes(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    const SAYS: &str = " cites cite relies rely invokes invoke points distinguishes argues contends maintains says notes adds prefers follows turns \
        submits stresses stressed emphasizes emphasises draws ";
    if !link(&tokens[i]) || bracket(&tokens[i]) {
        return false;
    }
    let rest = &tokens[i + 1..];
    let rest = &rest[rest.iter().take(4).take_while(|token| adverb(token)).count()..];
    let Some(next) = rest.first() else { return false };
    if next.of(SAYS)
        || (seen.factor
            && next.is(&["the"])
            && rest.get(1).is_some_and(|token| token.is(&["same"]))
            && rest.get(2).is_some_and(|token| token.is(&["holds", "goes", "is", "was", "applies"])))
    {
        return true;
    }
    // `the presence of F21 in TSC1 and the presence of F10 in the current case`
    if seen.factor
        && seen.case
        && next.is(&["the"])
        && rest.get(1).is_some_and(|token| token.of(" presence absence existence lack "))
        && rest.iter().take(5).any(Token::is_factor)
    {
        return true;
    }
    if seen.relative && seen.case && tokens[i].is_sign(',') && (next.of(BE) || next.of(FINITE)) {
        return true;
    }
    // `to subtract F4 from TSC1, and to add F1 before one arrived at the current case`
    let infinitive =
        next.is(&["to"]) && rest.get(1).is_some_and(|verb| verb.word().is_some() && !verb.is(&["the", "it"]));
    if seen.factor && seen.case_first && infinitive && tokens[i].is_sign(',') {
        return true;
    }
    if seen.factor
        && seen.case_first
        && next.of(" surpasses exceeds outdoes differs departs parts outstrips ")
    {
        return true;
    }
    let finite = next.of(HOLDS) && !next.of(ADVERBS);
    let holds = seen.verb || seen.factor && seen.case_first && !seen.negative;
    if finite && holds && ((seen.relative && tokens[i].is_sign(',')) || (seen.factor && seen.case_first)) {
        return true;
    }
    // `as it is in the current case, and outweighed F2`
    let past = next.word().is_some_and(|word| word.ends_with("ed") && word.len() > 4);
    if seen.relative
        && seen.case
        && seen.verb
        && !seen.factor
        && tokens[i].is_sign(',')
        && past
        && rest.iter().skip(1).take(3).any(Token::is_factor)
    {
        return true;
    }
    // `as the current case has, and with F1`
    if seen.relative
        && seen.case
        && next.is(&["with", "in", "by", "on", "of", "from", "along", "together"])
        && rest.iter().skip(1).take(4).take_while(|token| !token.is_case()).any(Token::is_factor)
    {
        return true;
    }
    next.is(&["of"])
        && seen.factor
        && rest.iter().take(7).any(Token::is_case)
        && !rest.iter().take_while(|token| !token.is_case()).any(Token::is_factor)
}

/// `and is present in`, after a denial.
pub(super) fn affirms_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    if !link(&tokens[i]) || !seen.negative || !(seen.factor || seen.case) {
        return false;
    }
    const AGAIN: [&str; 18] = [
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
        "richer",
        "stronger",
        "better",
    ];
    // `these are not in the current case, comparable ones are:`
    let rest = &tokens[i + 1..tokens.len().min(i + 8)];
    let colon = rest.iter().position(|token| token.is_sign(':'));
    if colon.is_some_and(|colon| {
        colon > 1 && rest[colon - 1].of(BE) && rest[..colon].iter().all(|token| token.word().is_some())
    }) && seen.case
        && tokens[i].is_sign(',')
    {
        return true;
    }
    let next = &tokens[i + 1..tokens.len().min(i + 5)];
    let first = next.iter().find(|token| !token.is(&["and", "it"]) && !token.is_sign(','));
    // "was born without these, and with F10"; "and can count on F4"
    let with = next.first().is_some_and(|token| token.is(&["and"]))
        && next.get(1).is_some_and(|token| token.is(&["with"]))
        && next.get(2).is_some_and(Token::is_factor);
    let anew = tokens[i].is(&["and"]) || next.first().is_some_and(|token| token.is(&["and"]));
    let can =
        anew && first.is_some_and(|token| token.is(&["can", "could", "counts", "keeps", "faces", "carries"]));
    (with || can || first.is_some_and(|token| token.is(&AGAIN) || token.of(BE)))
        && !(i + 1..tokens.len().min(i + 5)).any(|n| denies(tokens, n))
}
