//! Rubric grading of research answers (Legal Research Bench 3.3, 5.1, 5.2, Table 3, Figure 9).

use serde::{Deserialize, Serialize};

use super::StatError;
use super::clustered::standard_error;
use super::error::same_length;
use super::moments::{mean, ratio};
use super::proportions::wilson;

/// One graded answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradedResponse {
    /// Name of the question, for messages only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Weight of each criterion: 1, 2 or 3.
    pub weights: Vec<u8>,
    /// Whether each criterion passes; `None` where it was not judged, which fails.
    pub passes: Vec<Option<bool>>,
    /// Whether each cited authority holds; `None` where it could not be verified, which fails the source check.
    pub citations: Vec<Option<bool>>,
}

/// How an answer fares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GradeClass {
    /// Every criterion and the source check.
    AllPass,
    /// Every criterion, but the source check fails.
    SourceOnly,
    /// A criterion of weight 3 fails.
    CentralWrong,
    /// Only criteria of lower weight fail.
    LowerTierOnly,
}

/// Grade of one answer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Grade {
    /// Earned weight / total weight, from the rubric alone.
    pub weighted_pass: f64,
    /// Every criterion passes.
    pub rubric_all: bool,
    /// Every citation holds; true without citations.
    pub source_ok: bool,
    /// Both.
    pub all_pass: bool,
    /// The class.
    pub class: GradeClass,
}

impl GradedResponse {
    fn grade(&self, index: usize) -> Result<Grade, StatError> {
        let field = |name: &str| format!("responses[{index}].{name}");
        if self.weights.is_empty() {
            return Err(StatError::conflict(field("weights"), "the rubric has no criterion"));
        }
        same_length(&field("weights"), self.weights.len(), &field("passes"), self.passes.len())?;
        if let Some(place) = self.weights.iter().position(|weight| !(1..=3).contains(weight)) {
            return Err(StatError::value(
                format!("{}[{place}]", field("weights")),
                self.weights[place],
                "1, 2 or 3",
            ));
        }
        let criteria = || self.weights.iter().zip(&self.passes);
        let earned: u64 =
            criteria().filter(|(_, pass)| **pass == Some(true)).map(|(w, _)| u64::from(*w)).sum();
        let total: u64 = self.weights.iter().map(|weight| u64::from(*weight)).sum();
        let rubric_all = self.passes.iter().all(|pass| *pass == Some(true));
        let source_ok = self.citations.iter().all(|citation| *citation == Some(true));
        let is_central_wrong = criteria().any(|(weight, pass)| *weight == 3 && *pass != Some(true));
        let class = match (rubric_all, source_ok) {
            (true, true) => GradeClass::AllPass,
            (true, false) => GradeClass::SourceOnly,
            (false, _) if is_central_wrong => GradeClass::CentralWrong,
            (false, _) => GradeClass::LowerTierOnly,
        };
        Ok(Grade {
            weighted_pass: earned as f64 / total as f64,
            rubric_all,
            source_ok,
            all_pass: class == GradeClass::AllPass,
            class,
        })
    }
}

/// Answers by class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ClassCounts {
    /// [`GradeClass::AllPass`].
    pub all_pass: u64,
    /// [`GradeClass::CentralWrong`].
    pub central_wrong: u64,
    /// [`GradeClass::LowerTierOnly`].
    pub lower_tier_only: u64,
    /// [`GradeClass::SourceOnly`].
    pub source_only: u64,
}

/// Grades over answers. Standard errors as in [`super::clustered::se_mean`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LrbGrade {
    /// Grade of each answer, in input order.
    pub per_response: Vec<Grade>,
    /// Answers.
    pub n: usize,
    /// Share that passes everything.
    pub all_pass_rate: Option<f64>,
    /// Its standard error.
    pub all_pass_se: Option<f64>,
    /// Wilson 95% interval of the rate: print it where the rate is 0 or 1.
    pub all_pass_wilson_low: Option<f64>,
    /// Its upper end.
    pub all_pass_wilson_high: Option<f64>,
    /// Mean share of weight earned.
    pub weighted_pass_mean: Option<f64>,
    /// Its standard error.
    pub weighted_pass_se: Option<f64>,
    /// Answers by class.
    pub class_counts: ClassCounts,
    /// central_wrong / all failures.
    pub central_share_of_failures: Option<f64>,
    /// source_only / n.
    pub source_only_rate: Option<f64>,
    /// Criteria without a judgment.
    pub n_unjudged_criteria: usize,
    /// Citations that could not be verified.
    pub n_unverified_citations: usize,
    /// Answers without citations.
    pub n_no_citation: usize,
}

/// Grades answers.
///
/// # Errors
/// When a rubric is empty, a weight is not 1, 2 or 3, or `weights` and `passes` differ in length.
pub fn lrb_grade(responses: &[GradedResponse]) -> Result<LrbGrade, StatError> {
    let per_response = responses
        .iter()
        .enumerate()
        .map(|(index, response)| response.grade(index))
        .collect::<Result<Vec<_>, _>>()?;
    let n = responses.len();
    let mut counts = ClassCounts::default();
    for grade in &per_response {
        match grade.class {
            GradeClass::AllPass => counts.all_pass += 1,
            GradeClass::SourceOnly => counts.source_only += 1,
            GradeClass::CentralWrong => counts.central_wrong += 1,
            GradeClass::LowerTierOnly => counts.lower_tier_only += 1,
        }
    }
    let all_pass: Vec<f64> = per_response.iter().map(|grade| f64::from(u8::from(grade.all_pass))).collect();
    let weighted: Vec<f64> = per_response.iter().map(|grade| grade.weighted_pass).collect();
    let wilson = wilson(counts.all_pass, n as u64, 0.95);
    let without = |lists: fn(&GradedResponse) -> &[Option<bool>]| {
        responses.iter().flat_map(lists).filter(|outcome| outcome.is_none()).count()
    };
    Ok(LrbGrade {
        n,
        all_pass_rate: mean(&all_pass),
        all_pass_se: standard_error(&all_pass),
        all_pass_wilson_low: wilson.map(|(low, _)| low),
        all_pass_wilson_high: wilson.map(|(_, high)| high),
        weighted_pass_mean: mean(&weighted),
        weighted_pass_se: standard_error(&weighted),
        central_share_of_failures: ratio(counts.central_wrong, n as u64 - counts.all_pass),
        source_only_rate: ratio(counts.source_only, n as u64),
        n_unjudged_criteria: without(|response| &response.passes),
        n_unverified_citations: without(|response| &response.citations),
        n_no_citation: responses.iter().filter(|response| response.citations.is_empty()).count(),
        class_counts: counts,
        per_response,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(weights: &[u8], passes: &[Option<bool>], citations: &[Option<bool>]) -> GradedResponse {
        GradedResponse {
            id: None,
            weights: weights.to_vec(),
            passes: passes.to_vec(),
            citations: citations.to_vec(),
        }
    }

    #[test]
    fn a_failed_source_check_keeps_the_weight_earned() {
        let grades = lrb_grade(&[response(&[3, 1], &[Some(true); 2], &[Some(true), None])]).unwrap();
        assert_eq!(grades.per_response[0].class, GradeClass::SourceOnly);
        assert_eq!((grades.weighted_pass_mean, grades.n_unverified_citations), (Some(1.0), 1));
    }

    #[test]
    fn an_unjudged_central_criterion_fails_as_central() {
        let grades = lrb_grade(&[response(&[3, 1], &[None, Some(true)], &[])]).unwrap();
        assert_eq!(grades.per_response[0].class, GradeClass::CentralWrong);
        assert_eq!((grades.n_unjudged_criteria, grades.n_no_citation), (1, 1));
    }

    #[test]
    fn a_bad_rubric_is_refused_by_place() {
        let error = lrb_grade(&[response(&[3, 4], &[None; 2], &[])]).unwrap_err();
        assert!(error.to_string().contains("`responses[0].weights[1]`"), "{error}");
        assert!(lrb_grade(&[response(&[], &[], &[])]).is_err());
        assert!(lrb_grade(&[response(&[1], &[], &[])]).is_err());
    }
}
