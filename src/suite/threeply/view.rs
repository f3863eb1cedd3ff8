//! What a model is shown: sealed views, since only a view can be rendered.

use serde::Serialize;

use super::extract::abstention::ABSTENTION;
use super::factor::{Side, factor, factors};
use super::ply::Ply;
use super::triple::{Case, Triple};

/// A decided case as it is shown.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct ShownPrecedent {
    /// Who won it.
    outcome: Side,
    /// Its factors as arguments write them.
    factors: Vec<String>,
}

/// A triple as the arguing model sees it: all its factors and both outcomes. Nothing of it is hidden,
/// but which precedent a side should cite is only told on request.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct ArgumentView {
    abstention: &'static str,
    plaintiff_cites: Option<String>,
    defendant_cites: Option<String>,
    current: Vec<String>,
    tsc1: ShownPrecedent,
    tsc2: ShownPrecedent,
}

impl ArgumentView {
    /// The view of a triple; with `name_precedent`, each side is told which precedent to cite, where
    /// there is one.
    pub fn of(triple: &Triple, name_precedent: bool) -> Self {
        let named = |side: Side| decided_for(triple, side).filter(|_| name_precedent);
        Self {
            abstention: ABSTENTION,
            plaintiff_cites: named(Side::Plaintiff),
            defendant_cites: named(Side::Defendant),
            current: shown(triple, Case::Current),
            tsc1: ShownPrecedent { outcome: triple.tsc1.outcome, factors: shown(triple, Case::Tsc1) },
            tsc2: ShownPrecedent { outcome: triple.tsc2.outcome, factors: shown(triple, Case::Tsc2) },
        }
    }
}

fn shown(triple: &Triple, case: Case) -> Vec<String> {
    let known = triple.factors_of(case).iter().filter_map(|number| factor(*number));
    known.map(|factor| factor.to_string()).collect()
}

/// The first precedent that was decided for a side.
fn decided_for(triple: &Triple, side: Side) -> Option<String> {
    let decided = Case::PRECEDENTS.into_iter().find(|case| triple.outcome(*case) == Some(side));
    decided.map(|case| case.to_string())
}

/// What a party of a dialogue sees when it writes a ply: the triple, and the plies before its own. Which
/// precedent it should cite is only told on request, and the other party's never.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct PlyView<'a> {
    abstention: &'static str,
    cites: Option<String>,
    current: Vec<String>,
    tsc1: ShownPrecedent,
    tsc2: ShownPrecedent,
    /// The first ply, from the second one on; empty where the plaintiff wrote nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    plaintiff: Option<&'a str>,
    /// The second ply, in the third.
    #[serde(skip_serializing_if = "Option::is_none")]
    defendant: Option<&'a str>,
}

impl<'a> PlyView<'a> {
    /// The view of whoever writes `ply`; of what is said `before`, no more is shown than stands before it.
    pub fn of(triple: &Triple, ply: Ply, name_precedent: bool, before: &[&'a str]) -> Self {
        // Blank text is none: a template asks whether there is any.
        let said = |at: usize| {
            let text = before.get(at).copied().unwrap_or_default();
            (at < ply.before().len()).then_some(if text.trim().is_empty() { "" } else { text })
        };
        Self {
            abstention: ABSTENTION,
            cites: decided_for(triple, ply.side()).filter(|_| name_precedent),
            current: shown(triple, Case::Current),
            tsc1: ShownPrecedent { outcome: triple.tsc1.outcome, factors: shown(triple, Case::Tsc1) },
            tsc2: ShownPrecedent { outcome: triple.tsc2.outcome, factors: shown(triple, Case::Tsc2) },
            plaintiff: said(0),
            defendant: said(1),
        }
    }
}

/// An argument as the extracting model sees it: the text, and the table of factors. The triple is not
/// shown, so that what an argument says is not read into it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct ExtractionView<'a> {
    argument: &'a str,
    factors: Vec<String>,
}

impl<'a> ExtractionView<'a> {
    /// The view of an argument.
    pub fn of(argument: &'a str) -> Self {
        Self { argument, factors: factors().iter().map(ToString::to_string).collect() }
    }
}

/// A dialogue as the extracting model sees it: the three plies, and the table of factors.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct DialogueView<'a> {
    plaintiff: &'a str,
    defendant: &'a str,
    rebuttal: &'a str,
    factors: Vec<String>,
}

impl<'a> DialogueView<'a> {
    /// The view of three plies.
    pub fn of([plaintiff, defendant, rebuttal]: [&'a str; 3]) -> Self {
        let factors = factors().iter().map(ToString::to_string).collect();
        Self { plaintiff, defendant, rebuttal, factors }
    }
}
