//! Two models that argue set against each other, triple by triple: the same triple in the same mode.

use std::collections::BTreeMap;

use crate::report::likeness::of_texts;
use crate::report::pairs::{CaseGap, Contest, Headline, Headlines, Side};
use crate::report::seam::ReadRun;
use crate::report::threeply::{ArgumentRun, Part, Scored, whole_text};
use crate::run::RunError;
use crate::stats::resampling::case_bootstrap_values;
use crate::suite::threeply::{ArgumentScore, value_of, write_triples};

/// The fields that must agree between two runs, as `--allow` names them.
pub const FIELDS: &[&str] = &[
    "triples",
    "judge",
    "prompts",
    "name-precedent",
    "dialogue",
    "temperature",
    "sampling",
    "judge-temperature",
    "max-tokens",
];

/// What is compared where there is something to argue from, by the metrics of `scores.json`.
const ARGUED: &[&str] = &[
    "acc_h_mean",
    "acc_h_mean_strict",
    "rec_u_mean",
    "rec_u_mean_strict",
    "plaintiff_cites_right",
    "defendant_cites_right",
];
/// The same where abstaining is required.
const ABSTAINING: &[&str] =
    &["abstention_ratio", "abstention_ratio_strict", "acc_h_mean", "acc_h_mean_strict"];
/// What ends the name of a metric under the strict policy.
const STRICT: &str = "_strict";

/// A number of one mode in which models are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// The mode.
    pub part: Part,
    /// The metric.
    pub metric: &'static str,
}

impl Measure {
    /// Whether a triple is to be read for it: of what the paper's policy tells.
    pub fn leads(self) -> bool {
        match self.part.requires_abstention() {
            true => self.metric == "abstention_ratio",
            false => matches!(self.metric, "acc_h_mean" | "rec_u_mean"),
        }
    }

    /// Whether each triple is right or wrong in it.
    fn is_share(self) -> bool {
        self.metric.starts_with("abstention") || self.metric.ends_with("cites_right")
    }
}

/// An assistant of a run.
type OfRun<'a> = Side<'a, ArgumentRun>;
/// Values of one triple by repeat.
type Cell = BTreeMap<u32, f64>;

/// Compares two sides in every mode that both have, in the numbers that any triple has on both sides.
/// What the strict policy tells is compared where it differs from what the paper's does.
pub fn contests(a: OfRun<'_>, b: OfRun<'_>, mut headlines: Option<&mut Headlines>) -> Vec<Contest<Measure>> {
    let (of_a, of_b) = (a.run.slices(), b.run.slices());
    let mut found: Vec<Contest<Measure>> = Vec::new();
    for part in of_a.into_iter().filter(|part| of_b.contains(part)) {
        let metrics = if part.requires_abstention() { ABSTAINING } else { ARGUED };
        for metric in metrics {
            let mut contest = contest(a, b, Measure { part, metric });
            let of_paper = |other: &Contest<Measure>| {
                other.measure.part == part && Some(other.measure.metric) == metric.strip_suffix(STRICT)
            };
            let alike = found.iter().any(|other| of_paper(other) && other.ranked == contest.ranked);
            if alike || contest.cases == 0 {
                continue;
            }
            contest.headline =
                headlines.as_deref_mut().map(|headlines| headline(headlines, a.run.study.seed, &contest));
            found.push(contest);
        }
    }
    found
}

fn value(run: &ArgumentRun, metric: &str, score: &ArgumentScore, triple: &str) -> Option<f64> {
    value_of(metric, run.study.named(triple)?, score)
}

fn cells(side: OfRun<'_>, measure: Measure) -> BTreeMap<&str, Cell> {
    let name = side.name();
    let mut cells: BTreeMap<&str, Cell> = BTreeMap::new();
    for scored in &side.run.scored {
        let unit = &scored.unit;
        if scored.model == name && scored.part == measure.part {
            let value = value(side.run, measure.metric, &scored.score, &unit.triple);
            if let Some(value) = value {
                cells.entry(unit.triple.as_str()).or_default().insert(unit.repeat, value);
            }
        }
    }
    cells
}

fn contest(a: OfRun<'_>, b: OfRun<'_>, measure: Measure) -> Contest<Measure> {
    let (of_a, mut of_b) = (cells(a, measure), cells(b, measure));
    let everyone = of_a.len() + of_b.keys().filter(|id| !of_a.contains_key(*id)).count();
    let nested = a.run.study.repeats == b.run.study.repeats;
    let mut gaps = Vec::new();
    for (id, mut left) in of_a {
        let Some(mut right) = of_b.remove(id) else { continue };
        // A unit lost on one side is taken out on both, so that both are measured on the same.
        if nested {
            left.retain(|repeat, _| right.contains_key(repeat));
            right.retain(|repeat, _| left.contains_key(repeat));
        }
        // A triple of the same name and other factors is another triple.
        let same = a.run.study.named(id) == b.run.study.named(id);
        if let (Some(a), Some(b)) = (mean(&left).filter(|_| same), mean(&right)) {
            gaps.push(CaseGap { case: id.to_owned(), a, b });
        }
    }
    let left_out = everyone - gaps.len();
    Contest::of(measure, gaps, left_out, measure.is_share())
}

fn mean(cell: &Cell) -> Option<f64> {
    (!cell.is_empty()).then(|| cell.values().sum::<f64>() / cell.len() as f64)
}

/// The means of both sides, and their difference with an interval: the triples are resampled.
fn headline(headlines: &Headlines, seed: u64, contest: &Contest<Measure>) -> Headline {
    let differences: Vec<Vec<Option<f64>>> =
        contest.ranked.iter().map(|gap| vec![Some(gap.b - gap.a)]).collect();
    let interval = case_bootstrap_values(&differences, &headlines.options(seed));
    // Of a single triple all resamples are the same, and a share may be the same in all of several.
    let tells = contest.cases > 1 && !(contest.measure.is_share() && interval.is_flat());
    Headline {
        metric: contest.measure.metric,
        a: contest.mean_a,
        b: contest.mean_b,
        diff: contest.diff,
        low: interval.low.filter(|_| tells),
        high: interval.high.filter(|_| tells),
    }
}

/// The value of a field that must agree; see [`FIELDS`].
pub fn field(run: &ArgumentRun, field: &str) -> String {
    let (study, settings) = (&run.study, &run.settings);
    match field {
        // Triples are plain data: writing them cannot fail.
        "triples" => {
            let lines = write_triples(study.triples()).unwrap_or_default();
            format!("{} ({})", study.triples().len(), of_texts([("triples", lines.as_str())]))
        }
        "judge" => run.judge(),
        "prompts" => of_texts(run.prompts.sources()),
        "name-precedent" => settings.name_precedent.to_string(),
        "dialogue" => settings.dialogue.to_string(),
        "temperature" => settings.temperature.to_string(),
        "sampling" => sampling(settings.top_p, settings.penalties),
        "judge-temperature" => settings.judge_temperature.to_string(),
        "max-tokens" => settings.tokens().to_string(),
        _ => String::new(),
    }
}

/// The argument of the first repeat that is not as it should be, else of the first one.
///
/// # Errors
/// When a record cannot be read.
pub fn last_words(side: OfRun<'_>, measure: Measure, case: &str) -> Result<Option<(u32, String)>, RunError> {
    let name = side.name();
    let of_case =
        |scored: &&Scored| scored.model == name && scored.unit.triple == case && scored.part == measure.part;
    let mut scored: Vec<&Scored> = side.run.scored.iter().filter(of_case).collect();
    scored.sort_by_key(|scored| {
        let value = value(side.run, measure.metric, &scored.score, case);
        (value.is_none_or(|value| value >= 1.0), scored.unit.repeat)
    });
    let Some(first) = scored.first() else { return Ok(None) };
    let (plays, _) = side.run.shelves()?;
    let record = plays.read(&first.unit.id())?;
    Ok(record.map(|record| (first.unit.repeat, whole_text(&record.transcript))))
}
/// How tokens were drawn beside the temperature; what was not set was left to the endpoint.
fn sampling(top_p: Option<f64>, penalties: Option<f64>) -> String {
    let told = |value: Option<f64>| value.map_or("endpoint".to_owned(), |value| value.to_string());
    format!("top_p {}, penalties {}", told(top_p), told(penalties))
}
