//! A panel: all judges of a run as one, by vote.
//!
//! What is voted on is what the scores count: the class of a message (LCA), whether a request is
//! accepted (DCG), the verdict on a claim, `no verdict` among them (LJP). A label that enough judges
//! give decides. What else a label says (whether a message is mixed; the questions of a request, with
//! their facts) is taken from the first of the judges, in the order of the run, that gave it.
//!
//! Where no label has enough votes, the unit is lost and nobody's failure: as `panel_undecided` where
//! the votes that are there rule a decision out, such as a tie; else for the reason for which a judge
//! has no label. Of LJP the claim is lost, the others stay; a consultation of DCG is lost with any of
//! its requests, since its scores are about all of them.

use crate::case::{Absence, Fault, Verdict};
use crate::suite::lexpilot::{DcgRequest, Label};

use super::UnitState;

/// The reason under which undecided units are counted.
pub const UNDECIDED: &str = "panel_undecided";

/// How many judges it takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Policy {
    /// More than half of the judges.
    Majority,
    /// All of them.
    Unanimous,
}

impl Policy {
    /// Both, in the order of reports.
    pub const ALL: [Self; 2] = [Self::Majority, Self::Unanimous];

    /// The name under which the panel stands beside the judges.
    pub fn name(self) -> &'static str {
        match self {
            Self::Majority => "panel/majority",
            Self::Unanimous => "panel/unanimous",
        }
    }

    fn needed(self, judges: usize) -> usize {
        match self {
            Self::Majority => judges / 2 + 1,
            Self::Unanimous => judges,
        }
    }
}

/// What a unit came to, with the claims of it that are lost although the unit is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Under a judge, or under a panel.
    pub state: UnitState,
    /// By position, each with the reason; only under a panel, and only of LJP.
    pub lost_claims: Vec<(usize, &'static str)>,
}

impl From<UnitState> for Standing {
    fn from(state: UnitState) -> Self {
        Self { state, lost_claims: Vec::new() }
    }
}

/// A judge's vote, or why it has none.
type Vote<T> = Result<T, &'static str>;

/// Makes one of what a unit of a case with so many claims came to under each judge.
pub fn combine(policy: Policy, states: &[&UnitState], claims: usize) -> Standing {
    // Whether the assistant was silent is no judge's to say.
    if let Some(absent) = states.iter().find(|state| matches!(state, UnitState::Absent(_))) {
        return UnitState::clone(absent).into();
    }
    let needed = policy.needed(states.len());
    let labelled = states.iter().find_map(|state| match state {
        UnitState::Labelled(label, absence) => Some((label, *absence)),
        UnitState::Lost(_) | UnitState::Absent(_) => None,
    });
    match labelled {
        // The reason is the same under all, or the first judge's.
        None => states.first().map_or(UnitState::Lost(UNDECIDED), |state| UnitState::clone(state)).into(),
        Some((Label::Lca { .. }, _)) => lca(states, needed).into(),
        Some((Label::Dcg { .. }, absence)) => dcg(states, needed, absence).into(),
        Some((Label::Ljp { .. }, absence)) => ljp(states, needed, claims, absence),
    }
}

/// The position of the first vote for the label that decides.
fn decided<T: PartialEq>(votes: &[Vote<T>], needed: usize) -> Result<usize, &'static str> {
    let mut most = 0;
    for (at, vote) in votes.iter().enumerate() {
        let Ok(label) = vote else { continue };
        let count = votes.iter().filter(|other| other.as_ref() == Ok(label)).count();
        if count >= needed {
            return Ok(at);
        }
        most = most.max(count);
    }
    let mut unheard = votes.iter().filter_map(|vote| vote.as_ref().err());
    match unheard.clone().count() {
        count if most + count >= needed => Err(unheard.next().copied().unwrap_or(UNDECIDED)),
        _ => Err(UNDECIDED),
    }
}

/// What each judge says, by `of`; a label that does not fit the task is the judge's failure.
fn votes<T>(states: &[&UnitState], of: impl Fn(&Label) -> Option<T>) -> Vec<Vote<T>> {
    let fault = Fault::JudgeFault.name();
    let vote = |state: &&UnitState| match state {
        UnitState::Labelled(label, _) => of(label).ok_or(fault),
        UnitState::Lost(reason) => Err(*reason),
        UnitState::Absent(_) => Err(fault),
    };
    states.iter().map(vote).collect()
}

fn lca(states: &[&UnitState], needed: usize) -> UnitState {
    let class = |label: &Label| match label {
        Label::Lca { class, .. } => Some(*class),
        Label::Dcg { .. } | Label::Ljp { .. } => None,
    };
    match decided(&votes(states, class), needed) {
        Ok(first) => states[first].clone(),
        Err(reason) => UnitState::Lost(reason),
    }
}

fn dcg(states: &[&UnitState], needed: usize, absence: Option<Absence>) -> UnitState {
    let requests = |label: &Label| match label {
        Label::Dcg { requests } => Some(requests.clone()),
        Label::Lca { .. } | Label::Ljp { .. } => None,
    };
    let votes = votes(states, requests);
    // The messages are the same for every judge.
    let rounds = votes.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let mut decided_on = Vec::new();
    for at in 0..rounds {
        let request = |vote: &Vote<Vec<DcgRequest>>| -> Vote<DcgRequest> {
            vote.as_ref()
                .map_err(|reason| *reason)
                .and_then(|requests| requests.get(at).cloned().ok_or(Fault::JudgeFault.name()))
        };
        let said: Vec<Vote<DcgRequest>> = votes.iter().map(request).collect();
        let passes: Vec<Vote<bool>> =
            said.iter().map(|vote| vote.as_ref().map(DcgRequest::passes).map_err(|reason| *reason)).collect();
        match decided(&passes, needed) {
            Ok(first) => decided_on.extend(said.into_iter().nth(first).and_then(Result::ok)),
            Err(reason) => return UnitState::Lost(reason),
        }
    }
    UnitState::Labelled(Label::Dcg { requests: decided_on }, absence)
}

fn ljp(states: &[&UnitState], needed: usize, claims: usize, absence: Option<Absence>) -> Standing {
    let mut verdicts = vec![None; claims];
    let mut lost_claims = Vec::new();
    for (at, verdict) in verdicts.iter_mut().enumerate() {
        let said = |label: &Label| -> Option<Option<Verdict>> {
            match label {
                Label::Ljp { verdicts } if verdicts.len() == claims => Some(verdicts[at]),
                Label::Lca { .. } | Label::Dcg { .. } | Label::Ljp { .. } => None,
            }
        };
        let votes = votes(states, said);
        match decided(&votes, needed) {
            Ok(first) => *verdict = votes[first].ok().flatten(),
            Err(reason) => lost_claims.push((at, reason)),
        }
    }
    Standing { state: UnitState::Labelled(Label::Ljp { verdicts }, absence), lost_claims }
}

#[cfg(test)]
mod tests;
