//! The reply of the disclosure checker.

use serde::{Deserialize, Serialize};

use super::reply::{ReadError, known, object};
use crate::case::{Finding, Shown};

/// What a disclosure checker answers of a whole talk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DisclosuresReply {
    /// One entry for each turn of the user and key fact that shows in it.
    pub disclosures: Vec<DisclosureEntry>,
}

/// What one turn of the user does with one key fact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DisclosureEntry {
    /// Number of the user's turn since the history, from 1.
    pub turn: usize,
    /// Id of the key fact.
    pub fact: String,
    /// How it shows.
    pub how: HowWord,
}

/// See [`DisclosureEntry`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HowWord {
    /// Told as it is.
    Told,
    /// To be inferred from what is said.
    Implied,
    /// Told wrongly, or so much in part that it misleads.
    Distorted,
}

/// Reads a reply of the disclosure checker on a talk with so many turns of the user; `facts` are the
/// ids it may name.
///
/// # Errors
/// When there is no complete object of that form, an id or a turn is unknown, or a fact stands twice
/// in one turn.
pub fn read_disclosures(text: &str, facts: &[&str], turns: usize) -> Result<Vec<Finding>, ReadError> {
    let reply: DisclosuresReply = object(text)?;
    for (i, entry) in reply.disclosures.iter().enumerate() {
        let path = format!("disclosures[{i}]");
        known(&format!("{path}.fact"), std::slice::from_ref(&entry.fact), facts)?;
        if !(1..=turns).contains(&entry.turn) {
            return Err(ReadError::UnknownTurn { path, turn: entry.turn, turns });
        }
        let same = |other: &&DisclosureEntry| other.fact == entry.fact && other.turn == entry.turn;
        if reply.disclosures[..i].iter().any(|other| same(&other)) {
            return Err(ReadError::FactTwice { path });
        }
    }
    let finding = |entry: DisclosureEntry| Finding {
        fact: entry.fact,
        // A talk has a handful of turns, and the number was checked against theirs.
        round: entry.turn as u32,
        shown: match entry.how {
            HowWord::Told => Shown::Told,
            HowWord::Implied => Shown::Implied,
            HowWord::Distorted => Shown::Distorted,
        },
    };
    Ok(reply.disclosures.into_iter().map(finding).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Finding>, String> {
        read_disclosures(text, &["k1", "k3"], 2).map_err(|error| error.to_string())
    }

    #[test]
    fn each_fact_of_each_turn_is_read() {
        let text = r#"Turn 2 corrects it.
            {"disclosures": [{"turn": 1, "fact": "k3", "how": "distorted"}, {"turn": 2, "fact": "k3", "how": "told"},
            {"turn": 2, "fact": "k1", "how": "implied"}]}"#;
        let found = |round, fact: &str, shown| Finding { fact: fact.to_owned(), round, shown };
        assert_eq!(
            read(text),
            Ok(vec![
                found(1, "k3", Shown::Distorted),
                found(2, "k3", Shown::Told),
                found(2, "k1", Shown::Implied)
            ])
        );
        assert_eq!(read(r#"{"disclosures": []}"#), Ok(vec![]));
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_place() {
        let one = |turn, fact, how| {
            format!(r#"{{"disclosures": [{{"turn": {turn}, "fact": "{fact}", "how": "{how}"}}]}}"#)
        };
        assert_eq!(
            read(&one(1, "k9", "told")),
            Err("`disclosures[0].fact` names \"k9\"; allowed are k1, k3.".to_owned())
        );
        for turn in [0, 3] {
            assert_eq!(
                read(&one(turn, "k1", "told")),
                Err(format!("`disclosures[0].turn` is {turn}; the client's turns are numbered 1 to 2."))
            );
        }
        assert!(read(&one(1, "k1", "corrected")).is_err_and(|error| error.contains("unknown variant")));
        let entry = r#"{"turn": 1, "fact": "k1", "how": "told"}"#;
        assert_eq!(
            read(&format!(r#"{{"disclosures": [{entry}, {entry}]}}"#)),
            Err("`disclosures[1]` names a fact again for the same turn; give one entry for both.".to_owned())
        );
    }
}
