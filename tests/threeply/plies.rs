//! Labelled arguments, taken apart into plies: read ply by ply they say what they say as one message.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use lexconsult::suite::threeply::{Case, Cited, Ply, Reading, Said, extract, read_plies};
use serde_json::Value;

/// The plies of an argument that has each of their headings once, as lines of their own.
fn taken_apart(text: &str) -> Option<[String; 3]> {
    let heading_of = |line: &str| {
        let bare = line.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase().replace('\u{2019}', "'");
        Ply::ALL.into_iter().find(|ply| bare == ply.heading().to_lowercase())
    };
    let mut parts: Vec<(Ply, String)> = Vec::new();
    for line in text.lines() {
        match (heading_of(line), parts.last_mut()) {
            (Some(ply), _) => parts.push((ply, String::new())),
            (None, Some((_, part))) => {
                part.push_str(line);
                part.push('\n');
            }
            // Something stands before the first ply.
            (None, None) if !line.trim().is_empty() => return None,
            (None, None) => {}
        }
    }
    let plies: Vec<Ply> = parts.iter().map(|(ply, _)| *ply).collect();
    (plies == Ply::ALL)
        .then_some(parts)?
        .into_iter()
        .map(|(_, part)| part)
        .collect::<Vec<_>>()
        .try_into()
        .ok()
}

fn sets(reading: &Reading) -> [BTreeSet<u32>; 3] {
    [reading.factors.cc.clone(), reading.factors.tsc1.clone(), reading.factors.tsc2.clone()]
}

#[test]
fn an_argument_says_the_same_in_one_message_and_in_three() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/threeply/arguments");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("the folder is there").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let (mut read, mut cited) = (0, 0);
    for file in files {
        for line in fs::read_to_string(&file).expect("a fixture can be read").lines() {
            let labelled: Value = serde_json::from_str(line).expect("an argument a line");
            let text = labelled["text"].as_str().expect("a text");
            let Some(plies) = taken_apart(text) else { continue };
            let message = extract(text);
            let said = plies.clone().map(|ply| Said::of(Some(ply), None, None));
            let dialogue = read_plies(&said);
            let whole = Case::ALL.map(|case| message.factors_of(case));
            assert_eq!(sets(&dialogue), whole, "{}", labelled["id"]);
            // Whose word it is, is known here: whom a side cites is read no worse.
            let cites: Cited = serde_json::from_value(labelled["cites"].clone()).expect("a label");
            let (found, before) = (dialogue.cited == cites, message.cited == cites);
            assert!(found || !before, "{}: {:?}, labelled {cites:?}", labelled["id"], dialogue.cited);
            cited += usize::from(found);
            assert_eq!(dialogue.unattributed, message.unattributed, "{}", labelled["id"]);
            // Each assertion is of the ply in which it stands.
            let mut from = 0;
            for (ply, part) in dialogue.plies.iter().zip(&plies) {
                let part = part.trim();
                let start = from + text[from..].find(part).expect("a part of the text");
                from = start + part.len();
                let of = |case: Case| -> BTreeSet<u32> {
                    let here = message
                        .asserted
                        .iter()
                        .filter(|a| a.case == case && (start..from).contains(&a.start));
                    here.map(|found| found.number).collect()
                };
                let found = [&ply.factors.cc, &ply.factors.tsc1, &ply.factors.tsc2].map(Clone::clone);
                for (found, wanted) in found.into_iter().zip(Case::ALL.map(of)) {
                    assert!(found.is_superset(&wanted), "{}: {:?}", labelled["id"], ply.ply);
                }
            }
            read += 1;
        }
    }
    println!("{read} arguments with the three headings, precedents as labelled in {cited}");
    assert!(read >= 5, "{read}: too few to say anything");
}
