//! A sentence as clauses: which factors and cases each names, and whether it denies.

use super::super::triple::Case;
use super::anew::{begins, lists_announced};
use super::apposition::{apposition, by_the_way};
use super::boundary::{
    Gathered, RELATIVE, answers, aside, breaks, closes_factor, closes_list, link, places, relative_begins,
    verb,
};
use super::contrast::contrasted;
use super::lexicon::{ADVERBS, BE, HOLDS, SHARED};
use super::negation::denies;
use super::possession::{its, owners};
use super::resume::predicates_anew;
use super::supposed::supposes;
use super::token::{Kind, Token, Who};

/// How a clause follows the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joint {
    /// The first, or after a sign or a conjunction.
    Plain,
    /// `which`, `where`, `who`: speaks of what was named last.
    Relative,
    /// `as in TSC1`, `as TSC1 does`.
    As,
}

/// A reference to a case or to cases within a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Named {
    pub who: Who,
    /// It is only set against the others.
    pub contrasted: bool,
    /// It stands after the verb.
    pub object: bool,
}

/// A clause of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clause {
    pub tokens: Vec<Token>,
    pub joint: Joint,
    /// Says that something is absent.
    pub negative: bool,
    /// A condition, or a question.
    pub supposed: bool,
    /// Ends at a colon.
    pub announces: bool,
    /// Stands in brackets.
    pub aside: bool,
    /// Said of the factors before it, between commas, without a verb: `, new in TSC1`.
    pub by_the_way: bool,
}

impl Clause {
    pub fn factors(&self) -> impl Iterator<Item = &Token> {
        self.tokens.iter().filter(|token| token.is_factor())
    }

    /// The references to cases.
    pub fn cases(&self) -> Vec<Named> {
        /// So far its verb may stand after a subject.
        const WORDS_MAX: usize = 12;
        let mut found: Vec<Named> = Vec::new();
        // "what it has in the current case": a party has it, not a case.
        let placed = (1..self.tokens.len()).any(|i| {
            let article = usize::from(i > 1 && self.tokens[i - 1].is(&["the"]));
            matches!(self.tokens[i].kind, Kind::Case(Who::One(_))) && self.tokens[i - 1 - article].is(&["in"])
        });
        let verb = self.tokens.iter().position(|token| token.of(HOLDS) && !token.of(ADVERBS) || token.of(BE));
        for (i, token) in self.tokens.iter().enumerate() {
            if let Kind::Case(who) = token.kind {
                // "reasons not to follow TSC1"
                let article = usize::from(i > 0 && self.tokens[i - 1].is(&["the"]));
                let to_follow = i > 1 + article
                    && self.tokens[i - 1 - article].is(&[
                        "follow",
                        "distinguish",
                        "reject",
                        "apply",
                        "overrule",
                    ])
                    && self.tokens[i - 2 - article].is(&["to"]);
                if to_follow && self.tokens[..i].iter().any(Token::is_factor) {
                    continue;
                }
                if who == Who::It && placed && !its(&self.tokens, i) {
                    continue;
                }
                // "The precedent in point is TSC2"
                let named_after = self
                    .tokens
                    .iter()
                    .skip(i + 1)
                    .take(WORDS_MAX)
                    .position(|token| token.of(BE))
                    .is_some_and(|be| {
                        let after = self.tokens.get(i + 2 + be).map(|token| &token.kind);
                        matches!(after, Some(Kind::Case(Who::One(case))) if *case != Case::Current)
                    });
                if who == Who::That && named_after {
                    continue;
                }
                // "From TSC1 it is set apart by F1"
                let parts = i < 3
                    && self.tokens[0].is(&["from"])
                    && self.has(&[
                        "apart",
                        "differs",
                        "distinguished",
                        "separated",
                        "separates",
                        "distinguishes",
                    ]);
                // "The factor that distinguishes the current case from TSC2"
                let marked = i > article
                    && self.tokens[i - 1 - article].is(&[
                        "distinguishes",
                        "distinguish",
                        "separates",
                        "separate",
                    ])
                    && self.tokens.get(i + 1).is_some_and(|next| next.is(&["from"]))
                    && self.tokens[i + 2..].iter().take(2).any(Token::is_case);
                let contrasted = !marked && (parts || contrasted(&self.tokens[..i]));
                // "The current case improves on TSC1"
                let upon = i > 1 + article
                    && self.tokens[i - 1 - article].is(&["on", "upon", "over"])
                    && found.first().is_some_and(|first| !first.object)
                    && self.tokens[..i].iter().position(Token::is_case).is_some_and(|case| {
                        !self.tokens[case..i].iter().any(|token| matches!(token.kind, Kind::Sign(_)))
                    });
                let object = upon || verb.is_some_and(|verb| verb < i);
                found.push(Named { who, contrasted, object });
            }
        }
        found
    }

    /// The cases that it names by their names.
    pub fn names(&self) -> Vec<Case> {
        let name = |token: &Token| match token.kind {
            Kind::Case(Who::One(case)) => Some(case),
            _ => None,
        };
        self.tokens.iter().filter_map(name).collect()
    }

    /// `missing here`, `absent from TSC1`: no verb of its own, after what it speaks of.
    pub fn reduced(&self) -> bool {
        self.negative
            && self.factors().next().is_none()
            && !self.tokens.iter().any(|token| token.of(HOLDS) || token.of(BE))
    }

    pub fn any_of(&self, class: &str) -> bool {
        self.tokens.iter().any(|token| token.of(class))
    }

    /// Whether it says that something is shared, other than "beyond this overlap".
    pub fn shares(&self) -> bool {
        if self.tokens.windows(2).any(|two| two[0].is(&["all"]) && two[1].is(&["fours"])) {
            return true;
        }
        const BESIDES: &str = " beyond besides from outside despite behind ";
        (0..self.tokens.len()).any(|i| {
            let set_apart = self.tokens[i.saturating_sub(3)..i].iter().any(|token| token.of(BESIDES));
            let against = self.tokens.get(i + 1).is_some_and(|next| next.is(&["against"]));
            let not = i > 0 && self.tokens[i - 1].is(&["not"]);
            let beyond = set_apart && self.tokens[i].word().is_some_and(|word| !word.ends_with('d'));
            self.tokens[i].of(SHARED) && !(against || not || beyond)
        })
    }

    pub fn has(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| token.is(words))
    }
}

/// Whether a clause begins with a verb by which a case has factors, its subject left out.
pub(super) fn starts_with_verb(clause: &Clause) -> bool {
    let first = clause.tokens.iter().find(|token| token.word().is_some());
    first.is_some_and(|first| first.of(" has had contains contained lacks lacked features involves "))
}

/// The clauses of a sentence.
pub(super) fn clauses(tokens: &[Token]) -> Vec<Clause> {
    let asks = tokens.last().is_some_and(|token| token.is_sign('?'));
    let mut found: Vec<Clause> = Vec::new();
    let mut start = 0;
    let mut seen = Gathered::default();
    let mut close = |from: usize, to: usize, announces: bool| {
        if from < to {
            let by_the_way = by_the_way(tokens, from);
            found.push(Clause { by_the_way, ..clause(&tokens[from..to], announces, asks) });
        }
    };
    // `the current case (F1, F4) and TSC1 (F4, F6)`: each bracket speaks of the case before it.
    let listed_by_case = (0..tokens.len()).filter(|i| closes_list(tokens, 0, *i)).count() > 1;
    let mut i = 0;
    while i < tokens.len() {
        let token = &tokens[i];
        if breaks(tokens, i) {
            close(start, i, !(token.is_sign(';') || token.is_sign('/')));
            start = i + 1;
            seen = Gathered::default();
            i += 1;
            continue;
        }
        let mut at = None;
        if begins(tokens, i, seen) {
            at = Some(if token.is(&["which", "whom"]) { relative_begins(tokens, start, i) } else { i });
        } else if denies(tokens, i) && (seen.factor || seen.case) {
            // "in the current case, the plaintiff has none of these" is one clause.
            at = seen.link.filter(|link| {
                let place = |token: &Token| {
                    token.is_case() || token.of(" in the for as to with and ") || token.is_sign(',')
                };
                seen.factor || !tokens[start..*link].iter().all(place)
            });
            // `in TSC1 not in the current case`
            let place = || {
                tokens[i + 1..]
                    .iter()
                    .take(6)
                    .take_while(|token| token.of(" in from of present found the being "))
                    .count()
            };
            // "I find that none of them"
            if at.is_none() && seen.case && i > 0 && tokens[i - 1].is(&["that"]) {
                at = Some(i - 1);
            }
            if at.is_none()
                && seen.case
                && tokens.get(i + 1 + place()).is_some_and(Token::is_case)
                && !contrasted(&tokens[start..i + 1 + place()])
            {
                at = Some(i);
            }
        }
        // `The factors separating the two are F21 (TSC1) and F10 (the current case)`
        if token.is_sign('(') && parted_asides(tokens, start, i) {
            close(start, i - 1, false);
            start = i - 1;
            seen = Gathered { factor: true, ..Gathered::default() };
        }
        let announces = lists_announced(tokens, i, seen);
        if announces {
            at = Some(i);
        }
        if let Some(at) = at.filter(|at| *at > start) {
            close(start, at, announces);
            start = at;
            let relative = token.is(&RELATIVE)
                || token.is(&["as"])
                || tokens.get(at + 1).is_some_and(|next| next.is(&RELATIVE) || next.is(&["as"]))
                || places(tokens, i, seen);
            let of_factors = predicates_anew(tokens, i, seen);
            let by_the_way = by_the_way(tokens, i)
                || places(tokens, i, seen)
                || token.is_sign(',') && seen.factor && apposition(&tokens[i + 1..]);
            seen =
                Gathered { relative: relative || by_the_way, by_the_way, of_factors, ..Gathered::default() };
        }
        match token.kind {
            Kind::Factor(_) => {
                seen.factor = true;
                seen.link = None;
            }
            Kind::Case(_) => {
                // The comma after `unlike TSC1` goes on with the clause.
                let against = contrasted(&tokens[start..i]);
                seen.case |= !against;
                seen.named = true;
                seen.case_first |= !against && !seen.factor && !seen.of_factors;
                seen.link = None;
                seen.against = against;
            }
            _ if link(token) && seen.against => seen.against = false,
            _ if link(token) && seen.link.is_none() => seen.link = Some(i),
            _ => {}
        }
        let unmatched = token.is_sign(')') && closes_factor(tokens, start, i);
        if (token.is_sign(')') && aside(tokens, start, i))
            || unmatched
            || (listed_by_case && closes_list(tokens, start, i))
        {
            close(start, i + 1, false);
            start = i + 1;
            seen = Gathered::default();
            i += 1;
            continue;
        }
        seen.relative |= token.is(&["which", "whom"]) && !seen.factor && !seen.case;
        // `the cargo that TSC1 did not carry`, at the beginning
        seen.relative |= token.is(&["that"])
            && (1..4).contains(&(i - start))
            && tokens[start..i].iter().any(|token| token.is(&["the"]))
            && tokens[i + 1..].iter().take(2).any(Token::is_case);
        seen.negative |= denies(tokens, i);
        // `that decided TSC2`: whatever follows the pronoun is its verb.
        let of_pronoun = seen.relative
            && i > start
            && tokens[i - 1].is(&RELATIVE)
            && token.word().is_some_and(|word| {
                word.len() > 3 && !matches!(word, "only" | "both" | "also" | "either" | "like" | "unlike")
            });
        let verb = verb(token) || answers(token) || token.of(BE);
        seen.verb |= verb || of_pronoun;
        seen.predicate |= verb && (seen.factor || seen.named || seen.relative);
        i += 1;
    }
    close(start, tokens.len(), false);
    if !tokens.iter().any(Token::is_factor) || found.iter().any(|clause| clause.announces) {
        found.iter_mut().for_each(give_to_owners);
    }
    found
}

/// Whether the bracket at `i` says of the factor before it where it is, after words that tell cases apart.
fn parted_asides(tokens: &[Token], start: usize, i: usize) -> bool {
    const APART: &str = " separating separate separates distinguishing distinguish distinguishes differences differ differing ";
    const WORDS_MAX: usize = 14;
    let inside = tokens[i + 1..].iter().take(WORDS_MAX).take_while(|token| !token.is_sign(')'));
    i > start + 1
        && tokens[i - 1].is_factor()
        && tokens[start..i].iter().any(|token| token.of(APART))
        && inside.clone().any(Token::is_case)
        && !inside.clone().any(Token::is_factor)
}

/// A denial that announces factors and says whose they are speaks of their owner alone: "two factors of
/// TSC1 are missing here:".
fn give_to_owners(clause: &mut Clause) {
    if !clause.negative || clause.factors().next().is_some() {
        return;
    }
    let owners = owners(&clause.tokens);
    if owners.is_empty() {
        return;
    }
    let denial = (0..clause.tokens.len()).find(|i| denies(&clause.tokens, *i)).unwrap_or(0);
    let tokens = std::mem::take(&mut clause.tokens).into_iter().enumerate();
    let kept = tokens.filter(|(i, token)| owners.contains(i) || (*i < denial && !token.is_case()));
    clause.tokens = kept.map(|(_, token)| token).collect();
    clause.negative = false;
}

fn clause(tokens: &[Token], announces: bool, asks: bool) -> Clause {
    let begin = tokens
        .iter()
        .position(|token| !(token.is(&["and", "even", "just"]) || token.is_sign(',') || token.is_sign('(')))
        .unwrap_or(0);
    let first = &tokens[begin];
    let topic = tokens.get(begin + 1).is_some_and(|next| next.is(&["for", "to", "regards", "concerns"]));
    let joint = if first.is(&["as"]) && !topic {
        Joint::As
    } else if first.is(&["that"]) && !tokens.get(begin + 1).is_some_and(Token::is_factor)
        || tokens.iter().take(begin + 6).any(|token| token.is(&RELATIVE) && !token.is(&["that"]))
    {
        Joint::Relative
    } else {
        Joint::Plain
    };
    let negative = (0..tokens.len()).any(|i| denies(tokens, i));
    let supposed = asks || supposes(tokens, begin);
    Clause {
        tokens: tokens.to_vec(),
        joint,
        negative,
        supposed,
        announces,
        aside: tokens[0].is_sign('('),
        by_the_way: false,
    }
}
