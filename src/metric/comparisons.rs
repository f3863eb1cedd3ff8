//! Comparisons of systems: paired tests, power, families of tests, reliability, regression.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::arguments::{ALPHA, Arguments, LEVEL};
use super::input::{Binary, Name, decode, encode};
use super::{Column, MetricError, MetricInfo, ParamInfo, Shape};
use crate::stats::logistic::{Logistic, LogisticData, logistic};
use crate::stats::mcnemar::{PairedOutcomes, mcnemar, mcnemar_power};
use crate::stats::multiplicity::holm;
use crate::stats::paired::paired_diff;
use crate::stats::power::{PairedPlan, Spread, power_paired};
use crate::stats::reliability::{TaskRuns, pass_k};

pub(super) const METRICS: &[MetricInfo] = &[
    MetricInfo {
        name: "paired_diff",
        summary: "difference of two systems question by question, with paired standard errors and tests",
        params: &[LEVEL],
        input: "a[], b[] numbers; clusters[] names, optional",
        output: "n, mean_a, mean_b, diff, se, se_unpaired, corr, ci_low, ci_high, ci_low_t, ci_high_t, p_z, p_t, \
                 se_clustered",
        source: "LRB appendix D; Miller 2024, 4",
        shape: Shape::Columns(&[
            Column::number("a"),
            Column::number("b"),
            Column::text("clusters").optional(),
        ]),
        run: |arguments, input| {
            let given: PairedInput = decode(input)?;
            encode(paired_diff(&given.a, &given.b, given.clusters.as_deref(), arguments.level()?)?)
        },
    },
    MetricInfo {
        name: "mcnemar",
        summary: "McNemar's test of paired binary outcomes: exact, mid-p and chi-squared",
        params: &[],
        input: "a_only, b_only; both, neither optional, for diff",
        output: "p_exact, p_mid, chi2, p_chi2, n_discordant, odds_ratio, diff",
        source: "LRB appendix D",
        shape: Shape::Record(&[
            Column::number("a_only"),
            Column::number("b_only"),
            Column::number("both").optional(),
            Column::number("neither").optional(),
        ]),
        run: |_, input| {
            let given: McNemarInput = decode(input)?;
            let concordant = given.both.zip(given.neither);
            encode(mcnemar(PairedOutcomes { a_only: given.a_only, b_only: given.b_only, concordant }))
        },
    },
    MetricInfo {
        name: "mcnemar_power",
        summary: "exact power of the exact McNemar test",
        params: &[ALPHA],
        input: "n pairs; p10 = P(a only), p01 = P(b only)",
        output: "power",
        source: "not in the papers",
        shape: Shape::Record(&[Column::number("n"), Column::number("p10"), Column::number("p01")]),
        run: |arguments, input| {
            let given: McNemarPowerInput = decode(input)?;
            let power = mcnemar_power(given.n, given.p10, given.p01, arguments.alpha()?)?;
            encode(serde_json::json!({ "power": power }))
        },
    },
    MetricInfo {
        name: "power_paired",
        summary: "least detectable difference, required questions and power of a paired comparison",
        params: &[ALPHA, ParamInfo { name: "power", default: "0.8", meaning: "power asked for" }],
        input: "sd_d, or p10 and p01, or sd_a, sd_b and rho; n, delta and resample_var optional",
        output: "sd_d, mde, n_required, n_required_real, power, power_t, mde_t",
        source: "Miller 2024, 5",
        shape: Shape::Record(&[
            Column::number("sd_d").optional(),
            Column::number("p10").optional(),
            Column::number("p01").optional(),
            Column::number("sd_a").optional(),
            Column::number("sd_b").optional(),
            Column::number("rho").optional(),
            Column::number("n").optional(),
            Column::number("delta").optional(),
            Column::number("resample_var").optional(),
        ]),
        run: |arguments, input| {
            let given: PowerInput = decode(input)?;
            encode(power_paired(&PairedPlan {
                spread: given.spread()?,
                n: given.n,
                delta: given.delta,
                resample_var: given.resample_var.unwrap_or(0.0),
                alpha: arguments.alpha()?,
                power: arguments.number("power", 0.8)?,
            })?)
        },
    },
    MetricInfo {
        name: "holm",
        summary: "Holm's step-down adjustment of a family of p-values",
        params: &[ALPHA],
        input: "p[] in [0, 1] or null",
        output: "m, adjusted, reject",
        source: "Holm 1979",
        shape: Shape::Columns(&[Column::number("p")]),
        run: |arguments, input| encode(holm(&decode::<HolmInput>(input)?.p, arguments.alpha()?)?),
    },
    MetricInfo {
        name: "pass_k",
        summary: "success in all of k runs, in any of k runs",
        params: &[ParamInfo { name: "k", default: "", meaning: "number of runs, at least 1" }],
        input: "tasks[] = {n runs, c successes}",
        output: "n_tasks, n_short, pass_hat_k, pass_at_k, pass_hat_k_plugin, mean_success",
        source: "tau-bench, cited by LRB 2",
        shape: Shape::Records {
            list: "tasks",
            columns: &[Column::text("id").optional(), Column::number("n"), Column::number("c")],
        },
        run: |arguments, input| {
            let given: Tasks = decode(input)?;
            let tasks: Vec<TaskRuns> =
                given.tasks.into_iter().map(|task| TaskRuns { n: task.n, c: task.c }).collect();
            encode(pass_k(&tasks, arguments.required("k")?)?)
        },
    },
    MetricInfo {
        name: "logistic_regression",
        summary: "logistic regression with covariates, an offset and clustered standard errors",
        params: &[
            LEVEL,
            ParamInfo { name: "outcome", default: "y", meaning: "column of the outcome, 0 or 1" },
            ParamInfo { name: "covariates", default: "", meaning: "names of the covariate columns" },
            ParamInfo {
                name: "offset",
                default: "none",
                meaning: "column added to the logit with coefficient 1",
            },
            ParamInfo { name: "cluster", default: "none", meaning: "column of the clusters" },
        ],
        input: "rows[] = objects with these columns; a row with a null in one of them is left out and counted",
        output: "n, n_excluded, n_success, n_clusters, log_likelihood, coefficients {name, estimate, se, z, p, ci_low, \
                 ci_high, odds_ratio, odds_ratio_low, odds_ratio_high}",
        source: "LRB 5.3",
        shape: Shape::Table { list: "rows" },
        run: |arguments, input| {
            let level = arguments.level()?;
            let table: Table = decode(input)?;
            let (data, n_excluded) = table.data(arguments)?;
            encode(LogisticOutput { n_excluded, fit: logistic(&data, level)? })
        },
    },
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PairedInput {
    a: Vec<f64>,
    b: Vec<f64>,
    #[serde(default)]
    clusters: Option<Vec<Name>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct McNemarInput {
    a_only: u32,
    b_only: u32,
    #[serde(default)]
    both: Option<u32>,
    #[serde(default)]
    neither: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct McNemarPowerInput {
    n: u32,
    p10: f64,
    p01: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PowerInput {
    #[serde(default)]
    sd_d: Option<f64>,
    #[serde(default)]
    p10: Option<f64>,
    #[serde(default)]
    p01: Option<f64>,
    #[serde(default)]
    sd_a: Option<f64>,
    #[serde(default)]
    sd_b: Option<f64>,
    #[serde(default)]
    rho: Option<f64>,
    #[serde(default)]
    n: Option<u32>,
    #[serde(default)]
    delta: Option<f64>,
    #[serde(default)]
    resample_var: Option<f64>,
}

impl PowerInput {
    /// The one spread that is given.
    fn spread(&self) -> Result<Spread, MetricError> {
        let binary = [self.p10, self.p01];
        let sides = [self.sd_a, self.sd_b, self.rho];
        let given = (self.sd_d, binary.iter().any(Option::is_some), sides.iter().any(Option::is_some));
        let needed = |name: &str, value: Option<f64>| {
            value.ok_or_else(|| MetricError::input(name, "must be given with the others of its kind"))
        };
        match given {
            (Some(sd_d), false, false) => Ok(Spread::Known { sd_d }),
            (None, true, false) => {
                Ok(Spread::Binary { p10: needed("p10", self.p10)?, p01: needed("p01", self.p01)? })
            }
            (None, false, true) => Ok(Spread::Correlated {
                sd_a: needed("sd_a", self.sd_a)?,
                sd_b: needed("sd_b", self.sd_b)?,
                rho: needed("rho", self.rho)?,
            }),
            _ => Err(MetricError::input(
                "sd_d",
                "give sd_d, or p10 and p01, or sd_a, sd_b and rho: exactly one",
            )),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HolmInput {
    p: Vec<Option<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tasks {
    tasks: Vec<Task>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    #[serde(default, rename = "id")]
    _id: Option<Name>,
    n: u32,
    c: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    rows: Vec<Map<String, Value>>,
}

#[derive(serde::Serialize)]
struct LogisticOutput {
    n_excluded: usize,
    #[serde(flatten)]
    fit: Logistic,
}

impl Table {
    /// The columns that the options name, over the complete rows, and the number of rows left out.
    fn data(&self, arguments: &Arguments) -> Result<(LogisticData, usize), MetricError> {
        let outcome = arguments.optional::<String>("outcome")?.unwrap_or_else(|| "y".to_owned());
        let covariates = arguments.required::<Vec<String>>("covariates")?;
        let offset = arguments.optional::<String>("offset")?;
        let cluster = arguments.optional::<String>("cluster")?;
        let used: Vec<&String> =
            [&outcome].into_iter().chain(&covariates).chain(&offset).chain(&cluster).collect();
        let mut complete = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            if let Some(absent) = used.iter().find(|column| !row.contains_key(column.as_str())) {
                return Err(MetricError::input(format!("rows[{index}].{absent}"), "the column is missing"));
            }
            if used.iter().all(|column| !row[column.as_str()].is_null()) {
                complete.push((index, row));
            }
        }
        let data = LogisticData {
            outcome: column::<Binary>(&complete, &outcome)?.into_iter().map(|label| label.0).collect(),
            covariates: covariates
                .iter()
                .map(|name| Ok((name.clone(), column(&complete, name)?)))
                .collect::<Result<_, MetricError>>()?,
            offset: offset.map(|name| column(&complete, &name)).transpose()?,
            clusters: cluster
                .map(|name| column::<Name>(&complete, &name))
                .transpose()?
                .map(|names| names.into_iter().map(|name| name.0).collect()),
        };
        Ok((data, self.rows.len() - complete.len()))
    }
}

fn column<T: serde::de::DeserializeOwned>(
    rows: &[(usize, &Map<String, Value>)],
    name: &str,
) -> Result<Vec<T>, MetricError> {
    let cell = |(index, row): &(usize, &Map<String, Value>)| {
        serde_json::from_value(row[name].clone())
            .map_err(|error| MetricError::input(format!("rows[{index}].{name}"), error.to_string()))
    };
    rows.iter().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::run;
    use super::*;

    #[test]
    fn a_power_plan_has_exactly_one_spread() {
        let refused = |input: Value| run("power_paired", &Value::Null, input).unwrap_err().to_string();
        assert!(refused(json!({"n": 10})).starts_with("sd_d: "));
        assert!(refused(json!({"n": 10, "sd_d": 0.5, "p10": 0.1, "p01": 0.1})).starts_with("sd_d: "));
        assert!(refused(json!({"n": 10, "sd_a": 0.5, "sd_b": 0.5})).starts_with("rho: "));
        assert!(refused(json!({"n": -1, "sd_d": 0.5})).starts_with("n: "));
    }

    #[test]
    fn incomplete_rows_leave_the_regression_and_are_counted() {
        let row = |y: Value, x: Value| json!({"y": y, "x": x, "unused": "text"});
        let rows = json!({"rows": [row(json!(1), json!(1)), row(json!(0), json!(2)), row(json!(null), json!(3)),
            row(json!(1), json!(null)), row(json!(1), json!(3.5)), row(json!(0), json!(4)), row(json!(1), json!(2.5))]});
        let output = run("logistic_regression", &json!({"covariates": ["x"]}), rows.clone()).unwrap();
        assert_eq!((&output["n"], &output["n_excluded"]), (&json!(5), &json!(2)));
        assert_eq!(output["coefficients"][1]["name"], "x");
        let error = run("logistic_regression", &json!({"covariates": ["z"]}), rows.clone()).unwrap_err();
        assert!(error.to_string().starts_with("rows[0].z: "), "{error}");
        let error = run("logistic_regression", &json!({"covariates": ["unused"]}), rows).unwrap_err();
        assert!(error.to_string().starts_with("rows[0].unused: "), "{error}");
    }

    #[test]
    fn the_number_of_runs_must_be_given() {
        let error = run("pass_k", &Value::Null, json!({"tasks": []})).unwrap_err();
        assert_eq!(error.to_string(), "params.k: must be given");
    }
}
