//! What a record rests on: a record stands as long as nothing it rests on has changed.

use serde::{Deserialize, Serialize};

/// Named parts, in the order in which they are compared.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Basis(Vec<(String, String)>);

/// Where a role was asked; beside all that a record rests on.
const ENDPOINT: &str = "endpoint";

/// Parts that speak of the program, not of what was played: another version plays such a record
/// anew, and scores it as it stands.
const PROGRAM_PARTS: [&str; 2] = ["rules of play", "players"];

impl Basis {
    /// Adds the parts that speak of the program: its rules of play, and the version of its players
    /// by rule where one takes part.
    pub fn by_program(self, rules: &str, players_by_rule: bool) -> Self {
        let basis = self.with(PROGRAM_PARTS[0], rules);
        if players_by_rule { basis.with(PROGRAM_PARTS[1], env!("CARGO_PKG_VERSION")) } else { basis }
    }

    /// Adds where a role was asked. A record rests on the answers, not on their address: it stands
    /// when a server has moved, and the move is told apart.
    pub fn at(self, role: &str, endpoint: Option<&str>) -> Self {
        match endpoint {
            Some(endpoint) => self.with(ENDPOINT, format!("{role} {endpoint}")),
            None => self,
        }
    }

    /// 128 bits that stand for where the roles were asked; `None` where none was told.
    pub fn endpoints_digest(&self) -> Option<[u8; 16]> {
        let told = self.0.iter().any(|(name, _)| name == ENDPOINT);
        told.then(|| self.digest_of(|name| name == ENDPOINT))
    }

    /// Adds a part.
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.0.push((name.into(), value.into()));
        self
    }

    /// 128 bits that stand for the whole: what must agree for a record not to be owed.
    pub fn digest(&self) -> [u8; 16] {
        self.digest_of(|name| name != ENDPOINT)
    }

    /// 128 bits that stand for what was played: what must agree for a record to be scored.
    pub fn data_digest(&self) -> [u8; 16] {
        self.digest_of(|name| name != ENDPOINT && !PROGRAM_PARTS.contains(&name))
    }

    fn digest_of(&self, counts: impl Fn(&str) -> bool) -> [u8; 16] {
        let mut hasher = blake3::Hasher::new();
        let parts = self.0.iter().filter(|(name, _)| counts(name));
        for text in parts.flat_map(|(name, value)| [name, value]) {
            hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
        }
        let mut digest = [0; 16];
        digest.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        digest
    }

    /// The name of the first part that differs from `other`, or is in only one of them.
    pub fn first_difference<'a>(&'a self, other: &'a Self) -> Option<&'a str> {
        let counted = |basis: &'a Self| -> Vec<&'a (String, String)> {
            basis.0.iter().filter(|(name, _)| name != ENDPOINT).collect()
        };
        let (mine, theirs) = (counted(self), counted(other));
        let shorter = mine.len().min(theirs.len());
        let differing = (0..shorter).find(|at| mine[*at] != theirs[*at]).unwrap_or(shorter);
        mine.get(differing).or(theirs.get(differing)).map(|part| part.0.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_owes_a_record_and_scores_it() {
        let basis = |rules| Basis::default().with("case", "1").by_program(rules, true);
        assert_ne!(basis("1").digest(), basis("2").digest());
        assert_eq!(basis("1").data_digest(), basis("2").data_digest());
        assert_eq!(basis("1").first_difference(&basis("2")), Some("rules of play"));
        assert_ne!(basis("1").data_digest(), Basis::default().with("case", "2").data_digest());
    }

    #[test]
    fn another_address_is_seen_and_changes_nothing() {
        let basis = |at| Basis::default().with("case", "1").at("assistant", at).with("gate", "g");
        let (here, there) = (basis(Some("http://a/v1")), basis(Some("http://b/v1")));
        assert_eq!(here.digest(), there.digest());
        assert_eq!(here.digest(), basis(None).digest());
        assert_eq!(here.data_digest(), there.data_digest());
        assert_eq!(here.first_difference(&there), None);
        assert_eq!(here.first_difference(&basis(None)), None);
        assert_ne!(here.endpoints_digest(), there.endpoints_digest());
        assert_eq!(basis(None).endpoints_digest(), None);
    }

    #[test]
    fn the_first_difference_is_named() {
        let a = Basis::default().with("case", "1").with("prompt lexawn", "x");
        let b = Basis::default().with("case", "1").with("prompt lexawn", "y");
        assert_eq!(a.first_difference(&b), Some("prompt lexawn"));
        assert_eq!(a.first_difference(&a.clone()), None);
        assert_eq!(a.first_difference(&a.clone().with("gate", "g")), Some("gate"));
    }
}
