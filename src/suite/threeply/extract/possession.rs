//! Denials that say of another case that it has the factors: "the F7 of TSC1 is not in the current case".

use super::super::triple::Case;
use super::clause::Clause;
use super::contrast::contrasted;
use super::lexicon::{BE, HOLDS};
use super::negation::denies;
use super::reader::{Placement, Reader, placement};
use super::token::{Kind, Token, Who};

/// Indices of the cases that a denial names as those whose factors they are: "three factors of TSC1 do
/// not recur in the current case", "TSC1's strengths are missing here".
pub(super) fn owners(tokens: &[Token]) -> Vec<usize> {
    const NOUNS: &str = " factor factors feature features strength strengths weakness weaknesses element elements \
        circumstance circumstances point points ones advantages advantage burdens assets facts ";
    let negators: Vec<usize> = (0..tokens.len()).filter(|i| denies(tokens, *i)).collect();
    let cases: Vec<usize> = (0..tokens.len()).filter(|i| tokens[*i].is_case()).collect();
    let owned = |i: usize| {
        let before = |n: usize| i.checked_sub(n).map(|at| &tokens[at]);
        let article = usize::from(before(1).is_some_and(|token| token.is(&["the"])));
        let place = before(1 + article).is_some_and(|token| token.is(&["of", "in", "from", "within"]));
        let of_noun = before(1 + article).is_some_and(|token| token.is(&["of", "in", "from"]))
            && before(2 + article).is_some_and(|token| token.of(NOUNS));
        let possessive =
            tokens.get(i + 1).is_some_and(|next| next.is(&["'s"]) || next.of(NOUNS)) || its(tokens, i);
        // "gone is the deception that TSC1 had"
        let had = before(1 + article).is_some_and(|token| token.is(&["that"]))
            && tokens.get(i + 1).is_some_and(|next| next.is(&["had", "has"]))
            && tokens[0].of(" gone missing absent lost ");
        if had {
            return true;
        }
        let first = negators.first().copied().unwrap_or(usize::MAX);
        let denied_later = i < first && cases.iter().any(|j| *j > first);
        let elsewhere = cases.iter().any(|j| *j != i && !contrasted(&tokens[..*j]));
        (denied_later && (place || possessive)) || (elsewhere && (of_noun || possessive))
    };
    /// A clause that names more cases is no sentence.
    const CASES_MAX: usize = 12;
    if negators.is_empty() || cases.len() > CASES_MAX {
        return Vec::new();
    }
    cases.iter().copied().filter(|i| owned(*i) && !contrasted(&tokens[..*i])).collect()
}

/// Whether the case at `i` is "its" before a noun for factors: "its additional pro-defendant factors".
pub(super) fn its(tokens: &[Token], i: usize) -> bool {
    const WORDS_MAX: usize = 6;
    tokens[i].kind == Kind::Case(Who::It)
        && tokens[i + 1..]
            .iter()
            .take(WORDS_MAX)
            .take_while(|next| next.word().is_some() && !next.of(BE) && !next.of(HOLDS) || next.is_sign('-'))
            .any(|next| next.of(" factor factors features strengths weaknesses "))
}

impl Reader {
    /// In a denial, "the F7 of TSC1" and "TSC1's F7" still say of that case that it has F7: asserts
    /// it, and returns those cases.
    pub(super) fn possessed(&mut self, clause: &Clause) -> Vec<Case> {
        let mut owners = Vec::new();
        if !clause.negative {
            return owners;
        }
        let tokens = &clause.tokens;
        let listed = |token: &&Token| token.is_factor() || token.is(&["and", "or"]) || token.is_sign(',');
        for (i, token) in tokens.iter().enumerate() {
            let Kind::Case(who) = token.kind else { continue };
            let of = i > 0 && tokens[i - 1].is(&["of"]);
            let run: Vec<&Token> = if of {
                tokens[..i - 1].iter().rev().take_while(listed).collect()
            } else if tokens.get(i + 1).is_some_and(|next| next.is(&["'s"])) {
                tokens[i + 2..].iter().take_while(listed).collect()
            } else if tokens.get(i + 1).is_some_and(|next| next.is_sign('('))
                && !(0..i).any(|n| denies(tokens, n) && !tokens[n].is(&["none", "neither"]))
            {
                // "the factors of TSC2 (F5, F11)"
                tokens[i + 2..].iter().take_while(listed).collect()
            } else if tokens.get(i + 1).is_some_and(|next| next.is(&["factor", "factors"]))
                && tokens.get(i + 2).is_some_and(Token::is_factor)
            {
                // "TSC1 factor F21 has no counterpart"
                tokens[i + 2..].iter().take_while(listed).collect()
            } else if who == Who::It
                && tokens[i + 1..]
                    .iter()
                    .find(|next| !next.of(" factor factors "))
                    .is_some_and(Token::is_factor)
            {
                // "its F24", "its factor F24"
                tokens[i + 1..].iter().skip_while(|next| !next.is_factor()).take_while(listed).collect()
            } else {
                continue;
            };
            let factors: Vec<Placement> =
                run.into_iter().filter(|token| token.is_factor()).map(placement).collect();
            if !factors.is_empty() {
                // "its F22 has no counterpart in the current case"
                if who == Who::It {
                    self.named_later.extend(clause.names());
                }
                let cases = self.resolve(who);
                self.assert(&factors, &cases);
                owners.extend(cases);
            }
        }
        if owners.is_empty() {
            let factors: Vec<Placement> = clause.factors().map(placement).collect();
            for i in self::owners(tokens) {
                let Kind::Case(who) = tokens[i].kind else { continue };
                let cases = self.resolve(who);
                self.assert(&factors, &cases);
                owners.extend(cases);
            }
        }
        // "nothing in TSC2 (neither F2 nor F6) has a counterpart in the current case"
        if clause.has(&["counterpart", "equivalent", "parallel", "match", "echo", "analogue"])
            && owners.is_empty()
        {
            let place = tokens.windows(2).find_map(|two| match two[1].kind {
                Kind::Case(Who::One(case)) if two[0].is(&["in", "of", "from"]) => Some(case),
                _ => None,
            });
            let later = clause.cases().len() > 1;
            let factors: Vec<Placement> = clause.factors().map(placement).collect();
            if let Some(case) = place.filter(|_| later) {
                self.assert(&factors, &[case]);
                owners.push(case);
            }
        }
        owners
    }

    /// "The current case adds F12 to TSC1's F2 and F4": asserts what is its owner's alone, and returns the
    /// other factors and cases.
    pub(super) fn owned_apart(
        &mut self,
        clause: &Clause,
        factors: &[Placement],
        has: &[Case],
    ) -> (Vec<Placement>, Vec<Case>) {
        let tokens = &clause.tokens;
        let listed = |token: &&Token| token.is_factor() || token.is(&["and", "or"]) || token.is_sign(',');
        for (i, token) in tokens.iter().enumerate() {
            let Kind::Case(Who::One(owner)) = token.kind else { continue };
            // Added to, given in exchange, set beside.
            let to = i > 0
                && tokens[..i].iter().rev().take(3).any(|token| token.of(" to beside with for alongside "));
            let run: Vec<&Token> = if tokens.get(i + 1).is_some_and(|next| next.is(&["'s"])) && to {
                tokens[i + 2..].iter().take_while(listed).collect()
            } else if i > 1 && tokens[i - 1].is(&["of"]) && tokens[0].is(&["to"]) {
                tokens[..i - 1].iter().rev().take_while(listed).collect()
            } else {
                continue;
            };
            let own: Vec<Placement> =
                run.into_iter().filter(|token| token.is_factor()).map(placement).collect();
            let rest: Vec<Placement> =
                factors.iter().copied().filter(|factor| !own.contains(factor)).collect();
            let others: Vec<Case> = has.iter().copied().filter(|case| *case != owner).collect();
            if !clause.negative && !own.is_empty() && !rest.is_empty() && !others.is_empty() {
                self.assert(&own, &[owner]);
                return (rest, others);
            }
        }
        (factors.to_vec(), has.to_vec())
    }
}
