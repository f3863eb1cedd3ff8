//! What a journal's asks came to, counted from its lines: each once, however many plays and
//! judgements used its answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::model::exchange::{Attempt, Usage};
use crate::model::price::{Money, Prices, Tokens};

/// Tells the task of an ask from its scope, which only whoever names scopes can read.
pub type TaskOf = Arc<dyn Fn(&str) -> &'static str + Send + Sync>;

/// Who asked what for what.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Account {
    /// The role that was played.
    pub role: String,
    /// Who was asked.
    pub model: String,
    /// What it was asked for, as the journal was told to list it.
    pub task: &'static str,
}

impl Account {
    /// Of an ask, by its name; `None` for a player by rule, which costs nothing.
    pub(super) fn of(scope: &str, path: &str, model: &str, tasks: &TaskOf) -> Option<Self> {
        if model.starts_with("builtin/") {
            return None;
        }
        Some(Self { role: role_of(path).to_owned(), model: model.to_owned(), task: tasks(scope) })
    }
}

/// The role in a path or lane: `r2/user` -> `user`, `judge/NAME/…` -> `judge`.
pub fn role_of(at: &str) -> &str {
    let mut parts = at.split('/');
    let first = parts.next().unwrap_or(at);
    let is_round =
        first.strip_prefix('r').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let role = if is_round { parts.next().unwrap_or(first) } else { first };
    role.split('#').next().unwrap_or(role)
}

/// Sums of an account.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// Asks that were answered.
    pub asks: u64,
    /// Asks that ended without an answer.
    pub failed: u64,
    /// Answered asks whose server did not say how many tokens they took.
    pub untold: u64,
    /// Tokens told, of failed tries too.
    pub tokens: Tokens,
    /// What it cost at the prices of its time, by currency.
    costs: BTreeMap<String, Money>,
    /// Tokens told when no price was known.
    unpriced: Option<Tokens>,
    /// What the answers without told tokens are taken to have been charged for.
    taken: Tokens,
    /// Answers of which not even that is known.
    unknown: u64,
}

/// What of a line is counted.
pub(super) struct Counted<'a> {
    pub answered: bool,
    pub usage: Option<&'a Usage>,
    pub attempts: &'a [Attempt],
    pub taken: Option<&'a Tokens>,
    pub cost: Option<(Money, &'a str)>,
}

impl Sum {
    pub(super) fn count(&mut self, line: &Counted<'_>) {
        self.asks += u64::from(line.answered);
        self.failed += u64::from(!line.answered);
        let tokens = tokens(line.usage, line.attempts);
        let own = line.usage.and_then(Tokens::told);
        if line.answered && own.is_none() {
            self.untold += 1;
            match line.taken {
                Some(taken) => self.taken.add(taken),
                None => self.unknown += 1,
            }
        }
        let Some(tokens) = tokens else { return };
        self.tokens.add(&tokens);
        match line.cost {
            Some((cost, currency)) => *self.costs.entry(currency.to_owned()).or_default() += cost,
            None => self.unpriced.get_or_insert_default().add(&tokens),
        }
    }

    /// What it cost, and in which currency; `None` where no price is known, nothing was told, or
    /// there are several currencies.
    pub fn cost(&self, model: &str, prices: &Prices) -> Option<(Money, String)> {
        let mut costs = self.costs.clone();
        if let Some(tokens) = &self.unpriced {
            let price = prices.of(model)?;
            *costs.entry(price.currency.clone()).or_default() += price.cost(tokens);
        }
        let (currency, cost) = costs.pop_first()?;
        costs.is_empty().then_some((cost, currency))
    }

    /// What is to be taken as spent, by currency: what it cost, and at the present price what answers
    /// without told tokens can have cost. `None` where something has no known price.
    pub fn charged(&self, model: &str, prices: &Prices) -> Option<BTreeMap<String, Money>> {
        let mut costs = self.costs.clone();
        let price = prices.of(model);
        if let Some(tokens) = &self.unpriced {
            let price = price.as_ref()?;
            *costs.entry(price.currency.clone()).or_default() += price.cost(tokens);
        }
        if self.untold > 0 {
            let price = price.as_ref()?;
            let most = price.at_most(self.taken.prompt, self.taken.completion);
            *costs.entry(price.currency.clone()).or_default() += most;
        }
        Some(costs)
    }

    /// Answers of which nobody knows what they can have cost.
    pub fn unknown(&self) -> u64 {
        self.unknown
    }

    /// Asks whose tokens are known.
    pub fn told(&self) -> u64 {
        self.asks - self.untold.min(self.asks)
    }
}

/// Tokens of an exchange, of its failed tries too; `None` when none was told.
pub(super) fn tokens(usage: Option<&Usage>, attempts: &[Attempt]) -> Option<Tokens> {
    let failed = attempts.iter().filter_map(|attempt| attempt.usage.as_ref());
    let mut told = usage.into_iter().chain(failed).filter_map(Tokens::told);
    let mut sum = told.next()?;
    told.for_each(|tokens| sum.add(&tokens));
    Some(sum)
}

/// All that was spent, as scores carry it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spent {
    /// By role, model and task; players by rule are not among them.
    pub lines: Vec<SpentLine>,
    /// Sums of all lines whose price is known, by currency.
    pub cost: BTreeMap<String, Money>,
    /// Lines with tokens and without a known price: what they cost is not in the sums.
    pub unpriced: u64,
}

/// One account.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpentLine {
    /// `assistant`, `user`, `gate`, `classifier`, `ledger`, `judge`; of dialogues `plaintiff`, `defendant`.
    pub role: String,
    /// Who was asked.
    pub model: String,
    /// `lca`, `dcg`, `ljp`; of 3-ply arguments the mode, or `arguments` where the triple is none of the
    /// study's any more; of probes `fidelity`.
    pub task: String,
    /// Asks that were answered.
    pub asks: u64,
    /// Asks that ended without an answer.
    pub failed: u64,
    /// Answered asks whose server did not tell their tokens.
    pub untold: u64,
    /// Tokens of prompts, cached ones included; of failed tries too, where the server told.
    pub prompt_tokens: u64,
    /// Part of them from the server's cache.
    pub cached_tokens: u64,
    /// Tokens of replies, reasoning included.
    pub completion_tokens: u64,
    /// Part of them spent on reasoning.
    pub reasoning_tokens: u64,
    /// In units of the currency; null where it is not known.
    pub cost: Option<Money>,
    /// Three letters.
    pub currency: Option<String>,
}

impl Spent {
    /// Of a journal's sums at these prices, where the lines have none of their own.
    pub fn of(sums: &BTreeMap<Account, Sum>, prices: &Prices) -> Self {
        let mut spent = Self::default();
        for (account, sum) in sums {
            let cost = sum.cost(&account.model, prices);
            match &cost {
                Some((cost, currency)) => *spent.cost.entry(currency.clone()).or_default() += *cost,
                None => spent.unpriced += 1,
            }
            let (cost, currency) = cost.unzip();
            spent.lines.push(SpentLine {
                role: account.role.clone(),
                model: account.model.clone(),
                task: account.task.to_owned(),
                asks: sum.asks,
                failed: sum.failed,
                untold: sum.untold,
                prompt_tokens: sum.tokens.prompt,
                cached_tokens: sum.tokens.cached,
                completion_tokens: sum.tokens.completion,
                reasoning_tokens: sum.tokens.reasoning,
                cost,
                currency,
            });
        }
        spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_tells_the_role() {
        for (path, role) in [
            ("r2/user", "user"),
            ("r1/assistant#2", "assistant"),
            ("r12/user/select", "user"),
            ("judge/openai/gpt-4.1/dcg/r1/d1#1", "judge"),
            ("user", "user"),
            ("ledger/r1", "ledger"),
        ] {
            assert_eq!(role_of(path), role, "{path}");
        }
    }

    #[test]
    fn failed_tries_that_were_charged_are_counted_and_failed_asks_are_no_answers() {
        let usage = |n| Usage { prompt_tokens: Some(n), completion_tokens: Some(1), ..Usage::default() };
        let attempt = Attempt { usage: Some(usage(10)), ..Attempt::default() };
        let mut sum = Sum::default();
        let own = usage(100);
        sum.count(&Counted {
            answered: true,
            usage: Some(&own),
            attempts: std::slice::from_ref(&attempt),
            taken: None,
            cost: None,
        });
        let failed = Counted { answered: false, usage: None, attempts: &[attempt], taken: None, cost: None };
        sum.count(&failed);
        sum.count(&Counted { answered: true, usage: None, attempts: &[], taken: None, cost: None });
        assert_eq!(sum.unknown(), 1);
        assert_eq!((sum.asks, sum.failed, sum.untold, sum.told()), (2, 1, 1, 1));
        assert_eq!((sum.tokens.prompt, sum.tokens.completion), (120, 3));
        assert_eq!(sum.cost("a/b", &Prices::default()), None);
    }
}
