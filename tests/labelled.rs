//! The labelled messages that judges are tried on: every item is whole, names what is there, and the
//! labels are spread.

use std::collections::{BTreeMap, BTreeSet};

use lexconsult::case::{Case, Language, Pack, PackSource, Verdict};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lca {
    id: String,
    pack: String,
    case: String,
    variant: String,
    message: String,
    label: String,
    mixed: bool,
    kind: String,
    why: String,
    hostile: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dcg {
    id: String,
    pack: String,
    case: String,
    talk: Vec<Round>,
    message: String,
    asks: bool,
    multi: bool,
    accepted: bool,
    focal_points: Vec<String>,
    facts: Vec<String>,
    why: String,
    hostile: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    assistant: String,
    user: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ljp {
    id: String,
    pack: String,
    case: String,
    message: String,
    verdicts: Vec<Option<Verdict>>,
    kind: String,
    why: String,
    hostile: bool,
}

fn items<T: for<'a> Deserialize<'a>>(task: &str) -> Vec<T> {
    let path = format!("calibration/builtin/{task}.yaml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The packs, loaded once.
struct Packs(BTreeMap<String, Pack>);

impl Packs {
    fn load() -> Self {
        let load = |name: &str| Pack::load(&PackSource::named(name)).expect("a pack in the binary loads");
        Self(["starter", "zh-civil"].map(|name| (name.to_owned(), load(name))).into())
    }

    fn case(&self, pack: &str, id: &str, item: &str) -> &Case {
        let pack = self.0.get(pack).unwrap_or_else(|| panic!("{item}: no pack {pack}"));
        pack.case(id).unwrap_or_else(|| panic!("{item}: no case {id}"))
    }
}

/// Sixty items with ids of their own, half of them in each language, and some that are hostile.
fn whole<'a>(items: impl Iterator<Item = (&'a str, &'a str, &'a str, bool, Language)>) {
    let items: Vec<_> = items.collect();
    let ids: BTreeSet<&str> = items.iter().map(|item| item.0).collect();
    assert_eq!((items.len(), ids.len()), (60, 60));
    let messages: BTreeSet<&str> = items.iter().map(|item| item.1).collect();
    assert_eq!(messages.len(), 60, "no message stands twice");
    for (id, message, why, ..) in &items {
        assert!(!message.trim().is_empty() && !why.trim().is_empty(), "{id}");
    }
    assert!(items.iter().filter(|item| item.3).count() >= 16, "hostile items");
    assert_eq!(items.iter().filter(|item| item.4 == Language::Zh).count(), 30);
}

fn counts<'a>(labels: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    for label in labels {
        *counts.entry(label).or_default() += 1;
    }
    counts
}

#[test]
fn messages_for_lca_are_whole_and_spread() {
    let (packs, items) = (Packs::load(), items::<Lca>("lca"));
    whole(items.iter().map(|item| {
        let case = packs.case(&item.pack, &item.case, &item.id);
        (item.id.as_str(), item.message.as_str(), item.why.as_str(), item.hostile, case.language)
    }));
    for item in &items {
        assert!(["complete", "underspecified"].contains(&item.variant.as_str()), "{}", item.id);
        assert!(!item.mixed || item.label == "complete", "{}: mixed means that all is decided", item.id);
    }
    let expected = [("complete", 19), ("neither", 12), ("underspecified", 29)];
    assert_eq!(counts(items.iter().map(|item| item.label.as_str())), expected.into());
    assert!(counts(items.iter().map(|item| item.kind.as_str())).values().all(|count| *count >= 10));
}

#[test]
fn questions_for_dcg_are_whole_and_name_what_is_missing() {
    let (packs, items) = (Packs::load(), items::<Dcg>("dcg"));
    whole(items.iter().map(|item| {
        let case = packs.case(&item.pack, &item.case, &item.id);
        (item.id.as_str(), item.message.as_str(), item.why.as_str(), item.hostile, case.language)
    }));
    for item in &items {
        let key = packs.case(&item.pack, &item.case, &item.id).answer_key();
        let id = &item.id;
        assert_eq!(item.accepted, !item.facts.is_empty(), "{id}");
        assert_eq!(item.accepted, !item.focal_points.is_empty(), "{id}");
        assert!(item.asks || !(item.accepted || item.multi), "{id}");
        assert!(item.facts.iter().all(|fact| key.missing.contains(&fact.as_str())), "{id}: {:?}", item.facts);
        assert!(item.talk.iter().all(|round| !round.assistant.is_empty() && !round.user.is_empty()), "{id}");
    }
    assert_eq!(items.iter().filter(|item| item.accepted).count(), 31);
}

#[test]
fn messages_for_ljp_have_a_verdict_or_none_for_each_claim() {
    let (packs, items) = (Packs::load(), items::<Ljp>("ljp"));
    whole(items.iter().map(|item| {
        let case = packs.case(&item.pack, &item.case, &item.id);
        (item.id.as_str(), item.message.as_str(), item.why.as_str(), item.hostile, case.language)
    }));
    let mut labels: BTreeMap<Option<Verdict>, usize> = BTreeMap::new();
    for item in &items {
        let case = packs.case(&item.pack, &item.case, &item.id);
        assert_eq!(item.verdicts.len(), case.claims.len(), "{}", item.id);
        assert!(!item.kind.is_empty());
        for verdict in &item.verdicts {
            *labels.entry(*verdict).or_default() += 1;
        }
    }
    assert!(labels.len() == 4 && labels.values().all(|count| *count >= 30), "{labels:?}");
}
