//! What a pack holds, in numbers (LexPilot Table 1, for any pack).

mod overlap;

use std::collections::BTreeMap;

use serde::Serialize;

use super::consultation::Case;
use super::label::{Language, Variant, Verdict};
use super::measure::length;
use super::pack::Pack;
use super::schema::ProvenanceKind;
use super::talk::Speaker;

pub use overlap::{Overlap, OverlapPair};

/// The numbers of a pack. All counts are over the pack; shares are fractions in [0, 1].
#[derive(Serialize, Debug, Clone, PartialEq)]
pub struct Overview {
    /// Name of the pack.
    pub pack: String,
    /// Its version.
    pub version: u32,
    /// Hash of its files.
    pub hash: String,
    /// Cases.
    pub cases: usize,
    /// Histories: two a case.
    pub consultations: usize,
    /// Cases by language.
    pub languages: BTreeMap<Language, usize>,
    /// Claims.
    pub claims: usize,
    /// Claims a case.
    pub claims_per_case: Spread,
    /// Claims whose verdict rests on at least one missing fact.
    pub claims_needing_missing_facts: usize,
    /// Claims by verdict, all three, in order.
    pub verdicts: Vec<VerdictCount>,
    /// The class files' classes, in their order.
    pub classes: Vec<ClassCount>,
    /// The focal-point types, in their order.
    pub focal_types: Vec<TypeCount>,
    /// Focal points.
    pub focal_points: usize,
    /// Focal points a case.
    pub focal_points_per_case: Spread,
    /// Key facts a case, told and missing.
    pub key_facts_per_case: Spread,
    /// Missing facts a case.
    pub missing_facts_per_case: Spread,
    /// Cases by how many facts are missing.
    pub cases_by_missing_facts: BTreeMap<usize, usize>,
    /// Provisions cited a case: LexPilot's measure of complexity.
    pub provisions_per_case: Spread,
    /// Turns and lengths, by language and variant.
    pub histories: Vec<HistoryCount>,
    /// How much histories of different cases share, by language.
    pub overlap: Vec<Overlap>,
    /// Probes.
    pub probes: usize,
    /// Cases by who reviewed them.
    pub review: BTreeMap<String, usize>,
    /// Cases by where they come from.
    pub provenance: BTreeMap<&'static str, usize>,
}

/// A distribution in short; all null when there is nothing.
#[derive(Serialize, Debug, Clone, Copy, PartialEq, Default)]
pub struct Spread {
    /// Arithmetic mean.
    pub mean: Option<f64>,
    /// Median; of an even number the mean of the two in the middle.
    pub median: Option<f64>,
    /// Least.
    pub min: Option<usize>,
    /// Greatest.
    pub max: Option<usize>,
}

impl Spread {
    fn of(values: impl IntoIterator<Item = usize>) -> Self {
        let mut values: Vec<usize> = values.into_iter().collect();
        values.sort_unstable();
        let n = values.len();
        let middle = |i: usize| values.get(i).map(|&value| value as f64);
        Self {
            mean: (n > 0).then(|| values.iter().sum::<usize>() as f64 / n as f64),
            median: middle(n / 2).map(|high| match n.is_multiple_of(2) {
                true => middle(n / 2 - 1).map_or(high, |low| (low + high) / 2.0),
                false => high,
            }),
            min: values.first().copied(),
            max: values.last().copied(),
        }
    }
}

/// Claims with one verdict.
#[derive(Serialize, Debug, Clone, Copy, PartialEq)]
pub struct VerdictCount {
    /// The verdict.
    pub verdict: Verdict,
    /// Claims.
    pub claims: usize,
    /// Share of all claims; null without claims.
    pub share: Option<f64>,
}

/// A class of causes.
#[derive(Serialize, Debug, Clone, PartialEq)]
pub struct ClassCount {
    /// Id.
    pub id: String,
    /// Chinese name.
    pub zh: String,
    /// English name.
    pub en: String,
    /// Cases.
    pub cases: usize,
    /// Claims.
    pub claims: usize,
    /// Mean number of provisions cited; null without cases.
    pub provisions_mean: Option<f64>,
    /// Cases by cause; causes without cases are left out.
    pub causes: BTreeMap<String, usize>,
}

/// A type of focal points.
#[derive(Serialize, Debug, Clone, PartialEq)]
pub struct TypeCount {
    /// Id.
    pub id: String,
    /// Chinese name.
    pub zh: String,
    /// English name.
    pub en: String,
    /// Focal points.
    pub focal_points: usize,
    /// Focal points with at least one missing fact.
    pub with_missing_facts: usize,
    /// Focal points by class of the case; classes without any are left out.
    pub by_class: BTreeMap<String, usize>,
}

/// The histories of one language and variant.
#[derive(Serialize, Debug, Clone, PartialEq)]
pub struct HistoryCount {
    /// Language of the cases.
    pub language: Language,
    /// Variant of the history.
    pub variant: Variant,
    /// Turns of both speakers.
    pub turns: Spread,
    /// Turns of the user.
    pub user_turns: Spread,
    /// Length of the whole history.
    pub length: Spread,
    /// In what length is counted: `characters` (Chinese) or `words`.
    pub unit: &'static str,
}

impl Overview {
    /// The numbers of `pack`.
    pub fn of(pack: &Pack) -> Self {
        let cases = &pack.cases;
        let spread = |count: fn(&Case) -> usize| Spread::of(cases.iter().map(count));
        let missing = |case: &Case| case.private().facts.iter().filter(|fact| fact.is_missing()).count();
        let languages = tally(cases.iter().map(|case| case.language));
        Self {
            pack: pack.name().to_owned(),
            version: pack.meta.version,
            hash: pack.hash.clone(),
            cases: cases.len(),
            consultations: cases.len() * 2,
            claims: cases.iter().map(|case| case.claims.len()).sum(),
            claims_per_case: spread(|case| case.claims.len()),
            claims_needing_missing_facts: cases.iter().map(claims_needing_missing).sum(),
            verdicts: verdicts(cases),
            classes: classes(pack),
            focal_types: focal_types(pack),
            focal_points: cases.iter().map(|case| case.private().focal_points.len()).sum(),
            focal_points_per_case: spread(|case| case.private().focal_points.len()),
            key_facts_per_case: spread(|case| case.private().facts.len()),
            missing_facts_per_case: Spread::of(cases.iter().map(missing)),
            cases_by_missing_facts: tally(cases.iter().map(missing)),
            provisions_per_case: spread(|case| case.private().provisions.len()),
            histories: histories(cases, languages.keys().copied()),
            overlap: languages.keys().filter_map(|&language| overlap::of(cases, language)).collect(),
            probes: cases.iter().map(|case| case.private().probes.len()).sum(),
            review: tally(cases.iter().map(|case| case.review.state.clone())),
            provenance: tally(cases.iter().map(|case| match case.provenance.kind {
                ProvenanceKind::Written => "written",
                ProvenanceKind::Judgment => "judgment",
            })),
            languages,
        }
    }
}

fn tally<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for key in keys {
        *counts.entry(key).or_default() += 1;
    }
    counts
}

fn claims_needing_missing(case: &Case) -> usize {
    let private = case.private();
    let missing = |id: &String| private.facts.iter().any(|fact| fact.id == *id && fact.is_missing());
    private.truths.iter().filter(|truth| truth.needs.iter().any(missing)).count()
}

fn verdicts(cases: &[Case]) -> Vec<VerdictCount> {
    let counts = tally(cases.iter().flat_map(|case| &case.private().truths).map(|truth| truth.verdict));
    let all: usize = counts.values().sum();
    Verdict::ALL
        .into_iter()
        .map(|verdict| {
            let claims = counts.get(&verdict).copied().unwrap_or_default();
            VerdictCount { verdict, claims, share: (all > 0).then(|| claims as f64 / all as f64) }
        })
        .collect()
}

fn classes(pack: &Pack) -> Vec<ClassCount> {
    pack.taxonomy
        .classes
        .iter()
        .map(|class| {
            let cases: Vec<&Case> = pack.cases.iter().filter(|case| case.class == class.id).collect();
            ClassCount {
                id: class.id.clone(),
                zh: class.zh.clone(),
                en: class.en.clone(),
                cases: cases.len(),
                claims: cases.iter().map(|case| case.claims.len()).sum(),
                provisions_mean: Spread::of(cases.iter().map(|case| case.private().provisions.len())).mean,
                causes: tally(cases.iter().map(|case| case.cause.clone())),
            }
        })
        .collect()
}

fn focal_types(pack: &Pack) -> Vec<TypeCount> {
    pack.taxonomy
        .types
        .iter()
        .map(|kind| {
            let points = || {
                pack.cases.iter().flat_map(|case| {
                    let points = case.private().focal_points.iter();
                    points.filter(|point| point.kind == kind.id).map(move |point| (case, point))
                })
            };
            let lacks = |case: &Case, facts: &[String]| {
                case.private().facts.iter().any(|fact| fact.is_missing() && facts.contains(&fact.id))
            };
            TypeCount {
                id: kind.id.clone(),
                zh: kind.zh.clone(),
                en: kind.en.clone(),
                focal_points: points().count(),
                with_missing_facts: points().filter(|(case, point)| lacks(case, &point.facts)).count(),
                by_class: tally(points().map(|(case, _)| case.class.clone())),
            }
        })
        .collect()
}

fn histories(cases: &[Case], languages: impl Iterator<Item = Language>) -> Vec<HistoryCount> {
    languages
        .flat_map(|language| {
            [Variant::Complete, Variant::Underspecified].map(|variant| {
                let histories = || {
                    cases.iter().filter(|case| case.language == language).map(|case| case.history(variant))
                };
                let user = |speaker| speaker == Speaker::User;
                HistoryCount {
                    language,
                    variant,
                    turns: Spread::of(histories().map(<[_]>::len)),
                    user_turns: Spread::of(
                        histories().map(|turns| turns.iter().filter(|turn| user(turn.speaker)).count()),
                    ),
                    length: Spread::of(
                        histories().map(|turns| turns.iter().map(|turn| length(&turn.text, language)).sum()),
                    ),
                    unit: match language {
                        Language::Zh => "characters",
                        Language::En => "words",
                    },
                }
            })
        })
        .collect()
}

#[cfg(test)]
mod tests;
