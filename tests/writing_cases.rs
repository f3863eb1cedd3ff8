//! The case that `docs/writing-cases.md` tells step by step: it passes the check, what the document
//! quotes stands in its files, and what it shows is what is printed.

#[path = "support/program.rs"]
mod program;
#[path = "support/scores.rs"]
mod scores;

use std::fs;
use std::path::{Path, PathBuf};

use lexconsult::case::check::check;
use lexconsult::case::{Pack, PackSource};

use scores::{overall, scores, slice};

const SLIP: [&str; 2] = ["- user: 六十天里交成片和原片，", "- user: 1月20号以前交成片和原片，"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The contents of the document's code blocks of that kind.
fn blocks(kind: &str) -> Vec<String> {
    let text = read("docs/writing-cases.md");
    let mut parts = text.split("```");
    parts.next();
    // Inside and outside take turns.
    let inside: Vec<&str> = parts.step_by(2).collect();
    let of =
        |block: &&str| block.strip_prefix(kind).and_then(|rest| rest.strip_prefix('\n')).map(str::to_owned);
    inside.iter().filter_map(of).collect()
}

#[test]
fn the_case_passes_every_rule_and_has_its_review_sheet() {
    let pack = Pack::load(&PackSource::Path(root().join("docs/writing-cases"))).expect("well formed");
    let findings: Vec<String> = check(&pack).iter().map(ToString::to_string).collect();
    assert_eq!(findings, Vec::<String>::new());
    let sheet = pack.cases[0].review.sheet.as_deref().expect("the case names its sheet");
    assert!(root().join("docs/writing-cases").join(sheet).is_file(), "{sheet}");
}

#[test]
fn what_the_document_quotes_stands_in_the_files() {
    let (case, judgment) =
        (read("docs/writing-cases/cases/zh-wedding-film-01.yaml"), read("docs/writing-cases/judgment.md"));
    let quoted = blocks("yaml");
    assert!(quoted.len() >= 4, "the document shows the case");
    for line in quoted.iter().flat_map(|block| block.lines()) {
        assert!(case.contains(line), "not in the case: {line}");
    }
    let shown = blocks("text");
    let paragraphs: Vec<&str> =
        shown.iter().flat_map(|block| block.lines()).filter(|line| line.ends_with(['。', '；'])).collect();
    assert!(paragraphs.len() >= 4, "the document shows the judgment");
    for paragraph in paragraphs {
        assert!(judgment.contains(paragraph), "not in the judgment: {paragraph}");
    }
}

#[test]
fn the_commands_print_what_the_document_shows() {
    let shown = blocks("console");
    assert!(shown.len() >= 2, "the document shows commands");
    for block in shown {
        let (command, output) = block.split_once('\n').expect("a command and what it prints");
        let args: Vec<&str> = command.strip_prefix("$ lexconsult ").expect("a command").split(' ').collect();
        assert_eq!(program::run(root(), &args, 0), output, "{command}");
    }
}

fn copied(from: &Path, to: PathBuf) {
    fs::create_dir_all(&to).expect("created");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("readable").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copied(&path, target);
        } else {
            fs::copy(&path, target).expect("copied");
        }
    }
}

#[test]
fn the_slip_of_the_document_is_found_as_it_says() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copied(&root().join("docs/writing-cases"), folder.path().join("pack"));
    let path = folder.path().join("pack/cases/zh-wedding-film-01.yaml");
    let text = fs::read_to_string(&path).expect("the case");
    assert!(text.contains(SLIP[0]));
    fs::write(&path, text.replace(SLIP[0], SLIP[1])).expect("written");
    let stdout = program::run(folder.path(), &["pack", "check", "pack"], 1);
    assert!(blocks("text").contains(&stdout), "the document shows another output than\n{stdout}");
}

/// As the document says: `listener` knows everything it asked for, `never-ask` nothing.
#[test]
fn the_case_plays_as_the_document_says() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pack = root().join("docs/writing-cases");
    let pack = pack.to_str().expect("UTF-8");
    let study = ["--pack", pack, "--model", "builtin/listener,builtin/never-ask", "--repeats", "1"];
    let how = ["run", "--json", "--display", "none", "--resamples", "200"];
    let scored = scores(&program::run(folder.path(), &[how.as_slice(), &study].concat(), 0));
    for at in ["ljp interaction", "ljp gold"] {
        assert!(slice(&scored, at).next().is_some(), "{at} was played");
        for (model, expected) in [("builtin/listener", 1.0), ("builtin/never-ask", 0.0)] {
            let estimate = overall(&scored, model, &format!("{at} qwk_penalised"));
            assert_eq!(estimate.point, Some(expected), "{model}: {at}");
        }
    }
}
