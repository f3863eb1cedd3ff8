use std::time::Duration;

use serde_json::value::RawValue;
use tokio::time::sleep;

use super::*;
use crate::model::estimate::{Estimate, prompt_tokens, tokens_at_most};
use crate::model::exchange::{Message, Params, Role, Usage};
use crate::model::price::PriceTable;

/// Takes a second and so many tokens for each reply; a token costs 1.
struct Slow {
    tokens: Mutex<Vec<u64>>,
}

impl Model for Slow {
    fn name(&self) -> &str {
        "a/b"
    }

    fn ask<'a>(&'a self, _: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async {
            sleep(Duration::from_secs(1)).await;
            let tokens = self.tokens.lock().expect("no ask panics").pop();
            let usage = Usage { prompt_tokens: Some(0), completion_tokens: tokens, ..Usage::default() };
            let raw = RawValue::NULL.to_owned();
            Ok(Reply {
                text: Some(String::new()),
                reasoning: None,
                finish: None,
                usage,
                raw,
                attempts: Vec::new(),
            })
        })
    }
}

fn prices(input: f64, output: f64) -> Prices {
    let table = PriceTable { input, cached_input: None, output, currency: None, source: None, date: None };
    Prices::new(&BTreeMap::from([("a/b".to_owned(), table)])).expect("good prices")
}

fn held(limit: f64, tokens: Vec<u64>) -> (Arc<Budget>, Arc<dyn Model>) {
    let limit = Money::of_units(limit).expect("a sum");
    let budget = Budget::new(limit, &["a/b"], &prices(0.0, 1e6), &BTreeMap::new()).expect("priced");
    let budget = Arc::new(budget);
    let model = budget.holding("user", Arc::new(Slow { tokens: Mutex::new(tokens) }));
    (budget, model)
}

fn request() -> Request {
    let messages = vec![Message { role: Role::User, content: "hi".to_owned() }];
    Request {
        messages,
        params: Params { temperature: None, max_tokens: Some(10), ..Params::default() },
        schema: None,
    }
}

async fn asked(model: &Arc<dyn Model>, n: usize) -> (usize, usize) {
    let request = request();
    let asks = (0..n).map(|_| model.ask(&request));
    let done = futures::future::join_all(asks).await;
    let refused =
        done.iter().filter(|done| done.as_ref().is_err_and(|f| f.kind == FailureKind::Budget)).count();
    (done.len() - refused, refused)
}

#[tokio::test(start_paused = true)]
async fn asks_wait_for_cheaper_ones_and_the_limit_is_kept() {
    // At worst each costs 10, in truth 1.
    let (budget, model) = held(25.0, vec![1; 100]);
    assert_eq!(asked(&model, 100).await, (25, 75));
    let report = budget.report();
    assert!(report.reached && report.spent <= report.limit + report.overshoot, "{report:?}");
    assert_eq!(report.spent.units(), 25.0);
    assert_eq!(asked(&model, 3).await, (0, 3), "what is reached stays so");
}

#[tokio::test(start_paused = true)]
async fn a_mean_that_is_too_low_overshoots_by_no_more_than_the_bound() {
    // Popped from the end: ten cheap ones, then dear ones.
    let tokens = [vec![10; 40], vec![1; 10]].concat();
    let (budget, model) = held(60.0, tokens);
    asked(&model, 50).await;
    let report = budget.report();
    assert!(report.reached && report.spent > report.limit, "{report:?}");
    assert!(report.overshoot > Money::ZERO && report.spent <= report.limit + report.overshoot, "{report:?}");
}

#[tokio::test(start_paused = true)]
async fn a_limit_below_the_worst_of_one_ask_asks_nobody() {
    let (budget, model) = held(9.0, vec![1; 10]);
    assert_eq!(asked(&model, 5).await, (0, 5));
    assert_eq!(budget.report().spent, Money::ZERO);
}

#[tokio::test(start_paused = true)]
async fn what_is_given_up_is_free_again() {
    let (budget, model) = held(10.0, vec![1; 10]);
    let given_up = tokio::time::timeout(Duration::from_millis(10), model.ask(&request())).await;
    assert!(given_up.is_err());
    assert_eq!(asked(&model, 1).await, (1, 0));
    assert_eq!(budget.report().spent.units(), 1.0);
}

/// Told nothing, as a server of the model that writes on and on.
struct Untold;

impl Model for Untold {
    fn name(&self) -> &str {
        "a/b"
    }

    fn ask<'a>(&'a self, _: &'a Request) -> BoxFuture<'a, Result<Reply, Failure>> {
        let (text, raw) = (Some("x".repeat(100)), RawValue::NULL.to_owned());
        let usage = Usage::default();
        Box::pin(async move {
            Ok(Reply { text, reasoning: None, finish: None, usage, raw, attempts: Vec::new() })
        })
    }
}

#[tokio::test]
async fn an_untold_reply_is_charged_no_more_than_was_set_aside() {
    let limit = Money::of_units(10.0).expect("a sum");
    let budget = Budget::new(limit, &["a/b"], &prices(0.0, 1e6), &BTreeMap::new()).expect("priced");
    let budget = Arc::new(budget);
    let model = budget.holding("user", Arc::new(Untold));
    assert_eq!(asked(&model, 3).await, (1, 2));
    let report = budget.report();
    assert_eq!((report.spent, report.overshoot), (limit, Money::ZERO));
}

#[tokio::test(start_paused = true)]
async fn what_servers_charged_beyond_the_worst_is_in_the_bound() {
    let (budget, model) = held(10.0, vec![15]);
    asked(&model, 1).await;
    assert_eq!(budget.report().overshoot.units(), 5.0);
}

#[test]
fn a_model_without_a_price_or_two_currencies_are_no_budget() {
    let limit = Money::of_units(1.0).expect("a sum");
    let refused =
        |models: &[&str], prices: &Prices| Budget::new(limit, models, prices, &BTreeMap::new()).err();
    assert_eq!(
        refused(&["a/b", "c/d", "c/d"], &prices(1.0, 1.0)),
        Some(BudgetError::Unpriced(vec!["c/d".to_owned()]))
    );
    let yuan = PriceTable {
        input: 1.0,
        cached_input: None,
        output: 1.0,
        currency: Some("CNY".to_owned()),
        source: None,
        date: None,
    };
    let own = Prices::new(&BTreeMap::from([("a/b".to_owned(), yuan)])).expect("good prices");
    let both = refused(&["a/b", "openai/gpt-4.1"], &own);
    assert_eq!(both, Some(BudgetError::Currencies(vec!["CNY".to_owned(), "USD".to_owned()])));
}

#[test]
fn estimates_of_tokens_are_rather_too_high() {
    assert_eq!(tokens_at_most("abcde"), 3);
    assert_eq!(tokens_at_most("借条"), 4);
    assert_eq!(prompt_tokens(&request()), Estimate { least: 1, most: 17 });
}
