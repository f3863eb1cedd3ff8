//! Triples: a current case and two precedents as sets of factors (3-ply pipeline 3.2, 4.1).

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::factor::{Side, factor};
use crate::stats::factors::TripleFactors;

/// One of the three cases of a triple.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Case {
    /// The case to be argued.
    Current,
    /// The first precedent.
    Tsc1,
    /// The second precedent.
    Tsc2,
}

impl Case {
    /// All three, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Current, Self::Tsc1, Self::Tsc2];
    /// The two that may be cited.
    pub const PRECEDENTS: [Self; 2] = [Self::Tsc1, Self::Tsc2];

    /// The other precedent; the current case has none.
    pub fn other_precedent(self) -> Option<Self> {
        match self {
            Self::Current => None,
            Self::Tsc1 => Some(Self::Tsc2),
            Self::Tsc2 => Some(Self::Tsc1),
        }
    }
}

impl fmt::Display for Case {
    /// As arguments name it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Current => "the current case",
            Self::Tsc1 => "TSC1",
            Self::Tsc2 => "TSC2",
        })
    }
}

/// What kind of triple it is (4.1; *mismatched* is this project's).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// TSC1 for the plaintiff, TSC2 for the defendant, each sharing a factor with the current case.
    Arguable,
    /// The same with the outcomes exchanged.
    Reordered,
    /// Neither precedent shares a factor with the current case; outcomes as in `Arguable`.
    NonArguable,
    /// Sharing as in `Arguable`, both precedents decided for the same side.
    Mismatched,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 4] = [Self::Arguable, Self::Reordered, Self::NonArguable, Self::Mismatched];

    /// As in flags and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Arguable => "arguable",
            Self::Reordered => "reordered",
            Self::NonArguable => "non-arguable",
            Self::Mismatched => "mismatched",
        }
    }

    /// The inverse of `name`.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// Whether the precedents share factors with the current case.
    pub fn shares(self) -> bool {
        self != Self::NonArguable
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A decided case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Precedent {
    /// Numbers of its factors.
    pub factors: BTreeSet<u32>,
    /// For whom it was decided.
    pub outcome: Side,
}

/// A line of a file of triples.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triple {
    /// Unique within its file.
    pub id: String,
    /// Its kind.
    pub mode: Mode,
    /// Each case has between `complexity - 1` and `complexity + 1` factors.
    pub complexity: u32,
    /// Whether one shared factor must favour the side that cites the precedent.
    pub strict_sides: bool,
    /// Numbers of the current case's factors.
    pub current: BTreeSet<u32>,
    /// The first precedent.
    pub tsc1: Precedent,
    /// The second precedent.
    pub tsc2: Precedent,
}

impl Triple {
    /// The factors of a case.
    pub fn factors_of(&self, case: Case) -> &BTreeSet<u32> {
        match case {
            Case::Current => &self.current,
            Case::Tsc1 => &self.tsc1.factors,
            Case::Tsc2 => &self.tsc2.factors,
        }
    }

    /// For whom a precedent was decided; `None` for the current case.
    pub fn outcome(&self, case: Case) -> Option<Side> {
        match case {
            Case::Current => None,
            Case::Tsc1 => Some(self.tsc1.outcome),
            Case::Tsc2 => Some(self.tsc2.outcome),
        }
    }

    /// The factors of all three cases, as `stats` scores them.
    pub fn truth(&self) -> TripleFactors {
        TripleFactors {
            cc: self.current.clone(),
            tsc1: self.tsc1.factors.clone(),
            tsc2: self.tsc2.factors.clone(),
        }
    }

    /// Factors that the current case and a case have in common, ascending.
    pub fn shared_with(&self, precedent: Case) -> BTreeSet<u32> {
        self.current.intersection(self.factors_of(precedent)).copied().collect()
    }

    /// Factors of `case` that `other` does not have, ascending.
    pub fn only_in(&self, case: Case, other: Case) -> BTreeSet<u32> {
        self.factors_of(case).difference(self.factors_of(other)).copied().collect()
    }

    /// No factor is shared, so that the required answer is to abstain (Appendix A; notes D49).
    pub fn requires_abstention(&self) -> bool {
        Case::PRECEDENTS.into_iter().all(|precedent| self.shared_with(precedent).is_empty())
    }

    /// The precedents that a side may cite: decided for it, and sharing a factor with the current case.
    pub fn citable_by(&self, side: Side) -> Vec<Case> {
        Case::PRECEDENTS
            .into_iter()
            .filter(|case| self.outcome(*case) == Some(side) && !self.shared_with(*case).is_empty())
            .collect()
    }

    /// The rules of its mode that it breaks, in words; empty when it is well formed.
    pub fn breaches(&self) -> Vec<String> {
        let mut found = Vec::new();
        let sizes = self.complexity.saturating_sub(1)..=self.complexity.saturating_add(1);
        for case in Case::ALL {
            let factors = self.factors_of(case);
            if let Some(number) = factors.iter().find(|number| factor(**number).is_none()) {
                found.push(format!("{case} has F{number}, which is no factor"));
            }
            let size = u32::try_from(factors.len()).unwrap_or(u32::MAX);
            if size == 0 || !sizes.contains(&size) {
                found.push(format!(
                    "{case} has {size} factors, not {} to {}",
                    sizes.start().max(&1),
                    sizes.end()
                ));
            }
        }
        let outcomes = (self.tsc1.outcome, self.tsc2.outcome);
        let fits = match self.mode {
            Mode::Arguable | Mode::NonArguable => outcomes == (Side::Plaintiff, Side::Defendant),
            Mode::Reordered => outcomes == (Side::Defendant, Side::Plaintiff),
            Mode::Mismatched => outcomes.0 == outcomes.1,
        };
        if !fits {
            found.push(format!(
                "TSC1 was decided for the {} and TSC2 for the {}, which is not {}",
                outcomes.0, outcomes.1, self.mode
            ));
        }
        for precedent in Case::PRECEDENTS {
            found.extend(self.breach_of_sharing(precedent));
        }
        found
    }

    fn breach_of_sharing(&self, precedent: Case) -> Option<String> {
        let shared = self.shared_with(precedent);
        if !self.mode.shares() {
            let number = shared.first()?;
            return Some(format!(
                "{precedent} shares F{number} with the current case, which is not {}",
                self.mode
            ));
        }
        if shared.is_empty() {
            return Some(format!("{precedent} shares no factor with the current case"));
        }
        let winner = self.outcome(precedent)?;
        let favours = |number: &u32| factor(*number).is_some_and(|factor| factor.side == winner);
        (self.strict_sides && !shared.iter().any(favours)).then(|| {
            format!("{precedent} shares no factor that favours the {winner}, for whom it was decided")
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A triple from numbers.
    pub fn triple(mode: Mode, current: &[u32], tsc1: (&[u32], Side), tsc2: (&[u32], Side)) -> Triple {
        let set = |numbers: &[u32]| numbers.iter().copied().collect::<BTreeSet<u32>>();
        Triple {
            id: "t".to_owned(),
            mode,
            complexity: u32::try_from(current.len()).expect("a few factors"),
            strict_sides: false,
            current: set(current),
            tsc1: Precedent { factors: set(tsc1.0), outcome: tsc1.1 },
            tsc2: Precedent { factors: set(tsc2.0), outcome: tsc2.1 },
        }
    }

    const P: Side = Side::Plaintiff;
    const D: Side = Side::Defendant;

    #[test]
    fn each_rule_of_a_mode_is_seen_when_it_is_broken() {
        let breaches = |triple: &Triple| triple.breaches().join("; ");
        let good = triple(Mode::Arguable, &[4, 5, 23], (&[2, 4, 16], P), (&[2, 5, 12], D));
        assert_eq!(breaches(&good), "");
        let strict = Triple { strict_sides: true, ..good.clone() };
        assert_eq!(breaches(&strict), "");
        let against = triple(Mode::Arguable, &[4, 5, 23], (&[2, 5, 16], P), (&[2, 5, 12], D));
        assert_eq!(breaches(&against), "");
        assert_eq!(
            breaches(&Triple { strict_sides: true, ..against }),
            "TSC1 shares no factor that favours the plaintiff, for whom it was decided"
        );
        for (mode, expected) in [
            (
                Mode::Reordered,
                "TSC1 was decided for the plaintiff and TSC2 for the defendant, which is not reordered",
            ),
            (
                Mode::Mismatched,
                "TSC1 was decided for the plaintiff and TSC2 for the defendant, which is not mismatched",
            ),
            (
                Mode::NonArguable,
                "TSC1 shares F4 with the current case, which is not non-arguable; \
                 TSC2 shares F5 with the current case, which is not non-arguable",
            ),
        ] {
            assert_eq!(breaches(&Triple { mode, ..good.clone() }), expected);
        }
        let apart = triple(Mode::Arguable, &[4, 9, 23], (&[2, 16], P), (&[5, 12, 13, 14, 15], D));
        assert_eq!(
            breaches(&apart),
            "the current case has F9, which is no factor; TSC2 has 5 factors, not 2 to 4; \
             TSC1 shares no factor with the current case; TSC2 shares no factor with the current case"
        );
    }

    #[test]
    fn who_may_cite_what() {
        let both = triple(Mode::Mismatched, &[4, 5], (&[4], D), (&[5], D));
        assert_eq!(both.citable_by(P), []);
        assert_eq!(both.citable_by(D), [Case::Tsc1, Case::Tsc2]);
        let none = triple(Mode::NonArguable, &[4, 5], (&[6], P), (&[7], D));
        assert!(none.requires_abstention() && !both.requires_abstention());
        assert_eq!(none.citable_by(P), []);
    }

    #[test]
    fn a_line_reads_back_as_it_was_written() {
        let written = triple(Mode::NonArguable, &[4, 5], (&[6], P), (&[7], D));
        let line = serde_json::to_string(&written).expect("written");
        assert_eq!(
            line,
            r#"{"id":"t","mode":"non-arguable","complexity":2,"strict_sides":false,"current":[4,5],"tsc1":{"factors":[6],"outcome":"plaintiff"},"tsc2":{"factors":[7],"outcome":"defendant"}}"#
        );
        assert_eq!(serde_json::from_str::<Triple>(&line).expect("read"), written);
        assert!(serde_json::from_str::<Triple>(&line.replace("\"id\"", "\"name\"")).is_err());
    }
}
