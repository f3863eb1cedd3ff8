//! The units within a label, as agreement counts them: one message (LCA), one request (DCG), one claim
//! (LJP; LexPilot E.3.1); each with one of the task's labels, by its position among them.

use crate::case::Verdict;
use crate::suite::lexpilot::{DcgRequest, Label, LcaClass, Task};

/// Which part of a play is labelled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// The one message of LCA.
    Message,
    /// The request of this round, from 1.
    Request(u32),
    /// The claim of this number, from 1.
    Claim(usize),
}

/// The names of a task's labels, in their fixed order; of LJP, the first three in the order of the
/// quadratic weights.
pub fn label_names(task: Task) -> &'static [&'static str] {
    match task {
        Task::Lca => &["complete", "underspecified", "neither"],
        Task::Dcg => &["accepted", "relevant_only", "answerable_only", "neither", "no_question"],
        Task::Ljp => &["dismissed", "partially_supported", "supported", "no_verdict"],
    }
}

/// The labels within a judge's label.
pub fn parts_of(label: &Label) -> Vec<(Part, usize)> {
    match label {
        Label::Lca { class, .. } => vec![(Part::Message, code_of_lca(*class))],
        Label::Dcg { requests } => {
            requests.iter().map(|request| (Part::Request(request.round), code_of_dcg(request))).collect()
        }
        Label::Ljp { verdicts } => {
            let one = |(at, verdict): (usize, &Option<Verdict>)| (Part::Claim(at + 1), code_of_ljp(*verdict));
            verdicts.iter().enumerate().map(one).collect()
        }
    }
}

/// What a message was found to be in LCA.
pub fn code_of_lca(class: LcaClass) -> usize {
    match class {
        LcaClass::Complete => 0,
        LcaClass::Underspecified => 1,
        LcaClass::Neither => 2,
    }
}

/// What a request was found to be in DCG: a turn is what the best of its questions is.
pub fn code_of_dcg(request: &DcgRequest) -> usize {
    match () {
        () if request.passes() => 0,
        () if request.questions.iter().any(|question| question.relevant) => 1,
        () if request.questions.iter().any(|question| question.answerable) => 2,
        () if !request.questions.is_empty() => 3,
        () => 4,
    }
}

/// What a claim's verdict was found to be in LJP.
pub fn code_of_ljp(verdict: Option<Verdict>) -> usize {
    verdict.map_or(3, Verdict::code)
}
