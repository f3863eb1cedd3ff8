//! Cases that are only set against others: `unlike TSC1`, `in contrast to the current case`.

use super::lexicon::BE;
use super::token::{Kind, Token, Who};

/// Whether what precedes a case only sets it against another: `unlike`, `in contrast to`.
pub(super) fn contrasted(before: &[Token]) -> bool {
    const AGAINST: &str = " unlike than contrary contrast contrasted opposed compared comparison differs differ differed \
        different differing departs distinct apart beyond outdoes outdo outdid surpasses exceeds over outstrips above against vis ";
    const DISTINGUISHES: [&str; 8] = [
        "separates",
        "separate",
        "separated",
        "distinguishes",
        "distinguish",
        "distinguished",
        "distinguishable",
        "distinguishing",
    ];
    // "What distinguishes TSC1 is F7": it is spoken of.
    if before.first().is_some_and(|first| first.is(&["what"])) && before.len() == 2 {
        return false;
    }
    if before.last().is_some_and(|token| token.is_sign('\\')) {
        return true;
    }
    // "To it, TSC1 adds F7."
    if before.iter().filter(|token| !matches!(token.kind, Kind::Sign(_))).all(|token| token.is(&["to"]))
        && before.iter().any(|token| token.is(&["to"]))
    {
        return true;
    }
    // "beyond dispute", "parts company with TSC1"
    let words: Vec<&str> =
        before.iter().rev().filter_map(Token::word).filter(|word| *word != "the").take(2).collect();
    const AWAY: [&str; 5] = ["off", "away", "far", "aloof", "apart"];
    if words.len() == 2 && words[0] == "from" && AWAY.contains(&words[1])
        || words == ["of", "short"]
        || words == ["with", "company"]
        || words == ["with", "ways"]
    {
        return true;
    }
    // "which distinguish the instant case from TSC2"
    let far = before
        .iter()
        .rev()
        .find(|token| !token.is(&["the", "from"]))
        .is_some_and(|token| matches!(token.kind, Kind::Case(Who::One(_))) || token.is(&["it", "them"]))
        && before.iter().rev().take(8).any(|token| token.is(&DISTINGUISHES));
    if words.first() == Some(&"from") && far {
        return true;
    }
    if before.len() > 2 && before[before.len() - 1].is(&["as"]) && before[before.len() - 2].is(&["far"]) {
        return true;
    }
    // "in addition to TSC2"
    if before.len() > 1 && before[before.len() - 1].is(&["to"]) && before[before.len() - 2].is(&["addition"])
    {
        return true;
    }
    let article = before.last().is_some_and(|token| token.is(&["the"]));
    let before = &before[..before.len() - usize::from(article)];
    for (n, token) in before.iter().rev().enumerate() {
        // A second case goes with the first: `unlike TSC1 or TSC2` is rare, `from TSC1 and` is not.
        let passed = n == 1 && token.is_case() && before[before.len() - 1].is(&["from"]);
        // "stronger than it was in TSC1"
        let pronoun = matches!(token.kind, Kind::Case(Who::It | Who::ItObject | Who::Them));
        if n > 4
            || token.is_factor()
            || (token.is_case() && !passed && !pronoun)
            || matches!(token.kind, Kind::Sign(',' | ':' | '('))
        {
            return false;
        }
        // "the cloud over our case" sets it against nothing.
        const HANGS: &str = " cloud clouds shadow question doubt hang hangs hung hanging cast casts loom looms looming hold power control ";
        if token.is(&["over"]) && before.len().checked_sub(n + 2).is_some_and(|at| before[at].of(HANGS)) {
            continue;
        }
        let parts = token.is(&["separates", "separate", "separated"]);
        let near = if parts { 1 } else { n };
        let from = n > 0 && before[before.len() - near].is(&["from"]);
        // "The proper comparison is TSC2" compares nothing with it.
        let noun = token.is(&["comparison", "contrast"])
            && !before[before.len() - n..].first().is_some_and(|next| next.is(&["with", "to"]));
        // `no less than TSC1`
        // `current case extra vs TSC2:`, but not `TSC1 {F2} vs CC {F2}`
        if token.is(&["vs", "versus"]) && n == 0 && before.len() > 1 && !before.iter().any(Token::is_factor) {
            return true;
        }
        let equal = token.is(&["than"]) && before.len() > n + 2 && before[before.len() - n - 3].is(&["no"]);
        // "as it was over TSC1 and over TSC2"
        let lies = token.is(&["over"])
            && before
                .len()
                .checked_sub(n + 2)
                .is_some_and(|at| before[at].of(BE) || before[at].of(" and all written "));
        // "raised against that plaintiff" sets nothing against anything.
        let used = token.is(&["against"])
            && before.len().checked_sub(n + 2).is_some_and(|at| {
                before[at].of(" raised weigh weighs weighed count counts counted pleaded record spoke speak speaks told tell tells used work \
                    worked turned cited used stood stand stands ")
            });
        if (token.of(AGAINST)
            && !noun
            && !equal
            && !used
            && !lies
            && (n == 0 || !token.is(&["over", "above", "against"])))
            || (token.is(&DISTINGUISHES) && (n == 0 && !parts || from))
        {
            return true;
        }
    }
    false
}
