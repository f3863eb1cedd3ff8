//! What is asked, and its identity.

use serde::{Deserialize, Serialize};

use super::SUITE;
use crate::case::{ProbeKind, Variant};

/// One request to one user, once: what makes it itself. An assessor is never part of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbeUnit {
    /// Id of the case.
    pub case: String,
    /// Id of the fact that the probe is about.
    pub target: String,
    /// Which of the four requests.
    pub kind: ProbeKind,
    /// From 1.
    pub repeat: u32,
    /// Name of the user simulator with its design.
    pub user: String,
}

/// One question of a probe, whoever answers it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbeQuestion {
    /// Id of the case.
    pub case: String,
    /// Id of the fact that the probe is about.
    pub target: String,
    /// Which of the requests; never D, which asks what A asks.
    pub kind: ProbeKind,
}

impl ProbeUnit {
    /// The scope of its asks.
    pub fn scope(&self) -> String {
        scope(&self.case, &self.target, self.kind, self.repeat, &self.user)
    }

    /// Its question.
    pub fn question(&self) -> ProbeQuestion {
        let kind = if self.kind == ProbeKind::Withheld { ProbeKind::Direct } else { self.kind };
        ProbeQuestion { case: self.case.clone(), target: self.target.clone(), kind }
    }
}

impl ProbeQuestion {
    /// The scope of its asks.
    pub fn scope(&self) -> String {
        scope(&self.case, &self.target, self.kind, 1, "-")
    }
}

/// Case, variant, task, request, repeat, assistant and user, as in every scope; the assistant's part is the
/// probe's.
fn scope(case: &str, target: &str, kind: ProbeKind, repeat: u32, user: &str) -> String {
    // Names hold whatever somebody wrote; the separator must not.
    let escaped = |name: &str| name.replace('%', "%25").replace('|', "%7C");
    let variant = Variant::Underspecified.name();
    let (case, target, user) = (escaped(case), escaped(target), escaped(user));
    format!("{case}|{variant}|{SUITE}|{kind}:{target}|r{repeat}|-|{user}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_known_by_all_that_decides_its_reply() {
        let unit = ProbeUnit {
            case: "zh-01".into(),
            target: "k3".into(),
            kind: ProbeKind::Withheld,
            repeat: 2,
            user: "cmd/a|b+single-prompt".into(),
        };
        assert_eq!(unit.scope(), "zh-01|underspecified|fidelity|D:k3|r2|-|cmd/a%7Cb+single-prompt");
        assert_eq!(unit.question().scope(), "zh-01|underspecified|fidelity|A:k3|r1|-|-");
        let others = [
            ProbeUnit { case: "zh-02".into(), ..unit.clone() },
            ProbeUnit { target: "k4".into(), ..unit.clone() },
            ProbeUnit { kind: ProbeKind::Direct, ..unit.clone() },
            ProbeUnit { repeat: 3, ..unit.clone() },
            ProbeUnit { user: "cmd/a".into(), ..unit.clone() },
        ];
        for other in others {
            assert_ne!(other.scope(), unit.scope());
        }
    }
}
