//! The money that a run may spend: what an ask is expected to cost is set aside before it goes out,
//! and settled when its answer is there.
//!
//! As long as an ask in flight may turn out cheaper than was set aside for it, others wait for it
//! rather than be refused. An ask that would pass the limit although nothing is in flight is refused,
//! and after it every other.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::BoxFuture;
use tokio::sync::Notify;

use super::estimate::{request_at_most, untold};
use super::exchange::{Failure, FailureKind, Model, Reply, Request};
use super::journal::{Account, Sum};
use super::price::{Money, Price, Prices, Tokens};

/// Asks of a role for which the worst is set aside, before what it costs on average is known.
const WORST_FIRST: u64 = 10;

/// What a run may spend, what it has spent, and what is set aside.
pub struct Budget {
    limit: Money,
    currency: String,
    prices: BTreeMap<String, Price>,
    state: Mutex<State>,
    settled: Notify,
}

#[derive(Default)]
struct State {
    spent: Money,
    /// What is set aside for asks in flight, and what they cost at worst.
    aside: Money,
    worst: Money,
    in_flight: u64,
    /// By role and model: asks and what they cost together.
    means: BTreeMap<(String, String), (u64, Money)>,
    reached: bool,
    overshoot: Money,
}

/// How a budget stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BudgetReport {
    /// What may be spent.
    pub limit: Money,
    /// What was spent, earlier processes of the run included.
    pub spent: Money,
    /// Three letters.
    pub currency: String,
    /// An ask was refused: the limit would have been passed.
    pub reached: bool,
    /// By how much the limit could have been passed at most, had every ask that was in flight at a
    /// time cost its worst; or by how much it was, where servers charged for more than that.
    pub overshoot: Money,
}

impl Budget {
    /// A budget for these models, some of which may have been asked before in this run.
    ///
    /// # Errors
    /// Models without a known price; the currencies, when the models have several; how many earlier
    /// answers there are of which nobody knows what they cost.
    pub fn new(
        limit: Money,
        models: &[&str],
        prices: &Prices,
        before: &BTreeMap<Account, Sum>,
    ) -> Result<Self, BudgetError> {
        let mut priced = BTreeMap::new();
        let mut unpriced = Vec::new();
        for model in models {
            match prices.of(model) {
                Some(price) => drop(priced.insert((*model).to_owned(), price)),
                None => unpriced.push((*model).to_owned()),
            }
        }
        if !unpriced.is_empty() {
            unpriced.sort_unstable();
            unpriced.dedup();
            return Err(BudgetError::Unpriced(unpriced));
        }
        let mut currencies: Vec<String> = priced.values().map(|price| price.currency.clone()).collect();
        currencies.sort_unstable();
        currencies.dedup();
        if currencies.len() > 1 {
            return Err(BudgetError::Currencies(currencies));
        }
        let currency = currencies.pop().unwrap_or_default();
        let mut state = State::default();
        let mut unknown = 0;
        for (account, sum) in before {
            let Some(charged) = sum.charged(&account.model, prices) else {
                unpriced.push(account.model.clone());
                continue;
            };
            let free = prices.of(&account.model).is_some_and(|price| price.is_free());
            unknown += if free { 0 } else { sum.unknown() };
            // What was spent in another currency is on another account.
            let Some(cost) = charged.get(&currency) else { continue };
            state.spent += *cost;
            let mean = state.means.entry((account.role.clone(), account.model.clone())).or_default();
            *mean = (mean.0 + sum.asks, mean.1 + *cost);
        }
        if !unpriced.is_empty() {
            unpriced.sort_unstable();
            unpriced.dedup();
            return Err(BudgetError::Unpriced(unpriced));
        }
        if unknown > 0 {
            return Err(BudgetError::Unknown(unknown));
        }
        Ok(Self { limit, currency, prices: priced, state: Mutex::new(state), settled: Notify::new() })
    }

    /// The model, held to the budget in a role.
    pub fn holding(self: &Arc<Self>, role: &str, model: Arc<dyn Model>) -> Arc<dyn Model> {
        match self.prices.get(model.name()).cloned() {
            Some(price) => {
                Arc::new(Held { budget: Arc::clone(self), role: role.to_owned(), price, inner: model })
            }
            None => model,
        }
    }

    /// Whether an ask was refused.
    pub fn is_reached(&self) -> bool {
        self.state().reached
    }

    /// How it stands.
    pub fn report(&self) -> BudgetReport {
        let state = self.state();
        BudgetReport {
            limit: self.limit,
            spent: state.spent,
            currency: self.currency.clone(),
            reached: state.reached,
            overshoot: state.overshoot.max(state.spent.less(self.limit)),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets money aside, as soon as there is room.
    async fn set_aside(&self, key: (String, String), worst: Money) -> Result<Aside<'_>, Failure> {
        loop {
            // Made before the look, so that nothing that settles in between is missed.
            let settled = self.settled.notified();
            {
                let mut state = self.state();
                let expected = match state.means.get(&key) {
                    Some((asks, cost)) if *asks >= WORST_FIRST => cost.shared_by(*asks).min(worst),
                    _ => worst,
                };
                if !state.reached && state.spent + state.aside + expected <= self.limit {
                    state.aside += expected;
                    state.worst += worst;
                    state.in_flight += 1;
                    let most = (state.spent + state.worst).less(self.limit);
                    state.overshoot = state.overshoot.max(most);
                    return Ok(Aside { budget: self, key: Some(key), expected, worst });
                }
                if state.reached || state.in_flight == 0 || state.spent + expected > self.limit {
                    state.reached = true;
                    drop(state);
                    self.settled.notify_waiters();
                    return Err(self.refused(expected));
                }
            }
            settled.await;
        }
    }

    fn refused(&self, expected: Money) -> Failure {
        let currency = &self.currency;
        let message = format!(
            "not asked: it may cost {currency} {expected}, and the cost limit of {currency} {} would be passed",
            self.limit
        );
        Failure { kind: FailureKind::Budget, message, attempts: Vec::new() }
    }
}

/// Money set aside for one ask; what is dropped unsettled is free again.
struct Aside<'a> {
    budget: &'a Budget,
    key: Option<(String, String)>,
    expected: Money,
    worst: Money,
}

impl Aside<'_> {
    fn settle(mut self, cost: Money, mean: bool) {
        let key = self.key.take();
        let mut state = self.budget.state();
        state.spent += cost;
        if let Some(key) = key.filter(|_| mean) {
            let mean = state.means.entry(key).or_default();
            *mean = (mean.0 + 1, mean.1 + cost);
        }
    }
}

impl Drop for Aside<'_> {
    fn drop(&mut self) {
        {
            let mut state = self.budget.state();
            state.aside = state.aside.less(self.expected);
            state.worst = state.worst.less(self.worst);
            state.in_flight = state.in_flight.saturating_sub(1);
        }
        self.budget.settled.notify_waiters();
    }
}

struct Held {
    budget: Arc<Budget>,
    role: String,
    price: Price,
    inner: Arc<dyn Model>,
}

impl Model for Held {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn endpoint(&self) -> Option<&str> {
        self.inner.endpoint()
    }

    fn ask<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async move {
            let at_most = request_at_most(request);
            let worst = self.price.at_most(at_most.prompt, at_most.completion);
            let key = (self.role.clone(), self.inner.name().to_owned());
            let aside = self.budget.set_aside(key, worst).await?;
            let result = self.inner.ask(request).await;
            let attempts = match &result {
                Ok(reply) => &reply.attempts,
                Err(failure) => &failure.attempts,
            };
            let failed = attempts.iter().filter_map(|attempt| attempt.usage.as_ref());
            let charged: Money = failed.filter_map(Tokens::told).map(|tokens| self.price.cost(&tokens)).sum();
            let own = result.as_ref().ok().map(|reply| match Tokens::told(&reply.usage) {
                Some(tokens) => self.price.cost(&tokens),
                None => {
                    let tokens = untold(&at_most, [&reply.text, &reply.reasoning]);
                    self.price.at_most(tokens.prompt, tokens.completion)
                }
            });
            aside.settle(charged + own.unwrap_or_default(), own.is_some());
            result
        })
    }
}

/// Why a budget cannot be kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BudgetError {
    /// These models have no known price.
    #[error("--cost-limit needs the price of every model, and none is known of {}", .0.join(", "))]
    Unpriced(Vec<String>),
    /// So many earlier answers neither tell their tokens nor what they may have come to.
    #[error("--cost-limit counts what the run has cost so far, and of {0} earlier answers nobody knows it")]
    Unknown(u64),
    /// The models' prices are in several currencies.
    #[error("--cost-limit is one sum, and the prices of the models are in {}", .0.join(" and "))]
    Currencies(Vec<String>),
}

#[cfg(test)]
mod tests;
