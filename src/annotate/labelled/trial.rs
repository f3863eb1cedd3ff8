//! A judge's labels against the writers'.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{Item, Labelled, label_names, of_request};
use crate::case::{Fault, Language};
use crate::stats::resampling::CaseBootstrap;
use crate::stats::two_raters::{RatedItem, two_raters};
use crate::suite::lexpilot::{Label, Task, parts};

/// What a judge said of a message, or what failed.
pub type Said = Result<Label, Fault>;

/// A judge on the messages of one task. Rates are fractions, null where undefined; the unit is a message
/// (LCA, DCG) or a claim of one (LJP).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Trial {
    pub task: Task,
    /// Messages, and of these without a label, by reason: compared with nothing.
    pub messages: u64,
    pub faults: BTreeMap<String, u64>,
    /// Units compared, and how many of them the judge labels as the writers do.
    pub n: u64,
    pub right: u64,
    /// Their share with its interval over cases.
    pub agreement: Option<f64>,
    pub agreement_low: Option<f64>,
    pub agreement_high: Option<f64>,
    /// `percentile`, `wilson` where the share is 0 or 1, or `none`.
    pub agreement_method: String,
    /// Cohen's kappa with its interval over cases; none at 1 or -1, or of one case.
    pub kappa: Option<f64>,
    pub kappa_low: Option<f64>,
    pub kappa_high: Option<f64>,
    /// 2 x agreement - 1.
    pub pabak: Option<f64>,
    /// Resamples, and how many of them left kappa undefined.
    pub resamples: usize,
    pub discarded: usize,
    pub level: f64,
    /// Counts: rows the writers, columns the judge, in the order of `labels`.
    pub labels: Vec<String>,
    pub confusion: Vec<Vec<u64>>,
    pub per_label: Vec<LabelFound>,
    /// Hostile messages and the others, each language, each kind.
    pub groups: Vec<Group>,
    /// What a label says besides, on the messages whose label is right.
    pub besides: Vec<Details>,
    /// Every unit that the judge labels otherwise.
    pub wrong: Vec<Miss>,
}

/// One label against all others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LabelFound {
    pub label: String,
    /// Units that the writers, and the judge, label so; and both.
    pub writers: u64,
    pub judge: u64,
    pub both: u64,
    /// both / writers, and both / judge.
    pub recall: Option<f64>,
    pub precision: Option<f64>,
}

/// Some of the messages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Group {
    /// `hostile`, `plain`, `language:…` or `kind:…`.
    pub group: String,
    /// Messages, and of these without a label.
    pub messages: u64,
    pub faults: u64,
    /// Units compared, and of these right.
    pub n: u64,
    pub right: u64,
}

/// See [`Trial::besides`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Details {
    /// `mixed`, `several_questions`, `focal_points` or `facts`.
    pub what: String,
    pub n: u64,
    pub right: u64,
}

/// A unit that the judge labels otherwise than the writers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Miss {
    pub item: String,
    /// Of LJP.
    pub claim: Option<usize>,
    pub hostile: bool,
    pub writers: String,
    pub judge: String,
}

/// A message with its language, and what the judge said of it.
pub type Tried<'a> = (&'a Item, Language, &'a Said);

/// One unit: both labels, the judge's missing where it failed.
struct Unit<'a> {
    item: &'a Item,
    claim: Option<usize>,
    writers: usize,
    judge: Option<usize>,
}

impl Unit<'_> {
    fn is_right(&self) -> bool {
        self.judge == Some(self.writers)
    }
}

/// Compares what a judge said with the writers' labels, task by task.
pub fn judge_trials(tried: &[Tried<'_>], options: &CaseBootstrap) -> Vec<Trial> {
    let of_task = |task: Task| {
        let of_task: Vec<Tried<'_>> =
            tried.iter().filter(|(item, ..)| item.task() == task).copied().collect();
        (!of_task.is_empty()).then(|| trial(task, &of_task, options))
    };
    Task::ALL.iter().copied().filter_map(of_task).collect()
}

fn trial(task: Task, tried: &[Tried<'_>], options: &CaseBootstrap) -> Trial {
    let labels = label_names(task);
    let units: Vec<Unit<'_>> = tried.iter().flat_map(|(item, _, said)| units(item, said)).collect();
    let rated: Vec<RatedItem<'_>> = units
        .iter()
        .map(|unit| RatedItem { cluster: &unit.item.case, first: Some(unit.writers), second: unit.judge })
        .collect();
    // Both codes are positions among the labels of the task, of which there are at most four.
    let found = two_raters(labels.len(), &rated, options).expect("codes are positions among the labels");
    let mut faults: BTreeMap<String, u64> = BTreeMap::new();
    for fault in tried.iter().filter_map(|(.., said)| said.as_ref().err()) {
        *faults.entry(fault.name().to_owned()).or_default() += 1;
    }
    let wrong = units.iter().filter(|unit| !unit.is_right()).filter_map(|unit| {
        Some(Miss {
            item: unit.item.id.clone(),
            claim: unit.claim,
            hostile: unit.item.hostile,
            writers: labels[unit.writers].to_owned(),
            judge: labels[unit.judge?].to_owned(),
        })
    });
    Trial {
        task,
        messages: tried.len() as u64,
        faults,
        n: found.n,
        right: units.iter().filter(|unit| unit.is_right()).count() as u64,
        agreement: found.agreement,
        agreement_low: found.agreement_low,
        agreement_high: found.agreement_high,
        agreement_method: found.agreement_method.to_owned(),
        kappa: found.kappa,
        kappa_low: found.kappa_low,
        kappa_high: found.kappa_high,
        pabak: found.pabak,
        resamples: found.resamples,
        discarded: found.discarded,
        level: options.level,
        labels: labels.iter().map(|label| (*label).to_owned()).collect(),
        per_label: labels
            .iter()
            .enumerate()
            .map(|(at, label)| label_found(label, at, &found.confusion))
            .collect(),
        confusion: found.confusion,
        groups: groups(tried),
        besides: besides(tried),
        wrong: wrong.collect(),
    }
}

/// The units of a message.
fn units<'a>(item: &'a Item, said: &Said) -> Vec<Unit<'a>> {
    let one = |writers: usize, judge: Option<usize>| vec![Unit { item, claim: None, writers, judge }];
    match (&item.label, said) {
        (Labelled::Lca { class, .. }, said) => {
            let judge = match said {
                Ok(Label::Lca { class, .. }) => Some(parts::code_of_lca(*class)),
                Ok(Label::Dcg { .. } | Label::Ljp { .. }) | Err(_) => None,
            };
            one(parts::code_of_lca(*class), judge)
        }
        (Labelled::Dcg { asks, accepted, .. }, said) => {
            let judge = match said {
                Ok(Label::Dcg { requests }) => requests.first().map(of_request),
                Ok(Label::Lca { .. } | Label::Ljp { .. }) | Err(_) => None,
            };
            let writers = if *accepted { 0 } else { 1 + usize::from(!asks) };
            one(writers, judge)
        }
        (Labelled::Ljp { verdicts }, said) => {
            let of_judge = match said {
                Ok(Label::Ljp { verdicts: of_judge }) if of_judge.len() == verdicts.len() => Some(of_judge),
                Ok(_) | Err(_) => None,
            };
            let unit = |(at, verdict): (usize, &Option<crate::case::Verdict>)| Unit {
                item,
                claim: Some(at + 1),
                writers: parts::code_of_ljp(*verdict),
                judge: of_judge.map(|verdicts| parts::code_of_ljp(verdicts[at])),
            };
            verdicts.iter().enumerate().map(unit).collect()
        }
    }
}

fn label_found(label: &str, at: usize, confusion: &[Vec<u64>]) -> LabelFound {
    let writers: u64 = confusion[at].iter().sum();
    let judge: u64 = confusion.iter().map(|row| row[at]).sum();
    let both = confusion[at][at];
    let share = |whole: u64| (whole > 0).then(|| both as f64 / whole as f64);
    LabelFound {
        label: label.to_owned(),
        writers,
        judge,
        both,
        recall: share(writers),
        precision: share(judge),
    }
}

fn groups(tried: &[Tried<'_>]) -> Vec<Group> {
    let names = |(item, language, _): &Tried<'_>| {
        let guise = if item.hostile { "0hostile" } else { "1plain" };
        let mut names = vec![guise.to_owned(), format!("2language:{}", language.code())];
        names.extend(item.kind.as_ref().map(|kind| format!("3kind:{kind}")));
        names
    };
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for tried in tried {
        let (item, _, said) = tried;
        let units = units(item, said);
        for name in names(tried) {
            let group = groups.entry(name.clone()).or_insert_with(|| Group {
                // The first sign puts them in order.
                group: name[1..].to_owned(),
                messages: 0,
                faults: 0,
                n: 0,
                right: 0,
            });
            group.messages += 1;
            group.faults += u64::from(said.is_err());
            group.n += units.iter().filter(|unit| unit.judge.is_some()).count() as u64;
            group.right += units.iter().filter(|unit| unit.is_right()).count() as u64;
        }
    }
    groups.into_values().collect()
}

/// What else a label says, on the messages whose label is right.
fn besides(tried: &[Tried<'_>]) -> Vec<Details> {
    let mut found: Vec<Details> = Vec::new();
    let mut count = |what: &str, right: bool| {
        let at = found.iter().position(|details| details.what == what).unwrap_or_else(|| {
            found.push(Details { what: what.to_owned(), n: 0, right: 0 });
            found.len() - 1
        });
        found[at].n += 1;
        found[at].right += u64::from(right);
    };
    for (item, _, said) in tried.iter().filter(|(item, _, said)| units(item, said).iter().all(Unit::is_right))
    {
        match (&item.label, said) {
            (Labelled::Lca { mixed, .. }, Ok(Label::Lca { mixed: said, .. })) => {
                count("mixed", mixed == said)
            }
            (Labelled::Dcg { multi, accepted, focal_points, facts, .. }, Ok(Label::Dcg { requests })) => {
                let Some(request) = requests.first() else { continue };
                count("several_questions", *multi == (request.questions.len() > 1));
                if *accepted {
                    let focal = request.accepted().filter_map(|question| question.focal_point.as_ref());
                    count("focal_points", focal.collect::<BTreeSet<_>>() == focal_points.iter().collect());
                    let asked = request.accepted().flat_map(|question| &question.facts);
                    count("facts", asked.collect::<BTreeSet<_>>() == facts.iter().collect());
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::labelled::items;
    use crate::case::Verdict;
    use crate::suite::lexpilot::{DcgQuestion, DcgRequest, LcaClass};

    /// A judge that says what the writers say.
    fn as_written(item: &Item) -> Label {
        match &item.label {
            Labelled::Lca { class, mixed, .. } => Label::Lca { class: *class, mixed: *mixed },
            Labelled::Dcg { asks, multi, accepted, focal_points, facts, .. } => {
                let question = |focal_point: Option<&String>, facts: &[String], good| DcgQuestion {
                    focal_point: focal_point.cloned(),
                    facts: facts.to_vec(),
                    relevant: good,
                    answerable: good,
                };
                let mut questions: Vec<DcgQuestion> = Vec::new();
                if *accepted {
                    questions.extend(focal_points.iter().map(|focal| question(Some(focal), facts, true)));
                } else if *asks {
                    questions.push(question(None, &[], false));
                }
                if *multi && questions.len() == 1 {
                    questions.push(question(None, &[], false));
                }
                Label::Dcg { requests: vec![DcgRequest { round: 1, questions }] }
            }
            Labelled::Ljp { verdicts } => Label::Ljp { verdicts: verdicts.clone() },
        }
    }

    fn trials(said: impl Fn(&Item) -> Said) -> Vec<Trial> {
        let items = items();
        let said: Vec<Said> = items.iter().map(said).collect();
        let tried: Vec<Tried<'_>> =
            items.iter().zip(&said).map(|(item, said)| (item, Language::En, said)).collect();
        judge_trials(&tried, &CaseBootstrap { resamples: 50, ..CaseBootstrap::default() })
    }

    #[test]
    fn who_says_what_the_writers_say_is_right_in_everything() {
        let found = trials(|item| Ok(as_written(item)));
        assert_eq!(found.iter().map(|trial| trial.task).collect::<Vec<_>>(), Task::ALL);
        for trial in &found {
            assert_eq!((trial.messages, trial.right, trial.agreement), (60, trial.n, Some(1.0)));
            assert_eq!((trial.kappa, trial.wrong.len(), trial.faults.len()), (Some(1.0), 0, 0));
            assert!(trial.besides.iter().all(|details| details.n == details.right), "{:?}", trial.besides);
            assert!(trial.per_label.iter().all(|label| label.recall == Some(1.0)), "{:?}", trial.per_label);
            let messages =
                |name: &str| trial.groups.iter().find(|group| group.group == name).map(|g| g.messages);
            assert_eq!(messages("hostile").zip(messages("plain")).map(|(a, b)| a + b), Some(60));
        }
    }

    #[test]
    fn a_fault_is_no_label_and_a_constant_judge_has_no_kappa() {
        let found = trials(|item| match item.task() {
            Task::Lca if item.hostile => Err(Fault::JudgeFault),
            Task::Lca => Ok(Label::Lca { class: LcaClass::Complete, mixed: false }),
            Task::Dcg => Ok(Label::Ljp { verdicts: vec![None] }),
            Task::Ljp => Ok(Label::Ljp { verdicts: vec![Some(Verdict::Supported)] }),
        });
        let lca = &found[0];
        let hostile = lca.faults.get("judge_fault").copied().unwrap_or(0);
        assert!(hostile > 0 && lca.n == 60 - hostile);
        assert_eq!(lca.confusion.iter().map(|row| row[0]).sum::<u64>(), lca.n);
        assert_eq!(lca.kappa, Some(0.0), "one side is constant");
        let group = &lca.groups[0];
        assert_eq!((group.group.as_str(), group.faults, group.n), ("hostile", hostile, 0));
        assert_eq!(lca.wrong.len() as u64, lca.n - lca.right);
        // A label of another task, or of another length, is none.
        assert_eq!((found[1].n, found[1].agreement), (0, None));
        assert!(found[2].n < 60, "{}", found[2].n);
    }
}
