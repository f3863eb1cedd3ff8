//! Descriptions and names beside numbers: brackets that only name a factor again, ranges, wordings of
//! factors that hold a negation themselves.

use super::mention::{Mention, Name};
use super::token::{Kind, Token};

/// The tokens without what only describes a factor again.
pub(super) fn plain(tokens: Vec<Token>) -> Vec<Token> {
    brackets(ranges(named_twice(described(tokens))))
}

/// "took security measures (F6)": a name and then its number is one mention, by the number.
fn named_twice(tokens: Vec<Token>) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while i < tokens.len() {
        let alone = matches!(tokens[i].kind, Kind::Factor(Mention { name: Name::Alone, .. }));
        let number = tokens.get(i + 2).and_then(|token| match token.kind {
            Kind::Factor(mention) if mention.name == Name::None => Some(mention),
            _ => None,
        });
        let open = tokens.get(i + 1).is_some_and(|token| token.is_sign('('));
        let close = tokens.get(i + 3).is_some_and(|token| token.is_sign(')'));
        match number.filter(|_| alone && open && close) {
            Some(number) => {
                let (start, end) = (tokens[i].start, tokens[i + 2].end);
                out.push(Token { kind: Kind::Factor(number), start, end });
                i += 4;
            }
            None => {
                out.push(tokens[i].clone());
                i += 1;
            }
        }
    }
    out
}

/// "the agreement was not specific (F5)", "no security measures were taken (F19)": these factors are
/// present where something is not, so that the negation belongs to their name.
fn described(mut tokens: Vec<Token>) -> Vec<Token> {
    const WORDS: usize = 8;
    const DENIED: &str = " not no never without lack lacked lacking absence absent failed fails failure neither nobody nothing none want ";
    for i in 2..tokens.len() {
        let Kind::Factor(Mention { number: number @ (5 | 15 | 18 | 19), .. }) = tokens[i].kind else {
            continue;
        };
        if !matches!(tokens[i - 1].kind, Kind::Sign('(' | ',' | '[')) {
            continue;
        }
        let about: &str = match number {
            5 => " specific agreement specify promise contract vague ",
            15 => " rival rivals equal equals peer like other ",
            18 => " apart difference distinguish distinguished told ",
            _ => {
                " security measures precautions guard guarded guarding care locked lock secured protected protect safeguards precaution "
            }
        };
        let begin = (i.saturating_sub(WORDS)..i - 1)
            .rev()
            .find(|n| {
                let named = matches!(tokens[*n].kind, Kind::Factor(mention) if mention.name != Name::Alone);
                named || matches!(tokens[*n].kind, Kind::Sign(',' | ';' | '(' | ')'))
            })
            .map_or(i.saturating_sub(WORDS), |n| n + 1);
        let measures =
            |token: &Token| number == 19 && matches!(token.kind, Kind::Factor(Mention { number: 6, .. }));
        if !tokens[begin..i - 1].iter().any(|token| token.of(about) || measures(token)) {
            continue;
        }
        for token in &mut tokens[begin..i - 1] {
            let contracted = token.word().is_some_and(|word| word.ends_with("n't"));
            if token.of(DENIED) || contracted {
                token.kind = Kind::Word("so".to_owned());
            }
        }
    }
    tokens
}

/// Leaves out a bracket that only gives the names of the factors listed before it.
fn brackets(tokens: Vec<Token>) -> Vec<Token> {
    const NAMES_MAX: usize = 60;
    let mut out: Vec<Token> = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        if tokens[i].is_sign('(') && out.last().is_some_and(Token::is_factor) {
            let close = (i + 1..tokens.len().min(i + NAMES_MAX)).find(|n| tokens[*n].is_sign(')'));
            let number = |token: &Token| match &token.kind {
                Kind::Factor(mention) => Some(mention.number),
                _ => None,
            };
            let before: Vec<u32> = out.iter().rev().take(NAMES_MAX).filter_map(number).collect();
            let gloss = close.is_some_and(|close| {
                tokens[i + 1..close].iter().all(|token| match number(token) {
                    Some(number) => before.contains(&number),
                    None => token.is(&["and"]) || matches!(token.kind, Kind::Sign(',' | ';' | '/' | '&')),
                })
            });
            if let Some(close) = close.filter(|_| gloss) {
                i = close + 1;
                continue;
            }
        }
        out.push(tokens[i].clone());
        i += 1;
    }
    out
}

/// `F4 to F6` is three factors.
fn ranges(tokens: Vec<Token>) -> Vec<Token> {
    const SPAN_MAX: u32 = 12;
    let mut out: Vec<Token> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        if let (Kind::Factor(last), Some(joint), Some(before)) =
            (&token.kind, i.checked_sub(1).map(|n| &tokens[n]), i.checked_sub(2).map(|n| &tokens[n]))
            && let Kind::Factor(first) = before.kind
            && (joint.is(&["to", "through"])
                || joint.is_sign('-') && (before.end == joint.start || joint.end < token.start))
            && first.name == Name::None
            && (first.number + 1..first.number.saturating_add(SPAN_MAX)).contains(&last.number)
        {
            let between = (first.number + 1..last.number)
                .filter(|number| super::super::factor::factor(*number).is_some());
            out.extend(
                between
                    .map(|number| Token { kind: Kind::Factor(Mention { number, ..*last }), ..token.clone() }),
            );
        }
        out.push(token.clone());
    }
    out
}
