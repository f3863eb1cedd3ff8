//! A run's numbers with all that is needed to read them, in one document.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::report::seam::ReadRun;
use crate::report::threeply::ArgumentRun;
use crate::run::{ArgumentSettings, Coverage};
use crate::suite::Estimate;
use crate::suite::threeply::Entry;

/// The form this version writes.
const FORM: &str = "lexconsult-threeply-results-1";

/// The document.
#[derive(Serialize, Debug)]
pub struct Results<'a> {
    /// `FORM`.
    pub form: &'static str,
    /// Name of the run.
    pub run: &'a str,
    /// Version that scored it.
    pub version: &'a str,
    /// True when a player by rule took part anywhere, the built-in parser included.
    pub rules: bool,
    /// The triples, in a line.
    pub material: &'a str,
    /// How many of them are of each mode.
    pub triples: BTreeMap<&'static str, usize>,
    /// Who argued.
    pub assistants: Vec<String>,
    /// Who extracted; the first one leads.
    pub extractors: Vec<String>,
    /// The run's settings.
    pub settings: &'a ArgumentSettings,
    /// What was planned and what became of it.
    pub coverage: &'a Coverage,
    /// The numbers.
    pub estimates: &'a [Estimate],
    /// The arguments to be looked at, gravest first.
    pub review_queue: Vec<Entry>,
}

/// The results of a run.
pub fn results(run: &ArgumentRun) -> Results<'_> {
    let mut triples: BTreeMap<&'static str, usize> = BTreeMap::new();
    for triple in run.study.triples() {
        *triples.entry(triple.mode.name()).or_default() += 1;
    }
    Results {
        form: FORM,
        run: run.name(),
        version: &run.scores().version,
        rules: run.scores().rules,
        material: &run.scores().pack,
        triples,
        assistants: run.assistants(),
        extractors: run.judges(),
        settings: &run.settings,
        coverage: &run.scores().coverage,
        estimates: &run.scores().estimates,
        review_queue: run.queue(),
    }
}
