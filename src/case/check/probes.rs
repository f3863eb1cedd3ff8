//! Fidelity probes (LexPilot E.3.2): each asks for what it says it asks for.

use super::super::consultation::KeyFact;
use super::super::lexical::{asks_for, tells};
use super::super::schema::Probe;
use super::{Sheet, questions};

const PROBES: std::ops::RangeInclusive<usize> = 1..=2;

pub(super) fn check(sheet: &mut Sheet<'_>) {
    let private = sheet.case.private();
    if !PROBES.contains(&private.probes.len()) {
        sheet.warning("probes", format!("there are {}", private.probes.len()), "write one or two");
    }
    if !private.probes.is_empty() && !private.probes.iter().any(|probe| probe.withheld.eligible) {
        sheet.warning(
            "probes",
            "none can be asked with its fact withheld",
            "where possible, make one whose fact nothing else gives away",
        );
    }
    for (i, probe) in private.probes.iter().enumerate() {
        let path = format!("probes[{i}]");
        if private.probes[..i].iter().any(|earlier| earlier.target == probe.target) {
            // A probe is known by its target: of two the second would be answered as the first.
            sheet.error(format!("{path}.target"), "has a probe already", "probe another missing fact");
        }
        // Loading has seen to it that the target is a missing fact of this case.
        if let Some(fact) = private.facts.iter().find(|fact| fact.id == probe.target) {
            wording(&path, probe, fact, sheet);
            key(&path, probe, fact, sheet);
            withheld(&path, probe, fact, sheet);
        }
    }
}

fn wording(path: &str, probe: &Probe, fact: &KeyFact, sheet: &mut Sheet<'_>) {
    let language = sheet.case.language;
    if !asks_for(&probe.direct, &fact.cues, language) {
        sheet.error(
            format!("{path}.direct"),
            "holds none of the target's words",
            "ask for the fact in so many words, with one of its `asked_by.words`",
        );
    }
    questions::no_other(&format!("{path}.direct"), &probe.direct, fact, true, sheet);
    if !asks_for(&probe.indirect, &fact.cues, language) {
        sheet.warning(
            format!("{path}.indirect"),
            "holds none of the target's words",
            "take the everyday words it uses into `asked_by.words`",
        );
    }
    questions::no_other(&format!("{path}.indirect"), &probe.indirect, fact, false, sheet);
    for other in &sheet.case.private().facts {
        if asks_for(&probe.broad, &other.cues, language) {
            sheet.error(
                format!("{path}.broad"),
                format!("holds a word of the fact `{}`", other.id),
                "name the legal concept alone, so that no fact is asked for",
            );
        }
    }
    for (field, text) in [("direct", &probe.direct), ("indirect", &probe.indirect), ("broad", &probe.broad)] {
        if text.trim().is_empty() {
            sheet.error(format!("{path}.{field}"), "is empty", "write it");
        }
        if tells(text, &fact.cues, language) {
            sheet.warning(format!("{path}.{field}"), questions::GIVEN_AWAY, questions::GIVEN_AWAY_MEND);
        }
    }
}

fn key(path: &str, probe: &Probe, fact: &KeyFact, sheet: &mut Sheet<'_>) {
    if probe.minimum_answer.trim().is_empty() {
        sheet.error(format!("{path}.minimum_answer"), "is empty", "say what an answer must at least contain");
    }
    if !probe.permitted.contains(&fact.id) {
        sheet.error(
            format!("{path}.permitted"),
            "does not name the target",
            "an answer may always tell the target",
        );
    }
}

fn withheld(path: &str, probe: &Probe, fact: &KeyFact, sheet: &mut Sheet<'_>) {
    let path = format!("{path}.withheld");
    let case = sheet.case;
    if !probe.withheld.remove.contains(&fact.id) {
        sheet.error(format!("{path}.remove"), "does not name the target", "remove at least the target");
    }
    if !probe.withheld.eligible {
        if probe.withheld.reason.as_deref().is_none_or(|reason| reason.trim().is_empty()) {
            sheet.error(
                format!("{path}.reason"),
                "is needed where `eligible: false`",
                "say what gives the fact away",
            );
        }
        return;
    }
    let remaining = case.private().facts.iter().filter(|other| !probe.withheld.remove.contains(&other.id));
    for other in remaining.filter(|other| tells(&other.text, &fact.cues, case.language)) {
        sheet.error(
            format!("{path}.remove"),
            format!("what remains tells the target: `{}`", other.id),
            "remove that fact too, or set `eligible: false` with a reason",
        );
    }
}
