//! A value that no role may see unless a view hands it over.

use std::fmt;

use serde::{Deserialize, Deserializer};

/// A private part of a case.
///
/// It can be read only inside [`crate::case`], where the views are built. It has no `Serialize`,
/// `Clone`, `Deref` or `Display`, and prints as `Hidden`, so that it cannot slip into a prompt, a
/// log or a file by accident.
pub struct Hidden<T>(T);

impl<T> Hidden<T> {
    pub(in crate::case) fn new(value: T) -> Self {
        Self(value)
    }

    pub(in crate::case) fn open(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Hidden<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hidden")
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Hidden<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_prints_no_content() {
        assert_eq!(format!("{:?}", Hidden::new("CANARY")), "Hidden");
    }
}
