//! Reads an override directory. It may hold some of the known files, and nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::error::PromptError;

/// The most that a prompt file may hold, in bytes: many times the longest one shipped.
const BYTES_MAX: u64 = 256 * 1024;

/// The known files that `dir` holds, as path under it to text as it stands there.
///
/// Names that begin with a dot are passed over: version control and file managers leave such
/// files. Anything else that is not known is an error, since a misspelt name would otherwise
/// leave the embedded prompt in force without a word.
pub(super) fn read(dir: &Path, known: &[String]) -> Result<BTreeMap<String, String>, PromptError> {
    let mut found = BTreeMap::new();
    walk(dir, "", known, &mut found)?;
    if found.is_empty() {
        return Err(PromptError::NothingOverridden { dir: dir.to_owned(), known: known.to_owned() });
    }
    Ok(found)
}

/// `prefix` is the path of `folder` under the directory, ending in `/` unless empty. It is always
/// the beginning of a known path, so the walk is no deeper than the known paths are.
fn walk(
    folder: &Path,
    prefix: &str,
    known: &[String],
    found: &mut BTreeMap<String, String>,
) -> Result<(), PromptError> {
    let failed = |source| PromptError::Read { path: folder.to_owned(), source };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        let relative = format!("{prefix}{name}");
        let inside = format!("{relative}/");
        if known.contains(&relative) {
            found.insert(relative, text(&path)?);
        } else if known.iter().any(|file| file.starts_with(&inside)) && path.is_dir() {
            walk(&path, &inside, known, found)?;
        } else {
            return Err(PromptError::UnknownFile { path, known: known.to_owned() });
        }
    }
    Ok(())
}

fn text(path: &Path) -> Result<String, PromptError> {
    let failed = |source| PromptError::Read { path: path.to_owned(), source };
    let bytes = fs::metadata(path).map_err(failed)?.len();
    if bytes > BYTES_MAX {
        return Err(PromptError::TooLong { path: path.to_owned(), bytes, limit: BYTES_MAX });
    }
    String::from_utf8(fs::read(path).map_err(failed)?)
        .map_err(|_| PromptError::NotUtf8 { path: path.to_owned() })
}
