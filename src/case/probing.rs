//! Fidelity probes (LexPilot E.3.2) as a suite asks them: which there are, what each says, and the case of
//! a user from whom a fact is withheld.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::consultation::{Case, ClaimTruth, Private};
use super::hidden::Hidden;
use super::schema::{FocalPoint, Probe};

/// The four requests of a probe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum ProbeKind {
    /// Asks for the fact in so many words.
    #[serde(rename = "A")]
    Direct,
    /// Asks for the same fact in everyday words, or through a cue.
    #[serde(rename = "B")]
    Indirect,
    /// Names the legal concept, and warrants no fact.
    #[serde(rename = "C")]
    Broad,
    /// A again, after the fact and what would give it away are taken from the user.
    #[serde(rename = "D")]
    Withheld,
}

impl ProbeKind {
    /// All of them, in the order of the paper.
    pub const ALL: [Self; 4] = [Self::Direct, Self::Indirect, Self::Broad, Self::Withheld];

    /// `A` to `D`, as in the paper and in files.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Direct => "A",
            Self::Indirect => "B",
            Self::Broad => "C",
            Self::Withheld => "D",
        }
    }

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Indirect => "indirect",
            Self::Broad => "broad",
            Self::Withheld => "withheld",
        }
    }
}

impl fmt::Display for ProbeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}

/// A probe without its texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbeOutline<'a> {
    /// Id of the missing fact it is about.
    pub target: &'a str,
    /// Ids of the types of the focal points that the fact decides, each once, in order.
    pub types: Vec<&'a str>,
    /// Whether D can be asked: nothing that remains gives the fact away.
    pub eligible: bool,
}

impl ProbeOutline<'_> {
    /// Which of the four can be asked.
    pub fn kinds(&self) -> impl Iterator<Item = ProbeKind> {
        let eligible = self.eligible;
        ProbeKind::ALL.into_iter().filter(move |kind| *kind != ProbeKind::Withheld || eligible)
    }
}

impl Case {
    /// The probes, in the case's order.
    pub fn probe_outlines(&self) -> Vec<ProbeOutline<'_>> {
        let private = self.private();
        let outline = |probe: &'_ Probe| {
            let mut types: Vec<&str> = private
                .focal_points
                .iter()
                .filter(|focal| focal.facts.contains(&probe.target))
                .map(|focal| focal.kind.as_str())
                .collect();
            types.sort_unstable();
            types.dedup();
            types
        };
        private
            .probes
            .iter()
            .map(|probe| ProbeOutline {
                target: &probe.target,
                types: outline(probe),
                eligible: probe.withheld.eligible,
            })
            .collect()
    }

    /// The probe of this fact.
    pub(super) fn probe(&self, target: &str) -> Option<&Probe> {
        self.private().probes.iter().find(|probe| probe.target == target)
    }

    /// What a probe asks; `None` where the case has none of this fact.
    pub fn probe_question(&self, target: &str, kind: ProbeKind) -> Option<&str> {
        let probe = self.probe(target)?;
        Some(match kind {
            ProbeKind::Direct | ProbeKind::Withheld => &probe.direct,
            ProbeKind::Indirect => &probe.indirect,
            ProbeKind::Broad => &probe.broad,
        })
    }

    /// The case as the user of probe D knows it: without the facts that the probe of `target` takes away,
    /// wherever they are named, and without probes. `None` where D cannot be asked.
    pub fn withholding(&self, target: &str) -> Option<Case> {
        let probe = self.probe(target).filter(|probe| probe.withheld.eligible)?;
        let private = self.private();
        let left = |id: &String| !probe.withheld.remove.contains(id);
        let left_of = |ids: &[String]| ids.iter().filter(|id| left(id)).cloned().collect();
        let truth = |truth: &ClaimTruth| ClaimTruth { needs: left_of(&truth.needs), ..truth.clone() };
        let focal = |focal: &FocalPoint| FocalPoint { facts: left_of(&focal.facts), ..focal.clone() };
        Some(Case {
            id: self.id.clone(),
            language: self.language,
            class: self.class.clone(),
            cause: self.cause.clone(),
            province: self.province.clone(),
            provenance: self.provenance.clone(),
            review: self.review.clone(),
            hash: self.hash.clone(),
            origin: self.origin.clone(),
            claims: self.claims.clone(),
            hidden: Hidden::new(Private {
                provisions: private.provisions.clone(),
                profile: private.profile.clone(),
                truths: private.truths.iter().map(truth).collect(),
                focal_points: private.focal_points.iter().map(focal).collect(),
                facts: private.facts.iter().filter(|fact| left(&fact.id)).cloned().collect(),
                complete: private.complete.clone(),
                underspecified: private.underspecified.clone(),
                probes: Vec::new(),
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EN, edited, tiny};
    use super::super::{Pack, PackSource, Variant};
    use super::*;

    #[test]
    fn what_a_probe_takes_away_is_nowhere_in_the_users_view() {
        let pack = tiny();
        for case in &pack.cases {
            for outline in case.probe_outlines().iter().filter(|outline| outline.eligible) {
                let withheld = case.withholding(outline.target).expect("eligible");
                let known = serde_json::to_string(&withheld.for_user(Variant::Underspecified, &[]));
                let known = known.expect("views are plain data");
                let all = case.for_reader();
                let fact = all.key_facts.iter().find(|fact| fact.id == outline.target).expect("a fact");
                assert!(!known.contains(fact.text), "{known}");
                let before = serde_json::to_value(case.for_user(Variant::Underspecified, &[]));
                let after = serde_json::to_value(withheld.for_user(Variant::Underspecified, &[]));
                let (before, after) = (before.expect("plain data"), after.expect("plain data"));
                assert_eq!(before["history"], after["history"], "the history stays");
                let count = |view: &serde_json::Value| view["key_facts"].as_array().map_or(0, Vec::len);
                let removed = case.probe(outline.target).expect("a probe").withheld.remove.len();
                assert_eq!(count(&before), count(&after) + removed);
            }
        }
    }

    #[test]
    fn the_four_requests_are_those_of_the_file_and_d_asks_what_a_asks() {
        let pack = tiny();
        for case in &pack.cases {
            for outline in case.probe_outlines() {
                let ask = |kind| case.probe_question(outline.target, kind).expect("a probe of the case");
                assert_eq!(ask(ProbeKind::Direct), ask(ProbeKind::Withheld));
                assert_ne!(ask(ProbeKind::Direct), ask(ProbeKind::Indirect));
                assert!(!outline.types.is_empty());
            }
            assert_eq!(case.probe_question("no-such-fact", ProbeKind::Direct), None);
        }
    }

    #[test]
    fn a_fact_that_something_else_gives_away_is_not_asked_withheld() {
        let edited = edited(EN, &[("eligible: true", "eligible: false, reason: the total gives it away")]);
        let pack = edited.expect("well formed");
        let outlines = |pack: &Pack| {
            let case = pack.case("tiny-en-deposit").expect("in the pack");
            case.probe_outlines().into_iter().map(|outline| outline.kinds().count()).collect::<Vec<_>>()
        };
        assert!(outlines(&pack).iter().all(|kinds| *kinds == 3), "{:?}", outlines(&pack));
        assert!(outlines(&tiny()).contains(&4));
        let case = pack.case("tiny-en-deposit").expect("in the pack");
        for outline in case.probe_outlines() {
            assert!(case.withholding(outline.target).is_none());
        }
    }

    #[test]
    fn shipped_packs_have_a_probe_in_every_case() {
        for name in ["starter", "zh-civil"] {
            let pack = Pack::load(&PackSource::named(name)).expect("a shipped pack loads");
            for case in &pack.cases {
                assert!(!case.probe_outlines().is_empty(), "{name} {}", case.id);
            }
        }
    }
}
