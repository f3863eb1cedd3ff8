//! Which metrics a study scores, by name.

use std::collections::BTreeSet;

use crate::suite::lexpilot::{Condition, Setup, Study, Task};

/// Of complete and underspecified histories.
const LCA: &[&str] = &[
    "macro_f1",
    "acc_c",
    "acc_u",
    "f1_complete",
    "f1_underspecified",
    "over_asking_rate",
    "premature_rate",
    "neither_rate",
    "mixed_rate",
    "flip_rate",
];

/// Of clarification questions.
const DCG: &[&str] = &[
    "success_rate",
    "success_rate_strict",
    "fact_recall",
    "first_round_success_rate",
    "multi_question_rate",
    "flip_rate",
];

/// Of verdicts, in every setup.
const LJP: &[&str] = &["qwk_penalised", "qwk_exclude", "qwk_strict", "qwk_farthest", "accuracy", "flip_rate"];

/// Of consultations, and of their verdicts against those of the other setups.
const INTERACTION: &[&str] = &[
    "fact_recovery",
    "facts_per_round",
    "facts_per_question",
    "volunteered_rate",
    "sufficiency_rate",
    "rounds_to_sufficiency",
    "reask_rate",
    "multi_question_rate",
    "simulator_fault_rate",
    "gain_over_direct",
    "relative_decrease",
];

/// Of users who are not ideal.
const CONDITIONS: &[&str] = &[
    "qwk_on_triggered",
    "disruption_rate",
    "follow_up_rate",
    "correction_rate",
    "uncorrected_rate",
    "compliance_rate",
    "qwk_minus_standard",
];

/// The metrics of which a study may have estimates, each once.
pub fn metrics(study: &Study) -> Vec<&'static str> {
    let talks = study.tasks.contains(&Task::Ljp) && study.setups.contains(&Setup::Interaction);
    let disturbed = talks && study.conditions.iter().any(|condition| *condition != Condition::Standard);
    let of = |played: bool, names: &'static [&'static str]| if played { names } else { &[] };
    let mut seen = BTreeSet::new();
    [
        of(study.tasks.contains(&Task::Lca), LCA),
        of(study.tasks.contains(&Task::Dcg), DCG),
        of(study.tasks.contains(&Task::Ljp), LJP),
        of(talks, INTERACTION),
        of(disturbed, CONDITIONS),
    ]
    .concat()
    .into_iter()
    .filter(|name| seen.insert(*name))
    .collect()
}
