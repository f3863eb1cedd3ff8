//! What a model is shown: sealed views, since only a view can be rendered.

use serde::Serialize;

use super::extract::abstention::ABSTENTION;
use super::factor::{Side, factor, factors};
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
        let shown = |case: Case| -> Vec<String> {
            let known = triple.factors_of(case).iter().filter_map(|number| factor(*number));
            known.map(|factor| factor.to_string()).collect()
        };
        let decided_for =
            |side: Side| Case::PRECEDENTS.into_iter().find(|case| triple.outcome(*case) == Some(side));
        let named = |side: Side| decided_for(side).filter(|_| name_precedent).map(|case| case.to_string());
        Self {
            abstention: ABSTENTION,
            plaintiff_cites: named(Side::Plaintiff),
            defendant_cites: named(Side::Defendant),
            current: shown(Case::Current),
            tsc1: ShownPrecedent { outcome: triple.tsc1.outcome, factors: shown(Case::Tsc1) },
            tsc2: ShownPrecedent { outcome: triple.tsc2.outcome, factors: shown(Case::Tsc2) },
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
