//! Standard errors, intervals and bootstraps of means and shares.

use serde::Deserialize;

use super::arguments::{LEVEL, RESAMPLES, SEED};
use super::input::{Name, decode, encode};
use super::lexpilot::Values;
use super::{Column, MetricInfo, ParamInfo, Shape};
use crate::stats::bootstrap::{bootstrap_from_replicates, bootstrap_mean};
use crate::stats::clustered::{cluster_bootstrap, cluster_se, se_mean};
use crate::stats::crossed::{CrossedObservation, crossed_ratio};
use crate::stats::proportions::proportion_ci;

pub(super) const METRICS: &[MetricInfo] = &[
    MetricInfo {
        name: "se_mean",
        summary: "mean with its standard error for independent observations",
        params: &[LEVEL],
        input: "values[]",
        output: "n, mean, se, se_bernoulli, ci_low, ci_high, wilson_low, wilson_high (0/1 data)",
        source: "LRB Table 3; Miller 2024",
        shape: Shape::Columns(&[Column::number("values")]),
        run: |arguments, input| encode(se_mean(&decode::<Values<f64>>(input)?.values, arguments.level()?)?),
    },
    MetricInfo {
        name: "cluster_se",
        summary: "mean with standard errors for clustered observations",
        params: &[LEVEL],
        input: "values[], clusters[] names",
        output: "n, n_clusters, mean, se_iid, se_cr0, se_cr1, se_miller, ci_low, ci_high, ci_low_t, ci_high_t",
        source: "LRB 3.3; Miller 2024, 2.2",
        shape: Shape::Columns(&[Column::number("values"), Column::text("clusters")]),
        run: |arguments, input| {
            let given: Clustered = decode(input)?;
            encode(cluster_se(&given.values, &given.clusters, arguments.level()?)?)
        },
    },
    MetricInfo {
        name: "cluster_bootstrap",
        summary: "percentile interval of a mean, clusters resampled",
        params: &[LEVEL, RESAMPLES, SEED],
        input: "values[], clusters[] names",
        output: "n_clusters, mean, ci_low, ci_high, se_boot",
        source: "LRB 5.3",
        shape: Shape::Columns(&[Column::number("values"), Column::text("clusters")]),
        run: |arguments, input| {
            let given: Clustered = decode(input)?;
            encode(cluster_bootstrap(&given.values, &given.clusters, &arguments.bootstrap()?)?)
        },
    },
    MetricInfo {
        name: "crossed_ratio",
        summary: "a ratio of sums with standard errors clustered two ways at once",
        params: &[LEVEL],
        input: "observations[] = {numerator, denominator (1 if left out), first, second}",
        output: "n, n_first, n_second, ratio, se_first, se_second, se_both, ci_low, ci_high, ci_low_t, ci_high_t",
        source: "LexPilot C.1 (writers crossed with cases); Cameron, Gelbach and Miller 2011",
        shape: Shape::Records {
            list: "observations",
            columns: &[
                Column::number("numerator"),
                Column::number("denominator").optional(),
                Column::text("first"),
                Column::text("second"),
            ],
        },
        run: |arguments, input| {
            let given: Observations = decode(input)?;
            let observations: Vec<CrossedObservation> =
                given.observations.into_iter().map(CrossedObservation::from).collect();
            encode(crossed_ratio(&observations, arguments.level()?)?)
        },
    },
    MetricInfo {
        name: "proportion_ci",
        summary: "Wilson and Clopper-Pearson intervals of a proportion",
        params: &[LEVEL],
        input: "k successes, n trials",
        output: "rate, wilson_low, wilson_high, cp_low, cp_high",
        source: "not in the papers",
        shape: Shape::Record(&[Column::number("k"), Column::number("n")]),
        run: |arguments, input| {
            let given: Proportion = decode(input)?;
            encode(proportion_ci(given.k, given.n, arguments.level()?)?)
        },
    },
    MetricInfo {
        name: "bootstrap_from_replicates",
        summary: "percentile and BCa intervals from given replicates of a mean",
        params: &[LEVEL],
        input: "data[], replicates[]",
        output: "theta_hat, percentile_low, percentile_high, se_boot, bca_low, bca_high, z0, accel",
        source: "Efron and Tibshirani 1993, 13-14",
        shape: Shape::Document,
        run: |arguments, input| {
            let given: Replicates = decode(input)?;
            encode(bootstrap_from_replicates(&given.data, &given.replicates, arguments.level()?)?)
        },
    },
    MetricInfo {
        name: "bootstrap_mean",
        summary: "percentile and BCa intervals of a mean from our own resamples",
        params: &[
            LEVEL,
            RESAMPLES,
            SEED,
            ParamInfo {
                name: "lattice",
                default: "none",
                meaning: "s such that s x value is a whole number",
            },
        ],
        input: "values[]",
        output: "n, mean, percentile_low, percentile_high, bca_low, bca_high, accel",
        source: "Efron and Tibshirani 1993, 13-14",
        shape: Shape::Columns(&[Column::number("values")]),
        run: |arguments, input| {
            let given: Values<f64> = decode(input)?;
            let lattice = arguments.optional("lattice")?;
            encode(bootstrap_mean(&given.values, lattice, &arguments.bootstrap()?)?)
        },
    },
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clustered {
    values: Vec<f64>,
    clusters: Vec<Name>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Observations {
    observations: Vec<Observation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Observation {
    numerator: f64,
    #[serde(default)]
    denominator: Option<f64>,
    first: Name,
    second: Name,
}

impl From<Observation> for CrossedObservation {
    fn from(given: Observation) -> Self {
        Self {
            numerator: given.numerator,
            denominator: given.denominator.unwrap_or(1.0),
            first: given.first.0,
            second: given.second.0,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proportion {
    k: u32,
    n: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Replicates {
    data: Vec<f64>,
    replicates: Vec<f64>,
}
