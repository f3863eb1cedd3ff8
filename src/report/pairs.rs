//! Two assistants set against each other on the cases that both have: difference, interval, p-value,
//! and the cases that flipped each way.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::case::Variant;
use crate::report::evidence::Evidence;
use crate::report::units::{Counts, Slice, Unit};
use crate::stats::joint::column_totals;
use crate::stats::mcnemar::{PairedOutcomes, mcnemar};
use crate::stats::multiplicity::holm;
use crate::stats::paired::paired_diff;
use crate::stats::repeats::mean_sd;
use crate::stats::resampling::{CaseBootstrap, Interval, case_bootstrap_replicates};

/// Level of all intervals.
pub const LEVEL: f64 = 0.95;

/// One assistant of one run.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The run.
    pub run: &'a Evidence,
    /// Position of the assistant in its study.
    pub assistant: usize,
}

impl Side<'_> {
    /// Name of the assistant.
    pub fn name(self) -> String {
        self.run.study.assistants[self.assistant].seat.name()
    }
}

/// A against B in one slice. Differences are B minus A.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest {
    /// What was played.
    pub slice: Slice,
    /// Cases that both have.
    pub cases: usize,
    /// Cases that only one of them has, and are left out.
    pub left_out: usize,
    /// The headline metric of A, of B, and their difference with its interval over cases.
    pub headline: Option<Headline>,
    /// Share right of A, mean over cases.
    pub right_a: Option<f64>,
    /// Share right of B, mean over cases.
    pub right_b: Option<f64>,
    /// Mean difference in the share right a case, paired.
    pub diff: Option<f64>,
    /// Ends of its interval by Student's t.
    pub low: Option<f64>,
    /// See `low`.
    pub high: Option<f64>,
    /// Standard deviation of the differences.
    pub sd: Option<f64>,
    /// Paired t test; `None` where every case differs alike.
    pub p: Option<f64>,
    /// The same, adjusted by Holm over all contests that were asked for together.
    pub p_holm: Option<f64>,
    /// Cases that A has right (in more than half of its units) and B has not.
    pub a_only: u32,
    /// Cases that B has right and A has not.
    pub b_only: u32,
    /// McNemar's exact test of these.
    pub p_flips: f64,
    /// The cases, those that differ most first.
    pub ranked: Vec<CaseGap>,
}

/// See [`Contest::headline`].
#[derive(Clone, PartialEq, Debug)]
pub struct Headline {
    pub metric: &'static str,
    pub a: Option<f64>,
    pub b: Option<f64>,
    pub diff: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// A case as both have it.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseGap {
    /// Its id.
    pub case: String,
    /// Share right of A.
    pub a: f64,
    /// Share right of B.
    pub b: f64,
}

/// Repeat, and whether it starts from the complete history.
type Place = (u32, bool);
/// The units of one case.
type Cell = BTreeMap<Place, Unit>;
/// A case that both have.
type Pair<'a> = (&'a str, Cell, Cell);

/// Compares two sides in every slice that both have; without `headlines` it leaves these out, which are
/// the slow part.
pub fn contests(a: Side<'_>, b: Side<'_>, mut headlines: Option<&mut Headlines>) -> Vec<Contest> {
    let slices = b.run.slices();
    let common: Vec<Slice> = a.run.slices().into_iter().filter(|slice| slices.contains(slice)).collect();
    common.into_iter().map(|slice| contest(a, b, slice, headlines.as_deref_mut())).collect()
}

/// Adjusts the p-values of contests that were asked for together.
pub fn adjust(contests: &mut [&mut Contest]) {
    let p: Vec<Option<f64>> = contests.iter().map(|contest| contest.p).collect();
    // p-values are in [0, 1] by construction, so the adjustment cannot be refused.
    if let Ok(holm) = holm(&p, 1.0 - LEVEL) {
        for (contest, adjusted) in contests.iter_mut().zip(holm.adjusted) {
            contest.p_holm = adjusted;
        }
    }
}

fn cells<'a>(side: Side<'a>, slice: Slice) -> BTreeMap<&'a str, Cell> {
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

fn contest(a: Side<'_>, b: Side<'_>, slice: Slice, headlines: Option<&mut Headlines>) -> Contest {
    let (of_a, mut of_b) = (cells(a, slice), cells(b, slice));
    let everyone = of_a.len() + of_b.keys().filter(|id| !of_a.contains_key(*id)).count();
    let hash = |side: Side<'_>, id: &str| side.run.study.pack.case(id).map(|case| case.hash.clone());
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
    let left_out = everyone - pairs.len();
    let (right_of_a, right_of_b): (Vec<f64>, Vec<f64>) =
        pairs.iter().map(|(_, left, right)| (share(left), share(right))).unzip();
    // All shares are finite and the lists equally long, so nothing is refused.
    let paired = paired_diff::<&str>(&right_of_b, &right_of_a, None, LEVEL).ok();
    let count = |wins: fn(f64, f64) -> bool| {
        right_of_a.iter().zip(&right_of_b).filter(|(a, b)| wins(**a, **b)).count() as u32
    };
    let a_only = count(|a, b| a > 0.5 && b <= 0.5);
    let b_only = count(|a, b| b > 0.5 && a <= 0.5);
    let flips = mcnemar(PairedOutcomes { a_only, b_only, concordant: None });
    let mut ranked: Vec<CaseGap> = pairs
        .iter()
        .zip(right_of_a.iter().zip(&right_of_b))
        .map(|((id, ..), (a, b))| CaseGap { case: (*id).to_owned(), a: *a, b: *b })
        .collect();
    ranked.sort_by(|x, y| (y.a - y.b).abs().total_cmp(&(x.a - x.b).abs()).then_with(|| x.case.cmp(&y.case)));
    Contest {
        slice,
        cases: pairs.len(),
        left_out,
        headline: headlines.map(|headlines| headlines.headline(a, b, slice, &pairs)),
        right_a: paired.and_then(|paired| paired.mean_b),
        right_b: paired.and_then(|paired| paired.mean_a),
        diff: paired.and_then(|paired| paired.diff),
        low: paired.and_then(|paired| paired.ci_low_t),
        high: paired.and_then(|paired| paired.ci_high_t),
        sd: paired.and_then(|paired| paired.se).map(|se| se * (pairs.len() as f64).sqrt()),
        p: paired.and_then(|paired| paired.p_t),
        p_holm: None,
        a_only,
        b_only,
        p_flips: flips.p_exact,
        ranked,
    }
}

fn share(cell: &Cell) -> f64 {
    cell.values().map(|unit| unit.right).sum::<f64>() / cell.len().max(1) as f64
}

/// The draws behind the intervals of headlines. A table of counts is drawn once, however many pairs it
/// takes part in: all draws are alike, since seed and number of cases are.
pub struct Headlines {
    resamples: usize,
    /// Replicates by the table they are of.
    known: HashMap<[u8; 32], Rc<[Option<f64>]>>,
}

/// Replicates that are kept at a time.
const REPLICATES_MAX: usize = 1 << 20;

impl Headlines {
    /// Intervals from so many resamples.
    pub fn of(resamples: usize) -> Self {
        Self { resamples, known: HashMap::new() }
    }

    fn options(&self, run: &Evidence) -> CaseBootstrap {
        CaseBootstrap {
            resamples: self.resamples,
            level: LEVEL,
            seed: crate::draw::seed(run.study.seed, &["bootstrap", "compare"]),
        }
    }

    fn replicates(
        &mut self,
        slice: Slice,
        rows: &[Vec<Counts>],
        options: &CaseBootstrap,
    ) -> Rc<[Option<f64>]> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&options.seed).update(slice.headline().as_bytes());
        for row in rows {
            hasher.update(&(row.len() as u64).to_le_bytes());
            row.iter().flatten().for_each(|count| {
                hasher.update(&count.to_le_bytes());
            });
        }
        let table = *hasher.finalize().as_bytes();
        if let Some(known) = self.known.get(&table) {
            return Rc::clone(known);
        }
        let drawn: Rc<[Option<f64>]> = case_bootstrap_replicates(rows, slice.statistic(), options).into();
        if (self.known.len() + 1).saturating_mul(self.resamples) <= REPLICATES_MAX {
            self.known.insert(table, Rc::clone(&drawn));
        }
        drawn
    }

    /// The slice's metric of both sides, each as the mean over its repeats, with an interval of their
    /// difference: the cases are resampled, for both sides alike.
    fn headline(&mut self, a: Side<'_>, b: Side<'_>, slice: Slice, pairs: &[Pair<'_>]) -> Headline {
        let rows_a: Vec<_> = pairs.iter().map(|(_, cell, _)| row(cell, a.run.study.repeats)).collect();
        let rows_b: Vec<_> = pairs.iter().map(|(_, _, cell)| row(cell, b.run.study.repeats)).collect();
        let mean = |rows: &[Vec<Counts>]| {
            let totals = column_totals(rows).unwrap_or_default();
            mean_sd(&totals.iter().map(slice.statistic()).collect::<Vec<_>>()).mean
        };
        let options = self.options(a.run);
        let drawn_a = self.replicates(slice, &rows_a, &options);
        let drawn_b = self.replicates(slice, &rows_b, &options);
        let differences: Vec<Option<f64>> =
            drawn_a.iter().zip(drawn_b.iter()).map(|(a, b)| a.zip(*b).map(|(a, b)| b - a)).collect();
        let interval = Interval::of(&differences, LEVEL);
        let (of_a, of_b) = (mean(&rows_a), mean(&rows_b));
        let diff = of_a.zip(of_b).map(|(a, b)| b - a);
        Headline {
            metric: slice.headline(),
            a: of_a,
            b: of_b,
            diff,
            low: interval.low.filter(|_| diff.is_some()),
            high: interval.high.filter(|_| diff.is_some()),
        }
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
