//! What models cost: prices per million tokens, and sums of money that add up exactly.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, AddAssign};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::exchange::Usage;

/// The prices known by name.
const KNOWN: &str = include_str!("prices.toml");

/// Parts of a currency's unit in which money is counted.
const PARTS: f64 = 1e12;

/// Dearest price that is believed, per million tokens.
const DEAREST: f64 = 1e6;

/// The currency of a price that names none.
const DEFAULT_CURRENCY: &str = "USD";

/// A sum of money of one currency, in millionths of a millionth of its unit: sums are exact, in
/// whatever order they are made. Files have it in units of the currency.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Money(u64);

impl Money {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// So many units of the currency; `None` when that is no sum: negative, not finite, beyond
    /// eighteen million.
    pub fn of_units(units: f64) -> Option<Self> {
        let parts = (units * PARTS).round();
        (parts >= 0.0 && parts < u64::MAX as f64).then_some(Self(parts as u64))
    }

    /// In units of the currency.
    pub fn units(self) -> f64 {
        self.0 as f64 / PARTS
    }

    /// What is left when `other` is taken off; nothing where that is more.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// So many times as much.
    #[must_use]
    pub fn times(self, n: u64) -> Self {
        Self(self.0.saturating_mul(n))
    }

    /// The part of each of `n`, rounded up.
    #[must_use]
    pub fn shared_by(self, n: u64) -> Self {
        Self(self.0.div_ceil(n.max(1)))
    }
}

impl Add for Money {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Money {
    fn sum<I: Iterator<Item = Self>>(sums: I) -> Self {
        sums.fold(Self::ZERO, Self::add)
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.units())
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let units = f64::deserialize(deserializer)?;
        Self::of_units(units).ok_or_else(|| D::Error::custom("a sum of money is 0 or more"))
    }
}

/// Tokens as they are charged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tokens {
    /// Of the prompt, cached ones included.
    pub prompt: u64,
    /// Part of the prompt that came from the server's cache.
    pub cached: u64,
    /// Of the reply, reasoning included.
    pub completion: u64,
    /// Part of the reply spent on reasoning.
    pub reasoning: u64,
}

impl Tokens {
    /// What a server told; `None` when it told nothing.
    pub fn told(usage: &Usage) -> Option<Self> {
        if usage.prompt_tokens.is_none() && usage.completion_tokens.is_none() {
            return None;
        }
        let [prompt, cached, completion, reasoning] =
            [usage.prompt_tokens, usage.cached_tokens, usage.completion_tokens, usage.reasoning_tokens]
                .map(|count| count.unwrap_or(0));
        // A server that counts more reasoning than reply counts it apart.
        let completion =
            if reasoning > completion { completion.saturating_add(reasoning) } else { completion };
        Some(Self { prompt, cached: cached.min(prompt), completion, reasoning })
    }

    /// Adds another's.
    pub fn add(&mut self, other: &Self) {
        self.prompt = self.prompt.saturating_add(other.prompt);
        self.cached = self.cached.saturating_add(other.cached);
        self.completion = self.completion.saturating_add(other.completion);
        self.reasoning = self.reasoning.saturating_add(other.reasoning);
    }
}

/// A `[prices."PROVIDER/MODEL"]` table: per million tokens.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceTable {
    /// Of prompts.
    pub input: f64,
    /// Of the part of prompts that the server's cache holds (default: as `input`).
    pub cached_input: Option<f64>,
    /// Of replies, reasoning included.
    pub output: f64,
    /// Three letters (default: USD).
    pub currency: Option<String>,
    /// Who says so.
    pub source: Option<String>,
    /// When they did, as `2026-11-30`.
    pub date: Option<jiff::civil::Date>,
}

/// What a model costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Price {
    /// A token of the prompt.
    input: Money,
    /// A token of the prompt from the server's cache.
    cached: Money,
    /// A token of the reply.
    output: Money,
    /// Three letters.
    pub currency: String,
    /// Who says so, and when.
    pub source: Option<String>,
}

impl Price {
    fn new(table: &PriceTable) -> Result<Self, String> {
        let per_token = |field: &str, per_million: f64| match Money::of_units(per_million / 1e6) {
            Some(price) if per_million <= DEAREST => Ok(price),
            _ => Err(format!("{field} = {per_million} is no price for a million tokens")),
        };
        let input = per_token("input", table.input)?;
        let cached = table.cached_input.map(|price| per_token("cached_input", price)).transpose()?;
        let currency = table.currency.as_deref().unwrap_or(DEFAULT_CURRENCY).to_owned();
        if currency.len() != 3 || !currency.bytes().all(|letter| letter.is_ascii_uppercase()) {
            return Err(format!("currency = \"{currency}\" is none: write three capitals, such as USD"));
        }
        let source = match (&table.source, table.date) {
            (Some(source), Some(date)) => Some(format!("{source} ({date})")),
            (source, date) => source.clone().or(date.map(|date| date.to_string())),
        };
        let output = per_token("output", table.output)?;
        Ok(Self { input, cached: cached.unwrap_or(input), output, currency, source })
    }

    /// What runs on this machine, by this program.
    fn nothing() -> Self {
        Self {
            input: Money::ZERO,
            cached: Money::ZERO,
            output: Money::ZERO,
            currency: DEFAULT_CURRENCY.to_owned(),
            source: None,
        }
    }

    /// Whether nothing is charged for anything.
    pub fn is_free(&self) -> bool {
        [self.input, self.cached, self.output] == [Money::ZERO; 3]
    }

    /// What so many tokens cost.
    pub fn cost(&self, tokens: &Tokens) -> Money {
        let Tokens { prompt, cached, completion, .. } = *tokens;
        let cached = cached.min(prompt);
        self.input.times(prompt - cached) + self.cached.times(cached) + self.output.times(completion)
    }

    /// The most that so many tokens can cost.
    pub fn at_most(&self, prompt: u64, completion: u64) -> Money {
        self.input.max(self.cached).times(prompt) + self.output.times(completion)
    }
}

/// Why prices cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PriceError {
    /// The prices known by name are malformed.
    #[error("failed to read the prices known by name: {0}")]
    Known(String),
    /// A table is.
    #[error("[prices.\"{model}\"]: {why}")]
    Table {
        /// Whose.
        model: String,
        /// What is wrong.
        why: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    prices: BTreeMap<String, PriceTable>,
}

/// All prices known in a run. A model that is in none of the tables has no known price: that is not
/// the same as costing nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prices {
    own: BTreeMap<String, Price>,
    known: BTreeMap<String, Price>,
}

impl Prices {
    /// The prices known by name, and before them a user's own, by `provider/model` or `provider/*`.
    ///
    /// # Errors
    /// A table that names no model or holds no price: which, and what is wrong.
    pub fn new(own: &BTreeMap<String, PriceTable>) -> Result<Self, PriceError> {
        let known: File = toml::from_str(KNOWN).map_err(|error| PriceError::Known(error.to_string()))?;
        Ok(Self { own: priced(own)?, known: priced(&known.prices)? })
    }

    /// What a model costs; `None` when nobody said.
    pub fn of(&self, model: &str) -> Option<Price> {
        let provider = || Some(format!("{}/*", model.split_once('/')?.0));
        let own = self.own.get(model).or_else(|| self.own.get(&provider()?));
        let price = own.or_else(|| self.known.get(model)).cloned();
        price.or_else(|| (model.starts_with("local/") || model.starts_with("builtin/")).then(Price::nothing))
    }
}

fn priced(tables: &BTreeMap<String, PriceTable>) -> Result<BTreeMap<String, Price>, PriceError> {
    let price = |(model, table): (&String, &PriceTable)| {
        let price = match model.contains('/') {
            true => Price::new(table),
            false => Err("it names no model: write \"PROVIDER/MODEL\", or \"PROVIDER/*\" for all".to_owned()),
        };
        let price = price.map_err(|why| PriceError::Table { model: model.clone(), why })?;
        Ok((model.clone(), price))
    };
    tables.iter().map(price).collect()
}

impl fmt::Display for Money {
    /// Units of the currency, to as many places as show something.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.units() {
            0.0 => f.write_str("0"),
            units if units < 0.01 => write!(f, "{units:.6}"),
            units => write!(f, "{units:.4}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> BTreeMap<String, PriceTable> {
        toml::from_str::<File>(text).expect("well formed").prices
    }

    #[test]
    fn cached_tokens_have_their_own_price_and_reasoning_that_of_replies() {
        let own = table("[prices.\"a/b\"]\ninput = 2.0\ncached_input = 0.5\noutput = 8\n");
        let price = Prices::new(&own).expect("good prices").of("a/b").expect("priced");
        let usage = Usage {
            prompt_tokens: Some(1000),
            cached_tokens: Some(400),
            completion_tokens: Some(200),
            reasoning_tokens: Some(150),
        };
        let tokens = Tokens::told(&usage).expect("told");
        // 600 x 2 + 400 x 0.5 + 200 x 8, all in millionths.
        assert_eq!(price.cost(&tokens), Money::of_units(0.003).expect("a sum"));
        let apart = Usage { completion_tokens: Some(100), ..usage };
        assert_eq!(Tokens::told(&apart).expect("told").completion, 250);
        assert_eq!(Tokens::told(&Usage::default()), None);
        let nothing = Usage { prompt_tokens: Some(10), cached_tokens: Some(50), ..Usage::default() };
        assert_eq!(Tokens::told(&nothing).expect("told").cached, 10);
    }

    #[test]
    fn an_unknown_price_is_none_and_one_of_nothing_is_nothing() {
        let own = table(
            "[prices.\"ollama/*\"]\ninput = 0\noutput = 0\n[prices.\"ollama/big\"]\ninput = 1\noutput = 1\n",
        );
        let prices = Prices::new(&own).expect("good prices");
        let million = Tokens { prompt: 1_000_000, ..Tokens::default() };
        let cost = |model: &str| prices.of(model).map(|price| price.cost(&million).units());
        assert_eq!(cost("ollama/small"), Some(0.0));
        assert_eq!(cost("ollama/big"), Some(1.0));
        assert_eq!(cost("vllm/small"), None);
        assert_eq!(cost("openai/gpt-4.1"), Some(2.0));
        assert_eq!(cost("local/smollm2"), Some(0.0));
    }

    #[test]
    fn every_price_known_by_name_says_from_where_and_when() {
        let known: File = toml::from_str(KNOWN).expect("well formed");
        assert!(!known.prices.is_empty());
        for (model, price) in known.prices {
            assert!(price.source.is_some() && price.date.is_some() && price.currency.is_some(), "{model}");
        }
    }

    #[test]
    fn prices_that_are_none_are_refused() {
        for (text, says) in [
            ("[prices.\"a/b\"]\ninput = -1\noutput = 1\n", "input = -1"),
            ("[prices.\"a/b\"]\ninput = 1\noutput = nan\n", "output = NaN"),
            ("[prices.\"a/b\"]\ninput = 1\noutput = 1e9\n", "output = 1000000000"),
            ("[prices.\"a/b\"]\ninput = 1\noutput = 1\ncurrency = \"dollars\"\n", "USD"),
            ("[prices.gpt]\ninput = 1\noutput = 1\n", "PROVIDER/MODEL"),
        ] {
            let error = Prices::new(&table(text)).expect_err(text).to_string();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn money_is_exact_in_files() {
        let sum: Money = std::iter::repeat_n(Money::of_units(0.1).expect("a sum"), 3).sum();
        assert_eq!(serde_json::to_string(&sum).expect("plain"), "0.3");
        assert_eq!(serde_json::from_str::<Money>("0.3").expect("a sum"), sum);
        assert!(serde_json::from_str::<Money>("-1").is_err());
        assert_eq!(sum.shared_by(7).times(7).less(sum), Money(6));
    }
}
