//! `profile list` and `profile sample`.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use crate::case::persona::{AgeRange, Persona, Profiles, Sex, Source, Trait};
use crate::case::{Language, Level, Plaintiff, Traits};
use crate::cli::args::ProfileCommand;
use crate::cli::exit::{Exit, Failed};
use crate::draw;
use crate::report::table::Table;

/// `profile`.
pub fn profile(command: &ProfileCommand, json: bool) -> Result<Exit, Failed> {
    match command {
        ProfileCommand::List { profiles } => list(&load(profiles.as_deref())?, json)?,
        ProfileCommand::Sample { count, seed, language, profiles } => {
            let language = if language == "en" { Language::En } else { Language::Zh };
            let profiles = load(profiles.as_deref())?;
            let personas = personas(&profiles, language, *seed, *count);
            if json {
                let source = &profiles.traits.source;
                super::print_json(&Sample { seed: *seed, language: language.code(), source, personas })?;
            } else {
                super::print_text(&blocks(&personas)?)?;
            }
        }
    }
    Ok(Exit::Done)
}

fn load(folder: Option<&Path>) -> Result<Profiles, Failed> {
    Profiles::load(folder).map_err(|error| {
        Failed::error(error.to_string()).hint("docs/writing-cases.md describes the two files of profiles")
    })
}

/// Each persona is a draw of its own, so that more of them begin with the same ones.
fn personas(profiles: &Profiles, language: Language, seed: u64, count: u32) -> Vec<Persona> {
    let one = |i: u32| profiles.draw(language, &mut draw::rng(seed, &["persona", &i.to_string()]));
    (0..count).map(one).collect()
}

#[derive(Serialize)]
struct Sample<'a> {
    seed: u64,
    language: &'static str,
    source: &'a Source,
    personas: Vec<Persona>,
}

/// The keys of a case that a persona fills; the voice is left to the author.
#[derive(Serialize)]
struct Block<'a> {
    province: &'a str,
    profile: ProfileBlock<'a>,
}

#[derive(Serialize)]
struct ProfileBlock<'a> {
    plaintiff: Plaintiff,
    #[serde(skip_serializing_if = "Option::is_none")]
    representative: Option<&'a str>,
    age: u32,
    gender: Sex,
    occupation: &'a str,
    traits: &'a Traits,
}

/// A YAML document for each persona.
fn blocks(personas: &[Persona]) -> Result<String, Failed> {
    let mut text = String::new();
    for (i, persona) in personas.iter().enumerate() {
        let block = Block {
            province: &persona.region,
            profile: ProfileBlock {
                plaintiff: persona.plaintiff,
                representative: persona.representative.as_deref(),
                age: persona.age,
                gender: persona.gender,
                occupation: &persona.occupation,
                traits: &persona.traits,
            },
        };
        let yaml = serde_yaml::to_string(&block)
            .map_err(|error| Failed::error(format!("failed to write a persona: {error}")))?;
        // Writing to a string cannot fail.
        let _ = write!(text, "--- # {} of {} · {}\n{yaml}", i + 1, personas.len(), persona.education);
    }
    Ok(text)
}

fn list(profiles: &Profiles, json: bool) -> Result<(), Failed> {
    if json { super::print_json(profiles) } else { super::print_text(&described(profiles)) }
}

fn described(profiles: &Profiles) -> String {
    let people = &profiles.demographics;
    let parts = people.plaintiffs;
    let bands: Vec<String> = people.age_bands.iter().map(|band| years(*band)).collect();
    let regions: Vec<&str> = people.regions.iter().map(|region| region.zh.as_str()).collect();
    let mut text = format!(
        "plaintiffs  {} adults : {} minors : {} organisations\nages        {}\nregions     {}\n",
        parts.adults,
        parts.minors,
        parts.organisations,
        bands.join(", "),
        regions.join(" ")
    );
    let mut walks = Table::new(&["occupation or role", "ages", "education"]);
    for walk in people.occupations.iter().chain(&people.roles) {
        walks.row([
            format!("{} · {}", walk.zh, walk.en),
            years(AgeRange { from: walk.from, to: walk.to }),
            walk.education.join(", "),
        ]);
    }
    let mut minors = Table::new(&["minor", "ages"]);
    for stage in &people.minors.stages {
        minors.row([
            format!("{} · {}", stage.zh, stage.en),
            years(AgeRange { from: stage.from, to: stage.to }),
        ]);
    }
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(text, "\n{walks}\n\n{minors}\n\n{}", trait_table(profiles));
    let table = &profiles.traits;
    let _ = writeln!(text, "\n{}\n{}", table.source.instrument, table.source.citation);
    let further = [&table.source.read_from, &table.source.stands_for];
    for (label, line) in ["read from", "stands for"].iter().zip(further) {
        let _ = line.as_ref().map(|line| writeln!(text, "{label}: {line}"));
    }
    let _ = writeln!(text, "people: {}", table.source.people);
    text
}

/// Mean and standard deviation by group, and where low ends and high begins.
fn trait_table(profiles: &Profiles) -> Table {
    let headings: Vec<&str> = ["sex", "ages"].into_iter().chain(Trait::ALL.map(Trait::name)).collect();
    let mut table = Table::new(&headings).numbers(&[2, 3, 4, 5, 6]);
    for group in &profiles.traits.groups {
        let norms = Trait::ALL.map(|which| {
            let norm = group.norm(which);
            format!("{:.2} ± {:.2}", norm.mean, norm.sd)
        });
        let who = [group.sex.to_string(), years(AgeRange { from: group.from, to: group.to })];
        table.row(who.into_iter().chain(norms));
    }
    for level in [Level::Low, Level::High] {
        let cuts = Trait::ALL.map(|which| {
            let cut = profiles.traits.cuts.of(which);
            match level {
                Level::Low => format!("< {:.2}", cut.low_below),
                _ => format!("> {:.2}", cut.high_above),
            }
        });
        let name = if level == Level::Low { "low" } else { "high" };
        table.row([name.to_owned(), String::new()].into_iter().chain(cuts));
    }
    table
}

fn years(range: AgeRange) -> String {
    format!("{}-{}", range.from, range.to)
}
