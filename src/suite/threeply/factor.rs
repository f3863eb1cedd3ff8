//! The factors of trade secret law: number, name, and the side each favours.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

const TABLE: &str = include_str!("../../../data/factors/trade_secret_factors.tsv");

/// A party: whom a factor favours, for whom a precedent was decided, who cites it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The owner of the secret.
    Plaintiff,
    /// Who is said to have misappropriated it.
    Defendant,
}

impl Side {
    /// Both, the plaintiff first.
    pub const BOTH: [Self; 2] = [Self::Plaintiff, Self::Defendant];

    /// `P` or `D`.
    pub fn letter(self) -> char {
        match self {
            Self::Plaintiff => 'P',
            Self::Defendant => 'D',
        }
    }

    /// The other party.
    pub fn other(self) -> Self {
        match self {
            Self::Plaintiff => Self::Defendant,
            Self::Defendant => Self::Plaintiff,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plaintiff => "plaintiff",
            Self::Defendant => "defendant",
        })
    }
}

/// One factor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Factor {
    /// 1 to 27 without 9.
    pub number: u32,
    /// Such as `Agreed-not-to-disclose`.
    pub name: &'static str,
    /// Whom it favours.
    pub side: Side,
}

impl fmt::Display for Factor {
    /// `F4 Agreed-not-to-disclose (P)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "F{} {} ({})", self.number, self.name, self.side.letter())
    }
}

static FACTORS: LazyLock<Vec<Factor>> = LazyLock::new(|| TABLE.lines().skip(1).filter_map(row).collect());

/// A line of the table. Every line is one: a test counts them.
fn row(line: &'static str) -> Option<Factor> {
    let mut cells = line.split('\t');
    let number = cells.next()?.strip_prefix('F')?.parse().ok()?;
    let name = cells.next()?;
    let side = match cells.next()? {
        "P" => Side::Plaintiff,
        "D" => Side::Defendant,
        _ => return None,
    };
    Some(Factor { number, name, side })
}

/// All factors, by number.
pub fn factors() -> &'static [Factor] {
    &FACTORS
}

/// The factor of that number.
pub fn factor(number: u32) -> Option<Factor> {
    factors().iter().find(|factor| factor.number == number).copied()
}

/// Numbers of the factors that favour a side, ascending.
pub fn favouring(side: Side) -> Vec<u32> {
    factors().iter().filter(|factor| factor.side == side).map(|factor| factor.number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_26_factors_13_a_side_and_no_f9() {
        let numbers: Vec<u32> = factors().iter().map(|factor| factor.number).collect();
        let expected: Vec<u32> = (1..=27).filter(|number| *number != 9).collect();
        assert_eq!(numbers, expected);
        assert_eq!(TABLE.lines().count(), 1 + factors().len());
        assert_eq!(Side::BOTH.map(|side| favouring(side).len()), [13, 13]);
        assert_eq!(factor(9), None);
        assert_eq!(factor(4).map(|f| f.to_string()).as_deref(), Some("F4 Agreed-not-to-disclose (P)"));
        assert_eq!(factor(27).map(|f| f.side), Some(Side::Defendant));
    }
}
