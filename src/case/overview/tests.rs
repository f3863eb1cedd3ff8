use std::fs;

use super::super::PackSource;
use super::super::testing::{ZH, folder_of, text_of, tiny};
use super::*;

/// The tiny pack with two more Chinese cases, which keep all but the given edits of the first.
fn three_alike(edits: [&[(&str, &str)]; 2]) -> Pack {
    let folder = folder_of(&tiny().sources);
    for (i, edits) in edits.into_iter().enumerate() {
        let mut text = text_of(ZH).replace("id: tiny-zh-lending", &format!("id: zh-{i}"));
        for (from, to) in edits {
            text = text.replace(from, to);
        }
        fs::write(folder.path().join(format!("cases/zh-{i}.yaml")), text).expect("written");
    }
    Pack::load(&PackSource::Path(folder.path().to_owned())).expect("loads")
}

#[test]
fn the_numbers_of_the_tiny_pack() {
    let overview = Overview::of(&tiny());
    let two = |value: usize| Spread {
        mean: Some(value as f64),
        median: Some(value as f64),
        min: Some(value),
        max: Some(value),
    };
    assert_eq!((overview.cases, overview.consultations, overview.claims), (2, 4, 4));
    assert_eq!(overview.languages, BTreeMap::from([(Language::Zh, 1), (Language::En, 1)]));
    assert_eq!(overview.claims_per_case, two(2));
    assert_eq!(overview.claims_needing_missing_facts, 2);
    assert_eq!(
        overview.verdicts.iter().map(|count| (count.verdict, count.claims, count.share)).collect::<Vec<_>>(),
        [
            (Verdict::Dismissed, 2, Some(0.5)),
            (Verdict::PartiallySupported, 2, Some(0.5)),
            (Verdict::Supported, 0, Some(0.0)),
        ]
    );
    assert_eq!(overview.classes[0].causes, BTreeMap::from([("民间借贷纠纷".to_owned(), 1)]));
    assert_eq!(overview.classes[0].provisions_mean, Some(2.0));
    let amount = &overview.focal_types[0];
    assert_eq!((amount.focal_points, amount.with_missing_facts), (2, 2));
    let performance = &overview.focal_types[1];
    assert_eq!((performance.focal_points, performance.with_missing_facts), (2, 0));
    assert_eq!(performance.by_class, BTreeMap::from([("finance_contract".into(), 1), ("housing".into(), 1)]));
    assert_eq!(overview.key_facts_per_case, two(5));
    assert_eq!(overview.missing_facts_per_case, two(1));
    assert_eq!(overview.cases_by_missing_facts, BTreeMap::from([(1, 2)]));
    assert_eq!(overview.review, BTreeMap::from([("machine".to_owned(), 2)]));
    assert_eq!(overview.provenance, BTreeMap::from([("written", 2)]));
    assert_eq!(overview.histories.len(), 4);
    assert!(overview.histories.iter().all(|history| history.turns == two(5) && history.user_turns == two(3)));
    assert_eq!(overview.overlap, [], "one case in each language");
}

#[test]
fn lengths_are_in_characters_or_words() {
    let overview = Overview::of(&tiny());
    let units: Vec<&str> = overview.histories.iter().map(|history| history.unit).collect();
    assert_eq!(units, ["characters", "characters", "words", "words"]);
    let pack = tiny();
    let case = pack.case("tiny-en-deposit").expect("in the pack");
    let words = case.history(Variant::Complete).iter().map(|turn| turn.text.split_whitespace().count()).sum();
    assert_eq!(overview.histories[2].length.max, Some(words));
}

#[test]
fn the_pair_with_most_in_common_is_named() {
    let rewrite: &[(&str, &str)] = &[
        ("    - user: ", "    - user: 天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏"),
        ("律师您好", "尊敬的律师"),
    ];
    let overview = Overview::of(&three_alike([&[], rewrite]));
    let [overlap] = overview.overlap.as_slice() else { panic!("one language with pairs") };
    assert_eq!((overlap.language, overlap.cases), (Language::Zh, 3));
    assert_eq!((overlap.worst.a.as_str(), overlap.worst.b.as_str()), ("tiny-zh-lending", "zh-0"));
    assert_eq!(overlap.worst.share, 1.0);
    assert!(overlap.median < 1.0 && overlap.median > 0.5, "{}", overlap.median);
}

#[test]
fn a_spread_is_of_its_values() {
    let spread = Spread::of([4, 1, 2, 3]);
    assert_eq!(spread, Spread { mean: Some(2.5), median: Some(2.5), min: Some(1), max: Some(4) });
    assert_eq!(Spread::of([]), Spread::default());
}

#[test]
fn it_prints_as_json() {
    let json = serde_json::to_value(Overview::of(&tiny())).expect("plain data");
    assert_eq!(json["verdicts"][0]["verdict"], "dismissed");
    assert_eq!(json["cases_by_missing_facts"]["1"], 2);
    assert_eq!(json["languages"]["zh"], 1);
}
