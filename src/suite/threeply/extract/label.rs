//! Labels that a text gives to cases, such as `Case A`, and whether it names factors by numbers alone.

use super::super::triple::Case;
use super::plain::Placed;
use super::token::{Kind, Labels, Token, Who, tokens};

/// Labels such as `Case A` that the text introduces beside the name of a case.
pub(super) fn labels(lines: &[Vec<Placed>]) -> Labels {
    let none = Labels::default();
    let mut found: Vec<(String, Case)> = Vec::new();
    for line in lines {
        let tokens = tokens(line, &none);
        for i in 0..tokens.len() {
            let Some(label) = label_at(&tokens, i) else { continue };
            if found.iter().any(|(known, _)| *known == label) {
                continue;
            }
            let one = |token: &Token| match token.kind {
                Kind::Case(Who::One(case)) => Some(case),
                _ => None,
            };
            // Between the name and the label stand a sign or a few words of introduction.
            let introduces = |between: &[Token], ahead: bool| {
                let stops = between.iter().any(|token| token.is_sign('.'));
                // "TSC1 (the former)", not "in TSC1, the former".
                let bare = matches!(label.as_str(), "former" | "latter");
                (!bare || !ahead || between.iter().any(|token| token.is_sign('(')))
                    && between.len() <= 5
                    && (!stops || between.iter().any(|token| token.is(&["e", "viz"])))
                    && between.iter().all(|token| match &token.kind {
                        Kind::Sign(sign) => {
                            matches!(
                                sign,
                                '(' | ')' | '"' | '=' | ':' | ',' | '-' | '\'' | '[' | '\u{2014}' | '.'
                            )
                        }
                        Kind::Word(word) => matches!(
                            word.as_str(),
                            "hereafter"
                                | "hereinafter"
                                | "henceforth"
                                | "called"
                                | "call"
                                | "is"
                                | "be"
                                | "as"
                                | "the"
                                | "i"
                                | "we"
                                | "it"
                                | "below"
                                | "means"
                                | "refer"
                                | "to"
                                | "referred"
                                | "for"
                                | "here"
                                | "let"
                                | "stands"
                                | "e"
                                | "meaning"
                                | "namely"
                                | "viz"
                                | "mean"
                                | "that"
                        ),
                        _ => false,
                    })
            };
            let ahead = (0..i).rev().take(6).find(|j| one(&tokens[*j]).is_some());
            let after = i + label.split(' ').count();
            let behind = (after..tokens.len()).take(6).find(|j| one(&tokens[*j]).is_some());
            let named = ahead
                .filter(|j| introduces(&tokens[j + 1..i], true))
                .or_else(|| behind.filter(|j| introduces(&tokens[after..*j], false)));
            if let Some(case) = named.and_then(|j| one(&tokens[j])) {
                found.push((label, case));
            }
        }
    }
    Labels { cases: found, numbers: only_numbers(lines) }
}

/// Whether the text names its factors by bare numbers alone.
fn only_numbers(lines: &[Vec<Placed>]) -> bool {
    let none = Labels::default();
    let mut named = lines.iter().flat_map(|line| tokens(line, &none)).filter(Token::is_factor);
    named.next().is_none()
}

/// `TSC1 (hereafter Alpha)`, `TSC1 ("Alpha")`: any word as a label, where it is introduced as one.
fn introduced(tokens: &[Token], i: usize) -> bool {
    const PLAIN: &str = " the a an it case precedent matter authority exhibit file dispute scenario favourable favorable as by for plaintiff defendant ";
    let quoted =
        i > 1 && tokens[i - 1].is_sign('"') && tokens.get(i + 1).is_some_and(|next| next.is_sign('"'));
    let lead = &tokens[..i - usize::from(i > 0 && quoted)];
    let called = lead.last().is_some_and(|last| last.of(" called hereafter hereinafter henceforth dubbed "));
    let bracketed = quoted
        && lead.last().is_some_and(|last| last.is_sign('('))
        && lead.len() > 1
        && lead[lead.len() - 2].is_case();
    (called || bracketed) && !tokens[i].of(PLAIN) && tokens[i].word().is_some_and(|word| word.len() > 2)
}

fn label_at(tokens: &[Token], i: usize) -> Option<String> {
    match tokens[i].kind {
        Kind::Case(Who::Former) => return Some("former".to_owned()),
        Kind::Case(Who::Latter) => return Some("latter".to_owned()),
        _ => {}
    }
    let head = tokens[i].word()?;
    if introduced(tokens, i) {
        return Some(head.trim_end_matches("'s").to_owned());
    }
    let letter = tokens.get(i + 1)?.word()?;
    let letter = letter.trim_end_matches("'s");
    (matches!(
        head,
        "case" | "precedent" | "matter" | "authority" | "exhibit" | "file" | "dispute" | "scenario"
    ) && letter.len() == 1
        && letter.chars().all(|c| c.is_ascii_alphabetic() || c.is_ascii_digit())
        && !(head == "precedent" && letter.chars().all(|c| c.is_ascii_digit())))
    .then(|| format!("{head} {letter}"))
}
