//! The three plies of an argument, and whose each is.

use serde::{Deserialize, Serialize};

use super::factor::Side;

/// One of the three parts of an argument (3-ply pipeline 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ply {
    /// The plaintiff argues.
    Argument,
    /// The defendant answers, and cites.
    Counterargument,
    /// The plaintiff rebuts.
    Rebuttal,
}

impl Ply {
    /// All three, in their order.
    pub const ALL: [Self; 3] = [Self::Argument, Self::Counterargument, Self::Rebuttal];

    /// Who writes it.
    pub fn side(self) -> Side {
        match self {
            Self::Argument | Self::Rebuttal => Side::Plaintiff,
            Self::Counterargument => Side::Defendant,
        }
    }

    /// Its heading in an argument that holds all three.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Argument => "Plaintiff's Argument",
            Self::Counterargument => "Defendant's Counterargument",
            Self::Rebuttal => "Plaintiff's Rebuttal",
        }
    }

    /// The plies before it, in their order.
    pub fn before(self) -> &'static [Self] {
        match self {
            Self::Argument => &[],
            Self::Counterargument => &Self::ALL[..1],
            Self::Rebuttal => &Self::ALL[..2],
        }
    }

    /// Where it is asked within the scope of a dialogue; the last part is the role as the journal names it.
    pub(super) fn path(self) -> &'static str {
        match self {
            Self::Argument => "r1/plaintiff",
            Self::Counterargument => "r2/defendant",
            Self::Rebuttal => "r3/plaintiff",
        }
    }
}

/// The party's role as the journal names it.
pub(super) fn role(side: Side) -> &'static str {
    match side {
        Side::Plaintiff => "plaintiff",
        Side::Defendant => "defendant",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::journal::role_of;

    #[test]
    fn each_ply_is_asked_in_the_role_of_its_party() {
        for (at, ply) in Ply::ALL.into_iter().enumerate() {
            assert_eq!(ply.before().len(), at);
            assert_eq!(role_of(ply.path()), role(ply.side()));
        }
    }
}
