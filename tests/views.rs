//! What is hidden cannot be read, written, copied or rendered: such programs do not compile. Each
//! stands beside a twin of the same name that does what is allowed, and compiles.
//!
//! The compiler lists the views in some of its messages: a new view, or a second type of a view's
//! name, changes them. `TRYBUILD=overwrite` writes them anew; read the difference.

use std::collections::BTreeSet;
use std::path::Path;

fn names(folder: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/views").join(folder);
    std::fs::read_dir(folder)
        .expect("the folder is part of the sources")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".rs"))
        .collect()
}

#[test]
fn what_leaks_does_not_compile_and_its_twin_does() {
    assert_eq!(names("fail"), names("pass"));
    let tests = trybuild::TestCases::new();
    tests.pass("tests/views/pass/*.rs");
    tests.compile_fail("tests/views/fail/*.rs");
}
