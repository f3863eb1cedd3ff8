//! Packs for this module's tests: the tiny pack, with something in it changed.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Case, Pack, PackError, PackSource, Source};

/// The Chinese case of the tiny pack.
pub(super) const ZH: &str = "cases/tiny-zh-lending.yaml";
/// The English case of the tiny pack.
pub(super) const EN: &str = "cases/tiny-en-deposit.yaml";

pub(super) fn tiny_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/packs/tiny")
}

pub(super) fn tiny() -> Pack {
    Pack::load(&PackSource::Path(tiny_folder())).expect("the tiny pack is well formed")
}

/// Writes the files to a fresh folder.
pub(super) fn folder_of(sources: &[Source]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for source in sources {
        let path = folder.path().join(source.path());
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("created");
        fs::write(path, source.bytes()).expect("written");
    }
    folder
}

/// The text of a file of the tiny pack.
pub(super) fn text_of(file: &str) -> String {
    fs::read_to_string(tiny_folder().join(file)).expect("a file of the tiny pack")
}

/// The tiny pack with `to` in place of `from`, which must be there, in one of its files.
pub(super) fn edited(file: &str, edits: &[(&str, &str)]) -> Result<Pack, PackError> {
    let folder = folder_of(&tiny().sources);
    let path = folder.path().join(file);
    let mut text = fs::read_to_string(&path).expect("a file of the tiny pack");
    for (from, to) in edits {
        assert!(text.contains(from), "`{from}` is not in {file}");
        text = text.replace(from, to);
    }
    fs::write(path, text).expect("written");
    Pack::load(&PackSource::Path(folder.path().to_owned()))
}

/// Everything that views and labels show of a case, to compare cases by.
pub(super) fn shown(case: &Case) -> String {
    use super::Variant;
    let json = |value: serde_json::Result<String>| value.expect("views are plain data");
    [
        json(serde_json::to_string(&case.for_user(Variant::Complete, &[]))),
        json(serde_json::to_string(&case.for_dcg_judge(&[], ""))),
        json(serde_json::to_string(&case.for_oracle(Variant::Underspecified, &[]))),
        format!("{:?}", case.answer_key()),
        format!("{:?}", case.for_gate(Variant::Underspecified, &[], "")),
    ]
    .join("\n")
}
