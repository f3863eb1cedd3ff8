//! Sentences: which clause says of which case that it has which factors.

use super::super::triple::Case;
use super::Assertion;
use super::anaphora::{
    adds, attaches, closes_aside, continues, elliptic, goes_on, likens, relative_subject, reverses,
    same_factors, same_goes, stands_with, takes_up,
};
use super::boundary::answers;
use super::clause::{Clause, Joint, Named, clauses, starts_with_verb};
use super::exception::{self, Exception};
use super::flow::{Cases, Fact, Flow, GROUP_MAX};
use super::heading::ply;
use super::lexicon::{BE, HOLDS, PRESENCE, SHARED};
use super::negation::lacks;
use super::reader::{Placement, Reader, placement};
use super::remark;
use super::token::{Kind, Token, Who};

/// Words by which cases are said to differ in what is named.
const DIFFER: [&str; 6] = ["dissimilar", "differ", "differed", "different", "diverge", "diverged"];

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
        let (inherited, denied) = self.scope();
        let mut flow = Flow {
            main: inherited.clone(),
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
        for (i, clause) in parts.iter().enumerate() {
            let next = parts.get(i + 1).map_or(usize::MAX, |next| next.tokens[0].start);
            let begin = if i == 0 { 0 } else { clause.tokens[0].start };
            let excepted: Vec<&Exception> =
                exceptions.iter().filter(|exception| (begin..next).contains(&exception.at)).collect();
            self.named_later = parts.get(i + 1).map(Clause::names).unwrap_or_default();
            self.clause(clause, &excepted, &mut flow);
        }
        self.named_later.clear();
        if !flow.placed {
            self.read.unattributed += flow.pending.len();
        }
        if !flow.first.is_empty() {
            self.before = flow.first;
        }
    }

    fn clause(&mut self, clause: &Clause, excepted: &[&Exception], flow: &mut Flow) {
        let factors: Vec<Placement> = clause.factors().map(placement).collect();
        let with_next = flow.was_shared
            && clause.has(&["with"])
            && !clause.tokens.iter().any(|token| token.of(HOLDS) || token.of(BE));
        flow.shared |= with_next && !clause.negative;
        let Cases { mut has, subjects, against } = self.cases_named(clause);
        flow.subjects = subjects;
        if flow.against.is_empty()
            && clause.tokens.iter().take(2).any(|token| token.is(&["compared", "unlike", "contrast"]))
        {
            flow.against.clone_from(&against);
        }
        if has.is_empty() && flow.main.is_empty() && against.is_empty() && starts_with_verb(clause) {
            has.extend(self.topic);
        }
        flow.shared |= clause.announces && clause.tokens.len() <= 3 && clause.has(&["same", "identical"]);
        flow.shared |= (clause.any_of(SHARED) || same_factors(clause)) && !clause.negative;
        flow.was_shared |= flow.shared;
        let excepted: Vec<Placement> =
            excepted.iter().flat_map(|exception| exception.factors.iter().map(placement)).collect();
        if !excepted.is_empty() {
            self.except(clause, &excepted, &factors, &has);
        }
        if factors.is_empty() && clause.tokens[0].is(&["like"]) && !clause.any_of(HOLDS) && !clause.any_of(BE)
        {
            flow.likened.clone_from(&has);
            return;
        }
        if factors.is_empty() && clause.announces && clause.has(&DIFFER) && !flow.narrow.is_empty() {
            // `six factors were different:`, after those that were the same
            flow.main = std::mem::take(&mut flow.narrow);
            flow.inherited.clone_from(&flow.main);
            flow.shared = false;
        }
        if reverses(clause) {
            self.reverse(&factors, &has);
        } else if !factors.is_empty() {
            has = self.with_factors(clause, &factors, has, &against, flow);
        } else if !flow.pending.is_empty() && !has.is_empty() && !clause.supposed {
            if !clause.negative && !flow.absent {
                let factors = flow.pending.clone();
                flow.placed = true;
                self.assert(&factors, &has);
                flow.first.clone_from(&has);
                // A further clause may deny it of another case, and affirm it of none.
                flow.named_factors = true;
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
            if holds {
                let whose = if has.is_empty() { self.last.into_iter().collect() } else { has.clone() };
                self.retract(&group, &whose, flow.begun);
            }
            self.record(&group, &has, false);
        } else if flow.hanging && clause.joint == Joint::Plain && continues(clause) {
            flow.hanging = false;
            let group = self.group.clone();
            self.record(&group, &has, false);
        } else if !clause.supposed
            && !has.is_empty()
            && (takes_up(clause, flow.named_factors)
                || (flow.after_factor && attaches(clause))
                || (flow.named_factors && relative_subject(clause)))
        {
            // "while TSC1 has both": those of the whole sentence, where the last clause named one.
            let one = self.group.len() < 2 && clause.has(&["both", "all", "them"]);
            let mut group = match &flow.factors {
                all if one && all.len() > 1 => all.clone(),
                all if one && all.is_empty() && self.named_last.len() > 1 => self.named_last.clone(),
                _ => self.group.clone(),
            };
            group.retain(|factor| !excepted.iter().any(|other| other.number == factor.number));
            self.assert(&group, &has);
            flow.group_grows &= clause.joint != Joint::Relative;
        }
        if clause.announces && (clause.negative || clause.any_of(PRESENCE)) {
            // `present in: TSC1; absent from: TSC2`
            flow.absent = clause.negative;
        }
        if clause.announces && clause.joint == Joint::Relative && !clause.negative && factors.is_empty() {
            // "with the very factors that the current case presents:"
            flow.main.extend(has.iter().copied());
        }
        self.hand_on(clause, has, factors.is_empty(), flow);
    }

    /// The cases that a clause speaks of, with its subjects alone, and those that it sets against them.
    fn cases_named(&mut self, clause: &Clause) -> Cases {
        let mut cases = Cases::default();
        let before = self.last;
        let adds = clause.has(&["also", "too", "further", "moreover", "likewise"]);
        let denied = std::mem::take(&mut self.denied).filter(|_| !adds && clause.joint == Joint::Plain);
        let named_later = self.named_later.clone();
        let all = clause.cases();
        for (i, named) in all.iter().enumerate() {
            let after = all[i + 1..].iter().take(4).filter_map(|named| match named.who {
                Who::One(case) => Some(case),
                _ => None,
            });
            self.named_later = named_later.iter().copied().chain(after).collect();
            let (topic, last) = (self.topic, self.last);
            let mut found = match denied.filter(|case| !self.named_later.contains(case)) {
                // "The current case has not. It has F4."
                Some(case) if named.who == Who::It => self.resolve(Who::One(case)),
                _ => self.resolve(named.who),
            };
            // "TSC2 has it in common with it": a pronoun after the verb is not the subject.
            if named.who == Who::ItObject && found.iter().all(|case| cases.has.contains(case)) {
                found = self.recent.iter().copied().filter(|case| !cases.has.contains(case)).collect();
            }
            if named.contrasted {
                // What is set against the subject is not spoken of.
                (self.topic, self.last) = (topic.or(self.topic), last.or(self.last));
                cases.against.extend(found);
            } else {
                if !named.object {
                    cases.subjects.extend(found.iter().copied());
                }
                cases.has.extend(found);
            }
        }
        // "Of TSC1 and TSC2, the former"
        let chosen = |named: &Named| matches!(named.who, Who::Former | Who::Latter);
        if let Some(named) = clause.cases().iter().rfind(|named| chosen(named)).copied() {
            cases.has = self.resolve(named.who);
            cases.subjects.clone_from(&cases.has);
        }
        for list in [&mut cases.has, &mut cases.subjects, &mut cases.against] {
            // Each once, in the order of the text.
            *list = list.iter().copied().fold(Vec::new(), |mut once, case| {
                if !once.contains(&case) {
                    once.push(case);
                }
                once
            });
        }
        if cases.has.len() > 1 {
            self.pair.clone_from(&cases.has);
        }
        let subject = cases.subjects.first().filter(|_| cases.subjects.len() == 1);
        if let Some(subject) = subject {
            self.last = Some(*subject);
        }
        // "but not in the current case" is no subject of what follows.
        let denial_alone = clause.negative && clause.factors().next().is_none() && !self.facts.is_empty();
        if (clause.joint != Joint::Plain || denial_alone) && before.is_some() {
            if denial_alone && clause.joint == Joint::Plain && clause.any_of(HOLDS) {
                self.denied = cases.subjects.first().copied().filter(|_| cases.subjects.len() == 1);
            }
            // "as TSC2 does" is said by the way.
            self.last = before;
        }
        cases
    }

    /// A clause that names factors. Returns the cases that it speaks of.
    fn with_factors(
        &mut self,
        clause: &Clause,
        factors: &[Placement],
        mut has: Vec<Case>,
        against: &[Case],
        flow: &mut Flow,
    ) -> Vec<Case> {
        flow.named_factors = true;
        flow.lacking = false;
        flow.factors.extend(factors);
        flow.factors.truncate(GROUP_MAX);
        self.named_last.extend(factors);
        self.named_last.drain(..self.named_last.len().saturating_sub(2));
        // "no F1, no F10 and no F11": one list in several clauses.
        let first = clause.tokens.iter().find(|token| !matches!(token.kind, Kind::Sign(_)));
        let holds = clause.tokens.iter().take_while(|token| !token.is_factor()).any(|token| token.of(HOLDS));
        let lists = !holds
            && first.is_some_and(|first| first.is_factor() || first.of(" and or nor no also neither "));
        let grows = (lists || flow.open)
            && has.is_empty()
            && flow.group_grows
            && (clause.joint == Joint::Plain || flow.open);
        if !(grows || stands_with(clause)) {
            self.group.clear();
        }
        flow.group_grows = true;
        self.group.extend(factors);
        self.group.truncate(GROUP_MAX);
        let owned = self.possessed(clause);
        has.retain(|case| !owned.contains(case));
        let mut targets = has.clone();
        if !flow.narrow.is_empty() && holds && !clause.any_of(SHARED) {
            flow.main = std::mem::take(&mut flow.narrow);
        }
        if flow.answered && clause.announces && targets.is_empty() {
            flow.pending = factors.to_vec();
            return Vec::new();
        }
        let mut absent = clause.negative;
        if targets.len() > 1 && against.is_empty() && clause.has(&DIFFER) && !absent {
            // "TSC1 and the current case differ as to F4": which of them has it, others say.
            flow.differs = true;
            return Vec::new();
        }
        if flow.differs && targets.is_empty() && clause.joint == Joint::Plain {
            return Vec::new();
        }
        // "In the current case, as in TSC1, F4 is present"
        let before_factors =
            clause.tokens.iter().position(Token::is_case) < clause.tokens.iter().position(Token::is_factor);
        if clause.joint == Joint::As && before_factors && !absent && !targets.is_empty() {
            targets.extend(flow.main.iter().copied());
        }
        let likened = clause.joint == Joint::Relative
            || clause.joint == Joint::Plain && clause.tokens[0].is(&["like"]) && !clause.any_of(HOLDS);
        if likened && !absent && likens(clause) {
            let like = if flow.main.is_empty() { &flow.inherited } else { &flow.main };
            targets.extend(like.iter().copied().filter(|case| !has.contains(case)));
        }
        if clause.joint == Joint::Plain && !absent && !flow.likened.is_empty() {
            let like = std::mem::take(&mut flow.likened);
            targets.extend(like.into_iter().filter(|case| !has.contains(case)));
        }
        if !flow.cleft.is_empty() {
            targets = std::mem::take(&mut flow.cleft);
            absent = false;
        }
        if targets.is_empty() {
            if same_goes(clause) {
                targets.clone_from(if flow.first.is_empty() { &self.before } else { &flow.first });
            } else if let Some(case) = flow.trailing.filter(|_| clause.joint == Joint::Relative) {
                targets.push(case);
            } else if clause.joint == Joint::Relative && !flow.inherited.is_empty() {
                targets.extend(self.last.filter(|last| flow.inherited.contains(last)));
            } else if clause.joint == Joint::Plain
                && !flow.main.is_empty()
                && !clause.aside
                && !goes_on(clause)
            {
                targets.clone_from(&flow.main);
                absent |= flow.denied;
            } else {
                targets.clone_from(&flow.inherited);
                absent |= flow.denied;
            }
            let alone = self.before_facts.iter().all(|fact| self.before.contains(&fact.case));
            if targets.is_empty() && !absent && alone && adds(clause) {
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
        let aside = clause.tokens.last().is_some_and(|token| token.is_sign(')')) && !clause.has(&["only"]);
        if aside && !absent && !flow.inherited.is_empty() && closes_aside(clause) {
            targets.extend(flow.inherited.iter().copied().filter(|case| !has.contains(case)));
        }
        if targets.is_empty() && clause.announces && !absent {
            flow.pending = factors.to_vec();
        } else if absent {
            flow.lacking = lacks(&clause.tokens);
            self.record(factors, &targets, false);
            // "Compared with TSC1, the current case has F12 and lacks F7."
            let against = if against.is_empty() { flow.against.clone() } else { against.to_vec() };
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
            self.assert(&all, &targets);
            if flow.first.is_empty() {
                flow.first = targets;
            }
        }
        has
    }

    /// What the clause means for those after it.
    fn hand_on(&mut self, clause: &Clause, has: Vec<Case>, no_factors: bool, flow: &mut Flow) {
        let ends_in_case = clause
            .tokens
            .iter()
            .rev()
            .find(|token| !token.is_sign(',') && !token.of(" in of on from by "))
            .is_some_and(Token::is_case);
        flow.trailing = match clause.cases().last() {
            Some(Named { who: Who::One(case), contrasted: true, .. }) if ends_in_case => Some(*case),
            _ => None,
        };
        let last = clause.tokens.iter().rfind(|token| !matches!(token.kind, Kind::Sign(_)));
        flow.after_factor = last.is_some_and(Token::is_factor);
        if !has.is_empty() && !clause.aside && !closes_aside(clause) {
            if !clause.negative && no_factors {
                flow.announced.extend(has.iter().copied());
            }
            flow.inherited = has;
            flow.denied = false;
            if clause.announces && clause.negative {
                flow.denied = flow.announced.is_empty();
                flow.inherited.clone_from(&flow.announced);
            }
            if clause.joint == Joint::As && clause.announces {
                // "In TSC1 as in the current case:"
                flow.inherited.extend(flow.main.iter().copied());
                flow.main.clone_from(&flow.inherited);
            }
            if clause.joint == Joint::Plain && !clause.reduced() {
                flow.narrow.clear();
                let subjects = !clause.announces && !flow.subjects.is_empty();
                flow.main.clone_from(if subjects { &flow.subjects } else { &flow.inherited });
            }
        } else if clause.announces && clause.negative && !clause.has(&["not"]) {
            flow.denied = true;
        }
        flow.inherited.sort();
        flow.inherited.dedup();
    }

    /// Remembers what was said, present or absent.
    pub(super) fn record(&mut self, factors: &[Placement], cases: &[Case], present: bool) {
        /// A sentence that says more says it for nobody.
        const FACTS_MAX: usize = 200;
        for factor in factors {
            for case in cases {
                if self.facts.len() < FACTS_MAX {
                    self.facts.push(Fact { factor: *factor, case: *case, present });
                }
            }
        }
    }

    /// Takes back what the sentence seemed to say before it denies it: "did no harm in TSC1, which did
    /// not have them".
    fn retract(&mut self, factors: &[Placement], cases: &[Case], begun: usize) {
        let denied = |found: &Assertion| {
            cases.contains(&found.case) && factors.iter().any(|factor| factor.number == found.number)
        };
        let mut i = 0;
        self.read.asserted.retain(|found| {
            i += 1;
            i <= begun || !denied(found)
        });
    }

    /// "The reverse is true of F4", "with the present case it is the other way round".
    fn reverse(&mut self, factors: &[Placement], has: &[Case]) {
        let facts = if self.facts.is_empty() { self.before_facts.clone() } else { self.facts.clone() };
        let mut found: Vec<(Placement, Case)> = Vec::new();
        if factors.is_empty() {
            let absent = facts.iter().filter(|fact| !fact.present && !has.contains(&fact.case));
            found.extend(absent.flat_map(|fact| has.iter().map(|case| (fact.factor, *case))));
        } else {
            let lacking = facts.iter().rfind(|fact| !fact.present).map(|fact| fact.case);
            found.extend(factors.iter().filter_map(|factor| lacking.map(|case| (*factor, case))));
        }
        for (factor, case) in found {
            self.assert(&[factor], &[case]);
        }
    }

    /// Remembers where the claim begins that one side puts into the other's mouth.
    fn claim(&mut self, clause: &Clause) {
        const CLAIMS: &str = " say claims claim alleges allege pretends suggests suggest assert asserts contend \
            insinuates believes believe supposes imagines ";
        self.claimed = clause.any_of(CLAIMS).then_some(self.read.asserted.len());
    }

    /// Takes a claim back that is denied: "it does not", "that is wrong".
    fn deny(&mut self, clause: &Clause, has: &[Case]) {
        let pronoun = clause.cases().iter().all(|named| matches!(named.who, Who::It | Who::ItObject));
        let short =
            clause.tokens.len() <= 8 && (has.is_empty() || pronoun || clause.has(&["it", "that", "this"]));
        if let Some(begin) = self.claimed.filter(|_| short) {
            self.read.asserted.truncate(begin);
            self.claimed = None;
        }
    }
}
