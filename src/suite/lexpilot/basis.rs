//! What a record rests on: a record stands as long as nothing it rests on has changed.

use serde::{Deserialize, Serialize};

/// Named parts, in the order in which they are compared.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Basis(Vec<(String, String)>);

impl Basis {
    /// Adds a part.
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.0.push((name.into(), value.into()));
        self
    }

    /// 128 bits that stand for the whole.
    pub fn digest(&self) -> [u8; 16] {
        let mut hasher = blake3::Hasher::new();
        for text in self.0.iter().flat_map(|(name, value)| [name, value]) {
            hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
        }
        let mut digest = [0; 16];
        digest.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        digest
    }

    /// The name of the first part that differs from `other`, or is in only one of them.
    pub fn first_difference<'a>(&'a self, other: &'a Self) -> Option<&'a str> {
        self.0
            .iter()
            .zip(&other.0)
            .find_map(|(mine, theirs)| (mine != theirs).then_some(mine.0.as_str()))
            .or_else(|| {
                let shorter = self.0.len().min(other.0.len());
                self.0.get(shorter).or(other.0.get(shorter)).map(|part| part.0.as_str())
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let a = Basis::default().with("case", "1").with("prompt lexawn", "x");
        let b = Basis::default().with("case", "1").with("prompt lexawn", "y");
        assert_eq!(a.first_difference(&b), Some("prompt lexawn"));
        assert_eq!(a.first_difference(&a.clone()), None);
        assert_eq!(a.first_difference(&a.clone().with("gate", "g")), Some("gate"));
    }
}
