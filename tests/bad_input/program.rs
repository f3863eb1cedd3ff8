//! The program as a person starts it, in a folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::folders::copy;

/// A folder in which the program is started, with no keys in its environment.
pub struct Place(TempDir);

/// How it ended.
#[derive(Debug)]
pub struct Ended {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, with the folders above it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("in a folder")).expect("created");
        std::fs::write(&path, content).expect("written");
        path
    }

    /// A copy of the tiny pack, in the folder `pack`.
    pub fn tiny_pack(&self) -> PathBuf {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/packs/tiny"), &self.path("pack"));
        self.path("pack")
    }

    pub fn start(&self, args: &[&str], env: &[(&str, &str)]) -> Ended {
        let output = Command::new(env!("CARGO_BIN_EXE_lexconsult"))
            .args(args)
            .current_dir(self.0.path())
            .env_clear()
            .envs(env.iter().copied())
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("what is printed is UTF-8");
        let ended = Ended {
            code: output.status.code().expect("it ends by itself"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        };
        assert!(!ended.stderr.contains("panicked"), "{args:?}\n{}", ended.stderr);
        // An escape sequence, or one that was made visible by mistake.
        let coloured = ended.stderr.contains(['\u{1b}', '\u{fffd}']);
        assert!(
            !coloured || env.contains(&("CLICOLOR_FORCE", "1")),
            "no terminal, no colour: {}",
            ended.stderr
        );
        ended
    }

    pub fn run(&self, args: &[&str]) -> Ended {
        self.start(args, &[])
    }

    /// Starts the program, which must refuse with this code and say all of these on stderr.
    pub fn refused(&self, args: &[&str], code: i32, says: &[&str]) -> Ended {
        self.run(args).refused(code, says)
    }
}

impl Ended {
    pub fn refused(self, code: i32, says: &[&str]) -> Self {
        for part in says {
            assert!(self.stderr.contains(part), "`{part}` is not in:\n{}", self.stderr);
        }
        assert_eq!(self.code, code, "{}", self.stderr);
        assert_eq!(self.stdout, "", "an error is no output");
        self
    }

    pub fn done(self) -> Self {
        assert_eq!(self.code, 0, "{}", self.stderr);
        self
    }
}
