//! A module imports only from floors below its own, and what is pure stays so.

use super::code::{code_of, code_without_tests, paths};
use super::files::{none, rust_files};

/// The floors of `ARCHITECTURE.md`, lowest first.
const FLOORS: &[&[&str]] = &[
    &["case", "stats", "draw", "printable"],
    &["prompt", "model", "metric"],
    &["cast"],
    &["dialogue"],
    &["suite"],
    &["run"],
    &["report", "annotate"],
    &["cli", "view"],
];

/// Imports from the same floor that are allowed: who, and from whom.
const BESIDE: &[(&str, &str)] = &[("cli", "view"), ("report", "annotate")];

/// Folders and files that take clock, randomness and files as arguments or not at all.
const PURE: &[&str] = &[
    "src/annotate/",
    "src/case/",
    "src/cast/players/",
    "src/cast/reading.rs",
    "src/cast/reading/",
    "src/dialogue/condition/machine.rs",
    "src/draw.rs",
    "src/metric/",
    "src/model/body.rs",
    "src/model/limit/level.rs",
    "src/model/limit/pace.rs",
    "src/model/reader/",
    "src/printable.rs",
    "src/prompt/engine.rs",
    "src/prompt/render.rs",
    "src/prompt/template.rs",
    "src/stats/",
    "src/suite/basis.rs",
    "src/suite/fidelity/record.rs",
    "src/suite/fidelity/score.rs",
    "src/suite/fidelity/score/",
    "src/suite/fidelity/study.rs",
    "src/suite/fidelity/unit.rs",
    "src/suite/lexpilot/course.rs",
    "src/suite/lexpilot/score/",
    "src/suite/lexpilot/study.rs",
    "src/suite/threeply/",
];

/// Within these, what reads and writes files.
const NOT_PURE: &[&str] =
    &["src/annotate/folder.rs", "src/annotate/log.rs", "src/case/load.rs", "src/case/source.rs"];

/// What no pure module names.
const WORLD: &[&str] = &[
    "tokio",
    "reqwest",
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "std::time::Instant",
    "std::time::SystemTime",
    "Instant::now",
    "SystemTime::now",
    "Timestamp::now",
    "Zoned::now",
    "rand::rng",
];

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

/// `src/case/view.rs` -> `["case", "view"]`.
fn module_of(path: &str) -> Vec<&str> {
    let inner = path.strip_prefix("src/").unwrap_or(path);
    let inner = inner.strip_suffix(".rs").unwrap_or(inner);
    inner.split('/').filter(|part| *part != "mod").collect()
}

/// Imports that go up, or sideways, in one file.
fn imports_out_of_order(path: &str, text: &str) -> Vec<String> {
    let module = module_of(path);
    let Some(own) = module.first().and_then(|top| floor(top)) else { return Vec::new() };
    let mut found = Vec::new();
    for named in paths(&code_of(text)) {
        let up = named.segments.iter().take_while(|segment| *segment == "super").count();
        // `super` often enough leads to the crate's root.
        let top = match named.segments[0].as_str() {
            "crate" => named.segments.get(1),
            "super" if up == module.len() + named.depth => named.segments.get(up),
            _ => None,
        };
        let Some((top, other)) = top.and_then(|top| Some((top.as_str(), floor(top)?))) else { continue };
        let allowed = other < own || top == module[0] || BESIDE.contains(&(module[0], top));
        if !allowed {
            let where_to = if other == own { "beside" } else { "above" };
            found.push(format!(
                "{path}:{}: `{}` (floor {own}) imports from `{top}` (floor {other}), {where_to} it",
                named.line, module[0]
            ));
        }
    }
    found
}

/// What a pure file names of the world outside.
fn worldly(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for named in paths(&code_without_tests(text)) {
        let whole = named.segments.join("::");
        let names = |forbidden: &&&str| {
            whole == **forbidden
                || whole.starts_with(&format!("{forbidden}::"))
                || whole.ends_with(&format!("::{forbidden}"))
        };
        if let Some(forbidden) = WORLD.iter().find(names) {
            found.push(format!("{path}:{}: names `{whole}`; a pure module has no {forbidden}", named.line));
        }
    }
    found
}

#[test]
fn every_module_has_its_floor() {
    let homeless: Vec<String> = rust_files(&["src"])
        .iter()
        .filter(|file| !matches!(file.path.as_str(), "src/lib.rs" | "src/main.rs"))
        .filter(|file| floor(module_of(&file.path)[0]).is_none())
        .map(|file| format!("{}: is on no floor", file.path))
        .collect();
    none(&homeless, "add the module to a floor in ARCHITECTURE.md and in tests/tidy/floors.rs");
}

#[test]
fn imports_go_down_only() {
    let found: Vec<String> =
        rust_files(&["src"]).iter().flat_map(|file| imports_out_of_order(&file.path, &file.text)).collect();
    none(&found, "a module imports only from floors below its own (see ARCHITECTURE.md)");
}

#[test]
fn pure_modules_touch_nothing_outside() {
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.ends_with("/testing.rs");
    let found: Vec<String> = rust_files(&["src"])
        .iter()
        .filter(|file| PURE.iter().any(|pure| file.path.starts_with(pure)))
        .filter(|file| !NOT_PURE.contains(&file.path.as_str()) && !is_test(&file.path))
        .flat_map(|file| worldly(&file.path, &file.text))
        .collect();
    none(&found, "pure modules take clock, randomness and files as arguments (see ARCHITECTURE.md)");
}

/// What a run is made of knows suites by the trait alone; these set them up, or say them on.
const SETS_UP_A_SUITE: &[&str] =
    &["src/run/lexpilot/", "src/run/threeply/", "src/run/mod.rs", "src/run/answers.rs"];

/// The seam itself.
const SEAM: &[&str] =
    &["src/suite/seam.rs", "src/suite/record.rs", "src/suite/basis.rs", "src/suite/estimate.rs"];

/// What is said of runs of any suite, and how they are compared and written.
const OF_EVERY_REPORT: &[&str] = &[
    "src/report/content.rs",
    "src/report/content/",
    "src/report/export.rs",
    "src/report/export/",
    "src/report/likeness.rs",
    "src/report/pairs.rs",
    "src/report/seam.rs",
];

/// What of it a suite says.
const SAYS_A_SUITE: &[&str] = &[
    "src/report/content/lexpilot.rs",
    "src/report/content/lexpilot/",
    "src/report/content/threeply.rs",
    "src/report/content/threeply/",
];

/// Lines that name a suite, within `src/suite` or, where `within` says so, within another module.
fn naming_a_suite(text: &str, within: &[&str]) -> Vec<usize> {
    let of_suite = |segments: &[String]| {
        segments.windows(2).any(|two| {
            within.contains(&two[0].as_str()) && ["lexpilot", "threeply"].contains(&two[1].as_str())
        })
    };
    let found = paths(&code_without_tests(text));
    found.iter().filter(|path| of_suite(&path.segments)).map(|path| path.line).collect()
}

fn named_in(within: &[&str], known: &dyn Fn(&str) -> bool) -> Vec<String> {
    let files = rust_files(&["src"]);
    let lines = files.iter().filter(|file| known(&file.path)).flat_map(|file| {
        let named = naming_a_suite(&file.text, within);
        named.into_iter().map(|line| format!("{}:{line}: names a suite", file.path)).collect::<Vec<_>>()
    });
    lines.collect()
}

#[test]
fn a_run_knows_no_suite() {
    assert_eq!(naming_a_suite("use crate::suite::{Suite, lexpilot::Study};\n", &["suite"]), [1]);
    let found = named_in(&["suite"], &|path| {
        (path.starts_with("src/run/") || SEAM.contains(&path))
            && !SETS_UP_A_SUITE.iter().any(|other| path.starts_with(other))
    });
    none(&found, "a run meets a suite through `suite/seam.rs` (see ARCHITECTURE.md)");
}

#[test]
fn what_every_report_says_knows_no_suite() {
    let within = ["suite", "report", "content", "run"];
    assert_eq!(naming_a_suite("use crate::report::threeply::ArgumentRun;\n", &within), [1]);
    let starts = |path: &str, list: &[&str]| list.iter().any(|other| path.starts_with(other));
    let found = named_in(&within, &|path| starts(path, OF_EVERY_REPORT) && !starts(path, SAYS_A_SUITE));
    none(&found, "a report meets runs through `report/seam.rs` (see ARCHITECTURE.md)");
}

#[test]
fn the_lists_name_what_there_is() {
    let files = rust_files(&["src"]);
    let gone: Vec<String> = PURE
        .iter()
        .chain(NOT_PURE)
        .chain(SETS_UP_A_SUITE)
        .chain(SEAM)
        .chain(OF_EVERY_REPORT)
        .chain(SAYS_A_SUITE)
        .filter(|path| !files.iter().any(|file| file.path.starts_with(**path)))
        .map(|path| format!("{path}: is not there"))
        .collect();
    none(&gone, "tests/tidy/floors.rs lists a file that has moved");
}

#[test]
fn an_import_from_above_is_found() {
    let found = |path: &str, text: &str| imports_out_of_order(path, text);
    assert_eq!(
        found("src/case/view.rs", "//! crate::run\nuse crate::{draw, stats};\nuse crate::run::Settings;\n"),
        [
            "src/case/view.rs:2: `case` (floor 0) imports from `draw` (floor 0), beside it",
            "src/case/view.rs:2: `case` (floor 0) imports from `stats` (floor 0), beside it",
            "src/case/view.rs:3: `case` (floor 0) imports from `run` (floor 5), above it",
        ]
    );
    assert_eq!(found("src/suite/mod.rs", "use super::run;").len(), 1);
    assert_eq!(found("src/suite/lexpilot/mod.rs", "fn f() { super::super::cli::main() }").len(), 1);
    assert_eq!(found("src/cli/mod.rs", "use crate::{case::Case, cli::args, view};"), Vec::<String>::new());
    assert_eq!(found("src/suite/lexpilot/mod.rs", "use super::run;"), Vec::<String>::new());
    assert_eq!(found("src/suite/x.rs", "mod tests { use super::super::run; }"), Vec::<String>::new());
    assert_eq!(found("src/suite/x.rs", "mod tests { use super::super::super::run; }").len(), 1);
}

#[test]
fn a_breach_of_purity_is_found() {
    let text =
        "use std::{collections::BTreeMap, fs};\nfn f() { jiff::Timestamp::now(); tokio::spawn(g()) }\n";
    let found = worldly("src/stats/x.rs", text);
    let lines: Vec<&str> =
        found.iter().map(|line| line.split_once(": names ").expect("a finding").0).collect();
    assert_eq!(lines, ["src/stats/x.rs:1", "src/stats/x.rs:2", "src/stats/x.rs:2"]);
    let in_tests = "fn f() {}\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n";
    assert_eq!(worldly("src/stats/x.rs", in_tests), Vec::<String>::new());
}
