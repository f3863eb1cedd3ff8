//! Two assistants of LexPilot set against each other, slice by slice: how much of each case they have
//! right, and the slice's headline metric.

use std::collections::{BTreeMap, BTreeSet};

use crate::case::Variant;
use crate::report::lexpilot::evidence::Evidence;
use crate::report::lexpilot::units::{Counts, Slice, Unit};
use crate::report::pairs::{CaseGap, Contest, Headline, Headlines, LEVEL, Side};
use crate::report::seam::ReadRun;
use crate::run::RunError;
use crate::stats::joint::column_totals;
use crate::stats::repeats::mean_sd;
use crate::stats::resampling::Interval;

/// The fields that must agree between two runs, as `--allow` names them.
pub const FIELDS: &[&str] = &[
    "pack",
    "user",
    "manner",
    "gate",
    "judge",
    "prompts",
    "history",
    "temperature",
    "judge-temperature",
    "max-tokens",
];

/// Repeat, and whether it starts from the complete history.
type Place = (u32, bool);
/// The units of one case.
type Cell = BTreeMap<Place, Unit>;
/// A case that both have.
type Pair<'a> = (&'a str, Cell, Cell);
/// An assistant of a run.
type OfRun<'a> = Side<'a, Evidence>;

/// Compares two sides in every slice that both have; without `headlines` it leaves these out, which are
/// the slow part.
pub fn contests(a: OfRun<'_>, b: OfRun<'_>, mut headlines: Option<&mut Headlines>) -> Vec<Contest<Slice>> {
    let slices = b.run.slices();
    let common: Vec<Slice> = a.run.slices().into_iter().filter(|slice| slices.contains(slice)).collect();
    common.into_iter().map(|slice| contest(a, b, slice, headlines.as_deref_mut())).collect()
}

fn cells(side: OfRun<'_>, slice: Slice) -> BTreeMap<&str, Cell> {
    let cases = side.run.study.cases();
    let mut cells: BTreeMap<&str, Cell> = BTreeMap::new();
    for unit in side.run.units() {
        if unit.slice == slice && unit.assistant == side.assistant {
            let place = (unit.repeat, unit.variant == Variant::Complete);
            cells.entry(cases[unit.case].id.as_str()).or_default().insert(place, unit);
        }
    }
    cells
}

fn contest(a: OfRun<'_>, b: OfRun<'_>, slice: Slice, headlines: Option<&mut Headlines>) -> Contest<Slice> {
    let (of_a, mut of_b) = (cells(a, slice), cells(b, slice));
    let everyone = of_a.len() + of_b.keys().filter(|id| !of_a.contains_key(*id)).count();
    let hash = |side: OfRun<'_>, id: &str| side.run.study.pack.case(id).map(|case| case.hash.clone());
    // A unit lost on one side is taken out on both, so that both are measured on the same.
    let nested = a.run.study.repeats == b.run.study.repeats;
    let mut pairs: Vec<Pair<'_>> = Vec::new();
    for (id, mut left) in of_a {
        let Some(mut right) = of_b.remove(id) else { continue };
        if nested {
            left.retain(|place, _| right.contains_key(place));
            right.retain(|place, _| left.contains_key(place));
        } else {
            // Repeats have no counterpart, but the histories have.
            let histories = |cell: &Cell| cell.keys().map(|place| place.1).collect::<BTreeSet<bool>>();
            let both = &histories(&left) & &histories(&right);
            left.retain(|place, _| both.contains(&place.1));
            right.retain(|place, _| both.contains(&place.1));
        }
        // A case of the same name and another text is another case.
        if !left.is_empty() && !right.is_empty() && hash(a, id) == hash(b, id) {
            pairs.push((id, left, right));
        }
    }
    let gap =
        |(id, left, right): &Pair<'_>| CaseGap { case: (*id).to_owned(), a: share(left), b: share(right) };
    let gaps: Vec<CaseGap> = pairs.iter().map(gap).collect();
    let headline = headlines.map(|headlines| headline(headlines, a, b, slice, &pairs));
    Contest { headline, ..Contest::of(slice, gaps, everyone - pairs.len(), true) }
}

fn share(cell: &Cell) -> f64 {
    cell.values().map(|unit| unit.right).sum::<f64>() / cell.len().max(1) as f64
}

/// The slice's metric of both sides, each as the mean over its repeats, with an interval of their
/// difference: the cases are resampled, for both sides alike.
fn headline(
    headlines: &mut Headlines,
    a: OfRun<'_>,
    b: OfRun<'_>,
    slice: Slice,
    pairs: &[Pair<'_>],
) -> Headline {
    let rows_a: Vec<_> = pairs.iter().map(|(_, cell, _)| row(cell, a.run.study.repeats)).collect();
    let rows_b: Vec<_> = pairs.iter().map(|(_, _, cell)| row(cell, b.run.study.repeats)).collect();
    let mean = |rows: &[Vec<Counts>]| {
        let totals = column_totals(rows).unwrap_or_default();
        mean_sd(&totals.iter().map(slice.statistic()).collect::<Vec<_>>()).mean
    };
    let options = headlines.options(a.run.study.seed);
    let mut draw =
        |rows: &[Vec<Counts>]| headlines.replicates(slice.headline(), slice.statistic(), rows, &options);
    let (drawn_a, drawn_b) = (draw(&rows_a), draw(&rows_b));
    let differences: Vec<Option<f64>> =
        drawn_a.iter().zip(drawn_b.iter()).map(|(a, b)| a.zip(*b).map(|(a, b)| b - a)).collect();
    let interval = Interval::of(&differences, LEVEL);
    // Of a single case all resamples are the same, and a share may be the same in all of several.
    let tells = pairs.len() > 1 && !(slice.headline_is_share() && interval.is_flat());
    let (of_a, of_b) = (mean(&rows_a), mean(&rows_b));
    let diff = of_a.zip(of_b).map(|(a, b)| b - a);
    Headline {
        metric: slice.headline(),
        a: of_a,
        b: of_b,
        diff,
        low: interval.low.filter(|_| diff.is_some() && tells),
        high: interval.high.filter(|_| diff.is_some() && tells),
    }
}

/// The counts of a case, repeat by repeat.
fn row(cell: &Cell, repeats: u32) -> Vec<Counts> {
    let mut row = vec![Counts::default(); repeats as usize];
    for ((repeat, _), unit) in cell {
        let at = repeat.saturating_sub(1) as usize;
        for (sum, count) in row[at].iter_mut().zip(unit.counts) {
            *sum += count;
        }
    }
    row
}

/// The value of a field that must agree; see [`FIELDS`].
pub fn field(run: &Evidence, field: &str) -> String {
    let (study, settings) = (&run.study, &run.settings);
    match field {
        "pack" => format!(
            "{} version {} ({})",
            study.pack.meta.name,
            study.pack.meta.version,
            study.pack.hash.get(..12).unwrap_or(&study.pack.hash)
        ),
        "user" => study.user.name(),
        // Condition parameters and who checks the ledger are part of how the user was played; a type
        // that serialises to plain data cannot fail to.
        "manner" => serde_json::to_string(&settings.manner).unwrap_or_default(),
        "gate" => study.gate.name(),
        "judge" => run.judge(),
        "prompts" => crate::report::likeness::of_texts(run.prompts.sources()),
        "history" => settings.history.clone(),
        "temperature" => settings.temperature.to_string(),
        "judge-temperature" => settings.judge_temperature.to_string(),
        "max-tokens" => settings.max_tokens.to_string(),
        _ => String::new(),
    }
}

/// The last message of the first repeat in which the unit is not fully right, else of the first one.
///
/// # Errors
/// When a record cannot be read.
pub fn last_words(side: OfRun<'_>, slice: Slice, case: &str) -> Result<Option<(u32, String)>, RunError> {
    let cases = side.run.study.cases();
    let of_case =
        |unit: &Unit| unit.slice == slice && unit.assistant == side.assistant && cases[unit.case].id == case;
    let mut units: Vec<_> = side.run.units().filter(of_case).collect();
    units.sort_by_key(|unit| (unit.right >= 1.0, unit.repeat));
    let Some(unit) = units.first() else { return Ok(None) };
    let record = side.run.record(unit)?;
    let said = record.transcript.messages().last().map(|(_, spoken)| spoken.turn.text.clone());
    Ok(said.map(|text| (unit.repeat, text)))
}
