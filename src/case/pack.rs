//! A pack: cases with what they share.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::consultation::Case;
use super::label::{Language, Verdict};
use super::source::Source;
use super::taxonomy::Taxonomy;

/// Cases that belong together, as they were loaded.
#[derive(Debug)]
pub struct Pack {
    /// What `pack.yaml` says.
    pub meta: PackMeta,
    /// Classes of causes and types of focal points that its cases may name.
    pub taxonomy: Taxonomy,
    /// Ordered by id.
    pub cases: Vec<Case>,
    /// Every file it was read from, shared taxonomies included, ordered by path. Loading a folder
    /// of these files gives the same pack.
    pub sources: Vec<Source>,
    /// blake3 over `sources`, in hex.
    pub hash: String,
}

/// `pack.yaml`.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct PackMeta {
    /// 1-64 of a-z, 0-9 and `-`.
    pub name: String,
    /// For people.
    pub title: Bilingual,
    /// What the pack holds and where it comes from.
    #[serde(default)]
    pub about: Option<Bilingual>,
    /// Counts up whenever a case changes.
    pub version: u32,
    /// SPDX expression.
    #[serde(default)]
    pub licence: Option<String>,
    /// A GUID with the plea to keep the data out of training corpora, so that contamination can be
    /// searched for.
    #[serde(default)]
    pub canary: Option<String>,
    /// Names of class files: `taxonomies/NAME.yaml` in the pack, else the embedded one.
    pub taxonomies: Vec<String>,
}

/// A text in both languages of the interface.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Bilingual {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl Bilingual {
    /// The text in `language`.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::Zh => &self.zh,
            Language::En => &self.en,
        }
    }
}

impl Pack {
    /// The name in `pack.yaml`.
    pub fn name(&self) -> &str {
        &self.meta.name
    }

    /// The case of this id.
    pub fn case(&self, id: &str) -> Option<&Case> {
        let at = self.cases.binary_search_by(|case| case.id.as_str().cmp(id)).ok()?;
        self.cases.get(at)
    }

    /// The verdict that most claims have; of equally common ones the lower.
    pub fn commonest_verdict(&self) -> Verdict {
        let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
        for truth in self.cases.iter().flat_map(|case| &case.private().truths) {
            *counts.entry(truth.verdict).or_default() += 1;
        }
        let most = counts.values().copied().max().unwrap_or_default();
        counts
            .into_iter()
            .find(|&(_, count)| count == most)
            .map_or(Verdict::Dismissed, |(verdict, _)| verdict)
    }
}
