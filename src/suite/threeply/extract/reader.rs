//! Lines in order: what each sentence asserts of which case.

use std::collections::BTreeMap;

use super::super::factor::{Side, factor};
use super::super::triple::Case;
use super::citation::Citations;
use super::clause::{Clause, Joint, clauses};
use super::heading::{SHARED, Scope, Speaker, is_heading, ply, scope};
use super::layout::{Line, sentences};
use super::mention::{Mention, Name};
use super::plain::Placed;
use super::table::{self, Columns};
use super::token::{Kind, Labels, Token, Who, labels, tokens};
use super::{Assertion, Cited, Flag};

/// What was read from the lines of an answer.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub asserted: Vec<Assertion>,
    pub unattributed: usize,
    pub cited: Cited,
    pub flags: BTreeMap<Flag, usize>,
    /// The text ends within a factor's name.
    pub cut: bool,
    /// A ply was opened.
    pub plies: bool,
}

/// Reads the lines.
pub(super) fn read(lines: &[Line]) -> Read {
    let all: Vec<Vec<Placed>> = lines.iter().map(|line| line.chars.clone()).collect();
    let mut reader = Reader { labels: labels(&all), ..Reader::default() };
    for (i, line) in lines.iter().enumerate() {
        let ruled = lines.get(i + 1).and_then(|next| next.cells.as_deref()).is_some_and(table::is_rule);
        reader.line(line, ruled);
    }
    let mut read = reader.read;
    read.cited = reader.citations.cited();
    read.plies = reader.speaker.is_some();
    read
}

/// A mention with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Placement {
    number: u32,
    start: usize,
    end: usize,
}

#[derive(Debug, Default)]
struct Reader {
    labels: Labels,
    read: Read,
    citations: Citations,
    speaker: Option<Speaker>,
    /// Headings that are open, outermost first.
    scopes: Vec<(i32, Scope)>,
    columns: Option<Columns>,
    /// Columns of the table that say of which cases something is absent.
    absent: Vec<bool>,
    /// The precedent spoken of last.
    topic: Option<Case>,
    /// The case spoken of last.
    last: Option<Case>,
    /// The factors named last, for "both are found in".
    group: Vec<Placement>,
    /// Cases that the sentence before gave its first factors to, for "the same goes for".
    before: Vec<Case>,
    /// Where the assertions of a claim begin that the other side is said to make.
    claimed: Option<usize>,
}

impl Reader {
    fn line(&mut self, line: &Line, ruled: bool) {
        if let Some(cells) = &line.cells {
            return self.row(cells, ruled);
        }
        self.columns = None;
        self.absent.clear();
        let tokens = tokens(&line.chars, &self.labels);
        if let Some(named) = ply(&tokens) {
            self.speaker = Some(self.speaker.map_or(named, |speaker| speaker.then(named)));
        }
        if is_heading(line, &tokens) {
            return self.heading(line, &tokens);
        }
        let first_is_factor = tokens.first().is_some_and(Token::is_factor);
        let depth = line.depth;
        let loose = !line.item && line.apart && !first_is_factor;
        self.scopes
            .retain(|(open, _)| if line.item { *open < depth } else { *open < -1 || (!loose && *open < 0) });
        for sentence in sentences(&line.chars) {
            let tokens = super::token::tokens(&sentence, &self.labels);
            self.sentence(&tokens);
        }
    }

    fn heading(&mut self, line: &Line, tokens: &[Token]) {
        let opens_ply = ply(tokens).is_some();
        self.scopes.retain(|(open, _)| *open < line.depth && !opens_ply);
        self.citations.sentence(self.speaker, tokens, &self.named(tokens));
        let scope = scope(tokens);
        for token in tokens {
            if let Kind::Case(who) = token.kind {
                self.resolve(who);
            }
        }
        if scope.is_some() || opens_ply {
            self.scopes.push((line.depth, scope.unwrap_or_default()));
        }
    }

    fn row(&mut self, cells: &[Vec<Placed>], ruled: bool) {
        if table::is_rule(cells) {
            return;
        }
        if ruled {
            self.columns = table::columns(cells, &self.labels);
            self.absent = cells.iter().map(|cell| table::denies(cell, &self.labels)).collect();
            return;
        }
        let absent = |i: usize| self.columns.is_none() && self.absent.get(i).copied().unwrap_or(false);
        let kept = cells.iter().enumerate().filter(|(i, _)| !absent(*i));
        let tokens: Vec<Token> = kept.flat_map(|(_, cell)| tokens(cell, &self.labels)).collect();
        self.citations.sentence(self.speaker, &tokens, &self.named(&tokens));
        match self.columns.clone() {
            Some(columns) => {
                for token in tokens.iter().filter(|token| token.is_factor()) {
                    self.look_at(token);
                }
                for (scope, token) in table::row(cells, &columns, &self.labels) {
                    let cases = self.cases_of(scope);
                    self.assert(&[placement(&token)], &cases);
                }
            }
            None => {
                // Cells without a sign between them are one clause.
                let words: Vec<Token> = tokens.into_iter().filter(|token| !token.is_sign('?')).collect();
                self.sentence(&words);
            }
        }
    }

    /// The precedents that tokens name, without moving on what is spoken of.
    fn named(&self, tokens: &[Token]) -> Vec<Case> {
        let mut found = Vec::new();
        for token in tokens {
            match token.kind {
                Kind::Case(Who::One(case)) if case != Case::Current => found.push(case),
                Kind::Case(Who::That) => found.extend(self.topic),
                _ => {}
            }
        }
        found
    }

    /// The cases that a reference points to.
    fn resolve(&mut self, who: Who) -> Vec<Case> {
        let found: Vec<Case> = match who {
            Who::One(case) => vec![case],
            Who::Both => [Some(Case::Current), self.topic].into_iter().flatten().collect(),
            Who::Precedents => Case::PRECEDENTS.to_vec(),
            Who::All => Case::ALL.to_vec(),
            Who::That => self.topic.into_iter().collect(),
            Who::It => self.last.or(self.topic).into_iter().collect(),
            Who::CitedBy(side) => self.cited_by(side).into_iter().collect(),
        };
        if let [case] = found[..] {
            self.last = Some(case);
            if case != Case::Current {
                self.topic = Some(case);
            }
        }
        found
    }

    fn cited_by(&self, side: Side) -> Option<Case> {
        self.citations.cited().by(side).or(self.topic)
    }

    fn look_at(&mut self, token: &Token) {
        let Kind::Factor(mention) = token.kind else { return };
        let known = factor(mention.number);
        let mut count = |flag, holds: bool| {
            if holds {
                *self.read.flags.entry(flag).or_insert(0) += 1;
            }
        };
        count(Flag::NameMismatch, mention.name == Name::Foreign);
        count(Flag::UnknownNumber, known.is_none());
        count(Flag::WrongSide, known.zip(mention.side).is_some_and(|(own, given)| own.side != given));
        self.read.cut |= mention.name == Name::Cut;
    }

    fn assert(&mut self, factors: &[Placement], cases: &[Case]) {
        for found in factors {
            for case in cases {
                let &Placement { number, start, end } = found;
                self.read.asserted.push(Assertion { case: *case, number, start, end });
            }
        }
    }

    /// The cases of the innermost heading that names some.
    fn scope(&mut self) -> (Vec<Case>, bool) {
        let Some((_, scope)) = self.scopes.last().cloned() else { return (Vec::new(), false) };
        let denies = scope.denies;
        let cases = self.cases_of(scope);
        let denied = denies && cases.is_empty();
        (cases, denied)
    }

    fn cases_of(&mut self, scope: Scope) -> Vec<Case> {
        let mut cases = Vec::new();
        for who in scope.has {
            cases.extend(match who {
                Who::One(case) => vec![case],
                other => self.resolve(other),
            });
        }
        if scope.shared {
            self.widen(&mut cases);
        }
        cases
    }

    /// Of what is shared, the other case belongs to it, too.
    fn widen(&self, cases: &mut Vec<Case>) {
        if cases.len() >= 2 {
            return;
        }
        if !cases.contains(&Case::Current) {
            cases.push(Case::Current);
        }
        if cases.len() < 2 {
            cases.extend(self.topic);
        }
    }

    fn sentence(&mut self, tokens: &[Token]) {
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

fn placement(token: &Token) -> Placement {
    let number = match token.kind {
        Kind::Factor(Mention { number, .. }) => number,
        _ => 0,
    };
    Placement { number, start: token.start, end: token.end }
}

/// Whether a clause ends in a bracket that says of the factor before it in which case it is.
fn closes_aside(clause: &Clause) -> bool {
    let tokens = &clause.tokens;
    let open = tokens.iter().rposition(|token| token.is_sign('('));
    tokens.last().is_some_and(|token| token.is_sign(')'))
        && open.is_some_and(|open| {
            open > 0 && tokens[open - 1].is_factor() && !tokens[..open].iter().any(Token::is_case)
        })
}

/// "The same goes for F8".
fn same_goes(clause: &Clause) -> bool {
    clause.has(&["same", "likewise", "similarly", "so"])
        && clause.has(&["goes", "holds", "true", "applies", "said", "for", "is"])
}

/// Whether a clause without factors says that those named before are present in its case:
/// "but also in TSC1", "both are found in it", "as they are in TSC2".
fn takes_up(clause: &Clause, in_sentence: bool) -> bool {
    const PRONOUNS: [&str; 9] = ["both", "these", "those", "they", "all", "each", "them", "same", "ones"];
    const WITHIN: [&str; 8] = ["in", "of", "to", "by", "within", "with", "from", "for"];
    let tokens: Vec<&Token> = clause.tokens.iter().filter(|token| !token.is_sign(',')).collect();
    // "in the current case" is "in", then the case.
    let tokens: Vec<&Token> = tokens
        .iter()
        .enumerate()
        .filter(|(i, token)| {
            !(token.is(&["the", "that"]) && tokens.get(i + 1).is_some_and(|next| next.is_case()))
        })
        .map(|(_, token)| *token)
        .collect();
    let Some(case) = tokens.iter().position(|token| token.is_case()) else { return false };
    let within = case > 0 && tokens[case - 1].is(&WITHIN);
    let early = tokens.iter().take(4).any(|token| token.is(&PRONOUNS))
        || tokens.iter().skip(case).any(|token| token.is(&["same", "these", "those"]));
    // "and TSC1 does", "the current case has it as well", "so does the current case"
    let after = &tokens[case + 1..];
    let verb = after
        .first()
        .is_some_and(|token| token.is(&["does", "do", "did", "has", "had", "have", "shares", "contains"]));
    const REST: [&str; 15] = [
        "does", "do", "did", "has", "had", "have", "too", "also", "as", "well", "it", "them", "both",
        "likewise", "so",
    ];
    let nothing_else = after.iter().all(|token| token.is(&REST) || matches!(token.kind, Kind::Sign(_)));
    let stands_in = |words: &[&str]| after.iter().any(|token| token.is(words));
    if verb && nothing_else && (stands_in(&["does", "do", "did", "it", "them", "both"])) {
        return true;
    }
    if tokens[0].is(&["so", "as"])
        && case <= 2
        && tokens[1].is(&["does", "did", "do", "is", "are", "was", "were", "has", "had"])
    {
        return true;
    }
    if !in_sentence && tokens.iter().take(case + 4).any(|token| token.is(&["it"])) {
        const IS: [&str; 6] = ["present", "found", "appears", "recurs", "occurs", "appeared"];
        return within && tokens.iter().any(|token| token.is(&IS));
    }
    if !in_sentence {
        return early
            && (within
                || tokens.iter().any(|token| token.is(&["has", "have", "had", "contains", "shares"])));
    }
    const DOES: [&str; 17] = [
        "does", "did", "do", "has", "had", "have", "is", "was", "were", "are", "too", "shares", "contains",
        "turned", "rested", "featured", "involved",
    ];
    let verb_after = tokens[case + 1..].iter().take(2).any(|token| token.is(&DOES));
    match clause.joint {
        Joint::As => true,
        Joint::Relative => within || verb_after,
        Joint::Plain => {
            const JOINTS: [&str; 17] = [
                "and", "but", "also", "as", "well", "likewise", "just", "exactly", "again", "so", "too",
                "yet", "while", "whereas", "although", "though", "even",
            ];
            let lead = tokens.iter().take_while(|token| token.is(&JOINTS)).count();
            let bare = within && lead + 1 == case;
            let said = tokens[..case].iter().any(|token| {
                token.is(&PRONOUNS)
                    || token.is(&["it", "present", "found", "appear", "appears", "recur", "recurs", "occurs"])
            });
            let holds_both = (verb_after || stands_in(&["both", "them"]))
                && tokens.iter().any(|token| token.is(&["both", "them", "these", "all", "too"]));
            bare || (within && said) || holds_both
        }
    }
}
