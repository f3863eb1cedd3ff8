//! Where packs lie: embedded in the binary, in a directory, in one JSONL file. Reading is bounded.

use std::fmt;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use super::problem::Problem;

static SCENARIOS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");

/// Bytes a YAML file, or one line of `cases.jsonl`, may have.
pub const DOCUMENT_BYTES_MAX: usize = 256 * 1024;
/// Bytes all cases of a pack may have together.
pub const CASES_BYTES_MAX: usize = 512 * 1024 * 1024;
/// Cases a pack may have.
pub const CASES_MAX: usize = 20_000;

/// Where to load a pack from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackSource {
    /// A pack in the binary, by name.
    Embedded(String),
    /// A directory with `pack.yaml` and either `cases/*.yaml` or `cases.jsonl`; or one `.jsonl`
    /// file of cases.
    Path(PathBuf),
}

impl PackSource {
    /// What a person names: an embedded pack, else a path.
    pub fn named(name: &str) -> Self {
        if embedded_packs().contains(&name) {
            Self::Embedded(name.to_owned())
        } else {
            Self::Path(PathBuf::from(name))
        }
    }
}

impl fmt::Display for PackSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded(name) => f.write_str(name),
            Self::Path(path) => write!(f, "{}", path.display()),
        }
    }
}

/// Names of the packs in the binary, sorted.
pub fn embedded_packs() -> Vec<&'static str> {
    let mut names: Vec<&str> = SCENARIOS
        .dirs()
        .filter(|dir| dir.get_file(dir.path().join("pack.yaml")).is_some())
        .filter_map(|dir| dir.path().to_str())
        .collect();
    names.sort_unstable();
    names
}

/// A file beside the embedded packs (shared taxonomies).
pub(super) fn shared_file(path: &str) -> Option<&'static [u8]> {
    SCENARIOS.get_file(path).map(include_dir::File::contents)
}

/// Names of the embedded class files, sorted.
pub(super) fn shared_taxonomies() -> Vec<&'static str> {
    let mut names: Vec<&str> = SCENARIOS
        .get_dir("taxonomies")
        .into_iter()
        .flat_map(Dir::files)
        .filter_map(|file| file.path().file_name()?.to_str()?.strip_suffix(".yaml"))
        .collect();
    names.sort_unstable();
    names
}

/// A file of a pack as it was read.
///
/// The bytes are a pack's secrets whole: they are for the copy that a run folder keeps, and never
/// printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Source {
    path: String,
    bytes: Vec<u8>,
}

impl Source {
    pub(super) fn new(path: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { path: path.into(), bytes }
    }

    /// Path relative to the pack, with `/` between its parts, never leading out of it.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The file's content.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({}, {} bytes)", self.path, self.bytes.len())
    }
}

/// An opened pack folder.
pub(super) enum Folder {
    Embedded(&'static Dir<'static>),
    /// The canonical path.
    Disk(PathBuf),
}

impl Folder {
    pub fn embedded(name: &str) -> Result<Self, Problem> {
        match SCENARIOS.get_dir(name) {
            Some(dir) if embedded_packs().contains(&name) => Ok(Self::Embedded(dir)),
            _ => Err(Problem::of_file(name, "no pack of this name is built in", known_packs())),
        }
    }

    pub fn disk(path: &Path) -> Result<Self, Problem> {
        fs::canonicalize(path)
            .map(Self::Disk)
            .map_err(|error| unreadable(&path.display().to_string(), &error))
    }

    /// The file at `path`, or `None` where there is none.
    pub fn read(&self, path: &str, bytes_max: usize) -> Result<Option<Source>, Problem> {
        let bytes = match self {
            Self::Embedded(dir) => dir.get_file(dir.path().join(path)).map(|file| file.contents().to_vec()),
            Self::Disk(root) => {
                let full = root.join(path);
                if fs::symlink_metadata(&full).is_err() {
                    return Ok(None);
                }
                let real = fs::canonicalize(&full).map_err(|error| unreadable(path, &error))?;
                if !real.starts_with(root) {
                    return Err(Problem::of_file(
                        path,
                        "leads out of the pack",
                        "replace the symlink by a copy of the file",
                    ));
                }
                Some(read_file(&real, path, bytes_max)?)
            }
        };
        Ok(bytes.map(|bytes| Source::new(path, bytes)))
    }

    /// Names of what lies in the folder `path`, sorted, or `None` where there is no such folder.
    pub fn list(&self, path: &str) -> Result<Option<Vec<String>>, Problem> {
        let mut names = match self {
            Self::Embedded(dir) => {
                let Some(dir) = dir.get_dir(dir.path().join(path)) else { return Ok(None) };
                dir.entries()
                    .iter()
                    .filter_map(|entry| Some(entry.path().file_name()?.to_str()?.to_owned()))
                    .collect()
            }
            Self::Disk(root) => {
                let full = root.join(path);
                if !full.is_dir() {
                    return Ok(None);
                }
                let mut names = Vec::new();
                for entry in fs::read_dir(&full).map_err(|error| unreadable(path, &error))? {
                    let name = entry.map_err(|error| unreadable(path, &error))?.file_name();
                    names.push(name.to_string_lossy().into_owned());
                    if names.len() > CASES_MAX {
                        return Err(too_many_cases(path));
                    }
                }
                names
            }
        };
        names.sort_unstable();
        Ok(Some(names))
    }
}

/// The bytes of a regular file of at most `bytes_max` bytes; `shown` names it in errors.
pub(super) fn read_file(path: &Path, shown: &str, bytes_max: usize) -> Result<Vec<u8>, Problem> {
    let metadata = fs::metadata(path).map_err(|error| unreadable(shown, &error))?;
    if !metadata.is_file() {
        return Err(Problem::of_file(shown, "is not a regular file", "put a plain file in its place"));
    }
    if metadata.len() > bytes_max as u64 {
        return Err(too_long(shown, bytes_max));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| unreadable(shown, &error))?;
    file.take(bytes_max as u64 + 1).read_to_end(&mut bytes).map_err(|error| unreadable(shown, &error))?;
    if bytes.len() > bytes_max {
        return Err(too_long(shown, bytes_max));
    }
    Ok(bytes)
}

/// A problem with a file that cannot be opened or read.
pub(super) fn unreadable(shown: &str, error: &std::io::Error) -> Problem {
    match error.kind() {
        std::io::ErrorKind::NotFound => {
            Problem::of_file(shown, "there is no such file or folder", known_packs())
        }
        _ => Problem::of_file(shown, error.to_string(), "see that the file is there and may be read"),
    }
}

pub(super) fn too_many_cases(shown: &str) -> Problem {
    Problem::of_file(shown, format!("holds more than {CASES_MAX} cases"), "split the pack")
}

pub(super) fn too_long(shown: &str, bytes_max: usize) -> Problem {
    Problem::of_file(shown, format!("is longer than {} KiB", bytes_max / 1024), "shorten or split it")
}

fn known_packs() -> String {
    match embedded_packs() {
        names if names.is_empty() => "give the path of a pack folder".to_owned(),
        names => format!("built in: {}; or give the path of a pack folder", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_built_in_is_a_path() {
        assert_eq!(PackSource::named("./mine"), PackSource::Path("./mine".into()));
    }

    #[test]
    fn debug_of_a_source_prints_no_content() {
        let source = Source::new("cases/a.yaml", b"CANARY".to_vec());
        assert_eq!(format!("{source:?}"), "Source(cases/a.yaml, 6 bytes)");
    }

    #[cfg(unix)]
    #[test]
    fn a_symlink_out_of_the_pack_is_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let outside = folder.path().join("outside.yaml");
        fs::write(&outside, "x").expect("written");
        let pack = folder.path().join("pack");
        fs::create_dir(&pack).expect("created");
        std::os::unix::fs::symlink(&outside, pack.join("pack.yaml")).expect("linked");
        fs::write(pack.join("real.yaml"), "y").expect("written");
        std::os::unix::fs::symlink(pack.join("real.yaml"), pack.join("inner.yaml")).expect("linked");
        let opened = Folder::disk(&pack).expect("opened");
        let problem = opened.read("pack.yaml", 10).expect_err("leads out");
        assert!(problem.message.contains("leads out"), "{problem}");
        let inner = opened.read("inner.yaml", 10).expect("readable").expect("there");
        assert_eq!(inner.bytes(), b"y");
    }

    #[test]
    fn a_file_that_is_too_long_or_no_file_is_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("long"), vec![b'x'; 2048]).expect("written");
        fs::create_dir(folder.path().join("dir")).expect("created");
        let opened = Folder::disk(folder.path()).expect("opened");
        assert!(opened.read("long", 1024).expect_err("too long").message.contains("1 KiB"));
        assert!(opened.read("dir", 1024).expect_err("a folder").message.contains("regular"));
        assert_eq!(opened.read("absent", 1024), Ok(None));
    }
}
