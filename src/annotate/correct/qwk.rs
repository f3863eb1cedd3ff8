//! QWK corrected for the extractor's errors: the table of truths and extracted verdicts is what the
//! judge's own table makes of the table of truths and given verdicts; inverting the judge's gives the
//! latter back.

use super::{Frame, Scored, Validated};
use crate::annotate::calibration::Corrected;
use crate::annotate::unit::{Records, parts_of};
use crate::case::Verdict;
use crate::suite::lexpilot::UnitState;

/// Verdicts, and no verdict.
const LABELS: usize = 4;
/// True verdicts.
const TRUTHS: usize = 3;
/// Truth x label of the judged claims, claims without a message by truth, people x judge of the sample.
const COUNTS: usize = TRUTHS * LABELS + TRUTHS + LABELS * LABELS;
const ABSENT: usize = TRUTHS * LABELS;
const SAMPLE: usize = ABSENT + TRUTHS;

type Counts = [u32; COUNTS];
/// Truth x given verdict.
type Table = [[f64; LABELS]; TRUTHS];

/// QWK (missing predictions penalised) of one group, observed and corrected.
pub fn corrected(frame: &Frame<'_>, records: &Records<'_>) -> Corrected {
    let unit = |scored: &Scored| -> [u32; SAMPLE] {
        let mut counts = [0; SAMPLE];
        let truths = records.study.case(&scored.play).map(|case| case.answer_key().verdicts);
        let truths: Vec<usize> = truths.unwrap_or_default().into_iter().map(Verdict::code).collect();
        match &scored.state {
            UnitState::Labelled(label, _) => {
                for (truth, (_, code)) in truths.iter().zip(parts_of(label)) {
                    counts[truth * LABELS + code.0] += 1;
                }
            }
            _ => truths.iter().for_each(|truth| counts[ABSENT + truth] += 1),
        }
        counts
    };
    let validated = |item: &Validated<'_>| -> [u32; LABELS * LABELS] {
        let mut counts = [0; LABELS * LABELS];
        counts[item.people.0 * LABELS + item.judged.0] = 1;
        counts
    };
    let cases: Vec<Vec<Counts>> = frame.cases(unit, validated);
    let claims = |c: &Counts| c[..SAMPLE].iter().map(|n| u64::from(*n)).sum();
    let observed = |c: &Counts| qwk(&with_absent(observed_table(c), c));
    let corrected = |c: &Counts| qwk(&with_absent(given_table(c)?, c));
    frame.by_resampling("qwk_penalised", &cases, observed, corrected, claims)
}

fn observed_table(c: &Counts) -> Table {
    let mut table = Table::default();
    for (cell, count) in table.as_flattened_mut().iter_mut().zip(c) {
        *cell = f64::from(*count);
    }
    table
}

/// A message that is not there gives no verdict, and no extractor can be wrong about it.
fn with_absent(mut table: Table, c: &Counts) -> Table {
    for (row, absent) in table.iter_mut().zip(&c[ABSENT..SAMPLE]) {
        row[LABELS - 1] += f64::from(*absent);
    }
    table
}

/// The table of verdicts that the messages gave: each row of the observed one is the transpose of the
/// judge's rates times it. `None` where the sample says too little.
fn given_table(c: &Counts) -> Option<Table> {
    let sample = &c[SAMPLE..];
    let row = |people: usize| &sample[people * LABELS..(people + 1) * LABELS];
    // Labels that people gave; a judge's label outside them cannot be traced back.
    let known: Vec<usize> = (0..LABELS).filter(|people| row(*people).iter().any(|n| *n > 0)).collect();
    let observed = observed_table(c);
    let outside = |label: usize| !known.contains(&label);
    let stray_unit = (0..LABELS).any(|label| outside(label) && observed.iter().any(|row| row[label] > 0.0));
    let stray_judge =
        known.iter().any(|people| (0..LABELS).any(|label| outside(label) && row(*people)[label] > 0));
    if stray_unit || stray_judge || known.is_empty() {
        return None;
    }
    let rate = |people: usize, label: usize| {
        f64::from(row(people)[label]) / f64::from(row(people).iter().sum::<u32>())
    };
    let mut table = Table::default();
    for (given, seen) in table.iter_mut().zip(&observed) {
        let system: Vec<Vec<f64>> = known
            .iter()
            .map(|label| known.iter().map(|people| rate(*people, *label)).chain([seen[*label]]).collect())
            .collect();
        for (people, value) in known.iter().zip(solve(system)?) {
            given[*people] = value;
        }
    }
    Some(table)
}

/// Solves a square system, its right side as the last column; `None` where it is singular.
fn solve(mut system: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let size = system.len();
    for column in 0..size {
        let pivot =
            (column..size).max_by(|a, b| system[*a][column].abs().total_cmp(&system[*b][column].abs()))?;
        if system[pivot][column].abs() < 1e-9 {
            return None;
        }
        system.swap(column, pivot);
        let above = system[column].clone();
        for (at, row) in system.iter_mut().enumerate() {
            if at != column {
                let factor = row[column] / above[column];
                row.iter_mut().zip(&above).for_each(|(cell, other)| *cell -= factor * other);
            }
        }
    }
    Some((0..size).map(|at| system[at][size] / system[at][at]).collect())
}

/// `qwk_penalised` of a table that need not hold whole numbers: 1 - (A + m) / (B + m).
fn qwk(table: &Table) -> Option<f64> {
    let weight = |a: usize, b: usize| (a.abs_diff(b) as f64 / 2.0).powi(2);
    let rows: Vec<f64> = table.iter().map(|row| row.iter().sum()).collect();
    let columns: Vec<f64> = (0..LABELS).map(|label| table.iter().map(|row| row[label]).sum()).collect();
    let n: f64 = rows.iter().sum();
    let missing = columns[LABELS - 1];
    let (mut observed, mut expected) = (missing, missing);
    for (truth, row) in table.iter().enumerate() {
        for (label, count) in row[..TRUTHS].iter().enumerate() {
            observed += weight(truth, label) * count;
            expected += weight(truth, label) * rows[truth] * columns[label] / n;
        }
    }
    (n > 0.0 && expected > 1e-12).then(|| 1.0 - observed / expected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::qwk::{QwkCounts, VerdictLabel};

    /// Counts of a table with a sample in which the judge makes no error.
    fn counts(table: [[u32; LABELS]; TRUTHS], sample: [[u32; LABELS]; LABELS]) -> Counts {
        let mut c = [0; COUNTS];
        c[..ABSENT].copy_from_slice(table.as_flattened());
        c[SAMPLE..].copy_from_slice(sample.as_flattened());
        c
    }

    const PERFECT: [[u32; LABELS]; LABELS] = [[5, 0, 0, 0], [0, 5, 0, 0], [0, 0, 5, 0], [0, 0, 0, 5]];
    const TABLE: [[u32; LABELS]; TRUTHS] = [[6, 2, 1, 1], [2, 7, 2, 0], [1, 3, 9, 2]];

    #[test]
    fn the_tables_hold_every_label_of_the_task() {
        use crate::annotate::labels::names;
        use crate::suite::lexpilot::Task;
        assert_eq!(names(Task::Ljp), ["dismissed", "partially_supported", "supported", "no_verdict"]);
        assert_eq!((names(Task::Ljp).len(), Verdict::ALL.len()), (LABELS, TRUTHS));
    }

    #[test]
    fn whole_counts_give_the_kappa_of_the_scores() {
        let mut reference = QwkCounts::default();
        let labels = [VerdictLabel::Dismissed, VerdictLabel::PartiallySupported, VerdictLabel::Supported];
        for (truth, row) in TABLE.iter().enumerate() {
            for (label, n) in row.iter().enumerate() {
                for _ in 0..*n {
                    reference.record(labels[truth], labels.get(label).copied());
                }
            }
        }
        let ours = qwk(&observed_table(&counts(TABLE, PERFECT))).expect("defined");
        assert!((ours - reference.penalised().expect("defined")).abs() < 1e-12);
    }

    #[test]
    fn a_judge_without_errors_corrects_nothing() {
        let c = counts(TABLE, PERFECT);
        assert_eq!(qwk(&given_table(&c).expect("defined")), qwk(&observed_table(&c)));
    }

    #[test]
    fn what_the_judge_blurred_is_given_back() {
        // Given: 10 dismissed and 10 supported, all as the truth is. The judge takes a fifth of each
        // for the other.
        let blurred = counts(
            [[8, 0, 2, 0], [0, 0, 0, 0], [2, 0, 8, 0]],
            [[8, 0, 2, 0], [0, 0, 0, 0], [2, 0, 8, 0], [0, 0, 0, 0]],
        );
        let corrected = qwk(&given_table(&blurred).expect("defined")).expect("defined");
        assert!((corrected - 1.0).abs() < 1e-12, "{corrected}");
        assert!((qwk(&observed_table(&blurred)).expect("defined") - 0.6).abs() < 1e-12);
    }

    #[test]
    fn a_label_of_which_the_sample_says_nothing_is_not_guessed() {
        let mut sample = PERFECT;
        sample[3] = [0; LABELS];
        assert_eq!(given_table(&counts(TABLE, sample)), None);
        assert_eq!(given_table(&counts(TABLE, [[0; LABELS]; LABELS])), None);
        // Two labels that the judge does not tell apart.
        let mut same = PERFECT;
        same[0] = [5, 5, 0, 0];
        same[1] = [5, 5, 0, 0];
        assert_eq!(given_table(&counts(TABLE, same)), None);
    }
}
