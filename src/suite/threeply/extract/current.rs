//! References to the case that is argued: `the instant dispute`, `the facts before us`, `this case`.

use super::super::triple::Case;
use super::lexicon::{BE, HOLDS, PRESENCE};
use super::token::{Kind, Token, Who};

/// Adjectives that make a matter the one that is argued.
const NOW: &str = " current present instant input our subject pending new immediate underlying client my today target \
    undecided own problem given live your ";
/// Those of them that do so whatever follows.
const ALWAYS: &str = " current instant ";
/// What they do not make it.
const OF_ARGUMENTS: &str = " argument arguments counterargument ply rebuttal law point precedent authority section step task and or but not only ";
/// What may be argued, and who takes part in it.
const MATTER: &str = " case matter plaintiff defendant dispute facts fact situation litigation action claim controversy one \
    record cases problem scenario client suit lawsuit proceedings proceeding court owner quarrel trial file employer parties \
    circumstances ";
/// Matters of which "this" is the one that is argued.
const THIS: &str = " case matter plaintiff dispute action lawsuit litigation record one defendant suit quarrel controversy time ";
/// Words after a noun that make it the current case: "case at bar", "facts before us".
const BEFORE_US: [&[&str]; 29] = [
    &["at", "bar"],
    &["at", "hand"],
    &["at", "issue"],
    &["at", "trial"],
    &["in", "hand"],
    &["in", "suit"],
    &["in", "question"],
    &["in", "dispute"],
    &["sub", "judice"],
    &["under", "consideration"],
    &["under", "review"],
    &["under", "discussion"],
    &["under", "examination"],
    &["under", "argument"],
    &["now", "before", "us"],
    &["before", "us"],
    &["before", "you"],
    &["before", "me"],
    &["now", "before", "the", "court"],
    &["now", "before", "this", "court"],
    &["now", "at", "bar"],
    &["before", "the", "court"],
    &["before", "this", "court"],
    &["to", "be", "decided"],
    &["to", "be", "argued"],
    &["to", "decide"],
    &["to", "argue"],
    &["being", "argued"],
    &["being", "decided"],
];

/// The reference to the current case that begins at `i`, with its length in tokens.
pub(super) fn current(tokens: &[Token], i: usize) -> Option<(Who, usize)> {
    let word = |n: usize| tokens.get(i + n).and_then(Token::word).map(|word| word.trim_end_matches("'s"));
    let is = |n: usize, class: &str| word(n).is_some_and(|word| super::lexicon::within(class, word));
    let found = |length| Some((Who::One(Case::Current), length));
    let before_is = |words: &[&str]| i > 0 && tokens[i - 1].is(words);
    let first = word(0)?;
    if is(0, NOW) && first != "own" {
        let mut n = 1;
        while is(n, NOW) || word(n) == Some("fact") {
            n += 1;
        }
        // "our client": the noun is one of the adjectives, too.
        if n > 1 && !is(n, MATTER) && is(n - 1, MATTER) {
            return found(n);
        }
        if is(n, MATTER) {
            let side = matches!(word(n), Some("client" | "fact"));
            return found(n + 1 + usize::from(side && is(n + 1, MATTER)));
        }
        if names_any(tokens, i) {
            return found(2);
        }
        let now = first == "today" && of_now(tokens, i);
        return (now || alone(tokens, i)).then_some((Who::One(Case::Current), 1));
    }
    if is(0, MATTER) {
        let after = |words: &&&[&str]| words.iter().enumerate().all(|(n, w)| word(n + 1) == Some(w));
        if let Some(words) = BEFORE_US.iter().find(after) {
            return found(1 + words.len());
        }
        if let Some(length) = argued(tokens, i) {
            return found(length);
        }
    }
    match first {
        "this" if is(1, THIS) => found(2),
        "ours" | "yours" => found(1),
        "you" | "i"
            if !elsewhere(tokens, i)
                && is(1, " have had lack lacked do did bring face suffer bear never ")
                && !is(2, " to no not like let say think see know ")
                && !word(2).is_some_and(|word| {
                    word.ends_with("ed")
                        || matches!(word, "met" | "seen" | "heard" | "read" | "been" | "just" | "already")
                }) =>
        {
            found(1)
        }
        "us" if before_is(&["with"])
            && tokens.get(i + 1).is_none_or(|next| matches!(next.kind, Kind::Sign(_))) =>
        {
            found(1)
        }
        "we" if i > 0
            && tokens[i - 1].is_sign(',')
            && tokens.get(i + 2).is_some_and(|next| next.is_sign(':')) =>
        {
            found(1)
        }
        "us" | "me" if before_is(&["against", "by", "upon"]) && !(i > 1 && tokens[i - 2].is(&["held"])) => {
            found(1)
        }
        // "are before this court"
        "before" if is(1, " this ") && is(2, " court ") => found(3),
        "now" if of_now(tokens, i) => found(1),
        "we" if before_is(&["do", "have", "did"]) => found(1),
        "we" if is(
            1,
            " have lack do share had miss possess enjoy hold suffer carry bring wield boast own bear offer ",
        ) && !is(2, " to no not ")
            || first == "we" && is(1, " have do ") && is(2, " no not ") =>
        {
            found(1)
        }
        _ => None,
    }
}

/// Whether the sentence says that a party has something in a precedent: "in TSC1 you had F4".
fn elsewhere(tokens: &[Token], i: usize) -> bool {
    const NEAR: usize = 10;
    let near = &tokens[i.saturating_sub(4)..tokens.len().min(i + NEAR)];
    near.windows(2).any(|two| two[0].is(&["in"]) && two[1].of(" tsc1 tsc2 precedent "))
}

/// `the current employer`, `the present complaint`: an adjective of the current case before any noun.
fn names_any(tokens: &[Token], i: usize) -> bool {
    const FUNCTION: &str = " in to of for with from by at on as is are was were and or but not only both here there too also \
        case cases day state law ";
    let noun = tokens.get(i + 1).is_some_and(|next| {
        next.word().is_some_and(|word| word.len() > 2)
            && !next.of(OF_ARGUMENTS)
            && !next.of(FUNCTION)
            && !next.of(HOLDS)
            && !next.of(PRESENCE)
    });
    let article = i > 0 && tokens[i - 1].is(&["the", "this"]);
    // "our papers", but not "our side of the argument"
    const OF_COUNSEL: &str = " side view reply answer submission opponent opponents reading favour favor turn part behalf support \
        position theory adversary friend own best strongest model guide example analogy choice advantage disadvantage \
        benefit detriment opponent's opponents' learned own next first second third main ";
    let ours = tokens[i].is(&["our"]) && tokens.get(i + 1).is_some_and(|next| !next.of(OF_COUNSEL));
    let days = tokens[i].is(&["today's"]);
    noun && (tokens[i].of(ALWAYS) || ours || days || (article && tokens[i].is(&["present"])))
}

/// `current: F4`, `current only`, `TSC1 and current`: the adjective alone as a label.
fn alone(tokens: &[Token], i: usize) -> bool {
    if !tokens[i].is(&["current"]) {
        return false;
    }
    let sign = |token: &Token| matches!(token.kind, Kind::Sign(_));
    let before = i.checked_sub(1).map(|before| &tokens[before]);
    let led = before.is_none_or(|before| {
        sign(before)
            || before
                .is(&["in", "to", "of", "the", "with", "from", "both", "not", "only", "and", "case", "cases"])
    });
    let next = tokens.get(i + 1);
    // `extra current: F8`
    let led = led || next.is_some_and(|next| next.is_sign(':'));
    let closed = next.is_none_or(|next| sign(next) || next.is(&["but", "not", "and", "only", "alone"]));
    led && closed
}

/// `the case we are asked to decide`, `the dispute I argue`: the length in tokens.
fn argued(tokens: &[Token], i: usize) -> Option<usize> {
    const VERBS: &str = " are am is have must now arguing argue asked to decide deciding be being face facing plead pleading \
        litigate litigating dealing deal with concerned ";
    let us = tokens.get(i + 1).is_some_and(|next| next.is(&["we", "i", "that"]));
    let us = us && (tokens[i + 1].word() != Some("that") || tokens.get(i + 2).is_some_and(|t| t.is(&["we"])));
    if !us {
        return None;
    }
    let begin = i + 1 + usize::from(tokens[i + 1].is(&["that"])) + 1;
    let verbs = tokens[begin.min(tokens.len())..].iter().take(5).take_while(|token| token.of(VERBS)).count();
    (verbs > 0).then_some(begin + verbs - i)
}

/// `present now`, `the plaintiff now has`: the time of the current case.
fn of_now(tokens: &[Token], i: usize) -> bool {
    let Some(before) = i.checked_sub(1).map(|before| &tokens[before]) else { return false };
    let sign = |token: &Token| matches!(token.kind, Kind::Sign(_));
    let closes = tokens.get(i + 1).is_none_or(sign)
        || tokens[i].is(&["today"]) && tokens.get(i + 1).is_some_and(|next| next.is(&["and", "but"]));
    // "the plaintiff's trumps now are"
    let subject = before.word().is_some()
        && !before.of(" and but it is are ")
        && tokens.get(i + 1).is_some_and(|next| next.of(" is are "));
    if closes && before.is_sign(':') || subject {
        return true;
    }
    let party = before.is(&["plaintiff", "defendant", "owner"]);
    let holds = tokens.get(i + 1).is_some_and(|next| next.of(HOLDS) || next.of(BE));
    (closes && before.word().is_some() && !before.of(" and but right just until even "))
        || (closes
            && (before.of(PRESENCE)
                || before.of(BE)
                || before.is(&["absent", "missing", "lacking", "and", "but"])))
        || (party && holds && !tokens.get(i + 1).is_some_and(|next| next.is(&["relies", "turns", "turn"])))
}
