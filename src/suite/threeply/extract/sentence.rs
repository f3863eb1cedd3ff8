//! Sentences: which clause says of which case that it has which factors.

use super::super::triple::Case;
use super::anaphora::{continues, elliptic, reverses, same_again, same_factors};
use super::boundary::answers;
use super::clause::{Clause, Joint, clauses, starts_with_verb};
use super::counted::counts_some;
use super::exception::{self, Exception};
use super::flow::{Cases, Flow};
use super::heading::ply;
use super::lexicon::{BE, DIFFER, HOLDS, PRESENCE};
use super::negation::lacks;
use super::reader::{Placement, Reader, placement};
use super::remark;
use super::subject::{afflicts, goes_on_of_factors, waits};
use super::take_up::{attaches, relative_subject, takes_up};
use super::token::{Token, Who};

impl Reader {
    /// Reads a sentence: what each of its clauses asserts.
    pub(super) fn sentence(&mut self, tokens: &[Token]) {
        if let Some(named) = ply(tokens).filter(|_| self.speaker.is_some() || tokens.len() > 3) {
            self.speaker = Some(self.speaker.map_or(named, |speaker| speaker.then(named)));
        }
        self.citations.sentence(self.speaker, tokens, &self.named(tokens));
        for token in tokens {
            self.look_at(token);
        }
        let (main, exceptions) = exception::part(&remark::plain(tokens));
        self.before_facts = std::mem::take(&mut self.facts);
        if self.defined(&main) {
            return;
        }
        let (inherited, denied) = self.scope();
        let mut flow = Flow {
            main: inherited.clone(),
            scope: inherited.clone(),
            inherited,
            denied,
            begun: self.read.asserted.len(),
            ..Flow::default()
        };
        flow.answered = main.windows(2).any(|two| two[0].is_case() && answers(&two[1]));
        let parts = clauses(&main);
        // `F5: found in the current case; not in TSC2`, whatever the heading above says.
        let listed = parts.first().is_some_and(|first| {
            first.announces && first.factors().next().is_some() && first.cases().is_empty()
        });
        flow.answered |= listed
            && parts[1..].iter().all(|part| part.factors().next().is_none())
            && parts[1..].iter().any(|part| {
                !part.negative
                    && (part.any_of(PRESENCE)
                        || part.any_of(HOLDS)
                            && part.has(&["this", "these", "it", "them", "factor", "factors"]))
                    && part.cases().iter().any(|named| !named.contrasted)
            });
        let counted = std::mem::take(&mut self.counted);
        let begun = flow.begun;
        let bare = parts.iter().all(|part| part.cases().is_empty() || part.tokens[0].is_sign(','));
        if flow.main.is_empty() && bare && parts.first().is_some_and(counts_some) {
            // "Seven factors bind TSC2 to the current case. Three favour the plaintiff: F14 ..."
            flow.main.clone_from(&counted);
            flow.inherited.clone_from(&counted);
            flow.denied = false;
            self.counted = counted;
        }
        for (i, clause) in parts.iter().enumerate() {
            let next = parts.get(i + 1).map_or(usize::MAX, |next| next.tokens[0].start);
            let begin = if i == 0 { 0 } else { clause.tokens[0].start };
            let excepted: Vec<&Exception> =
                exceptions.iter().filter(|exception| (begin..next).contains(&exception.at)).collect();
            self.named_later = parts.get(i + 1).map(Clause::names).unwrap_or_default();
            flow.relative_next = parts.get(i + 1).is_some_and(|next| next.joint == Joint::Relative);
            flow.related = parts
                .get(i + 1)
                .is_some_and(|next| next.joint == Joint::Relative && next.tokens.iter().any(Token::is_case));
            flow.adds_later =
                parts.get(i + 1).is_some_and(|next| next.has(&["also", "too", "well", "likewise"]));
            flow.denied_later = parts.get(i + 1).is_some_and(|next| next.negative);
            flow.waits = i > 0 && waits(clause, &parts[i + 1..]);
            self.clause(clause, &excepted, &mut flow);
        }
        self.named_later.clear();
        if self.counted.is_empty() {
            self.counted = self.counts(&main, &parts);
        }
        if !flow.placed {
            self.read.unattributed += flow.pending.len();
        }
        if !flow.first.is_empty() {
            self.before = flow.first;
        }
        self.leave_over(&main, begun);
    }

    /// So many factors of those named last.
    fn last_named(&self, number: usize) -> Vec<Placement> {
        self.named_last[self.named_last.len().saturating_sub(number)..].to_vec()
    }

    fn clause(&mut self, clause: &Clause, excepted: &[&Exception], flow: &mut Flow) {
        let factors: Vec<Placement> = clause.factors().map(placement).collect();
        if clause.joint == Joint::Relative {
            // "TSC1, where F4 was found and where F6 was found"
            let again = clause
                .tokens
                .iter()
                .find(|token| token.word().is_some())
                .is_some_and(|first| first.is(&["and"]));
            match flow.relative_of.filter(|_| again) {
                Some(case) => flow.trailing = Some(case),
                None => flow.relative_of = flow.trailing,
            }
        }
        flow.nobody |= clause.cases().iter().any(|named| named.who == Who::Nobody);
        let with_next = flow.was_shared
            && clause.has(&["with", "as"])
            && !clause.tokens.iter().any(|token| token.of(HOLDS) || token.of(BE));
        flow.shared |= with_next && !clause.negative;
        let Cases { mut has, subjects, against } = self.cases_named(clause);
        flow.subjects = subjects;
        // "in the current case, where they reappear"
        let reappear = has.is_empty()
            && clause.joint == Joint::Relative
            && factors.is_empty()
            && !clause.negative
            && clause.has(&["where"])
            && clause.has(&["they", "these", "both", "all"])
            && clause.any_of(PRESENCE);
        if let Some(case) = flow.trailing.filter(|_| reappear) {
            let group = self.group.clone();
            self.assert(&group, &[case]);
        }
        let added = clause.tokens.windows(2).any(|two| two[0].is(&["addition"]) && two[1].is(&["to"]));
        if has.is_empty() && clause.announces && added && against.iter().all(|case| *case != Case::Current) {
            // "In addition to TSC2:" leads to what the current case has.
            has.push(Case::Current);
        }
        if flow.against.is_empty()
            && clause
                .tokens
                .iter()
                .take(2)
                .any(|token| token.is(&["compared", "comparison", "unlike", "contrast"]))
            || flow.against.is_empty()
                && !has.is_empty()
                && clause.tokens.windows(2).any(|two| two[0].is_sign(',') && two[1].is(&["unlike"]))
        {
            flow.against.clone_from(&against);
        }
        // "arrived in their place are F1 and F5"
        let in_their_place = clause
            .tokens
            .windows(2)
            .any(|two| two[0].is(&["their", "its"]) && two[1].is(&["place", "stead"]));
        if has.is_empty() && in_their_place && !clause.negative {
            has.extend(self.denied_place);
        }
        if has.is_empty() && flow.main.is_empty() && against.is_empty() && starts_with_verb(clause) {
            has.extend(self.topic);
        }
        flow.shared |= clause.announces && clause.tokens.len() <= 3 && clause.has(&["same", "identical"]);
        let alike = clause.shares() || same_factors(clause) || no_difference(clause);
        flow.shared |= alike && !clause.negative;
        flow.was_shared |= flow.shared;
        let excepted: Vec<Placement> =
            excepted.iter().flat_map(|exception| exception.factors.iter().map(placement)).collect();
        if !excepted.is_empty() {
            let whose = if has.is_empty() { flow.main.clone() } else { has.clone() };
            self.except(clause, &excepted, &factors, &whose);
        }
        // "TSC1 opened exactly as the current case opens, with F2"
        if factors.is_empty()
            && clause.joint == Joint::As
            && !clause.negative
            && !flow.named_factors
            && !flow.main.is_empty()
            && flow.likened.is_empty()
        {
            flow.likened.extend(has.iter().copied().filter(|case| !flow.main.contains(case)));
        }
        if factors.is_empty() && clause.tokens[0].is(&["like"]) && !clause.any_of(HOLDS) && !clause.any_of(BE)
        {
            flow.likened.clone_from(&has);
            return;
        }
        if factors.is_empty()
            && clause.announces
            && clause.any_of(DIFFER)
            && has.is_empty()
            && flow.main.len() + flow.narrow.len() > 1
        {
            // `six factors were different:`, after those that were the same
            flow.main = match std::mem::take(&mut flow.narrow) {
                narrow if narrow.is_empty() => self.topic.into_iter().collect(),
                narrow => narrow,
            };
            flow.inherited.clone_from(&flow.main);
            flow.shared = false;
        }
        if let Some((factor, has)) = self.one_of_two(clause, &has).filter(|_| factors.is_empty()) {
            if !clause.negative && !clause.supposed {
                self.assert(&[factor], &has);
            }
            self.record(&[factor], &has, !clause.negative);
        } else if reverses(clause) && (flow.pending.is_empty() || !has.is_empty()) {
            self.reverse(&factors, &has);
        } else if !factors.is_empty() {
            has = self.with_factors(clause, &factors, has, &against, flow);
        } else if !flow.named_factors && affirms(clause) && self.lacking_before(&has) {
            // "The defendant in TSC1 was not able to rely on F11. The current defendant is."
            let group = self.group.clone();
            self.assert(&group, &has);
        } else if !flow.pending.is_empty() && has.is_empty() && reverses(clause) {
            // `F10: the reverse`
            let factors = flow.pending.clone();
            let lacking = self.before_facts.iter().filter(|fact| !fact.present).map(|fact| fact.case);
            let lacking: Vec<Case> = lacking.collect();
            flow.placed = true;
            self.assert(&factors, &lacking);
        } else if !flow.pending.is_empty() && has.is_empty() && same_again(clause) {
            // `F7: ditto`
            let (factors, before) = (flow.pending.clone(), self.before.clone());
            flow.placed = true;
            self.assert(&factors, &before);
            flow.first = before;
        } else if !flow.pending.is_empty() && !has.is_empty() && !clause.supposed {
            if !clause.negative && !flow.absent {
                let factors = flow.pending.clone();
                flow.placed = true;
                self.assert(&factors, &has);
                flow.first.clone_from(&has);
                // A further clause may deny it of another case, and affirm it of none.
                flow.named_factors = true;
            } else {
                let factors = flow.pending.clone();
                self.record(&factors, &has, false);
            }
        } else if flow.lacking && !has.is_empty() && elliptic(clause) {
            // "TSC1 lacks F7, the current case does not": it has it.
            let group = self.group.clone();
            if clause.negative && !lacks(&clause.tokens) && !clause.has(&["either", "neither", "nor"]) {
                self.assert(&group, &has);
            } else {
                self.record(&group, &has, false);
            }
        } else if clause.tokens[0].is(&["what", "whatever"]) && !has.is_empty() && !clause.negative {
            flow.cleft.clone_from(&has);
        } else if clause.negative || clause.has(&["wrong", "incorrect", "mistaken", "untrue", "false"]) {
            self.deny(clause, &has);
            let group = self.group.clone();
            let holds = clause.tokens.windows(2).any(|two| {
                two[0].is(&["have", "contain", "involve", "feature", "include"])
                    && two[1].is(&["them", "it", "these", "those"])
            });
            // "which are found in the current case but were not at issue in TSC1"
            let but = clause.tokens[0].is(&["but"])
                && clause.tokens.get(1).is_some_and(|verb| verb.of(BE) || verb.of(" did does do "))
                && clause.tokens.get(2).is_some_and(|not| not.is(&["not", "never"]));
            if holds || flow.carried || but && has.len() == 1 {
                let whose = if has.is_empty() { self.last.into_iter().collect() } else { has.clone() };
                self.retract(&group, &whose, flow.begun);
            }
            self.record(&group, &has, false);
        } else if flow.hanging
            && (clause.joint == Joint::Plain && continues(clause)
                || goes_on_of_factors(clause, flow.of_factors, true))
        {
            flow.hanging = false;
            let group = self.group.clone();
            self.record(&group, &has, false);
        } else if !clause.supposed
            && !has.is_empty()
            && (!flow.supposed || clause.joint != Joint::Plain || !goes_on_of_factors(clause, true, true))
            // "So did TSC2" says nothing of factors where the sentence before named none.
            && (flow.named_factors || !self.before_facts.is_empty() || !clause.tokens[0].is(&["so"]))
            // "which do not weaken the present case"
            && (has != [Case::Current] || !harmless(clause))
            && (takes_up(clause, flow.named_factors)
                || (flow.after_factor && attaches(clause))
                || clause.by_the_way
                || afflicts(clause)
                || (flow.named_factors && !flow.supposed && goes_on_of_factors(clause, flow.of_factors, false))
                || (flow.named_factors && relative_subject(clause)))
        {
            // "while TSC1 has both": those of the whole sentence, where the last clause named one.
            let all = clause.tokens.iter().enumerate().any(|(i, token)| {
                let of_cases =
                    clause.tokens.get(i + 1).is_some_and(|next| next.is_case() || next.is(&["the"]));
                token.is(&["both", "all", "them"]) && !of_cases
            });
            let one = self.group.len() < 2 && all;
            let mut group = match &flow.factors {
                all if one && all.len() > 1 => all.clone(),
                all if one && all.is_empty() && self.named_last.len() > 1 => self.last_named(2),
                _ => self.group.clone(),
            };
            // "on the same three factors", which several sentences named
            if let Some(number) = same_number(clause).filter(|number| *number > group.len()) {
                group = self.last_named(number);
            }
            group.retain(|factor| !excepted.iter().any(|other| other.number == factor.number));
            // What this sentence denied of a case it does not go on to say.
            let resumed =
                clause.joint == Joint::Plain && !clause.has(&["it", "they", "both", "these", "them"]);
            let denied = |case: &Case| {
                resumed
                    && self
                        .facts
                        .iter()
                        .any(|fact| !fact.present && fact.case == *case && group.contains(&fact.factor))
            };
            let mut has: Vec<Case> = has.iter().copied().filter(|case| !denied(case)).collect();
            // "not saddled with F19, which everybody concedes in it": in the other case.
            let lacking = |case: &Case| {
                group.iter().any(|factor| {
                    self.facts
                        .iter()
                        .any(|fact| !fact.present && fact.case == *case && fact.factor == *factor)
                })
            };
            let pronoun = clause.cases().iter().all(|named| matches!(named.who, Who::It | Who::ItObject));
            if pronoun && has.len() == 1 && has.iter().all(lacking) {
                has = self.recent.iter().copied().filter(|case| !lacking(case)).collect();
            }
            self.assert(&group, &has);
            let same = goes_on_of_factors(clause, flow.of_factors, false);
            if (flow.first.is_empty() || same) && !group.is_empty() {
                flow.first.extend(
                    has.iter().copied().filter(|case| !flow.first.contains(case)).collect::<Vec<_>>(),
                );
            }
            // What was shared is said.
            flow.shared = false;
            flow.group_grows &= clause.joint != Joint::Relative;
        }
        if clause.announces && (clause.negative || clause.any_of(PRESENCE)) {
            // `present in: TSC1; absent from: TSC2`
            flow.absent = clause.negative;
        }
        if clause.announces && clause.joint == Joint::Relative && !clause.negative && factors.is_empty() {
            // "with the very factors that the current case presents:", "none of the factors that TSC2 had:"
            if flow.lacks_one && !has.is_empty() {
                flow.main.clear();
            }
            flow.main.extend(has.iter().copied());
        }
        self.hand_on(clause, has, factors.is_empty(), flow);
    }
}

/// "the same two": how many.
fn same_number(clause: &Clause) -> Option<usize> {
    const NUMBERS: [&str; 6] = ["two", "three", "four", "five", "six", "seven"];
    let after = clause.tokens.windows(2).find(|two| two[0].is(&["same"]) && two[1].is(&NUMBERS))?;
    NUMBERS.iter().position(|number| after[1].is(&[number])).map(|n| n + 2)
}

/// "The current defendant is": a case with an auxiliary that stands for what was said.
fn affirms(clause: &Clause) -> bool {
    let closes = clause.tokens.iter().rfind(|token| !matches!(token.kind, super::token::Kind::Sign(_)));
    let auxiliary =
        closes.is_some_and(|token| token.of(BE) || token.of(" has had have does did do can could "));
    !clause.negative && auxiliary && elliptic(clause)
}

/// "does not differ from the current case": what is not different is the same.
fn no_difference(clause: &Clause) -> bool {
    clause.tokens.windows(2).any(|two| {
        let not = two[0].is(&["not"]) || two[0].word().is_some_and(|word| word.ends_with("n't"));
        not && two[1].of(DIFFER)
    })
}

/// Whether a clause only says that something does not weigh.
fn harmless(clause: &Clause) -> bool {
    clause.tokens.windows(3).any(|three| {
        three[0].is(&["do", "does", "can", "could", "will"])
            && three[1].is(&["not"])
            && three[2].of(" weaken strengthen burden trouble affect help hurt harm concern touch damage support favor favour ")
    })
}
