//! The options of a metric, checked against what it declares.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{MetricError, MetricInfo, ParamInfo, nearest};
use crate::stats::resampling::CaseBootstrap;

/// `level` of an interval.
pub(super) const LEVEL: ParamInfo =
    ParamInfo { name: "level", default: "0.95", meaning: "confidence level of the interval" };
/// `alpha` of a test.
pub(super) const ALPHA: ParamInfo =
    ParamInfo { name: "alpha", default: "0.05", meaning: "level of the test, two-sided" };
/// `resamples` of a bootstrap.
pub(super) const RESAMPLES: ParamInfo = ParamInfo {
    name: "resamples",
    default: "20000",
    meaning: "number of bootstrap resamples, at most 1000000",
};
/// `seed` of a bootstrap.
pub(super) const SEED: ParamInfo =
    ParamInfo { name: "seed", default: "0", meaning: "seed of the resampling, a whole number" };

const RESAMPLES_DEFAULT: u64 = 20_000;
const RESAMPLES_MAX: u64 = 1_000_000;

/// The options given for one run of a metric.
pub(super) struct Arguments {
    given: Map<String, Value>,
}

impl Arguments {
    /// Takes an object of options, or null; refuses options that the metric does not declare.
    pub(super) fn of(metric: &MetricInfo, params: &Value) -> Result<Self, MetricError> {
        let given = match params {
            Value::Null => Map::new(),
            Value::Object(given) => given.clone(),
            _ => return Err(MetricError::input("params", "an object of options is expected")),
        };
        for name in given.keys() {
            if metric.params.iter().any(|param| param.name == name) {
                continue;
            }
            let declared = metric.params.iter().map(|param| param.name);
            let reason = match nearest(name, declared) {
                Some(close) => format!("unknown option, did you mean {close:?}?"),
                None => format!("`{}` has no such option", metric.name),
            };
            return Err(MetricError::param(name, reason));
        }
        Ok(Self { given })
    }

    /// The option as `T`; null is absent.
    pub(super) fn optional<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, MetricError> {
        match self.given.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => serde_json::from_value(value.clone())
                .map(Some)
                .map_err(|error| MetricError::param(name, error.to_string())),
        }
    }

    pub(super) fn number(&self, name: &str, default: f64) -> Result<f64, MetricError> {
        Ok(self.optional(name)?.unwrap_or(default))
    }

    /// The option, which must be given.
    pub(super) fn required<T: DeserializeOwned>(&self, name: &str) -> Result<T, MetricError> {
        self.optional(name)?.ok_or_else(|| MetricError::param(name, "must be given"))
    }

    pub(super) fn level(&self) -> Result<f64, MetricError> {
        self.number("level", 0.95)
    }

    pub(super) fn alpha(&self) -> Result<f64, MetricError> {
        self.number("alpha", 0.05)
    }

    /// `level`, `resamples` and `seed` together.
    pub(super) fn bootstrap(&self) -> Result<CaseBootstrap, MetricError> {
        let resamples = self.optional::<u64>("resamples")?.unwrap_or(RESAMPLES_DEFAULT);
        if !(1..=RESAMPLES_MAX).contains(&resamples) {
            return Err(MetricError::param(
                "resamples",
                format!("{resamples} is not between 1 and {RESAMPLES_MAX}"),
            ));
        }
        let level = self.level()?;
        if !(level > 0.0 && level < 1.0) {
            return Err(MetricError::param(
                "level",
                format!("{level} is not between 0 and 1, both excluded"),
            ));
        }
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.optional::<u64>("seed")?.unwrap_or(0).to_le_bytes());
        Ok(CaseBootstrap { resamples: resamples as usize, level, seed })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::find;
    use super::*;

    fn arguments(params: Value) -> Result<Arguments, MetricError> {
        Arguments::of(find("cluster_bootstrap").unwrap(), &params)
    }

    #[test]
    fn an_unknown_option_is_refused_with_the_nearest() {
        let error = arguments(json!({"levle": 0.9})).err().unwrap();
        assert_eq!(error.to_string(), "params.levle: unknown option, did you mean \"level\"?");
        assert!(arguments(json!([])).is_err());
    }

    #[test]
    fn options_out_of_range_are_refused_by_name() {
        for (params, field) in [
            (json!({"level": 1.5}), "params.level"),
            (json!({"level": "high"}), "params.level"),
            (json!({"resamples": 0}), "params.resamples"),
            (json!({"seed": -1}), "params.seed"),
        ] {
            let error = arguments(params).unwrap().bootstrap().unwrap_err();
            assert!(error.to_string().starts_with(field), "{error}");
        }
    }

    #[test]
    fn the_seed_becomes_the_key_of_the_stream() {
        let options = arguments(json!({"seed": 258, "level": null})).unwrap().bootstrap().unwrap();
        assert_eq!((options.seed[0], options.seed[1], options.level), (2, 1, 0.95));
    }
}
