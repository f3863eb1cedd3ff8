//! Remarks that part a sentence: "however" between commas, asides between dashes.

use super::boundary::answers;
use super::lexicon::{BE, HOLDS, PRESENCE};
use super::token::{Kind, Token};

/// Words that only lead on, set off by commas.
const LEADING: [&[&str]; 26] = [
    &["however"],
    &["moreover"],
    &["furthermore"],
    &["therefore"],
    &["thus"],
    &["accordingly"],
    &["admittedly"],
    &["indeed"],
    &["besides"],
    &["again"],
    &["then"],
    &["instead"],
    &["conversely"],
    &["by", "contrast"],
    &["in", "contrast"],
    &["on", "the", "other", "hand"],
    &["on", "the", "contrary"],
    &["for", "its", "part"],
    &["in", "its", "turn"],
    &["in", "turn"],
    &["of", "course"],
    &["in", "fact"],
    &["to", "be", "sure"],
    &["by", "the", "way"],
    &["in", "addition"],
    &["for", "instance"],
];

/// The sentence without remarks that lead on, and with asides between dashes after what they part.
pub(super) fn plain(tokens: &[Token]) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut i = 0;
    let mut hardly = false;
    while i < tokens.len() {
        if let Some(length) = together(&tokens[i..]) {
            out.push(Token { kind: Kind::Word("these".to_owned()), ..tokens[i].clone() });
            i += length;
            continue;
        }
        if let Some(length) = none_of(&tokens[i..]) {
            out.push(Token { kind: Kind::Word("none".to_owned()), ..tokens[i].clone() });
            i += length;
            continue;
        }
        // `as far as TSC1 is concerned`
        let far = tokens[i].is(&["as", "so"])
            && tokens.get(i + 1).is_some_and(|token| token.is(&["far"]))
            && tokens.get(i + 2).is_some_and(|token| token.is(&["as"]));
        let far = far
            && !tokens[i..]
                .iter()
                .take_while(|token| !matches!(token.kind, Kind::Sign(_)))
                .any(Token::is_factor);
        if far && !out.is_empty() {
            i += tokens[i..].iter().take_while(|token| !matches!(token.kind, Kind::Sign(_))).count();
            continue;
        }
        // `hardly a factor that was not in TSC1`
        if tokens[i].is(&["hardly", "scarcely"]) && !hardly {
            hardly = tokens[i..].iter().take(20).any(|token| token.is(&["not"]));
            if hardly {
                i += 1;
                continue;
            }
        }
        if hardly && tokens[i].is(&["not"]) {
            hardly = false;
            i += 1;
            continue;
        }
        // `, also not shown in the overview,`
        if let Some(length) = by_the_way_not(&tokens[i..])
            .filter(|_| i > 0 && (tokens[i - 1].is_factor() || tokens[i - 1].is_sign(')')))
        {
            i += length;
            continue;
        }
        if let Some(length) = not_in(&tokens[i..]).filter(|_| i > 0 && tokens[i - 1].is_case()) {
            i += length;
            continue;
        }
        let leads = |words: &&&[&str]| {
            words
                .iter()
                .enumerate()
                .all(|(n, word)| tokens.get(i + 1 + n).is_some_and(|token| token.is(&[word])))
                && tokens.get(i + 1 + words.len()).is_some_and(|token| token.is_sign(','))
        };
        match LEADING.iter().find(leads).filter(|_| tokens[i].is_sign(',') && !out.is_empty()) {
            Some(words) => {
                // Between a list and its verb no comma is left; a list goes on after one.
                let next = tokens.get(i + words.len() + 2);
                if next.is_some_and(Token::is_factor) {
                    out.push(tokens[i].clone());
                }
                i += words.len() + 2;
            }
            None => {
                out.push(tokens[i].clone());
                i += 1;
            }
        }
    }
    answers_last(&mut out);
    dashes(owners_last(appositions(out)))
}

/// "TSC1, a case that the plaintiff won, and the current case share": without what is said of TSC1.
fn appositions(mut tokens: Vec<Token>) -> Vec<Token> {
    const OPENS: &str = " a an another which where who decided won lost itself being ";
    const WORDS_MAX: usize = 14;
    let mut i = 0;
    while i + 2 < tokens.len() {
        i += 1;
        if !(tokens[i].is_sign(',') && tokens[i - 1].is_case() && tokens[i + 1].of(OPENS)) {
            continue;
        }
        let last = tokens.len().min(i + WORDS_MAX);
        let Some(close) =
            (i + 1..last).find(|n| matches!(tokens[*n].kind, Kind::Sign(',' | ';' | ':' | '(')))
        else {
            continue;
        };
        let plain = tokens[i + 1..close].iter().all(|token| {
            token.word().is_some()
                && !token.of(" them it both these those neither none not no lacks lacked has had ")
        });
        let joins = tokens.get(close + 1).is_some_and(|next| next.is(&["and"]))
            && tokens[close + 1..].iter().take(4).any(Token::is_case);
        // "than TSC2, a dispute untouched by any of the three, ever was"
        let spared = tokens[i + 1].is(&["a", "an"])
            && tokens[i + 2].of(" case dispute precedent decision quarrel action ")
            && (i + 3..close).any(|at| super::negation::denies(&tokens, at))
            && !tokens[i + 1..close].iter().any(Token::is_factor);
        // "In TSC2, which the defendant won, there was F4"
        let told = tokens[i + 1].is(&["which", "who", "where", "decided", "won", "lost"])
            && !tokens[i + 1..close].iter().any(|token| token.is_case() || token.is_factor());
        if tokens[close].is_sign(',') && (plain && joins || spared) {
            tokens.drain(i..=close);
        } else if tokens[close].is_sign(',') && plain && told {
            let led = tokens.get(close + 1).is_some_and(|next| next.of(BE) || next.of(HOLDS));
            tokens.drain(i..close + usize::from(led));
        }
    }
    tokens
}

/// "None of F10 and F23, the factors of TSC2, is here": whose they are comes last.
fn owners_last(tokens: Vec<Token>) -> Vec<Token> {
    const WORDS_MAX: usize = 9;
    if !tokens.first().is_some_and(|first| first.is(&["none", "neither", "not"])) {
        return tokens;
    }
    let opens = |i: &usize| {
        tokens[*i].is_sign(',')
            && tokens[i - 1].is_factor()
            && tokens.get(i + 1).is_some_and(|next| next.is(&["the", "all", "both"]))
    };
    let Some(begin) = (1..tokens.len()).find(opens) else { return tokens };
    let words = tokens[begin + 1..].iter().take(WORDS_MAX).take_while(|token| !token.is_sign(','));
    let end = begin + 1 + words.clone().count();
    let owned = tokens[end - 1].is_case() && words.clone().all(|token| !token.is_factor());
    if !(owned && tokens.get(end + 1).is_some_and(|verb| verb.of(BE) || verb.of(HOLDS) || verb.of(PRESENCE)))
    {
        return tokens;
    }
    let mut out = [&tokens[..begin], &tokens[end + 1..]].concat();
    while out.last().is_some_and(|token| token.is_sign('.')) {
        out.pop();
    }
    out.push(Token { kind: Kind::Sign(';'), ..tokens[begin].clone() });
    out.extend_from_slice(&tokens[begin..end]);
    out
}

/// `yes: TSC1`, written before the case that it speaks of, comes after it.
fn answers_last(tokens: &mut [Token]) {
    let sign = |token: &Token| answers(token) && token.word().is_none();
    for i in 0..tokens.len().saturating_sub(1) {
        let begins =
            i == 0 || matches!(tokens[i - 1].kind, Kind::Sign(':' | ',' | ';' | '(' | '-' | '|' | '/'));
        // `TSC1: yes, TSC2: no` stands in the other order.
        let named = i > 1 && tokens[i - 2].is_case();
        if sign(&tokens[i]) && begins && !named && tokens[i + 1].is_case() {
            tokens.swap(i, i + 1);
        }
    }
}

/// The length of a denial between commas that names neither factor nor case, but for its last comma.
fn by_the_way_not(tokens: &[Token]) -> Option<usize> {
    const WORDS_MAX: usize = 9;
    let opens = tokens.first()?.is_sign(',')
        && tokens.iter().skip(1).take(2).any(|token| token.is(&["not", "never"]));
    let words = tokens.iter().skip(1).take(WORDS_MAX).take_while(|token| token.word().is_some()).count();
    let closed = tokens.get(1 + words).is_some_and(|token| token.is_sign(','));
    // `, not present,` says something of a case named elsewhere.
    let presence =
        tokens.iter().skip(1).take(words).any(|token| token.of(PRESENCE) && !token.is(&["shown", "in"]));
    (opens && closed && words > 2 && !presence).then_some(2 + words)
}

/// "Across the current case, though not across TSC2, run F1": the length of a denial of a place between
/// commas, but for its last comma, where the verb comes after it.
fn not_in(tokens: &[Token]) -> Option<usize> {
    const PLACES: &str = " though but and although the not in across of on at over under within for by with ";
    let opens = tokens.first()?.is_sign(',') && tokens.iter().skip(1).take(2).any(|token| token.is(&["not"]));
    let inside = tokens.iter().skip(1).take_while(|token| token.is_case() || token.of(PLACES)).count();
    let case = tokens.get(inside).is_some_and(Token::is_case);
    let verb = tokens.get(inside + 2).is_some_and(|next| {
        next.of(BE) || next.of(HOLDS) || next.of(" run runs ran lie lies lay stand stands stood there one we you figure figures appear appears sit sits ")
    });
    (opens && case && tokens.get(1 + inside)?.is_sign(',') && verb).then_some(2 + inside)
}

/// "that trio", "the same quartet": the length of what stands for the factors named last.
fn together(tokens: &[Token]) -> Option<usize> {
    const GROUPS: &str = " pair duo trio quartet quintet sextet septet threesome foursome fivesome couple twosome combination ";
    let lead = tokens
        .iter()
        .take(3)
        .take_while(|token| token.of(" that this the same very these those whole "))
        .count();
    let group = lead > 0 && tokens.get(lead).is_some_and(|token| token.of(GROUPS));
    let of = tokens.get(lead + 1).is_some_and(|next| {
        next.of(" of that which ") || next.is_factor() || matches!(next.kind, Kind::Sign(':' | ',' | '('))
    });
    (group && !of).then_some(lead + 1)
}

/// "not one of", "not a single one of": the length of what says none.
fn none_of(tokens: &[Token]) -> Option<usize> {
    let phrases: [&[&str]; 4] =
        [&["not", "a", "single", "one"], &["not", "a", "single"], &["not", "one"], &["not", "any"]];
    let said = |words: &&&[&str]| {
        words.iter().enumerate().all(|(n, word)| tokens.get(n).is_some_and(|token| token.is(&[word])))
            && tokens.get(words.len()).is_some_and(|token| token.is(&["of"]))
    };
    phrases.iter().find(said).map(|words| words.len())
}

fn dash(tokens: &[Token], i: usize) -> bool {
    match tokens[i].kind {
        Kind::Sign('\u{2014}') => true,
        Kind::Sign('-') => {
            i > 0
                && tokens[i].start > tokens[i - 1].end
                && tokens.get(i + 1).is_some_and(|next| next.start > tokens[i].end)
        }
        _ => false,
    }
}

/// "F7 and F26 - neither of which was in TSC1 - are present here": the aside comes last.
fn dashes(tokens: Vec<Token>) -> Vec<Token> {
    let at: Vec<usize> = (0..tokens.len()).filter(|i| dash(&tokens, *i)).collect();
    let [.., first, second] = at[..] else { return tokens };
    let (before, aside, after) = (&tokens[..first], &tokens[first + 1..second], &tokens[second + 1..]);
    let goes_on = after
        .iter()
        .find(|token| !token.is(&["also", "all", "both", "too", "then", "likewise"]))
        .is_some_and(|next| next.of(BE) || next.of(HOLDS) || next.of(PRESENCE) || next.of(VERBS));
    // What stands before the aside is a subject that waits for its verb.
    let waits = before.iter().rev().take_while(|token| !token.is_sign(';')).all(|token| !token.of(BE));
    if !goes_on || !waits || aside.is_empty() {
        return tokens;
    }
    let factors = aside.iter().any(Token::is_factor);
    let cases = aside.iter().any(Token::is_case);
    if factors && cases {
        return tokens;
    }
    if factors {
        // "three factors - F4, F6 and F8 - are present"
        return before.iter().chain(aside).chain(after).cloned().collect();
    }
    let mut out: Vec<Token> = before.iter().chain(after).cloned().collect();
    if cases {
        while out.last().is_some_and(|token| matches!(token.kind, Kind::Sign('.' | ','))) {
            out.pop();
        }
        out.push(Token { kind: Kind::Sign(';'), ..tokens[first].clone() });
        // It stands for the factors before it, as after a comma.
        out.push(Token { kind: Kind::Sign(','), ..tokens[first].clone() });
        out.extend(aside.iter().cloned());
    }
    out
}

/// Verbs of factors that hold nothing themselves.
const VERBS: &str = " strengthen strengthens weaken weakens support supports favor favors favour favours help helps make \
    makes distinguish distinguishes link links tie ties speak speaks weigh weighs tip tips point points connect connects ";
