//! Clauses without factors that say of those named before that they are present: "both are found in it".

use super::apposition::apposition;
use super::boundary::answers;
use super::clause::{Clause, Joint};
use super::lexicon::{BE, FACTOR_PRONOUNS, HOLDS, PRESENCE};
use super::token::{Kind, Token};

/// Whether a clause without factors consists of words alone that stand for what was named before,
/// and of places: "so does the current case", "all three are here", "it was in TSC2".
fn stands_for(clause: &Clause, in_sentence: bool) -> bool {
    const CLOSED: &str = " and but so as in of to for with at by from the that this which these those they them it both all each \
        two three four five six seven same too also likewise well again once more factors factor ones is was are were does \
        do did has have had can could be been being there here indeed equally similarly just exactly precisely every one \
        while whereas although though yet even then now only alone alike either on its own ";
    let (mut proform, mut pronoun) = (false, false);
    for token in &clause.tokens {
        let known =
            token.is_case() || matches!(token.kind, Kind::Sign(_)) || token.of(CLOSED) || token.of(PRESENCE);
        if !known {
            return false;
        }
        proform |= token.of(" in does do did has had have ");
        pronoun |= token.of(FACTOR_PRONOUNS) || token.is(&["this"]);
    }
    // A place alone takes up what its own sentence names; in a new sentence it only sets the scene.
    !clause.announces
        && (pronoun || (proform && (in_sentence || clause.has(&["so", "too", "also", "likewise", "well"]))))
}

/// "but on the record in TSC1": a place alone, set against the one before.
fn only_place(clause: &Clause) -> bool {
    let words: Vec<&Token> =
        clause.tokens.iter().filter(|token| !matches!(token.kind, Kind::Sign(_))).collect();
    let opens = words.first().is_some_and(|first| first.is(&["but", "yet", "though", "and"]));
    let place = words.get(1).is_some_and(|second| second.of(" in on at of by with within part among "));
    let verb = words.iter().any(|token| token.of(HOLDS) || token.of(BE));
    opens && place && !verb && words.len() <= 8 && words.last().is_some_and(|last| last.is_case())
}

/// "F7 and F8, which carried TSC1": a relative clause right after factors speaks of them.
pub(super) fn attaches(clause: &Clause) -> bool {
    // "which the current case exactly reproduces"
    relative_subject(clause) || clause.joint == Joint::Relative && attached(clause)
}

/// "which the current case exactly reproduces": the case has what was named.
pub(super) fn relative_subject(clause: &Clause) -> bool {
    let at = clause.tokens.iter().position(|token| token.is(&["which", "that"]));
    let so = |at: &usize| *at > 0 && clause.tokens[at - 1].is(&["so"]);
    at.filter(|at| !so(at)).is_some_and(|at| {
        let rest = &clause.tokens[at + 1..];
        let case = rest.iter().take(2).position(Token::is_case);
        // "which TSC1 and the present case equally display"
        let case = case.map(|case| {
            let more = rest[case + 1..]
                .iter()
                .take(3)
                .take_while(|token| token.is_case() || token.is(&["and", "the"]))
                .count();
            if more > 1 && rest[case + more].is_case() { case + more } else { case }
        });
        case.is_some_and(|case| {
            let adverb = |token: &&Token| token.word().is_some_and(|word| word.ends_with("ly"));
            let verb = rest[case + 1..].iter().find(|token| !adverb(token));
            // "that our complaint sets out"
            let sets_out = rest.len() <= case + 4
                && verb.is_some_and(|verb| {
                    verb.word()
                        .is_some_and(|word| word.len() > 3 && (word.ends_with('s') || word.ends_with("ed")))
                        && !verb.of(" lacks lacked needs needed misses missed wants wanted fears feared ")
                })
                && rest[case + 1..]
                    .iter()
                    .all(|token| token.word().is_some() || matches!(token.kind, Kind::Sign(_)));
            verb.is_some_and(|verb| verb.of(HOLDS)) && rest.len() > case + 1 || sets_out
        })
    })
}

fn attached(clause: &Clause) -> bool {
    const CONCLUDES: &str = " makes make means shows suggests brings places leaves renders distinguishes sets puts \
        explains proves confirms undercuts weakens strengthens ";
    let relative = clause.tokens.iter().take(4).any(|token| token.is(&["which", "that", "whose"]));
    relative && clause.joint == Joint::Relative && !clause.any_of(CONCLUDES)
}

/// "All four recur", "in respect of all three": a number of factors named before.
fn counts_all(clause: &Clause) -> bool {
    let same = clause.tokens.windows(2).any(|two| two[0].is(&["the"]) && two[1].is(&["same"]));
    let holds = clause.tokens.iter().any(|token| token.of(HOLDS) && !token.of(" can could may must would "));
    const OTHERWISE: &str = " way result outcome side fate conclusion court judgment ";
    counts(&clause.tokens) || (same && holds && !clause.any_of(OTHERWISE))
}

pub(super) fn counts(tokens: &[Token]) -> bool {
    // "you meet it a second time in the current case"
    let met = tokens.windows(3).any(|three| {
        three[0].of(" you we one ")
            && three[1].of(" meet met see find found have encounter ")
            && three[2].is(&["it", "them"])
    });
    if met {
        return true;
    }
    // "the current case furnishes one of each"
    let of_each = tokens
        .windows(3)
        .any(|three| three[0].is(&["one"]) && three[1].is(&["of"]) && three[2].is(&["each"]));
    if of_each {
        return true;
    }
    // "and holds good of the current case"
    let holds_good =
        tokens.windows(2).any(|two| two[0].of(" holds hold held ") && two[1].is(&["good", "true"]));
    if holds_good {
        return true;
    }
    // "but so did they cloud TSC1"
    let so = tokens.windows(3).any(|three| {
        three[0].is(&["so"])
            && three[1].of(" did does do is are was were ")
            && three[2].of(" they it these this both ")
    });
    if so {
        return true;
    }
    const NUMBERS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    // "Of these five, F12 and F26" are two.
    let part = tokens.first().is_some_and(|first| first.is(&["of"]));
    !part && tokens.windows(2).any(|two| two[0].is(&["all", "these", "those", "same"]) && two[1].is(&NUMBERS))
}

/// Whether a clause without factors says that those named before are present in its case:
/// "but also in TSC1", "both are found in it", "as they are in TSC2".
pub(super) fn takes_up(clause: &Clause, in_sentence: bool) -> bool {
    let answered = clause.tokens.windows(2).any(|two| two[0].is_case() && answers(&two[1]));
    if answered && clause.tokens.len() <= 4 {
        return !clause.negative;
    }
    // "F12 and F26, two factors of the current case"
    if in_sentence && clause.tokens[0].is_sign(',') && apposition(&clause.tokens[1..]) && !clause.negative {
        return true;
    }
    // "The facts of the present case are these:" leads to what follows.
    if clause.announces
        && clause.tokens.last().is_some_and(|last| last.is(&["these", "those", "this", "following"]))
    {
        return false;
    }
    // "The same must follow in the current case" speaks of the outcome.
    let same = clause.tokens.iter().take(3).position(|token| token.is(&["same"]));
    let outcome = same.and_then(|same| clause.tokens.get(same + 1));
    if outcome.is_some_and(|next| next.of(" must should ought follows result outcome ")) {
        return false;
    }
    // "it has two of the three factors of TSC1"
    const COUNTED: &str = " one two three four five six some most several half part none ";
    let part = clause
        .tokens
        .windows(3)
        .any(|three| three[0].of(COUNTED) && three[1].is(&["of"]) && three[2].is(&["the", "its"]));
    if part {
        return false;
    }
    // "does not need them"
    let needless = clause.tokens.windows(2).any(|two| {
        (two[0].is(&["not"]) || two[0].word().is_some_and(|word| word.ends_with("n't")))
            && two[1].is(&["need", "require", "rely", "depend", "want"])
    });
    // "all the more reason"
    if clause.tokens[0].is(&["all"])
        && clause.tokens.get(1).is_some_and(|next| next.is(&["the"]))
        && clause.tokens.get(2).is_some_and(|next| next.is(&["more", "same", "better"]))
    {
        return false;
    }
    // "strike them out"
    let removes = clause.tokens[0].of(" strike subtract remove take leave ");
    if needless || removes {
        return false;
    }
    // "They do not stand in the way of the current plaintiff": nothing is said to be there.
    // "One factor was the same as in the current case: F24" names its own.
    if clause.announces && !in_sentence && clause.has(&["same", "factor", "factors"]) {
        return false;
    }
    let case = clause.tokens.iter().position(Token::is_case).unwrap_or(0);
    let negated =
        |token: &Token| token.is(&["not"]) || token.word().is_some_and(|word| word.ends_with("n't"));
    if clause.tokens[..case].iter().any(negated) {
        return false;
    }
    if stands_for(clause, in_sentence) || counts_all(clause) || (in_sentence && only_place(clause)) {
        return true;
    }
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
    let object = after.iter().filter(|token| !token.of(" also too likewise ")).take(2).collect::<Vec<_>>();
    if let [verb, it] = object[..]
        && verb.of(HOLDS)
        && it.is(&["it", "them", "both", "all", "these", "those"])
    {
        return true;
    }
    let verb = after.first().is_some_and(|token| {
        token.is(&[
            "does", "do", "did", "has", "had", "have", "shares", "contains", "can", "could", "may", "will",
        ])
    });
    const REST: [&str; 18] = [
        "can", "could", "may", "does", "do", "did", "has", "had", "have", "too", "also", "as", "well", "it",
        "them", "both", "likewise", "so",
    ];
    let nothing_else = after.iter().all(|token| token.is(&REST) || matches!(token.kind, Kind::Sign(_)));
    let stands_in = |words: &[&str]| after.iter().any(|token| token.is(words));
    let apart = clause.joint == Joint::As && !in_sentence;
    if verb
        && nothing_else
        && !apart
        && (stands_in(&["does", "do", "did", "can", "could", "may", "it", "them", "both"]))
    {
        return true;
    }
    let too = usize::from(tokens.get(1).is_some_and(|token| token.is(&["too", "also"])));
    if tokens[0].is(&["so", "as"])
        && (in_sentence || tokens[0].is(&["so"]))
        && case <= 2 + too
        && tokens[1 + too].is(&["does", "did", "do", "is", "are", "was", "were", "has", "had"])
    {
        return true;
    }
    if !in_sentence && tokens.iter().take(case + 4).any(|token| token.is(&["it"])) {
        const IS: [&str; 6] = ["present", "found", "appears", "recurs", "occurs", "appeared"];
        return within && tokens.iter().any(|token| token.is(&IS));
    }
    // "The plaintiff in the current case is confronted with both"
    let last: Vec<&&Token> = tokens.iter().filter(|token| token.word().is_some()).collect();
    let closes = last.last().is_some_and(|last| last.is(&["both", "them", "these", "those"]))
        && !last.iter().rev().skip(1).take(1).any(|token| token.is(&["of", "without"]))
        || last.len() > 2
            && last[last.len() - 2].is(&["there"])
            && last[last.len() - 1].of(BE)
            && !tokens[case..].iter().all(|token| token.word().is_none());
    let one = tokens.iter().filter(|token| token.is_case()).count() == 1;
    if closes
        && one
        && tokens.iter().any(|token| token.of(HOLDS) || token.of(BE))
        && !tokens.iter().any(|token| token.is(&["not"]))
    {
        return true;
    }
    // "The current plaintiff has to live with them too"
    let adds = clause.has(&["too", "also", "again", "likewise", "well"]);
    if !in_sentence
        && clause.has(&["them", "these", "those"])
        && adds
        && tokens.iter().any(|token| token.of(HOLDS) || token.of(BE))
    {
        return true;
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
        // "F11, unknown in TSC2, is a burden in the current case"
        Joint::Plain if (within || case == 1) && tokens[0].of(BE) && !clause.negative => true,
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
