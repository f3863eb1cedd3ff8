//! What a run spent, for people.

use std::collections::BTreeMap;
use std::fmt;

use crate::model::journal::{Spent, SpentLine};
use crate::model::{BudgetReport, Money};
use crate::report::number::count;
use crate::report::table::Table;

/// Sums over some of the lines.
#[derive(Default)]
struct Row {
    asks: u64,
    failed: u64,
    untold: u64,
    tokens: [u64; 4],
    /// By currency.
    cost: BTreeMap<String, Money>,
    /// A line whose cost is not known is among them.
    unknown: bool,
}

impl Row {
    fn add(&mut self, line: &SpentLine) {
        self.asks += line.asks;
        self.failed += line.failed;
        self.untold += line.untold;
        let told = [line.prompt_tokens, line.cached_tokens, line.completion_tokens, line.reasoning_tokens];
        for (sum, tokens) in self.tokens.iter_mut().zip(told) {
            *sum += tokens;
        }
        match (line.cost, &line.currency) {
            (Some(cost), Some(currency)) => *self.cost.entry(currency.clone()).or_default() += cost,
            // Asks that failed for nothing cost nothing.
            _ if line.asks == 0 && told == [0; 4] => {}
            _ => self.unknown = true,
        }
    }

    fn cost(&self) -> String {
        match (self.cost.is_empty(), self.unknown) {
            (true, true) => "not known".to_owned(),
            (true, false) => "0".to_owned(),
            (false, true) => format!("{} and more", sums(&self.cost)),
            (false, false) => sums(&self.cost),
        }
    }
}

/// Sums by currency, as `USD 1.2500`.
pub fn sums(cost: &BTreeMap<String, Money>) -> String {
    let each: Vec<String> = cost.iter().map(|(currency, cost)| format!("{currency} {cost}")).collect();
    each.join(" and ")
}

/// What was spent so far, in a few words; `None` where only rules played.
pub fn so_far(spent: &Spent) -> Option<String> {
    spent.lines.first()?;
    Some(match (spent.cost.is_empty(), spent.unpriced > 0) {
        (true, _) => "cost not known".to_owned(),
        (false, true) => format!("{} and more", sums(&spent.cost)),
        (false, false) => sums(&spent.cost),
    })
}

/// A table of what was asked and paid, by role and model, and a line by task. Nothing where only rules
/// played.
///
/// # Errors
/// The formatter's.
pub fn spent(f: &mut fmt::Formatter<'_>, spent: &Spent) -> fmt::Result {
    if spent.lines.is_empty() {
        return Ok(());
    }
    let by = |key: fn(&SpentLine) -> [&str; 2]| {
        let mut rows: BTreeMap<[&str; 2], Row> = BTreeMap::new();
        for line in &spent.lines {
            rows.entry(key(line)).or_default().add(line);
        }
        rows
    };
    writeln!(f, "\nAsked by the whole run, each ask once:")?;
    let headings = ["role", "model", "asks", "prompt", "cached", "reply", "reasoning", "cost"];
    let mut table = Table::new(&headings).numbers(&[2, 3, 4, 5, 6, 7]);
    let mut total = Row::default();
    spent.lines.iter().for_each(|line| total.add(line));
    let rows = by(|line| [&line.role, &line.model]);
    for ([role, model], row) in &rows {
        let tokens = if row.untold == row.asks && row.tokens == [0; 4] {
            ["not told", "", "", ""].map(str::to_owned)
        } else {
            row.tokens.map(count)
        };
        let cells = [(*role).to_owned(), (*model).to_owned(), count(row.asks)];
        table.row(cells.into_iter().chain(tokens).chain([row.cost()]));
    }
    writeln!(f, "{table}")?;
    let tasks: Vec<String> =
        by(|line| [&line.task, ""]).iter().map(|([task, _], row)| format!("{task} {}", row.cost())).collect();
    writeln!(f, "Cost: {} ({})", total.cost(), tasks.join(", "))?;
    if total.unknown {
        let unknown = |line: &&SpentLine| line.cost.is_none() && line.asks > line.untold;
        let mut models: Vec<&str> =
            spent.lines.iter().filter(unknown).map(|line| line.model.as_str()).collect();
        models.dedup();
        if let Some(model) = models.first() {
            writeln!(f, "No price is known of {model}: state it as [prices.\"{model}\"] in lexconsult.toml")?;
        }
    }
    if total.untold > 0 {
        writeln!(f, "{} answers came without a count of tokens; they are in no sum.", count(total.untold))?;
    }
    if total.failed > 0 {
        writeln!(f, "{} asks ended without an answer.", count(total.failed))?;
    }
    Ok(())
}

/// How a limit was kept.
///
/// # Errors
/// The formatter's.
pub fn limit(f: &mut fmt::Formatter<'_>, budget: &BudgetReport) -> fmt::Result {
    let BudgetReport { limit, spent, currency, reached, overshoot } = budget;
    let state = if *reached { "reached" } else { "kept" };
    // Where nobody has a price there is no currency.
    let gap = if currency.is_empty() { "" } else { " " };
    write!(f, "Cost limit of {currency}{gap}{limit} {state}: {currency}{gap}{spent} spent; ")?;
    match *overshoot == Money::ZERO {
        true => writeln!(f, "what was in flight could not have passed it."),
        false => {
            writeln!(f, "what was in flight could have passed it by {currency}{gap}{overshoot} at most.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_spent_so_far_says_where_a_price_is_missing() {
        let line = SpentLine {
            role: "judge".into(),
            model: "m".into(),
            task: "lca".into(),
            asks: 1,
            failed: 0,
            untold: 0,
            prompt_tokens: 9,
            cached_tokens: 0,
            completion_tokens: 9,
            reasoning_tokens: 0,
            cost: None,
            currency: None,
        };
        let spent = |lines, cost: &[(&str, Money)], unpriced| Spent {
            lines,
            cost: cost.iter().map(|(currency, cost)| ((*currency).to_owned(), *cost)).collect(),
            unpriced,
        };
        assert_eq!(so_far(&spent(Vec::new(), &[], 0)), None);
        assert_eq!(so_far(&spent(vec![line.clone()], &[], 1)).as_deref(), Some("cost not known"));
        let free = [("USD", Money::ZERO)];
        let known = so_far(&spent(vec![line.clone()], &free, 0)).expect("somebody was asked");
        assert_eq!(known, format!("USD {}", Money::ZERO));
        assert_eq!(so_far(&spent(vec![line], &free, 1)), Some(format!("{known} and more")));
    }
}
