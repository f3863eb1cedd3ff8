//! From a case file to a case: ids are unique, references resolve, and each missing fact carries
//! what it must. Everything that is wrong with a case is reported at once.

use std::collections::BTreeSet;

use super::consultation::{Case, Claim, ClaimTruth, Cues, KeyFact, MissingFact, Private, Standing};
use super::hidden::Hidden;
use super::problem::{Origin, Problem};
use super::schema::{AskedBy, CaseFile, KeyFactFile, StandingWord, TurnFile};
use super::talk::Turn;

/// How many facts the underspecified history leaves out.
const MISSING_FACTS: std::ops::RangeInclusive<usize> = 1..=3;

/// Whether `name` may be an id or a pack's name: 1-64 of a-z, 0-9 and `-`.
pub(super) fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// The case in `file`, read from `origin`; `hash` is that of the text it was read from.
pub(super) fn case(file: CaseFile, origin: &Origin, hash: String) -> Result<Case, Vec<Problem>> {
    let mut report = Report { origin, problems: Vec::new() };
    let ids = Ids::of(&file, &mut report);
    check_references(&file, &ids, &mut report);

    let mut claims = Vec::new();
    let mut truths = Vec::new();
    for claim in file.claims {
        claims.push(Claim { id: claim.id, text: claim.text });
        truths.push(ClaimTruth {
            verdict: claim.verdict,
            needs: claim.needs,
            reasoning: claim.reasoning,
            stated_complete: claim.stated.complete,
            stated_underspecified: claim.stated.underspecified,
        });
    }
    let facts = file
        .key_facts
        .into_iter()
        .enumerate()
        .filter_map(|(i, fact)| key_fact(i, fact, &mut report))
        .collect();
    let complete = turns("history.complete", file.history.complete, &mut report);
    let underspecified = turns("history.underspecified", file.history.underspecified, &mut report);

    if !report.problems.is_empty() {
        return Err(report.problems);
    }
    Ok(Case {
        id: file.id,
        language: file.language,
        class: file.class,
        cause: file.cause,
        province: file.province,
        provenance: file.provenance,
        review: file.review,
        hash,
        origin: origin.clone(),
        claims,
        hidden: Hidden::new(Private {
            provisions: file.provisions,
            profile: file.profile,
            truths,
            focal_points: file.focal_points,
            facts,
            complete,
            underspecified,
            probes: file.probes,
        }),
    })
}

struct Report<'a> {
    origin: &'a Origin,
    problems: Vec<Problem>,
}

impl Report<'_> {
    fn add(&mut self, path: impl Into<String>, message: impl Into<String>, mend: impl Into<String>) {
        self.problems.push(Problem::of_field(self.origin, path, message, mend));
    }
}

/// The ids that other parts of the case may name.
struct Ids {
    facts: BTreeSet<String>,
    missing: BTreeSet<String>,
}

impl Ids {
    fn of(file: &CaseFile, report: &mut Report<'_>) -> Self {
        if !is_name(&file.id) {
            report.add("id", format!("`{}` is not an id", file.id), "use 1-64 of a-z, 0-9 and -");
        }
        unique("claims", file.claims.iter().map(|claim| &claim.id), report);
        unique("focal_points", file.focal_points.iter().map(|focal| &focal.id), report);
        let facts = unique("key_facts", file.key_facts.iter().map(|fact| &fact.id), report);
        let missing: BTreeSet<String> = file
            .key_facts
            .iter()
            .filter(|fact| fact.standing == StandingWord::Missing)
            .map(|fact| fact.id.clone())
            .collect();
        if file.claims.is_empty() {
            report.add("claims", "is empty", "state at least one claim");
        }
        if !MISSING_FACTS.contains(&missing.len()) {
            report.add(
                "key_facts",
                format!("{} facts are `in: missing`", missing.len()),
                "mark one to three facts as missing",
            );
        }
        Self { facts, missing }
    }
}

fn unique<'a>(
    list: &str,
    ids: impl Iterator<Item = &'a String>,
    report: &mut Report<'_>,
) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for (i, id) in ids.enumerate() {
        let path = format!("{list}[{i}].id");
        if !is_name(id) {
            report.add(path, format!("`{id}` is not an id"), "use 1-64 of a-z, 0-9 and -");
        } else if !seen.insert(id.clone()) {
            report.add(path, format!("the id `{id}` is used twice"), "give each its own id");
        }
    }
    seen
}

fn check_references(file: &CaseFile, ids: &Ids, report: &mut Report<'_>) {
    for (i, claim) in file.claims.iter().enumerate() {
        facts_exist(&format!("claims[{i}].needs"), &claim.needs, ids, report);
    }
    for (i, focal) in file.focal_points.iter().enumerate() {
        facts_exist(&format!("focal_points[{i}].facts"), &focal.facts, ids, report);
        for (j, &position) in focal.provisions.iter().enumerate() {
            if position == 0 || position > file.provisions.len() {
                report.add(
                    format!("focal_points[{i}].provisions[{j}]"),
                    format!("there is no provision {position}"),
                    format!("count from 1 to {}", file.provisions.len()),
                );
            }
        }
    }
    for (i, probe) in file.probes.iter().enumerate() {
        if !ids.missing.contains(&probe.target) {
            report.add(
                format!("probes[{i}].target"),
                format!("`{}` is not a missing fact", probe.target),
                "name a fact that is `in: missing`",
            );
        }
        facts_exist(&format!("probes[{i}].permitted"), &probe.permitted, ids, report);
        facts_exist(&format!("probes[{i}].withheld.remove"), &probe.withheld.remove, ids, report);
    }
}

fn facts_exist(path: &str, named: &[String], ids: &Ids, report: &mut Report<'_>) {
    let mut seen = BTreeSet::new();
    for (i, id) in named.iter().enumerate() {
        if !ids.facts.contains(id) {
            report.add(
                format!("{path}[{i}]"),
                format!("there is no key fact `{id}`"),
                "name the id of a key fact of this case",
            );
        } else if !seen.insert(id) {
            report.add(format!("{path}[{i}]"), format!("`{id}` is named twice"), "name it once");
        }
    }
}

/// `None` when a problem was reported.
fn key_fact(i: usize, fact: KeyFactFile, report: &mut Report<'_>) -> Option<KeyFact> {
    let before = report.problems.len();
    let path = |field: &str| format!("key_facts[{i}].{field}");
    let asked_by = fact.asked_by.unwrap_or_default();
    check_asked_by(&path("asked_by"), &asked_by, report);
    let standing = match fact.standing {
        StandingWord::Told => {
            let superfluous = [
                ("marks", fact.marks.is_some()),
                ("why_decisive", fact.why_decisive.is_some()),
                ("mistaken", fact.mistaken.is_some()),
                ("incomplete", fact.incomplete.is_some()),
            ];
            for (field, _) in superfluous.into_iter().filter(|(_, present)| *present) {
                report.add(path(field), "belongs to missing facts alone", "remove it, or set `in: missing`");
            }
            Standing::Told
        }
        StandingWord::Missing => {
            if asked_by.question.as_deref().is_none_or(blank) {
                report.add(path("asked_by.question"), NEEDED, "write a question that would elicit the fact");
            }
            if asked_by.words.is_empty() {
                report.add(path("asked_by.words"), NEEDED, "list 3-8 words that a question for it uses");
            }
            let mut needed = |field: &str, value: Option<String>, mend: &str| match value {
                Some(text) if !blank(&text) => text,
                _ => {
                    report.add(path(field), NEEDED, mend);
                    String::new()
                }
            };
            let missing = MissingFact {
                why_decisive: needed("why_decisive", fact.why_decisive, "say how the fact decides a claim"),
                mistaken: needed("mistaken", fact.mistaken, "write what a user who gets it wrong would say"),
                incomplete: needed(
                    "incomplete",
                    fact.incomplete,
                    "write what a user who half tells it would say",
                ),
            };
            if fact.marks.as_ref().is_none_or(Vec::is_empty) {
                report.add(path("marks"), NEEDED, "list 1-3 strings that together tell the fact");
            }
            Standing::Missing(missing)
        }
    };
    let marks = marks(&path("marks"), fact.marks.unwrap_or_default(), report);
    (report.problems.len() == before).then_some(KeyFact {
        id: fact.id,
        text: fact.text,
        cues: Cues { question: asked_by.question, words: asked_by.words, marks },
        standing,
    })
}

const NEEDED: &str = "is needed for a missing fact";

fn check_asked_by(path: &str, asked_by: &AskedBy, report: &mut Report<'_>) {
    for (i, _) in asked_by.words.iter().enumerate().filter(|(_, word)| blank(word)) {
        report.add(format!("{path}.words[{i}]"), "is empty", "remove it");
    }
}

fn marks(path: &str, marks: Vec<String>, report: &mut Report<'_>) -> Vec<Vec<String>> {
    marks
        .iter()
        .enumerate()
        .map(|(i, mark)| {
            let alternatives: Vec<String> = mark.split('|').map(|part| part.trim().to_owned()).collect();
            if alternatives.iter().any(|part| part.is_empty()) {
                report.add(
                    format!("{path}[{i}]"),
                    "holds an empty alternative",
                    "write text on each side of `|`",
                );
            }
            alternatives
        })
        .collect()
}

fn turns(path: &str, turns: Vec<TurnFile>, report: &mut Report<'_>) -> Vec<Turn> {
    if turns.is_empty() {
        report.add(path, "is empty", "write 3-6 user turns with the lawyer's between them");
    }
    turns
        .into_iter()
        .enumerate()
        .filter_map(|(i, turn)| match turn.into_turn() {
            Some(turn) if !blank(&turn.text) => Some(turn),
            Some(_) => {
                report.add(format!("{path}[{i}]"), "is empty", "write what is said, or remove the turn");
                None
            }
            None => {
                report.add(
                    format!("{path}[{i}]"),
                    "must have one speaker",
                    "write either `user: …` or `assistant: …`",
                );
                None
            }
        })
        .collect()
}

fn blank(text: &str) -> bool {
    text.trim().is_empty()
}
