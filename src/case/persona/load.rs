//! Reading the two files, and what they must fulfil so that every draw has something to draw from.

use std::collections::BTreeSet;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::super::parse;
use super::super::problem::{Origin, Problem, list};
use super::super::source::{DOCUMENT_BYTES_MAX, Folder};
use super::Profiles;
use super::demographics::{AgeRange, Demographics};
use super::traits::{Sex, Trait, TraitTable};

const PERSONAS_FILE: &str = "personas.yaml";
const TRAITS_FILE: &str = "traits.yaml";

const PERSONAS: &[u8] = include_bytes!("../../../profiles/personas.yaml");
const TRAITS: &[u8] = include_bytes!("../../../profiles/traits.yaml");

/// Ages are below this.
const AGE_MAX: u32 = 120;
/// Parts are at most this.
const PARTS_MAX: u32 = 1_000_000;
/// From this age people speak for themselves.
const OF_AGE: u32 = 18;

/// Profiles that cannot be loaded, with everything that was found wrong.
#[derive(Debug, thiserror::Error)]
#[error("cannot load profiles `{from}`{}", list(.problems))]
pub struct ProfilesError {
    /// The folder, or `built in`.
    pub from: String,
    /// At least one problem.
    pub problems: Vec<Problem>,
}

impl Profiles {
    /// Loads the built-in profiles; `personas.yaml` and `traits.yaml` of `folder` take their places,
    /// each where it is there.
    ///
    /// # Errors
    /// A folder with neither file; and everything found wrong with the files: unreadable, against the
    /// syntax or the schema, empty lists, ranges upside down, an age without an occupation or without
    /// a row in the trait table.
    pub fn load(folder: Option<&Path>) -> Result<Self, ProfilesError> {
        let from = folder.map_or_else(|| "built in".to_owned(), |path| path.display().to_string());
        Self::gather(folder).map_err(|problems| ProfilesError { from, problems })
    }

    fn gather(folder: Option<&Path>) -> Result<Self, Vec<Problem>> {
        let folder = folder.map(Folder::disk).transpose().map_err(|problem| vec![problem])?;
        let (demographics, own_personas) = document(folder.as_ref(), PERSONAS_FILE, PERSONAS)?;
        let (traits, own_traits) = document(folder.as_ref(), TRAITS_FILE, TRAITS)?;
        if folder.is_some() && !own_personas && !own_traits {
            return Err(vec![Problem::of_file(
                PERSONAS_FILE,
                "is not there, nor is traits.yaml",
                "a folder of profiles holds one of them or both",
            )]);
        }
        let profiles = Self { demographics, traits };
        let mut problems = Vec::new();
        check_traits(&profiles.traits, &mut Findings::of(TRAITS_FILE, &mut problems));
        check_demographics(&profiles.demographics, &mut Findings::of(PERSONAS_FILE, &mut problems));
        if problems.is_empty() {
            check_speakers(&profiles, &mut Findings::of(PERSONAS_FILE, &mut problems));
        }
        if problems.is_empty() { Ok(profiles) } else { Err(problems) }
    }
}

/// A file of the folder, else the built-in one; and whether it was the folder's.
fn document<T: DeserializeOwned>(
    folder: Option<&Folder>,
    name: &str,
    built_in: &[u8],
) -> Result<(T, bool), Vec<Problem>> {
    let own = match folder {
        Some(folder) => folder.read(name, DOCUMENT_BYTES_MAX).map_err(|problem| vec![problem])?,
        None => None,
    };
    let bytes = own.as_ref().map_or(built_in, |source| source.bytes());
    let read = parse::decode(name, bytes).and_then(|text| parse::yaml(name, text));
    read.map(|value| (value, own.is_some())).map_err(|problem| vec![problem])
}

/// Problems of one file, as they are found.
struct Findings<'a> {
    origin: Origin,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Findings<'a> {
    fn of(file: &str, problems: &'a mut Vec<Problem>) -> Self {
        Self { origin: Origin { file: file.to_owned(), line: None }, problems }
    }

    fn add(&mut self, path: impl Into<String>, message: impl Into<String>, mend: &str) {
        self.problems.push(Problem::of_field(&self.origin, path, message, mend));
    }

    fn not_empty<T>(&mut self, path: &str, list: &[T]) {
        if list.is_empty() {
            self.add(path, "is empty", "add at least one entry");
        }
    }

    fn range(&mut self, path: String, range: AgeRange, least: u32) {
        if range.from > range.to || range.to > AGE_MAX {
            self.add(path, format!("{} to {} is no range of ages", range.from, range.to), "up to 120 years");
        } else if range.from < least {
            self.add(path, format!("begins below {least}"), "who is younger does not speak for oneself");
        }
    }
}

fn check_traits(table: &TraitTable, findings: &mut Findings<'_>) {
    let (min, max) = (f64::from(table.scale.min), f64::from(table.scale.max));
    if min >= max {
        findings.add("scale", "min is not below max", "give the range of a raw score");
    }
    for (i, group) in table.groups.iter().enumerate() {
        findings.range(format!("groups[{i}]"), AgeRange { from: group.from, to: group.to }, 0);
        for which in Trait::ALL {
            let norm = group.norm(which);
            let path = format!("groups[{i}].{}", which.name());
            if !(min..=max).contains(&norm.mean) {
                findings.add(&path, "the mean is outside the scale", "means are of raw scores");
            }
            // Much wider than the scale is no standard deviation of scores on it.
            if !(norm.sd > 0.0 && norm.sd <= max - min) {
                findings.add(&path, "the sd is not above 0 and within the scale", "give that of raw scores");
            }
        }
    }
    for which in Trait::ALL {
        let cut = table.cuts.of(which);
        if !(min < cut.low_below && cut.low_below <= cut.high_above && cut.high_above < max) {
            findings.add(
                format!("cuts.{}", which.name()),
                "the cuts are not in order within the scale",
                "min < low_below <= high_above < max",
            );
        }
    }
    for sex in Sex::ALL {
        for age in OF_AGE..=AGE_MAX {
            let rows = table.groups.iter().filter(|group| group.sex == sex);
            let count = rows.filter(|group| (group.from..=group.to).contains(&age)).count();
            if count != 1 {
                findings.add("groups", format!("{count} rows hold {sex} at {age}"), "each age is in one row");
                break;
            }
        }
    }
}

fn check_demographics(people: &Demographics, findings: &mut Findings<'_>) {
    let parts = people.plaintiffs;
    let all = [parts.adults, parts.minors, parts.organisations];
    if all.iter().any(|part| *part > PARTS_MAX) || all == [0, 0, 0] {
        findings.add("plaintiffs", "the parts are all 0, or too large", "small whole numbers, one above 0");
    }
    findings.not_empty("age_bands", &people.age_bands);
    findings.not_empty("occupations", &people.occupations);
    findings.not_empty("roles", &people.roles);
    findings.not_empty("regions", &people.regions);
    findings.not_empty("minors.stages", &people.minors.stages);
    findings.not_empty("minors.guardians", &people.minors.guardians);
    for (i, band) in people.age_bands.iter().enumerate() {
        findings.range(format!("age_bands[{i}]"), *band, OF_AGE);
    }
    for (list, walks) in [("occupations", &people.occupations), ("roles", &people.roles)] {
        for (i, walk) in walks.iter().enumerate() {
            findings.range(format!("{list}[{i}]"), AgeRange { from: walk.from, to: walk.to }, OF_AGE);
            findings.not_empty(&format!("{list}[{i}].education"), &walk.education);
            for id in walk.education.iter().filter(|id| !people.education.contains_key(*id)) {
                findings.add(
                    format!("{list}[{i}].education"),
                    format!("there is no education `{id}`"),
                    "name one of `education`",
                );
            }
        }
    }
    for (i, stage) in people.minors.stages.iter().enumerate() {
        findings.range(format!("minors.stages[{i}]"), AgeRange { from: stage.from, to: stage.to }, 0);
        if stage.to >= OF_AGE {
            findings.add(format!("minors.stages[{i}]"), "goes beyond 17", "a minor is below 18");
        }
    }
    findings.range("minors.older_by".to_owned(), people.minors.older_by, 0);
}

/// Every age at which somebody may speak has an occupation.
fn check_speakers(profiles: &Profiles, findings: &mut Findings<'_>) {
    let people = &profiles.demographics;
    let bands = people.age_bands.iter().flat_map(|band| band.from..=band.to);
    let older = people.minors.older_by;
    let guardians =
        people.minors.stages.iter().flat_map(|stage| stage.from + older.from..=stage.to + older.to);
    let ages: BTreeSet<u32> = bands.chain(guardians).collect();
    for age in ages {
        if !(OF_AGE..=AGE_MAX).contains(&age) {
            findings.add("minors.older_by", format!("a guardian may be {age}"), "18 to 120 years");
        } else if !people.occupations.iter().any(|walk| walk.fits(age)) {
            findings.add("occupations", format!("nobody aged {age} has one"), "widen the ages of one");
        }
    }
}

#[cfg(test)]
mod tests;
