//! Files that a command is given to read; `-` is stdin.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::cli::exit::Failed;

/// The text of a file; `unless_utf8` is how to mend one that is not in UTF-8.
pub fn text_of(file: &Path, unless_utf8: &str) -> Result<String, Failed> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = bytes.map_err(|error| {
        Failed::error(format!("failed to read {}: {error}", file.display()))
            .hint("see that the file is there and may be read")
    })?;
    String::from_utf8(bytes)
        .map_err(|_| Failed::error(format!("{} is not UTF-8", file.display())).hint(unless_utf8))
}
