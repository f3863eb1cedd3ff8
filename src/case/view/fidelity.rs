//! The view of the fidelity assessor: one reply to one probe, with the probe's answer key.

use serde::Serialize;

use super::super::consultation::{Case, Cues};
use super::super::label::{Language, Variant};
use super::super::probing::ProbeKind;
use super::build::heard;
use super::{Line, Seal};

/// The fidelity assessor: does the user's reply to a probe say enough, too much, or what is not so?
#[derive(Serialize, Debug)]
pub struct FidelityAssessor<'a> {
    /// The language in which the role is addressed.
    pub language: Language,
    /// The history from which the consultation starts.
    pub history: Vec<Line<'a>>,
    /// The key facts, told and missing alike.
    pub key_facts: Vec<ProbedFact<'a>>,
    /// Which of the four requests was made.
    pub kind: ProbeKind,
    /// The request.
    pub question: &'a str,
    /// Id of the fact that the probe is about.
    pub target: &'a str,
    /// What an answer must at least contain (A and B).
    pub minimum_answer: Option<&'a str>,
    /// The user's reply.
    pub reply: &'a str,
    #[serde(skip)]
    pub(super) _seal: Seal,
}

/// A key fact as the fidelity assessor knows it: whether it counts as missing is not said.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct ProbedFact<'a> {
    /// Id within the case.
    pub id: &'a str,
    /// The fact.
    pub text: &'a str,
    /// False when it was taken from the user (D).
    pub known: bool,
    /// Whether the reply may disclose it. A broad request (C) permits none.
    pub permitted: bool,
    /// For players by rule only; never rendered.
    #[serde(skip)]
    pub cues: &'a Cues,
}

impl Case {
    /// The fidelity assessor's view of a reply to a probe; `None` where the case has no such probe.
    pub fn for_fidelity_assessor<'a>(
        &'a self,
        target: &str,
        kind: ProbeKind,
        reply: &'a str,
    ) -> Option<FidelityAssessor<'a>> {
        let probe = self.probe(target)?;
        let removed = |id: &String| kind == ProbeKind::Withheld && probe.withheld.remove.contains(id);
        let key_facts = self.private().facts.iter().map(|fact| ProbedFact {
            id: &fact.id,
            text: &fact.text,
            known: !removed(&fact.id),
            permitted: kind != ProbeKind::Broad && probe.permitted.contains(&fact.id) && !removed(&fact.id),
            cues: &fact.cues,
        });
        Some(FidelityAssessor {
            language: self.language,
            history: heard(self.history(Variant::Underspecified)),
            key_facts: key_facts.collect(),
            kind,
            question: self.probe_question(target, kind)?,
            target: &probe.target,
            minimum_answer: matches!(kind, ProbeKind::Direct | ProbeKind::Indirect)
                .then_some(probe.minimum_answer.as_str()),
            reply,
            _seal: Seal,
        })
    }
}

impl FidelityAssessor<'_> {
    /// Ids of the facts whose disclosure goes beyond what the request permits.
    pub fn beyond(&self) -> Vec<&str> {
        let beyond = |fact: &&ProbedFact<'_>| fact.known && !fact.permitted;
        self.key_facts.iter().filter(beyond).map(|fact| fact.id).collect()
    }
}
