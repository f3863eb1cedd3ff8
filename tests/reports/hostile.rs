//! A model that says hostile things, seen through every page.

use super::runs::{played, rewrite};
use crate::program::run;

const HOSTILE: &str =
    "</pre><script>alert(1)</script> ``` \u{202e}evil\u{1b}[2J =cmd() \\end{document} <b>x</b>";

#[test]
fn a_hostile_transcript_is_shown_as_text() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path =
        played(folder.path(), "study", &["--model", "builtin/listener,builtin/never-ask", "--task", "lca"]);
    rewrite(&path, "plays.jsonl", &|record| {
        // One alone says it, so that the two differ and are printed.
        if record["play"]["assistant"] != "builtin/never-ask" {
            return;
        }
        for spoken in record["transcript"]["turns"].as_array_mut().expect("turns") {
            spoken["turn"]["text"] = format!("={HOSTILE}\n{}", "长".repeat(100_000)).into();
        }
    });
    // The judgements rest on what was said: they are made to rest on the new words by being made anew.
    let path = path.display().to_string();
    run(folder.path(), &["resume", &path, "--display", "none"], 0);
    let page = |format: &str| {
        run(folder.path(), &["compare", &path, "--resamples", "50", "--lang", "en", "--format", format], 0)
    };
    for format in ["md", "html", "latex", "csv"] {
        // Where LaTeX may break a line is no part of what is said.
        let shown = page(format).replace("\\allowbreak{}", "");
        assert!(shown.contains("alert(1)"), "{format}: is shown");
        assert!(!shown.contains('\u{202e}') && !shown.contains('\u{1b}'), "{format}: steers");
        assert!(shown.contains("U+202E") && shown.contains("U+001B"), "{format}: is made visible");
        assert!(shown.contains("more characters of this line are cut"), "{format}: is cut");
        assert!(shown.len() < 200_000, "{format}: {} bytes", shown.len());
    }
    assert!(!page("html").contains("<script") && !page("html").contains("<b>"));
    assert_eq!(page("latex").matches("\\end{document}").count(), 1);
    let rows = page("csv");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(rows.as_bytes());
    for row in reader.records() {
        for field in &row.expect("well-formed") {
            assert!(!field.starts_with('=') && !field.starts_with('@'), "{field:.40}");
        }
    }
    let turns = run(folder.path(), &["export", &path, "--table", "turns"], 0);
    assert!(turns.contains("'=</pre>") && !turns.contains(",=</pre>") && !turns.contains("\"=</pre>"));
    let exact = run(folder.path(), &["export", &path, "--table", "turns", "--format", "jsonl"], 0);
    assert!(exact.contains("\"text\":\"=</pre>"), "in JSON lines nothing is edited");
}
