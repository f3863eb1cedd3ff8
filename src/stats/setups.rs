//! Setups set against each other: how much Interaction loses to Gold and gains over Direct (LexPilot 6.4).

use serde::Serialize;

use super::StatError;
use super::error::all_present_finite;
use super::moments::{mean, mean_of_defined};

/// Mean QWK of one model over its runs in each setup; `None` where it has no defined score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SetupMeans {
    /// Predicted from the underspecified history at once.
    pub direct: Option<f64>,
    /// Predicted after asking the simulated user.
    pub interaction: Option<f64>,
    /// Predicted from the complete history.
    pub gold: Option<f64>,
}

impl SetupMeans {
    /// `(gold - interaction) / gold`; `None` when either is missing or `gold` is not positive.
    pub fn relative_decrease(&self) -> Option<f64> {
        relative_decrease_of(self.interaction?, self.gold?)
    }

    /// `interaction - direct`.
    pub fn gain_over_direct(&self) -> Option<f64> {
        Some(self.interaction? - self.direct?)
    }
}

/// `(gold - interaction) / gold`, undefined unless `gold` is positive.
pub fn relative_decrease_of(interaction: f64, gold: f64) -> Option<f64> {
    (gold > 0.0).then(|| (gold - interaction) / gold)
}

/// Decrease against Gold and gain over Direct over several models.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RelativeDecrease {
    /// Relative decrease of each model, in input order.
    pub per_model: Vec<Option<f64>>,
    /// Models whose relative decrease is undefined.
    pub n_undefined: usize,
    /// Mean of the per-model ratios (the default reading).
    pub mean_relative_decrease: Option<f64>,
    /// Ratio of the means over the models whose own ratio is defined.
    pub relative_decrease_of_means: Option<f64>,
    /// Mean of interaction - direct over the models that have both.
    pub mean_gain_over_direct: Option<f64>,
    /// Models with interaction > direct.
    pub n_improved_over_direct: usize,
    /// Models with interaction < gold.
    pub n_below_gold: usize,
}

/// Compares the setups of several models.
///
/// # Errors
/// When a present value is not finite.
pub fn relative_decrease(models: &[SetupMeans]) -> Result<RelativeDecrease, StatError> {
    for (index, model) in models.iter().enumerate() {
        for (setup, value) in
            [("direct", model.direct), ("interaction", model.interaction), ("gold", model.gold)]
        {
            all_present_finite(&format!("models[{index}].{setup}"), &[value])?;
        }
    }
    let per_model: Vec<Option<f64>> = models.iter().map(SetupMeans::relative_decrease).collect();
    let defined: Vec<(f64, f64)> = models
        .iter()
        .filter(|model| model.relative_decrease().is_some())
        .filter_map(|model| model.interaction.zip(model.gold))
        .collect();
    let (interaction, gold): (Vec<f64>, Vec<f64>) = defined.into_iter().unzip();
    let relative_decrease_of_means =
        mean(&interaction).zip(mean(&gold)).and_then(|(low, high)| relative_decrease_of(low, high));
    let gains: Vec<f64> = models.iter().filter_map(SetupMeans::gain_over_direct).collect();
    let pairs = |left: fn(&SetupMeans) -> Option<f64>, right: fn(&SetupMeans) -> Option<f64>| {
        models.iter().filter_map(|model| left(model).zip(right(model))).collect::<Vec<_>>()
    };
    Ok(RelativeDecrease {
        n_undefined: per_model.iter().filter(|ratio| ratio.is_none()).count(),
        mean_relative_decrease: mean_of_defined(&per_model),
        relative_decrease_of_means,
        mean_gain_over_direct: mean(&gains),
        n_improved_over_direct: pairs(|m| m.interaction, |m| m.direct).iter().filter(|(i, d)| i > d).count(),
        n_below_gold: pairs(|m| m.interaction, |m| m.gold).iter().filter(|(i, g)| i < g).count(),
        per_model,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_without_a_positive_gold_score_is_undefined_but_still_gains() {
        let models = [
            SetupMeans { direct: Some(0.1), interaction: Some(0.2), gold: Some(0.0) },
            SetupMeans { direct: Some(0.3), interaction: Some(0.3), gold: Some(0.6) },
        ];
        let scores = relative_decrease(&models).unwrap();
        assert_eq!(scores.per_model, vec![None, Some(0.5)]);
        assert_eq!(scores.n_improved_over_direct, 1);
        assert_eq!(scores.relative_decrease_of_means, Some(0.5));
    }

    #[test]
    fn a_value_that_is_no_number_names_its_field() {
        let model = SetupMeans { direct: Some(f64::NAN), interaction: None, gold: None };
        let error = relative_decrease(&[model]).unwrap_err();
        assert!(error.to_string().contains("models[0].direct"), "{error}");
    }
}
