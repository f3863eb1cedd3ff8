//! `pack list`, `pack check`, `pack stats`.

use std::fmt::Write as _;

use serde::Serialize;

use crate::case::check::{Finding, Severity, check};
use crate::case::{Language, Overview, Pack, PackSource, Spread, embedded_packs};
use crate::cli::args::PackCommand;
use crate::cli::exit::{Exit, Failed};
use crate::report::number::decimal;
use crate::report::table;
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
    let mut table = table::new(&["pack", "version", "cases", "title"]);
    for pack in &packs {
        let (version, cases) = (pack.meta.version.to_string(), pack.cases.len().to_string());
        let title = format!("{} · {}", pack.meta.title.get(Language::En), pack.meta.title.get(Language::Zh));
        table.add_row([&pack.meta.name, &version, &cases, &title]);
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
            "{}: {} cases, {errors} errors, {warnings} warnings",
            pack.name(),
            pack.cases.len()
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
        let _ = writeln!(text, "{label:<26} {value}");
    };
    line("pack", format!("{} version {} ({})", overview.pack, overview.version, &overview.hash[..12]));
    line("cases, consultations", format!("{}, {}", overview.cases, overview.consultations));
    let languages: Vec<String> =
        overview.languages.iter().map(|(l, n)| format!("{n} {}", l.code())).collect();
    line("languages", languages.join(", "));
    line("claims", overview.claims.to_string());
    line("claims a case", spread(&overview.claims_per_case));
    line("claims on missing facts", overview.claims_needing_missing_facts.to_string());
    let verdicts: Vec<String> = overview
        .verdicts
        .iter()
        .map(|v| format!("{} {} ({})", v.claims, v.verdict, percent(v.share)))
        .collect();
    line("verdicts", verdicts.join(", "));
    line("key facts a case", spread(&overview.key_facts_per_case));
    line("missing facts a case", spread(&overview.missing_facts_per_case));
    line("focal points a case", spread(&overview.focal_points_per_case));
    line("provisions cited a case", spread(&overview.provisions_per_case));
    line("probes", overview.probes.to_string());
    let reviews: Vec<String> = overview.review.iter().map(|(by, n)| format!("{n} {by}")).collect();
    line("reviewed by", reviews.join(", "));
    let _ = writeln!(text, "\n{}", classes(pack, overview));
    let _ = writeln!(text, "{}", types(pack, overview));
    let _ = writeln!(text, "{}", histories(overview));
    for overlap in &overview.overlap {
        let worst = &overlap.worst;
        let _ = writeln!(
            text,
            "8-gram overlap of histories of two cases, {}: median {}, worst {} ({} and {})",
            overlap.language.code(),
            percent(Some(overlap.median)),
            percent(Some(worst.share)),
            worst.a,
            worst.b
        );
    }
    text
}

fn classes(pack: &Pack, overview: &Overview) -> String {
    let mut table = table::new(&["class", "name", "cases", "claims", "provisions", "causes"]);
    for class in overview.classes.iter().filter(|class| class.cases > 0) {
        let causes: Vec<&str> = class.causes.keys().map(String::as_str).collect();
        table.add_row([
            class.id.clone(),
            name(pack, &class.zh, &class.en),
            class.cases.to_string(),
            class.claims.to_string(),
            decimal(class.provisions_mean, 1),
            causes.join(", "),
        ]);
    }
    table::align_right(&mut table, &[2, 3, 4]);
    table.to_string()
}

fn types(pack: &Pack, overview: &Overview) -> String {
    let mut table = table::new(&["focal-point type", "name", "points", "with missing facts", "by class"]);
    for kind in overview.focal_types.iter().filter(|kind| kind.focal_points > 0) {
        let by_class: Vec<String> = kind.by_class.iter().map(|(class, n)| format!("{class} {n}")).collect();
        table.add_row([
            kind.id.clone(),
            name(pack, &kind.zh, &kind.en),
            kind.focal_points.to_string(),
            kind.with_missing_facts.to_string(),
            by_class.join(", "),
        ]);
    }
    table::align_right(&mut table, &[2, 3]);
    table.to_string()
}

fn histories(overview: &Overview) -> String {
    let mut table = table::new(&["histories", "turns", "user turns", "length", "in"]);
    for history in &overview.histories {
        table.add_row([
            format!("{} {}", history.language.code(), history.variant.name()),
            spread(&history.turns),
            spread(&history.user_turns),
            spread(&history.length),
            history.unit.to_owned(),
        ]);
    }
    table.to_string()
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

fn spread(spread: &Spread) -> String {
    match (spread.min, spread.max) {
        (Some(min), Some(max)) => {
            format!("mean {}, median {} ({min} to {max})", decimal(spread.mean, 2), decimal(spread.median, 1))
        }
        _ => "none".to_owned(),
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "n/a".to_owned(), |share| format!("{}%", decimal(Some(share * 100.0), 1)))
}
