//! Where a clause that is whole is followed by another without a conjunction of its own: other factors,
//! another case, a verb that goes on.

use super::apposition::{apposition, by_the_way};
use super::boundary::{Gathered, RELATIVE, answers, bracket, breaks, link, opens, places, verb};
use super::gapping::{gaps, pairs_anew, places_anew};
use super::lexicon::{BE, FINITE, HOLDS};
use super::negation::denies;
use super::resume::{affirms_anew, closes_by_the_way, makes_good, predicates_anew, resumes, takes_up_main};
use super::token::{Kind, Token};

/// Whether a clause begins at `i` after what was gathered.
pub(super) fn begins(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    opens(tokens, i, seen)
        || names_anew(tokens, i, seen)
        || states_anew(tokens, i, seen)
        || acts_anew(tokens, i, seen)
        || affirms_anew(tokens, i, seen)
        || gaps(tokens, i, seen)
        || resumes(tokens, i, seen)
        || places(tokens, i, seen)
        || pairs_anew(tokens, i, seen)
        || places_anew(tokens, i, seen)
        || takes_up_main(tokens, i, seen)
        || closes_by_the_way(tokens, i, seen)
        || predicates_anew(tokens, i, seen)
        || by_the_way(tokens, i)
        || makes_good(tokens, i, seen)
        || has_in(tokens, i, seen)
}

/// `, and in F14 it has a grievance`: other factors before a case that has them.
fn has_in(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    if !(link(&tokens[i]) && !bracket(&tokens[i]) && seen.case && (seen.verb || seen.negative)) {
        return false;
    }
    let rest = &tokens[i + 1..];
    let rest = &rest[rest.iter().take(2).take_while(|token| token.of(" and but yet ")).count()..];
    let led = rest.first().is_some_and(|first| first.is(&["in", "with"]));
    let list = rest.iter().skip(1).take_while(|token| token.is_factor() || link(token)).count();
    let own = rest.iter().skip(1 + list).take(3).find(|token| !token.is(&["the"]));
    led && list > 0 && rest[1].is_factor() && own.is_some_and(Token::is_case)
}

/// `, TSC1 does not`; `and the current case has`: another case with a verb of its own.
fn states_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    // `While they are not in TSC1, the current case makes up for it with`
    let rest = tokens[i + 1..].iter().find(|token| !token.is(&["the"]));
    if tokens[i].is_sign(',')
        && i > 0
        && !tokens[i - 1].is_case()
        && rest.is_some_and(Token::is_case)
        && subordinate(tokens, i, seen)
    {
        return true;
    }
    // `Even without F7, the current case keeps`
    if tokens[i].is_sign(',')
        && seen.factor
        && seen.negative
        && !(seen.case || seen.verb || seen.relative)
        && rest.is_some_and(Token::is_case)
    {
        return true;
    }
    let whole = (seen.factor && (seen.case || seen.verb)) || ((seen.case || seen.relative) && seen.verb);
    if !link(&tokens[i]) || bracket(&tokens[i]) || !whole {
        return false;
    }
    let comma = tokens[i].is_sign(',');
    let mut n = i + 1;
    let led = tokens.get(i + 1).is_some_and(|token| token.of(" and in on for with to from of by "));
    const FACTS: &str = " and so then only that the plaintiff defendant in for with as to these those this ";
    while n < i + 8
        && tokens.get(n).is_some_and(|token| {
            token.of(FACTS) || comma && led && token.word().is_some() && !verb(token) && !token.of(BE)
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
    // `what TSC1 and ours do have in common`
    if i > 1
        && tokens[i].is(&["and"])
        && tokens[i - 1].is_case()
        && tokens[i.saturating_sub(3)..i].iter().any(|token| token.is(&["what"]))
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
    // `F25 and F27, the instant plaintiff, who has F1`
    // `and the current case, in which neither is proved, is easier`
    let in_which = tokens.get(n + 2).is_some_and(|token| token.is(&["in", "of", "for", "from"]))
        && tokens.get(n + 3).is_some_and(|token| token.is(&["which", "whom"]))
        && (n + 3..tokens.len().min(n + 7)).any(|at| denies(tokens, at));
    let told = comma
        && seen.factor
        && tokens.get(n + 1).is_some_and(|token| token.is_sign(','))
        && (in_which
            || seen.case_first
                && tokens.get(n + 2).is_some_and(|token| token.is(&["who", "which", "where"])));
    // `, the current case answers with`
    let finite = comma
        && tokens.get(n + 1).and_then(Token::word).is_some_and(|word| {
            (word.ends_with("es") || word.ends_with("ed") || word.ends_with('s')) && word.len() > 4
        });
    // `which the current case has and TSC2 was spared`
    let ended = i > 0 && verb(&tokens[i - 1]);
    // `with which TSC1 was afflicted and the current case is not`
    let is_not = tokens.get(n + 1).is_some_and(|token| token.of(BE))
        && tokens.get(n + 2).is_some_and(|token| token.is(&["not"]))
        && tokens.get(n + 3).is_none_or(|token| matches!(token.kind, Kind::Sign(_)));
    // `, and the current case and TSC2 overlap in F10`
    const TOGETHER: &str = " overlap agree coincide match converge concur share ";
    let paired =
        tokens[n + 1..].iter().take_while(|token| token.is_case() || token.is(&["and", "the"])).count();
    let together = paired > 1 && tokens.get(n + 1 + paired).is_some_and(|verb| verb.of(TOGETHER));
    // `, and in TSC2 the defendant won`
    let party = comma
        && placed
        && seen.case
        && tokens.get(n + 1).is_some_and(|token| token.is(&["the"]))
        && tokens.get(n + 2).is_some_and(|token| token.is(&["plaintiff", "defendant", "court"]));
    pronoun
        || is_not
        || party
        || together && seen.factor
        || told
        || denied
        || finite
        || tokens.get(n + 1).is_some_and(answers)
        || tokens[n + 1..].iter().take(2).any(|token| verb(token) || ((comma || ended) && token.of(BE)))
}

/// `and the plaintiff won in TSC1`: a party with a verb of its own after a clause that is whole.
fn acts_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    // `, and these are what`
    let these = tokens.get(i + 1).is_some_and(|token| token.is(&["and"]))
        && tokens.get(i + 2).is_some_and(|token| token.is(&["these", "those"]))
        && tokens.get(i + 3).is_some_and(|verb| verb.of(BE));
    if tokens[i].is_sign(',') && seen.case && these {
        return true;
    }
    let whole = seen.verb && (seen.case || seen.factor || seen.negative);
    if !link(&tokens[i]) || bracket(&tokens[i]) || !whole {
        return false;
    }
    let rest = &tokens[i + 1..];
    let rest = &rest[rest.iter().take(2).take_while(|token| token.of(" and so ")).count()..];
    // `and there is F23`
    if rest.first().is_some_and(|token| token.is(&["there"])) && rest.get(1).is_some_and(|verb| verb.of(BE)) {
        return true;
    }
    // `, and it is to be expected`
    if tokens[i].is_sign(',')
        && seen.factor
        && rest.first().is_some_and(|token| token.is(&["it"]))
        && rest.get(1).is_some_and(|verb| verb.of(BE))
    {
        return true;
    }
    let [the, party, verb, ..] = rest else { return false };
    the.is(&["the"])
        && party.is(&["plaintiff", "defendant", "court", "owner", "judge"])
        && verb.word().is_some_and(|word| {
            verb.of(HOLDS)
                || verb.of(BE)
                || verb.is(&["won", "lost"])
                || word.len() > 4 && (word.ends_with('s') || word.ends_with("ed"))
        })
}

/// Whether the clause that a comma ends is a subordinate one that is whole.
fn subordinate(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    const SUBORDINATES: &str =
        " while whereas whilst although though since because as even where when if unless ";
    /// No clause is longer.
    const BACK_MAX: usize = 60;
    let opens = |n: &usize| breaks(tokens, *n) || tokens[*n].of(SUBORDINATES);
    let begin = (i.saturating_sub(BACK_MAX)..i).rev().find(opens).unwrap_or(0);
    tokens[begin].of(SUBORDINATES)
        && (begin == 0 || breaks(tokens, begin - 1) || link(&tokens[begin - 1]))
        && (seen.named || seen.factor)
        && seen.verb
}

/// `, and F19 is`: other factors with a verb of their own, after a clause that is whole.
fn names_anew(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    let listed =
        i > 0 && tokens[i - 1].is_factor() && !tokens.get(i + 1).is_some_and(|next| next.is(&["and"]));
    let before = seen.negative && seen.case && !listed && tokens[..i].iter().any(Token::is_factor);
    // `in common with the current case and F10`
    let common = i > 1
        && tokens[i - 1].is_case()
        && tokens[i.saturating_sub(5)..i].iter().any(|token| token.is(&["common"]));
    if common && seen.factor && tokens[i].is(&["and"]) && tokens.get(i + 1).is_some_and(Token::is_factor) {
        return true;
    }
    // `which is the heart of the matter, and F17`
    if seen.relative
        && seen.verb
        && !seen.factor
        && !seen.case
        && tokens[i].is_sign(',')
        && tokens.get(i + 1).is_some_and(|next| next.is(&["and"]))
        && tokens.get(i + 2).is_some_and(Token::is_factor)
    {
        return true;
    }
    // `all of which the current case shares, and F8`
    if seen.relative
        && seen.case
        && seen.verb
        && tokens[i].is_sign(',')
        && tokens.get(i + 1).is_some_and(|next| next.is(&["and"]))
        && tokens.get(i + 2).is_some_and(Token::is_factor)
    {
        return true;
    }
    // `make up the overlap of TSC1 with the current case, and F27`
    let parted = (seen.factor || seen.of_factors)
        && seen.case
        && !seen.case_first
        && i > 0
        && !tokens[i - 1].is_factor();
    let said = before || parted || seen.predicate && (seen.factor || (seen.relative && seen.case));
    if !(link(&tokens[i]) && !bracket(&tokens[i]) && said) {
        return false;
    }
    /// No list is longer.
    const LIST_MAX: usize = 80;
    // `, and that F16 and F23 occur`
    let begin = i + 1 + tokens[i + 1..].iter().take(2).take_while(|token| token.is(&["and", "that"])).count();
    let rest = &tokens[begin..tokens.len().min(begin + LIST_MAX)];
    let listed = |token: &&Token| {
        token.is_factor()
            || (link(token) && !bracket(token))
            || token.is(&["both", "also", "only"])
            || token.is_sign('&')
    };
    let names = rest.iter().take_while(listed).any(Token::is_factor);
    let after = rest.iter().position(|token| !listed(&token));
    let next = after.map(|after| &rest[after]);
    // `on the strength of F1 and F10, and F1 is`: the list goes on to its comma.
    let later = rest[..after.unwrap_or(0)]
        .windows(3)
        .any(|three| three[0].is_sign(',') && three[1].is(&["and"]) && three[2].is_factor());
    if later && tokens[i].is(&["and"]) {
        return false;
    }
    let within = seen.case
        && after.is_some_and(|n| {
            // A comma would end the list: `F6 and F7, and in the current case`.
            let parted = i == 0 || !tokens[i - 1].is_factor() || tokens[i + 1].is(&["and"]);
            parted
                && !rest[..n].last().is_some_and(link)
                && (rest[n].is(&["in", "to"]) || !seen.case_first && rest[n].is(&["with", "from", "of"]))
                && rest[n + 1..].iter().take(2).any(Token::is_case)
        });
    if names && parted && next.is_some_and(|next| next.is(&RELATIVE)) && tokens[i].is_sign(',') {
        return true;
    }
    if names && seen.relative && next.is_some_and(|next| next.is(&RELATIVE)) {
        return true;
    }
    // `and F27, another trait of the current case`
    let described = parted
        && after.is_some_and(|n| {
            n > 0
                && rest[n - 1].is_sign(',')
                && n < rest.len()
                && (apposition(&rest[n..]) || by_the_way(tokens, begin + n - 1))
        });
    if names && described {
        return true;
    }
    if names && (within || next.is_some_and(|next| next.is(&["only"]))) {
        return true;
    }
    names && next.is_some_and(|next| next.of(BE) || next.of(FINITE) || next.is(&["have", "has", "had"]))
}

/// `two factors that the current case cannot show, F15 and F26`: what the clause before announced.
pub(super) fn lists_announced(tokens: &[Token], i: usize, seen: Gathered) -> bool {
    // `what you met in TSC1 and will not meet today, F22`
    let what = tokens[..i].iter().take(5).any(|token| token.is(&["what"]))
        && tokens[i].is_sign(',')
        && seen.negative
        && seen.case
        && i > 0
        && tokens[i - 1].is_case()
        && tokens.get(i + 1).is_some_and(Token::is_factor);
    if what && !tokens[..i].iter().any(Token::is_factor) {
        return true;
    }
    tokens[i].is_sign(',')
        && seen.relative
        && seen.case
        && seen.verb
        && !seen.factor
        && i > 0
        && tokens.get(i + 1).is_some_and(Token::is_factor)
        && !tokens[..i].iter().any(Token::is_factor)
}
