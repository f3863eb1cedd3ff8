//! Clauses that name factors: to which cases they belong, and what is handed on to the next clause.

use std::collections::BTreeSet;

use super::super::triple::Case;
use super::anaphora::{
    adds, affirmed_after, closes_aside, goes_on, likens, opens_aside, same_goes, stands_with,
};
use super::clause::{Clause, Joint, Named};
use super::flow::{Flow, GROUP_MAX, NAMED_MAX};
use super::lexicon::{BE, DIFFER, HOLDS, SHARED};
use super::negation::lacks;
use super::reader::{Placement, Reader};
use super::subject::leads;
use super::token::{Kind, Token, Who};

impl Reader {
    /// A clause that names factors. Returns the cases that it speaks of.
    pub(super) fn with_factors(
        &mut self,
        clause: &Clause,
        factors: &[Placement],
        mut has: Vec<Case>,
        against: &[Case],
        flow: &mut Flow,
    ) -> Vec<Case> {
        flow.named_factors = true;
        flow.lacking = false;
        if clause.joint == Joint::Plain {
            flow.of_factors = leads(clause);
            flow.supposed = clause.supposed;
        }
        flow.factors.extend(factors);
        flow.factors.truncate(GROUP_MAX);
        self.named_last.extend(factors);
        self.named_last.drain(..self.named_last.len().saturating_sub(NAMED_MAX));
        // "no F1, no F10 and no F11": one list in several clauses.
        let first = clause.tokens.iter().find(|token| !matches!(token.kind, Kind::Sign(_)));
        let holds = clause.tokens.iter().take_while(|token| !token.is_factor()).any(|token| token.of(HOLDS));
        let lists = !holds
            && !clause.tokens.iter().take(3).any(|token| token.is(&["that"]))
            && first.is_some_and(|first| first.is_factor() || first.of(" and or nor no also neither "))
            // "and was untroubled by F10" begins anew.
            && !clause.tokens.iter().take(3).any(|token| token.of(BE));
        let grows = (lists || flow.open)
            && has.is_empty()
            && flow.group_grows
            && (clause.joint == Joint::Plain || flow.open);
        if !(grows || stands_with(clause)) {
            self.group.clear();
        }
        // A verb after the last factor ends the list.
        let last = clause.tokens.iter().rposition(Token::is_factor).unwrap_or(0);
        flow.group_grows = !clause.tokens[last..]
            .iter()
            .any(|token| token.of(super::lexicon::BE) || token.of(super::lexicon::FINITE));
        self.group.extend(factors);
        self.group.truncate(GROUP_MAX);
        let owned = self.possessed(clause);
        has.retain(|case| !owned.contains(case));
        let (factors, has_rest) = self.owned_apart(clause, factors, &has);
        let factors = &factors[..];
        has = has_rest;
        let mut targets = has.clone();
        if !flow.narrow.is_empty() && holds && !clause.any_of(SHARED) {
            flow.main = std::mem::take(&mut flow.narrow);
        }
        if flow.answered && clause.announces && targets.is_empty() {
            flow.pending = factors.to_vec();
            return Vec::new();
        }
        // "it is F26 that tells the two apart": which of them has it is not said, or said by what follows.
        if has.is_empty() && clause.joint == Joint::Plain && flow.relative_next && cleft(clause) {
            self.read.unattributed += factors.len();
            return Vec::new();
        }
        let mut absent = clause.negative || flow.lacks_one && named_by_that(clause);
        if targets.len() > 1 && against.is_empty() && clause.any_of(DIFFER) && !absent {
            // "TSC1 and the current case differ as to F4": which of them has it, others say.
            flow.differs = true;
            return Vec::new();
        }
        if targets.is_empty() && clause.tokens[0].is(&["let"]) && flow.spoken | flow.related {
            self.read.unattributed += factors.len();
            return Vec::new();
        }
        if flow.differs && targets.is_empty() && clause.joint == Joint::Plain {
            return Vec::new();
        }
        // "In the current case, as in TSC1, F4 is present"
        let before_factors =
            clause.tokens.iter().position(Token::is_case) < clause.tokens.iter().position(Token::is_factor);
        if clause.joint == Joint::As && before_factors && !absent && !targets.is_empty() && !flow.lacks_one {
            targets.extend(flow.main.iter().copied());
            // "As in TSC1, the defendant agreed": as in the current case.
            if flow.main.is_empty()
                && !has.contains(&Case::Current)
                && clause.tokens[1..].first().is_some_and(|next| next.is(&["in", "with"]))
            {
                targets.push(Case::Current);
            }
            flow.main.clone_from(&targets);
        }
        // "All that led to the result in TSC1, namely F4 and F6, is also present in the current case"
        let further =
            flow.list && !has.is_empty() && !absent && clause.has(&["also", "too", "likewise", "equally"]);
        if further {
            targets.extend(flow.main.iter().copied().filter(|case| !has.contains(case)));
        }
        let likened = clause.joint == Joint::Relative
            || clause.joint == Joint::Plain && clause.tokens[0].is(&["like"]) && !clause.any_of(HOLDS);
        if likened && !absent && likens(clause) {
            let like = if flow.main.is_empty() { &flow.inherited } else { &flow.main };
            targets.extend(like.iter().copied().filter(|case| !has.contains(case)));
        }
        if clause.joint == Joint::Plain && !absent && !flow.likened.is_empty() {
            let like = std::mem::take(&mut flow.likened);
            if targets.is_empty() {
                targets.extend(flow.main.iter().copied().filter(|case| !like.contains(case)));
            }
            targets.extend(like.into_iter().filter(|case| !has.contains(case)));
        }
        // "and had F16, like the current case": as the subject has.
        if clause.joint != Joint::As
            && !absent
            && has.len() == 1
            && !flow.main.is_empty()
            && ends_alike(clause)
        {
            targets.extend(flow.main.iter().copied().filter(|case| !has.contains(case)));
            has.clone_from(&targets);
        }
        if !flow.cleft.is_empty() {
            targets = std::mem::take(&mut flow.cleft);
            absent = false;
        }
        // "and there is F23, which the current case has": the next clause says where.
        let said_later =
            !self.named_later.is_empty() && exists(clause) && !flow.denied_later && !flow.adds_later;
        if targets.is_empty() && flow.waits && !absent {
            return Vec::new();
        }
        // "there", where nothing was spoken of
        let unknown = has.is_empty() && against.is_empty() && !clause.cases().is_empty();
        if targets.is_empty() && (flow.nobody || unknown && owned.is_empty()) && !absent {
            self.read.unattributed += factors.len();
            return Vec::new();
        }
        if targets.is_empty() && !said_later {
            let denied = self.before_facts.iter().filter(|fact| !fact.present).map(|fact| fact.case);
            if affirmed_after(clause) && flow.main.is_empty() {
                targets.extend(denied.collect::<BTreeSet<Case>>());
            } else if same_goes(clause) {
                targets.clone_from(if flow.first.is_empty() { &self.before } else { &flow.first });
                // "So are F15 and F22": as what was said last.
                flow.carried = true;
                let more = self.said.iter().any(|case| !self.before.contains(case));
                if clause.tokens[0].is(&["so"]) && flow.first.is_empty() && more {
                    targets.clone_from(&self.said);
                }
            } else if let Some(case) = flow.trailing.filter(|_| clause.joint == Joint::Relative) {
                targets.push(case);
            } else if clause.joint == Joint::Relative && !flow.inherited.is_empty() {
                targets.extend(self.last.filter(|last| flow.inherited.contains(last)));
            } else if clause.joint == Joint::Plain
                && !flow.main.is_empty()
                && !clause.aside
                && !goes_on(clause)
            {
                let in_list = flow.list
                    || clause
                        .tokens
                        .iter()
                        .find(|token| !token.is(&["and"]))
                        .is_some_and(|first| first.is(&["in", "on", "as"]));
                let together = in_list && !flow.together.is_empty();
                targets.clone_from(if together { &flow.together } else { &flow.main });
                if !absent && targets.len() > 1 {
                    targets.retain(|case| !against.contains(case));
                }
                absent |= flow.denied;
            } else if flow.related && clause.joint == Joint::Plain && flow.main.is_empty() && flow.spoken {
                // "F13, which was in TSC1 only, and F10, which": what follows says where.
            } else {
                targets.clone_from(&flow.inherited);
                absent |= flow.denied;
            }
            let alone = !self.before_facts.is_empty()
                && self.before_facts.iter().all(|fact| self.before.contains(&fact.case));
            if targets.is_empty()
                && !absent
                && alone
                && adds(clause)
                && !clause.tokens[0].is(&["let"])
                && (!flow.related || flow.adds_later)
            {
                targets.clone_from(&self.before);
            }
        }
        if flow.shared && !absent {
            let narrow = targets.clone();
            self.widen(&mut targets);
            flow.shared = false;
            if has.is_empty() {
                flow.narrow = if narrow == targets { Vec::new() } else { narrow };
                // What follows in the same list is shared as well.
                flow.main.clone_from(&targets);
                flow.inherited.clone_from(&targets);
            }
        }
        // `F4 (also in TSC1)`, below a heading
        let ends = clause.tokens.last().is_some_and(|token| token.is_sign(')'));
        let only = clause.has(&["only"]) || names_place(clause);
        let aside = ends && !flow.differs && !only;
        if aside && !absent && !flow.inherited.is_empty() && closes_aside(clause) {
            targets.extend(flow.inherited.iter().copied().filter(|case| !has.contains(case)));
        }
        if targets.is_empty() && clause.announces && !absent {
            flow.pending = factors.to_vec();
        } else if absent {
            flow.lacking = lacks(&clause.tokens);
            if has.is_empty() && targets.iter().any(|case| !flow.against.contains(case)) {
                targets.retain(|case| !flow.against.contains(case));
            }
            // "So did TSC1, except that F8 was absent there": what was taken up from before is taken back.
            let taken_up: Vec<Placement> = self.read.asserted[flow.begun..]
                .iter()
                .filter(|found| !flow.factors.iter().any(|named| named.starts_at(found.start)))
                .flat_map(|found| factors.iter().filter(|factor| factor.number == found.number))
                .copied()
                .collect();
            self.retract(&taken_up, &targets, flow.begun);
            self.record(factors, &targets, false);
            // "Compared with TSC1, the current case has F12 and lacks F7."
            if targets.is_empty() && grows {
                targets.clone_from(&flow.lacked);
            }
            flow.lacked.clone_from(&targets);
            let mut against = if against.is_empty() { flow.against.clone() } else { against.to_vec() };
            against.retain(|case| !targets.contains(case));
            self.assert(factors, &against);
            flow.hanging = targets.is_empty();
        } else if !clause.supposed {
            flow.lacking = clause.has(&["lack", "lacking", "without", "devoid", "bereft"]);
            self.claim(clause);
            let was_open = std::mem::replace(&mut flow.open, targets.is_empty());
            if targets.is_empty() {
                self.read.unattributed += factors.len();
            }
            // "F6; F18 (both in the current case)"
            if was_open && clause.has(&["both", "all"]) && closes_aside(clause) {
                let before: Vec<Placement> = flow.factors.clone();
                self.read.unattributed = self.read.unattributed.saturating_sub(before.len() - factors.len());
                self.assert(&before, &targets);
            }
            // "where it was present along with F4"
            let all = if stands_with(clause) { self.group.clone() } else { factors.to_vec() };
            if !self.respectively(clause, factors, &targets) {
                self.assert(&all, &targets);
            }
            if flow.first.is_empty() {
                flow.first = targets;
            }
        }
        has
    }

    /// "F10 and F3 connect the current case with TSC1 and TSC2 respectively": each of the last cases has
    /// the factor in its place. Whether it was said so.
    fn respectively(&mut self, clause: &Clause, factors: &[Placement], targets: &[Case]) -> bool {
        if !clause.has(&["respectively"]) || factors.len() < 2 || targets.len() < factors.len() {
            return false;
        }
        let (all, each) = targets.split_at(targets.len() - factors.len());
        for (factor, case) in factors.iter().zip(each) {
            self.assert(&[*factor], &[*case]);
        }
        self.assert(factors, all);
        true
    }

    /// What the clause means for those after it.
    pub(super) fn hand_on(&mut self, clause: &Clause, has: Vec<Case>, no_factors: bool, flow: &mut Flow) {
        let ends_in_case = clause
            .tokens
            .iter()
            .rev()
            .find(|token| !token.is_sign(',') && !token.of(" in of on from by itself "))
            .is_some_and(Token::is_case);
        flow.trailing = match clause.cases().last() {
            Some(Named { who: Who::One(case), .. }) if ends_in_case => Some(*case),
            Some(Named { contrasted: false, .. }) if ends_in_case => has.last().copied(),
            _ => None,
        };
        let last = clause.tokens.iter().rfind(|token| !matches!(token.kind, Kind::Sign(_)));
        flow.after_factor = last.is_some_and(Token::is_factor);
        if !has.is_empty() && !clause.aside && !closes_aside(clause) && !opens_aside(clause) {
            if !clause.negative && no_factors {
                flow.announced.extend(has.iter().copied());
            }
            flow.inherited = has;
            flow.denied = false;
            if clause.announces && clause.negative {
                flow.denied = flow.announced.is_empty();
                flow.inherited.clone_from(&flow.announced);
            }
            // `Differences from TSC1: F21 (TSC1), F10 (current case)`
            flow.differs |= clause.announces
                && no_factors
                && !clause.negative
                && clause.has(&["differences", "distinctions"]);
            // `TSC1`, and below it `not in the current case: F21`
            if let [case] = flow.scope[..]
                && clause.announces
                && clause.negative
                && flow.denied
                && no_factors
                && !clause.names().contains(&case)
            {
                flow.denied = false;
                flow.inherited = vec![case];
                flow.main = vec![case];
                return;
            }
            if clause.joint == Joint::As && clause.announces {
                // "In TSC1 as in the current case:"
                flow.inherited.extend(flow.main.iter().copied());
                flow.main.clone_from(&flow.inherited);
            }
            if clause.joint == Joint::Plain && !clause.reduced() {
                flow.narrow.clear();
                // What is shared goes on in the same list: it is not the subject's alone.
                let shared = clause.shares() && !clause.negative && !no_factors && flow.inherited.len() > 1;
                flow.together = if shared { flow.inherited.clone() } else { Vec::new() };
                let subjects = !clause.announces && !flow.subjects.is_empty();
                flow.main.clone_from(if subjects { &flow.subjects } else { &flow.inherited });
            }
        } else if clause.announces && clause.negative && !clause.has(&["not", "but"]) {
            flow.denied = true;
        }
        // "Of the factors in TSC1, the current case shares F4 but lacks F6": the first case is set against it.
        let comma = clause.tokens.iter().position(|token| token.is_sign(','));
        let part = clause.tokens[0].is(&["of"]) && flow.inherited.len() == 2;
        if let Some(comma) = comma.filter(|_| part)
            && clause.tokens[..comma].iter().any(Token::is_case)
            && clause.tokens[comma..].iter().any(Token::is_case)
        {
            flow.against = flow.inherited[..1].to_vec();
        }
        flow.spoken |= clause.joint == Joint::Relative;
        flow.lacks_one = clause.negative && no_factors;
        flow.list = clause.announces;
        flow.inherited.sort();
        flow.inherited.dedup();
    }
}

/// `there is F23`
fn exists(clause: &Clause) -> bool {
    clause.tokens.windows(2).any(|two| two[0].is(&["there"]) && two[1].of(super::lexicon::BE))
}

/// `and that is F7`: names what the clause before spoke of.
fn named_by_that(clause: &Clause) -> bool {
    let words: Vec<&Token> =
        clause.tokens.iter().filter(|token| !token.is_sign(',') && !token.is(&["and"])).collect();
    matches!(words[..], [that, is, factor, ..]
        if that.is(&["that", "this", "it", "these", "those"]) && is.of(super::lexicon::BE) && factor.is_factor())
}

/// `and had F16, like the current case`: its only case stands after its factors, likened to the subject.
fn ends_alike(clause: &Clause) -> bool {
    let factor = clause.tokens.iter().position(Token::is_factor).unwrap_or(usize::MAX);
    let case = clause.tokens.iter().position(Token::is_case);
    case.is_some_and(|case| {
        let article = usize::from(case > 0 && clause.tokens[case - 1].is(&["the"]));
        case > factor
            && case > article
            && clause.tokens[case - 1 - article].is(&["like"])
            && clause.tokens[..factor].iter().any(|token| token.of(HOLDS) || token.is(&["with"]))
    })
}

/// `F4 (current case)`: the bracket at the end names cases and says nothing else of them.
fn names_place(clause: &Clause) -> bool {
    let open = clause.tokens.iter().rposition(|token| token.is_sign('(')).unwrap_or(0);
    clause.tokens[open..].iter().all(|token| {
        token.is_case() || token.is(&["the", "and"]) || matches!(token.kind, Kind::Sign('(' | ')' | ','))
    })
}

/// `it is F26`, before a relative clause.
fn cleft(clause: &Clause) -> bool {
    clause
        .tokens
        .windows(3)
        .any(|three| three[0].is(&["it"]) && three[1].of(super::lexicon::BE) && three[2].is_factor())
}
