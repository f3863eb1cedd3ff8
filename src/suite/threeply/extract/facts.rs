//! What a sentence has said so far, and what takes it back.

use super::super::triple::Case;
use super::Assertion;
use super::clause::Clause;
use super::flow::Fact;
use super::reader::{Placement, Reader};
use super::token::Who;

impl Reader {
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
    pub(super) fn retract(&mut self, factors: &[Placement], cases: &[Case], begun: usize) {
        let denied = |found: &Assertion| {
            cases.contains(&found.case) && factors.iter().any(|factor| factor.number == found.number)
        };
        let mut i = 0;
        let taken_back = &mut self.taken_back;
        self.read.asserted.retain(|found| {
            i += 1;
            let kept = i <= begun || !denied(found);
            if !kept {
                taken_back.push(found.number);
            }
            kept
        });
    }

    /// Whether the sentence before denied the factors named last of another case than these.
    pub(super) fn lacking_before(&self, has: &[Case]) -> bool {
        let lacking = self.before_facts.iter().rfind(|fact| self.group.contains(&fact.factor));
        lacking.is_some_and(|fact| !fact.present && !has.contains(&fact.case)) && !has.is_empty()
    }

    /// "The reverse is true of F4", "with the present case it is the other way round".
    pub(super) fn reverse(&mut self, factors: &[Placement], has: &[Case]) {
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
    pub(super) fn claim(&mut self, clause: &Clause) {
        const CLAIMS: &str = " say claims claim alleges allege pretends suggests suggest assert asserts contend \
            insinuates tell tells told implies imply believes think thinks believe supposes imagines ";
        // "The defendant would have it that"
        let has_it = clause
            .tokens
            .windows(3)
            .any(|three| three[0].is(&["have", "has"]) && three[1].is(&["it"]) && three[2].is(&["that"]));
        self.claimed = (has_it || clause.any_of(CLAIMS)).then_some(self.read.asserted.len());
    }

    /// Takes a claim back that is denied: "it does not", "that is wrong".
    pub(super) fn deny(&mut self, clause: &Clause, has: &[Case]) {
        let pronoun = clause.cases().iter().all(|named| matches!(named.who, Who::It | Who::ItObject));
        let short =
            clause.tokens.len() <= 8 && (has.is_empty() || pronoun || clause.has(&["it", "that", "this"]));
        if let Some(begin) = self.claimed.filter(|_| short) {
            let denied = self.read.asserted.drain(begin.min(self.read.asserted.len())..);
            self.taken_back.extend(denied.map(|found| found.number));
            self.claimed = None;
        }
    }
}
