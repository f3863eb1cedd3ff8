//! Documents keep step with the code: commands that are shown exist, links lead somewhere, and the
//! map names every folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::files::{from_root, none, read, root, rust_files};

/// A code block of a Markdown file.
struct Block {
    /// Line of its fence, from 1.
    line: usize,
    text: String,
}

fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in markdown.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            match open.take() {
                Some(block) => blocks.push(block),
                None => open = Some(Block { line: number + 1, text: String::new() }),
            }
        } else if let Some(block) = &mut open {
            block.text.push_str(line);
            block.text.push('\n');
        }
    }
    blocks
}

/// Every Markdown file of the repository that people read.
fn documents() -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for folder in ["", "docs", "scenarios", "results/published", "tests/fixtures/replies"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder of the repository") {
            let path = entry.expect("a readable folder").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(from_root(&path));
            }
        }
    }
    paths.sort();
    paths
}

#[test]
fn ci_runs_the_commands_that_the_readmes_give_first() {
    let ci = read(".ci/run");
    let steps: Vec<&str> = ci.lines().map(str::trim).collect();
    for readme in ["README.md", "README.zh.md"] {
        let blocks = blocks(&read(readme));
        assert!(blocks.len() >= 2, "{readme}: shows a first run and the tests");
        for block in &blocks[..2] {
            let command = block.text.trim();
            let runs = steps.iter().any(|step| {
                let step = step.strip_prefix("step ").unwrap_or(step);
                step == command || step.strip_prefix(command).is_some_and(|rest| rest.starts_with(" 2>&1 |"))
            });
            assert!(runs, "{readme}:{}: .ci/run does not run `{command}`", block.line);
        }
    }
}

/// The help of a subcommand; `None` when there is none.
fn help(words: &[&str]) -> Option<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_lexconsult"))
        .args(words)
        .arg("--help")
        .output()
        .expect("the binary starts");
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Flags of a shown command that its help does not know.
fn unknown_flags(command: &str) -> Vec<String> {
    // What stands in quotation marks is a value, with whatever flags of its own.
    let unquoted: String = command.split('\'').step_by(2).collect();
    let words: Vec<&str> = unquoted.split_whitespace().collect();
    let Some(at) = words.iter().position(|word| word.ends_with("lexconsult")) else { return Vec::new() };
    let names = |n: usize| -> Vec<&str> { words[at + 1..].iter().take(n).copied().collect() };
    // `pack check` before `pack`: the longest name that has help of its own.
    let plain = words[at + 1..].iter().take_while(|w| w.chars().all(|c| c.is_ascii_lowercase())).count();
    let Some(help) = (1..=plain.min(2)).rev().find_map(|n| help(&names(n))) else {
        return vec![format!("no command `{}`", names(plain).join(" "))];
    };
    let known =
        |flag: &str| help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).any(|word| word == flag);
    words[at + 1..]
        .iter()
        .filter(|word| word.starts_with("--") && word.len() > 2)
        .map(|word| word.split('=').next().unwrap_or(word))
        .filter(|flag| !known(flag))
        .map(|flag| format!("no flag {flag}"))
        .collect()
}

#[test]
fn commands_in_documents_exist() {
    let mut found = Vec::new();
    let mut seen = 0;
    for path in documents() {
        for block in blocks(&read(&path)) {
            let joined = block.text.replace("\\\n", " ");
            for line in joined.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
                // Through cargo, what follows `--` is the command line.
                let command = line.replacen("cargo run --locked --", "lexconsult", 1);
                if command.starts_with("lexconsult ") || command.contains(" lexconsult ") {
                    seen += 1;
                    let unknown = unknown_flags(&command);
                    found.extend(
                        unknown.into_iter().map(|why| format!("{path}:{}: `{line}`: {why}", block.line)),
                    );
                }
            }
        }
    }
    none(&found, "a document shows a command that does not exist");
    assert!(seen >= 4, "only {seen} commands were found");
}

#[test]
fn a_command_that_does_not_exist_is_found() {
    assert_eq!(unknown_flags("lexconsult run --modell x"), ["no flag --modell"]);
    assert_eq!(unknown_flags("lexconsult fly --high"), ["no command `fly`"]);
    assert_eq!(unknown_flags("lexconsult run --model 'cmd/a --b' --judges c"), ["no flag --judges"]);
    assert_eq!(unknown_flags("KEY=… lexconsult pack check starter --strict"), Vec::<String>::new());
}

/// Targets of inline links that are files, with their lines.
fn links(markdown: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    let mut in_block = false;
    for (number, line) in markdown.lines().enumerate() {
        in_block ^= line.trim_start().starts_with("```");
        for rest in line.split("](").skip(1).filter(|_| !in_block) {
            let target = rest.split(')').next().unwrap_or(rest);
            let file = target.split('#').next().unwrap_or(target);
            if !file.is_empty() && !file.contains("://") && !file.starts_with("mailto:") {
                links.push((number + 1, file.to_owned()));
            }
        }
    }
    links
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut found = Vec::new();
    for path in documents() {
        let folder = Path::new(&path).parent().unwrap_or(Path::new(""));
        for (line, target) in links(&read(&path)) {
            if !root().join(folder).join(&target).exists() {
                found.push(format!("{path}:{line}: {target} is not there"));
            }
        }
    }
    none(&found, "a link leads nowhere");
}

#[test]
fn the_map_names_every_folder_of_the_source() {
    let map = read("ARCHITECTURE.md");
    let mut folders: BTreeSet<String> = BTreeSet::new();
    // A folder that holds a file's unit tests alone is no module.
    for file in rust_files(&["src"]).iter().filter(|file| !file.path.ends_with("/tests.rs")) {
        let inner = file.path.trim_start_matches("src/");
        let parts: Vec<&str> = inner.split('/').collect();
        folders.extend((1..parts.len()).map(|n| parts[..n].join("/")));
    }
    let unnamed: Vec<String> = folders
        .iter()
        .filter(|folder| !map.contains(&format!("`{folder}`")))
        .map(|folder| format!("ARCHITECTURE.md: does not name `{folder}`"))
        .collect();
    none(&unnamed, "the map must name every module folder of src");
}

/// A figure of `results/published/`.
#[derive(serde::Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Figure {
    section: String,
    task: Option<String>,
    setup: Option<String>,
    metric: String,
    of: String,
    value: Option<f64>,
    below: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    level: Option<f64>,
    #[serde(default)]
    derived: bool,
    printed: Option<String>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    source: std::collections::BTreeMap<String, String>,
    mark: String,
    figures: Vec<Figure>,
}

/// What is wrong with a figure.
fn faults(figure: &Figure) -> Vec<&'static str> {
    let range = figure.low.is_some() && figure.high.is_some() && figure.low < figure.high;
    let forms = [figure.value.is_some(), figure.below.is_some(), range];
    let known =
        |name: &Option<String>, names: &[&str]| name.as_deref().is_none_or(|name| names.contains(&name));
    let checks = [
        (figure.section.is_empty() || figure.of.is_empty() || figure.metric.is_empty(), "says too little"),
        (forms.iter().filter(|given| **given).count() != 1, "has not one of value, below, low and high"),
        (figure.level.is_some() && !range, "has a level without an interval"),
        (figure.derived != figure.printed.is_some(), "has not both or neither of derived and printed"),
        (!known(&figure.task, &["lca", "dcg", "ljp"]), "is of an unknown task"),
        (!known(&figure.setup, &["direct", "interaction", "gold"]), "is of an unknown setup"),
    ];
    checks.iter().filter(|(wrong, _)| *wrong).map(|(_, what)| *what).collect()
}

#[test]
fn published_figures_say_where_they_stand_and_that_they_do_not_compare() {
    let mut found = Vec::new();
    let mut files = 0;
    for entry in fs::read_dir(root().join("results/published")).expect("the folder is there") {
        let path = from_root(&entry.expect("a readable folder").path());
        if !path.ends_with(".yaml") {
            continue;
        }
        files += 1;
        let published: Published = match serde_yaml::from_str(&read(&path)) {
            Ok(published) => published,
            Err(error) => panic!("{path}: {error}"),
        };
        assert!(published.source.contains_key("title"), "{path}: names no paper");
        assert_eq!(published.mark, "other cases, prompts and judge", "{path}");
        assert!(!published.figures.is_empty(), "{path}: no figures");
        for figure in &published.figures {
            found.extend(faults(figure).into_iter().map(|fault| format!("{path}: {fault}: {figure:?}")));
        }
    }
    assert!(files > 0);
    none(&found, "see results/published/README.md");
}
