//! The form in which every score is written and printed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Share of units lost to the harness above which a headline prints as incomplete.
pub const INCOMPLETE_ABOVE: f64 = 0.02;

/// The name under which the average over a run's assistants is given.
pub const MEAN_OF_MODELS: &str = "mean";

/// One number with its error bars and with what it leaves out; `null` where undefined.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// Name in `docs/metrics.md`.
    pub metric: String,
    /// Such as `lexpilot`.
    pub suite: String,
    /// `lca`, `dcg` or `ljp`.
    pub task: String,
    /// `direct`, `interaction` or `gold` for LJP, else null.
    pub setup: Option<String>,
    /// User condition for Interaction, else null.
    pub condition: Option<String>,
    /// The assistant; [`MEAN_OF_MODELS`] for the average over the run's assistants.
    pub model: String,
    /// The judge behind the labels.
    pub judge: String,
    /// `class:…`, `focal_type:…`, or null for overall.
    pub group: Option<String>,
    /// Mean over the repeats where the metric is defined.
    pub point: Option<f64>,
    /// The metric in each repeat.
    pub per_repeat: Vec<Option<f64>>,
    /// Same as `point`.
    pub mean: Option<f64>,
    /// Sample standard deviation over the repeats: repeat noise only.
    pub sd: Option<f64>,
    /// Ends of the interval over cases.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// Confidence level of the interval, in (0, 1).
    pub level: f64,
    /// How the interval was made.
    pub method: String,
    /// Resamples drawn, and how many of them were undefined and left out.
    pub resamples: usize,
    pub discarded: usize,
    /// What was resampled.
    pub cluster: String,
    /// Units scored (claims for the kappas), over all repeats.
    pub n: u64,
    /// Units planned for this number, before anything was lost, over all repeats.
    pub planned: u64,
    /// What is missing, by reason: the assistant's reasons are scored as the metric says, the
    /// harness's are taken out.
    pub missing: BTreeMap<String, u64>,
    /// For an overall number under a user condition: share of the dialogues that the condition
    /// reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub triggered: Option<f64>,
    /// True when a player by rule took part.
    pub rules: bool,
    /// True when more than 2% of the planned units were lost to the harness.
    pub incomplete: bool,
}
