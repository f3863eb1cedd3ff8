//! Habits: no test that is switched off or expects a panic, nothing left to do, no silenced
//! warning, no long files, no modules without a subject.

use super::code::code_of;
use super::files::{none, rust_files};

const LINES_MAX: usize = 600;

/// What no file holds, and why.
const NEVER: &[(&str, &str)] = &[
    ("#[ignore", "a test that is switched off proves nothing"),
    ("#[should_panic", "state the error that is expected, not a panic"),
    ("todo!(", "finish it, or leave it out"),
    ("unimplemented!(", "finish it, or leave it out"),
    ("dbg!(", "remove it"),
    ("#[allow(", "mend what the warning points at"),
    ("#![allow(", "mend what the warning points at"),
    ("#[expect(", "mend what the warning points at"),
];

const NAMES_WITHOUT_SUBJECT: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc"];

fn breaches(path: &str, text: &str) -> Vec<String> {
    let code = code_of(text);
    let mut found = Vec::new();
    for (number, line) in code.lines().enumerate() {
        for (never, why) in NEVER.iter().filter(|(never, _)| line.contains(never)) {
            found.push(format!("{path}:{}: `{never}`: {why}", number + 1));
        }
    }
    let lines = text.lines().count();
    if lines > LINES_MAX {
        found.push(format!("{path}:{lines}: longer than {LINES_MAX} lines; part it by subject"));
    }
    let parts = path.split(['/', '.']);
    if let Some(name) = parts.into_iter().find(|part| NAMES_WITHOUT_SUBJECT.contains(part)) {
        found.push(format!("{path}:1: `{name}` names no subject"));
    }
    found
}

#[test]
fn files_keep_the_habits_of_the_house() {
    let found: Vec<String> =
        rust_files(&["src", "tests"]).iter().flat_map(|file| breaches(&file.path, &file.text)).collect();
    none(&found, "see CONTRIBUTING.md");
}

#[test]
fn a_broken_habit_is_found() {
    let text = "// todo!()\nlet a = \"dbg!(\";\n#[ignore = \"slow\"]\n#[should_panic]\nfn f() { todo!(); dbg!(1); }\n";
    let found = breaches("src/helpers/x.rs", text);
    let lines: Vec<&str> = found.iter().filter_map(|line| line.split(':').nth(1)).collect();
    assert_eq!(lines, ["3", "4", "5", "5", "1"], "{found:#?}");
    assert_eq!(breaches("src/x.rs", &"\n".repeat(LINES_MAX + 1)).len(), 1);
    assert_eq!(breaches("src/x.rs", "fn f() { a.expect(\"stated\") }"), Vec::<String>::new());
}
