//! The program while it runs, followed request by request.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// The program, with descriptor 9 as a second name of its stdout. Agents inherit it and tell of every
/// request there; for the reader it ends when the program and all its agents are gone.
pub struct Running {
    /// The program itself, not a shell around it.
    pub program: Child,
    /// What program and agents write.
    pub told: BufReader<ChildStdout>,
}

impl Running {
    /// Starts the program in `folder`; its agents keep their logs in `logs`.
    pub fn start(folder: &Path, logs: &Path, arguments: &[String]) -> Self {
        fs::create_dir_all(logs).expect("the folder can be written");
        let notes = File::create(logs.join("notes")).expect("the folder can be written");
        let mut program = Command::new("sh")
            .args(["-c", "exec \"$@\" 9>&1", "sh", env!("CARGO_BIN_EXE_lexconsult")])
            .args(arguments)
            .current_dir(folder)
            .env("LOGS", logs)
            .stdout(Stdio::piped())
            .stderr(notes)
            .spawn()
            .expect("the program is built and starts");
        let told = BufReader::new(program.stdout.take().expect("stdout is piped"));
        Self { program, told }
    }

    /// Waits until its agents were asked so many times.
    pub fn follow(&mut self, requests: usize) {
        let mut line = String::new();
        for n in 0..requests {
            line.clear();
            self.told.read_line(&mut line).expect("the pipe can be read");
            assert_eq!(line, "asked\n", "after {n} requests of {requests}");
        }
    }

    /// Waits for its end, which must be with `code`.
    pub fn end(mut self, logs: &Path, code: i32) {
        let said: Vec<String> = self.told.lines().map(|line| line.expect("the pipe can be read")).collect();
        let status = self.program.wait().expect("the program has ended");
        let notes = fs::read_to_string(logs.join("notes")).unwrap_or_default();
        assert_eq!(status.code(), Some(code), "{notes}\n{}", said.join("\n"));
    }
}
