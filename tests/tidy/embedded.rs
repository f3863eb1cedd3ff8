//! What is embedded in the binary is watched by the build.

use std::fs;

use super::files::{none, rust_files};

#[test]
fn the_build_watches_every_embedded_folder() {
    let build = fs::read_to_string("build.rs").expect("build.rs is there");
    let marker = "include_dir!(\"$CARGO_MANIFEST_DIR/";
    let mut seen = 0;
    let mut found = Vec::new();
    for file in rust_files(&["src"]) {
        for (_, rest) in file.text.match_indices(marker).map(|(at, _)| file.text[at..].split_at(marker.len()))
        {
            let folder = rest.split('"').next().unwrap_or_default();
            seen += 1;
            if !build.contains(&format!("\"{folder}\"")) {
                found.push(format!("build.rs: does not watch `{folder}`, which {} embeds", file.path));
            }
        }
    }
    assert!(seen > 0, "no embedded folder was found");
    none(&found, "name the folder in build.rs");
}
