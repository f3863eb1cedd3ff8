//! Folders copied with all that is in them.

use std::fs;
use std::path::Path;

/// Copies a folder to a place where there may be none yet.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("the folder can be read") {
        let path = entry.expect("its entries can be read").path();
        let there = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy(&path, &there);
        } else {
            fs::copy(&path, &there).expect("a file can be copied");
        }
    }
}
