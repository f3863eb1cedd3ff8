//! From the records of a run to a blind sheet, its guidelines and its key.

use std::collections::BTreeMap;

use crate::annotate::AnnotateError;
use crate::annotate::decision::Decision;
use crate::annotate::guideline::{decide, document};
use crate::annotate::key::{Item, Key, LAYOUT, bindings, hash, rubrics};
use crate::annotate::sample::draw_task;
use crate::annotate::sheet::{self, Row};
use crate::annotate::unit::{Records, Unit};
use crate::case::Language;
use crate::suite::lexpilot::Task;

/// What is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Which tasks.
    pub tasks: Vec<Task>,
    /// Units a task.
    pub per_task: usize,
    /// Seed of the draw.
    pub seed: u64,
}

/// What is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Exported {
    /// `sheet.csv`.
    pub sheet: Vec<u8>,
    /// `guidelines.md`.
    pub guidelines: String,
    /// `key.json`.
    pub key: Key,
}

/// Draws the units and writes them down blind: what the role judge may not see (which history it is,
/// the verdicts of the court), what the judge said, and whose message it is are in the key alone.
///
/// # Errors
/// When a record or prompt cannot be read, or no unit of the tasks is judged.
pub fn export(run: &str, records: &Records<'_>, order: &Order) -> Result<Exported, AnnotateError> {
    let leading = records.judges().into_iter().next().unwrap_or_default();
    let mut units = records.units(&order.tasks)?;
    units.retain(|unit| unit.labels.contains_key(&leading));
    if units.is_empty() {
        let tasks: Vec<&str> = order.tasks.iter().map(|task| task.name()).collect();
        return Err(AnnotateError::step(
            format!("{leading} has labelled nothing of {} in {run}", tasks.join(", ")),
            "`lexconsult plan --why RUN` says what the run owes; --tasks takes lca, dcg, ljp",
        ));
    }
    let rubrics = rubrics(records.study, records.prompts, &order.tasks)?;
    let guideline = |task: Task, language: Language| {
        let wanted = (Decision::from(task), language);
        let found = rubrics.iter().find(|(rubric, _)| (rubric.task, rubric.language) == wanted);
        found.map(|(_, text)| text.clone()).unwrap_or_default()
    };
    let (mut rows, mut items, mut strata) = (Vec::new(), Vec::new(), BTreeMap::new());
    for task in order.tasks.iter().copied() {
        let (drawn, of_task) = draw_task(&units, task, order.per_task, order.seed);
        for (at, unit) in drawn.into_iter().enumerate() {
            let name = format!("{task}-{:03}", at + 1);
            rows.push(row(&name, unit, guideline(task, unit.language), records)?);
            items.push(Item::of_unit(name, unit));
        }
        strata.insert(task.name().to_owned(), of_task);
    }
    let used = |task: Decision, language: Language| {
        items.iter().any(|item: &Item| (item.task, item.language) == (task, language))
    };
    let sections: Vec<(Decision, Language, String)> = rubrics
        .iter()
        .filter(|(rubric, _)| used(rubric.task, rubric.language))
        .map(|(rubric, text)| (rubric.task, rubric.language, text.clone()))
        .collect();
    let sheet = sheet::write(&rows);
    let key = Key {
        layout: LAYOUT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        run: run.to_owned(),
        seed: order.seed,
        per_task: order.per_task,
        sheet: hash(&[&String::from_utf8_lossy(&sheet)]),
        strata,
        rubrics: rubrics.into_iter().map(|(rubric, _)| rubric).collect(),
        bindings: bindings(records.study, records.prompts, &order.tasks)?,
        items,
    };
    Ok(Exported { sheet, guidelines: document(&sections), key })
}

fn row(name: &str, unit: &Unit, guideline: String, records: &Records<'_>) -> Result<Row, AnnotateError> {
    let claim = match unit.part {
        crate::annotate::unit::Part::Claim(number) => Some(number),
        _ => None,
    };
    Ok(Row {
        item: name.to_owned(),
        task: unit.play.task.name().to_owned(),
        decide: decide(unit.play.task, unit.language, claim),
        guideline,
        material: records.material(unit)?,
    })
}
