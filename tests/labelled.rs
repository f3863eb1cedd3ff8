//! The labelled messages that judges are tried on: every item is whole, names what is there, and the
//! labels are spread.

#[path = "support/agents.rs"]
mod agents;
#[path = "support/program.rs"]
mod program;
#[path = "labelled/tried.rs"]
mod tried;

use std::collections::{BTreeMap, BTreeSet};

use lexconsult::annotate::labelled::{Item, Labelled, items};
use lexconsult::case::{Case, Language, Pack, PackSource, Verdict};
use lexconsult::suite::lexpilot::{LcaClass, Task};

fn of_task(task: Task) -> Vec<Item> {
    items().into_iter().filter(|item| item.task() == task).collect()
}

/// The packs, loaded once.
struct Packs(BTreeMap<String, Pack>);

impl Packs {
    fn load() -> Self {
        let load = |name: &str| Pack::load(&PackSource::named(name)).expect("a pack in the binary loads");
        Self(["starter", "zh-civil"].map(|name| (name.to_owned(), load(name))).into())
    }

    fn case(&self, item: &Item) -> &Case {
        let pack = self.0.get(&item.pack).unwrap_or_else(|| panic!("{}: no pack {}", item.id, item.pack));
        pack.case(&item.case).unwrap_or_else(|| panic!("{}: no case {}", item.id, item.case))
    }
}

/// Sixty items with ids of their own, half of them in each language, and some that are hostile.
fn whole(items: &[Item], packs: &Packs) {
    let ids: BTreeSet<&str> = items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!((items.len(), ids.len()), (60, 60));
    let messages: BTreeSet<&str> = items.iter().map(|item| item.message.as_str()).collect();
    assert_eq!(messages.len(), 60, "no message stands twice");
    for item in items {
        assert!(!item.message.trim().is_empty() && !item.why.trim().is_empty(), "{}", item.id);
    }
    assert!(items.iter().filter(|item| item.hostile).count() >= 16, "hostile items");
    let chinese = items.iter().filter(|item| packs.case(item).language == Language::Zh);
    assert_eq!(chinese.count(), 30);
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
    let (packs, items) = (Packs::load(), of_task(Task::Lca));
    whole(&items, &packs);
    let label = |item: &Item| {
        let Labelled::Lca { class, mixed, .. } = &item.label else { panic!("{}", item.id) };
        assert!(!mixed || *class == LcaClass::Complete, "{}: mixed means that all is decided", item.id);
        match class {
            LcaClass::Complete => "complete",
            LcaClass::Underspecified => "underspecified",
            LcaClass::Neither => "neither",
        }
    };
    let expected = [("complete", 19), ("neither", 12), ("underspecified", 29)];
    assert_eq!(counts(items.iter().map(label)), expected.into());
    assert!(counts(items.iter().filter_map(|item| item.kind.as_deref())).values().all(|count| *count >= 10));
}

#[test]
fn questions_for_dcg_are_whole_and_name_what_is_missing() {
    let (packs, items) = (Packs::load(), of_task(Task::Dcg));
    whole(&items, &packs);
    let mut all_accepted = 0;
    for item in &items {
        let key = packs.case(item).answer_key();
        let id = &item.id;
        let Labelled::Dcg { talk, asks, multi, accepted, focal_points, facts } = &item.label else {
            panic!("{id}")
        };
        all_accepted += usize::from(*accepted);
        assert_eq!(*accepted, !facts.is_empty(), "{id}");
        assert_eq!(*accepted, !focal_points.is_empty(), "{id}");
        assert!(*asks || !(*accepted || *multi), "{id}");
        assert!(facts.iter().all(|fact| key.missing.contains(&fact.as_str())), "{id}: {facts:?}");
        let points: Vec<&str> = key.focal_points.iter().map(|focal| focal.id).collect();
        assert!(focal_points.iter().all(|focal| points.contains(&focal.as_str())), "{id}: {focal_points:?}");
        assert!(talk.iter().all(|turn| !turn.text.is_empty()), "{id}");
    }
    assert_eq!(all_accepted, 31);
}

#[test]
fn messages_for_ljp_have_a_verdict_or_none_for_each_claim() {
    let (packs, items) = (Packs::load(), of_task(Task::Ljp));
    whole(&items, &packs);
    let mut labels: BTreeMap<Option<Verdict>, usize> = BTreeMap::new();
    for item in &items {
        let Labelled::Ljp { verdicts } = &item.label else { panic!("{}", item.id) };
        assert_eq!(verdicts.len(), packs.case(item).claims.len(), "{}", item.id);
        assert!(item.kind.as_ref().is_some_and(|kind| !kind.is_empty()));
        for verdict in verdicts {
            *labels.entry(*verdict).or_default() += 1;
        }
    }
    assert!(labels.len() == 4 && labels.values().all(|count| *count >= 30), "{labels:?}");
}
