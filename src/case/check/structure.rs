//! A case's frame: classes, causes, types, provenance, review, profile, and what refers to what.

use super::super::consultation::Case;
use super::super::label::Language;
use super::super::measure::{han_share, is_han};
use super::super::pack::Pack;
use super::super::schema::{Plaintiff, ProvenanceKind};
use super::{Finding, Severity, Sheet};

const KEY_FACTS: std::ops::RangeInclusive<usize> = 5..=8;
const ADULT_AGE: u32 = 18;

pub(super) fn pack(pack: &Pack) -> Vec<Finding> {
    let warning = |path: &str, mend: &str| Finding {
        severity: Severity::Warning,
        case: None,
        file: "pack.yaml".to_owned(),
        path: path.to_owned(),
        message: "is missing".to_owned(),
        mend: mend.to_owned(),
    };
    let mut findings = Vec::new();
    if pack.meta.canary.is_none() {
        findings.push(warning("canary", "add a fresh GUID, so that contamination can be searched for"));
    }
    if pack.meta.licence.is_none() {
        findings.push(warning("licence", "name a licence by its SPDX expression"));
    }
    findings
}

pub(super) fn case(pack: &Pack, sheet: &mut Sheet<'_>) {
    let case = sheet.case;
    file_name(case, sheet);
    texts(case, sheet);
    match pack.taxonomy.class(&case.class) {
        None => sheet.error(
            "class",
            format!("no class file of the pack has the class `{}`", case.class),
            format!("use one of: {}", ids(pack.taxonomy.classes.iter().map(|class| class.id.as_str()))),
        ),
        Some(class) if !class.causes.contains(&case.cause) => sheet.error(
            "cause",
            format!("the class `{}` has no cause `{}`", class.id, case.cause),
            format!("use one of: {}", class.causes.join(", ")),
        ),
        Some(_) => {}
    }
    provenance(case, sheet);
    review(case, sheet);
    profile(case, sheet);
    references(pack, case, sheet);
}

fn ids<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    ids.collect::<Vec<_>>().join(", ")
}

fn file_name(case: &Case, sheet: &mut Sheet<'_>) {
    if case.origin.line.is_none() && case.origin.file != format!("cases/{}.yaml", case.id) {
        sheet.warning("id", "is not the file's name", format!("rename the file to {}.yaml", case.id));
    }
}

/// Nothing that roles or reports show is empty.
fn texts(case: &Case, sheet: &mut Sheet<'_>) {
    let private = case.private();
    let mut all = vec![
        ("province".to_owned(), case.province.as_str()),
        ("profile.voice".to_owned(), private.profile.voice.as_str()),
    ];
    for (i, (claim, truth)) in case.claims.iter().zip(&private.truths).enumerate() {
        all.push((format!("claims[{i}].text"), &claim.text));
        all.push((format!("claims[{i}].reasoning"), &truth.reasoning));
    }
    all.extend(
        private
            .focal_points
            .iter()
            .enumerate()
            .map(|(i, f)| (format!("focal_points[{i}].text"), f.text.as_str())),
    );
    all.extend(
        private.facts.iter().enumerate().map(|(i, f)| (format!("key_facts[{i}].text"), f.text.as_str())),
    );
    all.extend(private.provisions.iter().enumerate().map(|(i, p)| (format!("provisions[{i}]"), p.as_str())));
    for (path, _) in all.into_iter().filter(|(_, text)| text.trim().is_empty()) {
        sheet.error(path, "is empty", "write it");
    }
    if private.provisions.is_empty() {
        sheet.warning("provisions", "is empty", "cite what the decision rests on");
    }
}

/// Whether at least half of the letters are of the script the tag says.
pub(super) fn language(sheet: &mut Sheet<'_>) -> bool {
    let case = sheet.case;
    let private = case.private();
    let text: String = case
        .claims
        .iter()
        .map(|claim| claim.text.as_str())
        .chain(private.facts.iter().map(|fact| fact.text.as_str()))
        .chain(private.complete.iter().chain(&private.underspecified).map(|turn| turn.text.as_str()))
        .collect();
    let Some(share) = han_share(&text) else { return true };
    let (wrong, other) = match case.language {
        Language::Zh => (share < 0.5, "en"),
        Language::En => (share > 0.5, "zh"),
    };
    if wrong {
        sheet.error(
            "language",
            format!("wrong language tag: {:.0}% of the letters are Chinese", share * 100.0),
            format!("set `language: {other}`, or write the case in the language of its tag"),
        );
    }
    !wrong
}

fn provenance(case: &Case, sheet: &mut Sheet<'_>) {
    let number = case.provenance.case_number.as_deref();
    match (case.provenance.kind, number) {
        (ProvenanceKind::Judgment, None) => sheet.error(
            "provenance.case_number",
            "is needed for a case drawn from a judgment",
            "add it, as in （2023）浙0106民初1234号",
        ),
        (ProvenanceKind::Judgment, Some(number)) => {
            let plausible = match case.language {
                Language::Zh => is_case_number(number),
                Language::En => number.chars().any(|c| c.is_ascii_digit()),
            };
            if !plausible {
                sheet.error(
                    "provenance.case_number",
                    format!("`{number}` is not the number of a civil case of first instance"),
                    "write it as in （2023）浙0106民初1234号",
                );
            }
        }
        (ProvenanceKind::Written, Some(_)) => sheet.warning(
            "provenance.case_number",
            "a written case has no case number",
            "remove it, or set `kind: judgment`",
        ),
        (ProvenanceKind::Written, None) => {}
    }
}

/// `（2023）浙0106民初1234号`: year, court, 民…初 (in older ones 字第), serial.
fn is_case_number(text: &str) -> bool {
    let text: String = text
        .trim()
        .chars()
        .map(|c| match c {
            '（' | '〔' => '(',
            '）' | '〕' => ')',
            _ => c,
        })
        .collect();
    let parts = || {
        let (year, rest) = text.strip_prefix('(')?.split_once(')')?;
        let (court, rest) = rest.split_once('民')?;
        let (kind, serial) = rest.split_once('初')?;
        let serial = serial.strip_prefix("字第").unwrap_or(serial).strip_suffix('号')?;
        Some((year.to_owned(), court.to_owned(), kind.to_owned(), serial.to_owned()))
    };
    parts().is_some_and(|(year, court, kind, serial)| {
        year.len() == 4
            && year.parse::<u32>().is_ok_and(|year| (1985..2100).contains(&year))
            && court.chars().next().is_some_and(is_han)
            && (1..=12).contains(&court.chars().count())
            && court.chars().all(|c| is_han(c) || c.is_ascii_digit())
            && kind.chars().count() <= 2
            && kind.chars().all(is_han)
            && (1..=6).contains(&serial.len())
            && serial.bytes().all(|b| b.is_ascii_digit())
    })
}

fn review(case: &Case, sheet: &mut Sheet<'_>) {
    let state = case.review.state.as_str();
    let lawyer = state.strip_prefix("lawyer:").map(str::trim).filter(|name| !name.is_empty());
    if state != "machine" && lawyer.is_none() {
        sheet.error(
            "review.state",
            format!("`{state}` says neither `machine` nor who the lawyer is"),
            "write `machine`, or \"lawyer: NAME\" in quotation marks",
        );
    }
    match case.review.sheet.as_deref() {
        Some(path) if !stays_inside(path) => {
            sheet.error(
                "review.sheet",
                format!("`{path}` leads out of the pack"),
                "give a path relative to the pack",
            );
        }
        None if lawyer.is_some() => {
            sheet.warning("review.sheet", "is missing", "name the sheet on which the review is recorded");
        }
        _ => {}
    }
}

fn stays_inside(path: &str) -> bool {
    !path.contains(['\\', ':']) && path.split('/').all(|part| !part.is_empty() && part != "..")
}

fn profile(case: &Case, sheet: &mut Sheet<'_>) {
    let profile = &case.private().profile;
    let speaks = profile.representative.as_deref().is_some_and(|who| !who.trim().is_empty());
    match profile.plaintiff {
        Plaintiff::Organisation if !speaks => sheet.error(
            "profile.representative",
            "is needed for an organisation",
            "name the role in which a person speaks for it",
        ),
        Plaintiff::NaturalPerson if !speaks && profile.age.is_some_and(|age| age < ADULT_AGE) => sheet
            .warning(
                "profile.representative",
                "is missing for a minor",
                "name the parent or guardian who speaks",
            ),
        _ => {}
    }
}

fn references(pack: &Pack, case: &Case, sheet: &mut Sheet<'_>) {
    let private = case.private();
    if !KEY_FACTS.contains(&private.facts.len()) {
        sheet.warning("key_facts", format!("there are {}", private.facts.len()), "give five to eight");
    }
    if private.focal_points.is_empty() {
        sheet.error("focal_points", "is empty", "name at least one point of dispute");
    }
    for (i, focal) in private.focal_points.iter().enumerate() {
        if pack.taxonomy.focal_type(&focal.kind).is_none() {
            sheet.error(
                format!("focal_points[{i}].type"),
                format!("there is no type `{}`", focal.kind),
                format!("use one of: {}", ids(pack.taxonomy.types.iter().map(|kind| kind.id.as_str()))),
            );
        }
        if focal.facts.is_empty() {
            sheet.error(format!("focal_points[{i}].facts"), "is empty", "name the key facts that decide it");
        }
    }
    for (i, _) in private.truths.iter().enumerate().filter(|(_, truth)| truth.needs.is_empty()) {
        sheet.warning(
            format!("claims[{i}].needs"),
            "is empty",
            "name the key facts on which the verdict depends",
        );
    }
    for (i, fact, _) in sheet.missing() {
        if !private.truths.iter().any(|truth| truth.needs.contains(&fact.id)) {
            sheet.error(
                format!("key_facts[{i}]"),
                format!("no claim needs the missing fact `{}`", fact.id),
                "add it to the `needs` of the claim it decides, or tell it",
            );
        }
        if !private.focal_points.iter().any(|focal| focal.facts.contains(&fact.id)) {
            sheet.error(
                format!("key_facts[{i}]"),
                format!("the missing fact `{}` belongs to no focal point", fact.id),
                "add it to the `facts` of the focal point it decides: a question for it counts as relevant only so",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_numbers_of_first_instance_civil_cases() {
        for good in ["（2023）浙0106民初1234号", "(2021)京03民初7号", "（2014）杭西民初字第889号"]
        {
            assert!(is_case_number(good), "{good}");
        }
        for bad in [
            "",
            "（2023）浙0106民终1234号",
            "2023浙0106民初1234号",
            "（2023）民初1号",
            "（23）浙0106民初1号",
            "（2023）浙0106民初号",
        ] {
            assert!(!is_case_number(bad), "{bad}");
        }
    }

    #[test]
    fn a_sheet_lies_in_the_pack() {
        assert!(stays_inside("review/a.md"));
        for out in ["../a.md", "/etc/passwd", "a/../../b", "c:\\x", ""] {
            assert!(!stays_inside(out), "{out}");
        }
    }
}
