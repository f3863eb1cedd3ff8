//! A trial of judges as people read it.

use std::fmt;
use std::path::Path;

use crate::annotate::labelled::{Details, Trial};
use crate::report::money;
use crate::report::number::{count, decimal, interval};
use crate::report::table::Table;

use super::{FILE, JudgeTrials, Trials};

/// Missed messages that are named, a task.
const NAMED_MAX: usize = 12;

/// What is printed for people.
pub(super) struct Told<'a> {
    /// What the trial came to.
    pub(super) trials: &'a Trials,
    /// Its folder.
    pub(super) folder: &'a Path,
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let trials = self.trials;
        writeln!(
            f,
            "set        {} labelled messages ({}); two writers agreed on each label, no lawyer has signed",
            count(trials.messages as u64),
            trials.set
        )?;
        for judge in &trials.judges {
            self.judge(f, judge)?;
        }
        money::spent(f, &trials.spent)?;
        writeln!(f, "\nAll numbers: {}/{FILE}", self.folder.display())
    }
}

impl Told<'_> {
    fn judge(&self, f: &mut fmt::Formatter<'_>, judge: &JudgeTrials) -> fmt::Result {
        writeln!(f, "\njudge      {}", judge.judge)?;
        if judge.rules {
            writeln!(f, "Rules, not a model: these figures say how far rules can judge free prose.")?;
        }
        if judge.smoke_model {
            writeln!(f, "Smoke model, figures not meaningful.")?;
        }
        writeln!(f, "\n{}", agreement(&judge.tasks))?;
        for trial in &judge.tasks {
            writeln!(f, "\n{}", confusion(trial))?;
            writeln!(f, "\n{}", groups(trial))?;
            besides(f, trial)?;
        }
        for (reason, example) in &judge.examples {
            writeln!(f, "\n{reason}, for example: {example}")?;
        }
        Ok(())
    }
}

/// A row a task.
fn agreement(trials: &[Trial]) -> Table {
    let headings =
        ["task", "n", "right", "no label", "agreement", "95% interval", "kappa", "95% interval", "PABAK"];
    let mut table = Table::new(&headings).numbers(&[1, 2, 4, 5, 6, 7, 8]);
    for trial in trials {
        let faults: Vec<String> =
            trial.faults.iter().map(|(reason, n)| format!("{} {reason}", count(*n))).collect();
        table.row([
            trial.task.to_string(),
            count(trial.n),
            count(trial.right),
            faults.join(", "),
            decimal(trial.agreement, 3),
            interval(trial.agreement_low, trial.agreement_high, 3),
            decimal(trial.kappa, 3),
            interval(trial.kappa_low, trial.kappa_high, 3),
            decimal(trial.pabak, 3),
        ]);
    }
    table
}

/// The table of labels, with what was found of each.
fn confusion(trial: &Trial) -> Table {
    let corner = format!("{} · writers \\ judge", trial.task);
    let mut headings: Vec<&str> = vec![&corner];
    headings.extend(trial.labels.iter().map(String::as_str));
    headings.extend(["recall", "precision"]);
    let numbers: Vec<usize> = (1..headings.len()).collect();
    let mut table = Table::new(&headings).numbers(&numbers);
    for (found, counts) in trial.per_label.iter().zip(&trial.confusion) {
        let counts = counts.iter().map(|n| count(*n));
        let rates = [decimal(found.recall, 3), decimal(found.precision, 3)];
        table.row(std::iter::once(found.label.clone()).chain(counts).chain(rates));
    }
    table
}

/// Hostile messages and the others, languages, kinds.
fn groups(trial: &Trial) -> Table {
    let corner = format!("{} · messages", trial.task);
    let mut table =
        Table::new(&[&corner, "messages", "no label", "n", "right", "share"]).numbers(&[1, 2, 3, 4, 5]);
    for group in &trial.groups {
        let share = (group.n > 0).then(|| group.right as f64 / group.n as f64);
        let counts = [group.messages, group.faults, group.n, group.right].map(count);
        table.row(std::iter::once(group.group.clone()).chain(counts).chain([decimal(share, 3)]));
    }
    table
}

fn besides(f: &mut fmt::Formatter<'_>, trial: &Trial) -> fmt::Result {
    if !trial.besides.is_empty() {
        let one =
            |details: &Details| format!("{} {} of {}", details.what, count(details.right), count(details.n));
        let all: Vec<String> = trial.besides.iter().map(one).collect();
        writeln!(f, "\n{}: of the messages labelled right, also right in {}", trial.task, all.join(", "))?;
    }
    if !trial.wrong.is_empty() {
        let named: Vec<String> = trial
            .wrong
            .iter()
            .take(NAMED_MAX)
            .map(|miss| match miss.claim {
                Some(claim) => format!("{} claim {claim}", miss.item),
                None => miss.item.clone(),
            })
            .collect();
        let more = match trial.wrong.len().saturating_sub(NAMED_MAX) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        writeln!(f, "\n{}: labelled otherwise than the writers: {}{more}", trial.task, named.join(", "))?;
    }
    Ok(())
}
