//! The key of an annotation folder: what the annotators must not see. `key.json` says of each item which
//! play it is, whose it is and what the judge said, and on which judge, prompt and rubric that rests.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::annotate::AnnotateError;
use crate::annotate::decision::Decision;
use crate::annotate::guideline::{guideline, template};
use crate::annotate::labels::{Code, LabelWord, Named, labels};
use crate::annotate::sample::Stratum;
use crate::annotate::unit::{Part, Unit};
use crate::case::Language;
use crate::cast::Seat;
use crate::cast::players::JudgePlayer;
use crate::prompt::Prompts;
use crate::suite::fidelity::ProbeUnit;
use crate::suite::lexpilot::{Play, Study, Task};

/// The layout this version writes and reads.
pub const LAYOUT: u32 = 1;

/// `key.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Key {
    /// Layout of the file.
    pub layout: u32,
    /// Version of lexconsult that wrote it.
    pub version: String,
    /// Name of the run.
    pub run: String,
    /// Seed of the draw.
    pub seed: u64,
    /// Units wanted a task.
    pub per_task: usize,
    /// Hash of `sheet.csv` as it was written.
    pub sheet: String,
    /// By task and assistant: how many there were and how many were drawn.
    pub strata: BTreeMap<String, BTreeMap<String, Stratum>>,
    /// On which rules the annotators' labels rest.
    pub rubrics: Vec<Rubric>,
    /// On what the judges' labels rest.
    pub bindings: Vec<Binding>,
    /// The items, in the order of the sheet.
    pub items: Vec<Item>,
}

/// The guidelines of one decision in one language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rubric {
    pub task: Decision,
    pub language: Language,
    /// Hash of the guidelines as the annotators read them, and of the labels with their meanings.
    pub hash: String,
}

/// What a judge's labels of one task in one language rest on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// Name of the judge.
    pub judge: String,
    pub task: Decision,
    pub language: Language,
    /// Hash of the judge's name and sampling settings; of a judge by rule, of its name and version.
    pub judge_hash: String,
    /// Hash of the prompt's file; null for a judge by rule, which reads none.
    pub prompt_hash: Option<String>,
    /// Hash of the rubric, as [`Rubric::hash`].
    pub rubric_hash: String,
}

/// One row of the sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// As on the sheet.
    pub item: String,
    pub task: Decision,
    pub language: Language,
    /// Identity of the play.
    pub play: String,
    /// The same in parts; the assistant is in it. Null for a reply to a probe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Play>,
    /// The request and the user, of a reply to a probe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probe: Option<ProbeUnit>,
    /// The round of the request (DCG), from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The number of the claim (LJP), from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<usize>,
    /// Hash of what was shown of it.
    pub material: String,
    /// The labels of the judges at the time, by name.
    pub labels: BTreeMap<String, Named>,
}

impl Item {
    /// The row of a unit.
    pub fn of_unit(item: String, unit: &Unit) -> Self {
        let task = Decision::from(unit.play.task);
        let (round, claim) = match unit.part {
            Part::Message => (None, None),
            Part::Request(round) => (Some(round), None),
            Part::Claim(number) => (None, Some(number)),
        };
        let named = |(judge, label): (&String, &Code)| (judge.clone(), Named::of(task, *label));
        Self {
            item,
            task,
            language: unit.language,
            play: unit.play.id(),
            of: Some(unit.play.clone()),
            probe: None,
            round,
            claim,
            material: unit.material.clone(),
            labels: unit.labels.iter().map(named).collect(),
        }
    }

    /// Id of its case.
    pub fn case(&self) -> &str {
        let of_play = self.of.as_ref().map(|play| play.case.as_str());
        of_play.or(self.probe.as_ref().map(|probe| probe.case.as_str())).unwrap_or_default()
    }

    /// Which part of its play it is.
    pub fn part(&self) -> Part {
        match (self.round, self.claim) {
            (Some(round), _) => Part::Request(round),
            (None, Some(number)) => Part::Claim(number),
            (None, None) => Part::Message,
        }
    }
}

impl Key {
    /// The item of that number on the sheet.
    pub fn item(&self, name: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.item == name)
    }

    /// What is decided of the items, in its order.
    pub fn decisions(&self) -> Vec<Decision> {
        let decided = |decision: &Decision| self.items.iter().any(|item| item.task == *decision);
        Decision::ALL.into_iter().filter(decided).collect()
    }

    /// The tasks of runs that have items, in their order.
    pub fn tasks(&self) -> Vec<Task> {
        self.decisions().into_iter().filter_map(Decision::task).collect()
    }
}

/// The rubrics in force for these tasks, with the guidelines themselves, in the languages of the study.
///
/// # Errors
/// When a prompt fails.
pub fn rubrics(
    study: &Study,
    prompts: &Prompts,
    tasks: &[Task],
) -> Result<Vec<(Rubric, String)>, AnnotateError> {
    let mut found = Vec::new();
    for task in tasks.iter().copied() {
        for language in [Language::En, Language::Zh] {
            if let Some(text) = guideline(study, prompts, task, language)? {
                found.push((Rubric::of(task.into(), language, &text), text));
            }
        }
    }
    Ok(found)
}

impl Rubric {
    /// Of these guidelines.
    pub fn of(task: Decision, language: Language, text: &str) -> Self {
        let mut parts: Vec<&str> = vec![text];
        let words = |label: &LabelWord| [label.name, label.en, label.zh];
        parts.extend(labels(task).iter().flat_map(words));
        Self { task, language, hash: hash(&parts) }
    }
}

/// On what the labels of the study's judges rest now.
///
/// # Errors
/// When a prompt fails.
pub fn bindings(study: &Study, prompts: &Prompts, tasks: &[Task]) -> Result<Vec<Binding>, AnnotateError> {
    let mut found = Vec::new();
    for (rubric, _) in rubrics(study, prompts, tasks)? {
        for judge in &study.judges {
            found.push(binding(&judge.seat, prompts, &rubric));
        }
    }
    Ok(found)
}

/// On what the labels of whoever sits there rest now.
pub fn binding(seat: &Seat<JudgePlayer>, prompts: &Prompts, rubric: &Rubric) -> Binding {
    let settings = seat.settings();
    let by_rule = seat.is_rule();
    let version = if by_rule { env!("CARGO_PKG_VERSION") } else { "" };
    let prompt = (!by_rule).then(|| prompts.hash(template(rubric.task), rubric.language).to_owned());
    Binding {
        judge: seat.name(),
        task: rubric.task,
        language: rubric.language,
        judge_hash: hash(&[&settings, version]),
        prompt_hash: prompt,
        rubric_hash: rubric.hash.clone(),
    }
}

/// A hash of texts, each told apart from the next; 32 hexadecimal digits.
pub fn hash(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}
