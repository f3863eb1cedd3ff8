//! `results.json`: a run's numbers with all that is needed to read them, in one document of a fixed
//! form (`docs/results.schema.json`).

use std::collections::BTreeMap;

use serde::Serialize;

use crate::report::lexpilot::evidence::Evidence;
use crate::report::seam::ReadRun;
use crate::run::{Coverage, Settings};
use crate::suite::{Estimate, JudgeAgreement};

/// The form this version writes.
pub const FORM: &str = "lexconsult-results-1";

/// The document.
#[derive(Serialize, Debug)]
pub struct Results<'a> {
    /// `FORM`.
    pub form: &'static str,
    /// Name of the run.
    pub run: &'a str,
    /// Version that scored it.
    pub version: &'a str,
    /// True when a player by rule took part anywhere.
    pub rules: bool,
    /// The cases.
    pub pack: PackResult<'a>,
    /// Who played.
    pub cast: Cast,
    /// The run's settings.
    pub settings: &'a Settings,
    /// What was planned and what became of it.
    pub coverage: &'a Coverage,
    /// The numbers.
    pub estimates: &'a [Estimate],
    /// With several judges: how far each two agree.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub agreement: &'a [JudgeAgreement],
    /// Counts over the dialogues.
    pub dialogues: Vec<DialogueCounts<'a>>,
}

/// The pack.
#[derive(Serialize, Debug)]
pub struct PackResult<'a> {
    pub name: &'a str,
    pub version: u32,
    pub hash: &'a str,
    /// Cases played.
    pub cases: usize,
    /// Of the pack, by who reviewed them.
    pub review: &'a BTreeMap<String, usize>,
    pub canary: Option<&'a str>,
}

/// Who sat where.
#[derive(Serialize, Debug)]
pub struct Cast {
    pub assistants: Vec<String>,
    pub user: String,
    pub gate: String,
    /// The first one leads.
    pub judges: Vec<String>,
}

/// The dialogues of one assistant in one task, setup and condition.
#[derive(Serialize, Debug)]
pub struct DialogueCounts<'a> {
    pub assistant: String,
    pub task: &'static str,
    pub setup: Option<&'static str>,
    pub condition: Option<&'static str>,
    pub dialogues: u64,
    pub questions: u64,
    pub questions_for_no_fact: u64,
    pub questions_after_all_was_told: u64,
    pub rounds: u64,
    pub missing_facts: u64,
    /// Round by round, the first entry being round 1.
    pub told_in_round: &'a [u64],
    pub told_how: &'a BTreeMap<&'static str, u64>,
}

/// The results of a run.
pub fn results(run: &Evidence) -> Results<'_> {
    let names = run.assistants();
    let meta = &run.study.pack.meta;
    Results {
        form: FORM,
        run: run.name(),
        version: &run.scores().version,
        rules: run.scores().rules,
        pack: PackResult {
            name: &meta.name,
            version: meta.version,
            hash: &run.study.pack.hash,
            cases: run.study.cases().len(),
            review: &run.pack.review,
            canary: meta.canary.as_deref(),
        },
        cast: Cast {
            assistants: names.clone(),
            user: run.study.user.name(),
            gate: run.study.gate.name(),
            judges: run.study.judges.iter().map(|judge| judge.seat.name()).collect(),
        },
        settings: &run.settings,
        coverage: &run.scores().coverage,
        estimates: &run.scores().estimates,
        agreement: &run.scores().agreement,
        dialogues: run
            .talks
            .iter()
            .map(|((assistant, slice), talks)| DialogueCounts {
                assistant: names[*assistant].clone(),
                task: slice.task.name(),
                setup: slice.setup.map(|setup| setup.name()),
                condition: slice.condition.map(|condition| condition.name()),
                dialogues: talks.dialogues,
                questions: talks.questions,
                questions_for_no_fact: talks.for_no_fact,
                questions_after_all_was_told: talks.after_all_told,
                rounds: talks.rounds,
                missing_facts: talks.missing,
                told_in_round: &talks.told_in,
                told_how: &talks.told_how,
            })
            .collect(),
    }
}
