//! The answer key: labels for scoring. It carries no text and cannot be rendered.

use super::consultation::Case;
use super::label::Verdict;

/// The truth of a case as scoring needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerKey<'a> {
    /// The court's verdict on each claim, in order.
    pub verdicts: Vec<Verdict>,
    /// Ids of the facts that the underspecified history leaves out.
    pub missing: Vec<&'a str>,
    /// The points of dispute.
    pub focal_points: Vec<FocalKey<'a>>,
    /// How many legal provisions the judgment cites: the complexity of LexPilot's analysis.
    pub provisions: usize,
}

/// A point of dispute as scoring needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FocalKey<'a> {
    /// Id within the case.
    pub id: &'a str,
    /// Id of its type.
    pub kind: &'a str,
    /// Those of its facts that are missing.
    pub missing: Vec<&'a str>,
}

impl Case {
    /// The labels that predictions and judgements are compared with.
    pub fn answer_key(&self) -> AnswerKey<'_> {
        let private = self.private();
        let missing: Vec<&str> =
            private.facts.iter().filter(|fact| fact.is_missing()).map(|fact| fact.id.as_str()).collect();
        AnswerKey {
            verdicts: private.truths.iter().map(|truth| truth.verdict).collect(),
            focal_points: private
                .focal_points
                .iter()
                .map(|focal| FocalKey {
                    id: &focal.id,
                    kind: &focal.kind,
                    missing: focal
                        .facts
                        .iter()
                        .map(String::as_str)
                        .filter(|fact| missing.contains(fact))
                        .collect(),
                })
                .collect(),
            missing,
            provisions: private.provisions.len(),
        }
    }
}
