//! Success in repeated runs: pass^k and pass@k (as in tau-bench, which LRB 2 cites).

use serde::{Deserialize, Serialize};

use super::StatError;
use super::moments::{mean, mean_of_defined, ratio};

/// Runs of one task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskRuns {
    /// Runs.
    pub n: u32,
    /// Of these, successful.
    pub c: u32,
}

/// Success in k runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PassK {
    /// Tasks.
    pub n_tasks: usize,
    /// Tasks with fewer than k runs; one makes the three values below `None`.
    pub n_short: usize,
    /// Mean of C(c, k)/C(n, k): all k of k runs pass, unbiased. The reliability number.
    pub pass_hat_k: Option<f64>,
    /// Mean of 1 - C(n - c, k)/C(n, k): at least one of k runs passes.
    pub pass_at_k: Option<f64>,
    /// Mean of (c/n)^k, biased upward.
    pub pass_hat_k_plugin: Option<f64>,
    /// Mean of c/n.
    pub mean_success: Option<f64>,
}

/// C(successes, k) / C(n, k) for k <= n.
fn all_of_k(successes: u32, n: u32, k: u32) -> f64 {
    if k > successes {
        return 0.0;
    }
    (0..k).map(|drawn| f64::from(successes - drawn) / f64::from(n - drawn)).product()
}

/// pass^k and pass@k over tasks.
///
/// # Errors
/// When k is 0 or a task has more successes than runs.
pub fn pass_k(tasks: &[TaskRuns], k: u32) -> Result<PassK, StatError> {
    if k == 0 {
        return Err(StatError::value("k", k, "at least 1"));
    }
    if let Some(index) = tasks.iter().position(|task| task.c > task.n) {
        let TaskRuns { n, c } = tasks[index];
        return Err(StatError::conflict(format!("tasks[{index}].c"), format!("{c} successes in {n} runs")));
    }
    let n_short = tasks.iter().filter(|task| task.n < k).count();
    let over = |value: &dyn Fn(&TaskRuns) -> f64| {
        if n_short > 0 { None } else { mean(&tasks.iter().map(value).collect::<Vec<_>>()) }
    };
    let success: Vec<Option<f64>> =
        tasks.iter().map(|task| ratio(u64::from(task.c), u64::from(task.n))).collect();
    Ok(PassK {
        n_tasks: tasks.len(),
        n_short,
        pass_hat_k: over(&|task| all_of_k(task.c, task.n, k)),
        pass_at_k: over(&|task| 1.0 - all_of_k(task.n - task.c, task.n, k)),
        pass_hat_k_plugin: over(&|task| (f64::from(task.c) / f64::from(task.n)).powf(f64::from(k))),
        mean_success: mean_of_defined(&success),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_of_five_pass_two_of_two_with_three_tenths() {
        let scores = pass_k(&[TaskRuns { n: 5, c: 3 }], 2).unwrap();
        assert!((scores.pass_hat_k.unwrap() - 0.3).abs() < 1e-15);
        assert!((scores.pass_at_k.unwrap() - 0.9).abs() < 1e-15);
    }

    #[test]
    fn a_task_without_enough_runs_leaves_the_values_undefined() {
        let scores = pass_k(&[TaskRuns { n: 3, c: 3 }, TaskRuns { n: 5, c: 5 }], 4).unwrap();
        assert_eq!((scores.n_short, scores.pass_hat_k, scores.mean_success), (1, None, Some(1.0)));
    }

    #[test]
    fn impossible_counts_are_refused() {
        let error = pass_k(&[TaskRuns { n: 3, c: 4 }], 1).unwrap_err();
        assert!(error.to_string().contains("`tasks[0].c`"), "{error}");
        assert!(pass_k(&[], 0).unwrap_err().to_string().contains("`k`"));
    }
}
