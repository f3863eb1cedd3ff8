//! Conditions, wishes and claims that are said to be mistaken: what they name is not asserted.

use super::token::Token;

/// Whether a clause, whose first word stands at `begin`, only supposes what it names.
pub(super) fn supposes(tokens: &[Token], begin: usize) -> bool {
    let first = &tokens[begin];
    const SUPPOSING: [&str; 8] =
        ["if", "unless", "suppose", "supposing", "assuming", "hypothetically", "imagine", "whether"];
    const SAID: &str = " suggestion claim contention assertion notion idea allegation premise statement submission view belief ";
    // `Search the current case for F7`
    let searches = first.of(" search comb scan hunt try ")
        || first.of(" look seek ") && tokens.iter().any(|token| token.is(&["for", "vain"]));
    // `Had F6 been present in TSC1`
    let later = tokens[begin + 1..].iter().any(|token| token.is(&["been", "not", "existed", "be"]));
    let inverted = first.is(&["had", "were", "should"])
        && tokens.get(begin + 1).is_some_and(|token| !token.is_factor() || later)
        && tokens.get(begin + 1).is_some_and(|token| {
            token.is_factor()
                || token.is_case()
                || token.of(" the a an any either it they there this that no such ")
        });
    // `TSC1 would hardly have come out differently with them`, but not `would have to be`
    let would = (0..tokens.len()).any(|i| {
        let adverb = usize::from(tokens.get(i + 1).is_some_and(|token| {
            token.of(" not hardly never still also even well surely ")
                || token.word().is_some_and(|word| word.ends_with("ly"))
        }));
        tokens[i].of(" would might ")
            && tokens.get(i + 1 + adverb).is_some_and(|token| token.is(&["have"]))
            && tokens.get(i + 2 + adverb).is_some_and(|token| {
                !token.of(" to it the seen thought had ") && token.word().is_some()
            })
    })
        || tokens.iter().any(|token| token.is(&["would"]))
        && tokens.iter().any(|token| token.is(&["been", "were"]))
        // `F21 would be needed in the current case`
        || tokens.windows(2).any(|two| two[0].is(&["would"]) && two[1].is(&["be"])) && first.is_factor();
    // `The suggestion that F7 is in the current case is mistaken`
    let mistaken =
        tokens.iter().any(|token| token.of(" mistaken wrong untrue false incorrect unfounded baseless "))
            && tokens.windows(2).any(|two| two[0].of(SAID) && two[1].is(&["that"]));
    // `as well as of F1, should it be found to be present`
    let afterwards = tokens.windows(3).any(|three| {
        three[0].is_sign(',')
            && three[1].is(&["should", "were", "had"])
            && three[2].is(&["it", "they", "that", "this", "there"])
    }) && tokens.iter().any(|token| token.is(&["be", "been"]));
    // `ask how much TSC2 contributes of F2`
    let asked = tokens.windows(2).any(|two| {
        two[0].of(" ask asks asked wonder wonders inquire inquires enquire ") && two[1].of(" how whether if ")
    });
    let asked = asked || first.is(&["ask"]) && tokens.iter().any(|token| token.is(&["about"]));
    asked
        || mistaken
        || afterwards
        || searches
        || inverted
        || would
        || (0..tokens.len()).any(|i| {
            // `if anything`
            let idle = tokens[i].is(&["if"])
                && tokens.get(i + 1).is_some_and(|next| next.is(&["anything", "any", "at", "only", "not"]));
            tokens[i].is(&SUPPOSING) && !idle
        })
}
