//! The files that are looked at.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file.
pub struct SourceFile {
    /// Path from the root of the repository, with forward slashes.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of the repository as text.
#[track_caller]
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All Rust files below these folders, ordered by path.
pub fn rust_files(folders: &[&str]) -> Vec<SourceFile> {
    let mut paths = Vec::new();
    for folder in folders {
        walk(&root().join(folder), &mut paths);
    }
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let mut files: Vec<SourceFile> = paths
        .iter()
        .filter(|path| is_rust(path))
        .map(|path| SourceFile { path: from_root(path), text: read(&from_root(path)) })
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!files.is_empty(), "no Rust file below {folders:?}");
    files
}

/// A path from the root of the repository, with forward slashes.
pub fn from_root(path: &Path) -> String {
    let relative = path.strip_prefix(root()).unwrap_or(path);
    relative.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            walk(&path, paths);
        } else {
            paths.push(path);
        }
    }
}

/// Fails with all that was found, one a line.
#[track_caller]
pub fn none(found: &[String], rule: &str) {
    assert!(found.is_empty(), "{rule}\n{}", found.join("\n"));
}
