//! Logistic regression with covariates, an optional offset and optional clusters (LRB 5.3 asks whether an effect
//! persists when rubric length and source count are controlled for).
//!
//! Newton's method on centred and scaled covariates. Written out because no crate fits it with an offset and gives
//! clustered standard errors.

use std::collections::BTreeMap;

use serde::Serialize;

use super::StatError;
use super::distributions::{normal_critical, normal_two_sided};
use super::error::{all_finite, confidence_level, same_length};
use super::moments::{is_constant, mean, sd_population, sum};

/// What is regressed on what.
#[derive(Debug, Clone, PartialEq)]
pub struct LogisticData {
    /// Outcomes.
    pub outcome: Vec<bool>,
    /// Covariates by name, each as long as the outcomes; an intercept is always added.
    pub covariates: Vec<(String, Vec<f64>)>,
    /// A term with coefficient 1, in logits.
    pub offset: Option<Vec<f64>>,
    /// Cluster of each outcome, for clustered standard errors.
    pub clusters: Option<Vec<String>>,
}

/// One coefficient, in logits.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Coefficient {
    /// `intercept` or the name of the covariate.
    pub name: String,
    /// Estimate.
    pub estimate: f64,
    /// Standard error: clustered when clusters are given, else from the model.
    pub se: f64,
    /// estimate / se.
    pub z: f64,
    /// Two-sided p-value by the normal.
    pub p: f64,
    /// estimate - z se.
    pub ci_low: f64,
    /// estimate + z se.
    pub ci_high: f64,
    /// exp(estimate).
    pub odds_ratio: f64,
    /// exp(ci_low).
    pub odds_ratio_low: f64,
    /// exp(ci_high).
    pub odds_ratio_high: f64,
}

/// A fitted regression.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Logistic {
    /// Observations.
    pub n: usize,
    /// Of these, successes.
    pub n_success: usize,
    /// Clusters, when given.
    pub n_clusters: Option<usize>,
    /// Coefficients, intercept first; `None` when there is no finite maximum: the covariates separate the outcomes, or
    /// fewer than two clusters are given.
    pub coefficients: Option<Vec<Coefficient>>,
    /// Log likelihood at the maximum.
    pub log_likelihood: Option<f64>,
}

/// Fits the regression, intervals at `level` in (0, 1).
///
/// # Errors
/// When lengths differ, a number is not finite, a covariate is constant or a combination of the others, there are no
/// more observations than coefficients, or `level` is outside (0, 1).
pub fn logistic(data: &LogisticData, level: f64) -> Result<Logistic, StatError> {
    confidence_level(level)?;
    let design = Design::of(data)?;
    let n_clusters = data.clusters.as_ref().map(|clusters| indexed(clusters).1);
    let fitted = design.fit()?.filter(|_| n_clusters.is_none_or(|clusters| clusters > 1));
    let z = normal_critical(level);
    Ok(Logistic {
        n: data.outcome.len(),
        n_success: data.outcome.iter().filter(|success| **success).count(),
        n_clusters,
        log_likelihood: fitted.as_ref().map(|fit| fit.log_likelihood),
        coefficients: fitted.map(|fit| design.coefficients(&fit, data, z)),
    })
}

/// Index of each cluster in order of name, and their number.
fn indexed(clusters: &[String]) -> (Vec<usize>, usize) {
    let mut places: BTreeMap<&str, usize> = clusters.iter().map(|cluster| (cluster.as_str(), 0)).collect();
    for (index, place) in places.values_mut().enumerate() {
        *place = index;
    }
    (clusters.iter().map(|cluster| places[cluster.as_str()]).collect(), places.len())
}

type Matrix = Vec<Vec<f64>>;

/// Rows of the centred and scaled covariates behind a leading 1.
struct Design {
    rows: Matrix,
    outcome: Vec<f64>,
    offset: Vec<f64>,
    names: Vec<String>,
    /// Takes coefficients of the scaled covariates to those of the given ones.
    unscale: Matrix,
}

struct Fit {
    /// On the scaled covariates.
    estimate: Vec<f64>,
    /// Inverse of the information.
    covariance: Matrix,
    fitted: Vec<f64>,
    log_likelihood: f64,
}

impl Design {
    fn of(data: &LogisticData) -> Result<Self, StatError> {
        let n = data.outcome.len();
        let size = data.covariates.len() + 1;
        if n <= size {
            return Err(StatError::conflict("y", format!("{n} observations for {size} coefficients")));
        }
        let mut rows = vec![vec![1.0]; n];
        let mut unscale = vec![vec![0.0; size]; size];
        unscale[0][0] = 1.0;
        for (index, (name, values)) in data.covariates.iter().enumerate() {
            same_length("y", n, name, values.len())?;
            all_finite(name, values)?;
            let scale = sd_population(values).filter(|_| !is_constant(values));
            let (Some(centre), Some(scale)) = (mean(values), scale) else {
                return Err(StatError::conflict(name, "the covariate is constant"));
            };
            for (row, value) in rows.iter_mut().zip(values) {
                row.push((value - centre) / scale);
            }
            unscale[0][index + 1] = -centre / scale;
            unscale[index + 1][index + 1] = 1.0 / scale;
        }
        let offset = data.offset.clone().unwrap_or_else(|| vec![0.0; n]);
        same_length("y", n, "offset", offset.len())?;
        all_finite("offset", &offset)?;
        if let Some(clusters) = &data.clusters {
            same_length("y", n, "clusters", clusters.len())?;
        }
        let mut names = vec!["intercept".to_owned()];
        names.extend(data.covariates.iter().map(|(name, _)| name.clone()));
        Ok(Self {
            rows,
            outcome: data.outcome.iter().map(|success| f64::from(u8::from(*success))).collect(),
            offset,
            names,
            unscale,
        })
    }

    /// The maximum of the likelihood; `None` when it lies at infinity.
    fn fit(&self) -> Result<Option<Fit>, StatError> {
        const STEPS_MAX: usize = 100;
        let size = self.names.len();
        if let Err(column) = cholesky(&self.weighted_products(&vec![1.0; self.rows.len()])) {
            let reason = "the covariate is a combination of the others";
            return Err(StatError::conflict(&self.names[column], reason));
        }
        let mut estimate = vec![0.0; size];
        let mut likelihood = self.log_likelihood(&estimate);
        for _ in 0..STEPS_MAX {
            let fitted = self.fitted(&estimate);
            let weights: Vec<f64> = fitted.iter().map(|p| p * (1.0 - p)).collect();
            let Ok(root) = cholesky(&self.weighted_products(&weights)) else { return Ok(None) };
            let mut step = solve(&root, &self.score(&fitted));
            let Some(next) = self.improve(&estimate, &mut step, likelihood) else { return Ok(None) };
            estimate = next;
            likelihood = self.log_likelihood(&estimate);
            if step.iter().all(|value| value.abs() < 1e-10) {
                let covariance = inverse(&root);
                return Ok(Some(Fit { fitted, covariance, estimate, log_likelihood: likelihood }));
            }
        }
        Ok(None)
    }

    /// The estimate after the step, which is halved while the likelihood falls; `None` when no step helps.
    fn improve(&self, estimate: &[f64], step: &mut [f64], likelihood: f64) -> Option<Vec<f64>> {
        const HALVINGS_MAX: usize = 60;
        for _ in 0..HALVINGS_MAX {
            let next: Vec<f64> = estimate.iter().zip(&*step).map(|(value, step)| value + step).collect();
            if self.log_likelihood(&next) >= likelihood - 1e-12 * likelihood.abs() {
                return Some(next);
            }
            step.iter_mut().for_each(|value| *value /= 2.0);
        }
        None
    }

    fn linear(&self, estimate: &[f64]) -> Vec<f64> {
        self.rows.iter().zip(&self.offset).map(|(row, offset)| dot(row, estimate) + offset).collect()
    }

    fn fitted(&self, estimate: &[f64]) -> Vec<f64> {
        self.linear(estimate).into_iter().map(|eta| 1.0 / (1.0 + (-eta).exp())).collect()
    }

    fn log_likelihood(&self, estimate: &[f64]) -> f64 {
        sum(self.linear(estimate).into_iter().zip(&self.outcome).map(|(eta, y)| {
            // -ln(1 + exp(-eta)) for a success and -ln(1 + exp(eta)) for a failure, without overflow.
            let towards = if *y > 0.5 { eta } else { -eta };
            if towards > 0.0 { -(-towards).exp().ln_1p() } else { towards - towards.exp().ln_1p() }
        }))
    }

    fn score(&self, fitted: &[f64]) -> Vec<f64> {
        let residuals = || self.outcome.iter().zip(fitted).map(|(y, p)| y - p);
        (0..self.names.len())
            .map(|column| {
                sum(self.rows.iter().zip(residuals()).map(|(row, residual)| row[column] * residual))
            })
            .collect()
    }

    fn weighted_products(&self, weights: &[f64]) -> Matrix {
        let size = self.names.len();
        let product = |left: usize, right: usize| {
            sum(self.rows.iter().zip(weights).map(|(row, weight)| row[left] * row[right] * weight))
        };
        (0..size).map(|left| (0..size).map(|right| product(left, right)).collect()).collect()
    }

    /// The sandwich covariance with the factor G/(G - 1) (n - 1)/(n - k).
    fn clustered(&self, fit: &Fit, clusters: &[String]) -> Matrix {
        let (places, groups) = indexed(clusters);
        let size = self.names.len();
        let mut scores = vec![vec![0.0; size]; groups];
        for (index, place) in places.iter().enumerate() {
            let residual = self.outcome[index] - fit.fitted[index];
            for (total, value) in scores[*place].iter_mut().zip(&self.rows[index]) {
                *total += value * residual;
            }
        }
        let (n, k, g) = (self.rows.len() as f64, size as f64, groups as f64);
        let factor = g / (g - 1.0) * (n - 1.0) / (n - k);
        let meat: Matrix = (0..size)
            .map(|left| {
                (0..size)
                    .map(|right| factor * sum(scores.iter().map(|score| score[left] * score[right])))
                    .collect()
            })
            .collect();
        multiply(&multiply(&fit.covariance, &meat), &fit.covariance)
    }

    fn coefficients(&self, fit: &Fit, data: &LogisticData, z: f64) -> Vec<Coefficient> {
        let scaled = match &data.clusters {
            Some(clusters) => self.clustered(fit, clusters),
            None => fit.covariance.clone(),
        };
        let covariance = multiply(&multiply(&self.unscale, &scaled), &transpose(&self.unscale));
        let coefficient = |(index, name): (usize, &String)| {
            let estimate = dot(&self.unscale[index], &fit.estimate);
            let se = covariance[index][index].max(0.0).sqrt();
            let statistic = if se > 0.0 { estimate / se } else { 0.0 };
            let (ci_low, ci_high) = (estimate - z * se, estimate + z * se);
            Coefficient {
                name: name.clone(),
                estimate,
                se,
                z: statistic,
                p: normal_two_sided(statistic),
                ci_low,
                ci_high,
                odds_ratio: estimate.exp(),
                odds_ratio_low: ci_low.exp(),
                odds_ratio_high: ci_high.exp(),
            }
        };
        self.names.iter().enumerate().map(coefficient).collect()
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

fn transpose(matrix: &Matrix) -> Matrix {
    (0..matrix.len()).map(|row| matrix.iter().map(|column| column[row]).collect()).collect()
}

fn multiply(left: &Matrix, right: &Matrix) -> Matrix {
    let columns = transpose(right);
    left.iter().map(|row| columns.iter().map(|column| dot(row, column)).collect()).collect()
}

/// Lower Cholesky root of a symmetric matrix, or the first column that depends on those before it.
fn cholesky(matrix: &Matrix) -> Result<Matrix, usize> {
    const RELATIVE_PIVOT_MIN: f64 = 1e-11;
    let size = matrix.len();
    let mut root = vec![vec![0.0; size]; size];
    for row in 0..size {
        for column in 0..=row {
            let rest = matrix[row][column] - dot(&root[row][..column], &root[column][..column]);
            if row == column {
                // A matrix that has shrunk to nothing (fitted values all 0 or 1) fails here as well.
                if rest.is_nan() || rest <= RELATIVE_PIVOT_MIN * matrix[row][row] || rest < 1e-14 {
                    return Err(row);
                }
                root[row][row] = rest.sqrt();
            } else {
                root[row][column] = rest / root[column][column];
            }
        }
    }
    Ok(root)
}

/// Solves (root root') x = right.
fn solve(root: &Matrix, right: &[f64]) -> Vec<f64> {
    let size = root.len();
    let mut x = right.to_vec();
    for row in 0..size {
        x[row] = (x[row] - dot(&root[row][..row], &x[..row])) / root[row][row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|below| root[below][row] * x[below]).sum();
        x[row] = (x[row] - known) / root[row][row];
    }
    x
}

fn inverse(root: &Matrix) -> Matrix {
    let size = root.len();
    (0..size)
        .map(|column| {
            let unit: Vec<f64> = (0..size).map(|row| f64::from(u8::from(row == column))).collect();
            solve(root, &unit)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(outcome: &[u8], x: &[f64]) -> LogisticData {
        LogisticData {
            outcome: outcome.iter().map(|y| *y == 1).collect(),
            covariates: vec![("x".to_owned(), x.to_vec())],
            offset: None,
            clusters: None,
        }
    }

    #[test]
    fn an_intercept_alone_is_the_logit_of_the_rate() {
        let alone = LogisticData { covariates: vec![], ..data(&[1, 1, 1, 0], &[]) };
        let fit = logistic(&alone, 0.95).unwrap().coefficients.unwrap();
        assert!((fit[0].estimate - 3.0f64.ln()).abs() < 1e-12);
        // Its variance is 1/successes + 1/failures.
        assert!((fit[0].se - (1.0f64 / 3.0 + 1.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn an_offset_shifts_the_intercept_by_as_much() {
        let offset = LogisticData {
            offset: Some(vec![2.0; 6]),
            ..data(&[1, 0, 1, 1, 0, 0], &[1.0, 2.0, 3.0, 4.0, 5.0, 2.5])
        };
        let without = LogisticData { offset: None, ..offset.clone() };
        let (with, without) = (logistic(&offset, 0.95).unwrap(), logistic(&without, 0.95).unwrap());
        let (with, without) = (with.coefficients.unwrap(), without.coefficients.unwrap());
        assert!((with[0].estimate + 2.0 - without[0].estimate).abs() < 1e-9);
        assert!((with[1].estimate - without[1].estimate).abs() < 1e-9);
    }

    #[test]
    fn separated_outcomes_have_no_estimate() {
        let separated = data(&[0, 0, 0, 1, 1, 1], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(logistic(&separated, 0.95).unwrap().coefficients, None);
        let all_alike = data(&[1, 1, 1, 1], &[1.0, 2.0, 3.0, 5.0]);
        assert_eq!(logistic(&all_alike, 0.95).unwrap().coefficients, None);
    }

    #[test]
    fn constant_and_dependent_covariates_are_refused_by_name() {
        let error = logistic(&data(&[0, 1, 0, 1], &[2.0; 4]), 0.95).unwrap_err();
        assert!(error.to_string().contains("`x`"), "{error}");
        let mut twice = data(&[0, 1, 0, 1, 1], &[1.0, 2.0, 3.0, 4.0, 0.0]);
        twice.covariates.push(("twice x".to_owned(), vec![2.0, 4.0, 6.0, 8.0, 0.0]));
        let error = logistic(&twice, 0.95).unwrap_err();
        assert!(error.to_string().contains("`twice x`"), "{error}");
        assert!(logistic(&data(&[0, 1], &[1.0, 2.0]), 0.95).is_err());
    }
}
