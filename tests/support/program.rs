//! Running the program.

use std::path::Path;
use std::process::{Command, Output};

/// The program, to be started in `folder`. Agents that it starts keep their logs there, too.
pub fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lexconsult"));
    command.args(arguments).current_dir(folder).env("LOGS", folder).env("NO_COLOR", "1");
    command
}

/// Runs the program to its end, which must be `code`; returns what it wrote to stdout.
pub fn run(folder: &Path, arguments: &[&str], code: i32) -> String {
    let Output { status, stdout, stderr } =
        program(folder, arguments).output().expect("the program is built and starts");
    let notes = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(code), "{arguments:?}\n{notes}");
    String::from_utf8(stdout).expect("the program writes UTF-8")
}
