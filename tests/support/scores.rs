//! Finding a number among the estimates of a run.

use lexconsult::run::ScoreFile;
use lexconsult::suite::Estimate;

/// The scores that a command printed.
pub fn scores(json: &str) -> ScoreFile {
    serde_json::from_str(json).expect("`--json` prints the scores")
}

/// What is scored together: `lca`, `dcg`, or `ljp` with its setup.
pub fn slice<'a>(scores: &'a ScoreFile, at: &str) -> impl Iterator<Item = &'a Estimate> {
    let (task, setup) = match at.split_once(' ') {
        Some((task, setup)) => (task.to_owned(), Some(setup.to_owned())),
        None => (at.to_owned(), None),
    };
    scores.estimates.iter().filter(move |estimate| estimate.task == task && estimate.setup == setup)
}

/// The one overall estimate of a metric, such as `lca macro_f1` or `ljp gold qwk_penalised`.
pub fn overall<'a>(scores: &'a ScoreFile, model: &str, number: &str) -> &'a Estimate {
    let (at, metric) = number.rsplit_once(' ').expect("a number is named by its slice and its metric");
    let mut found = slice(scores, at).filter(|e| e.model == model && e.metric == metric && e.group.is_none());
    let first = found.next().unwrap_or_else(|| panic!("{model} has no {number}"));
    assert!(found.next().is_none(), "{model} has {number} twice");
    first
}
