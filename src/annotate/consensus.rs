//! Two annotators become one reference: what both say stands, the rest is adjudicated.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::annotate::AnnotateError;
use crate::annotate::agreement::{Agreement, Pair, compare};
use crate::annotate::filled::Filled;
use crate::annotate::key::{Item, Key, hash};
use crate::annotate::labels::{self, Code, Named};
use crate::annotate::log::Mark;
use crate::annotate::sheet::{COLUMNS, Row, to_csv};
use crate::stats::repeats::mean_sd;
use crate::stats::resampling::CaseBootstrap;

/// An annotator's labels and notes, by item.
pub type Marks = BTreeMap<String, Mark>;

/// The labels of both annotators, with their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotators {
    /// In order of name.
    pub names: [String; 2],
    /// As `names`.
    pub marks: [Marks; 2],
}

impl Annotators {
    /// What each says of an item.
    fn codes(&self, item: &Item) -> [Option<Code>; 2] {
        let of = |marks: &Marks| marks.get(&item.item)?.label.as_ref()?.code(item.task);
        [of(&self.marks[0]), of(&self.marks[1])]
    }

    /// The label that both give.
    fn agreed(&self, item: &Item) -> Option<Code> {
        match self.codes(item) {
            [Some(first), Some(second)] if first == second => Some(first),
            _ => None,
        }
    }

    /// Stands for all labels of both; notes do not count.
    pub fn digest(&self) -> String {
        let mut parts: Vec<&str> = Vec::new();
        for (name, marks) in self.names.iter().zip(&self.marks) {
            parts.push(name);
            for (item, mark) in marks {
                parts.extend([item.as_str(), mark.label.as_ref().map_or("", |label| &label.0)]);
            }
        }
        hash(&parts)
    }

    /// Agreement before adjudication, task by task.
    pub fn agreement(&self, key: &Key, options: &CaseBootstrap) -> Vec<Agreement> {
        let of_task = |task| {
            let pairs: Vec<Pair<'_>> = key
                .items
                .iter()
                .filter(|item| item.task == task)
                .map(|item| {
                    let [reference, other] = self.codes(item);
                    Pair { case: item.case(), reference, other }
                })
                .collect();
            compare(task, &pairs, options)
        };
        key.decisions().into_iter().map(of_task).collect()
    }

    /// `disagreements.csv`: every item on which there is no agreement, with both labels and notes.
    pub fn disagreements(&self, key: &Key, sheet: &[Row]) -> Vec<u8> {
        let [first, second] = &self.names;
        let material = &COLUMNS[4..11];
        let mut headings: Vec<String> = ["item", "task", "decide", "guideline"].map(str::to_owned).to_vec();
        headings.extend(material.iter().map(|heading| (*heading).to_owned()));
        headings.extend(
            [first, second].iter().flat_map(|name| [format!("label {name}"), format!("note {name}")]),
        );
        headings.extend(["label".to_owned(), "note".to_owned()]);
        let mut lines = vec![headings];
        for item in key.items.iter().filter(|item| self.agreed(item).is_none()) {
            let Some(row) = sheet.iter().find(|row| row.item == item.item) else { continue };
            let mut cells: Vec<&str> = vec![&row.item, &row.task, &row.decide, &row.guideline];
            cells.extend(row.material.parts());
            for marks in &self.marks {
                let mark = marks.get(&item.item);
                let label = mark.and_then(|mark| mark.label.as_ref()?.code(item.task));
                cells.push(label.map_or("", |label| labels::labels(item.task)[label.0].word(item.language)));
                cells.push(mark.map_or("", |mark| mark.note.as_str()));
            }
            cells.extend(["", ""]);
            lines.push(cells.into_iter().map(crate::annotate::sheet::guarded).collect());
        }
        to_csv(&lines)
    }
}

/// `agreement.json`: the two annotators before adjudication.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgreementFile {
    /// Rows and columns of the tables, in this order.
    pub annotators: [String; 2],
    /// Task by task.
    pub tasks: Vec<Agreement>,
    /// Means over the tasks in which they are defined.
    pub mean_agreement: Option<f64>,
    pub mean_kappa: Option<f64>,
    /// Items without agreement: what `disagreements.csv` lists.
    pub to_adjudicate: usize,
}

impl AgreementFile {
    /// The agreement of both annotators.
    pub fn of(annotators: &Annotators, key: &Key, options: &CaseBootstrap) -> Self {
        let tasks = annotators.agreement(key, options);
        let [mean_agreement, mean_kappa] = means(&tasks);
        let open = key.items.iter().filter(|item| annotators.agreed(item).is_none());
        Self {
            annotators: annotators.names.clone(),
            to_adjudicate: open.count(),
            tasks,
            mean_agreement,
            mean_kappa,
        }
    }
}

/// Mean agreement and mean kappa over the tasks in which they are defined.
pub fn means(tasks: &[Agreement]) -> [Option<f64>; 2] {
    let mean = |of: fn(&Agreement) -> Option<f64>| mean_sd(&tasks.iter().map(of).collect::<Vec<_>>()).mean;
    [mean(|task| task.agreement), mean(|task| task.kappa)]
}

/// `consensus.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consensus {
    /// The annotators, by name.
    pub annotators: [String; 2],
    /// Stands for their labels.
    pub labels: String,
    /// Items on which both agreed, and items that were adjudicated.
    pub agreed: usize,
    pub adjudicated: usize,
    /// Items that the adjudication left open: they calibrate nothing.
    pub open: Vec<String>,
    /// The labels, by item.
    pub items: BTreeMap<String, Named>,
}

/// Joins what both said with what was adjudicated in `file`.
///
/// # Errors
/// When the adjudication changes a label on which both agreed.
pub fn settle(
    key: &Key,
    annotators: &Annotators,
    adjudicated: &[Filled],
    file: &str,
) -> Result<Consensus, AnnotateError> {
    let given: BTreeMap<&str, Code> =
        adjudicated.iter().filter_map(|row| Some((row.item.as_str(), row.label?))).collect();
    let mut consensus = Consensus {
        annotators: annotators.names.clone(),
        labels: annotators.digest(),
        agreed: 0,
        adjudicated: 0,
        open: Vec::new(),
        items: BTreeMap::new(),
    };
    for item in &key.items {
        let label = match (annotators.agreed(item), given.get(item.item.as_str())) {
            (Some(agreed), Some(given)) if agreed != *given => {
                let row = adjudicated.iter().find(|row| row.item == item.item);
                return Err(AnnotateError::Sheet {
                    file: file.to_owned(),
                    row: row.map(|row| row.row),
                    column: Some("label".into()),
                    why: format!(
                        "both annotators gave `{}` to {}, and the adjudication says `{}`",
                        labels::name(item.task, agreed),
                        item.item,
                        labels::name(item.task, *given)
                    ),
                    mend: "only what they disagree on is adjudicated; take the row out".into(),
                });
            }
            (Some(agreed), _) => {
                consensus.agreed += 1;
                Some(agreed)
            }
            (None, Some(given)) => {
                consensus.adjudicated += 1;
                Some(*given)
            }
            (None, None) => None,
        };
        match label {
            Some(label) => {
                consensus.items.insert(item.item.clone(), Named::of(item.task, label));
            }
            None => consensus.open.push(item.item.clone()),
        }
    }
    Ok(consensus)
}
