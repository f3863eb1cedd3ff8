//! Headings: which cases the list below one speaks of, and which ply it opens.

use super::clause::{clauses, starts_with_verb};
use super::layout::Line;
use super::lexicon::SHARED;
use super::reader::{Reader, SUBORDINATORS};
use super::token::{Kind, Token, Who};

/// Of which cases a list speaks whose members name none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Scope {
    /// The cases that it says have the factors.
    pub has: Vec<Who>,
    /// It says that they are shared.
    pub shared: bool,
    /// It says only of which cases they are absent.
    pub denies: bool,
    /// These cases.
    pub lack: Vec<Who>,
}

/// Whether a line is a heading, or a label that announces a list.
pub(super) fn is_heading(line: &Line, tokens: &[Token]) -> bool {
    if tokens.iter().any(Token::is_factor) || line.cells.is_some() {
        return false;
    }
    let announces = tokens.last().is_some_and(|token| token.is_sign(':'));
    let short = tokens.len() <= 9
        && !tokens.last().is_some_and(|token| matches!(token.kind, Kind::Sign('.' | '?' | '!' | ')')));
    let names_ply = short && ply(tokens).is_some();
    let only_case = !tokens.is_empty()
        && !tokens.iter().any(|token| token.kind == Kind::Case(Who::That))
        && tokens.iter().all(|token| {
            token.is_case() || matches!(token.kind, Kind::Sign(_)) || token.is(&["the", "factors"])
        });
    line.marked || announces || names_ply || (short && only_case)
}

/// The scope that a heading opens; `None` when it speaks of no case.
pub(super) fn scope(tokens: &[Token]) -> Option<Scope> {
    let mut scope = Scope::default();
    for clause in clauses(tokens) {
        scope.shared |= clause.any_of(SHARED) && !clause.negative;
        let cases = clause.cases();
        // `Absent:` below a case
        scope.denies |= cases.is_empty() && clause.negative && tokens.len() <= 4;
        // `Has, but the current case lacks`: the precedent under discussion.
        if cases.is_empty() && starts_with_verb(&clause) && !clause.negative {
            scope.has.push(Who::That);
        }
        for named in cases {
            // "unlike TSC1" within a denial gives the factors to TSC1.
            if clause.negative == named.contrasted {
                scope.has.push(named.who);
            } else if clause.negative {
                scope.denies = true;
                scope.lack.push(named.who);
            }
        }
    }
    // `same:`
    scope.shared |= tokens.len() < 3 && tokens.iter().any(|token| token.is(&["same"]));
    // "The differences between TSC1 and the current case are:"
    let differs = tokens
        .iter()
        .any(|token| token.is(&["differences", "difference", "distinctions", "differ", "dissimilarities"]));
    let from = tokens.windows(2).any(|two| two[0].is(&["from", "with", "to"]) && two[1].is_case());
    if differs && (scope.has.len() > 1 || from) {
        return None;
    }
    (!scope.has.is_empty() || scope.shared || scope.denies).then_some(scope)
}

impl Reader {
    /// Takes a heading in: what it opens and whom it names.
    pub(super) fn heading(&mut self, line: &Line, tokens: &[Token]) {
        let opens_ply = ply(tokens).is_some();
        self.scopes.retain(|(open, _)| *open < line.depth && !opens_ply);
        self.citations.sentence(self.speaker, tokens, &self.named(tokens));
        // "The plaintiff relies on TSC1 because" speaks of no case's factors.
        let hangs = tokens.last().is_some_and(|last| last.is(&SUBORDINATORS));
        let mut scope = scope(tokens).filter(|_| !hangs);
        if let Some(scope) = &mut scope {
            self.settle(scope, tokens);
        }
        for token in tokens {
            if let Kind::Case(who) = token.kind {
                self.resolve(who);
            }
        }
        if scope.is_some() {
            self.listed_before = std::mem::take(&mut self.listed);
        }
        if scope.is_some() || opens_ply {
            self.scopes.push((line.depth, scope.unwrap_or_default()));
        }
    }

    /// Names the cases that a heading means by "it" and the like before it moves on what is spoken of.
    fn settle(&mut self, scope: &mut Scope, tokens: &[Token]) {
        let name = |token: &Token| match token.kind {
            Kind::Case(Who::One(case)) => Some(case),
            _ => None,
        };
        let pronoun = tokens.iter().position(|token| token.kind == Kind::Case(Who::It)).unwrap_or(0);
        self.named_later = tokens[pronoun..].iter().filter_map(name).collect();
        // "The current case is stronger because it also has:"
        let before = tokens[..pronoun].iter().filter_map(name).next_back();
        let meant = before.or_else(|| self.antecedent());
        self.named_later.clear();
        // "has:" below a case
        let above = self.scopes.last().and_then(|(_, above)| match above.has[..] {
            [who @ Who::One(_)] => Some(who),
            _ => None,
        });
        let verb_alone = !tokens.iter().any(Token::is_case);
        for who in &mut scope.has {
            match (*who, meant, above) {
                (Who::It, Some(case), _) => *who = Who::One(case),
                (Who::That, _, Some(case)) if verb_alone => *who = case,
                _ => {}
            }
        }
    }
}

/// The speaker whose ply begins with these words.
pub(super) fn ply(tokens: &[Token]) -> Option<Speaker> {
    let mut words = tokens.iter().filter_map(Token::word).filter(|word| {
        !word.chars().all(|c| c.is_ascii_digit())
            && !matches!(
                *word,
                "the"
                    | "i"
                    | "ii"
                    | "iii"
                    | "a"
                    | "b"
                    | "c"
                    | "for"
                    | "as"
                    | "by"
                    | "on"
                    | "behalf"
                    | "of"
                    | "part"
                    | "counsel"
                    | "hence"
                    | "in"
                    | "and"
                    | "s"
            )
    });
    let ordinal = |token: &Token| {
        token.word().and_then(|word| match word {
            "1" | "one" | "first" => Some(Speaker::First),
            "2" | "two" | "second" => Some(Speaker::Second),
            "3" | "three" | "third" => Some(Speaker::Third),
            _ => None,
        })
    };
    let first = words.next()?.trim_end_matches("'s").trim_end_matches("s'");
    let second = words.next().unwrap_or_default();
    let side = |word: &str| match word.trim_end_matches("'s") {
        "plaintiff" | "plaintiffs" | "p" | "pl" | "pltf" | "claimant" => Some(Speaker::First),
        "defendant" | "defendants" | "defence" | "defense" | "d" | "def" => Some(Speaker::Second),
        _ => None,
    };
    if first == "rebuttal" || second.starts_with("rebuttal") || second == "reply" || second == "surreply" {
        return Some(Speaker::Third);
    }
    if first.starts_with("counterargument") || first == "counter" || first == "response" {
        return Some(Speaker::Second);
    }
    // `Three-ply argument` names no ply.
    let at = tokens.iter().position(|token| token.is(&["ply"]));
    if let Some(at) = at.filter(|_| first == "ply" || second == "ply") {
        let after = tokens[at + 1..].iter().filter(|token| token.word().is_some()).take(1).find_map(ordinal);
        let before = at
            .checked_sub(1)
            .map(|before| &tokens[before])
            .filter(|token| token.is(&["first", "second", "third"]));
        return after.or_else(|| before.and_then(ordinal));
    }
    let by_side = side(first)?;
    const SPEAKS: [&str; 49] = [
        "argument",
        "counterargument",
        "counter",
        "arguments",
        "says",
        "answers",
        "replies",
        "cites",
        "relies",
        "objects",
        "argues",
        "responds",
        "draws",
        "prefers",
        "submits",
        "contends",
        "notes",
        "counters",
        "distinguishes",
        "points",
        "rebuts",
        "rests",
        "opens",
        "maintains",
        "urges",
        "invokes",
        "adds",
        "may",
        "response",
        "case",
        "position",
        "opening",
        "speaks",
        "begins",
        "rejoins",
        "turns",
        "insists",
        "concludes",
        "closes",
        "starts",
        "must",
        "would",
        "claims",
        "asks",
        "leads",
        "goes",
        "accordingly",
        "arg",
        "side",
    ];
    let alone = second.is_empty();
    (alone
        || SPEAKS.contains(&second)
        || tokens.get(1).is_some_and(|token| {
            matches!(token.kind, Kind::Sign(':' | '(' | ')' | '-' | '\u{2014}' | '.' | '\u{2192}' | ','))
        }))
    .then_some(by_side)
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Speaker {
    /// The plaintiff's argument.
    First,
    /// The defendant's answer.
    Second,
    /// The plaintiff's rebuttal.
    Third,
}

impl Speaker {
    /// Whose turn it is once `named` is named after `self`: a plaintiff who speaks again rebuts.
    pub fn then(self, named: Self) -> Self {
        match (self, named) {
            (Self::Second | Self::Third, Self::First) => Self::Third,
            (_, named) => named,
        }
    }
}
