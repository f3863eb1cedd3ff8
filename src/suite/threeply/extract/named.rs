//! The cases of which a clause speaks.

use super::super::triple::Case;
use super::apposition::apposition;
use super::clause::{Clause, Joint, Named};
use super::flow::Cases;
use super::lexicon::{BE, HOLDS};
use super::reader::Reader;
use super::token::{Kind, Who};

impl Reader {
    /// The cases that a clause speaks of, with its subjects alone, and those that it sets against them.
    pub(super) fn cases_named(&mut self, clause: &Clause) -> Cases {
        let mut cases = Cases::default();
        let (before, topic_before) = (self.last, self.topic);
        let adds = clause.has(&["also", "too", "further", "moreover", "likewise"]);
        let denied = std::mem::take(&mut self.denied).filter(|_| !adds && clause.joint == Joint::Plain);
        let named_later = self.named_later.clone();
        let all = clause.cases();
        let what = clause.tokens[0].is(&["what"]);
        let instead = clause.has(&["instead", "rather"]);
        let within = within_it(clause);
        for (i, named) in all.iter().enumerate() {
            let after = all[i + 1..].iter().take(4).filter_map(|named| match named.who {
                Who::One(case) => Some(case),
                _ => None,
            });
            // "Like the current case, it had F5"
            let likened = if clause.tokens.iter().take(2).any(|token| token.is(&["like"])) {
                clause.names()
            } else {
                Vec::new()
            };
            self.named_later = named_later.iter().copied().chain(after).chain(likened).collect();
            let (topic, last) = (self.topic, self.last);
            // "The factors of TSC1 are not in the current case. What is in it": the place named last.
            let place = self.denied_place.filter(|_| {
                (what && named.who == Who::ItObject || instead && named.who == Who::That) && !named.contrasted
            });
            let mut found = match denied.filter(|case| !self.named_later.contains(case)) {
                // "The current case has not. It has F4."
                Some(case) if named.who == Who::It => self.resolve(Who::One(case)),
                _ => self.resolve(named.who),
            };
            if let Some(place) = place.filter(|_| (instead || within) && cases.has.is_empty()) {
                found = vec![place];
                self.last = Some(place);
            }
            // "TSC2 has it in common with it": a pronoun after the verb is not the subject.
            if named.who == Who::ItObject && !within && found.iter().all(|case| cases.has.contains(case)) {
                found = self.recent.iter().copied().filter(|case| !cases.has.contains(case)).collect();
            }
            // "while F10 links it to TSC2": what is joined to a precedent is the current case.
            let joins =
                clause.any_of(" link links linked connect connects tie ties unite unites join joins ");
            let other = found.iter().any(|case| *case != Case::Current)
                && clause.names().iter().any(|case| *case != Case::Current && !found.contains(case));
            if named.who == Who::ItObject && joins && other {
                found = vec![Case::Current];
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
        // "and not to TSC1" is not what is spoken of.
        let set_aside = clause.negative
            && clause.tokens.iter().take(3).any(|token| token.is(&["not"]))
            && !clause.tokens.iter().any(|token| token.is_factor() || token.of(HOLDS) || token.of(BE));
        if set_aside && topic_before.is_some() {
            self.topic = topic_before;
        }
        let by_the_way =
            clause.by_the_way || clause.tokens[0].is_sign(',') && apposition(&clause.tokens[1..]);
        if let Some(case) = cases.has.last().filter(|_| !by_the_way) {
            self.denied_place = clause.negative.then_some(*case);
        }
        if cases.has.len() > 1 {
            self.pair.clone_from(&cases.has);
        }
        let subject = cases.subjects.first().filter(|_| cases.subjects.len() == 1);
        if let Some(subject) = subject {
            self.last = Some(*subject);
        }
        // "a defence that TSC1 had" is said by the way.
        let aside = clause.by_the_way || clause.tokens[0].is_sign(',') && apposition(&clause.tokens[1..]);
        if aside && before.is_some() {
            self.last = before;
        }
        // "but not in the current case" is no subject of what follows.
        let denial_alone = clause.negative && clause.factors().next().is_none() && !self.facts.is_empty();
        if (clause.joint != Joint::Plain && !clause.announces || denial_alone) && before.is_some() {
            if denial_alone && clause.joint == Joint::Plain && clause.any_of(HOLDS) {
                self.denied = cases.subjects.first().copied().filter(|_| cases.subjects.len() == 1);
            }
            // "as TSC2 does" is said by the way.
            self.last = before;
        }
        cases
    }
}

/// Whether "it" stands after "in" or "of".
fn within_it(clause: &Clause) -> bool {
    clause
        .tokens
        .windows(2)
        .any(|two| two[0].is(&["in", "of"]) && matches!(two[1].kind, Kind::Case(Who::ItObject)))
}
