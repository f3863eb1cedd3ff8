//! Questions that the next sentence answers: "F4? Present in both." and "What does TSC1 have? F7 and F8."

use super::token::{Kind, Token};

/// The sentences, where a question and its answer make one.
pub(super) fn answered(sentences: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    let mut out: Vec<Vec<Token>> = Vec::with_capacity(sentences.len());
    let asked = sentences.iter().any(|sentence| asks(sentence));
    let sentences = sentences.into_iter().map(|sentence| if asked { unlabelled(sentence) } else { sentence });
    let mut sentences = sentences.peekable();
    while let Some(mut sentence) = sentences.next() {
        let next = sentences.peek();
        if next
            .is_some_and(|next| names_what_is_answered(&sentence, next) || asks_for_factors(&sentence, next))
        {
            // The sign of question leads to the answer as a colon does.
            if let Some(last) = sentence.last_mut() {
                last.kind = Kind::Sign(':');
            }
            sentence.extend(sentences.next().into_iter().flatten());
        }
        out.push(sentence);
    }
    out
}

/// `Q: What do they share?` without its label.
fn unlabelled(mut tokens: Vec<Token>) -> Vec<Token> {
    if let [label, colon, _, ..] = &tokens[..]
        && label.is(&["q", "a", "question", "answer"])
        && colon.is_sign(':')
    {
        tokens.drain(..2);
    }
    tokens
}

fn asks(tokens: &[Token]) -> bool {
    tokens.last().is_some_and(|last| last.is_sign('?'))
}

/// `F4? Present in TSC1.`
fn names_what_is_answered(question: &[Token], answer: &[Token]) -> bool {
    const WORDS: &str = " and or what about of the as for how ";
    // `Plaintiff's Rebuttal: F10?`
    let label = question.iter().rposition(|token| token.is_sign(':')).map_or(0, |at| at + 1);
    let ditto = answer.first().is_some_and(|first| first.is(&["ditto", "likewise", "same"]));
    let question = &question[label..];
    asks(question)
        && question.iter().any(Token::is_factor)
        && question
            .iter()
            .all(|token| token.is_factor() || matches!(token.kind, Kind::Sign(_)) || token.of(WORDS))
        && !answer.iter().any(Token::is_factor)
        && (answer.iter().any(Token::is_case) || ditto)
}

/// `What does TSC1 have that the current case has not? F7 and F8.`
fn asks_for_factors(question: &[Token], answer: &[Token]) -> bool {
    const LEADS: &str =
        " only just nothing but the factors factor first mainly chiefly above all simply merely ";
    let wh = question.iter().take(3).any(|token| token.of(" what which where how "));
    let lead = answer.iter().take_while(|token| token.of(LEADS) || token.is_sign(':')).count();
    asks(question)
        && wh
        && question.iter().any(Token::is_case)
        && !question.iter().any(Token::is_factor)
        && (answer.get(lead).is_some_and(Token::is_factor) || by_means(question, answer))
}

/// `How did the plaintiff in TSC2 win? By showing F4 and F6.`
fn by_means(question: &[Token], answer: &[Token]) -> bool {
    question.first().is_some_and(|first| first.is(&["how", "why", "what"]))
        && question.iter().filter(|token| token.is_case()).count() == 1
        && answer.first().is_some_and(|first| first.of(" by through because with on thanks it the "))
        && answer.iter().any(Token::is_factor)
        && !answer.iter().any(Token::is_case)
}
