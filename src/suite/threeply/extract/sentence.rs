//! Sentences: which clause says of which case that it has which factors.

use super::super::triple::Case;
use super::anaphora::{closes_aside, same_goes, takes_up};
use super::clause::{Clause, Joint, clauses};
use super::heading::{SHARED, ply};
use super::reader::{Placement, Reader, placement};
use super::token::{Kind, Token, Who};

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
        let (mut inherited, mut denied) = self.scope();
        let mut of_sentence: Vec<Case> = Vec::new();
        let mut announced: Vec<Case> = Vec::new();
        let mut named_factors = false;
        let mut group_grows = false;
        // The case that the clause before ends in, only set against its subject.
        let mut trailing: Option<Case> = None;
        // `F4: the current case and TSC1`
        let mut pending: Vec<Placement> = Vec::new();
        let mut of_sentence_factors: Vec<Placement> = Vec::new();
        let mut shared = false;
        for clause in clauses(tokens) {
            let factors: Vec<Placement> = clause.factors().map(placement).collect();
            let (mut has, mut against) = (Vec::new(), Vec::new());
            for (who, contrasted) in clause.cases() {
                let (topic, last) = (self.topic, self.last);
                let cases = self.resolve(who);
                if contrasted {
                    // What is set against the subject is not spoken of.
                    (self.topic, self.last) = (topic.or(self.topic), last.or(self.last));
                    against.extend(cases);
                } else {
                    has.extend(cases);
                }
            }
            shared |= clause.has(&SHARED) && !clause.negative;
            if !factors.is_empty() {
                named_factors = true;
                of_sentence_factors.extend(factors.iter().copied());
                // "no F1, no F10 and no F11": one list in several clauses.
                if !(has.is_empty() && group_grows) {
                    self.group.clear();
                }
                group_grows = true;
                self.group.extend(&factors);
                let owned = self.possessed(&clause);
                has.retain(|case| !owned.contains(case));
                let mut targets = has.clone();
                let mut absent = clause.negative;
                if targets.is_empty() {
                    if same_goes(&clause) {
                        targets.clone_from(&self.before);
                    } else if let Some(case) = trailing.filter(|_| clause.joint == Joint::Relative) {
                        targets.push(case);
                    } else if clause.joint == Joint::Relative && !inherited.is_empty() {
                        targets.extend(self.last.filter(|last| inherited.contains(last)));
                    } else {
                        targets.clone_from(&inherited);
                        absent |= denied;
                    }
                }
                if shared && !absent {
                    self.widen(&mut targets);
                    shared = false;
                }
                // `F4 (also in TSC1)`, below a heading
                let aside =
                    clause.tokens.last().is_some_and(|token| token.is_sign(')')) && !clause.has(&["only"]);
                if aside && !absent && !inherited.is_empty() && closes_aside(&clause) {
                    targets.extend(inherited.iter().copied().filter(|case| !has.contains(case)));
                }
                if targets.is_empty() && clause.announces && !absent {
                    pending.clone_from(&factors);
                    continue;
                }
                if absent {
                    self.assert(&factors, &against);
                } else if !clause.supposed {
                    self.claim(&clause);
                    if targets.is_empty() {
                        self.read.unattributed += factors.len();
                    }
                    self.assert(&factors, &targets);
                    if of_sentence.is_empty() {
                        of_sentence.clone_from(&targets);
                    }
                }
            } else if !pending.is_empty() && !has.is_empty() && !clause.supposed {
                let factors = std::mem::take(&mut pending);
                if clause.negative {
                    pending = factors;
                } else {
                    self.assert(&factors, &has);
                    of_sentence.clone_from(&has);
                    // A further clause may deny it of another case, and affirm it of none.
                    named_factors = true;
                }
            } else if clause.negative || clause.has(&["wrong", "incorrect", "mistaken", "untrue", "false"]) {
                self.deny(&clause, &has);
            } else if !clause.supposed && !has.is_empty() && takes_up(&clause, named_factors) {
                // "while TSC1 has both": those of the whole sentence, where the last clause named one.
                let one = self.group.len() < 2
                    && clause.has(&["both", "all", "them"])
                    && of_sentence_factors.len() > 1;
                let group = if one { of_sentence_factors.clone() } else { self.group.clone() };
                self.assert(&group, &has);
            }
            let ends_in_case =
                clause.tokens.iter().rev().find(|token| !token.is_sign(',')).is_some_and(Token::is_case);
            trailing = match clause.cases().last() {
                Some((Who::One(case), true)) if ends_in_case => Some(*case),
                _ => None,
            };
            if !has.is_empty() && !clause.aside && !closes_aside(&clause) {
                if !clause.negative && factors.is_empty() {
                    announced.extend(has.iter().copied());
                }
                inherited = has;
                denied = false;
                if clause.announces {
                    if clause.negative {
                        denied = announced.is_empty();
                        inherited.clone_from(&announced);
                    } else {
                        inherited.clone_from(&announced);
                    }
                }
            } else if clause.announces && clause.negative && !clause.has(&["not"]) {
                denied = true;
            }
            inherited.sort();
            inherited.dedup();
        }
        self.read.unattributed += pending.len();
        if !of_sentence.is_empty() {
            self.before = of_sentence;
        }
    }

    /// In a denial, "the F7 of TSC1" and "TSC1's F7" still say of that case that it has F7: asserts
    /// it, and returns those cases.
    fn possessed(&mut self, clause: &Clause) -> Vec<Case> {
        let mut owners = Vec::new();
        if !clause.negative {
            return owners;
        }
        let tokens = &clause.tokens;
        let listed = |token: &&Token| token.is_factor() || token.is(&["and", "or"]) || token.is_sign(',');
        for (i, token) in tokens.iter().enumerate() {
            let Kind::Case(Who::One(case)) = token.kind else { continue };
            let of = i > 0 && tokens[i - 1].is(&["of"]);
            let run: Vec<&Token> = if of {
                tokens[..i - 1].iter().rev().take_while(listed).collect()
            } else if tokens.get(i + 1).is_some_and(|next| next.is(&["'s"])) {
                tokens[i + 2..].iter().take_while(listed).collect()
            } else {
                continue;
            };
            let factors: Vec<Placement> =
                run.into_iter().filter(|token| token.is_factor()).map(placement).collect();
            if !factors.is_empty() {
                self.assert(&factors, &[case]);
                owners.push(case);
            }
        }
        owners
    }

    /// Remembers where the claim begins that one side puts into the other's mouth.
    fn claim(&mut self, clause: &Clause) {
        const CLAIMS: [&str; 14] = [
            "say",
            "claims",
            "claim",
            "alleges",
            "allege",
            "pretends",
            "suggests",
            "suggest",
            "assert",
            "asserts",
            "contend",
            "insinuates",
            "believes",
            "believe",
        ];
        self.claimed = clause.has(&CLAIMS).then_some(self.read.asserted.len());
    }

    /// Takes a claim back that is denied: "it does not", "that is wrong".
    fn deny(&mut self, clause: &Clause, has: &[Case]) {
        let pronoun = clause.cases().iter().all(|(who, _)| *who == Who::It);
        let short =
            clause.tokens.len() <= 8 && (has.is_empty() || pronoun || clause.has(&["it", "that", "this"]));
        if let Some(begin) = self.claimed.filter(|_| short) {
            self.read.asserted.truncate(begin);
            self.claimed = None;
        }
    }
}
