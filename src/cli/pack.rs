//! `pack list`, `pack check`, `pack stats`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;

use crate::case::check::{Finding, Severity, check};
use crate::case::{Language, Overview, Pack, PackSource, Spread, embedded_packs};
use crate::cli::args::PackCommand;
use crate::cli::exit::{Exit, Failed};
use crate::report::number::{decimal, of};
use crate::report::table::Table;
use crate::run::RunError;

/// `pack`.
pub fn pack(command: &PackCommand, json: bool) -> Result<Exit, Failed> {
    match command {
        PackCommand::List => list(json),
        PackCommand::Check { pack, strict } => check_pack(pack, *strict, json),
        PackCommand::Stats { pack } => stats(pack, json),
    }
}

fn load(name: &str) -> Result<Pack, Failed> {
    Ok(Pack::load(&PackSource::named(name)).map_err(RunError::from)?)
}

fn list(json: bool) -> Result<Exit, Failed> {
    let packs: Vec<Pack> = embedded_packs().into_iter().map(load).collect::<Result<_, _>>()?;
    if json {
        super::print_json(&packs.iter().map(|pack| &pack.meta).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(&["pack", "version", "cases", "in", "title"]).numbers(&[1, 2]);
    for pack in &packs {
        let languages: BTreeSet<&str> = pack.cases.iter().map(|case| case.language.code()).collect();
        table.row([
            pack.meta.name.clone(),
            pack.meta.version.to_string(),
            pack.cases.len().to_string(),
            languages.into_iter().collect::<Vec<_>>().join(", "),
            format!("{} · {}", pack.meta.title.get(Language::En), pack.meta.title.get(Language::Zh)),
        ]);
    }
    super::print_text(&format!("{table}\n"))?;
    Ok(Exit::Done)
}

#[derive(Serialize)]
struct Checked<'a> {
    pack: &'a str,
    cases: usize,
    errors: usize,
    warnings: usize,
    findings: &'a [Finding],
}

fn check_pack(name: &str, strict: bool, json: bool) -> Result<Exit, Failed> {
    let pack = load(name)?;
    let findings = check(&pack);
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    let warnings = findings.len() - errors;
    if json {
        let cases = pack.cases.len();
        super::print_json(&Checked { pack: pack.name(), cases, errors, warnings, findings: &findings })?;
    } else {
        let mut text = String::new();
        for finding in &findings {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{finding}");
        }
        let _ = writeln!(
            text,
            "{}: {}, {}, {}",
            pack.name(),
            of(pack.cases.len(), "case", "cases"),
            of(errors, "error", "errors"),
            of(warnings, "warning", "warnings")
        );
        super::print_text(&text)?;
    }
    Ok(if errors > 0 || (strict && warnings > 0) { Exit::Error } else { Exit::Done })
}

fn stats(name: &str, json: bool) -> Result<Exit, Failed> {
    let pack = load(name)?;
    let overview = Overview::of(&pack);
    if json {
        super::print_json(&overview)?;
    } else {
        super::print_text(&describe(&pack, &overview))?;
    }
    Ok(Exit::Done)
}

fn describe(pack: &Pack, overview: &Overview) -> String {
    let mut text = String::new();
    let mut line = |label: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{label:<24} {value}");
    };
    line("pack", format!("{} version {} ({})", overview.pack, overview.version, &overview.hash[..12]));
    line("cases, consultations", format!("{}, {}", overview.cases, overview.consultations));
    let languages: Vec<String> =
        overview.languages.iter().map(|(l, n)| format!("{n} {}", l.code())).collect();
    line("languages", languages.join(", "));
    let reviews: Vec<String> = overview.review.iter().map(|(by, n)| format!("{n} by {by}")).collect();
    line("reviewed", reviews.join(", "));
    line("claims", overview.claims.to_string());
    let verdicts: Vec<String> = overview
        .verdicts
        .iter()
        .map(|v| format!("{} {} ({})", v.claims, v.verdict, percent(v.share)))
        .collect();
    line("verdicts", verdicts.join(", "));
    line("claims on missing facts", overview.claims_needing_missing_facts.to_string());
    line("probes", overview.probes.to_string());
    let _ = writeln!(text, "\n{}\n", per_case(overview));
    for table in [classes(pack, overview), types(pack, overview), histories(overview)] {
        let _ = writeln!(text, "{table}\n");
    }
    for overlap in &overview.overlap {
        let worst = &overlap.worst;
        let _ = writeln!(
            text,
            "words shared by two cases' histories (8-grams), {}: median {}, most {} ({} and {})",
            overlap.language.code(),
            percent(Some(overlap.median)),
            percent(Some(worst.share)),
            worst.a,
            worst.b
        );
    }
    text
}

fn per_case(overview: &Overview) -> Table {
    let mut table = Table::new(&["in a case", "mean", "median", "least", "most"]).numbers(&[1, 2, 3, 4]);
    let rows = [
        ("claims", &overview.claims_per_case),
        ("key facts", &overview.key_facts_per_case),
        ("missing facts", &overview.missing_facts_per_case),
        ("focal points", &overview.focal_points_per_case),
        ("provisions cited", &overview.provisions_per_case),
    ];
    for (label, spread) in rows {
        let end = |end: Option<usize>| end.map_or_else(|| "n/a".to_owned(), |n| n.to_string());
        table.row([
            label.to_owned(),
            decimal(spread.mean, 2),
            decimal(spread.median, 1),
            end(spread.min),
            end(spread.max),
        ]);
    }
    table
}

fn classes(pack: &Pack, overview: &Overview) -> Table {
    let mut table =
        Table::new(&["class", "cases", "claims", "provisions", "name", "causes"]).numbers(&[1, 2, 3]);
    for class in overview.classes.iter().filter(|class| class.cases > 0) {
        let causes: Vec<&str> = class.causes.keys().map(String::as_str).collect();
        table.row([
            class.id.clone(),
            class.cases.to_string(),
            class.claims.to_string(),
            decimal(class.provisions_mean, 1),
            name(pack, &class.zh, &class.en),
            causes.join(", "),
        ]);
    }
    table
}

fn types(pack: &Pack, overview: &Overview) -> Table {
    let mut table = Table::new(&["focal-point type", "points", "on missing facts", "name"]).numbers(&[1, 2]);
    for kind in overview.focal_types.iter().filter(|kind| kind.focal_points > 0) {
        table.row([
            kind.id.clone(),
            kind.focal_points.to_string(),
            kind.with_missing_facts.to_string(),
            name(pack, &kind.zh, &kind.en),
        ]);
    }
    table
}

fn histories(overview: &Overview) -> Table {
    let mut table = Table::new(&["history", "turns", "of the user", "length"]).numbers(&[1, 2, 3]);
    for history in &overview.histories {
        table.row([
            format!("{} {}", history.language.code(), history.variant.name()),
            spread(&history.turns, 1),
            spread(&history.user_turns, 1),
            format!("{} {}", spread(&history.length, 0), history.unit),
        ]);
    }
    table
}

/// Both names where a pack is in both languages, else the one of its language.
fn name(pack: &Pack, zh: &str, en: &str) -> String {
    let has = |language| pack.cases.iter().any(|case| case.language == language);
    match (has(Language::Zh), has(Language::En)) {
        (true, true) => format!("{zh} · {en}"),
        (true, false) => zh.to_owned(),
        _ => en.to_owned(),
    }
}

/// Mean, then least and most.
fn spread(spread: &Spread, places: usize) -> String {
    match (spread.min, spread.max) {
        (Some(min), Some(max)) => format!("{} ({min} to {max})", decimal(spread.mean, places)),
        _ => "none".to_owned(),
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "n/a".to_owned(), |share| format!("{}%", decimal(Some(share * 100.0), 1)))
}
