//! What a run prints when it ends: coverage and stops, the numbers, tokens by role, where it lies,
//! and what to type next.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use crate::cast::Spent;
use crate::report::number::{count, decimal, interval};
use crate::report::table;
use crate::run::{Outcome, RunError, ScoreFile, Shelf, judgement_key_of_first_draw};
use crate::suite::Estimate;
use crate::suite::lexpilot::{Judgement, PlayRecord, Study};

/// Everything the closing text speaks of.
pub struct Closing<'a> {
    /// The run's folder.
    pub folder: &'a Path,
    /// Its numbers.
    pub scores: &'a ScoreFile,
    /// What this process did; `None` when it only scored.
    pub outcome: Option<&'a Outcome>,
    /// What the asks behind the records came to, by role.
    pub spent: &'a BTreeMap<String, Spent>,
}

/// The metrics of the closing table, in its order; all others are in `scores.json`.
const SHOWN: &[(&str, &[&str])] = &[
    ("lca", &["macro_f1", "acc_c", "acc_u", "neither_rate", "flip_rate"]),
    ("dcg", &["success_rate", "success_rate_strict", "fact_recall", "flip_rate"]),
    ("ljp", &["qwk_penalised", "gain_over_direct", "relative_decrease", "flip_rate"]),
];

/// Sums what the standing records of the study came to.
///
/// # Errors
/// When a record cannot be read.
pub fn spent(
    study: &Study,
    plays: &Shelf<PlayRecord>,
    judgements: &Shelf<Judgement>,
) -> Result<BTreeMap<String, Spent>, RunError> {
    let mut sums: BTreeMap<String, Spent> = BTreeMap::new();
    let mut add = |spent: BTreeMap<String, Spent>| {
        for (role, spent) in spent {
            sums.entry(role).or_default().add(&spent);
        }
    };
    for play in study.plays() {
        let id = play.id();
        if let Some(record) = plays.read(&id)? {
            add(record.spent);
        }
        for judge in &study.judges {
            if let Some(record) = judgements.read(&judgement_key_of_first_draw(&id, &judge.seat.name()))? {
                add(record.spent);
            }
        }
    }
    Ok(sums)
}

impl fmt::Display for Closing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scores = self.scores;
        writeln!(f, "\n{}  ·  pack {}", scores.run, scores.pack)?;
        if scores.rules {
            writeln!(f, "Rules, not models: built-in players made these scores, wholly or in part.")?;
        }
        self.coverage(f)?;
        self.metrics(f)?;
        self.tokens(f)?;
        let folder = self.folder.display();
        writeln!(f, "\nAll numbers: {folder}/scores.json")?;
        if scores.coverage.is_complete() {
            writeln!(f, "Next: lexconsult show {folder}")
        } else {
            writeln!(f, "Something is owed still. Next: lexconsult resume {folder}")
        }
    }
}

impl Closing<'_> {
    fn coverage(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coverage = &self.scores.coverage;
        write!(f, "{} of {} plays scored", count(coverage.played), count(coverage.planned))?;
        if let Some(outcome) = self.outcome {
            write!(
                f,
                "; this time {} played, {} judged, {} new asks",
                count(outcome.played),
                count(outcome.judged),
                count(outcome.fresh)
            )?;
        }
        writeln!(f, ".")?;
        for (task, stops) in &coverage.stops {
            let stops: Vec<String> = stops.iter().map(|(stop, n)| format!("{} {stop}", count(*n))).collect();
            writeln!(f, "  {task}: {}", stops.join(", "))?;
        }
        if !coverage.lost.is_empty() {
            let lost: Vec<String> =
                coverage.lost.iter().map(|(why, n)| format!("{} {why}", count(*n))).collect();
            writeln!(f, "  taken out, not the assistant's doing: {}", lost.join(", "))?;
        }
        Ok(())
    }

    fn metrics(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let judges: std::collections::BTreeSet<&str> =
            self.scores.estimates.iter().map(|estimate| estimate.judge.as_str()).collect();
        let several = judges.len() > 1;
        let mut headings = vec!["task", "setup", "metric", "assistant"];
        if several {
            headings.push("judge");
        }
        let numbers = headings.len();
        headings.extend(["mean", "SD over repeats", "95% over cases", "n", "missing"]);
        let mut table = table::new(&headings);
        for (task, metrics) in SHOWN {
            for metric in *metrics {
                let rows = self
                    .scores
                    .estimates
                    .iter()
                    .filter(|e| e.group.is_none() && e.task == *task && e.metric == *metric);
                for estimate in rows {
                    table.add_row(row(estimate, several));
                }
            }
        }
        table::align_right(&mut table, &[numbers, numbers + 1, numbers + 2, numbers + 3]);
        writeln!(f, "\n{table}")?;
        writeln!(
            f,
            "SD is over repeats of the same cases; the interval is over cases (percentile bootstrap). They are two things."
        )
    }

    fn tokens(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked: Vec<String> = self
            .spent
            .iter()
            .map(|(role, spent)| {
                let untold = if spent.untold == spent.calls {
                    String::new()
                } else {
                    format!(", {} + {} tokens", count(spent.prompt_tokens), count(spent.completion_tokens))
                };
                format!("{role} {} asks{untold}", count(spent.calls))
            })
            .collect();
        if asked.is_empty() {
            return Ok(());
        }
        writeln!(f, "Behind these numbers: {}. Cost: not known (no prices).", asked.join("; "))
    }
}

fn row(estimate: &Estimate, with_judge: bool) -> Vec<String> {
    let mut row = vec![
        estimate.task.clone(),
        estimate.setup.clone().unwrap_or_default(),
        estimate.metric.clone(),
        estimate.model.clone(),
    ];
    if with_judge {
        row.push(estimate.judge.clone());
    }
    let mean = decimal(estimate.point, 3);
    row.extend([
        if estimate.incomplete { format!("{mean} incomplete") } else { mean },
        decimal(estimate.sd, 3),
        interval(estimate.low, estimate.high, 3),
        count(estimate.n),
        estimate.missing.iter().map(|(why, n)| format!("{} {why}", count(*n))).collect::<Vec<_>>().join(", "),
    ]);
    row
}
