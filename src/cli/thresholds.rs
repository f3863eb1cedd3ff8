//! `--fail-under METRIC=VALUE`.

use crate::cli::args::ThresholdArgs;
use crate::cli::exit::Failed;
use crate::suite::{Estimate, Suite};

/// A metric and the least it may be.
#[derive(Clone, PartialEq, Debug)]
pub struct Threshold {
    metric: String,
    value: f64,
}

/// Reads the flag's values.
///
/// # Errors
/// When one is not METRIC=NUMBER.
pub fn parse(given: &ThresholdArgs) -> Result<Vec<Threshold>, Failed> {
    given
        .fail_under
        .iter()
        .map(|text| {
            let parts = text.split_once('=').and_then(|(metric, value)| {
                let value: f64 = value.trim().parse().ok()?;
                value.is_finite().then(|| Threshold { metric: metric.trim().to_owned(), value })
            });
            parts.filter(|threshold| !threshold.metric.is_empty()).ok_or_else(|| {
                Failed::usage(
                    format!("--fail-under cannot read `{text}`"),
                    "write METRIC=NUMBER, such as --fail-under macro_f1=0.8",
                )
            })
        })
        .collect()
}

/// Refuses a metric that a study scores under no circumstances, before anybody is asked.
///
/// # Errors
/// When there is one: its name, and what the study scores.
pub fn known(thresholds: &[Threshold], study: &impl Suite) -> Result<(), Failed> {
    let scored = study.metrics();
    match thresholds.iter().find(|threshold| !scored.contains(&threshold.metric.as_str())) {
        None => Ok(()),
        Some(Threshold { metric, .. }) => Err(Failed::usage(
            format!("--fail-under names `{metric}`, which is not scored here"),
            format!("there are: {}", scored.join(", ")),
        )),
    }
}

/// A line for each overall estimate that is below its threshold, or undefined; and for each metric
/// that no estimate carries.
pub fn below(thresholds: &[Threshold], estimates: &[Estimate]) -> Vec<String> {
    let mut lines = Vec::new();
    let several = estimates.windows(2).any(|two| two[0].judge != two[1].judge);
    for Threshold { metric, value } in thresholds {
        let mut found = false;
        for estimate in estimates.iter().filter(|e| e.group.is_none() && e.metric == *metric) {
            found = true;
            let mut at = match &estimate.setup {
                Some(setup) => format!("{} {setup}", estimate.task),
                None => estimate.task.clone(),
            };
            if several {
                at = format!("{at} under {}", estimate.judge);
            }
            match estimate.point {
                Some(point) if point >= *value => {}
                Some(point) => {
                    lines.push(format!("{metric} of {} in {at} is {point:.3}, below {value}", estimate.model))
                }
                None => {
                    lines.push(format!("{metric} of {} in {at} is undefined, wanted {value}", estimate.model))
                }
            }
        }
        if !found {
            lines.push(format!("no metric `{metric}` was scored, wanted {value}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(given: &str) -> Result<Vec<Threshold>, Failed> {
        parse(&ThresholdArgs { fail_under: vec![given.to_owned()] })
    }

    #[test]
    fn a_threshold_is_a_metric_and_a_number() {
        let one = parsed("macro_f1=0.8").expect("well formed");
        assert_eq!(one, [Threshold { metric: "macro_f1".into(), value: 0.8 }]);
        for bad in ["macro_f1", "=1", "macro_f1=high", "macro_f1=NaN"] {
            assert!(parsed(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_metric_that_nobody_scored_is_below() {
        let thresholds = parsed("macro_f2=0.8").expect("well formed");
        assert_eq!(below(&thresholds, &[]), ["no metric `macro_f2` was scored, wanted 0.8"]);
    }
}
