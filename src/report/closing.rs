//! What a run prints when it ends: who played, coverage and stops, the numbers, what was asked,
//! where it lies, and what to type next.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use crate::model::BudgetReport;
use crate::report::money;
use crate::report::number::{count, decimal, interval};
use crate::report::table::Table;
use crate::run::{Asks, Outcome, ScoreFile, Shelf, judgement_key_of_first_draw};
use crate::suite::lexpilot::{Policy, UNDECIDED};
use crate::suite::{Estimate, JudgeAgreement, Judgement, PlayRecord, Suite, judges_of};

/// Everything the closing text speaks of.
pub struct Closing<'a, S: Suite> {
    /// The run's folder.
    pub folder: &'a Path,
    /// Who played what.
    pub study: &'a S,
    /// Its numbers.
    pub scores: &'a ScoreFile,
    /// What this process did; `None` when it only scored.
    pub outcome: Option<&'a Outcome>,
    /// How many asks are behind the records, by role.
    pub asked: &'a BTreeMap<String, u64>,
    /// What it could cost, where that was limited.
    pub budget: Option<BudgetReport>,
}

/// What stands above and below the numbers of a run with the small local model.
const SMOKE: &str = "Smoke model, scores not meaningful: a small local model took part.";

/// Counts the asks behind the standing records of the study, by role; an answer that several of them used
/// counts in each.
pub fn asked<S: Suite>(
    study: &S,
    plays: &Shelf<PlayRecord<S>>,
    judgements: &Shelf<Judgement<S>>,
) -> BTreeMap<String, u64> {
    let mut sums: BTreeMap<String, u64> = BTreeMap::new();
    let mut add = |asks: &Asks| {
        for (role, n) in asks.iter() {
            match sums.get_mut(role) {
                Some(sum) => *sum += n,
                None => drop(sums.insert(role.to_owned(), n)),
            }
        }
    };
    let judges = judges_of(study);
    for play in study.units() {
        let id = S::id(&play);
        if let Some(place) = plays.place(&id) {
            add(&place.note.asks);
        }
        for judge in &judges {
            if let Some(place) = judgements.place(&judgement_key_of_first_draw(&id, &judge.name)) {
                add(&place.note.asks);
            }
        }
    }
    sums
}

impl<S: Suite> fmt::Display for Closing<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.header(f)?;
        self.coverage(f)?;
        if self.scores.coverage.played > 0 {
            self.metrics(f)?;
            self.judges(f)?;
            self.conditions(f)?;
            self.asked(f)?;
        }
        money::spent(f, &self.scores.spent)?;
        if let Some(budget) = &self.budget {
            money::limit(f, budget)?;
        }
        let folder = self.folder.display();
        if self.scores.smoke_model {
            writeln!(f, "\n{SMOKE}")?;
        }
        writeln!(f, "\nAll numbers: {folder}/scores.json")?;
        if self.scores.coverage.is_complete() {
            writeln!(f, "Next: lexconsult show {folder}")
        } else if !self.scores.coverage.can_be_made_good() {
            writeln!(f, "Nobody is asked for what was not answered. Next: lexconsult show {folder}")
        } else {
            writeln!(f, "Something is owed still. Next: lexconsult resume {folder}")
        }
    }
}

impl<S: Suite> Closing<'_, S> {
    fn header(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nrun        {}", self.scores.run)?;
        writeln!(f, "{:<10} {}", S::MATERIAL, self.scores.pack)?;
        for (role, name) in self.study.header() {
            writeln!(f, "{role:<10} {name}")?;
        }
        if self.scores.smoke_model {
            writeln!(f, "\n{SMOKE}")?;
        }
        if self.scores.rules {
            writeln!(f, "\nRules, not models: built-in players made these scores, wholly or in part.")?;
        }
        Ok(())
    }

    fn coverage(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coverage = &self.scores.coverage;
        write!(f, "\n{} of {} plays scored", count(coverage.played), count(coverage.planned))?;
        if let Some(outcome) = self.outcome {
            write!(
                f,
                "; this time {} played, {} judged, {} new asks",
                count(outcome.played),
                count(outcome.judged),
                count(outcome.fresh)
            )?;
            if outcome.reused > 0 {
                write!(f, ", {} answered from the journal", count(outcome.reused))?;
            }
        }
        writeln!(f)?;
        for task in self.tasks() {
            if let Some(stops) = coverage.stops.get(&task) {
                writeln!(f, "  {task:<16} {}", counted(stops))?;
            }
        }
        if !coverage.lost.is_empty() {
            writeln!(f, "  taken out, not the assistant's doing: {}", counted(&coverage.lost))?;
        }
        if !coverage.lost_beside.is_empty() {
            let lost = counted(&coverage.lost_beside);
            writeln!(f, "  scored, but gate or disclosure checker failed: {lost}")?;
        }
        for (judge, lost) in &coverage.lost_by_further_judges {
            writeln!(f, "  taken out under {judge} alone: {}", counted(lost))?;
        }
        Ok(())
    }

    fn metrics(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<&Estimate> = S::HEADLINES
            .iter()
            .flat_map(|(task, metrics)| metrics.iter().map(move |metric| (task, metric)))
            .flat_map(|(task, metric)| {
                let of = move |e: &&Estimate| e.group.is_none() && e.task == *task && e.metric == *metric;
                self.scores.estimates.iter().filter(of)
            })
            .collect();
        let several = |name: fn(&Estimate) -> &str| {
            rows.iter().map(|estimate| name(estimate)).collect::<BTreeSet<_>>().len() > 1
        };
        let all = &self.scores.estimates;
        let columns = Columns {
            assistant: several(|estimate| &estimate.model),
            judge: several(|estimate| &estimate.judge),
            note: rows.iter().any(|estimate| !note(estimate, all).is_empty()),
        };
        writeln!(f, "\n{}", columns.table(&rows, all))?;
        writeln!(f, "{}", S::LEGEND)
    }

    /// How far several judges agree, and what the panels are.
    fn judges(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let overall: Vec<&JudgeAgreement> =
            self.scores.agreement.iter().filter(|found| found.group.is_none()).collect();
        if overall.is_empty() {
            return Ok(());
        }
        let headings = ["task", "judges", "n", "agreement", "95% interval", "kappa", "95% interval", "PABAK"];
        let mut table = Table::new(&headings).numbers(&[2, 3, 4, 5, 6, 7]);
        for found in overall {
            table.row([
                found.task.clone(),
                format!("{} and {}", found.first, found.second),
                count(found.n),
                decimal(found.agreement, 3),
                interval(found.agreement_low, found.agreement_high, 3),
                decimal(found.kappa, 3),
                interval(found.kappa_low, found.kappa_high, 3),
                decimal(found.pabak, 3),
            ]);
        }
        writeln!(f, "\nThe judges against each other, on what both labelled\n{table}\n")?;
        let [majority, unanimous] = Policy::ALL.map(Policy::name);
        if self.scores.estimates.iter().any(|estimate| estimate.judge == majority) {
            writeln!(
                f,
                "{majority}: what more than half of the judges say; {unanimous}: what all of them say. Where they do \
                 not, the unit is taken out as {UNDECIDED} and is nobody's failure.\n"
            )?;
        }
        Ok(())
    }

    /// What each user condition came to with each assistant.
    fn conditions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = &self.scores.estimates;
        // The same under every judge.
        let leading = judges_of(self.study).first().map(|judge| judge.name.clone()).unwrap_or_default();
        let reached =
            |estimate: &&Estimate| estimate.metric == "disruption_rate" && estimate.judge == leading;
        for reached in all.iter().filter(reached) {
            let rate = |metric: &str| {
                let same = |other: &&Estimate| {
                    other.metric == metric
                        && (&other.model, &other.condition) == (&reached.model, &reached.condition)
                };
                let point = all.iter().find(same).and_then(|estimate| estimate.point);
                point.map_or_else(|| "n/a".to_owned(), |rate| format!("{:.0}%", rate * 100.0))
            };
            writeln!(
                f,
                "{}, {}: took hold in {} of dialogues; of these followed up {}, corrected {}, kept to {}",
                reached.condition.as_deref().unwrap_or_default(),
                reached.model,
                rate("disruption_rate"),
                rate("follow_up_rate"),
                rate("correction_rate"),
                rate("compliance_rate")
            )?;
        }
        Ok(())
    }

    fn asked(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.asked.is_empty() {
            return Ok(());
        }
        writeln!(f, "Asks behind these numbers: {}", listed(self.asked))?;
        if self.all_rules() { writeln!(f, "Cost: none, all players are rules") } else { Ok(()) }
    }

    fn all_rules(&self) -> bool {
        self.study.players().iter().all(|player| player.by_rule)
    }

    /// Tasks and setups as scores name them, in their order.
    fn tasks(&self) -> Vec<String> {
        let places: BTreeSet<(usize, String)> = self
            .study
            .units()
            .iter()
            .map(|unit| {
                let place = S::place(unit);
                (place.rank, place.heading())
            })
            .collect();
        places.into_iter().map(|(_, heading)| heading).collect()
    }
}

/// `assistant 20, user 12`
fn listed(counts: &BTreeMap<String, u64>) -> String {
    let counts: Vec<String> = counts.iter().map(|(what, n)| format!("{what} {}", count(*n))).collect();
    counts.join(", ")
}

/// `20 rounds_spent, 12 decided`
fn counted(counts: &BTreeMap<String, u64>) -> String {
    let counts: Vec<String> = counts.iter().map(|(what, n)| format!("{} {what}", count(*n))).collect();
    counts.join(", ")
}

/// Which columns the metric table has besides the numbers; one that would say the same in each row
/// is left out.
struct Columns {
    assistant: bool,
    judge: bool,
    note: bool,
}

impl Columns {
    fn table(&self, rows: &[&Estimate], all: &[Estimate]) -> Table {
        let mut headings = vec!["task", "metric"];
        headings.extend(self.assistant.then_some("assistant"));
        headings.extend(self.judge.then_some("judge"));
        let first = headings.len();
        headings.extend(["mean", "SD", "95% interval", "n"]);
        headings.extend(self.note.then_some("missing"));
        let mut table = Table::new(&headings).numbers(&[first, first + 1, first + 2, first + 3]);
        let mut before: [String; 2] = Default::default();
        for estimate in rows {
            let names = [task(estimate), estimate.metric.clone()];
            // What the row above says already is left blank.
            let same_task = names[0] == before[0];
            let same = [same_task, same_task && names[1] == before[1]];
            let mut row: Vec<String> = names
                .iter()
                .zip(same)
                .map(|(name, same)| if same { String::new() } else { name.clone() })
                .collect();
            row.extend(self.assistant.then(|| estimate.model.clone()));
            row.extend(self.judge.then(|| estimate.judge.clone()));
            row.extend([
                decimal(estimate.point, 3),
                decimal(estimate.sd, 3),
                interval(estimate.low, estimate.high, 3),
                count(estimate.n),
            ]);
            row.extend(self.note.then(|| note(estimate, all)));
            table.row(row);
            before = names;
        }
        table
    }
}

fn task(estimate: &Estimate) -> String {
    let setup = estimate.setup.as_deref().map(|setup| format!(" {setup}")).unwrap_or_default();
    let condition = estimate.condition.as_deref().filter(|condition| *condition != "standard");
    let condition = condition.map(|condition| format!(", {condition}")).unwrap_or_default();
    format!("{}{setup}{condition}", estimate.task)
}

/// Below this share of dialogues reached by a condition, its kappa says little of the condition.
const RARELY_BELOW: f64 = 0.5;

/// For a kappa under a condition that rarely took hold: how rarely, and the kappa where it did.
fn rarely(estimate: &Estimate, all: &[Estimate]) -> Option<String> {
    let rate = estimate.triggered.filter(|rate| *rate < RARELY_BELOW)?;
    if estimate.metric != "qwk_penalised" {
        return None;
    }
    let same = |other: &&Estimate| {
        other.metric == "qwk_on_triggered"
            && other.group.is_none()
            && (&other.model, &other.judge, &other.condition)
                == (&estimate.model, &estimate.judge, &estimate.condition)
    };
    let where_it_did = all.iter().find(same).and_then(|other| other.point);
    Some(format!("triggered in {:.0}% of dialogues, {} on those", rate * 100.0, decimal(where_it_did, 3)))
}

/// What is missing from the number, whether too much is, and whether its condition rarely took hold.
fn note(estimate: &Estimate, all: &[Estimate]) -> String {
    let missing = counted(&estimate.missing);
    let missing = match (estimate.incomplete, missing.is_empty()) {
        (false, _) => missing,
        (true, true) => "incomplete".to_owned(),
        (true, false) => format!("incomplete: {missing}"),
    };
    match rarely(estimate, all) {
        None => missing,
        Some(rarely) if missing.is_empty() => rarely,
        Some(rarely) => format!("{rarely}; {missing}"),
    }
}
